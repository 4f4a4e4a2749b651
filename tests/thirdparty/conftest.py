"""Programs that are not ours, and exports of every shape for them to verify."""

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.ledger.scripted import Table, Whole

GO = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": "", "PATH": "/usr/bin:/bin"}
SHAPES = ("two entries", "one match", "a full tile", "two bundles", "five epochs")

Verdicts = Callable[[str, Iterable[Path]], list[str]]


@pytest.fixture(scope="session")
def go_verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """What the strict verifier on Go's sumdb packages says of each folder."""
    place = tmp_path_factory.mktemp("go")
    program = place / "verify"
    sources = sorted(Path(__file__).with_name("verify").glob("*.go"))
    environment = {**GO, "GOCACHE": str(place / "cache")}
    subprocess.run(["go", "build", "-o", program, *sources], check=True, env=environment)

    def verdicts(vkey: str, folders: Iterable[Path]) -> list[str]:
        lines = "".join(f"{folder}\n" for folder in folders)
        done = subprocess.run(
            [program, vkey], input=lines, capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    return verdicts


@pytest.fixture(scope="session")
def exports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Whole]:
    place = tmp_path_factory.mktemp("exports")
    return {shape: _export(shape, place / shape.replace(" ", "-")) for shape in SHAPES}


def _export(shape: str, place: Path) -> Whole:
    table = Table(place / "state", quick=shape != "one match")
    match shape:
        case "one match":
            table.play_match("1B", spare=1)
        case "a full tile":
            _fill(table, 255)
        case "two bundles":
            _fill(table, 300)
        case "five epochs":
            for _ in range(4):
                _fill(table, table.log.size + 3)
                table.rotate()
    return Whole(table, table.export(place / "export"), table.policy())


def _fill(table: Table, size: int) -> None:
    """Up to `size` entries, with a checkpoint now and then."""
    while table.log.size < size:
        table.put("clock", {"unix": table.m, "src": "rtc", "unc": 0})
        if table.log.size % 64 == 1:
            table.log.checkpoint()

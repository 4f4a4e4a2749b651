"""A finished match and its export are made once; tests copy what they change."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ledger.eventful import Spring, close, organise, play, public, with_secrets
from tests.ledger.scripted import Table, Whole, filler
from tests.ledger.shelf import Authority
from tests.ledger.uploading import Grown


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "state", quick=True)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    place = tmp_path_factory.mktemp("whole")
    table = Table(place / "state")
    table.play_match("1B", spare=1)
    return Whole(table, table.export(place / "export"), table.policy())


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A match of mode 2 played by the system and nothing beside the log: what a forger edits."""
    place = tmp_path_factory.mktemp("bare")
    table = Table(place / "state", quick=True)
    table.play_match("2", spare=1)
    return Whole(table, table.export(place / "export", {}), table.policy())


@pytest.fixture
def new_table(tmp_path: Path) -> Callable[..., Table]:
    return lambda name, **given: Table(tmp_path / name, **given)


@pytest.fixture(scope="session")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Spring:
    place = tmp_path_factory.mktemp("spring")
    batch = organise(place / "event")
    before = public(place / "event")
    close(place / "event")
    loaded = with_secrets(before, batch)
    table = Table(place / "table", quick=True)
    play(table, loaded)
    deals = organise(place / "other", origin="club.example/autumn/simulated")
    other = with_secrets(public(place / "other"), deals)
    return Spring(place / "event", loaded, before, public(place / "event"), other, table)


@pytest.fixture(scope="session")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    place = tmp_path_factory.mktemp("grown")
    table = Table(place / "state", quick=True)
    exports = []
    for number in range(3):
        beside = {"results.txt": filler(f"results{number}", 500), f"only-{number}.txt": b"x"}
        exports.append(
            Path(shutil.copytree(table.export(place / "out", beside), place / f"{number}"))
        )
        for _ in range(120):
            table.put("clock", {"unix": 0, "src": "rtc", "unc": 0})
    return Grown(exports, table.policy())


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("league"))

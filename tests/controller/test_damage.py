"""One damaged file among the state of a table: its next start names what is the matter, or play
goes on to the end; it never stops for a reason that nobody is told."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.__main__ import tell_of_lost
from table_firmware.ledger.faults import LedgerFault
from table_firmware.rules.cards import Seat
from table_firmware.service.areas import records
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk
from tests.laid import laid

pytestmark = pytest.mark.slow

E, N, W, S = Seat
PEOPLE = E, N, W
PLAY = replace(QUICK, timers=replace(QUICK.timers, house=0, draw=0, result=0, match_result=0))
KINDS = ("checkpoints", "keys", "operator", "policy", "private", "receipts", "vault")
"""Files and folders of the state, without the journal (`tests/ledger/test_journal.py`)."""


def flipped(raw: bytes) -> bytes:
    middle = len(raw) // 2
    return raw[:middle] + bytes([raw[middle] ^ 4]) + raw[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda raw: raw[:0],
    "half of it": lambda raw: raw[: len(raw) // 2],
    "a bit": flipped,
    "something behind it": lambda raw: raw + b"\0junk",
    "zeros": lambda raw: bytes(len(raw)),
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table that lost its power in the exchange: one card lies there, face down."""
    desk = RealDesk(tmp_path_factory.mktemp("damage") / "state", PLAY)
    desk.to_round(*PEOPLE, mode="1A")
    assert desk.want(E, "give", cards=laid(desk.view(E).round).hand[:1]) is None
    desk.log.close()
    return desk.state


def files(state: Path, kind: str) -> Iterator[Path]:
    found = [state / kind] if (state / kind).is_file() else sorted((state / kind).rglob("*"))
    return (path.relative_to(state) for path in found if path.is_file())


def played_on(state: Path, now: int) -> RealDesk:
    """The others give a card too, and then leave it to the table."""
    desk = RealDesk(state, PLAY, now)
    desk.link(*PEOPLE)
    for seat in PEOPLE:
        if desk.phase == "exchange":
            desk.want(seat, "give", cards=laid(desk.view(seat).round).hand[:1])
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.table.in_lobby, most=900_000)
    desk.log.close()
    return desk


def tried(state: Path, folder: Path, file: Path, damage: str) -> str:
    """What became of the table: the word of a fault, or of what its log was worth."""
    shutil.copytree(state, folder)
    (folder / file).write_bytes(DAMAGES[damage]((state / file).read_bytes()))
    try:
        desk = played_on(folder, 100_000)
    except LedgerFault as fault:
        return fault.code
    report = desk.verify()
    return "verified" if report.ok else "refused"


def told(folder: Path, kind: str, file: Path) -> bool:
    """Another signature, another digit of a receipt: no start finds them, but whoever looks at the
    records is told which file it is, before a verifier tells him. The policy is not the table's to
    read."""
    kept = next(
        (c for c in records.checks(folder, "table.simulated") if c.name == "records.kept"), None
    )
    return kind == "policy" or (kept is not None and str(file) in str(kept.values.get("files")))


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_named_or_does_no_harm(state: Path, tmp_path: Path, kind: str) -> None:
    for number, file in enumerate(files(state, kind)):
        damage = list(DAMAGES)[number % len(DAMAGES)]
        found = tried(state, tmp_path / str(number), file, damage)
        assert found != "refused" or told(tmp_path / str(number), kind, file), (file, damage)


@pytest.mark.soak
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_so_is_whatever_befell_it(state: Path, tmp_path: Path, kind: str, damage: str) -> None:
    for number, file in enumerate(files(state, kind)):
        found = tried(state, tmp_path / str(number), file, damage)
        assert found != "refused" or told(tmp_path / str(number), kind, file), file


@pytest.mark.parametrize("damage", [each for each in DAMAGES if each != "a bit"])
def test_a_damaged_checkpoint_of_the_match_in_play_stops_the_table_by_its_name(
    state: Path, tmp_path: Path, damage: str
) -> None:
    sizes = sorted(int(path.name) for path in files(state, "checkpoints"))
    assert tried(state, tmp_path / "it", Path("checkpoints") / str(sizes[-2]), damage) == (
        "journal-altered"
    )


@pytest.mark.parametrize("damage", DAMAGES)
def test_with_another_key_for_what_lies_face_down_the_exchange_goes_on(
    state: Path, tmp_path: Path, damage: str
) -> None:
    assert tried(state, tmp_path / "it", Path("private/key"), damage) == "verified"


def test_a_start_tells_of_a_checkpoint_that_is_gone_and_play_goes_on(
    state: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copytree(state, tmp_path / "it")
    oldest = min(files(state, "checkpoints"), key=lambda path: int(path.name))
    (tmp_path / "it" / oldest).unlink()
    desk = RealDesk(tmp_path / "it", PLAY, 100_000)
    tell_of_lost(desk.log)
    assert desk.stage == "round"
    desk.log.close()
    assert f"TBL-315 record-spoilt: {oldest} (1)" in caplog.text
    assert "复制回状态文件夹" in caplog.text
    caplog.clear()
    shutil.copytree(state, tmp_path / "whole")
    desk = RealDesk(tmp_path / "whole", PLAY, 100_000)
    tell_of_lost(desk.log)
    desk.log.close()
    assert caplog.text == ""


def test_a_start_in_a_match_reads_no_checkpoint_from_before_it(state: Path, tmp_path: Path) -> None:
    """After some years there are very many."""
    shutil.copytree(state, tmp_path / "it")
    oldest = min(files(state, "checkpoints"), key=lambda path: int(path.name))
    (tmp_path / "it" / oldest).unlink()
    (tmp_path / "it" / oldest).mkdir()  # whoever reads it fails
    desk = RealDesk(tmp_path / "it", PLAY, 100_000)
    assert desk.stage == "round"
    desk.log.close()

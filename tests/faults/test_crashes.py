"""Every way in which a cut of the power can leave the files of a table (`trust-decisions`, T6):
torn, zeroed and garbled tails of the journal, torn drafts of the vault and of the outbox."""

import random  # noqa: TID251
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from table_firmware.fairness import vault
from table_firmware.ledger.journal import Journal, frame
from table_firmware.upload import DirectorySink, upload
from tests.ledger.scripted import Table, Whole

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The entries of a real match."""
    table = Table(tmp_path_factory.mktemp("crash") / "state", quick=True)
    table.play_match("2", hands=2, lost=1)
    found = list(table.log.leaves())
    table.log.close()
    return found


def tails(whole: bytes, chance: random.Random) -> Iterator[bytes]:
    """What may stand on the medium of a frame that was never acknowledged."""
    for size in range(len(whole)):
        yield whole[:size]
        yield whole[:size] + bytes(len(whole) - size)
        yield whole[:size] + chance.randbytes(len(whole) - size)


def states(bodies: list[bytes], seed: int) -> Iterator[tuple[list[bytes], bytes]]:
    """The entries that were acknowledged (the last three of them), and the tail after them."""
    chance = random.Random(seed)
    order = list(range(len(bodies)))
    chance.shuffle(order)
    for number in order:
        for tail in tails(frame(bodies[number]), chance):
            yield bodies[max(0, number - 3) : number], tail


def survives(folder: Path, kept: list[bytes], tail: bytes) -> None:
    """Everything acknowledged is there, nothing is altered, and the journal goes on."""
    segment = folder / "00000000"
    segment.write_bytes(b"".join(map(frame, kept)) + tail)
    journal = Journal(folder, sync=lambda _fd: None)
    found = list(journal.load())
    assert found[: len(kept)] == kept
    # What was not acknowledged may be there, if every byte of it is.
    rest = found[len(kept) :]
    assert b"".join(map(frame, rest)) == tail[: len(tail) - journal.torn]
    journal.cut()
    journal.append(b"the next")
    journal.close()
    again = Journal(folder, sync=lambda _fd: None)
    assert list(again.load()) == [*found, b"the next"]
    assert again.torn == 0
    again.close()


def test_two_thousand_torn_journals_lose_nothing(bodies: list[bytes], memory: Path) -> None:
    for kept, tail in islice(states(bodies, seed=1), 2_000):
        survives(memory, kept, tail)


@pytest.mark.soak
def test_a_hundred_thousand_torn_journals_lose_nothing(bodies: list[bytes], memory: Path) -> None:
    count = 0
    for kept, tail in islice(states(bodies, seed=2), 120_000):
        survives(memory, kept, tail)
        count += 1
    assert count > 100_000


def test_an_outbox_torn_at_any_object_is_completed(whole: Whole, memory: Path) -> None:
    chance = random.Random(3)
    paths = [p.relative_to(whole.folder) for p in whole.folder.rglob("*") if p.is_file()]
    for number, path in enumerate(sorted(paths)):
        stick = memory / str(number)
        shutil.copytree(whole.folder, stick)
        raw = (stick / path).read_bytes()
        (stick / f"{path}~").write_bytes(raw[: chance.randrange(len(raw))])
        if path.as_posix() != "log/checkpoint":
            (stick / path).write_bytes(raw[: chance.randrange(len(raw))])
            (stick / "log/checkpoint").unlink()
        upload(whole.folder, DirectorySink(stick))
        assert whole.verify(stick).ok


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    place = tmp_path_factory.mktemp("whole")
    table = Table(place / "state")
    table.play_match("1B", spare=1)
    return Whole(table, table.export(place / "export"), table.policy())


def test_a_vault_torn_at_any_place_is_the_old_one(whole: Whole, memory: Path) -> None:
    """The draft lies beside it until it is whole; a torn draft is never looked at."""
    path = memory / "open.vault"
    old = whole.table.batch
    vault.save(path, old)
    new = path.read_bytes()
    for size in range(0, len(new) + 1, 7):
        path.with_name("open.vault~").write_bytes(new[:size])
        assert vault.load(path, old.b) == old
    vault.save(path, old)
    assert {item.name for item in memory.iterdir()} == {"open.vault"}

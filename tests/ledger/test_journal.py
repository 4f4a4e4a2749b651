"""What was acknowledged is there after any power cut; what was not leaves no trace."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.ledger.entries import MOST_BYTES
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.journal import Journal, frame, read_frames

BODIES = [b"one", b"two" * 9, b"\0" * 5, b'{"three":3}']


def filled(folder: Path, bodies: list[bytes], segment: int = 65_536) -> bytes:
    """The bytes of the last segment after these bodies were appended."""
    journal = Journal(folder, segment=segment)
    assert list(journal.load()) == []
    for body in bodies:
        journal.append(body)
    journal.close()
    return max(folder.iterdir()).read_bytes()


def reopened(folder: Path, segment: int = 65_536) -> tuple[list[bytes], int]:
    journal = Journal(folder, segment=segment)
    bodies = list(journal.load())
    journal.cut()
    torn = journal.torn
    journal.append(b"next")
    assert list(journal.read()) == [*bodies, b"next"]
    journal.close()
    again = Journal(folder, segment=segment)
    assert list(again.load()) == [*bodies, b"next"]
    assert again.torn == 0
    again.close()
    return bodies, torn


def test_a_cut_at_every_byte_loses_only_what_was_not_acknowledged(tmp_path: Path) -> None:
    content = filled(tmp_path / "whole", BODIES)
    ends = [len(b"".join(map(frame, BODIES[:count]))) for count in range(len(BODIES) + 1)]
    for cut in range(len(content) + 1):
        folder = tmp_path / f"cut{cut}"
        folder.mkdir()
        (folder / "00000000").write_bytes(content[:cut])
        kept = sum(end <= cut for end in ends) - 1
        assert reopened(folder) == (BODIES[:kept], cut - ends[kept])


def test_whoever_goes_on_while_the_disk_works_is_told_when_the_entry_lies_in_the_file(
    tmp_path: Path,
) -> None:
    told: list[tuple[str, bytes]] = []

    def tell(what: str) -> None:
        told.append((what, (tmp_path / "00000000").read_bytes()))

    journal = Journal(tmp_path, sync=lambda _: tell("sync"))
    journal.append(b"one", lambda: tell("placed"))
    journal.close()
    assert told == [("placed", frame(b"one")), ("sync", frame(b"one"))]


@settings(deadline=None)
@given(tail=st.binary(max_size=64) | st.integers(0, 4096).map(bytes))
def test_garbage_after_the_last_entry_is_cut_off(
    tmp_path_factory: pytest.TempPathFactory, tail: bytes
) -> None:
    folder = tmp_path_factory.mktemp("journal")
    content = filled(folder, BODIES)
    (folder / "00000000").write_bytes(content + tail)
    extra, good = read_frames(tail)
    assert reopened(folder) == (BODIES + extra, len(tail) - good)


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_a_flipped_byte_is_never_read_as_an_entry(place: int, flip: int) -> None:
    content = bytearray(b"".join(map(frame, BODIES)))
    content[place % len(content)] ^= flip
    bodies, _ = read_frames(bytes(content))
    assert bodies == BODIES[: len(bodies)]
    assert len(bodies) < len(BODIES)


def refused(folder: Path, content: bytes) -> None:
    """The journal with this segment is called damaged, and stays as it is."""
    place = folder / "00000000"
    place.write_bytes(content)
    journal = Journal(folder)
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        list(journal.load())
    journal.cut()
    journal.close()
    assert place.read_bytes() == content


@pytest.mark.slow
@pytest.mark.parametrize("tail", [b"", frame(b"never acknowledged")[:-1]], ids=["whole", "torn"])
def test_a_flipped_bit_before_the_last_frame_is_no_power_cut(tmp_path: Path, tail: bytes) -> None:
    content = b"".join(map(frame, BODIES)) + tail
    for bit in range(8 * len(b"".join(map(frame, BODIES[:-1])))):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        refused(tmp_path, bytes(damaged))


@settings(deadline=None)
@given(
    bodies=st.lists(st.binary(min_size=1, max_size=300), min_size=2, max_size=40),
    place=st.integers(0),
    flip=st.integers(1, 255),
)
def test_a_flipped_byte_before_the_last_of_any_frames_is_no_power_cut(
    tmp_path_factory: pytest.TempPathFactory, bodies: list[bytes], place: int, flip: int
) -> None:
    damaged = bytearray(b"".join(map(frame, bodies)))
    damaged[place % (len(damaged) - len(frame(bodies[-1])))] ^= flip
    refused(tmp_path_factory.mktemp("journal"), bytes(damaged))


def test_a_frame_is_written_as_the_protocol_says() -> None:
    assert frame(b"abc").hex() == "00000003" + "45bce840" + "616263"


def test_more_than_one_torn_frame_is_no_power_cut(tmp_path: Path) -> None:
    content = filled(tmp_path / "j", BODIES)
    (tmp_path / "j" / "00000000").write_bytes(content + bytes(MOST_BYTES + 9))
    before = (tmp_path / "j" / "00000000").stat().st_size
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        reopened(tmp_path / "j")
    assert (tmp_path / "j" / "00000000").stat().st_size == before


def test_a_new_segment_begins_when_one_is_full(tmp_path: Path) -> None:
    filled(tmp_path, BODIES, segment=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["00000000", "00000001"]
    assert reopened(tmp_path, segment=2) == (BODIES, 0)
    assert sorted(path.name for path in tmp_path.iterdir())[-1] == "00000002"


def test_entries_are_read_from_any_place(tmp_path: Path) -> None:
    filled(tmp_path, BODIES, segment=2)
    journal = Journal(tmp_path, segment=2)
    list(journal.load())
    assert [list(journal.read(start)) for start in range(5)] == [BODIES[at:] for at in range(5)]
    journal.close()


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_torn_first_frame_of_a_new_segment_is_cut_off(tmp_path: Path, cut: int) -> None:
    filled(tmp_path, BODIES[:2], segment=2)
    (tmp_path / "00000001").write_bytes(frame(b"abcd")[:cut])
    assert reopened(tmp_path, segment=2) == (BODIES[:2], cut)


def test_an_earlier_segment_must_be_whole(tmp_path: Path) -> None:
    filled(tmp_path, BODIES, segment=2)
    first = tmp_path / "00000000"
    first.write_bytes(first.read_bytes()[:-1])
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        reopened(tmp_path, segment=2)


@pytest.mark.parametrize("name", ["00000002", "notes"])
def test_a_segment_too_many_is_corrupt(tmp_path: Path, name: str) -> None:
    filled(tmp_path, BODIES)
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        reopened(tmp_path)


def test_a_segment_that_is_too_long_is_corrupt(tmp_path: Path) -> None:
    filled(tmp_path, BODIES)
    with pytest.raises(LedgerFault, match="journal-corrupt"):
        reopened(tmp_path, segment=3)


def failing_once(error: int) -> Callable[[int], None]:
    left = [OSError(error, os.strerror(error))]

    def sync(_fd: int) -> None:
        if left:
            raise left.pop()

    return sync


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_a_failed_sync_is_final(tmp_path: Path, error: int) -> None:
    journal = Journal(tmp_path, sync=failing_once(error))
    list(journal.load())
    for _ in range(2):
        with pytest.raises(LedgerFault, match="journal-failed") as fault:
            journal.append(b"one")
        assert os.strerror(error) in fault.value.detail
    assert journal.size == 0
    journal.close()


def test_a_full_medium_is_final(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    list(journal.load())
    (tmp_path / "00000000").symlink_to("/dev/full")
    with pytest.raises(LedgerFault, match="journal-failed"):
        journal.append(b"one")
    journal.close()


def test_one_journal_has_one_writer(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(LedgerFault, match="ledger-in-use"):
        Journal(tmp_path)
    journal.close()
    journal.close()
    Journal(tmp_path).close()

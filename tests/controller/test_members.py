"""Members' settings: found by number, told to their own seat alone, gone with the member."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.controller.members import MOST_SETTINGS, Members
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Wishes

E, N, W, S = Seat
LARGE = {"language": 1, "large": 1, "volume": 0}
NOBODY = Wishes(False)


def fixed(count: int) -> bytes:
    return bytes(count)


@pytest.fixture
def members(tmp_path: Path) -> Members:
    return Members(tmp_path / "members", fixed)


def test_settings_are_found_by_the_number_at_any_seat_and_only_there(members: Members) -> None:
    members.recall(E, "1234")
    assert members.wishes(E) == Wishes(True)
    members.keep(E, LARGE)
    members.recall(E, "")
    members.recall(W, "1234")
    assert members.wishes(W) == Wishes(True, LARGE)
    assert [members.wishes(seat) for seat in (E, N, S)] == [NOBODY] * 3
    members.recall(W, "1235")
    assert members.wishes(W) == Wishes(True)


@pytest.mark.parametrize("typed", ["", "no number", "\u0661\u0662", "1" * 13])
def test_what_is_no_number_is_nobody(members: Members, typed: str) -> None:
    members.recall(E, "7")
    members.recall(E, typed)
    members.keep(E, LARGE)
    assert members.wishes(E) == NOBODY


@pytest.mark.parametrize(
    "settings",
    [
        {"large": -1},
        {"large": 100},
        {"x" * 25: 1},
        {str(k): 1 for k in range(MOST_SETTINGS + 1)},
    ],
)
def test_what_is_too_much_is_not_kept(members: Members, settings: dict[str, int]) -> None:
    members.recall(E, "7")
    members.keep(E, settings)
    assert members.wishes(E) == Wishes(True)


def test_no_number_stands_in_any_file(members: Members, tmp_path: Path) -> None:
    members.recall(E, "314159")
    members.keep(E, LARGE)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 3
    assert not any(b"314159" in path.read_bytes() for path in files)
    assert not any("314159" in str(path) for path in files)
    assert {path.stat().st_mode & 0o077 for path in files} == {0}


def test_a_table_that_starts_again_knows_who_is_where(members: Members, tmp_path: Path) -> None:
    members.recall(E, "7")
    members.keep(E, LARGE)
    again = Members(tmp_path / "members", fixed)
    assert again.wishes(E) == Wishes(True, LARGE)
    assert again.settle({E: "A", N: "B"}) == frozenset()
    (tmp_path / "members" / "here.json").write_text('{"X": 1}')
    assert Members(tmp_path / "members", fixed).wishes(E) == NOBODY


def test_a_damaged_file_is_a_member_without_settings(members: Members, tmp_path: Path) -> None:
    members.recall(E, "7")
    members.keep(E, LARGE)
    for path in (tmp_path / "members" / "settings").iterdir():
        path.write_text("[]")
    assert members.wishes(E) == Wishes(True)


def test_a_disk_that_cannot_be_written_costs_the_memory_alone(tmp_path: Path) -> None:
    (tmp_path / "members").write_text("in the way")
    members = Members(tmp_path / "members", fixed)
    members.recall(E, "7")
    members.keep(E, LARGE)
    assert members.wishes(E) == NOBODY


def test_the_least_recent_is_forgotten_when_there_are_too_many(tmp_path: Path) -> None:
    members = Members(tmp_path / "members", fixed, most=2)
    for number in ("1", "2", "3"):
        members.recall(E, number)
        members.keep(E, LARGE)
    assert len(list((tmp_path / "members" / "settings").iterdir())) == 2
    assert members.wishes(E) == Wishes(True, LARGE)
    members.recall(E, "1")
    assert members.wishes(E) == Wishes(True)


# ------------------------------------------------------------------ people come, walk and leave


def test_who_stands_up_is_forgotten_and_who_typed_before_he_sat_is_not(members: Members) -> None:
    members.recall(E, "7")
    assert members.settle({}) == frozenset()
    assert members.settle({E: ""}) == frozenset()
    assert members.settle({E: "A", N: "B"}) == frozenset()
    assert members.wishes(E) == Wishes(True)
    assert members.settle({N: ""}) == {E}
    assert members.wishes(E) == NOBODY


def test_who_never_sat_is_forgotten_when_the_match_begins(members: Members) -> None:
    members.recall(E, "7")
    assert members.settle({N: "B", S: "D"}) == {E}
    assert members.wishes(E) == NOBODY


@given(st.permutations("ABCD"), st.permutations("ABCD"))
def test_settings_walk_with_their_player(old: list[str], new: list[str]) -> None:
    members = Members(Path("/nonexistent"), fixed)
    members._here = {seat: f"{letter}{'0' * 15}" for seat, letter in zip(Seat, old, strict=True)}
    del members._here[Seat[{"A": "E", "B": "N", "C": "W", "D": "S"}[old[0]]]]
    before = dict(zip(Seat, old, strict=True))
    after = dict(zip(Seat, new, strict=True))
    whose = {before[seat]: pid for seat, pid in members._here.items()}
    members.settle(before)
    told = members.settle(after)
    assert {after[seat]: pid for seat, pid in members._here.items()} == whose
    moved = {seat for seat in Seat if whose.get(before[seat]) != whose.get(after[seat])}
    assert told == moved

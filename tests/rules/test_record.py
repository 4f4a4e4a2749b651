"""A hand written as text is read back as it was, and reads well."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, RANKS, TILES, Seat, cards
from table_firmware.rules.claiming import Claim, Discard
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.record import Record, parse, write
from table_firmware.rules.round import (
    Action,
    Give,
    Managed,
    Pass,
    Play,
    Proceed,
    Reading,
    Settle,
    TimedOut,
)

words = st.text("abcdefghijklmnopqrstuvwxyz_/0123456789", min_size=1)
some_cards = st.lists(st.sampled_from(FACES), max_size=8).map(tuple)
seats = st.sampled_from(Seat)
tiles = st.sampled_from(TILES)
readings = st.builds(
    Reading,
    st.sampled_from(["pair", "straight_flush", "bomb"]),
    st.integers(-1, 17),
    st.integers(0, 10),
    st.booleans(),
    st.sampled_from([(), (), (7,), (3, 7)]),
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Play, seats, some_cards, st.none() | readings),
    st.builds(Give, seats, some_cards),
    st.builds(Claim, seats, words, st.lists(st.tuples(tiles, tiles, tiles), max_size=3).map(tuple)),
    st.builds(Discard, seats, tiles),
    *(st.builds(kind, seats) for kind in (Pass, TimedOut, Managed, Settle)),
    st.just(Proceed()),
)
deals = st.builds(
    Deal,
    st.tuples(some_cards, some_cards, some_cards, some_cards),
    st.dictionaries(words, st.integers(0, 99), max_size=3),
    st.none() | seats,
    st.sampled_from(["", *RANKS]),
    st.booleans(),
    st.integers(0, 99),
)
records = st.builds(
    Record,
    words,
    st.dictionaries(words, words, max_size=3),
    deals,
    st.lists(actions).map(tuple),
)


@given(records)
@settings(deadline=None)
def test_a_record_is_read_back_as_it_was_written(record: Record) -> None:
    assert parse(write(record)) == record


EXAMPLE = """\
game chinpok/1
option managed_follow pass
draw leader 0
draw trump 7
leads E
trump 7
hand E  S7 H7 LJ
hand N  H2 D9
hand W  C3 C4
hand S  -

E lays LJ
N lays -
shown
E plays S7 H7
N plays H2 D9 as pair 9
W plays C3 as single 3 of 2
S times out
E is managed
W passes
settled for S
"""

SOME = Record(
    chinpok.VERSION,
    {"managed_follow": "pass"},
    Deal(
        (cards("S7 H7 LJ"), cards("H2 D9"), cards("C3 C4"), ()),
        {"leader": 0, "trump": 7},
        Seat.E,
        "7",
    ),
    (
        Give(Seat.E, cards("LJ")),
        Give(Seat.N, ()),
        Proceed(),
        Play(Seat.E, cards("S7 H7")),
        Play(Seat.N, cards("H2 D9"), Reading("pair", 9, 2)),
        Play(Seat.W, cards("C3"), Reading("single", 3, 2)),
        TimedOut(Seat.S),
        Managed(Seat.E),
        Pass(Seat.W),
        Settle(Seat.S),
    ),
)


def test_a_record_has_one_line_a_fact() -> None:
    assert write(SOME) == EXAMPLE


def test_pure_hearts_are_named() -> None:
    play = Play(Seat.E, cards("H3 H4 H5 H6 H7"), Reading("straight_flush", 7, 5, pure=True))
    text = write(replace(SOME, actions=(play,)))
    assert text.endswith("\nE plays H3 H4 H5 H6 H7 as straight_flush 7 pure\n")
    assert parse(text).actions == (play,)


def test_what_counts_beside_the_key_is_named() -> None:
    pairs = "S7 H7 S8 H8"
    play = Play(
        Seat.E, cards(f"S3 H3 C3 S4 H4 C4 {pairs}"), Reading("plate_tube", 4, 10, more=(8,))
    )
    text = write(replace(SOME, actions=(play,)))
    assert text.endswith(f" {pairs} as plate_tube 4 with 8\n")
    assert parse(text).actions == (play,)


def test_hands_before_that_nobody_won_are_told_from_one_on() -> None:
    for drawn in (1, 2):
        told = write(replace(SOME, deal=replace(SOME.deal, drawn=drawn)))
        assert f"\nafter drawn {drawn}\n" in told
        assert parse(told).deal.drawn == drawn
    assert "after" not in write(SOME)


def test_another_action_changes_one_line() -> None:
    other = replace(SOME, actions=(*SOME.actions[:-1], Settle(Seat.N)))
    lines = zip(write(SOME).splitlines(), write(other).splitlines(), strict=True)
    assert [pair for pair in lines if pair[0] != pair[1]] == [("settled for S", "settled for N")]


def test_comments_and_blank_lines_are_not_read() -> None:
    remarks = EXAMPLE.replace("\n", "  # a remark\n\n")
    assert parse(remarks) == SOME


@pytest.mark.parametrize(
    "line",
    [
        "game chinpok/2",
        "option managed_follow settle",
        "draw trump 3",
        "draw other x",
        "leads N",
        "leads X",
        "trump 8",
        "hand E S7",
        "hand X S7",
        "E lays",
        "E lays S1",
        "E plays",
        "E plays S7 as",
        "E plays S7 as single",
        "E plays S7 as single seven",
        "E plays S7 as single 7 by 2",
        "X passes",
        "E thinks",
        "E claims chi s1 s2",
        "E claims chi s1 s2 s33",
        "E discards s11",
        "after drawn 0",
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match=f"line 23 cannot be read: '{line}'"):
        parse(f"{EXAMPLE}\n{line}\n")


@pytest.mark.parametrize("missing", ["game", "hand W"])
def test_a_record_without_its_game_or_a_hand_is_refused(missing: str) -> None:
    lines = [line for line in EXAMPLE.splitlines() if not line.startswith(missing)]
    with pytest.raises(ValueError, match="missing"):
        parse("\n".join(lines))

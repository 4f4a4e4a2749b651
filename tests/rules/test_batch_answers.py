"""What is asked well is answered: what beats, what may be played, who wins, how a round stands."""

from typing import Any

import pytest

from table_firmware.rules.batch.fields import READINGS
from tests.rules.requests import (
    BEATS,
    CLASSIFY,
    MINIMAL,
    PLAYS,
    RANK,
    RECORD,
    ROUND,
    SCORE,
    act,
    ask,
    complaint,
)


def test_what_is_no_combination_beats_nothing() -> None:
    assert ask(BEATS, left=["S4", "S5"]) == {"beats": False, "reading": None}


def test_right_may_be_named_in_another_reading() -> None:
    right = ["S7", "C7", "S8", "C8", "H2"]
    left = ["S7", "D7", "H7", "D3", "S3"]
    named = {"type": "full_house", "key": 7, "size": 5}
    sixes = ["S6", "C6", "D6", "S3", "C3"]
    assert ask(BEATS, trump="2", left=sixes, right=right)["beats"] is False
    assert ask(BEATS, trump="2", left=left, right=right, right_reading=named)["beats"] is False
    eights = ["S8", "C8", "D8", "S3", "C3"]
    assert ask(BEATS, trump="2", left=eights, right=right)["beats"] is False
    answered = ask(BEATS, trump="2", left=eights, right=right, right_reading=named)
    assert answered == {"beats": True, "reading": {"type": "full_house", "key": 8, "size": 5}}


def test_plays_are_listed_unless_that_is_declined() -> None:
    single = {"type": "single", "key": 3, "size": 1}
    answered = ask(PLAYS, hand=["S3"])
    assert answered == {
        "count": 1,
        "by_type": {"single": 1},
        "pure": 0,
        "plays": [{"cards": ["S3"], "reading": single}],
    }
    assert "plays" not in ask(PLAYS, list=False)


ALL_READINGS = [
    {"type": name, "key": key, "size": size}
    for name, (sizes, keys) in READINGS.items()
    for size in sizes
    for key in keys
]


@pytest.mark.parametrize(
    ("name", "sizes", "keys"),
    [
        ("single", (1, 1), (2, 17)),
        ("pair", (2, 2), (2, 17)),
        ("triple", (3, 3), (2, 15)),
        ("full_house", (5, 5), (2, 15)),
        ("straight", (5, 5), (5, 14)),
        ("tube", (6, 6), (3, 14)),
        ("plate", (6, 6), (2, 14)),
        ("bomb", (4, 10), (2, 15)),
        ("straight_flush", (5, 5), (5, 14)),
        ("four_jokers", (4, 4), (0, 0)),
    ],
)
def test_a_reading_to_beat_is_one_of_its_type(
    name: str, sizes: tuple[int, int], keys: tuple[int, int]
) -> None:
    def asked(size: int, key: int) -> Any:
        return ask(MINIMAL, to_beat={"type": name, "size": size, "key": key})

    for size in sizes:
        for key in keys:
            assert "error" not in asked(size, key)
    for beyond in (sizes[0] - 1, sizes[1] + 1):
        assert complaint(asked(beyond, keys[0])).startswith("to_beat.size: not within")
    for beyond in (keys[0] - 1, keys[1] + 1):
        assert complaint(asked(sizes[0], beyond)).startswith("to_beat.key: not within")


@pytest.mark.parametrize("trump", "27A")
def test_every_reading_can_be_asked_to_be_beaten(trump: str) -> None:
    hand = [
        "S2",
        "H2",
        "C2",
        "D2",
        "S7",
        "H7",
        "C7",
        "D7",
        "SA",
        "HA",
        "CA",
        "DA",
        "H3",
        "H4",
        "H5",
        "H6",
        "LJ",
        "BJ",
        "LJ",
        "BJ",
    ]
    for reading in ALL_READINGS:
        listed = ask(PLAYS, trump=trump, hand=hand, to_beat=reading)
        assert listed["count"] == len(listed["plays"]) == sum(listed["by_type"].values())
        smallest = ask(MINIMAL, trump=trump, hand=hand, to_beat=reading)["play"]
        assert smallest in listed["plays"] or (smallest is None and listed["count"] == 0)


def test_a_pure_reading_says_so() -> None:
    hearts = ["H3", "H4", "H5", "H6", "H7"]
    reading = ask(CLASSIFY, trump="9", cards=hearts)["default"]
    assert reading == {"type": "straight_flush", "key": 7, "size": 5, "pure": True}


def test_nothing_can_be_made_of_no_cards() -> None:
    assert ask(CLASSIFY, cards=[]) == {"readings": [], "default": None}
    assert ask(MINIMAL, hand=[]) == {"play": None}
    assert ask(PLAYS, hand=[])["count"] == 0


def test_a_hand_settled_early_may_have_nobody_out() -> None:
    answered = ask(
        SCORE,
        finish=[],
        left={"E": 9, "N": 8, "W": 7, "S": 8},
        settled={"disconnected": "N", "to_act": "N"},
    )
    assert answered["place"] == {"E": 4, "N": 3, "W": 1, "S": 2}
    assert answered["winner"] == "EW"


def test_a_settled_hand_counts_in_a_ranking() -> None:
    settled = {
        **RECORD,
        "finish": ["E"],
        "left": {"N": 9, "W": 6, "S": 9},
        "settled": {"disconnected": "N", "to_act": "N"},
        "disconnected": ["D"],
    }
    lines = ask(RANK, mode="3", hands=[settled] * 3)["ranking"]
    assert [(line["who"], line["rank"]) for line in lines] == [
        (["A"], 1),
        (["C"], 2),
        (["B"], 3),
        (["D"], None),
    ]
    assert lines[3]["unfinished"] is True


def test_persons_may_change_partners_between_hands() -> None:
    moved = {**RECORD, "seats": {"E": "A", "S": "D", "W": "B", "N": "C"}}
    assert "ranking" in ask(RANK, mode="3", hands=[RECORD, moved])


def test_a_round_without_actions_stands_at_its_beginning() -> None:
    assert ask(ROUND) == {
        "accepted": 0,
        "refused": None,
        "turn": "E",
        "leading": True,
        "exchanged": {"EW": None, "NS": None},
        "to_beat": None,
        "played": [],
        "out": [],
        "left": {"E": 2, "N": 2, "W": 2, "S": 2},
        "over": False,
        "result": None,
    }


def test_plays_and_passes_are_told_in_order() -> None:
    actions = [
        {"seat": "E", "play": ["D5"], "reading": None},
        {"seat": "N", "pass": True},
        {"seat": "W", "managed": True},
    ]
    single = {"type": "single", "key": 5, "size": 1}
    assert ask(ROUND, actions=actions)["played"] == [
        {"seat": "E", "cards": ["D5"], "reading": single},
        {"seat": "N", "pass": True},
        {"seat": "W", "pass": True},
    ]


def test_an_exchange_not_finished_keeps_the_play_closed() -> None:
    actions = [{"seat": "E", "exchange": ["D5"]}, {"seat": "E", "play": ["D2"]}]
    answered = ask(ROUND, actions=actions)
    assert answered["refused"] == {"at": 1, "code": "not-your-turn"}
    assert (answered["turn"], answered["leading"]) == (None, False)


def test_a_seat_may_time_out_of_the_exchange() -> None:
    actions = [
        {"seat": "W", "timeout": True},
        {"seat": "E", "exchange": ["D5"]},
        {"seat": "N", "managed": True},
        {"seat": "S", "exchange": []},
        {"seat": "E", "play": ["D5"]},
    ]
    assert ask(ROUND, actions=actions)["accepted"] == 5


def test_an_exchange_after_a_play_is_closed() -> None:
    actions = [{"seat": "E", "play": ["D5"]}, {"seat": "E", "exchange": []}]
    assert ask(ROUND, actions=actions)["refused"] == {"at": 1, "code": "exchange-closed"}


def test_a_reading_that_no_cards_have_is_refused_by_the_rules() -> None:
    answered = act(seat="E", play=["D5"], reading={"type": "single", "key": 99, "size": 7})
    assert answered["refused"] == {"at": 0, "code": "bad-reading"}


def test_three_copies_in_a_play_are_refused_by_the_rules() -> None:
    assert act(seat="E", play=["D5"] * 3)["refused"] == {"at": 0, "code": "not-in-hand"}

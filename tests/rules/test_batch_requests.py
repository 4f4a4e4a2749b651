"""What is malformed is answered with the field's name, and the batch goes on."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.batch import LINE_LIMIT, answer
from table_firmware.rules.batch.fields import READINGS

HANDS = {"E": ["D5", "D2"], "N": ["DK", "D6"], "W": ["C3", "C4"], "S": ["H3", "H4"]}
CLASSIFY = {"op": "classify", "game": "chinpok", "trump": "7", "cards": ["S3"]}
BEATS = {"op": "beats", "game": "chinpok", "trump": "7", "left": ["S4"], "right": ["S3"]}
PLAYS = {"op": "plays", "game": "chinpok", "trump": "7", "hand": ["S3", "S4"], "to_beat": None}
MINIMAL = {**PLAYS, "op": "minimal"}
SCORE = {"op": "score", "game": "chinpok", "finish": ["E", "W"], "left": {"S": 8, "N": 5}}
RECORD = {
    "seats": {"E": "A", "S": "B", "W": "C", "N": "D"},
    "finish": ["E", "W"],
    "left": {"S": 8, "N": 5},
}
RANK = {"op": "rank", "game": "chinpok", "mode": "2", "hands": [RECORD]}
ROUND = {
    "op": "round",
    "game": "chinpok",
    "trump": "7",
    "leader": "E",
    "hands": HANDS,
    "actions": [],
}
PAIR = {"type": "pair", "key": 9, "size": 2}


def ask(request: Any, **changes: Any) -> Any:
    return json.loads(answer(json.dumps({**request, **changes})))


def complaint(answered: Any) -> str:
    assert answered["error"]["code"] == "bad-request"
    return str(answered["error"]["message"])


def act(**action: Any) -> Any:
    return ask(ROUND, actions=[action])


# ------------------------------------------------------------------ lines


@pytest.mark.parametrize(
    "line",
    ["", "x", "{", "[]", "7", "null", '{"id":NaN}', "[" * 60_000, '{"op":' * 5_000, "\ud800"],
)
def test_a_line_that_is_no_object_is_answered_all_the_same(line: str) -> None:
    assert complaint(json.loads(answer(line))).startswith("line: ")


def padded(size: int) -> str:
    line = json.dumps({**CLASSIFY, "pad": ""})
    return json.dumps({**CLASSIFY, "pad": "x" * (size - len(line))})


def test_a_line_may_have_64_kib_and_no_more() -> None:
    assert LINE_LIMIT == 65_536
    assert "default" in json.loads(answer(padded(LINE_LIMIT)))
    assert "default" in json.loads(answer(padded(LINE_LIMIT) + "\n"))
    assert complaint(json.loads(answer(padded(LINE_LIMIT + 1)))) == "line: longer than 64 KiB"


def test_the_limit_counts_bytes_and_not_letters() -> None:
    line = json.dumps({"id": "牌" * (LINE_LIMIT // 3)}, ensure_ascii=False)
    assert complaint(json.loads(answer(line))) == "line: longer than 64 KiB"


@pytest.mark.parametrize("name", ["a", "", "牌", 7, 1.5, True, None, "\ud800"])
def test_the_id_comes_back_with_answers_and_complaints(name: Any) -> None:
    assert ask(CLASSIFY, id=name)["id"] == name
    assert ask(CLASSIFY, id=name, trump="1")["id"] == name
    assert "id" not in ask(CLASSIFY)


@pytest.mark.parametrize("name", [[], {}, 1e999])
def test_an_id_that_cannot_come_back_is_refused(name: Any) -> None:
    line = json.dumps({**CLASSIFY, "id": name}).replace("Infinity", "1e999")
    assert complaint(json.loads(answer(line))).startswith("id: ")


@given(st.text())
@settings(deadline=None)
def test_no_line_stops_the_batch(line: str) -> None:
    assert isinstance(json.loads(answer(line)), dict)


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.sampled_from(["E", "S7", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("request_", [CLASSIFY, BEATS, PLAYS, SCORE, RANK, ROUND])
@given(st.data())
def test_no_value_of_a_field_stops_the_batch(request_: Any, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from([*request_, "settled", "right_reading", "list"]))
    answered = ask(request_, **{field: data.draw(plain)})
    assert isinstance(answered, dict)


# ------------------------------------------------------------------ fields


@pytest.mark.parametrize(
    ("request_", "changes", "expected"),
    [
        (CLASSIFY, {"op": "shuffle"}, "op: not one of classify beats"),
        (CLASSIFY, {"op": 7}, "op: not a string"),
        (CLASSIFY, {"game": "whist"}, "game: not one of chinpok"),
        (CLASSIFY, {"trump": "23"}, "trump: not one of 2 3"),
        (CLASSIFY, {"trump": None}, "trump: not a string"),
        (CLASSIFY, {"cards": "S3"}, "cards: not a list"),
        (CLASSIFY, {"cards": ["S1"]}, "cards: not a list of cards"),
        (CLASSIFY, {"cards": [["S3"]]}, "cards: not a list of cards"),
        (CLASSIFY, {"cards": ["S3"] * 3}, "cards: more than 2 cards of one face"),
        (BEATS, {"left": ["S1"]}, "left: "),
        (BEATS, {"right": ["S3", "S4"]}, "right: not a combination"),
        (BEATS, {"right_reading": PAIR}, "right_reading: not a reading of right"),
        (BEATS, {"right_reading": {"type": "pair"}}, "right_reading.key: missing"),
        (BEATS, {"right_reading": 7}, "right_reading: not an object"),
        *(
            (
                BEATS,
                {"right_reading": {**PAIR, field: 2**31}},
                f"right_reading.{field}: not within -2147483648 to 2147483647",
            )
            for field in ("key", "size")
        ),
        (PLAYS, {"list": 1}, "list: not true or false"),
        (PLAYS, {"to_beat": {**PAIR, "type": "chain"}}, "to_beat.type: not one of single"),
        (PLAYS, {"to_beat": {**PAIR, "key": 18}}, "to_beat.key: not within 2 to 17"),
        (PLAYS, {"to_beat": {**PAIR, "key": True}}, "to_beat.key: not a whole number"),
        (PLAYS, {"to_beat": {**PAIR, "size": 3}}, "to_beat.size: not within 2 to 2"),
        (PLAYS, {"to_beat": {**PAIR, "pure": True}}, "to_beat.pure: only a straight flush"),
        (MINIMAL, {"hand": None}, "hand: not a list"),
        (SCORE, {"finish": ["E", "E"]}, "finish: names one twice"),
        (SCORE, {"finish": ["E", 7]}, "finish: not a list out of E N W S"),
        (SCORE, {"finish": ["E", "N"]}, "finish: the hand is not over"),
        (SCORE, {"finish": ["E", "W", "N"]}, "finish: goes on after the end"),
        (SCORE, {"left": {"S": 8}}, "left: must name N S"),
        (SCORE, {"left": {"S": 8, "N": 28}}, "left.N: not within 1 to 27"),
        (SCORE, {"left": {"S": 0, "N": 2}}, "left.S: not within 1 to 27"),
        (SCORE, {"settled": {"disconnected": "E"}}, "settled.to_act: missing"),
        (RANK, {"mode": "5"}, "mode: not one of 1A 1B 2 3 4"),
        (RANK, {"hands": []}, "hands: none"),
        (RANK, {"hands": [7]}, "hands[0]: not an object"),
        (RANK, {"hands": [{**RECORD, "seats": {}}]}, "hands[0].seats: must name E N W S"),
        (
            RANK,
            {"hands": [{**RECORD, "seats": dict.fromkeys("ENWS", "A")}]},
            "hands[0].seats: names a player twice",
        ),
        (
            RANK,
            {"hands": [RECORD, {**RECORD, "seats": {"E": "A", "S": "C", "W": "B", "N": "D"}}]},
            "hands: not the same players throughout",
        ),
        (
            RANK,
            {"hands": [{**RECORD, "disconnected": ["X"]}]},
            "hands[0].disconnected: not a list out of A D C B",
        ),
        (ROUND, {"leader": "X"}, "leader: not one of E N W S"),
        (ROUND, {"hands": {**HANDS, "E": []}}, "hands.E: holds no card"),
        (ROUND, {"hands": {**HANDS, "E": ["DK", "DK"]}}, "hands: more than 2 cards of one face"),
        (ROUND, {"actions": [{}]}, "actions[0].seat: must come with one of play"),
        (ROUND, {"actions": [{"seat": "E", "pass": True, "play": []}]}, "actions[0].seat: must"),
        (ROUND, {"actions": [{"seat": "E", "pass": False}]}, "actions[0].pass: not true"),
        (ROUND, {"actions": [{"seat": "E", "timeout": 1}]}, "actions[0].timeout: not true"),
        (ROUND, {"actions": [{"seat": "E", "managed": None}]}, "actions[0].managed: not true"),
        (ROUND, {"actions": [{"pass": True}]}, "actions[0].seat: missing"),
        (ROUND, {"actions": [{"seat": "E", "play": "D5"}]}, "actions[0].play: not a list"),
        (
            ROUND,
            {"actions": [{"seat": "E", "play": ["D5"], "reading": {"key": 5}}]},
            "actions[0].reading.type: missing",
        ),
    ],
)
def test_a_bad_field_is_named(request_: Any, changes: Any, expected: str) -> None:
    assert complaint(ask(request_, **changes)).startswith(expected)


@pytest.mark.parametrize("request_", [CLASSIFY, BEATS, PLAYS, MINIMAL, SCORE, RANK, ROUND])
def test_every_field_is_needed(request_: Any) -> None:
    assert "error" not in ask(request_)
    for field in request_:
        short = {key: value for key, value in request_.items() if key != field}
        assert complaint(ask(short)) == f"{field}: missing"


# ------------------------------------------------------------------ answers


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

"""rules-batch for 双扣 and 三叉子: the same operations, with their own fields."""

import json
from typing import Any

import pytest

from table_firmware.rules.batch import answer
from table_firmware.rules.game import Game
from table_firmware.rules.games import tried
from tests.fifth_game import twelve

HANDS = {"E": ["S4", "H4", "C4", "BJ"], "N": ["D9", "S9"], "W": ["C5", "C7"], "S": ["HK", "HA"]}
SERIAL = {"type": "serial", "key": 7, "size": 12, "more": [3, 7]}


def ask(op: str, game: str = "shuangkou-qianbian", **fields: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(answer(json.dumps({"op": op, "game": game} | fields)))
    return reply


def wrong(op: str, game: str = "shuangkou-qianbian", **fields: Any) -> str:
    return str(ask(op, game, **fields)["error"]["message"])


def test_readings_come_strongest_first_and_tell_what_else_counts() -> None:
    told = ask("classify", "sanchazi", cards=["S8", "H8", "C8", "DJ", "SJ"])
    assert told["default"] == {"type": "full_house", "key": 8, "size": 5, "more": [11]}
    bomb = ask("classify", cards=["S4", "H4", "C4", "BJ"])
    assert [each["type"] for each in bomb["readings"]] == ["bomb"]
    plain = ask("classify", cards=["S4", "H4", "C4", "BJ"], options={"wild": "none"})
    assert plain == {"readings": [], "default": None}
    assert ask("classify", cards=[]) == plain


def test_of_a_game_without_operations_nothing_is_answered() -> None:
    game: Game = twelve
    with tried(game):
        assert "no question about this game" in wrong("classify", "twelve", cards=["SJ"])


def test_what_beats_what() -> None:
    bomb, pair = ["S4", "H4", "C4", "BJ"], ["SK", "HK"]
    assert ask("beats", left=bomb, right=pair)["reading"]["type"] == "bomb"
    assert ask("beats", left=pair, right=bomb) == {"beats": False, "reading": None}
    assert ask("beats", left=[], right=pair)["beats"] is False
    named = {"type": "pair", "key": 13, "size": 2}
    assert ask("beats", left=["SA", "HA"], right=pair, right_reading=named)["beats"]


def test_plays_are_counted_and_listed_only_when_asked_for() -> None:
    lead = ask("plays", hand=["S3", "H3", "C3"], to_beat=None)
    assert lead == {"count": 7, "by_type": {"single": 3, "pair": 3, "triple": 1}}
    assert len(ask("plays", hand=["S3", "H3", "C3"], to_beat=None, list=True)["plays"]) == 7
    least = ask(
        "minimal",
        "sanchazi",
        hand=["S3", "S3", "S3"],
        to_beat={**SERIAL, "type": "bomb", "more": []},
    )
    assert least["play"]["reading"]["type"] == "cha"
    assert ask("minimal", hand=["S3"], to_beat=SERIAL) == {"play": None}


@pytest.mark.parametrize(
    ("hand", "to_beat"),
    [
        ("S4 H4 C4 S5 H5", {"type": "full_house", "key": 3, "size": 5, "more": [4]}),
        (
            "S4 H4 C4 S5 H5 C5 S8 H8 S9 H9",
            {"type": "plate_tube", "key": 4, "size": 10, "more": [8]},
        ),
    ],
)
def test_what_lies_beside_must_be_beaten_as_well(hand: str, to_beat: dict[str, Any]) -> None:
    found = ask("minimal", "sanchazi", hand=hand.split(), to_beat=to_beat)["play"]
    assert found["reading"] == {
        **to_beat,
        "key": to_beat["key"] + 1,
        "more": [to_beat["more"][0] + 1],
    }


def test_a_hand_is_told_with_its_places_and_facts() -> None:
    told = ask(
        "round",
        draws={"start": 0, "flip": 8},
        hands=HANDS,
        actions=[
            {"seat": "E", "play": ["BJ", "S4", "H4", "C4"]},
            {"seat": "N", "pass": True},
            {"seat": "W", "timeout": True},
            {"seat": "S", "managed": True},
            {"seat": "W", "play": ["C5"], "reading": {"type": "single", "key": 5, "size": 1}},
            {"seat": "E", "pass": True},
        ],
    )
    assert (told["accepted"], told["refused"]) == (5, {"at": 5, "code": "not-your-turn"})
    assert told["places"] == {seat: seat for seat in "ENWS"}
    assert told["out"] == ["E"]
    assert told["facts"]["contribution"] == [0, 0, 0, 0]
    assert (told["turn"], told["leading"], told["over"], told["result"]) == (
        "S",
        False,
        False,
        None,
    )


def test_who_leads_has_nothing_to_beat() -> None:
    given: dict[str, Any] = {"draws": {"start": 0, "flip": 8}, "hands": HANDS}
    before = ask("round", **given, actions=[])
    assert (before["turn"], before["leading"], before["to_beat"]) == ("E", True, None)
    after = ask("round", **given, actions=[{"seat": "E", "play": ["S4"]}])
    assert (after["turn"], after["leading"]) == ("N", False)
    assert after["to_beat"] == {"type": "single", "key": 4, "size": 1}
    assert after["left"] == {"E": 3, "N": 2, "W": 2, "S": 2}


def test_a_hand_to_its_end_after_lifting() -> None:
    told = ask(
        "round",
        "sanchazi",
        draws={"start": 0, "flip1": 0, "flip2": 0},
        leader="E",
        after_double_down=True,
        hands={"E": ["S5"], "S": ["D3"], "W": ["SK"], "N": ["D4"]},
        actions=[
            {"seat": "E", "play": ["S5"]},
            {"seat": "S", "pass": True},
            {"seat": "W", "play": ["SK"]},
        ],
    )
    assert told["over"]
    assert told["result"]["double_down"]
    assert told["facts"]["points"] == [15, 0]
    assert (told["turn"], told["leading"]) == (None, False)


def test_a_hand_to_its_end_by_five_time_outs_in_a_row() -> None:
    """With `escape` on; what follows is no part of it any more."""
    passes = [{"seat": seat, "pass": True} for seat in "SWN"]
    told = ask(
        "round",
        "sanchazi",
        options={"escape": "on"},
        draws={"start": 0, "flip1": 0, "flip2": 0},
        leader="E",
        after_double_down=True,
        hands={"E": ["S3", "S4", "S5", "S6", "S7", "S8"], "S": ["D3"], "W": ["SK"], "N": ["D4"]},
        actions=[{"seat": "E", "timeout": True}, *passes] * 5,
    )
    assert (told["accepted"], told["refused"]) == (17, {"at": 17, "code": "round-over"})
    assert told["over"]
    assert told["left"] == {"E": 1, "N": 1, "W": 1, "S": 1}
    assert told["result"]["position_tenths"] == {"E": -100, "N": 0, "W": 0, "S": 0}


def test_only_after_lifting_one_flipped_card_alone_decides_who_moves() -> None:
    given: dict[str, Any] = {"draws": {"start": 0, "flip1": 1, "flip2": 1}, "leader": "E"}
    given |= {"hands": {"E": ["S5"], "S": ["D3"], "W": ["SK"], "N": ["D4"]}, "actions": []}
    both = ask("round", "sanchazi", **given)
    assert both["places"] == {"E": "E", "N": "W", "W": "N", "S": "S"}
    one = ask("round", "sanchazi", **given, after_double_down=True)
    assert one["places"] == {"E": "E", "N": "N", "W": "S", "S": "W"}


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("op", {"op": "shuffle"}),
        ("game", {"op": "classify", "game": "bridge"}),
        ("options: ", {"op": "classify", "cards": [], "options": {"wild": "all"}}),
        ("cards: more than 2", {"op": "classify", "cards": ["S3"] * 3}),
        ("right: not a combination", {"op": "beats", "left": ["S3"], "right": ["S3", "S4"]}),
        ("right: not a combination", {"op": "beats", "left": ["S3"], "right": []}),
        (
            "right_reading: not a reading",
            {"op": "beats", "left": ["S3"], "right": ["S4"], "right_reading": SERIAL},
        ),
        ("to_beat.type", {"op": "minimal", "hand": [], "to_beat": {"type": "cha"}}),
        (
            "to_beat.key: not within 0 to 17",
            {"op": "minimal", "hand": [], "to_beat": {**SERIAL, "key": 18}},
        ),
        (
            "to_beat.size: not within 1 to 41",
            {"op": "minimal", "hand": [], "to_beat": {**SERIAL, "size": 42}},
        ),
        ("to_beat.more", {"op": "minimal", "hand": [], "to_beat": {**SERIAL, "more": [3]}}),
        ("to_beat.more", {"op": "minimal", "hand": [], "to_beat": {**SERIAL, "more": ["3", 7]}}),
        ("hands.N: holds no card", {"op": "round", "hands": {**HANDS, "N": []}}),
        ("draws.flip", {"op": "round", "hands": HANDS, "draws": {"start": 0, "flip": 52}}),
    ],
)
def test_a_wrong_field_is_named(message: str, fields: dict[str, Any]) -> None:
    given = {"draws": {"start": 0, "flip": 0}, "actions": []} | fields
    assert wrong(**given).startswith(message)

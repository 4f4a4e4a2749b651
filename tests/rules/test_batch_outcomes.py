"""rules-batch: scores and rankings of 双扣, 三叉子 and 跑胡子."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from table_firmware.rules import duplicate
from table_firmware.rules.batch import answer
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.games.shuangkou.readings import HEAVY
from table_firmware.rules.round import HandResult
from tests.laying_games import dealt, opened

GAMES_PAGES: Final = Path(__file__).parents[2] / "docs" / "games"
OUT: Final = ["E", "W"]
"""Both of a side are out."""


def ask(op: str, game: str = "shuangkou-baibian", **fields: Any) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(answer(json.dumps({"op": op, "game": game} | fields)))
    return reply


def wrong(op: str, game: str = "shuangkou-baibian", **fields: Any) -> str:
    return str(ask(op, game, **fields)["error"]["message"])


def points(told: dict[str, Any]) -> list[int]:
    """Of E N W S, in points."""
    return [tenths // 10 for tenths in told["position_tenths"].values()]


def bomb(rank: str, size: int) -> list[str]:
    return [suit + rank for suit in ("SHCD" * 2)[:size]]


# ------------------------------------------------------------------ 双扣


def test_s14_and_s15_what_a_hand_of_shuangkou_pays() -> None:
    left = {"N": 5, "S": 8}
    plain = ask("score", finish=OUT, left=left, bombs={})
    assert points(plain) == [3, -3, 3, -3]
    assert (plain["winner"], plain["double_down"], plain["facts"]["kou"]) == ("EW", True, [3])
    bombs = {"E": [bomb("5", 7)], "N": [bomb("9", 6)]}
    told = ask("score", finish=["E", "N", "W"], left={"S": 3}, bombs=bombs)
    assert told["facts"]["contribution"] == [4, 2, 0, 0]
    assert points(told) == [26, -14, 10, -22]


def test_s16_the_limit_of_baibian_and_the_options() -> None:
    nine = {"E": [[*bomb("5", 8), "BJ"]]}
    given: dict[str, Any] = {"finish": ["E", "N", "S"], "left": {"W": 1}, "bombs": nine}
    assert points(ask("score", **given)) == [64, -32, 0, -32]
    qianbian = ask("score", "shuangkou-qianbian", **given)
    assert qianbian["facts"]["multiplier"] == [32, 1, 1, 1]
    assert points(ask("score", **given, options={"kou": [2, 1, 0]})) == [48, -16, -16, -16]


def test_a_seat_may_have_played_its_whole_hand_in_bombs_and_with_those_left_no_more() -> None:
    sizes = zip("3456", (8, 8, 7, 4), strict=True)
    whole = [bomb(rank, size) for rank, size in sizes]
    seven = [bomb(rank, 7) for rank in "78"] + [bomb("9", 8)]
    bombs: dict[str, list[list[str]]] = {"E": whole, "N": seven, "W": [], "S": []}
    told = ask("score", finish=OUT, left={"N": 5, "S": 27}, bombs=bombs)
    assert told["facts"]["contribution"] == [20, 16, 0, 0]
    over = wrong("score", finish=OUT, left={"N": 6, "S": 27}, bombs=bombs)
    assert over == "bombs.N: more than 27 cards with those left"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["shuangkou-baibian", "shuangkou-qianbian", "sanchazi"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_of_a_hand_gives_the_score_that_the_game_gives(key: str, seed: int) -> None:
    """House players play it to the end; the request knows nothing but how it came out."""
    game = GAMES[key]
    state = opened(game, dealt(game, seed))
    while (clock := game.clock(state)) is not None:
        action = game.choose(game.view(state, clock.seats[0]))
        assert action is not None
        for event in game.decide(state, action):
            state = game.evolve(state, event)
    fields = told_sanchazi(state) if key == "sanchazi" else told_shuangkou(state)
    assert_same(ask("score", key, **fields), state.result)


def told_shuangkou(state: Any) -> dict[str, Any]:
    tricks = state.tricks
    bombs: dict[str, list[Sequence[Card]]] = {}
    for move in tricks.played:
        if move.play and move.play.reading.type in HEAVY:
            bombs.setdefault(move.seat.name, []).append(move.play.cards)
    left = {seat.name: len(tricks.hands[seat]) for seat in Seat if seat not in tricks.out}
    return {"finish": [seat.name for seat in tricks.out], "left": left, "bombs": bombs}


def told_sanchazi(state: Any) -> dict[str, Any]:
    tricks, facts = state.tricks, {fact.name: fact.numbers for fact in state.result.facts}
    left = {seat.name: tricks.hands[seat] for seat in Seat if seat not in tricks.out}
    return {
        "finish": [seat.name for seat in tricks.out],
        "left": left,
        "captured": dict(zip("ENWS", facts["captured"], strict=True)),
        "good_news": dict(zip("ENWS", facts["good_news"], strict=True)),
    }


def assert_same(told: dict[str, Any], result: HandResult) -> None:
    assert tuple(told["place"].values()) == result.place
    assert tuple(told["position_tenths"].values()) == result.position_tenths
    assert tuple(told["pair_tenths"].values()) == result.pair_tenths
    assert (told["winner"], told["double_down"]) == (result.winner, result.double_down)
    assert told["facts"] == {fact.name: list(fact.numbers) for fact in result.facts}


# ------------------------------------------------------------------ 三叉子


def captured(**points: int) -> dict[str, int]:
    return dict.fromkeys("ENWS", 0) | points


def test_t10_t11_and_t14_what_a_hand_of_sanchazi_pays() -> None:
    low = {"N": ["S3"], "S": ["H4"]}
    lifted = ask("score", "sanchazi", finish=OUT, left=low, captured=captured(E=200, W=100))
    assert points(lifted) == [6, -6, 6, -6]
    told = ask(
        "score",
        "sanchazi",
        finish=["N", "E", "S"],
        left={"W": ["S5", "HT", "CK"]},
        captured=captured(E=60, W=80, N=100, S=35),
    )
    assert (told["facts"]["points"], points(told)) == ([60, 240], [-2, 2, -2, 2])
    quiet = {"finish": ["E", "N", "S"], "left": {"W": ["S3"]}}
    quiet |= {"captured": dict.fromkeys("ENWS", 75), "options": {"tie150": "zero"}}
    news = ask("score", "sanchazi", **quiet, good_news=captured(N=2))
    assert points(news) == [-4, 12, -4, -4]


def test_t15_who_leaves_for_good_loses_ten() -> None:
    told = ask("score", "sanchazi", escape="N", options={"escape": "on"})
    assert (points(told), told["winner"]) == ([0, -10, 0, 0], "")
    assert wrong("score", "sanchazi", escape="N") == "escape: not under these options"


# ------------------------------------------------------------------ rankings


def seats(order: str) -> dict[str, str]:
    return dict(zip("ENWS", order, strict=True))


def lines(told: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(line["who"][0], line["rank"], line["tenths"]) for line in told["ranking"]]


def test_people_are_ranked_by_their_points_whoever_their_partners_were() -> None:
    one = {"seats": seats("ADCB"), "finish": OUT, "left": {"N": 5, "S": 8}, "bombs": {}}
    other = one | {"seats": seats("ABDC")}
    told = ask("rank", mode="P4", hands=[one, other])
    assert lines(told) == [("A", 1, 60), ("C", 2, 0), ("D", 2, 0), ("B", 4, -60)]
    lifted = {"left": {"N": ["S3"], "S": ["H4"]}, "captured": captured(E=200)}
    told = ask("rank", "sanchazi", mode="P8", hands=[one | lifted])
    assert lines(told) == [("A", 1, 30), ("C", 1, 30), ("B", 3, -30), ("D", 3, -30)]


def test_three_are_ranked_by_what_they_won_of_each_other() -> None:
    three = {"E": "A", "N": "D", "W": "C"}
    hands = [{"seats": three, "winner": "E", "loss": 3}, {"seats": three, "winner": None}]
    hands += [{"seats": three, "winner": "W", "loss": 1}]
    told = ask("rank", "paohuzi", mode="P4", hands=hands)
    assert lines(told) == [("A", 1, 50), ("C", 2, -10), ("D", 3, -40)]


def test_p16_match_points_of_all_who_held_the_same() -> None:
    told = ask("points", "paohuzi", raw=[6, 2, 2, -1, -5])
    assert told == {"points": [8, 5, 5, 2, 0], "most": 8}
    assert ask("points", "paohuzi", raw=[6]) == {"points": [0], "most": 0}


def test_a_duplicate_event_is_ranked_by_exact_rates() -> None:
    raws = {"K": (6, -1), "L": (2, 3), "M": (2, 0), "N": (5, -2)}
    scores = [
        duplicate.Score(deal, table, Seat.E, name, both[deal])
        for table, (name, both) in enumerate(raws.items())
        for deal in range(2)
    ]
    scores.append(duplicate.Score(0, 0, Seat.N, "O", 1, 7))
    given: list[dict[str, Any]] = [
        {"deal": one.deal, "table": one.table, "seat": Seat(one.seat).name}
        | {"player": one.player, "raw": one.raw}
        | ({"millis": one.millis} if one.millis else {})
        for one in scores
    ]
    told = ask("rank", "paohuzi", scores=given)["ranking"]
    expected = duplicate.ranking(scores)
    assert [(line["player"], line["rank"], line["raw"], line["millis"]) for line in told] == [
        (line.player, line.rank, line.raw, line.millis) for line in expected
    ]
    assert [line["rate"] and Fraction(*line["rate"]) for line in told] == [
        line.rate for line in expected
    ]
    assert (told[0]["player"], told[0]["rate"]) == ("K", [2, 3])
    assert (told[-1]["player"], told[-1]["rank"], told[-1]["rate"]) == ("O", None, None)


# ------------------------------------------------------------------ what cannot be read

HAND: Final = {"finish": OUT, "left": {"N": 5, "S": 8}, "bombs": {}}
SANCHAZI: Final = {"finish": OUT, "left": {"N": ["S3"], "S": ["H4"]}, "captured": captured()}


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("finish: the hand is not over", {"finish": ["E"]}),
        ("finish: goes on after", {"finish": ["E", "W", "N"], "left": {"S": 1}}),
        ("left: must name N S", {"left": {}}),
        ("left.N: not within 1 to 27", {"left": {"N": 28, "S": 1}}),
        ("bombs: missing", {"bombs": None}),
        ("bombs: not by seat", {"bombs": {"X": []}}),
        ("bombs.E: not a list", {"bombs": {"E": 1}}),
        ("bombs.E[0]: not a list of cards", {"bombs": {"E": [["X"]]}}),
        ("bombs.E: not a bomb", {"bombs": {"E": [[]]}}),
        ("bombs.E: not a bomb", {"bombs": {"E": [["S3", "H3"]]}}),
        ("bombs.E: not a bomb", {"bombs": {"E": [["S3", "H4"]]}}),
        ("bombs: more than 2", {"bombs": {"E": [bomb("5", 8)], "W": [bomb("5", 4)]}}),
        (
            "bombs.N: more than 27 cards with those left",
            {"bombs": {"N": [bomb("5", 8), bomb("6", 8), bomb("7", 7)]}},
        ),
    ],
)
def test_a_hand_of_shuangkou_that_cannot_be_is_named(message: str, fields: Any) -> None:
    given = {key: value for key, value in (HAND | fields).items() if value is not None}
    assert wrong("score", **given).startswith(message)


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        ("left.N: holds no card", {"left": {"N": [], "S": ["S3"]}}),
        ("left: more than 3", {"left": {"N": ["S3"] * 2, "S": ["S3"] * 2}}),
        ("captured: must name", {"captured": {"E": 5}}),
        ("captured.E: not within", {"captured": captured(E=301)}),
        ("captured.E: not within", {"captured": captured(E=3)}),
        ("captured: more than 300", {"captured": captured(E=200, N=105)}),
        (
            "captured: more fives than the 1 that are not left",
            {
                "captured": captured(E=5, W=15),
                "left": {"N": ["S5", "H5", "D5", "C5"] * 2 + ["S5", "D5"], "S": ["H5"]},
            },
        ),
        (
            "captured: more than 300",
            {"captured": captured(E=300), "left": {"N": ["S5"], "S": ["S3"]}},
        ),
        ("good_news.E: not within", {"good_news": captured(E=3)}),
        ("good_news: more than 2 in all", {"good_news": captured(E=2, N=1)}),
    ],
)
def test_a_hand_of_sanchazi_that_cannot_be_is_named(message: str, fields: Any) -> None:
    assert wrong("score", "sanchazi", **(SANCHAZI | fields)).startswith(message)


@pytest.mark.parametrize(
    ("game", "message", "fields"),
    [
        ("sanchazi", "mode: not one of P4", {"mode": "3", "hands": []}),
        ("sanchazi", "hands: none", {"mode": "P4", "hands": []}),
        ("sanchazi", "hands[0].seats", {"mode": "P4", "hands": [{"seats": {"E": "A"}}]}),
        ("paohuzi", "mode: not one of P4", {"mode": "1A", "hands": []}),
        (
            "paohuzi",
            "hands[0].seats: must name E N W",
            {"mode": "P4", "hands": [{"seats": seats("ABCD")}]},
        ),
        ("paohuzi", "hands[0].winner", {"winner": "S", "loss": 1}),
        ("paohuzi", "hands[0].loss: missing", {"winner": "E"}),
        ("paohuzi", "hands[0].loss: not within 1 to 999999", {"winner": "E", "loss": 0}),
        ("paohuzi", "hands[0].loss: not within", {"winner": "E", "loss": 10**6}),
        ("paohuzi", "scores[0].seat", {"scores": [{"deal": 0, "table": 0, "seat": "S"}]}),
        ("paohuzi", "scores: a seat or a player twice", {"scores": [("E", "A"), ("E", "B")]}),
        ("paohuzi", "scores: a seat or a player twice", {"scores": [("E", "A"), ("N", "A")]}),
    ],
)
def test_a_ranking_that_cannot_be_is_named(game: str, message: str, fields: Any) -> None:
    if "winner" in fields:
        fields = {"mode": "P4", "hands": [{"seats": {"E": "A", "N": "D", "W": "C"}} | fields]}
    if fields.get("scores") and isinstance(fields["scores"][0], tuple):
        one = {"deal": 0, "table": 0, "raw": 0}
        fields = {"scores": [one | {"seat": seat, "player": who} for seat, who in fields["scores"]]}
    assert wrong("rank", game, **fields).startswith(message)


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        ("deal", "0 to 999999"),
        ("table", "0 to 999999"),
        ("raw", "-1000000 to 999999"),
        ("millis", "0 to 999999999"),
    ],
)
def test_the_numbers_of_a_duplicate_event_are_within_bounds(field: str, allowed: str) -> None:
    one = {"deal": 0, "table": 0, "seat": "E", "player": "A", "raw": 0} | {field: -(10**9)}
    said = wrong("rank", "paohuzi", scores=[one])
    assert said == f"scores[0].{field}: not within {allowed}"


def test_match_points_of_a_thousand_tables_are_told() -> None:
    assert ask("points", "paohuzi", raw=[0] * 1000) == {"points": [999] * 1000, "most": 1998}


@pytest.mark.parametrize("raw", [[], [1.5], ["1"], [0] * 1001])
def test_raw_scores_are_whole_numbers(raw: list[Any]) -> None:
    assert wrong("points", "paohuzi", raw=raw).startswith("raw: not a list of 1 to 1000")


@pytest.mark.parametrize("page", ["shuangkou", "sanchazi", "paohuzi"])
def test_the_questions_in_the_pages_are_answered(page: str) -> None:
    lines = (GAMES_PAGES / f"{page}.md").read_text().splitlines()
    asked = [line for line in lines if line.startswith('{"op"')]
    assert len(asked) >= 2
    for line in asked:
        assert "error" not in json.loads(answer(line)), line

"""Questions about 跑胡子 by lines of JSON."""

import json
from itertools import chain, permutations
from typing import Any

import pytest

from table_firmware.rules.batch import answer
from table_firmware.rules.cards import TILES
from table_firmware.rules.claiming import Claim, Discard
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options
from table_firmware.rules.games.paohuzi.house import choose
from table_firmware.rules.round import Managed, TimedOut
from tests.paohuzi import FACE, E, N, S, W, shuffled


def ask(op: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer(json.dumps({"game": "paohuzi", "op": op, **fields})))
    return found


def wrong(op: str, **fields: Any) -> str:
    return str(ask(op, **fields)["error"]["message"])


def faces(signs: str) -> list[str]:
    return [FACE[sign] for sign in signs]


def meld(kind: str, signs: str) -> dict[str, Any]:
    return {"kind": kind, "tiles": faces(signs)}


def test_p1_the_points_of_each_meld() -> None:
    told = ask(
        "classify", melds=[meld("peng", "三三三"), meld("ti", "捌捌捌捌"), meld("chi", "一二三")]
    )
    assert told == {"huxi": [1, 12, 3], "total": 16}


@pytest.mark.parametrize("kind", ["chi", "bi", "shun"])
def test_the_tiles_of_a_run_may_be_named_in_any_order(kind: str) -> None:
    for tiles in permutations("壹贰叁"):
        assert ask("classify", melds=[meld(kind, "".join(tiles))])["total"] == 6
    for tiles in permutations("二七十"):
        assert ask("classify", melds=[meld(kind, "".join(tiles))])["total"] == 3


WHOLE = {
    **dict.fromkeys(("chi", "bi"), ("四五六", "柒捌玖", "三三叁", "三叁叁")),
    "shun": ("四五六", "柒捌玖"),
    "jiao": ("三三叁", "三叁叁"),
    **dict.fromkeys(("peng", "wei", "chou_wei", "kan"), ("三三三", "叁叁叁")),
    **dict.fromkeys(("pao", "ti"), ("三三三三", "叁叁叁叁")),
    "jiang": ("三三", "叁叁"),
}
"""Melds of each kind that are whole."""
SETS = sorted({*chain.from_iterable(WHOLE.values()), "三", "三四", "三四六", "九十一", "三四伍"})


def test_what_is_no_meld_of_its_kind_is_refused() -> None:
    for kind, whole in WHOLE.items():
        for signs in SETS:
            if signs in whole:
                assert len(ask("classify", melds=[meld(kind, signs)])["huxi"]) == 1
            else:
                assert wrong("classify", melds=[meld(kind, signs)]) == f"melds[0].tiles: no {kind}"


def test_melds_are_of_the_tiles_that_there_are() -> None:
    same = [meld("pao", "三三三三"), meld("chi", "一二三")]
    assert wrong("classify", melds=same) == "melds: more than 4 tiles of one face"


def test_p12_and_p13_what_may_be_eaten() -> None:
    told = ask("plays", hand=faces("一二三四五"), tile=FACE["三"])
    assert {"count": len(told["plays"])} == {"count": told["count"]}
    assert [faces("一二三"), faces("三四五")] in told["plays"]
    assert ask("plays", hand=faces("一二三九玖"), tile=FACE["三"]) == {"count": 0, "plays": []}


WON = [
    *(meld("chi", run) for run in ("贰柒拾", "壹贰叁", "一二三", "四五六", "七八九", "伍陆柒")),
    meld("chi", "八八捌"),
]


def test_p2_and_p18_what_a_hand_counts() -> None:
    plain = {"huxi": 15, "tun": 1, "names": [], "fan": 1, "loss": 1}
    assert ask("score", melds=WON) == plain
    assert ask("score", melds=WON, own=True) == plain | {"tun": 2, "loss": 2}
    fewer = ask("score", melds=WON[1:])
    assert fewer == {"huxi": 9, "tun": 0, "names": [], "fan": 0, "loss": 0}


def test_names_and_hands_that_nobody_won_multiply() -> None:
    options = {"mingtang_preset": "C"}
    told = ask("score", melds=WON, options=options, facts=["heaven"])
    assert (told["names"], told["fan"]) == (["tian_hu"], 5)
    twice = ask("score", melds=WON, options={"mingtang_preset": "B"}, facts=["last"], drawn=1)
    assert (twice["names"], twice["fan"]) == (["hai_hu"], 12)
    once = ask("score", melds=WON, options={"mingtang_preset": "B"}, facts=["last"])
    assert once["fan"] == 6


def a_round() -> dict[str, Any]:
    deal = shuffled(3)
    hands = {seat.name: list(deal.hands[seat]) for seat in (E, N, W)}
    return {"hands": hands, "stock": list(deal.hands[3]), "draws": dict(deal.draws)}


def told(action: Any) -> dict[str, Any]:
    """An action as a request writes it."""
    match action:
        case Claim(seat, what, ()):
            return {"seat": seat.name, "claim": what}
        case Claim(seat, what, groups):
            return {"seat": seat.name, "claim": what, "groups": [list(each) for each in groups]}
        case Discard(seat, tile):
            return {"seat": seat.name, "discard": tile}
        case Managed(seat):
            return {"seat": seat.name, "managed": True}
        case TimedOut(seat):
            return {"seat": seat.name, "timeout": True}
        case _:
            return {"proceed": True}


def test_a_whole_hand() -> None:
    """Practice opponents claim; some discards are those of a managed seat or out of time."""
    asked = list[type[Managed | TimedOut]]()
    state, actions = paohuzi.opening(Options(), shuffled(3)), list[dict[str, Any]]()
    while (clock := paohuzi.clock(state)) is not None:
        found: list[Any] = [choose(paohuzi.view(state, seat)) for seat in (E, N, W)]
        found = [play for play in found if play is not None]
        action = paohuzi.settle(state, found) if not clock.seats else found[0]
        if clock.seats and len(actions) % 2:
            asked.append((Managed, TimedOut)[len(asked) % 2])
            action = asked[-1](clock.seats[0])
        for event in paohuzi.decide(state, action):
            state = paohuzi.evolve(state, event)
        actions.append(told(action))
    assert len(asked) >= 2
    end = ask("round", **a_round(), actions=actions)
    assert (end["accepted"], end["refused"], end["over"]) == (len(actions), None, True)
    view = paohuzi.view(state, S)
    assert list(end["left"].values()) == list(view.counts)
    assert end["phase"] == "over"
    laid = [[{"kind": one.kind, "tiles": list(one.tiles)} for one in melds] for melds in view.melds]
    assert list(end["melds"].values()) == laid
    assert any(laid)
    public = (list(view.huxi), [*map(list, view.rows)], view.stock)
    assert (*map(list, map(dict.values, (end["huxi"], end["rows"]))), end["stock"]) == public
    result = state.result
    assert result is not None
    assert list(end["result"]["scores"].values()) == list(result.scores)
    assert end["result"]["winner"] == (result.winner.name if result.winner is not None else None)
    before = ask("round", **a_round(), actions=actions[:-1])
    assert before["result"] is None
    assert before["turn"] in ("E", "N", "W")


def test_a_round_stops_at_what_is_refused() -> None:
    given = a_round()
    stopped = ask("round", **given, actions=[{"seat": "E", "timeout": True}])
    assert stopped["refused"] == {"at": 0, "code": "not-your-turn"}
    assert stopped["open"] == given["stock"][0]
    dealt = ask("round", **given, leader="W", drawn=2, actions=[])
    assert (dealt["accepted"], dealt["phase"], dealt["turn"]) == (0, "opening", None)
    nobody = ask("round", **given, actions=[{"proceed": True}])
    assert nobody["result"] is None


@pytest.mark.parametrize(
    ("op", "fields", "words"),
    [
        ("beats", {}, "op: not one of classify plays score points rank round"),
        ("classify", {"melds": [{"kind": "x", "tiles": []}]}, "melds[0].kind"),
        ("classify", {"melds": [{"kind": "chi", "tiles": []}]}, "melds[0].tiles: no chi"),
        ("classify", {"melds": [{"kind": "chi", "tiles": ["S3"]}]}, "not a list of tiles"),
        ("classify", {"melds": [{"kind": "chi", "tiles": ["s1"] * 5}]}, "more than 4 tiles"),
        ("classify", {"melds": [], "options": {"min_huxi": 1}}, "options: min_huxi"),
        ("plays", {"hand": [], "tile": "S3"}, "tile: not one of"),
        ("score", {"melds": WON, "facts": ["luck"]}, "facts"),
        ("round", {"actions": [{"seat": "E"}]}, "actions[0].seat: must come with one of"),
        ("round", {"actions": [{"seat": "E", "claim": "pao"}]}, "actions[0].claim"),
        ("round", {"actions": [{"proceed": 1}]}, "actions[0].proceed: not true"),
        (
            "round",
            {"actions": [{"seat": "E", "claim": "chi", "groups": [["s1"]]}]},
            "actions[0].groups[0]: not three tiles",
        ),
        ("round", {"stock": []}, "must be of 20 tiles"),
        ("round", {"stock": list(TILES[:20])}, "are not the whole deck"),
        ("round", {"leader": "S"}, "leader"),
        ("round", {"drawn": 1000}, "drawn: not within 0 to 999"),
        ("round", {"draws": {"dealer": 3}}, "draws.dealer: not within 0 to 2"),
    ],
)
def test_what_cannot_be_read_is_named(op: str, fields: dict[str, Any], words: str) -> None:
    given = {**a_round(), "actions": [], **fields} if op == "round" else fields
    assert words in wrong(op, **given)

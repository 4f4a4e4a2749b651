"""What the system does at a seat of 跑胡子: practice opponents and managed seats."""

from dataclasses import replace

from table_firmware.rules.claiming import Claim, Discard
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import State
from table_firmware.rules.games.paohuzi.house import least
from tests.paohuzi import FACE, E, N, S, W, chi, hu, peng, place, tiles, turned


def chosen(state: State) -> Claim | Discard | None:
    return paohuzi.choose(paohuzi.view(state, E))


def managed(state: State) -> Claim | Discard | None:
    return paohuzi.managed(paohuzi.view(state, E))


def lone(hand: str) -> str:
    found = tiles(hand)
    return least(found, tuple(face for face in dict.fromkeys(found) if found.count(face) < 3))


def test_what_goes_with_the_fewest_others_is_discarded() -> None:
    assert lone("一二三 八") == FACE["八"]
    assert lone("四五六 贰贰") == FACE["贰"]
    assert lone("三三 壹") == FACE["壹"]
    assert lone("伍五 玖") == FACE["玖"]
    assert lone("九 玖 三三三") in (FACE["九"], FACE["玖"])


def test_a_tile_alike_is_worth_as_much_as_five_parts_of_runs() -> None:
    assert least(tiles("一一 九八玖"), tiles("一九")) == FACE["九"]
    assert least(tiles("一一 伍五叁陆"), tiles("伍一")) == FACE["一"]
    assert least(tiles("壹壹 八六九捌"), tiles("壹八")) == FACE["八"]


def test_a_whole_run_is_worth_as_much_as_a_pair_and_a_part_of_a_run() -> None:
    assert least(tiles("一二三 玖玖拾"), tiles("玖一")) == FACE["一"]


def test_of_equals_the_first_is_discarded() -> None:
    assert lone("九 四 伍 拾") == FACE["四"]


def test_the_opponent_wins_before_it_takes_and_takes_before_it_eats() -> None:
    winning = turned("捌", W, east=place("四五六 肆伍陆 九九玖 捌捌", *["chi:贰柒拾"] * 3))
    assert chosen(winning) == managed(winning) == hu(E)
    pair = turned("三", W, east=place("三三 玖玖拾"))
    assert chosen(pair) == peng(E)
    assert managed(pair) is None


def test_the_opponent_eats_what_counts_most() -> None:
    state = turned("三", W, east=place("一二四五 叁叁玖玖"))
    assert chosen(state) == chi(E, "一二三")
    assert managed(state) is None


def test_who_has_to_discard_does_so_in_either_way() -> None:
    state = replace(turned("三", E, east=place("四五六 玖玖")), phase="discard")
    assert chosen(state) == managed(state) == Discard(E, FACE["玖"])


def test_nobody_acts_where_nothing_is_asked() -> None:
    state = turned("三", W)
    assert chosen(state) is None
    assert paohuzi.choose(paohuzi.view(state, S)) is None
    assert paohuzi.managed(paohuzi.view(replace(state, phase="discard"), N)) is None

"""Groups, 吃 with 比 and hands that are won, against their definitions tried out one by one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import TILES, Card
from table_firmware.rules.claiming import Meld, Open
from table_firmware.rules.games.paohuzi import Options
from table_firmware.rules.games.paohuzi.eating import layings
from table_firmware.rules.games.paohuzi.hand import Place, State
from table_firmware.rules.games.paohuzi.tiles import RUNS
from table_firmware.rules.games.paohuzi.ways import ways
from table_firmware.rules.games.paohuzi.winning import win
from tests.examples import about
from tests.paohuzi import E, N, W, meld, opened

pytestmark = pytest.mark.no_cover  # slow under it, and covered by the decisions

few = settings(max_examples=about(60), deadline=None)

Split = tuple[tuple[Card, ...], ...]


def is_run(tiles: tuple[Card, ...]) -> bool:
    """顺子 or 绞, in the words of terms 十六 and 十七."""
    sizes = {tile[0] for tile in tiles}
    points = sorted(int(tile[1:]) for tile in tiles)
    if len(sizes) == 1:
        return points == [2, 7, 10] or points == [points[0] + step for step in range(3)]
    return len(set(points)) == 1


def test_the_runs_are_those_of_the_definition() -> None:
    found = [tiles for tiles in combinations_with_replacement(TILES, 3) if is_run(tiles)]
    assert sorted(found) == sorted(RUNS)
    assert len(RUNS) == 16 + 2 + 20


def canonical(groups: Iterator[tuple[Card, ...]] | Split) -> Split:
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def eaten(hand: tuple[Card, ...], tile: Card) -> set[Split]:
    """Disjoint groups of the tile and the hand that use up the tile and all copies of it."""
    held = Counter(hand)
    whole = [tile, *(face for face in hand if held[face] < 3)]
    if held[tile] >= 3:
        return set()
    copies = {at for at, face in enumerate(whole) if face == tile}
    triples = [
        set(three)
        for three in combinations(range(len(whole)), 3)
        if copies & set(three) and is_run(tuple(whole[at] for at in three))
    ]
    found = set()
    for number in (1, 2, 3):
        for chosen in combinations(triples, number):
            used = set().union(*chosen)
            if len(used) == 3 * number and copies <= used:
                found.add(canonical(tuple(tuple(whole[at] for at in each) for each in chosen)))
    return found


near = st.sampled_from([TILES[k] for k in (0, 1, 2, 3, 6, 9, 10, 11, 12, 16, 19)])


@few
@given(st.lists(near, max_size=8).map(tuple), near)
def test_what_may_be_eaten_is_what_the_definition_says(hand: tuple[Card, ...], tile: Card) -> None:
    found = layings(hand, tile)
    assert {canonical(laid) for laid in found} == eaten(hand, tile)
    assert len({canonical(laid) for laid in found}) == len(found)


def split(tiles: tuple[Card, ...], pair: bool) -> Iterator[Split]:
    """Every way to cut tiles into threes that are runs or alike, and one pair."""
    if not tiles:
        yield ()
        return
    for size in (2, 3) if pair else (3,):
        for others in combinations(range(1, len(tiles)), size - 1):
            group = (tiles[0], *(tiles[at] for at in others))
            if len(set(group)) == 1 or (size == 3 and is_run(group)):
                left = tuple(tiles[at] for at in range(1, len(tiles)) if at not in others)
                for rest in split(left, pair and size == 3):
                    yield group, *rest


FIXED = [
    meld(text)
    for text in ("chi:贰柒拾", "chi:一二三", "chi:四五六", "chi:七八九", "chi:肆伍陆", "chi:八九十")
]
QUAD = meld("ti:玖")


def cut(hand: tuple[Card, ...], tile: Card | None, pair: bool, groups: int) -> set[Split]:
    """As `ways`: as many groups, 坎 of the hand whole."""
    kan = [face for face in TILES if hand.count(face) >= 3]
    loose = tuple(face for face in hand if face not in kan)
    found = set()
    for way in split(tuple(sorted((*loose, *([tile] if tile else [])))), pair):
        whole = *way, *((face,) * 3 for face in kan)
        if len(whole) == groups and any(len(group) == 2 for group in whole) == pair:
            found.add(canonical(whole))
    return found


@st.composite
def almost(draw: st.DrawFn) -> tuple[tuple[Card, ...], Card, bool]:
    """Tiles that form groups, one of them apart; whether there is a quad beside them."""
    pair = draw(st.booleans())
    shapes = st.sampled_from([*RUNS, *((face,) * 3 for face in TILES[:4])])
    tiles = [face for run in draw(st.lists(shapes, min_size=1, max_size=3)) for face in run]
    tiles += [draw(near)] * 2 if pair else []
    tiles = draw(st.permutations(tiles))
    return tuple(tiles[1:]), tiles[0], pair


@few
@given(almost())
def test_the_ways_to_see_a_hand_are_those_of_the_definition(
    given_: tuple[tuple[Card, ...], Card, bool],
) -> None:
    hand, tile, pair = given_
    if max(Counter(hand).values(), default=0) > 3:
        return
    groups = (len(hand) + 1 - 2 * pair) // 3 + pair
    fixed = (*([QUAD] if pair else []), *FIXED)[: 7 - groups]
    found = [way[len(fixed) :] for way in ways(fixed, hand, tile, "peng")]
    as_tiles = [canonical(tuple(each.tiles for each in way)) for way in found]
    assert set(as_tiles) == cut(hand, tile, pair, groups)
    assert len(set(as_tiles)) == len(as_tiles)


def points(group: tuple[Card, ...], alike: tuple[int, int]) -> int:
    """胡息 of a group in hand, as 附录四 prints it."""
    big = group[0][0] == "b"
    if len(group) == 3 and len(set(group)) == 1:
        return alike[big]
    if sorted(int(face[1:]) for face in group) in ([1, 2, 3], [2, 7, 10]):
        return (3, 6)[big]
    return 0


def best(hand: tuple[Card, ...], tile: Card, fixed: tuple[Meld, ...], groups: int) -> int:
    """The most 胡息 of all cuts, -1 if there is none; the tile is another's."""
    found = [-1]
    kan = {face for face in hand if hand.count(face) >= 3}
    for way in cut(hand, tile, False, groups):
        total = sum(
            points(group, (3, 6) if group[0] in kan else (1, 3))
            for group in (*way, *(each.tiles for each in fixed))
        )
        found.append(total)
    return max(found)


@few
@given(almost().filter(lambda found: not found[2]))
def test_a_hand_wins_with_the_most_it_can_count(
    given_: tuple[tuple[Card, ...], Card, bool],
) -> None:
    hand, tile, _ = given_
    if max(Counter((*hand, tile)).values()) > 3 or hand.count(tile) == 3:
        return
    groups = (len(hand) + 1) // 3
    fixed = tuple(FIXED[: 7 - groups])
    state: State = opened(Open("turned", W, tile), east=Place(hand, fixed), min_huxi=10)
    result, most = win(state, E), best(hand, tile, fixed, groups)
    assert (result.huxi if result else -1) == (most if most >= 10 else -1)


@pytest.mark.parametrize("seat", [E, N])
def test_only_who_has_the_tiles_wins(seat: int) -> None:
    state = opened(Open("turned", W, TILES[2]), east=Place((), ()))
    assert win(state, (E, N)[seat]) is None
    assert state.options == Options()

"""贡献, 翻倍 and the score of a 双扣 hand (003 三, 表格2; 3.1). One point is the 对局分 (SK-32)."""

from collections.abc import Iterable, Sequence
from typing import Final

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.climbing import Tricks, is_double_down, places
from table_firmware.rules.games.shuangkou.readings import HEAVY, level
from table_firmware.rules.games.shuangkou.settings import Options
from table_firmware.rules.round import Fact, HandResult, Move, Reading

MOST_DOUBLING: Final = {"big": 16}
"""百变 doubles sixteen times at the most; contributions have no limit (SK-18)."""

_FOURS: Final = ((0, 1), (0, 1), (0, 1), (0, 2), (2, 4), (4, 8), (8, 16))
"""贡献 and 翻倍 of so many separate 四相 of one player (003 三 (1) to (4), SK-31)."""

_FIVES: Final = ((0, 1), (0, 1), (2, 4), (2, 4), (4, 4), (4, 4))
"""The same of 五相; two pairs of them contribute twice (SK-31)."""


def contribution(reading: Reading) -> int:
    """贡献 of one bomb: from 六相 on, doubling with every level."""
    return 2 ** (level(reading) - 5) if level(reading) >= 6 else 0


def doubling(reading: Reading) -> int:
    """翻倍 of one bomb: from 五相 on, doubling with every level."""
    return 2 ** (level(reading) - 4) if level(reading) >= 5 else 1


def bombs(played: Iterable[Move], seat: Seat) -> list[Reading]:
    """What a seat has played that may count (SK-17)."""
    moves = (move.play for move in played if move.seat == seat and move.play)
    return [play.reading for play in moves if play.reading.type in HEAVY]


def contributed(played: Sequence[Reading]) -> int:
    """贡献 of the bombs of one player, each alone or in one set of separate ones (SK-15)."""
    fours, fives = _separate(played)
    return sum(map(contribution, played)) + fours[0] + fives[0]


def multiplier(played: Sequence[Reading], wild: str) -> int:
    """The largest 翻倍 among the bombs of one player, 1 without any."""
    fours, fives = _separate(played)
    most = max(1, fours[1], fives[1], *map(doubling, played))
    return min(most, MOST_DOUBLING.get(wild, most))


def _separate(played: Sequence[Reading]) -> tuple[tuple[int, int], tuple[int, int]]:
    levels = [level(reading) for reading in played]
    return _FOURS[levels.count(4)], _FIVES[levels.count(5)]


def facts(played: Sequence[Move], options: Options) -> tuple[Fact, ...]:
    """贡献 and 翻倍 of each seat's bombs so far."""
    return told([bombs(played, seat) for seat in Seat], options)


def told(by_seat: Sequence[Sequence[Reading]], options: Options) -> tuple[Fact, ...]:
    """The same, of the bombs by seat."""
    return (
        Fact("contribution", tuple(map(contributed, by_seat))),
        Fact("multiplier", tuple(multiplier(each, options.wild) for each in by_seat)),
    )


def score(tricks: Tricks, options: Options) -> HandResult:
    """The result of a hand that is over."""
    left = tuple(map(len, tricks.hands))
    return settled(tricks.out, left, facts(tricks.played, options), options)


def settled(
    out: Sequence[Seat], left: Sequence[int], found: Sequence[Fact], options: Options
) -> HandResult:
    """The result from who went out, the cards left and what `facts` found: ± 扣 x M + 3 C less
    the contributions of the others, M of the pair that has 头游 (3.1 结算公式, 3.4)."""
    place = places(out)
    first = out[0]
    kou = options.kou[place[first.partner] - 2]
    contributions, multipliers = (fact.numbers for fact in found)
    won = kou * max(multipliers[first], multipliers[first.partner])
    points = [
        10 * ((won if seat in (first, first.partner) else -won) + 4 * mine - sum(contributions))
        for seat, mine in zip(Seat, contributions, strict=True)
    ]
    east_west, north_south = (sum(points[seat] for seat in pair) for pair in PAIRS.values())
    return HandResult(
        place,
        tuple(left),
        tuple(points),
        (east_west, north_south),
        pair_of(first),
        is_double_down(out),
        facts=(Fact("kou", (kou,)), *found),
    )

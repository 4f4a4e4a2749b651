"""Captured points, 抬, 报喜 and the score of a 三叉子 hand (004 玩家得分; 4.1, SC-02 to SC-08).

One point of score is the 底分; there is nothing else at stake (SC-22).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from table_firmware.rules.cards import PAIRS, Card, Seat, pair_of
from table_firmware.rules.climbing import Tricks, is_double_down, places
from table_firmware.rules.games.sanchazi.settings import Options
from table_firmware.rules.round import Fact, HandResult, Move
from table_firmware.rules.takes import TWO, WORTH

POINTS: Final[Mapping[int, int]] = {5: 5, 10: 10, 13: 10}
"""分牌 by value: 5, 10 and K (4.1)."""

ALL: Final = 300
LEAST: Final = 5
"""What the least of the cards that count is worth."""
FIVES: Final = 12
"""How many of these there are."""
HALF: Final = 150
TIERS: Final = ((300, 3), (200, 2), (150, 1))
"""What a side gets for so many points (004 A)."""

LIFTED: Final = 3
LIFTED_WITH_ALL: Final = 6
GOOD_NEWS: Final = 2
"""报喜: what each of the three others pays (SC-19)."""

ESCAPE: Final = 10
NOTHING: Final = (0, 0, 0, 0)


def worth(cards: Iterable[Card]) -> int:
    """The points that lie in some cards."""
    return sum(POINTS.get(WORTH[card], 0) for card in cards)


def in_trick(trick: Iterable[Move]) -> int:
    """The points of a trick so far."""
    return sum(worth(move.play.cards) for move in trick if move.play)


def captured(tricks: Tricks, before: Sequence[int], winner: Seat) -> tuple[int, ...]:
    """By seat, the points won, once the trick goes to `winner` (4.1)."""
    more = in_trick(tricks.trick)
    return tuple(
        points + more * (seat == winner) for seat, points in zip(Seat, before, strict=True)
    )


def sides(place: Sequence[int], won: Sequence[int], held: Sequence[int]) -> tuple[int, int]:
    """What each pair counts, from places, captured points and points in hand by seat.

    What is left in a hand goes to the opponents (SC-04, SC-06), and what a 下游 has captured as
    well where his partner is 二游 (SC-05).
    """
    totals = dict.fromkeys(PAIRS, 0)
    for seat in Seat:
        mine, theirs = pair_of(seat), pair_of(seat.next)
        loses = place[seat] == 4 and place[seat.partner] == 2
        totals[theirs if loses else mine] += won[seat]
        totals[theirs] += held[seat]
    return totals["EW"], totals["NS"]


def tier(points: int) -> int:
    """What a side that was not lifted gets for its points, 0 below 150 (SC-07, SC-08)."""
    return next((score for least, score in TIERS if points >= least), 0)


def good_news(played: Iterable[Move]) -> tuple[int, ...]:
    """By seat, how often three equal jokers were played together (SC-19, SC-27)."""
    counts = dict.fromkeys(Seat, 0)
    for move in played:
        if move.play and move.play.reading.type == "cha" and move.play.reading.key > TWO:
            counts[move.seat] += 1
    return tuple(counts.values())


def score(tricks: Tricks, before: Sequence[int], options: Options) -> HandResult:
    """The result of a hand that is over; `before`: what was captured before its last trick."""
    won = captured(tricks, before, tricks.played[-1].seat)
    return settled(tricks.out, tricks.hands, won, good_news(tricks.played), options)


def settled(
    out: Sequence[Seat],
    hands: Sequence[Sequence[Card]],
    won: tuple[int, ...],
    news: tuple[int, ...],
    options: Options,
) -> HandResult:
    """The result from who went out, and by seat the cards left, captured points and 报喜."""
    place = places(out)
    first = out[0]
    counted = sides(place, won, [worth(hand) for hand in hands])
    lifted = is_double_down(out)
    east_west = _score(counted, pair_of(first) == "EW", lifted, options)
    points = [
        (east_west if pair_of(seat) == "EW" else -east_west)
        + GOOD_NEWS * (4 * news[seat] - sum(news))
        for seat in Seat
    ]
    facts = Fact("points", counted), Fact("captured", won), Fact("good_news", news)
    return _result(tuple(map(len, hands)), place, points, pair_of(first), lifted, (), facts)


def _score(counted: tuple[int, int], east_west_first: bool, lifted: bool, options: Options) -> int:
    """What East and West get each, North and South lose (004 A)."""
    east_west, north_south = counted
    sign = 1 if east_west_first else -1
    if lifted:
        winners = east_west if east_west_first else north_south
        return sign * (LIFTED_WITH_ALL if winners == ALL else LIFTED)
    if east_west == north_south == HALF:
        return sign if options.tie150 == "head" else 0
    return tier(east_west) - tier(north_south)


def escaped(left: tuple[int, ...], seat: Seat) -> HandResult:
    """A hand that ends because a player left for good, with so many cards left (004 B, SC-20)."""
    points = [-ESCAPE * (other == seat) for other in Seat]
    return _result(left, NOTHING, points, "", False, ("abnormal", "escape"), ())


def _result(
    left: tuple[int, ...],
    place: tuple[int, ...],
    points: Sequence[int],
    winner: str,
    double_down: bool,
    marks: tuple[str, ...],
    facts: tuple[Fact, ...],
) -> HandResult:
    east_west, north_south = (10 * sum(points[seat] for seat in pair) for pair in PAIRS.values())
    return HandResult(
        place,
        left,
        tuple(10 * each for each in points),
        (east_west, north_south),
        winner,
        double_down,
        marks,
        facts,
    )

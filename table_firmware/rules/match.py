"""Modes, hands in a match, rotation and ranking (000 ch. 5 and §36)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import HandResult
from table_firmware.rules.upgrade import Levels, after


@frozen
class Mode:
    """A way to play a match (000 §25).

    hands: in a match. individual: ranked by person (§36.2), else by pair (§36.1). rotates: seats
    change after every fourth hand (§28.3). adults: closed to minors (§43.2). levels: 升级 of the
    paper edition (001 §10), a training game; `hands` is then the most it may take. points: ranked
    by the sum of points and nothing else, for games whose partners change from hand to hand.
    """

    key: str
    hands: int
    individual: bool = False
    rotates: bool = False
    adults: bool = False
    levels: bool = False
    points: bool = False


MODES: Final[Mapping[str, Mode]] = {
    mode.key: mode
    for mode in (
        Mode("1A", 1, individual=True),
        Mode("1B", 1),
        Mode("2", 4),
        Mode("3", 12, individual=True, rotates=True, adults=True),
        Mode("4", 12, adults=True),
        Mode("U", 64, levels=True),
        Mode("P4", 4, individual=True, points=True),
        Mode("P8", 8, individual=True, points=True),
        Mode("P12", 12, individual=True, points=True),
    )
}

PLAYERS: Final = "ABCD"
"""The letters of the match record; initially A sits East, B South, C West, D North (§28.3)."""

_ROTATION: Final = ("ABCD", "ADBC", "ACDB")
"""Who sits E, S, W, N, in each third of a rotating match (000 §28.3)."""

HOUSE_PLAYERS: Final = ("house", "planner")
"""Participants that are the system itself: `house` plays as 托管 does (000 §40), `planner` as a
game's `choose`. A match with one of them is practice and never ranked (CP-53)."""

UNFINISHED_LIMIT: Final = 2
"""A player disconnected in more hands than this is 未完赛 (000 §40.4, CP-28)."""


@frozen
class Standing:
    """A line of the match table. `who`: one or two player letters; scores in tenths.

    An `unfinished` line has rank 0: it is not ranked (000 §40.4).
    """

    who: tuple[str, ...]
    rank: int
    wins: int
    tenths: int
    firsts: int
    seconds: int
    left: int
    unfinished: bool = False


@frozen
class HandRecord:
    """A finished hand: who of those who play sat where, how it ended, and who was disconnected
    during it."""

    seats: Mapping[Seat, str]
    result: HandResult
    disconnected: tuple[str, ...] = ()


@frozen
class Before:
    """A match before its next hand.

    number: of that hand, from 1, void ones counted. seats: who sits where in it. hands: those
    that have ended. last: the one before, None if there is none or it was void.
    """

    mode: str
    number: int
    seats: Mapping[Seat, str]
    hands: Sequence[HandRecord] = ()
    last: HandRecord | None = None


def seating(mode: str, hand: int, places: Mapping[Seat, str] | None = None) -> dict[Seat, str]:
    """Who sits where at the deal of this hand, counted from 1 (000 §28.3): unless the mode has
    people rotate they stay where they are, in `places` (None: where the match began)."""
    if places and not MODES[mode].rotates:
        return dict(places)
    order = _ROTATION[(hand - 1) // 4 % 3] if MODES[mode].rotates else PLAYERS
    by_letter = dict(zip("ESWN", order, strict=True))
    return {seat: by_letter[seat.name] for seat in Seat}


def moved(places: Mapping[Seat, str], to: Sequence[Seat]) -> dict[Seat, str]:
    """Who sits where once the player of each seat has gone to his new place (`Game.places`)."""
    return {to[seat]: places[seat] for seat in sorted(Seat, key=lambda seat: to[seat])}


def next_leader(last: HandRecord | None, seats: Mapping[Seat, str]) -> Seat | None:
    """Where the person now sits who was 头游 in the last hand (000 §20.2, §20.3, CP-47).

    None when the drawn seat leads: in the first hand, and after a void one (CP-27).
    """
    if last is None or 1 not in last.result.place:
        return None
    person = last.seats[Seat(last.result.place.index(1))]
    return next(seat for seat, player in seats.items() if player == person)


def last_counted(hands: Sequence[HandRecord]) -> HandResult | None:
    """The result of the last hand that was not void, None if there is none."""
    return next((hand.result for hand in reversed(hands) if hand.result.winner), None)


def levels(hands: Iterable[HandRecord]) -> Levels:
    """Where a match of levels stands (001 §10); void hands change nothing."""
    now = Levels()
    for hand in hands:
        if hand.result.winner and now.won is None:
            now = after(now, hand.result)
    return now


def is_won(mode: str, hands: Iterable[HandRecord]) -> bool:
    """The match is over before its last hand: a pair has passed A (001 §10)."""
    return MODES[mode].levels and levels(hands).won is not None


def running(
    mode: str, hands: Iterable[HandRecord], players: Iterable[str] = PLAYERS
) -> dict[str, int]:
    """Points so far in tenths, by player letter or by pair (`EW`, `NS`), as the mode counts."""
    if MODES[mode].individual:
        totals = dict.fromkeys(sorted(players), 0)
        for hand in hands:
            for seat, player in hand.seats.items():
                totals[player] += hand.result.position_tenths[seat]
        return totals
    totals = dict.fromkeys(PAIRS, 0)
    for hand in hands:
        for pair, tenths in zip(PAIRS, hand.result.pair_tenths, strict=True):
            totals[pair] += tenths
    return totals


def rank(
    mode: str, hands: Sequence[HandRecord], unfinished_limit: int = UNFINISHED_LIMIT
) -> tuple[Standing, ...]:
    """The match table, best first (000 §36.1, §36.2); equal in everything is an equal rank.

    With levels who has passed A is first, and otherwise the higher level (001 §10). A pair
    is unfinished when one of its players is. Unfinished lines come last.
    """
    order = _comparison(mode, hands)
    sides = _sides(hands, MODES[mode].individual)
    lines = [_line(who, hands, unfinished_limit) for who in sides]
    lines.sort(key=lambda line: (line.unfinished, order(line), line.who))
    ranked: list[Standing] = []
    for at, line in enumerate(lines, start=1):
        tied = ranked and order(ranked[-1]) == order(line)
        place = ranked[-1].rank if tied else at
        ranked.append(replace(line, rank=0 if line.unfinished else place))
    return tuple(ranked)


def _sides(hands: Sequence[HandRecord], individual: bool) -> list[tuple[str, ...]]:
    if not hands:
        return []
    seats = hands[0].seats
    if individual:
        return [(player,) for player in seats.values()]
    return [tuple(sorted(seats[seat] for seat in pair)) for pair in PAIRS.values()]


def _line(who: tuple[str, ...], hands: Sequence[HandRecord], limit: int) -> Standing:
    wins = tenths = firsts = seconds = left = 0
    for hand in hands:
        seats = [seat for seat, player in hand.seats.items() if player in who]
        result = hand.result
        places = [result.place[seat] for seat in seats]
        wins += pair_of(seats[0]) == result.winner if result.winner else 1 in places
        tenths += sum(result.position_tenths[seat] for seat in seats)
        firsts += places.count(1)
        seconds += places.count(2)
        left += sum(result.left[seat] for seat in seats if result.place[seat] == 4)
    away = (sum(player in hand.disconnected for hand in hands) for player in who)
    unfinished = any(count > limit for count in away)
    return Standing(who, 0, wins, tenths, firsts, seconds, left, unfinished)


def _comparison(mode: str, hands: Sequence[HandRecord]) -> Callable[[Standing], tuple[int, ...]]:
    if not MODES[mode].levels:
        return lambda line: _order(line, MODES[mode])
    now, seats = levels(hands), seating(mode, 1)

    def order(line: Standing) -> tuple[int, ...]:
        pair = next(n for n, pair in enumerate(PAIRS.values()) if seats[pair[0]] in line.who)
        return pair != now.won, -now.level[pair]

    return order


def _order(line: Standing, mode: Mode) -> tuple[int, ...]:
    """Smaller is better; persons are not compared by hands won (000 §36.2)."""
    if mode.points:
        return (-line.tenths,)
    wins = 0 if mode.individual else -line.wins
    return wins, -line.tenths, -line.firsts, -line.seconds, line.left

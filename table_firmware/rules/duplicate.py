"""The duplicate format: the same deals at several tables (002 附录二, 附录三).

Who held the same seat with the same tiles are compared: 2 for each who did worse, 1 for each who
did as well (MP). Of these a rate, of the rates of all deals a mean, and of the means a ranking.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from table_firmware.rules.frozen import frozen


@frozen
class Score:
    """What one player made of one deal. raw: in the game's own unit. millis: time he thought."""

    deal: int
    table: int
    seat: int
    player: str
    raw: int
    millis: int = 0


@frozen
class Line:
    """A line of the ranking. rate: mean of the rates, opponents: mean of the opponents' means;
    None where nobody is compared (PH-15). rank: None without a rate."""

    rank: int | None
    player: str
    rate: Fraction | None
    opponents: Fraction | None
    raw: int
    millis: int


_NONE = Fraction()


def points(raws: Sequence[int]) -> tuple[int, ...]:
    """MP of each who held this seat with these tiles."""
    return tuple(
        sum(2 * (other < raw) + (other == raw) for other in raws) - 1  # one is equal to oneself
        for raw in raws
    )


def rates(raws: Sequence[int]) -> tuple[Fraction | None, ...]:
    """得分率 of each, 0 to 1; None if nobody else held the same (PH-15)."""
    most = 2 * (len(raws) - 1)
    return tuple(Fraction(made, most) if most else None for made in points(raws))


def ranking(scores: Iterable[Score]) -> tuple[Line, ...]:
    """All who played, best first: by mean rate, mean rate of their opponents, raw score and less
    time; equal in all is an equal rank. Who was compared with nobody comes last, without one."""
    played = tuple(scores)
    means = _means(played)
    against = _opponents(played, means)
    totals = {name: _totals(name, played) for name in means}

    def order(name: str) -> tuple[bool, Fraction, Fraction, int, int]:
        (raw, millis), mean = totals[name], means[name]
        return mean is None, -(mean or _NONE), -(against[name] or _NONE), -raw, millis

    names = sorted(means, key=lambda name: (order(name), name))
    keys = [order(name) for name in names]
    return tuple(
        Line(_rank(keys.index(key), means[name]), name, means[name], against[name], *totals[name])
        for name, key in zip(names, keys, strict=True)
    )


def _rank(better: int, mean: Fraction | None) -> int | None:
    return None if mean is None else better + 1


def movement(ranked: Sequence[str], seats: int = 3) -> tuple[tuple[str, ...], ...]:
    """Swiss movement: for each table of the next round its players by seat.

    The best sit at the first table, and so on; in rank order at the first, third and so on, the
    other way round at the others. Who is left over when the tables are full rests. The order of
    the first round is drawn by whoever runs the event.
    """
    full = len(ranked) // seats * seats
    tables = [tuple(ranked[at : at + seats]) for at in range(0, full, seats)]
    return tuple(table[::-1] if number % 2 else table for number, table in enumerate(tables))


def _means(played: Sequence[Score]) -> dict[str, Fraction | None]:
    """By player; deals that nobody else played do not count."""
    same: Mapping[tuple[int, int], list[Score]] = defaultdict(list)
    for score in played:
        same[score.deal, score.seat].append(score)
    found: dict[str, list[Fraction]] = {score.player: [] for score in played}
    for group in same.values():
        for score, rate in zip(group, rates([s.raw for s in group]), strict=True):
            found[score.player] += [] if rate is None else [rate]
    return {name: _mean(each) for name, each in found.items()}


def _opponents(
    played: Sequence[Score], means: Mapping[str, Fraction | None]
) -> dict[str, Fraction | None]:
    """For each player the mean of those who sat with him, once for each deal."""
    tables: Mapping[tuple[int, int], list[str]] = defaultdict(list)
    for score in played:
        tables[score.deal, score.table].append(score.player)
    met: dict[str, list[Fraction]] = {name: [] for name in means}
    for players in tables.values():
        for name in players:
            others = (means[other] for other in players if other != name)
            met[name] += [mean for mean in others if mean is not None]
    return {name: _mean(each) for name, each in met.items()}


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, _NONE) / len(values) if values else None


def _totals(name: str, played: Sequence[Score]) -> tuple[int, int]:
    own = [score for score in played if score.player == name]
    return sum(score.raw for score in own), sum(score.millis for score in own)

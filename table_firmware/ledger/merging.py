"""What all tables of an event made of the same deals (`rules.duplicate`), out of verified logs.

Who is compared is a person, or a pair in the modes that rank pairs. The logs know letters only;
whoever runs the event says whose they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from table_firmware.ledger.events import Event, Played, Sitting
from table_firmware.rules.cards import PAIRS
from table_firmware.rules.duplicate import Score
from table_firmware.rules.match import MODES


@dataclass(frozen=True, slots=True, order=True)
class Player:
    """One letter of the record of one match: at which table, in which sitting of which event."""

    event: str
    table: str
    sitting: int
    letter: str

    def __str__(self) -> str:
        return f"{self.event} {self.table} {self.sitting} {self.letter}"


Sat = tuple[str, Sitting]
"""The origin of a table, and a sitting there."""


@dataclass(frozen=True, slots=True)
class Merged:
    """scores: of all deals that were played to their end. players: everybody in them. sat: the
    sittings that count; left_out: those that did not end. absent: tables without any. unused:
    whose names are of another event."""

    scores: tuple[Score, ...]
    players: tuple[Player, ...]
    sat: tuple[Sat, ...] = ()
    left_out: tuple[Sat, ...] = ()
    absent: tuple[str, ...] = ()
    unused: tuple[Player, ...] = ()


class NamesRefused(ValueError):
    """The names do not fit the players; the text names the lines."""


def merged(
    events: Sequence[Event],
    tables: Sequence[tuple[str, Sequence[Sitting]]],
    names: Mapping[Player, str],
) -> Merged:
    """The scores of these events, in this order, at all tables by their origins. names: whoever is
    not among them is called by table, sitting and letter. NamesRefused if one name stands for two
    players of an event, or for nobody, or is spelled in two ways."""
    first = _first_deals(events)
    here = [(table, each) for table, own in tables for each in own if each.b in first]
    ended = [(table, each) for table, each in here if each.ended]
    left_out = [(table, each) for table, each in here if not each.ended]
    players = {player for sat in ended for player in _players(*sat)}
    _refuse_unknown(names, players, {each.origin for each in events}, left_out)
    called = {each: names.get(each) or _usual(each, len(events) > 1) for each in players}
    _refuse_doubles(called)
    _refuse_spellings({each: name for each, name in names.items() if each in players})
    return Merged(
        scores=tuple(_scores(ended, first, called)),
        players=tuple(sorted(players)),
        sat=tuple(ended),
        left_out=tuple(left_out),
        absent=tuple(table for table, own in tables if not any(each.b in first for each in own)),
        unused=tuple(sorted(names.keys() - players)),
    )


def _scores(
    ended: Iterable[Sat], first: Mapping[bytes, int], called: Mapping[Player, str]
) -> Iterator[Score]:
    for number, (table, sitting) in enumerate(ended):
        for played in sitting.played:
            for who, seat, raw, millis in _results(sitting, played):
                own = sorted(called[_player(table, sitting, letter)] for letter in who)
                deal = first[sitting.b] + played.h
                yield Score(deal, number, seat, " / ".join(own), raw, millis)


def _players(table: str, sitting: Sitting) -> Iterator[Player]:
    for played in sitting.played:
        for who, *_ in _results(sitting, played):
            yield from (_player(table, sitting, letter) for letter in who)


def _player(table: str, sitting: Sitting, letter: str) -> Player:
    return Player(sitting.origin, table, sitting.number, letter)


def _first_deals(events: Sequence[Event]) -> dict[bytes, int]:
    first, deals = dict[bytes, int](), 0
    for event in events:
        first[event.b], deals = deals, deals + event.header.n
    return first


def _usual(player: Player, several: bool) -> str:
    """What a player without a name is called. several: the events are told apart too."""
    here = f"{player.table}#{player.sitting}{player.letter}"
    return f"{player.event} {here}" if several else here


def _refuse_unknown(
    names: Iterable[Player], players: set[Player], events: set[str], left_out: Iterable[Sat]
) -> None:
    """A line of another event waits for that one; a sitting that did not end needs no names."""
    unended = {(sitting.origin, table, sitting.number) for table, sitting in left_out}
    unknown = sorted(
        each
        for each in names
        if each.event in events
        and each not in players
        and (each.event, each.table, each.sitting) not in unended
    )
    if unknown:
        raise NamesRefused(f"没有这些牌手 / there are no such players: {_lines(unknown)}")


def _refuse_doubles(called: Mapping[Player, str]) -> None:
    """Nobody is compared with himself: who has seen the cards cannot play them once more."""
    own: dict[tuple[str, str], list[Player]] = {}
    for player, name in called.items():
        own.setdefault((player.event, name), []).append(player)
    for (_, name), players in own.items():
        if len(players) > 1:
            raise NamesRefused(f"{name}: 一人两处 / at two places: {_lines(sorted(players))}")


def _refuse_spellings(names: Mapping[Player, str]) -> None:
    """Ann and ann are one person, whom a ranking must not take for two."""
    first: dict[str, tuple[str, Player]] = {}
    for player, name in sorted(names.items()):
        known, where = first.setdefault(normalize("NFKC", name).casefold(), (name, player))
        if known != name:
            both = f"{known}, {name}: 同名异写 / one name in two spellings"
            raise NamesRefused(f"{both}: {_lines((where, player))}")


def _lines(players: Iterable[Player]) -> str:
    return "; ".join(map(str, players))


Result = tuple[Sequence[str], int, int, int]
"""Letters, the seat at the deal (or the number of the pair), score, and time."""


def _results(sitting: Sitting, played: Played) -> Iterator[Result]:
    at = {letter: seat for seat, letter in played.seats.items()}
    if MODES[sitting.mode].individual:
        for seat in sitting.game.PLAYERS:
            now = at[played.dealt[seat]]
            raw = played.result.position_tenths[now]
            yield [played.dealt[seat]], seat, raw, played.millis.get(now, 0)
        return
    for number, seats in enumerate(PAIRS.values()):
        letters = sorted(played.seats[seat] for seat in seats)
        millis = sum(played.millis.get(seat, 0) for seat in seats)
        yield letters, number, played.result.pair_tenths[number], millis

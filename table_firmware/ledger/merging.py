"""What all tables of an event made of the same deals (`rules.duplicate`), out of verified logs.

Who is compared is a person, or a pair in the modes that rank pairs. The logs know letters only;
whoever runs the event says whose they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Merged:
    """scores: of all deals that were played to their end. players: everybody in them. left_out:
    sittings that did not end."""

    scores: tuple[Score, ...]
    players: tuple[Player, ...]
    left_out: tuple[Sitting, ...]


def merged(
    events: Sequence[Event],
    tables: Iterable[tuple[str, Sequence[Sitting]]],
    names: Mapping[Player, str],
) -> Merged:
    """The scores of these events, in this order, at all tables by their origins. names: whoever is
    not among them is called by table, sitting and letter. ValueError if one name stands for two
    who sat at a table together."""
    first = _first_deals(events)
    here = [(table, each) for table, own in tables for each in own if each.b in first]
    ended = [(table, each) for table, each in here if each.ended]
    scores: list[Score] = []
    players: set[Player] = set()
    for number, (table, sitting) in enumerate(ended):
        for played in sitting.played:
            deal = first[sitting.b] + played.h
            for who, seat, raw, millis in _results(sitting, played):
                own = [Player(sitting.origin, table, sitting.number, letter) for letter in who]
                players |= set(own)
                name = " / ".join(names.get(each) or _usual(each) for each in own)
                scores.append(Score(deal, number, seat, name, raw, millis))
    _refuse_doubles(scores)
    left_out = tuple(each for _, each in here if not each.ended)
    return Merged(tuple(scores), tuple(sorted(players)), left_out)


def _first_deals(events: Sequence[Event]) -> dict[bytes, int]:
    first, deals = dict[bytes, int](), 0
    for event in events:
        first[event.b], deals = deals, deals + event.header.n
    return first


def _usual(player: Player) -> str:
    return f"{player.table}#{player.sitting}{player.letter}"


def _refuse_doubles(scores: Iterable[Score]) -> None:
    seen = set[tuple[int, int, str]]()
    for score in scores:
        at = score.deal, score.table, score.player
        if at in seen:
            raise ValueError(f"{score.player}: 同桌两人同名 / two at one table have this name")
        seen.add(at)


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

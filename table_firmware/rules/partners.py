"""Changing places after the deal, so that the partners of this hand sit opposite."""

from collections.abc import Sequence
from typing import Final, TypeVar

from table_firmware.rules import match
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import HandRecord, Standing

_Item = TypeVar("_Item")

STAY: Final[tuple[Seat, ...]] = tuple(Seat)
"""Nobody moves."""


def places(_options: object, _deal: object) -> tuple[Seat, ...]:
    """Where nobody plays with a partner, nobody moves."""
    return STAY


MODES: Final = ("P4", "P8", "P12")
"""The matches of a game whose partners change, or that has none: a number of hands, ranked by
person."""


def modes(_options: object) -> tuple[str, ...]:
    """The modes that may be played, whatever the options."""
    return MODES


def ranks(_options: object, _mode: str) -> bool:
    """Every match may be ranked."""
    return True


def rank(_options: object, mode: str, hands: Sequence[HandRecord]) -> tuple[Standing, ...]:
    """The match table; the system plays on for whoever is away, so nobody is left out of it."""
    return match.rank(mode, hands, unfinished_limit=len(hands))


def opposite(stays: Seat, joins: Seat) -> tuple[Seat, ...]:
    """By seat, its player's place once `joins` has changed places with whoever sits opposite
    `stays`; nobody moves where they are one person (SK-25, SC-29).

    >>> [place.name for place in opposite(Seat.E, Seat.N)]
    ['E', 'W', 'N', 'S']
    """
    if joins == stays:
        return STAY
    moves = {joins: stays.partner, stays.partner: joins}
    return tuple(moves.get(seat, seat) for seat in Seat)


def seated(items: Sequence[_Item], places: Sequence[Seat]) -> tuple[_Item, ...]:
    """What each seat had, by the places of the players."""
    return tuple(items[places.index(seat)] for seat in Seat)

"""Where the moves of tricks lie, one trick under the other. Pure; lengths in pixels.

All cards are of one size: the largest with which everything finds room, but never so small that
an old player could not read them; then as many tricks are shown as find room, and the cards of a
play that would be longer than a row lie closer together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from ui_kiosk.model_table import PlayedLine, PlayedTrick
from ui_kiosk.theme import Scale
from ui_kiosk.widgets.fan import card_height

STEP: Final = 0.62
"""How far apart the cards of one play lie, in card widths, where there is room."""
WIDTHS: Final = (70, 62, 54)
"""The last is the least."""
HEADING: Final = 196
"""Room at the left for what is said of a trick."""
GAP: Final = 20
"""Between two tricks, with a line in the middle."""
ROW_GAP: Final = 8
MOVE_GAP: Final = 16
TOLD: Final = 39
"""The height of a line of what is said of a trick."""


@dataclass(frozen=True, slots=True)
class Room:
    """What there is: for the moves in all, and for the name of a seat and for a pass."""

    wide: float
    high: float
    name: int
    passed: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A trick: for each move how far right of the heading it begins, and in which row; how high
    a row is, and all of them. more: it goes on from the one before, both being one trick that has
    no room in one piece."""

    trick: PlayedTrick
    places: tuple[tuple[int, int], ...]
    row: int
    high: int
    more: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """All tricks of a hand: how wide a card is, and each trick laid out."""

    card: int
    tricks: tuple[Laid, ...]
    gap: int
    room: Room

    def window(self, end: int | None) -> range:
        """The tricks that are seen if the one before `end` is to be the last (None: the newest),
        as many as there is room for."""
        last = len(self.tricks) if end is None else min(end, len(self.tricks))
        first = last
        while first and self._high(first - 1, last) <= self.room.high:
            first -= 1
        return self.after(0) if not first else range(min(first, max(0, last - 1)), last)

    def after(self, first: int) -> range:
        """The tricks that are seen if this one is to be the first."""
        last = min(first + 1, len(self.tricks))
        while last < len(self.tricks) and self._high(first, last + 1) <= self.room.high:
            last += 1
        return range(first, last)

    def _high(self, first: int, last: int) -> int:
        return sum(each.high + self.gap for each in self.tricks[first:last]) - self.gap


def lines(tricks: Sequence[PlayedTrick], room: Room, scale: Scale) -> Lines:
    """Lays all tricks out."""
    for units in WIDTHS:
        card = scale.px(units)
        laid = tuple(piece for each in tricks for piece in _laid(each, room, scale, card))
        found = Lines(card, laid, scale.px(GAP), room)
        if len(laid) == len(tricks) == len(found.window(None)):
            break
    return found


def _laid(trick: PlayedTrick, room: Room, scale: Scale, card: int) -> Iterator[Laid]:
    """The trick, in as many pieces as it takes."""
    gap = scale.px(ROW_GAP)
    each = card_height(card)  # enough for the two lines of a pass
    most = max(1, int((room.high + gap) // (each + gap)))
    told = sum(map(bool, (trick.title, trick.caught, trick.told)))
    places = _places(trick, room, scale, card)
    for page, found in groupby(enumerate(places), lambda place: place[1][1] // most):
        part = list(found)
        rows = part[-1][1][1] - page * most + 1
        yield Laid(
            replace(trick, moves=tuple(trick.moves[at] for at, _ in part)),
            tuple((x, row - page * most) for _, (x, row) in part),
            each,
            max(rows * (each + gap) - gap, scale.px(TOLD) * told),
            more=page > 0,
        )


def _places(trick: PlayedTrick, room: Room, scale: Scale, card: int) -> Iterator[tuple[int, int]]:
    """One move after the other, in as many rows as it takes."""
    x, row = 0, 0
    for move in trick.moves:
        long = _width(move, room, card)
        if x and x + long > room.wide:
            x, row = 0, row + 1
        yield x, row
        x += long + scale.px(MOVE_GAP)


def _width(move: PlayedLine, room: Room, card: int) -> int:
    if not move.cards:
        return room.passed
    return room.name + card + round(step(len(move.cards), room, card) * (len(move.cards) - 1))


def step(cards: int, room: Room, card: int) -> float:
    """How far apart so many cards of one play lie."""
    free = room.wide - room.name - card
    return min(card * STEP, free / max(1, cards - 1))

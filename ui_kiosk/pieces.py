"""What is drawn piece by piece: of a hand from which one card has gone, the others stay as they
were."""

from collections.abc import Sequence

from kivy.graphics import InstructionGroup

from ui_kiosk.theme import Extent

Piece = tuple[object, Extent]
"""What decides its looks, and the corner and the size of the box that it fills."""


class Pieces(InstructionGroup):  # type: ignore[misc]
    """Instructions that draw pieces, each over those before it, and nothing else. Whoever changes
    what they draw says so in `pieces`; what is hidden under a later piece need not be drawn."""

    pieces: Sequence[Piece] = ()


def differing(before: Sequence[Piece], now: Sequence[Piece]) -> list[Extent] | None:
    """Where pieces have gone or come, most others lying as they lay; None: everywhere."""
    if before == now:
        return []
    kept = set(before) & set(now)
    stayed, stay = ([one for one in each if one in kept] for each in (before, now))
    if stayed != stay or 2 * len(stay) < len(now):
        return None
    return [extent for one, extent in (*before, *now) if (one, extent) not in kept]

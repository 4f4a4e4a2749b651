"""What moves between two screens. Pure: two models in, movements out."""

from dataclasses import dataclass

from ui_kiosk.model import ScreenModel, TableBody


@dataclass(frozen=True, slots=True)
class Slide:
    """Newly played cards come in from the seat at this side."""

    side: str


def moves(old: ScreenModel | None, new: ScreenModel) -> tuple[Slide, ...]:
    """The plays that were not on the table before; nothing when a table is first shown."""
    if old is None or not isinstance(old.body, TableBody) or not isinstance(new.body, TableBody):
        return ()
    before = {pile.side: pile.cards for pile in old.body.piles}
    return tuple(
        Slide(pile.side)
        for pile in new.body.piles
        if pile.cards and pile.cards != before.get(pile.side)
    )

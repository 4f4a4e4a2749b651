"""What moves between two screens. Pure: two models in, movements out."""

from dataclasses import dataclass

from ui_kiosk.model import ScreenModel, TableBody


@dataclass(frozen=True, slots=True)
class Slide:
    """Newly played cards come in from the seat at this side."""

    side: str


@dataclass(frozen=True, slots=True)
class News:
    """Something that all at the table should notice. loud: a bomb; this can be switched off."""

    text: str
    loud: bool = False


def news(old: ScreenModel | None, new: ScreenModel) -> News | None:
    """What has just happened: somebody left his place or came back, or went out; 接风; a bomb.
    The first of these that did."""
    if old is None or not isinstance(old.body, TableBody) or not isinstance(new.body, TableBody):
        return None
    gone = {badge.seat for badge in old.badges if badge.gone}
    for badge in new.badges:
        if bool(badge.gone) != (badge.seat in gone):
            return News(f"{badge.name} · {badge.gone or badge.back}")
    placed = {badge.seat for badge in old.badges if badge.tone == "good"}
    for badge in new.badges:
        if badge.tone == "good" and badge.seat not in placed:
            return News(f"{badge.name} · {badge.status}")
    if new.body.caught and not old.body.caught:
        return News(new.body.caught)
    fresh = {slide.side for slide in moves(old, new)}
    bombs = [pile for pile in new.body.piles if pile.heavy and pile.side in fresh]
    return News(bombs[-1].label, loud=True) if bombs else None


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

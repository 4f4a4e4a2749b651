"""What moves between two screens. Pure: two models in, movements out."""

from collections import Counter
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.rules.frozen import frozen
from table_firmware.wire.messages import View
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_table import TableBody
from ui_kiosk.model_tiles import TilesBody, TileSide
from ui_kiosk.speech import side_of

WON_SECONDS: Final = 1.5
"""Who won a trick: shorter than other news, for it comes with each."""


@frozen
class Slide:
    """Newly played cards come in from the seat at this side."""

    side: str


@frozen
class News:
    """Something that all at the table should notice. loud: a bomb; this can be switched off.
    seconds: how long it is shown."""

    text: str
    loud: bool = False
    seconds: float = 1.8


@frozen
class SeatMove:
    """A player goes from the chair of one seat to that of another; start, end: at which side of the
    screen they stand. mine: it has been his screen."""

    was: Seat
    now: Seat
    start: str
    end: str
    mine: bool


def _seat_move(own: Seat, was: Seat, now: Seat) -> SeatMove:
    return SeatMove(was, now, side_of(own, was), side_of(own, now), was == own)


def seat_moves(old: View | None, new: View) -> tuple[SeatMove, ...]:
    """Who sits elsewhere than in the last view of the same match (000 §28.3); all four, or
    nothing. Where partners are found by the cards, all four once in stage `move`."""
    if new.stage == "move":
        return () if old is not None and old.stage == "move" else _after_deal(new)
    if old is None or old.mode != new.mode or new.hand < old.hand:
        return ()
    before = {place.player: seat for seat, place in zip(Seat, old.places, strict=False)}
    now = {place.player: seat for seat, place in zip(Seat, new.places, strict=False)}
    if before == now or before.keys() != now.keys() or len(now) < len(Seat):
        return ()
    return tuple(_seat_move(new.seat, was, now[player]) for player, was in before.items())


def _after_deal(view: View) -> tuple[SeatMove, ...]:
    if len(view.came_from) != len(Seat):
        return ()
    return tuple(
        _seat_move(view.seat, was, now) for now, was in zip(Seat, view.came_from, strict=True)
    )


def news(old: ScreenModel | None, new: ScreenModel) -> News | None:
    """What has just happened: somebody calls the staff, left his place or came back, or went
    out; 接风; who won the trick; a bomb. The first of these that did."""
    playing = TableBody | TilesBody
    if old is None or not isinstance(old.body, playing) or not isinstance(new.body, playing):
        return None
    if (told := _seat_news(old, new)) is not None:
        return told
    if isinstance(old.body, TilesBody) and isinstance(new.body, TilesBody):
        return tile_news(old.body, new.body)
    return _card_news(old, new)


def _seat_news(old: ScreenModel, new: ScreenModel) -> News | None:
    calling = {badge.seat for badge in old.badges if badge.calls}
    for badge in new.badges:
        if badge.calls and badge.seat not in calling:
            return News(f"{badge.name} · {badge.calls}")
    gone = {badge.seat for badge in old.badges if badge.gone}
    for badge in new.badges:
        if bool(badge.gone) != (badge.seat in gone):
            return News(f"{badge.name} · {badge.gone or badge.back}")
    placed = {badge.seat for badge in old.badges if badge.tone == "good"}
    for badge in new.badges:
        if badge.tone == "good" and badge.seat not in placed:
            return News(f"{badge.name} · {badge.status}")
    return None


def _card_news(old: ScreenModel, new: ScreenModel) -> News | None:
    if not isinstance(old.body, TableBody) or not isinstance(new.body, TableBody):
        return None
    if new.body.caught and not old.body.caught:
        return News(new.body.caught)
    if new.body.won and new.body.over == old.body.over + 1:
        return News(new.body.won, seconds=WON_SECONDS)
    fresh = {slide.side for slide in moves(old, new)}
    bombs = [pile for pile in new.body.piles if pile.heavy and pile.side in fresh]
    return News(bombs[-1].label, loud=True) if bombs else None


def tile_news(old: TilesBody, new: TilesBody) -> News | None:
    """What was laid since, forced or claimed; that a player is 相公; how the hand ended."""
    if new.ended and not old.ended:
        return News(new.ended, loud=True)
    for before, now in zip(old.sides, new.sides, strict=True):
        fresh = _words(now) - _words(before)  # counted: two may look alike
        for meld in now.melds:
            if meld.word in fresh:
                return News(f"{now.badge.name} · {meld.word}", loud=meld.heavy)
        if now.stuck and not before.stuck:
            return News(f"{now.badge.name} · {now.stuck}")
    return None


def _words(side: TileSide) -> Counter[str]:
    return Counter(meld.word for meld in side.melds)


def moves(old: ScreenModel | None, new: ScreenModel) -> tuple[Slide, ...]:
    """The plays that were not on the table before; nothing when a table is first shown."""
    if old is None:
        return ()
    if isinstance(old.body, TilesBody) and isinstance(new.body, TilesBody):
        return _turned(old.body, new.body)
    if not isinstance(old.body, TableBody) or not isinstance(new.body, TableBody):
        return ()
    before = {pile.side: pile.cards for pile in old.body.piles}
    return tuple(
        Slide(pile.side)
        for pile in new.body.piles
        if pile.cards and pile.cards != before.get(pile.side)
    )


def _turned(old: TilesBody, new: TilesBody) -> tuple[Slide, ...]:
    """The tile that has come into the middle."""
    if new.open is None or (old.open is not None and old.open.number == new.open.number):
        return ()
    return (Slide(new.open.side),)

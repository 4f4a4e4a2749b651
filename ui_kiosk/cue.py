"""What is to be heard between two screens. Pure: two models in, names of sounds out."""

from typing import Final

from ui_kiosk.model import ScreenModel
from ui_kiosk.model_table import TableBody
from ui_kiosk.model_tiles import TilesBody
from ui_kiosk.motion import moves, tile_news

CUES: Final = ("call", "moved", "bomb", "play", "caught", "turn", "late")
"""All sounds, in the order in which they are heard."""


def cues(old: ScreenModel | None, new: ScreenModel) -> tuple[str, ...]:
    """The sounds for what has just happened; none when a screen is first shown."""
    if old is None or old.name in ("lost", "lesson") or new.name == "lesson":
        return ()
    heard = {*_called(old, new), *_played(old, new), *_asked(old, new)}
    return tuple(cue for cue in CUES if cue in heard)


def _called(old: ScreenModel, new: ScreenModel) -> set[str]:
    before = {badge.seat for badge in old.badges if badge.calls}
    return {"call" for badge in new.badges if badge.calls and badge.seat not in before}


def _played(old: ScreenModel, new: ScreenModel) -> set[str]:
    if isinstance(old.body, TilesBody) and isinstance(new.body, TilesBody):
        told = tile_news(old.body, new.body)
        return {"bomb" if told.loud else "play"} if told else _slid(old, new)
    if not isinstance(old.body, TableBody) or not isinstance(new.body, TableBody):
        return set()
    fresh = {slide.side for slide in moves(old, new)}
    heard = {"bomb" if pile.heavy else "play" for pile in new.body.piles if pile.side in fresh}
    return heard | ({"caught"} if new.body.caught and not old.body.caught else set())


def _slid(old: ScreenModel, new: ScreenModel) -> set[str]:
    return {"play"} if moves(old, new) else set()


def _asked(old: ScreenModel, new: ScreenModel) -> set[str]:
    """The player is asked for something that he was not asked for before."""
    return {"turn"} if new.asked and new.asked != old.asked else set()

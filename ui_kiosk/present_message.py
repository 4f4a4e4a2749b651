"""Title and message of a screen, and how they are meant: `plain`, `good` or `alert`."""

from typing import Final

from table_firmware.rules.round import AskDigits
from table_firmware.wire.messages import View
from ui_kiosk import (
    present_before,
    present_call,
    present_partners,
    present_service,
    present_tiles,
    present_turn,
)
from ui_kiosk.local import Local, hidden, paused
from ui_kiosk.present_buttons import offered
from ui_kiosk.present_stood_in import with_told
from ui_kiosk.press import seated
from ui_kiosk.rounds import tiles_of
from ui_kiosk.text import coded, text

TELLING: Final = frozenset({"kan-stays"})
"""Refusals that tell what is in the hand: of a covered one they are not said."""


def message(view: View, local: Local) -> tuple[str, str, str]:
    """Title, message and its tone."""
    say = local.language
    title, message, tone = _stage_message(view, local)
    called = present_call.message(view, say)
    if called and (view.stage != "round" or paused(view)):
        message, tone = called, "alert"
    shut = view.stage == "round" and hidden(view, local)
    if local.refused is not None and not (shut and local.refused.code in TELLING):
        told = coded(say, "refused", local.refused.code)
        if local.refused.minimal is not None and view.stage == "round" and not shut:
            told = f"{told}{'。' if say == 'zh' else '. '}{text(say, 'play.show_minimal')}"
        return title, told, "alert"
    return title, message, tone


def _stage_message(view: View, local: Local) -> tuple[str, str, str]:
    say = local.language
    match view.stage:
        case "round":
            return "", *_round_message(view, local)
        case "hand_result" | "match_result":
            title = text(say, f"result.{view.stage.removesuffix('_result')}_title", hand=view.hand)
            return title, *_result_message(view, say)
        case "lobby":
            return _lobby_message(view, say)
        case "digits":
            return *_digits_message(view, say), "plain"
        case "cut":
            return present_before.cut_title(view, say), "", "plain"
        case "draw":
            return "", "", "plain"
        case "move":
            return "", present_partners.coming(view, say), "good"
        case "service":
            return present_service.title(view, say), "", "plain"
        case _:
            return text(say, "fault.title"), "", "alert"


def _result_message(view: View, say: str) -> tuple[str, str]:
    if _own_ready(view):
        return text(say, "result.seen"), "plain"
    if view.minutes:
        return _reminder(view, say), "alert"
    return text(say, "result.next_timed" if view.clock else "result.next"), "plain"


def _own_ready(view: View) -> bool:
    return view.places[view.seat].ready


def _reminder(view: View, say: str) -> str:
    return text(say, "pace.reminder", minutes=view.minutes)


def _lobby_message(view: View, say: str) -> tuple[str, str, str]:
    if view.clock is not None and view.clock.name == "rest":
        return text(say, "lobby.title"), text(say, "pace.rest"), "alert"
    note = _lobby_note(view, say)
    if not present_tiles.takes_part(view):
        return text(say, "lobby.watch"), note, "plain"
    if not seated(view):
        return text(say, "lobby.title"), note, "plain"
    if not _own_ready(view):
        return text(say, "lobby.seated"), note, "plain"
    key = "lobby.empty" if present_tiles.missing(view) else "lobby.waiting"
    return text(say, key), note, "plain"


def _lobby_note(view: View, say: str) -> str:
    """How long people play already, or what the clock runs to, or that nothing is ranked (which
    the badge tells too); and what the line would say without it, as short as can be: that a seat
    comes before a mode, then which of those who may come plays better."""
    told = _lobby_news(view, say)
    if not told or not present_tiles.takes_part(view):
        return told
    if not seated(view):
        return " · ".join((text(say, "lobby.sit_hint"), told)) if len(view.modes) > 1 else told
    better = len(offered(view)) > 1 and not view.minutes
    return "\n".join((told, text(say, "lobby.planner_better"))) if better else told


def _lobby_news(view: View, say: str) -> str:
    if view.minutes:
        return _reminder(view, say)
    if view.clock is not None and view.clock.name == "house":
        return text(say, "lobby.house_comes")
    return text(say, "top.practice_long") if view.practice else ""


def _digits_message(view: View, say: str) -> tuple[str, str]:
    """Title and message: what is to be done and what the clock runs to, then what was done and
    who is waited for."""
    if isinstance(view.ask, AskDigits):
        return text(say, "digits.title"), text(say, "digits.time_up") if view.clock else ""
    if not seated(view) or not present_tiles.takes_part(view):
        return text(say, "digits.others"), ""
    typed = (view.digits or {}).get(view.seat)
    if typed is None:
        return text(say, "digits.title_done"), text(say, "digits.waiting")
    if typed:
        return text(say, "digits.title_done"), text(say, "digits.typed", digits=typed)
    return text(say, "digits.title_declined"), text(say, "digits.declined")


def _round_message(view: View, local: Local) -> tuple[str, str]:
    tiled = tiles_of(view) is not None
    told = present_tiles.message(view, local) if tiled else present_turn.message(view, local)
    return with_told(view, local, *told)

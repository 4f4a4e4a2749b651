"""What the table has done for a player who was away or out of time, until he acts himself."""

from typing import Final

from table_firmware.wire.messages import View
from ui_kiosk.local import Local
from ui_kiosk.passing import LATE, lasts
from ui_kiosk.present_partners import warning
from ui_kiosk.rounds import cards_of
from ui_kiosk.text import text

KINDS: Final = ("gave", "passed", "played", "discarded", "melded")
MOST_KINDS: Final = 2
"""More are told as one number: the line under them says what to do now, and must be read."""


def with_told(view: View, local: Local, message: str, tone: str) -> tuple[str, str]:
    """The line of a hand with it before what else is said: that his time was over in any case, else
    unless he is choosing cards. Where he will have left if it goes on (SC-20), with that instead:
    three lines could not be read."""
    if fresh := late(view, local):
        return f"{fresh}\n{message}", "alert"
    told = _told(view, local.language)
    if not told or view.places[view.seat].managed or local.selected or local.armed:
        return message, tone
    hand = cards_of(view)
    warned = warning(hand, local.language) if hand is not None else ""
    return f"{warned or told}\n{message}", "alert" if tone == "plain" else tone


def late(view: View, local: Local) -> str:
    """That his time was over, and what the table did; empty when that is some seconds ago."""
    say = local.language
    if view.stage != "round" or view.places[view.seat].managed:
        return ""
    done = [kind for kind in KINDS if kind in (view.stood_in or {}) and lasts(local, LATE + kind)]
    what = text(say, "stood_in.and").join(text(say, f"stood_in.late_{kind}") for kind in done)
    return text(say, "stood_in.late", what=what) if done else ""


def _told(view: View, say: str) -> str:
    done = view.stood_in or {}
    each = [text(say, f"stood_in.{kind}", n=done[kind]) for kind in KINDS if kind in done]
    if len(each) > MOST_KINDS:
        each = [text(say, "stood_in.several", n=sum(done.values()))]
    return text(say, "stood_in.told", what=text(say, "stood_in.and").join(each)) if each else ""

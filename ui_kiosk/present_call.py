"""What is shown of a call for the operator, and of the pause that the table agrees to."""

from table_firmware.wire.messages import View
from ui_kiosk.local import Local, paused
from ui_kiosk.model_parts import Button
from ui_kiosk.press import calling, may
from ui_kiosk.speech import seat_text
from ui_kiosk.text import text


def button(view: View, local: Local) -> Button | None:
    """呼叫, or what this seat may do about a call; None during a pause and in service."""
    call, say = view.call, local.language
    if view.stage == "service" or paused(view):
        return None
    if call is not None and call.may_agree:
        return Button("agree", text(say, "button.agree"), may(view, local, "agree"), "main")
    if calling(view):
        return Button("withdraw", text(say, "button.withdraw"), may(view, local, "withdraw"))
    armed = local.armed == "call"
    told = text(say, "button.again" if armed else "button.call")
    return Button("call", told, may(view, local, "call"), "main" if armed else "quiet")


def going_on(view: View, local: Local) -> Button:
    """继续, the one button of a pause."""
    return Button(
        "agree", text(local.language, "button.next"), may(view, local, "agree"), tone="main"
    )


def message(view: View, say: str) -> str:
    """What is said of it; empty if there is no call."""
    call = view.call
    if call is None:
        return ""
    if call.paused:
        return text(say, "call.paused" if call.may_agree else "call.waiting")
    names = text(say, "play.comma").join(seat_text(say, seat) for seat in call.seats)
    if call.may_agree:
        return text(say, "call.asked", seat=names)
    return text(say, "call.own") if view.seat in call.seats else text(say, "call.told", seat=names)

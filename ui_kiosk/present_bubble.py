"""What is said at a button: the question before its second touch, and what has followed from it."""

from collections.abc import Mapping
from typing import Final

from table_firmware.wire.messages import View
from ui_kiosk.local import Local
from ui_kiosk.model_parts import Bubble, Button
from ui_kiosk.passing import KEPT, WITHDRAWN, lasts
from ui_kiosk.press import calling, may
from ui_kiosk.text import text

SURE: Final[Mapping[str, str]] = {"call": "call.sure", "manage": "manage.sure"}
"""Acts that are asked about at their button, with the question."""


def bubble(view: View, local: Local) -> Bubble | None:
    """None while there is nothing to say, or a panel lies over the table."""
    say, armed = local.language, local.armed
    if local.panel:
        return None
    if armed in SURE and may(view, local, armed):
        return Bubble(armed, text(say, SURE[armed]), Button("no", text(say, "button.no")))
    if calling(view) and lasts(local, KEPT + "withdraw"):
        return Bubble("withdraw", text(say, "call.own"))
    if view.places[view.seat].managed and lasts(local, KEPT + "unmanage"):
        return Bubble("unmanage", text(say, "play.managed"))
    if not calling(view) and lasts(local, WITHDRAWN):
        return Bubble("call", text(say, "call.withdrawn"))
    return None

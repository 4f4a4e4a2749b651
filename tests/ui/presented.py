"""What a table is shown as, without a window."""

from table_firmware.wire.messages import View
from ui_kiosk.local import Local
from ui_kiosk.model_table import TableBody
from ui_kiosk.presenter import present


def body(view: View, local: Local) -> TableBody:
    shown = present(view, local).body
    assert isinstance(shown, TableBody)
    return shown

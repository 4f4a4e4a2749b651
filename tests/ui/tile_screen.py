"""What a seat screen of 跑胡子 shows, and what it tells the table."""

from table_firmware.rules.claiming import View as TileView
from table_firmware.wire.messages import Intent, View
from ui_kiosk.local import Local
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_tiles import TilesBody
from ui_kiosk.presenter import present
from ui_kiosk.press import press

ZH = Local(language="zh")


def body(model: ScreenModel) -> TilesBody:
    assert isinstance(model.body, TilesBody)
    return model.body


def acts(shown: View, local: Local = ZH) -> dict[str, bool]:
    """The buttons below the felt, and which of them live."""
    return {button.act: button.enabled for button in present(shown, local).buttons}


def told(shown: View, local: Local, act: str) -> Intent:
    _, intent = press(shown, local, act)
    assert isinstance(intent, Intent)
    return intent


def round_of(shown: View) -> TileView:
    assert isinstance(shown.round, TileView)
    return shown.round

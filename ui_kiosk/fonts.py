"""The table's own font becomes Kivy's default."""

from pathlib import Path
from typing import Final

from kivy.core.text import LabelBase

FONTS: Final = Path(__file__).parent / "assets" / "fonts"
REGULAR: Final = FONTS / "TableSansSC-Regular.ttf"
BOLD: Final = FONTS / "TableSansSC-Bold.ttf"


def register() -> None:
    """Makes Table Sans SC the default of every label; call it before the first label is made.

    Kivy's own default font has neither Chinese characters nor suits.
    """
    LabelBase.register("Roboto", fn_regular=str(REGULAR), fn_bold=str(BOLD))

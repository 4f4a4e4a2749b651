"""What Kivy keeps and does at each picture that these screens have no use for."""

from pathlib import Path
from typing import Any, Final

from kivy import kivy_data_dir
from kivy.graphics.opengl import glFinish
from kivy.lang import Builder

STYLE: Final = Path(kivy_data_dir) / "style.kv"


def spare(window: Any) -> None:
    """Has a window do with less.

    Each picture is waited for before the next one is begun: else a software renderer collects up
    to 64 of them and keeps the room for all, 200 MB. The rules for Kivy's own buttons and lists
    are let go, 1 MB.
    """
    window.bind(on_flip=_flush)
    Builder.unload_file(str(STYLE))


def _flush(*_: Any) -> None:
    glFinish()

"""What Kivy keeps and does at each picture that these screens have no use for."""

from pathlib import Path
from typing import Any

from kivy import kivy_shader_dir
from kivy.cache import Cache
from kivy.graphics.opengl import glFinish

from ui_kiosk.driver import buffer_age, forget_compiler
from ui_kiosk.painter import Painter


def spare(window: Any) -> None:
    """Has a window do with less.

    Each picture is waited for before the next one is begun: else a software renderer collects up
    to 64 of them and keeps the room for all, 200 MB. The compiler of the window's shaders is let
    go. Only what has changed is drawn.
    """
    if getattr(window, "painter", None) is None:
        window.painter = Painter(window, buffer_age)
    window.bind(on_flip=_flush)
    _plain().mag_filter = _plain().min_filter = "nearest"
    forget_compiler()


def _plain() -> Any:
    """The white picture that Kivy lays over whatever has none; a renderer need not smooth it."""
    return Cache.get("kv.texture", str(Path(kivy_shader_dir) / "default.png"))


def _flush(*_: Any) -> None:
    glFinish()

"""What Kivy keeps and does at each picture that these screens have no use for."""

from typing import Any

from kivy.graphics import BindTexture
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
    plain = BindTexture().texture  # the white that Kivy lays over whatever has no picture
    plain.mag_filter = plain.min_filter = "nearest"  # and that a renderer need not smooth
    forget_compiler()


def _flush(*_: Any) -> None:
    glFinish()

"""Textures with their bytes in the order of the window's: a software renderer reads these in little
more than half of the time. Where the graphics have no such textures, Kivy makes its usual ones."""

from collections.abc import Callable
from typing import Any

from kivy.core.text import Label
from kivy.graphics.texture import Texture


def blank(size: tuple[int, int], fill: Callable[[Any], None] | None = None) -> Any:
    """A texture of a size in pixels; `fill` is asked for its content when it is first used."""
    return Texture.create(size=size, colorfmt="bgra", callback=fill)


class TextLabel(Label):  # type: ignore[misc]
    """A text that is not empty, set into such a texture."""

    def refresh(self) -> None:
        """Sets it."""
        self.resolve_font_name()
        wide, high = self._size = self.render()
        self.texture = blank((max(1, int(wide)), max(1, int(high))), self._texture_fill)
        self.texture.flip_vertical()

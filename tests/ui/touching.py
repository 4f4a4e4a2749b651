"""What of a screen lies where it should not: a text at a text or at a button, over the edge of what
it stands on, half under something that was drawn after it, or in no room at all."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from kivy.uix.widget import Widget
from PIL import Image

from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Plate, Words

Box = tuple[float, float, float, float]
"""Left, low, right and top, in pixels."""
ROUNDED: Final = 0.5
"""Of a pixel."""
PANEL: Final = 0.9
"""Of the width of a screen: what is wider lies over it, and what it cuts off is below it."""


class Lying(NamedTuple):
    """A text that is to be seen, where its ink is, and the button it belongs to, if to one."""

    text: str
    box: Box
    button: TouchButton | None


def touching(screen: Widget) -> Iterator[str]:
    """What is wrong, in words."""
    lying: list[Lying] = []
    plates: list[Box] = []
    buttons: list[TouchButton] = []
    for widget, button in _drawn(screen, None):
        match widget:
            case Plate() if widget.solid is not None:
                cover = place(widget)
                gone = meet if widget.width > PANEL * screen.width else within
                lying = [each for each in lying if not gone(each.box, cover)]
                left = (each for each in buttons if not gone(place(each), cover))
                buttons = [*left, *filter(None, [button])]  # its own plate does not hide it
                plates.append(cover)
                yield from (f"half covered: {each.text!r}" for each in lying if _at(each, cover))
            case TouchButton() if widget.model is not None:
                yield from (_on(each, widget) for each in lying if _at(each, place(widget)))
                buttons.append(widget)
            case Words() if widget.text and not widget._drawn:
                yield f"said where there is no room: {widget.text!r}"
            case Words() if (seen := inked(widget)) is not None:
                now = Lying(widget.text, seen, button)
                yield from (f"{each.text!r} at {now.text!r}" for each in lying if _at(each, seen))
                others = (each for each in buttons if each is not button)
                yield from (_on(now, each) for each in others if _at(now, place(each)))
                grounds = [place(screen), *(each for each in plates if _holds(each, seen))][-1:]
                if not all(within(seen, each) for each in grounds):
                    yield f"over the edge: {now.text!r}"
                lying.append(now)


def _on(words: Lying, button: TouchButton) -> str:
    assert button.model is not None
    return f"{words.text!r} at the button {button.model.text!r}"


def _drawn(widget: Any, button: TouchButton | None) -> Iterator[tuple[Any, TouchButton | None]]:
    """All that is seen in the order in which it is drawn, each with the button it is part of."""
    if not widget.opacity:
        return
    yield widget, button
    if isinstance(widget, TouchButton):
        button = widget
    for child in reversed(widget.children):
        yield from _drawn(child, button)


def inked(words: Words) -> Box | None:
    """Where the ink of a text lies; None where it shows none."""
    if not words._drawn:
        return None
    x, y, _, high = words.extent
    texture = words._box.texture
    picture = Image.frombytes("RGBA", texture.size, texture.pixels)
    found = picture.getchannel("A").getbbox()
    if found is None:
        return None
    left, top, right, low = found
    return x + left, y + high - low, x + right, y + high - top


def place(widget: Any) -> Box:
    """Where a widget stands."""
    return widget.x, widget.y, widget.right, widget.top


def meet(one: Box, other: Box, gap: float = 0) -> bool:
    """Whether they have a pixel in common; gap: or less than so many between them."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return min(across, along) > ROUNDED - gap


def _at(words: Lying, box: Box) -> bool:
    """Whether a text touches a box: it must be seen that it does not."""
    return meet(words.box, box, gap=1)


def within(inner: Box, outer: Box) -> bool:
    """Whether nothing of one is outside the other."""
    near = inner[0] >= outer[0] - ROUNDED and inner[1] >= outer[1] - ROUNDED
    return near and inner[2] <= outer[2] + ROUNDED and inner[3] <= outer[3] + ROUNDED


def _holds(outer: Box, inner: Box) -> bool:
    """Whether the middle of one is in the other."""
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] < x < outer[2] and outer[1] < y < outer[3]

from collections.abc import Iterator

import pytest
from glass import Glass
from kivy.graphics import Color, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

PANEL = (800, 480)
SPOT = (40, 30)


class Spot(Widget):  # type: ignore[misc]
    """A small red rectangle that counts the touches on it."""

    def __init__(self) -> None:
        super().__init__(pos=(100, 60), size=SPOT, size_hint=(None, None))
        self.touches = 0
        with self.canvas:
            Color(1, 0, 0)
            Rectangle(pos=self.pos, size=self.size)

    def on_touch_down(self, touch: object) -> bool:
        self.touches += self.collide_point(*touch.pos)  # type: ignore[attr-defined]
        return True


@pytest.fixture(params=[0, 90, 180, 270])
def turned(glass: Glass, request: pytest.FixtureRequest) -> Iterator[Glass]:
    glass.show(FloatLayout(), PANEL)
    glass.window.rotation = request.param
    glass.window.update_viewport()  # at half a turn the size, which would do it, stays the same
    glass.settle()
    yield glass
    glass.window.rotation = 0
    glass.window.update_viewport()


def red_on_the_panel(glass: Glass) -> tuple[float, float]:
    """The middle of what is red on the panel itself, in parts of its width and height."""
    glass.window.dispatch("on_draw")
    pixels = bytes(glReadPixels(0, 0, *PANEL, GL_RGBA, GL_UNSIGNED_BYTE))
    red = [k for k in range(len(pixels) // 4) if pixels[4 * k : 4 * k + 3] == b"\xff\x00\x00"]
    across = [k % PANEL[0] for k in red]
    along = [k // PANEL[0] for k in red]
    assert len(red) == SPOT[0] * SPOT[1]
    return (sum(across) / len(red) / PANEL[0], sum(along) / len(red) / PANEL[1])


@pytest.mark.slow
def test_a_touch_lands_where_the_turned_picture_is(turned: Glass) -> None:
    spot = Spot()
    turned.root.add_widget(spot)
    turned.settle()
    turned.touch_part(*red_on_the_panel(turned))
    assert spot.touches == 1

"""The window of the tests leaves what it is shown as it was."""

from typing import Any

import pytest
from glass import Glass, shown
from kivy.animation import Animation
from kivy.graphics import Callback, Color, Rectangle
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

RED = (255, 0, 0)
SIZE = (120, 80)


def red() -> Widget:
    found = Widget(size=(40, 40), size_hint=(None, None))
    with found.canvas:
        Color(1, 0, 0, 1)
        Rectangle(size=(40, 40))
    return found


@pytest.mark.parametrize("where", [None, "before", "after"])
def test_a_picture_of_a_part_takes_it_out_of_its_parent_and_puts_it_back(
    glass: Glass, where: str | None
) -> None:
    root, part = FloatLayout(), red()
    root.add_widget(Widget(), canvas=where)
    root.add_widget(part, canvas=where)
    root.add_widget(Widget(), canvas=where)
    glass.show(root, SIZE)
    canvas = getattr(root.canvas, where) if where else root.canvas
    before = list(canvas.children)
    assert shown(part).getpixel((20, 20)) == RED
    assert list(canvas.children) == before
    assert glass.seen().getpixel((20, SIZE[1] - 20)) == RED


def test_a_part_that_cannot_be_drawn_stays_where_it_was(glass: Glass) -> None:
    root, part = FloatLayout(), red()
    root.add_widget(part)
    glass.show(root, SIZE)

    def fail(_: Any) -> None:
        raise RuntimeError("no such picture")

    with part.canvas:
        failing = Callback(fail)
    with pytest.raises(RuntimeError, match="no such picture"):
        shown(part)
    part.canvas.remove(failing)
    assert root.canvas.indexof(part.canvas) >= 0
    assert glass.seen().getpixel((20, SIZE[1] - 20)) == RED


def test_nothing_goes_on_moving_in_an_emptied_window(glass: Glass) -> None:
    shown_part, unseen, later = red(), red(), red()
    glass.show(shown_part, SIZE)
    for part in (shown_part, unseen):
        Animation(x=80, duration=1).start(part)
    (Animation(duration=0.01) + Animation(x=80, duration=1)).start(later)
    glass.clear_widgets()
    for _ in range(20):
        glass.frame()
    assert [part.x for part in (shown_part, unseen, later)] == [0, 0, 0]

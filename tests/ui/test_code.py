"""The code of a receipt: it comes after the words beside it, never with others."""

from collections.abc import Callable
from functools import partial

from glass import Glass, shown
from kivy.clock import Clock

from ui_kiosk.theme import Area
from ui_kiosk.widgets.code import MOST_KEPT, CodeView

SIDE = 300


def placed(glass: Glass) -> CodeView:
    code = CodeView()
    code.size_hint = (None, None)
    glass.show(code, (SIDE, SIDE))
    code.place(Area(0, 0, SIDE, SIDE))
    return code


def as_told(glass: Glass, change: Callable[[], None]) -> bytes:
    """The picture in which a table's word is shown: it comes at the beginning of a frame."""
    Clock.schedule_once(lambda _: change())
    glass.frame()
    return shown(glass.root).tobytes()


def test_a_new_code_comes_in_the_picture_after_the_one_with_the_words_beside_it(
    glass: Glass,
) -> None:
    code = placed(glass)
    nothing = glass.shot(lambda: None)
    assert as_told(glass, lambda: code.show("31415926535897932384")) == nothing
    assert glass.shot(lambda: None) != nothing


def test_no_code_stands_beside_the_words_of_another(glass: Glass) -> None:
    code = placed(glass)
    nothing = glass.shot(lambda: None)
    earlier = glass.shot(lambda: code.show("27182818284590452353"))
    assert as_told(glass, lambda: code.show("16180339887498948482")) == nothing
    assert glass.shot(lambda: None) not in (nothing, earlier)


def test_a_code_that_was_there_before_is_there_at_once(glass: Glass) -> None:
    code = placed(glass)
    there = glass.shot(lambda: code.show("14142135623730950488"))
    glass.shot(lambda: code.show(""))
    assert as_told(glass, lambda: code.show("14142135623730950488")) == there


def test_a_code_that_is_taken_away_before_it_has_come_does_not_come(glass: Glass) -> None:
    code = placed(glass)
    nothing = glass.shot(lambda: None)
    as_told(glass, lambda: code.show("17320508075688772935"))
    assert as_told(glass, lambda: code.show("")) == nothing
    assert glass.shot(lambda: None) == nothing


def test_a_code_that_is_kept_no_more_is_made_again(glass: Glass) -> None:
    code = placed(glass)
    there = glass.shot(lambda: code.show("22360679774997896964"))
    for other in range(MOST_KEPT):
        assert glass.shot(partial(code.show, f"2645751311064590590{other}")) != there
    assert glass.shot(lambda: code.show("22360679774997896964")) == there

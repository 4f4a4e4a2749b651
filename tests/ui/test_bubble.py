"""What is said at a button: a question where its answer is touched, and what followed."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from glass import Glass, keep, shown
from kivy.clock import Clock
from scenes import SCENES
from test_seat import Player, visible

from table_firmware.wire.messages import Called, Intent, View
from ui_kiosk import theme
from ui_kiosk.passing import KEPT_SECONDS, UNDONE_BY, WITHDRAWN_SECONDS
from ui_kiosk.present_bubble import SURE
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.bubble import BubbleView
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.words import Words

SIZES = ((1920, 1080), (1280, 800), (1024, 600), (1080, 480), (640, 400))
NOW = 1_000.0
LEAST = 0.034
"""The side of a button as a part of the screen's width: 12 mm in a pane of a table top."""


def called(view: View) -> View:
    return replace(view, call=Called((view.seat,), False, (view.seat,)))


def managed(view: View) -> View:
    own = replace(view.places[view.seat], managed=True)
    places = (*view.places[: view.seat], own, *view.places[view.seat + 1 :])
    return replace(view, places=places, ask=None)


ASKED = [
    *(("call", name) for name in ("lobby-seated", "digits", "hand-result", "fault")),
    *((act, name) for act in ("call", "manage") for name in ("play-follow", "pz-discard")),
]
"""Every act with a question, on each kind of screen that has its button."""
DONE: dict[str, Callable[[View], View]] = {"call": called, "manage": managed}
"""What the table shows when the act was done."""


class Asked(Player):
    """A player whose screen is told the time by hand."""

    def __init__(self, glass: Glass, size: tuple[int, int] = SIZES[1], say: str = "zh") -> None:
        super().__init__(glass)
        self.now = NOW
        self.screen.time = lambda: self.now
        self.screen.local = replace(self.screen.local, language=say)
        glass.show(self.screen, size)

    def bubble(self) -> BubbleView | None:
        found = [each for each in visible(self.screen) if isinstance(each, BubbleView)]
        return found[0] if found else None

    def said(self) -> list[str]:
        bubble = self.bubble()
        told = visible(bubble) if bubble is not None else ()
        return [each.text for each in told if isinstance(each, Words) and each.text]

    def button(self, act: str) -> TouchButton:
        return next(each for each in self.buttons() if each.model and each.model.act == act)

    def twice(self, act: str, name: str) -> View:
        """Touches a button and touches it again, and the table does it; what it shows then."""
        self.see(name)
        self.touch(act)
        self.touch(act)
        assert self.sent[-1] == Intent(7, act)
        view = replace(DONE[act](SCENES[name]), number=8)
        self.screen.show(view)
        self.glass.settle()
        return view

    def wait(self, seconds: float) -> None:
        """So much later the screen has noticed by itself."""
        self.now += seconds
        started, before = Clock.get_boottime(), self.screen.local.passing
        while self.screen.local.passing == before:
            self.glass.frame()
            assert Clock.get_boottime() < started + 30


@pytest.mark.slow
@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("say", LANGUAGES)
def test_a_question_stands_under_the_button_that_confirms_it(
    glass: Glass, say: str, size: tuple[int, int], large: int
) -> None:
    player = Asked(glass, size, say)
    for act, name in ASKED:
        player.see(name)
        player.screen.press(f"set:large={large}")
        player.touch(act)
        at, bubble = player.button(act), player.bubble()
        assert bubble is not None
        assert at.model is not None
        assert (at.model.text, at.model.tone) == (text(say, "button.again"), "main")
        assert player.said() == [text(say, "button.no"), text(say, SURE[act])]
        assert 0 < at.y - bubble.top < at.height / 2
        assert bubble.x < at.center_x < bubble.right
        assert bubble.x >= 0
        assert bubble.right <= size[0]
        told = [each for each in visible(bubble) if isinstance(each, Words)]
        assert all(each.fits() for each in told)
        assert min(each.font_size for each in told) >= theme.SMALL * size[0] / 1280
        assert min(player.button("no").size) >= LEAST * size[0]
        keep(shown(player.screen), f"asked-{act}-{name}-{say}-{size[0]}-{large}")
        player.touch("no")
        assert not player.said()
    assert player.sent == []


@pytest.mark.slow
def test_who_says_no_to_a_question_has_to_be_asked_again(glass: Glass) -> None:
    player = Asked(glass)
    for act, name in ASKED:
        player.see(name)
        for answer in ("no", act):
            player.touch(act)
            assert text("zh", SURE[act]) in player.said()
            assert player.sent == []
            player.touch(answer)
        assert [each.act for each in player.sent if isinstance(each, Intent)] == [act]
        player.sent.clear()
        player.screen.lost()


@pytest.mark.slow
@pytest.mark.parametrize(("act", "name"), ASKED)
def test_an_impatient_third_touch_on_the_same_place_undoes_nothing(
    glass: Glass, act: str, name: str
) -> None:
    player = Asked(glass)
    player.twice(act, name)
    undoing = UNDONE_BY[act]
    spot = player.button(undoing).center
    sent = len(player.sent)
    for _ in range(3):
        glass.tap(*spot)
        glass.settle()
        player.now += KEPT_SECONDS / 4
    assert len(player.sent) == sent
    assert player.said()
    player.wait(KEPT_SECONDS)
    assert not player.said()
    glass.tap(*player.button(undoing).center)
    assert player.sent[sent:] == [Intent(8, undoing)]


@pytest.mark.slow
@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("name", ["lobby-seated", "play-follow", "pz-discard"])
def test_a_call_that_was_withdrawn_is_told_to_be_so(glass: Glass, name: str, say: str) -> None:
    player = Asked(glass, say=say)
    player.screen.show(called(SCENES[name]))
    glass.settle()
    assert not player.said()
    player.touch("withdraw")
    assert player.sent == [Intent(7, "withdraw")]
    player.see(name, number=8)
    assert player.said() == [text(say, "call.withdrawn")]
    player.wait(WITHDRAWN_SECONDS)
    assert not player.said()
    player.see(name, number=9)
    player.touch("call")
    assert text(say, "call.sure") in player.said()


def test_a_call_that_ended_otherwise_is_not_told_to_be_withdrawn(glass: Glass) -> None:
    player = Asked(glass)
    player.screen.show(called(SCENES["play-follow"]))
    player.see("play-follow", number=8)
    assert not player.said()


@pytest.mark.slow
def test_a_panel_that_is_opened_lies_over_what_was_said(glass: Glass) -> None:
    player = Asked(glass)
    player.twice("call", "play-follow")
    assert player.said() == [text("zh", "call.own")]
    player.touch("panel:settings")
    assert not player.said()
    player.touch("close")
    assert player.said() == [text("zh", "call.own")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["play-follow", "pz-discard"])
def test_the_hand_is_given_to_the_table_by_two_touches_and_taken_back_by_one(
    glass: Glass, name: str
) -> None:
    player = Asked(glass)
    player.twice("manage", name)
    assert player.said() == [text("zh", "play.managed")]
    player.wait(KEPT_SECONDS)
    player.touch("unmanage")
    assert player.sent == [Intent(7, "manage"), Intent(8, "unmanage")]


@pytest.mark.slow
def test_a_hand_that_the_table_has_taken_by_itself_is_taken_back_at_once(glass: Glass) -> None:
    player = Asked(glass)
    player.see("play-follow")
    player.screen.show(managed(replace(SCENES["play-follow"], number=8)))
    glass.settle()
    assert not player.said()
    player.touch("unmanage")
    assert player.sent == [Intent(8, "unmanage")]


@pytest.mark.slow
def test_a_touch_of_anything_else_takes_the_question_away_and_one_on_it_does_nothing(
    glass: Glass,
) -> None:
    player = Asked(glass)
    for act in SURE:
        player.see("play-follow")
        player.touch(act)
        player.touch("sort")
        assert not player.said()
        player.touch(act)
        bubble = player.bubble()
        assert bubble is not None
        for x in range(int(bubble.x) + 4, int(player.button("no").x) - 4, 24):
            for y in (bubble.y + 4, bubble.top - 4):
                glass.tap(x, y)
        glass.settle()
        assert text("zh", SURE[act]) in player.said()
        assert not player.screen.local.panel
        player.touch("no")
    assert player.sent == []


def test_what_can_no_longer_be_done_is_no_longer_asked(glass: Glass) -> None:
    player = Asked(glass)
    player.see("play-follow")
    player.touch("manage")
    assert player.said()
    player.see("hand-result", number=8)
    assert not player.said()

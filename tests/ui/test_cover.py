"""盖牌 and 呼叫: covered hands, the call for the operator, and the pause."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from chinpok_views import playing, table
from glass import Glass
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kivy.uix.widget import Widget
from presented import body
from scenes import SCENES

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.wire.messages import Called, Intent, Up, View
from tests.examples import about
from tests.laid import laid
from ui_kiosk.local import Local, hidden, renewed
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_table import TableBody
from ui_kiosk.motion import News, news
from ui_kiosk.passing import KEPT_SECONDS
from ui_kiosk.prefs import Prefs
from ui_kiosk.presenter import present
from ui_kiosk.press import press, tapped
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.button import TouchButton

PLAYS = ("play-follow", "play-lead", "play-readings", "exchange", "exchange-laid", "play-wait")
COVERED = (Local(covered=True), Local(private=True), Local(private=True, covered=True))
CALLED = Called((Seat.N,), False, (Seat.N,), may_agree=True)
PAUSED = Called((Seat.N,), True, (Seat.S,), may_agree=True)


def known(model: ScreenModel) -> tuple[object, ...]:
    """All of a screen that stands for itself; `held` is what only the player may see."""
    return (model.message, model.buttons, model.body)


@pytest.mark.parametrize("local", COVERED)
@pytest.mark.parametrize("name", PLAYS)
def test_a_covered_hand_tells_nothing_of_its_cards(name: str, local: Local) -> None:
    view = SCENES[name]
    hand = laid(view.round)
    others = replace(hand, hand=cards("S3 H4")[:1] * len(hand.hand))
    others = replace(others, laid=cards("H4") * len(hand.laid))
    again = replace(view, round=others)
    assert hidden(view, local)
    assert known(present(view, local)) == known(present(again, local))
    assert {face.card for face in body(view, local).cards} == {None}


@pytest.mark.parametrize("who", HOUSE_PLAYERS)
@pytest.mark.parametrize("name", PLAYS)
def test_nobody_looks_at_the_cards_of_a_house_player(name: str, who: str) -> None:
    own, *others = SCENES[name].places
    view = replace(SCENES[name], places=(replace(own, who=who), *others), ask=None)
    hand = laid(view.round)
    swapped = replace(hand, hand=cards("S3") * len(hand.hand), laid=cards("H4") * len(hand.laid))
    opened = press(view, Local(held=True), "cover")[0]
    for local in (Local(), Local(private=True, held=True), opened):
        assert known(present(view, local)) == known(present(replace(view, round=swapped), local))
        assert body(view, local).cover == "shut"
        assert body(view, local).covered == text("zh", "cover.house")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("name", ["play-follow", "pz-discard"])
def test_who_comes_too_late_reads_in_two_lines_when_he_can_sit_down(
    glass: Glass, name: str, say: str, large: bool, size: tuple[int, int]
) -> None:
    screen = SeatScreen(language=say)
    screen.local = Local(say, prefs=Prefs(large=large))
    glass.show(screen, size)
    own, *others = SCENES[name].places
    screen.show(replace(SCENES[name], places=(replace(own, who="house"), *others), ask=None))
    glass.settle()
    assert isinstance(screen.screen, TableScreen | TilesScreen)
    told, plate = screen.screen.covered, screen.screen.cover_plate
    assert told.text.count("\n") == 1
    assert told.fits()
    assert told.font_size >= 15 * size[0] / 640
    assert plate.y < told.extent[1]
    assert told.extent[1] + told.extent[3] < plate.top


def test_of_a_covered_selection_only_the_number_is_said() -> None:
    view = SCENES["play-readings"]
    local = tapped(view, Local(private=True, held=True), [(Card("H9"), 0), (Card("H9"), 1)])
    seen, covered = present(view, local), present(view, replace(local, held=False))
    assert isinstance(seen.body, TableBody)
    assert isinstance(covered.body, TableBody)
    assert covered.message == text("zh", "play.chosen", n=2)
    assert covered.body.readings == ()
    assert [b.enabled for b in covered.buttons if b.act == "play"] == [True]
    assert "heavy" not in {button.act for button in covered.buttons}


def test_a_pause_covers_every_hand_until_it_is_touched_again() -> None:
    view = SCENES["play-follow"]
    for local in (Local(), Local(private=True, held=True)):
        now = replace(view, call=PAUSED, ask=None, number=8)
        local = renewed(local, view, now)
        assert hidden(now, local)
        assert body(now, local).cover == "shut"
        after = renewed(local, now, replace(view, number=9))
        assert hidden(view, after) is not local.private
    assert not hidden(view, renewed(after, view, replace(view, hand=view.hand + 1)))


def test_who_leaves_his_chair_leaves_his_cards_covered_until_they_are_touched() -> None:
    """A sensor that is wrong takes no hand from anybody: a touch shows it, and it stays shown."""
    here = SCENES["play-follow"]
    own, *others = here.places
    gone = replace(here, places=(replace(own, away=True), *others), number=8)
    left = renewed(Local(), here, gone)
    assert hidden(gone, left)
    opened, _ = press(gone, left, "cover")
    assert not hidden(gone, renewed(opened, gone, replace(gone, number=9)))
    back = renewed(left, gone, replace(here, number=9))
    assert hidden(here, back)
    beside = replace(here, places=(own, replace(others[0], away=True), *others[1:]))
    assert not hidden(beside, renewed(Local(), here, beside))


class Player:
    def __init__(
        self, glass: Glass, private: bool = False, size: tuple[int, int] = (1280, 800)
    ) -> None:
        self.glass, self.screen = glass, SeatScreen(private=private)
        self.sent: list[Up] = []
        self.screen.send = self.sent.append
        glass.show(self.screen, size)

    def number(self) -> int:
        """That of the next view."""
        return self.screen.view.number + 1 if self.screen.view is not None else 1

    def see(self, view: View) -> None:
        self.screen.show(view)
        self.glass.settle()

    def touch(self, act: str) -> None:
        button = next(b for b in buttons(self.screen) if b.model and b.model.act == act)
        self.glass.tap(*button.center)
        self.glass.settle()

    def corner(self, index: int) -> tuple[float, float]:
        assert isinstance(self.screen.screen, TableScreen)
        x, y, _, height = self.screen.screen.hand.spot(index)
        return x + 8, y + height - 8

    def sees(self) -> bool:
        assert isinstance(self.screen.screen, TableScreen | TilesScreen)
        return all(face.card is not None for face in self.screen.screen.hand._faces)


def buttons(widget: Widget) -> Iterator[Any]:
    if widget.opacity:
        if isinstance(widget, TouchButton):
            yield widget
        for child in widget.children:
            yield from buttons(child)


@pytest.mark.slow
def test_one_touch_covers_the_hand_and_a_touch_of_the_cards_opens_it(glass: Glass) -> None:
    player = Player(glass)
    player.see(SCENES["play-follow"])
    player.touch("cover")
    assert not player.sees()
    glass.tap(*player.corner(20))
    assert player.sees()
    assert player.screen.local.selected == frozenset()
    player.touch("cover")
    player.touch("cover")
    assert player.sees()
    player.touch("cover")
    player.touch("hint")
    player.touch("play")
    assert [each.act for each in player.sent if isinstance(each, Intent)] == ["play"]


@pytest.mark.slow
def test_on_a_shared_screen_cards_are_seen_while_a_finger_lies_on_them(glass: Glass) -> None:
    player = Player(glass, private=True)
    player.see(SCENES["play-follow"])
    assert not player.sees()
    assert "cover" not in {b.model.act for b in buttons(player.screen) if b.model}
    holding = glass.down(*player.corner(14))
    glass.settle()
    assert player.sees()
    glass.tap(*player.corner(20))
    glass.tap(*player.corner(22))
    assert len(player.screen.local.selected) == 2
    glass.up(holding)
    glass.settle()
    assert not player.sees()
    glass.tap(*player.corner(3))
    assert len(player.screen.local.selected) == 2
    assert not player.sees()


PART = st.floats(0, 1)
FORMS = ((1280, 800), (640, 400), (800, 320), (1024, 600))
COVER_VIEWS = {"cards": SCENES["play-follow"], "tiles": SCENES["pz-discard"]}


def _holding(view: View, count: int) -> View:
    """The same with so many cards in the own hand."""
    seen = view.round
    assert seen is not None
    return replace(view, round=replace(seen, hand=seen.hand[:count]))


@pytest.mark.slow
@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("kind", COVER_VIEWS)
@pytest.mark.parametrize("size", FORMS)
def test_a_covered_hand_opens_wherever_it_and_its_plate_are_touched(
    glass: Glass, size: tuple[int, int], kind: str, private: bool
) -> None:
    player = Player(glass, private, size)
    whole = COVER_VIEWS[kind]
    assert whole.round is not None

    @settings(max_examples=about(40))
    @example(2, True, 0.5, 0.5)
    @example(10, True, 0.5, 0.5)
    @given(st.integers(1, len(whole.round.hand)), st.booleans(), PART, PART)
    def check(count: int, plate: bool, across: float, along: float) -> None:
        view = _holding(whole, count)
        player.see(replace(view, number=player.number()))
        screen = player.screen.screen
        assert isinstance(screen, TableScreen | TilesScreen)
        if not private:
            player.touch("cover")
        assert not player.sees()
        box = screen.cover_plate if plate else screen.hand
        inside = across * (box.width - 2), along * (box.height - 2)
        finger = glass.down(box.x + 1 + inside[0], box.y + 1 + inside[1])
        assert player.sees()
        glass.up(finger)
        assert player.sees() is not private
        assert player.screen.local.selected == frozenset()

    check()


def test_a_pause_under_a_holding_finger_covers_the_cards_and_lets_nobody_select(
    glass: Glass,
) -> None:
    player = Player(glass, private=True)
    player.see(SCENES["play-follow"])
    holding = glass.down(*player.corner(14))
    player.see(replace(SCENES["play-follow"], number=8, call=PAUSED, ask=None))
    assert not player.sees()
    glass.tap(*player.corner(20))
    assert player.screen.local.selected == frozenset()
    glass.up(holding)
    assert not player.sees()


def test_a_line_that_breaks_under_a_holding_finger_leaves_the_cards_covered(glass: Glass) -> None:
    player = Player(glass, private=True)
    player.see(SCENES["play-follow"])
    holding = glass.down(*player.corner(14))
    player.screen.lost()
    player.see(replace(SCENES["play-follow"], number=9))
    assert not player.sees()
    glass.up(holding)
    glass.settle()
    assert not player.sees()


@pytest.mark.slow
def test_a_call_needs_two_touches_and_can_be_withdrawn(glass: Glass) -> None:
    player = Player(glass)
    for number, name in enumerate(("lobby", "play-wait", "hand-result", "fault"), 8):
        player.see(replace(SCENES[name], number=number))
        player.touch("call")
        assert len(player.sent) == number - 8
        player.touch("call")
        assert player.sent[-1] == Intent(number, "call")
    own = Called((Seat.E,), False, (Seat.E,))
    later = player.screen.time() + KEPT_SECONDS
    player.screen.time = lambda: later
    player.see(replace(SCENES["play-follow"], number=20, call=own))
    player.touch("withdraw")
    assert player.sent[-1] == Intent(20, "withdraw")


@pytest.mark.slow
def test_the_others_agree_to_a_pause_and_to_its_end(glass: Glass) -> None:
    player = Player(glass)
    player.see(replace(SCENES["play-follow"], call=CALLED))
    player.touch("agree")
    player.see(replace(SCENES["play-follow"], number=8, call=PAUSED, ask=None))
    assert {b.model.act for b in buttons(player.screen) if b.model and b.live} >= {"agree"}
    assert not {"pass", "hint", "call", "manage"} & {
        b.model.act for b in buttons(player.screen) if b.model and b.live
    }
    glass.tap(*player.corner(20))
    assert not player.sees()
    player.touch("agree")
    assert player.sent == [Intent(7, "agree"), Intent(8, "agree")]


def test_a_call_is_news_at_every_seat() -> None:
    view = SCENES["play-wait"]
    models = [present(each, Local()) for each in (view, replace(view, call=CALLED))]
    assert news(*models) == News("北 · 呼叫中")
    for name in ("lobby", "digits", "hand-result"):
        told = present(replace(SCENES[name], call=CALLED), Local()).message
        assert told == text("zh", "call.asked", seat="北")


def test_the_last_cards_are_played_with_a_second_touch() -> None:
    view = playing(table(hand=cards("S9 H9"), to_beat=None, trick=(), passed=(), trump="2"))
    local = tapped(view, Local(), [(Card("S9"), 0)])
    assert press(view, local, "play")[1] is not None
    whole = tapped(view, local, [(Card("H9"), 0)])
    armed, nothing = press(view, whole, "play")
    assert nothing is None
    assert [b.text for b in present(view, armed).buttons if b.act == "play"] == ["确认"]
    assert press(view, armed, "play")[1] is not None

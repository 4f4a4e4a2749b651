"""What the table has done for a player, as his screen says it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from glass import Glass, keep, shown
from kivy.clock import Clock
from scenes import SCENES

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_down
from table_firmware.wire.messages import View
from tests.controller.desk import Desk
from ui_kiosk import theme
from ui_kiosk.local import Local
from ui_kiosk.passing import LATE_SECONDS
from ui_kiosk.present_stood_in import KINDS
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.words import Words

E = Seat.E
LATE = {"zh": "时间到，电脑代您", "en": "Time up: House "}


def message(view: View, **local: object) -> tuple[str, str]:
    model = present(view, replace(Local(language="zh"), **local))  # type: ignore[arg-type]
    return model.message, model.tone


def stood(name: str, done: dict[str, int]) -> View:
    return replace(SCENES[name], stood_in=done)


def test_it_is_said_before_what_is_asked() -> None:
    asked, tone = message(SCENES["play-follow"])
    told = message(stood("play-follow", {"passed": 1}))
    assert told == (f"电脑代您不出 1 次\n{asked}", tone)
    both = message(stood("play-follow", {"played": 2, "passed": 1}))
    assert both[0].startswith("电脑代您不出 1 次、出牌 2 次\n")


@pytest.mark.parametrize(
    ("done", "words"),
    [
        ({"passed": 1}, "Done for you: 1 pass"),
        ({"passed": 2, "played": 1}, "Done for you: 2 passes, 1 play"),
        ({"gave": 1}, "Done for you: no exchange"),
    ],
)
def test_in_english_as_well(done: dict[str, int], words: str) -> None:
    model = present(stood("play-follow", done), Local(language="en"))
    assert model.message.splitlines()[0] == words


def test_who_waits_notices_it() -> None:
    asked, _ = message(SCENES["play-wait"])
    assert message(stood("play-wait", {"played": 1})) == (f"电脑代您出牌 1 次\n{asked}", "alert")


def test_what_he_is_choosing_goes_before() -> None:
    chosen = frozenset({(SCENES["play-follow"].round.hand[0], 0)})  # type: ignore[union-attr]
    view = stood("play-follow", {"passed": 1})
    assert message(view, selected=chosen) == message(SCENES["play-follow"], selected=chosen)
    sure = stood("last-cards", {"passed": 1})
    assert message(sure, armed="play") == message(SCENES["last-cards"], armed="play")


def test_a_managed_player_is_told_that_he_is() -> None:
    stood_in = present(stood("play-managed", {"passed": 3}), Local())
    assert stood_in.message == ""
    assert stood_in.taken == present(SCENES["play-managed"], Local()).taken
    assert stood_in.taken is not None


def test_all_that_a_table_can_do_for_a_seat_has_words() -> None:
    for kind in KINDS:
        assert message(stood("play-wait", {kind: 1}))[0] != message(SCENES["play-wait"])[0]
    assert message(stood("play-wait", {"a_new_kind": 1})) == message(SCENES["play-wait"])


@pytest.mark.slow
@pytest.mark.parametrize("say", LANGUAGES)
def test_a_player_whose_line_was_lost_reads_it_on_coming_back(
    glass: Glass, say: str, back: Callable[[], Iterator[View]]
) -> None:
    """From a real table to the picture: what the line carries, what the screen shows."""
    screen = SeatScreen(language=say)
    glass.show(screen)
    for number, view in enumerate(back()):
        screen.lost()
        screen.show(view)
        glass.lay_out()
        keep(shown(screen), f"stood-in-{number}-{say}")
        told = [each for each in screen.walk() if isinstance(each, Words) and each.text]
        assert not [each.text for each in told if not each.fits()]
        (line,) = (each for each in told if each.text.startswith(("电脑代您", "Done for you")))
        assert line.font_size >= theme.SMALL


@pytest.fixture
def back() -> Callable[[], Iterator[View]]:
    """Somebody comes back while others play, and then it is his turn."""

    def views() -> Iterator[View]:
        desk = Desk()
        desk.to_play(E, Seat.N)
        desk.unlink(E)
        desk.wait_until(lambda: sum(a["action"].get("seat") == "E" for a in desk.acts()) >= 4)
        desk.link(E)
        desk.wait(0)
        yield sent(desk)
        desk.until_turn(E)
        yield replace(sent(desk), stood_in={"passed": 12, "played": 10})

    return views


NOW = 1_000.0
SIZES = ((1280, 800), (1080, 480), (640, 400))


class Late:
    """A real table at which East is asked, and his screen, whose time is told by hand."""

    def __init__(self, glass: Glass, size: tuple[int, int] = SIZES[0], say: str = "zh") -> None:
        self.glass = glass
        self.desk = Desk()
        self.desk.to_play(E)
        self.desk.until_turn(E)
        self.screen = SeatScreen(language=say)
        self.screen.time = lambda: NOW
        glass.show(self.screen, size)
        self.look()

    def look(self) -> None:
        self.screen.show(sent(self.desk))
        self.glass.lay_out()

    def run_out(self) -> None:
        """The seat's time is over, and the table acts for it."""
        self.desk.wait(30_000)
        self.look()

    def line(self) -> str:
        assert self.screen.screen is not None
        return self.screen.screen.message.text

    def later(self, seconds: float) -> None:
        """So much later by the screen's time, until it has noticed by itself."""
        before, told = self.line(), Clock.get_boottime()
        self.screen.time = lambda: NOW + seconds
        while self.line() == before:
            self.glass.frame()
            assert Clock.get_boottime() < told + 30


@pytest.mark.slow
@pytest.mark.parametrize("say", LANGUAGES)
def test_a_card_that_was_selected_goes_down_when_the_table_acts_and_the_player_reads_why(
    glass: Glass, say: str
) -> None:
    late = Late(glass, say=say)
    late.screen.toggle([0])
    assert late.screen.local.selected
    late.run_out()
    assert not late.screen.local.selected
    assert late.line().startswith(LATE[say])
    late.screen.toggle([1])
    assert late.screen.local.selected
    assert late.line().startswith(LATE[say])
    late.later(LATE_SECONDS + 1)
    assert "House" not in late.line()
    assert "电脑" not in late.line()
    late.screen.press("clear")
    assert late.line().startswith(("电脑代您", "Done for you"))


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("say", LANGUAGES)
def test_that_the_time_was_over_can_be_read_on_every_screen(
    glass: Glass, say: str, size: tuple[int, int], large: bool
) -> None:
    late = Late(glass, size, say)
    late.screen.press(f"set:large={int(large)}")
    late.run_out()
    for kind in KINDS:
        late.screen.show(replace(sent(late.desk), stood_in={kind: 3}))
        late.glass.lay_out()
        assert text(say, f"stood_in.late_{kind}") in late.line()
        assert late.screen.screen is not None
        assert late.screen.screen.message.fits()
        keep(shown(late.screen), f"late-{kind}-{say}-{size[0]}-{large}")


@pytest.mark.slow
@pytest.mark.parametrize("act", ["panel:settings", "panel:member", "panel:played"])
def test_who_looks_at_something_else_meanwhile_reads_it_there(glass: Glass, act: str) -> None:
    late = Late(glass)
    late.screen.press(act)
    late.run_out()
    told = late.line().partition("\n")[0]
    assert told.startswith(LATE["zh"])
    panel = next(each for each in late.screen.walk() if isinstance(each, Panel))
    assert told in [each.text for each in panel.walk() if isinstance(each, Words)]
    late.desk.until_turn(E)
    late.look()
    turn = text("zh", "head.your_turn")
    assert turn in [each.text for each in panel.walk() if isinstance(each, Words)]


@pytest.mark.slow
def test_who_acts_himself_is_told_no_more(glass: Glass) -> None:
    late = Late(glass)
    late.run_out()
    ask = late.desk.until_turn(E)
    late.look()
    assert late.line().startswith(LATE["zh"])
    hand = late.desk.view(E).round
    assert hand is not None
    leads = ask.to_beat is None
    late.desk.want(E, "play" if leads else "pass", cards=hand.hand[:1] if leads else ())
    late.look()
    assert not late.line().startswith(LATE["zh"])


@pytest.mark.slow
def test_who_takes_his_hand_back_is_told_what_was_done_and_not_that_a_time_was_over(
    glass: Glass,
) -> None:
    late = Late(glass)
    late.desk.want(E, "manage")
    while not late.desk.view(E).stood_in:
        late.desk.wait(1_000)
        late.look()
    late.desk.want(E, "unmanage")
    late.look()
    assert late.line().startswith("电脑代您")
    assert "时间到" not in late.line()


def test_what_was_done_while_the_line_was_lost_is_not_told_as_a_time_that_has_just_run_out(
    glass: Glass, back: Callable[[], Iterator[View]]
) -> None:
    screen = SeatScreen()
    glass.show(screen)
    for view in back():
        screen.lost()
        screen.show(view)
        assert "时间到" not in message(view, passing=screen.local.passing)[0]
        assert not screen.local.passing


def sent(desk: Desk) -> View:
    view = decode_down(encode_down(desk.view(E)))
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize(
    ("say", "told"), [("zh", "电脑代您打了 15 手"), ("en", "Done for you: 15 moves")]
)
def test_what_was_done_in_many_ways_is_one_number_over_what_is_asked_now(
    say: str, told: str
) -> None:
    view = stood("play-follow", {"gave": 1, "passed": 4, "played": 10})
    assert present(view, Local(language=say)).message.splitlines()[0] == told

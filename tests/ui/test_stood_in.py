"""What the table has done for a player, as his screen says it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from glass import Glass, keep, shown
from scenes import SCENES

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_down
from table_firmware.wire.messages import View
from tests.controller.desk import Desk
from ui_kiosk import theme
from ui_kiosk.local import Local
from ui_kiosk.present_stood_in import KINDS
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES
from ui_kiosk.widgets.words import Words

E = Seat.E


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
    assert message(stood("play-managed", {"passed": 3})) == message(SCENES["play-managed"])


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


def sent(desk: Desk) -> View:
    view = decode_down(encode_down(desk.view(E)))
    assert isinstance(view, View)
    return view

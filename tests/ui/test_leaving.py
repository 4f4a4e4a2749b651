"""三叉子 with `escape` on (SC-20): a player is told before he has left, and all who has."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from glass import Glass, keep, shown

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import View
from tests.controller.desk import QUICK, Desk
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.words import Words

MODES = ("P4", "P8", "P12")


@pytest.fixture(scope="module")
def seen() -> dict[str, View]:
    """What the guest sees who lets his time run out, and what another seat sees in the end."""
    play = replace(QUICK, game="sanchazi", mode="P4", modes=MODES, options={"escape": "on"})
    desk = Desk(play)
    desk.to_round(Seat.E, mode="P4")
    (guest,) = (seat for seat in Seat if desk.view(seat).places[seat].who == "guest")
    desk.wait_until(lambda: bool(desk.view(guest).stood_in))
    desk.until_turn(guest)
    warned = desk.view(guest)
    desk.wait_until(lambda: desk.view(guest).places[guest].managed)
    managed = desk.view(guest)
    desk.wait_until(lambda: desk.stage == "hand_result")
    return {
        "warned": warned,
        "managed": managed,
        "own": desk.view(guest),
        "other": desk.view(guest.partner),
    }


def name(view: View, say: str) -> str:
    return present(view, Local(language=say)).badges[view.seat].name


@pytest.mark.parametrize(
    ("say", "words"), [("zh", "电脑再代 2 次就算离开"), ("en", "Miss 2 more and you are gone")]
)
def test_a_managed_player_is_told_when_he_will_have_left(
    seen: dict[str, View], say: str, words: str
) -> None:
    model = present(seen["managed"], Local(language=say))
    assert model.taken is not None
    assert model.taken.text.splitlines()[1] == words


@pytest.mark.parametrize("say", LANGUAGES)
def test_so_is_who_was_out_of_time(seen: dict[str, View], say: str) -> None:
    warned, asked = present(seen["warned"], Local(language=say)).message.splitlines()
    assert warned == text(say, "fact.left_after", n=4)
    assert asked


@pytest.mark.parametrize(
    ("say", "words"), [("zh", "{}位离开，本局结束"), ("en", "{} has left: the hand is over")]
)
def test_the_result_says_who_has_left(seen: dict[str, View], say: str, words: str) -> None:
    told = words.format(name(seen["own"], say))
    for view in (seen["own"], seen["other"]):
        body = present(view, Local(language=say)).body
        assert isinstance(body, ResultBody)
        assert body.winner == told
        assert sorted(row.cells[-1] for row in body.rows) == ["-10", "0", "0", "0"]


def words_in(screen: SeatScreen) -> Iterator[Words]:
    return (each for each in screen.walk() if isinstance(each, Words) and each.text)


@pytest.mark.slow
@pytest.mark.parametrize("say", LANGUAGES)
def test_it_can_be_read(seen: dict[str, View], glass: Glass, say: str) -> None:
    screen = SeatScreen(language=say)
    glass.show(screen)
    for what, view in seen.items():
        screen.show(view)
        glass.lay_out()
        keep(shown(screen), f"sc-leaving-{what}-{say}")
        assert not [each.text for each in words_in(screen) if not each.fits()]

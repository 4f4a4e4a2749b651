"""The screen of a seat at which the table plays: nobody is before it, and who sat there reads where
he sits now."""

from dataclasses import replace

import pytest
from glass import Glass
from presented import body
from scenes import SCENES

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Place, View
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody
from ui_kiosk.prefs import Prefs
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.text import LANGUAGES, text

RESULTS = ("hand-result", "match-result", "match-levels", "sk-result", "sc-result", "pz-result")


def housed(
    name: str, mode: str = "P4", others: tuple[str, ...] = ("guest", "house", "house")
) -> View:
    """The screen of a seat to which a house player has come; who else sits where, from the next."""
    view = SCENES[name]
    players = ("house", *others)
    places = {
        Seat((view.seat + at) % 4): Place(who, "BACD"[at], linked=True)
        for at, who in enumerate(players)
    }
    return replace(view, mode=mode, places=tuple(places[seat] for seat in Seat), ask=None)


@pytest.mark.parametrize(("name", "mode"), [("sk-follow", "P4"), ("play-wait", "3")])
@pytest.mark.parametrize("say", LANGUAGES)
def test_who_has_changed_seats_reads_on_his_former_screen_where_he_sits(
    name: str, mode: str, say: str
) -> None:
    def told(*others: str) -> str:
        return body(housed(name, mode, others), Local(say)).covered

    def sits(who: str, player: str, seat: Seat) -> str:
        there = text(say, f"seat.{seat.name}")
        return text(say, "cover.sits", who=f"{who}{player}", seat=there)

    own = SCENES[name].seat
    alone = sits(text(say, "who.guest") + " ", "A", own.next)
    assert told("guest", "house", "house").splitlines()[1:] == [alone]
    both = sits("", "C", own.partner), sits("", "D", own.next.partner)
    assert all(each in told("planner", "guest", "member") for each in both)
    assert told("house", "house", "planner") == text(say, "cover.house")


@pytest.mark.parametrize(
    "name", ["play-wait", "play-follow", "sk-follow", "sc-follow", "pz-discard"]
)
@pytest.mark.parametrize("say", LANGUAGES)
def test_nobody_is_called_you_on_the_screen_of_a_house_player(name: str, say: str) -> None:
    you = text(say, "seat.me")
    before, after = (present(view, Local(say)) for view in (SCENES[name], housed(name)))
    assert before.badges[SCENES[name].seat].relation == you
    assert after.badges[SCENES[name].seat].relation == text(say, "who.house")


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("say", LANGUAGES)
def test_a_result_names_nobody_you_on_the_screen_of_a_house_player(name: str, say: str) -> None:
    you, view = text(say, "result.you"), SCENES[name]
    house = replace(view.places[view.seat], who="house")
    others = view.places[view.seat + 1 :]
    left = replace(view, places=(*view.places[: view.seat], house, *others))
    for shown, times in ((view, 1), (left, 0)):
        result = present(shown, Local(say)).body
        assert isinstance(result, ResultBody)
        assert sum(you in cell for row in result.rows for cell in row.cells) == times


@pytest.mark.slow
@pytest.mark.parametrize("size", [(640, 400), (1280, 800)])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("say", LANGUAGES)
def test_where_three_people_sit_is_read_on_the_smallest_pane(
    glass: Glass, say: str, large: bool, size: tuple[int, int]
) -> None:
    screen = SeatScreen(language=say)
    screen.local = Local(say, prefs=Prefs(large=large))
    glass.show(screen, size)
    screen.show(housed("sk-follow", "P4", ("guest", "member", "guest")))
    glass.settle()
    assert isinstance(screen.screen, TableScreen)
    told = screen.screen.covered
    assert told.text.count("\n") == 1
    assert told.fits()
    assert told.font_size >= 15 * size[0] / 640


@pytest.mark.parametrize("say", LANGUAGES)
def test_who_has_won_reads_that_it_was_he(say: str) -> None:
    won = text(say, "result.you_won")
    view = SCENES["hand-result"]
    for seat, mine in ((Seat.E, True), (Seat.W, True), (Seat.N, False), (Seat.S, False)):
        places = tuple(replace(place, who="guest") for place in view.places)
        result = present(replace(view, seat=seat, places=places), Local(say)).body
        assert isinstance(result, ResultBody)
        assert (won in result.winner) is mine
    house = tuple(replace(place, who="house") for place in view.places)
    unseen = present(replace(view, places=house), Local(say)).body
    assert isinstance(unseen, ResultBody)
    assert won not in unseen.winner

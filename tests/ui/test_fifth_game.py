"""The game of `docs/adding-a-game.md` on the seat's screen, which knows nothing of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest
from glass import Glass
from seated import by_a_guest
from test_screens import problems

from table_firmware.config.play import Play as Settings
from table_firmware.controller import inbox
from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games import tried
from table_firmware.rules.round import AskPlay
from table_firmware.wire.messages import Intent, View
from tests.controller.desk import QUICK, Desk
from tests.fifth_game import twelve
from ui_kiosk.local import Local
from ui_kiosk.model import DrawBody, ResultBody
from ui_kiosk.model_table import TableBody
from ui_kiosk.presenter import present
from ui_kiosk.press import press
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.widgets.fan import CardFace

GAME: Final[Game] = twelve
TABLE: Final[Settings] = replace(QUICK, game="twelve", mode="1B", modes=("1B", "2"))
ME: Final = Seat.E


def touched(view: View, *acts: str) -> Intent | None:
    """What goes to the table after these touches."""
    local, intent = Local(), None
    for act in acts:
        if intent is None:
            local, intent = press(view, local, act)
    return intent if isinstance(intent, Intent) else None


def act(desk: Desk) -> None:
    """One turn by touch: the smallest play, or a pass."""
    view = desk.shown[ME]
    intent = touched(view, "hint", "play", "play") or touched(view, "pass")
    assert intent is not None
    assert desk.tell(inbox.Wanted(ME, intent)) is None


@pytest.fixture(scope="module")
def seen() -> Mapping[str, View]:
    """The first view of each kind that a guest sees in a match, all he plays done by touch."""
    with tried(GAME):
        desk, found = Desk(TABLE), dict[str, View]()
        desk.link(ME)
        found["lobby"] = desk.shown[ME]
        desk.begin(ME, mode="1B")
        found["digits"] = desk.shown[ME]
        desk.want(ME, "digits", value="314159")
        while desk.stage != "match_result":
            view = desk.shown[ME]
            turn = isinstance(view.ask, AskPlay)
            found.setdefault(f"{view.stage}-turn" if turn else view.stage, view)
            act(desk) if turn else desk.wait(50)
        return {**found, desk.stage: desk.shown[ME]}


def test_a_hand_is_played_by_touch_from_the_lobby_to_the_ranking(seen: Mapping[str, View]) -> None:
    assert {"lobby", "digits", "draw", "round", "round-turn", "hand_result"} <= {*seen}
    assert [standing.who for standing in seen["match_result"].standings] != []


def test_where_nothing_but_the_leader_is_drawn_nothing_else_is_shown(
    seen: Mapping[str, View],
) -> None:
    leads = seen["draw"].leader
    assert leads is not None
    for seat, told in ((leads, "You lead"), (leads.partner, "Partner")):
        body = present(by_a_guest(replace(seen["draw"], seat=seat)), Local("en")).body
        assert isinstance(body, DrawBody)
        assert (body.trump_word, body.leader) == ("First lead", told)
        assert (body.shown, body.shown_text) == ((CardFace(None),), "")
    nobody = present(replace(seen["draw"], leader=None), Local("en")).body
    assert isinstance(nobody, DrawBody)
    assert (nobody.trump, nobody.leader) == ("", "")


def test_a_game_without_help_has_no_button_for_it(seen: Mapping[str, View]) -> None:
    with tried(GAME):
        body = present(seen["round-turn"], Local()).body
    assert isinstance(body, TableBody)
    assert body.help is None


def test_the_result_shows_places_and_points_and_no_sum_of_another_game(
    seen: Mapping[str, View],
) -> None:
    body = present(seen["hand_result"], Local("en")).body
    assert isinstance(body, ResultBody)
    assert body.head == ("Seat", "Place", "Left", "Points")
    result = seen["hand_result"].result
    assert result is not None
    assert sorted(row.cells[-1] for row in body.rows) == sorted(
        f"{tenths // 10}.0" for tenths in result.position_tenths
    )
    assert [row.cells[2] for row in body.pairs] == [f"{t // 10}.0" for t in result.pair_tenths]
    drawn = replace(seen["hand_result"], result=replace(result, winner=""))
    shown = present(drawn, Local("en")).body
    assert isinstance(shown, ResultBody)
    assert shown.winner == "Nobody wins this hand"


@pytest.mark.parametrize("language", ["en", pytest.param("zh", marks=pytest.mark.soak)])
def test_the_screens_on_which_it_is_seen_are_legible(
    glass: Glass, seen: Mapping[str, View], language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, (1024, 600))
    found = []
    with tried(GAME):
        for name in ("draw", "round-turn", "hand_result"):
            screen.show(seen[name])
            glass.settle()
            glass.picture(f"twelve-{name}-{language}")
            found += [f"{name}: {problem}" for problem in problems(screen, language)]
    assert not found, "\n".join(found)

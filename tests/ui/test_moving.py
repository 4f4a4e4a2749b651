"""People change seats in mode 3: shown for a while, taking no touch."""

import gc
import weakref
from dataclasses import replace

import pytest
from chinpok_views import base
from glass import Glass
from kivy.clock import Clock
from partner_scenes import SANCHAZI, SHUANGKOU, view
from scenes import SCENES

from table_firmware.rules.cards import Seat
from table_firmware.rules.match import seating
from table_firmware.wire.messages import Intent, Place, Up, View
from ui_kiosk.local import Local
from ui_kiosk.model import DrawBody
from ui_kiosk.motion import SeatMove, seat_moves
from ui_kiosk.prefs import Prefs
from ui_kiosk.present_moves import title, walkers
from ui_kiosk.presenter import present
from ui_kiosk.screens.parts import Screen
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.moving import MovingView, WalkView

ZH = Local("zh")


def sitting(hand: int, stage: str, **more: object) -> View:
    """Mode 3 with the players where they sit in a hand."""
    players = seating("3", hand)
    places = tuple(Place("guest", players[seat], linked=True) for seat in Seat)
    shown = replace(SCENES[stage], mode="3", hand=hand, hands=12, places=places)
    return replace(shown, **more)  # type: ignore[arg-type]


def test_all_four_players_go_from_their_chair_to_the_next_one() -> None:
    old, new = sitting(4, "hand-result"), sitting(5, "draw")
    moves = seat_moves(old, new)
    assert {move.was for move in moves} == {move.now for move in moves} == set(Seat)
    assert {move.end for move in moves} == {move.start for move in moves}
    assert len({move.start for move in moves}) == 4
    own = [move for move in moves if move.mine]
    assert own == [move for move in moves if move.start == "bottom"]
    before, after = seating("3", 4), seating("3", 5)
    assert all(before[move.was] == after[move.now] for move in moves)
    assert isinstance(own[0], SeatMove)


@pytest.mark.parametrize("seat", list(Seat))
def test_who_sat_before_a_screen_is_told_where_he_sits_now_and_who_comes_that_he_may(
    seat: Seat,
) -> None:
    """Not the other way round: nobody knows which of four pills he is."""
    came = (Seat.N, Seat.E, Seat.W, Seat.S)
    view = replace(SCENES["sk-move"], seat=seat, came_from=came)
    body, message = present(view, ZH).body, present(view, ZH).message
    assert isinstance(body, DrawBody)
    here, there, comes = (
        text("zh", f"seat.{at.name}") for at in (seat, goes(came, seat), came[seat])
    )
    if there == here:
        assert body.trump_word == f"这里是{here}位，您不用换座"
        return
    assert body.trump_word == f"原{here}位：请换到{there}位"
    assert message.startswith(f"原{comes}位：请坐到这里（{here}位）")
    houses = tuple(replace(place, who="house") for place in view.places)
    assert present(replace(view, places=houses), ZH).message == "电脑换到这里"
    moves = seat_moves(None, view)
    assert title(moves, "zh") == f"换座\n{body.trump_word}"
    (mine,) = (each for each in walkers(moves, "zh") if each.mine)
    assert (mine.name, mine.start) == (f"原{here}", "bottom")


def goes(came: tuple[Seat, ...], seat: Seat) -> Seat:
    return next(now for now in Seat if came[now] == seat)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (sitting(3, "hand-result"), sitting(4, "draw")),
        (base("lobby"), sitting(1, "digits")),
        (sitting(12, "match-result"), sitting(1, "digits")),
        (sitting(4, "hand-result", mode="2"), sitting(5, "draw")),
        (SCENES["lobby"], SCENES["lobby-seated"]),
    ],
)
def test_who_stays_is_not_said_to_move(old: View, new: View) -> None:
    assert seat_moves(old, new) == ()
    assert seat_moves(None, new) == ()


def moving(screen: SeatScreen) -> list[MovingView]:
    return [each for each in screen.walk() if isinstance(each, MovingView)]


@pytest.mark.slow
@pytest.mark.parametrize("still", [False, True])
def test_the_movement_is_seen_heard_and_goes_by_itself(glass: Glass, still: bool) -> None:
    screen = SeatScreen()
    sent: list[Up] = []
    heard: list[str] = []
    screen.send, screen.sound = sent.append, lambda cue, _: heard.append(cue)
    screen.local = replace(screen.local, prefs=Prefs(still=still))
    glass.show(screen)
    screen.show(sitting(4, "hand-result"))
    glass.settle()
    screen.show(sitting(5, "cut"))
    (shown,) = moving(screen)
    assert "moved" in heard
    ends = {chip._words.text: chip for chip in shown._way.chips}
    before = {name: tuple(chip.pos) for name, chip in ends.items()}
    end = Clock.get_boottime() + 4
    while not still and tuple(ends["原东"].pos) == before["原东"]:
        glass.frame()
        assert Clock.get_boottime() < end
    assert isinstance(screen.screen, Screen)
    button = screen.screen.actions[1]
    glass.tap(*button.center)
    assert [each.act for each in sent if isinstance(each, Intent)] == ["cut"]
    glass.picture(f"moving{'-still' if still else ''}-zh-1280x800")
    screen.screen._moved()
    assert moving(screen) == []


@pytest.mark.slow
def test_after_the_deal_the_same_picture_stands_on_the_screen_until_all_sit(glass: Glass) -> None:
    screen = SeatScreen()
    heard: list[str] = []
    screen.sound = lambda cue, _: heard.append(cue)
    glass.show(screen)
    view = SCENES["sk-move"]
    for number in range(3):
        screen.show(replace(view, number=number + 8))
        glass.settle()
    (walk,) = (each for each in screen.walk() if isinstance(each, WalkView))
    assert {chip._words.text for chip in walk.chips} == {"原东", "原南", "原西", "原北"}
    assert heard.count("moved") == 1
    assert moving(screen) == []
    screen.show(SCENES["sk-draw"])
    assert not [each for each in screen.walk() if isinstance(each, WalkView)]


def test_where_nobody_walks_after_the_deal_nothing_is_heard(glass: Glass) -> None:
    screen = SeatScreen()
    heard: list[str] = []
    screen.sound = lambda cue, _: heard.append(cue)
    glass.show(screen)
    screen.show(replace(SCENES["sk-move"], came_from=tuple(Seat)))
    assert "moved" not in heard


@pytest.mark.slow
@pytest.mark.parametrize("new", [sitting(5, "cut"), SCENES["sk-move"]])
def test_nothing_keeps_a_screen_that_was_left_while_people_moved(glass: Glass, new: View) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(sitting(4, "hand-result"))
    screen.show(new)
    glass.settle(2)
    assert any(isinstance(each, WalkView) for each in screen.walk())
    left = weakref.ref(screen.screen)
    screen.lost()
    gc.collect()
    assert left() is None


@pytest.mark.parametrize("version", [SHUANGKOU, SANCHAZI])
@pytest.mark.parametrize("say", LANGUAGES)
def test_nobody_is_called_partner_before_the_cards_have_made_partners(
    version: str, say: str
) -> None:
    def opposite(stage: str) -> str:
        shown = present(view(version, stage), Local(say))
        return next(badge.relation for badge in shown.badges if badge.side == "top")

    assert opposite("lobby") == text(say, "seat.opposite")
    later = present(SCENES["sk-lead"], Local(say)).badges
    assert text(say, "seat.partner") in [badge.relation for badge in later]

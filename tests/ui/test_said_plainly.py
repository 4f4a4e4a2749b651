"""What somebody new could not name: orders, open cards, readings, receipts, his own row."""

from dataclasses import replace

import pytest
from chinpok_views import BIG, LEAD, playing
from chinpok_views import table as table_of
from glass import Glass
from partner_scenes import SANCHAZI, SHUANGKOU, moving
from partner_scenes import SCENES as PARTNERS
from scenes import SCENES

from table_firmware.rules.cards import BIG_JOKER, RANKS, SMALL_JOKER, Seat, cards
from table_firmware.rules.match import MODES
from table_firmware.rules.round import Combination, Move, Reading
from table_firmware.wire.messages import Intent, Place, View
from tests.laid import laid
from ui_kiosk import course
from ui_kiosk.choice import laid_out, sense_of
from ui_kiosk.local import Local, slots
from ui_kiosk.model import DrawBody, LobbyBody, ResultBody
from ui_kiosk.model_table import TableBody
from ui_kiosk.present_help import OWN_ORDER
from ui_kiosk.presenter import present
from ui_kiosk.press import dropped, press, tapped
from ui_kiosk.screens.draw import DrawScreen
from ui_kiosk.screens.result import BigCode
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import PLACES, TableScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.theme import Area
from ui_kiosk.widgets import atlas
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.easel import glyph
from ui_kiosk.widgets.fan import row
from ui_kiosk.widgets.trick import PileView
from ui_kiosk.widgets.words import Words, measure

ZH, EN = Local(language="zh"), Local(language="en")
FOLLOW = SCENES["play-follow"]


def table(view: View, local: Local = ZH) -> TableBody:
    body = present(view, local).body
    assert isinstance(body, TableBody)
    return body


def sorter(view: View, local: Local) -> str:
    return next(each.text for each in present(view, local).buttons if each.act == "sort")


# ------------------------------------------------------------------ the own cards


def test_sorting_says_which_order_stands() -> None:
    hand = laid(FOLLOW.round).hand
    local, said = dropped(FOLLOW, ZH, slots(hand)[0], 5), []
    for _ in range(4):
        said.append(sorter(FOLLOW, local))
        local, _none = press(FOLLOW, local, "sort")
    assert said == ["理牌\n自己摆的", "理牌\n现按点数", "理牌\n现按花色", "理牌\n现按张数"]
    tiles = SCENES["pz-discard"]
    assert [sorter(tiles, replace(ZH, order=each)) for each in ("rank", "points")] == [
        "理牌\n现按组",
        "理牌\n现按点数",
    ]


def test_sorting_stands_in_one_place_whatever_else_can_be_done(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    for name in ("exchange", "show", "play-follow"):
        screen.show(SCENES[name])
        assert isinstance(screen.screen, TableScreen)
        shown = [each.model for each in screen.screen.actions]
        assert [each is not None and each.act == "sort" for each in shown].index(True) == PLACES[
            "sort"
        ]


@pytest.mark.parametrize("game", OWN_ORDER)
def test_the_help_says_that_cards_can_be_carried(game: str) -> None:
    assert OWN_ORDER[game][-1] == "carry"


@pytest.mark.parametrize("say", LANGUAGES)
def test_readings_of_one_name_are_told_apart_by_their_rank(say: str) -> None:
    view, local = SCENES["play-readings"], Local(language=say)
    shown = laid_out(view, local)
    local = tapped(view, local, [shown[at][0] for at in (0, 1, 4, 5, 6, 7)])
    names = [option.button.text for option in table(view, local).readings]
    tube = text(say, "type.tube")
    assert names[1:] == [f"{tube} 8", f"{tube} 7"]
    assert len(names) == len(set(names)) == 3
    local, _ = press(view, local, "reading:2")
    assert present(view, local).message == text(say, "play.will_play", type=f"{tube} 7")


@pytest.mark.parametrize(
    ("name", "laid_", "trump"),
    [
        ("play-follow", "H7 D8 D9 HT H9", "9"),
        ("play-follow", "C6 D6 S7 C7 H9 H9", "9"),
        ("sk-follow", "S5 S6 BJ S8 S9", ""),
    ],
)
def test_a_wild_on_the_table_shows_what_it_stands_for_as_the_chooser_did(
    name: str, laid_: str, trump: str
) -> None:
    """Every reading, in every game with wild cards; the played cards show the wild itself."""
    scene, faces = ({**SCENES, **PARTNERS})[name], cards(laid_)
    sense = sense_of(scene, replace(laid(scene.round), trump=trump))
    for reading in sense.readings(faces, None):
        hand = replace(
            laid(scene.round),
            trump=trump,
            trick=(Move(scene.seat.next, Combination(faces, reading)),),
            passed=(),
            to_beat=reading,
        )
        (pile,) = table(replace(scene, round=hand)).piles
        assert tuple(face.card for face in pile.cards) == sense.stands_for(faces, reading)
        real = sense.arrange(faces, reading)
        assert [face.wild for face in pile.cards] == list(map(sense.wild, real))
        assert any(map(sense.wild, real))


# ------------------------------------------------------------------ what lies open


def test_cards_that_nobody_has_played_say_what_they_are() -> None:
    view = PARTNERS["sk-lead"]
    hand = laid(view.round)
    waiting = replace(hand, seat=hand.seat.next, ask=None)
    other = table(replace(view, seat=hand.seat.next, round=waiting, ask=None))
    assert (len(other.laid), other.laid_word) == (2, "明牌：拿到的两家是搭档")
    assert table(view).laid_word == ""
    assert table(SCENES["exchange-laid"]).laid_word == "您扣的牌"


@pytest.mark.parametrize(("local", "name"), [(ZH, "叫牌"), (EN, "Called")])
def test_the_called_card_has_its_name_and_its_suit(local: Local, name: str) -> None:
    top = present(PARTNERS["sk-lead"], local).top
    assert (top.trump_word, top.trump) == (name, "♣7")
    drawn = present(PARTNERS["sk-draw"], local).body
    assert isinstance(drawn, DrawBody)
    assert (drawn.trump_word, drawn.trump) == (name, "♣7")
    assert present(PARTNERS["sc-lead"], local).top.trump == ""


@pytest.mark.parametrize("version", [SHUANGKOU, SANCHAZI])
def test_open_cards_are_told_by_the_seats_that_the_walk_names(version: str) -> None:
    came = (Seat.N, Seat.E, Seat.W, Seat.S)
    view = moving(version, came)
    body = present(view, ZH).body
    assert isinstance(body, DrawBody)
    for seat, _ in view.open:
        assert f"原{text('zh', f'seat.{came[seat].name}')}" in body.shown_text


def test_a_lesson_without_cards_counts_none() -> None:
    first = course.present(course.begin(ZH))
    assert [badge.cards for badge in first.badges] == [""] * 4
    assert all(badge.cards for badge in present(FOLLOW, ZH).badges)


# ------------------------------------------------------------------ results


def test_the_own_name_is_marked_and_not_that_of_the_partner() -> None:
    body = present(SCENES["match-result"], ZH).body
    assert isinstance(body, ResultBody)
    (mine,) = (row.cells[1] for row in body.rows if row.mine)
    assert mine == "A 东（您） + C 西"


@pytest.mark.parametrize("say", LANGUAGES)
def test_a_receipt_says_what_it_is_for_and_the_table_is_told_that_it_is_open(say: str) -> None:
    local = Local(language=say)
    for kind in ("seat", "hand"):
        opened, intent = press(SCENES["receipt"], local, f"panel:{kind}")
        assert intent == Intent(SCENES["receipt"].number, "scan")
        body = present(SCENES["receipt"], opened).body
        assert isinstance(body, ResultBody)
        assert body.enlarged is not None
        assert body.enlarged.caption == text(say, f"result.receipt_{kind}")
        for key in (f"why_{kind}", "scan_how"):
            assert text(say, f"result.{key}") in body.enlarged.why
        (opens,) = (each for each in body.open_codes if each.act == f"panel:{kind}")
        called = opens.text.splitlines()[0]
        for code in body.codes:  # beside the buttons a line for each, by its name
            (line,) = (each for each in code.caption.splitlines() if each.startswith(called))
            assert line == text(say, f"result.scan_{kind}")
            assert len(code.caption.splitlines()) == len(body.open_codes)
        assert called.lower() in body.enlarged.caption.lower()


def test_whoever_opens_a_code_can_close_it_and_go_on_before_the_table_answers() -> None:
    view = SCENES["receipt"]
    opened, _ = press(view, ZH, "panel:seat")
    closed, _ = press(view, opened, "close")
    assert press(view, closed, "ready")[1] == Intent(view.number, "ready")


@pytest.mark.slow
def test_a_code_opens_at_once_and_beside_it_runs_the_clock_of_its_result(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (1280, 800))
    screen.show(SCENES["receipt"])
    screen.press("panel:seat")
    glass.settle()
    (big,) = (each for each in screen.walk() if isinstance(each, BigCode))
    (clock,) = (each for each in big.walk() if isinstance(each, ClockView))
    assert screen.screen is not None
    below = screen.screen.clock
    assert (clock.seconds, clock._face) == (below.seconds, below._face)
    assert clock._face is not None


# ------------------------------------------------------------------ the lobby


def hint(view: View) -> str:
    body = present(view, ZH).body
    assert isinstance(body, LobbyBody)
    return body.hint


def test_of_house_players_only_those_are_told_that_may_come() -> None:
    view = SCENES["lobby-seated"]
    missing = replace(view, places=(view.places[0], *(Place("empty"),) * 3))
    full = replace(view, places=(view.places[0], *(Place("guest"),) * 3))
    assert hint(missing) == "缺人可补位：电脑简单，陪练打得好"
    assert hint(replace(missing, game=SHUANGKOU)) == "缺人可由电脑补位"
    assert hint(full) == ""
    assert [each.act for each in present(full, ZH).buttons] == ["stand", "ready"]


@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("mode", MODES)
def test_what_a_mode_means_is_set_in_letters_that_can_be_read(mode: str, say: str) -> None:
    body = present(replace(SCENES["lobby"], mode=mode), Local(language=say)).body
    assert isinstance(body, LobbyBody)
    assert measure(body.mode_note, 19, False, None)[0] <= 340


@pytest.mark.parametrize(
    ("game", "next_", "before"), [(FOLLOW.game, "right", "left"), (SANCHAZI, "left", "right")]
)
def test_neighbours_are_told_by_turn_in_chinese_and_by_side_in_english(
    game: str, next_: str, before: str
) -> None:
    view = replace(SCENES["lobby"], game=game)
    by_turn = {badge.side: badge.relation for badge in present(view, ZH).badges}
    assert (by_turn[next_], by_turn[before]) == ("下家", "上家")
    by_side = {badge.side: badge.relation for badge in present(view, EN).badges}
    assert (by_side["right"], by_side["left"]) == ("Right", "Left")


# ------------------------------------------------------------------ card faces


@pytest.mark.usefixtures("glass")
@pytest.mark.parametrize("colours", [atlas.TWO_COLOURS, atlas.FOUR_COLOURS])
def test_jokers_trump_and_wild_speak_the_language_of_the_screen(colours: atlas.Palette) -> None:
    for name in (BIG_JOKER, SMALL_JOKER, "trump", "wild"):
        chinese, english = text("zh", f"face.{name}"), text("en", f"face.{name}")
        assert any(each > "\u4e00" for each in chinese)
        assert english.isascii()
    assert len(text("en", f"face.{BIG_JOKER}").split()) == 2
    assert atlas.atlas(64, colours) is not atlas.atlas(64, colours._replace(language="en"))


def test_an_english_screen_has_english_cards_from_the_first(glass: Glass) -> None:
    screen = SeatScreen(language="en")
    glass.show(screen)
    screen.show(FOLLOW)
    spoken = {each.palette.language for each in screen.walk() if hasattr(each, "palette")}
    assert spoken == {"en"}


@pytest.mark.usefixtures("glass")
def test_no_rank_is_cut_off_at_its_foot_whatever_the_width_of_a_card() -> None:
    for width in range(24, 200):
        high = max(4, round(width * atlas.RANK))
        words = (atlas.RANK_WORDS.get(rank, rank) for rank in RANKS)
        deepest = max(glyph(word, high, "8").high for word in words)
        low = atlas.sign_at(width)
        assert round(width * atlas.INDEX[1]) + deepest <= low <= round(width * atlas.SIGN) + 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "single", "house", "bomb"),
    [((960, 540), 44, 48, 32), ((1080, 480), 36, 48, 48), ((1280, 800), 60, 64, 64)],
)
def test_plays_of_the_partner_are_as_large_as_they_can_be_in_a_low_pane_too(
    glass: Glass, size: tuple[int, int], single: int, house: int, bomb: int
) -> None:
    screen = SeatScreen(language="en")
    glass.show(screen, size)
    for play, wide in (
        (Combination(cards("S9"), Reading("single", 9, 1)), single),
        (LEAD, house),
        (BIG, bomb),
    ):
        hand = table_of(trick=(Move(Seat.W, play),), passed=(), turn=Seat.S, ask=None)
        screen.show(playing(hand))
        glass.settle()
        (pile,) = (
            each
            for each in screen.walk()
            if isinstance(each, PileView) and len(each._steps) == len(play.cards)
        )
        laid_ = row(pile._steps, pile._cards.width, pile._cards.height)
        assert laid_.card[0] >= wide
        assert pile._label.fits()


@pytest.mark.slow
@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (800, 320), (1920, 1080), (1024, 600)])
def test_the_name_of_a_play_stands_at_its_cards_from_whatever_seat(
    glass: Glass, size: tuple[int, int], large: int
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    screen.press("set:still=1")
    screen.press(f"set:large={large}")
    for play in (Combination(cards("S9"), Reading("single", 9, 1)), LEAD, BIG):
        for seat in Seat:
            hand = table_of(trick=(Move(seat, play),), passed=(), turn=seat.next, ask=None)
            screen.show(playing(hand))
            glass.lay_out()
            (pile,) = (e for e in screen.walk() if isinstance(e, PileView) and e._steps)
            x, y, wide, high = pile._label.extent
            left, low, across, tall = pile._cards.extent
            beside = max(x - left - across, left - x - wide, 0)
            under = max(low - y - high, y - low - tall, 0)
            assert max(beside, under) < 0.03 * size[0]
            assert min(x + wide, left + across) > max(x, left) or low < y + high / 2 < low + tall


# ------------------------------------------------------------------ trump


def lowest_line(glass: Glass, words: Words) -> int:
    """How many pixels of the lowest line of a text have ink."""
    glass.show(words, (200, 200))
    words.place(Area(0, 0, 200, 200), 96)
    drawn = glass.seen().convert("L").point(lambda level: 255 * (level > 150))
    low = (drawn.getbbox() or (0, 0, 0, 1))[3]
    return drawn.crop((0, low - 1, 200, low)).histogram()[255]


@pytest.mark.parametrize("rank", RANKS)
def test_a_rank_that_is_another_upside_down_stands_on_a_line_where_it_is_alone(
    glass: Glass, rank: str
) -> None:
    found = []
    for alone in (True, False):
        words = Words(bold=True, alone=alone)
        words.say(rank)
        found.append(lowest_line(glass, words))
    assert (found[0] > found[1] + 10) is (rank in "69")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (800, 320)])
def test_drawn_cards_lie_beside_what_they_belong_to_and_not_under_who_leads(
    glass: Glass, size: tuple[int, int]
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    for name, place in (("draw", 0), ("sk-draw", 0), ("sc-draw", 0), ("sk-move", 1), ("draw", 0)):
        screen.show(SCENES[name])
        glass.settle()
        drawn = screen.screen
        assert isinstance(drawn, DrawScreen)
        plate = drawn.plates[place]
        for part in (drawn.wild, drawn.wild_text):
            left, low, wide, high = part.extent
            assert plate.x < left
            assert left + wide < plate.right
            assert plate.y < low < low + high < plate.top
        assert drawn.trump.fits()
        if place == 0:
            ink, cards_ = drawn.trump.extent, drawn.wild.extent
            assert ink[0] + ink[2] < cards_[0]
            assert (drawn.trump._alone, drawn.top_line._trump._alone) == (True, True)

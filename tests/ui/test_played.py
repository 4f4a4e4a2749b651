"""看已出牌: the tricks of the hand, and whose turn it is while one looks at them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from glass import Glass
from kivy.uix.floatlayout import FloatLayout
from played_hands import CHINPOK, played_by_chance
from presented import body
from scenes import SCENES, hand_so_far
from seated import by_a_guest
from test_screens import SIZES, problems, visible
from test_seat import Player
from test_told_again import schemes

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Called, TimeLeft, View
from tests.laid import laid
from ui_kiosk.local import Local
from ui_kiosk.model_table import PlayedPanel
from ui_kiosk.present_played import count
from ui_kiosk.regions import regions
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import text
from ui_kiosk.theme import CONTRAST
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.clock import ClockView
from ui_kiosk.widgets.pane import Pane
from ui_kiosk.widgets.played import PlayedView
from ui_kiosk.widgets.words import Plate, Words

OPEN = Local(panel="played")
LANGUAGES = ("zh", "en")


def opened(view: View, language: str = "zh") -> PlayedPanel:
    panel = body(view, replace(OPEN, language=language)).panel
    assert panel is not None
    return panel


def whole_hand() -> View:
    """Nearly all of a hand, with 接风 in it."""
    for seed in range(20):
        states = list(played_by_chance(CHINPOK, seed, 27))
        hand, tricks = states[-2]
        if any(each.caught for each in tricks):
            break
    shown = hand_so_far(15)
    return by_a_guest(replace(shown, seat=hand.seat, round=hand, ask=hand.ask))


WHOLE = whole_hand()


def waiting(view: View, **more: Any) -> View:
    """The same where another one is to play."""
    hand = laid(view.round)
    hand = replace(hand, turn=hand.seat.next, ask=None)
    return replace(view, round=hand, ask=None, **more)


def opened_on(glass: Glass, view: View) -> SeatScreen:
    """A seat's screen that shows a view, with the panel open."""
    screen = SeatScreen()
    glass.show(screen)
    screen.show(view)
    screen.press("panel:played")
    glass.settle()
    return screen


def panel_of(screen: SeatScreen) -> PlayedView:
    return next(each for each in screen.walk() if isinstance(each, PlayedView))


def reads(panel: PlayedView) -> list[str]:
    return [each.text for each in visible(panel) if isinstance(each, Words) and each.text]


def button(panel: PlayedView, act: str) -> TouchButton:
    return next(
        each
        for each in visible(panel)
        if isinstance(each, TouchButton) and each.model and each.model.act == act
    )


# ------------------------------------------------------------------ tricks


def test_each_trick_says_its_number_who_won_it_and_who_passed() -> None:
    panel = opened(SCENES["play-played"])
    assert [each.title for each in panel.tricks] == [f"第 {n} 圈" for n in range(1, 6)]
    *over, now = panel.tricks
    for trick in over:
        winner = trick.told.removesuffix("位赢这圈")
        played = [move.seat for move in trick.moves if move.cards]
        assert played[-1] == winner
        passed = {move.seat.partition("\n")[0] for move in trick.moves if not move.cards}
        assert passed == {"东", "北", "西", "南"} - {winner}
    assert (now.told, now.now) == ("正在打", True)


@pytest.mark.parametrize(("language", "caught"), [("zh", "接风领出"), ("en", "Partner's lead")])
def test_a_trick_that_was_led_by_jiefeng_says_so(language: str, caught: str) -> None:
    assert caught in {each.caught for each in opened(WHOLE, language).tricks}


def test_the_panel_shows_no_card_that_was_not_played() -> None:
    for view in (SCENES["play-played"], WHOLE):
        faces = [
            face.card for each in opened(view).tricks for move in each.moves for face in move.cards
        ]
        played = [c for move in laid(view.round).played if move.play for c in move.play.cards]
        assert sorted(map(str, faces)) == sorted(played)
        assert len(faces) == count(laid(view.round))


@pytest.mark.slow
def test_a_line_parts_each_trick_from_the_next(glass: Glass) -> None:
    screen = opened_on(glass, SCENES["play-played"])
    panel = panel_of(screen)
    seen = [w for w in visible(panel) if isinstance(w, Words) and w.text.endswith("圈")]
    heads = sorted((w for w in seen if w.text.startswith("第")), key=lambda w: -w.top)
    lines = [w for w in panel.children if isinstance(w, Plate) and w.height < 6 and w.width > 1000]
    drawn = sorted((line.y for line in lines if line.solid), reverse=True)
    assert len(drawn) == len(heads) - 1 > 0
    for above, line, below in zip(heads, drawn, heads[1:], strict=False):
        assert above.y > line > below.top


# ------------------------------------------------------------------ leafing


def titles(screen: SeatScreen) -> list[str]:
    """The headings that are seen, from above."""
    panel = panel_of(screen)
    known = {each.title for each in opened(WHOLE, screen.local.language).tricks}
    found = [each for each in visible(panel) if isinstance(each, Words) and each.text in known]
    return [each.text for each in sorted(found, key=lambda each: -each.top)]


def wrong(screen: SeatScreen) -> list[str]:
    """What cannot be read or touched in the panel."""
    texts = set(reads(panel_of(screen)))
    told = problems(screen, screen.local.language)
    return [each for each in told if each.partition(": ")[2] in texts]


def leafed(glass: Glass, screen: SeatScreen, act: str) -> list[list[str]]:
    """The headings of this page, and of all that a button leads to."""
    pages = [titles(screen)]
    while button(panel_of(screen), act).live:
        assert len(pages) <= len(laid(WHOLE.round).played), "it leads nowhere"
        assert not wrong(screen)
        glass.tap(*button(panel_of(screen), act).center)
        glass.settle()
        pages.append(titles(screen))
    assert not wrong(screen)
    return pages


@pytest.mark.slow
@pytest.mark.parametrize("settings", [(), ("set:large=1", "set:contrast=1")], ids=["", "both"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_every_trick_can_be_leafed_to_and_read_on_every_screen(
    glass: Glass, size: str, language: str, settings: tuple[str, ...]
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    screen.show(WHOLE)
    for act in (*settings, "panel:played"):
        screen.press(act)
    glass.settle()
    known = [each.title for each in opened(WHOLE, language).tricks]
    back, on = leafed(glass, screen, "earlier"), leafed(glass, screen, "later")
    assert len(back) > 1
    assert back[0][-1] == known[-1]
    assert back[-1][0] == known[0]
    for pages in (back, on):
        assert set().union(*pages) == set(known)
        assert all("".join(page) in "".join(known) for page in pages)
    assert on[-1][-1] == known[-1]


@pytest.mark.slow
def test_who_looks_at_earlier_tricks_is_not_taken_from_them_by_a_play(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    states = [hand for hand, _ in played_by_chance(CHINPOK, 5, 27)]
    before, after = states[-9], states[-3]
    screen.show(replace(WHOLE, seat=before.seat, round=before, ask=None))
    screen.press("panel:played")
    glass.settle()
    panel = panel_of(screen)
    glass.tap(*button(panel, "earlier").center)
    glass.settle()
    seen = [each for each in reads(panel) if each.startswith("第")]
    screen.show(replace(WHOLE, number=8, seat=after.seat, round=after, ask=None))
    glass.settle()
    assert [each for each in reads(panel) if each.startswith("第")] == seen


@pytest.mark.slow
def test_what_comes_with_leafing_follows_the_settings_too(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (1024, 600))
    screen.press("set:contrast=1")
    screen.show(WHOLE)
    screen.press("panel:played")
    glass.settle()
    leafed(glass, screen, "earlier")
    assert all(each is CONTRAST for each in schemes(screen))


@pytest.mark.slow
def test_where_all_tricks_have_room_there_is_nothing_to_leaf(glass: Glass) -> None:
    screen = opened_on(glass, SCENES["played-wait"])
    acts = {
        each.model.act
        for each in visible(panel_of(screen))
        if isinstance(each, TouchButton) and each.model
    }
    assert acts == {"close"}


@pytest.mark.slow
@pytest.mark.parametrize("seat", Seat)
def test_a_turned_pane_is_leafed_by_its_own_player_alone(glass: Glass, seat: Seat) -> None:
    size, root = SIZES["1920x1080"], FloatLayout()
    screens = {each: SeatScreen() for each in Seat}
    panes = {each: Pane(screens[each], 0) for each in Seat}
    for region in regions(tuple(Seat), *size):
        panes[region.seat].place(region)
        root.add_widget(panes[region.seat])
    glass.show(root, size)
    for screen in screens.values():
        screen.show(WHOLE)
        screen.press("panel:played")
    glass.settle()
    before = {each: titles(screens[each]) for each in Seat}
    own = button(panel_of(screens[seat]), "earlier")
    glass.tap(*panes[seat].to_parent(*own.center))
    glass.settle()
    now = {each: titles(screens[each]) for each in Seat}
    assert [each for each in Seat if now[each] != before[each]] == [seat]


def unparted() -> View:
    """A hand whose tricks cannot be told from each other at all."""
    hand = laid(WHOLE.round)
    return replace(WHOLE, round=replace(hand, trick_number=hand.trick_number + 9))


def together() -> View:
    """A hand in which two ways lead to what is seen."""
    for seed in range(1, 400, 2):
        for hand, _ in played_by_chance(CHINPOK, seed, 4):
            shown = replace(WHOLE, seat=hand.seat, round=hand, ask=hand.ask)
            if any("到" in each.title for each in opened(shown).tricks):
                return shown
    raise AssertionError


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("told", [unparted, together])
def test_plays_that_cannot_be_parted_are_all_seen_even_so(
    glass: Glass, told: Callable[[], View], size: str
) -> None:
    screen, view = SeatScreen(), told()
    glass.show(screen, SIZES[size])
    screen.show(view)
    screen.press("panel:played")
    plays = [move for move in laid(view.round).played if move.play]
    for act in ("language", "set:large=1", "language"):
        glass.settle()
        assert sum(shown_plays(glass, screen).values()) == len(plays)
        screen.press(act)


def shown_plays(glass: Glass, screen: SeatScreen) -> dict[int, int]:
    """How many plays each piece of a trick has, of all pages, which show just these."""
    names = {text(screen.local.language, f"seat.{seat.name}") for seat in Seat}
    panel, found = panel_of(screen), dict[int, int]()
    panel._end = None
    panel._draw()
    while True:
        lines, seen = panel._laid()
        page = {at: sum(bool(m.cards) for m in lines.tricks[at].trick.moves) for at in seen}
        assert not wrong(screen)
        assert sum(each in names for each in reads(panel)) == sum(page.values())
        left, low, wide, high = panel._pictures.extent
        assert panel.x < left < left + wide < panel.right
        assert panel.y < low < low + high < panel.top
        found |= page
        if not seen.start:
            return found
        glass.tap(*button(panel, "earlier").center)
        glass.settle()


# ------------------------------------------------------------------ whose turn it is


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_that_it_is_ones_turn_now_is_said_in_the_open_panel_which_stays_open(
    glass: Glass, language: str
) -> None:
    player = Player(glass)
    player.screen.local = replace(player.screen.local, language=language)
    mine = SCENES["play-played"]
    hand = laid(mine.round)
    player.screen.show(waiting(mine))
    player.touch("panel:played")
    panel = panel_of(player.screen)
    own = text(language, "head.your_turn")
    other = text(language, "play.wait", seat=text(language, f"seat.{hand.seat.next.name}"))
    assert other in reads(panel)
    assert own not in reads(panel)
    assert text(language, "button.close") in reads(panel)
    player.screen.show(replace(mine, number=8))
    player.glass.settle()
    assert panel_of(player.screen) is panel
    assert own in reads(panel)
    assert other not in reads(panel)
    assert text(language, "head.to_play") in reads(panel)
    player.touch("close")
    player.touch("hint")
    assert player.screen.local.selected


@pytest.mark.slow
def test_the_clock_of_the_panel_goes_as_that_of_the_table_however_late_it_is_opened(
    glass: Glass,
) -> None:
    player = Player(glass)
    player.see("play-played", clock=TimeLeft("play", 1_200, 30_000, (SCENES["play-played"].seat,)))
    table = next(w for w in visible(player.screen) if isinstance(w, ClockView))
    while table.seconds > 1:
        player.touch("sort")
    player.touch("panel:played")
    clock = panel_of(player.screen).clock
    assert clock.seconds == table.seconds <= 1
    assert any(w.text in ("0", "1") for w in visible(clock) if isinstance(w, Words))
    player.see("play-played", number=8, clock=TimeLeft("play", 29_900, 30_000))
    assert clock.seconds == table.seconds == 30
    player.see("play-played", number=9, clock=None)
    assert [w.text for w in visible(clock) if isinstance(w, Words)] == [""]


def test_the_panel_says_whom_the_table_waits_for_whatever_else_there_is() -> None:
    mine = SCENES["play-played"]
    own = mine.seat
    assert opened(mine).head.tone == "turn"
    managed = tuple(
        replace(place, managed=True) if seat == own else place
        for seat, place in enumerate(mine.places)
    )
    asleep = opened(replace(mine, places=managed)).head
    assert (asleep.turn, asleep.tone) == (text("zh", "play.managed"), "alert")
    assert asleep.close.text == text("zh", "button.close")
    call = Called((Seat.N,), True, (), may_agree=True)
    told = text("zh", "call.paused").partition("\n")[0]
    assert opened(replace(mine, ask=None, call=call)).head.turn == told
    exchange = opened(SCENES["exchange"])
    assert exchange.head.turn == text("zh", "head.your_turn")
    assert exchange.head.close.text == text("zh", "head.to_give")
    assert exchange.empty == text("zh", "played.none")
    assert opened(SCENES["show"]).head.turn == ""


def test_a_lead_by_jiefeng_is_told_in_the_panel_as_in_the_line_under_it() -> None:
    for hand, tricks in played_by_chance(CHINPOK, 1, 4):
        last = tricks[-1] if tricks else None
        if last is not None and last.winner is not None and hand.turn == last.winner.partner:
            break
    assert hand.turn is not None
    view = replace(SCENES["play-played"], round=hand, seat=hand.turn.next, ask=None)
    assert opened(view).head.turn == text(
        "zh", "play.caught", seat=text("zh", f"seat.{hand.turn.name}")
    )

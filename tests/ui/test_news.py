"""What all at the table should notice is said for a moment."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from chinpok_views import ANSWER, BIG, LEAD, playing, table
from glass import Glass
from kivy.clock import Clock
from played_hands import GAMES, played_by_chance
from scenes import SCENES

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.round import AskPlay, Combination, Move, Reading
from table_firmware.wire.messages import Called
from ui_kiosk.local import Local
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_table import TableBody
from ui_kiosk.motion import WON_SECONDS, News, news
from ui_kiosk.prefs import Prefs
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.text import text
from ui_kiosk.tricks import Trick
from ui_kiosk.widgets.card_row import CardRow

BEFORE = table(trick=(Move(Seat.E, LEAD),), out=(), passed=(), turn=Seat.N, ask=None)
BOMB = replace(BEFORE, trick=(*BEFORE.trick, Move(Seat.N, BIG)), turn=Seat.W)
GONE = replace(BEFORE, trick=(*BEFORE.trick, Move(Seat.N, BIG)), out=(Seat.N,), turn=Seat.W)
CAUGHT = replace(
    BEFORE, trick=(), out=(Seat.N,), turn=Seat.S, played=(Move(Seat.E, LEAD), Move(Seat.N, BIG))
)
LAID = (Move(Seat.E, LEAD), Move(Seat.N, BIG))
WON = replace(
    BEFORE, trick=(), turn=Seat.N, played=LAID, to_beat=None, trick_number=BEFORE.trick_number + 1
)
LED = replace(WON, trick=(Move(Seat.N, ANSWER),), played=(*LAID, Move(Seat.N, ANSWER)), turn=Seat.W)
OWN = replace(WON, turn=Seat.E, played=LAID[:1], ask=AskPlay(None))
CALM = SCENES["pz-discard"]
CALLED = replace(CALM, number=8, call=Called((Seat.N,)))
SINGLE = Combination(cards("S9"), Reading("single", 9, 1))
SHOWN = (BEFORE, BOMB, GONE, CAUGHT)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (BEFORE, BOMB, News("8-card bomb", loud=True)),
        (BEFORE, GONE, News("North · 1st")),
        (GONE, CAUGHT, News("The lead passes to South")),
        (BOMB, WON, News("North wins the trick", seconds=WON_SECONDS)),
        (BOMB, LED, News("North wins the trick", seconds=WON_SECONDS)),
        (BOMB, replace(WON, trick_number=BEFORE.trick_number + 2), None),  # others came between
        (WON, LED, None),
        (WON, WON, None),
        (BEFORE, OWN, None),  # the felt says it, as long as he is to lead
        (BEFORE, BEFORE, None),
        (BOMB, BOMB, None),
        (CAUGHT, CAUGHT, None),
    ],
)
def test_news_is_what_was_not_so_before(old: object, new: object, told: News | None) -> None:
    models = [present(playing(hand), Local(language="en")) for hand in (old, new)]  # type: ignore[arg-type]
    assert news(*models) == told


def test_a_table_seen_for_the_first_time_has_no_news() -> None:
    assert all(news(None, present(playing(hand), Local())) is None for hand in SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("still", [False, True])
def test_news_goes_by_itself_and_the_flourish_can_be_switched_off(
    glass: Glass, still: bool
) -> None:
    screen = SeatScreen(language="en")
    screen.local = Local(language="en", prefs=Prefs(still=still))
    glass.show(screen)
    for number, hand in enumerate((BEFORE, BOMB)):
        screen.show(playing(hand, number=7 + number))
        glass.settle()
    assert isinstance(screen.screen, TableScreen)
    banner = screen.screen.banner
    told = [banner.text]
    assert told == ["" if still else "8-card bomb"]
    if not still:
        glass.picture("news-bomb-en-1280x800")
    end = Clock.get_boottime() + 10
    while banner.text:
        glass.frame()
        assert Clock.get_boottime() < end
    screen.show(playing(GONE, number=9))
    told.append(banner.text)
    assert told[1] == "North · 1st"


@pytest.mark.slow
def test_news_of_before_another_screen_is_not_told_after_it(glass: Glass) -> None:
    screen = SeatScreen(language="en")
    glass.show(screen)
    stopped = replace(SCENES["fault"], number=9)
    aways: tuple[Callable[[], None], ...] = (screen.lost, lambda: screen.show(stopped))
    for away in aways:
        for before, after, told in (
            (playing(BEFORE), playing(BOMB, number=8), "8-card bomb"),
            (CALM, CALLED, "North · Calls"),
        ):
            screen.show(before)
            screen.show(after)
            shown = screen.screen
            assert isinstance(shown, TableScreen | TilesScreen)
            assert shown.banner.text == told
            away()
            screen.show(replace(after, number=10))
            assert screen.screen is shown
            assert shown.banner.text == ""


@pytest.mark.slow
@pytest.mark.parametrize("large", [0, 1])
@pytest.mark.parametrize("size", [(1280, 800), (640, 400), (800, 320), (1920, 1080)])
def test_no_news_lies_over_cards_of_whatever_seat(
    glass: Glass, size: tuple[int, int], large: int
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    screen.press("set:still=1")
    screen.press(f"set:large={large}")
    for play in (SINGLE, LEAD, BIG):
        trick = tuple(Move(seat, play) for seat in Seat)
        screen.show(playing(replace(BEFORE, trick=trick, turn=Seat.E)))
        assert isinstance(screen.screen, TableScreen)
        screen.screen.tell(News("接风：南位领出"))
        glass.lay_out()
        banner = screen.screen.banner._plate
        assert screen.screen.banner._words.fits()
        rows = [each for each in screen.walk() if isinstance(each, CardRow) and each._faces]
        assert len(rows) == 4
        for left, low, wide, high in (each.extent for each in (*rows, screen.screen.hand)):
            apart = left >= banner.right or left + wide <= banner.x
            assert apart or low >= banner.top or low + high <= banner.y


@pytest.mark.parametrize(("say", "told"), [("zh", "您赢了这圈"), ("en", "You won the trick")])
@pytest.mark.parametrize("hints", [False, True])
def test_who_leads_because_he_won_reads_so_before_what_he_can_lead(
    say: str, told: str, hints: bool
) -> None:
    view = replace(playing(OWN), hints=hints)
    body = present(view, Local(language=say)).body
    assert isinstance(body, TableBody)
    assert body.prompt.startswith(told)
    first = present(playing(replace(OWN, trick_number=1, played=())), Local(language=say)).body
    assert isinstance(first, TableBody)
    assert not first.prompt.startswith(told)


@pytest.mark.parametrize("still", [False, True])
def test_who_won_the_trick_is_said_without_movement_too_and_hinders_no_touch(
    glass: Glass, still: bool
) -> None:
    sent: list[object] = []
    screen = SeatScreen(language="zh")
    screen.local = Local(language="zh", prefs=Prefs(still=still))
    screen.send = sent.append
    glass.show(screen)
    follow = replace(LED, turn=Seat.E, to_beat=ANSWER.reading, ask=AskPlay(ANSWER.reading))
    for number, hand in enumerate((BOMB, WON, follow)):
        screen.show(playing(hand, number=7 + number))
        glass.settle()
    table_ = screen.screen
    assert isinstance(table_, TableScreen)
    assert table_.banner.text == "北位赢这圈"
    (passing,) = (each for each in table_.actions if each.model and each.model.act == "pass")
    glass.tap(*passing.center)
    assert len(sent) == 1
    end = Clock.get_boottime() + 10
    while table_.banner.text:
        glass.frame()
        assert Clock.get_boottime() < end


@pytest.mark.parametrize("version", GAMES)
def test_of_each_trick_it_is_told_who_won_it_unless_his_partner_leads_or_it_was_the_own(
    version: str,
) -> None:
    found = 0
    for seed in range(6):
        old: ScreenModel | None = None
        before: list[Trick] = []
        for hand, done in played_by_chance(version, seed, 6):
            view = replace(playing(hand), game=version, seat=hand.seat, trump=hand.trump)
            new = present(view, Local())
            told = news(old, new)
            over = [each for each in done if each.winner is not None]
            if told is not None and told.seconds == WON_SECONDS:
                found += 1
                assert len(over) == len(before) + 1
                winner = over[-1].winner
                assert winner is not None
                assert winner != hand.seat
                assert told.text == f"{text('zh', f'seat.{winner.name}')}位赢这圈"
            elif old is not None and len(over) > len(before) and hand.phase == "play":
                mine = over[-1].winner == hand.seat
                assert mine or (told is not None and "接风" in told.text)
            old, before = new, over
    assert found > 10

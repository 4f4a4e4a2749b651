"""Chapters 8 and 9 and appendix A of 000: duties of the product, and points of high risk."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.config.play import Guard, Play
from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.combinations import classify
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.scoring import BASE
from table_firmware.rules.match import MODES, UNFINISHED_LIMIT, running, seating
from table_firmware.rules.round import Exchanged, Give
from tests.clauses.match import hand, result
from tests.clauses.table import after, best, named, opening
from tests.controller.desk import Desk
from ui_kiosk.local import Local
from ui_kiosk.model import LobbyBody
from ui_kiosk.presenter import NOTICE_ON, present
from ui_kiosk.text import LANGUAGES, text, texts

E, N, W, S = Seat
NOTICE = "本游戏为娱乐产品，成绩不计入 ChinPok 牌手技术等级。"
FORBIDDEN = re.compile(
    "世界锦标赛|国家队|国家级|官方指定|World Championship|national team|official"
)
MONEY = re.compile(r"\b(bet|stake|money|coin|cash|pot)\b|[赌钱币]|下注|筹码|现金|房卡|抽成")


@pytest.mark.parametrize("language", LANGUAGES)
def test_42_1_no_text_of_the_table_speaks_of_money(language: str) -> None:
    assert not [told for told in texts(language).values() if MONEY.search(told)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_44_2_no_text_claims_a_rank_or_an_office(language: str) -> None:
    assert not [told for told in texts(language).values() if FORBIDDEN.search(told)]


def test_43_2_a_table_for_minors_does_not_offer_the_modes_that_rank(
    new_desk: Callable[..., Desk],
) -> None:
    play = read({"guard": {"minors": True}}).play
    assert play.modes == ("1A", "1B", "2")
    desk = new_desk(modes=play.modes, guard=play.guard)
    desk.seat_guests(E, ready=False)
    assert desk.want(E, "mode", value="3") is not None
    assert desk.want(E, "mode", value="1B") is None


@pytest.mark.parametrize("match", [{"mode": "3"}, {"modes": ["2", "4"]}])
def test_43_2_a_setting_against_it_is_refused_with_the_clause(match: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"43\.2") as caught:
        read({"guard": {"minors": True}, "match": match})
    assert "未成年人" in str(caught.value)


def test_43_2_the_screen_says_which_modes_are_for_adults(new_desk: Callable[..., Desk]) -> None:
    model = present(new_desk(mode="3").view(E), Local())
    assert isinstance(model.body, LobbyBody)
    assert "限成年人" in model.body.mode_note


def whole_match(desk: Desk) -> None:
    desk.to_round(E, mode="1B")
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)


@pytest.mark.slow
@pytest.mark.no_cover
def test_43_3_people_are_reminded_after_the_time_the_operator_set(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(guard=Guard(remind=60_000), house=1_000)
    whole_match(desk)
    assert desk.now > 60_000
    model = present(desk.view(E), Local())
    assert model.message == text("zh", "pace.reminder", minutes=1)
    desk.linked.clear()
    desk.wait(25 * 3_600_000)
    assert desk.view(E).minutes == 0  # that was yesterday


@pytest.mark.slow
@pytest.mark.no_cover
def test_43_3_no_match_begins_before_the_rest_is_over(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(guard=Guard(limit=60_000, rest=300_000), house=1_000, house_after=0)
    whole_match(desk)
    ended = next(entry.m for entry, _ in reversed(desk.entries) if entry.k == "batch_end")
    clock = desk.view(E).clock
    assert clock is not None
    assert (clock.name, clock.full_ms) == ("rest", 300_000)
    assert present(desk.view(E), Local()).message == text("zh", "pace.rest")
    desk.want(E, "house")
    desk.want(E, "ready")
    desk.wait_until(lambda: desk.stage != "lobby")
    assert desk.now - ended >= 300_000


def test_43_3_a_break_of_that_length_is_a_rest_already(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(guard=Guard(limit=100_000_000, rest=300_000), house=100)
    whole_match(desk)
    clock = desk.view(E).clock
    assert clock is None or clock.name != "rest"


def test_44_3_the_notice_stands_in_the_lobby_and_beside_every_result() -> None:
    assert {"lobby", "hand_result", "match_result"} <= NOTICE_ON
    assert present(Desk().view(E), Local()).notice == NOTICE


def test_45_1_the_log_keeps_deal_plays_exchange_places_and_points(played: Desk) -> None:
    assert {"batch", "contrib", "draw", "deal", "act", "hand_end", "reveal", "match_end"} <= set(
        played.kinds()
    )
    ended = next(entry for entry, _ in played.entries if entry.k == "hand_end")
    assert {"place", "left", "pair_tenths", "position_tenths"} <= ended.d.keys()
    events = {event["kind"] for act in played.acts() for event in act["events"]}
    assert {"gave", "exchanged", "played", "passed", "went_out"} <= events


def test_45_2_every_hand_reveals_what_its_deal_came_from(played: Desk) -> None:
    reveals = [entry.d for entry, _ in played.entries if entry.k == "reveal"]
    assert [each["h"] for each in reveals] == [0, 1, 2, 3]
    assert all({"S", "hw", "os"} <= each.keys() for each in reveals)


def test_45_4_the_log_names_no_person(played: Desk) -> None:
    (match,) = (entry for entry, _ in played.entries if entry.k == "match")
    assert set(match.d["seats"].values()) == {"guest", "house"}


def test_a_3_1_a_heart_of_the_trump_rank_in_its_own_place_is_no_wild_use() -> None:
    five = best("H3 H4 H5 H6 H7", trump="7")
    assert five is not None
    assert five.pure
    elsewhere = best("H5 H6 H7 H7 H9", trump="7")
    assert elsewhere is not None
    assert not elsewhere.pure
    assert [each.pure for each in classify(cards("H8 H9 HT HJ H7"), "7")][:2] == [False, True]


def test_a_3_2_one_card_counts_as_trump_in_a_set_and_by_nature_in_a_run() -> None:
    assert named("S7 C7", trump="7") == [("pair", 15)]
    assert named("S7 C8 D9 ST CJ", trump="7") == [("straight", 11)]


def test_a_3_3_two_losers_pay_each_for_himself() -> None:
    assert result("EW", {"S": 8, "N": 15}).position_tenths == (34, -15, 30, -8)


def test_a_3_4_winning_and_points_are_apart() -> None:
    assert hand("NEW", {"S": 14}).result.winner == "NS"
    assert hand("NEW", {"S": 14}).result.pair_tenths == (34, 26)


def test_a_3_5_one_side_alone_exchanges_nothing_and_gets_its_card_back() -> None:
    state = opening("S3", "D3", "C3", "H3", exchange=True)
    state = after(state, Give(E, cards("S3")), *(Give(seat, ()) for seat in (N, W, S)))
    view = chinpok.view(state, E)
    assert view.exchanged == Exchanged(None, None)
    assert view.hand == cards("S3")
    assert chinpok.view(state, N).laid == ()


def test_a_3_6_the_score_moves_with_the_person() -> None:
    before = hand("SEN", {"W": 3}, seating("3", 4))
    later = hand("SEN", {"W": 3}, seating("3", 5))
    assert running("3", [before])["B"] == before.result.position_tenths[S]
    assert running("3", [later])["B"] == later.result.position_tenths[W]


def test_b_the_example_of_the_edition() -> None:
    state = opening("S3", "D3", "C3", "H3", exchange=True, trump="7", leader=S)
    acts = (Give(E, cards("S3")), Give(W, cards("C3")), Give(N, ()), Give(S, ()))
    view = chinpok.view(after(state, *acts), S)
    assert (view.trump, view.leader) == ("7", S)
    assert view.exchanged == Exchanged(cards("S3 C3"), None)  # type: ignore[arg-type]
    found = result("EW", {"S": 9, "N": 3})
    assert (found.pair_tenths, found.winner) == ((64, -12), "EW")


def test_c_1_the_parameters_that_are_settled() -> None:
    play = Play()
    assert (play.settle, play.auto_manage_after, UNFINISHED_LIMIT) == (90_000, 3, 2)
    assert {mode.hands for mode in MODES.values() if not (mode.levels or mode.points)} == {1, 4, 12}
    assert BASE[1:] == (30, 20, 10, 0)

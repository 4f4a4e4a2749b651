"""Chapter 7 of 000: what the system does in the place of an umpire."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.config.play import Timers
from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.games import chinpok
from table_firmware.rules.match import rank
from table_firmware.rules.round import (
    AskPlay,
    Give,
    HandEnded,
    Managed,
    Pass,
    Passed,
    Played,
    SeatView,
    Settle,
    TimedOut,
)
from tests.clauses.match import hand
from tests.clauses.table import after, follow, opening, play, refusal
from tests.controller.desk import Desk
from tests.laid import laid
from ui_kiosk.local import Local
from ui_kiosk.model_table import TableBody
from ui_kiosk.presenter import present
from ui_kiosk.press import open_hints
from ui_kiosk.speech import play_text

E, N, W, S = Seat


def test_37_the_times_are_those_of_the_edition() -> None:
    timers = Timers()
    assert (timers.exchange, timers.show, timers.play) == (15_000, 5_000, 30_000)
    with pytest.raises(ConfigError):
        read({"timers": {"exchange": 30}})


def test_38_1_a_follower_out_of_time_passes() -> None:
    state = after(opening("S3 S4", "DK D5"), play(E, "S3"))
    assert chinpok.decide(state, TimedOut(N)) == (Passed(N),)


@pytest.mark.parametrize(
    ("hand_", "trump", "played"),
    [
        ("H9", "9", "H9"),
        ("S4 C4", "9", "S4 C4"),
        ("S4 C4 HK", "9", "C4"),
        ("H5 S5 BJ", "5", "S5"),
        ("LJ SA", "9", "SA"),
    ],
)
def test_38_2_a_leader_out_of_time_plays_the_smallest_single_or_his_whole_hand(
    hand_: str, trump: str, played: str
) -> None:
    events = chinpok.decide(opening(hand_, trump=trump), TimedOut(E))
    assert isinstance(events[0], Played)
    assert sorted(events[0].cards) == sorted(cards(played))


def test_38_3_out_of_time_in_the_exchange_is_not_exchanged() -> None:
    state = opening("S3", "D3", "C3", "H3", exchange=True)
    state = after(state, Give(W, cards("C3")), *(TimedOut(seat) for seat in (E, N, S)))
    exchanged = chinpok.view(state, E).exchanged
    assert exchanged is not None
    assert (exchanged.EW, exchanged.NS) == (None, None)


def test_38_4_three_times_out_in_a_row_lead_into_managed_play(desk: Desk) -> None:
    desk.to_play(E)
    desk.wait_until(lambda: ("E", "managed") in desk.seat_changes())
    by = [act["action"]["by"] for act in desk.acts() if act["action"].get("seat") == "E"]
    assert [one for one in by if one == "timeout"] == ["timeout"] * 3
    assert desk.want(E, "unmanage") is None


REFUSED = [
    ("S3 C4", "not-a-combination"),
    ("S2", "does-not-beat"),
    ("S8 C8", "does-not-beat"),
    ("D5", "not-in-hand"),
]


@pytest.mark.parametrize(("wrong", "code"), REFUSED)
def test_39_1_what_is_no_play_is_refused(wrong: str, code: str) -> None:
    state = after(opening("S7 S4", "S3 C4 S2 S8 C8"), play(E, "S7"))
    assert refusal(state, play(N, wrong)) == code


def test_39_1_nobody_plays_out_of_turn_or_after_passing() -> None:
    state = after(opening("S7 S4", "D8", "D9 DT"), play(E, "S7"))
    assert refusal(state, play(W, "D9")) == "not-your-turn"
    state = after(state, Pass(N), play(W, "D9"), Pass(S))
    assert refusal(state, play(N, "D8")) == "already-passed"


def test_39_1_nobody_lays_two_cards_in_the_exchange() -> None:
    state = opening("S3 S4", exchange=True)
    assert refusal(state, Give(E, cards("S3 S4"))) == "too-many-cards"


def follows(desk: Desk) -> None:
    """It is East's turn to follow."""

    def asked() -> bool:
        ask = desk.view(E).ask
        return isinstance(ask, AskPlay) and ask.to_beat is not None

    desk.to_play(E)
    while True:
        desk.until_turn(E)
        if asked():
            return
        shown = desk.view(E).round
        assert shown is not None
        assert desk.want(E, "play", cards=shown.hand[:1]) is None


def test_39_2_the_reason_comes_with_the_smallest_legal_play(desk: Desk) -> None:
    follows(desk)
    shown = laid(desk.view(E).round)
    refused = desk.want(E, "play", cards=shown.hand)
    assert refused is not None
    assert refused.code == "not-a-combination"
    assert refused.minimal == chinpok.minimal(shown)


def test_39_2_for_advanced_play_nothing_is_pointed_out(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(hints=False)
    follows(desk)
    model, shown = in_play(desk)
    assert "hint" not in [button.act for button in model.buttons]
    refused = desk.want(E, "play", cards=shown.hand)
    assert refused is not None
    assert (refused.code, refused.minimal) == ("not-a-combination", None)


def test_39_3_a_refusal_changes_nothing_and_costs_nothing(desk: Desk) -> None:
    follows(desk)
    before = (desk.table.record, desk.view(E).running)
    shown = desk.view(E).round
    assert shown is not None
    assert desk.want(E, "play", cards=shown.hand) is not None
    assert (desk.table.record, desk.view(E).running) == before


def test_40_1_who_is_away_is_managed_and_follows_with_the_smallest(desk: Desk) -> None:
    state = after(opening("S3 S4", "D5 DK D8"), play(E, "S3"))
    events = chinpok.decide(state, Managed(N))
    assert isinstance(events[0], Played)
    assert events[0].cards == cards("D5")
    desk.to_play(E)
    desk.unlink(E)
    desk.wait(4_000)
    assert desk.view(E).places[E].managed


def test_40_2_a_managed_leader_goes_out_with_the_lowest_reading_or_plays_a_single() -> None:
    events = chinpok.decide(opening("S6 C6 S7 C7 H9 H9"), Managed(E))
    assert isinstance(events[0], Played)
    assert (events[0].reading.type, events[0].reading.key) == ("tube", 7)
    events = chinpok.decide(opening("S6 C6 ST CK"), Managed(E))
    assert isinstance(events[0], Played)
    assert events[0].cards == cards("C6")


@pytest.mark.slow
def test_40_3_after_90_seconds_the_hand_is_settled_as_it_stands(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result" or "hand_end" in desk.kinds())
    result = desk.view(E).result
    assert result is not None
    ended = next(entry for entry, _ in desk.entries if entry.k == "hand_end")
    assert ended.d["marks"] == ["abnormal"]


def test_40_3_places_go_by_cards_and_only_the_last_pays() -> None:
    state = opening("S3", "D4 D5", "C6 C7 C8", "H2 H3 H4 H5")
    _, events = follow(state, (play(E, "S3"), Pass(N), Settle(S)))
    (ended,) = events
    assert isinstance(ended, HandEnded)
    assert ended.result.place == (1, 2, 3, 4)
    assert ended.result.position_tenths == (32, 20, 20, -4)
    assert not ended.result.double_down


def test_40_4_away_in_more_than_two_hands_is_unfinished_and_not_ranked() -> None:
    three = [hand("EW", {"S": 5, "N": 5}, away="A")] * 3
    assert [(line.who, line.rank) for line in rank("3", three)][-1] == (("A",), 0)
    two = [*three[:2], hand("EW", {"S": 5, "N": 5})]
    assert all(line.rank for line in rank("3", two))


@pytest.mark.slow
def test_40_4_hands_that_became_void_count_among_those_he_was_away(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(options={"abnormal_rule": "void"}, settle=30_000, house=3_000)
    desk.to_round(E, N)
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: "match_end" in desk.kinds())
    ranking = next(entry.d["ranking"] for entry, _ in desk.entries if entry.k == "match_end")
    assert {tuple(line["who"]): line["rank"] for line in ranking} == {("A", "C"): 1, ("B", "D"): 0}
    counts = next(entry.d for entry, _ in desk.entries if entry.k == "batch_end")
    assert counts == {"played": 0, "void": 4, "unused": 0}


@pytest.mark.slow
def test_40_4_the_limit_can_be_set(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(
        options={"unfinished_limit": 5, "abnormal_rule": "void"}, settle=30_000, house=3_000
    )
    desk.to_round(E, N)
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: "match_end" in desk.kinds())
    ranking = next(entry.d["ranking"] for entry, _ in desk.entries if entry.k == "match_end")
    assert [line["rank"] for line in ranking] == [1, 1]


def in_play(desk: Desk) -> tuple[Any, SeatView]:
    desk.until_turn(E)
    view = desk.view(E)
    return present(view, Local()), laid(view.round)


def test_41_1_trump_counts_played_cards_trick_hand_and_score_are_always_there(desk: Desk) -> None:
    desk.to_play(E)
    model, round_ = in_play(desk)
    assert model.top.trump
    assert model.top.hand
    assert model.top.trick
    assert model.top.score
    assert [badge.cards for badge in model.badges] == [f"{n} 张" for n in round_.counts]
    assert isinstance(model.body, TableBody)
    number = sum(len(move.play.cards) for move in round_.played if move.play)
    assert str(number) in model.body.played.text.split()


def test_41_2_nobody_declares_his_cards_for_the_table_shows_them() -> None:
    state = opening("S3", "D4 D5", "C6 C7 C8", "H2 H3 H4 H5")
    assert {chinpok.view(state, seat).counts for seat in Seat} == {(1, 2, 3, 4)}
    assert not [name for name in chinpok.REFUSALS if "declare" in name]


def test_41_3_hints_explanation_and_readings_come_from_what_the_seat_may_know() -> None:
    one = after(opening("S3 S8", "D5 DK", "C6", "H7"), play(E, "S3"))
    other = after(opening("S3 S9", "D5 DK", "HQ", "SJ"), play(E, "S3"))
    assert chinpok.view(one, N) == chinpok.view(other, N)
    assert list(chinpok.plays(chinpok.view(one, N))) == list(chinpok.plays(chinpok.view(other, N)))


@pytest.mark.slow
def test_40_3_a_table_may_play_on_or_void_the_hand_instead(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(options={"abnormal_rule": "play_on"})
    desk.to_round(E, N)
    desk.unlink(N)
    desk.wait_until(lambda: "hand_end" in desk.kinds())
    ended = next(entry for entry, _ in desk.entries if entry.k == "hand_end")
    assert ended.d["marks"] == []


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        ("S7 C7 D7 S8 C8", "三带对 7"),
        ("S9", "单张 主牌"),
        ("BJ BJ", "对子 大王"),
        ("S3 C3 D3 H3 S3", "五火 3"),
        ("ST SJ SQ SK SA", "同花顺 A"),
        ("BJ BJ LJ LJ", "四天王"),
    ],
)
def test_41_3_the_play_to_beat_is_explained(laid: str, told: str) -> None:
    state = after(opening(f"{laid} S2", "SA HA CA DA SA HA CA"), play(E, laid))
    shown = chinpok.view(state, N)
    view = replace(Desk().view(N), stage="round", round=shown, ask=shown.ask)
    if open_hints(view):
        assert present(view, Local()).message == f"请压过：{told}"
    assert shown.to_beat is not None
    assert play_text("zh", shown.to_beat) == told


def test_41_3_the_types_that_may_be_led_are_listed() -> None:
    shown = chinpok.view(opening("S3 C3 D3 S4 C4 SK HK CK DK"), E)
    view = replace(Desk().view(E), stage="round", round=shown, ask=shown.ask)
    body = present(view, Local()).body
    assert isinstance(body, TableBody)
    assert body.prompt == "您先出，可以出：\n单张、对子、三同张、三带对、火牌"
    silent = present(replace(view, hints=False), Local()).body
    assert isinstance(silent, TableBody)
    assert silent.prompt == "请您出牌"

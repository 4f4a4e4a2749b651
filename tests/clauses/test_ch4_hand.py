"""Chapter 4 of 000: the course of a hand."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import State
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.match import HandRecord, next_leader, seating
from table_firmware.rules.round import (
    Action,
    AskGive,
    AskPlay,
    Event,
    Exchanged,
    Gave,
    Give,
    HandEnded,
    HandResult,
    Pass,
    Proceed,
    TimedOut,
    TrickEnded,
    WentOut,
)
from tests.clauses.table import after, follow, opening, passes, play, refusal
from tests.controller.desk import Desk
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody, ScreenModel
from ui_kiosk.presenter import present

E, N, W, S = Seat


def exchanging() -> State:
    return opening("S3 SA", "C5 D7", "BJ C4", "H3 H4", exchange=True)


def result_of(events: list[Event]) -> HandResult:
    return next(event.result for event in events if isinstance(event, HandEnded))


def test_16_a_hand_runs_from_draw_through_exchange_and_show_to_play_and_result() -> None:
    desk = Desk()
    desk.to_play(E)
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    kinds = [kind for kind in desk.kinds() if kind in ("hand", "draw", "deal", "act", "hand_end")]
    events = [event["kind"] for act in desk.acts() for event in act["events"]]
    assert [kinds[0], kinds[1], kinds[2], kinds[-1]] == ["hand", "draw", "deal", "hand_end"]
    assert events.index("exchanged") < events.index("shown") < events.index("played")
    assert events[-1] == "hand_ended"


def test_17_1_the_trump_is_public_before_the_deal() -> None:
    desk = Desk()
    desk.begin(E)
    desk.want(E, "digits", value="314159")
    desk.wait_until(lambda: desk.stage == "draw")
    assert [desk.view(seat).trump for seat in Seat] == [desk.view(E).trump] * 4
    assert desk.view(E).trump
    assert "deal" not in desk.kinds()


@pytest.mark.slow
def test_17_2_the_trump_is_one_of_thirteen_drawn_anew_for_each_hand(played: Desk) -> None:
    assert dict(chinpok.DEALING.draws)["trump"] == 13
    draws = [entry.d["draws"]["trump"] for entry, _ in played.entries if entry.k == "draw"]
    assert len(draws) == 4
    secrets = {entry.d["A"] for entry, _ in played.entries if entry.k == "draw"}
    assert len(secrets) == 4


def test_17_3_the_screen_shows_the_trump_for_the_whole_hand() -> None:
    desk = Desk()
    desk.to_round(E)
    trump = present(desk.view(E), Local()).top.trump
    desk.want(E, "manage")
    seen = set()
    while desk.stage == "round":
        seen.add(present(desk.view(E), Local()).top.trump)
        desk.wait(1_000)
    assert seen == {trump}
    assert present(desk.view(E), Local()).top.trump == trump


def test_18_1_cards_go_round_against_the_clock_one_at_a_time() -> None:
    hands = chinpok.DEALING.hands(list(range(108)), {})
    assert [hands[seat][0] for seat in (E, N, W, S)] == [0, 1, 2, 3]
    assert [len(hand) for hand in hands] == [27] * 4


def test_18_2_each_sees_his_whole_hand_at_once() -> None:
    state = exchanging()
    assert [chinpok.view(state, seat).hand for seat in Seat] == list(state.tricks.hands)


def test_18_3_a_screen_has_no_part_in_the_deal() -> None:
    desk = Desk()
    desk.begin(E)
    before = [entry.d for entry, _ in desk.entries if entry.k == "batch"]
    assert len(before) == 1  # all randomness of the table is committed before any digit
    assert desk.want(E, "play", cards=cards("S3")) is not None


def test_19_1_every_hand_of_a_table_has_the_exchange() -> None:
    state = chinpok.opening(
        chinpok.options({}), Deal((cards("S3"),) * 4, {"trump": 0, "leader": 0})
    )
    assert state.phase == "exchange"
    with pytest.raises(ValueError, match="换牌机制的存在与否"):
        chinpok.options({"exchange": False})


def test_19_2_two_cards_change_hands_only_if_both_partners_have_laid_one() -> None:
    state = exchanging()
    assert [chinpok.view(state, seat).ask for seat in Seat] == [AskGive()] * 4
    acts = (Give(E, cards("S3")), Give(W, cards("BJ")), Give(N, cards("C5")), Give(S, ()))
    state, events = follow(state, acts)
    assert events == [Gave(S, ()), Exchanged(cards("S3 BJ"), None)]  # type: ignore[arg-type]
    held = [set(chinpok.view(state, seat).hand) for seat in Seat]
    wanted = [cards(hand) for hand in ("BJ SA", "C5 D7", "S3 C4", "H3 H4")]
    assert held == [set(hand) for hand in wanted]


def test_19_2_nobody_need_give_and_nothing_is_exchanged() -> None:
    _, events = follow(exchanging(), [Give(seat, ()) for seat in Seat])
    assert events[-1] == Exchanged(None, None)


def test_19_3_exchanged_cards_are_shown_to_all_and_others_are_not() -> None:
    acts = (Give(E, cards("S3")), Give(W, cards("BJ")), Give(N, cards("C5")), Give(S, ()))
    state = after(exchanging(), *acts)
    shown = {chinpok.view(state, seat).exchanged for seat in Seat}
    assert shown == {Exchanged(cards("S3 BJ"), None)}  # type: ignore[arg-type]
    assert chinpok.decide(state, Proceed())


def test_19_3_they_are_shown_for_five_seconds() -> None:
    desk = Desk()
    desk.to_round(E)
    desk.want(E, "give")
    desk.wait_until(lambda: desk.phase == "show")
    clock = desk.view(E).clock
    assert clock is not None
    assert (clock.name, clock.full_ms) == ("show", 5_000)


def test_19_4_opponents_see_what_partners_exchanged() -> None:
    acts = (Give(E, cards("S3")), Give(W, cards("BJ")), Give(N, ()), Give(S, ()))
    state = after(exchanging(), *acts)
    assert chinpok.view(state, N).exchanged == chinpok.view(state, E).exchanged
    assert chinpok.view(state, N).exchanged != Exchanged(None, None)


def test_19_5_there_is_no_second_exchange_and_no_taking_back() -> None:
    laid = after(exchanging(), Give(E, cards("S3")))
    assert refusal(laid, Give(E, cards("SA"))) == "exchange-closed"
    over = after(laid, *(Give(seat, ()) for seat in (N, W, S)))
    assert refusal(over, Give(E, cards("SA"))) == "exchange-closed"


def test_19_6_the_exchange_leaves_each_as_many_cards_as_before() -> None:
    acts = (Give(E, cards("S3")), Give(W, cards("BJ")), Give(N, cards("C5")), Give(S, ()))
    assert chinpok.view(after(exchanging(), *acts), E).counts == (2, 2, 2, 2)


def test_20_1_one_seat_leads_the_first_trick() -> None:
    state = opening("S3", leader=W)
    asked = {seat: chinpok.view(state, seat).ask for seat in Seat}
    assert asked == {E: None, N: None, W: AskPlay(None), S: None}


@pytest.mark.slow
def test_20_2_first_the_drawn_seat_leads_and_then_the_first_of_the_last_hand(played: Desk) -> None:
    draws = [entry.d["draws"]["leader"] for entry, _ in played.entries if entry.k == "draw"]
    ends = [entry.d["place"].index(1) for entry, _ in played.entries if entry.k == "hand_end"]
    leads = []
    for h in range(4):
        acts = (act for act in played.acts() if act["h"] == h)
        first = next(e for act in acts for e in act["events"] if e["kind"] == "played")
        leads.append(int(Seat[first["seat"]]))
    assert leads == [draws[0], *ends[:3]]


def test_20_2_after_a_void_hand_the_drawn_seat_of_the_next_one_leads(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(options={"abnormal_rule": "void"}, settle=30_000, house=3_000)
    desk.to_round(E, N)
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: desk.kinds().count("void") == 3)
    draws = [entry.d["draws"]["leader"] for entry, _ in desk.entries if entry.k == "draw"]
    leads = [desk.table.record.match.hand.leader]  # type: ignore[union-attr]
    assert leads == [Seat(draws[2])]


@pytest.mark.slow
def test_20_2_the_paper_edition_leads_seat_by_seat_and_is_never_ranked(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(options={"lead_rule": "seat_by_seat"}, house_after=0)
    desk.link(*Seat)
    for seat in Seat:
        desk.want(seat, "sit")
    for seat in Seat:
        desk.want(seat, "ready")
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "manage")
    leads = []
    while not desk.table.in_lobby:
        desk.wait_until(lambda: desk.phase == "show" or desk.table.in_lobby)
        if not desk.table.in_lobby:
            leads.append(desk.view(E).leader)
            desk.wait_until(lambda: desk.stage != "round")
    assert leads == [E, S, W, N]
    (match,) = (entry for entry, _ in desk.entries if entry.k == "match")
    assert (match.d["ranked"], match.d["options"]["lead_rule"]) == (0, "seat_by_seat")
    assert desk.view(E).practice


def test_20_3_the_person_leads_wherever_he_now_sits() -> None:
    last = HandRecord(seating("3", 4), score([S, E, N], [0, 0, 3, 0]))
    assert last.seats[S] == "B"
    assert next_leader(last, seating("3", 5)) == W


def test_21_1_the_turn_goes_against_the_clock() -> None:
    state = opening("S3 S4", "D5 D3", "D6 D4", "D7 D8")
    turns = []
    for seat, card in ((E, "S3"), (N, "D5"), (W, "D6"), (S, "D7")):
        turns.append(chinpok.view(state, E).turn)
        state = after(state, play(seat, card))
    assert [*turns, chinpok.view(state, E).turn] == [E, N, W, S, E]


def test_21_2_the_leader_plays_any_combination() -> None:
    hand = "S3 C3 D3 S4 C4 D4 S5 C5 S6 S7"
    view = chinpok.view(opening(hand), E)
    listed = {each.reading.type for each in chinpok.plays(view)}
    assert listed >= {"single", "pair", "triple", "full_house", "straight", "tube", "plate"}
    assert refusal(opening(hand), Pass(E)) == "leader-may-not-pass"


@pytest.mark.parametrize("heavy", ["S3 C3 D3 H3", "S3 S4 S5 S6 S7", "BJ BJ LJ LJ"])
def test_21_3_the_same_type_and_larger_or_a_heavy_one(heavy: str) -> None:
    state = after(opening("SA DA S2", f"{heavy} SK DK ST"), play(E, "SA DA"))
    assert refusal(state, play(N, "SK DK")) == "does-not-beat"
    assert refusal(state, play(N, "ST")) == "does-not-beat"
    assert follow(state, [play(N, heavy)])[1]


def test_21_4_the_last_to_play_leads_next() -> None:
    state, events = follow(
        opening("S3 S4", "D5 D3"), (play(E, "S3"), play(N, "D5"), *passes(W, S, E))
    )
    assert events[-1] == TrickEnded(N, N)
    assert chinpok.view(state, N).ask == AskPlay(None)


def test_21_5_a_play_is_whole_and_nobody_adds_to_it() -> None:
    state = after(opening("S3 C3 D3 S4"), play(E, "S3 C3"))
    assert refusal(state, play(E, "D3")) == "not-your-turn"


def test_21_6_cards_lie_from_small_to_large_and_the_triple_on_the_left() -> None:
    for given, shown in (
        ("S7 D6 C5 H4 S3", "S3 H4 C5 D6 S7"),
        ("S8 D8 S7 C7 D7", "S7 C7 D7 S8 D8"),
        ("S5 C5 S4 C4 S3 C3", "S3 C3 S4 C4 S5 C5"),
        ("S7 S6 H9 S4 S3", "S3 S4 H9 S6 S7"),
    ):
        _, events = follow(opening(f"{given} SK"), [play(E, given)])
        laid = getattr(events[0], "cards", ())
        assert [card[1] for card in laid] == [card[1] for card in cards(shown)]


def test_21_6_the_order_of_touching_does_not_matter() -> None:
    one = follow(opening("S3 H4 C5 D6 S7 SK"), [play(E, "S3 H4 C5 D6 S7")])
    other = follow(opening("S3 H4 C5 D6 S7 SK"), [play(E, "D6 S7 S3 C5 H4")])
    assert one == other


def test_22_1_a_pass_is_final_until_the_trick_ends() -> None:
    state = after(opening("SA S9 S3", "D5", "D6 D7", "D8 DK", leader=S), play(S, "D8"), Pass(E))
    assert refusal(state, play(E, "SA")) == "already-passed"
    state = after(state, *passes(N, W))
    assert chinpok.view(state, S).passed == ()


def test_22_2_the_partner_leads_after_a_last_play_that_stands() -> None:
    state, events = follow(opening("S3", "D2 D2", "C4 C5", "H2 H2"), (play(E, "S3"), *passes(N, W)))
    assert not any(isinstance(event, TrickEnded) for event in events)
    state, events = follow(state, passes(S))
    assert events[-1] == TrickEnded(E, W)
    assert chinpok.view(state, W).ask == AskPlay(None)


def test_22_2_nobody_inherits_the_lead_from_a_play_that_was_beaten() -> None:
    acts = (play(E, "S3"), play(N, "DK"), *passes(W, S))
    _, events = follow(opening("S3", "DK D2", "C4 C5", "H2 H2"), acts)
    assert events[-1] == TrickEnded(N, N)


def test_22_3_with_both_partners_out_there_is_no_further_lead() -> None:
    state, _ = follow(opening("S3", "D2 D2", "C4", "H2 H2"), (play(E, "S3"), *passes(N)))
    _, events = follow(state, [play(W, "C4")])
    assert result_of(events).double_down
    assert not any(isinstance(event, TrickEnded) for event in events)


def test_22_4_who_still_has_cards_leads_himself() -> None:
    state, events = follow(opening("S3 S4"), (play(E, "S3"), *passes(N, W, S)))
    assert events[-1] == TrickEnded(E, E)
    assert chinpok.view(state, E).ask == AskPlay(None)


def test_23_1_two_partners_first_end_the_hand_at_once() -> None:
    acts = (play(E, "S3"), Pass(N), play(W, "C4"))
    _, events = follow(opening("S3", "D2 DK", "C4", "H2 HK"), acts)
    assert [type(event) for event in events[1:]] == [WentOut, HandEnded]


def test_23_1_three_out_end_the_hand_at_once() -> None:
    acts = (play(E, "S3"), play(N, "D5"), play(W, "C6"))
    _, events = follow(opening("S3", "D5", "C6", "H2 HK"), acts)
    assert isinstance(events[-1], HandEnded)


def test_23_2_places_go_by_the_order_of_going_out() -> None:
    acts = (play(E, "S3"), play(N, "D5"), play(W, "C6"))
    _, events = follow(opening("S3", "D5", "C6", "H2 HK"), acts)
    assert result_of(events).place == (1, 2, 3, 4)


def test_23_3_at_double_down_both_losers_are_last_and_both_counts_are_kept() -> None:
    acts = (play(E, "S3"), Pass(N), play(W, "C4"))
    _, events = follow(opening("S3", "D2 DK D5", "C4", "H2 HK"), acts)
    result = result_of(events)
    assert (result.place, result.left) == ((1, 4, 2, 4), (0, 3, 0, 2))


def test_23_4_nothing_changes_a_result() -> None:
    acts = (play(E, "S3"), Pass(N), play(W, "C4"))
    state = after(opening("S3", "D2 DK", "C4", "H2 HK"), *acts)
    for action in (play(N, "D2"), Pass(N), TimedOut(N), Give(N, ())):
        assert refusal(state, action) == "round-over"


def shown_result(
    *actions: Action, hands: tuple[str, str, str, str]
) -> tuple[ScreenModel, ResultBody]:
    _, events = follow(opening(*hands), actions)
    view = replace(Desk().view(E), stage="hand_result", result=result_of(events), trump="9")
    model = present(view, Local())
    assert isinstance(model.body, ResultBody)
    return model, model.body


def test_24_1_places_cards_left_trump_and_pair_points_are_shown() -> None:
    acts = (play(E, "S3"), play(N, "D5"), play(W, "C6"))
    model, body = shown_result(*acts, hands=("S3", "D5", "C6", "H2 HK"))
    assert model.top.trump == "9"
    assert [row.cells[1] for row in body.rows] == ["头游", "二游", "三游", "下游"]
    assert [row.cells[4] for row in body.rows] == ["0", "0", "0", "2 (-0.2)"]
    assert [row.cells[:3] for row in body.pairs] == [
        ("东西", "组积分", "3.2 + 2.0 = 5.2"),
        ("南北", "组积分", "2.0 - 0.2 = 1.8"),
    ]


def test_24_2_double_down_is_named() -> None:
    acts = (play(E, "S3"), Pass(N), play(W, "C4"))
    _, body = shown_result(*acts, hands=("S3", "D2 DK", "C4", "H2 HK"))
    assert "双下" in body.winner

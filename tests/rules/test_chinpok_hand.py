"""The course of a hand, where the published cases do not reach (000 ch. 4, §38 to §40)."""

import pytest

from table_firmware.rules.cards import RANKS, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import Options, State
from table_firmware.rules.games.chinpok.scoring import VOID
from table_firmware.rules.round import (
    Action,
    AskGive,
    AskPlay,
    Clock,
    Event,
    Exchanged,
    Gave,
    Give,
    HandEnded,
    IllegalAction,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Proceed,
    Reading,
    Settle,
    Shown,
    TimedOut,
    TrickEnded,
    WentOut,
)

E, N, W, S = Seat
HANDS = {E: "D5 D2", N: "DK D6 D8", W: "C3 C4", S: "H3 H4"}


def opening(
    hands: dict[Seat, str] = HANDS, trump: str = "9", leader: Seat = E, **options: object
) -> State:
    draws = {"trump": RANKS.index(trump), "leader": int(leader)}
    settings = Options(**{"exchange": False, **options})  # type: ignore[arg-type]
    return chinpok.opening(settings, Deal(tuple(cards(hands[seat]) for seat in Seat), draws))


def after(state: State, *actions: Action) -> State:
    for action in actions:
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    return state


def refusal(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        chinpok.decide(state, action)
    return refused.value.code


def play(seat: Seat, text: str, reading: Reading | None = None) -> Play:
    return Play(seat, cards(text), reading)


def declined(state: State) -> State:
    return after(state, *(Give(seat, ()) for seat in Seat))


# ------------------------------------------------------------------ opening


def test_the_drawn_seat_leads_unless_an_earlier_hand_has_decided() -> None:
    deal = Deal(tuple(cards(HANDS[seat]) for seat in Seat), {"trump": 5, "leader": 2})
    assert chinpok.opening(Options(), deal).leader == W
    decided = Deal(deal.hands, deal.draws, leader=N)
    state = chinpok.opening(Options(exchange=False), decided)
    assert (state.leader, state.tricks.turn, state.trump) == (N, N, "7")


def test_cards_go_round_one_at_a_time_from_east() -> None:
    hands = chinpok.DEALING.hands(list(range(108)), {})
    assert [hand[:3] for hand in hands] == [(0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11)]
    assert [len(hand) for hand in hands] == [27] * 4


# ------------------------------------------------------------------ exchange and showing


def test_everyone_is_asked_to_give_at_once_and_then_waited_for_one_by_one() -> None:
    state = opening(exchange=True)
    assert chinpok.clock(state) == Clock("exchange", (E, N, W, S))
    assert [chinpok.view(state, seat).ask for seat in Seat] == [AskGive()] * 4
    state = after(state, Give(N, cards("D6")))
    assert chinpok.clock(state) == Clock("exchange", (E, W, S))
    assert chinpok.view(state, N).ask is None
    assert chinpok.view(state, E).gave == (N,)


def test_only_the_giver_sees_the_card_he_has_laid() -> None:
    state = after(opening(exchange=True), Give(N, cards("D6")))
    assert [chinpok.view(state, seat).laid for seat in Seat] == [(), cards("D6"), (), ()]
    assert chinpok.view(state, N).hand == cards("DK D8")
    assert [chinpok.view(state, seat).counts for seat in Seat] == [(2, 3, 2, 2)] * 4


def test_what_is_laid_cannot_be_changed() -> None:
    state = after(opening(exchange=True), Give(N, cards("D6")))
    assert refusal(state, Give(N, cards("D8"))) == "exchange-closed"
    assert refusal(state, Give(N, ())) == "exchange-closed"
    assert refusal(state, TimedOut(N)) == "exchange-closed"


@pytest.mark.parametrize("action", [TimedOut, Managed])
def test_a_time_out_and_a_managed_seat_decline(action: type[TimedOut | Managed]) -> None:
    assert chinpok.decide(opening(exchange=True), action(W)) == (Gave(W, ()),)


def test_the_fourth_declaration_exchanges_the_cards_of_pairs_that_both_gave() -> None:
    state = after(opening(exchange=True), Give(S, ()), Give(W, cards("C4")), TimedOut(N))
    events = chinpok.decide(state, Give(E, cards("D5")))
    assert events == (Gave(E, cards("D5")), Exchanged(("D5", "C4"), None))  # type: ignore[arg-type]
    state = after(state, Give(E, cards("D5")))
    assert chinpok.view(state, E).hand == cards("C4 D2")
    assert chinpok.view(state, W).hand == cards("C3 D5")
    view = chinpok.view(state, S)
    assert (view.phase, view.exchanged, view.gave, view.laid) == ("show", events[1], (), ())
    assert chinpok.clock(state) == Clock("show", ())


def test_play_waits_until_the_exchange_has_been_shown() -> None:
    state = declined(opening(exchange=True))
    assert refusal(state, play(E, "D5")) == "not-your-turn"
    assert refusal(state, TimedOut(E)) == "not-your-turn"
    assert chinpok.view(state, E).turn is None
    assert chinpok.decide(state, Proceed()) == (Shown(),)
    state = after(state, Proceed())
    assert chinpok.clock(state) == Clock("play", (E,))
    assert chinpok.view(state, E).ask == AskPlay(None)


def test_nothing_is_played_or_shown_during_the_exchange() -> None:
    state = opening(exchange=True)
    for action in (play(E, "D5"), Pass(E), Proceed()):
        assert refusal(state, action) == "not-your-turn"


def test_there_is_nothing_to_proceed_from_once_play_has_begun() -> None:
    assert refusal(opening(), Proceed()) == "not-your-turn"
    assert refusal(opening(), Give(E, ())) == "exchange-closed"


# ------------------------------------------------------------------ play


def test_a_play_takes_the_strongest_reading_that_beats() -> None:
    hands = {**HANDS, E: "S3 C3 S4 C4 S5 C5 D2", N: "S6 C6 S7 C7 H2 H2 D3"}
    state = after(opening(hands, trump="2"), play(E, "S3 C3 S4 C4 S5 C5"))
    (played,) = chinpok.decide(state, play(N, "S6 C6 S7 C7 H2 H2"))
    assert played == Played(N, cards("C6 S6 C7 S7 H2 H2"), Reading("tube", 8, 6))


def test_a_reading_that_holds_but_does_not_beat_is_refused_as_such() -> None:
    hands = {**HANDS, E: "S3 C3 S4 C4 S5 C5 D2", N: "S6 C6 S7 C7 H2 H2 D3"}
    state = after(opening(hands, trump="2"), play(E, "S3 C3 S4 C4 S5 C5"))
    plate = Reading("plate", 7, 6)
    assert refusal(state, play(N, "S6 C6 S7 C7 H2 H2", plate)) == "does-not-beat"


def test_a_hand_with_three_copies_of_a_face_in_a_play_is_not_held() -> None:
    assert refusal(opening(), play(E, "D5 D5 D5")) == "not-in-hand"
    assert refusal(opening(), play(E, "")) == "not-a-combination"


def test_the_partner_leads_after_the_last_card_of_a_seat_stands() -> None:
    hands = {**HANDS, E: "SA"}
    state = opening(hands)
    assert chinpok.decide(state, play(E, "SA"))[1:] == (WentOut(E, 1),)
    state = after(state, play(E, "SA"), Pass(N), Pass(W))
    assert chinpok.decide(state, Pass(S)) == (Passed(S), TrickEnded(E, W))


def test_a_seat_that_is_out_is_not_on_turn() -> None:
    state = after(opening({**HANDS, E: "SA"}), play(E, "SA"))
    assert refusal(state, Pass(E)) == "not-your-turn"


def test_after_a_pass_of_the_next_seat_the_partner_may_answer() -> None:
    hands = {E: "D2 D7 D9", N: "D3 D4", W: "C5 C8 CT", S: "H6 H4"}
    state = after(opening(hands, "K"), play(E, "D2"), Pass(N), play(W, "C5"), play(S, "H6"))
    state = after(state, play(E, "D7"))
    assert state.tricks.turn == W


def test_the_view_follows_the_trick() -> None:
    state = after(opening(), play(E, "D5"), play(N, "D6"), Pass(W))
    view = chinpok.view(state, S)
    assert [move.seat for move in view.trick] == [E, N, W]
    assert [move.play is None for move in view.trick] == [False, False, True]
    assert (view.passed, view.turn, view.trick_number) == ((W,), S, 1)
    assert view.to_beat == Reading("single", 6, 1)
    state = after(state, Pass(S), Pass(E))
    view = chinpok.view(state, S)
    assert (view.trick, view.passed, view.turn, view.to_beat) == ((), (), N, None)
    assert (len(view.played), view.trick_number, view.counts) == (2, 2, (1, 2, 2, 2))


# ------------------------------------------------------------------ managed seats


def test_a_managed_seat_never_beats_its_partner_though_it_could_go_out() -> None:
    state = after(opening({**HANDS, W: "CK"}), play(E, "D5"), Pass(N))
    assert chinpok.decide(state, Managed(W)) == (Passed(W),)


def test_a_managed_follower_may_be_told_to_pass() -> None:
    state = after(opening(managed_follow="pass"), play(E, "D5"))
    assert chinpok.decide(state, Managed(N)) == (Passed(N),)
    leading = opening(managed_follow="pass")
    assert chinpok.decide(leading, Managed(E))[0] == Played(E, cards("D2"), Reading("single", 2, 1))


# ------------------------------------------------------------------ hands settled early


def test_a_hand_is_settled_as_it_stands() -> None:
    state = after(opening(), play(E, "D5"))
    (ended,) = chinpok.decide(state, Settle(S))
    assert isinstance(ended, HandEnded)
    assert ended.result.left == (1, 3, 2, 2)
    assert ended.result.place == (1, 4, 2, 3)
    assert ended.result.marks == ("abnormal",)
    state = after(state, Settle(S))
    assert (chinpok.clock(state), chinpok.view(state, E).phase) == (None, "over")
    assert refusal(state, Settle(S)) == "round-over"


def test_a_hand_can_be_settled_during_the_exchange_and_no_card_moves() -> None:
    state = after(opening(exchange=True), Give(E, cards("D5")), Settle(W))
    assert chinpok.view(state, E).hand == cards("D5 D2")
    assert chinpok.view(state, E).laid == ()


def test_a_hand_may_be_void_instead() -> None:
    assert chinpok.decide(opening(abnormal_rule="void"), Settle(S)) == (HandEnded(VOID),)


def test_or_the_system_plays_it_on_and_nobody_settles() -> None:
    assert refusal(opening(abnormal_rule="play_on"), Settle(S)) == "not-your-turn"


# ------------------------------------------------------------------ ends


def test_the_last_card_of_the_second_partner_ends_the_hand_at_once() -> None:
    hands = {**HANDS, E: "SA", W: "C3"}
    state = after(opening(hands), play(E, "SA"), Pass(N), Pass(W), Pass(S))
    played, went, ended = chinpok.decide(state, play(W, "C3"))
    assert isinstance(played, Played)
    assert went == WentOut(W, 2)
    assert isinstance(ended, HandEnded)
    assert (ended.result.double_down, ended.result.left) == (True, (0, 3, 0, 2))


def events_of(state: State, *actions: Action) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for action in actions:
        events = chinpok.decide(state, action)
        state = after(state, action)
    return events


def test_a_last_card_that_nobody_is_left_to_answer_ends_the_trick() -> None:
    hands = {**HANDS, S: "CK"}
    events = events_of(opening(hands), play(E, "D5"), Pass(N), Pass(W), play(S, "CK"), Pass(E))
    assert events == (Passed(E), TrickEnded(S, N))
    hands = {**HANDS, E: "D5", S: "CK"}
    events = events_of(opening(hands), play(E, "D5"), Pass(N), Pass(W), play(S, "CK"))
    assert events[1:] == (WentOut(S, 2), TrickEnded(S, N))


def test_nobody_lays_two_cards_for_the_partner() -> None:
    assert refusal(opening(exchange=True), Give(N, cards("D6 D8"))) == "too-many-cards"


def test_even_a_pair_lies_in_order() -> None:
    hands = {**HANDS, E: "H9 S7 D2"}
    state = after(opening(hands), play(E, "H9 S7"))
    assert [move.play.cards for move in state.tricks.played if move.play] == [cards("S7 H9")]


def test_a_seat_that_is_not_asked_has_no_plays_and_nobody_has_laid_anything() -> None:
    view = chinpok.view(opening(), N)
    assert (tuple(chinpok.plays(view)), chinpok.minimal(view)) == ((), None)
    assert (view.gave, view.laid) == ((), ())

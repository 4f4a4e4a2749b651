"""双扣: the course of a hand, by decision, and what may not be done in it."""

from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.games.shuangkou import baibian
from table_firmware.rules.round import (
    AskPlay,
    Clock,
    Combination,
    Fact,
    Give,
    HandEnded,
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
from tests.laying_games import after, dealt, last_events, opened, play, play_out, refusal
from tests.shuangkou import E, N, S, W, opening


def test_sk_11_a_seat_that_has_passed_may_play_when_its_turn_returns() -> None:
    state = after(baibian, opening(), play(E, "D5"), Pass(N), play(W, "C9"), Pass(S), Pass(E))
    assert baibian.clock(state) == Clock("play", (N,))
    assert baibian.decide(state, play(N, "DK"))[0] == Played(
        N, cards("DK"), Reading("single", 13, 1)
    )
    final = opening({"pass_final": True})
    final = after(baibian, final, play(E, "D5"), Pass(N), play(W, "C9"), Pass(S))
    assert refusal(baibian, final, play(N, "DK")) == "already-passed"
    assert baibian.clock(after(baibian, final, Pass(E))) == Clock("play", (W,))


def test_sk_11_a_pass_is_shown_until_somebody_plays() -> None:
    state = after(baibian, opening(), play(E, "D5"), Pass(N))
    assert baibian.view(state, S).passed == (N,)
    assert refusal(baibian, state, Pass(N)) == "not-your-turn"
    assert baibian.view(after(baibian, state, play(W, "C9")), S).passed == ()


def test_sk_12_the_partner_leads_after_a_last_play_that_stands() -> None:
    state = opening(E="DK", N="D6 D8", W="C9 C4", S="H3 H4")
    events = last_events(baibian, state, play(E, "DK"), Pass(N), Pass(W), Pass(S))
    assert events == (Passed(S), TrickEnded(E, W))


@pytest.mark.parametrize(
    ("out", "ended"), [((E, W), True), ((E, N, W), True), ((E, N, S), True), ((E, N), False)]
)
def test_sk_13_a_hand_ends_with_a_pair_or_with_three_out(
    out: tuple[Seat, ...], ended: bool
) -> None:
    rising = iter(("D5", "D6", "D7"))
    held = {seat.name: next(rising) for seat in sorted(out, key=lambda one: out.index(one))}
    full = {seat.name: held.get(seat.name, "H3 H4") for seat in Seat}
    state = opening({}, baibian, out[0], **full)
    for seat in out:
        while baibian.view(state, seat).turn != seat:
            turn = baibian.view(state, seat).turn
            assert turn is not None
            state = after(baibian, state, Pass(turn))
        events = baibian.decide(state, play(seat, held[seat.name]))
        state = after(baibian, state, play(seat, held[seat.name]))
    assert isinstance(events[-1], HandEnded) == ended
    assert (baibian.clock(state) is None) == ended


def test_sk_19_nobody_is_charged_for_being_away() -> None:
    assert refusal(baibian, opening(), Settle(E)) == "not-your-turn"


def test_sk_21_play_goes_against_the_clock() -> None:
    state = opening()
    assert not baibian.view(state, E).clockwise
    assert baibian.clock(after(baibian, state, play(E, "D5"))) == Clock("play", (N,))


def test_sk_24_the_reading_is_automatic_and_a_player_may_name_no_other() -> None:
    state = opening(E="S5 S6 S7 S8 BJ D3", N="C4 C5 C6 C7 C8")
    low, high = Reading("straight", 8, 5), Reading("straight", 9, 5)
    assert refusal(baibian, state, play(E, "S5 S6 S7 S8 BJ", low)) == "bad-reading"
    assert (
        refusal(baibian, state, play(E, "S5 S6 S7 S8 BJ", Reading("bomb", 5, 5))) == "bad-reading"
    )
    named = baibian.decide(state, play(E, "BJ S5 S6 S7 S8", high))
    assert named == baibian.decide(state, play(E, "S5 S6 S7 S8 BJ"))
    assert named[0] == Played(E, cards("S5 S6 S7 S8 BJ"), high)


def test_sk_29_nobody_answers_the_deciding_play() -> None:
    state = opening(E="SK", N="D6 S2", W="SA", S="H3 BJ")
    events = last_events(baibian, state, play(E, "SK"), Pass(N), play(W, "SA"))
    assert [type(event) for event in events] == [Played, WentOut, HandEnded]


def test_sk_30_counts_are_public_and_who_is_out_sees_no_other_hand() -> None:
    state = after(baibian, opening(E="SK", N="D6 S2", W="SA D9", S="H3 BJ"), play(E, "SK"))
    view = baibian.view(state, E)
    assert view.counts == (0, 2, 2, 2)
    assert (view.hand, view.laid, view.out) == ((), (), (E,))
    with pytest.raises(ValueError, match="partner_peek = True: must be False"):
        baibian.options({"partner_peek": True})


def test_sk_32_out_of_time_a_leader_plays_his_lowest_single_and_others_pass() -> None:
    state = opening(E="D5 D3 C3", N="DK D6", W="C9 C4", S="H4")
    assert baibian.decide(state, TimedOut(E))[0] == Played(E, cards("C3"), Reading("single", 3, 1))
    assert baibian.decide(after(baibian, state, TimedOut(E)), TimedOut(N)) == (Passed(N),)


def test_sk_32_who_is_managed_follows_with_the_smallest_of_the_type() -> None:
    state = after(baibian, opening(E="D5 D3", N="D6 DK BJ", W="D7 S3", S="H4"), play(E, "D5"))
    assert baibian.decide(state, Managed(N))[0] == Played(N, cards("D6"), Reading("single", 6, 1))
    passing = after(baibian, opening({"managed_follow": "pass"}), play(E, "D5"))
    assert baibian.decide(passing, Managed(N)) == (Passed(N),)
    partner = after(baibian, state, Pass(N))
    assert baibian.decide(partner, Managed(W)) == (Passed(W),)


def test_sk_32_a_managed_seat_spends_a_bomb_only_to_go_out() -> None:
    bomb = "S6 H6 C6 D6"
    state = after(baibian, opening(E="DA D3", N=bomb, W="D7", S=f"{bomb} D9"), play(E, "DA"))
    assert isinstance(baibian.decide(state, Managed(N))[1], WentOut)
    state = after(baibian, state, Pass(N), Pass(W))
    assert baibian.decide(state, Managed(S))[0] == Passed(S)
    answered = after(baibian, state, play(S, bomb), Pass(E))
    assert baibian.decide(answered, Managed(N)) == (Passed(N),)


def test_sk_32_a_managed_leader_plays_his_whole_hand_if_it_is_one_play() -> None:
    whole = opening(E="D5 S5", N="D6", W="D7", S="D8")
    assert baibian.decide(whole, Managed(E))[0] == Played(E, cards("D5 S5"), Reading("pair", 5, 2))
    assert baibian.decide(opening(), Managed(E))[0] == Played(
        E, cards("D3"), Reading("single", 3, 1)
    )


def test_what_may_not_be_done_is_refused_with_its_reason() -> None:
    state = opening(E="D5 D3 S9 H9", N="D6 D4 DK")
    assert refusal(baibian, state, Pass(E)) == "leader-may-not-pass"
    assert refusal(baibian, state, play(N, "D6")) == "not-your-turn"
    assert refusal(baibian, state, play(E, "D6")) == "not-in-hand"
    assert refusal(baibian, state, play(E, "D5 D3")) == "not-a-combination"
    assert refusal(baibian, state, Play(E, ())) == "not-a-combination"
    assert refusal(baibian, state, Give(E, ())) == "exchange-closed"
    assert refusal(baibian, state, Proceed()) == "not-your-turn"
    state = after(baibian, state, play(E, "D5"))
    assert refusal(baibian, state, play(N, "D4")) == "does-not-beat"


def test_a_hand_that_is_over_takes_no_action() -> None:
    state, events = play_out(baibian, opened(baibian, dealt(baibian, 3)), Random(3))
    assert isinstance(events[-1], HandEnded)
    assert refusal(baibian, state, Pass(E)) == "round-over"
    view = baibian.view(state, E)
    assert (view.phase, view.turn, view.ask, tuple(baibian.plays(view))) == ("over", None, None, ())
    assert view.result == events[-1].result
    assert baibian.minimal(view) is None


def test_what_is_no_part_of_a_hand_changes_nothing() -> None:
    assert baibian.evolve(opening(), Shown()) == opening()


def test_the_smallest_play_is_of_the_same_type_with_few_wilds_and_low_cards() -> None:
    state = after(
        baibian,
        opening(E="S5 C5 D3", N="S6 D6 C7 H7 BJ H4 S4 C4 D4", W="D9", S="D9"),
        play(E, "S5 C5"),
    )
    view = baibian.view(state, N)
    assert isinstance(view.ask, AskPlay)
    assert baibian.minimal(view) == Combination(cards("D6 S6"), Reading("pair", 6, 2))
    assert baibian.minimal(baibian.view(opening(), E)) == Combination(
        cards("D3"), Reading("single", 3, 1)
    )
    assert baibian.minimal(baibian.view(state, E)) is None
    none = after(baibian, opening(E="SA", N="S6 S3"), play(E, "SA"))
    assert baibian.minimal(baibian.view(none, N)) is None


def test_what_bombs_are_worth_so_far_is_public() -> None:
    six = "S6 H6 C6 D6 S6 H6"
    state = after(baibian, opening(E=f"{six} D3", N="D4", W="D5", S="D7"), play(E, six))
    assert baibian.view(state, N).facts == (
        Fact("contribution", (2, 0, 0, 0)),
        Fact("multiplier", (4, 1, 1, 1)),
    )

"""三叉子: the course of a hand, by decision, and what may not be done in it."""

from table_firmware.rules.cards import cards
from table_firmware.rules.games import sanchazi
from table_firmware.rules.round import (
    Clock,
    Combination,
    Fact,
    Give,
    HandEnded,
    Managed,
    Pass,
    Passed,
    Played,
    Proceed,
    Reading,
    TimedOut,
    TrickEnded,
    WentOut,
)
from tests.laying_games import after, last_events, play, refusal
from tests.sanchazi import E, N, S, W, opening


def test_sc_09_play_goes_clockwise() -> None:
    state = opening()
    assert sanchazi.view(state, E).clockwise
    state = after(sanchazi, state, play(E, "D5"))
    assert sanchazi.clock(state) == Clock("play", (S,))
    assert sanchazi.clock(after(sanchazi, state, Pass(S))) == Clock("play", (W,))


def test_sc_12_a_hand_ends_when_both_of_a_side_are_out() -> None:
    state = opening(E="SK", S="D9 D4", W="SA", N="D3 D4")
    state = after(sanchazi, state, play(E, "SK"), Pass(S))
    assert [type(each) for each in sanchazi.decide(state, play(W, "SA"))] == [
        *(Played, WentOut, HandEnded)
    ]
    third = opening(E="S6", S="D9", W="SK SA", N="D3")
    third = after(
        sanchazi, third, play(E, "S6"), play(S, "D9"), play(W, "SK"), Pass(N), play(W, "SA")
    )
    assert third.result is not None
    assert third.result.place == (1, 4, 3, 2)


def test_sc_20_a_leader_out_of_time_plays_his_lowest_single_and_others_pass() -> None:
    state = opening()
    assert sanchazi.decide(state, TimedOut(E))[0] == Played(E, cards("D3"), Reading("single", 3, 1))
    state = after(sanchazi, state, play(E, "D5"))
    assert sanchazi.decide(state, TimedOut(S)) == (Passed(S),)
    assert sanchazi.decide(state, Managed(S))[0] == Played(S, cards("D6"), Reading("single", 6, 1))


def test_sc_21_who_has_passed_may_play_when_his_turn_returns() -> None:
    state = after(sanchazi, opening(), play(E, "D5"), Pass(S), play(W, "C9"), Pass(N), Pass(E))
    assert sanchazi.clock(state) == Clock("play", (S,))
    final = after(
        sanchazi, opening({"pass_final": True}), play(E, "D5"), Pass(S), play(W, "C9"), Pass(N)
    )
    assert refusal(sanchazi, final, play(S, "DK")) == "already-passed"


def test_sc_25_the_partner_leads_after_a_last_play_that_stands() -> None:
    state = opening(E="DK", S="D6 D8", W="C9 C4", N="H3 H4")
    events = last_events(sanchazi, state, play(E, "DK"), Pass(S), Pass(W), Pass(N))
    assert events == (Passed(N), TrickEnded(E, W))


def test_sc_30_the_last_play_takes_its_trick_and_what_is_captured_is_public() -> None:
    state = opening(E="S5 SK", S="D9 HT", W="SA", N="D3 D4")
    state = after(sanchazi, state, play(E, "S5"))
    assert sanchazi.view(state, N).facts == (Fact("captured", (0, 0, 0, 0)), Fact("trick", (5,)))
    state = after(sanchazi, state, Pass(S), Pass(W), Pass(N))
    assert sanchazi.view(state, N).facts == (Fact("captured", (5, 0, 0, 0)), Fact("trick", (0,)))
    state = after(sanchazi, state, play(E, "SK"), Pass(S), play(W, "SA"))
    told = {fact.name: fact.numbers for fact in state.result.facts}
    assert told == {"points": (25, 0), "captured": (5, 0, 10, 0), "good_news": (0, 0, 0, 0)}
    assert sanchazi.view(state, N).counts == (0, 2, 0, 2)


def test_what_may_not_be_done_is_refused_with_its_reason() -> None:
    state = opening()
    assert refusal(sanchazi, state, Pass(E)) == "leader-may-not-pass"
    assert refusal(sanchazi, state, Give(E, ())) == "exchange-closed"
    assert refusal(sanchazi, state, Proceed()) == "not-your-turn"
    assert refusal(sanchazi, state, play(E, "D5 D3")) == "not-a-combination"
    assert refusal(sanchazi, state, play(E, "D5", Reading("single", 6, 1))) == "bad-reading"
    assert refusal(sanchazi, after(sanchazi, state, play(E, "D5")), play(S, "D8 D6")) == (
        "not-a-combination"
    )


def test_the_plays_of_a_hand_go_up_to_bombs_and_triples_of_two() -> None:
    view = sanchazi.view(opening(E="S2 H2 C2 D2 S3 H3", S="D4", W="D5", N="D6"), E)
    found = [(play.reading.type, play.reading.key) for play in sanchazi.plays(view)]
    assert list(dict.fromkeys(found)) == [
        *[("single", 3), ("single", 15), ("pair", 3), ("pair", 15), ("triple", 15)],
        *[("full_house", 15), ("bomb", 15)],
    ]


def test_the_smallest_play_is_of_the_same_type_first() -> None:
    state = after(
        sanchazi,
        opening(E="S5 H5 D3", S="S6 H6 S7 H7 S4 H4 C4 D4", W="D9", N="D9"),
        play(E, "S5 H5"),
    )
    view = sanchazi.view(state, S)
    assert sanchazi.minimal(view) == Combination(cards("H6 S6"), Reading("pair", 6, 2))
    assert len(sanchazi.plays(view)) == 3
    assert sanchazi.minimal(sanchazi.view(state, E)) is None

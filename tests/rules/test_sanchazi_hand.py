"""The decisions of 三叉子, by their numbers, and the course of a hand."""

import json
from pathlib import Path
from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)
from typing import Any

import pytest

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi.readings import beats, readings
from table_firmware.rules.games.sanchazi.scoring import POINTS, sides, tier
from table_firmware.rules.match import Before, HandRecord
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import (
    Action,
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
    Settle,
    StoodIn,
    TimedOut,
    TrickEnded,
    WentOut,
)
from table_firmware.rules.said import Event
from tests.laying_games import (
    after,
    dealt,
    hands,
    last_events,
    opened,
    perft,
    play,
    play_out,
    refusal,
    tree,
    written,
)

E, N, W, S = Seat
"""Clockwise: E S W N."""

SOME = hands(E="D5 D3", S="DK D6 D8", W="C9 C4", N="H3 H4")


def opening(given: dict[str, Any] | None = None, leader: Seat = E, **by_seat: str) -> Any:
    """A made-up hand that a seat leads, in which nobody moves."""
    held = hands(**by_seat) if by_seat else SOME
    return opened(sanchazi, Deal(held, {"start": 0, "flip1": 0, "flip2": 1}, leader), given)


def types(text: str) -> list[tuple[str, int]]:
    return [(one.type, one.key) for one in readings(cards(text))]


def one(text: str) -> Reading:
    (found,) = readings(cards(text))
    return found


# ------------------------------------------------------------------ cards and combinations


def test_sc_01_pairs_run_from_three_to_ace_without_two() -> None:
    assert types("S3 H3 S4 H4 S5 H5") == [("tube", 5)]
    assert types("SQ HQ SK HK SA HA") == [("tube", 14)]
    assert types("S2 H2 S3 H3 S4 H4") == []
    assert types("SK HK SA HA S2 H2") == []
    assert types("SA HA CA S2 H2 C2") == []


def test_sc_13_a_triple_inside_another_type_may_be_of_one_face() -> None:
    assert types("C4 C4 C4") == [("cha", 4)]
    assert types("C4 C4 C4 S5 H5") == [("full_house", 4)]
    assert types("C4 C4 C4 S5 H5 D5") == [("plate", 5)]
    assert types("C4 C4 S4") == [("triple", 4)]


def test_sc_14_three_of_one_face_are_more_than_three_of_a_rank() -> None:
    assert beats(one("H3 H3 H3"), one("SA HA CA"))


def test_sc_15_jokers_pair_and_triple_with_their_like_only() -> None:
    assert types("BJ BJ") == [("pair", 17)]
    assert types("LJ LJ LJ") == [("cha", 16)]
    assert types("LJ BJ") == types("LJ LJ BJ") == types("LJ LJ LJ BJ") == []
    assert types("LJ LJ LJ BJ BJ BJ") == []


def test_sc_16_a_pair_of_jokers_may_lie_beside_a_triple() -> None:
    assert types("S4 H4 C4 LJ LJ") == [("full_house", 4)]
    with pytest.raises(ValueError, match="SC-16"):
        sanchazi.options({"kicker_joker_pair": False})


def test_sc_17_both_parts_rise_and_the_number_of_groups_is_the_same() -> None:
    two = one("S3 H3 C3 S4 H4 C4 S7 H7 S8 H8")
    assert not beats(one("S5 H5 C5 S6 H6 C6 S7 H7 S8 H8"), two)
    assert beats(one("S4 H4 C4 S5 H5 C5 S8 H8 S9 H9"), two)
    three = one("S5 H5 C5 S6 H6 C6 S7 H7 C7 S9 H9 ST HT SJ HJ")
    assert not beats(three, two)


def test_sc_18_as_many_neighbouring_pairs_as_triples_and_none_of_two() -> None:
    plate = "S3 H3 C3 S4 H4 C4"
    assert types(f"{plate} S7 H7 S8 H8") == [("plate_tube", 4)]
    assert types(f"{plate} S7 H7 S9 H9") == []
    assert types(f"{plate} SA HA S2 H2") == []
    assert types(f"{plate} S7 H7") == []
    assert types("S7 H7 S8 H8") == []


def test_sc_26_bombs_by_number_then_rank_and_above_what_is_no_bomb() -> None:
    assert beats(one("S5 H5 C5 D5"), one("S4 H4 C4 D4"))
    assert not beats(one("S5 H5 C5 D5"), one("S4 H4 C4 D4 S4"))
    assert beats(one("S3 H3 C3 D3"), one("S2 H2 C2 BJ BJ"))
    assert not beats(one("S4 H4 S5 H5 S6 H6 S7 H7"), one("S3 H3 S4 H4 S5 H5"))


def test_sc_27_three_jokers_are_no_triple() -> None:
    assert types("BJ BJ BJ S4 H4") == []


def test_sc_28_what_lies_beside_is_of_other_ranks() -> None:
    assert types("S3 H3 C3 D3 S3") == [("bomb", 3)]
    assert types("S3 H3 C3 S2 H2") == [("full_house", 3)]
    assert types("S2 H2 C2 S4 H4") == [("full_house", 15)]


# ------------------------------------------------------------------ the course of a hand


def test_sc_09_play_goes_clockwise() -> None:
    state = opening()
    assert sanchazi.view(state, E).clockwise
    state = after(sanchazi, state, play(E, "D5"))
    assert sanchazi.clock(state) == Clock("play", (S,))
    assert sanchazi.clock(after(sanchazi, state, Pass(S))) == Clock("play", (W,))


def test_sc_10_the_first_flip_leads_the_first_hand_and_then_the_last_first() -> None:
    deal = Deal(SOME, {"start": 3, "flip1": 1, "flip2": 1})
    assert opened(sanchazi, deal).leader == W
    options = sanchazi.Options()
    persons = dict(zip(Seat, "ABCD", strict=True))
    moved = dict(zip(Seat, "BADC", strict=True))
    assert sanchazi.terms(options, Before("P4", 1, persons)) == Terms()
    state, events = play_out(sanchazi, opening(E="S9", S="S3", W="D9 D4", N="D3 D4"), Random(1))
    assert isinstance(events[-1], HandEnded)
    last = HandRecord(persons, state.result)
    terms = sanchazi.terms(options, Before("P4", 2, moved, [last], last))
    assert terms == Terms(leader=N, after_double_down=last.result.double_down)
    led = Deal(SOME, deal.draws, leader=N)
    assert opened(sanchazi, led).leader == sanchazi.places(options, led)[N] == E


def test_sc_11_after_lifting_only_the_first_flip_counts() -> None:
    draws = {"start": 0, "flip1": 3, "flip2": 0}
    for leader, moved in ((E, (E, W, N, S)), (N, (E, N, W, S)), (S, (E, N, W, S))):
        deal = Deal(SOME, draws, leader, after_double_down=True)
        assert sanchazi.places(sanchazi.Options(), deal) == moved
        assert len(sanchazi.view(opened(sanchazi, deal), E).open) == 1
    void = Deal(SOME, draws, None, after_double_down=True)
    assert len(sanchazi.view(opened(sanchazi, void), E).open) == 2


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


def test_sc_20_by_default_a_hand_never_ends_because_somebody_is_away() -> None:
    assert refusal(sanchazi, opening(), Settle(E)) == "not-your-turn"
    state = after(sanchazi, opening({"escape": "on"}), Settle(E))
    assert state.result.position_tenths == (-100, 0, 0, 0)
    assert refusal(sanchazi, state, Settle(E)) == "round-over"


def away(*, escape: str = "on", **by_seat: str) -> Any:
    """A hand of long hands, in which only East and the system play."""
    held = by_seat or {"E": "D3 D4 D5 D6 D7 D8 D9", "S": "S3", "W": "S4", "N": "S5"}
    return opening({"escape": escape, "managed_follow": "pass"}, E, **held)


def stands(state: Any, seat: Seat, *actions: Action) -> list[Event]:
    """What is told of a seat while it acts, and all others pass."""
    told: list[Event] = []
    for action in actions:
        while (clock := sanchazi.clock(state)) and clock.seats != (seat,):
            state = after(sanchazi, state, Managed(*clock.seats))
        events = sanchazi.decide(state, action)
        told += [event for event in events if isinstance(event, StoodIn | HandEnded)]
        for event in events:
            state = sanchazi.evolve(state, event)
        if state.result is not None:
            break
    return told


def test_sc_20_the_fifth_time_in_a_row_that_the_system_acts_for_a_player_is_leaving() -> None:
    """Whether he was out of time or managed; what he lays the fifth time, he has laid."""
    acts = TimedOut(E), Managed(E), Managed(E), TimedOut(E), Managed(E)
    *counts, end = stands(away(), E, *acts)
    assert counts == [StoodIn(E, times) for times in (1, 2, 3, 4, 5)]
    assert isinstance(end, HandEnded)
    assert end.result.position_tenths == (-100, 0, 0, 0)
    assert end.result.marks == ("abnormal", "escape")
    assert end.result.left == (2, 1, 1, 1)
    assert not end.result.winner


def test_sc_20_a_pass_that_the_system_makes_counts_as_well() -> None:
    held = {"E": "D3", "S": "S4 S5 S6 S7 S8 S9", "W": "C9 CT", "N": "H3"}
    state = opening({"escape": "on"}, leader=S, **held)
    state = after(sanchazi, state, play(S, "S4"), TimedOut(W))
    assert state.tricks.trick[-1].play is None
    assert state.stood_in[W] == 1


def test_sc_20_who_acts_himself_is_there_again() -> None:
    acts: list[Action] = [*[TimedOut(E)] * 4, play(E, "D7"), *[Managed(E)] * 2]
    told = stands(away(), E, *acts)
    counts = [event.times for event in told if isinstance(event, StoodIn)]
    assert counts == [1, 2, 3, 4, 0, 1, 2]


def test_sc_20_that_a_player_acts_is_told_once() -> None:
    assert stands(away(), E, play(E, "D3"), play(E, "D4")) == [StoodIn(E, 0)]


def test_sc_20_a_house_player_cannot_leave() -> None:
    """He is managed all along; a seat counts once somebody is known to sit at it."""
    assert stands(away(), E, *[Managed(E)] * 6) == []
    assert stands(away(), E, *[Managed(E)] * 5, TimedOut(E)) == [StoodIn(E, 1)]


def test_sc_20_a_hand_that_is_over_by_its_cards_is_over_by_its_cards() -> None:
    """The fifth time may be the last play of the hand."""
    state = away(E="D3 D4 D5 D6", S="S3 S4", W="S2", N="S5 S6")
    state = after(sanchazi, state, TimedOut(E), Managed(S), play(W, "S2"), Managed(N))
    told = stands(state, E, *[TimedOut(E)] * 4)
    assert [type(event) for event in told] == [StoodIn] * 3 + [HandEnded]
    assert isinstance(told[-1], HandEnded)
    assert told[-1].result.place == (2, 4, 1, 4)


def test_sc_20_all_may_know_when_a_player_will_have_left() -> None:
    state = after(sanchazi, away(), TimedOut(E), Pass(S), Managed(W))
    told = {fact.name: fact.numbers for fact in sanchazi.view(state, W).facts}
    assert told["left_after"] == (4, 0, 0, 5)
    without = sanchazi.view(after(sanchazi, away(escape="off"), TimedOut(E)), W)
    assert [fact.name for fact in without.facts] == ["captured", "trick"]


def test_sc_20_without_the_option_nobody_is_counted() -> None:
    assert stands(away(escape="off"), E, *[TimedOut(E)] * 6) == []


@pytest.mark.parametrize("seed", range(4))
def test_sc_20_a_whole_hand_is_the_same_from_its_events(seed: int) -> None:
    state = opened(sanchazi, dealt(sanchazi, seed), {"escape": "on"})
    begun = state
    state, events = play_out(sanchazi, state, Random(seed))
    for event in events:
        plain = json.loads(json.dumps(to_plain(Event, event)))
        begun = sanchazi.evolve(begun, from_plain(Event, plain))
    assert begun == state
    assert any(isinstance(event, StoodIn) for event in events)


def test_sc_21_who_has_passed_may_play_when_his_turn_returns() -> None:
    state = after(sanchazi, opening(), play(E, "D5"), Pass(S), play(W, "C9"), Pass(N), Pass(E))
    assert sanchazi.clock(state) == Clock("play", (S,))
    final = after(
        sanchazi, opening({"pass_final": True}), play(E, "D5"), Pass(S), play(W, "C9"), Pass(N)
    )
    assert refusal(sanchazi, final, play(S, "DK")) == "already-passed"


def test_sc_24_dealing_goes_clockwise_from_the_drawn_seat() -> None:
    dealt_to = sanchazi.DEALING.hands(list(range(162)), {"start": 1})
    assert [hand[:2] for hand in dealt_to] == [(1, 5), (0, 4), (3, 7), (2, 6)]
    assert [len(hand) for hand in dealt_to] == [41, 41, 40, 40]
    assert sanchazi.DEALING.draws == (("start", 4), ("flip1", 162), ("flip2", 161))


def test_sc_25_the_partner_leads_after_a_last_play_that_stands() -> None:
    state = opening(E="DK", S="D6 D8", W="C9 C4", N="H3 H4")
    events = last_events(sanchazi, state, play(E, "DK"), Pass(S), Pass(W), Pass(N))
    assert events == (Passed(N), TrickEnded(E, W))


@pytest.mark.parametrize(
    ("flip1", "flip2", "moved"),
    [(0, 0, (E, N, S, W)), (1, 0, (N, E, W, S)), (0, 1, (E, N, W, S)), (5, 2, (E, W, N, S))],
)
def test_sc_29_the_first_flip_stays_and_the_second_comes_opposite(
    flip1: int, flip2: int, moved: tuple[Seat, ...]
) -> None:
    deal = Deal(SOME, {"start": 0, "flip1": flip1, "flip2": flip2})
    assert sanchazi.places(sanchazi.Options(), deal) == moved


def test_sc_29_the_log_names_the_cards_that_lie_open_and_no_other() -> None:
    ids = sanchazi.DEALING.hands(list(range(162)), {"start": 2})
    draws = {"start": 2, "flip1": 9, "flip2": 100}
    options = sanchazi.Options()
    first = Deal(SOME, draws)
    assert sanchazi.lies_open(options, first, ids) == {"flip1": 9, "flip2": 101}
    lifted = Deal(SOME, draws, E, after_double_down=True)
    assert sanchazi.lies_open(options, lifted, ids) == {"flip1": 9}


def test_sc_29_one_holder_of_both_moves_nobody() -> None:
    deal = Deal(SOME, {"start": 0, "flip1": 0, "flip2": 3})
    state = opened(sanchazi, deal)
    assert sanchazi.view(state, E).places == ()
    assert sanchazi.view(state, W).open == ((E, Card("D5")), (E, Card("D3")))


def test_sc_29_of_a_made_up_hand_nothing_lies_open_that_nobody_holds() -> None:
    deal = Deal(SOME, {"start": 0, "flip1": 8, "flip2": 11})
    assert sanchazi.view(opened(sanchazi, deal), E).open == ()


def test_sc_29_the_hands_move_with_their_players() -> None:
    deal = dealt(sanchazi, 5)
    moved = sanchazi.places(sanchazi.Options(), deal)
    state = opened(sanchazi, deal)
    for seat in Seat:
        assert sanchazi.view(state, moved[seat]).hand == deal.hands[seat]
    for seat, card in sanchazi.view(state, E).open:
        assert card in sanchazi.view(state, seat).hand


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


# ------------------------------------------------------------------ points


def test_sc_02_the_result_tells_the_winner_and_the_score() -> None:
    assert sanchazi.in_force({})["win_by"] == "head"
    assert sanchazi.in_force({})["score_by"] == "points"
    state = opening(E="S3 S6", S="SK", W="S5 ST", N="DK S7")
    state = after(sanchazi, state, play(E, "S3"), play(S, "SK"), Pass(W), Pass(N), Pass(E))
    state = after(sanchazi, state, play(N, "S7"), Pass(E), Pass(W), play(N, "DK"))
    assert state.result.winner == "NS"


def test_sc_03_at_150_all_the_head_or_nobody_scores() -> None:
    assert sanchazi.options({"tie150": "zero"}).tie150 == "zero"
    with pytest.raises(ValueError, match="SC-03"):
        sanchazi.options({"tie150": "both"})


FIRST_SECOND, FIRST_THIRD, FIRST_LAST = (1, 4, 2, 4), (1, 2, 3, 4), (1, 2, 4, 3)


def test_sc_04_the_last_beside_the_first_keeps_what_he_captured() -> None:
    assert sides(FIRST_LAST, (90, 100, 40, 60), (0, 0, 10, 0)) == (130, 170)


def test_sc_05_the_last_beside_the_second_loses_all() -> None:
    assert sides(FIRST_THIRD, (90, 60, 45, 80), (0, 0, 0, 25)) == (240, 60)


def test_sc_06_the_lifted_keep_what_they_captured_and_lose_their_hands() -> None:
    assert sides(FIRST_SECOND, (90, 60, 45, 80), (0, 15, 0, 10)) == (160, 140)


def test_sc_07_lifting_pays_three_whatever_the_points() -> None:
    state = opening(E="S3 S6", S="SK SK", W="S9", N="DK D7")
    state = after(sanchazi, state, play(E, "S3"), Pass(S), Pass(W), Pass(N), play(E, "S6"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30, -30, 30, -30)


def test_sc_08_the_highest_tier_takes_all_points() -> None:
    assert [tier(points) for points in (0, 145, 150, 195, 200, 295, 300)] == [0, 0, 1, 1, 2, 2, 3]


def test_sc_19_who_plays_three_jokers_is_paid_by_all_and_holding_them_pays_nothing() -> None:
    state = opening(E="BJ BJ BJ S3", S="LJ LJ LJ", W="S9", N="DK")
    state = after(sanchazi, state, play(E, "BJ BJ BJ"), Pass(S), Pass(W), Pass(N), play(E, "S3"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30 + 60, -30 - 20, 30 - 20, -30 - 20)
    assert state.result.pair_tenths == (60 + 40, -60 - 40)


def test_sc_19_three_equal_twos_are_no_good_news() -> None:
    state = opening(E="S2 S2 S2 S3", S="LJ", W="S9", N="DK")
    state = after(sanchazi, state, play(E, "S2 S2 S2"), Pass(S), Pass(W), Pass(N), play(E, "S3"))
    state = after(sanchazi, state, Pass(S), play(W, "S9"))
    assert state.result.position_tenths == (30, -30, 30, -30)


def test_sc_22_and_4_1_the_only_unit_is_the_base_point() -> None:
    assert POINTS == {5: 5, 10: 10, 13: 10}
    with pytest.raises(ValueError, match="has no such option"):
        sanchazi.options({"silver": 1000})


def test_sc_23_nothing_is_named_by_a_heading_that_may_be_misprinted() -> None:
    clauses = [clause for _, clause in sanchazi.CHOICES.values()]
    assert all(clause.startswith(("SC-", "4.1")) for clause in clauses)


# ------------------------------------------------------------------ refusals, hints, options


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


def test_every_option_is_named_with_its_value_and_makes_the_same_options() -> None:
    named = sanchazi.in_force({"escape": "on"})
    assert named.keys() == sanchazi.CHOICES.keys()
    assert named["points"] == {"5": 5, "10": 10, "K": 10}
    assert sanchazi.options(named) == sanchazi.options({"escape": "on"})
    options = sanchazi.options({})
    assert [sanchazi.ranks(options, mode) for mode in sanchazi.modes(options)] == [True] * 3


@pytest.mark.parametrize(
    ("given", "clause"),
    [
        ({"luck": 1}, "no such option"),
        ({"points": {"5": 5}}, "4.1"),
        ({"hand_points_14": "side"}, "SC-04"),
        ({"win_by": "points"}, "SC-02"),
        ({"pass_final": "yes"}, "SC-21"),
    ],
)
def test_an_option_that_is_not_built_is_refused_with_its_clause(
    given: dict[str, Any], clause: str
) -> None:
    with pytest.raises(ValueError, match=clause):
        sanchazi.in_force(given)


# ------------------------------------------------------------------ whole hands and counts


@pytest.mark.parametrize("seed", range(6))
def test_all_points_are_counted_once_and_every_score_is_paid_by_somebody(seed: int) -> None:
    state, _ = play_out(sanchazi, opened(sanchazi, dealt(sanchazi, seed)), Random(seed))
    told = {fact.name: fact.numbers for fact in state.result.facts}
    assert sum(told["points"]) == 300
    assert sum(state.result.position_tenths) == 0


PERFT = json.loads((Path(__file__).parent.parent / "golden/sanchazi-perft.json").read_text())


@pytest.mark.parametrize("case", PERFT["deals"], ids=lambda case: case["id"])
def test_a_deal_can_begin_in_as_many_ways(case: Any) -> None:
    state = opened(sanchazi, written(case), case["options"])
    counted = [perft(sanchazi, state, depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counted == case["perft"]


@pytest.mark.parametrize("case", PERFT["trees"], ids=lambda case: case["id"])
def test_a_small_hand_can_go_in_as_many_ways(case: Any) -> None:
    state = opened(sanchazi, written(case), case["options"])
    assert tree(sanchazi, state) == (case["nodes"], case["ends"])

"""The decisions of 双扣, by their numbers, and the course of a hand."""

import json
from pathlib import Path
from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)
from typing import Any

import pytest

from table_firmware.rules.cards import FACE_NUMBER, Card, Seat, cards
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.game import Game
from table_firmware.rules.games.shuangkou import baibian, qianbian, titles
from table_firmware.rules.games.shuangkou.arranging import arrange, stands_for
from table_firmware.rules.games.shuangkou.readings import WILDS, beats, level, readings
from table_firmware.rules.games.shuangkou.scoring import (
    contributed,
    contribution,
    doubling,
    multiplier,
)
from table_firmware.rules.match import Before, seating
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
BIG, BOTH, NONE = WILDS["big"], WILDS["both"], WILDS["none"]
SOME = hands(E="D5 D3", N="DK D6 D8", W="C9 C4", S="H3 H4")


def opening(
    given: dict[str, Any] | None = None, game: Game = baibian, start: Seat = E, **by_seat: str
) -> Any:
    """A made-up hand: no seat has the called face, so `start` leads."""
    held = hands(**by_seat) if by_seat else SOME
    return opened(game, Deal(held, {"start": start, "flip": FACE_NUMBER["C2"]}), given)


def types(text: str, wilds: tuple[Card, ...] = BIG) -> list[tuple[str, int]]:
    return [(one.type, one.key) for one in readings(cards(text), wilds)]


# ------------------------------------------------------------------ cards and combinations


def test_sk_01_a_wild_takes_any_rank_up_to_two_and_never_a_joker() -> None:
    assert types("S2 BJ") == [("pair", 15)]
    assert types("LJ BJ") == []
    assert types("S5 LJ") == []
    assert types("S5 LJ", BOTH) == [("pair", 5)]


def test_sk_02_wilds_serve_in_every_type_beside_a_natural_card() -> None:
    assert types("S5 BJ") == [("pair", 5)]
    assert types("S5 C5 BJ") == [("triple", 5)]
    assert types("S5 C5 D5 S6 C6 D6 S7 C7 BJ") == [("plate", 7)]
    assert types("S2 C2 D2 BJ") == [("bomb", 15)]


def test_sk_03_a_joker_makes_a_bomb_of_three_alike_only() -> None:
    assert types("S4 C4 D4 BJ") == [("bomb", 4)]
    assert types("S4 C4 D5 BJ") == []


def test_sk_04_jokers_alone_are_themselves() -> None:
    assert types("BJ") == [("single", 17)]
    assert types("LJ", BOTH) == [("single", 16)]
    assert (types("BJ BJ"), types("LJ LJ", BOTH)) == ([("pair", 17)], [("pair", 16)])
    assert types("LJ BJ", BOTH) == []


def test_sk_05_three_and_four_jokers_are_the_smallest_of_their_levels() -> None:
    three, four = readings(cards("LJ LJ BJ"), BIG)[0], readings(cards("LJ LJ BJ BJ"), NONE)[0]
    assert (level(three), level(four)) == (6, 7)
    assert not beats(three, readings(cards("BJ BJ LJ"), BIG)[0])
    assert beats(Reading("bomb", 3, 6), three)
    found = baibian.plays(baibian.view(opening(E="LJ LJ BJ BJ D3"), E))
    assert {len(each.cards) for each in found if each.reading.type == "jokers"} == {3, 4}


@pytest.mark.parametrize("text", ["S3", "S3 H3", "S3 H3 C3", "S3 S4 S5 S6 S7", "S3 H3 S4 H4 S5 H5"])
def test_what_is_no_bomb_has_no_level(text: str) -> None:
    assert [level(reading) for reading in readings(cards(text), BIG)] == [0]


def test_sk_06_a_two_may_be_the_top_of_neighbouring_bombs_and_no_other_run_has_one() -> None:
    kings = "SK HK CK DK SA HA CA DA"
    found = readings(cards(f"{kings} S2 H2 C2 D2"), BIG)
    assert [(one.type, one.key, one.more[1]) for one in found] == [("serial", 15, 7)]
    view = baibian.view(opening(E=f"{kings} S2 H2 C2 D2 D3"), E)
    assert found[0] in [each.reading for each in baibian.plays(view)]
    assert types("SA HA CA DA S2 H2 C2 D2 S3 H3 C3 D3") == []
    view = qianbian.view(opening(game=qianbian, E=f"{kings} S2 H2 C2 D2 LJ LJ BJ BJ"), E)
    high = {each.reading for each in qianbian.plays(view) if each.reading.type == "serial"}
    assert {(one.key, one.more[0]) for one in high} == {(15, 3)}
    assert types("SK HK SA HA S2 H2") == []
    assert types("SJ SQ SK SA S2") == []


def test_sk_07_unequal_groups_count_by_the_smallest_and_in_qianbian_only() -> None:
    some = cards("S3 H3 C3 S4 H4 C4 D4 S4 S5 H5 C5 D5 S5 H5 BJ")
    assert types("S3 H3 C3 D3 S4 H4 C4 D4 S4 S5 H5 C5 D5") == []
    (found,) = readings(some, BOTH)
    assert (found.more, found.size) == ((3, 7), 15)
    assert readings(some, BIG) == ()
    short = "S3 H3 C3 D3 S3 H3 C3 D3 S4 S5 H5 C5 D5"
    assert types(short, BOTH) == []


def test_sk_08_more_groups_are_larger_than_larger_groups() -> None:
    four = Reading("serial", 6, 16, more=(4, 8))
    three = Reading("serial", 14, 15, more=(3, 8))
    assert beats(four, three)
    assert not beats(three, four)


def test_sk_09_no_two_neighbouring_bombs_no_two_triples_no_full_house() -> None:
    assert types("S4 H4 C4 D4 S5 H5 C5 D5") == []
    assert types("S3 H3 C3 S4 H4 C4") == []
    assert types("S3 H3 C3 S4 H4") == []


def test_sk_10_runs_answer_runs_of_the_same_number_of_cards() -> None:
    five, six = Reading("straight", 9, 5), Reading("straight", 10, 6)
    assert not beats(six, five)
    assert beats(Reading("straight", 10, 5), five)
    assert types("S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA") == [("straight", 14)]


# ------------------------------------------------------------------ the course of a hand


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


def test_sk_14_partners_are_the_two_who_hold_the_called_face() -> None:
    for seed in range(30):
        deal = dealt(baibian, seed)
        state = opened(baibian, deal)
        view = baibian.view(state, E)
        first, second = (seat for seat, _ in view.open)
        assert second in (first, first.partner)
        assert view.leader == first
        fixed = opened(baibian, deal, {"fixed_partners": True})
        assert baibian.view(fixed, E).places == ()
        assert fixed.tricks.hands == deal.hands


def test_sk_15_a_bomb_of_a_set_counts_once_and_contributions_add_up() -> None:
    fives = [Reading("bomb", key, 5) for key in (3, 4, 5, 6)]
    assert contributed(fives) == 4
    assert contributed([*fives[:3], Reading("bomb", 9, 7)]) == 2 + 4
    assert multiplier([*fives, Reading("bomb", 9, 7)], "big") == 8


def test_sk_16_unlike_bombs_make_no_set() -> None:
    mixed = [Reading("bomb", key, 4) for key in (3, 4)] + [Reading("bomb", 5, 5)]
    assert (contributed(mixed), multiplier(mixed, "big")) == (0, 2)


def test_sk_17_only_bombs_that_were_played_count() -> None:
    held = "S5 H5 C5 D5 S5 H5"
    state = opening(E="SK", N=held, W="SA", S="D9")
    ended = last_events(baibian, state, play(E, "SK"), Pass(N), play(W, "SA"))[-1]
    assert isinstance(ended, HandEnded)
    assert ended.result.position_tenths == (30, -30, 30, -30)


def test_sk_18_the_limit_of_baibian_is_on_the_multiplier_alone() -> None:
    nine = [Reading("bomb", 4, 9)]
    assert [multiplier(nine, wild) for wild in ("big", "both", "none")] == [16, 32, 32]
    assert contributed(nine) == 16


def test_sk_19_nobody_is_charged_for_being_away() -> None:
    assert refusal(baibian, opening(), Settle(E)) == "not-your-turn"


@pytest.mark.parametrize("wilds", [BIG, BOTH])
def test_sk_20_a_wild_takes_the_highest_place_it_may(wilds: tuple[Card, ...]) -> None:
    assert types("S5 S6 S7 S8 BJ", wilds)[0] == ("straight", 9)
    assert types("SJ SQ SK SA BJ", wilds) == [("straight", 14)]


def test_sk_21_play_goes_against_the_clock() -> None:
    state = opening()
    assert not baibian.view(state, E).clockwise
    assert baibian.clock(after(baibian, state, play(E, "D5"))) == Clock("play", (N,))


def test_sk_22_everybody_gets_27_cards_dealt_from_the_drawn_seat() -> None:
    dealt_to = baibian.DEALING.hands(list(range(108)), {"start": 1, "flip": 0})
    assert [hand[:2] for hand in dealt_to] == [(3, 7), (0, 4), (1, 5), (2, 6)]
    assert [len(hand) for hand in dealt_to] == [27] * 4
    assert baibian.DEALING.draws == (("start", 4), ("flip", 52))


def test_sk_23_contributions_are_those_of_the_table() -> None:
    assert [contribution(Reading("bomb", 4, size)) for size in range(4, 13)] == [
        *(0, 0, 2, 4, 8, 16, 32, 64, 128)
    ]
    assert [doubling(Reading("bomb", 4, size)) for size in range(4, 13)] == [
        *(1, 2, 4, 8, 16, 32, 64, 128, 256)
    ]


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


def test_sk_24_a_bomb_comes_before_a_run_and_a_run_with_a_higher_top_before_a_lower_one() -> None:
    assert types("S5 LJ LJ BJ BJ", BOTH) == [
        *(("bomb", 5), ("straight", 9), ("straight", 8), ("straight", 7)),
    ]


def test_sk_25_the_leader_stays_and_the_other_holder_comes_opposite() -> None:
    held = hands(E="C2 D5", N="C2 D6", W="C9 C4", S="H3 H4")
    deal = Deal(held, {"start": 0, "flip": FACE_NUMBER["C2"]})
    assert baibian.places(baibian.options({}), deal) == (E, W, N, S)
    view = baibian.view(opened(baibian, deal), W)
    assert view.hand == cards("C2 D6")
    assert view.places == (E, W, N, S)
    assert (view.leader, view.open) == (E, ((E, Card("C2")), (W, Card("C2"))))
    told = baibian.lies_open(baibian.options({}), deal, ())
    assert told == {"face": FACE_NUMBER["C2"], "p1": 0, "p2": 1}


def test_sk_25_both_in_one_hand_or_already_opposite_and_nobody_moves() -> None:
    for held in (hands(N="C2 C2"), hands(E="C2", W="C2")):
        deal = Deal(held, {"start": 1, "flip": FACE_NUMBER["C2"]})
        assert baibian.places(baibian.options({}), deal) == (E, N, W, S)


def test_sk_26_the_copy_dealt_first_leads() -> None:
    held = hands(E="D5 C2", N="C2 D6", W="C9 C4", S="H3 H4")
    for start, first in ((0, N), (1, N)):
        deal = Deal(held, {"start": start, "flip": FACE_NUMBER["C2"]})
        assert opened(baibian, deal).leader == first
    second = Deal(hands(E="C2 D5", S="D5 C2"), {"start": 1, "flip": FACE_NUMBER["C2"]})
    told = baibian.lies_open(baibian.options({}), second, ())
    assert (told["p1"], told["p2"]) == (3, 6)
    late = hands(E="C2 D5", S="C2 D5")
    deal = Deal(late, {"start": 3, "flip": FACE_NUMBER["C2"]})
    assert opened(baibian, deal).leader == S


def test_sk_27_plain_has_no_wilds_and_the_same_table() -> None:
    state = opening({"wild": "none"}, E="S4 H4 C4 BJ LJ LJ", N="C4")
    assert baibian.view(state, E).wilds == ()
    assert refusal(baibian, state, play(E, "S4 H4 C4 BJ")) == "not-a-combination"
    assert baibian.decide(state, play(E, "BJ LJ LJ"))[0] == Played(
        E, cards("LJ LJ BJ"), Reading("jokers", 0, 3)
    )
    assert opened(qianbian, dealt(qianbian, 1), {"wild": "none"}).options.wild == "none"
    with pytest.raises(ValueError, match=r"疯狂|wild = 'all'"):
        baibian.options({"wild": "all"})


def test_sk_28_a_rank_of_a_run_may_be_all_wilds_but_no_group_of_neighbouring_bombs() -> None:
    assert types("S3 H3 S5 H5 BJ BJ") == [("tube", 5)]
    assert types("S3 S4 S6 S7 BJ") == [("straight", 7)]
    eight = "S3 H3 C3 D3 S4 H4 C4 D4"
    assert types(f"{eight} LJ LJ BJ BJ", BOTH) == []
    (found,) = readings(cards(f"{eight} S5 LJ BJ BJ"), BOTH)
    assert (found.type, found.more[1]) == ("serial", 7)


def test_sk_28_three_wilds_may_be_a_triple_of_a_run() -> None:
    assert types("S3 H3 C3 S4 H4 C4 LJ BJ BJ", BOTH)[0] == ("plate", 5)


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


def test_sk_31_sets_are_of_one_player_and_of_exactly_four_or_five() -> None:
    sixes = [Reading("bomb", 3, 4)] * 3 + [Reading("bomb", 3, 6)]
    assert contributed(sixes) == 2
    assert contributed([Reading("bomb", 3, 4)] * 3) == 0


def test_sk_31_every_number_of_separate_bombs_has_its_contribution_and_multiplier() -> None:
    def told(size: int, most: int) -> tuple[list[int], list[int]]:
        sets = [[Reading("bomb", 3, size)] * number for number in range(most + 1)]
        return [*map(contributed, sets)], [multiplier(played, "both") for played in sets]

    assert told(4, 6) == ([0, 0, 0, 0, 2, 4, 8], [1, 1, 1, 2, 4, 8, 16])
    assert told(5, 5) == ([0, 0, 2, 2, 4, 4], [1, 2, 4, 4, 4, 4])


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


# ------------------------------------------------------------------ refusals, hints, sight


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


def test_a_wild_lies_where_it_stands() -> None:
    tube = cards("BJ S5 S4 S3 H3 H4")
    assert arrange(tube, Reading("tube", 5, 6)) == cards("S3 H3 S4 H4 S5 BJ")
    assert stands_for(cards("BJ LJ LJ"), Reading("jokers", 0, 3)) == cards("LJ LJ BJ")
    assert stands_for(cards("BJ S2"), Reading("pair", 15, 2)) == cards("S2 H2")
    many = cards("S3 H3 C3 D3 S4 H4 C4 S5 H5 C5 D5 LJ BJ")
    (found,) = readings(many, BOTH)
    assert stands_for(many, found)[4:] == cards("C4 S4 H4 H4 C5 D5 S5 H5 H5")


# ------------------------------------------------------------------ options and titles


def test_every_option_is_named_with_its_value_and_makes_the_same_options() -> None:
    for game, wild in ((baibian, "big"), (qianbian, "both")):
        named = game.in_force({"kou": [4, 2, 1]})
        assert named["wild"] == wild
        assert named.keys() == game.CHOICES.keys()
        assert game.options(named) == game.options({"kou": [4, 2, 1]})
        assert game.options(named).kou == (4, 2, 1)
        options = game.options({})
        assert [game.ranks(options, mode) for mode in game.modes(options)] == [True] * 3
        assert game.terms(options, Before("P4", 2, seating("P4", 1))) == Terms()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"luck": 1}, "双扣 has no such option"),
        ({"pass_final": 1}, r"pass_final = 1: must be False, True \(SK-11\)"),
        ({"kou": [9, 9, 9]}, r"kou = .*3\.1"),
        ({"combine": "full"}, "SK-16"),
        ({"serial_bomb_two": "wrap"}, "SK-06"),
        ({"wild_in": "runs"}, "SK-02"),
        ({"wild": "both"}, "SK-27"),
    ],
)
def test_an_option_that_is_not_built_is_refused_with_its_clause(
    given: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        baibian.in_force(given)


@pytest.mark.parametrize("kou", [(3, 2, 1), (2, 1, 0), (4, 2, 1)])
def test_the_base_scores_that_are_built_are_taken(kou: tuple[int, int, int]) -> None:
    assert baibian.options({"kou": list(kou)}).kou == kou


def test_options_that_nobody_gave_are_the_defaults_that_are_told() -> None:
    assert baibian.Options() == baibian.options({})


def test_titles_go_with_points_and_end_with_the_sixteenth() -> None:
    takes = [points for _, points in titles.LEVELS]
    assert takes == [
        *(0, 50, 100, 200, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000),
        *(128_000, 262_000, 500_000, 1_000_000, 2_000_000),
    ]
    assert [titles.level(points) for points in takes] == list(range(17))
    assert [titles.level(points) for points in (-5, 0, 49, 50, 2_000_000, 9_999_999)] == [
        *(0, 0, 0, 1, 16, 16)
    ]


# ------------------------------------------------------------------ counts

PERFT = json.loads((Path(__file__).parent.parent / "golden/shuangkou-perft.json").read_text())
GAMES: dict[str, Game] = {"baibian": baibian, "qianbian": qianbian}


@pytest.mark.parametrize("case", PERFT["deals"], ids=lambda case: case["id"])
def test_a_deal_can_begin_in_as_many_ways(case: Any) -> None:
    game = GAMES[case["game"]]
    state = opened(game, written(case), case["options"])
    counted = [perft(game, state, depth) for depth in range(1, len(case["perft"]) + 1)]
    assert counted == case["perft"]


@pytest.mark.parametrize("case", PERFT["trees"], ids=lambda case: case["id"])
def test_a_small_hand_can_go_in_as_many_ways(case: Any) -> None:
    game = GAMES[case["game"]]
    state = opened(game, written(case), case["options"])
    assert tree(game, state) == (case["nodes"], case["ends"])

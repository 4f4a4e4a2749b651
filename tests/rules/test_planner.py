"""What the opponent that plans does with its own cards, for its partner and against the others."""

from dataclasses import replace
from random import Random  # noqa: TID251  (seeded deals)

import pytest

from examples.random_play import deal
from examples.tournament import PLAYERS, Count, mirrored, play, timed
from table_firmware.rules.cards import RANKS, Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok import Options, State, choose
from table_firmware.rules.games.chinpok.planner.odds import odds
from table_firmware.rules.games.chinpok.planner.plan import Planner, cards_for
from table_firmware.rules.packed import pack
from table_firmware.rules.round import Action, Give, Pass, Play, Reading, SeatView

E, N, W, S = Seat


def hand_of(east: str, north: str, west: str, south: str, trump: str = "2") -> State:
    """A hand without exchange that East leads."""
    hands = tuple(map(cards, (east, north, west, south)))
    draws = {"trump": RANKS.index(trump), "leader": 0}
    return chinpok.opening(Options(exchange=False), Deal(hands, draws))


def after(state: State, *actions: Action) -> State:
    for action in actions:
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    return state


def answer(state: State, seat: Seat) -> Action:
    return choose(chinpok.view(state, seat))


def laid(action: Action) -> set[Card]:
    assert isinstance(action, Play)
    return set(action.cards)


def plan_of(hand: str, trump: str = "2") -> list[str]:
    other = "S3 " * 27
    view = chinpok.view(hand_of(hand, other, other, other, trump), E)
    plan = Planner(odds(view), trump).plan(pack(view.hand, trump))
    return sorted(f"{part.type} {part.key}" for part in plan.parts)


# ------------------------------------------------------------------ its own hand


def test_combinations_are_kept_whole() -> None:
    assert plan_of("S4 C5 D6 S7 C8 SK CK DK") == ["straight 8", "triple 13"]
    assert plan_of("S4 C4 S5 C5 S6 D6 SJ") == ["single 11", "tube 6"]
    assert plan_of("S4 C4 D4 S5 C5 D5") == ["plate 5"]
    assert plan_of("S4 C4 D4 H4 S9 C9") == ["bomb 4", "pair 9"]


def test_a_triple_takes_a_pair_along() -> None:
    assert plan_of("S4 C4 S9 C9 D9 SJ") == ["full_house 9", "single 11"]


def test_a_straight_flush_is_seen_with_and_without_a_wild() -> None:
    assert plan_of("S4 S5 S6 S7 S8 CT") == ["single 10", "straight_flush 8"]
    assert plan_of("S4 S5 S6 S7 H2 CT") == ["single 10", "straight_flush 8"]


def test_a_wild_goes_where_it_helps_most() -> None:
    assert plan_of("S9 C9 D9 H2 S4 DJ") == ["bomb 9", "single 11", "single 4"]


def test_cards_of_a_straight_flush_are_not_played_by_the_way() -> None:
    hand = cards("S4 S5 S6 S7 S8 C8 CT")
    view = chinpok.view(hand_of(" ".join(hand), "S3", "C3", "D3"), E)
    packed = pack(hand, "2")
    plan = Planner(odds(view), "2").plan(packed)
    assert cards_for(Reading("straight_flush", 8, 5), packed, plan, "2") == packed - pack(
        cards("C8 CT"), "2"
    )
    assert cards_for(Reading("single", 8, 1), packed, plan, "2") == pack(cards("C8"), "2")
    with pytest.raises(ValueError, match="does not hold"):
        cards_for(Reading("single", 9, 1), packed, plan, "2")


def test_the_last_play_is_made_whatever_it_is() -> None:
    state = hand_of("S4 C4 D4 S9 C9", "S3 C3", "D3", "D6")
    assert len(laid(answer(state, E))) == 5
    state = hand_of("S9", "S4 C4 D4 H4", "D3 C3", "D6 C6")
    state = after(state, Play(E, cards("S9")))
    assert len(laid(answer(state, N))) == 4


def test_the_play_that_surely_holds_comes_before_the_last_one() -> None:
    assert laid(answer(hand_of("BJ S4", "S5 C6", "D7 C7", "S8 D9"), E)) == {"BJ"}


# ------------------------------------------------------------------ its partner


def test_a_trick_that_the_partner_holds_is_left_to_him() -> None:
    state = hand_of("BJ S5", "S4 D4", "S6 LJ S7 D8", "S9 DT")
    state = after(state, Play(E, cards("BJ")), Pass(N))
    assert answer(state, W) == Pass(W)


def test_a_low_card_of_the_partner_is_passed_by_with_one_to_spare() -> None:
    state = hand_of("S3 S4 C5 S6 C7 D8", "S4 D5 S6 C7 D8 S9", "S6 SA CA DA HA S9", "S9 DT DJ SQ SK")
    state = after(state, Play(E, cards("S3")), Pass(N))
    assert laid(answer(state, W)) == {"S6"}


def test_the_partner_with_one_card_is_led_a_single() -> None:
    state = hand_of("S4 S7 C7 S9 C9", "S6 C8 DT SJ SQ", "SA", "S5 D6 D8 C8 D9")
    assert laid(answer(state, E)) == {"S4"}


# ------------------------------------------------------------------ the others


def test_an_opponent_with_one_card_is_led_no_single() -> None:
    state = hand_of("S4 S7 C7 S9 C9", "SA", "S6 C8 DT SJ SQ", "S5 D6 D8 C8 D9")
    assert len(laid(answer(state, E))) == 2


def test_a_bomb_is_kept_while_nothing_presses_and_spent_on_who_is_nearly_out() -> None:
    others = "S3 D3 S5 D5 S6 D6 S7 D7 S8 D8 S9 D9"
    north = "C4 D4 H4 S4 C3 S5 D6 D7 C9 CT DJ CQ"
    state = hand_of(f"BJ {others}", north, others, others)
    assert answer(after(state, Play(E, cards("BJ"))), N) == Pass(N)
    state = hand_of("BJ S3", north, others, others)
    assert len(laid(answer(after(state, Play(E, cards("BJ"))), N))) == 4


def test_who_went_out_is_no_longer_reckoned_with() -> None:
    state = hand_of("S9", "S4 C4 D5", "D3 C3 C8", "D6 C6")
    state = after(state, Play(E, cards("S9")), Pass(N), Pass(W), Pass(S))
    view = chinpok.view(state, W)
    assert view.turn == W
    guess = odds(view)
    assert guess.rivals == (N, S)
    assert E not in guess.beaten


def test_the_guesses_are_chances() -> None:
    state = after(chinpok.opening(Options(exchange=False), deal(Random(5))))
    guess = odds(chinpok.view(state, state.leader))
    for by_type in guess.beaten.values():
        for name, row in by_type.items():
            assert all(0 <= chance <= 1 for chance in row), name
    assert guess.beats(N if state.leader != N else S, Reading("single", 17, 1)) == 0
    assert guess.of(Reading("bomb", 5, 4)) < guess.of(Reading("bomb", 5, 5))


# ------------------------------------------------------------------ the exchange, and no ask


def exchange(east: str) -> SeatView:
    hands = (*map(cards, (east, "S3", "C3", "D3")),)
    return chinpok.view(chinpok.opening(Options(), Deal(hands, {"trump": 0, "leader": 0})), E)


def test_the_partner_gets_the_single_that_burdens_most() -> None:
    assert choose(exchange("S4 C4 D4 S5 S9 C9 DJ BJ")) == Give(E, cards("S5"))


def test_whole_combinations_are_not_broken_for_the_exchange() -> None:
    assert choose(exchange("S4 C4 D4 S9 C9")) == Give(E, ())


def test_who_is_not_asked_has_nothing_to_choose() -> None:
    view = chinpok.view(hand_of("S3 S4", "S5", "S6", "S7"), N)
    with pytest.raises(ValueError, match="nothing is asked"):
        choose(view)


# ------------------------------------------------------------------ whole hands


def test_the_same_view_gets_the_same_answer() -> None:
    view = chinpok.view(hand_of("S3 S4 C4 D7 DK", "S5 S5", "S6 S6", "S7 S7"), E)
    assert choose(view) == choose(replace(view))


def test_four_of_them_play_a_hand_to_its_end() -> None:
    result = play(deal(Random(3)), choose, choose)
    assert sorted(result.place)[:2] == [1, 2]


def tournament(deals: int, first: int) -> Count:
    count = Count()
    planner = timed(PLAYERS["planner"], count)
    for seed in range(first, first + deals):
        mirrored(deal(Random(seed)), planner, PLAYERS["managed"], count)
    return count


@pytest.mark.no_cover
@pytest.mark.slow
def test_managed_play_is_beaten_in_nearly_all_of_a_few_mirrored_deals() -> None:
    count = tournament(6, 100)
    assert count.won >= 5


@pytest.mark.soak
def test_managed_play_is_beaten_in_nine_of_ten_mirrored_deals() -> None:
    count = tournament(1000, 0)
    assert count.won >= 900
    assert max(count.milliseconds) < 100

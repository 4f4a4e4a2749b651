"""What is shown, over hands as they really come up."""

from collections import Counter
from dataclasses import replace
from random import Random  # noqa: TID251 - seeds come from hypothesis

import pytest
from chinpok_views import hand_result, playing, table
from hypothesis import given, settings
from hypothesis import strategies as st
from presented import body
from scenes import SCENES
from seated import by_a_guest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.games.chinpok.scoring import score
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.rules.round import IllegalAction, Managed, Pass, Play, Proceed
from table_firmware.wire.messages import Intent, TimeLeft, View
from tests.examples import about
from tests.laid import laid
from ui_kiosk.choice import arranged
from ui_kiosk.local import ORDERS, Local, alone, chosen_cards, renewed, slots_of
from ui_kiosk.model import DigitsBody, ResultBody
from ui_kiosk.model_table import TableBody
from ui_kiosk.motion import Slide, moves
from ui_kiosk.presenter import present, present_lost
from ui_kiosk.press import may, open_hints, press, tapped
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.grid import MOST_TAKEN, MOST_TENTHS

State = chinpok.State


def dealt(seed: int, steps: int) -> State:
    """A hand of random cards after some actions: mostly managed play, some random plays."""
    chance = Random(seed)
    ids = chance.sample(range(108), 108)
    hands = chinpok.DEALING.hands(ids, {})
    faces = tuple(tuple(chinpok.DEALING.deck[i] for i in hand) for hand in hands)
    draws = {"trump": chance.randrange(13), "leader": chance.randrange(4)}
    state = chinpok.opening(chinpok.options({}), Deal(faces, draws))
    for _ in range(steps):
        state = after(state, chance)
    return state


def after(state: State, chance: Random) -> State:
    waiting = chinpok.clock(state)
    if waiting is None:
        return state
    if not waiting.seats:
        return folded(state, Proceed())
    seat = waiting.seats[0]
    choices = chinpok.plays(chinpok.view(state, seat))
    if choices and chance.random() < 0.5:
        play = chance.choice(choices)
        return folded(state, Play(seat, play.cards, play.reading))
    return folded(state, Managed(seat))


def folded(state: State, action: Managed | Play | Proceed) -> State:
    for event in chinpok.decide(state, action):
        state = chinpok.evolve(state, event)
    return state


def seen(state: State, seat: Seat, number: int = 7) -> View:
    hand = chinpok.view(state, seat)
    shown = replace(playing(hand), seat=seat, number=number, ask=hand.ask, clock=None)
    return by_a_guest(shown)


def accepts(state: State, action: Play | Pass) -> bool:
    try:
        chinpok.decide(state, action)
    except IllegalAction:
        return False
    return True


def play_of(seat: Seat, intent: Intent) -> Play:
    return Play(seat, intent.cards, intent.reading)


states = st.builds(dealt, st.integers(0, 2**32), st.integers(5, 60))


def turn(state: State) -> tuple[View, Seat] | None:
    seat = chinpok.view(state, Seat.E).turn
    return None if seat is None else (seen(state, seat), seat)


@settings(max_examples=about(40), deadline=None)
@given(states, st.sampled_from(list(Seat)), st.sampled_from(["zh", "en"]))
def test_every_moment_of_a_hand_can_be_shown_to_every_seat(
    state: State, seat: Seat, language: str
) -> None:
    view = seen(state, seat)
    for order in ORDERS:
        shown = body(view, Local(language=language, order=order))
        assert view.round is not None
        assert Counter(face.card for face in shown.cards) == Counter(view.round.hand)
        groups = [face.group for face in shown.cards]
        assert groups == sorted(groups)


@settings(max_examples=about(40), deadline=None)
@given(states, st.integers(0, 2**32), st.integers(1, 6))
def test_play_is_enabled_exactly_when_the_rules_accept_the_selection(
    state: State, seed: int, size: int
) -> None:
    found = turn(state)
    if found is None:
        return
    view, seat = found
    assert view.round is not None
    hand = view.round.hand
    chosen = slots_of(tuple(Random(seed).sample(hand, min(size, len(hand)))))
    local = tapped(view, Local(), chosen)
    accepted = accepts(state, Play(seat, chosen_cards(local)))
    assert may(view, local, "play") == accepted
    assert may(view, local, "pass") == accepts(state, Pass(seat))


@settings(max_examples=about(40), deadline=None)
@given(states)
def test_every_hint_can_be_played_and_the_first_is_the_smallest_play(state: State) -> None:
    found = turn(state)
    if found is None:
        return
    view, seat = found
    smallest = chinpok.minimal(laid(view.round))
    local, nothing = press(view, Local(), "hint")
    assert nothing is None
    assert chosen_cards(local) == (tuple(sorted(smallest.cards)) if smallest else ())
    for _ in open_hints(view):
        _, intent = press(view, local, "play")
        assert isinstance(intent, Intent)
        assert accepts(state, play_of(seat, intent))
        local, _ = press(view, local, "hint")
    assert smallest is None or chosen_cards(local) == tuple(sorted(smallest.cards))


@settings(max_examples=about(30), deadline=None)
@given(states, st.integers(0, 2**32))
def test_each_reading_that_is_offered_can_be_played(state: State, seed: int) -> None:
    found = turn(state)
    if found is None:
        return
    view, seat = found
    plays = chinpok.plays(chinpok.view(state, seat))
    if not plays:
        return
    local = tapped(view, Local(), slots_of(Random(seed).choice(plays).cards))
    options = body(view, local).readings
    assert len(options) != 1
    for option in options:
        chosen, _ = press(view, local, option.button.act)
        _, intent = press(view, chosen, "play")
        assert isinstance(intent, Intent)
        assert intent.reading == option.reading
        assert accepts(state, play_of(seat, intent))


@settings(max_examples=about(30), deadline=None)
@given(states, st.integers(0, 2**32), st.integers(1, 8))
def test_a_selection_survives_the_moves_of_the_others(state: State, seed: int, size: int) -> None:
    seat = Seat.E
    view = seen(state, seat)
    assert view.round is not None
    hand = view.round.hand
    local = tapped(view, Local(), slots_of(tuple(Random(seed).sample(hand, min(size, len(hand))))))
    later = after(state, Random(seed))
    following = seen(later, seat, number=8)
    assert following.round is not None
    kept = Counter(chosen_cards(renewed(local, view, following)))
    gone = Counter(hand) - Counter(following.round.hand)
    if not gone:
        assert kept == Counter(chosen_cards(local))
    assert kept <= Counter(following.round.hand)


@settings(max_examples=about(20), deadline=None)
@given(states)
def test_cards_that_were_played_are_no_longer_selected(state: State) -> None:
    found = turn(state)
    if found is None:
        return
    view, seat = found
    plays = chinpok.plays(chinpok.view(state, seat))
    if not plays:
        return
    play = plays[len(plays) // 2]
    local = tapped(view, Local(), slots_of(play.cards))
    later = seen(folded(state, Play(seat, play.cards, play.reading)), seat, number=8)
    assert not renewed(local, view, later).selected


@pytest.mark.parametrize("name", SCENES)
def test_the_other_language_changes_nothing_but_texts(name: str) -> None:
    chinese, english = (present(SCENES[name], Local(language=say)) for say in ("zh", "en"))
    assert [b.act for b in chinese.buttons] == [b.act for b in english.buttons]
    assert [b.enabled for b in chinese.buttons] == [b.enabled for b in english.buttons]


@pytest.mark.parametrize("seat", list(Seat))
def test_the_next_seat_sits_to_the_right(seat: Seat) -> None:
    model = present(replace(SCENES["lobby"], seat=seat), Local())
    sides = {badge.side: badge.seat for badge in model.badges}
    assert sides == {
        "bottom": seat,
        "right": seat.next,
        "top": seat.partner,
        "left": seat.partner.next,
    }


def test_trump_count_score_hand_and_trick_are_always_there_in_play() -> None:
    for name in ("play-follow", "play-wait", "play-managed"):
        model = present(SCENES[name], Local())
        assert (model.top.trump, model.top.hand, model.top.trick) == ("7", "第 2/4 局", "第 5 圈")
        assert [value for _, value, _ in model.top.score] == ["15.8", "-0.9"]
        assert isinstance(model.body, TableBody)
        assert model.body.played.enabled
        assert all(badge.cards for badge in model.badges)


@pytest.mark.parametrize("name", ["digits", "digits-done", "hand-result"])
def test_the_random_source_is_named_beside_every_commitment_and_receipt(name: str) -> None:
    shown = present(SCENES[name], Local()).body
    codes = (shown.code,) if isinstance(shown, DigitsBody) else getattr(shown, "codes", ())
    assert codes
    assert all("simulated" in code.noise for code in codes)


def test_every_tenth_of_a_score_is_accounted_for() -> None:
    for name in ("hand-result", "hand-double-down"):
        for row in getattr(present(SCENES[name], Local()).body, "rows", ()):
            charge = row.cells[4].partition("(")[2].rstrip(")") or "0"
            cells = (row.cells[2], row.cells[3], charge, row.cells[5])
            base_, reward, left, total = (round(float(cell) * 10) for cell in cells)
            assert base_ + reward + left == total


@given(st.permutations(tuple(Seat)), st.lists(st.integers(1, 27), min_size=2, max_size=2))
def test_under_every_score_lies_all_that_it_is_made_of(out: list[Seat], held: list[int]) -> None:
    double = out[0].partner == out[1]
    gone = out[:2] if double else out[:3]
    left = [0] * 4
    for seat, count in zip([each for each in out if each not in gone], held, strict=False):
        left[seat] = count
    view = hand_result(result=score(gone, left))
    shown = present(view, Local()).body
    assert isinstance(shown, ResultBody)
    for row in shown.rows:
        base_, reward, total = (round(float(row.cells[at]) * 10) for at in (2, 3, 5))
        charge = base_ + reward - total
        whole = [(bar.start, bar.end, bar.tone) for bar in row.bars]
        parts = ((0, base_, "plain"), (base_, base_ + reward, "good"), (-charge, 0, "alert"))
        assert whole == [(start, end, tone) for start, end, tone in parts if start < end]
        assert total == sum(end - start if tone != "alert" else start for start, end, tone in whole)
        assert min((start for start, _, _ in whole), default=0) >= -MOST_TAKEN
        assert max((end for _, end, _ in whole), default=0) <= MOST_TENTHS


def test_the_lead_that_passes_to_the_partner_is_announced() -> None:
    model = present(SCENES["play-lead"], Local())
    assert model.message.startswith("接风")


@pytest.mark.parametrize("say", LANGUAGES)
def test_a_screen_that_never_heard_of_its_table_promises_no_hand_to_come_back_to(say: str) -> None:
    fresh = Local(say)
    met = alone(renewed(fresh, None, SCENES["play-follow"]), say, fresh.prefs)
    first, lost = present_lost(fresh), present_lost(met)
    assert (first.title, lost.title) == (text(say, "first.title"), text(say, "lost.title"))
    assert getattr(first.body, "text", "") == text(say, "first.text")
    assert getattr(lost.body, "text", "") == text(say, "lost.text")


def test_a_lost_connection_shows_nothing_of_the_hand() -> None:
    model = present_lost(Local(), "replaced")
    assert model.badges == ()
    assert model.top.trump == ""
    assert "屏幕" in getattr(model.body, "text", "")


def test_only_plays_that_are_new_move() -> None:
    before, later = table(), SCENES["play-wait"]
    old, new = present(playing(before), Local()), present(later, Local())
    assert moves(None, new) == ()
    assert moves(new, new) == ()
    assert Slide("top") in moves(old, new)
    assert Slide("right") not in moves(old, new)


def test_suit_order_keeps_the_trump_in_its_natural_place() -> None:
    hand = cards("S7 S8 S6 HA LJ")
    assert [slot[0] for slot, _ in arranged(hand, Sense("7"), "suit")] == list(
        cards("LJ S8 S7 S6 HA")
    )
    assert [slot[0] for slot, _ in arranged(hand, Sense("7"), "rank")] == list(
        cards("LJ S7 HA S8 S6")
    )


@pytest.mark.parametrize(
    ("name", "seats", "mine"),
    [
        ("lobby-seated", (), True),
        ("draw", (), False),
        ("show", (), False),
        ("play-follow", (Seat.E,), True),
        ("play-wait", (Seat.N,), False),
    ],
)
def test_a_clock_is_ones_own_where_one_has_something_to_do(
    name: str, seats: tuple[Seat, ...], mine: bool
) -> None:
    view = replace(SCENES[name], clock=TimeLeft("any", 3_000, 9_000, seats))
    clock = present(view, Local()).clock
    assert clock is not None
    assert clock.mine is mine

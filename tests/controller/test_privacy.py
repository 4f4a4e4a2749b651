"""A seat is sent only what that seat may know: when nothing but hidden cards differs, the bytes
of its views are equal (law 3 of the architecture, T17)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card, Seat
from table_firmware.rules.round import AskPlay
from table_firmware.wire.codec import encode_down
from tests.controller.desk import Desk
from tests.examples import about
from tests.laid import laid

pytestmark = pytest.mark.slow

seats = st.sampled_from(Seat)


def state_of(desk: Desk) -> Any:
    hand = desk.table._scene.hand
    assert hand is not None
    return hand.state


def put_state(desk: Desk, state: Any) -> None:
    scene = desk.table._scene
    match = scene.record.match
    assert match is not None
    assert match.hand is not None
    hand = replace(match.hand, state=state)
    scene.record = replace(scene.record, match=replace(match, hand=hand))


def other_hands(state: Any, own: Seat, order: Sequence[int]) -> Any:
    """The same hand with the cards of the three other seats dealt otherwise among them."""
    hands = state.tricks.hands
    hidden = [card for seat in Seat if seat != own for card in hands[seat]]
    mixed = [hidden[at] for at in sorted(range(len(hidden)), key=lambda i: order[i % len(order)])]
    dealt: list[tuple[Card, ...]] = []
    for seat in Seat:
        count = len(hands[seat])
        dealt.append(hands[seat] if seat == own else tuple(mixed[:count]))
        if seat != own:
            del mixed[:count]
    laid = tuple(
        given if given in (None, ()) or seat == own else dealt[seat][:1]
        for seat, given in zip(Seat, state.given, strict=True)
    )
    return replace(state, tricks=replace(state.tricks, hands=tuple(dealt)), given=laid)


def lines(desk: Desk, seat: Seat) -> bytes:
    return encode_down(desk.view(seat))


@settings(max_examples=about(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=4, max_size=4), seats, st.integers(0, 40), st.data())
def test_no_view_changes_when_only_hidden_cards_differ(
    seed: bytes, own: Seat, steps: int, data: st.DataObject
) -> None:
    desk = Desk(seed=seed)
    desk.to_round(*Seat)
    for seat in Seat:
        if data.draw(st.booleans(), label=f"{seat.name} gives"):
            shown = desk.view(seat).round
            assert shown is not None
            desk.want(seat, "give", cards=shown.hand[:1])
    _check(desk, own, data)
    for seat in Seat:
        desk.want(seat, "manage")
    for _ in range(steps):
        desk.wait(100)
    if desk.stage == "round":
        _check(desk, own, data)


def _check(desk: Desk, own: Seat, data: st.DataObject) -> None:
    before = lines(desk, own)
    state = state_of(desk)
    order = data.draw(st.lists(st.integers(0, 99), min_size=27, max_size=81), label="order")
    put_state(desk, other_hands(state, own, order))
    assert lines(desk, own) == before
    put_state(desk, state)


def test_the_property_would_notice_a_leak(desk: Desk) -> None:
    """Cards of one's own that differ do change the bytes."""
    desk.to_round(*Seat)
    before, state = lines(desk, Seat.E), state_of(desk)
    put_state(desk, other_hands(state, Seat.N, [5, 3, 1]))
    assert lines(desk, Seat.E) != before


def test_before_the_deal_no_view_depends_on_the_deck(desk: Desk) -> None:
    desk.begin(Seat.E)
    desk.want(Seat.E, "digits")
    desk.wait(0)
    assert desk.stage == "draw"
    before = [lines(desk, seat) for seat in Seat]
    secrets = desk.secrets.secrets
    other = tuple(replace(secret, s=bytes(96)) for secret in secrets)
    desk.table._scene.secrets = replace(desk.secrets, secrets=other)
    assert [lines(desk, seat) for seat in Seat] == before


def test_no_view_of_a_hand_in_play_names_a_card_that_the_seat_has_not_seen(desk: Desk) -> None:
    desk.to_play(*Seat)
    for _ in range(12):
        desk.wait_until(lambda: any(isinstance(desk.view(s).ask, AskPlay) for s in Seat))
        for seat in Seat:
            shown = laid(desk.view(seat).round)
            known = {*shown.hand, *shown.laid}
            known |= {card for move in shown.played if move.play for card in move.play.cards}
            assert _faces(lines(desk, seat)) <= {str(card) for card in known}
        desk.wait(30_000)


def _faces(line: bytes) -> set[str]:
    text = line.decode()
    return {str(face) for face in FACES if f'"{face}"' in text}


def test_a_hand_in_play_carries_no_commitment_and_no_receipt(desk: Desk) -> None:
    desk.to_round(Seat.E)
    shown = desk.view(Seat.E)
    assert (shown.commitment, shown.receipts) == ("", None)

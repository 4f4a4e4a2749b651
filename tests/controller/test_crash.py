"""Whatever entry was the last to be durable, the table goes on as if nothing had been
(`deal1` §8, T8)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from table_firmware.controller import inbox
from table_firmware.ledger.entries import canonical
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Place, View
from tests.controller.desk import Desk
from tests.laid import laid

pytestmark = pytest.mark.slow

E, N, W, S = Seat

OF_PEOPLE_OR_TIME = {"seat", "match", "batch", "contrib", "deal", "act", "hand", "seating"} | {
    "match_end",
    "epoch",
}
"""Entries that need an input; every other one must follow by itself."""


def a_match(desk: Desk) -> Desk:
    """One hand with an exchange, a time-out, a seat that is lost and comes back, and 托管."""
    desk.seen = []
    desk.to_round(E, N, W, S, mode="1A")
    for seat in (E, W, N):
        shown = desk.view(seat).round
        assert shown is not None
        assert desk.want(seat, "give", cards=shown.hand[:1]) is None
    assert desk.want(S, "give") is None
    desk.wait(5_000)
    desk.wait(30_000)
    desk.unlink(N)
    desk.wait(1_000)
    desk.link(N)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    return desk


def comparable(view: View) -> View:
    """Without what a restart begins anew: clocks, ready marks, links, digits not yet frozen, and
    the choices of the lobby."""
    if view.stage == "lobby":
        whos = tuple(Place(place.who) for place in view.places if place.who != "house")
        return replace(view, places=whos, mode="", hands=0, ask=None, practice=False)
    places = tuple(replace(place, ready=False, linked=False) for place in view.places)
    digits = None if view.stage == "digits" else view.digits
    asks = None if view.stage in ("digits", "lobby", "hand_result", "match_result") else view.ask
    return replace(view, clock=None, places=places, digits=digits, ask=asks)


@pytest.fixture(scope="module")
def match() -> Desk:
    return a_match(Desk())


def test_after_every_entry_the_next_one_follows_byte_by_byte_and_every_seat_sees_what_it_saw(
    match: Desk,
) -> None:
    assert {"act", "hand_end", "reveal", "match_end", "batch_end"} <= set(match.kinds())
    assert match.seen is not None
    for size in range(1, len(match.entries)):
        desk = match.restarted(size)
        following, _ = match.entries[size]
        due = desk.table.due()
        if due is None:
            assert following.k in OF_PEOPLE_OR_TIME
        else:
            assert (due.kind, canonical(due.d)) == (following.k, canonical(following.d))
        for seat in Seat:
            seen = match.seen[size - 1][seat]
            assert comparable(desk.view(seat)) == comparable(seen), f"{seat.name} after {size}"


def test_the_hand_that_was_laid_face_down_is_still_laid(desk: Desk) -> None:
    desk.to_round(E, N)
    shown = desk.view(E).round
    assert shown is not None
    desk.want(E, "give", cards=shown.hand[3:4])
    assert "cards" not in desk.acts()[0]["action"]
    again = laid(desk.restarted().view(E).round)
    assert again.laid == shown.hand[3:4]


@pytest.mark.parametrize("at", [0.2, 0.5, 0.8])
def test_the_restarted_table_plays_the_same_match_to_its_end(match: Desk, at: float) -> None:
    """Managed seats do the same from the same record, so both matches end alike."""
    managed = max(i for i, (e, _) in enumerate(match.entries) if e.d.get("change") == "managed")
    size = managed + 1 + int((len(match.entries) - managed - 1) * at)
    desk = match.restarted(size)
    desk.settle()
    desk.wait_until(lambda: "match_end" in desk.kinds())
    end = match.kinds().index("match_end") + 1
    assert [(e.k, e.d) for e, _ in desk.entries[:end]] == [
        (e.k, e.d) for e, _ in match.entries[:end]
    ]


def test_a_lost_vault_voids_every_open_hand_and_ends_the_match(desk: Desk) -> None:
    desk.to_play(E, N)
    again = Desk(desk.play)
    again.now = desk.now
    again.table.handle(inbox.SecretsLost(), again.now)
    for entry, private in desk.entries:
        again.fold(entry, private)
    again.settle()
    added = [(entry.k, entry.d) for entry, _ in again.entries[len(desk.entries) :]]
    assert [kind for kind, _ in added][:6] == ["void"] * 4 + ["match_end", "batch_end"]
    assert [d["h"] for kind, d in added if kind == "void"] == [0, 1, 2, 3]
    assert again.stage == "match_result"


def test_people_change_seats_after_the_fourth_hand(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(house=0, draw=100, result=0, leave=600_000, settle=600_000)
    desk.begin(E, S, mode="3")
    for seat in (E, S):
        desk.want(seat, "digits", value="123456" if seat == E else "654321")
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "draw")
    assert desk.view(N).digits == {E: "123456", S: "654321"}
    desk.wait_until(lambda: "seating" in desk.kinds())
    seated = desk.kinds().index("seating") + 1
    desk.wait_until(lambda: desk.view(E).hand == 5)
    places = desk.view(E).places
    assert [place.player for place in places] == ["A", "C", "B", "D"]  # E N W S
    assert [place.who for place in places] == ["guest", "house", "guest", "house"]
    assert desk.stage == "draw"
    assert desk.view(N).digits == {E: "123456", W: "654321"}  # with the person
    after = desk.restarted(seated).table.due()
    following, _ = desk.entries[seated]
    assert after is not None
    assert (after.kind, dict(after.d)) == ("hand", dict(following.d))

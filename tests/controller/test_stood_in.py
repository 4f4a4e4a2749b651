"""A player hears what the table has done for him while he was out of time, away or managed."""

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard
from table_firmware.wire.codec import decode_down, encode_down
from table_firmware.wire.messages import View
from tests.controller.desk import Desk
from tests.controller.tile_table import PAOHUZI, PLAYERS, to_window

E, N, W, S = Seat


def told(desk: Desk, seat: Seat) -> dict[str, int]:
    """What the seat's screen is told of it."""
    sent = decode_down(encode_down(desk.view(seat)))
    assert isinstance(sent, View)
    return dict(sent.stood_in or {})


def own(desk: Desk, seat: Seat) -> list[str]:
    """The kinds of what the log says the table has done for a seat."""
    return [
        act["events"][0]["kind"]
        for act in desk.acts()
        if act["action"].get("seat") == seat.name and act["action"]["by"] != "player"
    ]


def counted(kinds: list[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in kinds}


def test_who_is_out_of_time_is_told_until_he_acts_himself(desk: Desk) -> None:
    desk.to_play(E)
    desk.until_turn(E)
    assert told(desk, E) == {}
    desk.wait(30_000)
    first = counted(own(desk, E))
    assert told(desk, E) == first
    assert sum(first.values()) == 1
    ask = desk.until_turn(E)
    assert told(desk, E) == first
    if ask.to_beat is None:
        hand = desk.view(E).round
        assert hand is not None
        desk.want(E, "play", cards=hand.hand[:1])
    else:
        desk.want(E, "pass")
    assert told(desk, E) == {}


def north_is_away_for(desk: Desk, acts: int) -> None:
    desk.to_play(E, N)
    desk.unlink(N)
    desk.wait_until(lambda: len(own(desk, N)) == acts)
    desk.link(N)
    desk.wait(0)


def test_who_comes_back_to_his_screen_is_told_what_was_done_meanwhile(desk: Desk) -> None:
    north_is_away_for(desk, 3)
    assert told(desk, N) == counted(own(desk, N))
    again = desk.restarted()
    again.wait(0)
    assert told(again, N) == told(desk, N)


def test_each_is_told_of_himself_alone(desk: Desk) -> None:
    north_is_away_for(desk, 2)
    assert own(desk, N) != own(desk, E)
    for seat in (E, N):
        assert told(desk, seat) == counted(own(desk, seat))


@pytest.mark.parametrize("who", ["house", "planner"])
def test_where_a_house_player_sits_nobody_is_told_anything(desk: Desk, who: str) -> None:
    desk.seat_guests(E, ready=False)
    assert desk.want(E, "house", value=who) is None
    desk.wait_until(lambda: desk.phase == "play", most=120_000)
    desk.wait(30_000)
    assert sum(act["action"].get("seat") != "E" for act in desk.acts()) > 3
    assert [told(desk, seat) for seat in (N, W, S)] == [{}] * 3
    assert told(desk, E) == counted(own(desk, E))


def test_a_missed_exchange_is_told_and_not_what_lay_there(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.wait(15_000)
    assert desk.phase == "show"
    assert told(desk, E) == {"gave": 1}


def test_the_next_hand_tells_of_nothing_that_was_before(desk: Desk) -> None:
    desk.to_play(E)
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    assert told(desk, E) == {}
    desk.want(E, "unmanage")
    desk.wait_until(lambda: desk.stage == "round", most=60_000)
    assert told(desk, E) == {}


def discarded_for(desk: Desk) -> Seat:
    """Waits until somebody owes a discard and runs out of time; who it was."""

    def asked() -> list[Seat]:
        return [seat for seat in PLAYERS if isinstance(desk.view(seat).ask, AskDiscard)]

    desk.wait_until(lambda: bool(asked()))
    (seat,) = asked()
    desk.wait(desk.play.timers.play)
    return seat


@pytest.mark.no_cover
def test_a_discard_that_the_table_made_is_told_in_paohuzi() -> None:
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    seat = discarded_for(desk)
    assert told(desk, seat) == {"discarded": 1}


@pytest.mark.no_cover
def test_who_says_himself_that_he_wants_no_tile_has_noticed_what_was_done_for_him() -> None:
    """Nobody else learns of it, and the log neither: after a restart he is told once more."""
    desk = to_window(Desk(PAOHUZI), *PLAYERS)
    seat = discarded_for(desk)
    desk.wait_until(lambda: isinstance(desk.view(seat).ask, AskClaim))
    others = {other: desk.view(other) for other in PLAYERS if other != seat}
    assert desk.want(seat, "decline") is None
    assert told(desk, seat) == {}
    assert {other: desk.view(other) for other in others} == others
    desk.wait(desk.play.timers.claim)
    assert told(desk, seat) == {}
    again = desk.restarted()
    again.settle()
    assert told(again, seat) == counted(own(desk, seat))

"""What is refused changes nothing and costs nothing (000 §39)."""

from dataclasses import replace

from table_firmware.controller import inbox
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.round import AskPlay, Combination
from table_firmware.wire.codec import encode_down
from table_firmware.wire.messages import Intent, Refused, View
from tests.controller.desk import Desk
from tests.laid import laid

E, N, W, S = Seat


def everything(desk: Desk) -> tuple[bytes, ...]:
    return tuple(encode_down(desk.view(seat)) for seat in Seat)


def own(desk: Desk, seat: Seat) -> tuple[Card, ...]:
    shown = desk.view(seat).round
    assert shown is not None
    return shown.hand


def turn(desk: Desk) -> Seat:
    shown = desk.view(E).round
    assert shown is not None
    assert shown.turn is not None
    return shown.turn


def smallest(desk: Desk, seat: Seat) -> Combination:
    shown = desk.view(seat).round
    assert shown is not None
    found = desk.table._scene.game.minimal(shown)
    assert found is not None
    return found


def test_an_illegal_play_is_refused_with_a_reason_and_the_smallest_legal_one(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    seat = turn(desk)
    before, entries = everything(desk), len(desk.entries)
    not_his = next(card for card in own(desk, seat.next) if card not in own(desk, seat))
    refused = desk.want(seat, "play", cards=(not_his,))
    assert refused == Refused(desk.shown[seat].number, "not-in-hand", smallest(desk, seat))
    assert (everything(desk), len(desk.entries)) == (before, entries)


def test_the_leader_may_not_pass(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    refused = desk.want(turn(desk), "pass")
    assert refused is not None
    assert refused.code == "leader-may-not-pass"


def test_out_of_turn_there_is_no_smallest_play(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    other = turn(desk).next
    before = everything(desk)
    refused = desk.want(other, "play", cards=own(desk, other)[:1])
    assert refused is not None
    assert (refused.code, refused.minimal) == ("not-your-turn", None)
    assert everything(desk) == before


def test_a_legal_play_on_the_present_view_is_accepted(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    seat = turn(desk)
    play = smallest(desk, seat)
    assert desk.want(seat, "play", cards=play.cards, reading=play.reading) is None
    shown = laid(desk.view(E).round)
    assert shown.trick[0].play is not None
    assert shown.trick[0].play.reading == play.reading


def test_an_older_view_will_do_while_the_same_is_asked(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    seat = turn(desk)
    number = desk.shown[seat].number
    desk.tell(inbox.Unlinked(seat.partner))  # everybody gets a new view
    desk.wait(0)
    assert desk.shown[seat].number > number
    play = smallest(desk, seat)
    assert desk.want(seat, "play", cards=play.cards, view=number) is None


def test_an_intent_on_a_view_of_another_turn_is_stale(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    seat = turn(desk)
    old = desk.shown[seat].number
    desk.want(seat, "play", cards=smallest(desk, seat).cards)
    for other in (seat.next, seat.next.next, seat.next.next.next):
        assert desk.want(other, "pass") is None
    partner = turn(desk)  # whoever leads now leads on a new view
    desk.wait(0)
    refused = desk.want(partner, "play", cards=own(desk, partner)[:1], view=old)
    assert refused is None or refused.code == "stale-view"
    never_sent = desk.want(turn(desk), "play", cards=own(desk, turn(desk))[:1], view=99_999)
    assert never_sent is not None
    assert never_sent.code in ("stale-view", "does-not-beat")


def test_the_second_tap_of_two_does_not_act_in_the_next_trick(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    leader = turn(desk)
    view = desk.shown[leader].number
    card = smallest(desk, leader).cards
    assert desk.want(leader, "play", cards=card) is None
    for seat in (leader.next, leader.next.next, leader.next.next.next):
        assert desk.want(seat, "pass") is None
    assert desk.view(leader).ask == AskPlay(None)  # asked the same words again
    refused = desk.want(leader, "play", cards=own(desk, leader)[:1], view=view)
    assert refused is not None
    assert refused.code == "stale-view"


def test_more_than_one_card_cannot_be_laid_in_the_exchange(desk: Desk) -> None:
    desk.to_round(E)
    refused = desk.want(E, "give", cards=own(desk, E)[:2])
    assert refused is not None
    assert refused.code == "too-many-cards"
    assert desk.want(E, "give", cards=own(desk, E)[:1]) is None
    again = desk.want(E, "give", cards=own(desk, E)[1:2])
    assert again is not None
    assert again.code == "exchange-closed"


def test_nothing_of_a_match_is_open_in_the_lobby_and_no_act_is_made_up(desk: Desk) -> None:
    desk.seat_guests(E)
    for act in ("play", "pass", "give", "digits", "manage", "unmanage", "shuffle", ""):
        refused = desk.want(E, act)
        assert refused is not None
        assert refused.code == "not-now"
    assert desk.kinds() == ["seat"]


def test_in_a_match_nobody_sits_down_stands_up_or_changes_the_mode(desk: Desk) -> None:
    desk.to_round(E)
    desk.link(N)
    for seat, act in ((N, "sit"), (E, "stand"), (E, "mode"), (E, "house"), (E, "ready")):
        refused = desk.want(seat, act, value="4")
        assert refused is not None
        assert refused.code == "not-now"


def test_a_refusal_goes_to_the_seat_that_asked_and_names_its_view(desk: Desk) -> None:
    desk.link(E)
    outcome = desk.table.handle(inbox.Wanted(E, Intent(7, "pass")), desk.now)
    assert outcome.refused == Refused(7, "not-now")
    assert outcome.entries == ()


def test_views_that_differ_by_passing_time_alone_are_not_sent_again(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    desk.wait(500)
    numbers = {seat: view.number for seat, view in desk.shown.items()}
    desk.wait(2_000)
    assert {seat: view.number for seat, view in desk.shown.items()} == numbers


def test_a_new_screen_gets_its_view_at_once(desk: Desk) -> None:
    desk.to_play(E, N)
    before: View = desk.shown[N]
    desk.tell(inbox.Linked(N))
    after = desk.shown[N]
    assert after.number == before.number + 1
    assert replace(after, number=0, clock=None) == replace(before, number=0, clock=None)

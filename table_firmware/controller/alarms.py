"""All that happens because of time. `alarms` lists what comes when; the earliest tells the
controller when to wake the table, and the same list says what happens then.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from table_firmware.controller.intents import act_for, begin_hand, play_for, settle
from table_firmware.controller.outcome import NOTHING, Outcome, log
from table_firmware.controller.record import Hand
from table_firmware.controller.scene import Scene, Wait
from table_firmware.controller.steps import (
    Draft,
    batch_end_entry,
    contrib_entry,
    deal_entry,
    match_end_entry,
    places_of,
    seat_change,
    seating_entry,
)
from table_firmware.fairness.deal import DECLINED, DIGITS, Contribution
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import MODES, is_won
from table_firmware.rules.round import IllegalAction, Settle, TimedOut
from table_firmware.rules.said import Action


@dataclass(frozen=True, slots=True)
class Alarm:
    """At `at` (ms), `ring` says what follows."""

    at: int
    ring: Callable[[], Outcome]


def alarms(scene: Scene, now: int) -> Iterator[Alarm]:
    """Everything that will happen if nobody does anything; what is overdue has `at` <= `now`."""
    yield from _presence(scene, now)
    wait = scene.wait()
    match scene.stage:
        case "lobby":
            yield from _lobby(scene, now)
        case "digits" if wait:
            at = scene.since + scene.play.timers.digits if wait.seats else now
            yield Alarm(at, partial(_freeze_digits, scene))
        case "cut" if wait:
            yield Alarm(scene.since + scene.play.timers.cut, partial(begin_hand, scene))
        case "draw" if wait and scene.secrets:
            yield Alarm(scene.since + scene.play.timers.draw, partial(_deal, scene))
        case "move" if wait:
            at = scene.since + scene.play.timers.move if wait.seats else now
            yield Alarm(at, partial(_seated, scene))
        case "round" if wait and scene.hand:
            yield from _round(scene, scene.hand, wait, now)
        case "hand_result" if wait:
            yield Alarm(_shown_until(scene, wait, now), partial(_next_hand, scene))
        case "match_result" if wait:
            yield Alarm(_shown_until(scene, wait, now), partial(_dismiss, scene, now))


# ------------------------------------------------------------------ coming and going (CP-53)


def _presence(scene: Scene, now: int) -> Iterator[Alarm]:
    for seat, chair in zip(Seat, scene.record.chairs, strict=True):
        if not chair.human:
            continue
        gone_at = scene.gone_at(seat)
        if not chair.lost:
            yield Alarm(gone_at, partial(log, seat_change(seat, "lost")))
        elif gone_at > now:
            yield Alarm(now, partial(log, seat_change(seat, "linked")))


# ------------------------------------------------------------------ the lobby


def _lobby(scene: Scene, now: int) -> Iterator[Alarm]:
    for seat, chair in zip(Seat, scene.record.chairs, strict=True):
        if chair.lost:
            at = scene.lost_since.get(seat, now) + scene.play.leave
            yield Alarm(at, partial(log, seat_change(seat, "left")))
    filled = all(scene.chair(seat).who != "empty" for seat in scene.players)
    complete = filled and not any(scene.record.chairs[seat].lost for seat in scene.players)
    resting = scene.pace.rest_left(scene.play.guard, now)
    if resting:
        yield Alarm(now + resting, _rested)  # 000 §43.3: no match begins before
    elif complete and scene.ready >= set(scene.attending):
        yield Alarm(now, partial(_begin, scene))
    elif scene.house_at is not None:
        yield Alarm(scene.house_at, partial(_fill_with_house, scene))


def _rested() -> Outcome:
    """Time to look again whether a match can begin."""
    return NOTHING


def _fill_with_house(scene: Scene) -> Outcome:
    scene.house = scene.play.house_players
    return NOTHING


def _begin(scene: Scene) -> Outcome:
    seats = {seat.name: scene.chair(seat).who for seat in Seat}
    game = scene.game
    # Mode 1 feeds no ranking (000 §26.4, CP-31), and practice none either.
    ranked = MODES[scene.mode].hands > 1 and not scene.practice
    scene.came_at = None
    return log(
        Draft(
            "match",
            {
                "match": f"m{scene.record.size}",
                "game": game.VERSION,
                "mode": scene.mode,
                "seats": seats,
                "options": game.in_force(scene.play.options),
                "ranked": int(ranked),
            },
        )
    )


# ------------------------------------------------------------------ before and after a hand


def _freeze_digits(scene: Scene) -> Outcome:
    match = scene.current
    assert match is not None
    assert match.batch is not None
    return log(contrib_entry(match.batch, [_contribution(scene, seat) for seat in Seat]))


def _contribution(scene: Scene, seat: Seat) -> Contribution:
    if seat in scene.given:
        return scene.given[seat]
    text = scene.digits.get(seat, "")
    return Contribution(DIGITS, text.encode("ascii")) if text else Contribution(DECLINED)


def _deal(scene: Scene) -> Outcome:
    match, hand, secrets = scene.current, scene.hand, scene.secrets
    assert match is not None
    assert hand is not None
    assert secrets is not None
    return log(deal_entry(match, hand, secrets))


def _seated(scene: Scene) -> Outcome:
    """Everybody sits at his new place: the cards may be shown there."""
    scene.moving = False
    return NOTHING


def _shown_until(scene: Scene, wait: Wait, now: int) -> int:
    """Until all have seen it; where nobody can say so, for its whole time."""
    if scene.cutting:
        return now  # all have seen it, and whoever was to cut has gone
    awaited = bool(wait.seats) or not scene.ready
    return scene.since + scene.full(wait.name) if awaited else now


def _next_hand(scene: Scene) -> Outcome:
    match = scene.current
    assert match is not None
    assert match.batch is not None
    if match.begun >= match.hands_in_all or is_won(match.mode, match.hands):
        return log(match_end_entry(match))
    if match.next_h >= match.batch.n:
        return log(batch_end_entry(match))
    if places_of(match, match.next_h) != match.places:
        return log(seating_entry(match, match.next_h))
    scene.cutting = True
    return NOTHING if scene.cutter is not None else begin_hand(scene)


def _dismiss(scene: Scene, now: int) -> Outcome:
    """Back to the lobby. House players wait for people to come before they play again."""
    scene.dismissed = True
    scene.house = ""
    scene.came_at = now if any(chair.human for chair in scene.record.chairs) else None
    return NOTHING


# ------------------------------------------------------------------ the hand


def _round(scene: Scene, hand: Hand, wait: Wait, now: int) -> Iterator[Alarm]:
    full = scene.full(wait.name)
    ends = scene.since + full
    if not wait.seats:
        yield Alarm(ends, partial(settle, scene))
    for seat in wait.seats:
        if scene.chair(seat).automatic:
            at = scene.since + scene.play.timers.house
            yield Alarm(at, partial(play_for, scene, seat))
        elif full:
            yield Alarm(ends, partial(act_for, scene, TimedOut(seat), "timeout"))
    yield from _settling(scene, hand, now)


def _settling(scene: Scene, hand: Hand, now: int) -> Iterator[Alarm]:
    """000 §40.3: 90 s without interruption, counted in this hand."""
    for seat in scene.players:
        chair = scene.record.chairs[seat]
        if chair.human and chair.lost and _allowed(scene, hand, Settle(seat)):
            since = max(scene.lost_since.get(seat, now), scene.dealt_at)
            at = since + scene.play.settle
            yield Alarm(at, partial(act_for, scene, Settle(seat), "system"))


def _allowed(scene: Scene, hand: Hand, action: Action) -> bool:
    try:
        scene.game.decide(hand.state, action)
    except IllegalAction:
        return False
    return True

"""Calls for the operator: from any seat at any time. With the consent of everybody who plays, play
stands still meanwhile, the trick as it lies; until all want to go on, or for as long as the table
allows at most.
"""

from typing import Final

from table_firmware.controller.outcome import NOTHING, Outcome, log, refuse
from table_firmware.controller.scene import Scene
from table_firmware.controller.steps import Draft
from table_firmware.ledger.calls import led
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Called, Intent, TimeLeft

ACTS: Final = frozenset({"call", "withdraw", "agree"})
IN_PLAY: Final = frozenset({"digits", "cut", "round", "hand_result"})
"""The stages in which a pause can begin: those that wait for somebody."""
BLINK: Final = 500
"""Milliseconds for which the lamp of a seat that calls is lit, and then dark."""


def want(scene: Scene, seat: Seat, intent: Intent) -> Outcome:
    """What follows from a call, its end, or somebody's consent."""
    if intent.act == "agree" and not may_agree(scene, seat):
        return refuse(intent.view, "not-now")
    draft = _entry(scene, intent.act, seat.name)
    return refuse(intent.view, "not-now") if draft is None else log(draft)


def may_agree(scene: Scene, seat: Seat) -> bool:
    """Whether this seat's consent is open: to a pause, or to its end."""
    wanted = _open(scene) and seat in scene.attending
    return wanted and seat.name not in scene.record.call.agreed


def due(scene: Scene) -> Draft | None:
    """The pause begins, or ends, once everybody who plays has agreed to it."""
    call = scene.record.call
    if not _open(scene) or not scene.attending:
        return None
    if any(seat.name not in call.agreed for seat in scene.attending):
        return None
    return _entry(scene, "end" if call.on else "begin", "")


def wake(scene: Scene, now: int) -> Outcome:
    """During a pause: it ends when it has lasted as long as it may. now: not of play."""
    draft = _entry(scene, "end", "") if now >= ends_at(scene) else None
    return NOTHING if draft is None else log(draft)


def ends_at(scene: Scene) -> int:
    """When the pause ends by itself; not in time of play."""
    return scene.paused_at + scene.play.pause


def next_blink(now: int) -> int:
    """When the lamps of the seats that call change."""
    return (now // BLINK + 1) * BLINK


def blinking(scene: Scene, now: int) -> tuple[frozenset[Seat], frozenset[Seat]]:
    """The seats that call, and those of them whose lamp is lit now."""
    calling = frozenset(Seat[seat] for seat in scene.record.call.seats)
    return calling, calling if now // BLINK % 2 == 0 else frozenset()


def shown(scene: Scene, seat: Seat) -> Called | None:
    """What a seat is told of it; None while nobody calls."""
    call = scene.record.call
    if not call.seats:
        return None
    seats, agreed = (tuple(Seat[s] for s in each) for each in (call.seats, call.agreed))
    return Called(seats, call.on, agreed, may_agree(scene, seat))


def clock(scene: Scene, now: int) -> TimeLeft:
    """What is left of the pause, and who has not agreed to its end. now: not of play."""
    waited = tuple(s for s in scene.attending if s.name not in scene.record.call.agreed)
    return TimeLeft("pause", max(0, ends_at(scene) - now), scene.play.pause, waited)


def _open(scene: Scene) -> bool:
    """Whether a pause, or its end, can be agreed to now."""
    call = scene.record.call
    return call.on or (bool(call.seats) and scene.play.pause > 0 and scene.stage in IN_PLAY)


def _entry(scene: Scene, act: str, seat: str) -> Draft | None:
    following = led(scene.record.call, act, seat)
    return None if following is None else Draft("call", following.fields(act, seat))

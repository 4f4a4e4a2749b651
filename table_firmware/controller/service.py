"""Service mode: who may enter it, what a technician may do in it, and what the log says of it.

The switch inside the case opens it to whoever touches a screen next; a PIN opens it at the seat
where it is typed, and may be typed again at another one. Each wrong try costs its seat a wait that
doubles, and no other seat: whoever plays with the pad does not keep the technician out.
While it lasts nothing is played: `pause` stops the time of play, `steps.due` names no entry, and
no view holds anything of a hand.
"""

from dataclasses import replace
from typing import Final

from table_firmware.controller import inbox
from table_firmware.controller.folding import CLEARED
from table_firmware.controller.outcome import NOTHING, Outcome, log
from table_firmware.controller.scene import Scene
from table_firmware.controller.steps import Draft
from table_firmware.ledger.fields import is_panel
from table_firmware.ledger.upkeep import Upkeep
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Finding, InService, Refused, Tend

LONGEST_WAIT: Final = 900_000
MOST_MUTED: Final = 16


def wait_after(failed: int) -> int:
    """Milliseconds in which no PIN is looked at after so many wrong ones in a row."""
    return min(LONGEST_WAIT, 1_000 << min(failed - 1, 20)) if failed else 0


def entry(upkeep: Upkeep, act: str, by: str) -> Outcome:
    """The entry that leads to this upkeep."""
    return log(Draft("service", upkeep.fields(act, by)))


def answer(scene: Scene, message: inbox.Message) -> Outcome | None:
    """What follows from what a technician does; None if this is nothing of his."""
    match message:
        case inbox.Switched():
            return switched(scene)
        case inbox.PinTried(seat, right):
            return tried(scene, seat, right)
        case inbox.Tended(seat, wish):
            return tend(scene, seat, wish)
        case inbox.Muted(role, muted):
            return mute(scene, role, muted, "command")
        case inbox.NoiseTested(code, findings):
            return noise_tested(scene, code, findings)
    return None


def shown(scene: Scene, seat: Seat) -> InService | None:
    """What a seat is told of the service; None while there is none."""
    now = scene.record.upkeep
    if not now.on:
        return None
    return InService(now.seat == seat.name, not now.seat, scene.bench.touch)


def switched(scene: Scene) -> Outcome:
    """The switch begins service, and ends it, whatever the screens do."""
    now = scene.record.upkeep
    if now.on:
        return entry(replace(now, on=False, seat=""), "end", "switch")
    return entry(replace(now, on=True, seat=""), "begin", "switch")


def tried(scene: Scene, seat: Seat, right: bool) -> Outcome:
    """A PIN was typed and looked at. Its digits are not here, nor anywhere in the log."""
    now = scene.record.upkeep
    if not right:
        after = now.one_more(seat.name)
        wait = wait_after(after.tries[seat.name])
        return replace(
            entry(after, "refused", "pin"), refused=Refused(0, "pin-wrong", seconds=wait // 1000)
        )
    here = replace(now, on=True, seat=seat.name, tries={})
    return entry(here, "move" if now.on else "begin", "pin")


def mute(scene: Scene, role: str, muted: bool, by: str) -> Outcome:
    """A contact counts for nothing from now on, or counts again. Play goes on."""
    now, bench = scene.record.upkeep, scene.bench
    known = {*bench.fitting.roles, *bench.contacts, *now.muted} - {"service"}
    if role not in known or (role in now.muted) == muted:
        return NOTHING
    roles = {*now.muted, role} if muted else {*now.muted} - {role}
    act = "mute" if muted else "unmute"
    return entry(replace(now, muted=tuple(sorted(roles)[:MOST_MUTED])), act, by)


def tend(scene: Scene, seat: Seat, wish: Tend) -> Outcome:
    """What the technician wants, or somebody else who is not heard."""
    now = scene.record.upkeep
    if not now.on:
        return NOTHING
    match wish.act:
        case "claim" if not now.seat:
            return entry(replace(now, seat=seat.name), "move", "switch")
        case "touched":
            return _touched(scene, wish.value)
    return _tend_here(scene, wish) if now.seat == seat.name else NOTHING


def _tend_here(scene: Scene, wish: Tend) -> Outcome:
    now, bench = scene.record.upkeep, scene.bench
    match wish.act:
        case "leave":
            return entry(replace(now, on=False, seat=""), "end", "screen")
        case "mute" | "unmute":
            return mute(scene, wish.value, wish.act == "mute", "screen")
        case "lamp" if wish.value in bench.fitting.lamps:
            bench.lit ^= {wish.value}
        case "match":
            bench.matching = not bench.matching
            bench.matched.clear()
        case "examine" if wish.value in bench.fitting.areas and not bench.busy:
            bench.busy, bench.findings = wish.value, ()
        case "noise" if scene.record.noise_fault and not bench.busy:
            bench.busy, bench.findings, bench.testing = "noise", (), True
    return NOTHING


def noise_tested(scene: Scene, code: str, findings: tuple[Finding, ...]) -> Outcome:
    """The source that the technician has repaired was tested: as bad as before, or healthy. It is
    in use again with a `config` entry (ADR 12), which an operator signs where there are any."""
    if not scene.bench.testing:
        return NOTHING
    scene.bench.find(findings)
    if code:
        return log(Draft("rng_fault", {"cause": code}))
    passed = Draft("service", scene.record.upkeep.fields("noise", "screen"))
    if scene.operators:
        return log(passed)
    return log(passed, Draft("config", {"changes": {"noise_fault": CLEARED}, "os": ""}))


def _touched(scene: Scene, path: str) -> Outcome:
    """The panel with this path lies on the screen that was to be touched. When all four are
    known, they are the table's; a panel that is at its usual place needs no entry."""
    bench = scene.bench
    asked = bench.touch
    known = path in bench.matched.values()
    if asked is None or (path and (known or not is_panel(path))):
        return NOTHING
    bench.matched[asked] = path
    if bench.touch is not None:
        return NOTHING
    bench.matching = False
    panels = {seat.name: panel for seat, panel in bench.matched.items() if panel}
    if panels == scene.record.upkeep.panels:
        return NOTHING
    return entry(replace(scene.record.upkeep, panels=panels), "panels", "screen")

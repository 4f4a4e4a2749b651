"""Which seats have their lamp lit."""

from table_firmware.controller.calling import blinking
from table_firmware.controller.scene import Scene
from table_firmware.rules.cards import Seat


def lit(scene: Scene, now: int) -> frozenset[Seat]:
    """Those of people who are waited for, and in the lobby those where the button would do
    something: a free seat, a player who is not ready. The lamp of a seat that calls the staff
    blinks. In service those that the technician tries. now: not of play."""
    if scene.record.upkeep.on:
        return frozenset(seat for seat in Seat if f"lamp_{seat.name}" in scene.bench.lit)
    calling, shining = blinking(scene, now)
    return (_waited_for(scene) - calling) | shining


def _waited_for(scene: Scene) -> frozenset[Seat]:
    if scene.record.call.on:
        return frozenset()
    if scene.current is None:
        watching = (s for s in Seat if s not in scene.players and scene.chair(s).human)
        return frozenset(Seat) - frozenset(scene.ready) - frozenset(watching)
    wait = scene.wait()
    if wait is None:
        return frozenset()
    if wait.name in ("result", "match_result"):  # also those whom the table plays for
        return frozenset(wait.seats)
    return frozenset(scene.attending) & frozenset(wait.seats)

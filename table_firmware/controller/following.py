"""What a durable entry changes: the record, and what the table remembers beside the log."""

from collections.abc import Mapping
from typing import Any

from table_firmware.controller.folding import fold
from table_firmware.controller.noting import somebody_came
from table_firmware.controller.scene import Scene
from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Seat


def follow(scene: Scene, entry: Entry, now: int, private: Mapping[str, Any] | None) -> None:
    """Fold one entry at this time. private: what its `p` stands for."""
    scene.record = fold(scene.record, entry, scene.secrets, private)
    _follow_beside(scene, entry, now)
    scene.pace = scene.pace.fold(entry, entry.m - scene.pause.lost)
    now = scene.pause.time(now)
    match entry.k:
        case "seat":
            _follow_seat(scene, Seat[entry.d["seat"]], entry.d["change"], now)
        case "match":
            scene.dismissed = False
            scene.digits.clear()
            scene.given.clear()
            scene.signed.clear()
            scene.receipts = None
            scene.house = ""
            scene.cutting = False
        case "batch":
            scene.digits.clear()
            scene.given.clear()
        case "hand":
            scene.cutting = False
            scene.close_answers()
        case "deal":
            scene.dealt_at = now
        case "seating":
            hand = scene.hand
            scene.moving = hand is not None and hand.dealt and not hand.ended
        case "act":
            scene.moving = False
            scene.close_answers()
        case "batch_end" if scene.record.match and scene.record.match.closed:
            scene.vault_lost = False  # it was the vault of that match
    scene.restart_clock(now)


def _follow_beside(scene: Scene, entry: Entry, now: int) -> None:
    """What suspends play, and the event that is played."""
    if entry.k in ("service", "call"):
        _follow_suspension(scene, entry, now)
    if entry.k == "event" and scene.plays_event and scene.event:
        scene.secrets = scene.event.batch
    if entry.k == "epoch" and scene.plays_event and scene.match_is_over:
        scene.end_event()


def _follow_suspension(scene: Scene, entry: Entry, now: int) -> None:
    act = entry.d["act"]
    scene.pause = scene.pause.suspended(scene.record.suspended, now)
    if entry.k == "service":
        _follow_service(scene, act)
    elif act == "begin":
        scene.paused_at = now


def _follow_service(scene: Scene, act: str) -> None:
    match act:
        case "begin":
            scene.bench.begin()
        case "mute" | "unmute":  # what a muted sensor said before is of no account
            for presence in scene.presences:
                presence.sit()


def _follow_seat(scene: Scene, seat: Seat, change: str, now: int) -> None:
    scene.ready.discard(seat)
    match change:
        case "left" if not any(chair.human for chair in scene.record.chairs):
            scene.house = ""  # house players do not play for themselves
            scene.came_at = None
        case "sat":
            scene.dismissed = True
            scene.presences[seat].sit()
            somebody_came(scene, now)
        case "lost":
            scene.lost_since[seat] = now
        case "linked":
            scene.lost_since.pop(seat, None)

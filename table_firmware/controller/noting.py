"""What is told of screens, sensors and secrets: it is noted, and nothing follows at once."""

from table_firmware.controller import inbox
from table_firmware.controller.presence import SILENCE
from table_firmware.controller.scene import Scene
from table_firmware.rules.cards import Seat


def note(scene: Scene, message: inbox.Message, now: int) -> None:
    """Keep what this message tells; others are passed over."""
    match message:
        case inbox.Linked(seat) | inbox.Unlinked(seat) | inbox.Heard(seat):
            _note_screen(scene, message, seat, now)
        case inbox.Examined(area, findings) if area == scene.bench.busy:
            scene.bench.find(findings)
        case inbox.SecretsFound(batch):
            scene.secrets = batch
        case inbox.SecretsLost():
            scene.vault_lost = True
        case inbox.Signed(root):
            scene.signed[root.size] = root
        case _:
            _note_board(scene, message, now)


def _note_screen(scene: Scene, message: inbox.Message, seat: Seat, now: int) -> None:
    presence = scene.presences[seat]
    match message:
        case inbox.Linked():
            presence.connected = True
            somebody_came(scene, now)
        case inbox.Unlinked():
            presence.connected = False
            now -= SILENCE
    presence.hear(now)


def _note_board(scene: Scene, message: inbox.Message, now: int) -> None:
    match message:
        case inbox.Sensed(seat, occupied):
            scene.presences[seat].sense(occupied, now)
            if occupied:  # a sensor that did not see who touched the screen sees him again
                scene.bench.ail(f"seat_{seat.name}", "", only="sticks")
        case inbox.Felt(role, level):
            scene.bench.feel(role, level)
        case inbox.Bounced(role, milliseconds):
            scene.bench.bounce(role, milliseconds)
        case inbox.BoardSilent(True, seats):
            scene.boards_silent_at = dict.fromkeys(seats, now) | scene.boards_silent_at
        case inbox.BoardSilent(_, seats):
            silent = scene.boards_silent_at
            scene.boards_silent_at = {s: at for s, at in silent.items() if s not in seats}


def somebody_came(scene: Scene, now: int) -> None:
    """The first person in an empty lobby; house players fill the table some time later."""
    if scene.current is None and scene.came_at is None:
        scene.came_at = now

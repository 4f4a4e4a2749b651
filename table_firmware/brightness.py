"""`tablectl service brightness`: the backlight of a seat's panel, from a terminal."""

from argparse import ArgumentParser, Namespace

from table_firmware.line import whole
from table_firmware.rules.cards import Seat
from table_firmware.service.areas.panels import BACKLIGHTS, screens
from table_firmware.service.areas.source import Machine
from table_firmware.service.faults import told
from table_firmware.trust_verbs import fail, say
from ui_kiosk.backlight import LEAST, Backlight

REFUSED = 3
"""Exit status where nothing could be done."""


def arguments_of(added: ArgumentParser) -> None:
    """What the verb takes."""
    added.add_argument("seat", choices=tuple(Seat.__members__), help="座位 / seat")
    words = f"亮度，{LEAST}–100；不写则只显示 / per cent, {LEAST} to 100; to see it, leave it out"
    added.add_argument("percent", type=whole(LEAST, 100), nargs="?", help=words)


def service_brightness(arguments: Namespace) -> int:
    """Show the brightness of a seat's panel, or set it."""
    return brightness(Machine(), arguments.seat, arguments.percent)


def brightness(machine: Machine, seat: str, percent: int | None) -> int:
    """The same at this machine; the exit status."""
    named = [screen.backlight for screen in screens(machine) if seat in screen.seats.split(",")]
    folder = machine.root / BACKLIGHTS / (named[0] if named else "")
    light = Backlight(folder)
    if light.percent is None:
        return fail(told("backlight-missing", f"{seat}: {folder}"), REFUSED)
    if percent is not None and not light.set(percent):
        return fail(told("backlight-locked", f"{seat}: {folder}"), REFUSED)
    say([f"{seat} {folder.name}: {light.percent}%"])
    return 0

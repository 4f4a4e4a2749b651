"""Displays, their backlights and touch panels: which are there, and which seat has which."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check, Values, coded

ENVIRONMENTS: Final = "etc/table-firmware"
BACKLIGHTS: Final = "sys/class/backlight"
DARK: Final = 10
"""Per cent of the brightness below which nobody sees a picture."""
COMMENTS: Final = ("#", ";")
QUOTED: Final = re.compile(r"""'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)""")
SHARED: Final = 0o022
"""The group, or everybody, may write."""
MULTITOUCH: Final = 0x35
"""ABS_MT_POSITION_X, in the kernel's list of a device's axes."""


VARIABLES: Final = ("SEATS", "SEAT_OUTPUT", "SEAT_TOUCH", "SEAT_BACKLIGHT")


@dataclass(frozen=True, slots=True)
class Screen:
    """One seat's screen as its environment file names it; `seats` such as `E` or `E,S,W,N`."""

    seats: str
    output: str
    touch: str
    backlight: str = ""


def screens(machine: Machine) -> list[Screen]:
    """The screens that are configured."""
    found = [_settings(machine.read(path)) for path in machine.found(ENVIRONMENTS, "seat-*.env")]
    return [Screen(*(each.get(name, "") for name in VARIABLES)) for each in found]


def _settings(text: str) -> Mapping[str, str]:
    stripped = map(str.strip, text.splitlines())
    lines = (line.partition("=") for line in stripped if not line.startswith(COMMENTS))
    return {key.strip(): _unquoted(value.strip()) for key, _, value in lines}


def _unquoted(value: str) -> str:
    """As systemd reads a value of an EnvironmentFile: without its quotes, and without backslashes
    but between single quotes."""
    return QUOTED.sub(_inside, value)


def _inside(part: re.Match[str]) -> str:
    single, double, escaped = part.groups()
    return single or re.sub(r'\\(["\\$`])', r"\1", double or "") or escaped or ""


def checks(machine: Machine) -> list[Check]:
    """All about displays and panels."""
    configured = screens(machine)
    return [
        *displays(machine, configured),
        *backlights(machine, configured),
        *touches(machine, configured),
    ]


def displays(machine: Machine, configured: list[Screen]) -> list[Check]:
    """Each connector of the graphics cards, and each that a seat wants and that is not there."""
    name = "panels.display"
    connectors = {
        path.parent.name.partition("-")[2]: path.parent
        for path in machine.found("sys/class/drm", "card*-*/status")
    }
    wanted = {screen.output: screen.seats for screen in configured if screen.output}
    found = [
        _display(machine, output, folder, wanted.get(output, ""))
        for output, folder in connectors.items()
    ]
    lost = [
        coded(name, "fault", "absent", "TBL-502", {"seats": seats}, output)
        for output, seats in wanted.items()
        if output not in connectors
    ]
    if not any(check.said == "connected" for check in found) and not lost:
        lost = [coded(name, "warning", "none", "no-display", {})]
    return found + lost


def _display(machine: Machine, output: str, folder: Path, seats: str) -> Check:
    name = "panels.display"
    modes = machine.read(folder / "modes").splitlines()
    values: Values = {"seats": seats or "-", "mode": modes[0] if modes else "-"}
    if machine.read(folder / "status") == "connected":
        return Check(name, "ok", "connected", part=output, values=values)
    if seats:
        return coded(name, "fault", "unplugged", "display-unplugged", values, output)
    return Check(name, "info", "unplugged", part=output, values=values)


def backlights(machine: Machine, configured: list[Screen]) -> list[Check]:
    """How bright each panel is whose backlight the kernel can set, and whether its seat may."""
    name = "panels.backlight"
    there = {path.name: path for path in machine.found(BACKLIGHTS, "*")}
    wanted = {screen.backlight: screen.seats for screen in configured if screen.backlight}
    found = [_backlight(machine, path, wanted.get(each, "")) for each, path in there.items()]
    lost = [
        coded(name, "warning", "absent", "backlight-missing", {"seats": seats}, each)
        for each, seats in wanted.items()
        if each not in there
    ]
    return [*found, *lost] or [Check(name, "info", "none")]


def _backlight(machine: Machine, folder: Path, seats: str) -> Check:
    name = "panels.backlight"
    most, now = (machine.number(folder / each) for each in ("max_brightness", "brightness"))
    values: Values = {"seats": seats or "-", "name": folder.name}
    if not most or most < 0 or now is None or now < 0:  # as the seat's own program sees it
        if not seats:
            return Check(name, "info", "unfit", part=folder.name, values=values)
        return coded(name, "warning", "unfit", "backlight-missing", values, folder.name)
    percent = round(100 * now / most)
    values = {**values, "percent": percent}
    if not seats:
        return Check(name, "info", "spare", part=folder.name, values=values)
    if percent < DARK or machine.number(folder / "bl_power"):
        return coded(name, "warning", "measured", "backlight-dark", values, folder.name)
    if not (folder / "brightness").stat().st_mode & SHARED:
        return coded(name, "warning", "measured", "backlight-locked", values, folder.name)
    return Check(name, "ok", "measured", part=folder.name, values=values)


def touches(machine: Machine, configured: list[Screen]) -> list[Check]:
    """The panel of each seat that has one, and the panels that no seat has."""
    panels = {path.name: path for path in machine.found("sys/class/input", "event*")}
    panels = {event: path for event, path in panels.items() if _is_panel(machine, path)}
    taken: dict[str, str] = {}
    found = [_seat_touch(machine, screen, panels, taken) for screen in configured if screen.touch]
    spare = [
        Check("panels.touch", "info", "spare", part=event, values=_port(machine, path))
        for event, path in panels.items()
        if event not in taken
    ]
    if not found and not spare:
        spare = [Check("panels.touch", "info", "none")]
    return found + spare


def _seat_touch(
    machine: Machine, screen: Screen, panels: Mapping[str, Path], taken: dict[str, str]
) -> Check:
    name, node = "panels.touch", machine.root / screen.touch.lstrip("/")
    if not node.exists():
        return coded(name, "fault", "absent", "touch-missing", {"path": screen.touch}, screen.seats)
    event = Path(os.path.realpath(node)).name
    values: Values
    if event in taken:
        values = {"event": event, "other": taken[event]}
        return coded(name, "fault", "shared", "touch-shared", values, screen.seats)
    taken[event] = screen.seats
    if event not in panels:
        values = {"path": screen.touch, "event": event}
        return coded(name, "warning", "strange", "touch-unfit", values, screen.seats)
    values = {"path": screen.touch, "event": event, **_port(machine, panels[event])}
    return Check(name, "ok", "found", part=screen.seats, values=values)


def _is_panel(machine: Machine, event: Path) -> bool:
    words = machine.read(event / "device/capabilities/abs").split()
    axes = 0
    for word in words:
        axes = axes << 64 | int(word, 16)
    return bool(axes >> MULTITOUCH & 1)


def _port(machine: Machine, event: Path) -> Values:
    panel = machine.read(event / "device/name") or "-"
    return {"panel": panel, "port": machine.read(event / "device/phys") or "-"}

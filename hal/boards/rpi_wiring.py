"""What the section `[board]` says of a Raspberry Pi's pins: roles, levels, pulls, brightness. Pure.

Pins are BCM numbers; `[board.pins]` maps a role or a lamp to one (docs/hardware.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hal.board import LAMPS, ROLES, BoardRefused

HIGHEST_PIN: Final = 27
SETTINGS: Final = ("name", "active", "pull", "lamp_active", "dimmed", "brightness", "pins")
FAINTEST: Final = 0.05
"""The least brightness; also the step: a dimmed lamp knows twenty of them."""
LIT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Wiring:
    """Which role or lamp is on which pin, and which level means on.

    `active_high`: an input reads 1 when on (a contact to 3.3 V); otherwise 0 (a contact to
    ground). `lamp_active_high`: a lamp burns when its pin is 1. `pull`: `up`, `down` or `none`.
    `dimmed` lamps may be pulsed, and shine at `brightness` (0 to 1) when they are full on; the
    others are only switched, as a relay has to be.
    """

    inputs: Mapping[str, int]
    lamps: Mapping[str, int]
    active_high: bool = False
    lamp_active_high: bool = True
    pull: str = "up"
    dimmed: tuple[str, ...] = ()
    brightness: float = 1.0

    def level(self, lit: bool) -> int:
        """The level of a lamp's pin."""
        return int(lit == self.lamp_active_high)

    def duty(self, lamp: str, asked: float) -> int:
        """Percent of the time that a lamp's pin is 1, for a brightness of 0 to 1."""
        shine = _stepped(asked * self.brightness) if lamp in self.dimmed else 100 * (asked >= LIT)
        return shine if self.lamp_active_high else 100 - shine


def _stepped(brightness: float) -> int:
    steps = round(brightness / FAINTEST)
    return round(100 * FAINTEST * max(steps, int(brightness > 0)))


def wiring(settings: Mapping[str, object]) -> Wiring:
    """The wiring that the section `[board]` describes. Raises BoardRefused."""
    unknown = sorted(set(settings) - set(SETTINGS))
    if unknown:
        raise refused(f"there is no setting {unknown[0]!r}", "remove it")
    pins = _pins(settings.get("pins"))
    lamps = {lamp: pins[lamp] for lamp in LAMPS if lamp in pins}
    dimmed = _dimmed(settings.get("dimmed", []), lamps)
    return Wiring(
        inputs={role: pins[role] for role in ROLES if role in pins},
        lamps=lamps,
        active_high=_choice(settings, "active", ("low", "high")) == "high",
        lamp_active_high=_choice(settings, "lamp_active", ("high", "low")) == "high",
        pull=_choice(settings, "pull", ("up", "down", "none")),
        dimmed=dimmed,
        brightness=_brightness(settings.get("brightness"), dimmed),
    )


def _pins(table: object) -> dict[str, int]:
    if not isinstance(table, Mapping) or not table:
        raise refused("no pins are given", "write one line a role in [board.pins]")
    taken: dict[int, str] = {}
    for role, pin in table.items():
        if role not in (*ROLES, *LAMPS):
            raise refused(f"no role is called {role!r}", "see docs/hardware.md for the roles")
        if type(pin) is not int or not 0 <= pin <= HIGHEST_PIN:
            raise refused(f"{role} = {pin!r} is not a pin", f"give a BCM number 0 to {HIGHEST_PIN}")
        if pin in taken:
            raise refused(f"{taken[pin]} and {role} are both on pin {pin}", "move one of them")
        taken[pin] = role
    return {role: pin for pin, role in taken.items()}


def _dimmed(lamps: object, wired: Mapping[str, int]) -> tuple[str, ...]:
    if not isinstance(lamps, list):
        raise refused(f"dimmed = {lamps!r} is not a list", "list the lamps that may be dimmed")
    for lamp in lamps:
        if lamp not in wired:
            raise refused(f"dimmed: no lamp {lamp!r} has a pin", "list lamps of [board.pins]")
    return tuple(lamp for lamp in wired if lamp in lamps)


def _brightness(value: object, dimmed: tuple[str, ...]) -> float:
    if value is None:
        return 1.0
    if not dimmed:
        raise refused("brightness is given for no lamp", "list the lamps it is for in dimmed")
    if type(value) not in (int, float) or not FAINTEST <= float(str(value)) <= 1:
        raise refused(f"brightness = {value!r} cannot be", f"give {FAINTEST} to 1")
    return float(str(value))


def _choice(settings: Mapping[str, object], key: str, allowed: tuple[str, ...]) -> str:
    value = settings.get(key, allowed[0])
    if value not in allowed:
        raise refused(f"{key} = {value!r} is unknown", f"choose one of: {', '.join(allowed)}")
    return str(value)


def refused(detail: str, remedy: str) -> BoardRefused:
    """The refusal of a section `[board]` that cannot be used."""
    return BoardRefused("TBL-202", f"[board]: {detail}", remedy)

"""The service screen, and what the other seats show meanwhile. Pure, and without Kivy."""

from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Contact, Finding, Lamp, Said, Service, View
from ui_kiosk import faults
from ui_kiosk.local import Local
from ui_kiosk.model import FaultBody
from ui_kiosk.model_parts import Button
from ui_kiosk.model_service import Cell, Histogram, PinPad, Row, ServiceBody
from ui_kiosk.present_head import panel_head
from ui_kiosk.speech import seat_text
from ui_kiosk.text import coded, text

PAGES: Final = ("contacts", "bounce", "touch", "display", "checks")
LEAF: Final = 2
FIELDS: Final = {
    "red": (1.0, 0.0, 0.0, 1.0),
    "green": (0.0, 1.0, 0.0, 1.0),
    "blue": (0.0, 0.0, 1.0, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "grey": (0.5, 0.5, 0.5, 1.0),
    "black": (0.0, 0.0, 0.0, 1.0),
}
"""A pixel that is dead, or stuck in a colour, stands out in at least one of these."""
MOST_PIN: Final = 12
LEAST_PIN: Final = 6
STEP: Final = 10
"""Per cent by which a touch changes the brightness."""
LONG: Final = 20
"""Milliseconds from which a bounce is too long."""
TONES: Final = {"ok": "good", "info": "muted", "warning": "turn", "fault": "bad"}


# ------------------------------------------------------------------ the way in


def pad(view: View, local: Local) -> PinPad | None:
    """The pad for the PIN; None while it is closed."""
    if local.panel != "pin":
        return None
    say, refused = local.language, local.refused
    told = ""
    if refused is not None and refused.code.startswith("pin-"):
        told = coded(say, "refused", refused.code).format(seconds=refused.seconds)
    keys = [Button(f"pin:{digit}", digit) for digit in "123456789"]
    enough = len(local.pin) >= LEAST_PIN
    return PinPad(
        head=panel_head(view, local, text(say, "service.pin_title"), tone="quiet"),
        why=text(say, "service.pin_why"),
        typed="●" * len(local.pin),
        told=told,
        keys=(
            *keys,
            Button("pin:erase", text(say, "button.erase"), bool(local.pin)),
            Button("pin:0", "0"),
            Button("pin:enter", text(say, "button.enter"), enough, "main"),
        ),
    )


def title(view: View, say: str) -> str:
    """What every seat is told."""
    touch = view.service.touch if view.service else None
    if touch is not None:
        return text(say, "service.touch_this" if touch == view.seat else "service.touch_other")
    return text(say, "service.title")


def suspended(view: View, say: str) -> FaultBody:
    """A seat that is not the technician's, or a screen that waits for a touch."""
    told = view.service
    touch = told.touch if told else None
    if touch is not None:
        return FaultBody(text(say, "service.touch_seat", seat=seat_text(say, touch)))
    return FaultBody(text(say, "service.claim" if told and told.free else "service.wait"))


def buttons(view: View, say: str) -> tuple[Button, ...]:
    """What can be done beside the pages."""
    told = view.service
    if told is None:
        return ()
    if told.touch is not None:
        give_up = Button("tend:match", text(say, "service.give_up"))
        return (give_up,) if told.mine else ()
    if told.free:
        return (Button("tend:claim", text(say, "service.here"), tone="main"),)
    return (Button("tend:leave", text(say, "service.leave"), tone="main"),) if told.mine else ()


# ------------------------------------------------------------------ the pages


def body(local: Local, service: Service) -> ServiceBody:
    """The page that is open."""
    say, page = local.language, local.page.partition("=")[0]
    page = "checks" if page == "found" else page
    tabs = tuple(
        Button(f"page:{each}", text(say, f"service.{each}"), chosen=each == page) for each in PAGES
    )
    match local.page.partition("="):
        case "field", _, colour if colour in FIELDS:
            hint = text(say, "service.field_hint")
            return ServiceBody("field", tabs, hint, colour=FIELDS[colour], close=_next(colour, say))
        case "wipe", _, _:
            close = Button("page:touch", text(say, "button.close"), tone="main")
            return ServiceBody("wipe", tabs, text(say, "service.wipe_hint"), close=close)
        case "touch", _, _:
            return _touch(local, service, tabs)
        case "display", _, _:
            return _display(local, tabs)
        case "bounce", _, _:
            return _bounce(say, service, tabs)
        case "checks", _, _:
            return _checks(say, service, tabs)
        case "found", _, _:
            return _found(local, service, tabs)
    return _contacts(say, service, tabs)


def _next(colour: str, say: str) -> Button:
    """A touch of one field leads to the next; after the last one back to the page."""
    names = list(FIELDS)
    after = names[names.index(colour) + 1 :]
    return Button(f"page:field={after[0]}" if after else "page:display", text(say, "button.next"))


def _display(local: Local, tabs: tuple[Button, ...]) -> ServiceBody:
    say = local.language
    tools = (Button(f"page:field={next(iter(FIELDS))}", text(say, "service.fields"), tone="main"),)
    areas = tuple(Button(f"page:field={each}", text(say, f"service.{each}")) for each in FIELDS)
    if local.light is not None:
        steps = (("darker", -STEP), ("brighter", STEP))
        areas += tuple(Button(f"light:{n}", text(say, f"service.{name}")) for name, n in steps)
    intro = text(say, "service.display_hint")
    rows = (_brightness(local),)
    return ServiceBody("display", tabs, intro, areas=areas, rows=rows, tools=tools)


def _brightness(local: Local) -> Row:
    say, name = local.language, text(local.language, "service.brightness")
    if local.light is None:
        return Row(name, text(say, "service.none"), "muted", text(say, "service.bright_none"))
    level = text(say, "service.percent", n=local.light)
    known = faults.entry(say, "backlight-locked") if local.fixed else None
    if known is not None:
        return Row(name, f"{level} {known.code}", "bad", known.text, remedy=known.remedy)
    return Row(name, level, "good", text(say, "service.bright_hint"))


def _touch(local: Local, service: Service, tabs: tuple[Button, ...]) -> ServiceBody:
    say = local.language
    rows = tuple(
        Row(
            seat_text(say, seat),
            text(say, "service.matched" if seat in service.panels else "service.usual"),
            "turn" if seat in service.panels else "muted",
            service.panels.get(seat, ""),
        )
        for seat in Seat
    )
    tools = (
        Button("page:wipe", text(say, "service.wipe")),
        Button("tend:match", text(say, "service.match"), tone="main"),
    )
    return ServiceBody("touch", tabs, text(say, "service.touch_hint"), rows=rows, tools=tools)


def _checks(say: str, service: Service, tabs: tuple[Button, ...]) -> ServiceBody:
    areas = tuple(
        Button(f"tend:examine={area}", coded(say, "service", f"area_{area}"), not service.busy)
        for area in service.areas
    )
    if not service.fault:
        return ServiceBody("checks", tabs, text(say, "service.checks_hint"), areas=areas)
    known = faults.entry(say, service.fault)
    intro = text(say, "service.noise_fault", code=known.code if known else service.fault)
    again = Button("tend:noise", text(say, "service.noise_again"), not service.busy, "main")
    return ServiceBody("checks", tabs, intro, areas=areas, tools=(again,))


def _found(local: Local, service: Service, tabs: tuple[Button, ...]) -> ServiceBody:
    """What the last checks found, some at a time."""
    say, found = local.language, service.findings
    leaves = max(1, -(-len(found) // LEAF))
    leaf = local.leaf % leaves
    rows = tuple(_row(say, each) for each in found[leaf * LEAF : (leaf + 1) * LEAF])
    tools = [Button("page:checks", text(say, "service.other"))]
    if leaves > 1:
        tools.insert(0, Button("leaf", text(say, "service.more", leaf=leaf + 1, leaves=leaves)))
    if service.busy:
        intro = text(say, "service.busy")
    elif found:
        intro = coded(say, "service", f"area_{found[0].area}")
    else:
        intro = text(say, "service.checks_hint")
    return ServiceBody("found", tabs, intro, rows=rows, tools=tuple(tools))


def _row(say: str, found: Finding) -> Row:
    level = " ".join((text(say, f"service.level_{found.level}"), found.code)).strip()
    tone = TONES.get(found.level, "bad")
    told = (_said(say, found.title), level, tone, _said(say, found.text))
    return Row(*told, remedy=_said(say, found.remedy))


def _said(say: str, told: Said) -> str:
    return told.zh if say == "zh" else told.en


# ------------------------------------------------------------------ contacts and lamps


def _bounce(say: str, service: Service, tabs: tuple[Button, ...]) -> ServiceBody:
    """A line a contact: its level and its line live, and how its changes bounced."""
    heads = (
        *(text(say, f"service.bounce_{name}") for name in ("role", "line", "level")),
        *map(str, service.steps),
        text(say, "service.bounce_longest"),
    )
    bad = sum(step < LONG for step in service.steps)
    bounces = tuple(_histogram(say, contact, bad) for contact in service.contacts)
    intro = text(say, "service.bounce_hint")
    return ServiceBody("bounce", tabs, intro, heads=heads, bounces=bounces)


def _histogram(say: str, contact: Contact, bad: int) -> Histogram:
    cell = _contact(say, contact.role, contact)
    longest = text(say, "service.milliseconds", n=contact.longest) if contact.bounces else ""
    told = cell.name, contact.line, cell.state, cell.tone
    return Histogram(*told, contact.bounces, longest, bad)


def _contacts(say: str, service: Service, tabs: tuple[Button, ...]) -> ServiceBody:
    """A row a seat: its sensor, its button, its lamp; the service switch last."""
    contacts = {contact.role: contact for contact in service.contacts}
    lamps = {lamp.role: lamp for lamp in service.lamps}
    cells: list[Cell] = []
    for seat in Seat:
        for kind in ("seat", "button"):
            role = f"{kind}_{seat.name}"
            cells.append(_contact(say, role, contacts.get(role)))
        cells.append(_lamp(say, f"lamp_{seat.name}", lamps.get(f"lamp_{seat.name}")))
    note = ""
    if switch := contacts.get("service"):
        cell = _contact(say, "service", switch)
        note = f"{cell.name}: {cell.state} · {cell.more}"
    intro = text(say, "service.contacts_hint")
    return ServiceBody("contacts", tabs, intro, cells=tuple(cells), note=note)


def role_text(say: str, role: str) -> str:
    """`东 传感器`: a role as people call it."""
    kind, _, seat = role.partition("_")
    name = text(say, f"service.role_{kind}")
    return f"{seat_text(say, Seat[seat])} {name}" if seat else name


def _contact(say: str, role: str, contact: Contact | None) -> Cell:
    off = Button("", "", enabled=False)
    if contact is None:
        return Cell(role_text(say, role), text(say, "service.none"), "", "muted", off)
    kind = role.partition("_")[0]
    state, tone = text(say, f"service.{kind}_{int(contact.level)}"), "plain"
    if contact.level:
        tone = "good"
    if contact.fault:
        state, tone = f"{state} · {text(say, f'service.{contact.fault}')}", "bad"
    if not contact.known:
        state, tone = text(say, "service.silent"), "bad"
    more = [contact.line] if contact.line else []
    more.append(text(say, "service.changes", n=contact.changes))
    act = "unmute" if contact.muted else "mute"
    button = Button(f"tend:{act}={role}", text(say, f"service.{act}"), chosen=contact.muted)
    return Cell(role_text(say, role), state, " · ".join(more), tone, button)


def _lamp(say: str, role: str, lamp: Lamp | None) -> Cell:
    if lamp is None:
        off = Button("", "", enabled=False)
        return Cell(role_text(say, role), text(say, "service.none"), "", "muted", off)
    state = text(say, f"service.lamp_{int(lamp.lit)}")
    button = Button(f"tend:lamp={role}", text(say, "service.try"), chosen=lamp.lit)
    return Cell(role_text(say, role), state, lamp.line, "turn" if lamp.lit else "plain", button)

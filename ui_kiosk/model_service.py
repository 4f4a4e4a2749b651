"""What the service screen shows, and the pad before it, as plain values (`model`)."""

from dataclasses import dataclass

from ui_kiosk.model_parts import Button, PanelHead


@dataclass(frozen=True, slots=True)
class Cell:
    """A contact or a lamp: what it is, how it is now, and more. tone: of the state, as in
    `theme.TONES`. button: what a touch does; its text says so."""

    name: str
    state: str
    more: str
    tone: str
    button: Button


@dataclass(frozen=True, slots=True)
class Row:
    """A line of text: what, how well (in `tone`), what was found, and what to do."""

    title: str
    level: str
    tone: str
    text: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How a contact bounces: what it is, its line, its level in `tone`, and how many of its
    changes bounced for how long; bad: from which column on that is too long."""

    name: str
    line: str
    level: str
    tone: str
    counts: tuple[int, ...]
    longest: str
    bad: int


@dataclass(frozen=True, slots=True)
class ServiceBody:
    """One page of the service screen. page: `contacts`, `bounce`, `checks`, `found`, `touch`,
    `display`, and over the whole screen `field` (one colour) and `wipe` (a grid to be touched all
    over).

    tabs: the pages; intro: what to do; note: beside the title; cells: in rows of three; areas:
    what can be examined; rows: text, `leaf` of them at a time; tools: buttons of the page;
    heads: over the columns of bounces.
    """

    page: str
    tabs: tuple[Button, ...]
    intro: str
    cells: tuple[Cell, ...] = ()
    areas: tuple[Button, ...] = ()
    rows: tuple[Row, ...] = ()
    tools: tuple[Button, ...] = ()
    colour: tuple[float, float, float, float] = (0, 0, 0, 1)
    close: Button | None = None
    note: str = ""
    heads: tuple[str, ...] = ()
    bounces: tuple[Histogram, ...] = ()


@dataclass(frozen=True, slots=True)
class PinPad:
    """Asks for the technician's PIN. typed: a dot a digit."""

    head: PanelHead
    why: str
    typed: str
    told: str
    keys: tuple[Button, ...]

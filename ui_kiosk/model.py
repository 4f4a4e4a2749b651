"""What a screen shows, as plain values: all texts final, all choices made.

The presenter makes these; the screens only fill widgets from them. Nothing here knows Kivy.
"""

from dataclasses import dataclass

from table_firmware.rules.frozen import frozen
from ui_kiosk.model_parts import Badge, Bubble, Button, ClockFace, Code, PanelHead, Taken, Top
from ui_kiosk.model_service import PinPad, ServiceBody
from ui_kiosk.model_table import TableBody
from ui_kiosk.model_tiles import Group, TilesBody
from ui_kiosk.widgets.fan import CardFace


@dataclass(frozen=True, slots=True)
class LobbyBody:
    """Before a match."""

    seat: str
    mode_word: str
    mode: str
    mode_note: str
    modes: tuple[Button, ...]
    hint: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class DigitsBody:
    """The commitment and the digits pad (`deal1` §4)."""

    typed: str
    count: str
    why: str
    pin: str
    commitment_word: str
    commitment: str
    code: Code
    keys: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class CutBody:
    """The deck that one player may cut (`deal1` §5). place: cards above the cut, 0 before one is
    chosen; live: this seat chooses."""

    why: str
    chosen: str
    cards: int
    place: int
    live: bool


@dataclass(frozen=True, slots=True)
class DrawBody:
    """Trump and first leader, published before the deal (000 §17), or what a game draws instead;
    and where people sit after it. shown: cards, with what is said of them."""

    trump_word: str
    trump: str
    shown: tuple[CardFace, ...]
    shown_text: str
    leader_word: str
    leader: str
    note: str
    digits: str
    cut: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a score, drawn under it, in tenths; in a legend before the name of a column. What
    was taken away lies before zero. tone: as of a message."""

    column: int
    start: int
    end: int
    tone: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a result table. mine: it is about this seat or its pair. bars: of what the score
    is made."""

    cells: tuple[str, ...]
    mine: bool = False
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultBody:
    """A result: `head` and `rows` of one table, `pairs` under it, receipts to scan; or `groups`,
    the hand that was won, and its `sums` over the rows. note: what is said in the place of rows
    that would mean nothing, as of a void hand. legend: which bars are of which column. reason: why
    there was a reward."""

    winner: str
    mark: str
    head: tuple[str, ...]
    rows: tuple[TableRow, ...]
    pairs: tuple[TableRow, ...]
    codes: tuple[Code, ...]
    open_codes: tuple[Button, ...]
    enlarged: Code | None
    close: Button
    groups: tuple[Group, ...] = ()
    sums: tuple[str, ...] = ()
    note: str = ""
    legend: tuple[Bar, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FaultBody:
    """The table has stopped, or the connection is lost (then there is only a text). entry: what
    the QR code beside it holds."""

    text: str
    code: str = ""
    ask: str = ""
    remedy: str = ""
    entry: str = ""


Body = (
    LobbyBody
    | DigitsBody
    | CutBody
    | DrawBody
    | TableBody
    | TilesBody
    | ResultBody
    | FaultBody
    | ServiceBody
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A setting and its values, the present one chosen."""

    name: str
    values: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class SettingsPanel:
    """All settings of this screen. service: the technician's way in."""

    head: PanelHead
    choices: tuple[Choice, ...]
    service: Button | None = None


@frozen
class ScreenModel:
    """One screen. name: which of the screens; message with its tone `plain`, `good` or `alert`.
    asked: what the player is asked for that others wait for, empty for nothing. bubble: what is
    said at a button. taken: that the table plays for him."""

    name: str
    language: str
    title: str
    message: str
    tone: str
    top: Top
    badges: tuple[Badge, ...]
    clock: ClockFace | None
    buttons: tuple[Button, ...]
    utility: tuple[Button, ...]
    notice: str
    body: Body
    settings: SettingsPanel | None = None
    pad: PinPad | None = None
    asked: str = ""
    bubble: Bubble | None = None
    taken: Taken | None = None

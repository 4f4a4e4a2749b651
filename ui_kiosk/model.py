"""What a screen shows, as plain values: all texts final, all choices made.

The presenter makes these; the screens only fill widgets from them. Nothing here knows Kivy.
"""

from dataclasses import dataclass

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.round import Reading
from ui_kiosk.widgets.fan import CardFace

SIDES = ("bottom", "right", "top", "left")
"""Where a seat stands on the screen, counted from the own seat in the order of play."""

Slot = tuple[Card, int]
"""One card of a hand: its face and which of the equal faces it is, from 0."""


@dataclass(frozen=True, slots=True)
class Button:
    """A touch area. act: what it does, as for `press.press`. tone: `main`, `plain`, `quiet`."""

    act: str
    text: str
    enabled: bool = True
    tone: str = "plain"
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Badge:
    """A seat at the table. tone of `status`: `plain`, `turn`, `good`, `bad`. gone: why the
    system plays for a player who is not there, empty while he is; back: how his return is told.
    calls: that the operator is called from here, empty if not."""

    seat: Seat
    side: str
    name: str
    relation: str
    who: str
    cards: str
    status: str
    tone: str
    friend: bool
    turn: bool
    gone: str = ""
    back: str = ""
    calls: str = ""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock of view number `view`; `mine`: this seat is waited for. Times in ms, `left_ms` is
    what was left when the view came."""

    view: int
    left_ms: int
    full_ms: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Top:
    """The line at the top. trump: the rank as it is spoken, empty where there is none yet."""

    title: str
    hand: str
    trick: str
    trump: str
    trump_word: str
    score: tuple[tuple[str, str, bool], ...]
    practice: str
    saving: str


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies before a seat in this trick; `passed` instead of cards. best: nobody beats it.
    heavy: it is a bomb or the like."""

    side: str
    cards: tuple[CardFace, ...]
    label: str
    passed: str
    best: bool
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """One way to take the selected cards: `cards` as they stand, wilds as what they stand for."""

    button: Button
    reading: Reading | None
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """What a pair exchanged: the two seats' cards, or `none` as a text."""

    left: str
    right: str
    cards: tuple[CardFace, ...]
    none: str


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One play of the panel of played cards."""

    seat: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class PlayedPanel:
    """All cards played in this hand, oldest first (000 §41.1)."""

    title: str
    empty: str
    lines: tuple[PlayedLine, ...]
    close: Button


@dataclass(frozen=True, slots=True)
class HelpLine:
    """Something explained: its name, a picture of cards or none, a sentence."""

    name: str
    cards: tuple[CardFace, ...]
    text: str


@dataclass(frozen=True, slots=True)
class HelpPanel:
    """One page of the help. title: empty, or that the seat is waited for."""

    title: str
    tabs: tuple[Button, ...]
    lines: tuple[HelpLine, ...]
    columns: int
    close: Button


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: the digits in it, what to do with it, and the name of the random source."""

    payload: str
    caption: str
    noise: str


# ------------------------------------------------------------------ bodies


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
class TableBody:
    """A hand in play, in all its phases. caught: 接风, and who leads by it. call: the button on
    the felt for the operator. cover: how the hand answers to a finger, as `HandView` knows it;
    covered: what is said over its backs."""

    cards: tuple[CardFace, ...]
    piles: tuple[Pile, ...]
    swaps: tuple[Swap, ...]
    laid: tuple[CardFace, ...]
    prompt: str
    readings: tuple[ReadingOption, ...]
    readings_title: str
    played: Button
    panel: PlayedPanel | None
    help: Button | None
    help_panel: HelpPanel | None
    caught: str = ""
    call: Button | None = None
    cover: str = "open"
    covered: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together. word: what it is, as it is called out; note: more of it, such as
    its 胡息. heavy: it is something that all should notice."""

    tiles: tuple[CardFace, ...]
    word: str
    note: str = ""
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class TileSide:
    """One player of 跑胡子 as he is seen. dealer: that he is it, or empty. huxi: of what can be
    counted; melds: oldest first; row: his discards and what nobody took, oldest first. stuck:
    that he is 相公, or empty."""

    side: str
    badge: Badge
    dealer: str
    huxi: str
    melds: tuple[Group, ...]
    row: tuple[CardFace, ...]
    stuck: str = ""


@dataclass(frozen=True, slots=True)
class OpenTile:
    """The tile in the middle. side: where it comes from; number: grows with each tile; told: by
    whom and how; note: what else this player should know of it."""

    face: CardFace
    side: str
    number: int
    told: str
    note: str


@dataclass(frozen=True, slots=True)
class TilesBody:
    """A hand of 跑胡子 in play. cards: the own hand by columns; sides: the players, the own one at
    the `bottom`; watching: that this place only looks on, or empty. choice: the ways to eat, while
    they are open, as many as a page has; more: leads to the next page. cover,
    covered, call and help as in `TableBody`."""

    cards: tuple[CardFace, ...]
    sides: tuple[TileSide, ...]
    open: OpenTile | None
    stock: str
    choice: tuple[ReadingOption, ...]
    choice_title: str
    back: Button | None
    more: Button | None
    help: Button | None
    help_panel: HelpPanel | None
    call: Button | None = None
    cover: str = "open"
    covered: str = ""
    watching: str = ""
    ended: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a result table. mine: it is about this seat or its pair."""

    cells: tuple[str, ...]
    mine: bool = False


@dataclass(frozen=True, slots=True)
class ResultBody:
    """A result: `head` and `rows` of one table, `pairs` under it, receipts to scan; or `groups`,
    the hand that was won, and its `sums` over the rows."""

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


@dataclass(frozen=True, slots=True)
class FaultBody:
    """The table has stopped, or the connection is lost (then there is only a text). entry: what
    the QR code beside it holds."""

    text: str
    code: str = ""
    ask: str = ""
    remedy: str = ""
    entry: str = ""


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

    title: str
    choices: tuple[Choice, ...]
    close: Button
    service: Button | None = None


@dataclass(frozen=True, slots=True)
class PinPad:
    """Asks for the technician's PIN. typed: a dot a digit."""

    title: str
    why: str
    typed: str
    told: str
    keys: tuple[Button, ...]
    close: Button


@dataclass(frozen=True, slots=True)
class ScreenModel:
    """One screen. name: which of the screens; message with its tone `plain`, `good` or `alert`.
    asked: what the player is asked for that others wait for, empty for nothing."""

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

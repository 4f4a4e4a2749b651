"""Parts that several screens show, as plain values (`model`)."""

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Reading
from ui_kiosk.widgets.fan import CardFace

SIDES = ("bottom", "right", "top", "left")
"""Where a seat stands on the screen, counted from the own seat in the order of play."""

Slot = tuple[Card, int]
"""One card of a hand: its face and which of the equal faces it is, from 0."""


@frozen
class Button:
    """A touch area. act: what it does, as for `press.press`. tone: `main`, `plain`, `quiet`."""

    act: str
    text: str
    enabled: bool = True
    tone: str = "plain"
    chosen: bool = False


@frozen
class Bubble:
    """Said at the button with this act: a question to which it is the answer, and `no` the other
    one; or, without one, what has just followed."""

    act: str
    text: str
    no: Button | None = None


@frozen
class Taken:
    """That the table plays for the player, and the button with which he takes his hand back."""

    text: str
    button: Button


@frozen
class Badge:
    """A seat at the table. tone of `status`: `plain`, `turn`, `good`, `bad`. gone: why the
    system plays for a player who is not there, empty while he is; back: how his return is told.
    calls: that the staff are called from here, empty if not."""

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


@frozen
class ClockFace:
    """The clock of view number `view`; `mine`: this seat is waited for. Times in ms, `left_ms` is
    what was left when the view came."""

    view: int
    left_ms: int
    full_ms: int
    mine: bool


@frozen
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


@frozen
class ReadingOption:
    """One way to take the selected cards: `cards` as they stand, wilds as what they stand for."""

    button: Button
    reading: Reading | None
    cards: tuple[CardFace, ...]


@frozen
class HelpLine:
    """Something explained: its name, a picture of cards or none, a sentence."""

    name: str
    cards: tuple[CardFace, ...]
    text: str


@frozen
class PanelHead:
    """The head of a panel over the table. title: what it is, or empty. turn: who is waited for, in
    the tone `turn` if it is this player."""

    title: str
    turn: str
    tone: str
    close: Button


@frozen
class HelpPanel:
    """One page of the help."""

    head: PanelHead
    tabs: tuple[Button, ...]
    lines: tuple[HelpLine, ...]
    columns: int


@frozen
class Code:
    """A QR code: the digits in it, what to do with it, and the name of the random source. why: what
    it is good for, where there is room for more than a line."""

    payload: str
    caption: str
    noise: str
    why: str = ""

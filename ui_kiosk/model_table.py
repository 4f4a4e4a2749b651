"""What the screen of a hand of cards shows, as plain values (`model`)."""

from table_firmware.rules.frozen import frozen
from ui_kiosk.model_parts import Button, HelpPanel, PanelHead, ReadingOption
from ui_kiosk.widgets.fan import CardFace


@frozen
class Pile:
    """What lies before a seat in this trick; `passed` instead of cards. best: nobody beats it.
    heavy: it is a bomb or the like."""

    side: str
    cards: tuple[CardFace, ...]
    label: str
    passed: str
    best: bool
    heavy: bool = False


@frozen
class Swap:
    """What a pair exchanged: the two seats' cards, or `none` as a text."""

    left: str
    right: str
    cards: tuple[CardFace, ...]
    none: str


@frozen
class PlayedLine:
    """One move in the panel of played cards: who, and with what; without cards he has passed, and
    `seat` says so."""

    seat: str
    cards: tuple[CardFace, ...]


@frozen
class PlayedTrick:
    """A trick in that panel. caught: that it was led by 接风. told: who won it, or that it is on
    the table (`now`)."""

    title: str
    caught: str
    told: str
    moves: tuple[PlayedLine, ...]
    now: bool


@frozen
class PlayedPanel:
    """All cards played in this hand, oldest first (000 §41.1). earlier, later: buttons for where
    not all has room."""

    head: PanelHead
    empty: str
    tricks: tuple[PlayedTrick, ...]
    earlier: Button
    later: Button


@frozen
class TableBody:
    """A hand in play, in all its phases. caught: 接风, and who leads by it. over: how many tricks
    are; won: which other seat won the last of them. call: the button on the felt for the operator.
    cover: how the hand answers to a finger, as `HandView` knows it; covered: what is said over its
    backs. laid_word: what the laid cards are."""

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
    over: int = 0
    won: str = ""
    call: Button | None = None
    cover: str = "open"
    covered: str = ""
    laid_word: str = ""

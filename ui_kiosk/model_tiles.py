"""What the screen of a hand of tiles shows, as plain values (`model`)."""

from dataclasses import dataclass

from ui_kiosk.model_parts import Badge, Button, HelpPanel, ReadingOption
from ui_kiosk.widgets.fan import CardFace


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

"""A player of 跑胡子 at the table: who, what he holds and counts, his melds and his row."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model_tiles import Group, TileSide
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.tiles import TileColumns, TileLines
from ui_kiosk.widgets.words import Plate, Words

HEAD: Final = 76
ROW: Final = 50
LARGEST: Final = 50
"""The head of a discard, in units."""
OWN: Final = 210
OWN_HIGH: Final = 168
NAME: Final = 34


def in_columns(melds: Sequence[Group]) -> tuple[CardFace, ...]:
    """Each meld as a column."""
    return tuple(
        replace(tile, group=number) for number, meld in enumerate(melds) for tile in meld.tiles
    )


class TileHead(Widget):  # type: ignore[misc]
    """Name, dealer and tiles in hand; 胡息 and what the player is doing. tall: one under the
    other."""

    def __init__(self, *, tall: bool = False) -> None:
        super().__init__()
        self._tall = tall
        self._plate = Plate()
        self._mark = Plate()
        self._dealer = Words(halign="center", bold=True)
        self._name = Words(bold=True)
        self._count = Words(halign="left" if tall else "right", bold=True)
        self._huxi = Words(bold=True)
        self._status = Words(halign="left" if tall else "right", bold=True)
        words = (self._dealer, self._name, self._count, self._huxi, self._status)
        for part in (self._plate, self._mark, *words):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self._plate.place(area, radius=px(14))
        room = area.inset(px(10), px(4))
        lines = room.rows(4 if self._tall else 2)
        mark = lines[0].left(px(44), px(8)) if self._tall else room.left(px(44), px(8))
        mark = mark.centre(px(42), px(42))
        self._mark.place(mark, radius=px(21))
        self._dealer.place(mark, px(28))
        if self._tall:
            name, huxi, count, status = lines
        else:
            name, huxi = room.rows(2)
            count, status = name.right(name.w * 0.34), huxi.right(huxi.w * 0.5)
        self._name.place(name, px(30))
        self._huxi.place(huxi, px(28))
        self._count.place(count, px(28))
        self._status.place(status, px(25))

    def show(self, side: TileSide) -> None:
        """Another state."""
        badge = side.badge
        edge = theme.GOLD if badge.turn else theme.LINE
        self._plate.paint(theme.PANEL, edge, 3 if badge.turn else 1.4)
        self._mark.paint(theme.GOLD if side.dealer else CLEAR)
        self._dealer.say(side.dealer, theme.DARK_INK)
        name = f"{badge.name} · {badge.relation}" if badge.relation else badge.name
        self._name.say(name, theme.GOLD if badge.turn else theme.INK)
        self._count.say(badge.cards)
        self._huxi.say(side.huxi, theme.GOLD)
        stuck = bool(side.stuck) and badge.tone == "plain"
        tone = "bad" if stuck else badge.tone
        self._status.say(side.stuck if stuck else badge.status, theme.TONES[tone])


class TileSideView(Widget):  # type: ignore[misc]
    """A player at the felt: head, melds, and the row under them; a wide one has its head beside
    them."""

    def __init__(self, *, wide: bool = False) -> None:
        super().__init__(opacity=0)
        self._wide = wide
        self._head = TileHead(tall=wide)
        self._melds = TileColumns(halign="left")
        self._row = TileLines()
        for part in (self._head, self._melds, self._row):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        room = Area(area.x, area.y, area.w, area.h)
        if self._wide:
            self._head.place(room.left(px(OWN), px(16)).centre(px(OWN), px(OWN_HIGH)), scale)
        else:
            self._head.place(room.top(px(HEAD), px(6)), scale)
        self._row.largest = px(LARGEST)
        row = room.bottom(px(ROW), px(4))
        for part, box in ((self._row, row), (self._melds, room)):
            part.pos, part.size = (box.x, box.y), (box.w, box.h)

    def show(self, side: TileSide | None) -> None:
        """Another player or state, or none."""
        self.opacity = 0 if side is None else 1
        if side is None:
            return
        self._head.show(side)
        self._melds.show(in_columns(side.melds))
        self._row.show(side.row)


class MeldsView(Widget):  # type: ignore[misc]
    """The own melds, each with its name over it."""

    def __init__(self) -> None:
        super().__init__()
        self._tiles = TileColumns(halign="left")
        self._words: list[Words] = []
        self._scale = Scale(1)
        self.add_widget(self._tiles)

    def place(self, area: Area, scale: Scale) -> None:
        """Where they stand."""
        self._scale = scale
        room = Area(area.x, area.y, area.w, area.h - scale.px(NAME))
        self._tiles.pos, self._tiles.size = (room.x, room.y), (room.w, room.h)

    def show(self, melds: Sequence[Group]) -> None:
        """These melds."""
        self._tiles.show(in_columns(melds))
        while len(self._words) < len(melds):
            self._words.append(Words(halign="center", bold=True))
            self.add_widget(self._words[-1])
        laid = self._tiles.laid()
        wide, high = laid.card
        tops = {spot.x: spot.y + high for spot in reversed(laid.spots)}
        for place, words in enumerate(self._words):
            words.say(melds[place].word if place < len(melds) else "", theme.GOLD)
        for words, left in zip(self._words, laid.lefts, strict=False):
            over = Area(self._tiles.x + left, self._tiles.y + tops[left], wide, 0)
            over.h = self._scale.px(NAME)
            words.place(over, self._scale.px(26))

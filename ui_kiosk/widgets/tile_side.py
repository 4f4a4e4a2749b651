"""A player of 跑胡子 at the table: who, what he holds and counts, his melds and his row."""

from collections.abc import Sequence
from dataclasses import replace

from kivy.uix.widget import Widget

from ui_kiosk import theme
from ui_kiosk.model import Group, TileSide
from ui_kiosk.theme import CLEAR, Area, Scale
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.tiles import TileColumns, TileLines
from ui_kiosk.widgets.words import Plate, Words

HEAD = 76
ROW = 76


def in_columns(melds: Sequence[Group]) -> tuple[CardFace, ...]:
    """Each meld as a column."""
    return tuple(
        replace(tile, group=number) for number, meld in enumerate(melds) for tile in meld.tiles
    )


class TileHead(Widget):  # type: ignore[misc]
    """Two lines: name, dealer and tiles in hand; 胡息 and what the player is doing."""

    def __init__(self) -> None:
        super().__init__()
        self._plate = Plate()
        self._mark = Plate()
        self._dealer = Words(halign="center", bold=True)
        self._name = Words(bold=True)
        self._count = Words(halign="right", bold=True)
        self._huxi = Words(bold=True)
        self._status = Words(halign="right", bold=True)
        words = (self._dealer, self._name, self._count, self._huxi, self._status)
        for part in (self._plate, self._mark, *words):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self._plate.place(area, radius=px(14))
        room = area.inset(px(10), px(4))
        mark = room.left(px(44), px(8)).centre(px(44), px(44))
        self._mark.place(mark, radius=px(22))
        self._dealer.place(mark, px(28))
        upper, lower = room.rows(2)
        self._count.place(upper.right(upper.w * 0.34), px(28))
        self._name.place(upper, px(30))
        self._huxi.place(lower.left(lower.w * 0.5), px(28))
        self._status.place(lower, px(25))

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
        stuck = side.stuck and badge.tone == "plain"
        self._status.say(
            side.stuck if stuck else badge.status, theme.TONES["bad" if stuck else badge.tone]
        )


class TileSideView(Widget):  # type: ignore[misc]
    """A player beside the felt: head, melds, and the row under them."""

    def __init__(self) -> None:
        super().__init__(opacity=0)
        self._head = TileHead()
        self._melds = TileColumns()
        self._row = TileLines()
        for part in (self._head, self._melds, self._row):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Where it stands."""
        px = scale.px
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        room = Area(area.x, area.y, area.w, area.h)
        self._head.place(room.top(px(HEAD), px(6)), scale)
        row = room.bottom(min(px(ROW), room.h * 0.36), px(6))
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

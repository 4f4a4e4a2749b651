"""The technician's screen: pages on the left, the open one beside them."""

from collections.abc import Sequence
from typing import Any, Final

from ui_kiosk import theme
from ui_kiosk.model import ScreenModel
from ui_kiosk.model_service import ServiceBody
from ui_kiosk.motion import Slide
from ui_kiosk.present_service import LEAF, PAGES
from ui_kiosk.screens.parts import Screen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.bounce import BounceView
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.service import CellView, ColourField, RowView, WipeGrid
from ui_kiosk.widgets.words import Words

CELLS: Final = 12
AREAS: Final = 10
ROWS: Final = max(LEAF, 4)


class ServiceScreen(Screen):
    """Only what the open page has is shown."""

    def build(self) -> None:
        """The parts of all pages."""
        self._whole, self._scale = Area(0, 0, 0, 0), Scale(1)
        self.title = Words(bold=True)
        self.note = Words(halign="right")
        self.intro = Words(wrap=True)
        self.tabs = tuple(TouchButton(self.press) for _ in PAGES)
        self.cells = tuple(CellView(self.press) for _ in range(CELLS))
        self.areas = tuple(TouchButton(self.press) for _ in range(AREAS))
        self.rows = tuple(RowView() for _ in range(ROWS))
        self.bounces = BounceView()
        for part in (
            self.title,
            self.note,
            self.intro,
            *self.tabs,
            *self.cells,
            *self.areas,
            *self.rows,
            self.bounces,
        ):
            self.add_widget(part)

    def build_over(self) -> None:
        """The two that cover everything, and the way out of the grid."""
        self.field = ColourField(self.press)
        self.grid = WipeGrid()
        self.out = TouchButton(self.press)
        for part in (self.field, self.grid, self.out):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """As every screen; what covers everything covers the top line too."""
        super().place(area, scale)
        self.field.place(area)
        self.grid.place(area, scale)
        centre = area.centre(scale.px(300), scale.px(84))
        self.out.place(Area(centre.x, area.y + area.h * 0.28, centre.w, centre.h), scale.px(30))

    def place_body(self, area: Area, scale: Scale) -> None:
        """Tabs on the left over the action row."""
        px = scale.px
        row = area.bottom(px(92)).inset(px(20), px(6))
        self.place_actions(row, scale, (330, 360, 360))
        side = area.left(px(230)).inset(px(16), px(10))
        for tab in self.tabs:
            tab.place(side.top(px(84), px(8)), px(28))
        self._whole, self._scale = area.inset(px(10), px(6)), scale
        self._divide("contacts")

    def _divide(self, page: str) -> None:
        """The room is the open page's alone."""
        px, whole = self._scale.px, self._whole
        room = Area(whole.x, whole.y, whole.w, whole.h)
        head = room.top(px(44), px(2))
        self.note.place(head.right(head.w * 0.7), px(22))
        self.title.place(head, px(30))
        self.intro.place(room.top(px(58), px(6)), px(22))
        if page in ("checks", "display"):
            for line in range(2):
                boxes = room.top(px(76), px(8)).columns(AREAS // 2, px(8))
                for button, box in zip(self.areas[line * 5 : line * 5 + 5], boxes, strict=True):
                    button.place(box, px(24))
        self.bounces.place(Area(room.x, room.y, room.w, room.h), self._scale)
        lines = LEAF if page in ("found", "display") else ROWS
        for row, box in zip(self.rows, room.rows(lines, px(8)), strict=False):
            row.place(box, self._scale)
        cells = [box for row in room.rows(CELLS // 3, px(8)) for box in row.columns(3, px(8))]
        for cell, box in zip(self.cells, cells, strict=True):
            cell.place(box, self._scale)

    def fill(self, model: ScreenModel, _: Sequence[Slide]) -> None:
        """The open page."""
        body = model.body
        if not isinstance(body, ServiceBody):
            return
        self._divide(body.page)
        self.title.say(model.title, theme.GOLD)
        self.note.say(body.note, theme.MUTED)
        self.intro.say(body.intro)
        _fill(self.tabs, body.tabs)
        _fill(self.cells, body.cells)
        _fill(self.areas, body.areas)
        _fill(self.rows, body.rows)
        self.bounces.show(body.heads, body.bounces)
        self.show_actions((*body.tools, *model.buttons))
        act = body.close.act if body.close else ""
        self.field.show(body.colour if body.page == "field" else None, act)
        self.grid.show(body.page == "wipe")
        self.out.show(body.close if body.page == "wipe" else None)


def _fill(views: Sequence[Any], models: Sequence[Any]) -> None:
    """Each view its model, and nothing to those that are left."""
    for place, view in enumerate(views):
        view.show(models[place] if place < len(models) else None)

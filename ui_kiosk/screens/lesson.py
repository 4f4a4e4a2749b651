"""A lesson: the table as in a hand, with the text of the step above it."""

from collections.abc import Sequence

from ui_kiosk import theme
from ui_kiosk.model import ScreenModel
from ui_kiosk.motion import Slide
from ui_kiosk.screens.parts import Screen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.widgets.words import Plate, Words

TEXT = 124


class Taught(Screen):
    """What to do stands over the felt."""

    def build(self) -> None:
        """The table, and the text."""
        super().build()
        self.plate = Plate(theme.PANEL, theme.GOLD)
        self.told = Words(wrap=True)
        for part in (self.plate, self.told):
            self.add_widget(part)

    def place_body(self, area: Area, scale: Scale) -> None:
        """The text under the top line, the table under the text."""
        px = scale.px
        box = area.top(px(TEXT)).inset(px(12), px(4))
        self.plate.place(box, radius=px(12))
        self.told.place(box.inset(px(14), px(4)), px(27))
        super().place_body(area, scale)

    def fill(self, model: ScreenModel, slides: Sequence[Slide]) -> None:
        """The step."""
        super().fill(model, slides)
        self.told.say(model.title)


class LessonScreen(Taught, TableScreen):
    """The hand is small, so its room is lower."""

    hand_units = 170

    def build(self) -> None:
        """The same."""
        super().build()
        self.hand.few = True


class TileLessonScreen(Taught, TilesScreen):
    """The same of 跑胡子."""

    hand_units = 210

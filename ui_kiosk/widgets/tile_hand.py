"""The own tiles in columns, handled as a hand of cards is."""

from collections.abc import Sequence

from ui_kiosk.widgets.columns import columns
from ui_kiosk.widgets.fan import Fan
from ui_kiosk.widgets.hand import HandView
from ui_kiosk.widgets.sheet import Cut
from ui_kiosk.widgets.tile_sheet import tile_sheet


class TileHandView(HandView):
    """Shows tiles and reports which are touched, or carried to another column."""

    def fanned(self, groups: Sequence[int]) -> Fan:
        """In columns."""
        return columns(groups, self.width, self.height)

    def art(self, width: int) -> Cut:
        """Tiles."""
        return tile_sheet(width, self.palette.language)

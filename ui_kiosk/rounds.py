"""Which kind of round a view shows: one with cards, or one with tiles."""

from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.round import SeatView
from table_firmware.wire.messages import View


def cards_of(view: View) -> SeatView | None:
    """The round of a card game; None if there is none."""
    return view.round if isinstance(view.round, SeatView) else None


def tiles_of(view: View) -> TileView | None:
    """The round of 跑胡子; None if there is none."""
    return view.round if isinstance(view.round, TileView) else None

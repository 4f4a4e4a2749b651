"""What a table shows of a hand of cards, for the tests of games in which cards are laid."""

from table_firmware.rules.round import SeatView
from table_firmware.rules.said import HandView


def laid(shown: HandView | None) -> SeatView:
    """The hand that is shown, which is one of cards."""
    assert isinstance(shown, SeatView)
    return shown

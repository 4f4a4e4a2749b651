"""The event that was loaded for the next match of this table, and how it is played."""

from dataclasses import dataclass, replace

from table_firmware.config.play import Play
from table_firmware.ledger.events import Event


@dataclass(frozen=True, slots=True)
class Loaded:
    """The event whose deals the next match plays. sitting: how often this table plays them."""

    event: Event
    sitting: int

    def over(self, play: Play) -> Play:
        """The settings of the table while it plays the event. It waits for people: house players
        come only if somebody calls them."""
        event = self.event
        return replace(
            play,
            game=event.game.KEY,
            mode=event.mode,
            modes=(event.mode,),
            options=event.options,
            batch_hands=0,
            cuts=False,
            reveal_at="match",
            house_after=0,
        )

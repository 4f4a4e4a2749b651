"""What follows the settings of a player: colours, the size of letters, the suits of cards."""

from typing import Any, ClassVar

from kivy.uix.widget import Widget


class Dressed(Widget):  # type: ignore[misc]
    """A widget with `dress` or `recolour`. made: how many there have been: while there are no
    more, no screen has new ones that were never told of the settings."""

    made: ClassVar[int] = 0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        Dressed.made += 1

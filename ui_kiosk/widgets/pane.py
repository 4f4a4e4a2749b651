"""A seat's part of the window: its screen, turned to its player, under a dimmer."""

from collections.abc import Callable
from math import radians
from typing import Any, Protocol

from kivy.graphics import MatrixInstruction, PopMatrix, PushMatrix
from kivy.graphics.transformation import Matrix
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatter import Scatter

from table_firmware.wire.messages import Refused, Service, Up, View, Wishes
from ui_kiosk.regions import Region
from ui_kiosk.widgets.dimmer import Dimmer


class Screen(Protocol):
    """What is shown for a seat: a widget that is told what the controller says."""

    send: Callable[[Up], None]
    panel: Callable[[], str]

    def show(self, view: View) -> None:
        """The latest view."""

    def serve(self, service: Service) -> None:
        """What the technician sees beside it."""

    def suit(self, wishes: Wishes) -> None:
        """How the member at this seat wants it."""

    def refused(self, refused: Refused) -> None:
        """The last intent was refused."""

    def lost(self, farewell: str = "") -> None:
        """There is no controller at present; `farewell` is the code with which it left."""


class Pane(Scatter):  # type: ignore[misc]
    """Turns the picture and the touches of a screen alike."""

    def __init__(self, screen: Any, idle_seconds: float) -> None:
        super().__init__(
            do_rotation=False,
            do_scale=False,
            do_translation=False,
            auto_bring_to_front=False,
            size_hint=(None, None),
        )
        self._turn = MatrixInstruction()
        self.canvas.before.add(PushMatrix())
        self.canvas.before.add(self._turn)
        self.canvas.after.add(PopMatrix())
        self.screen: Screen = screen
        self.dimmer = Dimmer(idle_seconds, self._shift)
        self._home = Matrix()
        self._layers = FloatLayout(size_hint=(None, None))
        self._layers.add_widget(screen)
        self._layers.add_widget(self.dimmer)
        self.add_widget(self._layers)

    def place(self, region: Region) -> None:
        """Takes up a part of the window."""
        wide, high = region.inner
        corner = {0: (0, 0), 90: (high, 0), 180: (wide, high), 270: (0, wide)}[region.angle]
        self.size = self._layers.size = (wide, high)
        turn = Matrix().rotate(radians(region.angle), 0, 0, 1)
        move = Matrix().translate(region.x + corner[0], region.y + corner[1], 0)
        self._home = move.multiply(turn)
        self._set(self._home)

    def _shift(self, right: int, up: int) -> None:
        """Moves the picture a little beside its place."""
        self._set(self._home.multiply(Matrix().translate(right, up, 0)))

    def _set(self, transform: Matrix) -> None:
        self.transform = self._turn.matrix = transform

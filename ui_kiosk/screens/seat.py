"""A seat's whole screen: it is told views and refusals, and sends intents."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from table_firmware.rules.cards import RANKS
from table_firmware.rules.combinations import classify
from table_firmware.wire.messages import Intent, Keep, Refused, Service, Tend, Up, View, Wishes
from ui_kiosk import course, press, theme
from ui_kiosk.backlight import Backlight, looked, stepped
from ui_kiosk.choice import laid_out
from ui_kiosk.cue import cues
from ui_kiosk.double_touch import DoubleTouch
from ui_kiosk.local import Local, alone, peeked, renewed
from ui_kiosk.model import ScreenModel
from ui_kiosk.motion import moves, news, seat_moves
from ui_kiosk.passing import ANSWERING, ANSWERING_SECONDS, begun, lasts, noticed, settled
from ui_kiosk.prefs import PLAIN, Prefs, load, plain, recalled, save
from ui_kiosk.present_moves import title, walkers
from ui_kiosk.presenter import present, present_lost, present_upright
from ui_kiosk.regions import has_room
from ui_kiosk.screens.cut import CutScreen
from ui_kiosk.screens.digits import DigitsScreen
from ui_kiosk.screens.draw import DrawScreen
from ui_kiosk.screens.lesson import LessonScreen, TileLessonScreen
from ui_kiosk.screens.lobby import LobbyScreen
from ui_kiosk.screens.parts import Press, Screen
from ui_kiosk.screens.result import HandResultScreen, MatchResultScreen, TileResultScreen
from ui_kiosk.screens.service import ServiceScreen
from ui_kiosk.screens.stopped import StoppedScreen
from ui_kiosk.screens.table import TableScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.theme import Area, Scale
from ui_kiosk.unshown import judged
from ui_kiosk.widgets.atlas import FOUR_COLOURS, TWO_COLOURS
from ui_kiosk.widgets.dressed import Dressed

SCREENS: Final[Mapping[str, Callable[[Press], Screen]]] = {
    "lobby": LobbyScreen,
    "digits": DigitsScreen,
    "cut": CutScreen,
    "draw": DrawScreen,
    "move": DrawScreen,
    "hand_result": HandResultScreen,
    "tile_result": TileResultScreen,
    "match_result": MatchResultScreen,
    "service": ServiceScreen,
}
"""Those that take nothing but buttons."""
ANSWER_SECONDS: Final = 0.05
"""So long a screen waits for the table's answer to a touch before it shows by itself that it waits:
the answer mostly comes sooner, and two pictures would take the time of one more seat."""
FADE_SECONDS: Final = 0.5
"""So often a screen looks whether what is told for some seconds is over, while something is."""
UNSEEN: Final = ("lost", "upright")
"""Models that show nothing of a view, because there is none or it cannot be shown."""
UNPLACED = 100
"""The size of a widget that has not been given one yet."""


def _no_panel() -> str:
    """A desktop has no touch panel."""
    return ""


def _silent(_cue: str, _volume: int) -> None:
    """A seat without sound."""


def _nowhere(_: Up) -> None:
    """A seat that is not linked to a table."""


class SeatScreen(Widget):  # type: ignore[misc]
    """Shows what one seat may see. `send` is called with each intent of the player, and with what
    a technician wants; `panel` says by which path the touch panel of this screen is read,
    `light` is its backlight, if it has one that can be set, and `time` the seconds that go by."""

    def __init__(
        self,
        language: str = "zh",
        memory: Path | None = None,
        manual: str = "",
        private: bool = False,
        **kwargs: Any,
    ) -> None:
        """memory: the file in which the player's settings are kept, None to forget them. manual:
        address of the manual of faults, empty if there is none. private: a hand lies covered
        unless its player holds a finger on it."""
        super().__init__(**kwargs)
        self.send: Callable[[Up], None] = _nowhere
        self.panel: Callable[[], str] = _no_panel
        self.sound: Callable[[str, int], None] = _silent
        self.light: Backlight | None = None
        self.time: Callable[[], float] = Clock.get_boottime
        self.view: View | None = None
        self.service: Service | None = None
        self._memory = memory
        spoken, prefs = (language, PLAIN) if memory is None else load(memory, language)
        self._own = spoken, prefs
        self.local = Local(language=spoken, prefs=prefs, manual=manual, private=private)
        self.course: course.Course | None = None
        self.model: ScreenModel | None = None
        self.screen: Screen | None = None
        self._farewell = ""
        self._double = DoubleTouch()
        self._screens: dict[str, Screen] = {}
        self._later = Clock.create_trigger(self._place, -1)
        self._unanswered = Clock.create_trigger(self._refill, ANSWER_SECONDS)
        self._fading = Clock.create_trigger(self._fade, FADE_SECONDS, interval=True)
        self.bind(pos=self._later, size=self._later)
        self.lost()

    # ------------------------------------------------------------------ told by the table

    def show(self, view: View) -> None:
        """A new view. The selection stays as far as its cards are still in the hand."""
        self.local = noticed(renewed(self.local, self.view, view), self.view, view, self.time())
        walked = seat_moves(self.view, view)
        self.view = view
        if view.stage != "lobby":
            self.course = None  # the others are waiting
        if view.service is None or not view.service.mine:
            self.service = None
        elif self.local.panel in ("pin", "settings") and self.service is None:
            self.local = replace(self.local, panel="")  # let in
        self._refill()
        if view.stage == "draw" and view.trump in tuple(RANKS):
            # The first question under a trump takes 10 ms; while it is shown nobody waits.
            classify((), view.trump)
        if walked and self.screen is not None:
            say, prefs = self.local.language, self.local.prefs
            self.screen.tell_moves(walkers(walked, say), title(walked, say), prefs.still)
            self._suit(self.screen)
            if any(move.start != move.end for move in walked):
                self._ring("moved")

    def serve(self, service: Service) -> None:
        """What the technician sees, at his seat."""
        self.service = service
        self.local = looked(self.local, self.light)
        self._refill()

    def suit(self, wishes: Wishes) -> None:
        """How the member at this seat wants his screen; without one it is as the seat has it."""
        now = self.local.language, self.local.prefs
        if wishes.member:
            language, prefs = recalled(wishes.settings, *now)
        else:
            language, prefs = self._own if self.local.member else now
        self.local = replace(self.local, member=wishes.member, language=language, prefs=prefs)
        self._refill()

    def refused(self, refused: Refused) -> None:
        """An intent was refused: the reason and the smallest legal play are shown."""
        if self.view is not None:
            self.local = press.refused(self.view, self.local, refused)
            self._refill()

    def lost(self, farewell: str = "") -> None:
        """The connection is gone; `farewell`: the code with which the table closed it."""
        old, broken = self.local, self.view is not None or self.model is None
        self.view = self.service = None
        self._farewell = farewell
        language, prefs = self._own if old.member else (old.language, old.prefs)
        self.local = replace(alone(old, language, prefs), passing=() if broken else old.passing)
        if broken:
            self.local = begun(self.local, ANSWERING, self.time() + ANSWERING_SECONDS)
        self._refill()

    # ------------------------------------------------------------------ touched by the player

    @property
    def _touched(self) -> View | None:
        """The view that a touch is about; while None is seen it can only change the screen."""
        unseen = self.model is None or self.model.name in UNSEEN
        return None if unseen else self.view

    def press(self, act: str) -> None:
        """A button was touched. What takes its place is not touched by the same stroke."""
        where = f"{self.model and self.model.name} {self.local.panel}"
        if self._double.is_second(act, where, self.width, bool(self.local.armed)):
            return
        before, intent = self.local, None
        if act == "panel:pin":
            self.course = None  # a technician has come
        if self.course is not None:
            self._study(self.course, act)
        elif act == "learn":
            self.course = judged(lambda: self._begun(self._touched), None)
        elif act.startswith("light:"):
            self.local = stepped(self.local, self.light, int(act.removeprefix("light:")))
        elif (view := self._touched) is None:
            self.local = press.adjusted(self.local, act) or self.local
        else:
            nothing: press.Outcome = (self.local, None)
            now = self.time()
            self.local, intent = judged(lambda: press.press(view, self.local, act, now), nothing)
            if intent is not None:
                self.send(intent)
        kept = self.local.language, self.local.prefs
        if kept != (before.language, before.prefs):
            self._keep(*kept)
        if isinstance(intent, Intent) and self.local.sent:
            self._unanswered()
        else:
            self._refill()

    def _begun(self, view: View | None) -> course.Course:
        """The first lesson of what is played here, at this seat."""
        if view is None:
            return course.begin(self.local)
        return course.begin(self.local, game=view.game, seat=view.seat)

    def _keep(self, language: str, prefs: Prefs) -> None:
        """Settings are remembered for the member, or else by the seat."""
        if self.local.member:
            self.send(Keep(plain(language, prefs)))
            return
        self._own = language, prefs
        if self._memory is not None:
            save(self._memory, language, prefs)

    def _study(self, before: course.Course, act: str) -> None:
        self.course = course.press(before, act)
        language = (self.course or before).local.language
        self.local = replace(self.local, language=language)

    def toggle(self, indices: Iterable[int]) -> None:
        """Cards of the hand were touched, by their place in what is shown."""
        if self.course is not None:
            shown = laid_out(course.view(self.course), self.course.local)
            self.course = course.tapped(self.course, [shown[i][0] for i in indices])
        elif (view := self._touched) is not None and view.round is not None:
            self.local = judged(lambda: _tapped(view, self.local, indices), self.local)
        else:
            return
        self._refill()

    def drop(self, index: int, gap: int) -> None:
        """A card was carried to another place, by their places in what is shown."""
        view = self._touched
        if self.course is not None or view is None or view.round is None:
            return
        self.local = judged(lambda: _dropped(view, self.local, index, gap), self.local)
        self._refill()

    def peek(self, opened: bool) -> None:
        """A finger was laid on covered cards, or taken from them."""
        self.local = peeked(self.local, opened)
        self._refill()

    def on_touch_down(self, touch: Any) -> bool:
        """While panels are matched with seats, a finger anywhere says which panel this is."""
        taken = bool(super().on_touch_down(touch))
        told = self.view.service if self.view else None
        if taken or told is None or told.touch is None or not self.collide_point(*touch.pos):
            return taken
        self.send(Tend("touched", self.panel()))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Where the finger of the press that may follow was."""
        self._double.lift(touch.pos, touch.time_start)
        return bool(super().on_touch_up(touch))

    # ------------------------------------------------------------------ shown

    def _fade(self, *_: Any) -> None:
        """What is told for some seconds only goes by itself."""
        if settled(self.local, self.time()) is not self.local:
            self._refill()

    def _refill(self, *_: Any) -> None:
        self._unanswered.cancel()
        self.local = settled(self.local, self.time())
        if self.local.passing:
            self._fading()
        else:
            self._fading.cancel()
        old, view = self.model, self.view
        if self._upright:
            self.model = present_upright(self.local)
        elif self.course is not None:
            self.model = course.present(self.course)
        elif view is None:
            answering = lasts(self.local, ANSWERING)
            self.model = present_lost(self.local, self._farewell, answering=answering)
        else:
            self.model = present(view, self.local, self.service)
        screen = self._screen(self.model.name)
        if screen is not self.screen:
            if self.screen is not None:
                self.screen.leave()
            self.clear_widgets()
            for name in self._screens.keys() - {"round", "tiles", self.model.name}:
                del self._screens[name]
            self.add_widget(screen)
            self.screen = screen
        still = self.local.prefs.still
        screen.show(self.model, () if still else moves(old, self.model))
        self._suit(screen)
        for cue in cues(old, self.model):
            self._ring(cue)
        told = news(old, self.model)
        if (
            isinstance(screen, TableScreen | TilesScreen)
            and told is not None
            and not (told.loud and still)
        ):
            screen.tell(told)

    def _ring(self, cue: str) -> None:
        self.sound(cue, self.local.prefs.volume)

    def _suit(self, screen: Screen) -> None:
        """Has a screen follow the player's settings."""
        prefs = self.local.prefs
        colours = FOUR_COLOURS if prefs.four_colours else TWO_COLOURS
        palette = colours._replace(language=self.local.language)
        scheme = theme.CONTRAST if prefs.contrast else theme.USUAL
        larger = theme.LARGER if prefs.large else 1.0
        wanted = palette, prefs.contrast, larger, Dressed.made
        if wanted != screen.suited:
            screen.suited = wanted
            for widget in _below(screen):
                if getattr(widget, "palette", palette) != palette:
                    widget.recolour(palette)
                if (dress := getattr(widget, "dress", None)) is not None:
                    dress(scheme, larger)
            screen.stand_on(scheme)
        if (screen.left_handed, screen.large) != (prefs.left_handed, prefs.large):
            screen.left_handed, screen.large = prefs.left_handed, prefs.large
            self._put(screen)

    def _screen(self, name: str) -> Screen:
        """The screen for a stage: made when needed; only that of a hand in play is kept."""
        if name not in self._screens:
            self._screens[name] = self._made(name)
            self._suit(self._screens[name])  # before cards are drawn for another language
            self._screens[name].clock.on_late = partial(self._ring, "late")
            self._put(self._screens[name])
        return self._screens[name]

    def _made(self, name: str) -> Screen:
        match name:
            case "lesson":
                return LessonScreen(self.press, self.toggle)
            case "tile_lesson":
                return TileLessonScreen(self.press, self.toggle, self.peek, self.drop)
            case "round":
                return TableScreen(self.press, self.toggle, self.peek, self.drop)
            case "tiles":
                return TilesScreen(self.press, self.toggle, self.peek, self.drop)
        return SCREENS.get(name, StoppedScreen)(self.press)

    @property
    def _upright(self) -> bool:
        return bool(min(self.size) > UNPLACED and not has_room(*self.size))

    def _place(self, *_: Any) -> None:
        if self._upright != (self.model is not None and self.model.name == "upright"):
            self._refill()
        for screen in self._screens.values():
            self._put(screen)

    def _put(self, screen: Screen) -> None:
        if min(self.size) > UNPLACED:
            screen.place(Area(*self.pos, *self.size), Scale.of(*self.size))


def _tapped(view: View, local: Local, indices: Iterable[int]) -> Local:
    shown = laid_out(view, local)
    return press.tapped(view, local, [shown[i][0] for i in indices])


def _dropped(view: View, local: Local, index: int, gap: int) -> Local:
    return press.dropped(view, local, laid_out(view, local)[index][0], gap)


def _below(screen: Screen) -> Iterator[Any]:
    """All widgets of a screen."""
    waiting: list[Any] = [screen]
    while waiting:
        widget = waiting.pop()
        waiting += widget.children
        yield widget

"""The panel of all cards played in this hand (000 §41.1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from ui_kiosk import theme
from ui_kiosk.model_table import PlayedPanel, PlayedTrick
from ui_kiosk.theme import CLEAR, Area, Colour, Scale, Scheme, letter_sizes
from ui_kiosk.widgets.atlas import TWO_COLOURS, Palette
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.cards import CardPictures, art_for
from ui_kiosk.widgets.fan import CardFace, card_height
from ui_kiosk.widgets.panel import Panel
from ui_kiosk.widgets.played_lines import (
    HEADING,
    ROW_GAP,
    TOLD,
    Laid,
    Lines,
    Room,
    lines,
    step,
)
from ui_kiosk.widgets.words import Drawn, Plate, Words, measure

Part = TypeVar("Part", bound=Drawn)


class PlayedView(Panel):
    """Tricks under each other, the newest last. Where not all find room the newest are seen, and
    two buttons go to the ones before and back."""

    def __init__(self, press: Callable[[str], None]) -> None:
        super().__init__(press)
        self._earlier, self._later = TouchButton(self._leaf), TouchButton(self._leaf)
        self._empty = Words(halign="center")
        self._titles = _Kept(self._add, lambda: Words(bold=True))
        self._names = _Kept(self._add, lambda: Words(bold=True, halign="center"))
        self._partings = _Kept(self._add, Plate)
        self.palette: Palette = TWO_COLOURS
        self._pictures = CardPictures(self.canvas)
        self._room, self._scale = Area(0, 0, 0, 0), Scale(1)
        self._panel: PlayedPanel | None = None
        self._end: int | None = None
        for part in (self._earlier, self._later, self._empty):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale) -> None:
        """Everything below the top line."""
        beside = (self._later, "right"), (self._earlier, "right")
        self._room, self._scale = self.frame(area, scale, *beside), scale
        self._empty.place(self._room, scale.px(theme.BODY))
        self._draw()

    def dress(self, scheme: Scheme, larger: float) -> None:
        """Larger letters need more room."""
        self._turn.dress(scheme, larger)
        self._draw()

    def recolour(self, palette: Palette) -> None:
        """Other colours of the suits."""
        self.palette = palette
        self._draw()

    def show(self, panel: PlayedPanel) -> None:
        """Other plays, or another's turn."""
        if panel == self._panel:
            return
        self._panel = panel
        self.head(panel.head)
        self._empty.say(panel.empty, theme.MUTED)
        self._draw()

    def _leaf(self, act: str) -> None:
        """To the tricks before those that are seen, or after them."""
        found, seen = self._laid()
        if act == "earlier":
            self._end = seen.start
        else:
            end = found.after(seen.stop).stop
            self._end = None if end == len(found.tricks) else end
        self._draw()

    def _laid(self) -> tuple[Lines, range]:
        tricks = self._panel.tricks if self._panel else ()
        found = lines(tricks, self._measured(tricks), self._scale)
        return found, found.window(self._end)

    def _measured(self, tricks: Sequence[PlayedTrick]) -> Room:
        """As wide as the names are in the letters that are wanted, so that all are of one size; a
        pass has two lines, for which larger ones would be too high."""
        px, want = self._scale.px, self._scale.px(theme.BODY)
        moves = [move for trick in tricks for move in trick.moves]
        names = _widest((m.seat for m in moves if m.cards), want * self._turn.larger)
        passes = _widest((m.seat for m in moves if not m.cards), want)
        wide = self._room.w - px(HEADING)
        return Room(wide, self._room.h, names + px(8), passes + px(8))

    def _draw(self) -> None:
        panel = self._panel
        if panel is None:
            return
        found, seen = self._laid()
        whole = len(seen) == len(found.tricks)
        first, last = seen.start > 0, seen.stop < len(found.tricks)
        self._earlier.show(None if whole else replace(panel.earlier, enabled=first))
        self._later.show(None if whole else replace(panel.later, enabled=last))
        for kept in (self._titles, self._names, self._partings):
            kept.used = 0
        cards: list[tuple[CardFace, tuple[float, float]]] = []
        top = self._room.y + self._room.h
        for number in seen:
            laid = found.tricks[number]
            if number > seen.start and not laid.more:
                self._part(top + found.gap / 2)
            self._tell(laid, top)
            cards += self._moves(laid, top, found)
            top -= laid.high + found.gap
        for words in (*self._titles.rest(), *self._names.rest()):
            words.say("")
        for line in self._partings.rest():
            line.paint(CLEAR)
        faces, spots = [face for face, _ in cards], [spot for _, spot in cards]
        art = art_for(found.card, self.palette) if faces else None
        self._pictures.show(faces, spots, found.card, art)

    def _part(self, y: float) -> None:
        """A line between two tricks."""
        line = self._partings.take()
        thick = max(2, self._scale.px(3))
        line.place(Area(self._room.x, y - thick / 2, self._room.w, thick), radius=0)
        line.paint(theme.LINE)

    def _tell(self, laid: Laid, top: float) -> None:
        """Which trick it is, and who won it."""
        px, trick = self._scale.px, laid.trick
        box = Area(self._room.x, top - laid.high, px(HEADING - 14), laid.high)
        told = theme.GOLD if trick.now else theme.GOOD
        lines = (trick.title, theme.INK), (trick.caught, theme.GOLD), (trick.told, told)
        for text, colour in lines:
            if text:
                self._say(self._titles, text, colour, box.top(px(TOLD)))

    def _moves(
        self, laid: Laid, top: float, found: Lines
    ) -> Iterator[tuple[CardFace, tuple[float, float]]]:
        """Who made each move; and the cards, with their places."""
        px, card, room = self._scale.px, found.card, found.room
        for move, (x, row) in zip(laid.trick.moves, laid.places, strict=True):
            left = self._room.x + px(HEADING) + x
            low = top - (row + 1) * laid.row - row * px(ROW_GAP)
            if not move.cards:
                box = Area(left, low, room.passed, laid.row)
                self._say(self._names, move.seat, theme.MUTED, box)
                continue
            box = Area(left, low, room.name - px(6), laid.row)
            self._say(self._names, move.seat, theme.GOLD, box)
            y = round(low + (laid.row - card_height(card)) / 2)
            apart = step(len(move.cards), room, card)
            for place, face in enumerate(move.cards):
                yield face, (round(left + room.name + place * apart), y)

    def _say(self, kept: "_Kept[Words]", text: str, colour: Colour, area: Area) -> None:
        words = kept.take()
        words.place(area, self._scale.px(theme.BODY))
        words.say(text, colour)

    def _add(self, part: Drawn) -> None:
        """What comes with a touch, after the settings were told, follows them too."""
        part.dress(self._turn.scheme, self._turn.larger)
        self.add_widget(part)


def _widest(texts: Iterable[str], want: float) -> int:
    size = letter_sizes(want)[0]
    return max((measure(text, size, True, None)[0] for text in set(texts)), default=0)


class _Kept(Generic[Part]):
    """Parts of one kind, made when they are needed and used again for what is shown next."""

    def __init__(self, add: Callable[[Drawn], None], make: Callable[[], Part]) -> None:
        self._add, self._make = add, make
        self._parts: list[Part] = []
        self.used = 0

    def take(self) -> Part:
        """One that shows nothing yet of what is shown now."""
        if self.used == len(self._parts):
            self._parts.append(self._make())
            self._add(self._parts[-1])
        self.used += 1
        return self._parts[self.used - 1]

    def rest(self) -> list[Part]:
        """Those that are not needed now."""
        return self._parts[self.used :]

"""A seat at the table: who sits there, how many cards he holds, what he is doing."""

from typing import Final

from ui_kiosk import theme
from ui_kiosk.model_parts import Badge
from ui_kiosk.theme import CLEAR, Area, Scale, Scheme
from ui_kiosk.widgets.dressed import Dressed
from ui_kiosk.widgets.words import Plate, Words

TONES: Final = theme.TONES


class BadgeView(Dressed):
    """Shows a `Badge`, standing (`tall`) or lying."""

    def __init__(self) -> None:
        super().__init__(opacity=0)
        self._plate = Plate()
        self._name = Words(halign="center", bold=True)
        self._who = Words(halign="center")
        self._cards = Words(halign="center", bold=True)
        self._status = Words(halign="center", bold=True)
        self._room = self._wide_room = (Area(0, 0, 0, 0), 1)
        self._place = Area(0, 0, 0, 0), Scale(1), True
        self._badge: Badge | None = None
        self._large = False
        for part in (self._plate, self._name, self._who, self._cards, self._status):
            self.add_widget(part)

    def place(self, area: Area, scale: Scale, tall: bool) -> None:
        """Where it stands."""
        self._place = area, scale, tall
        self.pos, self.size = (area.x, area.y), (area.w, area.h)
        self._plate.place(area, radius=scale.px(14))
        across, along = 5 if tall else 8, 2 if tall and not self._large else 5
        room = area.inset(scale.px(across), scale.px(along))
        if tall:
            first, second, third, fourth = _stacked(room, self._large)
        else:
            first, second, third, fourth = _in_line(room, self._large)
        self._name.place(first, scale.px(32))
        self._who.place(second, scale.px(theme.SMALL))
        self._cards.place(third, scale.px(28))
        self._status.place(fourth, scale.px(25))
        self._room = (second, scale.px(theme.SMALL))
        wide = Area(third.x, third.y, third.w, third.h + second.h)
        self._wide_room = (wide, scale.px(theme.BODY)) if tall else self._room
        self._fill()

    def show(self, badge: Badge | None) -> None:
        """Another seat or state, or none."""
        if badge != self._badge:
            self._badge = badge
            self._fill()

    def _fill(self) -> None:
        badge = self._badge
        self.opacity = 0 if badge is None else 1
        if badge is None:
            self._plate.paint(CLEAR)
            for words in (self._name, self._who, self._cards, self._status):
                words.say("")
            return
        edge = theme.GOLD if badge.turn else theme.LINE if badge.friend else CLEAR
        self._plate.paint(theme.PANEL, edge, 3 if badge.turn else 1.4)
        self._who.place(*(self._room if badge.cards else self._wide_room))
        _, _, tall = self._place
        less = self._large and (badge.cards or not tall)
        told = badge.name, badge.relation, "" if less else badge.who
        most = 2 if less and tall else 1  # in large letters there is no room for a line between
        name, who = (" · ".join(filter(None, part)) for part in (told[:most], told[most:]))
        self._name.say(name, theme.GOLD if badge.turn else theme.INK)
        self._who.say(who, theme.MUTED)
        self._cards.say(badge.cards, theme.INK)
        self._status.say(badge.status, TONES[badge.tone])

    def dress(self, _: Scheme, larger: float) -> None:
        """In large type less is said."""
        if self._large != (larger > 1):
            self._large = larger > 1
            self.place(*self._place)


def _stacked(room: Area, large: bool) -> tuple[Area, Area, Area, Area]:
    high = room.h
    if large:
        name, cards = room.top(high * 0.36), room.top(high * 0.34)
        return name, Area(cards.x, cards.y, cards.w, 0), cards, room
    name = room.top(high * 0.27)
    who = room.top(high * 0.22)
    cards = room.top(high * 0.255)
    return name, who, cards, room


def _in_line(room: Area, large: bool) -> tuple[Area, Area, Area, Area]:
    wide = room.w
    status = room.right(wide * (0.25 if large else 0.20))
    cards = room.right(wide * (0.27 if large else 0.26))
    name = room.left(wide * (0.22 if large else 0.17))
    return name, room.inset(1, 0), cards, status

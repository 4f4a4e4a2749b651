"""When cards have left a hand the gap is seen first, then the others close up."""

from collections.abc import Callable

import pytest
from glass import Glass, looks_as_kivy_draws_it
from hypothesis import given
from hypothesis import strategies as st
from kivy.clock import Clock
from kivy.uix.floatlayout import FloatLayout

from table_firmware.rules.cards import cards
from ui_kiosk.damage import MARGIN, Box
from ui_kiosk.pieces import Piece, differing
from ui_kiosk.widgets.columns import columns
from ui_kiosk.widgets.fan import CardFace, staying
from ui_kiosk.widgets.hand import CLOSE_SECONDS, HandView, Indices

HAND = cards("BJ LJ H7 S7 S7 DA CA HK HK SQ CQ DQ SJ HT HT HT S9 D9 C8 S6 H6 D5 C5 S4 D3 C2 H2")
NONE: frozenset[int] = frozenset()


def faces(places: list[int], chosen: frozenset[int] = NONE) -> list[CardFace]:
    """Cards of `HAND` by their places in it, in groups as the presenter numbers them."""
    ranks = list(dict.fromkeys(HAND[at][1] for at in places))
    return [
        CardFace(HAND[at], HAND[at][1] == "7", HAND[at] == "H7", at in chosen, group=group)
        for at in places
        for group in (ranks.index(HAND[at][1]),)
    ]


class Player:
    """Owns a hand, as the screen does."""

    def __init__(self, glass: Glass, size: tuple[int, int] = (1240, 330)) -> None:
        self.glass = glass
        self.held = list(range(len(HAND)))
        self.chosen = NONE
        self.view = HandView(self.toggle, size_hint=(None, None), size=size, pos=(20, 10))
        root = FloatLayout()
        root.add_widget(self.view)
        self.tell()
        glass.show(root)

    def tell(self) -> None:
        self.view.show(faces(self.held, self.chosen))

    def toggle(self, indices: Indices) -> None:
        self.chosen ^= {self.held[at] for at in indices}
        self.tell()

    def play(self, *gone: int) -> None:
        self.held = [at for at in self.held if at not in gone]
        self.chosen = NONE
        self.tell()

    def spots(self) -> list[tuple[float, float]]:
        return [self.view.spot(at)[:2] for at in range(len(self.held))]

    def corner(self, index: int) -> tuple[float, float]:
        x, y, width, height = self.view.spot(index)
        return x + width * 0.3, y + height - width * 0.3

    @property
    def closed(self) -> bool:
        """Whether the cards lie as if they had lain so from the beginning."""
        new = self.view.fanned([face.group for face in faces(self.held)])
        return self.view._fan == new

    def watch(self, until: Callable[[], bool]) -> float:
        """Seconds that go by meanwhile."""
        start = Clock.get_boottime()
        while not until():
            self.glass.frame()
            assert Clock.get_boottime() < start + 10
        return float(Clock.get_boottime() - start)

    def rest(self, seconds: float) -> None:
        """Nothing is shown meanwhile."""
        end = Clock.time() + seconds
        while Clock.time() < end:
            pass


@pytest.fixture
def player(glass: Glass) -> Player:
    return Player(glass)


def test_the_other_cards_stay_where_they_are_and_then_close_up(player: Player) -> None:
    before = player.spots()
    player.play(9, 10, 20)
    assert player.spots() == [spot for at, spot in enumerate(before) if at in player.held]
    assert not player.closed
    gone = player.watch(lambda: player.closed)
    assert gone > CLOSE_SECONDS - 0.02
    assert CLOSE_SECONDS <= 0.3, "as long as anything may move"


def test_nothing_closes_up_under_a_finger_nor_just_after_it(player: Player) -> None:
    player.play(9, 10)
    finger = player.glass.down(*player.corner(14))
    before = player.spots()
    player.rest(CLOSE_SECONDS)
    for _ in range(3):
        player.glass.frame()
    assert player.spots() == before
    player.glass.up(finger)
    assert player.watch(lambda: player.closed) > CLOSE_SECONDS - 0.02
    assert player.chosen == {player.held[14]}


def test_a_touch_in_the_very_frame_of_closing_up_takes_the_card_that_is_seen(
    player: Player,
) -> None:
    player.play(0, 1, 2, 3)
    corner = player.corner(8)
    player.rest(CLOSE_SECONDS)
    finger = player.glass.down(*corner)
    assert player.chosen == {player.held[8]}
    assert not player.closed
    player.glass.up(finger)


def test_touches_take_what_is_seen_and_nothing_in_the_gap(player: Player) -> None:
    x, y, width, _ = player.view.spot(22)
    player.play(21, 22, 23)
    player.glass.tap(x + width / 2, y + 5)
    assert player.chosen == NONE
    x, y, width, _ = player.view.spot(20)
    player.glass.tap(x + width * 0.9, y + 5)  # where the next card lay over it
    assert player.chosen == {20}
    assert not player.closed


@pytest.mark.parametrize("change", ["order", "size", "other"])
def test_whatever_else_changes_ends_the_gap_at_once(player: Player, change: str) -> None:
    player.play(9, 10)
    assert not player.closed
    match change:
        case "order":
            player.held.sort(reverse=True)
        case "size":
            player.view.width -= 100
        case "other":
            player.held = [0, 5, 26, 3]
    player.tell()
    player.glass.frame()
    assert player.closed


def damage(player: Player) -> list[Box]:
    found = player.glass.window.painter._damage.boxes(player.glass.window.children)
    return [box for box in found if box.area]


@pytest.mark.parametrize("gone", [(0,), (9, 10), (20,), (5, 6, 16, 17, 18), (26,)])
def test_only_the_places_of_the_cards_that_have_gone_are_drawn(
    player: Player, gone: tuple[int, ...]
) -> None:
    spots = {player.spots()[at] for at in gone}
    width, height = player.view._fan.card
    player.play(*gone)
    found = damage(player)
    assert {(box.left + MARGIN, box.low + MARGIN) for box in found} == spots
    edge = 2 * MARGIN
    assert all(box.area == (width + edge) * (height + edge) for box in found)


def test_of_a_card_that_is_selected_only_its_place_is_drawn(player: Player) -> None:
    width, height = player.view._fan.card
    player.toggle((16,))
    assert sum(box.area for box in damage(player)) < 2.5 * width * height


def test_where_a_card_stood_up_nothing_is_left_of_it(player: Player) -> None:
    player.toggle((3, 26))
    player.glass.frame()
    assert looks_as_kivy_draws_it(player.glass)
    player.play(*range(27))
    player.glass.frame()
    assert looks_as_kivy_draws_it(player.glass)


def test_what_a_hand_draws_beside_its_cards_is_drawn_with_them(player: Player) -> None:
    """The mark moves while a card is selected: it tells nothing of itself."""
    player.view.canvas.add(player.view._mark)
    player.glass.frame()
    player.view._bar.pos, player.view._bar.size = (600, 20), (10, 200)
    player.toggle((3,))
    player.glass.frame()
    assert looks_as_kivy_draws_it(player.glass)


# ------------------------------------------------------------------ which cards they are

PLACES = st.lists(st.integers(0, 26), unique=True).map(sorted)


@given(PLACES, st.sets(st.integers(0, 26)), st.sets(st.integers(0, 26)))
def test_the_cards_that_stay_are_those_of_the_new_hand(
    held: list[int], gone: set[int], chosen: set[int]
) -> None:
    old = faces(held, frozenset(chosen))
    new = faces([at for at in held if at not in gone])
    stay = staying(old, new)
    assert stay is not None
    assert stay == sorted(set(stay))
    assert [old[at].card for at in stay] == [face.card for face in new]


@given(PLACES, st.sets(st.integers(0, 26)))
def test_the_cards_that_were_selected_are_those_that_go(held: list[int], chosen: set[int]) -> None:
    stay = [at for at, place in enumerate(held) if place not in chosen]
    old = faces(held, frozenset(chosen))
    assert staying(old, faces([held[at] for at in stay])) == stay


def test_another_hand_has_no_gaps() -> None:
    old = faces([0, 1, 2])
    assert staying(old, faces([0, 2, 1])) is None
    assert staying(old, faces([0, 3])) is None
    assert staying(old, faces([0, 1, 2, 3])) is None
    assert staying(old, [CardFace(HAND[0], group=1), CardFace(HAND[2], group=1)]) is None


@given(st.lists(st.integers(1, 4), min_size=1, max_size=9), st.sets(st.integers(0, 35)))
def test_a_tile_is_put_into_the_column_that_is_seen_while_others_have_gaps(
    depths: list[int], gone: set[int]
) -> None:
    groups = [column for column, depth in enumerate(depths) for _ in range(depth)]
    laid = columns(groups, 900, 300)
    stay = [at for at in range(len(groups)) if at not in gone]
    less = laid.keeping(stay)
    assert less.spots == tuple(laid.spots[at] for at in stay)
    left = list(dict.fromkeys(groups[at] for at in stay))
    for number, column in enumerate(left):
        middle = laid.lefts[column] + laid.card[0] / 2
        assert less.gap(middle, 0)[0] == 2 * number + 1


# ------------------------------------------------------------------ pieces

PLACED = st.lists(st.integers(0, 9).map(lambda at: (at, (float(at), 0.0, 1.0, 1.0))), max_size=12)


@given(PLACED, PLACED)
def test_where_nothing_differs_the_same_pieces_lie_in_the_same_order(
    before: list[Piece], now: list[Piece]
) -> None:
    found = differing(before, now)
    if found is not None:  # else everything is drawn
        rest = [[one for one in each if one[1] not in found] for each in (before, now)]
        assert rest[0] == rest[1]
        assert all((one in before) != (one in now) for one in (*before, *now) if one[1] in found)

from collections.abc import Sequence

import pytest
from glass import Glass
from kivy.uix.floatlayout import FloatLayout

from table_firmware.rules.cards import Card, cards
from ui_kiosk.widgets.card_row import CardRow
from ui_kiosk.widgets.fan import CardFace
from ui_kiosk.widgets.hand import HandView, Indices

HAND = cards("BJ LJ H7 S7 S7 DA CA HK HK SQ CQ DQ SJ HT HT HT S9 D9 C8 S6 H6 D5 C5 S4 D3 C2 H2")


def faces(hand: Sequence[Card], chosen: frozenset[int] = frozenset()) -> list[CardFace]:
    return [
        CardFace(card, card[1] == "7", card == "H7", k in chosen, k in (9, 20), ord(card[1]))
        for k, card in enumerate(hand)
    ]


class Player:
    """Owns a selection, as the screen does, and remembers what the hand reported."""

    def __init__(self, hand: Sequence[Card]) -> None:
        self.hand = hand
        self.chosen: frozenset[int] = frozenset()
        self.reported: list[Indices] = []
        self.view = HandView(self.toggle, size_hint=(None, None), size=(1240, 330), pos=(20, 10))
        self.root = FloatLayout()
        self.root.add_widget(self.view)
        self.view.show(faces(hand))

    def toggle(self, indices: Indices) -> None:
        self.reported.append(indices)
        self.chosen ^= frozenset(indices)
        self.view.show(faces(self.hand, self.chosen))

    def corner(self, index: int) -> tuple[float, float]:
        x, y, width, height = self.view.spot(index)
        return x + width * 0.3, y + height - width * 0.3


@pytest.mark.slow
def test_a_tap_on_each_card_toggles_that_card_alone(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    for index in range(27):
        glass.tap(*player.corner(index))
    assert player.reported == [(index,) for index in range(27)]
    for index in range(27):
        glass.tap(*player.corner(index))
    assert player.chosen == frozenset()


def test_a_finger_drawn_across_cards_selects_exactly_those(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    finger = glass.down(*player.corner(15))
    for index in range(16, 21):
        glass.move(finger, *player.corner(index))
    glass.up(finger)
    assert player.chosen == frozenset(range(15, 21))


def test_a_fast_stroke_leaves_no_card_out(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    x, y = player.corner(2)
    finger = glass.down(x, y)
    glass.move(finger, player.corner(11)[0], y)
    glass.up(finger)
    assert player.chosen == frozenset(range(2, 12))


def test_a_stroke_that_begins_on_a_selected_card_only_puts_cards_down(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    glass.tap(*player.corner(16))
    glass.tap(*player.corner(18))
    finger = glass.down(*player.corner(16))
    glass.move(finger, *player.corner(19))
    glass.up(finger)
    assert player.chosen == frozenset()


def test_a_stroke_back_over_a_card_does_not_turn_it_again(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    finger = glass.down(*player.corner(15))
    glass.move(finger, *player.corner(18))
    glass.move(finger, *player.corner(15))
    glass.up(finger)
    assert player.chosen == frozenset(range(15, 19))


def test_two_fingers_select_at_once(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    left, right = glass.down(*player.corner(14)), glass.down(*player.corner(26))
    glass.move(left, *player.corner(16))
    glass.move(right, *player.corner(25))
    glass.up(left)
    glass.up(right)
    assert player.chosen == frozenset({14, 15, 16, 25, 26})


def test_a_stroke_ends_when_the_hand_changes_under_it(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    finger = glass.down(*player.corner(14))
    player.hand = HAND[:20]
    player.view.show(faces(player.hand))
    glass.move(finger, *player.corner(18))
    glass.up(finger)
    assert player.reported == [(14,)]


def test_a_touch_beside_the_cards_is_left_to_others(glass: Glass) -> None:
    player = Player(HAND[:3])
    glass.show(player.root)
    assert not player.view.on_touch_down(glass.down(30, 20))
    assert player.reported == []


def test_a_changing_hand_makes_no_widget_and_no_instruction(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    before = len(player.view.canvas.children)
    for size in (27, 20, 3, 0, 27):
        player.view.show(faces(HAND[:size]))
        glass.settle()
    assert len(player.view.canvas.children) == before
    assert player.view.children == []


def test_a_hand_shows_what_it_is_told_and_takes_it_away_again(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    empty = glass.shot(lambda: player.view.show([]))
    full = glass.shot(lambda: player.view.show(faces(HAND)))
    chosen = glass.shot(lambda: player.view.show(faces(HAND, frozenset({4}))))
    assert len({empty, full, chosen}) == 3
    assert glass.shot(lambda: player.view.show(faces(HAND))) == full
    assert glass.shot(lambda: player.view.show([])) == empty


def test_a_selected_card_stands_up_and_the_others_stay(glass: Glass) -> None:
    player = Player(HAND)
    glass.show(player.root)
    before = [player.view.spot(k) for k in range(27)]
    player.view.show(faces(HAND, frozenset({26})))
    after = [player.view.spot(k) for k in range(27)]
    assert after[:26] == before[:26]
    assert after[26][1] > before[26][1]


@pytest.mark.slow
def test_pictures_of_hand_and_rows(glass: Glass) -> None:
    """Not judged here: made to be looked at."""
    for name, size, area, high in (
        ("hand-panel", (1280, 800), (1240, 330), 150),
        ("hand-quadrant", (960, 540), (940, 235), 100),
        ("hand-side", (1080, 480), (1060, 215), 90),
    ):
        root = FloatLayout()
        hand = HandView(size_hint=(None, None), size=area, pos=(10, 6))
        hand.show(faces(HAND, frozenset({3, 4, 13, 14, 15})))
        root.add_widget(hand)
        for k, count in enumerate((2, 6, 10)):
            cards_shown = CardRow(
                size_hint=(None, None),
                size=(size[0] / 3 - 20, high),
                pos=(10 + k * size[0] / 3, size[1] - high - 20),
            )
            cards_shown.show([*faces(HAND)[: count - 1], CardFace(None)])
            root.add_widget(cards_shown)
        glass.show(root, size)
        assert glass.picture(name).stat().st_size > 10_000

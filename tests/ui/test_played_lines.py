"""Where the cards of 看已出牌 lie: everything in its row, as much as there is room for, no more."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from glass import Glass
from hypothesis import given
from hypothesis import strategies as st
from scenes import SCENES
from test_played import WHOLE, button, panel_of, unparted
from test_screens import SIZES

from table_firmware.rules.cards import FACES, Seat, cards
from table_firmware.rules.games.sanchazi.readings import readings
from table_firmware.rules.round import Combination, Move
from tests.laid import laid
from ui_kiosk.model_table import PlayedLine, PlayedTrick
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.theme import Scale
from ui_kiosk.widgets.fan import CardFace, card_height
from ui_kiosk.widgets.played_lines import MOVE_GAP, WIDTHS, Lines, Room, lines, step
from ui_kiosk.widgets.words import Plate

LONGEST = 41
"""Cards of a hand in 三叉子."""
FACE = CardFace(FACES[0])


def a_move(count: int) -> PlayedLine:
    return PlayedLine("东", (FACE,) * count)


tricks = st.lists(
    st.builds(
        lambda counts: PlayedTrick("第 1 圈", "", "", tuple(map(a_move, counts)), False),
        st.lists(st.integers(0, LONGEST), min_size=1, max_size=30),
    ),
    max_size=14,
)
rooms = st.builds(Room, st.integers(500, 1600), st.integers(200, 800), st.just(90), st.just(70))


def width(move: PlayedLine, found: Lines) -> float:
    if not move.cards:
        return found.room.passed
    apart = step(len(move.cards), found.room, found.card)
    return found.room.name + found.card + apart * (len(move.cards) - 1)


@given(tricks, rooms)
def test_every_move_lies_in_its_row_and_over_no_other(told: list[PlayedTrick], room: Room) -> None:
    found = lines(told, room, Scale(1))
    assert found.card in WIDTHS
    for piece in found.tricks:
        for move, (x, row) in zip(piece.trick.moves, piece.places, strict=True):
            assert 0 <= x <= room.wide - width(move, found) + 1
            assert row * card_height(found.card) < piece.high
        moves = zip(piece.trick.moves, piece.places, strict=True)
        for (move, (x, row)), (_, (next_x, next_row)) in pairwise(moves):
            beside = next_row == row and next_x >= x + width(move, found) + MOVE_GAP - 1
            assert beside or (next_row == row + 1 and next_x == 0)


@given(tricks, rooms)
def test_no_move_is_lost_and_each_piece_but_the_first_goes_on(
    told: list[PlayedTrick], room: Room
) -> None:
    found = iter(lines(told, room, Scale(1)).tricks)
    for trick in told:
        moves = list[PlayedLine]()
        while len(moves) < len(trick.moves):
            piece = next(found)
            assert piece.more == bool(moves)
            moves += piece.trick.moves
        assert tuple(moves) == trick.moves
    assert next(found, None) is None


@given(tricks, rooms)
def test_each_page_is_as_full_as_it_can_be(told: list[PlayedTrick], room: Room) -> None:
    found = lines(told, room, Scale(1))
    for page in pages(found):
        high = sum(found.tricks[at].high + found.gap for at in page) - found.gap
        assert len(page) == 1 or high <= room.high
        beyond = page.start - 1 if page.start else page.stop
        if beyond < len(found.tricks):
            assert high + found.gap + found.tricks[beyond].high > room.high


def pages(found: Lines) -> Iterator[range]:
    """From the newest back to the first, each as long as it takes."""
    page = found.window(None)
    assert page.stop == len(found.tricks)
    while page:
        yield page
        if not page.start:
            return
        before, page = page, found.window(page.start)
        assert page.start < before.start


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_the_longest_play_lies_inside_the_panel(glass: Glass, size: str, language: str) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    for pairs in (12, 10):
        laid_down = cards(" ".join(f"S{rank} H{rank}" for rank in "3456789TJQKA"[:pairs]))
        (reading,) = readings(laid_down)
        move = Move(Seat.S, Combination(laid_down, reading))
        hand = laid(SCENES["sc-lead"].round)
        hand = replace(hand, played=(move,), trick=(move,), trick_number=1)
        screen.show(replace(SCENES["sc-lead"], round=hand, ask=None, number=99 - pairs))
        screen.press("panel:played")
        for act in ("set:large=1", "set:large=0"):
            glass.settle()
            panel = panel_of(screen)
            left, _, wide, _ = panel._pictures.extent
            assert panel.x < left < left + wide < panel.right
            screen.press(act)
        screen.press("close")


@pytest.mark.slow
def test_lines_part_whole_tricks_on_every_page_and_nothing_else(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen, (1024, 600))
    screen.show(WHOLE)
    for act in ("set:large=1", "panel:played"):
        screen.press(act)
    panel = panel_of(screen)
    for view in (WHOLE, replace(unparted(), number=WHOLE.number + 1)):
        screen.show(view)
        panel._end, seen = None, set[int]()
        panel._draw()
        glass.settle()
        for _ in range(len(laid(view.round).played)):
            found, page = panel._laid()
            plates = [each for each in panel.children if isinstance(each, Plate)]
            drawn = [each for each in plates if each.height < 6 and each.width > 600 and each.solid]
            assert len(drawn) == sum(not found.tricks[at].more for at in page[1:])
            seen.update(page)
            if not page.start:
                break
            glass.tap(*button(panel, "earlier").center)
            glass.settle()
        assert seen == set(range(len(found.tricks)))
    assert any(each.more for each in found.tricks)

"""Who has passed is seen to have passed until it is his turn again, in every game."""

from collections import Counter
from dataclasses import replace

import pytest
from chinpok_views import playing
from partner_scenes import seen
from played_hands import CHINPOK, GAMES, played_by_chance
from presented import body
from scenes import SCENES

from table_firmware.rules.cards import Seat
from tests.laid import laid
from ui_kiosk.local import Local
from ui_kiosk.present_turn import seat_status
from ui_kiosk.presenter import present
from ui_kiosk.speech import side_of
from ui_kiosk.text import text

ZH = Local("zh")


@pytest.mark.slow
@pytest.mark.parametrize("version", GAMES)
def test_a_pass_stands_until_its_player_acts_again_and_never_old_cards(version: str) -> None:
    """Where a pass is not final the next play opens the trick for all again: cards that somebody
    laid before he passed would look as if they still counted."""
    told, passed = Counter[bool](), text("zh", "state.passed")
    for seed in range(60):
        given = None if version == CHINPOK else {"pass_final": bool(seed % 3 == 0)}
        for hand, _ in played_by_chance(version, seed, (12, 5)[seed % 2], given):
            view = playing(hand) if version == CHINPOK else seen(version, hand)
            last = {side_of(view.seat, move.seat): move.play for move in hand.trick}
            piles = {pile.side: pile for pile in body(view, ZH).piles}
            assert piles.keys() == last.keys()
            for side, pile in piles.items():
                assert (pile.passed == passed) == (last[side] is None)
                assert bool(pile.cards) == (last[side] is not None)
            for seat in Seat:
                side = side_of(view.seat, seat)
                if side not in last or seat == hand.turn or seat in hand.out or hand.turn is None:
                    continue
                status = seat_status(view, "zh", seat)
                assert (status == (passed, "plain")) == (last[side] is None)
                told[seat not in hand.passed and last[side] is None] += 1
    assert told[False]
    assert bool(told[True]) == (version != CHINPOK)


def test_who_has_passed_for_good_is_told_so_while_he_waits() -> None:
    """In ChinPok a pass is final (000 §22.1); who knows other games expects another turn."""
    view = SCENES["play-wait"]
    hand = laid(view.round)
    assert hand.turn is not None
    seat = text("zh", f"seat.{hand.turn.name}")
    passed = replace(view, round=replace(hand, passed=(view.seat,)))
    assert present(view, ZH).message == text("zh", "play.wait", seat=seat)
    assert present(passed, ZH).message == text("zh", "play.wait_passed", seat=seat)
    again = replace(passed, game="sanchazi/1")
    assert present(again, ZH).message == text("zh", "play.wait", seat=seat)

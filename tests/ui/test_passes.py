"""Who has passed is seen to have passed until it is his turn again, in every game."""

from collections import Counter

import pytest
from chinpok_views import playing
from partner_scenes import seen
from played_hands import CHINPOK, GAMES, played_by_chance
from presented import body

from table_firmware.rules.cards import Seat
from ui_kiosk.local import Local
from ui_kiosk.present_turn import seat_status
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

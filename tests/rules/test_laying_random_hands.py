"""Whole hands of 双扣 and 三叉子 with everything checked at every event."""

from collections import Counter
from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)
from typing import Any

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games import sanchazi
from table_firmware.rules.games.sanchazi import readings as of_sanchazi
from table_firmware.rules.games.shuangkou import baibian, qianbian
from table_firmware.rules.games.shuangkou import readings as of_shuangkou
from table_firmware.rules.round import HandEnded, Passed, Played, Reading, TrickEnded, WentOut
from table_firmware.rules.said import Event
from tests.laid import laid
from tests.laying_games import dealt, opened, play_out

GAMES: dict[str, tuple[Game, Any]] = {
    "baibian": (baibian, of_shuangkou),
    "qianbian": (qianbian, of_shuangkou),
    "sanchazi": (sanchazi, of_sanchazi),
}


class Watch:
    """What the rules of play say of the events so far, told apart from the game itself."""

    def __init__(self, beats: Any, step: int) -> None:
        self.beats, self.step = beats, step
        self.top: tuple[Seat, Reading] | None = None
        self.passed = 0
        self.out: list[Seat] = []
        self.laid: Counter[str] = Counter()
        self.expected: Seat | None = None

    def see(self, event: Event) -> None:
        match event:
            case Played(seat, cards, reading):
                self.acts(seat)
                assert self.top is None or self.beats(reading, self.top[1])
                self.top, self.passed = (seat, reading), 0
                self.laid.update(cards)
            case Passed(seat):
                self.acts(seat)
                assert self.top is not None
                self.passed += 1
            case WentOut(seat, place):
                self.out.append(seat)
                assert place == len(self.out)
            case TrickEnded(winner, leader):
                assert self.top is not None
                assert winner == self.top[0]
                assert self.passed == 4 - len({*self.out, winner})
                assert leader == (winner.partner if winner in self.out else winner)
                self.top, self.expected = None, leader

    def acts(self, seat: Seat) -> None:
        """The seat is next in the direction of play among those who hold cards."""
        while self.expected in self.out:
            self.expected = Seat((self.expected + self.step) % 4)
        assert self.expected in (None, seat)
        assert seat not in self.out
        self.expected = Seat((seat + self.step) % 4)


def check(name: str, seed: int) -> None:
    game, cards = GAMES[name]
    deal = dealt(game, seed)
    state = opened(game, deal)
    watch = Watch(cards.beats, -1 if name == "sanchazi" else 1)
    watch.expected = laid(game.view(state, Seat.E)).leader
    state, events = play_out(game, state, Random(seed))
    for event in events:
        watch.see(event)
    ended = events[-1]
    assert isinstance(ended, HandEnded)
    result = ended.result
    held = Counter(card for hand in state.tricks.hands for card in hand)
    assert held + watch.laid == Counter(game.DEALING.deck)
    assert sum(result.position_tenths) == sum(result.pair_tenths) == 0
    assert [result.place[seat] for seat in watch.out] == [*range(1, len(watch.out) + 1)]
    assert result.double_down == (len(watch.out) == 2)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_random_hands_keep_every_rule(name: str) -> None:
    for seed in range(5):
        check(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
@pytest.mark.parametrize("name", GAMES)
def test_ten_thousand_random_hands_keep_every_rule(name: str, hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        check(name, seed)

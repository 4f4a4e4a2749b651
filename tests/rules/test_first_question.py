"""What a trump makes of cards is known before the first trick, not found out within it."""

import subprocess
import sys

import pytest

from table_firmware.rules.cards import RANKS

SCRIPT = """
import sys
from table_firmware.rules.cards import FACES, Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Play

calls = 0

def count(*_):
    global calls
    calls += 1

hands = tuple(tuple(FACES[seat::4]) for seat in Seat)
options = chinpok.Options(exchange=False)
deal = Deal(hands, {"trump": int(sys.argv[1]), "leader": 0})
state = chinpok.opening(options, deal)
sys.setprofile(count)
chinpok.decide(state, Play(Seat.E, hands[0][:1], None))
sys.setprofile(None)
print(calls)
"""


@pytest.mark.parametrize("trump", [0, len(RANKS) - 1])
def test_the_first_play_asks_no_more_than_any_other(trump: int) -> None:
    """A book of readings takes twenty thousand calls and more, in a program that has none yet."""
    told = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(trump)], capture_output=True, text=True, check=True
    )
    assert 0 < int(told.stdout) < 1_000

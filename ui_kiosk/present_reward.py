"""The table of rewards of ChinPok in words (000 §32.1)."""

from table_firmware.rules.cards import PAIRS
from table_firmware.rules.games.chinpok.scoring import REWARD
from table_firmware.rules.round import HandResult
from ui_kiosk.speech import tenths_text
from ui_kiosk.text import text


def why(result: HandResult, say: str) -> str:
    """Which rows of the table were the case; empty where none was."""
    told = []
    for pair in PAIRS.values():
        better, worse = sorted(result.place[seat] for seat in pair)
        if any(REWARD.get((better, worse), ())):
            down = "_down" if result.double_down and worse == 2 else ""
            told.append(((better, worse), down))
    cases = text(say, "reward.and").join(_case(*row, say) for row in sorted(told))
    return text(say, "reward.why", cases=cases) if cases else ""


def all_cases(say: str) -> str:
    """The whole table."""
    return text(say, "reward.and").join(_case(places, "", say) for places in REWARD)


def _case(places: tuple[int, int], down: str, say: str) -> str:
    (better, worse), (one, other) = places, map(tenths_text, REWARD[places])
    return text(say, f"reward.{better}_{worse}{down}", one=one, other=other)

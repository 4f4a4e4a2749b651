"""A seat's screen over two hundred hands: nothing grows, and what was let go is gone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HANDS = 200
GROWTH = 8.0
"""MiB from the second fifth of the hands to the last."""


@pytest.mark.soak
def test_memory_is_flat_over_two_hundred_hands() -> None:
    root = Path(__file__).resolve().parents[2]
    program = (sys.executable, "-m", "benchmarks.hands", str(HANDS), "640x400")
    done = subprocess.run(program, cwd=root, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])["hand_private_widgets_undead"]
    assert [hand for hand, *_ in found] == list(range(HANDS // 10, HANDS + 1, HANDS // 10))
    memory = [mib for _, mib, *_ in found]
    assert max(memory[-2:]) - max(memory[2:4]) < GROWTH, memory
    widgets = [count for *_, count, _ in found]
    assert max(widgets) - min(widgets) < 60, widgets
    assert [undead for *_, undead in found] == [0] * len(found)

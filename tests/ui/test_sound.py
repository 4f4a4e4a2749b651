"""What is heard, when, how loud; and that silence costs nothing."""

import sys
import wave
from array import array
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from threading import Event

import pytest
from chinpok_views import BIG, LEAD, playing, table
from glass import Glass
from kivy.clock import Clock
from scenes import SCENES

from deploy.sounds import FOLDER, SOUNDS, samples
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskPlay, Move, SeatView
from table_firmware.wire.messages import Called, TimeLeft, View
from ui_kiosk.cue import CUES, cues
from ui_kiosk.local import Local
from ui_kiosk.presenter import present, present_lost
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.sound import FAILURES, Speaker, player, sound

BEFORE = table(trick=(Move(Seat.E, LEAD),), out=(), passed=(), turn=Seat.N, ask=None)
PLAIN = replace(BEFORE, trick=(*BEFORE.trick, Move(Seat.N, LEAD)), turn=Seat.W)
BOMB = replace(BEFORE, trick=(*BEFORE.trick, Move(Seat.N, BIG)), turn=Seat.E, ask=AskPlay(None))
CAUGHT = replace(
    BEFORE, trick=(), out=(Seat.N,), turn=Seat.S, played=(Move(Seat.E, LEAD), Move(Seat.N, BIG))
)
OWN = replace(CAUGHT, turn=Seat.E, ask=AskPlay(None), played=(Move(Seat.W, BIG),), out=(Seat.W,))


@pytest.mark.parametrize(
    ("old", "new", "heard"),
    [
        (BEFORE, PLAIN, ("play",)),
        (BEFORE, BOMB, ("bomb", "turn")),
        (PLAIN, CAUGHT, ("caught",)),
        (PLAIN, OWN, ("caught", "turn")),
        (BOMB, BOMB, ()),
        (OWN, BEFORE, ("play",)),
    ],
)
def test_what_is_heard_is_what_has_just_happened(
    old: SeatView, new: SeatView, heard: tuple[str, ...]
) -> None:
    models = [present(playing(hand), Local()) for hand in (old, new)]
    assert cues(*models) == heard


def test_a_call_is_heard_and_a_screen_that_comes_back_is_silent() -> None:
    view = SCENES["lobby"]
    now = present(replace(view, call=Called((Seat.N,))), Local())
    assert cues(present(view, Local()), now) == ("call",)
    assert cues(present_lost(Local()), now) == cues(None, now) == ()
    digits = present(SCENES["digits"], Local())
    assert cues(present(view, Local()), digits) == ("turn",)


def test_every_sound_is_short_small_and_made_by_the_script() -> None:
    assert set(CUES) == set(SOUNDS) == {path.stem for path in FOLDER.glob("*.wav")}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 200_000
    for name, (seconds, notes) in SOUNDS.items():
        made, kept = samples(seconds, notes), frames(sound(name, 2))
        assert seconds < 0.7
        assert len(made) == len(kept)
        assert max(abs(a - b) for a, b in zip(made, kept, strict=True)) <= 1
        assert abs(kept[0]) < 100
        assert abs(kept[-1]) < 1_000


def frames(raw: bytes) -> "array[int]":
    with wave.open(BytesIO(raw)) as file:
        return array("h", file.readframes(file.getnframes()))


def test_a_soft_sound_is_the_same_sound_softer() -> None:
    soft, loud = (frames(sound("bomb", volume)) for volume in (1, 2))
    assert max(soft) * 3 < max(loud)
    assert len(soft) == len(loud)


def keeping(path: Path) -> tuple[str, ...]:
    """A player that adds what it reads to a file."""
    program = "import sys; open(sys.argv[1], 'ab').write(sys.stdin.buffer.read())"
    return (sys.executable, "-c", program, str(path))


def until(holds: Callable[[], bool]) -> None:
    waiting = Event()
    for _ in range(500):
        if holds():
            return
        waiting.wait(0.02)
    raise AssertionError("it never came")


def test_sounds_are_played_one_after_the_other_and_none_twice_at_once(tmp_path: Path) -> None:
    path = tmp_path / "heard"
    speaker = Speaker(keeping(path))
    for cue in ("bomb", "turn", "turn", "bomb"):
        speaker.play(cue, 2)
    speaker.play("call", 0)
    until(lambda: not speaker._working)
    assert path.read_bytes() == sound("bomb", 2) + sound("turn", 2)
    speaker.play("turn", 1)
    until(lambda: not speaker._working)
    assert path.read_bytes().endswith(sound("turn", 1))
    assert not speaker.silent


@pytest.mark.parametrize("command", [("/no/such/player",), (sys.executable, "-c", "exit(1)")])
def test_where_there_is_no_sound_nothing_is_tried_for_ever(command: tuple[str, ...]) -> None:
    speaker = Speaker(command)
    for cue in CUES[:FAILURES]:
        assert not speaker.silent
        speaker.play(cue, 2)
        until(lambda: not speaker._working)
    assert speaker.silent
    speaker.play("turn", 2)
    assert not speaker._working


def test_a_device_is_played_on_and_none_is_silence() -> None:
    assert player("hw:1")[-1] == "hw:1"
    assert Speaker(player("none")).silent


def test_a_seat_rings_at_its_volume_and_when_its_time_is_nearly_out(glass: Glass) -> None:
    screen = SeatScreen()
    heard: list[tuple[str, int]] = []
    screen.sound = lambda cue, volume: heard.append((cue, volume))
    glass.show(screen)

    def see(view: View) -> None:
        screen.show(view)
        glass.settle()

    see(playing(BEFORE))
    screen.press("set:volume=1")
    clock = TimeLeft("play", 6_500, 30_000, (Seat.E,))
    see(playing(BOMB, number=8, clock=clock))
    assert heard == [("bomb", 1), ("turn", 1)]
    end = Clock.get_boottime() + 10
    while len(heard) < 3:
        glass.frame()
        assert Clock.get_boottime() < end
    assert heard[2:] == [("late", 1)]

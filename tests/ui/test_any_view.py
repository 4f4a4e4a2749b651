"""Whatever a line may say, a screen shows something and goes on: what it cannot show is told as a
fault."""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from glass import Glass
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import SCENES
from test_screens import SIZES, visible
from test_upright import reads

from table_firmware.rules.cards import Card
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import SeatView
from table_firmware.service import redact
from table_firmware.wire.codec import encode_down
from table_firmware.wire.messages import View
from tests.examples import about
from ui_kiosk import faults
from ui_kiosk.cue import cues
from ui_kiosk.local import Local, renewed
from ui_kiosk.model import FaultBody
from ui_kiosk.motion import news, seat_moves
from ui_kiosk.presenter import present
from ui_kiosk.press import press
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.unshown import tell
from ui_kiosk.widgets.words import Words

Way = tuple[str | int, ...]
PANELS = ("", "played", "help-types", "help-order", "settings", "chi", "hand")
STRANGE: dict[type, tuple[Any, ...]] = {
    int: (0, -1, 4, 99, 10**9),
    str: ("", "x", "E", "7", "BJ", "S7", "b10"),
    bool: (False, True),
    list: ([],),
    dict: ({},),
}


def parts(plain: Any, path: Way = ()) -> Iterator[tuple[Way, Any]]:
    """All that stands in a plain value, each with the way to it."""
    inner: Any = ()
    if isinstance(plain, dict):
        inner = plain.items()
    elif isinstance(plain, list):
        inner = enumerate(plain)
    for key, part in inner:
        yield (*path, key), part
        yield from parts(part, (*path, key))


PLAIN = {name: to_plain(View, view) for name, view in SCENES.items()}
SEEN: defaultdict[type, list[Any]] = defaultdict(list)
for told in PLAIN.values():
    for _, value in parts(told):
        if value not in SEEN[type(value)]:
            SEEN[type(value)].append(value)


def changed(plain: Any, path: Way, value: Any) -> Any:
    """With another value somewhere, or without one."""
    copied = json.loads(json.dumps(plain))
    at = copied
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return copied


@st.composite
def views(draw: st.DrawFn) -> View:
    """A view of a table with one thing or two said otherwise, as far as a line may say it."""
    name = draw(st.sampled_from(sorted(SCENES)))
    plain, view = PLAIN[name], SCENES[name]
    for _ in range(draw(st.integers(1, 2))):
        path, old = draw(st.sampled_from(list(parts(plain))))
        values = (None, *STRANGE[type(old)])
        value = draw(st.sampled_from(values) | st.sampled_from(SEEN[type(old)]))
        try:
            view = from_plain(View, changed(plain, path, value))
        except ValueError:
            continue
        plain = changed(plain, path, value)
    return view


@pytest.mark.slow
@settings(max_examples=about(30), deadline=None)
@given(views(), views(), st.sampled_from(PANELS), st.sampled_from(LANGUAGES))
def test_any_view_that_is_read_can_be_shown_and_touched(
    old: View, view: View, panel: str, language: str
) -> None:
    local = renewed(Local(language=language, panel=panel), old, view)
    assert len(seat_moves(old, view)) in (0, 4)
    before, model = present(old, local), present(view, local)
    news(before, model)
    cues(before, model)
    for button in (*model.buttons, *model.utility):
        if button is not None and button.act != "learn":
            present(view, press(view, local, button.act)[0])


def test_what_a_table_sends_is_shown_as_it_is() -> None:
    unknown = text("zh", "fault.view-unknown")
    assert [name for name, view in SCENES.items() if present(view, Local()).title == unknown] == []


MISREAD = from_plain(
    View,
    changed(PLAIN["play-played"], ("round", "played", 0, "play", "cards"), ["S3", "H9"]),
)
STRANGE_VIEWS = (
    replace(SCENES["play-follow"], game="whist/1"),
    replace(SCENES["lobby"], places=()),
    replace(SCENES["pz-hu"], round=SCENES["play-follow"].round),
)


@pytest.mark.slow
def test_a_screen_that_cannot_show_a_view_says_so_and_shows_the_next(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    for view in STRANGE_VIEWS:
        screen.show(view)
        assert said(screen)
    for language in LANGUAGES:
        assert screen.local.language == language
        glass.settle()
        assert said(screen)
        assert all(each.fits() for each in visible(screen) if isinstance(each, Words))
        glass.picture(f"view-unknown-{language}-1280x800")
        screen.press("language")
    screen.show(MISREAD)
    assert not said(screen)
    screen.press("panel:played")
    assert said(screen)
    screen.press("panel:settings")
    screen.press("close")
    assert not said(screen)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_what_is_to_be_done_about_it_can_be_read_on_every_screen(glass: Glass, size: str) -> None:
    screen = SeatScreen()
    glass.show(screen, SIZES[size])
    screen.show(STRANGE_VIEWS[0])
    for _ in LANGUAGES:
        glass.settle()
        assert said(screen)
        assert [w.text for w in visible(screen) if isinstance(w, Words) and not w.fits()] == []
        screen.press("language")


@pytest.mark.slow
def test_a_trump_that_no_rank_has_stops_no_screen(glass: Glass) -> None:
    screen, trump = SeatScreen(), "b10"
    glass.show(screen)
    for view in SCENES.values():
        if not view.trump:
            continue
        if isinstance(view.round, SeatView):
            view = replace(view, round=replace(view.round, trump=trump))
        screen.show(replace(view, trump=trump))
    screen.show(SCENES["draw-cut"])
    assert not said(screen)


def said(screen: SeatScreen) -> bool:
    """Whether it says that it cannot show what the table says."""
    say = screen.local.language
    known = faults.entry(say, "view-unknown")
    assert known is not None
    told = {known.code, known.text, known.remedy, text(say, "fault.view-unknown")}
    return told <= reads(screen)


def test_what_is_logged_of_such_a_view_names_no_card(caplog: pytest.LogCaptureFixture) -> None:
    view = SCENES["play-follow"]
    assert isinstance(view.round, SeatView)
    odd = replace(view, round=replace(view.round, hand=(Card("Q9X"), *view.round.hand)))
    assert isinstance(present(odd, Local()).body, FaultBody)
    assert "a view cannot be shown" in caplog.text
    assert not any(re.search(rf"\b{card}\b", caplog.text) for card in ("Q9X", *view.round.hand))


def test_where_such_a_view_could_not_be_shown_is_logged_for_an_engineer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """From where it was caught to where it was raised, and what the errors were that led to it."""
    present(replace(SCENES["play-follow"], game="whist/1"), Local())
    places = re.findall(r'File "\S+/ui_kiosk/(\w+)\.py", line [0-9]+, in (\w+)', caplog.text)
    assert places[0] == ("presenter", "present")
    assert places[-1] == ("choice", "sense_of")
    assert len(places) > 3
    assert caplog.text.rstrip().endswith("\nValueError")
    caplog.clear()
    try:
        try:
            raise KeyError("S3")
        except KeyError as error:
            raise ValueError("H4") from error
    except ValueError as error:
        tell("what it was", error)
    assert re.search(r"\nKeyError\n(?s:.+)\nValueError$", caplog.text.rstrip())


LOGS = """\
import sys
from pathlib import Path

from ui_kiosk import window

window.prepare(window.Glass(touch=Path("/dev/null")), Path(sys.argv[1]))
import kivy.app  # as a seat does

from table_firmware.wire.codec import decode_down
from ui_kiosk.local import Local
from ui_kiosk.presenter import present

present(decode_down(sys.stdin.buffer.readline()), Local())
"""


@pytest.mark.slow
def test_it_stands_in_the_log_of_the_seat_s_own_program(tmp_path: Path) -> None:
    """Kivy has a way of its own with what is logged; the journal takes standard error."""
    line = encode_down(replace(SCENES["play-follow"], game="whist/1"))
    command = (sys.executable, "-c", LOGS, str(tmp_path))
    ran = subprocess.run(command, input=line, capture_output=True, check=True, timeout=60)
    said = ran.stderr.decode()
    assert "TBL-513 view-unknown: a view cannot be shown\n" in said
    kept = [redact.line(each) for each in said.splitlines()]  # as a support bundle keeps it
    assert any(re.fullmatch(r"ui_kiosk/choice\.py:[0-9]+ …", each) for each in kept)
    assert "TBL-513 view-unknown …" in kept
    assert "ValueError …" in kept

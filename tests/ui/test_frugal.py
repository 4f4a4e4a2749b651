"""A seat loads what it needs and nothing of the table, and keeps no room that it has no use for."""

import subprocess
import sys
from pathlib import Path

import pytest
from glass import Glass
from kivy.cache import Cache
from kivy.graphics import Rectangle
from kivy.graphics.opengl import GL_DEPTH_BITS, GL_STENCIL_BITS, glGetIntegerv
from kivy.lang import Builder

from ui_kiosk.frugal import spare

LOADED = "print(*(n for n, m in sys.modules.items() if getattr(m, '__spec__', None)))"
PROGRAM = f"""\
import os, sys, tempfile
from pathlib import Path
import ui_kiosk.__main__, ui_kiosk.presenter
{LOADED}
from ui_kiosk import window
window.prepare(window.Glass((320, 200), touch=Path(os.devnull)), Path(tempfile.mkdtemp()))
import ui_kiosk.app
from ui_kiosk.widgets.code import modules
print(len(modules("0123456789" * 8)))
{LOADED}
"""
COMPILING = """\
import os, tempfile
from pathlib import Path
from ui_kiosk import window
window.prepare(window.Glass((320, 200), touch=Path(os.devnull)), Path(tempfile.mkdtemp()))
import ui_kiosk.app
from kivy.graphics import Fbo
from ui_kiosk.driver import forget_compiler
def private():
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) / 1024
forget_compiler()  # and whatever else is free
Fbo(size=(8, 8)).draw()
held = private()
forget_compiler()
print(held - private())
"""
UNWANTED = ("cryptography", "PIL", "segno", "_ssl", "table_firmware.controller", "hal")
BESIDE_CODES = ("email", "http", "urllib.request", "xml", "_hashlib", "segno.writers")
COMPILER_MIB = 3.0
"""Of what only one process has."""


def told_by(program: str) -> list[str]:
    """What a program says that has nothing of other tests in its process."""
    root = Path(__file__).resolve().parents[2]
    command = (sys.executable, "-c", program)
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_a_seat_loads_nothing_of_the_table_and_for_codes_no_library_for_networks() -> None:
    first, side, then = told_by(PROGRAM)
    assert [name for name in first.split() if name.startswith(UNWANTED)] == []
    assert int(side) > 20
    assert [name for name in then.split() if name.startswith(BESIDE_CODES)] == []


def test_a_window_has_room_for_colours_alone(glass: Glass) -> None:
    glass.frame()
    assert [int(*glGetIntegerv(bits)) for bits in (GL_DEPTH_BITS, GL_STENCIL_BITS)] == [0, 0]


@pytest.mark.slow
def test_what_compiled_the_shaders_is_let_go() -> None:
    (freed,) = told_by(COMPILING)
    assert float(freed) > COMPILER_MIB


def test_a_window_can_be_spared_after_kivy_has_forgotten_its_pictures(glass: Glass) -> None:
    for category in ("kv.texture", "kv.image", "kv.shader", "kv.atlas"):
        Cache.remove(category)  # as it does by itself a minute after their last use
    spare(glass.window)
    assert Rectangle().texture.mag_filter == "nearest"


def test_the_rules_for_widgets_of_others_are_not_read() -> None:
    files = {Path(rule.ctx.filename).name for _, rule in Builder.rules if rule.ctx.filename}
    assert "style.kv" not in files

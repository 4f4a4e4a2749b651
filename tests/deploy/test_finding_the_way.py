"""A newcomer finds his way: the page on the architecture names what is there, and no module is too
long to be read."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/architecture.md").read_text("utf-8")
NAMED: Final = re.compile(r"`([\w*/]+(?:\.py|/))(?: |`)")
ROOMS: Final = ("table_firmware", "hal", "ui_kiosk", "tests", "benchmarks", "examples", "deploy")
WRITTEN: Final = (".py", ".sh", ".js", ".go", ".css")
LONGEST: Final = 400


def found(name: str, folder: Path) -> Path | None:
    """Where that is which a page names, perhaps beside what it has named before."""
    for place in (ROOT, ROOT / "table_firmware", folder, folder.parent):
        if first := next(place.glob(name), None):
            return first
    return None


def test_every_module_and_room_that_is_named_exists() -> None:
    lost = []
    for line in PAGE.splitlines():
        folder = ROOT / "tests" if line.startswith("| `tests/`") else ROOT
        for name in NAMED.findall(line):
            there = found(name, folder)
            if there is None:
                lost.append(name)
            elif "/" in name and not line.startswith("| `tests/`"):
                folder = there if there.is_dir() else there.parent
    assert lost == []
    assert len(NAMED.findall(PAGE)) > 100


def test_every_room_is_on_the_page() -> None:
    parts = (each for room in ROOMS[:3] for each in (ROOT / room).iterdir())
    inside = [each.name for each in parts if (each / "__init__.py").is_file()]
    assert [room for room in (*ROOMS, *inside) if not re.search(rf"[`/]{room}/", PAGE)] == []
    assert len(inside) > 8


def test_no_module_is_longer_than_400_lines() -> None:
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    own = [path for path in files if path.suffix in WRITTEN and "vendor" not in path.parts]
    lengths = {path.name: path.read_bytes().count(b"\n") for path in own}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
    assert len(own) > 500

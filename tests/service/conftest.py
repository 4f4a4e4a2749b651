"""A computer in a folder, for checks that look at one."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from table_firmware.service.areas.source import Machine
from tests.service.areas import Computer


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """Makes a computer out of files (path: text), what programs print, and the time of day."""

    def make(
        files: Mapping[str, str] | None = None,
        said: Mapping[str, str] | None = None,
        unix: float = 1_800_000_000.0,
        now: Callable[[], float] | None = None,
    ) -> Machine:
        root = tmp_path / "root"
        for name, text in (files or {}).items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

        def command(words: Sequence[str]) -> str | None:
            return (said or {}).get(words[0])

        real = Machine()
        return Machine(root, command, now or real.now, lambda: unix)

    return make

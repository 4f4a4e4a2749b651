"""The disk is judged by its synced writes, its space and its wear."""

import os
from pathlib import Path

import pytest

from table_firmware.service.areas import storage
from tests.service.areas import Computer, brief, ticking


def test_synced_writes_are_timed_and_leave_nothing(computer: Computer, tmp_path: Path) -> None:
    spans = iter([0.001] * 90 + [0.02] * 10)
    state = tmp_path / "state"
    state.mkdir()
    found = storage.sync(computer(now=ticking(spans)), state)
    assert brief(found) == ("ok", "measured", "")
    assert found.values["p50"] == pytest.approx(1)
    assert [found.values[name] for name in ("p95", "longest")] == pytest.approx([20, 20])
    assert list(state.iterdir()) == []


@pytest.mark.parametrize("spans", [[0.2] * 100, [0.001] * 99 + [1.5]])
def test_slow_writes_are_a_warning(computer: Computer, tmp_path: Path, spans: list[float]) -> None:
    found = storage.sync(computer(now=ticking(iter(spans))), tmp_path)
    assert brief(found) == ("warning", "measured", "TBL-711")


def test_a_place_that_cannot_be_written_is_a_fault(computer: Computer, tmp_path: Path) -> None:
    (tmp_path / storage.PROBE).mkdir()
    assert brief(storage.sync(computer(), tmp_path)) == ("fault", "failed", "TBL-313")
    assert brief(storage.space(tmp_path / "gone")) == ("fault", "failed", "TBL-313")


def test_a_state_folder_that_is_not_made_yet_is_no_fault(
    computer: Computer, tmp_path: Path
) -> None:
    (found,) = storage.checks(computer(), tmp_path / "state")
    assert brief(found) == ("info", "absent", "")


def test_the_real_disk_is_looked_at_in_three_ways(computer: Computer, tmp_path: Path) -> None:
    found = storage.checks(computer(), tmp_path, writes=5)
    assert [each.name for each in found] == ["storage.sync", "storage.space", "storage.wear"]


@pytest.mark.parametrize(
    ("free", "files", "level", "code"),
    [
        (9000, 90, "ok", ""),
        (499, 90, "warning", "TBL-712"),
        (9000, 4, "warning", "TBL-712"),
        (49, 90, "fault", "TBL-713"),
        (9000, 0, "fault", "TBL-713"),
    ],
)
def test_space_is_judged_in_blocks_and_in_files(
    free: int, files: int, level: str, code: str
) -> None:
    assert brief(storage.judged_space(free, 32000, files)) == (level, "measured", code)


@pytest.mark.parametrize(
    ("life", "end", "level", "code"),
    [
        ("0x02 0x03", "0x01", "ok", ""),
        ("0x02 0x08", "0x01", "warning", "TBL-714"),
        ("0x02 0x02", "0x02", "warning", "TBL-714"),
        ("0x0b 0x02", "0x01", "fault", "TBL-715"),
        ("0x02 0x02", "0x03", "fault", "TBL-715"),
    ],
)
def test_an_emmc_tells_of_its_wear(
    computer: Computer, tmp_path: Path, life: str, end: str, level: str, code: str
) -> None:
    here = tmp_path.stat().st_dev
    disk = "sys/devices/mmcblk0"
    files = {f"{disk}/device/life_time": life, f"{disk}/device/pre_eol_info": end}
    made = computer({**files, f"{disk}/mmcblk0p2/partition": "2", f"{disk}/device/name": "BJTD4R"})
    node = made.root / f"sys/dev/block/{os.major(here)}:{os.minor(here)}"
    node.parent.mkdir(parents=True)
    node.symlink_to(made.root / disk / "mmcblk0p2")
    found = storage.wear(made, tmp_path)
    assert brief(found) == (level, "measured", code)
    assert found.values["medium"] == "BJTD4R"


def test_a_card_that_tells_nothing_is_no_fault(computer: Computer, tmp_path: Path) -> None:
    assert brief(storage.wear(computer(), tmp_path)) == ("info", "unknown", "")

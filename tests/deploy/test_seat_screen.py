"""The start of a seat's screen: its display is found by the name of the connector."""

from pathlib import Path

import pytest

from tests.deploy.conftest import Ran, run


@pytest.fixture
def drm(tmp_path: Path) -> Path:
    folder = tmp_path / "drm"
    for connector, status in (
        ("card0-HDMI-A-1", "connected"),
        ("card0-HDMI-A-2", "disconnected"),
        ("card12-DSI-1", "connected"),
    ):
        (folder / connector).mkdir(parents=True)
        (folder / connector / "status").write_text(f"{status}\n")
    (folder / "version").write_text("drm\n")
    return folder


def start(drm: Path, **environment: str) -> Ran:
    program = drm.parent / "tablectl"
    program.write_text('#!/bin/sh\necho "$SDL_VIDEODRIVER:$SDL_KMSDRM_DEVICE_INDEX $*"\n')
    program.chmod(0o755)
    return run(
        "deploy/seat-screen.sh",
        environment={"SEAT_DRM": str(drm), "SEAT_TABLECTL": str(program), **environment},
    )


def test_the_card_of_the_connector_is_chosen(drm: Path) -> None:
    ran = start(drm, SEATS="E", SEAT_OUTPUT="DSI-1")
    assert ran.stdout == "KMSDRM:12 seat --seats E --run /run/table-firmware\n"


def test_without_a_connector_the_display_library_chooses(drm: Path) -> None:
    ran = start(drm, SEATS="E,S,W,N", SEAT_OUTPUT="")
    assert ran.stdout == ": seat --seats E,S,W,N --run /run/table-firmware\n"


def test_rotation_size_and_panel_are_passed_on(drm: Path) -> None:
    ran = start(
        drm, SEATS="N", SEAT_ROTATION="180", SEAT_SIZE="1280x720", SEAT_TOUCH="/dev/input/x"
    )
    assert ran.stdout.endswith("--rotation 180 --size 1280x720 --touch /dev/input/x\n")


def test_a_connector_that_is_not_there_is_refused_with_those_that_are(drm: Path) -> None:
    ran = start(drm, SEATS="E", SEAT_OUTPUT="DP-3")
    assert ran.returncode == 1
    assert "TBL-502" in ran.stdout
    for connector in ("card0-HDMI-A-1: connected", "card0-HDMI-A-2: disconnected", "card12-DSI-1"):
        assert connector in ran.stdout

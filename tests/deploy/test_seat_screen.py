"""The start of a seat's screen: its display is found by the name of the connector."""

from pathlib import Path

import pytest

from tests.deploy.conftest import Ran, run


@pytest.fixture
def drm(tmp_path: Path) -> Path:
    folder = tmp_path / "drm"
    for connector, status, modes in (
        ("card0-HDMI-A-1", "disconnected", ""),
        ("card1-HDMI-A-2", "connected", "1920x1080\n1280x720\n"),
        ("card12-DSI-1", "connected", "800x480\n"),
        ("card13-DSI-2", "connected", ""),
    ):
        (folder / connector).mkdir(parents=True)
        (folder / connector / "status").write_text(f"{status}\n")
        (folder / connector / "modes").write_text(modes)
    (folder / "version").write_text("drm\n")
    return folder


def start(drm: Path, **environment: str) -> Ran:
    program = drm.parent / "python"
    program.write_text('#!/bin/sh\necho "$SDL_VIDEODRIVER:$SDL_KMSDRM_DEVICE_INDEX $*"\n')
    program.chmod(0o755)
    return run(
        "deploy/seat-screen.sh",
        environment={"SEAT_DRM": str(drm), "SEAT_PYTHON": str(program), **environment},
    )


def test_the_card_of_the_connector_is_chosen_and_its_own_size(drm: Path) -> None:
    ran = start(drm, SEATS="E", SEAT_OUTPUT="DSI-1")
    assert ran.stdout == (
        "KMSDRM:12 -m ui_kiosk --seats E --run /run/table-firmware --size 800x480\n"
    )


def test_without_a_name_the_first_connected_output_is_chosen(drm: Path) -> None:
    ran = start(drm, SEATS="E,S,W,N", SEAT_OUTPUT="")
    assert ran.stdout == (
        "KMSDRM:1 -m ui_kiosk --seats E,S,W,N --run /run/table-firmware --size 1920x1080\n"
    )


def test_an_output_that_does_not_tell_its_size_is_left_to_the_program(drm: Path) -> None:
    ran = start(drm, SEATS="W", SEAT_OUTPUT="DSI-2")
    assert ran.stdout == "KMSDRM:13 -m ui_kiosk --seats W --run /run/table-firmware\n"


def test_a_video_driver_that_was_named_is_left_alone(drm: Path) -> None:
    ran = start(drm, SEATS="S", SDL_VIDEODRIVER="offscreen")
    assert ran.stdout == "offscreen: -m ui_kiosk --seats S --run /run/table-firmware\n"


def test_rotation_size_panel_and_further_options_are_passed_on(drm: Path) -> None:
    ran = start(
        drm,
        SEATS="N",
        SEAT_ROTATION="180",
        SEAT_SIZE="1280x720",
        SEAT_TOUCH="/dev/input/x",
        SEAT_BACKLIGHT="10-0045",
        SEAT_OPTIONS="--touch-rotation 90 --language en",
    )
    assert ran.stdout.endswith(
        "--rotation 180 --size 1280x720 --touch /dev/input/x"
        " --backlight /sys/class/backlight/10-0045 --touch-rotation 90 --language en\n"
    )


@pytest.mark.parametrize("output", ["DP-3", "HDMI-A"])
def test_a_connector_that_is_not_there_is_refused_with_those_that_are(
    drm: Path, output: str
) -> None:
    ran = start(drm, SEATS="E", SEAT_OUTPUT=output)
    assert ran.returncode == 1
    assert "TBL-502" in ran.stdout
    for connector in ("card0-HDMI-A-1: disconnected", "card12-DSI-1: connected"):
        assert connector in ran.stdout


def test_no_connected_output_at_all_is_refused(tmp_path: Path) -> None:
    (tmp_path / "drm").mkdir()
    ran = start(tmp_path / "drm", SEATS="E")
    assert ran.returncode == 1
    assert "TBL-502" in ran.stdout

"""Pins of a Raspberry Pi: wiring as configured, and remedies where something is missing."""

from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from hal.board import BoardRefused
from hal.boards import open_board
from hal.boards.rpi_gpio import RpiGpioBoard, Wiring, load_gpio, wiring
from tests.gpio_double import GpioDouble

PINS = {"seat_E": 5, "button_E": 6, "lamp_E": 12}


def refusal(settings: dict[str, object]) -> BoardRefused:
    with pytest.raises(BoardRefused) as refused:
        wiring({"name": "rpi_gpio", **settings})
    return refused.value


def test_the_wiring_keeps_inputs_and_lamps_apart_with_safe_defaults() -> None:
    assert wiring({"pins": PINS}) == Wiring({"seat_E": 5, "button_E": 6}, {"lamp_E": 12})


def test_polarity_and_pull_come_from_the_settings() -> None:
    made = wiring({"pins": PINS, "active": "high", "lamp_active": "low", "pull": "down"})
    assert (made.active_high, made.lamp_active_high, made.pull) == (True, False, "down")


def test_two_roles_on_one_pin_are_refused_by_name() -> None:
    refused = refusal({"pins": {"seat_E": 5, "lamp_N": 5}})
    assert refused.code == "TBL-202"
    assert "seat_E and lamp_N are both on pin 5" in refused.detail


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"pins": {}},
        {"pins": 5},
        {"pins": {"seat_Q": 5}},
        {"pins": {"seat_E": 28}},
        {"pins": {"seat_E": -1}},
        {"pins": {"seat_E": True}},
        {"pins": {"seat_E": "5"}},
        {"pins": PINS, "active": "middle"},
        {"pins": PINS, "pull": True},
        {"pins": PINS, "lamp_active": 1},
        {"pins": PINS, "colour": "red"},
    ],
)
def test_settings_that_cannot_be_are_refused_with_a_remedy(settings: dict[str, object]) -> None:
    refused = refusal(settings)
    assert refused.code == "TBL-202"
    assert refused.remedy


@pytest.mark.parametrize(("pull", "expected"), [("up", 22), ("down", 21), ("none", 20)])
def test_each_input_gets_the_pull_of_the_settings(pull: str, expected: int) -> None:
    double = GpioDouble()
    RpiGpioBoard(double, wiring({"pins": PINS, "pull": pull}))
    assert double.pulls == {5: expected, 6: expected}
    assert double.outputs == {12: 0}


def test_a_lamp_burns_from_half_brightness_on() -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS}))
    board.light({"lamp_E": 0.49})
    assert double.outputs[12] == 0
    board.light({"lamp_E": 0.5})
    assert double.outputs[12] == 1


def test_lighting_first_brings_a_returned_chip_back() -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS}))
    double.broken = True
    with pytest.raises(Exception, match="TBL-201"):
        board.read()
    double.broken = False
    double.outputs.clear()
    board.light({"lamp_E": 1.0})
    assert double.outputs[12] == 1


def test_closing_gives_every_pin_back() -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS}))
    board.close()
    assert (double.pulls, double.outputs) == ({}, {})


def test_a_missing_module_is_refused_with_the_extras_to_install() -> None:
    def load(_: str) -> object:
        raise ModuleNotFoundError("No module named 'RPi'")

    with pytest.raises(BoardRefused) as refused:
        load_gpio(load)
    assert refused.value.code == "TBL-203"
    assert "pi4" in refused.value.remedy
    assert "pi5" in refused.value.remedy


def test_a_module_that_does_not_run_here_is_refused_with_a_remedy() -> None:
    def load(_: str) -> object:
        raise RuntimeError("This module can only be run on a Raspberry Pi!")

    with pytest.raises(BoardRefused) as refused:
        load_gpio(load)
    assert refused.value.code == "TBL-203"
    assert "sim" in refused.value.remedy


def opening(devices: Path, may_open: bool) -> BoardRefused:
    with pytest.raises(BoardRefused) as refused:
        RpiGpioBoard(
            GpioDouble(broken=True), wiring({"pins": PINS}), devices, may_open=lambda _: may_open
        )
    return refused.value


def test_a_machine_without_a_chip_is_told_apart(tmp_path: Path) -> None:
    refused = opening(tmp_path, may_open=True)
    assert refused.code == "TBL-205"
    assert "gpiochip0" in refused.remedy


def test_a_chip_that_may_not_be_opened_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    refused = opening(tmp_path, may_open=False)
    assert refused.code == "TBL-204"
    assert "group gpio" in refused.remedy


def test_pins_that_something_else_uses_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    refused = opening(tmp_path, may_open=True)
    assert refused.code == "TBL-202"
    assert "what else uses them" in refused.remedy


def test_the_chosen_board_is_opened_on_the_module_of_that_name(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    double = GpioDouble()
    mocker.patch.dict("sys.modules", {"RPi": mocker.Mock(), "RPi.GPIO": double})
    board = open_board({"name": "rpi_gpio", "pins": PINS}, tmp_path)
    double.drive(5, 0)
    assert board.read() == {"seat_E": True, "button_E": False}
    board.close()

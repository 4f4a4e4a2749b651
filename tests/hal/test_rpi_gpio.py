"""Pins of a Raspberry Pi: wiring as configured, and remedies where something is missing."""

import importlib
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from hal.board import BoardLost, BoardRefused
from hal.boards import open_board
from hal.boards.rpi_gpio import Gpio, RpiGpioBoard, load_gpio, take_up_anew
from hal.boards.rpi_wiring import Wiring, wiring
from hal.scanner import Changed, Scan
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
        {"pins": PINS, "dimmed": "lamp_E"},
        {"pins": PINS, "dimmed": ["lamp_N"]},
        {"pins": PINS, "dimmed": ["seat_E"]},
        {"pins": PINS, "brightness": 0.5},
        {"pins": PINS, "dimmed": ["lamp_E"], "brightness": 0},
        {"pins": PINS, "dimmed": ["lamp_E"], "brightness": 1.1},
        {"pins": PINS, "dimmed": ["lamp_E"], "brightness": True},
        {"pins": PINS, "dimmed": ["lamp_E"], "brightness": float("nan")},
        {"pins": PINS, "dimmed": ["lamp_E"], "brightness": "half"},
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


@pytest.mark.parametrize(
    ("asked", "brightness", "percent"),
    [(0.0, 1, 0), (0.001, 1, 5), (0.26, 1, 25), (0.5, 0.5, 25), (1.0, 0.3, 30), (1.0, 1, 100)],
)
def test_a_dimmed_lamp_shines_in_steps_of_a_twentieth(
    asked: float, brightness: float, percent: int
) -> None:
    for active, shining in (("high", percent), ("low", 100 - percent)):
        double = GpioDouble()
        dimmed = {"dimmed": ["lamp_E"], "brightness": brightness, "lamp_active": active}
        board = RpiGpioBoard(double, wiring({"pins": PINS, **dimmed}))
        assert double.shine(12) == (100 if active == "low" else 0)
        board.light({"lamp_E": asked})
        assert double.shine(12) == shining
        board.close()


def test_a_lamp_that_is_not_named_as_dimmed_is_never_pulsed() -> None:
    double = GpioDouble()
    pins = {**PINS, "lamp_N": 16}
    board = RpiGpioBoard(double, wiring({"pins": pins, "dimmed": ["lamp_N"], "brightness": 0.5}))
    board.light({"lamp_E": 0.7, "lamp_N": 0.7})
    assert (double.shine(12), double.shine(16)) == (100, 35)
    assert list(double.pulses) == [16]


@pytest.mark.parametrize("dimmed", [[], ["lamp_E"]])
def test_lighting_first_brings_a_returned_chip_back(dimmed: list[str]) -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS, "dimmed": dimmed}), anew=double.anew)
    double.lose()
    for _ in range(2):
        with pytest.raises(BoardLost, match="TBL-201"):
            board.read()
    double.restore()
    board.light({"lamp_E": 1.0})
    assert double.shine(12) == 100


def test_closing_a_board_whose_chip_has_left_is_no_error() -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS, "dimmed": ["lamp_E"]}))
    double.lose()
    board.close()


bounces = st.lists(st.integers(0, 18), max_size=12)
"""Milliseconds after a contact moved at which it springs back or forth again."""


@pytest.mark.slow
@given(st.lists(st.tuples(bounces, st.integers(50, 400)), max_size=8), st.integers(1, 9))
def test_a_contact_that_bounces_is_counted_once_each_time_it_moves(
    moves: list[tuple[list[int], int]], pause: int
) -> None:
    """`moves`: the contact goes over, bounces, and rests; it is read every `pause` ms or less."""
    double = GpioDouble()
    scan = Scan(RpiGpioBoard(double, wiring({"pins": PINS})))
    now, level, reports = 0, 1, list(scan.step(0.0))
    for edges, rest in moves:
        level = 1 - level
        for ms in range(0, 19 + rest, pause):
            sprung = sum(edge <= ms for edge in edges[: len(edges) // 2 * 2]) % 2
            double.drive(PINS["button_E"], level ^ sprung)
            reports += scan.step((now + ms) / 1000)
        now += 19 + rest
    changes = [report for report in reports if isinstance(report, Changed)]
    assert changes == [Changed("button_E", n % 2 == 0) for n in range(len(moves))]


def test_closing_gives_every_pin_back() -> None:
    double = GpioDouble()
    board = RpiGpioBoard(double, wiring({"pins": PINS, "dimmed": ["lamp_E"]}))
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


def test_a_module_that_cannot_let_go_of_its_chip_is_taken_up_anew_all_the_same(
    mocker: MockerFixture, tmp_path: Path
) -> None:
    (tmp_path / "stubborn_gpio.py").write_text("chip = None\ndef cleanup(): raise OSError(chip)\n")
    mocker.patch("sys.path", [str(tmp_path)])
    module = importlib.import_module("stubborn_gpio")
    vars(module)["chip"] = "gone"
    assert take_up_anew(cast("Gpio", module)) is module
    assert vars(module)["chip"] is None


def test_a_directory_in_which_lgpio_cannot_make_its_pipe_is_told_apart() -> None:
    def load(_: str) -> object:
        raise FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3")

    with pytest.raises(BoardRefused) as refused:
        load_gpio(load)
    assert refused.value.code == "TBL-203"
    assert str(Path.cwd()) in refused.value.detail
    assert "LG_WD" in refused.value.remedy


def opening(devices: Path, closed: str = "") -> BoardRefused:
    with pytest.raises(BoardRefused) as refused:
        RpiGpioBoard(
            GpioDouble(broken=True),
            wiring({"pins": PINS}),
            devices,
            may_open=lambda node: node.name != closed,
        )
    return refused.value


def test_a_machine_without_a_chip_is_told_apart(tmp_path: Path) -> None:
    refused = opening(tmp_path)
    assert refused.code == "TBL-205"
    assert "gpiochip0" in refused.remedy


@pytest.mark.parametrize("closed", ["gpiochip0", "gpiomem"])
def test_a_chip_that_may_not_be_opened_is_told_apart(tmp_path: Path, closed: str) -> None:
    for node in ("gpiochip0", "gpiochip1", "gpiomem"):
        (tmp_path / node).touch()
    refused = opening(tmp_path, closed)
    assert refused.code == "TBL-204"
    assert closed in refused.detail
    assert "group gpio" in refused.remedy


def test_pins_that_something_else_uses_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "gpiochip0").touch()
    refused = opening(tmp_path)
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

"""What a running table has for its technician."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hal.boards.sim import SimBoard
from table_firmware.cli import main
from table_firmware.config import Config
from table_firmware.rules.cards import Seat
from table_firmware.service.checks import AREAS, Check, coded
from table_firmware.service.diagnose import Subject
from table_firmware.service.pin import check_pin, save_pin
from table_firmware.service.technician import LONGEST, Technician, finding, fitting
from table_firmware.wire.messages import Finding, Said

CHECKOUT = Path(__file__).parents[2]


def board() -> Check:
    raise AssertionError("not looked at")


def drawn() -> Check:
    return Check("board.presence", "ok", "held", values={"board": "sim"})


def broken() -> Check:
    raise OSError(5, "Input/output error", "/dev/hwrng")


def technician(folder: Path, *, well: bool = True) -> Technician:
    config = Config(state=folder, run=folder)
    return Technician(Subject(config, board, drawn if well else broken))


def test_the_pin_is_that_of_the_state_folder(tmp_path: Path) -> None:
    assert technician(tmp_path).check_pin("314159") is None
    save_pin(tmp_path, "314159", 1 << 10)
    assert technician(tmp_path).check_pin("314159") is True


def test_an_area_is_examined_and_what_cannot_be_looked_at_is_a_finding(tmp_path: Path) -> None:
    (found,) = technician(tmp_path).examine("noise")
    assert (found.area, found.level, found.code) == ("board", "ok", "")
    (found,) = technician(tmp_path, well=False).examine("noise")
    assert found.level == "fault"
    assert found.code.startswith("TBL-")
    assert "/dev/hwrng: Input/output error" in found.text.en


def test_a_finding_is_said_in_both_languages_and_cut_to_its_room() -> None:
    values = {"board": "sim", "detail": "x" * 300, "missing": "-"}
    found = finding(coded("board.presence", "fault", "lost", "TBL-201", values))
    assert (found.area, found.code) == ("board", "TBL-201")
    assert found.remedy.zh
    assert found.remedy.en
    assert (len(found.text.zh), len(found.text.en)) == (LONGEST["zh"], LONGEST["en"])
    assert found.text.en.endswith("…")
    plain = finding(drawn())
    assert isinstance(plain, Finding)
    assert plain.remedy == Said("", "")


def test_panels_are_written_for_all_seats_to_read_and_taken_away(tmp_path: Path) -> None:
    workshop = technician(tmp_path)
    workshop.place_panels({Seat.E: "/dev/input/table/seat-N"})
    path = tmp_path / "panels.json"
    assert json.loads(path.read_text()) == {"E": "/dev/input/table/seat-N"}
    assert path.stat().st_mode & 0o777 == 0o644
    workshop.place_panels({})
    assert not path.exists()


def test_a_folder_that_is_not_there_is_told_and_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    technician(tmp_path / "absent").place_panels({Seat.E: "/dev/input/event1"})
    assert "run-directory" in caplog.text


def test_a_bench_has_what_the_board_has(tmp_path: Path) -> None:
    sim = SimBoard(tmp_path / "board.sock")
    found = fitting(sim)
    sim.close()
    assert (found.roles, found.lamps, found.areas) == (sim.roles, sim.lamps, AREAS)


@pytest.mark.slow
@pytest.mark.parametrize(("typed", "status"), [("271828\n", 0), ("123456\n", 3), ("\n", 3)])
def test_the_pin_is_set_from_a_pipe(tmp_path: Path, typed: str, status: int) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\n')
    (tmp_path / "state").mkdir()
    command = [sys.executable, "-m", "table_firmware", "service", "pin", "--config", str(config)]
    done = subprocess.run(
        command, input=typed, text=True, capture_output=True, cwd=CHECKOUT, check=False
    )
    assert done.returncode == status
    assert (check_pin(tmp_path / "state", typed.strip()) is True) == (status == 0)
    assert typed.strip() == "" or typed.strip() not in done.stdout + done.stderr


def test_the_folder_of_a_table_that_never_ran_is_not_made_for_its_pin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\n')
    assert main(["service", "pin", "--config", str(config)]) == 3
    assert capsys.readouterr().err.startswith("TBL-812")
    assert list(tmp_path.iterdir()) == [config]


def test_a_table_that_never_ran_takes_no_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\n')
    assert main(["service", "mute", "seat_N", "--config", str(config)]) == 3
    assert "order-refused" in capsys.readouterr().err

"""A technician is led through the acceptance of a table; what has passed is not asked again."""

import os
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hal.boards.sim_socket import board_command
from hal.noise import SimulatedNoise
from table_firmware.config import Config
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.service import acceptance
from table_firmware.service.acceptance import Result, Step, accept, keep, steps, summary
from table_firmware.service.areas import noise
from table_firmware.service.areas.board import refused
from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import AREAS, Check
from table_firmware.service.diagnose import Subject
from table_firmware.workbench import Workbench
from tests.ledger.scripted import ORIGIN, Table

HAN = re.compile(r"[\u4e00-\u9fff]")
CLUB = SoftwareKey("club", bytes(range(32)))


class Script:
    """A technician who follows a script; `act` does something when asked for a button or chair."""

    def __init__(self, answers: Sequence[str], act: Callable[[str], None] = lambda _: None) -> None:
        self.answers, self.act = list(answers), act
        self.said: list[str] = []

    def say(self, line: str) -> None:
        self.said.append(line)
        self.act(line)

    def ask(self, question: str) -> str:
        self.said.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


def step(kind: str, *areas: str) -> Step:
    return Step(kind, kind, ("题", "做"), ("title", "do"), areas)


def done(kind: str, bench: acceptance.Bench, person: Script, *areas: str) -> Result:
    results: dict[str, Result] = {}
    accept(results, bench, person, lambda: "now", lambda: None, [step(kind, *areas)])
    assert results[kind].date == "now"
    return results[kind]


@pytest.fixture
def subject(tmp_path: Path) -> Subject:
    (tmp_path / "run").mkdir()
    config = Config(origin=ORIGIN, state=tmp_path / "state", run=tmp_path / "run")
    machine = Machine(tmp_path / "root")

    def draw() -> Check:
        return noise.judged("simulated", noise.draw(machine, SimulatedNoise(b"seed"), 1))

    def look() -> Check:
        return refused("sim", "TBL-205", "no chip")

    return Subject(config, look, draw, destination=tmp_path / "none", machine=machine, writes=3)


@pytest.fixture
def bench(subject: Subject) -> Iterator[Workbench]:
    made = Workbench(subject, 2.0)
    yield made
    made.close()


# ------------------------------------------------------------------ the steps of the file


def test_the_steps_are_in_both_languages_and_can_be_done() -> None:
    assert len({each.id for each in steps()}) == len(steps()) >= 12
    for each in steps():
        assert all(HAN.search(text) for text in each.zh)
        assert not any(HAN.search(text) for text in each.en)
        assert set(each.areas) <= set(AREAS)
        assert bool(each.areas) == (each.kind == "checks")


def test_every_area_is_looked_at() -> None:
    assert {area for each in steps() for area in each.areas} == set(AREAS)


# ------------------------------------------------------------------ going on


def test_what_has_passed_is_not_asked_again_after_a_break(bench: Workbench, tmp_path: Path) -> None:
    kept, plan = tmp_path / "kept.json", [replace(step("ask"), id=name) for name in "abc"]
    results = acceptance.read(kept)
    person = Script(["y", "n", "loose wire"])
    with pytest.raises(EOFError):
        accept(results, bench, person, lambda: "1", lambda: keep(kept, results), plan)
    again = acceptance.read(kept)
    assert {name: result.state for name, result in again.items()} == {"a": "passed", "b": "failed"}
    assert again["b"].notes == ("loose wire",)
    person = Script(["y", "s"])
    accept(again, bench, person, lambda: "2", lambda: keep(kept, again), plan)
    assert not any(line.startswith("[1/3]") for line in person.said)
    assert [again[name].state for name in "abc"] == ["passed", "passed", "skipped"]
    assert [again[name].date for name in "abc"] == ["1", "2", "2"]


def test_spoiled_progress_is_begun_anew(tmp_path: Path) -> None:
    for spoiled in ("?", "7", "[[1]]", '[["a", {}]]'):
        (tmp_path / "kept.json").write_text(spoiled)
        assert acceptance.read(tmp_path / "kept.json") == {}


def test_the_report_is_as_good_as_its_worst_step() -> None:
    whole = {each.id: Result("passed") for each in steps()}
    assert summary(whole)["level"] == "ok"
    assert summary({**whole, "lamps": Result("skipped")})["level"] == "warning"
    assert summary({**whole, "lamps": Result("failed")})["level"] == "fault"
    assert summary({})["level"] == "warning"
    assert summary({})["steps"]["lamps"] == {"state": "missing"}


# ------------------------------------------------------------------ each kind


def test_an_answer_that_is_none_is_asked_for_again(bench: Workbench) -> None:
    person = Script(["maybe", " Y "])
    assert done("ask", bench, person).state == "passed"


@pytest.mark.parametrize("answer", ["", " ", "yn", "ns", "yns", "yy", "é", "-"])
def test_what_is_not_one_whole_answer_is_asked_for_again(bench: Workbench, answer: str) -> None:
    person = Script([answer, "s"])
    assert done("ask", bench, person).state == "skipped"
    assert sum("done?" in line for line in person.said) == 2
    person = Script([answer, "s"])
    assert done("checks", bench, person, "board").state == "skipped"
    assert person.answers == []


@pytest.mark.parametrize("answer", ["", " ", "EN", "NWS", "ENWS-"])
def test_no_answer_about_a_lamp_is_asked_for_again(bench: Workbench, answer: str) -> None:
    person = Script([answer, "e", "n", answer, "w", "S"])
    assert done("lamps", bench, person) == Result("passed", (), "now")


def test_a_warning_may_be_accepted_and_a_fault_may_not(bench: Workbench) -> None:
    person = Script(["y"])
    warned = done("checks", bench, person, "clock")
    assert (warned.state, warned.notes[0][:7]) == ("passed", "TBL-721")
    told = "\n".join(person.said)
    assert "系统时间: 未同步，也没有电池时钟 / Clock of the day: not synchronised" in told
    person = Script(["y", "r", "n"])
    assert done("checks", bench, person, "board").state == "failed"
    assert person.answers == []
    assert done("checks", bench, Script(["s"]), "board").state == "skipped"
    assert done("checks", bench, Script([]), "noise", "upload").state == "passed"


def presser(run: Path, swap: bool = False) -> Callable[[str], None]:
    """Presses and sits as it is told, or at the wrong seat."""
    seats = {"East": "E", "North": "N", "West": "W", "South": "S"}
    other = {"E": "N", "N": "E"} if swap else {}

    def act(line: str) -> None:
        name = line.rpartition(" ")[2]
        seat = other.get(seats.get(name, ""), seats.get(name, ""))
        words = {
            "press the button": ["press", seat],
            "sit down at": ["sit", seat],
            "/ leave": ["leave", seat],
            "service button": ["press", "service"],
        }
        for sign, command in words.items():
            if sign in line:
                threading.Timer(0.1, board_command, (run / "board.sock", command)).start()

    return act


def test_buttons_and_sensors_are_found_as_they_are_wired(
    bench: Workbench, subject: Subject
) -> None:
    act = presser(subject.config.run)
    assert done("buttons", bench, Script([], act)) == Result("passed", (), "now")
    assert done("sensors", bench, Script([], act)) == Result("passed", (), "now")


def test_swapped_buttons_are_named(bench: Workbench, subject: Subject) -> None:
    act = presser(subject.config.run, swap=True)
    found = done("buttons", bench, Script([], act))
    assert found == Result("failed", ("button_E: button_N", "button_N: button_E"), "now")


def test_a_button_that_nobody_finds_fails(subject: Subject) -> None:
    bench = Workbench(subject, 0.05)
    found = done("buttons", bench, Script([]))
    bench.close()
    assert (found.state, len(found.notes)) == ("failed", 5)


def test_lamps_are_lit_one_by_one(bench: Workbench, subject: Subject) -> None:
    class Onlooker(Script):
        def ask(self, question: str) -> str:
            assert "whose lamp" in question
            while True:
                _, text = board_command(subject.config.run / "board.sock", ["lamps"])
                lit = [word[5] for word in text.split() if word.endswith("=1")]
                if lit and lit != self.answers[-1:]:
                    self.answers += lit
                    return lit[0].lower()

    assert done("lamps", bench, Onlooker([])).state == "passed"
    assert done("lamps", bench, Script(["E", "W", "-", "S"])).notes == ("lamp_N: W", "lamp_W: -")


def test_a_running_table_keeps_its_board(bench: Workbench, subject: Subject) -> None:
    table = Table(subject.config.state, quick=True)
    found = done("buttons", bench, Script([]))
    table.log.close()
    assert (found.state, found.notes[0][:7]) == ("failed", "TBL-809")


def test_a_board_that_is_refused_fails(subject: Subject) -> None:
    bench = Workbench(replace(subject, config=replace(subject.config, board={"name": "abacus"})))
    found = done("lamps", bench, Script([]))
    bench.close()
    assert (found.state, found.notes[0][:7]) == ("failed", "TBL-202")


def test_panels_are_touched_seat_by_seat(bench: Workbench, subject: Subject) -> None:
    root = subject.machine.root
    assert done("panels", bench, Script([])).state == "skipped"
    pipes = {}
    for name, seat in (("east", "E"), ("west", "W")):
        env = root / f"etc/table-firmware/seat-{name}.env"
        env.parent.mkdir(parents=True, exist_ok=True)
        env.write_text(f"SEATS={seat}\nSEAT_TOUCH=/dev/input/table/seat-{seat}\n")
        node = root / f"dev/input/table/seat-{seat}"
        node.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(node)
        pipes[seat] = os.open(node, os.O_RDWR | os.O_NONBLOCK)

    def touch(seat: str) -> Callable[[str], None]:
        def act(line: str) -> None:
            if "East" in line:
                os.write(pipes[seat], b"touch")
            elif "West" in line:
                os.read(pipes[seat], 99)
                os.write(pipes["W"], b"touch")

        return act

    assert done("panels", bench, Script([], touch("E"))).state == "passed"
    os.read(pipes["W"], 99)
    swapped = done("panels", bench, Script([], touch("W")))
    for pipe in pipes.values():
        os.close(pipe)
    assert swapped.notes == ("E: W",)


def test_the_enrolment_must_be_the_clubs_and_of_this_table(
    bench: Workbench, subject: Subject, tmp_path: Path
) -> None:
    table = Table(subject.config.state, quick=True)
    other = Table(tmp_path / "elsewhere", quick=True)
    for name, each in (("own", table), ("other", other)):
        verifier = each.log.identity.verifier
        note = enrol(Enrolment(ORIGIN, verifier, each.keys[0].verifier, "10000000abcd"), CLUB)
        (tmp_path / name).write_bytes(note)
        each.log.close()
    key = CLUB.verifier.vkey
    assert done("enrol", bench, Script([str(tmp_path / "own"), key])).state == "passed"
    assert done("enrol", bench, Script([str(tmp_path / "other"), key])).state == "failed"
    assert done("enrol", bench, Script([str(tmp_path / "none"), key])).state == "failed"
    assert done("enrol", bench, Script([""])).state == "skipped"

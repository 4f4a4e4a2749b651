"""The process is killed, or its medium fails, at a system call of a scripted match
(`trust-decisions`, T7 and T8). Each fault is asserted as fired: a silent one would test nothing.
"""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from table_firmware.fairness import vault
from table_firmware.fairness.deal import NOTHING, deal_hand
from table_firmware.ledger.audit import audit
from table_firmware.ledger.log import Log
from tests.faults.victim import VAULT, digest
from tests.ledger.scripted import CHINPOK, Table

ROOT = Path(__file__).parents[2]
SYSCALLS = ("write", "fdatasync", "fsync", "rename", "unlink", "ftruncate", "linkat", "mkdir")
ERRORS = {"write": ("EIO", "ENOSPC"), "mkdir": ("ENOSPC",), "rename": ("EIO", "ENOSPC")}


@dataclass(frozen=True)
class Fault:
    """What happens at the `at`-th call of `syscall`: `signal=KILL` or `error=…`."""

    syscall: str
    what: str
    at: int


def run(place: Path, *strace: str) -> tuple[int, list[str], str]:
    """Status, what was said, and the trace."""
    trace = place / "trace"
    command = ["strace", "-f", "-qq", "-o", str(trace), *strace, sys.executable, "-B", "-m"]
    with (place / "said").open("wb") as said:
        done = subprocess.run(
            [*command, "tests.faults.victim", str(place)],
            cwd=ROOT,
            stdout=said,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert done.returncode in (0, 3, -signal.SIGKILL, 128 + signal.SIGKILL), done.stderr.decode()
    return done.returncode, (place / "said").read_text().splitlines(), trace.read_text()


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """How often each system call is made when nothing goes wrong."""
    place = tmp_path_factory.mktemp("calls")
    status, said, trace = run(place, "-e", f"trace={','.join(SYSCALLS)}")
    assert (status, said[-1]) == (0, "done")
    names = re.findall(r"^\d+ +(\w+)\(", trace, re.MULTILINE)
    return {syscall: names.count(syscall) for syscall in SYSCALLS}


def strike(place: Path, fault: Fault) -> None:
    """Run the victim into the fault, then look at what is left."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    inject = f"inject={fault.syscall}:{fault.what}:when={fault.at}"
    status, said, trace = run(place, "-e", f"trace={fault.syscall}", "-e", inject)
    if "KILL" in fault.what:
        assert "killed by SIGKILL" in trace, fault
    else:
        assert "(INJECTED)" in trace, fault
        assert status in (0, 3), fault
    look_at_what_is_left(place, said)


def look_at_what_is_left(place: Path, said: Sequence[str]) -> None:
    """Nothing that was acknowledged is lost or altered, and the table goes on."""
    acks = [line.split() for line in said if line.startswith("ack ")]
    table = Table(place / "state", quick=True)  # boot and a new epoch
    entries = list(table.log.entries())
    for _, index, content in acks:
        assert digest(entries[int(index)]) == content
    signed = {int(line.split()[1]) for line in said if line.startswith("signed ")}
    assert signed <= table.log.checkpoints().keys()
    same_deal(place / "state", table.log)
    report = audit(table.export(place / "again", {}), table.policy())
    assert report.ok, report.lines()
    table.log.close()


def same_deal(state: Path, log: Log) -> None:
    """T8: a hand that was begun is dealt again byte by byte."""
    last = {entry.k: entry.d for entry in log.entries()}
    if "batch" not in last or "match_end" in last:
        return
    batch = vault.load(state / VAULT, bytes.fromhex(last["batch"]["B"]))
    if "hand" not in last:
        return
    h, k = last["hand"]["h"], bytes.fromhex(last["contrib"]["K"])
    dealt = deal_hand(batch, k, h, NOTHING, CHINPOK.DEALING)
    assert dealt.t.hex() == last["hand"]["T"]
    if "draw" in last and last["draw"]["h"] == h:
        assert dict(dealt.draws) == last["draw"]["draws"]
    if "deal" in last and last["deal"]["h"] == h:
        assert [commit.hex() for commit in dealt.commits] == last["deal"]["E"]


def faults(calls: dict[str, int], *, all_of_them: bool) -> list[Fault]:
    """Each call is a place to be killed at; each call that a medium can refuse is refused.
    all_of_them: else one in the middle."""
    found = []
    for syscall, count in calls.items():
        places = range(1, count + 1) if all_of_them else range(count // 2 + 1, count // 2 + 2)
        if not count:
            continue
        errors = ERRORS.get(syscall, ("EIO",))
        for what in ("signal=KILL", *(f"error={error}" for error in errors)):
            found += [Fault(syscall, what, at) for at in places]
    return found


@pytest.mark.slow
def test_every_kind_of_call_is_made(calls: dict[str, int]) -> None:
    assert calls["write"] > 50
    assert calls["fdatasync"] > 50
    assert {name for name, count in calls.items() if not count} <= {"ftruncate", "linkat"}


@pytest.mark.slow
def test_faults_at_some_system_calls_lose_nothing(calls: dict[str, int], memory: Path) -> None:
    for fault in faults(calls, all_of_them=False):
        strike(memory / "victim", fault)


@pytest.mark.soak
def test_faults_at_every_system_call_lose_nothing(calls: dict[str, int], memory: Path) -> None:
    every = faults(calls, all_of_them=True)
    assert len(every) > 2_000
    for fault in every:
        strike(memory / "victim", fault)

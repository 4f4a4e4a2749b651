"""A secret is whole or it is not there, wherever its destruction is cut off."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from table_firmware.ledger.files import shred

ROOT = Path(__file__).parents[2]
SECRET: Final = bytes(range(1, 120))
PROGRAM: Final = (
    "import sys; from pathlib import Path; from table_firmware.ledger.files import shred;"
    "shred(Path(sys.argv[1]))"
)
STEPS: Final = [("rename", 1), ("fsync", 1), ("write", 1), ("fsync", 2), ("unlink", 1)]
"""Each call that changes the medium, by its name and its turn; `fsync` 3 ends it."""


def struck(path: Path, call: str, turn: int, what: str) -> str:
    """Destroys it in a process that is killed, or whose medium fails, there; the trace."""
    trace = path.with_name("trace")
    inject = f"inject={call}:{what}:when={turn}"
    command = ["strace", "-qq", "-o", str(trace), "-P", str(path), "-P", f"{path}.gone"]
    command += ["-P", str(path.parent), "-e", f"trace={call}", "-e", inject]
    subprocess.run(
        [*command, sys.executable, "-B", "-c", PROGRAM, str(path)],
        cwd=ROOT,
        check=False,
        capture_output=True,
        timeout=60,
    )
    return trace.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("what", ["signal=KILL", "error=EIO"])
@pytest.mark.parametrize(("call", "turn"), STEPS)
def test_a_secret_is_whole_or_gone_wherever_its_destruction_is_cut_off(
    tmp_path: Path, call: str, turn: int, what: str
) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    path = folder / "epoch-0.key"
    path.write_bytes(SECRET)
    trace = struck(path, call, turn, what)
    assert "killed by SIGKILL" in trace or "(INJECTED)" in trace
    assert not path.exists() or path.read_bytes() == SECRET
    shred(path)
    assert {each.name for each in folder.iterdir()} <= {"trace"}

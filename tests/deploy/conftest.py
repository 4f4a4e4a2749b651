"""A tree as the installer stages it, with the base system's own units beside ours."""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
SYSTEM_UNITS = Path("/lib/systemd/system")

Ran = subprocess.CompletedProcess[str]
Install = Callable[..., Ran]


def run(
    *words: str | Path, cwd: Path = CHECKOUT, environment: Mapping[str, str] | None = None
) -> Ran:
    """Run a command; both streams are in `stdout`."""
    return subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", **(environment or {})},
    )


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Run the installer on the stage."""

    def installer(*options: str) -> Ran:
        return run("deploy/install.sh", "--root", stage_of(tmp_path), *options)

    return installer


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """Where the installer stages to; nothing is there yet."""
    return stage_of(tmp_path)


def stage_of(tmp_path: Path) -> Path:
    return tmp_path / "stage"


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A staged tree that systemd can judge: base units, and a program to start."""
    root = stage_of(tmp_path_factory.mktemp("machine"))
    ran = run("deploy/install.sh", "--root", root)
    assert ran.returncode == 0, ran.stdout
    shutil.copytree(SYSTEM_UNITS, root / "lib/systemd/system", symlinks=True)
    program = root / "opt/table-firmware/venv/bin/tablectl"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return root

"""What setup prints: its own lines when all goes well, the cause and a remedy when it does not."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
TOOLS: Final = ("sh", "python3", "cat", "sha256sum", "cut", "grep", "tail", "mkdir", "dirname")
"""All that setup needs where it is not for Debian packages: so it installs none here."""
PROJECT: Final = """
[build-system]
requires = []
build-backend = "nothing"
backend-path = ["."]
[project]
name = "nothing"
version = "1"
"""
BACKEND: Final = """
import sys
from zipfile import ZipFile

NAME = "nothing-1-py3-none-any.whl"
FILES = {
    "METADATA": ("Metadata-Version: 2.1", "Name: nothing", "Version: 1", ""),
    "WHEEL": ("Wheel-Version: 1.0", "Root-Is-Purelib: true", "Tag: py3-none-any", ""),
    "RECORD": ("",),
}


def build_editable(folder, config_settings=None, metadata_directory=None):
    print("WARNING: this looks like a fault", file=sys.stderr)
    with ZipFile(f"{folder}/{NAME}", "w") as wheel:
        for name, lines in FILES.items():
            wheel.writestr(f"nothing-1.dist-info/{name}", "\\n".join(lines))
    return NAME
"""
ABSENT: Final = f"no-such-package==1 --hash=sha256:{'0' * 64}\n"
NOWHERE: Final = "http://127.0.0.1:9/simple"
"""Nobody listens there."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One with a project of its own that needs nothing."""
    here = tmp_path / "checkout"
    (here / "deploy").mkdir(parents=True)
    shutil.copy(ROOT / "deploy/setup.sh", here / "deploy")
    (here / "pyproject.toml").write_text(PROJECT)
    (here / "nothing.py").write_text(BACKEND)
    (here / "requirements.lock").write_text("")
    return here


def set_up(checkout: Path) -> subprocess.CompletedProcess[str]:
    tools = checkout.parent / "tools"
    if not tools.exists():
        tools.mkdir()
        for name in TOOLS:
            found = sys.executable if name == "python3" else shutil.which(name)
            assert found
            (tools / name).symlink_to(found)
    env = {
        "PATH": str(tools),
        "HOME": str(checkout.parent),
        "PIP_INDEX_URL": NOWHERE,
        "PIP_RETRIES": "1",
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(
        [str(tools / "sh"), "deploy/setup.sh", "run"],
        cwd=checkout,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_only_its_own_lines_are_printed_and_the_rest_is_in_the_log_that_it_names(
    checkout: Path,
) -> None:
    done = set_up(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert all(line.startswith("[setup] ") for line in lines)
    assert lines[-1] == "[setup] ready (run)"
    assert "build/python.log" in done.stdout
    assert "Successfully installed nothing" in (checkout / "build/python.log").read_text()
    again = set_up(checkout)
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout.splitlines()[-1] == "[setup] ready (run)"
    assert "installing" not in again.stdout


@pytest.mark.slow
def test_without_a_network_the_cause_is_shown_and_what_to_do_in_both_languages(
    checkout: Path,
) -> None:
    (checkout / "requirements.lock").write_text(ABSENT)
    done = set_up(checkout)
    assert done.returncode == 1
    assert "ready" not in done.stdout
    assert "no-such-package" in done.stderr
    assert "refused" in done.stderr
    assert "[setup] pip failed; the whole story is in build/python.log" in done.stdout
    assert "怎么办：检查网络" in done.stdout
    assert "What to do: see to the network" in done.stdout
    assert "no-such-package" in (checkout / "build/python.log").read_text()
    (checkout / "requirements.lock").write_text("")
    assert set_up(checkout).stdout.splitlines()[-1] == "[setup] ready (run)"


@pytest.mark.slow
def test_what_cannot_be_built_is_told_by_its_own_error(checkout: Path) -> None:
    (checkout / "nothing.py").write_text("raise RuntimeError('the roof is missing')")
    done = set_up(checkout)
    assert done.returncode == 1
    assert "RuntimeError: the roof is missing" in done.stderr
    assert "What to do:" in done.stdout

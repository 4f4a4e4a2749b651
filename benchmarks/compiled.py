"""The same measurements with the core compiled by mypyc, from a copy in `out/`."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
COPY = ROOT / "out/compiled"
MODULES = ("packed", "ways", "holding", "sames", "flushes", "runs", "groups", "readings")
_SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="compiled-rules", packages=[], ext_modules=mypycify({paths!r}))
"""


def running() -> bool:
    """Whether this process has the compiled core."""
    spec = find_spec("table_firmware.rules.groups")
    return spec is not None and not str(spec.origin).endswith(".py")


def run(arguments: list[str]) -> int:
    """Compile, then run the benchmark again on what was compiled; its exit code."""
    if find_spec("mypyc") is None:
        print("mypyc is not here; it comes with mypy (make check installs it)", file=sys.stderr)
        return 2
    shutil.rmtree(COPY, ignore_errors=True)
    for name in ("table_firmware", "benchmarks", "tests/golden"):
        shutil.copytree(ROOT / name, COPY / name)
    paths = [f"table_firmware/rules/{name}.py" for name in MODULES]
    build = [sys.executable, "-c", _SETUP.format(paths=paths), "-q", "build_ext", "--inplace"]
    subprocess.run(build, cwd=COPY, check=True)
    environment = {**os.environ, "PYTHONPATH": str(COPY)}
    again = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(again, cwd=COPY, env=environment, check=False).returncode

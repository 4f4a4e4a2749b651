"""The real rpi-lgpio and lgpio on the kernel's simulated chip, in an emulated machine."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SIM = ROOT / "tests/gpio_sim"
GUEST = f"""
mkdir /mnt/work && cd /mnt/work
export HOME=/mnt TMPDIR=/mnt PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={ROOT}/build/emulator/site:{ROOT}
export TABLE_BOARD=rpi_gpio RPI_LGPIO_REVISION=c03115 RPI_LGPIO_CHIP=0
options="-q --color=no --tb=short -p no:cacheprovider"
pytest="{sys.executable} -m pytest -c {ROOT}/pyproject.toml --rootdir {ROOT} $options"
contract={ROOT}/tests/contracts/test_boards.py
own={ROOT}/tests/hal/test_rpi_gpio_real.py
$pytest $contract $own || exit 1
mkfifo drawn
nice -n 19 {sys.executable} {SIM}/wires.py >drawn &
read -r chip <drawn || exit 1
RPI_LGPIO_CHIP=$chip TABLE_WIRES=0.1 $pytest -k "active and high" $contract
status=$?
kill $!
exit $status
"""


@pytest.fixture(scope="module")
def machine() -> Path:
    built = subprocess.run(
        [SIM / "build.sh", sys.executable], capture_output=True, text=True, timeout=3600
    )
    if built.returncode == 77:
        pytest.skip(built.stdout.splitlines()[-1])
    assert built.returncode == 0, built.stdout + built.stderr
    return SIM / "boot.sh"


@pytest.mark.soak
def test_the_board_keeps_its_contract_on_the_real_modules(machine: Path, tmp_path: Path) -> None:
    script = tmp_path / "guest.sh"
    script.write_text(GUEST)
    ran = subprocess.run([machine, script], capture_output=True, text=True, timeout=3600)
    print(ran.stdout)
    assert "[guest] exit 0" in ran.stdout, ran.stdout + ran.stderr
    chip, wires = re.findall(r"\d+ passed.* in ", ran.stdout)
    assert "skipped" not in chip
    assert "2 skipped" in wires

"""A link in virtual time."""

import pytest

from tests.serial_rig import Rig


@pytest.fixture
def rig() -> Rig:
    made = Rig()
    made.run(0.1)
    assert made.agrees
    return made

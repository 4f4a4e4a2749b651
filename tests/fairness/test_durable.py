"""A new file that only one may make."""

from pathlib import Path

import pytest
from pytest_mock import MockerFixture

from table_firmware.fairness import durable


def test_a_new_file_is_private_and_never_replaces_one(tmp_path: Path) -> None:
    path = tmp_path / "key"
    durable.create(path, b"first")
    with pytest.raises(FileExistsError):
        durable.create(path, b"second")
    assert path.read_bytes() == b"first"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_the_medium_did_not_take_is_not_there(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    mocker.patch("os.fsync", side_effect=OSError(28, "No space left on device"))
    with pytest.raises(OSError, match="No space"):
        durable.create(tmp_path / "key", b"first")
    assert list(tmp_path.iterdir()) == []

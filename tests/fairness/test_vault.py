import resource
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hal.noise import SimulatedNoise
from table_firmware.fairness import vault
from table_firmware.fairness.deal import Batch, make_batch
from table_firmware.fairness.entropy import os_random
from table_firmware.fairness.vault import VaultError

on_one_file = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vault"


@pytest.fixture
def content(path: Path, batch: Batch) -> bytes:
    """Of a vault that was saved at `path`."""
    vault.save(path, batch)
    return path.read_bytes()


def refusal(path: Path, b: bytes | None = None) -> str:
    with pytest.raises(VaultError) as refused:
        vault.load(path, b)
    return refused.value.code


def sealed(content: bytes) -> bytes:
    """Content with a digest that fits, as one who knows the format would write it."""
    return content + sha256(content).digest()


def test_what_was_saved_is_loaded(path: Path, batch: Batch) -> None:
    vault.save(path, batch)
    assert vault.load(path) == batch
    assert vault.load(path, batch.b) == batch


def test_the_vault_is_for_its_owner_alone(path: Path, batch: Batch) -> None:
    path.with_name("vault~").write_bytes(b"left behind, readable by all")
    vault.save(path, batch)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_new_vault_takes_the_place_of_the_old_one(path: Path, batch: Batch) -> None:
    other = make_batch("o", "g", 0, bytes(32), 1, SimulatedNoise(b""), os_random)
    vault.save(path, other)
    vault.save(path, batch)
    assert vault.load(path) == batch


@given(st.data())
@on_one_file
def test_a_torn_draft_changes_nothing(
    path: Path, content: bytes, batch: Batch, data: st.DataObject
) -> None:
    path.write_bytes(content)
    torn = content[: data.draw(st.integers(0, len(content)))]
    path.with_name("vault~").write_bytes(torn)
    assert vault.load(path) == batch
    path.unlink()
    assert refusal(path) == "vault-missing"


def test_a_deleted_vault_leaves_nothing_behind(path: Path, batch: Batch) -> None:
    vault.save(path, batch)
    path.with_name("vault~").write_bytes(b"torn")
    vault.delete(path)
    vault.delete(path)
    assert list(path.parent.iterdir()) == []
    assert refusal(path) == "vault-missing"


@given(st.data())
@on_one_file
def test_no_altered_byte_is_accepted(path: Path, content: bytes, data: st.DataObject) -> None:
    altered = bytearray(content)
    altered[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(altered)
    assert refusal(path) == "vault-altered"


@given(st.data())
@on_one_file
def test_no_shortened_or_lengthened_vault_is_accepted(
    path: Path, content: bytes, data: st.DataObject
) -> None:
    short = content[: data.draw(st.integers(0, len(content) - 1))]
    for altered in (short, sealed(short), sealed(content), content + b"\0"):
        path.write_bytes(altered)
        assert refusal(path) == "vault-altered"


def test_a_secret_that_does_not_follow_from_its_noise_is_refused(
    path: Path, content: bytes
) -> None:
    altered = bytearray(content[:-32])
    altered[-1] ^= 1
    path.write_bytes(sealed(bytes(altered)))
    assert refusal(path) == "vault-altered"


def test_a_vault_of_another_batch_is_refused(path: Path, batch: Batch) -> None:
    other = make_batch("o", "g", 0, bytes(32), 1, SimulatedNoise(b""), os_random)
    vault.save(path, other)
    assert refusal(path, batch.b) == "vault-altered"


def test_a_vault_that_the_medium_does_not_give_back_is_told_apart(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == "vault-unreadable"


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """Every write beyond `size` fails, as on a full medium."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [0, 1, 1000, 2500])
def test_a_full_medium_is_an_error_and_leaves_the_old_vault(
    path: Path, batch: Batch, size: int
) -> None:
    other = make_batch("o", "g", 0, bytes(32), 1, SimulatedNoise(b""), os_random)
    vault.save(path, other)
    with files_no_longer_than(size), pytest.raises(OSError, match="File too large"):
        vault.save(path, batch)
    assert vault.load(path) == other
    vault.save(path, batch)
    assert vault.load(path) == batch


def test_a_vault_that_cannot_be_written_is_an_error(tmp_path: Path, batch: Batch) -> None:
    with pytest.raises(FileNotFoundError):
        vault.save(tmp_path / "gone" / "vault", batch)

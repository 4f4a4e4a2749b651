"""The technician's PIN is kept as a salted hash that costs much to guess against."""

import json
from pathlib import Path

import pytest

from table_firmware.service.pin import FILE, check_pin, is_pin, save_pin

CHEAP = 1 << 10


@pytest.mark.slow
def test_the_pin_is_known_again_and_no_other(tmp_path: Path) -> None:
    save_pin(tmp_path, "314159")
    assert check_pin(tmp_path, "314159") is True
    for other in ("314158", "31415", "3141590", "", "３１４１５９", "\ud800"):
        assert check_pin(tmp_path, other) is False


def test_the_file_is_private_and_does_not_hold_the_pin(tmp_path: Path) -> None:
    save_pin(tmp_path, "314159")
    path = tmp_path / FILE
    assert path.stat().st_mode & 0o777 == 0o600
    assert b"314159" not in path.read_bytes()
    assert json.loads(path.read_bytes())["n"] >= 1 << 15


def test_the_same_pin_twice_has_two_hashes(tmp_path: Path) -> None:
    save_pin(tmp_path, "271828", CHEAP)
    first = (tmp_path / FILE).read_bytes()
    save_pin(tmp_path, "271828", CHEAP)
    assert (tmp_path / FILE).read_bytes() != first


def test_without_a_pin_or_with_a_damaged_file_nobody_enters(tmp_path: Path) -> None:
    assert check_pin(tmp_path, "314159") is None
    save_pin(tmp_path, "314159", CHEAP)
    good = json.loads((tmp_path / FILE).read_bytes())
    for change in ({"n": 1 << 30}, {"n": 1025}, {"salt": "x"}, {"hash": 7}, {"n": "1024"}):
        (tmp_path / FILE).write_text(json.dumps(good | change))
        assert check_pin(tmp_path, "314159") is None
    (tmp_path / FILE).write_bytes(b"[")
    assert check_pin(tmp_path, "314159") is None


@pytest.mark.parametrize(
    "text", ["", "12345", "1234567890123", "31415a", "３１４１５９", "111111", "123456", "876543"]
)
def test_what_is_easily_guessed_is_no_pin(tmp_path: Path, text: str) -> None:
    assert not is_pin(text)
    with pytest.raises(ValueError, match="not a PIN"):
        save_pin(tmp_path, text)

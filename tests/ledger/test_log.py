"""The log of one table: durable entries, keys, epochs, checkpoints, hidden parts."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.ledger.faults import CODES, LedgerFault
from table_firmware.ledger.keys import SoftwareKey, read_key
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_checkpoint, parse_note, parse_vkey
from table_firmware.ledger.private import opened as hidden
from table_firmware.ledger.seal import audit_public, unseal
from table_firmware.ledger.tree import is_consistent

ORIGIN = "club.example/table-1"
BOOT = {"fw": "00" * 32, "os": "x", "noise": "n", "counter": 0, "torn": 0, "clean": 1}
CLOCK = {"unix": 1, "src": "rtc", "unc": 0}


def randomly(n: int) -> bytes:
    return os.urandom(n)  # noqa: TID251


def opened(folder: Path) -> Log:
    return Log.open(folder, ORIGIN, randomly)


def begun(folder: Path) -> Log:
    log = opened(folder)
    log.append("boot", BOOT, 0)
    log.rotate_epoch(0)
    return log


def refusal(folder: Path) -> str:
    with pytest.raises(LedgerFault) as fault:
        opened(folder)
    assert fault.value.code in CODES
    return fault.value.code


# ------------------------------------------------------------------ entries


def test_what_was_appended_is_there_after_a_restart(tmp_path: Path) -> None:
    log = begun(tmp_path)
    entry = log.append("clock", CLOCK, 7)
    size, root = log.size, log.root
    log.close()
    again = opened(tmp_path)
    assert (again.size, again.root, again.boot, again.torn) == (size, root, 2, 0)
    assert list(again.entries(entry.i)) == [entry]
    assert again.last("clock") == entry.i
    assert again.last("match") is None
    again.close()


def test_a_torn_tail_is_reported_and_cut(tmp_path: Path) -> None:
    log = begun(tmp_path)
    size = log.size
    log.close()
    with (tmp_path / "journal" / "00000000").open("ab") as file:
        file.write(b"\0\0\1")
    again = opened(tmp_path)
    assert (again.torn, again.size) == (3, size)
    again.close()
    last = opened(tmp_path)
    assert last.torn == 0
    last.close()


WRITER = """
import os, sys
from pathlib import Path
from table_firmware.ledger.log import Log
log = Log.open(Path(sys.argv[1]), "club.example/table-1", os.urandom)
boot = {"fw": "00" * 32, "os": "x", "noise": "n", "counter": 0, "torn": log.torn, "clean": 1}
log.append("boot", boot, 0)
log.rotate_epoch(0)
while True:
    entry = log.append("error", {"cause": "x" * 300}, 0)
    print(entry.i, flush=True)
    if entry.i % 7 == 0:
        log.checkpoint()
    if entry.i % 31 == 0:
        log.rotate_epoch(0)
"""


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    acknowledged = -1
    for lines in (1, 7, 29, 90):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(lines):
                acknowledged = int(writer.stdout.readline())
            writer.kill()
        log = opened(tmp_path)
        assert log.size > acknowledged
        assert [entry.i for entry in log.entries()] == list(range(log.size))
        log.close()


def test_wrong_entries_are_refused_and_leave_no_trace(tmp_path: Path) -> None:
    log = opened(tmp_path)
    with pytest.raises(ValueError, match="first entry of a run"):
        log.append("clock", CLOCK, 0)
    log.append("boot", BOOT, 5)
    with pytest.raises(ValueError, match="time went back"):
        log.append("clock", CLOCK, 4)
    with pytest.raises(ValueError, match="lacks the field"):
        log.append("clock", {}, 6)
    assert log.size == 1
    log.close()


def test_a_failing_disk_is_final(tmp_path: Path) -> None:
    def fails(_fd: int) -> None:
        raise OSError(errno.EIO, "broken")

    log = Log.open(tmp_path, ORIGIN, randomly, sync=fails)
    for _ in range(2):
        with pytest.raises(LedgerFault, match="journal-failed"):
            log.append("boot", BOOT, 0)
    assert log.size == 0
    log.close()


def test_a_damaged_last_entry_that_was_signed_is_no_torn_tail(tmp_path: Path) -> None:
    """By its bytes alone it could be one: a cut of the power may leave any bytes of a frame that
    was being written. The checkpoint over it says that it was whole once."""
    log = begun(tmp_path)
    assert max(log.checkpoints()) == log.size
    log.close()
    place = tmp_path / "journal" / "00000000"
    whole = place.read_bytes()
    for damaged in (whole[:-1] + b"x", whole[:-40] + bytes(40)):
        place.write_bytes(damaged)
        assert refusal(tmp_path) == "journal-rolled-back"
        assert place.read_bytes() == damaged


def test_only_one_process_has_the_log(tmp_path: Path) -> None:
    log = opened(tmp_path)
    assert refusal(tmp_path) == "ledger-in-use"
    log.close()


def test_a_refused_log_is_let_go(tmp_path: Path) -> None:
    begun(tmp_path).close()
    with pytest.raises(LedgerFault):
        Log.open(tmp_path, "another", randomly)
    opened(tmp_path).close()


@pytest.mark.parametrize("raw", [b"{}", b'{"b":1,"d":{},"i":0,"k":"x","m":0,"v":1}'])
def test_a_frame_that_is_no_entry_is_corrupt(tmp_path: Path, raw: bytes) -> None:
    log = opened(tmp_path)
    log._journal.append(raw)
    log.close()
    assert refusal(tmp_path) == "journal-corrupt"


def test_an_entry_in_a_wrong_place_is_corrupt(tmp_path: Path) -> None:
    log = opened(tmp_path)
    entry = log.append("boot", BOOT, 0)
    log._journal.append(entry.encode())
    log.close()
    assert refusal(tmp_path) == "journal-corrupt"


# ------------------------------------------------------------------ keys and policy


def test_keys_are_private_and_the_policy_names_the_log(tmp_path: Path) -> None:
    log = begun(tmp_path)
    for key in (tmp_path / "keys").iterdir():
        assert key.stat().st_mode & 0o777 == 0o600
    assert log.policy.read_text() == f"log {log.identity.verifier.vkey}\nquorum none\n"
    assert log.identity.name == ORIGIN
    assert log.identity.alg == "ed25519, software key"
    log.close()


def test_the_identity_is_made_once(tmp_path: Path) -> None:
    log = begun(tmp_path)
    vkey = log.identity.verifier.vkey
    log.close()
    again = opened(tmp_path)
    assert again.identity.verifier.vkey == vkey
    again.close()


def test_a_lost_identity_is_not_replaced(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (tmp_path / "keys" / "identity.key").unlink()
    assert refusal(tmp_path) == "identity-missing"


@pytest.mark.parametrize(
    "raw", [b"", b"PRIVATE+KEY+x+00000000+AAAA\n", b"\xff", b"a+b+c+d+e", b"a+b+c+d+AQ=="]
)
def test_a_damaged_key_is_reported(tmp_path: Path, raw: bytes) -> None:
    begun(tmp_path).close()
    (tmp_path / "keys" / "identity.key").write_bytes(raw)
    assert refusal(tmp_path) == "key-unreadable"


def test_the_key_of_another_table_is_reported(tmp_path: Path) -> None:
    begun(tmp_path).close()
    other = SoftwareKey("another", bytes(32)).encode()
    (tmp_path / "keys" / "identity.key").write_bytes(other)
    assert refusal(tmp_path) == "identity-mismatch"


# ------------------------------------------------------------------ checkpoints


def test_a_checkpoint_is_signed_by_identity_and_epoch(tmp_path: Path) -> None:
    log = begun(tmp_path)
    log.append("clock", CLOCK, 1)
    note = parse_note(log.checkpoint())
    checkpoint = parse_checkpoint(note.text)
    assert (checkpoint.origin, checkpoint.size, checkpoint.root) == (ORIGIN, 3, log.root)
    epoch = next(e for e in log.entries() if e.k == "epoch")
    assert [line.name for line in note.signatures] == [ORIGIN, f"{ORIGIN}/e/0"]
    assert note.by(log.identity.verifier)
    assert note.by(parse_vkey(epoch.d["vkey"]))
    assert sorted(log.checkpoints()) == [2, 3]
    assert sorted(log.checkpoints(3)) == [3]
    proof = log.tree.consistency(2, 3)
    assert is_consistent(2, log.tree.root(2), 3, log.root, proof)
    log.close()


def test_nothing_is_signed_before_the_first_epoch(tmp_path: Path) -> None:
    log = opened(tmp_path)
    log.append("boot", BOOT, 0)
    with pytest.raises(LedgerFault, match="no-epoch"):
        log.checkpoint()
    log.close()


def test_a_journal_shorter_than_what_was_signed_is_rolled_back(tmp_path: Path) -> None:
    log = begun(tmp_path)
    log.append("clock", CLOCK, 1)
    before = (tmp_path / "journal" / "00000000").read_bytes()
    log.append("clock", CLOCK, 2)
    log.checkpoint()
    log.close()
    (tmp_path / "journal" / "00000000").write_bytes(before)
    assert refusal(tmp_path) == "journal-rolled-back"
    assert (tmp_path / "journal" / "00000000").read_bytes() == before


def test_a_bad_byte_among_signed_entries_does_not_cut_them_off(tmp_path: Path) -> None:
    log = begun(tmp_path)
    log.append("clock", CLOCK, 1)
    log.checkpoint()
    log.close()
    path = tmp_path / "journal" / "00000000"
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)
    assert refusal(tmp_path) == "journal-rolled-back"
    assert path.read_bytes() == raw


def test_other_entries_than_were_signed_are_altered(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    begun(one).close()
    begun(other).close()
    shutil.rmtree(one / "journal")
    shutil.copytree(other / "journal", one / "journal")
    assert refusal(one) == "journal-altered"


def test_a_damaged_checkpoint_is_reported(tmp_path: Path) -> None:
    begun(tmp_path).close()
    (tmp_path / "checkpoints" / "2").write_bytes(b"")
    assert refusal(tmp_path) == "journal-altered"


# ------------------------------------------------------------------ hidden parts


def test_a_hidden_part_is_kept_under_its_commitment(tmp_path: Path) -> None:
    log = opened(tmp_path)
    p, q = log.keep_private({"cards": ["S7"]}), log.keep_private({"cards": ["S7"]})
    assert p != q
    assert log.private(p) == log.private(q) == {"cards": ["S7"]}
    log.close()


def test_a_hidden_part_can_be_opened_by_nobody_after_its_match(tmp_path: Path) -> None:
    log = opened(tmp_path)
    p = log.keep_private({"cards": ["S7"]})
    assert b"S7" not in (tmp_path / "private" / p).read_bytes()
    log.forget_private()
    log.forget_private()
    assert [path.name for path in (tmp_path / "private").iterdir()] == ["sealed"]
    with pytest.raises(LedgerFault, match="private-missing"):
        log.private(p)
    log.close()


def test_the_audit_alone_can_open_a_hidden_part_after_its_match(tmp_path: Path) -> None:
    key = bytes(range(32))
    log = Log.open(tmp_path, ORIGIN, randomly, audit_key=audit_public(key))
    p = log.keep_private({"cards": ["S7"]})
    assert log.private(p) == {"cards": ["S7"]}
    log.forget_private()
    log.close()
    sealed = (tmp_path / "private/sealed" / p).read_bytes()
    blob = unseal(sealed, key)
    assert hidden(blob, p) == {"cards": ["S7"]}
    for bad, name in ((b"[]", p), (b"{}", p), (b'{"salt":"","value":0}', p), (blob, "00" * 32)):
        with pytest.raises(ValueError, match=r"hidden|committed|salt"):
            hidden(bad, name)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b"{}"),
        lambda path: path.write_bytes(b"[]"),
        lambda path: path.write_bytes(path.read_bytes()[:-1] + b"x"),
        lambda path: path.with_name("key").unlink(),
    ],
)
def test_a_hidden_part_that_is_gone_or_altered_is_reported(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    log = opened(tmp_path)
    p = log.keep_private({"cards": ["S7"]})
    spoil(tmp_path / "private" / p)
    with pytest.raises(LedgerFault, match="private-missing"):
        log.private(p)
    log.close()


@pytest.mark.parametrize("damaged", [b"", bytes(16), bytes(33)])
def test_under_a_damaged_key_nothing_more_is_hidden(tmp_path: Path, damaged: bytes) -> None:
    log = opened(tmp_path)
    lost = log.keep_private({"cards": ["S7"]})
    (tmp_path / "private/key").write_bytes(damaged)
    p = log.keep_private({"cards": ["H8"]})
    assert log.private(p) == {"cards": ["H8"]}
    with pytest.raises(LedgerFault, match="private-missing"):
        log.private(lost)
    log.close()


@pytest.mark.parametrize(
    ("folder", "act"),
    [
        ("private", lambda log: log.keep_private([])),
        ("checkpoints", lambda log: log.checkpoint()),
        ("keys", lambda log: log.rotate_epoch(9)),
    ],
)
def test_a_medium_that_fails_is_reported(
    tmp_path: Path, folder: str, act: Callable[[Log], object]
) -> None:
    log = begun(tmp_path)
    shutil.rmtree(tmp_path / folder)
    (tmp_path / folder).write_bytes(b"")
    with pytest.raises(LedgerFault, match="storage-failed"):
        act(log)
    log.close()
    assert refusal(tmp_path) == "storage-failed"


@pytest.mark.parametrize("odd", ["gone", "folder", "pipe", "huge", "text"])
def test_a_file_that_is_no_key_is_named(tmp_path: Path, odd: str) -> None:
    path = tmp_path / odd
    match odd:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "huge":
            path.touch()
            os.truncate(path, 2**36)
        case "text":
            path.write_text("key\n")
    with pytest.raises(LedgerFault, match=f"key-unreadable.*{odd}"):
        read_key(path)

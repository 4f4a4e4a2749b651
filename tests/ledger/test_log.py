"""The log of one table: durable entries, keys, epochs, checkpoints, hidden parts."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.ledger.faults import CODES, LedgerFault
from table_firmware.ledger.keys import KeyFolder, SoftwareKey, next_commitment
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_checkpoint, parse_note, parse_vkey
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


# ------------------------------------------------------------------ epochs


def epochs(log: Log) -> list[tuple[str, int]]:
    return [(e.k, e.d["e"]) for e in log.entries() if e.k.startswith("epoch")]


def test_an_epoch_ends_with_its_checkpoint_and_its_key(tmp_path: Path) -> None:
    log = begun(tmp_path)
    log.rotate_epoch(1)
    assert epochs(log) == [("epoch", 0), ("epoch_end", 0), ("epoch", 1)]
    first, second = (e.d for e in log.entries() if e.k == "epoch")
    assert first["next"] == next_commitment(parse_vkey(second["vkey"]))
    closing = parse_note(log.checkpoints()[3])
    assert closing.by(log.identity.verifier)
    assert closing.by(parse_vkey(first["vkey"]))
    names = sorted(path.name for path in (tmp_path / "keys").iterdir())
    assert names == ["epoch-1.key", "epoch-2.key", "identity.key"]
    log.close()


def test_a_rotation_cut_off_anywhere_is_finished(tmp_path: Path) -> None:
    """Every state of the disk in the middle of a rotation leads to the same epochs."""
    for number, state in enumerate(states_of_a_rotation(tmp_path / "work")):
        folder = tmp_path / f"state{number}"
        shutil.copytree(state, folder)
        log = opened(folder)
        log.append("boot", BOOT, 0)
        log.rotate_epoch(1)
        done = epochs(log)
        kinds = [kind for kind, _ in done]
        assert kinds == ["epoch", "epoch_end"] * (len(done) // 2) + ["epoch"]
        assert [e for kind, e in done if kind == "epoch"] == list(range(len(done) // 2 + 1))
        for entry in log.entries():
            if entry.k == "epoch_end":
                assert entry.i + 1 in log.checkpoints()
        assert not (folder / "keys" / "epoch-0.key").exists()
        log.close()


def states_of_a_rotation(work: Path) -> list[Path]:
    """Copies of the state before and after each durable step, taken at each call of `sync` and
    of the source of key bytes, and then pieced together by hand for the steps between."""
    log = begun(work / "live")
    log.append("clock", CLOCK, 0)
    keys = {path.name: path.read_bytes() for path in (work / "live" / "keys").iterdir()}
    states = [copy(work, "before")]
    log.append("epoch_end", {"e": 0}, 1)
    states.append(copy(work, "ended"))
    log._close_epoch()
    states.append(copy(work, "destroyed"))
    states.append(copy(work, "signed"))
    (states[-1] / "keys" / "epoch-0.key").write_bytes(keys["epoch-0.key"])
    log._keys.make_epoch(2)
    states.append(copy(work, "next made"))
    log.rotate_epoch(2)
    states.append(copy(work, "done"))
    states.append(copy(work, "not signed"))
    (states[-1] / "checkpoints" / str(log.size)).unlink()
    log.close()
    return states


def copy(work: Path, name: str) -> Path:
    return Path(shutil.copytree(work / "live", work / name))


def test_a_lost_epoch_key_is_reported(tmp_path: Path) -> None:
    log = begun(tmp_path)
    (tmp_path / "keys" / "epoch-0.key").unlink()
    with pytest.raises(LedgerFault, match="epoch-key-missing"):
        log.checkpoint()
    log.close()


def test_a_key_that_was_not_promised_opens_no_epoch(tmp_path: Path) -> None:
    log = begun(tmp_path)
    (tmp_path / "keys" / "epoch-1.key").unlink()
    KeyFolder(tmp_path / "keys", ORIGIN, randomly).make_epoch(1)
    with pytest.raises(LedgerFault, match="not the one promised"):
        log.rotate_epoch(1)
    log.close()


def test_an_ended_epoch_whose_key_is_gone_stays_unsigned(tmp_path: Path) -> None:
    """The auditor will say so (V10); the table itself must be able to go on."""
    log = begun(tmp_path)
    log.append("epoch_end", {"e": 0}, 1)
    log.close()
    (tmp_path / "keys" / "epoch-0.key").unlink()
    again = opened(tmp_path)
    assert sorted(again.checkpoints()) == [2]
    again.close()


# ------------------------------------------------------------------ hidden parts


def test_a_hidden_part_is_kept_under_its_commitment(tmp_path: Path) -> None:
    log = opened(tmp_path)
    p, q = log.keep_private({"cards": ["S7"]}), log.keep_private({"cards": ["S7"]})
    assert p != q
    assert log.private(p) == log.private(q) == {"cards": ["S7"]}
    log.close()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b"{}"),
        lambda path: path.write_bytes(b"[]"),
        lambda path: path.write_bytes(path.read_bytes().replace(b"S7", b"S8")),
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

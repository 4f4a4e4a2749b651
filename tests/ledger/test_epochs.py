"""Epoch keys live as long as their epoch, and a rotation cut off anywhere is finished."""

import os
import shutil
from pathlib import Path

import pytest

from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import GOING, shred
from table_firmware.ledger.keys import KeyFolder, next_commitment
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_note, parse_vkey

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


def test_a_destruction_that_was_begun_goes_on(tmp_path: Path) -> None:
    (tmp_path / f"epoch-0.key{GOING}").write_bytes(bytes(99))
    shred(tmp_path / "epoch-0.key")
    assert not list(tmp_path.iterdir())


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

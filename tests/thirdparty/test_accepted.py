"""Our exports are accepted by programs that are not ours, and theirs refuse what is altered
(`tlog1`, T11): Go's sumdb packages, tlog-scales, metamorphic-log, pymerkle and openssl."""

import base64
import json
import subprocess
from pathlib import Path

import metamorphic_log
import pytest
from pymerkle import InmemoryTree
from tlog_scales.backend import LocalBackend
from tlog_scales.reader import TilesReader
from tlog_scales.signing import Vkey
from tlog_scales.tiles import leaf_hash
from tlog_scales.tlog import Checkpoint

from table_firmware.ledger.handed import prove
from table_firmware.ledger.notes import parse_note
from tests.ledger.scripted import Whole
from tests.thirdparty.conftest import SHAPES, Verdicts

ED25519_SPKI = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of a key in the form that openssl reads (RFC 8410)."""


@pytest.fixture(params=SHAPES)
def whole(request: pytest.FixtureRequest, exports: dict[str, Whole]) -> Whole:
    return exports[request.param]


def vkey(whole: Whole) -> str:
    return (whole.folder / "identity.vkey").read_text().strip()


def epoch_vkeys(whole: Whole) -> list[str]:
    return [entry.d["vkey"] for entry in whole.table.log.entries() if entry.k == "epoch"]


def checkpoints(whole: Whole) -> list[Path]:
    return sorted((whole.folder / "log/checkpoints").iterdir(), key=lambda path: int(path.name))


@pytest.mark.slow
def test_our_own_verifier_accepts_them(whole: Whole) -> None:
    assert whole.verify().ok


@pytest.mark.slow
def test_go_sumdb_accepts_them(exports: dict[str, Whole], go_verdicts: Verdicts) -> None:
    for whole in exports.values():
        size = whole.table.log.size
        assert go_verdicts(vkey(whole), [whole.folder]) == [f"ok {size}"]


def test_go_sumdb_refuses_another_key(exports: dict[str, Whole], go_verdicts: Verdicts) -> None:
    one, other = exports["one match"], exports["two entries"]
    assert go_verdicts(vkey(other), [one.folder])[0].startswith("refused")


def test_tlog_scales_accepts_signatures_root_entries_and_proofs(whole: Whole) -> None:
    reader = TilesReader(LocalBackend(whole.folder / "log"))
    head = reader.get_checkpoint()
    head.verify(Vkey.from_string(vkey(whole)))
    head.verify(Vkey.from_string(epoch_vkeys(whole)[-1]))
    assert reader.calculate_root_hash() == head.root_hash
    for index in range(0, head.size, 7):
        proof = reader.get_inclusion_proof(index, head.size)
        proof.check(leaf_hash(reader.get_entry(index)), head.root_hash)
    for path in checkpoints(whole):
        old = Checkpoint.from_text(path.read_text())
        grown = reader.get_consistency_proof(old.size, head.size)
        grown.check(old.root_hash, head.root_hash)


def test_tlog_scales_makes_the_same_proof(whole: Whole) -> None:
    reader = TilesReader(LocalBackend(whole.folder / "log"))
    size = reader.get_checkpoint().size
    for index in (0, size // 2, size - 1):
        theirs = reader.get_inclusion_proof(index, size).node_hashes
        head = prove(whole.folder, index).partition(b"\n\n")[0].decode()
        assert [base64.b64decode(line) for line in head.split("\n")[3:]] == theirs


def test_metamorphic_log_accepts_checkpoints_and_consistency(whole: Whole) -> None:
    newest = (whole.folder / "log/checkpoint").read_text()
    keys = [vkey(whole)]
    head = metamorphic_log.checkpoint_verify(newest, keys)
    assert (head.origin, head.size) == (whole.table.log.origin, whole.table.log.size)
    tree = whole.table.log.tree
    for path in checkpoints(whole):
        proof = list(tree.consistency(int(path.name), head.size))
        metamorphic_log.checkpoint_verify_consistency(path.read_text(), newest, keys, proof)


def test_metamorphic_log_refuses_an_altered_checkpoint(exports: dict[str, Whole]) -> None:
    whole = exports["one match"]
    newest = (whole.folder / "log/checkpoint").read_text()
    size = str(whole.table.log.size)
    altered = newest.replace(f"\n{size}\n", f"\n{int(size) + 1}\n")
    with pytest.raises(metamorphic_log.VerifyError):
        metamorphic_log.checkpoint_verify(altered, [vkey(whole)])


def test_pymerkle_computes_the_same_root(whole: Whole) -> None:
    tree = InmemoryTree(algorithm="sha256")
    for leaf in whole.table.log.leaves():
        tree.append_entry(leaf)
    lines = (whole.folder / "log/checkpoint").read_text().split("\n")
    assert base64.b64encode(tree.get_root()).decode() == lines[2]


@pytest.mark.parametrize("line", [0, 1])
def test_openssl_verifies_both_signatures(whole: Whole, tmp_path: Path, line: int) -> None:
    note = parse_note((whole.folder / "log/checkpoint").read_bytes())
    key = [vkey(whole), epoch_vkeys(whole)[-1]][line]
    raw = base64.b64decode(key.split("+", 2)[2])[1:]
    assert openssl(tmp_path, note.text, raw, note.signatures[line].bytes) == 0
    altered = note.text.replace(b"\n", b"\n1", 1)
    assert openssl(tmp_path, altered, raw, note.signatures[line].bytes) != 0


def openssl(place: Path, message: bytes, key: bytes, signature: bytes) -> int:
    for name, content in (("m", message), ("k", ED25519_SPKI + key), ("s", signature)):
        (place / name).write_bytes(content)
    words = "openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey k -in m -sigfile s"
    return subprocess.run(words.split(), cwd=place, capture_output=True, check=False).returncode


def test_each_entry_says_its_own_place(whole: Whole) -> None:
    reader = TilesReader(LocalBackend(whole.folder / "log"))
    reader.get_checkpoint()
    for index in range(whole.table.log.size):
        assert json.loads(reader.get_entry(index))["i"] == index

"""The second implementation of `Signer`: a TPM 2.0, as swtpm plays it (`tlog1` §4)."""

import shutil
import socket
import subprocess
import time  # noqa: TID251
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA as EllipticCurveSignature,
)
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256K1,
    SECP256R1,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from table_firmware.__main__ import export_log
from table_firmware.config import Config
from table_firmware.ledger.audit import audit
from table_firmware.ledger.export import export
from table_firmware.ledger.keys import Signer, SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import ECDSA, Verifier, lower, parse_note, parse_vkey
from table_firmware.ledger.policy import parse_policy
from table_firmware.tpm import Tpm
from tests.ledger.scripted import ORIGIN, filler

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BOOT = {"fw": "00" * 32, "os": "x", "noise": "simulated", "torn": 0, "clean": 1}
NAMED_CURVES = {
    "P-384": "3076301006072a8648ce3d020106052b81040022036200",
    "Ed25519": "302a300506032b6570032100",
}


def free_ports() -> int:
    """A port with a free one after it, as swtpm wants them."""
    while True:
        with socket.socket() as one, socket.socket() as next_one:
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            with suppress(OSError, OverflowError):
                next_one.bind(("127.0.0.1", port + 1))
                return port


@pytest.fixture(scope="module")
def tpm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tpm]:
    place, port = tmp_path_factory.mktemp("tpm"), free_ports()
    server, control = f"type=tcp,port={port}", f"type=tcp,port={port + 1}"
    words = ["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={place}"]
    words += ["--server", server, "--ctrl", control, "--flags", "not-need-init,startup-clear"]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _await(port)
        yield Tpm(f"swtpm:host=127.0.0.1,port={port}")
    finally:
        process.terminate()
        process.wait()


def _await(port: int) -> None:
    """The control port answers when all is ready; a look at the other one would end it."""
    for _ in range(1_200):
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port + 1)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("swtpm does not answer")


@pytest.fixture(scope="module")
def key(tpm: Tpm) -> Signer:
    return tpm.key(ORIGIN)


def test_both_keys_keep_the_same_interface(key: Signer) -> None:
    keys: list[Signer] = [SoftwareKey(ORIGIN, bytes(32)), key]
    for each in keys:
        signature = each.sign(b"message")
        assert each.verifier.verifies(b"message", signature)
        assert not each.verifier.verifies(b"massage", signature)
        assert not each.verifier.verifies(b"message", bytes(len(signature)))
        assert parse_vkey(each.verifier.vkey) == each.verifier
        assert each.name == ORIGIN
    assert [each.alg for each in keys] == ["ed25519, software key", "ecdsa-p256-sha256, TPM 2.0"]


def test_the_other_spelling_of_a_signature_does_not_count() -> None:
    """Anybody can make it of the one that the TPM gave, and of the text of a checkpoint nothing
    would have changed."""
    private = generate_private_key(SECP256R1())
    spki = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    verifier = Verifier("x", spki, ECDSA)
    for number in range(8):
        text = b"message %d" % number
        good = lower(private.sign(text, EllipticCurveSignature(SHA256())))
        r, s = decode_dss_signature(good)
        other = encode_dss_signature(r, ORDER - s)
        assert lower(other) == good
        assert verifier.verifies(text, good)
        assert not verifier.verifies(text, other)
        assert not verifier.verifies(text, good + b"\0")
        assert not verifier.verifies(text, good[:-1])
        assert not verifier.verifies(text, encode_dss_signature(r, s + ORDER))


def test_the_key_stays_the_same(tpm: Tpm, key: Signer) -> None:
    assert tpm.key(ORIGIN).verifier == key.verifier


def test_the_counter_only_grows(tpm: Tpm) -> None:
    first = tpm.count()
    assert [tpm.count(), tpm.count()] == [first + 1, first + 2]


def test_a_tpm_that_is_not_there_is_an_error() -> None:
    absent = Tpm("swtpm:host=127.0.0.1,port=1")
    with pytest.raises(OSError, match="tpm2_"):
        absent.count()


def exported(folder: Path, tpm: Tpm, key: Signer) -> tuple[Path, str]:
    """An export whose every checkpoint the TPM has signed too, and the table's policy."""
    log = Log.open(folder / "state", ORIGIN, lambda n: filler("k", n), beside=[key])
    log.append("boot", {**BOOT, "counter": tpm.count()}, 0)
    log.rotate_epoch(0)
    export(log, folder / "out", {}, 1)
    log.close()
    return folder / "out", log.policy.read_text()


def test_a_verifier_demands_the_signature_of_the_tpm(tmp_path: Path, tpm: Tpm, key: Signer) -> None:
    folder, policy = exported(tmp_path, tpm, key)
    report = audit(folder, policy)
    assert report.ok, report.lines()
    note = parse_note((folder / "log/checkpoint").read_bytes())
    assert note.by(key.verifier)
    head = folder / "log/checkpoint"
    raw = head.read_bytes()
    lines = raw.splitlines(keepends=True)
    head.write_bytes(b"".join(lines[:-1]))
    refusal = audit(folder, policy).refusal
    assert refusal is not None
    assert (refusal.check, refusal.why) == ("V2", "no valid signature by the key of the TPM")
    head.write_bytes(raw)
    head.write_bytes(raw)
    by_itself = audit(folder)
    assert by_itself.ok, by_itself.lines()
    alone = "\n".join(line for line in policy.splitlines() if key.verifier.vkey not in line)
    refusal = audit(folder, alone).refusal
    assert refusal is not None
    assert refusal.check == "V7"


@pytest.mark.parametrize("curve", NAMED_CURVES)
def test_a_key_of_another_kind_is_refused(curve: str) -> None:
    raw = bytes.fromhex(NAMED_CURVES[curve])
    for spki in (raw.ljust(91, b"\1"), bytes(91)):
        with pytest.raises(ValueError, match="not a"):
            parse_vkey(Verifier("x", spki, ECDSA).vkey)


def test_another_curve_is_no_key_of_a_tpm() -> None:
    public = generate_private_key(SECP256K1()).public_key()
    spki = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    with pytest.raises(ValueError, match="not a P-256 key"):
        Verifier("x", spki, ECDSA).verifies(b"message", b"signature")


@pytest.mark.parametrize(("kind", "size"), [(1, 31), (1, 91), (2, 32), (4, 33)])
def test_a_key_of_another_length_is_refused(kind: int, size: int) -> None:
    with pytest.raises(ValueError, match="not a verifier key"):
        parse_vkey(Verifier("x", bytes(size), kind).vkey)


def test_a_policy_may_name_the_key_of_a_tpm(key: Signer) -> None:
    policy = parse_policy(f"log {key.verifier.vkey}\nquorum none\n")
    assert policy.logs == [key.verifier]


def test_a_configured_table_signs_and_counts_with_its_tpm(tpm: Tpm, tmp_path: Path) -> None:
    before = tpm.count()
    config = Config(state=tmp_path / "state", run=tmp_path / "run", tpm=tpm.tcti)
    export_log(config, tmp_path / "out")
    report = audit(tmp_path / "out", (tmp_path / "state" / "policy").read_text())
    assert report.ok, report.lines()
    log = Log.open(tmp_path / "state", config.origin, lambda n: filler("k", n))
    boot = next(entry for entry in log.entries() if entry.k == "boot")
    assert boot.d["counter"] == before + 1
    log.close()


@pytest.mark.slow
def test_a_card_that_was_put_back_is_found_by_the_counter(tpm: Tpm, tmp_path: Path) -> None:
    """The table starts from an old copy of its card: the TPM has counted more than it knows."""
    config = Config(state=tmp_path / "state", run=tmp_path / "run", tpm=tpm.tcti)
    export_log(config, tmp_path / "out")
    shutil.copytree(config.state, tmp_path / "image")
    for _ in range(2):
        export_log(config, tmp_path / "out")
    policy = (config.state / "policy").read_text()
    assert audit(tmp_path / "out", policy).remarks == ()
    shutil.rmtree(config.state)
    shutil.copytree(tmp_path / "image", config.state)
    export_log(config, tmp_path / "back")
    report = audit(tmp_path / "back", policy)
    assert report.ok, report.lines()
    assert report.remarks == ("starts that the hardware counted and this log does not have: 2",)
    log = Log.open(config.state, config.origin, lambda n: filler("k", n))
    (found,) = (entry.d["cause"] for entry in log.entries() if entry.k == "rollback")
    assert found.startswith("counted starts ")
    log.close()

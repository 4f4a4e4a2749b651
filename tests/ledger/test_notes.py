"""Signed notes and checkpoints: one spelling, and no signature that is not checked."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import (
    COSIGNATURE,
    MOST_BYTES,
    Checkpoint,
    Note,
    Signature,
    Verifier,
    check_origin,
    parse_checkpoint,
    parse_note,
    parse_vkey,
    signed,
)

KEY = SoftwareKey("example.com/log", bytes(range(32)))
TEXT = Checkpoint("example.com/log", 7, bytes(32)).text()
NOTE = signed(TEXT, [(KEY.verifier, KEY.sign(TEXT))])


def test_a_note_that_go_signed_is_read() -> None:
    """The example of golang.org/x/mod/sumdb/note."""
    vkey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    note = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
        "\n"
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"  # noqa: E501
    )
    assert parse_note(note.encode()).by(parse_vkey(vkey))


def test_a_signed_note_is_read_back_and_verifies() -> None:
    note = parse_note(NOTE)
    assert note.encode() == NOTE
    assert note.by(KEY.verifier)
    assert parse_checkpoint(note.text) == Checkpoint("example.com/log", 7, bytes(32))


@given(st.integers(0, len(NOTE) - 1), st.integers(1, 255))
def test_a_note_with_a_changed_byte_does_not_verify(place: int, flip: int) -> None:
    changed = bytearray(NOTE)
    changed[place] ^= flip
    try:
        note = parse_note(bytes(changed))
    except ValueError:
        return
    assert not note.by(KEY.verifier)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_note_or_a_value_error(raw: bytes) -> None:
    try:
        assert parse_note(raw).encode() == raw
    except ValueError:
        return


LINE = NOTE.decode().split("\n")[-2]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        TEXT,
        TEXT + b"\n",
        NOTE[:-1],
        NOTE + b"\n",
        NOTE.replace("— ".encode(), b"- "),
        NOTE.replace("— ".encode(), "—  ".encode()),
        NOTE[:-2] + b"\n",
        TEXT + b"\n\xff\n",
        TEXT + "\n— a+b AAAAAAA=\n".encode(),
        TEXT + "\n— name AAAA\n".encode(),
        TEXT + "\n— name AAAAAAB=\n".encode(),
        TEXT + "\n— name é\n".encode(),
        TEXT + "\n— na\u00a0me AAAAAAA=\n".encode(),
        TEXT + b"\n" + f"{LINE}\n".encode() * 65,
        b"x" * MOST_BYTES + NOTE,
    ],
)
def test_a_note_in_another_spelling_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_note(raw)


@pytest.mark.parametrize(
    "text",
    [
        b"example.com/log\n7\n",
        TEXT + b"extension\n",
        TEXT.replace(b"7\n", b"07\n"),
        TEXT.replace(b"7\n", b"+7\n"),
        TEXT.replace(b"7\n", b"\n"),
        TEXT.replace(b"example.com/log", b"two words"),
        TEXT.replace(b"example.com/log", b""),
        b"example.com/log\n7\nAAAA\n",
        TEXT.replace(b"A=\n", b"B=\n"),
        b"example.com/log\n7\n!!\n",
        "é\n7\nAAAA\n".encode(),
    ],
)
def test_a_checkpoint_in_another_spelling_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_checkpoint(text)


def test_every_line_of_a_key_must_be_valid() -> None:
    note = parse_note(NOTE)
    bad = Signature(KEY.name, KEY.verifier.id, bytes(64))
    assert not Note(TEXT, (*note.signatures, bad)).by(KEY.verifier)
    assert Note(TEXT, note.signatures * 2).by(KEY.verifier)


def test_a_key_of_the_same_name_is_another_key() -> None:
    other = SoftwareKey(KEY.name, bytes(32))
    assert not parse_note(NOTE).by(other.verifier)


def test_a_witness_signs_the_time_with_the_text() -> None:
    seed = Ed25519PrivateKey.from_private_bytes(bytes(32))
    witness = Verifier("w", seed.public_key().public_bytes_raw(), COSIGNATURE)
    made = seed.sign(b"cosignature/v1\ntime 1700000000\n" + TEXT)
    stamp = (1_700_000_000).to_bytes(8, "big")
    assert parse_note(signed(TEXT, [(witness, stamp + made)])).by(witness)
    later = (1_700_000_001).to_bytes(8, "big")
    assert not parse_note(signed(TEXT, [(witness, later + made)])).by(witness)
    assert not parse_note(signed(TEXT, [(witness, b"short")])).by(witness)


def test_a_verifier_key_is_read_back() -> None:
    assert parse_vkey(KEY.verifier.vkey) == KEY.verifier


def tagged(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@pytest.mark.parametrize(
    "line",
    [
        "",
        "name",
        "name+00000000",
        f"name+00000000+{tagged(bytes([1]) + bytes(32))}",
        f"{KEY.verifier.vkey}=",
        KEY.verifier.vkey.upper(),
        f"+{KEY.verifier.id.hex()}+{tagged(bytes([1]) + bytes(32))}",
        f"name+00000000+{tagged(bytes([9]) + bytes(32))}",
        f"name+00000000+{tagged(bytes([1]) + bytes(31))}",
        f"{KEY.verifier.vkey}\n",
    ],
)
def test_what_is_no_verifier_key_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_vkey(line)


@pytest.mark.parametrize("origin", ["", "two words", "a+b", "é", "x" * 65, "a\n"])
def test_a_name_that_cannot_be_an_origin_is_refused(origin: str) -> None:
    with pytest.raises(ValueError, match="cannot be the origin"):
        check_origin(origin)

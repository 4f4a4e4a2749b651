"""The file in which the deals of an event travel to a table: for its key alone, byte for byte."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.fairness.deal import Batch, HandSecret
from table_firmware.ledger import event_file
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol, parse_enrolment
from table_firmware.ledger.entries import Entry, canonical, parse
from table_firmware.ledger.event_file import open_event, seal_event
from table_firmware.ledger.events import Event
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import read_strange
from table_firmware.ledger.handed import enrolled
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import parse_note, signed
from table_firmware.ledger.seal import audit_public, seal, unseal
from table_firmware.ledger.sealing import TOLD, has_sealing_key, sealing_key, told_key
from tests.examples import about
from tests.ledger.eventful import chance, close, leaves_of, organise, public
from tests.ledger.scripted import ORIGIN, Table

KEY = bytes(range(1, 33))
CLUB = SoftwareKey("club.example", bytes(range(32)))


@dataclass
class Sent:
    event: Event
    leaves: list[bytes]
    batch: Batch
    raw: bytes

    @property
    def head(self) -> bytes:
        return self.raw[: self.raw.index(b"\n\n") + 2]

    def sealed(self, plain: Any, head: bytes = b"") -> bytes:
        """Anything at all, sealed as it should be."""
        head = head or self.head
        return head + seal(canonical(plain), audit_public(KEY), head)

    def plain(self) -> dict[str, Any]:
        found = parse(unseal(self.raw[len(self.head) :], KEY, self.head))
        assert isinstance(found, dict)
        return found


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Sent:
    folder = tmp_path_factory.mktemp("sent") / "event"
    batch = organise(folder, "2")
    event, leaves = public(folder), leaves_of(folder)
    return Sent(event, leaves, batch, seal_event(event, leaves, batch, ORIGIN, audit_public(KEY)))


def test_the_table_gets_the_event_and_every_secret_of_it(sent: Sent) -> None:
    got = open_event(sent.raw, ORIGIN, KEY)
    assert got.batch is not None
    assert (got.b, got.k, got.mode) == (sent.event.b, sent.event.k, "2")
    assert [(s.a, s.s) for s in got.batch.secrets] == [(s.a, s.s) for s in sent.batch.secrets]
    assert got.batch.leaves == sent.batch.leaves
    assert sent.batch.secrets[0].s.hex() not in repr(got)


def test_nothing_secret_stands_in_the_file(sent: Sent) -> None:
    for secret in sent.batch.secrets:
        for part in (secret.a, secret.s):
            assert part not in sent.raw
            assert part.hex().encode() not in sent.raw


@settings(max_examples=about(60))
@given(data=st.data())
def test_no_flipped_bit_is_accepted(sent: Sent, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(sent.raw) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    raw = sent.raw[:at] + bytes([sent.raw[at] ^ bit]) + sent.raw[at + 1 :]
    with pytest.raises(ValueError, match=r"."):
        open_event(raw, ORIGIN, KEY)


@settings(max_examples=about(25))
@given(key=st.binary(min_size=32, max_size=32))
def test_no_other_key_opens_it(sent: Sent, key: bytes) -> None:
    if audit_public(key) != audit_public(KEY):
        with pytest.raises(ValueError, match="not sealed for this key"):
            open_event(sent.raw, ORIGIN, key)


@settings(max_examples=about(25))
@given(raw=st.binary(max_size=400), cut=st.integers(0, 2000))
def test_no_part_of_it_and_nothing_else_is_accepted(sent: Sent, raw: bytes, cut: int) -> None:
    for each in (
        raw,
        sent.head + raw,
        sent.raw[: -1 - cut],
        sent.raw + b"x",
        sent.raw + raw + b"\0",
    ):
        with pytest.raises(ValueError, match=r"."):
            open_event(each, ORIGIN, KEY)


def test_a_file_for_another_table_says_so(sent: Sent) -> None:
    with pytest.raises(ValueError, match=f"made for the table {ORIGIN}"):
        open_event(sent.raw, "club.example/table-2/simulated", KEY)
    other = sent.head.replace(b"table-1", b"table-2")
    with pytest.raises(ValueError, match="not sealed"):
        open_event(other + sent.raw[len(sent.head) :], "club.example/table-2/simulated", KEY)


def test_a_file_that_is_too_large_is_neither_made_nor_read(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_file, "MOST_BYTES", len(sent.raw) - 1)
    with pytest.raises(ValueError, match="not a file of an event"):
        open_event(sent.raw, ORIGIN, KEY)
    with pytest.raises(ValueError, match="too long"):
        seal_event(sent.event, sent.leaves, sent.batch, ORIGIN, audit_public(KEY))


def changed(name: str, value: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda plain: {**plain, name: value}


def without(name: str) -> Callable[[dict[str, Any]], Any]:
    return lambda plain: {each: plain[each] for each in plain if each != name}


def swapped_hands(plain: dict[str, Any]) -> Any:
    one, two, *rest = plain["hands"]
    return {**plain, "hands": [two, one, *rest]}


def resigned(plain: dict[str, Any]) -> Any:
    """The checkpoint of somebody who only has the name."""
    text = parse_note(bytes.fromhex(plain["checkpoint"])).text
    key = SoftwareKey(text.split(b"\n")[0].decode(), bytes(32))
    note = signed(text, [(key.verifier, key.sign(text))])
    return {**plain, "identity": key.verifier.vkey, "checkpoint": note.hex()}


ODD: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a list": lambda plain: [plain],
    "a field too many": changed("more", 1),
    "a field too few": without("hands"),
    "no entries": changed("entries", []),
    "too many entries": changed("entries", ["{}"] * 257),
    "entries that are none": changed("entries", [1]),
    "entries that are no list": changed("entries", 1),
    "an entry is left out": lambda plain: {**plain, "entries": plain["entries"][:-1]},
    "no contributions": lambda plain: {**plain, "entries": plain["entries"][:4]},
    "hands that are no list": changed("hands", 4),
    "a hand too few": lambda plain: {**plain, "hands": plain["hands"][:-1]},
    "hands that are none": changed("hands", [{"A": "", "S": ""}] * 4),
    "hands with another field": changed("hands", [{"A": "00" * 32, "T": "00" * 96}] * 4),
    "hands with a number": changed("hands", [{"A": 1, "S": "00" * 96}] * 4),
    "the hands in another order": swapped_hands,
    "other secrets": changed("hands", [{"A": "00" * 32, "S": "00" * 96}] * 4),
    "a key that is none": changed("identity", "x"),
    "another key": changed("identity", CLUB.verifier.vkey),
    "a checkpoint that is none": changed("checkpoint", "00"),
    "a checkpoint by another key": resigned,
}


@pytest.mark.parametrize("odd", ODD)
def test_whatever_a_stranger_seals_is_refused(sent: Sent, odd: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        open_event(sent.sealed(ODD[odd](sent.plain())), ORIGIN, KEY)


def test_the_name_outside_must_be_the_one_inside(sent: Sent) -> None:
    head = sent.head.replace(b"spring", b"autumn")
    with pytest.raises(ValueError, match="not the deals"):
        open_event(sent.sealed(sent.plain(), head), ORIGIN, KEY)


def test_an_event_that_was_revealed_cannot_be_played_any_more(tmp_path: Path) -> None:
    batch = organise(tmp_path / "event")
    close(tmp_path / "event")
    event, leaves = public(tmp_path / "event"), leaves_of(tmp_path / "event")
    raw = seal_event(event, leaves, batch, ORIGIN, audit_public(KEY))
    with pytest.raises(ValueError, match="an event that is open"):
        open_event(raw, ORIGIN, KEY)


def test_deals_that_were_not_committed_to_are_refused(sent: Sent) -> None:
    secret = sent.batch.secrets[0]
    false = replace(sent.batch, secrets=(HandSecret(b"", b"", secret.a, bytes(96)),) * 4)
    raw = seal_event(sent.event, sent.leaves, false, ORIGIN, audit_public(KEY))
    with pytest.raises(ValueError, match="not the deals that the event has committed to"):
        open_event(raw, ORIGIN, KEY)


def test_nothing_is_sealed_for_a_key_of_low_order(sent: Sent) -> None:
    with pytest.raises(ValueError, match=r"."):
        seal_event(sent.event, sent.leaves, sent.batch, ORIGIN, bytes(32))


def test_off_a_stick_only_plain_files_of_a_fair_size_are_read(tmp_path: Path) -> None:
    plain, link, pipe = tmp_path / "plain", tmp_path / "link", tmp_path / "pipe"
    plain.write_bytes(b"x" * 9)
    link.symlink_to(plain)
    os.mkfifo(pipe)
    assert read_strange(plain, 9) == b"x" * 9
    with pytest.raises(ValueError, match="too large"):
        read_strange(plain, 8)
    with pytest.raises(ValueError, match="not a plain file"):
        read_strange(pipe, 9)
    with pytest.raises(OSError, match="link"):
        read_strange(link, 9)


# ------------------------------------------------------------------ the key of a table


def test_a_table_makes_its_sealing_key_once_and_for_itself(tmp_path: Path) -> None:
    assert not has_sealing_key(tmp_path)
    key = sealing_key(tmp_path, chance)
    assert has_sealing_key(tmp_path)
    assert sealing_key(tmp_path, chance) == key
    path = tmp_path / "keys" / "sealing.key"
    assert path.stat().st_mode & 0o777 == 0o600
    for broken in (b"", key.hex().encode()[:-1], b"\xff" * 64):
        path.write_bytes(broken)
        with pytest.raises(LedgerFault, match="key-unreadable"):
            sealing_key(tmp_path, chance)


def test_the_club_takes_the_key_from_the_log_into_the_enrolment(table: Table) -> None:
    folder = table.state.parent
    table.put("config", {"changes": {TOLD: audit_public(KEY).hex()}, "os": ""})
    table.put("config", {"changes": {"mode": "2"}, "os": ""})
    out = table.export(folder / "out", {})
    assert audit(out, table.policy()).ok
    found = enrolled(out, "pi-1")
    assert found.seal == audit_public(KEY)
    assert parse_enrolment(enrol(found, CLUB), CLUB.verifier) == found
    old = replace(found, seal=b"")
    assert parse_enrolment(enrol(old, CLUB), CLUB.verifier) == old
    with pytest.raises(ValueError, match="seal must be"):
        replace(found, seal=b"x")


@pytest.mark.parametrize(
    "line", [b"seal ", b"seal 00 ", b"seal " + b"AB" * 32, b"sole " + b"ab" * 32]
)
def test_an_enrolment_has_one_spelling(table: Table, line: bytes) -> None:
    found: Enrolment = enrolled(table.export(table.state.parent / "out", {}), "pi-1")
    text = found.text() + line + b"\n"
    note = signed(text, [(CLUB.verifier, CLUB.sign(text))])
    with pytest.raises(ValueError, match=r"."):
        parse_enrolment(note, CLUB.verifier)


def test_a_key_that_is_none_is_not_told() -> None:
    for value in ("", "00", 5, "AB" * 32):
        assert told_key(Entry(1, 0, "config", 0, {"changes": {TOLD: value}, "os": ""})) == ""
    assert told_key(Entry(1, 0, "boot", 0, {})) == ""

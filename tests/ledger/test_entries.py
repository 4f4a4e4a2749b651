"""Entries have one spelling, and each kind its fields."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.ledger.entries import MOST_BYTES, Entry, canonical, decode, hide, parse
from table_firmware.ledger.fields import KINDS, check_fields

PLAIN = st.recursive(
    st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(codec="ascii"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="ascii"), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
CLOCK = {"unix": 1, "src": "rtc", "unc": 0}
GOOD = Entry(1, 0, "clock", 5, CLOCK).encode()


@given(PLAIN)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parse(canonical(value)) == value


@given(PLAIN)
def test_no_other_spelling_is_read(value: Any) -> None:
    spaced = json.dumps(value, sort_keys=True, indent=1).encode()
    if spaced != canonical(value):
        with pytest.raises(ValueError, match="canonical"):
            parse(spaced)


@pytest.mark.parametrize(
    "raw",
    [
        b"1.0", b"1e3", b"null", b"NaN", b"-0", b"01", b"9007199254740992", b'"\xc3\xa9"',
        b'"\\u00e9"',
        b'{"b":1,"a":2}', b'{"a":1,"a":1}', b'{"a": 1}', b'"\\/"', b'"\\u0041"', b"", b"{", b"\xff",
        b"[" * 60_000, b"9" * 5000, b"[" * 40 + b"]" * 40, b'{"\\u00e9":1}',
    ],
)  # fmt: skip
def test_a_spelling_that_is_not_canonical_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse(raw)


@pytest.mark.parametrize("value", [1.5, None, b"x", 2**53, "é", {1: 2}, {"é": 1}])
def test_what_has_no_canonical_form_is_not_written(value: Any) -> None:
    with pytest.raises(ValueError, match=r".+"):
        canonical(value)


def test_an_entry_is_written_as_the_protocol_says() -> None:
    assert GOOD == (
        b'{"b":1,"d":{"src":"rtc","unc":0,"unix":1},"i":0,"k":"clock","m":5,"v":1}'
    )  # fmt: skip
    assert decode(GOOD) == Entry(1, 0, "clock", 5, CLOCK)


@pytest.mark.parametrize(
    ("key", "value"),
    [("b", -1), ("b", True), ("i", "0"), ("m", -5), ("v", 2), ("v", True), ("k", 1), ("d", [])],
)
def test_an_entry_with_a_wrong_part_is_refused(key: str, value: Any) -> None:
    plain = {**json.loads(GOOD), key: value}
    with pytest.raises(ValueError, match=r".+"):
        decode(canonical(plain))


def test_an_entry_has_no_other_keys() -> None:
    with pytest.raises(ValueError, match="exactly the keys"):
        decode(canonical({**json.loads(GOOD), "x": 1}))
    with pytest.raises(ValueError, match="exactly the keys"):
        decode(b"[]")


def test_an_entry_that_is_too_long_is_neither_written_nor_read() -> None:
    with pytest.raises(ValueError, match="too long"):
        Entry(1, 0, "error", 5, {"cause": "x" * MOST_BYTES}).encode()
    with pytest.raises(ValueError, match="too long"):
        decode(b"x" * (MOST_BYTES + 1))


def test_the_numbers_of_an_entry_are_not_negative() -> None:
    with pytest.raises(ValueError, match="whole numbers"):
        Entry(1, 0, "clock", -1, CLOCK).encode()


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown kind"):
        check_fields("party", {})


HEX = st.sampled_from("0123456789abcdef")
SAMPLES: dict[str, dict[str, Any]] = {
    "boot": {"fw": "00" * 32, "os": "x", "noise": "n", "counter": 0, "torn": 0, "clean": 1},
    "clock": CLOCK,
    "seat": {"seat": "E", "change": "sat"},
    "void": {"h": 0, "reason": "vault_lost", "os": ""},
    "config": {"changes": {"play_seconds": 20}, "os": "00"},
    "reveal_sealed": {"h": 3, "sha256": "00" * 32},
    "witness": {"cause": "x"},
    "seating": {"h": 4, "places": {"E": "A", "N": "C", "W": "B", "S": "D"}},
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_each_field_is_needed_and_checked_and_none_is_added(kind: str) -> None:
    d = SAMPLES[kind]
    check_fields(kind, d)
    with pytest.raises(ValueError, match="has no field"):
        check_fields(kind, {**d, "extra": 1})
    for name in d:
        with pytest.raises(ValueError, match="lacks the field"):
            check_fields(kind, {key: value for key, value in d.items() if key != name})
        with pytest.raises(ValueError, match="not as it must be"):
            check_fields(kind, {**d, name: None})


def test_a_field_in_upper_case_hex_is_refused() -> None:
    with pytest.raises(ValueError, match="not as it must be"):
        check_fields("boot", {**SAMPLES["boot"], "fw": "AB" * 32})


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(st.text(max_size=6), PLAIN, max_size=5))
def test_odd_fields_are_a_value_error_and_nothing_else(kind: str, d: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        check_fields(kind, d)


@given(st.sampled_from(sorted(KINDS)), st.data())
def test_odd_values_are_a_value_error_and_nothing_else(kind: str, data: st.DataObject) -> None:
    d = {name.rstrip("?"): data.draw(PLAIN) for name in KINDS[kind]}
    try:
        check_fields(kind, d)
    except ValueError:
        return
    assert decode(Entry(0, 0, kind, 0, d).encode()).d == d


def test_what_lies_face_down_is_left_out() -> None:
    d: dict[str, Any] = {
        "h": 0,
        "action": {"kind": "give", "seat": "E", "cards": ["S7"], "by": "player"},
        "events": [
            {"kind": "gave", "seat": "E", "cards": ["S7"]},
            {"kind": "exchanged", "EW": ["S7", "S8"]},
            {"kind": "played", "cards": ["S7"]},
        ],
    }
    assert hide(d) == {
        "h": 0,
        "action": {"kind": "give", "seat": "E", "by": "player"},
        "events": [{"kind": "gave", "seat": "E"}, *d["events"][1:]],
    }


@pytest.mark.parametrize(
    "path", ["/dev/sda", "/dev/input/../sda", "/dev/input/a b", "/dev/input/" + "x" * 118, "", 7]
)
def test_no_entry_names_a_touch_panel_that_is_none(path: object) -> None:
    d = {"act": "panels", "by": "screen", "on": 1, "seat": "E", "muted": [], "failed": 0}
    for path in ("table/seat-N", "by-path/pci-0000:01:00.0-usb-0:1.2:1.0-event"):
        check_fields("service", {**d, "panels": {"N": f"/dev/input/{path}"}})
    with pytest.raises(ValueError, match="not as it must be"):
        check_fields("service", {**d, "panels": {"N": path}})

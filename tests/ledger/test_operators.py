"""What an operator signed, seen by the auditor."""

from typing import Any

import pytest

from table_firmware.ledger.entries import Entry
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.keys import SoftwareKey, read_key
from table_firmware.ledger.notes import Verifier
from table_firmware.ledger.operators import Operators, is_ordered, parse_operators, sign_order
from table_firmware.ledger.report import Refusal

ORIGIN, BID = "club.example/table-1", "ab" * 16
ANNA = SoftwareKey("operator/anna", bytes(range(32)))
BOB = SoftwareKey("operator/bob", bytes(32))
VOID = {"h": 3, "reason": "spilt tea", "os": ""}


def entries(*facts: tuple[str, dict[str, Any]]) -> list[Entry]:
    return [Entry(1, i, k, 0, d) for i, (k, d) in enumerate(facts)]


def named(*keys: SoftwareKey) -> tuple[str, dict[str, Any]]:
    return "config", {"changes": {"operators": [k.verifier.vkey for k in keys]}, "os": ""}


def judged(*facts: tuple[str, dict[str, Any]]) -> Operators:
    book = Operators(ORIGIN)
    for entry in entries(("clock", {}), ("batch", {"bid": BID}), *facts):
        book.follow(entry)
    return book


def order(key: SoftwareKey, kind: str, d: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return kind, sign_order(key, ORIGIN, kind, d, BID)


def cleared(after: Any) -> dict[str, Any]:
    return {"changes": {"noise_fault": "cleared", "after": after}, "os": ""}


def test_signed_orders_are_counted_and_unsigned_voids_are_remarked() -> None:
    book = judged(named(ANNA, BOB), order(ANNA, "void", VOID), order(BOB, "config", cleared(2)))
    assert (book.signed, book.remarks()) == (2, [])
    assert judged(("void", VOID)).remarks() == ["void indices that no operator has signed: 1"]


@pytest.mark.parametrize(
    ("causes", "keys", "order_given", "unasked"),
    [
        (["noise-unhealthy"], [ANNA], False, 1),
        (["noise-unhealthy", "noise-intermittent"], [ANNA], False, 1),
        (["noise-unhealthy"], [ANNA], True, 0),
        (["noise-unhealthy"], [], False, 0),
        (["noise-intermittent"], [ANNA], False, 0),
        ([], [ANNA], False, 0),
    ],
)
def test_a_source_that_no_operator_has_put_back_in_use_is_remarked(
    causes: list[str], keys: list[SoftwareKey], order_given: bool, unasked: int
) -> None:
    faults = [("rng_fault", {"cause": cause}) for cause in causes]
    orders = [order(ANNA, "config", cleared(2))] if order_given else []
    batches = [("batch", {"bid": "cd" * 16})] * 2
    book = judged(named(*keys), *faults, *orders, *batches)
    assert book.unasked == unasked
    assert len(book.remarks()) == unasked


@pytest.mark.parametrize("change", ["h", "reason", "os"])
def test_v2_a_signature_is_over_every_field(change: str) -> None:
    kind, d = order(ANNA, "void", VOID)
    other = {
        "h": 4,
        "reason": "rain",
        "os": d["os"][:-2] + ("00" if d["os"][-2:] != "00" else "01"),
    }
    with pytest.raises(Refusal, match="V2 at entry 3"):
        judged(named(ANNA), (kind, {**d, change: other[change]}))


def test_v2_only_an_operator_that_the_log_names_may_order() -> None:
    with pytest.raises(Refusal, match="V2"):
        judged(named(ANNA), order(BOB, "void", VOID))
    with pytest.raises(Refusal, match="V2"):
        judged(order(ANNA, "void", VOID))
    with pytest.raises(Refusal, match="V2"):
        judged(named(ANNA), named(BOB), order(ANNA, "void", VOID))


def test_v2_a_void_is_of_its_batch() -> None:
    with pytest.raises(Refusal, match="V2"):
        judged(named(ANNA), ("batch", {"bid": "cd" * 16}), order(ANNA, "void", VOID))


@pytest.mark.parametrize("after", [2, 1, 99, "4", True])
def test_v11_an_order_counts_once(after: Any) -> None:
    first = order(ANNA, "config", cleared(2))
    with pytest.raises(Refusal, match="V11"):
        judged(named(ANNA), first, order(ANNA, "config", cleared(after)))


@pytest.mark.parametrize("bad", [5, ["x"], [5], [Verifier("w", bytes(32), 4).vkey]])
def test_v4_operators_that_are_none(bad: Any) -> None:
    with pytest.raises(Refusal, match="V4"):
        judged(("config", {"changes": {"operators": bad}, "os": ""}))


def test_no_key_means_no_order() -> None:
    assert not is_ordered((), ORIGIN, *order(ANNA, "void", VOID), BID)
    assert parse_operators([ANNA.verifier.vkey]) == (ANNA.verifier,)


def test_a_key_file_of_any_name_is_read(tmp_path: Any) -> None:
    path = tmp_path / "anna"
    path.write_bytes(ANNA.encode())
    assert read_key(path) == ANNA
    path.write_bytes(b"x")
    with pytest.raises(LedgerFault, match="key-unreadable"):
        read_key(path)
    with pytest.raises(LedgerFault, match="key-unreadable"):
        read_key(tmp_path / "none")

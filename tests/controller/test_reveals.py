"""When the secrets of a hand are revealed: at its end, with the match, to the audit only
(`deal1` §6)."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.fairness.receipts import CommitReceipt, Receipt, SeatReceipt, from_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.seal import audit_public, seal, unseal
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK
from tests.controller.test_whole_match import RealDesk

pytestmark = pytest.mark.slow

E, N, W, S = Seat
PRIVATE = bytes(range(32))


def real(folder: Path, reveal_at: str, mode: str = "2", key: bytes = b"") -> RealDesk:
    return RealDesk(folder / "state", replace(QUICK, reveal_at=reveal_at, mode=mode), audit_key=key)


def until_result(desk: RealDesk, *seats: Seat) -> RealDesk:
    for seat in seats:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result")
    return desk


@pytest.mark.no_cover
def test_with_match_everything_is_revealed_after_the_last_hand(tmp_path: Path) -> None:
    desk = real(tmp_path, "match")
    desk.link(*Seat)
    desk.wait_until(lambda: desk.stage == "match_result")
    kinds = desk.kinds()
    ends = [at for at, kind in enumerate(kinds) if kind == "hand_end"]
    reveals = [entry.d["h"] for entry, _ in desk.entries if entry.k == "reveal"]
    assert reveals == [0, 1, 2, 3]
    assert kinds.index("reveal") == ends[-1] + 1
    report = desk.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.remarks) == (4, ())


@pytest.mark.no_cover
def test_until_then_a_player_gets_his_own_cards_and_nobody_the_secret(tmp_path: Path) -> None:
    desk = real(tmp_path, "match")
    desk.to_play(E, N)
    desk = until_result(desk, E, N)
    shown = desk.view(E).receipts
    assert shown is not None
    assert set(shown) == {"seat"}
    receipt = from_digits(shown["seat"])
    assert isinstance(receipt, SeatReceipt)
    assert "reveal" not in desk.kinds()
    again = desk.pull_the_plug()
    assert again.stage == "hand_result"
    assert again.view(E).receipts == shown
    again.wait_until(lambda: again.table.in_lobby)
    policy = (again.state / "policy").read_text()
    report = audit(again.state / "exports/current", policy, [shown["seat"]])
    assert report.ok, report.lines()


def test_a_lost_vault_voids_what_was_kept_back_too(tmp_path: Path) -> None:
    desk = real(tmp_path, "match")
    desk.to_play(E, N)
    desk = until_result(desk, E, N)
    desk.wait_until(lambda: desk.kinds().count("hand_end") == 2)
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    assert [e.d["h"] for e, _ in desk.entries if e.k == "void"] == [0, 1, 2, 3]
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()


@pytest.mark.no_cover
def test_with_audit_only_the_audit_can_open_the_secrets(tmp_path: Path) -> None:
    desk = real(tmp_path, "audit", "1A", audit_public(PRIVATE))
    desk.to_play(E, N, mode="1A")
    desk = until_result(desk, E, N)
    shown = desk.view(E).receipts
    assert shown is not None
    assert set(shown) == {"seat"}
    desk.wait_until(lambda: desk.table.in_lobby)
    assert "reveal" not in desk.kinds()
    report = desk.verify()
    assert report.ok, report.lines()
    assert "sealed reveals: 1; V14 was not checked for them" in report.remarks
    (sealed,) = (desk.state / "exports/current/sealed").iterdir()
    opened = json.loads(unseal(sealed.read_bytes(), PRIVATE))
    assert opened["h"] == 0
    assert len(opened["S"]) == 192
    exported = b"".join(p.read_bytes() for p in (desk.state / "exports").rglob("*") if p.is_file())
    assert opened["S"].encode() not in exported


def kept_receipts(folder: Path) -> list[Receipt]:
    return [from_digits(path.read_text().strip()) for path in sorted(folder.iterdir())]


@pytest.mark.no_cover
@pytest.mark.parametrize("reveal_at", ["match", "audit"])
def test_a_receipt_with_cards_that_the_log_keeps_back_is_not_exported(
    tmp_path: Path, reveal_at: str
) -> None:
    desk = real(tmp_path, reveal_at, key=audit_public(PRIVATE) if reveal_at == "audit" else b"")
    desk.to_play(E, N)
    shown = until_result(desk, E, N).view(E).receipts
    assert shown is not None
    assert isinstance(from_digits(shown["seat"]), SeatReceipt)
    assert [type(one) for one in kept_receipts(desk.state / "receipts")] == [CommitReceipt]
    desk.wait_until(lambda: desk.table.in_lobby)
    exported = kept_receipts(desk.state / "exports/current/receipts")
    open_hands = {entry.d["h"] for entry, _ in desk.entries if entry.k == "reveal"}
    assert bool(open_hands) == (reveal_at == "match")
    with_cards = [one for one in exported if not isinstance(one, CommitReceipt)]
    assert {one.hand.h for one in with_cards} <= open_hands
    report = desk.verify()
    assert report.ok, report.lines()


def test_a_seal_opens_for_its_key_alone() -> None:
    sealed = seal(b"secret", audit_public(PRIVATE))
    assert unseal(sealed, PRIVATE) == b"secret"
    for raw, key in ((sealed, bytes(32)), (sealed[:-1] + b"x", PRIVATE), (b"", PRIVATE)):
        with pytest.raises(ValueError, match="not sealed"):
            unseal(raw, key)


def test_the_audit_and_its_key_belong_together() -> None:
    key = audit_public(PRIVATE).hex()
    config = read({"match": {"reveal_at": "audit"}, "trust": {"audit_key": key}})
    assert config.audit_key == audit_public(PRIVATE)
    for bad in (
        {"match": {"reveal_at": "audit"}},
        {"trust": {"audit_key": key}},
        {"match": {"reveal_at": "audit"}, "trust": {"audit_key": "00"}},
        {"match": {"reveal_at": "audit"}, "trust": {"audit_key": 5}},
        {"match": {"reveal_at": "never"}},
    ):
        with pytest.raises(ConfigError, match="TBL-104"):
            read(bad)

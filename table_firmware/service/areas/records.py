"""The records, the keys that sign them, and the vault of the match in play."""

from pathlib import Path
from typing import Final

from table_firmware.fairness import vault
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.keys import KeyFolder, SoftwareKey, next_commitment
from table_firmware.ledger.policy import parse_policy
from table_firmware.ledger.survey import Survey, survey
from table_firmware.service.checks import Check, Values, coded

JOURNAL: Final = "records.journal"
MOST_NAMED: Final = 5
"""Files that are named in one finding."""


def checks(state: Path, origin: str) -> list[Check]:
    """All about the records in a state folder; nothing is changed, whether a table runs or not."""
    try:
        found = _survey(state, origin)
    except LedgerFault as stopped:
        return [coded(JOURNAL, "fault", "failed", stopped.code, {"detail": stopped.detail})]
    if found is None:
        return [Check(JOURNAL, "info", "none", values={"path": str(state)})]
    return [
        journal(found),
        *kept(state, found),
        keys(state, origin, found),
        secrets(state, found),
        noise(found),
        seats(found),
    ]


def _survey(state: Path, origin: str) -> Survey | None:
    try:
        return survey(state, origin)
    except LedgerFault:
        # A running table may have written between two looks; real damage stays.
        return survey(state, origin)


def journal(found: Survey) -> Check:
    """How much there is, and how much of it is signed."""
    values: Values = {
        "entries": found.entries,
        "signed": found.signed,
        "boots": found.boots,
        "matches": found.kinds.get("match_end", 0),
        "hands": found.kinds.get("hand_end", 0),
        "torn": found.torn,
    }
    said = "running" if found.held else "resting"
    if found.torn and not found.held:
        return Check(JOURNAL, "info", "torn", values=values)
    return Check(JOURNAL, "ok", said, values=values)


def kept(state: Path, found: Survey) -> list[Check]:
    """Checkpoints and receipts, by the keys of the policy, and what is sealed for the audit;
    nothing without a policy, of which the check of the keys tells."""
    name = "records.kept"
    try:
        policy = parse_policy((state / "policy").read_text("utf-8"))
    except (OSError, ValueError):
        return []
    try:
        flaws = found.kept.flaws(state, found.tree, [*policy.logs, *policy.witnesses.values()])
    except LedgerFault as stopped:
        return [coded(name, "fault", "failed", stopped.code, {"detail": stopped.detail})]
    if not flaws:
        there: Values = {
            "signed": len(found.kept.signings.sizes),
            "sealed": len(found.kept.sealed),
        }
        return [Check(name, "ok", "whole", values=there)]
    files = ", ".join(flaw.path for flaw in flaws[:MOST_NAMED])
    more = f" … (+{len(flaws) - MOST_NAMED})" if len(flaws) > MOST_NAMED else ""
    values: Values = {"files": files + more, "missing": sum(flaw.missing for flaw in flaws)}
    values = {**values, "altered": sum(not flaw.missing for flaw in flaws)}
    return [coded(name, "fault", "flawed", "record-spoilt", values)]


def keys(state: Path, origin: str, found: Survey) -> Check:
    """The identity, the key of the open epoch and the one promised for the next; the policy."""
    name = "records.keys"
    folder = KeyFolder(state / "keys", origin, os_random)
    try:
        identity = folder.identity()
        if identity is None:
            return coded(name, "fault", "failed", "identity-missing", {"detail": "identity.key"})
        epoch = found.epochs.number
        if found.epochs.is_open:
            _need(folder.epoch(epoch), epoch)
            _need_promised(folder.epoch(epoch + 1), epoch + 1, found.epochs.promised)
        _need_policy(state / "policy", identity)
    except LedgerFault as stopped:
        return coded(name, "fault", "failed", stopped.code, {"detail": stopped.detail})
    except OSError as error:
        detail = f"{error.filename}: {error.strerror}"
        return coded(name, "fault", "failed", "key-unreadable", {"detail": detail})
    values: Values = {"epoch": epoch, "id": identity.verifier.id.hex()}
    return Check(name, "ok", "there", values=values)


def _need(key: SoftwareKey | None, epoch: int) -> SoftwareKey:
    if key is None:
        raise LedgerFault("epoch-key-missing", f"key of epoch {epoch} is not there")
    return key


def _need_promised(key: SoftwareKey | None, epoch: int, promised: str) -> None:
    if next_commitment(_need(key, epoch).verifier) != promised:
        raise LedgerFault("epoch-key-missing", f"key of epoch {epoch} is not the one promised")


def _need_policy(path: Path, identity: SoftwareKey) -> None:
    try:
        logs = parse_policy(path.read_text("utf-8")).logs
    except ValueError as error:
        raise LedgerFault("policy-wrong", str(error)) from None
    if identity.verifier not in logs:
        raise LedgerFault("policy-wrong", f"{path.name} names another key")


def secrets(state: Path, found: Survey) -> Check:
    """The vault, which must hold the secrets of the batch in play and no others."""
    name = "records.vault"
    bid, commitment = found.batch
    if not bid:
        return Check(name, "ok", "empty")
    try:
        batch = vault.load(state / "vault" / f"{bid}.vault", bytes.fromhex(commitment))
    except vault.VaultError as lost:
        return coded(name, "fault", "failed", "vault-lost", {"detail": lost.code})
    return Check(name, "ok", "there", values={"hands": batch.n})


def noise(found: Survey) -> Check:
    """What went wrong with the random source since the table began, by its own records."""
    causes = ", ".join(f"{cause}: {count}" for cause, count in sorted(found.noise.items()))
    values: Values = {"batches": found.kinds.get("batch", 0), "causes": causes or "-"}
    if found.stopped:
        return coded("records.noise", "fault", "counted", found.stopped, values)
    return Check("records.noise", "info" if causes else "ok", "counted", values=values)


def seats(found: Survey) -> Check:
    """Which screens do not answer the running table."""
    name = "records.seats"
    lost = ", ".join(sorted(found.lost))
    if lost and found.held:
        return coded(name, "warning", "lost", "seat-lost", {"seats": lost})
    return Check(name, "ok", "linked")

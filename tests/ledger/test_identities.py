"""Another identity key (`tlog1` §4): announced in the log, signed by both, believed by nobody who
does not trust the new one."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.fairness.receipts import to_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.handed import enrolled
from table_firmware.ledger.identities import Identities, change_of
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import Checkpoint, parse_note, signed
from table_firmware.ledger.operators import sign_order
from tests.ledger.forgery import forge, plain
from tests.ledger.scripted import ORIGIN, Table, failed, filler

OPERATOR = SoftwareKey("operator/1", bytes(range(32)))


def change(table: Table, operator: SoftwareKey | None = None) -> None:
    new = table.log.next_identity()
    changes = {"identity_before": table.log.identity.verifier.vkey, "identity": new.vkey}
    d = {"changes": {**changes, "after": table.log.size}, "os": ""}
    table.m += 1
    signed_d = sign_order(operator, ORIGIN, "config", d, "") if operator else d
    table.log.change_identity(signed_d, table.m)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, str, Path]:
    """A table that played under one identity and under another; its first policy; its export."""
    place = tmp_path_factory.mktemp("changed")
    table = Table(place / "state", quick=True)
    table.play_match("1B")
    first = table.policy()
    change(table)
    table.play_match("1B")
    return table, first, table.export(place / "out")


def altered(changed: tuple[Table, str, Path], folder: Path, size: int, *keys: SoftwareKey) -> str:
    """What the verifier says when the checkpoint of that size is signed by other keys."""
    shutil.copytree(changed[2], folder)
    path = folder / f"log/checkpoints/{size}"
    text = parse_note(path.read_bytes()).text
    path.write_bytes(signed(text, [(key.verifier, key.sign(text)) for key in keys]))
    return failed(audit(folder, changed[0].policy()))


def double(table: Table) -> int:
    return next(e.i for e in table.log.entries() if e.k == "config") + 1


@pytest.mark.no_cover
def test_who_trusts_the_new_key_verifies_everything(changed: tuple[Table, str, Path]) -> None:
    table, first, folder = changed
    assert table.policy() != first
    assert table.policy().count("log ") == 1
    assert audit(folder).ok
    report = audit(folder, table.policy(), [to_digits(receipt) for receipt in table.receipts])
    assert report.ok, report.lines()
    assert report.hands == 2
    assert enrolled(folder, "serial").identity == table.log.identity.verifier
    names = {path.name for path in (table.state / "keys").iterdir()}
    assert "identity-1.key" in names
    assert "identity.key" not in names


def test_who_trusts_the_old_key_alone_refuses_what_the_new_one_signed(
    changed: tuple[Table, str, Path],
) -> None:
    _, first, folder = changed
    assert failed(audit(folder, first)) == "V2"


def test_the_new_key_signs_nothing_before(changed: tuple[Table, str, Path], tmp_path: Path) -> None:
    table = changed[0]
    new = table.log.identity
    assert isinstance(new, SoftwareKey)
    assert altered(changed, tmp_path / "out", 2, new, table.keys[0]) == "V2"


def test_both_keys_must_have_signed_the_change(
    changed: tuple[Table, str, Path], tmp_path: Path
) -> None:
    table, _, folder = changed
    new, size = table.log.identity, double(table)
    assert isinstance(new, SoftwareKey)
    assert altered(changed, tmp_path / "one", size, new, table.keys[1]) == "V2"
    shutil.copytree(folder, tmp_path / "none")
    (tmp_path / "none" / f"log/checkpoints/{size}").unlink()
    assert failed(audit(tmp_path / "none", table.policy())) == "V2"


def kept(table: Table, old: SoftwareKey, folder: Path, size: int) -> str:
    """The old key signs beside the new one, at a size where it is no identity any more."""
    text = Checkpoint(ORIGIN, size, table.log.tree.root(size)).text()
    lines = parse_note((folder / f"log/checkpoints/{size}").read_bytes()).encode()
    more = signed(text, [(old.verifier, old.sign(text))])[len(text) + 1 :]
    (folder / f"log/checkpoints/{size}").write_bytes(lines + more)
    return failed(audit(folder, table.policy()))


def test_a_checkpoint_with_the_old_key_beside_the_new_one_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    old = table.log.identity
    assert isinstance(old, SoftwareKey)
    change(table)
    table.play_match("1B")
    folder = table.export(tmp_path / "out")
    sizes = sorted(table.log.checkpoints())
    assert kept(table, old, folder, sizes[-3]) == "V9"


def test_a_revoked_key_is_not_believed_beyond_its_last_size(
    changed: tuple[Table, str, Path],
) -> None:
    table, first, folder = changed
    old, size = first.split()[1], double(table)
    assert audit(folder, f"{table.policy()}revoked {old} {size}\n").ok
    assert failed(audit(folder, f"{table.policy()}revoked {old} {size - 1}\n")) == "V2"
    receipt = to_digits(table.receipts[0])
    report = audit(folder, f"{table.policy()}revoked {old} 1\n", [receipt])
    assert failed(report) == "V2"


@pytest.mark.parametrize(
    "line", ["revoked x 1", "revoked {} x", "revoked {}", "revoked {} 1\n" * 2]
)
def test_a_revocation_that_is_none_is_refused(changed: tuple[Table, str, Path], line: str) -> None:
    table, first, folder = changed
    policy = table.policy() + line.replace("{}", first.split()[1]) + "\n"
    assert failed(audit(folder, policy)) == "V3"


def test_a_head_that_both_have_signed_is_believed_by_either(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    first = table.policy()
    change(table)
    # An export as it would be, had the stick been pulled just after the change.
    folder, size = tmp_path / "out", table.log.size
    table.export(folder, {})
    later = folder / "log/checkpoints"
    assert sorted(int(path.name) for path in later.iterdir())[-2] == size
    assert failed(audit(folder, first)) == "V2"
    assert audit(folder, table.policy()).ok


def test_a_second_change_follows_the_first(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    for _ in range(2):
        change(table)
        table.restart()
    report = audit(table.export(tmp_path / "out", {}), table.policy())
    assert report.ok, report.lines()


def test_witnesses_of_the_policy_stay(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    table.log.policy.write_text(table.policy() + "# a club's own line\n")
    change(table)
    assert table.log.identity.verifier.vkey in table.policy()
    assert table.policy().endswith("# a club's own line\n")


# ------------------------------------------------------------------ cut off


def test_a_change_cut_off_anywhere_is_finished(tmp_path: Path) -> None:
    live = tmp_path / "live"
    table = Table(live, quick=True)
    states = [copied(live, "before")]
    new = table.log.next_identity()
    states.append(copied(live, "made"))
    change(table)
    keys = {path.name: path.read_bytes() for path in (states[-1] / "keys").iterdir()}
    states.append(copied(live, "done"))
    states.append(copied(live, "old key there"))
    (states[-1] / "keys/identity.key").write_bytes(keys["identity.key"])
    (states[-1] / "policy").write_bytes((states[0] / "policy").read_bytes())
    states.append(copied(states[-1], "not signed"))
    (states[-1] / "checkpoints" / str(table.log.size)).unlink()
    table.log.close()
    for number, state in enumerate(states):
        again = Table(state, quick=True)
        assert (again.log.identity.verifier == new) == (number > 1)
        if number < 2:
            assert again.log.next_identity() == new or number == 0
            change(again)
        assert not (state / "keys/identity.key").exists()
        report = audit(again.export(tmp_path / f"out-{number}", {}), again.policy())
        assert report.ok, report.lines()


def copied(live: Path, name: str) -> Path:
    return Path(shutil.copytree(live, live.with_name(name)))


def test_a_change_needs_an_epoch_and_the_right_keys(tmp_path: Path) -> None:
    log = Log.open(tmp_path / "new", ORIGIN, lambda n: filler("x", n))
    with pytest.raises(LedgerFault, match="no-epoch"):
        log.change_identity({"changes": {}, "os": ""}, 0)
    log.close()
    table = Table(tmp_path / "state", quick=True)
    now, new = table.log.identity.verifier.vkey, table.log.next_identity().vkey
    other = SoftwareKey(ORIGIN, bytes(32)).verifier.vkey
    for changes in ({}, {"identity_before": other, "identity": new}):
        with pytest.raises(ValueError, match="not a change of this identity"):
            table.log.change_identity({"changes": changes, "os": ""}, 9)
    changes = {"identity_before": now, "identity": other}
    with pytest.raises(ValueError, match="not the key that was made"):
        table.log.change_identity({"changes": changes, "os": ""}, 9)
    changes = {"identity_before": now, "identity": new}
    with pytest.raises(ValueError, match="change_identity"):
        table.log.append("config", {"changes": changes, "os": ""}, 9)


def test_a_key_in_the_place_of_the_new_one_is_refused(tmp_path: Path) -> None:
    table = Table(tmp_path / "state", quick=True)
    change(table)
    table.log.close()
    other = SoftwareKey(ORIGIN, bytes(32)).encode()
    (tmp_path / "state/keys/identity-1.key").write_bytes(other)
    with pytest.raises(LedgerFault, match="identity-mismatch"):
        Table(tmp_path / "state")


# ------------------------------------------------------------------ what a forger may write


def lie(table: Table, folder: Path, **changes: object) -> str:
    """The verifier's answer to a log with this change of the identity in it."""
    entries = plain(table)
    entry = {"b": 1, "i": len(entries), "k": "config", "m": table.m, "v": 1}
    forge(table, folder, [*entries, {**entry, "d": {"changes": changes, "os": ""}}])
    return failed(audit(folder, table.policy()))


@pytest.mark.parametrize(
    "keys",
    [
        lambda now: {"identity": now},
        lambda now: {"identity": 5, "identity_before": now},
        lambda now: {"identity": "x", "identity_before": now},
        lambda now: {"identity": now, "identity_before": now},
        lambda now: {
            "identity": SoftwareKey("other", bytes(32)).verifier.vkey,
            "identity_before": now,
        },
    ],
)
def test_v4_a_change_that_names_no_two_keys(
    table: Table, tmp_path: Path, keys: Callable[[str], dict[str, object]]
) -> None:
    now = table.log.identity.verifier.vkey
    assert lie(table, tmp_path / "out", **keys(now)) == "V4"


def test_v2_a_change_from_a_key_that_was_not_the_identity(table: Table, tmp_path: Path) -> None:
    one, two = (SoftwareKey(ORIGIN, bytes([n]) * 32).verifier.vkey for n in (1, 2))
    assert lie(table, tmp_path / "out", identity_before=one, identity=two) == "V2"


def test_v2_a_change_that_the_new_key_has_not_signed(table: Table, tmp_path: Path) -> None:
    now, new = table.log.identity.verifier.vkey, SoftwareKey(ORIGIN, bytes(32)).verifier.vkey
    assert lie(table, tmp_path / "out", identity_before=now, identity=new) == "V2"


def test_a_chain_of_changes_has_no_gap(table: Table) -> None:
    keys = [SoftwareKey(ORIGIN, bytes([n]) * 32).verifier for n in range(4)]
    changes = []
    for before, after in ((0, 1), (2, 3)):
        d = {"changes": {"identity_before": keys[before].vkey, "identity": keys[after].vkey}}
        entry = next(table.log.entries())
        found = change_of(type(entry)(1, 9 + before, "config", 0, {**d, "os": ""}))
        assert found is not None
        changes.append(found)
    with pytest.raises(ValueError, match="not the key that was the identity"):
        Identities(changes, 20, keys[3])


def test_v2_an_operator_must_have_signed_where_the_log_names_some(tmp_path: Path) -> None:
    for number, operator in enumerate((None, OPERATOR)):
        table = Table(tmp_path / f"state{number}", quick=True)
        table.put("config", {"changes": {"operators": [OPERATOR.verifier.vkey]}, "os": ""})
        change(table, operator)
        report = audit(table.export(tmp_path / f"out{number}", {}), table.policy())
        assert report.ok == (operator is not None)
        assert report.ok or failed(report) == "V2"

"""What operators, clubs and audits do at a table that is not running."""

import json
import os
import shutil
from pathlib import Path

import pytest

from hal.noise import SimulatedNoise
from table_firmware.__main__ import export_log
from table_firmware.cli import main
from table_firmware.config import Config
from table_firmware.controller.orders import Orders, give
from table_firmware.controller.scribe import CURRENT, Scribe
from table_firmware.controller.steps import Draft
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.seal import audit_public, seal
from table_firmware.upload import all_acks
from tests.controller.desk import BOOT

OPERATOR = SoftwareKey("operator/1", bytes(range(32)))


def configured(place: Path, trust: str = "") -> Path:
    """A configuration file of a table that has run once."""
    text = f'[table]\norigin = "table.simulated"\nstate = "{place / "state"}"\n{trust}'
    (place / "table.toml").write_text(text)
    config = Config("table.simulated", place / "state")
    export_log(config, place / "first")
    return place / "table.toml"


def test_the_identity_is_changed_by_a_verb(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = configured(tmp_path)
    before = (tmp_path / "state/policy").read_text()
    assert main(["key", "rotate", "--config", str(path)]) == 0
    vkey = capsys.readouterr().out.splitlines()[0]
    policy = (tmp_path / "state/policy").read_text()
    assert vkey in policy
    assert policy != before
    assert main(["log", "export", str(tmp_path / "out"), "--config", str(path)]) == 0
    assert audit(tmp_path / "out", policy).ok
    assert not audit(tmp_path / "out", before).ok


def test_where_there_are_operators_one_of_them_must_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = configured(tmp_path, f'[trust]\noperators = ["{OPERATOR.verifier.vkey}"]\n')
    key, other = tmp_path / "operator.key", tmp_path / "other.key"
    key.write_bytes(OPERATOR.encode())
    other.write_bytes(SoftwareKey("operator/2", bytes(32)).encode())
    verb = ["key", "rotate", "--config", str(path)]
    assert main(verb) == 1
    assert main([*verb, "--key", str(other)]) == 1
    assert capsys.readouterr().err.count("not signed by an operator") == 2
    assert main([*verb, "--key", str(key)]) == 0
    assert main(["log", "export", str(tmp_path / "out"), "--config", str(path)]) == 0
    report = audit(tmp_path / "out", (tmp_path / "state/policy").read_text())
    assert report.ok, report.lines()


@pytest.mark.parametrize("verb", [["key", "rotate"], ["log", "prune"]])
def test_no_table_is_begun_by_such_a_verb(
    tmp_path: Path, verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.toml").write_text(f'[table]\nstate = "{tmp_path / "none"}"\n')
    for config in ("table.toml", "none.toml"):
        assert main([*verb, "--config", str(tmp_path / config)]) == 1
    assert "TBL-804" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("verb", [["key", "rotate"], ["log", "prune"]])
def test_a_table_that_runs_is_left_alone(tmp_path: Path, verb: list[str]) -> None:
    path = configured(tmp_path)
    log = Log.open(tmp_path / "state", "table.simulated", os_random)
    assert main([*verb, "--config", str(path)]) == 1
    log.close()


def test_an_order_cannot_change_the_identity(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    changes = {"identity": "x", "identity_before": "y"}
    give(tmp_path, [("config", {"changes": changes, "os": ""})])
    assert orders.take() == []


def test_nothing_young_is_pruned_by_the_verb(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = configured(tmp_path)
    assert main(["log", "prune", "--config", str(path)]) == 0
    assert ": 0" in capsys.readouterr().out.splitlines()[0]


def test_what_was_pruned_is_said_in_the_log(tmp_path: Path) -> None:
    """The journal has short segments here; else 65,536 entries would have to be written."""
    state, exports = tmp_path / "state", tmp_path / "state/exports"
    log = Log.open(state, "table.simulated", os_random, sync=lambda _fd: None, segment=256)
    scribe = Scribe(log, SimulatedNoise(b"seed"), state, lambda: 1)
    scribe.begin(BOOT)
    day = 86_400_000
    while log.size < 300:
        scribe.append(Draft("clock", {"unix": day, "src": "ntp", "unc": 0}))
    seats = dict.fromkeys("ENWS", "guest")
    match = {"match": "m", "game": "chinpok/1", "mode": "2", "seats": seats, "options": {}}
    scribe.append(Draft("match", {**match, "ranked": 0}))
    scribe.export(exports / CURRENT)
    for place in ("one", "two", "three"):
        (tmp_path / place).mkdir()
    for place in ("one", "two"):
        assert main(["upload", str(tmp_path / place), "--from", str(exports)]) == 0
    now = {"unix": 400 * day, "src": "ntp", "unc": 0}
    assert scribe.prune(now, all_acks(exports)) == 256
    assert [e.d["changes"] for e in log.entries() if e.k == "config"] == [{"pruned": 256}]
    log.close()
    assert not (exports / CURRENT / "log/tile/entries/000").exists()
    assert main(["upload", str(tmp_path / "one"), "--from", str(exports)]) == 0
    assert main(["upload", str(tmp_path / "three"), "--from", str(exports)]) == 1


# ------------------------------------------------------------------ the audit


def test_the_audit_makes_its_key_and_opens_what_is_sealed_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, sealed = tmp_path / "audit.key", tmp_path / "sealed"
    assert main(["audit", "key", str(key)]) == 0
    public = bytes.fromhex(capsys.readouterr().out.strip())
    assert key.stat().st_mode & 0o777 == 0o600
    assert audit_public(bytes.fromhex(key.read_text().strip())) == public
    sealed.write_bytes(seal(b'{"h":0}', public))
    opening = ["audit", "open", "--key", str(key), str(sealed)]
    assert main(opening) == 0
    assert json.loads(capsys.readouterr().out) == {"h": 0}
    sealed.write_bytes(seal(b'{"h":0}', audit_public(bytes(range(32)))))
    assert main(opening) == 1
    assert main(["audit", "key", str(key)]) == 1
    shutil.rmtree(tmp_path)
    assert main(opening) == 1


def unusable(place: Path) -> list[Path]:
    """Files that a verb may be given by mistake, or off a stick of anybody."""
    names = ("gone", "folder", "pipe", "zeros", "huge", "empty", "binary")
    gone, folder, pipe, zeros, huge, empty, binary = (place / name for name in names)
    folder.mkdir()
    os.mkfifo(pipe)
    zeros.symlink_to("/dev/zero")
    huge.touch()
    os.truncate(huge, 2**36)
    empty.touch()
    binary.write_bytes(bytes(range(256)))
    return [gone, folder, pipe, zeros, huge, empty, binary]


@pytest.mark.slow
def test_a_file_that_is_of_no_use_is_named_with_a_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = configured(tmp_path), str(tmp_path / "first")
    good = tmp_path / "audit.key"
    assert main(["audit", "key", str(good)]) == 0
    policy, club = str(tmp_path / "state/policy"), OPERATOR.verifier.vkey
    verbs = [
        ["log", "verify", out, "--policy", "?"],
        ["log", "verify", out, "--policy", policy, "--club", club, "--enrolment", "?"],
        ["log", "enrol", out, "--hw", "1", "--key", "?"],
        ["key", "rotate", "--config", str(path), "--key", "?"],
        ["audit", "open", "--key", "?", str(good)],
        ["audit", "open", "--key", str(good), "?"],
    ]
    for file in unusable(tmp_path):
        for verb in verbs:
            capsys.readouterr()
            status = main([str(file) if word == "?" else word for word in verb])
            told = capsys.readouterr()
            assert status in (1, 2), (verb, file)
            if file.name == "empty" and verb[3:] == ["--policy", "?"]:
                assert "V3" in told.out  # a text, if a poor one: the verifier refuses it
                continue
            assert told.err.startswith("TBL-"), (verb, file, told)
            assert file.name in told.err.splitlines()[0], (verb, told.err)


def test_an_enrolment_cannot_be_read_without_the_key_of_its_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configured(tmp_path)
    note = str(tmp_path / "state/policy")
    capsys.readouterr()
    assert main(["log", "verify", str(tmp_path / "first"), "--enrolment", note]) == 2
    assert "--club" in capsys.readouterr().err

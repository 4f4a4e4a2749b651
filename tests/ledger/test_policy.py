"""Whom a verifier trusts (C2SP tlog-policy)."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import COSIGNATURE, Checkpoint, Note, Verifier, parse_note, signed
from table_firmware.ledger.policy import parse_policy

LOG = SoftwareKey("example.com/log", bytes(range(32)))
SEEDS = {
    name: Ed25519PrivateKey.from_private_bytes(name.encode() * 16) for name in ("X1", "X2", "Y1")
}
WITNESSES = {
    name: Verifier(name, seed.public_key().public_bytes_raw(), COSIGNATURE)
    for name, seed in SEEDS.items()
}
TEXT = Checkpoint("example.com/log", 7, bytes(32)).text()
HEAD = f"log {LOG.verifier.vkey} https://example.com\n" + "".join(
    f"witness {name} {key.vkey}\n" for name, key in WITNESSES.items()
)


def cosigned(*names: str) -> Note:
    lines = [(LOG.verifier, LOG.sign(TEXT))]
    for name in names:
        made = SEEDS[name].sign(b"cosignature/v1\ntime 5\n" + TEXT)
        lines.append((WITNESSES[name], (5).to_bytes(8, "big") + made))
    return parse_note(signed(TEXT, lines))


def test_a_policy_names_logs_and_ignores_comments() -> None:
    policy = parse_policy(f"# ours\n\n \t{HEAD}quorum none\n")
    assert policy.logs == [LOG.verifier]
    assert policy.witnessed(cosigned())


@pytest.mark.parametrize(
    ("quorum", "enough", "short"),
    [
        ("quorum X1", ["X1"], ["X2"]),
        ("group x any X1 X2\nquorum x", ["X2"], ["Y1"]),
        ("group x all X1 X2\nquorum x", ["X1", "X2"], ["X1"]),
        ("group x 2 X1 X2 Y1\nquorum x", ["X1", "Y1"], ["X1"]),
        ("group x any X1 X2\ngroup a all x Y1\nquorum a", ["X1", "Y1"], ["X1", "X2"]),
    ],
)
def test_a_quorum_must_have_cosigned(quorum: str, enough: list[str], short: list[str]) -> None:
    policy = parse_policy(f"{HEAD}{quorum}\n")
    assert policy.witnessed(cosigned(*enough))
    assert not policy.witnessed(cosigned(*short))


def test_groups_may_be_members_of_groups_as_deep_as_a_policy_is_long() -> None:
    groups = "\n".join(f"group g{n} 1 {f'g{n - 1}' if n else 'X1'}" for n in range(2500))
    policy = parse_policy(f"{HEAD}{groups}\nquorum g2499\n")
    assert policy.witnessed(cosigned("X1"))
    assert not policy.witnessed(cosigned("X2"))


X1, X2 = (WITNESSES[name].vkey for name in ("X1", "X2"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quorum X1\n",
        "quorum none\nquorum none\n",
        "quorum\n",
        "party x\nquorum none\n",
        "log\nquorum none\n",
        "log x\nquorum none\n",
        f"log {X1}\nquorum none\n",
        f"log {LOG.verifier.vkey}\nlog {LOG.verifier.vkey}\nquorum none\n",
        f"witness X1\nquorum X1\n",  # noqa: F541
        f"witness X1 {LOG.verifier.vkey}\nquorum X1\n",
        f"witness none {X1}\nquorum none\n",
        f"witness X1 {X1}\nwitness X1 {X2}\nquorum none\n",
        f"witness X1 {X1}\nwitness X2 {X1}\nquorum none\n",
        f"witness X1 {X1}\ngroup g any\nquorum g\n",
        f"witness X1 {X1}\ngroup g any X2\nquorum g\n",
        f"witness X1 {X1}\ngroup g any X1 X1\nquorum g\n",
        f"witness X1 {X1}\ngroup g 2 X1\nquorum g\n",
        f"witness X1 {X1}\ngroup g 0 X1\nquorum g\n",
        f"witness X1 {X1}\ngroup g many X1\nquorum g\n",
        f"witness X1 {X1}\ngroup X1 any X1\nquorum X1\n",
        "#" * 70_000 + "\nquorum none\n",
    ],
)
def test_a_policy_that_is_not_clear_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="policy"):
        parse_policy(text)

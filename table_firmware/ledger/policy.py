"""Whom a verifier trusts: a C2SP `tlog-policy` file (`tlog1` §8).

Lines: `log <vkey> [url]`, `witness <name> <vkey> [url]`, `group <name> <all|any|k> <name>…`,
`quorum <name|none>`; `#` begins a comment. Names must stand above the line that uses them. One
line is our own: `revoked <vkey> <size>`, a key of a log that is not believed beyond that size (§4).
Who does not know it must refuse the policy, not pass it over.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from table_firmware.ledger.notes import COSIGNATURE, ECDSA, ED25519, Note, Verifier, parse_vkey

MOST_CHARACTERS: Final = 65_536


@dataclass(slots=True)
class Policy:
    """Known logs, known witnesses, and which of them must have signed."""

    logs: list[Verifier] = field(default_factory=list)
    witnesses: dict[str, Verifier] = field(default_factory=dict)
    groups: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    quorum: str = ""
    revoked: dict[str, int] = field(default_factory=dict)

    def believes(self, key: Verifier, size: int) -> bool:
        """False if the key was revoked before the log had this size."""
        return size <= self.revoked.get(key.vkey, size)

    def witnessed(self, note: Note) -> bool:
        """True if the quorum has cosigned."""
        has = {name: note.by(key) for name, key in self.witnesses.items()}
        for name, (least, members) in self.groups.items():  # each below its members
            has[name] = sum(has[member] for member in members) >= least
        return self.quorum == "none" or has[self.quorum]

    def _knows(self, name: str) -> bool:
        return name in self.witnesses or name in self.groups


def parse_policy(text: str) -> Policy:
    """The policy in `text`; ValueError names the line that is wrong."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError("policy is too long")
    policy, members = Policy(), set[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if not words or words[0].startswith("#"):
            continue
        try:
            _LINES[words[0]](policy, words[1:], members)
        except (ValueError, KeyError) as error:
            raise ValueError(f"policy line {number}: {error}") from None
    if not policy.quorum:
        raise ValueError("policy has no quorum line")
    return policy


def _log(policy: Policy, words: list[str], _members: set[str]) -> None:
    _require(len(words) in (1, 2), "expected `log <vkey> [url]`")
    key = parse_vkey(words[0])
    _require(key.kind in (ED25519, ECDSA), "a log's key must be Ed25519, or ECDSA of a TPM")
    _require(all(key.key != other.key for other in policy.logs), "the key stands here twice")
    policy.logs.append(key)


def _witness(policy: Policy, words: list[str], _members: set[str]) -> None:
    _require(len(words) in (2, 3), "expected `witness <name> <vkey> [url]`")
    _require_new(policy, words[0])
    key = parse_vkey(words[1])
    known = (other.key for other in policy.witnesses.values())
    _require(key.kind == COSIGNATURE, "a witness's key must be for cosignatures")
    _require(key.key not in known, "the key stands here twice")
    policy.witnesses[words[0]] = key


def _group(policy: Policy, words: list[str], members: set[str]) -> None:
    _require(len(words) >= 3, "expected `group <name> <all|any|k> <name>…`")
    name, least, names = words[0], words[1], words[2:]
    _require_new(policy, name)
    for member in names:
        _require(policy._knows(member), f"{member} is not defined above")
        _require(member not in members, f"{member} is a member twice")
        members.add(member)
    count = {"all": len(names), "any": 1}.get(least) or int(least)
    _require(1 <= count <= len(names), "the threshold cannot be met")
    policy.groups[name] = (count, tuple(names))


def _quorum(policy: Policy, words: list[str], _members: set[str]) -> None:
    _require(len(words) == 1 and not policy.quorum, "expected one `quorum <name>`")
    _require(words[0] == "none" or policy._knows(words[0]), f"{words[0]} is not defined above")
    policy.quorum = words[0]


def _revoked(policy: Policy, words: list[str], _members: set[str]) -> None:
    _require(len(words) == 2 and words[1].isdecimal(), "expected `revoked <vkey> <size>`")
    key = parse_vkey(words[0])
    _require(key.vkey not in policy.revoked, "the key is revoked twice")
    policy.revoked[key.vkey] = int(words[1])


def _require_new(policy: Policy, name: str) -> None:
    _require(name != "none" and not policy._knows(name), f"{name} cannot be defined here")


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise ValueError(why)


_LINES: Final[dict[str, Callable[[Policy, list[str], set[str]], None]]] = {
    "log": _log,
    "witness": _witness,
    "group": _group,
    "quorum": _quorum,
    "revoked": _revoked,
}

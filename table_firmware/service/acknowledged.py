"""Warnings that a technician has seen: they stay quiet until they change.

The file `acknowledged.json` of the state folder holds the marks of what was acknowledged. A
warning with another mark (another part, another level, other words) is news. A mark that is not
found any more is forgotten, so that what comes back is news too. Faults cannot be acknowledged.
"""

import json
from collections.abc import Collection, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.service.checks import Check

FILE: Final = "acknowledged.json"
PASSING: Final = ("histogram", "why")
"""Values that differ from one look to the next although nothing has changed."""


def mark(check: Check) -> str:
    """What is the same for two findings if nothing has changed between them; numbers may."""
    words = sorted(
        f"{key}={value}"
        for key, value in check.values.items()
        if isinstance(value, str) and key not in PASSING
    )
    whole = (check.name, check.part, check.level, check.code, check.said, *words)
    return f"{check.name} {sha256(json.dumps(whole).encode()).hexdigest()[:16]}"


def is_quiet(check: Check, known: Collection[str]) -> bool:
    """Whether this is a warning that was acknowledged."""
    return check.level == "warning" and mark(check) in known


def read(state: Path) -> frozenset[str]:
    """The marks in a state folder."""
    try:
        plain = json.loads((state / FILE).read_bytes())
    except (OSError, ValueError):
        return frozenset()
    marks = plain if isinstance(plain, list) else ()
    return frozenset(each for each in marks if isinstance(each, str) and each.strip())


def acknowledge(state: Path, checks: Iterable[Check], codes: Collection[str]) -> list[Check]:
    """Keep quiet about the warnings of these codes from now on; those that there were. OSError if
    it cannot be kept."""
    found = [check for check in checks if check.level == "warning" and check.code in codes]
    _keep(state, read(state) | {mark(check) for check in found})
    return found


def forget(state: Path, checks: Collection[Check]) -> None:
    """Forget the marks of what has gone or changed, as far as these checks looked. A state folder
    that cannot be written keeps what it has."""
    known, now = read(state), {mark(check) for check in checks}
    names = {check.name for check in checks if check.said != "held"}
    left = frozenset(each for each in known if each in now or each.split()[0] not in names)
    if left != known:
        _keep(state, left)


def _keep(state: Path, marks: Iterable[str]) -> None:
    durable.replace(state / FILE, json.dumps(sorted(marks)).encode(), 0o644)

"""What an auditor makes of an edited log, entry by entry."""

import json
from typing import Any

from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import decode
from table_firmware.ledger.tree import Tree, leaf_hash
from tests.controller.desk import Desk

Entries = list[dict[str, Any]]


def of(desk: Desk, kind: str) -> Entries:
    """What the table logged of this kind."""
    return [dict(entry.d) for entry, _ in desk.entries if entry.k == kind]


def judge(leaves: Entries) -> None:
    """Refusal unless these can be the entries of one log, in this order."""
    course, tree = Course("table.simulated", frozenset()), Tree()
    for number, leaf in enumerate(leaves):
        raw = json.dumps({**leaf, "i": number}, sort_keys=True, separators=(",", ":")).encode()
        course.follow(decode(raw), tree)
        tree.append(leaf_hash(raw))

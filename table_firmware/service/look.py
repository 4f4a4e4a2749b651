"""What a board is like now, as a value: from the scanner that reads it, in the controller or in
`tablectl diagnose`; and as JSON, from one to the other."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from hal.answering import ask
from hal.bounce import Bounces
from hal.scanner import Scanner
from table_firmware.service.areas.board import BoardState, Contact, LinkState

SOCKET: Final = "diagnose.sock"
"""In the run directory."""


def look(scanner: Scanner) -> BoardState:
    """The board under a scanner, whatever thread asks."""
    board, scan = scanner.board, scanner.scan
    levels, loss, ailing, bounces = scan.levels, scan.loss, scan.ailing, scan.bounces
    lines = board.lines
    contacts = tuple(
        Contact(role, level, lines.get(role, ""), ailing.get(role, ""), bounces.get(role))
        for role, level in levels.items()
    )
    return BoardState(
        board.name,
        contacts,
        tuple(board.lamps),
        {lamp: lines[lamp] for lamp in board.lamps if lamp in lines},
        tuple(role for role in board.roles if role not in levels),
        loss.code if loss else "",
        loss.detail if loss else "",
        links_of(board),
    )


def links_of(board: object) -> tuple[LinkState, ...]:
    """The serial links of a board; other boards have none."""
    links: Sequence[Any] = getattr(board, "links", ())
    return tuple(_link(link) for link in links)


def _link(link: Any) -> LinkState:
    plain = asdict(link.health)
    bad = sum(plain.pop("bad_frames").values())
    return LinkState(port=str(link.path), answers=link.answers, bad=bad, **plain)


def encode(state: BoardState) -> str:
    """One line of JSON."""
    return json.dumps(asdict(state), ensure_ascii=False)


def decode(line: str) -> BoardState:
    """The state in one line; ValueError if it is none."""
    try:
        plain = json.loads(line)
        contacts = tuple(_contact(each) for each in plain.pop("contacts"))
        links = tuple(LinkState(**each) for each in plain.pop("links"))
        return BoardState(contacts=contacts, links=links, **plain)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not the state of a board: {error}") from None


def _contact(plain: dict[str, Any]) -> Contact:
    bounces = plain.pop("bounces")
    if bounces is not None:
        bounces = Bounces(**{**bounces, "counts": tuple(bounces["counts"])})
    return Contact(bounces=bounces, **plain)


def answer(scanner: Scanner, line: str) -> str:
    """What a running table answers at its socket `SOCKET`."""
    return f"ok {encode(look(scanner))}" if line.strip() == "board" else "no board"


def asked(run: Path) -> BoardState | None:
    """What the table that runs in this run directory says of its board; None if none answers."""
    try:
        return decode(ask(run / SOCKET, "board").removeprefix("ok "))
    except (OSError, ValueError):
        return None

"""The same deals at several tables (`deal1` §12), as an auditor of one of them sees it.

An `event` entry stands where the table would make a batch of its own. It names the deals of an
organiser, who made them, took the contributions and reveals them in a log of his own: without that
log the auditor can hold the table to its own words only, with it to the deals as well.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from table_firmware.fairness import deal
from table_firmware.fairness.deal import Contribution, HandSecret, Header, mix
from table_firmware.fairness.receipts import SignedRoot
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.notes import Checkpoint, Note, Verifier, parse_checkpoint, parse_note
from table_firmware.ledger.records import Batch, Hand, Match, batch_header, by_seat
from table_firmware.ledger.report import Refusal, demand
from table_firmware.ledger.tree import Tree
from table_firmware.plural import singular
from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.match import MODES
from table_firmware.rules.round import HandResult

NOT_GIVEN: Final = (
    "event {} (sitting {}): without its log {} hands were not dealt and ruled again; give --event"
    " · 赛事 {}（第 {} 次）：未提供赛事记录，{} 局未重新发牌和裁定；请加 --event"
)
NOT_CLOSED: Final = (
    "event {} (sitting {}): not closed yet, {} hands were not dealt and ruled again"
    " · 赛事 {}（第 {} 次）：赛事尚未结束，{} 局未重新发牌和裁定"
)


@dataclass(frozen=True)
class Event:
    """An event as its own log says it, verified (`organised`). checkpoint: the note over the log
    that it was read from; options: in their plain form; secrets: A and S of every hand, None
    while they are withheld."""

    identity: Verifier
    game: Game
    mode: str
    options: Mapping[str, Any]
    noise: str
    header: Header
    r: bytes
    leaves: tuple[bytes, ...]
    contributions: tuple[Contribution, ...]
    k: bytes
    checkpoint: bytes
    tree: Tree = field(repr=False)
    secrets: tuple[tuple[bytes, bytes], ...] | None = field(default=None, repr=False)

    @property
    def origin(self) -> str:
        """The name of its log."""
        return self.header.origin

    @cached_property
    def b(self) -> bytes:
        """The commitment."""
        return self.header.b(self.r)

    @cached_property
    def batch(self) -> deal.Batch | None:
        """The deals, None while they are withheld. The raw noise behind them is not in it."""
        if self.secrets is None:
            return None
        h = self.header
        secrets = tuple(HandSecret(b"", b"", a, s) for a, s in self.secrets)
        return deal.Batch(h.origin, h.game, h.bid, h.prev_size, h.prev_root, secrets)

    def has_signed(self, note: Note, head: Checkpoint) -> bool:
        """Whether a checkpoint is one of this log, and of its history."""
        return self._passed(head) and note.by(self.identity)

    def holds(self, cp: SignedRoot) -> bool:
        """The same of a checkpoint in a receipt."""
        head = Checkpoint(self.origin, cp.size, cp.root)
        named = cp.key_id == self.identity.id and self._passed(head)
        return named and self.identity.verifies(head.text(), cp.signature)

    def _passed(self, head: Checkpoint) -> bool:
        """The log had this root when it had this size."""
        return head.size <= len(self.tree) and self.tree.root(head.size) == head.root


# ------------------------------------------------------------------ at a table


@dataclass(frozen=True, slots=True)
class Played:
    """A hand of an event, played to its end. dealt, seats: the player letters by the seat at the
    deal and at the end. millis: how long each seat thought."""

    h: int
    dealt: Mapping[Seat, str]
    seats: Mapping[Seat, str]
    result: HandResult
    millis: Mapping[Seat, int]


@dataclass(slots=True)
class Sitting:
    """A match that was played with the deals of an event. number: how often this table has played
    them; ruled, unruled: hands whose deals were, or could not be, made again; house: the letters
    that were no people."""

    origin: str
    b: bytes
    number: int
    game: Game
    mode: str
    known: bool
    played: list[Played] = field(default_factory=list)
    ruled: int = 0
    unruled: int = 0
    ended: bool = False
    house: tuple[str, ...] = ()


class Events:
    """What the log of one table says of events. known: those whose logs were given."""

    def __init__(self, known: Iterable[Event] = ()) -> None:
        self._known = {event.b: event for event in known}
        self._origins = {event.origin for event in self._known.values()}
        self.sittings: list[Sitting] = []

    def begin(self, match: Match, entry: Entry, where: str) -> Batch:
        """The batch of an `event` entry; Refusal V12 to V15 if it cannot be one of this match."""
        d = entry.d
        header, b, given = batch_header(d["BH"]), bytes.fromhex(d["B"]), by_seat(d["seats"])
        k = mix(b, given)
        _check_words(match, header, k, d, where)
        sitting = 1 + sum(each.b == b for each in self.sittings)
        right = d["sitting"] == sitting
        demand(right, "V12", where, f"it should be sitting {sitting} of the event")
        event = self._of(b, header, where)
        _check_checkpoint(event, header, d["checkpoint"], where)
        if event:
            _check_event(event, match, k, d, where)
        place = (header.origin, b, sitting, match.game, match.mode)
        house = tuple(sorted(match.house))
        self.sittings.append(Sitting(*place, event is not None, house=house))
        return _batch(match, entry, header, b, given, k, event)

    def _of(self, b: bytes, header: Header, where: str) -> Event | None:
        event = self._known.get(b)
        other = event is None and header.origin in self._origins
        demand(not other, "V15", where, "the event has another commitment")
        right = event is None or event.header == header
        demand(right, "V15", where, "the event has another batch")
        return event

    def add(self, played: Played) -> None:
        """One more hand of the sitting in play."""
        self.sittings[-1].played.append(played)

    def secret(self, batch: Batch, hand: Hand) -> bytes | None:
        """S of a hand that is over, if the event's log tells it. The hand counts as ruled if so."""
        s, sitting = batch.secrets.get(hand.h), self.sittings[-1]
        sitting.ruled, sitting.unruled = sitting.ruled + bool(s), sitting.unruled + (not s)
        return s

    def end(self) -> None:
        """The match has ended."""
        self.sittings[-1].ended = True

    def remarks(self) -> list[str]:
        """What could not be checked."""
        return [
            singular(
                (NOT_CLOSED if each.known else NOT_GIVEN).format(
                    *(each.origin, each.number, each.unruled) * 2
                )
            )
            for each in self.sittings
            if each.unruled
        ]


def _check_words(match: Match, header: Header, k: bytes, d: Mapping[str, Any], where: str) -> None:
    """What the table says of the event agrees with itself and with the match."""
    demand(k.hex() == d["K"], "V13", where, "K does not follow from the contributions")
    demand(header.origin == d["origin"], "V15", where, "the batch is of another event")
    demand(header.game == match.game.VERSION, "V15", where, "the batch is of another game")
    right = header.n == MODES[match.mode].hands
    demand(right, "V15", where, "the mode has another number of hands than the event")
    named = "simulated" in header.origin or "simulated" not in d["noise"]
    demand(named, "V15", where, "simulated noise at an event whose name does not say so")


def _check_event(event: Event, match: Match, k: bytes, d: Mapping[str, Any], where: str) -> None:
    """The match is what the event's own log says."""
    same = (match.mode, k, d["noise"]) == (event.mode, event.k, event.noise)
    demand(same, "V15", where, "the event has another mode, K or source of noise")
    options = match.game.options(event.options)
    demand(match.options == options, "V15", where, "the event has other rule options")


def _check_checkpoint(event: Event | None, header: Header, note: str, where: str) -> None:
    """The table has seen a checkpoint of the event's log that covers its batch."""
    try:
        parsed = parse_note(bytes.fromhex(note))
        head = parse_checkpoint(parsed.text)
    except ValueError as error:
        raise Refusal("V15", where, f"checkpoint of the event: {error}") from None
    right = head.origin == header.origin and head.size > header.prev_size
    demand(right, "V15", where, "not a checkpoint of the event's log with its batch")
    signed = event is None or event.has_signed(parsed, head)
    demand(signed, "V15", where, "the event's log has another history than this checkpoint")


def _batch(
    match: Match,
    entry: Entry,
    header: Header,
    b: bytes,
    given: tuple[Contribution, ...],
    k: bytes,
    event: Event | None,
) -> Batch:
    r, leaves = (event.r, event.leaves) if event else (b"", ())
    secrets = {h: s for h, (_, s) in enumerate(event.secrets or ())} if event else {}
    return Batch(
        header, match.game.DEALING, r, b, leaves, "match", 0, 0, entry.i, given, k,
        sitting=entry.d["sitting"], secrets=secrets,
    )  # fmt: skip

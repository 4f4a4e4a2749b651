"""Receipts that people hold, against the log (V8, V15): same history, same batch, same hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    OpenHand,
    Receipt,
    ReceiptError,
    SeatReceipt,
    SignedRoot,
    from_digits,
    verify_hand,
    verify_seat,
)
from table_firmware.ledger.events import Event
from table_firmware.ledger.export import RECEIPTS
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.notes import Checkpoint, Verifier, parse_checkpoint, parse_note
from table_firmware.ledger.records import Batch
from table_firmware.ledger.report import Refusal, demand

FOLDER: Final = RECEIPTS
"""Where an export keeps receipts: text files with the decimal digits of one receipt a line."""
MOST_BYTES: Final = 2**21
Keys = Sequence[Verifier]


def receipt_root(note: bytes) -> SignedRoot:
    """Size, root and identity signature of a checkpoint, as receipts carry them (deal1 §9)."""
    parsed = parse_note(note)
    checkpoint, line = parse_checkpoint(parsed.text), parsed.signatures[0]
    return SignedRoot(checkpoint.size, checkpoint.root, line.id, line.bytes)


class Receipts:
    """The receipts in an export and those given to the verifier; Refusal V15 if one is none."""

    def __init__(
        self,
        folder: Folder,
        shown: Sequence[str],
        origin: str,
        keys: Callable[[int], Keys],
        events: Sequence[Event] = (),
    ) -> None:
        """keys: which identity keys sign at a size. events: whose receipts may be among them."""
        self._events = {event.header.bid: event for event in events}
        self._origin, self._keys = origin, keys
        self._all: list[tuple[str, Receipt]] = []
        for path in folder.under(FOLDER):
            text = folder.read(path, MOST_BYTES).decode("ascii", "replace")
            for line in text.removesuffix("\n").split("\n"):
                self._add(path, line)
        for number, text in enumerate(shown, start=1):
            self._add(f"receipt {number}", text)
        self.count = len(self._all)
        self.bids = frozenset(_head(receipt).header.bid for _, receipt in self._all)

    def _add(self, where: str, text: str) -> None:
        try:
            receipt = from_digits(text)
        except ReceiptError as error:
            raise Refusal("V15", where, error.code) from None
        self._all.append((where, receipt))

    def roots(self) -> Iterator[tuple[str, SignedRoot]]:
        """Each receipt's checkpoint in this log, once its signature was found valid (V8)."""
        for where, receipt in self._all:
            cp = receipt.checkpoint
            event = self._events.get(_head(receipt).header.bid)
            if event is not None:
                demand(event.holds(cp), "V8", where, f"not a checkpoint of {event.origin}")
                continue
            text = Checkpoint(self._origin, cp.size, cp.root).text()
            named = (key for key in self._keys(cp.size) if key.id == cp.key_id)
            signed = any(key.verifies(text, cp.signature) for key in named)
            demand(signed, "V8", where, f"its checkpoint is not signed by {self._origin}")
            yield where, cp

    def check_batches(self, batches: Mapping[bytes, Batch]) -> int:
        """Refusal V15 unless each receipt agrees with the log; the number of receipts."""
        for where, receipt in self._all:
            batch = batches.get(_head(receipt).header.bid)
            if batch is None or batch.header != _head(receipt).header:
                raise Refusal("V15", where, "its batch is not in this log")
            known = not batch.sitting or bool(batch.leaves)
            demand(known, "V15", where, "its event is not known; give --event")
            if isinstance(receipt, CommitReceipt):
                demand(receipt.r == batch.r, "V15", where, "another commitment")
            else:
                _check_hand(batch, receipt.hand, where)
                _check_cards(batch, receipt, where)
            since = _since(batch, receipt)
            early = "was signed before the log held what it tells"
            demand(receipt.checkpoint.size > since, "V15", where, early)
        return self.count


def _head(receipt: Receipt) -> CommitReceipt | OpenHand:
    return receipt if isinstance(receipt, CommitReceipt) else receipt.hand


def _since(batch: Batch, receipt: Receipt) -> int:
    """The entry that makes the receipt true: the checkpoint must cover it."""
    if batch.sitting:  # it has a checkpoint of the event's log
        return batch.header.prev_size
    if isinstance(receipt, CommitReceipt):
        return batch.i
    hand = batch.hands[receipt.hand.h]
    if isinstance(receipt, SeatReceipt):
        return hand.dealt_at
    return hand.revealed_at or receipt.checkpoint.size  # not revealed: nothing makes it true


def _check_cards(batch: Batch, receipt: HandReceipt | SeatReceipt, where: str) -> None:
    """Everything in the receipt follows from what the log committed to: not a byte is idle."""
    commit = CommitReceipt(batch.header, batch.r, receipt.checkpoint)
    try:
        if isinstance(receipt, HandReceipt):
            verify_hand(receipt, commit, batch.dealing)
        else:
            verify_seat(receipt, commit, batch.dealing)
    except ReceiptError as error:
        raise Refusal("V15", where, error.code) from None


def _check_hand(batch: Batch, said: OpenHand, where: str) -> None:
    hand = batch.hands.get(said.h)
    if hand is None or hand.draws is None:
        raise Refusal("V15", where, "its hand is not in this log")
    same = (
        said.contributions == batch.contributions
        and said.cuts == hand.cuts
        and said.a == hand.a
        and said.draws == tuple(hand.draws.values())
        and tuple(commit.hex() for commit in said.commits) == hand.commits
    )
    demand(same, "V15", where, "the hand in the log is another")

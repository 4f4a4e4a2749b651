"""What a player takes home in a QR code, and how it is checked against the deal (`deal1` §9).

A payload travels as the decimal digits of the integer 0x01 || payload. The signature of its
checkpoint is carried as it is: whoever knows the table's key verifies it (`ledger`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, assert_never

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import (
    A_BYTES,
    S_BYTES,
    SEATS,
    Batch,
    Contribution,
    Dealt,
    Header,
    check_contributions,
    code26,
    commit_s,
    dealt_from,
    draws_from,
    hand_hash,
    leaf_from,
    mix,
    read_header,
    seat_commit,
)
from table_firmware.fairness.encoding import U64, BadField, Reader, number, require
from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.dealing import Dealing

VERSION: Final = 1
COMMIT, HAND, SEAT = 1, 2, 3
LONGEST_PATH: Final = 8
MOST_DIGITS: Final = 4000
DIGITS: Final = re.compile(r"(?:https://[!-~]+/v#)?([1-9][0-9]*)", re.ASCII)


class ReceiptError(Exception):
    """A receipt is no receipt, or does not hold.

    code: `not-a-receipt` (digits or bytes malformed), `code-differs` (not the commitment that was
    shown), `old-checkpoint` (the log did not hold the batch yet), `other-batch`, `not-committed`
    (the secrets are not those of the commitment), `draws-differ`, `cards-differ`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class SignedRoot:
    """CP: the log's size and root, signed by the table's identity key."""

    size: int
    root: bytes
    key_id: bytes
    signature: bytes

    def __post_init__(self) -> None:
        require(0 <= self.size < U64, "size", "expected 0 to 2^64 - 1")
        sizes = len(self.root), len(self.key_id), len(self.signature)
        require(sizes == (32, 4, 64), "checkpoint", "expected 32, 4 and 64 bytes")

    @property
    def encoded(self) -> bytes:
        """CP as it stands in a payload."""
        return number(self.size, 8) + self.root + self.key_id + self.signature


@dataclass(frozen=True, slots=True)
class CommitReceipt:
    """Type 1: the table is committed to a batch, before anyone contributes."""

    header: Header
    r: bytes
    checkpoint: SignedRoot

    @property
    def b(self) -> bytes:
        """The commitment."""
        return self.header.b(self.r)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """What of a hand is open to everyone while it is played."""

    header: Header
    contributions: tuple[Contribution, ...]
    h: int
    cuts: tuple[Contribution, ...]
    a: bytes
    path: tuple[bytes, ...]
    draws: tuple[int, ...]
    commits: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class HandReceipt:
    """Type 2: a whole hand after its reveal."""

    hand: OpenHand
    s: bytes = field(repr=False)
    checkpoint: SignedRoot


@dataclass(frozen=True, slots=True)
class SeatReceipt:
    """Type 3: one seat's own cards, while the others' stay hidden. `ids` in deal order."""

    hand: OpenHand
    cs: bytes
    seat: int
    ids: tuple[int, ...] = field(repr=False)
    salt: bytes = field(repr=False)
    checkpoint: SignedRoot


Receipt = CommitReceipt | HandReceipt | SeatReceipt


# ------------------------------------------------------------------ building


def commit_receipt(batch: Batch, checkpoint: SignedRoot) -> CommitReceipt:
    """The receipt that is shown with the code, before the contributions."""
    return CommitReceipt(batch.header, batch.r, checkpoint)


def hand_receipt(
    batch: Batch,
    contributions: Sequence[Contribution],
    h: int,
    cuts: Sequence[Contribution],
    dealt: Dealt,
    checkpoint: SignedRoot,
) -> HandReceipt:
    """The receipt of hand `h` after its reveal."""
    hand = _open_hand(batch, contributions, h, cuts, dealt)
    return HandReceipt(hand, batch.secrets[h].s, checkpoint)


def seat_receipt(
    batch: Batch,
    contributions: Sequence[Contribution],
    h: int,
    cuts: Sequence[Contribution],
    dealt: Dealt,
    seat: Seat,
    checkpoint: SignedRoot,
) -> SeatReceipt:
    """The receipt of one seat's cards in hand `h`, which tells nothing of the others'."""
    hand = _open_hand(batch, contributions, h, cuts, dealt)
    cs = commit_s(batch.hb, h, batch.secrets[h].s)
    return SeatReceipt(hand, cs, int(seat), dealt.hands_ids[seat], dealt.salts[seat], checkpoint)


def _open_hand(
    batch: Batch,
    contributions: Sequence[Contribution],
    h: int,
    cuts: Sequence[Contribution],
    dealt: Dealt,
) -> OpenHand:
    draws = tuple(dealt.draws.values())
    given, a = tuple(contributions), batch.secrets[h].a
    return OpenHand(
        batch.header, given, h, tuple(cuts), a, batch.path(h), draws, tuple(dealt.commits)
    )


# ------------------------------------------------------------------ bytes and digits


def encode(receipt: Receipt) -> bytes:
    """The payload."""
    match receipt:
        case CommitReceipt(header, r, _):
            kind, body = COMMIT, header.fields + r
        case HandReceipt(hand, s, _):
            kind, body = HAND, _around(hand, s)
        case SeatReceipt(hand, cs, seat, ids, salt, _):
            own = number(seat, 1) + number(len(ids), 1) + bytes(ids)
            kind, body = SEAT, _around(hand, cs + own + salt)
        case _:
            assert_never(receipt)
    return bytes((VERSION, kind)) + body + receipt.checkpoint.encoded


def _around(hand: OpenHand, middle: bytes) -> bytes:
    given, cuts = (b"".join(each.encoded for each in s) for s in (hand.contributions, hand.cuts))
    path = number(len(hand.path), 1) + b"".join(hand.path)
    draws = number(len(hand.draws), 1) + bytes(hand.draws)
    before = hand.header.fields + given + number(hand.h, 2) + cuts + hand.a
    return before + middle + path + draws + b"".join(hand.commits)


def decode(payload: bytes) -> Receipt:
    """The receipt that `encode` wrote; ReceiptError `not-a-receipt` for any other bytes."""
    try:
        return _decode(Reader(payload))
    except BadField as error:
        raise ReceiptError("not-a-receipt") from error


def to_digits(receipt: Receipt) -> str:
    """The payload as digits, for the numeric mode of a QR code."""
    return str(int.from_bytes(b"\1" + encode(receipt), "big"))


def from_digits(text: str) -> Receipt:
    """The receipt in what was scanned: digits, perhaps after a club's address that ends in `/v#`;
    ReceiptError `not-a-receipt` for anything else."""
    found = DIGITS.fullmatch(text)
    if found is None or len(found[1]) > MOST_DIGITS:
        raise ReceiptError("not-a-receipt")
    value = int(found[1])
    data = number(value, (value.bit_length() + 7) // 8)
    if data[0] != 1:
        raise ReceiptError("not-a-receipt")
    return decode(data[1:])


def _decode(reader: Reader) -> Receipt:
    require(reader.number(1, "version") == VERSION, "version", "expected 1")
    kind = reader.number(1, "type")
    require(kind in (COMMIT, HAND, SEAT), "type", "expected 1, 2 or 3")
    header = read_header(reader)
    if kind == COMMIT:
        return CommitReceipt(header, reader.take(32, "R"), _read_checkpoint(reader))
    contributions = _read_seats(reader, "contributions")
    check_contributions(contributions)
    h = reader.number(2, "h")
    header.check_hand(h)
    cuts, a = _read_seats(reader, "cuts"), reader.take(A_BYTES, "A")
    s = reader.take(S_BYTES, "S") if kind == HAND else b""
    own = _read_own(reader) if kind == SEAT else (b"", 0, (), b"")
    path, draws = _read_path(reader), tuple(reader.take(reader.number(1, "draws"), "draws"))
    commits = tuple(reader.take(32, "E") for _ in range(SEATS))
    hand = OpenHand(header, contributions, h, cuts, a, path, draws, commits)
    checkpoint = _read_checkpoint(reader)
    return HandReceipt(hand, s, checkpoint) if kind == HAND else SeatReceipt(hand, *own, checkpoint)


def _read_seats(reader: Reader, name: str) -> tuple[Contribution, ...]:
    return tuple(Contribution(reader.number(1, name), reader.prefixed(name)) for _ in range(SEATS))


def _read_own(reader: Reader) -> tuple[bytes, int, tuple[int, ...], bytes]:
    cs, seat = reader.take(32, "CS"), reader.number(1, "seat")
    require(seat < SEATS, "seat", "expected 0 to 3")
    ids = tuple(reader.take(reader.number(1, "cards"), "cards"))
    return cs, seat, ids, reader.take(32, "salt")


def _read_path(reader: Reader) -> tuple[bytes, ...]:
    length = reader.number(1, "path")
    require(length <= LONGEST_PATH, "path", "too long")
    return tuple(reader.take(32, "path") for _ in range(length))


def _read_checkpoint(reader: Reader) -> SignedRoot:
    size, root = reader.number(8, "size"), reader.take(32, "root")
    checkpoint = SignedRoot(size, root, reader.take(4, "key id"), reader.take(64, "signature"))
    reader.end()
    return checkpoint


# ------------------------------------------------------------------ checking


def verify_commit(receipt: CommitReceipt, code: str) -> None:
    """ReceiptError unless the receipt is of the commitment whose code the screen showed."""
    _check_checkpoint(receipt.header, receipt.checkpoint)
    _check(code26(receipt.b) == code, "code-differs")


def verify_hand(receipt: HandReceipt, commit: CommitReceipt, dealing: Dealing) -> Dealt:
    """The hand, dealt again from the revealed secrets; ReceiptError unless it is the one that the
    table was committed to in `commit`, with the draws and seat commitments of the receipt."""
    hand = receipt.hand
    t = _verify_open(
        hand, commit_s(hand.header.hb, hand.h, receipt.s), commit, receipt.checkpoint, dealing
    )
    dealt = dealt_from(hand.header.hb, hand.h, t, hand.a, receipt.s, dealing)
    _check(dealt.commits == hand.commits, "cards-differ")
    return dealt


def verify_seat(receipt: SeatReceipt, commit: CommitReceipt, dealing: Dealing) -> tuple[Card, ...]:
    """The seat's own cards; ReceiptError unless they are the ones its seat commitment fixed, in
    a hand whose open part holds. The other three commitments can be checked after the reveal."""
    hand = receipt.hand
    _verify_open(hand, receipt.cs, commit, receipt.checkpoint, dealing)
    own = seat_commit(hand.header.hb, hand.h, receipt.seat, receipt.salt, receipt.ids)
    _check(own == hand.commits[receipt.seat], "cards-differ")
    faces = range(len(dealing.deck))
    _check(all(card in faces for card in receipt.ids), "cards-differ")
    _check(len(set(receipt.ids)) == len(receipt.ids), "cards-differ")
    return tuple(dealing.deck[card] for card in receipt.ids)


def _verify_open(
    hand: OpenHand, cs: bytes, commit: CommitReceipt, checkpoint: SignedRoot, dealing: Dealing
) -> bytes:
    """T of the hand, once commitment and draws hold."""
    _check_checkpoint(hand.header, checkpoint)
    _check(hand.header == commit.header, "other-batch")
    leaf = leaf_from(hand.header.hb, hand.h, hand.a, cs)
    _check(_root(hand, leaf) == commit.r, "not-committed")
    try:
        k = mix(commit.b, hand.contributions)
        t = hand_hash(commit.b, k, hand.h, hand.cuts, len(dealing.deck))
    except BadField as error:
        raise ReceiptError("not-a-receipt") from error
    _check(hand.draws == tuple(draws_from(hand.a, t, dealing).values()), "draws-differ")
    return t


def _root(hand: OpenHand, leaf: bytes) -> bytes:
    try:
        return merkle.root_from(leaf, hand.h, hand.header.n, hand.path)
    except ValueError:
        return b""


def _check_checkpoint(header: Header, checkpoint: SignedRoot) -> None:
    _check(checkpoint.size > header.prev_size, "old-checkpoint")


def _check(holds: bool, code: str) -> None:
    if not holds:
        raise ReceiptError(code)

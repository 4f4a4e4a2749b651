"""A table that signs: batches, receipts, and what Python thinks of a receipt."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from random import Random  # noqa: TID251  (repeatable examples)
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_firmware.fairness import receipts
from table_firmware.fairness.deal import (
    DIGITS,
    HW_BYTES,
    OS_BYTES,
    Batch,
    Contribution,
    Dealt,
    Header,
    code26,
    deal_hand,
    hand_secret,
    mix,
)
from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    ReceiptError,
    SeatReceipt,
    SignedRoot,
    from_digits,
    verify_commit,
    verify_hand,
    verify_seat,
)
from table_firmware.rules.cards import Seat
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES, by_version

KEYS: Final = tuple(GAMES)
"""All games; many matches are of one after the other."""


@dataclass(frozen=True)
class Table:
    """A table with a name and an identity key."""

    origin: str
    seed: bytes

    @property
    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @property
    def _tagged(self) -> bytes:
        return b"\1" + self._key.public_key().public_bytes_raw()

    @property
    def key_id(self) -> bytes:
        return sha256(self.origin.encode() + b"\n" + self._tagged).digest()[:4]

    @property
    def vkey(self) -> str:
        return f"{self.origin}+{self.key_id.hex()}+{base64.b64encode(self._tagged).decode()}"

    @property
    def policy(self) -> str:
        return f"# the tables of a club\nlog {self.vkey}\nquorum none\n"

    def text(self, size: int, root: bytes) -> bytes:
        return f"{self.origin}\n{size}\n{base64.b64encode(root).decode()}\n".encode()

    def sign(self, size: int, root: bytes) -> SignedRoot:
        return SignedRoot(size, root, self.key_id, self._key.sign(self.text(size, root)))

    def signed(self, checkpoint: SignedRoot) -> bool:
        """Whether the signature of a checkpoint is this table's."""
        try:
            text = self.text(checkpoint.size, checkpoint.root)
            self._key.public_key().verify(checkpoint.signature, text)
        except InvalidSignature:
            return False
        return checkpoint.key_id == self.key_id


@dataclass(frozen=True)
class Match:
    """A batch with what its seats contributed, and one of its hands dealt."""

    table: Table
    batch: Batch
    contributions: tuple[Contribution, ...]
    cuts: tuple[Contribution, ...]
    h: int

    @property
    def game(self) -> Game:
        found = by_version(self.batch.game)
        assert found is not None
        return found

    @cached_property
    def k(self) -> bytes:
        return mix(self.batch.b, self.contributions)

    @cached_property
    def dealt(self) -> Dealt:
        return deal_hand(self.batch, self.k, self.h, self.cuts, self.game.DEALING)

    @cached_property
    def code(self) -> str:
        return code26(self.batch.b)

    def typed(self, seat: Seat) -> str:
        """The digits of a seat, empty if it typed none."""
        given = self.contributions[seat]
        return given.data.decode() if given.mode == DIGITS else ""

    def _root(self, size: int) -> SignedRoot:
        root = sha256(b"root %d" % size + self.batch.bid).digest()
        return self.table.sign(size, root)

    @cached_property
    def commit(self) -> CommitReceipt:
        return receipts.commit_receipt(self.batch, self._root(self.batch.prev_size + 1))

    @cached_property
    def hand(self) -> HandReceipt:
        root = self._root(self.batch.prev_size + 60)
        return receipts.hand_receipt(
            self.batch, self.contributions, self.h, self.cuts, self.dealt, root
        )

    def seat(self, seat: Seat) -> SeatReceipt:
        root = self._root(self.batch.prev_size + 5)
        return receipts.seat_receipt(
            self.batch, self.contributions, self.h, self.cuts, self.dealt, seat, root
        )


def contribution(chance: Random) -> Contribution:
    """Any contribution of §4, digits more often than the others."""
    match chance.choice((0, 1, 1, 1, 2, 3, 4)):
        case 0:
            return Contribution()
        case 1:
            length = chance.randint(6, 20)
            typed = "".join(chance.choice("0123456789") for _ in range(length))
            return Contribution(DIGITS, typed.encode())
        case 2:
            return Contribution(2, chance.randbytes(16))
        case 3:
            return Contribution(3, chance.randbytes(chance.randint(16, 64)))
        case _:
            return Contribution(4, chance.randbytes(40))


def cut(chance: Random, cards: int) -> Contribution:
    """A place in a deck of `cards`, or nothing."""
    place = chance.randrange(-cards // 2, cards)
    return Contribution(DIGITS, b"%d" % place) if place >= 0 else Contribution()


def new_batch(chance: Random, origin: str, n: int, game: Game) -> Batch:
    """A batch with all its secrets."""
    prev_size, prev_root = chance.randrange(2**40), chance.randbytes(32)
    header = Header(origin, game.VERSION, chance.randbytes(16), prev_size, prev_root, n)
    secrets = tuple(
        hand_secret(header.hb, h, chance.randbytes(HW_BYTES), chance.randbytes(OS_BYTES))
        for h in range(n)
    )
    return Batch(origin, header.game, header.bid, prev_size, prev_root, secrets)


def new_match(number: int, key: str = "chinpok") -> Match:
    """The match of a number in a game: every run makes the same."""
    chance = Random(number)
    table = Table(f"simulated/club-{number % 7}/table", chance.randbytes(32))
    n = chance.choice((1, 2, 3, 5, 12, 12, 31, 64))
    game = GAMES[key]
    batch = new_batch(chance, table.origin, n, game)
    given = tuple(contribution(chance) for _ in Seat)
    cuts = tuple(cut(chance, len(game.DEALING.deck)) for _ in Seat)
    return Match(table, batch, given, cuts, chance.randrange(n))


def of_any_game(number: int) -> Match:
    """The match of a number; numbers that follow each other are of all games."""
    return new_match(number, KEYS[number % len(KEYS)])


def judgement(digits: str, match: Match) -> str:
    """Why Python refuses a receipt, empty if it does not. Who judges holds the commitment and the
    table's key."""
    try:
        receipt = from_digits(digits)
        match receipt:
            case CommitReceipt():
                verify_commit(receipt, match.code)
            case HandReceipt():
                verify_hand(receipt, match.commit, match.game.DEALING)
            case SeatReceipt():
                verify_seat(receipt, match.commit, match.game.DEALING)
    except ReceiptError as error:
        return error.code
    return "" if match.table.signed(receipt.checkpoint) else "signature-wrong"


Evidence = Mapping[str, object]


def shown_to(match: Match, *digits: str, seat: Seat | None = None) -> Evidence:
    """What a player gives the page who wants to check the last of `digits`: the club's policy, the
    receipts, and what he noted."""
    return {
        "texts": [match.table.policy, *digits],
        "code": match.code,
        "seat": "" if seat is None else str(int(seat)),
        "digits": "" if seat is None else match.typed(seat),
    }

"""`deal1`: the verifiable deal, byte for byte.

The table commits itself to every secret of a match (`Batch`) before a player adds his digits
(`Contribution`); each hand is then a pure function of both (`deal_hand`). What an auditor needs
to compute a hand again from its revealed secrets is here as functions of those values alone.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256, sha512
from typing import Final

from table_firmware.fairness import merkle
from table_firmware.fairness.choices import Stream, shuffled, uniform
from table_firmware.fairness.encoding import U64, Reader, number, prefixed, require, tag
from table_firmware.fairness.entropy import Memory, NoiseSource, healthy_noise, ignore
from table_firmware.rules.cards import Card
from table_firmware.rules.dealing import Dealing

HW_BYTES: Final = 320
OS_BYTES: Final = 64
A_BYTES: Final = 32
S_BYTES: Final = 96
BID_BYTES: Final = 16
SEATS: Final = 4
MOST_HANDS: Final = 256

CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

DECLINED: Final = 0
DIGITS: Final = 1
TOUCH: Final = 2
DEVICE: Final = 3
BEACON: Final = 4
DATA_SIZES: Final = {
    DECLINED: range(1),
    DIGITS: range(6, 21),
    TOUCH: range(16, 17),
    DEVICE: range(16, 65),
    BEACON: range(40, 41),
}
"""Bytes that a contribution of each mode may have (§4)."""


# ------------------------------------------------------------------ the batch


@dataclass(frozen=True)
class Header:
    """What names a batch and its place in the table's history (§3). BadField if out of range."""

    origin: str
    game: str
    bid: bytes
    prev_size: int
    prev_root: bytes
    n: int

    def __post_init__(self) -> None:
        for name, text in (("origin", self.origin), ("game", self.game)):
            require(1 <= len(text) <= 64, name, "expected 1 to 64 characters")
            require(text.isascii() and text.isprintable(), name, "expected printable ASCII")
        require(len(self.bid) == BID_BYTES, "bid", "expected 16 bytes")
        require(0 <= self.prev_size < U64, "prev_size", "expected 0 to 2^64 - 1")
        require(len(self.prev_root) == 32, "prev_root", "expected 32 bytes")
        require(1 <= self.n <= MOST_HANDS, "n", "expected 1 to 256")

    @cached_property
    def fields(self) -> bytes:
        """The header as it stands in receipts: BH without its tag."""
        place = self.bid + number(self.prev_size, 8) + self.prev_root + number(self.n, 2)
        return prefixed(self.origin.encode()) + place + prefixed(self.game.encode())

    @cached_property
    def bh(self) -> bytes:
        """BH."""
        return tag("batch") + self.fields

    @cached_property
    def hb(self) -> bytes:
        """HB."""
        return sha256(self.bh).digest()

    def b(self, r: bytes) -> bytes:
        """B, the commitment to everything under the root `r`."""
        return sha256(tag("root") + self.hb + r).digest()

    def check_hand(self, h: int) -> None:
        """BadField unless the batch has a hand of index `h`."""
        require(0 <= h < self.n, "h", f"expected 0 to {self.n - 1}")


def read_header(reader: Reader) -> Header:
    """The header that `Header.fields` wrote; BadField for anything else."""
    origin = reader.text("origin")
    bid = reader.take(BID_BYTES, "bid")
    prev_size, prev_root = reader.number(8, "prev_size"), reader.take(32, "prev_root")
    n = reader.number(2, "n")
    return Header(origin, reader.text("game"), bid, prev_size, prev_root, n)


@dataclass(frozen=True, slots=True, repr=False)
class HandSecret:
    """What a hand's cards come from: raw noise, and A and S made from it. Never shown, never
    printed, until its reveal."""

    hw: bytes
    os: bytes
    a: bytes
    s: bytes


def conditioning(hb: bytes, h: int, hw: bytes, os: bytes) -> tuple[bytes, bytes]:
    """A_h and S_h from the noise of hand `h`: V14."""
    require(len(hw) == HW_BYTES, "hw", "expected 320 bytes")
    require(len(os) == OS_BYTES, "os", "expected 64 bytes")
    head, noise = tag("cond") + hb + number(h, 2), prefixed(hw) + prefixed(os)
    x = b"".join(sha512(head + number(j, 1) + noise).digest() for j in range(2))
    return x[:A_BYTES], x[A_BYTES:]


def hand_secret(hb: bytes, h: int, hw: bytes, os: bytes) -> HandSecret:
    """The secret of hand `h` with its noise."""
    return HandSecret(hw, os, *conditioning(hb, h, hw, os))


def commit_s(hb: bytes, h: int, s: bytes) -> bytes:
    """CS_h."""
    return sha256(tag("cs") + hb + number(h, 2) + s).digest()


def leaf_from(hb: bytes, h: int, a: bytes, cs: bytes) -> bytes:
    """leaf_h, from A_h and CS_h."""
    return sha256(tag("ca") + hb + number(h, 2) + a).digest() + cs


@dataclass(frozen=True)
class Batch:
    """The secrets of one match, fixed before anyone contributes. They do not show in its repr."""

    origin: str
    game: str
    bid: bytes
    prev_size: int
    prev_root: bytes
    secrets: tuple[HandSecret, ...] = field(repr=False)

    def __post_init__(self) -> None:
        require(self.header.n == len(self.secrets), "n", "not the number of secrets")

    @property
    def n(self) -> int:
        """Hands in the batch."""
        return len(self.secrets)

    @cached_property
    def header(self) -> Header:
        """The public part."""
        return Header(
            self.origin, self.game, self.bid, self.prev_size, self.prev_root, len(self.secrets)
        )

    @property
    def bh(self) -> bytes:
        """BH."""
        return self.header.bh

    @property
    def hb(self) -> bytes:
        """HB."""
        return self.header.hb

    @cached_property
    def leaves(self) -> tuple[bytes, ...]:
        """leaf_0 … leaf_{N-1}."""
        return tuple(
            leaf_from(self.hb, h, secret.a, commit_s(self.hb, h, secret.s))
            for h, secret in enumerate(self.secrets)
        )

    @cached_property
    def r(self) -> bytes:
        """R, the root over the leaves."""
        return merkle.root(self.leaves)

    @cached_property
    def b(self) -> bytes:
        """B, the commitment that is published."""
        return self.header.b(self.r)

    def path(self, h: int) -> tuple[bytes, ...]:
        """The neighbours of leaf `h`, lowest first."""
        return merkle.path(self.leaves, h)


def code26(b: bytes) -> str:
    """B as people compare it: its first 130 bits as 26 Crockford base32 characters (§3)."""
    bits = int.from_bytes(b[:17], "big") >> 6
    return "".join(CROCKFORD[bits >> shift & 31] for shift in range(125, -1, -5))


# ------------------------------------------------------------------ contributions and cuts


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one seat adds: to the batch (§4) or, as a cut, to one hand (§5)."""

    mode: int = DECLINED
    data: bytes = b""

    @property
    def encoded(self) -> bytes:
        """Mode and data as they are hashed and as they stand in receipts."""
        return number(self.mode, 1) + prefixed(self.data)


NOTHING: Final = (Contribution(),) * SEATS
"""Four seats that add nothing."""


def check_contributions(contributions: Sequence[Contribution]) -> None:
    """BadField unless each of the four is of a known mode and its data fit the mode (§4)."""
    require(len(contributions) == SEATS, "contributions", "expected four")
    for given in contributions:
        require(given.mode in DATA_SIZES, "contributions", "no such mode")
        fits = len(given.data) in DATA_SIZES[given.mode]
        require(fits, "contributions", "data do not fit the mode")
        digits = given.mode != DIGITS or given.data.isdigit()
        require(digits, "contributions", "expected the digits 0 to 9")


def check_cuts(cuts: Sequence[Contribution], cards: int) -> None:
    """BadField unless each of the four is empty or a decimal place in a deck of `cards`."""
    require(len(cuts) == SEATS, "cuts", "expected four")
    for cut in cuts:
        require(cut.mode in (DECLINED, DIGITS), "cuts", "no such mode")
        places = (b"",) if cut.mode == DECLINED else [b"%d" % place for place in range(cards)]
        require(cut.data in places, "cuts", f"expected 0 to {cards - 1}")


def _seats(given: Sequence[Contribution]) -> bytes:
    return b"".join(number(seat, 1) + each.encoded for seat, each in enumerate(given))


def mix(b: bytes, contributions: Sequence[Contribution]) -> bytes:
    """K: the commitment and all four contributions."""
    check_contributions(contributions)
    return sha256(tag("contrib") + b + _seats(contributions)).digest()


# ------------------------------------------------------------------ a hand


@dataclass(frozen=True, slots=True)
class Dealt:
    """A dealt hand (§5). Tuples of hands, salts and commits are indexed by seat; ids are places
    in the sorted deck, hands are in deal order. What is hidden does not show in its repr."""

    t: bytes
    draws: Mapping[str, int]
    deck: tuple[int, ...] = field(repr=False)
    deck_bytes_used: int = field(repr=False)
    hands_ids: tuple[tuple[int, ...], ...] = field(repr=False)
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    commits: tuple[bytes, ...]


def hand_hash(b: bytes, k: bytes, h: int, cuts: Sequence[Contribution], cards: int) -> bytes:
    """T_h, for a deck of `cards`."""
    check_cuts(cuts, cards)
    return sha256(tag("hand") + b + k + number(h, 2) + _seats(cuts)).digest()


def draws_from(a: bytes, t: bytes, dealing: Dealing) -> dict[str, int]:
    """The public draws of the game, by label: from A alone, published before the deal."""
    return {label: uniform(n, Stream(a, label, t)) for label, n in dealing.draws}


def deck_from(s: bytes, t: bytes, dealing: Dealing) -> tuple[tuple[int, ...], int]:
    """The shuffled ids, and how many bytes of the stream they took."""
    stream = Stream(s, "deck", t)
    return shuffled(len(dealing.deck), stream), stream.used


def salt_from(s: bytes, t: bytes, seat: int) -> bytes:
    """salt_s of one seat."""
    return hmac.digest(s, tag("salt") + t + number(seat, 1), "sha512")[:32]


def seat_commit(hb: bytes, h: int, seat: int, salt: bytes, ids: Sequence[int]) -> bytes:
    """E_s, the commitment to one seat's cards."""
    head = tag("seat") + hb + number(h, 2) + number(seat, 1)
    return sha256(head + salt + bytes(ids)).digest()


def commits_from(
    hb: bytes, h: int, s: bytes, t: bytes, hands_ids: Sequence[Sequence[int]]
) -> tuple[bytes, ...]:
    """E_0 … E_3."""
    return tuple(
        seat_commit(hb, h, seat, salt_from(s, t, seat), ids) for seat, ids in enumerate(hands_ids)
    )


def dealt_from(hb: bytes, h: int, t: bytes, a: bytes, s: bytes, dealing: Dealing) -> Dealt:
    """The whole hand from its revealed secrets: V13."""
    draws = draws_from(a, t, dealing)
    deck, used = deck_from(s, t, dealing)
    ids = dealing.hands(deck, draws)
    return Dealt(
        t=t,
        draws=draws,
        deck=deck,
        deck_bytes_used=used,
        hands_ids=ids,
        hands=tuple(tuple(dealing.deck[card] for card in hand) for hand in ids),
        salts=tuple(salt_from(s, t, seat) for seat in range(len(ids))),
        commits=commits_from(hb, h, s, t, ids),
    )


def deal_hand(
    batch: Batch, k: bytes, h: int, cuts: Sequence[Contribution], dealing: Dealing
) -> Dealt:
    """Hand `h` of the batch after the contributions mixed into `k`."""
    batch.header.check_hand(h)
    t = hand_hash(batch.b, k, h, cuts, len(dealing.deck))
    secret = batch.secrets[h]
    return dealt_from(batch.hb, h, t, secret.a, secret.s, dealing)


# ------------------------------------------------------------------ making a batch


def make_batch(
    origin: str,
    game: str,
    prev_size: int,
    prev_root: bytes,
    n: int,
    noise: NoiseSource,
    os_random: Callable[[int], bytes],
    memory: Memory | None = None,
    alarm: Callable[[str], None] = ignore,
) -> Batch:
    """A new batch of `n` hands from fresh noise, health-tested here; `memory` and `alarm` as in
    `healthy_noise`. NoiseFault if there is no verifiable source; BadField for a bad header."""
    header = Header(origin, game, os_random(BID_BYTES), prev_size, prev_root, n)
    raw = healthy_noise(noise, n * HW_BYTES, memory, alarm)
    blocks = (raw[at : at + HW_BYTES] for at in range(0, len(raw), HW_BYTES))
    secrets = tuple(
        hand_secret(header.hb, h, hw, os_random(OS_BYTES)) for h, hw in enumerate(blocks)
    )
    return Batch(origin, game, header.bid, prev_size, prev_root, secrets)

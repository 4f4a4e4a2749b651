"""From a secret to unbiased numbers and an order of the cards (`deal1` §5)."""

import hmac
from collections.abc import Iterator, Sequence
from typing import Self

from table_firmware.fairness.encoding import number, prefixed, tag


class Stream:
    """The bytes of `stream(key, label)` in a hand; `used` counts those taken."""

    __slots__ = ("_block", "_head", "_key", "used")

    def __init__(self, key: bytes, label: str, t: bytes) -> None:
        self._key = key
        self._head = tag("draw") + prefixed(label.encode("ascii")) + t
        self._block = b""
        self.used = 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> int:
        block, at = divmod(self.used, 64)
        if at == 0:
            self._block = hmac.digest(self._key, self._head + number(block, 4), "sha512")
        self.used += 1
        return self._block[at]


def uniform(n: int, source: Iterator[int]) -> int:
    """0..n-1, each equally likely, for 2 <= n <= 256: bytes beyond the last multiple of n are
    thrown away instead of folded."""
    limit = 256 - 256 % n
    while (byte := next(source)) >= limit:
        pass
    return byte % n


def order(choices: Sequence[int]) -> tuple[int, ...]:
    """The order of the n identity cards that n-1 choices make: choices[0] < n is swapped with the
    last place, choices[1] < n-1 with the one before, and so on."""
    cards = list(range(len(choices) + 1))
    for place, choice in zip(range(len(choices), 0, -1), choices, strict=True):
        cards[place], cards[choice] = cards[choice], cards[place]
    return tuple(cards)


def shuffled(n: int, source: Iterator[int]) -> tuple[int, ...]:
    """The ids 0..n-1 in an order drawn from `source`."""
    return order([uniform(size, source) for size in range(n, 1, -1)])

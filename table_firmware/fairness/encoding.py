"""Bytes of `deal1` §1: tags, length prefixes, and a reader that forgives nothing."""

from typing import Final

U64: Final = 2**64


class BadField(ValueError):
    """A value of the deal is malformed or out of range. `field` is its name in `deal1`."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.code = "bad-field"


def require(holds: bool, field: str, why: str) -> None:
    """BadField for `field` unless `holds`."""
    if not holds:
        raise BadField(field, why)


def tag(name: str) -> bytes:
    """What separates one use of a hash from every other."""
    return b"deal1/" + name.encode("ascii") + b"\0"


def number(value: int, size: int) -> bytes:
    """`value` as an unsigned big-endian number of `size` bytes."""
    return value.to_bytes(size, "big")


def prefixed(data: bytes) -> bytes:
    """LP: u16 length and the bytes."""
    return number(len(data), 2) + data


class Reader:
    """Takes fields off the front of `data`; BadField names the one that is cut short."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int, field: str) -> bytes:
        """The next `size` bytes."""
        end = self._at + size
        require(end <= len(self._data), field, "cut short")
        taken = self._data[self._at : end]
        self._at = end
        return taken

    def number(self, size: int, field: str) -> int:
        """The next `size` bytes as an unsigned number."""
        return int.from_bytes(self.take(size, field), "big")

    def prefixed(self, field: str) -> bytes:
        """The next length-prefixed bytes."""
        return self.take(self.number(2, field), field)

    def text(self, field: str) -> str:
        """The next length-prefixed bytes as ASCII text."""
        data = self.prefixed(field)
        require(data.isascii(), field, "not ASCII")
        return data.decode("ascii")

    def end(self) -> None:
        """BadField if anything is left over."""
        require(self._at == len(self._data), "end", "bytes left over")

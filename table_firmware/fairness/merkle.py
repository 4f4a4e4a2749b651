"""The RFC 6962 tree over a batch's leaves: root, path of one leaf, and the way back (§2.1)."""

from collections.abc import Sequence
from hashlib import sha256


def root(leaves: Sequence[bytes]) -> bytes:
    """MTH of one leaf or more."""
    if len(leaves) == 1:
        return _leaf(leaves[0])
    split = _split(len(leaves))
    return _node(root(leaves[:split]), root(leaves[split:]))


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The neighbours on the way from leaf `index` up to the root, lowest first."""
    if len(leaves) == 1:
        return ()
    split = _split(len(leaves))
    if index < split:
        return (*path(leaves[:split], index), root(leaves[split:]))
    return (*path(leaves[split:], index - split), root(leaves[:split]))


def root_from(leaf: bytes, index: int, size: int, neighbours: Sequence[bytes]) -> bytes:
    """The root of a tree of `size` leaves to which the path leads from leaf `index`.

    ValueError if the path has not the length that such a leaf has.
    """
    if size == 1:
        if neighbours:
            raise ValueError("path too long")
        return _leaf(leaf)
    if not neighbours:
        raise ValueError("path too short")
    split = _split(size)
    if index < split:
        return _node(root_from(leaf, index, split, neighbours[:-1]), neighbours[-1])
    return _node(neighbours[-1], root_from(leaf, index - split, size - split, neighbours[:-1]))


def _leaf(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _split(size: int) -> int:
    """The largest power of two below `size`."""
    return 1 << (size - 1).bit_length() - 1

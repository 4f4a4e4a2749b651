"""The Merkle tree of the log (RFC 6962 §2.1, SHA-256) and its tiles (`tlog1` §3)."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

TILE: Final = 256
EMPTY_ROOT: Final = sha256().digest()


def leaf_hash(leaf: bytes) -> bytes:
    """Hash of a leaf's content."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of two subtrees."""
    return sha256(b"\x01" + left + right).digest()


class Tree:
    """A growing tree over leaf hashes; every earlier root can still be asked for.

    Keeps the hash of each complete subtree: about 64 bytes a leaf.
    """

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]

    def __len__(self) -> int:
        return len(self._levels[0])

    def append(self, leaf: bytes) -> None:
        """Add a leaf given by its `leaf_hash`."""
        self._levels[0].append(leaf)
        height = 0
        while len(self._levels[height]) % 2 == 0:
            if height + 1 == len(self._levels):
                self._levels.append([])
            self._levels[height + 1].append(node_hash(*self._levels[height][-2:]))
            height += 1

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves (all by default)."""
        size = len(self) if size is None else size
        if not 0 <= size <= len(self):
            raise ValueError(f"no root of size {size} in a tree of {len(self)} leaves")
        return self._subtree(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int) -> tuple[bytes, ...]:
        """The proof that leaf `index` is under the root of `size` (RFC 6962 §2.1.1)."""
        if not 0 <= index < size <= len(self):
            raise ValueError("no such leaf in a tree of that size")
        return tuple(self._path(index, 0, size))

    def consistency(self, old: int, size: int) -> tuple[bytes, ...]:
        """The proof that the first `old` of `size` leaves are unchanged (RFC 6962 §2.1.2)."""
        if not 0 < old <= size <= len(self):
            raise ValueError("no such two trees")
        return tuple(self._grown(old, 0, size, True))

    def tile(self, level: int, number: int, width: int) -> bytes:
        """The hashes of a tile, one after another."""
        hashes = self._levels[8 * level][number * TILE : number * TILE + width]
        return b"".join(hashes)

    def _subtree(self, start: int, end: int) -> bytes:
        count = end - start
        if count & (count - 1) == 0 and start % count == 0:
            height = count.bit_length() - 1
            return self._levels[height][start >> height]
        split = start + _left_of(count)
        return node_hash(self._subtree(start, split), self._subtree(split, end))

    def _path(self, index: int, start: int, end: int) -> Iterator[bytes]:
        if end - start == 1:
            return
        split = start + _left_of(end - start)
        if index < split:
            yield from self._path(index, start, split)
            yield self._subtree(split, end)
        else:
            yield from self._path(index, split, end)
            yield self._subtree(start, split)

    def _grown(self, old: int, start: int, end: int, known: bool) -> Iterator[bytes]:
        if old == end:
            if not known:
                yield self._subtree(start, end)
            return
        split = start + _left_of(end - start)
        if old <= split:
            yield from self._grown(old, start, split, known)
            yield self._subtree(split, end)
        else:
            yield from self._grown(old, split, end, False)
            yield self._subtree(start, split)


def _left_of(count: int) -> int:
    """Size of the left subtree: the largest power of two below `count` (at least 2)."""
    return 1 << ((count - 1).bit_length() - 1)


# ------------------------------------------------------------------ checking proofs


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """The root that `proof` leads to; ValueError if it has the wrong length."""
    if not 0 <= index < size:
        raise ValueError("no such leaf in a tree of that size")
    node, last = leaf, size - 1
    for sibling in proof:
        if last == 0:
            raise ValueError("proof is too long")
        if index % 2 or index == last:
            node = node_hash(sibling, node)
            while index % 2 == 0 and index:
                index, last = index >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        index, last = index >> 1, last >> 1
    if last:
        raise ValueError("proof is too short")
    return node


def is_consistent(
    old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]
) -> bool:
    """True if `proof` shows that the tree of `old` leaves is the beginning of that of `size`."""
    if not 0 < old <= size:
        return False
    if old == size:
        return not proof and old_root == root
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    return _both_roots(old - 1, size - 1, path) == (old_root, root)


def _both_roots(at: int, last: int, path: list[bytes]) -> tuple[bytes, bytes] | None:
    while at % 2:
        at, last = at >> 1, last >> 1
    if not path:
        return None
    first = second = path[0]
    for node in path[1:]:
        if last == 0:
            return None
        if at % 2 or at == last:
            first, second = node_hash(node, first), node_hash(node, second)
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            second = node_hash(second, node)
        at, last = at >> 1, last >> 1
    return (first, second) if last == 0 else None


# ------------------------------------------------------------------ tiles of a size


def tiles(size: int) -> Iterator[tuple[int, int, int]]:
    """(level, number, width) of every hash tile that a tree of `size` leaves has."""
    level, count = 0, size
    while count:
        for number in range(-(-count // TILE)):
            yield level, number, min(TILE, count - number * TILE)
        level, count = level + 1, count // TILE


def bundles(size: int) -> Iterator[tuple[int, int]]:
    """(number, width) of every bundle of entries of a log of `size` entries."""
    return ((number, width) for level, number, width in tiles(size) if level == 0)


def tile_path(level: int | str, number: int, width: int) -> str:
    """Where a tile lies below `log/`; `level` is `entries` for a bundle of entries."""
    digits = f"{number:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    return f"tile/{level}/{name}" + ("" if width == TILE else f".p/{width}")


def frame_bundle(leaves: Sequence[bytes]) -> bytes:
    """The bytes of a bundle of entries: each after its length in two bytes."""
    return b"".join(len(leaf).to_bytes(2, "big") + leaf for leaf in leaves)


def split_bundle(content: bytes) -> list[bytes]:
    """The entries of a bundle; ValueError if its lengths do not add up."""
    leaves, at = [], 0
    while at < len(content):
        start = at + 2
        at = start + int.from_bytes(content[at:start], "big")
        if at > len(content) or start > len(content):
            raise ValueError("bundle ends within an entry")
        leaves.append(content[start:at])
    return leaves

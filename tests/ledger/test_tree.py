"""RFC 6962, with the known answers of its test tree."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.ledger.tree import (
    EMPTY_ROOT,
    Tree,
    frame_bundle,
    is_consistent,
    leaf_hash,
    node_hash,
    root_from_inclusion,
    split_bundle,
    tile_path,
    tiles,
)

LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
          "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
SIZES = st.integers(1, 70)


def grown(count: int) -> Tree:
    tree = Tree()
    for number in range(count):
        tree.append(leaf_hash(b"%d" % number))
    return tree


def plain_root(leaves: list[bytes]) -> bytes:
    """RFC 6962 §2.1 as it is written there."""
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return node_hash(plain_root(leaves[:split]), plain_root(leaves[split:]))


def test_the_roots_of_the_known_tree() -> None:
    tree = Tree()
    assert tree.root() == EMPTY_ROOT == sha256(b"").digest()
    for leaf in LEAVES:
        tree.append(leaf_hash(bytes.fromhex(leaf)))
    assert [tree.root(size).hex() for size in range(9)] == ROOTS


@given(SIZES)
def test_every_root_is_that_of_the_definition(size: int) -> None:
    leaves = [leaf_hash(b"%d" % number) for number in range(size)]
    assert grown(70).root(size) == plain_root(leaves)


@given(SIZES, SIZES)
def test_a_leaf_is_proven_to_be_in_the_tree_and_nowhere_else(size: int, index: int) -> None:
    index %= size
    tree, leaf = grown(size), leaf_hash(b"%d" % index)
    proof = tree.inclusion(index, size)
    assert root_from_inclusion(leaf, index, size, proof) == tree.root()
    assert root_from_inclusion(leaf_hash(b"other"), index, size, proof) != tree.root()
    with pytest.raises(ValueError, match="too long"):
        root_from_inclusion(leaf, index, size, (*proof, leaf))
    if proof:
        with pytest.raises(ValueError, match="too short"):
            root_from_inclusion(leaf, index, size, proof[:-1])


@given(SIZES, SIZES)
def test_growth_is_proven(one: int, other: int) -> None:
    old, size = sorted((one, other))
    tree = grown(size)
    proof = tree.consistency(old, size)
    assert is_consistent(old, tree.root(old), size, tree.root(), proof)
    assert not is_consistent(old, leaf_hash(b"x"), size, tree.root(), proof)
    assert not is_consistent(old, tree.root(old), size, leaf_hash(b"x"), proof)
    assert not is_consistent(old, tree.root(old), size, tree.root(), (*proof, leaf_hash(b"x")))
    if proof:
        assert not is_consistent(old, tree.root(old), size, tree.root(), proof[:-1])


def test_an_empty_tree_proves_nothing() -> None:
    assert not is_consistent(0, EMPTY_ROOT, 1, leaf_hash(b""), ())
    assert not is_consistent(3, grown(3).root(), 2, grown(2).root(), ())
    assert not is_consistent(3, grown(3).root(), 5, grown(5).root(), ())
    longer = (*grown(2).consistency(1, 2), leaf_hash(b"x"))
    assert not is_consistent(1, grown(1).root(), 2, grown(2).root(), longer)


def test_there_is_no_root_or_proof_of_a_size_not_reached() -> None:
    tree = grown(3)
    with pytest.raises(ValueError, match="no root"):
        tree.root(4)
    with pytest.raises(ValueError, match="no such leaf"):
        tree.inclusion(3, 3)
    with pytest.raises(ValueError, match="no such two"):
        tree.consistency(0, 3)
    with pytest.raises(ValueError, match="no such leaf"):
        root_from_inclusion(leaf_hash(b""), 3, 3, ())


def test_the_tiles_of_seventy_thousand_entries() -> None:
    """The worked example of tlog-tiles."""
    found = list(tiles(70_000))
    widths = {level: [w for at, _, w in found if at == level] for level in range(3)}
    assert widths == {0: [256] * 273 + [112], 1: [256, 17], 2: [1]}
    assert list(tiles(256)) == [(0, 0, 256), (1, 0, 1)]
    assert list(tiles(0)) == []


def test_a_tile_above_the_first_level_holds_roots_of_full_tiles() -> None:
    tree = grown(600)
    below = [leaf_hash(b"%d" % number) for number in range(512)]
    assert tree.tile(1, 0, 2) == plain_root(below[:256]) + plain_root(below[256:])
    assert tree.tile(0, 2, 88) == b"".join(leaf_hash(b"%d" % n) for n in range(512, 600))


@pytest.mark.parametrize(
    ("level", "number", "width", "path"),
    [
        (0, 1234067, 256, "tile/0/x001/x234/067"),
        (3, 5, 17, "tile/3/005.p/17"),
        ("entries", 1000, 256, "tile/entries/x001/000"),
    ],
)
def test_where_a_tile_lies(level: int | str, number: int, width: int, path: str) -> None:
    assert tile_path(level, number, width) == path


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_a_bundle_gives_back_its_entries(leaves: list[bytes]) -> None:
    assert split_bundle(frame_bundle(leaves)) == leaves


@pytest.mark.parametrize("content", [b"\0", b"\0\2a", b"\0\1ab"])
def test_a_bundle_that_ends_within_an_entry_is_none(content: bytes) -> None:
    with pytest.raises(ValueError, match="within an entry"):
        split_bundle(content)

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.fairness import merkle

SIZES = st.integers(1, 256)


def leaves_of(size: int) -> list[bytes]:
    return [bytes([leaf]) for leaf in range(size)]


def test_the_root_of_three_leaves_is_built_as_rfc_6962_says() -> None:
    a, b, c = (sha256(b"\0" + leaf).digest() for leaf in leaves_of(3))
    left = sha256(b"\1" + a + b).digest()
    assert merkle.root(leaves_of(3)) == sha256(b"\1" + left + c).digest()


@given(st.data(), SIZES)
def test_every_path_leads_back_to_the_root(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    leaves = leaves_of(size)
    path = merkle.path(leaves, index)
    assert merkle.root_from(leaves[index], index, size, path) == merkle.root(leaves)


@given(st.data(), st.integers(2, 256))
def test_a_path_holds_for_its_own_leaf_only(data: st.DataObject, size: int) -> None:
    index, other = data.draw(
        st.lists(st.integers(0, size - 1), min_size=2, max_size=2, unique=True)
    )
    leaves = leaves_of(size)
    path = merkle.path(leaves, index)
    assert merkle.root_from(leaves[other], index, size, path) != merkle.root(leaves)


@given(st.data(), SIZES)
def test_a_path_of_the_wrong_length_is_refused(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    leaves = leaves_of(size)
    path = merkle.path(leaves, index)
    with pytest.raises(ValueError, match="too long"):
        merkle.root_from(leaves[index], index, size, (bytes(32), *path))
    if path:
        with pytest.raises(ValueError, match="too short"):
            merkle.root_from(leaves[index], index, size, path[1:])

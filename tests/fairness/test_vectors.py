from typing import Any

import pytest

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import (
    Contribution,
    Header,
    commit_s,
    conditioning,
    dealt_from,
    hand_hash,
    leaf_from,
    mix,
)
from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.dealing import Dealing

Vector = dict[str, Any]


@pytest.fixture(params=[0, 1], ids=["v1", "v2"])
def vector(request: pytest.FixtureRequest, vectors: list[Vector]) -> Vector:
    number: int = request.param
    return vectors[number]


def header_of(vector: Vector) -> Header:
    bid, prev_root = bytes.fromhex(vector["bid"]), bytes.fromhex(vector["prev_root"])
    return Header(
        vector["origin"], vector["game"], bid, vector["prev_size"], prev_root, vector["n"]
    )


def given(pairs: list[tuple[int, str]]) -> list[Contribution]:
    return [Contribution(mode, bytes.fromhex(data)) for mode, data in pairs]


def test_every_vector_is_used(vectors: list[Vector]) -> None:
    assert [vector["name"] for vector in vectors] == ["v1", "v2"]


def test_the_batch_is_committed_as_in_the_vectors(vector: Vector) -> None:
    header = header_of(vector)
    assert header.bh.hex() == vector["batch_header"]
    assert header.hb.hex() == vector["HB"]
    assert header.b(bytes.fromhex(vector["R"])).hex() == vector["B"]


def test_the_contributions_mix_as_in_the_vectors(vector: Vector) -> None:
    assert mix(bytes.fromhex(vector["B"]), given(vector["contributions"])).hex() == vector["K"]


def test_secrets_come_from_noise_and_lead_to_the_root_as_in_the_vectors(vector: Vector) -> None:
    hb = bytes.fromhex(vector["HB"])
    for hand in vector["hands"]:
        h = hand["h"]
        a, s = conditioning(hb, h, bytes.fromhex(hand["hw"]), bytes.fromhex(hand["os"]))
        assert (a.hex(), s.hex()) == (hand["A"], hand["S"])
        leaf = leaf_from(hb, h, a, commit_s(hb, h, s))
        assert leaf.hex() == hand["leaf"]
        path = [bytes.fromhex(node) for node in hand["path"]]
        assert merkle.root_from(leaf, h, vector["n"], path).hex() == vector["R"]


def test_every_hand_is_dealt_as_in_the_vectors(vector: Vector, chinpok: Dealing) -> None:
    hb, b, k = (bytes.fromhex(vector[name]) for name in ("HB", "B", "K"))
    for hand in vector["hands"]:
        t = hand_hash(b, k, hand["h"], given(hand["cuts"]), 108)
        assert t.hex() == hand["T"]
        a, s = bytes.fromhex(hand["A"]), bytes.fromhex(hand["S"])
        dealt = dealt_from(hb, hand["h"], t, a, s, chinpok)
        assert RANKS[dealt.draws["trump"]] == hand["trump"]
        assert Seat(dealt.draws["leader"]).name == hand["leader"]
        assert list(dealt.deck) == hand["deck"]
        assert dealt.deck_bytes_used == hand["deck_bytes_used"]
        faces = {Seat(seat).name: list(cards) for seat, cards in enumerate(dealt.hands)}
        assert faces == hand["hands"]
        assert [salt.hex() for salt in dealt.salts] == hand["seat_salts"]
        assert [commit.hex() for commit in dealt.commits] == hand["seat_commits"]

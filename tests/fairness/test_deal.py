from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.noise import SimulatedNoise
from table_firmware.fairness import deal
from table_firmware.fairness.deal import (
    BEACON,
    DECLINED,
    DEVICE,
    DIGITS,
    NOTHING,
    TOUCH,
    Batch,
    Contribution,
    Header,
    code26,
    deal_hand,
    make_batch,
    mix,
)
from table_firmware.fairness.encoding import BadField, Reader
from table_firmware.fairness.entropy import NoiseFault, os_random
from table_firmware.rules.dealing import Dealing

HEADER = Header("simulated/t/1", "chinpok/1", bytes(16), 0, bytes(32), 1)


def fresh(n: int = 2) -> Batch:
    noise = SimulatedNoise(b"device")
    return make_batch("simulated/t/1", "chinpok/1", 0, bytes(32), n, noise, os_random)


# ---------------------------------------------------------------- the batch


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("origin", ""),
        ("origin", "x" * 65),
        ("origin", "桌/1"),
        ("origin", "table\n"),
        ("game", ""),
        ("bid", bytes(15)),
        ("prev_size", -1),
        ("prev_size", 2**64),
        ("prev_root", bytes(31)),
        ("n", 0),
        ("n", 257),
    ],
)
def test_a_header_out_of_range_is_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(BadField) as refused:
        replace(HEADER, **{field: value})
    assert refused.value.field == field


def test_a_batch_holds_one_to_256_hands() -> None:
    assert make_batch("o", "g", 0, bytes(32), 256, SimulatedNoise(b""), os_random).n == 256
    for n in (0, 257):
        with pytest.raises(BadField, match="n: "):
            fresh(n)


def test_a_header_is_read_as_it_was_written() -> None:
    reader = Reader(HEADER.fields)
    assert deal.read_header(reader) == HEADER
    reader.end()


@pytest.mark.no_cover
def test_no_two_batches_are_alike_even_with_the_same_noise_and_history() -> None:
    batches = [fresh() for _ in range(100)]
    assert len({batch.b for batch in batches}) == 100
    assert len({secret.s for batch in batches for secret in batch.secrets}) == 200


def test_no_hand_of_a_batch_shares_its_noise_with_another(batch: Batch) -> None:
    assert len({secret.hw for secret in batch.secrets}) == batch.n
    assert len({secret.os for secret in batch.secrets}) == batch.n


def test_a_broken_source_opens_no_batch() -> None:
    class Stuck:
        name = "stuck"

        def read(self, n: int) -> bytes:
            return bytes(n)

    with pytest.raises(NoiseFault, match="noise-unhealthy"):
        make_batch("o", "g", 0, bytes(32), 1, Stuck(), os_random)


def test_the_batch_knows_its_public_values(batch: Batch) -> None:
    assert batch.bh == batch.header.bh
    assert batch.hb == batch.header.hb
    assert batch.b == batch.header.b(batch.r)
    assert len(batch.leaves) == batch.n == 5


def test_nothing_secret_shows_when_a_batch_is_printed(batch: Batch, chinpok: Dealing) -> None:
    k = mix(batch.b, NOTHING)
    dealt = deal_hand(batch, k, 0, NOTHING, chinpok)
    printed = f"{batch!r} {batch} {batch.secrets!r} {batch.secrets[0]!s} {dealt!r} {dealt}"
    for secret in batch.secrets:
        for value in (secret.hw, secret.os, secret.a, secret.s, *dealt.salts):
            for form in (repr(value)[2:20], value.hex()[:16]):
                assert form not in printed
    assert str(dealt.deck[:4])[1:-1] not in printed
    assert str(dealt.hands[0][:3])[1:-1] not in printed
    assert batch.origin in printed


@pytest.mark.parametrize(("hw", "os"), [(319, 64), (320, 63)])
def test_noise_of_another_length_makes_no_secret(hw: int, os: int) -> None:
    with pytest.raises(BadField, match="hw" if hw != 320 else "os"):
        deal.conditioning(bytes(32), 0, bytes(hw), bytes(os))


def test_the_code_on_the_screen_is_the_first_130_bits() -> None:
    assert code26(bytes(32)) == "0" * 26
    assert code26(b"\xff" * 32) == "Z" * 26
    assert code26(bytes(16) + b"\xc0" + bytes(15)) == "0" * 25 + "3"
    assert code26(bytes(16) + b"\x3f" + bytes(15)) == "0" * 26
    ascending = bytes.fromhex("00443214c74254b635cf") + bytes(22)
    assert code26(ascending)[:16] == "0123456789ABCDEF"


# ---------------------------------------------------------------- contributions and cuts


@pytest.mark.parametrize(
    "allowed",
    [
        Contribution(DECLINED, b""),
        Contribution(DIGITS, b"012345"),
        Contribution(DIGITS, b"0" * 20),
        Contribution(TOUCH, bytes(16)),
        Contribution(DEVICE, bytes(16)),
        Contribution(DEVICE, bytes(64)),
        Contribution(BEACON, bytes(40)),
    ],
)
def test_a_contribution_of_each_mode_is_mixed_in(allowed: Contribution) -> None:
    assert len(mix(bytes(32), (allowed, *NOTHING[1:]))) == 32


@pytest.mark.parametrize(
    "refused",
    [
        Contribution(DECLINED, b"0"),
        Contribution(DIGITS, b"01234"),
        Contribution(DIGITS, b"0" * 21),
        Contribution(DIGITS, b"01234a"),
        Contribution(DIGITS, "٠١٢٣٤٥".encode()),
        Contribution(TOUCH, bytes(15)),
        Contribution(TOUCH, bytes(17)),
        Contribution(DEVICE, bytes(15)),
        Contribution(DEVICE, bytes(65)),
        Contribution(BEACON, bytes(39)),
        Contribution(5, b""),
    ],
)
def test_a_contribution_that_does_not_fit_its_mode_is_refused(refused: Contribution) -> None:
    with pytest.raises(BadField, match="contributions"):
        mix(bytes(32), (refused, *NOTHING[1:]))


def test_four_seats_contribute_and_four_seats_cut() -> None:
    with pytest.raises(BadField, match="contributions"):
        mix(bytes(32), NOTHING[1:])
    with pytest.raises(BadField, match="cuts"):
        deal.check_cuts(NOTHING[1:], 108)


@pytest.mark.parametrize("place", [b"0", b"7", b"107"])
def test_a_cut_is_a_place_in_the_deck(place: bytes) -> None:
    deal.check_cuts((Contribution(DIGITS, place), *NOTHING[1:]), 108)


@pytest.mark.parametrize(
    "cut",
    [
        Contribution(DIGITS, b"108"),
        Contribution(DIGITS, b""),
        Contribution(DIGITS, b"07"),
        Contribution(DIGITS, b"-1"),
        Contribution(DIGITS, b"x"),
        Contribution(DECLINED, b"7"),
        Contribution(TOUCH, bytes(16)),
    ],
)
def test_a_cut_outside_the_deck_is_refused(cut: Contribution) -> None:
    with pytest.raises(BadField, match="cuts"):
        deal.check_cuts((cut, *NOTHING[1:]), 108)


seats = st.lists(
    st.one_of(
        st.just(Contribution()),
        st.from_regex(r"[0-9]{6,20}", fullmatch=True).map(
            lambda typed: Contribution(DIGITS, typed.encode())
        ),
        st.binary(min_size=16, max_size=64).map(lambda data: Contribution(DEVICE, data)),
    ),
    min_size=4,
    max_size=4,
)


@given(seats, seats)
def test_contributions_are_mixed_unambiguously(
    one: list[Contribution], other: list[Contribution]
) -> None:
    assert (mix(bytes(32), one) == mix(bytes(32), other)) == (one == other)


# ---------------------------------------------------------------- a hand


@given(seats, st.integers(0, 4))
def test_a_hand_is_a_pure_function_of_batch_and_contributions(
    batch: Batch, chinpok: Dealing, given_seats: list[Contribution], h: int
) -> None:
    k = mix(batch.b, given_seats)
    dealt = deal_hand(batch, k, h, NOTHING, chinpok)
    assert dealt == deal_hand(batch, k, h, NOTHING, chinpok)
    assert sorted(dealt.deck) == list(range(108))
    assert [len(hand) for hand in dealt.hands] == [27] * 4
    assert len(set(dealt.commits)) == len(set(dealt.salts)) == 4


def test_another_digit_another_cut_or_another_hand_deals_other_cards(
    batch: Batch, chinpok: Dealing, contributions: tuple[Contribution, ...]
) -> None:
    k = mix(batch.b, contributions)
    changed = (Contribution(DIGITS, b"314158"), *contributions[1:])
    cut = (Contribution(DIGITS, b"54"), *NOTHING[1:])
    decks = {
        deal_hand(batch, k, 0, NOTHING, chinpok).deck,
        deal_hand(batch, k, 1, NOTHING, chinpok).deck,
        deal_hand(batch, k, 0, cut, chinpok).deck,
        deal_hand(batch, mix(batch.b, changed), 0, NOTHING, chinpok).deck,
    }
    assert len(decks) == 4


@pytest.mark.parametrize("h", [-1, 5])
def test_a_hand_beyond_the_batch_is_refused(batch: Batch, chinpok: Dealing, h: int) -> None:
    with pytest.raises(BadField, match="h: "):
        deal_hand(batch, bytes(32), h, NOTHING, chinpok)


def test_what_is_published_before_the_deal_follows_from_a_alone(
    batch: Batch, chinpok: Dealing
) -> None:
    dealt = deal_hand(batch, mix(batch.b, NOTHING), 2, NOTHING, chinpok)
    assert deal.draws_from(batch.secrets[2].a, dealt.t, chinpok) == dealt.draws


def test_the_audit_finds_deck_and_commitments_from_s_alone(batch: Batch, chinpok: Dealing) -> None:
    dealt = deal_hand(batch, mix(batch.b, NOTHING), 2, NOTHING, chinpok)
    s = batch.secrets[2].s
    assert deal.deck_from(s, dealt.t, chinpok) == (dealt.deck, dealt.deck_bytes_used)
    assert deal.commits_from(batch.hb, 2, s, dealt.t, dealt.hands_ids) == dealt.commits


def test_a_batch_needs_as_many_secrets_as_its_header_says(batch: Batch) -> None:
    with pytest.raises(BadField, match="n: "):
        replace(batch, secrets=())

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from hal.noise import SimulatedNoise
from table_firmware.fairness import receipts
from table_firmware.fairness.deal import (
    DIGITS,
    NOTHING,
    Batch,
    Contribution,
    Dealt,
    Header,
    code26,
    deal_hand,
    make_batch,
    mix,
    seat_commit,
)
from table_firmware.fairness.encoding import BadField
from table_firmware.fairness.entropy import os_random
from table_firmware.fairness.receipts import (
    CommitReceipt,
    HandReceipt,
    OpenHand,
    ReceiptError,
    SeatReceipt,
    SignedRoot,
    decode,
    encode,
    from_digits,
    to_digits,
    verify_commit,
    verify_hand,
    verify_seat,
)
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Dealing

CHECKPOINT = SignedRoot(8, bytes(32), bytes(4), bytes(64))
CHECKPOINT_BYTES = len(CHECKPOINT.encoded)
CUTS = (*NOTHING[:3], Contribution(DIGITS, b"57"))
H = 3


@pytest.fixture(scope="module")
def dealt(batch: Batch, contributions: tuple[Contribution, ...], chinpok: Dealing) -> Dealt:
    return deal_hand(batch, mix(batch.b, contributions), H, CUTS, chinpok)


@pytest.fixture(scope="module")
def commit(batch: Batch) -> CommitReceipt:
    return receipts.commit_receipt(batch, CHECKPOINT)


@pytest.fixture(scope="module")
def hand(batch: Batch, contributions: tuple[Contribution, ...], dealt: Dealt) -> HandReceipt:
    return receipts.hand_receipt(batch, contributions, H, CUTS, dealt, CHECKPOINT)


@pytest.fixture(scope="module")
def seat(batch: Batch, contributions: tuple[Contribution, ...], dealt: Dealt) -> SeatReceipt:
    return receipts.seat_receipt(batch, contributions, H, CUTS, dealt, Seat.W, CHECKPOINT)


def refusal(check: Callable[[], object]) -> str:
    with pytest.raises(ReceiptError) as refused:
        check()
    return refused.value.code


# ---------------------------------------------------------------- round trip

texts = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
hashes = st.binary(min_size=32, max_size=32)
headers = st.builds(
    Header,
    origin=texts,
    game=texts,
    bid=st.binary(min_size=16, max_size=16),
    prev_size=st.integers(0, 2**64 - 1),
    prev_root=hashes,
    n=st.just(256),
)
digits = st.from_regex(r"[0-9]{6,20}", fullmatch=True).map(str.encode)
four = st.tuples(*[st.just(Contribution()) | st.builds(Contribution, st.just(DIGITS), digits)] * 4)
checkpoints = st.builds(
    SignedRoot,
    size=st.integers(0, 2**64 - 1),
    root=hashes,
    key_id=st.binary(min_size=4, max_size=4),
    signature=st.binary(min_size=64, max_size=64),
)
open_hands = st.builds(
    OpenHand,
    header=headers,
    contributions=four,
    h=st.integers(0, 255),
    cuts=four,
    a=hashes,
    path=st.lists(hashes, max_size=8).map(tuple),
    draws=st.binary(max_size=5).map(tuple),
    commits=st.tuples(*[hashes] * 4),
)
any_receipt = st.one_of(
    st.builds(CommitReceipt, header=headers, r=hashes, checkpoint=checkpoints),
    st.builds(
        HandReceipt,
        hand=open_hands,
        s=st.binary(min_size=96, max_size=96),
        checkpoint=checkpoints,
    ),
    st.builds(
        SeatReceipt,
        hand=open_hands,
        cs=hashes,
        seat=st.integers(0, 3),
        ids=st.binary(max_size=60).map(tuple),
        salt=hashes,
        checkpoint=checkpoints,
    ),
)


@pytest.mark.slow
@given(any_receipt)
def test_every_receipt_is_read_as_it_was_written(receipt: receipts.Receipt) -> None:
    assert decode(encode(receipt)) == receipt
    assert from_digits(to_digits(receipt)) == receipt


@given(any_receipt, st.data())
def test_no_cut_or_lengthened_payload_is_read(
    receipt: receipts.Receipt, data: st.DataObject
) -> None:
    payload = encode(receipt)
    short = payload[: data.draw(st.integers(0, len(payload) - 1))]
    assert refusal(lambda: decode(short)) == "not-a-receipt"
    assert refusal(lambda: decode(payload + b"\0")) == "not-a-receipt"


@given(st.binary(max_size=900))
def test_any_bytes_are_a_receipt_or_refused(payload: bytes) -> None:
    for start in (b"", b"\1\1", b"\1\2", b"\1\3"):
        with suppress(ReceiptError):
            assert encode(decode(start + payload)) == start + payload


def test_the_digits_may_follow_the_address_of_a_club(commit: CommitReceipt) -> None:
    assert from_digits("https://club.example/v#" + to_digits(commit)) == commit


@given(st.text())
def test_any_text_is_a_receipt_or_refused(text: str) -> None:
    assert refusal(lambda: from_digits(text)) == "not-a-receipt"


@pytest.mark.parametrize("text", ["", "0", "5", "https://club.example/v#", "9" * 4001])
def test_other_digits_are_refused(text: str) -> None:
    assert refusal(lambda: from_digits(text)) == "not-a-receipt"


def test_digits_that_are_written_in_another_way_are_refused(commit: CommitReceipt) -> None:
    written = to_digits(commit)
    for other in ("0" + written, written + "\n", " " + written, "http://club.example/v#" + written):
        assert refusal(lambda text=other: from_digits(text)) == "not-a-receipt"  # type: ignore[misc]
    arabic = written.translate(str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"))
    assert refusal(lambda: from_digits(arabic)) == "not-a-receipt"


def test_a_payload_begins_with_version_and_type(
    commit: CommitReceipt, hand: HandReceipt, seat: SeatReceipt
) -> None:
    assert [encode(one)[:2] for one in (commit, hand, seat)] == [b"\1\1", b"\1\2", b"\1\3"]
    for start in (b"\0\1", b"\2\1", b"\1\0", b"\1\4"):
        altered = start + encode(commit)[2:]
        assert refusal(lambda payload=altered: decode(payload)) == "not-a-receipt"  # type: ignore[misc]


def test_the_codes_are_as_small_as_the_document_says(chinpok: Dealing) -> None:
    """For 64 hands and an origin of 19 letters, as in the table of `deal1` §9."""
    noise = SimulatedNoise(b"device")
    batch = make_batch("t" * 19, "chinpok/1", 7, bytes(32), 64, noise, os_random)
    typed = (Contribution(DIGITS, b"314159"),) * 3 + NOTHING[:1]
    dealt = deal_hand(batch, mix(batch.b, typed), 0, NOTHING, chinpok)
    shown = (
        receipts.commit_receipt(batch, CHECKPOINT),
        receipts.hand_receipt(batch, typed, 0, NOTHING, dealt, CHECKPOINT),
        receipts.seat_receipt(batch, typed, 0, NOTHING, dealt, Seat.S, CHECKPOINT),
    )
    codes = [segno.make(to_digits(one), error="L", boost_error=False) for one in shown]
    assert [code.version for code in codes] == [10, 18, 18]
    assert {code.mode for code in codes} == {"numeric"}
    assert len(encode(shown[0])) == 232


def test_a_payload_with_a_value_out_of_range_is_refused(
    hand: HandReceipt, seat: SeatReceipt
) -> None:
    letters = (Contribution(DIGITS, b"314I59"), *NOTHING[1:])
    for altered in (
        replace(hand, hand=replace(hand.hand, contributions=letters)),
        replace(hand, hand=replace(hand.hand, h=5)),
        replace(hand, hand=replace(hand.hand, path=(bytes(32),) * 9)),
        replace(seat, seat=4),
    ):
        payload = encode(altered)
        assert refusal(lambda payload=payload: decode(payload)) == "not-a-receipt"  # type: ignore[misc]


# ---------------------------------------------------------------- checking


def test_true_receipts_hold(
    batch: Batch,
    commit: CommitReceipt,
    hand: HandReceipt,
    seat: SeatReceipt,
    dealt: Dealt,
    chinpok: Dealing,
) -> None:
    verify_commit(commit, code26(batch.b))
    assert verify_hand(hand, commit, chinpok) == dealt
    assert verify_seat(seat, commit, chinpok) == dealt.hands[Seat.W]


def test_a_commit_of_another_code_is_refused(commit: CommitReceipt, batch: Batch) -> None:
    shown = code26(batch.b)
    assert refusal(lambda: verify_commit(replace(commit, r=bytes(32)), shown)) == "code-differs"
    other = replace(commit, header=replace(commit.header, prev_size=6))
    assert refusal(lambda: verify_commit(other, shown)) == "code-differs"


def test_a_checkpoint_from_before_the_batch_is_refused(
    commit: CommitReceipt,
    hand: HandReceipt,
    seat: SeatReceipt,
    chinpok: Dealing,
) -> None:
    old = replace(CHECKPOINT, size=7)
    code = code26(commit.b)
    assert refusal(lambda: verify_commit(replace(commit, checkpoint=old), code)) == "old-checkpoint"
    for check in (
        lambda: verify_hand(replace(hand, checkpoint=old), commit, chinpok),
        lambda: verify_seat(replace(seat, checkpoint=old), commit, chinpok),
    ):
        assert refusal(check) == "old-checkpoint"


def test_a_hand_of_another_batch_is_refused(
    commit: CommitReceipt, hand: HandReceipt, chinpok: Dealing
) -> None:
    other = replace(commit, header=replace(commit.header, bid=bytes(16)))
    assert refusal(lambda: verify_hand(hand, other, chinpok)) == "other-batch"


def test_secrets_that_were_not_committed_are_refused(
    commit: CommitReceipt, hand: HandReceipt, chinpok: Dealing
) -> None:
    for altered in (
        replace(hand, s=bytes(96)),
        replace(hand, hand=replace(hand.hand, a=bytes(32))),
        replace(hand, hand=replace(hand.hand, h=2)),
        replace(hand, hand=replace(hand.hand, path=())),
        replace(hand, hand=replace(hand.hand, path=hand.hand.path[1:])),
        replace(hand, hand=replace(hand.hand, path=(bytes(32), *hand.hand.path))),
    ):
        check = lambda receipt=altered: verify_hand(receipt, commit, chinpok)  # noqa: E731
        assert refusal(check) == "not-committed"


def test_draws_and_commitments_that_do_not_follow_are_refused(
    commit: CommitReceipt, hand: HandReceipt, chinpok: Dealing
) -> None:
    drawn = replace(hand, hand=replace(hand.hand, draws=(*hand.hand.draws, 0)))
    assert refusal(lambda: verify_hand(drawn, commit, chinpok)) == "draws-differ"
    dealt = replace(hand, hand=replace(hand.hand, commits=hand.hand.commits[::-1]))
    assert refusal(lambda: verify_hand(dealt, commit, chinpok)) == "cards-differ"


def test_a_cut_that_the_deck_has_not_is_refused(
    commit: CommitReceipt, hand: HandReceipt, chinpok: Dealing
) -> None:
    cuts = (Contribution(DIGITS, b"108"), *NOTHING[1:])
    altered = replace(hand, hand=replace(hand.hand, cuts=cuts))
    assert refusal(lambda: verify_hand(altered, commit, chinpok)) == "not-a-receipt"


def test_cards_of_another_seat_or_of_no_deck_are_refused(
    commit: CommitReceipt, seat: SeatReceipt, dealt: Dealt, chinpok: Dealing
) -> None:
    other = replace(seat, ids=dealt.hands_ids[Seat.N])
    assert refusal(lambda: verify_seat(other, commit, chinpok)) == "cards-differ"
    moved = replace(seat, seat=int(Seat.N))
    assert refusal(lambda: verify_seat(moved, commit, chinpok)) == "cards-differ"
    smaller = replace(chinpok, deck=chinpok.deck[:54])
    uncut = replace(seat, hand=replace(seat.hand, cuts=NOTHING))
    assert refusal(lambda: verify_seat(uncut, commit, smaller)) in ("draws-differ", "cards-differ")


@pytest.mark.parametrize("ids", [(0, 0), (108,)])
def test_a_committed_hand_that_no_deck_could_give_is_refused(
    ids: tuple[int, ...], commit: CommitReceipt, seat: SeatReceipt, chinpok: Dealing
) -> None:
    hand = seat.hand
    lie = seat_commit(hand.header.hb, hand.h, seat.seat, seat.salt, ids)
    commits = (*hand.commits[:2], lie, hand.commits[3])
    receipt = replace(seat, ids=ids, hand=replace(hand, commits=commits))
    assert refusal(lambda: verify_seat(receipt, commit, chinpok)) == "cards-differ"


@pytest.mark.no_cover
def test_no_altered_byte_of_a_hand_is_accepted(
    commit: CommitReceipt, hand: HandReceipt, chinpok: Dealing
) -> None:
    """All but the checkpoint, which its signature guards."""
    payload = encode(hand)
    for at in range(len(payload) - CHECKPOINT_BYTES):
        for flip in (1, 0x80):
            altered = bytearray(payload)
            altered[at] ^= flip
            with pytest.raises(ReceiptError):
                verify_any(bytes(altered), commit, chinpok)


def test_only_the_commitments_of_the_others_can_be_altered_in_a_seats_receipt(
    commit: CommitReceipt, seat: SeatReceipt, chinpok: Dealing
) -> None:
    """They open with the reveal. Until then contributions and cuts are bound by the two draws
    alone, which one alteration in 52 leaves as they are."""
    payload = encode(seat)
    end = len(payload) - CHECKPOINT_BYTES
    others = {*range(end - 128, end - 64), *range(end - 32, end)}
    mixed = range(2 + len(seat.hand.header.fields), payload.index(seat.hand.a))
    accepted = set()
    for at in range(end):
        altered = bytearray(payload)
        altered[at] ^= 1
        try:
            verify_any(bytes(altered), commit, chinpok)
        except ReceiptError:
            continue
        accepted.add(at)
    assert accepted - set(mixed) == others
    assert len(accepted & set(mixed)) <= 3


def verify_any(payload: bytes, commit: CommitReceipt, dealing: Dealing) -> None:
    match decode(payload):
        case CommitReceipt() as receipt:
            verify_commit(receipt, code26(commit.b))
        case HandReceipt() as receipt:
            verify_hand(receipt, commit, dealing)
        case SeatReceipt() as receipt:
            verify_seat(receipt, commit, dealing)


def test_a_seats_receipt_tells_nothing_of_the_other_hands(seat: SeatReceipt, batch: Batch) -> None:
    payload = encode(seat)
    assert batch.secrets[H].s not in payload
    assert batch.secrets[H].hw not in payload


def test_hidden_parts_do_not_show_when_a_receipt_is_printed(
    hand: HandReceipt, seat: SeatReceipt
) -> None:
    assert repr(hand.s) not in repr(hand)
    assert repr(seat.ids) not in repr(seat)
    assert repr(seat.salt) not in repr(seat)


@pytest.mark.parametrize(
    ("size", "root", "key_id", "signature"),
    [(-1, 32, 4, 64), (2**64, 32, 4, 64), (1, 31, 4, 64), (1, 32, 5, 64), (1, 32, 4, 63)],
)
def test_a_signed_root_has_its_fixed_sizes(
    size: int, root: int, key_id: int, signature: int
) -> None:
    with pytest.raises(BadField):
        SignedRoot(size, bytes(root), bytes(key_id), bytes(signature))

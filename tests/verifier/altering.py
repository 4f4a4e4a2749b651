"""Bad receipts: damaged ones, and those of a table that lies with a valid signature."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random  # noqa: TID251  (repeatable examples)

from table_firmware.fairness.deal import DIGITS, Contribution, Dealt, deal_hand, mix
from table_firmware.fairness.receipts import encode, hand_receipt, seat_receipt, to_digits
from table_firmware.rules.cards import Seat
from tests.verifier.table import (
    Evidence,
    Match,
    judgement,
    new_batch,
    of_any_game,
    shown_to,
)


@dataclass(frozen=True)
class Bad:
    """Evidence that must not hold; `code` is why."""

    name: str
    evidence: Evidence
    code: str


def bad_receipts() -> Iterator[Bad]:
    """One hundred of all games: 60 with one bit turned, 40 lies."""
    for number in range(20):
        yield from _damaged(of_any_game(number))
    for number in range(20, 25):
        yield from _lies(of_any_game(number))


def as_digits(payload: bytes) -> str:
    """What a code would say of these bytes."""
    return str(int.from_bytes(b"\1" + payload, "big"))


def _damaged(match: Match) -> Iterator[Bad]:
    """One bit of each kind of receipt. In a seat's receipt: not of the commitments to the other
    three hands, which open with the reveal only, nor of what the draws alone bind until then."""
    chance = Random(match.code)
    seat = match.seat(Seat.N)
    body = encode(seat)
    mixed = range(2 + len(seat.hand.header.fields), body.index(seat.hand.a))
    others = range(len(body) - 108 - 128, len(body) - 108)
    first = to_digits(match.commit)
    for payload, held, guarded in (
        (encode(match.commit), (), ()),
        (encode(match.hand), (first,), ()),
        (body, (first,), {*mixed, *others}),
    ):
        at = chance.choice([at for at in range(len(payload)) if at not in guarded])
        altered = bytearray(payload)
        altered[at] ^= 1 << chance.randrange(8)
        digits = as_digits(bytes(altered))
        code = judgement(digits, match)
        yield Bad(f"byte {at} of {match.code}", shown_to(match, *held, digits), code)


def _lies(match: Match) -> Iterator[Bad]:
    hand = match.hand
    open_hand = hand.hand
    lies = {
        "another secret": replace(hand, s=bytes(96)),
        "another draw": replace(hand, hand=replace(open_hand, draws=(13, *open_hand.draws[1:]))),
        "hands exchanged": replace(hand, hand=replace(open_hand, commits=open_hand.commits[::-1])),
    }
    for name, receipt in lies.items():
        digits = to_digits(receipt)
        yield Bad(name, _beside_commit(match, digits), judgement(digits, match))
    yield _other_digits(match)
    yield _other_batch(match)
    yield _other_table(match)
    yield _other_cards(match)
    yield _older_log(match)


def _beside_commit(match: Match, digits: str) -> Evidence:
    return shown_to(match, to_digits(match.commit), digits)


def _dealt_with(match: Match, given: tuple[Contribution, ...]) -> Dealt:
    return deal_hand(
        match.batch, mix(match.batch.b, given), match.h, match.cuts, match.game.DEALING
    )


def _other_digits(match: Match) -> Bad:
    """The table deals with digits that the player did not type, and all the rest fits."""
    given = (Contribution(DIGITS, b"000000"), *match.contributions[1:])
    receipt = hand_receipt(
        match.batch, given, match.h, match.cuts, _dealt_with(match, given), match.hand.checkpoint
    )
    evidence = {**_beside_commit(match, to_digits(receipt)), "seat": "0", "digits": "314159"}
    return Bad("digits exchanged", evidence, "digits-differ")


def _other_batch(match: Match) -> Bad:
    """A batch made after the digits, of the same name and with all its receipts. Only what the
    player noted before tells it from the first one."""
    fresh = new_batch(Random(1), match.table.origin, match.batch.n, match.game)
    later = replace(match, batch=replace(fresh, bid=match.batch.bid))
    evidence = {**_beside_commit(later, to_digits(later.hand)), "code": match.code}
    return Bad("batch exchanged", evidence, "code-differs")


def _other_table(match: Match) -> Bad:
    """Signed by a key of the same name that no policy holds."""
    thief = replace(match, table=replace(match.table, seed=bytes(32)))
    evidence = _beside_commit(match, to_digits(thief.hand))
    return Bad("key exchanged", evidence, "signature-wrong")


def _other_cards(match: Match) -> Bad:
    """The cards of another seat, with the right salt."""
    seat = match.seat(match.game.PLAYERS[-1])
    receipt = replace(seat, ids=match.dealt.hands_ids[Seat.E])
    return Bad("cards exchanged", _beside_commit(match, to_digits(receipt)), "cards-differ")


def _older_log(match: Match) -> Bad:
    checkpoint = match.table.sign(match.batch.prev_size, bytes(32))
    receipt = replace(match.commit, checkpoint=checkpoint)
    return Bad("older log", shown_to(match, to_digits(receipt)), "old-checkpoint")


def twins_that_differ(match: Match) -> tuple[Evidence, Evidence]:
    """A seat's receipt that promises the others different cards, before the hand's receipt, and
    before that of another seat: nothing of the seat's own is wrong, and only two together tell."""
    honest = match.dealt
    altered = replace(honest, commits=(honest.commits[0], *honest.commits[:0:-1]))
    early = seat_receipt(
        match.batch,
        match.contributions,
        match.h,
        match.cuts,
        altered,
        Seat.E,
        match.hand.checkpoint,
    )
    held = to_digits(match.commit), to_digits(early)
    other = match.seat(Seat.N)
    return shown_to(match, *held, to_digits(match.hand)), shown_to(match, *held, to_digits(other))

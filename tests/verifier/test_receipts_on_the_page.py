"""100 good and 100 bad receipts, wherever the page comes from."""

from dataclasses import replace
from random import Random  # noqa: TID251  (repeatable examples)

import pytest

from table_firmware.fairness.deal import DIGITS, NOTHING, Contribution, seat_commit
from table_firmware.fairness.receipts import (
    Receipt,
    ReceiptError,
    SeatReceipt,
    encode,
    from_digits,
    to_digits,
)
from table_firmware.rules.cards import Seat
from tests.verifier.altering import Bad, as_digits, bad_receipts, twins_that_differ
from tests.verifier.chromium import Tab
from tests.verifier.judging import Answer, judge
from tests.verifier.table import (
    KEYS,
    Evidence,
    Match,
    judgement,
    new_match,
    of_any_game,
    shown_to,
)

pytestmark = pytest.mark.slow

ENGINES = {"file": "WebCrypto", "secure": "WebCrypto", "plain": "noble"}
HOLDS = Answer("holds", ())


def good_receipts() -> list[Evidence]:
    """One hundred: four of each of 25 matches, five of each game."""
    cases = []
    for number in range(300, 325):
        match = of_any_game(number)
        first = to_digits(match.commit)
        seat = match.game.PLAYERS[number % len(match.game.PLAYERS)]
        for digits in (to_digits(match.hand), to_digits(match.seat(seat))):
            assert judgement(digits, match) == ""
            cases.append(shown_to(match, first, digits, seat=seat))
        cases.append(shown_to(match, first))
        both = (first, to_digits(match.seat(seat)), to_digits(match.hand))
        cases.append(shown_to(match, *both, seat=seat))
    return cases


def same_reason(code: str, codes: tuple[str, ...]) -> bool:
    """Python is told which commitment to compare with. The page looks for the one of the same
    batch: if the name of the batch was altered, it has the noted code only."""
    return code in codes or (code == "other-batch" and "code-differs" in codes)


@pytest.fixture(scope="module")
def good() -> list[Evidence]:
    return good_receipts()


@pytest.fixture(scope="module")
def bad() -> list[Bad]:
    return list(bad_receipts())


@pytest.mark.parametrize("place", ENGINES)
def test_good_receipts_hold_and_bad_ones_do_not(
    place: str, addresses: dict[str, str], tab: Tab, good: list[Evidence], bad: list[Bad]
) -> None:
    tab.open(addresses[place])
    assert tab.run("state.crypto.name") == ENGINES[place]
    assert (len(good), len(bad)) == (100, 100)
    assert judge(tab, good) == [HOLDS] * 100
    answers = judge(tab, [each.evidence for each in bad])
    wrong = [
        (each.name, each.code, answer)
        for each, answer in zip(bad, answers, strict=True)
        if answer.verdict not in ("fails", "refused") or not same_reason(each.code, answer.codes)
    ]
    assert wrong == []


def test_bad_receipts_are_bad_for_python_too_or_only_to_one_who_noted_something(
    bad: list[Bad],
) -> None:
    by_code = {each.code for each in bad}
    assert "" not in by_code
    of_python = {"code-differs", "old-checkpoint", "other-batch", "not-committed"}
    of_python |= {"draws-differ", "cards-differ", "signature-wrong"}
    assert by_code >= of_python
    noted = {each.name for each in bad if each.code == "digits-differ"}
    assert noted == {"digits exchanged"}


def test_a_seats_receipt_and_the_hands_must_tell_the_same(page: Tab) -> None:
    """What a seat's receipt says of the other hands nobody can check until the hand is open."""
    answers = judge(page, twins_that_differ(new_match(1)))
    assert answers == [Answer("fails", ("hands-differ",))] * 2


def test_a_receipt_without_a_commitment_to_compare_with_is_only_partly_checked(page: Tab) -> None:
    match = new_match(2)
    bare = {**shown_to(match, to_digits(match.hand)), "code": ""}
    (answer,) = judge(page, [bare])
    assert answer == Answer("partly", ())


def test_the_noted_code_does_instead_of_the_commit_receipt(page: Tab) -> None:
    match = next(found for found in map(new_match, range(50)) if {"0", "1"} <= {*found.code})
    spelt = " ".join(match.code).lower().replace("0", "o").replace("1", "l")
    cases = [
        {**shown_to(match, to_digits(match.hand)), "code": code}
        for code in (spelt, spelt.replace("l", "I"), match.code[:-1])
    ]
    assert [answer.verdict for answer in judge(page, cases)] == ["holds", "holds", "fails"]


def test_a_key_of_another_table_is_not_taken_for_this_one(page: Tab) -> None:
    match, stranger = new_match(3), new_match(4)
    evidence = dict(shown_to(match, to_digits(match.commit)))
    evidence["texts"] = [stranger.table.policy, to_digits(match.commit)]
    (answer,) = judge(page, [evidence])
    assert answer == Answer("fails", ("key-unknown",))


def test_two_histories_of_one_table_contradict_one_another(page: Tab) -> None:
    match = new_match(5)
    size = match.commit.checkpoint.size
    fork = replace(match.hand, checkpoint=match.table.sign(size, bytes(32)))
    (answer,) = judge(page, [shown_to(match, to_digits(match.commit), to_digits(fork))])
    assert answer == Answer("fails", ("histories-differ",))
    other = replace(match.commit, r=bytes(32))
    evidence = {**shown_to(match, to_digits(other), to_digits(match.commit))}
    (answer,) = judge(page, [evidence])
    assert answer == Answer("fails", ("histories-differ",))


def test_a_game_that_the_page_cannot_deal_is_left_open(page: Tab) -> None:
    match = new_match(6)
    for version in ("sanchazi/2", "constructor", "__proto__"):
        header = replace(match.hand.hand.header, game=version)
        other = replace(match.hand, hand=replace(match.hand.hand, header=header))
        evidence = {**shown_to(match, to_digits(other)), "code": ""}
        (answer,) = judge(page, [evidence])
        assert answer == Answer("partly", ()), version
        assert page.run("document.querySelectorAll('.card').length") == 0


def test_what_is_no_receipt_is_told_to_be_none(page: Tab) -> None:
    for text in ("", "0", "12", "hello", "9" * 4001, "1" * 900, "#", "log x+y+z"):
        page.run("by_id('message').textContent = ''")
        assert page.call("take", text) is False
        assert page.run("by_id('message').textContent") != ""
        assert page.run("by_id('result').hidden") is True


def test_the_page_accepts_what_python_accepts(page: Tab) -> None:
    """Bits turned anywhere, also where only the reveal could tell."""
    chance = Random(8)
    cases, expected = [], []
    for match in map(of_any_game, range(80, 86)):
        first = to_digits(match.commit)
        for receipt, held in (
            (match.commit, ()),
            (match.hand, (first,)),
            (other_seat(match), (first,)),
        ):
            payload = encode(receipt)
            for at in chance.sample(range(len(payload)), 20):
                altered = bytearray(payload)
                altered[at] ^= 1 << chance.randrange(8)
                digits = as_digits(bytes(altered))
                cases.append(shown_to(match, *held, digits))
                expected.append(judgement(digits, match) == "")
    answers = judge(page, cases)
    assert [answer == HOLDS for answer in answers] == expected
    assert {True, False} == set(expected)
    assert all(answer.verdict in ("holds", "fails", "refused") for answer in answers)


def other_seat(match: Match) -> SeatReceipt:
    return match.seat(match.game.PLAYERS[match.h % 3])


def test_every_part_of_the_signed_root_is_checked(page: Tab) -> None:
    match = new_match(9)
    first = to_digits(match.commit)
    signed = match.hand.checkpoint
    wrong = (
        replace(signed, size=signed.size + 1),
        replace(signed, root=bytes(32)),
        replace(signed, key_id=bytes(4)),
        replace(signed, signature=bytes(64)),
        replace(signed, signature=signed.signature[:32] + bytes(32)),
    )
    cases = [shown_to(match, first, to_digits(replace(match.hand, checkpoint=cp))) for cp in wrong]
    assert judge(page, cases) == [Answer("fails", ("signature-wrong",))] * len(wrong)


def test_a_sealed_hand_that_no_deal_gives_is_refused(page: Tab) -> None:
    """A card twice, one that the deck does not have, one too few, one too many, none."""
    cases = []
    for match in (new_match(10, key) for key in KEYS):
        seat = match.seat(Seat.E)
        cards, many = len(match.game.DEALING.deck), len(seat.ids)
        rest = tuple(range(many - 1))
        for ids in ((0, *rest), (*rest, cards), rest, tuple(range(many + 1)), ()):
            lie = seat_commit(match.batch.hb, match.h, seat.seat, seat.salt, ids)
            commits = (lie, *seat.hand.commits[1:])
            receipt = replace(seat, ids=ids, hand=replace(seat.hand, commits=commits))
            cases.append(shown_to(match, to_digits(match.commit), to_digits(receipt)))
    assert judge(page, cases) == [Answer("fails", ("cards-differ",))] * len(cases)


def test_draws_that_the_deal_does_not_have_are_refused(page: Tab) -> None:
    """One too few, one too many, none, each beyond its range: whatever else is shown of them."""
    for match in (new_match(10, key) for key in KEYS):
        draws = match.hand.hand.draws
        lies: list[tuple[int, ...]] = [draws[:-1], (*draws, 0), ()]
        lies += [(*draws[:at], 255, *draws[at + 1 :]) for at in range(len(draws))]
        first = to_digits(match.commit)
        hands = [replace(match.hand, hand=replace(match.hand.hand, draws=lie)) for lie in lies]
        answers = judge(page, [shown_to(match, first, to_digits(hand)) for hand in hands])
        assert answers == [Answer("fails", ("draws-differ",))] * len(lies), match.game.KEY


def test_digits_count_for_the_seat_that_typed_them(page: Tab) -> None:
    given = (*NOTHING[:2], Contribution(DIGITS, b"314159"), *NOTHING[3:])
    match = replace(new_match(11), contributions=given)
    texts = (to_digits(match.commit), to_digits(match.hand))
    cases: list[Evidence] = [
        {**shown_to(match, *texts), "seat": seat, "digits": digits}
        for seat, digits in (("2", "314159"), ("", "314159"), ("1", "314159"), ("", "31415"))
    ]
    assert [answer.verdict for answer in judge(page, cases)] == ["holds", "holds", "fails", "fails"]


def test_values_out_of_range_are_refused_where_python_refuses_them(page: Tab) -> None:
    match = new_match(13)
    hand, seat = match.hand, match.seat(Seat.E)
    letters = (Contribution(DIGITS, b"314I59"), *NOTHING[1:])
    long = (Contribution(DIGITS, b"1" * 21), *NOTHING[1:])
    mode = (Contribution(5, b""), *NOTHING[1:])
    cuts = [(Contribution(DIGITS, cut), *NOTHING[1:]) for cut in (b"108", b"007", b"", b"-1")]
    cuts.append((Contribution(2, b"7"), *NOTHING[1:]))
    wrong: list[Receipt] = [
        *(replace(hand, hand=replace(hand.hand, contributions=c)) for c in (letters, long, mode)),
        *(replace(hand, hand=replace(hand.hand, cuts=cut)) for cut in cuts),
        replace(hand, hand=replace(hand.hand, h=match.batch.n)),
        replace(hand, hand=replace(hand.hand, path=(bytes(32),) * 9)),
        replace(hand, hand=replace(hand.hand, path=(bytes(32), *hand.hand.path))),
        replace(hand, hand=replace(hand.hand, path=hand.hand.path[1:])),
        replace(seat, seat=4),
    ]
    first = to_digits(match.commit)
    texts = [to_digits(receipt) for receipt in wrong]
    codes = [judgement(digits, match) for digits in texts]
    answers = judge(page, [shown_to(match, first, digits) for digits in texts])
    for code, answer in zip(codes, answers, strict=True):
        assert code in answer.codes
        assert answer.verdict in ("fails", "refused")


def test_a_secure_browser_without_ed25519_checks_signatures_all_the_same(page: Tab) -> None:
    page.run("""(async () => {
      const whole = SubtleCrypto.prototype.importKey;
      SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
        if (algorithm.name === "Ed25519") throw new DOMException("no", "NotSupportedError");
        return whole.call(this, format, key, algorithm, ...rest);
      };
      state.crypto = await chosen_crypto();
    })()""")
    assert page.run("state.crypto.name") == "WebCrypto + noble"
    match = new_match(14)
    forged = replace(match.commit, checkpoint=replace(match.commit.checkpoint, root=bytes(32)))
    answers = judge(page, [shown_to(match, to_digits(each)) for each in (match.commit, forged)])
    assert answers == [HOLDS, Answer("fails", ("signature-wrong",))]


def is_read(digits: str) -> bool:
    try:
        from_digits(digits)
    except ReceiptError:
        return False
    return True


def test_the_page_reads_exactly_what_python_reads(page: Tab) -> None:
    """Payloads cut, lengthened or of another version; whatever the page takes is the same bytes."""
    match = new_match(7)
    read = """(many) => many.map((digits) => {
      try { receipt_of(digits); return true; } catch { return false; }
    })"""
    for receipt in (match.commit, match.hand, match.seat(Seat.E)):
        digits = to_digits(receipt)
        value = int(digits)
        others = [value >> 8, value << 8, value >> 512, (value << 8) | 1, value + (1 << 4096)]
        others.append(value + (1 << 8 * len(encode(receipt))))
        texts = [digits, *map(str, others), "0" + digits, digits + "\n", " " + digits]
        assert page.call(read, texts) == list(map(is_read, texts))
        assert is_read(digits)

"""The page's JavaScript and Python deal the same hands from the same receipts."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from table_firmware.fairness.deal import Contribution, Header
from table_firmware.fairness.receipts import HandReceipt, OpenHand, SignedRoot, to_digits
from table_firmware.rules.cards import RANKS, Seat
from tests.verifier.chromium import Tab
from tests.verifier.table import Match, new_match

pytestmark = pytest.mark.slow

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "deal1.json"

COMPUTE: Final = """async (many, engine) => {
  const crypto = engine === "portable" ? portable : state.crypto;
  const plain = (value) => value instanceof Uint8Array ? hex(value) : value;
  const answers = [];
  for (const digits of many) {
    const found = await consequences(crypto, receipt_of(digits));
    const shown = Object.entries(found).map(([name, value]) =>
      [name, Array.isArray(value) ? value.map(plain) : plain(value)]);
    const answer = Object.fromEntries(shown);
    if (found.hands) answer.faces = found.hands.map((ids) => ids.map(GAMES["chinpok/1"].face));
    answers.push(answer);
  }
  return answers;
}"""


def expected(match: Match) -> dict[str, Any]:
    batch, dealt = match.batch, match.dealt
    return {
        "hb": batch.hb.hex(),
        "leaf": batch.leaves[match.h].hex(),
        "r": batch.r.hex(),
        "b": batch.b.hex(),
        "code": match.code,
        "k": match.k.hex(),
        "t": dealt.t.hex(),
        "draws": list(dealt.draws.values()),
        "deck": list(dealt.deck),
        "used": dealt.deck_bytes_used,
        "hands": [list(ids) for ids in dealt.hands_ids],
        "faces": [list(hand) for hand in dealt.hands],
        "salts": [salt.hex() for salt in dealt.salts],
        "commits": [commit.hex() for commit in dealt.commits],
    }


@pytest.mark.parametrize("engine", ["browser", "portable"])
def test_page_and_table_agree_on_200_batches(page: Tab, engine: str) -> None:
    assert page.run("state.crypto.name") == "WebCrypto"
    matches = [new_match(number) for number in range(1000, 1200)]
    hands = page.call(COMPUTE, [to_digits(match.hand) for match in matches], engine)
    assert hands == [expected(match) for match in matches]
    commits = page.call(COMPUTE, [to_digits(match.commit) for match in matches], engine)
    public = ("hb", "r", "b", "code")
    assert commits == [{name: expected(match)[name] for name in public} for match in matches]


def test_a_seats_receipt_leads_to_the_same_draws_without_the_secret(page: Tab) -> None:
    match = new_match(12)
    open_parts = ("hb", "leaf", "r", "b", "code", "k", "t", "draws")
    (found,) = page.call(COMPUTE, [to_digits(match.seat(Seat.W))], "browser")
    assert found == {name: expected(match)[name] for name in open_parts}


def given(pairs: list[tuple[int, str]]) -> tuple[Contribution, ...]:
    return tuple(Contribution(mode, bytes.fromhex(data)) for mode, data in pairs)


def golden_receipt(vector: dict[str, Any], hand: dict[str, Any]) -> HandReceipt:
    header = Header(
        vector["origin"],
        vector["game"],
        bytes.fromhex(vector["bid"]),
        vector["prev_size"],
        bytes.fromhex(vector["prev_root"]),
        vector["n"],
    )
    open_hand = OpenHand(
        header,
        given(vector["contributions"]),
        hand["h"],
        given(hand["cuts"]),
        bytes.fromhex(hand["A"]),
        tuple(map(bytes.fromhex, hand["path"])),
        (RANKS.index(hand["trump"]), Seat[hand["leader"]]),
        tuple(map(bytes.fromhex, hand["seat_commits"])),
    )
    unsigned = SignedRoot(vector["prev_size"] + 1, bytes(32), bytes(4), bytes(64))
    return HandReceipt(open_hand, bytes.fromhex(hand["S"]), unsigned)


def test_the_page_deals_the_hands_of_the_published_vectors(page: Tab) -> None:
    vectors = json.loads(GOLDEN.read_text())
    hands = [(vector, hand) for vector in vectors for hand in vector["hands"]]
    texts = [to_digits(golden_receipt(vector, hand)) for vector, hand in hands]
    for (vector, hand), found in zip(hands, page.call(COMPUTE, texts, "browser"), strict=True):
        of_batch = {name.lower(): vector[name] for name in ("HB", "R", "B", "K")}
        of_hand = {
            "leaf": hand["leaf"],
            "t": hand["T"],
            "draws": [RANKS.index(hand["trump"]), Seat[hand["leader"]]],
            "deck": hand["deck"],
            "used": hand["deck_bytes_used"],
            "faces": list(hand["hands"].values()),
            "salts": hand["seat_salts"],
            "commits": hand["seat_commits"],
        }
        assert found | of_batch | of_hand == found

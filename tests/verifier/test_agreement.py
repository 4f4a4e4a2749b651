"""The page's JavaScript and Python deal the same hands from the same receipts."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from table_firmware.fairness.deal import Contribution, Header
from table_firmware.fairness.receipts import HandReceipt, OpenHand, SignedRoot, to_digits
from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.games import GAMES
from tests.verifier.chromium import Tab
from tests.verifier.table import KEYS, Match, new_match, of_any_game

pytestmark = pytest.mark.slow

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "deal1.json"

COMPUTE: Final = """async (many, engine) => {
  const crypto = engine === "portable" ? portable : state.crypto;
  const plain = (value) => value instanceof Uint8Array ? hex(value) : value;
  const answers = [];
  for (const digits of many) {
    const receipt = receipt_of(digits);
    const found = await consequences(crypto, receipt);
    const shown = Object.entries(found).map(([name, value]) =>
      [name, Array.isArray(value) ? value.map(plain) : plain(value)]);
    const answer = Object.fromEntries(shown);
    const face = (id) => face_of(GAMES[receipt.header.game], id);
    if (found.hands) answer.faces = found.hands.map((ids) => ids.map(face));
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
    matches = [of_any_game(number) for number in range(1000, 1200)]
    hands = page.call(COMPUTE, [to_digits(match.hand) for match in matches], engine)
    assert hands == [expected(match) for match in matches]
    commits = page.call(COMPUTE, [to_digits(match.commit) for match in matches], engine)
    public = ("hb", "r", "b", "code")
    assert commits == [{name: expected(match)[name] for name in public} for match in matches]


def test_a_seats_receipt_leads_to_the_same_draws_without_the_secret(page: Tab) -> None:
    matches = [new_match(12, key) for key in KEYS]
    open_parts = ("hb", "leaf", "r", "b", "code", "k", "t", "draws")
    found = page.call(COMPUTE, [to_digits(match.seat(Seat.W)) for match in matches], "browser")
    assert found == [{name: expected(match)[name] for name in open_parts} for match in matches]


def test_the_page_knows_how_every_game_of_the_table_is_dealt(page: Tab) -> None:
    known = page.run("""Object.entries(GAMES).map(([version, game]) => [version, {
      deck: Array.from({ length: cards_of(game) }, (_, id) => face_of(game, id)),
      draws: game.draws,
      players: game.players,
    }])""")
    assert dict(known) == {
        game.VERSION: {
            "deck": list(game.DEALING.deck),
            "draws": [list(draw) for draw in game.DEALING.draws],
            "players": len(game.PLAYERS),
        }
        for game in GAMES.values()
    }


def test_the_page_deals_as_the_table_does_for_every_draw_that_says_where_to_begin(
    page: Tab,
) -> None:
    for game in GAMES.values():
        deck = tuple(range(len(game.DEALING.deck)))
        for first in range(4):
            draws = {label: first % n for label, n in game.DEALING.draws}
            dealt = page.call(
                "(version, draws) => seats_dealt(GAMES[version], draws)",
                game.VERSION,
                list(draws.values()),
            )
            hands = game.DEALING.hands(deck, draws)
            assert dealt == [
                seat for at in deck for seat, hand in enumerate(hands) if at in hand
            ], game.VERSION


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

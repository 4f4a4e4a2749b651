"""Twelve through the whole table: no file of controller, ledger, wire and hal knows it."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from hal.noise import SimulatedNoise
from table_firmware.config.play import Play as Settings
from table_firmware.fairness.deal import NOTHING, deal_hand, dealt_from, make_batch, mix
from table_firmware.fairness.receipts import SeatReceipt, from_digits
from table_firmware.ledger.report import Refusal
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import tried
from table_firmware.rules.round import HandResult, Pass
from tests.controller.desk import QUICK
from tests.controller.judging import judge, of
from tests.controller.test_partners import leaves_of
from tests.controller.test_whole_match import RealDesk
from tests.fifth_game import twelve
from tests.laying_games import after, hands, play
from ui_kiosk.text import LANGUAGES, texts

GAME: Final[Game] = twelve
TABLE: Final[Settings] = replace(QUICK, game="twelve", mode="2", modes=("1B", "2"))
HERE: Final = Path(__file__).parent
E, N, W, S = Seat


# ------------------------------------------------------------------ the rules


def result(deal: Deal, *actions: Any) -> HandResult:
    found: HandResult | None = after(GAME, twelve.opening(None, deal), *actions).result
    assert found is not None
    return found


def test_the_pair_of_the_first_who_is_out_gets_a_point_each() -> None:
    deal = Deal(hands(E="SJ", N="SQ", W="CJ DJ", S="CK HK"), {"leader": 0})
    last = play(E, "SJ"), play(N, "SQ"), Pass(W), play(S, "CK"), play(S, "HK")
    ended = result(deal, *last)
    assert ended.place == (1, 2, 4, 3)
    assert (ended.winner, ended.position_tenths) == ("EW", (10, 0, 10, 0))


def test_partners_who_are_out_before_the_others_get_two_points_each() -> None:
    deal = Deal(hands(E="SJ HJ", N="SQ", W="SK HK", S="CQ"), {"leader": 0})
    ended = result(deal, play(E, "SJ HJ"), Pass(N), play(W, "SK HK"))
    assert (ended.double_down, ended.pair_tenths) == (True, (40, 0))


# ------------------------------------------------------------------ the deal


def test_its_deals_are_committed_to_under_its_version_and_can_be_made_again() -> None:
    noise = SimulatedNoise(b"twelve")
    batch = make_batch("simulated", twelve.VERSION, 0, bytes(32), 1, noise, noise.read)
    dealt = deal_hand(batch, mix(batch.b, NOTHING), 0, NOTHING, twelve.DEALING)
    assert sorted(face for hand in dealt.hands for face in hand) == sorted(twelve.DEALING.deck)
    secret = batch.secrets[0]
    assert dealt_from(batch.hb, 0, dealt.t, secret.a, secret.s, twelve.DEALING) == dealt
    assert replace(batch, game="twelve/2").b != batch.b


# ------------------------------------------------------------------ a match


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    """A match of four hands between house players."""
    with tried(GAME):
        desk = RealDesk(tmp_path_factory.mktemp("twelve") / "state", TABLE)
        desk.link(*Seat)
        desk.wait_until(lambda: desk.stage == "match_result")
    return desk


@pytest.mark.slow
def test_its_export_is_verified_by_dealing_and_ruling_every_hand_again(played: RealDesk) -> None:
    with tried(GAME):
        report = played.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    assert [check.status for check in report.checks] == ["ok"] * 15
    (match,) = of(played, "match")
    assert (match["game"], match["mode"], match["options"]) == ("twelve/1", "2", {})


def test_a_card_that_was_not_played_is_found_by_the_audit(played: RealDesk) -> None:
    leaves = leaves_of(played)
    act = next(leaf["d"] for leaf in leaves if leaf["k"] == "act")
    act["events"][0]["cards"] = ["SA"]
    with tried(GAME), pytest.raises(Refusal, match="the rules rule otherwise") as refusal:
        judge(leaves)
    assert refusal.value.check == "V13"


def test_the_ranking_is_that_of_its_own_points(played: RealDesk) -> None:
    won = dict.fromkeys(("EW", "NS"), 0)
    for end in of(played, "hand_end"):
        won[end["winner"]] += 40 if 3 not in end["place"] else 20
    (end,) = of(played, "match_end")
    assert [line.get("tenths", 0) for line in end["ranking"]] == sorted(won.values(), reverse=True)
    view = played.view(E)
    assert view.running == won
    assert [each.tenths for each in view.standings] == sorted(won.values(), reverse=True)


def test_each_player_takes_home_a_receipt_of_three_cards(played: RealDesk) -> None:
    kept = sorted((played.state / "receipts").glob("*-h0-[ENWS]*"))
    receipts = [from_digits(path.read_text("utf-8").strip()) for path in kept]
    assert [len(each.ids) for each in receipts if isinstance(each, SeatReceipt)] == [3] * 4


def test_an_auditor_who_does_not_know_the_game_says_so(played: RealDesk) -> None:
    told = "\n".join(played.verify().lines())
    assert "no rules of 'twelve/1' are known here" in told


# ------------------------------------------------------------------ its words


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_and_those_of_all_games_are_enough(language: str) -> None:
    own = tomllib.loads((HERE / f"{language}.toml").read_text("utf-8"))
    known = {*texts(language), *(f"{part}.{key}" for part, keys in own.items() for key in keys)}
    wanted = {f"game.{twelve.KEY}", *(f"refused.{code}" for code in twelve.REFUSALS)}
    wanted |= {f"type.{name}" for name in twelve.TYPES}
    assert wanted <= known
    assert not wanted <= {*texts(language)}

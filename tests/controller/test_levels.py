"""升级 of the paper edition as a match at the table: off by default, never ranked, verified."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from table_firmware.config.play import Play
from table_firmware.controller import inbox
from table_firmware.controller.match_folding import VOID
from table_firmware.ledger.records import said_result
from table_firmware.ledger.report import Refusal
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import HandRecord, levels, seating
from table_firmware.rules.round import HandResult
from table_firmware.rules.upgrade import Levels, after, spelt, trump
from tests.controller.desk import QUICK, Desk
from tests.controller.judging import Entries, judge, of
from tests.controller.test_whole_match import RealDesk
from tests.laid import laid

E, N, W, S = Seat
LEVELS: Play = replace(QUICK, mode="U", modes=("2", "U"), options={"upgrade_mode": True})


def begin(desk: Desk) -> Desk:
    """Four guests let the table play for them."""
    desk.seat_guests(*Seat)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
        desk.want(seat, "manage")
    return desk


def results(desk: Desk) -> list[HandResult]:
    return [said_result(d) for d in of(desk, "hand_end")]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    desk = RealDesk(tmp_path_factory.mktemp("levels") / "state", LEVELS)
    begin(desk)
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    return desk


@pytest.mark.slow
def test_a_match_of_levels_is_verified_and_says_that_it_is_not_ranked(played: RealDesk) -> None:
    report = played.verify()
    assert report.ok, report.lines()
    assert report.hands == len(of(played, "hand_end")) >= 5
    (match,) = of(played, "match")
    assert (match["mode"], match["ranked"], match["options"]["upgrade_mode"]) == ("U", 0, True)
    assert played.view(E).practice


@pytest.mark.slow
def test_the_trump_is_the_level_of_the_pair_that_plays_and_the_draw_says_so(
    played: RealDesk,
) -> None:
    now = Levels()
    for drawn, result in zip(of(played, "draw"), results(played), strict=True):
        assert drawn["trump"] == trump(now)
        assert set(drawn["draws"]) == {"trump", "leader"}
        now = after(now, result)
    assert now.won is not None
    (end,) = of(played, "match_end")
    assert end["levels"] == spelt(now)
    assert end["levels"]["won"] == results(played)[-1].winner
    best = {"EW": ["A", "C"], "NS": ["B", "D"]}[end["levels"]["won"]]
    first = end["ranking"][0]
    assert (first["who"], first["rank"]) == (best, 1)
    assert played.view(E).levels == now


@pytest.mark.slow
def test_east_leads_first_and_then_the_first_of_the_last_hand(played: RealDesk) -> None:
    plays = [act for act in played.acts() if act["events"][0]["kind"] == "played"]
    leads = {act["h"]: act["events"][0]["seat"] for act in reversed(plays)}
    firsts = [Seat(result.place.index(1)).name for result in results(played)]
    assert [leads[h] for h in range(len(firsts))] == ["E", *firsts[:-1]]


@pytest.mark.slow
def test_hands_that_were_not_needed_are_opened_at_the_end(played: RealDesk) -> None:
    hands = len(of(played, "hand_end"))
    (end,) = of(played, "batch_end")
    assert end == {"played": hands, "void": 0, "unused": 64 - hands}
    unused = [d["h"] for d in of(played, "reveal") if d.get("unused")]
    assert unused == list(range(hands, 64))


# ------------------------------------------------------------------ the audit


def find(entries: Entries, kind: str, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [entry for entry in entries if entry["k"] == kind][number]["d"]
    return found


def ranked(entries: Entries) -> None:
    find(entries, "match")["ranked"] = 1


def not_offered(entries: Entries) -> None:
    find(entries, "match")["options"]["upgrade_mode"] = False


def other_trump(entries: Entries) -> None:
    find(entries, "draw", 1)["trump"] = "Q"


def drawn_trump(entries: Entries) -> None:
    del find(entries, "draw")["trump"]


def other_level(entries: Entries) -> None:
    find(entries, "match_end")["levels"]["level"]["EW"] = "3"


def no_levels(entries: Entries) -> None:
    del find(entries, "match_end")["levels"]


def other_winner(entries: Entries) -> None:
    find(entries, "match_end")["ranking"].reverse()


def ended_early(entries: Entries) -> None:
    at = [n for n, entry in enumerate(entries) if entry["k"] == "hand"][3]
    end = next(entry for entry in entries if entry["k"] == "match_end")
    entries.insert(at, end)


def played_on(entries: Entries) -> None:
    at = next(n for n, entry in enumerate(entries) if entry["k"] == "match_end")
    hands = [entry for entry in entries if entry["k"] == "hand"]
    entries.insert(at, {**hands[0], "d": {**hands[0]["d"], "h": len(hands)}})


def no_places(entries: Entries) -> None:
    find(entries, "hand_end")["place"] = [7, 7, 7, 7]


def other_side(entries: Entries) -> None:
    d = find(entries, "hand_end")
    d["winner"] = {"EW": "NS", "NS": "EW"}[d["winner"]]


LIES: dict[Callable[[Entries], None], str] = {
    ranked: "a training game is ranked",
    not_offered: "mode U is not offered",
    other_trump: "the match decides this trump",
    drawn_trump: "the match decides this trump: 2",
    other_level: "the levels should be",
    no_levels: "the levels should be",
    other_winner: "the ranking does not follow",
    ended_early: "no pair has won",
    played_on: "the match has been won",
    no_places: "no places of a hand",
    other_side: "no places of a hand",
}


def of_the_match(desk: RealDesk) -> Entries:
    """Its course without the plays, as if the hands were revealed after it: quick to read."""
    entries: Entries = [json.loads(leaf) for leaf in desk.log.leaves()]
    find(entries, "batch")["reveal_at"] = "match"
    end = next(n for n, entry in enumerate(entries) if entry["k"] == "match_end")
    return [entry for entry in entries[: end + 1] if entry["k"] not in ("act", "reveal")]


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_the_audit_rules_levels_and_trump_again(
    played: RealDesk, lie: Callable[[Entries], None]
) -> None:
    entries = of_the_match(played)
    lie(entries)
    with pytest.raises(Refusal, match=LIES[lie]) as refusal:
        judge(entries)
    assert refusal.value.check == "V13"


@pytest.mark.slow
def test_the_audit_accepts_what_nobody_changed(played: RealDesk) -> None:
    judge(of_the_match(played))


@pytest.mark.slow
def test_what_was_not_needed_may_be_void_instead_if_the_secrets_are_lost(
    played: RealDesk,
) -> None:
    def lost_at_the_end(entries: Entries) -> None:
        for entry in [entry for entry in entries if entry["k"] == "reveal"][-5:]:
            entry |= {"k": "void", "d": {"h": entry["d"]["h"], "reason": "vault_lost", "os": ""}}
        counts = find(entries, "batch_end")
        counts |= {"void": 5, "unused": counts["unused"] - 5}

    entries = [json.loads(leaf) for leaf in played.log.leaves()]
    lost_at_the_end(entries)
    judge(entries)


# ------------------------------------------------------------------ at the table


def test_a_table_does_not_offer_it_by_itself() -> None:
    desk = Desk()
    desk.seat_guests(E, ready=False)
    assert "U" not in desk.view(E).modes
    refused = desk.want(E, "mode", value="U")
    assert refused is not None


def test_people_choose_it_in_the_lobby_and_see_that_it_is_practice() -> None:
    desk = Desk(replace(LEVELS, mode="2"))
    desk.seat_guests(*Seat, ready=False)
    assert not desk.view(E).practice
    assert desk.view(E).modes == ("2", "U")
    assert desk.want(E, "mode", value="U") is None
    assert desk.view(N).practice


@pytest.mark.slow
def test_it_goes_on_after_a_power_cut_with_the_same_level() -> None:
    desk = begin(Desk(LEVELS))
    desk.wait_until(lambda: desk.view(E).hand == 2 and desk.stage == "round")
    again = desk.restarted()
    before, now = desk.view(W), again.view(W)
    assert (now.levels, now.trump, now.leader) == (before.levels, before.trump, before.leader)
    assert now.trump == trump(levels([HandRecord(seating("U", 1), results(desk)[0])])) != "2"
    assert laid(now.round).trump == now.trump
    assert now.running is None


@pytest.mark.slow
def test_a_void_hand_is_played_again_at_the_same_level_by_the_same_leader() -> None:
    desk = begin(Desk(LEVELS))
    desk.wait_until(lambda: desk.view(E).hand == 2 and desk.stage == "round")
    before = desk.view(E)
    desk.tell(inbox.Ordered("void", {"h": 1, "reason": "cards on the floor", "os": ""}))
    desk.wait_until(lambda: desk.view(E).hand == 3 and desk.stage == "round")
    now = desk.view(E)
    assert (now.levels, now.trump, now.leader) == (before.levels, before.trump, before.leader)
    assert VOID.winner == ""


@pytest.mark.slow
def test_without_its_secrets_what_was_not_needed_is_void() -> None:
    desk = begin(Desk(LEVELS))
    desk.wait_until(lambda: desk.view(E).hand == 2 and desk.stage == "round")
    desk.secrets = None
    again = desk.restarted()
    again.tell(inbox.SecretsLost())
    (end,) = of(again, "batch_end")
    assert end == {"played": 1, "void": 63, "unused": 0}

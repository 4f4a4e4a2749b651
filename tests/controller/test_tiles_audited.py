"""A whole match of 跑胡子 by coaches holds before an auditor, and every lie about it is found."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from table_firmware.ledger.report import Refusal
from table_firmware.rules.cards import Seat
from tests.controller.judging import Entries, judge, of
from tests.controller.test_whole_match import RealDesk
from tests.controller.tile_table import PAOHUZI

# ------------------------------------------------------------------ a whole match


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    """Coaches play, who claim much."""
    play = replace(PAOHUZI, house_players="planner")
    desk = RealDesk(tmp_path_factory.mktemp("tiles") / "state", play)
    desk.link(*Seat)
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    return desk


@pytest.mark.slow
def test_a_match_of_three_is_verified_and_ranked_by_points(played: RealDesk) -> None:
    report = played.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    assert [check.status for check in report.checks] == ["ok"] * 15
    (match,) = of(played, "match")
    assert match["game"] == "paohuzi/1"
    assert match["seats"] == {"E": "planner", "N": "planner", "W": "planner", "S": "empty"}
    (end,) = of(played, "match_end")
    assert sorted(line["who"] for line in end["ranking"]) == [["A"], ["C"], ["D"]]
    points = [line.get("tenths", 0) for line in end["ranking"]]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 0
    assert [len(d["open"]) for d in of(played, "deal")] == [1] * 4


@pytest.mark.slow
def test_nothing_is_logged_of_a_window_but_what_was_decided(played: RealDesk) -> None:
    told = [(d["action"]["kind"], d["action"]["by"]) for d in of(played, "act")]
    assert set(told) <= {("proceed", "system"), ("discard", "house"), ("claim", "house")}
    windows = 0
    for d in of(played, "act"):
        kinds = [event["kind"] for event in d["events"]]
        windows += d["action"]["kind"] in ("proceed", "claim")
        assert "p" not in d
        if kinds[-1] == "hand_ended":
            assert kinds[-2] == "ended"
    assert windows > 20


@pytest.mark.slow
def test_the_winner_deals_next_and_after_nobody_the_same(played: RealDesk) -> None:
    dealt = [d["facts"][0]["numbers"][0] for d in of(played, "hand_end")]
    assert dealt[0] == of(played, "draw")[0]["draws"]["dealer"]
    for before, d in zip(of(played, "hand_end"), dealt[1:], strict=False):
        place = before["place"]
        assert d == (place.index(1) if 1 in place else before["facts"][0]["numbers"][0])


@pytest.mark.slow
def test_three_take_their_cards_home_and_all_the_hand(played: RealDesk) -> None:
    kept = sorted(path.stem for path in (played.state / "receipts").iterdir())
    (match,) = of(played, "match")
    names = [f"{match['match']}-h{h}-{name}" for h in range(4) for name in ("E", "N", "W", "hand")]
    assert [name for name in kept if "-h" in name] == sorted(names)


# ------------------------------------------------------------------ the audit


def acts(entries: Entries, kind: str) -> Entries:
    return [e for e in entries if e["k"] == "act" and e["d"]["action"]["kind"] == kind]


def has(entries: Entries, kind: str, **fields: object) -> Iterator[tuple[Any, Any]]:
    """Each act with an event of this kind and these fields, and that event."""
    for entry in entries:
        for event in entry["d"]["events"] if entry["k"] == "act" else ():
            if event["kind"] == kind and fields.items() <= event.items():
                yield entry["d"], event


def claim_not_open(entries: Entries) -> None:
    d = acts(entries, "claim")[0]["d"]
    turn = {"E": "N", "N": "W", "W": "E"}
    d["action"] = {"kind": "claim", "seat": turn[d["action"]["seat"]], "what": "peng"}
    d["action"]["by"] = "house"


def fourth_claims(entries: Entries) -> None:
    acts(entries, "claim")[0]["d"]["action"].update(seat="S")


def other_discard(entries: Entries) -> None:
    d = acts(entries, "discard")[0]["d"]
    (event,) = (event for event in d["events"] if event["kind"] == "discarded")
    event["tile"] = d["action"]["tile"] = "s1" if event["tile"] != "s1" else "s2"


def other_turned(entries: Entries) -> None:
    _, event = next((d, e) for d, e in has(entries, "turned") if "tile" in e)
    event["tile"] = "b9" if event["tile"] != "b9" else "b8"


def hidden_shown(entries: Entries) -> None:
    """偎 tells no tile."""
    _, event = next(has(entries, "melded", what="wei"))
    event["tiles"] = ["s1", "s1", "s1"]


def won_with_too_little(entries: Entries) -> None:
    d = acts(entries, "proceed")[1]["d"]
    d["action"] = {"kind": "claim", "seat": "E", "what": "hu", "by": "house"}


def counted_more(entries: Entries) -> None:
    _, event = next((d, e) for d, e in has(entries, "ended") if "winner" in e["result"])
    event["result"]["tun"] += 1


def claimed_by_a_person(entries: Entries) -> None:
    acts(entries, "claim")[0]["d"]["action"]["by"] = "player"


def claim_forgotten(entries: Entries) -> None:
    entries.remove(acts(entries, "claim")[0])


def let_pass(entries: Entries) -> None:
    """What follows is not what follows when nobody claims."""
    acts(entries, "claim")[0]["d"]["action"] = {"kind": "proceed", "by": "system"}


def other_liang(entries: Entries) -> None:
    next(e["d"] for e in entries if e["k"] == "deal")["open"]["liang"] ^= 1


def nobody_plays(entries: Entries) -> None:
    next(e["d"] for e in entries if e["k"] == "match")["seats"]["N"] = "empty"


def end_of(entries: Entries) -> dict[str, Any]:
    found: dict[str, Any] = next(e["d"] for e in entries if e["k"] == "hand_end")
    return found


def watcher_won(entries: Entries) -> None:
    end_of(entries)["place"] = [2, 2, 2, 1]


def pair_won(entries: Entries) -> None:
    end_of(entries)["winner"] = "EW"


def other_dealer(entries: Entries) -> None:
    end_of(entries)["facts"][0]["numbers"][0] ^= 1


def four_lines(entries: Entries) -> None:
    ranking = next(e["d"] for e in entries if e["k"] == "match_end")["ranking"]
    ranking.append({**ranking[-1], "who": ["B"]})


REFUSED, RULED = "the rules refuse it", "the rules rule otherwise"
LIES: dict[Callable[[Entries], None], str] = {
    claim_not_open: REFUSED,
    fourth_claims: "is said to be by",
    other_discard: f"{REFUSED}|{RULED}",
    other_turned: RULED,
    hidden_shown: RULED,
    won_with_too_little: f"{REFUSED}: not-open-to-you",
    counted_more: RULED,
    claimed_by_a_person: "is said to be by",
    claim_forgotten: f"{REFUSED}|{RULED}",
    let_pass: RULED,
    other_liang: "other cards lie open",
    nobody_plays: "nobody plays at N",
    watcher_won: "no places of a hand",
    pair_won: "no places of a hand",
    other_dealer: "not the result",
    four_lines: "the ranking",
}


@pytest.fixture(scope="module")
def leaves(played: RealDesk) -> list[bytes]:
    return [bytes(leaf) for leaf in played.log.leaves()]


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_the_audit_finds_a_lie_about_tiles(
    leaves: list[bytes], lie: Callable[[Entries], None]
) -> None:
    entries: Entries = [json.loads(leaf) for leaf in leaves]
    try:
        lie(entries)
    except StopIteration:
        pytest.skip("nothing of this kind was played")
    with pytest.raises(Refusal, match=LIES[lie]) as refusal:
        judge(entries)
    assert refusal.value.check == "V13"

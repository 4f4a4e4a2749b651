"""双扣 and 三叉子 at the table: partners by cards, a change of places, and what the audit holds."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.config.play import Play
from table_firmware.controller import inbox
from table_firmware.fairness.receipts import SeatReceipt, from_digits
from table_firmware.ledger.report import Refusal
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskReady
from tests.controller.desk import QUICK, Desk
from tests.controller.judging import Entries, judge, of
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
MODES = ("P4", "P8", "P12")
SHUANGKOU: Play = replace(QUICK, game="shuangkou-qianbian", mode="P4", modes=MODES)
SANCHAZI: Play = replace(QUICK, game="sanchazi", mode="P4", modes=MODES)
PLAYS = [pytest.param(SHUANGKOU, marks=pytest.mark.no_cover), SANCHAZI]
"""One is enough to cover what they share, and is slow under it."""


def played_out(desk: Desk) -> Desk:
    """Four guests let the table play for them."""
    desk.seat_guests(*Seat)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    return desk


@pytest.fixture(scope="module", params=PLAYS, ids=lambda play: play.game)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> RealDesk:
    """A match in which people change places: in one of sixteen the cards leave all where they
    are, which happens four times in a row once in 65,536."""
    for _ in range(4):
        desk = RealDesk(tmp_path_factory.mktemp(request.param.game) / "state", request.param)
        played_out(desk)
        if "seating" in desk.kinds():
            break
    return desk


@pytest.mark.slow
def test_a_match_is_verified_and_ranked_by_the_points_of_each_person(played: RealDesk) -> None:
    report = played.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    (match,) = of(played, "match")
    assert (match["game"], match["mode"], match["ranked"]) == (
        played.play.game + "/1",
        "P4",
        1,
    )
    (end,) = of(played, "match_end")
    points = [line.get("tenths", 0) for line in end["ranking"]]
    assert points == sorted(points, reverse=True)
    assert [line["who"] for line in end["ranking"]] != []
    assert all(d["facts"] for d in of(played, "hand_end"))
    assert all(d["open"] for d in of(played, "deal"))


@pytest.mark.slow
def test_people_move_after_the_deal_and_stay_there(played: RealDesk) -> None:
    kinds = [kind for kind in played.kinds() if kind in ("deal", "seating", "act")]
    assert "seating" in kinds
    assert all(kinds[at - 1] == "deal" for at, kind in enumerate(kinds) if kind == "seating")
    places = of(played, "seating")[-1]["places"]
    match = played.table.record.match
    assert match is not None
    assert {seat.name: who for seat, who in match.places.items()} == places


# ------------------------------------------------------------------ the audit


def find(entries: Entries, kind: str, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [entry for entry in entries if entry["k"] == kind][number]["d"]
    return found


def at(entries: Entries, kind: str) -> int:
    return next(number for number, entry in enumerate(entries) if entry["k"] == kind)


def swapped(places: dict[str, str], one: str, other: str) -> None:
    places[one], places[other] = places[other], places[one]


def other_places(entries: Entries) -> None:
    swapped(find(entries, "seating")["places"], "E", "W")


def nobody_moved(entries: Entries) -> None:
    del entries[at(entries, "seating")]


def strangers(entries: Entries) -> None:
    places = find(entries, "seating")["places"]
    places["E"] = places["N"]


def moved_twice(entries: Entries) -> None:
    here = at(entries, "seating")
    entries.insert(here, entries[here])


def moved_late(entries: Entries) -> None:
    here = at(entries, "seating")
    entries[here], entries[here + 1] = entries[here + 1], entries[here]


def other_card(entries: Entries) -> None:
    shown = find(entries, "deal")["open"]
    shown[next(iter(shown))] ^= 1


def nothing_open(entries: Entries) -> None:
    del find(entries, "deal")["open"]


def other_fact(entries: Entries) -> None:
    find(entries, "hand_end")["facts"][0]["numbers"][0] += 1


def no_fact(entries: Entries) -> None:
    find(entries, "hand_end")["facts"][0]["meant"] = 1


def other_points(entries: Entries) -> None:
    find(entries, "match_end")["ranking"][0]["tenths"] = 99_990


def somebody_won(entries: Entries) -> None:
    find(entries, "hand_end")["place"] = [0, 0, 0, 0]


LIES: dict[Callable[[Entries], None], tuple[str, str]] = {
    other_places: ("V13", "the places should be"),
    nobody_moved: ("V13", "the places should be"),
    strangers: ("V13", "not the players"),
    moved_twice: ("V12", "within a hand"),
    moved_late: ("V12", "within a hand"),
    other_card: ("V13", "other cards lie open"),
    nothing_open: ("V13", "other cards lie open"),
    other_fact: ("V13", "not the result"),
    no_fact: ("V13", "facts"),
    other_points: ("V13", "the ranking"),
    somebody_won: ("V13", "no places of a hand"),
}


def leaves_of(desk: RealDesk) -> Entries:
    """Up to its end, from where the first change of places is in the first hand or not."""
    return [json.loads(leaf) for leaf in desk.log.leaves()]


@pytest.mark.slow
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_the_audit_finds_a_lie_about_places_cards_and_facts(
    played: RealDesk, lie: Callable[[Entries], None]
) -> None:
    leaves = leaves_of(played)
    lie(leaves)
    check, words = LIES[lie]
    with pytest.raises(Refusal, match=words) as refusal:
        judge(leaves)
    assert refusal.value.check == check


# ------------------------------------------------------------------ at the table


def to_move(play: Play) -> Desk:
    """Four guests, up to the first hand in which people change places."""
    desk = Desk(play)
    desk.seat_guests(*Seat)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
    while desk.stage != "move":
        desk.wait_until(lambda: desk.stage in ("move", "round", "hand_result"))
        if desk.stage != "move":
            for seat in Seat:
                desk.want(seat, "manage")
            desk.wait_until(lambda: desk.stage in ("move", "draw"))
            for seat in Seat:
                desk.want(seat, "unmanage")
    return desk


@pytest.fixture(scope="module", params=PLAYS, ids=lambda play: play.game)
def moving(request: pytest.FixtureRequest) -> Desk:
    return to_move(request.param)


@pytest.fixture
def desk(moving: Desk) -> Desk:
    """Each test's own table, at the moment at which people change places."""
    desk = moving.restarted()
    desk.settle()
    return desk


@pytest.mark.no_cover
def test_no_card_is_shown_before_everybody_sits_at_his_new_place(desk: Desk) -> None:
    moved = [seat for seat in Seat if desk.view(seat).came_from[seat] != seat]
    assert len(moved) == 2
    for seat in Seat:
        view = desk.view(seat)
        assert view.round is None
        assert view.open
        assert isinstance(view.ask, AskReady) == (seat in moved)
        assert view.clock is not None
        assert set(view.clock.seats) == set(moved)
    assert desk.want(moved[0], "ready") is None
    assert desk.stage == "move"
    again = desk.restarted()
    assert (again.stage, again.view(E).round) == ("move", None)
    assert desk.want(moved[1], "ready") is None
    desk.wait(0)
    assert desk.stage == "round"
    assert all(desk.view(seat).round for seat in Seat)


@pytest.mark.no_cover
def test_whom_the_table_plays_for_need_not_say_that_he_sits(desk: Desk) -> None:
    first, second = (seat for seat in Seat if desk.view(seat).came_from[seat] != seat)
    assert desk.want(first, "manage") is None
    clock = desk.view(second).clock
    assert clock is not None
    assert clock.seats == (second,)
    assert desk.want(second, "ready") is None
    desk.wait(0)
    assert desk.stage == "round"


@pytest.mark.no_cover
def test_who_does_not_say_that_he_sits_is_waited_for_in_vain(desk: Desk) -> None:
    desk.wait(desk.play.timers.move)
    assert desk.stage == "round"


@pytest.mark.no_cover
def test_the_players_take_their_letters_and_cards_with_them(desk: Desk) -> None:
    hand = desk.table.record.match
    assert hand is not None
    assert hand.hand is not None
    came = hand.hand.came_from
    dealt = [desk.view(seat).places[seat].player for seat in Seat]
    assert sorted(dealt) == ["A", "B", "C", "D"]
    assert hand.places == {seat: dealt[seat] for seat in Seat}
    assert sorted(came) == list(Seat)


@pytest.mark.no_cover
def test_a_hand_may_be_void_while_people_move(desk: Desk) -> None:
    hand = desk.table.record.match
    assert hand is not None
    assert hand.hand is not None
    places = hand.places
    desk.tell(inbox.Ordered("void", {"h": hand.hand.h, "reason": "cards on the floor", "os": ""}))
    assert desk.stage == "hand_result"
    assert desk.table.record.match is not None
    assert desk.table.record.match.places == places


@pytest.mark.slow
@pytest.mark.no_cover
def test_each_takes_home_the_receipt_of_the_cards_that_he_held(desk: Desk) -> None:
    desk.wait(desk.play.timers.move)
    held = {seat: hand.hand for seat in Seat if (hand := desk.view(seat).round)}
    assert len(held) == len(Seat)
    for seat in Seat:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "hand_result" and bool(desk.view(E).receipts))
    for seat in Seat:
        receipt = from_digits((desk.view(seat).receipts or {})["seat"])
        assert isinstance(receipt, SeatReceipt)
        deck = desk.table.record.match.game.DEALING.deck  # type: ignore[union-attr]
        assert sorted(deck[card] for card in receipt.ids) == sorted(held[seat])


@pytest.mark.slow
def test_a_hand_that_ends_because_somebody_left_for_good_is_verified(tmp_path: Path) -> None:
    desk = RealDesk(tmp_path / "state", replace(SANCHAZI, options={"escape": "on"}))
    desk.seat_guests(*Seat)
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
    desk.wait_until(lambda: desk.stage == "round")
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result")
    (ended,) = of(desk, "hand_end")
    assert (ended["place"], ended["winner"]) == ([0, 0, 0, 0], "")
    assert sorted(ended["position_tenths"]) == [-100, 0, 0, 0]
    for seat in Seat:
        desk.want(seat, "manage")
    desk.link(N)
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    report = desk.verify()
    assert report.ok, report.lines()


@pytest.mark.slow
def test_a_guest_for_whom_the_table_acts_five_times_has_left_and_house_players_have_not(
    tmp_path: Path,
) -> None:
    """He is out of time three times, then in 托管; in the hands after that he is from the start."""
    desk = RealDesk(tmp_path / "state", replace(SANCHAZI, options={"escape": "on"}))
    for seat in (N, W, S):
        desk.link(seat)  # he may come to sit there
    desk.begin(E, mode="P4")
    desk.want(E, "digits")
    desk.wait_until(lambda: desk.stage == "round")
    (guest,) = [seat for seat in Seat if desk.view(seat).places[seat].who == "guest"]
    desk.wait_until(lambda: desk.stage == "hand_result")
    acts = [act["action"] for act in desk.acts() if act["action"]["seat"] == guest.name]
    assert [act["by"] for act in acts] == ["timeout"] * 3 + ["managed"] * 2
    told = [event for act in desk.acts() for event in act["events"] if event["kind"] == "stood_in"]
    assert told == [{"kind": "stood_in", "seat": guest.name, "times": n} for n in range(1, 6)]
    (ended,) = of(desk, "hand_end")
    assert ended["position_tenths"] == [-100 * (seat == guest) for seat in Seat]
    assert (ended["place"], ended["marks"]) == ([0] * 4, ["abnormal", "escape"])
    desk.wait_until(lambda: desk.stage == "match_result", most=24 * 3_600_000)
    assert [d["marks"] for d in of(desk, "hand_end")[1:]] == [[]] * 3
    report = desk.verify()
    assert report.ok, report.lines()


# ------------------------------------------------------------------ what is offered


def test_a_table_of_another_game_offers_its_matches_and_no_coach() -> None:
    play = read({"match": {"game": "sanchazi"}}).play
    assert (play.mode, play.modes) == ("P4", MODES)
    one = read({"match": {"game": "sanchazi", "modes": ["P8"]}}).play
    assert (one.mode, one.modes) == ("P8", ("P8",))
    desk = Desk(play)
    desk.seat_guests(E, ready=False)
    assert desk.view(E).modes == MODES
    refused = desk.want(E, "house", value="planner")
    assert refused is not None
    assert refused.code == "not-now"
    assert desk.want(E, "house", value="house") is None


@pytest.mark.parametrize(
    ("match", "words"),
    [
        ({"game": "sanchazi", "mode": "2"}, "this game has no mode 2: choose of P4, P8, P12"),
        ({"game": "sanchazi", "mode": "U"}, "this game has no mode U"),
        ({"mode": "P4"}, "this game has no mode P4: choose of 1A, 1B, 2, 3, 4"),
        ({"game": "sanchazi", "house_players": "planner"}, "choose house"),
    ],
    ids=str,
)
def test_a_match_that_the_game_does_not_have_is_refused(match: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        read({"match": match})

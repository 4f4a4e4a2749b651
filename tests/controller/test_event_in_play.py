"""The match of an event, entry by entry: whom it waits for, power cuts (`deal1` §8), voids."""

from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.controller import inbox
from table_firmware.controller.event import Loaded
from table_firmware.ledger.entries import canonical
from table_firmware.rules.cards import Seat
from tests.controller.club import EVENT, FAST, Club, leave_to_house, manage, play, to_round
from tests.controller.desk import Desk
from tests.controller.test_crash import OF_PEOPLE_OR_TIME
from tests.ledger.eventful import organise, public, with_secrets

pytestmark = pytest.mark.slow

E, N, W, S = Seat


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    folder = tmp_path_factory.mktemp("loaded") / "event"
    batch = organise(folder, "2")
    return Loaded(with_secrets(public(folder), batch), 1)


@pytest.fixture(scope="module")
def match(loaded: Loaded) -> Desk:
    """An event of four hands, with two people who let the system play."""
    desk = Desk(replace(FAST, cuts=True), loaded=loaded)
    to_round(desk)
    manage(desk)
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    return desk


def test_the_cards_of_an_event_wait_for_people(loaded: Loaded) -> None:
    """Whatever the table is set to, no house player takes the seat of somebody who is late."""
    desk, own = Desk(FAST, loaded=loaded), Desk(FAST)
    for each in (desk, own):
        each.seat_guests(E, N, W)
        each.wait(2 * FAST.house_after)
    assert (desk.table.in_lobby, own.table.in_lobby) == (True, False)
    assert desk.want(E, "house") is None
    for seat in (N, W):
        desk.want(seat, "ready")
    desk.wait_until(lambda: "event" in desk.kinds())


# ------------------------------------------------------------------ power cuts (deal1 §8)


def test_after_every_entry_of_an_event_the_next_one_follows_byte_by_byte(match: Desk) -> None:
    following = [entry for entry, _ in match.entries]
    assert [entry.k for entry in following].count("event") == 1
    for size in range(1, len(following)):
        if following[size].k == "act":
            continue  # nothing follows by itself amid a hand
        due = match.restarted(size).table.due()
        if due is None:
            assert following[size].k in OF_PEOPLE_OR_TIME
        else:
            same = following[size].k, canonical(following[size].d)
            assert (due.kind, canonical(due.d)) == same


def test_nobody_types_digits_or_cuts_or_is_said_to_have(match: Desk) -> None:
    assert "contrib" not in match.kinds()
    event = next(entry for entry, _ in match.entries if entry.k == "event")
    assert event.d["seats"]["E"]["data"] == b"314159".hex()
    at = match.kinds().index("draw") + 1
    view = match.restarted(at).view(E)
    assert (view.stage, view.digits, view.event) == ("draw", None, match.loaded and EVENT)
    cuts = [entry.d["cuts"] for entry, _ in match.entries if entry.k == "hand"]
    assert all(each["mode"] == 0 for cut in cuts for each in cut.values())


def test_after_a_power_cut_the_deals_are_read_from_the_sealed_file(club: Club) -> None:
    desk = club.ready()
    to_round(desk)
    before = [desk.view(seat).round for seat in Seat]
    desk = desk.pull_the_plug()
    assert [desk.view(seat).round for seat in Seat] == before
    manage(desk)
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    assert report.hands == 1


def test_a_cut_between_the_end_and_the_forgetting_loads_nothing(club: Club) -> None:
    desk = club.ready()
    kept = {path: path.read_bytes() for path in (desk.state / "event").iterdir()}
    desk = play(desk)
    for path, content in kept.items():
        path.write_bytes(content)
    desk = desk.pull_the_plug()
    assert desk.scribe.loaded is None
    assert desk.view(E).event == ""
    assert not list((desk.state / "event").iterdir())


def test_deals_that_are_lost_void_what_was_not_played_and_no_more(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.create("2") == 0
    desk = club.ready()
    leave_to_house(desk)
    desk.wait_until(lambda: desk.kinds().count("deal") == 2, most=600_000)
    for path in (desk.state / "event").iterdir():
        path.write_bytes(b"\0" + path.read_bytes()[1:])
    desk = desk.pull_the_plug()
    assert [e.d["h"] for e, _ in desk.entries if e.k == "void"] == [1, 2, 3]
    assert "match_end" in desk.kinds()
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    assert report.hands == 1


@pytest.mark.parametrize(
    ("name", "void"), [("{}", [1, 2, 3]), ("9{}", [])], ids=["in its place", "beside it"]
)
def test_the_file_of_another_event_is_as_good_as_none(
    tmp_path: Path, name: str, void: list[int]
) -> None:
    """Else the table would stand still, or go on with deals that it has not committed to."""
    club, other = Club(tmp_path), Club(tmp_path / "other")
    other.place.mkdir()
    assert [each.create("2") for each in (club, other)] == [0, 0]
    desk = club.ready()
    assert other.seal(club.note(desk)) == 0
    leave_to_house(desk)
    desk.wait_until(lambda: desk.kinds().count("deal") == 2, most=600_000)
    (file,) = (desk.state / "event").iterdir()
    file.with_name(name.format(file.name)).write_bytes(other.file(desk).read_bytes())
    desk = desk.pull_the_plug()
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    assert [e.d["h"] for e, _ in desk.entries if e.k == "void"] == void
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    assert report.hands == 4 - len(void)
    desk = desk.pull_the_plug()
    assert desk.scribe.loaded is None
    assert not list((desk.state / "event").iterdir())


def test_an_operator_voids_a_hand_of_an_event_like_any_other(match: Desk) -> None:
    deal = match.kinds().index("deal")
    desk = match.restarted(deal + 1)
    desk.tell(inbox.Ordered("void", {"h": 1, "reason": "x", "os": ""}))
    assert "void" not in desk.kinds()
    desk.tell(inbox.Ordered("void", {"h": 0, "reason": "x", "os": ""}))
    assert desk.kinds().count("void") == 1
    desk.wait_until(lambda: "match_end" in desk.kinds(), most=900_000)
    end = next(entry.d for entry, _ in desk.entries if entry.k == "batch_end")
    assert end == {"played": 3, "void": 1, "unused": 0}

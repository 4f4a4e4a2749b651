"""The same deals at several tables (`deal1` §12), from organiser to ranking, on real files."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.config.play import Guard, Play
from table_firmware.controller import inbox
from table_firmware.controller.event import Loaded
from table_firmware.controller.shelf import EventRefused, Shelf
from table_firmware.fairness.entropy import os_random
from table_firmware.fairness.receipts import SeatReceipt, from_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment, enrol
from table_firmware.ledger.entries import canonical
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import parse_vkey
from table_firmware.ledger.organised import event_of
from table_firmware.ledger.report import Report
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import sealing_key
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES
from tests.controller.desk import QUICK, Desk
from tests.controller.test_crash import OF_PEOPLE_OR_TIME
from tests.controller.test_whole_match import RealDesk
from tests.ledger.eventful import organise, public, with_secrets

pytestmark = pytest.mark.slow

E, N, W, S = Seat
CLUB = SoftwareKey("club.example", bytes(range(32)))
EVENT = "club.example/spring/simulated"
FAST = replace(QUICK, timers=replace(QUICK.timers, house=0, draw=100, result=0), house_after=1_000)


@dataclass
class Club:
    """An organiser's folder and its tables, in one place on disk."""

    place: Path

    @property
    def event(self) -> Path:
        return self.place / "event"

    @property
    def public(self) -> Path:
        return self.event / "public"

    def create(self, mode: str = "1A", *more: str, game: str = "chinpok") -> int:
        verb = ["event", "create", str(self.event), "--origin", EVENT, "--mode", mode]
        verb += ["--game", game]
        return main([*verb, *(more or ("--digits", "E=314159"))])

    def table(self, number: int) -> RealDesk:
        origin = f"club.example/table-{number}.simulated"
        return RealDesk(self.place / f"t{number}", FAST, origin=origin)

    def note(self, desk: RealDesk) -> Path:
        """Its enrolment by the club."""
        epoch0 = next(entry.d["vkey"] for entry in desk.log.entries() if entry.k == "epoch")
        key = audit_public(sealing_key(desk.state, os_random))
        identity = desk.log.identity.verifier
        found = Enrolment(desk.origin, identity, parse_vkey(epoch0), "pi-1", key)
        path = self.place / f"{desk.state.name}.note"
        path.write_bytes(enrol(found, CLUB))
        return path

    def seal(self, *notes: Path) -> int:
        out = ["--club", CLUB.verifier.vkey, "--out", str(self.place / "stick")]
        return main(["event", "seal", str(self.event), *map(str, notes), *out])

    def file(self, desk: RealDesk) -> Path:
        (found,) = (self.place / "stick").glob(f"{desk.origin.replace('/', '-')}-*.event")
        return found

    def load(self, desk: RealDesk) -> RealDesk:
        """The table is stopped, loads the event and starts again."""
        desk.log.close()
        log = Log.open(desk.state, desk.origin, os_random)
        shelf = Shelf(desk.state, log, sealing_key(desk.state, os_random))
        shelf.put(self.file(desk), FAST)
        log.close()
        return RealDesk(desk.state, desk.play, desk.now, origin=desk.origin)

    def ready(self, play: Play = FAST) -> RealDesk:
        """A table with the event loaded."""
        desk = self.table(1)
        desk.play = play
        assert self.seal(self.note(desk)) == 0
        return self.load(desk)

    def close(self) -> int:
        return main(["event", "close", str(self.event)])

    def verify(self, desk: RealDesk, receipts: Sequence[str] = ()) -> Report:
        _, event = event_of(self.public)
        assert event is not None
        policy = (desk.state / "policy").read_text()
        return audit(desk.state / "exports/current", policy, receipts, events=[event])


def leave_to_house(desk: Desk) -> None:
    """Somebody comes, calls house players and lets the system play for him."""
    desk.link(*Seat)
    desk.seat_guests(E, ready=False)
    for want in ("house", "ready"):
        desk.want(E, want)
    desk.wait_until(lambda: desk.stage == "round")
    assert any(desk.want(seat, "manage") is None for seat in Seat)  # he may have changed places


def play(desk: RealDesk) -> RealDesk:
    over = desk.kinds().count("match_end")
    leave_to_house(desk)
    desk.wait_until(lambda: desk.kinds().count("match_end") > over)
    desk.wait_until(lambda: desk.table.in_lobby)
    for seat in Seat:
        desk.want(seat, "stand")
    return desk


def to_round(desk: Desk) -> None:
    """Two people and the house, up to the exchange of the first hand."""
    desk.seat_guests(E, N, ready=False)
    assert desk.want(E, "house") is None
    for seat in (E, N):
        desk.want(seat, "ready")
    desk.wait_until(lambda: desk.stage == "round")


def manage(desk: Desk) -> None:
    for seat in (E, N):
        assert desk.want(seat, "manage") is None


@pytest.fixture
def club(tmp_path: Path) -> Club:
    made = Club(tmp_path)
    assert made.create() == 0
    return made


def test_an_event_at_three_tables_is_merged_and_audited(
    club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = [club.table(number) for number in (1, 2, 3)]
    assert club.seal(*map(club.note, tables)) == 0
    tables = [play(club.load(desk)) for desk in tables]
    exports = [str(desk.state / "exports/current") for desk in tables]
    before = [club.verify(desk) for desk in tables]
    assert [report.verdict for report in before if not report.ok] == []
    assert all("not closed yet" in report.remarks[-1] for report in before)
    assert {report.hands for report in before} == {0}
    assert club.close() == 0
    after = [club.verify(desk) for desk in tables]
    assert [(report.hands, report.remarks) for report in after] == [(1, ())] * 3
    capsys.readouterr()
    out = ["--event", str(club.public), "--out", str(tmp_path / "results")]
    assert main(["event", "merge", *exports, *out]) == 0
    shown = capsys.readouterr().out
    assert "club.example/table-1.simulated#1A" in shown
    found = json.loads((tmp_path / "results/results.json").read_text())
    assert len(found["ranking"]) == 12
    assert len(found["deals"]) == 12
    assert main(["event", "movement", str(tmp_path / "results/results.json")]) == 0
    assert "table 3" in capsys.readouterr().out


def kinds(desk: Desk) -> list[str]:
    return [kind for kind in desk.kinds() if kind != "seat"]


def test_the_match_after_it_is_the_tables_own_again(club: Club) -> None:
    desk = club.ready()
    desk.link(*Seat)
    view = desk.view(E)
    assert (view.event, len(view.commitment), view.modes) == (EVENT, 26, ("1A",))
    desk = play(desk)
    assert {"batch", "contrib", "reveal"}.isdisjoint(desk.kinds())
    view = desk.view(E)
    assert (view.event, view.commitment, view.mode) == ("", "", FAST.mode)
    desk.begin(E)
    assert desk.kinds()[desk.kinds().index("batch") - 1] == "match"
    assert desk.kinds().count("event") == 1
    assert not list((desk.state / "event").iterdir())


def test_the_same_deals_in_turn_at_one_table_are_withheld_until_the_end(club: Club) -> None:
    desk = club.load(play(club.ready()))
    desk.link(*Seat)
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    to_round(desk)
    manage(desk)
    desk.wait_until(lambda: desk.kinds().count("batch_end") == 2, most=600_000)
    told = [entry.d["sitting"] for entry in desk.log.entries() if entry.k == "event"]
    assert told == [1, 2]
    assert not [entry for entry in desk.log.entries() if entry.k == "reveal"]
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    assert [(each.number, each.ruled) for each in report.sittings] == [(1, 1), (2, 1)]


def test_whatever_is_exported_before_the_end_tells_no_deck(club: Club) -> None:
    desk = play(club.ready())
    folders = (desk.state / "exports", desk.state / "receipts", club.public, club.place / "stick")
    written = [path.read_bytes() for each in folders for path in each.rglob("*") if path.is_file()]
    assert club.close() == 0
    _, closed = event_of(club.public)
    assert closed is not None
    assert closed.secrets is not None
    for _, s in closed.secrets:
        assert not [raw for raw in written if s in raw or s.hex().encode() in raw]
    assert not list(club.event.rglob("*.vault"))


@pytest.mark.soak
@pytest.mark.parametrize("game", [key for key in GAMES if key != "chinpok"])
def test_any_game_is_played_as_an_event(tmp_path: Path, game: str) -> None:
    """At a table whose own game is another one, partners who move after the deal among them."""
    club = Club(tmp_path)
    mode = GAMES[game].modes(GAMES[game].options({}))[0]
    assert club.create(mode, game=game) == 0
    desk = play(club.ready())
    assert club.close() == 0
    report = club.verify(desk)
    assert report.ok, report.verdict
    (sitting,) = report.sittings
    assert (sitting.ruled, sitting.unruled) == (MODES[mode].hands, 0)
    assert desk.view(E).game == "chinpok/1"


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


# ------------------------------------------------------------------ receipts


def test_a_player_takes_his_cards_home_under_the_events_commitment(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.create("2") == 0
    desk = club.ready(QUICK)
    to_round(desk)
    manage(desk)
    desk.wait_until(lambda: desk.stage == "hand_result", most=600_000)
    shown = desk.view(E).receipts
    assert shown is not None
    receipt = from_digits(shown["seat"])
    assert isinstance(receipt, SeatReceipt)
    assert receipt.hand.header.origin == EVENT
    assert desk.view(N).receipts != shown
    desk.wait_until(lambda: desk.table.in_lobby, most=600_000)
    assert club.close() == 0
    report = club.verify(desk, [shown["seat"]])
    assert report.ok, report.verdict
    policy = (desk.state / "policy").read_text()
    alone = audit(desk.state / "exports/current", policy, [shown["seat"]])
    assert alone.refusal is not None
    commit = (club.public / "receipts/commit.txt").read_text().strip()
    assert club.verify(desk, [commit]).ok


# ------------------------------------------------------------------ refused


def shelf(desk: RealDesk) -> Shelf:
    return Shelf(desk.state, desk.log, sealing_key(desk.state, os_random))


def test_only_its_own_event_is_loaded_and_only_between_matches(club: Club) -> None:
    one, two = club.table(1), club.table(2)
    assert club.seal(club.note(one), club.note(two)) == 0
    for file, code in (
        (club.file(two), "event-refused"),
        (club.place / "t1.note", "event-refused"),
    ):
        with pytest.raises(EventRefused) as refused:
            shelf(one).put(file, FAST)
        assert refused.value.code == code
    assert not (one.state / "event").exists()
    one.link(*Seat)
    one.wait_until(lambda: one.stage == "round", most=600_000)
    assert not shelf(one).drop()
    with pytest.raises(EventRefused) as refused:
        shelf(one).put(club.file(one), FAST)
    assert refused.value.code == "event-not-now"


def test_an_event_that_waits_is_replaced_only_after_it_was_dropped(club: Club) -> None:
    desk = club.ready()
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), FAST)
    assert refused.value.code == "event-not-now"
    assert shelf(desk).drop()
    assert shelf(desk).loaded() is None
    assert shelf(desk).put(club.file(desk), FAST).sitting == 1
    leave_to_house(desk)
    with pytest.raises(EventRefused) as refused:
        shelf(desk).drop()
    assert refused.value.code == "event-not-now"


def test_minors_do_not_play_an_event_of_a_mode_for_adults(tmp_path: Path) -> None:
    club = Club(tmp_path)
    assert club.create("4") == 0
    desk = club.table(1)
    assert club.seal(club.note(desk)) == 0
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), replace(FAST, guard=Guard(minors=True)))
    assert refused.value.code == "event-not-here"


def test_an_event_of_a_mode_whose_hands_depend_on_each_other_is_not_loaded(tmp_path: Path) -> None:
    club = Club(tmp_path)
    organise(club.event, "U", EVENT, options={"upgrade_mode": True})
    desk = club.table(1)
    assert club.seal(club.note(desk)) == 0
    with pytest.raises(EventRefused) as refused:
        shelf(desk).put(club.file(desk), FAST)
    assert refused.value.code == "event-mode"


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

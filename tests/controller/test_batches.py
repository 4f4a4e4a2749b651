"""New commitments within a match, and players who cut (`deal1` §3, §5, §8)."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from table_firmware.config import ConfigError, read
from table_firmware.controller import inbox
from table_firmware.controller.steps import void_entry
from table_firmware.controller.table import MakeBatch
from table_firmware.fairness.receipts import CommitReceipt, HandReceipt, from_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.entries import canonical
from table_firmware.ledger.seal import audit_public
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskCut, AskDigits
from tests.controller.desk import QUICK, Desk
from tests.controller.test_crash import OF_PEOPLE_OR_TIME, comparable
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
TWO = replace(QUICK, batch_hands=3, cuts=True)


def until(desk: Desk, stage: str) -> None:
    desk.wait_until(lambda: desk.stage == stage, most=600_000)


def with_two_batches(desk: Desk) -> Desk:
    """A match of four hands in batches of three: cut by E, by nobody, by W, and by S."""
    desk.begin(E, N, W, S)
    for seat in Seat:
        desk.want(seat, "digits", value="314159")
    until(desk, "cut")
    assert desk.view(E).ask == AskCut(108)
    assert desk.view(N).ask is None
    assert desk.want(E, "cut", value="57") is None
    one_hand(desk)
    until(desk, "cut")
    assert desk.view(N).cutter is N
    until(desk, "round")  # he lets the time pass
    one_hand(desk)
    until(desk, "cut")
    assert desk.want(W, "cut", value="0") is None
    one_hand(desk)
    until(desk, "digits")
    for seat in (E, N):
        assert isinstance(desk.view(seat).ask, AskDigits)
        assert desk.want(seat, "digits", value="271828") is None
    until(desk, "cut")
    assert desk.want(S, "cut", value="107") is None
    until(desk, "round")
    one_hand(desk)
    desk.wait_until(lambda: desk.table.in_lobby)
    return desk


def one_hand(desk: Desk) -> None:
    until(desk, "round")
    for seat in Seat:
        desk.want(seat, "manage")
    until(desk, "hand_result")
    for seat in Seat:
        desk.want(seat, "unmanage")


@pytest.fixture(scope="module")
def match() -> Desk:
    desk = Desk(TWO)
    desk.seen = []
    return with_two_batches(desk)


@pytest.mark.slow
def test_cuts_and_batches_stand_in_the_log(match: Desk) -> None:
    hands = [entry.d for entry, _ in match.entries if entry.k == "hand"]
    assert [d["h"] for d in hands] == [0, 1, 2, 0]
    cuts = [{seat: c["data"] for seat, c in d["cuts"].items() if c["mode"]} for d in hands]
    told = [{"E": b"57".hex()}, {}, {"W": b"0".hex()}, {"S": b"107".hex()}]
    assert cuts == told
    kinds = [kind for kind in match.kinds() if kind in ("batch", "batch_end", "match_end")]
    assert kinds == ["batch", "batch_end", "batch", "match_end", "batch_end"]
    ends = [dict(entry.d) for entry, _ in match.entries if entry.k == "batch_end"]
    assert ends == [
        {"played": 3, "void": 0, "unused": 0},
        {"played": 1, "void": 0, "unused": 2},
    ]
    reveals = [(e.d["h"], "unused" in e.d) for e, _ in match.entries if e.k == "reveal"]
    assert reveals[3:] == [(0, False), (1, True), (2, True)]


@pytest.mark.slow
def test_after_every_entry_the_next_one_follows_byte_by_byte_and_every_seat_sees_what_it_saw(
    match: Desk,
) -> None:
    """`deal1` §8, for cuts and for a second batch too."""
    assert match.seen is not None
    before_a_time = OF_PEOPLE_OR_TIME | {"batch_end"}
    for size in around_the_play(match):
        desk = of(match, size)
        following, _ = match.entries[size]
        due = desk.table.due()
        if due is None:
            assert following.k in before_a_time
        else:
            assert (due.kind, canonical(due.d)) == (following.k, canonical(following.d))
        for seat in Seat:
            now, seen = desk.view(seat), match.seen[size - 1][seat]
            if seen.stage == "cut" and now.stage == "hand_result":
                continue  # the pause before a cut begins anew
            assert comparable(now) == comparable(seen), f"{seat.name} after {size}"


def around_the_play(match: Desk) -> list[int]:
    """The sizes of the log at which no play was the last entry: `test_crash` has those."""
    return [s for s in range(1, len(match.entries)) if match.entries[s - 1][0].k != "act"]


def of(match: Desk, size: int) -> Desk:
    """A new process on the first entries, with the secrets of the batch that was open then."""
    batches = [i for i, (e, _) in enumerate(match.entries) if e.k == "batch" and i < size]
    found = match.secrets_of[len(batches) - 1] if batches else None
    desk = Desk(match.play, match.seed)
    desk.now, desk.next_beat, desk.linked = match.now, match.next_beat, set()
    if found:
        desk.table.handle(inbox.SecretsFound(found), desk.now)
    for entry, private in match.entries[:size]:
        desk.fold(entry, private)
    for seat in match.linked:
        desk.link(seat, settle=False)
    return desk


def real(folder: Path, **changes: object) -> RealDesk:
    return RealDesk(folder / "state", replace(TWO, **changes))  # type: ignore[arg-type]


@pytest.mark.slow
def test_such_a_match_is_verified_whatever_was_cut_off(tmp_path: Path) -> None:
    """The plug is pulled at each of the points of §8, in both batches."""
    desk = real(tmp_path)
    desk.begin(E, N, W, S)
    desk = desk.pull_the_plug()  # the batch is open
    assert desk.stage == "digits"
    for number, (seat, place) in enumerate(((E, "57"), (N, ""), (W, "3"), (S, "107"))):
        if desk.stage == "digits":
            for each in Seat:
                assert desk.want(each, "digits", value="314159") is None
            until(desk, "cut")
            desk = desk.pull_the_plug()  # the contributions are frozen
        until(desk, "cut")
        assert desk.want(seat, "cut", value=place) is None
        assert desk.view(seat).cut == (int(place) if place else None)
        drawn = desk.view(E).trump, desk.view(E).leader
        desk = desk.pull_the_plug()  # the hand has begun and trump is drawn
        assert (desk.view(E).trump, desk.view(E).leader) == drawn
        until(desk, "round")
        held = [desk.view(each).round for each in Seat]
        desk = desk.pull_the_plug()  # the cards are dealt
        assert [desk.view(each).round for each in Seat] == held
        one_hand(desk)
        shown = desk.view(E).receipts
        desk = desk.pull_the_plug()  # the secrets are revealed
        assert desk.view(E).receipts == shown
        if number == 2:
            until(desk, "digits")
            assert len(list((desk.state / "vault").glob("*.vault"))) == 1
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    assert "2 batches" in "".join(report.lines())
    kept = sorted((desk.state / "exports/current/receipts").iterdir())
    found = [from_digits(path.read_text().strip()) for path in kept]
    assert sum(isinstance(one, CommitReceipt) for one in found) == 2
    hands = [one.hand for one in found if isinstance(one, HandReceipt)]
    cuts = [cut.data for hand in hands for cut in hand.cuts if cut.mode]
    assert sorted(cuts) == [b"107", b"3", b"57"]


@pytest.mark.parametrize(
    ("value", "code"), [("108", "bad-cut"), ("-1", "bad-cut"), ("07", "bad-cut"), ("x", "bad-cut")]
)
def test_what_is_no_place_in_the_deck_is_refused(value: str, code: str) -> None:
    desk = Desk(TWO)
    desk.begin(E)
    assert desk.want(E, "digits") is None
    until(desk, "cut")
    refused = desk.want(E, "cut", value=value)
    assert refused is not None
    assert refused.code == code
    stale = desk.want(E, "cut", value="5", view=1)
    assert stale is not None
    assert stale.code == "stale-view"


def test_nobody_cuts_for_a_house_player_or_one_who_has_gone(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(cuts=True)
    desk.begin(N)
    assert desk.want(N, "digits") is None
    until(desk, "draw")  # East is a house player
    refused = desk.want(N, "cut", value="5")
    assert refused is not None
    assert refused.code == "not-now"
    one_hand(desk)
    until(desk, "cut")
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "draw", most=5_000)
    cuts = [entry.d["cuts"] for entry, _ in desk.entries if entry.k == "hand"]
    assert all(cut["mode"] == 0 for each in cuts for cut in each.values())


def test_one_who_goes_before_the_first_cut_is_not_waited_for() -> None:
    desk = Desk(TWO)
    desk.begin(E)
    assert desk.want(E, "digits") is None
    until(desk, "cut")
    desk.unlink(E)
    desk.wait_until(lambda: "hand" in desk.kinds(), most=5_000)


@pytest.mark.slow
def test_people_change_seats_between_two_batches(tmp_path: Path) -> None:
    desk = real(tmp_path, batch_hands=4, mode="3", cuts=False)
    desk.link(E)
    until(desk, "match_result")
    kinds = [kind for kind in desk.kinds() if kind in ("batch", "batch_end", "seating")]
    assert kinds == ["batch", *("batch_end", "seating", "batch") * 2, "batch_end"]
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 12


@pytest.mark.slow
def test_unused_indices_are_sealed_for_the_audit_too(tmp_path: Path) -> None:
    play = replace(QUICK, batch_hands=3, mode="1A", reveal_at="audit")
    desk = RealDesk(tmp_path / "state", play, audit_key=audit_public(bytes(range(32))))
    desk.link(*Seat)
    until(desk, "match_result")
    assert desk.kinds().count("reveal_sealed") == 3
    report = desk.verify()
    assert report.ok, report.lines()


@pytest.mark.slow
def test_a_lost_vault_ends_its_match_and_not_the_next_one(tmp_path: Path) -> None:
    desk = real(tmp_path, batch_hands=1, cuts=False)
    desk.to_play(E, N)
    one_hand(desk)
    desk.wait_until(lambda: desk.kinds().count("batch") == 2)
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    assert desk.stage == "match_result"
    assert desk.kinds().count("void") == 1
    desk.wait_until(lambda: desk.table.in_lobby)
    desk.want(E, "house")
    for seat in (E, N):
        desk.want(seat, "ready")
    until(desk, "digits")
    desk.want(E, "manage")
    desk.want(N, "manage")
    until(desk, "hand_result")
    report = audit(desk.state / "exports/current", (desk.state / "policy").read_text())
    assert report.ok, report.lines()


class PowerLost(Exception):
    pass


class LosingPower(RealDesk):
    """The power goes when the vault of the second batch is written and its entry is not."""

    def make_batch(self, game: str, hands: int) -> None:
        if "batch_end" in self.kinds():
            self.scribe.make_batch(MakeBatch(game, hands))
            raise PowerLost
        super().make_batch(game, hands)


@pytest.mark.slow
def test_the_vault_of_a_second_batch_that_was_never_published_is_forgotten(tmp_path: Path) -> None:
    desk = LosingPower(tmp_path / "state", replace(TWO, batch_hands=1, cuts=False, mode="2"))
    desk.to_round(E, N)
    one_hand(desk)
    with pytest.raises(PowerLost):
        until(desk, "digits")
    (orphan,) = (desk.state / "vault").glob("*.vault")
    again = desk.pull_the_plug()
    assert again.stage == "digits"
    (vault,) = (desk.state / "vault").glob("*.vault")
    assert vault != orphan
    for seat in Seat:
        again.want(seat, "digits")
        again.want(seat, "manage")
    again.wait_until(lambda: "match_end" in again.kinds())
    report = again.verify()
    assert report.ok, report.lines()
    assert report.hands == 4


def test_without_noise_there_is_no_second_batch_until_an_operator_clears_it() -> None:
    desk = Desk(replace(TWO, batch_hands=1, cuts=False))
    desk.to_round(E, N)
    one_hand(desk)
    desk.noise_fault = "noise-unhealthy"
    until(desk, "fault")
    assert desk.view(E).fault == "noise-unhealthy"
    desk.noise_fault = ""
    desk.tell(inbox.Ordered("config", {"changes": {"noise_fault": "cleared"}, "os": ""}))
    assert desk.stage == "digits"
    assert desk.kinds().count("batch") == 2


def test_a_match_that_is_revealed_as_one_has_one_batch() -> None:
    for hands in (0, 12):
        config = read({"match": {"reveal_at": "match", "batch_hands": hands}})
        assert config.play.batch_hands == hands
    with pytest.raises(ConfigError, match="TBL-104"):
        read({"match": {"reveal_at": "match", "batch_hands": 4}})


@pytest.mark.slow
def test_after_a_change_of_seats_new_digits_stand_where_they_were_typed() -> None:
    desk = Desk(replace(QUICK, batch_hands=4))
    desk.begin(E, N, W, S, mode="3")
    for seat in Seat:
        desk.want(seat, "digits")
    for _ in range(4):
        one_hand(desk)
    until(desk, "digits")
    for seat in Seat:
        assert desk.want(seat, "digits", value=str(seat + 1) * 6) is None
    until(desk, "draw")
    assert desk.view(E).digits == {seat: str(seat + 1) * 6 for seat in Seat}


@pytest.mark.slow
def test_a_vault_that_was_lost_after_its_last_reveal_costs_nothing(tmp_path: Path) -> None:
    desk = real(tmp_path, batch_hands=1, cuts=False, mode="2")
    desk.to_play(E, N)
    one_hand(desk)
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    assert desk.stage == "hand_result"
    desk.wait_until(lambda: desk.kinds().count("hand_end") == 2)
    assert not desk.kinds().count("void")


def test_a_void_hand_that_was_revealed_is_no_lost_vault(tmp_path: Path) -> None:
    desk = real(tmp_path, batch_hands=1, cuts=False, mode="2")
    desk.to_play(E, N)
    desk.append(void_entry(0, "operator"))
    desk.settle()
    assert desk.kinds()[-1] == "reveal"
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    desk.wait_until(lambda: desk.kinds().count("batch") == 2)
    assert "match_end" not in desk.kinds()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["2", "U"])
def test_a_table_cannot_end_a_match_when_it_likes_the_ranking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr("table_firmware.controller.record.Match.hands_in_all", 1)
    desk = real(tmp_path, batch_hands=1, cuts=False, mode=mode, options={"upgrade_mode": True})
    desk.to_play(E, N)
    one_hand(desk)
    desk.wait_until(lambda: "batch_end" in desk.kinds())
    desk.wait_until(lambda: desk.table.in_lobby)
    report = audit(desk.state / "exports/current", (desk.state / "policy").read_text())
    assert not report.ok
    assert "hands are left to play" in "".join(report.lines())

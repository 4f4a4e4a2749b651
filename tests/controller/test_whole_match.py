"""Whole matches over the real log: what the table writes is what the verifier accepts."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hal.noise import SimulatedNoise
from table_firmware.config.play import Play
from table_firmware.controller import clock, inbox
from table_firmware.controller.scribe import CURRENT, Scribe, Written
from table_firmware.controller.shelf import Shelf
from table_firmware.controller.steps import Draft
from table_firmware.controller.table import MakeBatch, Table
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.audit import audit
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import decode
from table_firmware.ledger.log import Log
from table_firmware.ledger.report import Refusal, Report
from table_firmware.ledger.sealing import sealing_key
from table_firmware.ledger.tree import Tree, leaf_hash
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import MODES
from tests.controller.desk import BOOT, QUICK, Desk

pytestmark = pytest.mark.slow

E, N, W, S = Seat


class RealDesk(Desk):
    """A desk whose log lies on disk."""

    def __init__(
        self,
        state: Path,
        play: Play = QUICK,
        now: int = 1_000,
        operators: tuple[str, ...] = (),
        audit_key: bytes = b"",
        origin: str = "table.simulated",
    ) -> None:
        super().__init__(play)
        self.operators, self.audit_key, self.origin = operators, audit_key, origin
        self.now = self.next_beat = now
        self.state = state
        # Syncing is the ledger's own matter; here it would only wait for the disk.
        self.log = Log.open(state, origin, os_random, sync=lambda _fd: None)
        settings = {"operators": list(operators)} if operators else None
        key = sealing_key(state, os_random)
        noise = SimulatedNoise(b"seed%d" % self.log.size)  # no start repeats another's noise
        self.scribe = Scribe(
            self.log,
            noise,
            state,
            lambda: self.now,
            settings=settings,
            claim=clock.claim(),
            audit_key=audit_key,
            beacon=lambda: 77,
            shelf=Shelf(state, self.log, key),
        )
        loaded = self.scribe.loaded
        self.table = Table(play, "simulated", now, operators=bool(operators), loaded=loaded)
        if found := self.scribe.secrets():
            self.table.handle(found, self.now)
        for written in (*self.scribe.replay(), *self.scribe.begin(BOOT)):
            self.take(written)
        self.settle()

    def take(self, written: Written) -> None:
        self.entries.append((written.entry, dict(written.private or {}) or None))
        self.table.evolve(written.entry, self.now, written.private)
        if written.signed:
            self.table.handle(written.signed, self.now)

    def append(self, draft: Draft) -> None:
        self.take(self.scribe.append(draft))

    def make_batch(self, game: str, hands: int) -> None:
        made = self.scribe.make_batch(MakeBatch(game, hands))
        for draft in self.table.handle(made, self.now).entries:
            self.append(draft)

    def close_epoch(self, bid: bytes) -> None:
        for written in self.scribe.close_epoch(bid):
            self.take(written)

    def settle(self) -> None:
        super().settle()
        self.scribe.keep_receipts(self.table.receipts())

    def pull_the_plug(self) -> "RealDesk":
        self.log.close()
        who = (self.operators, self.audit_key, self.origin)
        desk = RealDesk(self.state, self.play, self.now, *who)
        desk.link(*self.linked)
        return desk

    def verify(self) -> Report:
        policy = (self.state / "policy").read_text()
        return audit(self.state / "exports" / CURRENT, policy)


@pytest.fixture
def real_desk(tmp_path: Path) -> Callable[..., RealDesk]:
    def make(**changes: object) -> RealDesk:
        return RealDesk(tmp_path / "state", replace(QUICK, **changes))  # type: ignore[arg-type]

    return make


def test_a_match_of_house_players_is_verified(real_desk: Callable[..., RealDesk]) -> None:
    desk = real_desk()
    desk.link(*Seat)
    desk.wait_until(lambda: desk.stage == "match_result")
    report = desk.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)
    assert [check.status for check in report.checks] == ["ok"] * 15
    receipts = sorted((desk.state / "exports" / CURRENT / "receipts").iterdir())
    assert len(receipts) == 1 + 4 * 5
    assert not list((desk.state / "vault").glob("*.vault"))


def test_a_match_with_everything_in_it_is_verified(real_desk: Callable[..., RealDesk]) -> None:
    """Digits, an exchange, time-outs, 托管, a lost seat, a settled hand and two power cuts."""
    desk = real_desk()
    desk.to_round(E, N, W, S)
    for seat in (E, W, N):
        shown = desk.view(seat).round
        assert shown is not None
        assert desk.want(seat, "give", cards=shown.hand[:1]) is None
    desk = desk.pull_the_plug()
    assert desk.view(E).round is not None
    desk.wait(65_000)
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result")
    desk.link(N)
    for seat in Seat:
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.view(E).hand == 3 and desk.stage == "round")
    desk.wait(9_000)
    before = [desk.view(seat).round for seat in Seat]
    desk = desk.pull_the_plug()
    assert [desk.view(seat).round for seat in Seat] == before
    desk.wait_until(lambda: desk.table.in_lobby)
    assert {"settle", "timed_out", "managed", "give"} <= {
        act["action"]["kind"] for act in desk.acts()
    }
    report = desk.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (4, 1)


def test_two_matches_one_after_the_other_are_verified(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk(mode="1A")
    desk.to_play(E, mode="1A")
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    desk.want(E, "house")
    desk.wait_until(lambda: desk.stage == "digits")
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()
    assert (report.hands, report.matches) == (2, 2)


def test_twelve_hands_with_changing_seats_are_verified(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk(mode="3")
    desk.link(E)
    desk.wait_until(lambda: desk.stage == "match_result")
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 12


def test_an_orphan_vault_is_forgotten_at_the_next_start(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk()
    desk.scribe.make_batch(MakeBatch("chinpok/1", 4))  # and the power is cut before the entry
    assert len(list((desk.state / "vault").glob("*.vault"))) == 1
    desk = desk.pull_the_plug()
    assert not list((desk.state / "vault").glob("*.vault"))
    assert desk.stage == "lobby"


def test_a_vault_that_cannot_be_read_voids_the_open_hands(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk()
    desk.to_play(E, N)
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.write_bytes(b"worn out")
    desk = desk.pull_the_plug()
    assert desk.kinds().count("void") == 4
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()


def test_a_hidden_card_that_is_gone_counts_as_not_laid(
    real_desk: Callable[..., RealDesk],
) -> None:
    desk = real_desk()
    desk.to_round(E, W, mode="1A")
    for seat in (E, W):
        shown = desk.view(seat).round
        assert shown is not None
        assert desk.want(seat, "give", cards=shown.hand[:1]) is None
        desk.want(seat, "manage")
    for blob in (desk.state / "private").glob("?" * 64):
        blob.unlink()
    desk = desk.pull_the_plug()
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()


def test_a_noise_source_that_fails_leaves_no_batch(tmp_path: Path) -> None:
    class Stuck:
        name = "stuck"

        def read(self, n: int) -> bytes:
            return bytes(n)

    log = Log.open(tmp_path, "table.simulated", os_random)
    scribe = Scribe(log, Stuck(), tmp_path, lambda: 1)
    assert scribe.make_batch(MakeBatch("chinpok/1", 4)) == inbox.NoiseFailed("noise-unhealthy")
    assert not list((tmp_path / "vault").glob("*.vault"))
    log.close()


def by_themselves(desk: RealDesk, mode: str) -> Report:
    """A match of four guests who let the system play, to its end; the report on it."""
    desk.seat_guests(*Seat, ready=False)
    desk.want(E, "mode", value=mode)
    for seat in Seat:
        desk.want(seat, "ready")
    desk.wait(0)
    for seat in Seat:
        desk.want(seat, "digits")
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.stage == "match_result")
    return desk.verify()


@pytest.mark.parametrize(
    "mode", ["1A", "1B", "2", *(pytest.param(m, marks=pytest.mark.slow) for m in "34")]
)
def test_a_match_of_guests_in_each_mode_is_ranked_as_the_mode_says_and_verified(
    real_desk: Callable[..., RealDesk], mode: str
) -> None:
    desk = real_desk()
    report = by_themselves(desk, mode)
    assert report.ok, report.lines()
    assert report.hands == MODES[mode].hands
    (match,) = (entry for entry, _ in desk.entries if entry.k == "match")
    assert match.d["ranked"] == int(MODES[mode].hands > 1)
    assert not desk.view(E).practice
    who = [len(line.who) for line in desk.view(E).standings]
    assert who == ([1, 1, 1, 1] if MODES[mode].individual else [2, 2])


def test_a_training_game_is_verified_and_not_ranked(real_desk: Callable[..., RealDesk]) -> None:
    desk = real_desk(options={"lead_rule": "seat_by_seat"})
    report = by_themselves(desk, "2")
    assert report.ok, report.lines()
    (match,) = (entry for entry, _ in desk.entries if entry.k == "match")
    assert match.d["ranked"] == 0
    leads = [act for act in desk.acts() if act["events"][0]["kind"] == "played"]
    first = {act["h"]: act["events"][0]["seat"] for act in reversed(leads)}
    assert first == {0: "E", 1: "S", 2: "W", 3: "N"}


def test_a_match_under_other_readings_is_verified_under_them_and_under_no_others(
    real_desk: Callable[..., RealDesk],
) -> None:
    chosen = {
        "allow_manual_lower": False,
        "default_type_order": ["tube", "plate", "straight", "full_house"],
        "under_declare_sf": True,
        "fullhouse_joker_pair": False,
        "fullhouse_trump_tier": False,
        "auto_suit_order": "HSDC",
    }
    desk = real_desk(options=chosen)
    report = by_themselves(desk, "1A")
    assert report.ok, report.lines()
    (match,) = (entry for entry, _ in desk.entries if entry.k == "match")
    assert chosen.items() <= match.d["options"].items()
    with pytest.raises(Refusal, match=r"the rules (rule otherwise|refuse)"):
        follow(desk, {**match.d["options"], "auto_suit_order": "CDSH"})


def follow(desk: RealDesk, options: dict[str, object]) -> None:
    """The auditor's reading of the log as if it named these options."""
    course, tree = Course("table.simulated", frozenset()), Tree()
    for leaf in desk.log.leaves():
        entry = decode(leaf)
        named = {**entry.d, "options": options} if entry.k == "match" else entry.d
        course.follow(replace(entry, d=named), tree)
        tree.append(leaf_hash(leaf))

"""What only an operator may do: declare a hand void, clear a fault of the noise (`deal1` §8)."""

import asyncio
import fcntl
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from pytest_mock import MockerFixture

from table_firmware.cli import main
from table_firmware.config import ConfigError, read
from table_firmware.controller import clock
from table_firmware.controller.inbox import Muted, Ordered
from table_firmware.controller.orders import FOLDER, MUTE, ORDER, Orders, give, read_offer
from table_firmware.fairness.entropy import os_random
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.journal import Journal
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.operators import sign_order
from table_firmware.rules.cards import Seat
from tests.controller.desk import QUICK, Desk
from tests.controller.disk import Disk
from tests.controller.test_storage import controlled, east
from tests.controller.test_whole_match import RealDesk

E, N, W, S = Seat
OPERATOR = SoftwareKey("operator/anna", bytes(range(32)))
STRANGER = SoftwareKey("operator/anna", bytes(32))


@pytest.fixture
def desk(tmp_path: Path) -> RealDesk:
    return RealDesk(tmp_path / "state", QUICK, operators=(OPERATOR.verifier.vkey,))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "anna.key"
    path.write_bytes(OPERATOR.encode())
    return path


def obey(desk: RealDesk) -> int:
    """What the controller does when an order waits; how many were valid."""
    assert desk.scribe.orders.waiting
    orders = desk.scribe.orders.take()
    for order in orders:
        desk.tell(order)
    assert not (desk.state / FOLDER / ORDER).exists()
    return len(orders)


def voids(desk: Desk) -> list[tuple[int, bool]]:
    return [(e.d["h"], bool(e.d["os"])) for e, _ in desk.entries if e.k == "void"]


@pytest.mark.slow
def test_a_hand_that_an_operator_declares_void_is_revealed_and_counts_for_nobody(
    desk: RealDesk, key: Path
) -> None:
    desk.to_play(E, N)
    words = ["operator", "void", "--key", str(key), "--state", str(desk.state), "--reason", "x"]
    assert main(words) == 0
    assert obey(desk) == 1
    assert voids(desk) == [(0, True)]
    assert desk.kinds()[-2:] == ["void", "reveal"]
    assert desk.stage == "hand_result"
    result = desk.view(E).result
    assert result is not None
    assert result.marks == ("void",)
    for seat in (E, N):
        desk.want(seat, "ready")
        desk.want(seat, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()
    assert report.hands == 3
    assert "void indices: 1" in report.remarks


def test_a_lost_vault_waits_for_an_operator_and_his_signature_ends_the_match(
    desk: RealDesk, key: Path
) -> None:
    desk.to_play(E, N)
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    assert desk.stage == "fault"
    assert desk.view(E).fault == "vault-lost"
    assert voids(desk) == []
    words = ["operator", "void", "--all", "--reason", "vault_lost", "--state", str(desk.state)]
    assert main(words) == 1  # not signed
    assert main([*words, "--key", str(key)]) == 0
    assert obey(desk) == 4
    assert voids(desk) == [(h, True) for h in range(4)]
    assert desk.stage == "match_result"
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()


@pytest.mark.slow
def test_a_hand_whose_secrets_are_lost_between_its_end_and_its_reveal_is_void(
    tmp_path: Path,
) -> None:
    """Its result is in the log, but nobody can ever check it."""
    desk = RealDesk(tmp_path / "state")
    desk.to_play(E, N, mode="2")
    for seat in (E, N):
        desk.want(seat, "manage")
    real = desk.append

    def cut_before_reveal(draft: Any) -> None:
        if draft.kind == "reveal":
            raise KeyboardInterrupt
        real(draft)

    desk.append = cut_before_reveal  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        desk.wait_until(lambda: desk.stage == "hand_result")
    (vault,) = (desk.state / "vault").glob("*.vault")
    vault.unlink()
    desk = desk.pull_the_plug()
    assert voids(desk) == [(h, False) for h in range(4)]
    desk.wait_until(lambda: desk.table.in_lobby)
    report = desk.verify()
    assert report.ok, report.lines()
    assert "void indices that no operator has signed: 4" in report.remarks
    ended = next(entry.d for entry, _ in desk.entries if entry.k == "batch_end")
    assert ended == {"played": 0, "void": 4, "unused": 0}


def test_orders_that_come_too_late_or_from_nobody_change_nothing(desk: RealDesk) -> None:
    desk.to_play(E, N)
    offer = read_offer(desk.state)
    size = len(desk.entries)

    def order(key: SoftwareKey, kind: str, d: dict[str, Any], bid: str = "") -> None:
        signed = sign_order(key, offer.origin, kind, d, bid or offer.bid)
        give(desk.state, [(kind, signed)])

    good = {"h": 0, "reason": "x", "os": ""}
    order(STRANGER, "void", good)
    assert obey(desk) == 0
    order(OPERATOR, "void", good, bid="00" * 16)
    assert obey(desk) == 0
    order(OPERATOR, "void", {**good, "h": 1})
    assert obey(desk) == 1
    for changes in (
        {"noise_fault": "cleared"},
        {"noise_fault": "cleared", "after": offer.size - 1},
        {"operators": [STRANGER.verifier.vkey], "after": offer.size},
    ):
        order(OPERATOR, "config", {"changes": changes, "os": ""})
        assert obey(desk) == 0
    order(OPERATOR, "error", {"cause": "x", "os": ""})
    assert obey(desk) == 0
    for raw in (b"", b"{", b"[5]", b'[{"k":"void","d":5}]', b'[{"k":"void","d":{}}]'):
        (desk.state / FOLDER / ORDER).write_bytes(raw)
        assert obey(desk) == 0
    assert len(desk.entries) == size


@pytest.mark.slow
def test_a_noise_fault_lasts_over_a_restart_until_an_operator_clears_it(
    desk: RealDesk, key: Path
) -> None:
    class Stuck:
        name = "simulated"

        def read(self, n: int) -> bytes:
            return bytes(n)

    desk.scribe._noise = Stuck()
    desk.link(*Seat)
    desk.wait_until(lambda: desk.stage == "fault")
    desk = desk.pull_the_plug()
    assert desk.stage == "fault"
    assert desk.view(E).fault == "noise-unhealthy"
    words = ["operator", "clear-noise", "--state", str(desk.state), "--key", str(key)]
    assert main(words) == 0
    first = (desk.state / FOLDER / ORDER).read_bytes()
    assert obey(desk) == 1
    desk.settle()
    assert desk.stage == "digits"
    (desk.state / FOLDER / ORDER).write_bytes(first)
    assert obey(desk) == 0  # the same order a second time
    desk.wait_until(lambda: desk.stage == "match_result")
    report = desk.verify()
    assert report.ok, report.lines()


def test_where_there_are_operators_an_order_of_nobody_or_a_stranger_is_not_given(
    desk: RealDesk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.to_play(E, N)
    words = ["operator", "void", "--reason", "x", "--state", str(desk.state)]
    (tmp_path / "stranger").write_bytes(STRANGER.encode())
    for more in ([], ["--key", str(tmp_path / "stranger")]):
        assert main([*words, *more]) == 1
        assert capsys.readouterr().err.startswith("TBL-828 order-unsigned: ")
    assert not desk.scribe.orders.waiting


def test_without_operators_an_order_needs_no_signature_and_says_so(
    tmp_path: Path, key: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = RealDesk(tmp_path / "state")
    desk.to_play(E, N)
    words = ["operator", "void", "--reason", "x", "--state", str(desk.state)]
    assert main([*words, "--key", str(key)]) == 1
    assert "TBL-828" in capsys.readouterr().err
    assert not desk.scribe.orders.waiting
    assert main(words) == 0
    assert obey(desk) == 1
    assert voids(desk) == [(0, False)]


def test_the_running_controller_takes_an_order_that_lies_there(tmp_path: Path) -> None:
    async def scene(folder: Path) -> None:
        while not (folder / "state" / FOLDER / "open.json").exists():
            await asyncio.sleep(0.01)
        changes = {"noise_fault": "cleared", "after": read_offer(folder / "state").size}
        give(folder / "state", [("config", {"changes": changes, "os": ""})])
        while (folder / "state" / FOLDER / ORDER).exists():
            _, writer = await east(folder)  # any news wakes the loop
            await asyncio.sleep(0.01)
            writer.close()

    asyncio.run(controlled(tmp_path, Disk(), scene))
    log = Log.open(tmp_path / "state", "table.simulated", os_random)
    assert log.last("config") is not None
    log.close()


def test_who_reads_the_offer_while_the_table_writes_another_finds_the_whole_of_one(
    tmp_path: Path,
) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    orders.offer("first", 1, 2, 3)
    first = read_offer(tmp_path)
    with (tmp_path / FOLDER / "open.json").open() as reading:
        orders.offer("second", 4, 5, 6)
        assert json.load(reading)["bid"] == first.bid == "first"
    assert read_offer(tmp_path).bid == "second"
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == ["open.json"]


def test_an_order_waits_behind_those_that_were_not_taken_yet(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    give(tmp_path, [(MUTE, {"role": "seat_W", "mute": True})])
    give(tmp_path, [(MUTE, {"role": "seat_S", "mute": True})])
    assert orders.take() == [Muted("seat_W", True), Muted("seat_S", True)]
    for spoiled in ('{"k": 1}', '[{"k": "mute", "d": null}]', '[{"k": "mute", "d": 7}]', "?"):
        (tmp_path / FOLDER / ORDER).write_text(spoiled)
        assert orders.take() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_the_table_can_read_what_root_orders(tmp_path: Path) -> None:
    Orders(tmp_path, "table.simulated", ())
    os.chown(tmp_path / FOLDER, 65534, 65534)
    give(tmp_path, [(MUTE, {"role": "seat_W", "mute": True})])
    assert (tmp_path / FOLDER / ORDER).stat().st_uid == 65534


@pytest.mark.parametrize("name", ["A B", "安娜", "a+b"])
def test_a_name_that_the_configuration_refuses_makes_no_key(tmp_path: Path, name: str) -> None:
    assert main(["operator", "key", str(tmp_path / "key"), "--name", name]) == 1
    assert main(["operator", "key", str(tmp_path / "none" / "key")]) == 1
    assert not (tmp_path / "key").exists()


def test_settings_are_logged_once_and_the_clock_at_every_start(desk: RealDesk) -> None:
    again = desk.pull_the_plug().pull_the_plug()
    entries = list(again.log.entries())
    assert [e.k for e in entries].count("clock") == 3
    (config,) = [e for e in entries if e.k == "config"]
    assert config.d["changes"] == {"operators": [OPERATOR.verifier.vkey]}


def test_the_clock_says_how_far_it_can_be_trusted(tmp_path: Path) -> None:
    there, gone = tmp_path, tmp_path / "gone"
    claims = [clock.claim(*signs) for signs in ((there, there), (gone, there), (gone, gone))]
    assert [claim["src"] for claim in claims] == ["ntp", "rtc", "manual"]
    assert claims[0]["unc"] < claims[1]["unc"] < claims[2]["unc"]
    for claim in claims:
        Entry(1, 0, "clock", 0, claim).encode()
        assert claim["unix"] > 1_700_000_000_000


def test_an_operators_key_is_made_once_and_named_by_the_configuration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "key"
    assert main(["operator", "key", str(out), "--name", "bob"]) == 0
    vkey = capsys.readouterr().out.strip()
    assert vkey.startswith("operator/bob+")
    assert out.stat().st_mode & 0o777 == 0o600
    assert main(["operator", "key", str(out)]) == 1
    assert read({"trust": {"operators": [vkey]}}).operators == (vkey,)
    for bad in ("x", [5], ["x"], [vkey + "x"]):
        with pytest.raises(ConfigError, match="TBL-104"):
            read({"trust": {"operators": bad}})


def test_an_order_to_a_table_that_never_ran_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], key: Path
) -> None:
    words = ["operator", "clear-noise", "--state", str(tmp_path)]
    assert main(words) == 1
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "open.json").write_text(json.dumps({"origin": "x"}))
    assert main(words) == 1
    offer = {"origin": "x", "bid": "", "h": 0, "n": 0, "size": 0}
    (tmp_path / FOLDER / "open.json").write_text(json.dumps(offer))
    assert main(words) == 1
    assert "TBL-826" in capsys.readouterr().err
    journal = Journal(tmp_path / "journal")  # as a table that runs
    assert main([*words, "--key", str(tmp_path / "none")]) == 1
    key.write_bytes(b"nonsense")
    assert main([*words, "--key", str(key)]) == 1
    journal.close()
    assert capsys.readouterr().err.count("key-unreadable") == 2


def _make_key(verb: str, path: Path, gate: Barrier) -> bool:
    gate.wait()
    return main([verb, "key", str(path)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["operator", "audit"])
def test_of_two_who_make_a_key_at_once_in_one_place_one_is_refused(
    tmp_path: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with ThreadPoolExecutor(2) as both:
        for number in range(20):
            gate, path = Barrier(2), tmp_path / str(number)
            made = [both.submit(_make_key, verb, path, gate) for _ in range(2)]
            assert sorted(each.result() for each in made) == [False, True]
            said = capsys.readouterr()
            assert len(said.out.split()) == 1
            assert "TBL-802" in said.err
            assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("verb", ["operator", "audit"])
def test_a_key_that_the_medium_did_not_take_leaves_no_half_of_one(
    tmp_path: Path, verb: str, mocker: MockerFixture
) -> None:
    mocker.patch("os.fsync", side_effect=OSError(28, "No space left on device"))
    assert main([verb, "key", str(tmp_path / "key")]) == 1
    assert not (tmp_path / "key").exists()


@pytest.mark.slow
def test_no_order_is_lost_where_two_are_given_at_once(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    taken: list[Ordered | Muted] = []
    wanted = [(MUTE, {"role": f"seat_{n}", "mute": True}) for n in range(24)]
    with ThreadPoolExecutor(4) as several:
        given = [several.submit(give, tmp_path, [order]) for order in wanted]
        while not all(each.done() for each in given):
            if orders.waiting:
                taken += orders.take()
    for each in given:
        each.result()
    taken += orders.take() if orders.waiting else []
    roles = sorted(order.role for order in taken if isinstance(order, Muted))
    assert roles == sorted(f"seat_{n}" for n in range(24))  # each once


def test_a_table_does_not_wait_for_whoever_gives_an_order(tmp_path: Path) -> None:
    orders = Orders(tmp_path, "table.simulated", ())
    give(tmp_path, [(MUTE, {"role": "seat_W", "mute": True})])
    fd = os.open(tmp_path / FOLDER, os.O_RDONLY)
    fcntl.flock(fd, fcntl.LOCK_EX)
    assert orders.take() == []
    assert orders.waiting
    os.close(fd)
    assert orders.take() == [Muted("seat_W", True)]

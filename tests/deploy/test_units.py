"""systemd itself judges our units on a staged tree. Without systemd-analyze these tests fail."""

import re
from pathlib import Path

import pytest

from tests.deploy.conftest import CHECKOUT, run
from tests.system.running import RESTARTED

EXPOSURE = 2.0
UPLOADS = ("table-upload.service", "table-upload-server.service")
SERVICES = ("table-controller.service", "table-seat@east.service", *UPLOADS)
UNITS = (*SERVICES, "table-upload.timer", "table-upload-server.timer")


def unit(name: str) -> str:
    return (CHECKOUT / "systemd" / name).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_no_fault_in_a_unit(machine: Path, name: str) -> None:
    ran = run(
        "systemd-analyze",
        "verify",
        f"--root={machine}",
        "--man=no",
        "--recursive-errors=no",
        name,
        cwd=machine / "etc/systemd/system",
    )
    assert (ran.returncode, ran.stdout) == (0, "")


def test_systemd_does_find_a_fault_where_there_is_one(machine: Path) -> None:
    broken = machine / "etc/systemd/system/broken.service"
    broken.write_text("[Service]\nExecStart=/opt/table-firmware/nowhere\nRestart=alway\n")
    ran = run(
        "systemd-analyze",
        "verify",
        f"--root={machine}",
        "--man=no",
        "--recursive-errors=no",
        broken.name,
        cwd=broken.parent,
    )
    broken.unlink()
    assert "is not executable" in ran.stdout
    assert "alway" in ran.stdout


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_exposed_by_no_more_than_two_points(machine: Path, name: str) -> None:
    ran = run(
        "systemd-analyze",
        "security",
        "--offline=true",
        f"--root={machine}",
        f"--threshold={int(EXPOSURE * 10)}",
        name.replace("@east", "@"),
    )
    found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", ran.stdout)
    assert ran.returncode == 0, ran.stdout
    assert found is not None, ran.stdout
    assert float(found[1]) <= EXPOSURE


def test_the_controller_has_no_network_and_a_watchdog() -> None:
    lines = unit("table-controller.service").splitlines()
    assert "RestrictAddressFamilies=AF_UNIX" in lines
    assert "PrivateNetwork=yes" in lines
    assert "Type=notify" in lines
    assert any(line.startswith("WatchdogSec=") for line in lines)


def test_the_controller_may_give_each_seat_its_socket() -> None:
    # chown is among the privileged calls that the line before takes away.
    filters = [
        line
        for line in unit("table-controller.service").splitlines()
        if "SystemCallFilter=" in line
    ]
    assert filters.index("SystemCallFilter=@chown") > filters.index(
        "SystemCallFilter=~@privileged @resources"
    )


def test_each_seat_has_a_user_of_its_own_and_no_seat_is_in_the_group_of_another() -> None:
    lines = [line.split() for line in unit("table.sysusers").splitlines()]
    users = {words[1] for words in lines if words[:1] == ["u"]}
    members = {(words[1], words[2]) for words in lines if words[:1] == ["m"]}
    seats = {f"table-seat-{name}" for name in ("east", "north", "west", "south", "all")}
    assert seats < users
    assert "User=table-seat-%i" in unit("table-seat@.service").splitlines()
    assert {user for user, group in members if group in seats} == {"table"}
    assert not {user for user, group in members if group in ("input", "table")}


def test_a_table_never_stops_trying() -> None:
    for name in ("table-controller.service", "table-seat@.service"):
        assert "Restart=always" in unit(name).splitlines()
        assert "StartLimitIntervalSec=0" in unit(name).splitlines()


def test_a_seat_is_started_again_at_once() -> None:
    (waits,) = (
        line.removeprefix("RestartSec=").removesuffix("ms")
        for line in unit("table-seat@.service").splitlines()
        if line.startswith("RestartSec=")
    )
    assert int(waits) == 1000 * RESTARTED


@pytest.mark.parametrize("name", UPLOADS)
def test_an_upload_cannot_see_keys_hidden_cards_or_secrets(name: str) -> None:
    hidden = {
        Path(word.removeprefix("-")).name
        for line in unit(name).splitlines()
        if line.startswith("InaccessiblePaths=")
        for word in line.partition("=")[2].split()
    }
    assert hidden == {"keys", "private", "vault", "journal"}


@pytest.mark.parametrize("name", UPLOADS)
def test_an_upload_can_keep_what_was_confirmed(name: str) -> None:
    (writable,) = [line for line in unit(name).splitlines() if line.startswith("ReadWritePaths=")]
    assert "/var/lib/table-firmware/acks" in writable
    (folder,) = [line for line in unit("table.tmpfiles").splitlines() if "/acks " in line]
    assert folder.split()[2:5] == ["2750", "upload", "table"]


def test_only_the_upload_to_a_server_has_a_network_and_it_opens_no_port() -> None:
    for name in SERVICES:
        lines = unit(name.replace("@east", "@")).splitlines()
        assert ("PrivateNetwork=yes" in lines) == (name != "table-upload-server.service")
    assert "SocketBindDeny=any" in unit("table-upload-server.service").splitlines()


def test_the_token_is_lent_to_the_upload_and_stands_in_no_unit_or_environment() -> None:
    lines = unit("table-upload-server.service").splitlines()
    assert "LoadCredential=token:/etc/table-firmware/upload-token" in lines
    (start,) = [line for line in lines if line.startswith("ExecStart=")]
    assert start.endswith("--config %d/table.toml --ca %d/ca.pem --token-file %d/token")
    assert not [line for line in lines if line.startswith(("Environment", "PassEnvironment"))]

"""The installer, on a staged tree: what it would do, what it does, and that it can be undone."""

import hashlib
import os
import re
import shutil
import stat
import tomllib
from pathlib import Path

import pytest

from tests.deploy.conftest import CHECKOUT, Install, run

pytestmark = pytest.mark.slow

UNITS = "etc/systemd/system"
CONFIG = "etc/table-firmware"
AGAIN = "opt/table-firmware/bin/install-again"
INSTALLED = "opt/table-firmware/installed"
EXPECTED = (
    "opt/table-firmware/bin/seat-screen",
    "opt/table-firmware/bin/install-again",
    "opt/table-firmware/installed",
    "opt/table-firmware/docs/table.toml",
    "usr/local/bin/tablectl",
    "opt/table-firmware/docs/install.md",
    "opt/table-firmware/docs/install.zh-CN.md",
    "opt/table-firmware/docs/hardware.md",
    "opt/table-firmware/docs/hardware.zh-CN.md",
    "opt/table-firmware/docs/technician.md",
    "opt/table-firmware/docs/technician.zh-CN.md",
    "opt/table-firmware/docs/faults.md",
    "opt/table-firmware/docs/faults.zh-CN.md",
    "opt/table-firmware/docs/serial-protocol.md",
    "opt/table-firmware/docs/serial-protocol.zh-CN.md",
    "opt/table-firmware/docs/adr/0012-who-puts-a-random-source-back-in-use.md",
    f"{UNITS}/table-controller.service",
    f"{UNITS}/table-seat@.service",
    f"{UNITS}/table-upload.service",
    f"{UNITS}/table-upload.timer",
    f"{UNITS}/table-upload-server.service",
    f"{UNITS}/table-upload-server.timer",
    f"{UNITS}/multi-user.target.wants/table-controller.service",
    f"{UNITS}/timers.target.wants/table-upload.timer",
    f"{UNITS}/timers.target.wants/table-upload-server.timer",
    "etc/udev/rules.d/70-table-firmware.rules",
    "etc/udev/rules.d/71-table-panels.rules",
    "usr/lib/sysusers.d/table-firmware.conf",
    "usr/lib/tmpfiles.d/table-firmware.conf",
    f"{CONFIG}/table.toml",
    f"{CONFIG}/seat-east.env",
    f"{CONFIG}/seat-south.env",
)


def picture(root: Path) -> dict[str, tuple[int, float, str]]:
    """Every path with its mode, its time of change and what it holds."""
    return {
        str(path.relative_to(root)): (path.lstat().st_mode, path.lstat().st_mtime, content(path))
        for path in sorted(root.rglob("*"))
    }


def content(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def linked(root: Path) -> set[str]:
    return {path.name for path in (root / UNITS / "multi-user.target.wants").iterdir()}


def test_a_dry_run_lists_every_step_and_changes_nothing(install: Install, stage: Path) -> None:
    ran = install("--dry-run")
    assert ran.returncode == 0, ran.stdout
    assert not stage.exists()
    for path in EXPECTED:
        assert f"/{path}" in ran.stdout, path
    for step in ("systemd-sysusers", "table-seat@west.service", "nothing was changed"):
        assert step in ran.stdout


def test_a_dry_run_on_this_machine_names_the_environment_and_the_services() -> None:
    here = Path("/opt/table-firmware")
    before = picture(here)
    ran = run("deploy/install.sh", "--dry-run", "--gpio", "none", "--origin", "table.dry-run")
    assert ran.returncode == 0, ran.stdout
    for step in ("-m venv /opt/table-firmware/releases/", "daemon-reload", "udevadm trigger"):
        assert step in ran.stdout
    assert picture(here) == before


def test_a_dry_run_names_neither_parts_of_the_script_nor_passing_files(install: Install) -> None:
    script = (CHECKOUT / "deploy/install.sh").read_text()
    parts = re.findall(r"^([a-z]+_[a-z_]+)\(\) \{", script, re.MULTILINE)
    assert "make_release" in parts
    here = run("deploy/install.sh", "--dry-run", "--gpio", "none", "--origin", "table.dry-run")
    for shown in (install("--dry-run").stdout, here.stdout):
        assert not [part for part in parts if re.search(rf"\b{part}\b", shown)]
        assert "/tmp." not in shown


def test_a_wrong_option_is_named(install: Install) -> None:
    ran = install("--nonsense")
    assert ran.returncode == 2
    assert "--nonsense: 没有这个选项 / there is no such option" in ran.stdout


@pytest.mark.parametrize("option", ["--seats", "--origin", "--gpio", "--root"])
@pytest.mark.parametrize("instead", [("--dry-run",), ("",), ()], ids=["option", "empty", "none"])
def test_an_option_without_its_value_does_not_take_the_next_one_and_installs_nothing(
    install: Install, stage: Path, option: str, instead: tuple[str, ...]
) -> None:
    ran = install(option, *instead)
    assert ran.returncode == 2
    assert f"{option}: 缺少参数 / needs a value" in ran.stdout
    assert not stage.exists()


@pytest.mark.parametrize("name", ["club 7", "club+7", "桌.simulated", 'a"b', "x" * 65])
def test_a_name_that_no_configuration_may_hold_is_refused_before_anything_is_done(
    install: Install, stage: Path, name: str
) -> None:
    ran = install("--origin", name)
    assert ran.returncode == 2
    assert "--origin: 应为 1 到 64 个" in ran.stdout
    assert not stage.exists()


def test_no_link_of_the_installed_manual_is_dead(install: Install, stage: Path) -> None:
    """But for those to the web; a link to a folder's page counts as one to the page."""
    install()
    docs = stage / "opt/table-firmware/docs"
    for page in docs.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            assert "://" in link or (page.parent / link).is_file(), (page.name, link)


def test_installing_puts_every_file_and_says_so_in_both_languages(
    install: Install, stage: Path
) -> None:
    ran = install()
    assert ran.returncode == 0, ran.stdout
    for path in EXPECTED:
        assert os.path.lexists(stage / path), path
    assert "写入 /etc/table-firmware/table.toml / writing" in ran.stdout
    assert ran.stdout.rstrip().endswith("完成 / done")
    assert os.access(stage / EXPECTED[0], os.X_OK)


def test_a_second_run_changes_nothing(install: Install, stage: Path) -> None:
    install()
    before = picture(stage)
    ran = install()
    assert ran.stdout == "[install] 无需更改 / nothing to do\n"
    assert picture(stage) == before


def test_the_configuration_is_never_overwritten_but_a_unit_is_renewed(
    install: Install, stage: Path
) -> None:
    install()
    config, panels = stage / CONFIG / "table.toml", stage / "etc/udev/rules.d/71-table-panels.rules"
    unit = stage / UNITS / "table-controller.service"
    for path in (config, panels, unit):
        path.write_text("# mine\n")
    install("--origin", "other.simulated")
    assert config.read_text() == panels.read_text() == "# mine\n"
    assert unit.read_bytes() == (CHECKOUT / "systemd/table-controller.service").read_bytes()


def test_uninstalling_removes_all_but_records_configuration_and_users(
    install: Install, stage: Path
) -> None:
    install()
    record = stage / "var/lib/table-firmware/exports/match-1/checkpoint"
    record.parent.mkdir(parents=True)
    record.write_text("kept")
    ran = install("--uninstall")
    assert ran.returncode == 0, ran.stdout
    left = {str(path.relative_to(stage)) for path in stage.rglob("*") if not path.is_dir()}
    assert {path for path in left if not path.startswith(("etc/table-firmware/", "var/"))} <= {
        "etc/passwd",
        "etc/group",
        "etc/shadow",
        "etc/gshadow",
        "etc/.pwd.lock",
        "etc/udev/rules.d/71-table-panels.rules",
    }
    assert record.read_text() == "kept"
    assert (stage / CONFIG / "table.toml").exists()
    assert not (stage / "opt/table-firmware").exists()


def test_uninstalling_twice_does_nothing_the_second_time(install: Install, stage: Path) -> None:
    install()
    install("--uninstall")
    before = picture(stage)
    assert "nothing to do" in install("--uninstall").stdout
    assert picture(stage) == before


def test_a_purge_removes_records_and_configuration_too(install: Install, stage: Path) -> None:
    install()
    install("--uninstall", "--purge")
    left = {path.name for path in stage.rglob("*") if not path.is_dir()}
    assert left <= {"passwd", "group", "shadow", "gshadow", ".pwd.lock"}


def test_a_purge_needs_to_be_an_uninstall(install: Install, stage: Path) -> None:
    assert install("--purge").returncode == 2
    assert not stage.exists()


def test_only_the_seats_that_were_named_get_a_screen(install: Install, stage: Path) -> None:
    install("--seats", "E,W")
    assert linked(stage) == {
        "table-controller.service",
        "table-seat@east.service",
        "table-seat@west.service",
    }
    assert not (stage / CONFIG / "seat-north.env").exists()


def test_a_seat_that_is_no_longer_named_loses_its_screen(install: Install, stage: Path) -> None:
    install()
    install("--seats", "S")
    assert linked(stage) == {"table-controller.service", "table-seat@south.service"}


def test_one_screen_for_four_seats_is_one_service_that_may_use_every_socket(
    install: Install, stage: Path
) -> None:
    install("--one-screen")
    assert linked(stage) == {"table-controller.service", "table-seat@all.service"}
    assert "SEATS=E,S,W,N\n" in (stage / CONFIG / "seat-all.env").read_text()
    seats = tomllib.loads((stage / CONFIG / "table.toml").read_text())["seats"]
    assert len({seat["uid"] for seat in seats.values()}) == 1


def test_installing_again_is_one_command_that_knows_the_checkout_and_the_options(
    install: Install, stage: Path
) -> None:
    install("--one-screen", "--gpio", "pi5")
    before = picture(stage)
    unit = stage / UNITS / "table-controller.service"
    unit.unlink()
    ran = run(stage / AGAIN, "--root", stage, cwd=stage)
    assert ran.returncode == 0, ran.stdout
    assert linked(stage) == {"table-controller.service", "table-seat@all.service"}
    assert {path: told[2] for path, told in picture(stage).items()} == {
        path: told[2] for path, told in before.items()
    }
    assert (stage / INSTALLED).read_text() == f"{CHECKOUT}\n--seats all --gpio pi5\n"


def test_an_option_given_to_installing_again_is_kept_for_the_next_time(
    install: Install, stage: Path
) -> None:
    install("--seats", "E W")
    ran = run(stage / AGAIN, "--gpio", "pi4", "--root", stage, cwd=stage)
    assert ran.returncode == 0, ran.stdout
    assert (stage / INSTALLED).read_text() == f"{CHECKOUT}\n--seats E,W --gpio pi4\n"


def test_a_checkout_that_has_moved_is_named(tmp_path: Path, stage: Path) -> None:
    checkout = tmp_path / "it's $HOME; here"
    for part in ("deploy", "systemd", "docs"):
        shutil.copytree(CHECKOUT / part, checkout / part)
    assert run("deploy/install.sh", "--root", stage, cwd=checkout).returncode == 0
    assert run(stage / AGAIN, "--root", stage, cwd=stage).returncode == 0
    checkout.rename(tmp_path / "elsewhere")
    ran = run(stage / AGAIN, "--root", stage, cwd=stage)
    assert ran.returncode == 2
    assert f"源码目录不在了，请重新取得，再运行其中的 deploy/install.sh：{checkout}" in ran.stdout
    assert f"the checkout is gone: get it again and run deploy/install.sh in it: {checkout}" in (
        ran.stdout
    )


def test_every_installed_file_that_a_remedy_or_a_step_names_is_there(
    install: Install, stage: Path
) -> None:
    install()
    service = CHECKOUT / "table_firmware/service"
    told = "".join(
        (service / name).read_text("utf-8") for name in ("faults.toml", "acceptance.toml")
    )
    named = set(re.findall(r"/(opt/table-firmware/[A-Za-z./-]+)", told))
    assert AGAIN in named
    assert [path for path in sorted(named) if not (stage / path).is_file()] == []
    # Who reads a remedy at the table does not know where the checkout lies.
    assert not re.search(r"(?<![/a-z])(deploy|docs)/", told)


def test_a_program_of_another_that_is_called_tablectl_stays(install: Install, stage: Path) -> None:
    other = stage / "usr/local/bin/tablectl"
    other.parent.mkdir(parents=True)
    other.write_text("#!/bin/sh\n")
    install()
    install("--uninstall")
    assert other.read_text() == "#!/bin/sh\n"


def test_each_seat_s_socket_is_given_to_that_seat_s_user(install: Install, stage: Path) -> None:
    install()
    ids = {
        words[0]: (int(words[2]), int(words[3]))
        for words in (line.split(":") for line in (stage / "etc/passwd").read_text().splitlines())
    }
    seats = tomllib.loads((stage / CONFIG / "table.toml").read_text())["seats"]
    names = {"E": "east", "N": "north", "W": "west", "S": "south"}
    assert {seat: (given["uid"], given["gid"]) for seat, given in seats.items()} == {
        seat: ids[f"table-seat-{name}"] for seat, name in names.items()
    }
    assert len({given["uid"] for given in seats.values()}) == 4


def test_a_desk_without_a_generator_says_simulated_in_its_name(
    install: Install, stage: Path
) -> None:
    install("--origin", "table.club-7", "--gpio", "none")
    config = tomllib.loads((stage / CONFIG / "table.toml").read_text())
    assert config["table"]["origin"] == "table.club-7.simulated"
    assert config["noise"]["source"] == "simulated"


def test_a_raspberry_uses_its_generator_and_the_plain_name(install: Install, stage: Path) -> None:
    install("--origin", "table.club-7", "--gpio", "pi5")
    config = tomllib.loads((stage / CONFIG / "table.toml").read_text())
    assert config["table"]["origin"] == "table.club-7"
    assert config["noise"]["source"] == "hwrng"


def test_the_configuration_is_not_for_everybody_to_read(install: Install, stage: Path) -> None:
    install()
    assert stat.S_IMODE((stage / CONFIG / "table.toml").stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "options", [["--seats", "Q"], ["--seats", ""], ["--seats"], ["--gpio", "pi3"], ["--sing"]]
)
def test_an_option_that_cannot_be_is_refused_before_anything_is_done(
    install: Install, stage: Path, options: list[str]
) -> None:
    ran = install(*options)
    assert ran.returncode != 0
    assert not stage.exists()


SCRIPTS = [*CHECKOUT.glob("deploy/*.sh"), *CHECKOUT.glob("tests/gpio_sim/*.sh")]


@pytest.mark.parametrize("script", sorted(str(path.relative_to(CHECKOUT)) for path in SCRIPTS))
def test_shellcheck_finds_nothing_in_a_script(script: str) -> None:
    ran = run("shellcheck", script)
    assert (ran.returncode, ran.stdout) == (0, "")


@pytest.mark.parametrize("page", ["docs/install.md", "docs/install.zh-CN.md"])
def test_the_manual_names_every_option_of_the_installer(page: str) -> None:
    text = (CHECKOUT / page).read_text("utf-8")
    options = re.findall(r"(?m)^  (--[a-z-]+)", run("deploy/install.sh", "--help").stdout)
    assert len(options) > 8
    assert [option for option in options if option not in text] == []

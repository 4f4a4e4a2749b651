"""The configuration file: strict, and helpful when it is wrong."""

import re
from pathlib import Path

import pytest

from table_firmware.config import Config, ConfigError, Play, SeatUser, Timers, load, read
from table_firmware.rules.cards import Seat


def written(folder: Path, text: str) -> Path:
    path = folder / "table.toml"
    path.write_text(text, "utf-8")
    return path


def test_an_empty_file_is_a_desk_table_on_the_simulated_board(tmp_path: Path) -> None:
    config = load(written(tmp_path, ""))
    assert config == Config()
    assert config.board == {"name": "sim"}
    assert "simulated" in config.origin


def test_everything_can_be_set(tmp_path: Path) -> None:
    config = load(
        written(
            tmp_path,
            """
            [table]
            origin = "club.example/table-7"
            state = "/var/lib/table-firmware"
            run = "/run/table-firmware"
            [match]
            mode = "4"
            modes = ["4", "2"]
            house_after = 20
            auto_manage_after = 0
            leave = 30
            settle = 90
            [timers]
            play = 0
            exchange = 25
            show = 5
            house = 0.1
            [options]
            abnormal_rule = "play_on"
            [board]
            name = "rpi_gpio"
            pull = "up"
            [noise]
            source = "hwrng"
            [seats]
            E = { uid = 990, gid = 991 }
            """,
        )
    )
    assert config == Config(
        origin="club.example/table-7",
        state=Path("/var/lib/table-firmware"),
        run=Path("/run/table-firmware"),
        play=Play(
            mode="4",
            modes=("2", "4"),
            house_after=20_000,
            auto_manage_after=0,
            leave=30_000,
            options={"abnormal_rule": "play_on"},
            timers=Timers(play=0, exchange=25_000, house=100),
        ),
        board={"name": "rpi_gpio", "pull": "up"},
        noise="hwrng",
        seats={Seat.E: SeatUser(990, 991)},
    )


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("[table", "TBL-102", ["TOML"]),
        ("[tabel]", "TBL-103", ["tabel", "table, match"]),
        ("[timers]\nplays = 30", "TBL-103", ["timers.plays = 30", "play, exchange"]),
        ("[timers]\nplay = 5", "TBL-104", ["timers.play = 5", "0 or 10–60 seconds"]),
        ("[timers]\nplay = '30'", "TBL-104", ["timers.play = '30'"]),
        ("[timers]\nplay = true", "TBL-104", ["timers.play = True"]),
        ("[timers]\nexchange = 26", "TBL-104", ["10–25"]),
        ("[timers]\nshow = nan", "TBL-104", ["timers.show"]),
        ("[timers]\nclaim = 2", "TBL-104", ["timers.claim", "3–30"]),
        ("timers = 5", "TBL-104", ["timers = 5", "section"]),
        ("[match]\nmode = '5'", "TBL-104", ["match.mode", "1A, 1B, 2, 3, 4"]),
        ("[match]\nmode = '4'\nmodes = ['2']", "TBL-104", ["match.mode = '4'", "match.modes"]),
        ("[match]\nmodes = []", "TBL-104", ["match.modes"]),
        ("[match]\nauto_manage_after = 1.5", "TBL-104", ["auto_manage_after"]),
        ("[match]\ngame = 'bridge'", "TBL-104", ["chinpok"]),
        ("[options]\nexchange = false", "TBL-105", ["exchange", "第六条"]),
        ("[options]\nluck = 1", "TBL-105", ["luck"]),
        ("[match]\nmode = 'U'", "TBL-105", ["match.mode = 'U'", "options.upgrade_mode = true"]),
        ("[match]\nmodes = ['2', 'U']", "TBL-105", ["match.modes", "upgrade_mode = true"]),
        ("[options]\nupgrade_mode = 1", "TBL-105", ["upgrade_mode = 1", "False, True"]),
        ("[table]\norigin = 'club.example'", "TBL-106", ["club.example", "simulated"]),
        ("[table]\norigin = 'a simulated b'", "TBL-104", ["table.origin"]),
        ("[table]\nstate = 7", "TBL-104", ["table.state = 7"]),
        ("[seats]\nX = {}", "TBL-103", ["seats.X"]),
        ("[seats]\nE = { user = 1 }", "TBL-103", ["E.user"]),
        ("[seats]\nE = { uid = -1 }", "TBL-104", ["E.uid = -1"]),
        ("[seats]\nE = 990", "TBL-104", ["E = 990"]),
        ("[noise]\nsource = 'dice'", "TBL-104", ["simulated, hwrng, serial"]),
        ("[table]\norigin = 'a'\n[noise]\nsource = 'serial'", "TBL-104", ["noise.port"]),
        ("[noise]\nport = '/dev/ttyACM0'", "TBL-104", ["noise.port", "simulated"]),
    ],
)
def test_a_mistake_is_named_with_file_key_value_and_remedy_in_two_languages(
    tmp_path: Path, text: str, code: str, words: list[str]
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load(path)
    message = str(caught.value)
    assert caught.value.code == code
    assert message.startswith(f"{code} {path}")
    assert all(word in message for word in words)
    assert any("\u4e00" <= letter <= "\u9fff" for letter in message)


@pytest.mark.parametrize(
    ("match", "modes"),
    [
        ("", ("1A", "1B", "2", "3", "4", "U")),
        ("[match]\nmodes = ['4', '2']", ("2", "4", "U")),
        ("[match]\nmode = 'U'\nmodes = ['U']", ("U",)),
        ("[guard]\nminors = true", ("1A", "1B", "2", "U")),
    ],
)
def test_one_switch_adds_levels_to_the_modes_that_are_offered(
    tmp_path: Path, match: str, modes: tuple[str, ...]
) -> None:
    config = load(written(tmp_path, f"{match}\n[options]\nupgrade_mode = true"))
    assert config.play.modes == modes


def test_a_serial_generator_is_named_by_its_port(tmp_path: Path) -> None:
    text = "[table]\norigin = 'club.example'\n[noise]\nsource = 'serial'\nport = '/dev/table/noise'"
    config = load(written(tmp_path, text))
    assert (config.noise, config.noise_port) == ("serial", Path("/dev/table/noise"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path / "none.toml")
    assert caught.value.code == "TBL-101"
    assert "none.toml" in str(caught.value)


def test_a_file_that_is_not_text_is_no_configuration(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert caught.value.code == "TBL-102"


def test_the_file_that_is_installed_shows_the_defaults() -> None:
    shipped = load(Path(__file__).parents[2] / "deploy" / "table.toml")
    assert shipped.play == Config().play
    assert shipped.origin == Config().origin
    assert shipped.noise == Config().noise


def test_a_key_that_nothing_can_be_sealed_for_is_refused() -> None:
    for low in (bytes(32), b"\x01" + bytes(31)):
        with pytest.raises(ConfigError, match="TBL-104"):
            read({"match": {"reveal_at": "audit"}, "trust": {"audit_key": low.hex()}})


def test_nothing_draws_chance_but_the_door_of_entropy() -> None:
    """Not even to check a setting: `read_audit_key` tries keys with one that everybody knows."""
    drawing = re.compile(r"\.generate(_private_key)?\(|urandom|getrandom\(|uuid4\(|token_bytes")
    root = Path(__file__).parents[2]
    rooms = (root / room for room in ("table_firmware", "hal", "ui_kiosk"))
    modules = (path for room in rooms for path in room.rglob("*.py"))
    found = [path.name for path in modules if drawing.search(path.read_text("utf-8"))]
    assert found == ["entropy.py"]


def test_an_editor_may_put_a_byte_order_mark_first(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"\xef\xbb\xbf[table]\nstate = 'here'\n")
    assert load(path).state == Path("here")


@pytest.mark.parametrize("key", ["state", "run"])
def test_a_path_that_no_file_can_have_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(ConfigError, match="TBL-104"):
        load(written(tmp_path, f'[table]\n{key} = "a\\u0000b"\n'))

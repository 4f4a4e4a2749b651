"""One strict TOML file -> frozen values. Everything has a default, and the defaults make a desk
table on the simulated board.

Whatever is wrong ends in `ConfigError`, which names file, key, value and remedy in Chinese and
English. Nothing is guessed and nothing unknown is passed over: a mistyped key must not leave a
table running on a default that nobody chose.
"""

import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from table_firmware.config import hardware, play, records
from table_firmware.config.hardware import SERIAL, SIMULATED, SeatUser, read_seats
from table_firmware.config.keys import ConfigError, Key, raw, refuse_unknown, section
from table_firmware.config.modes import read_play, refuse_adults
from table_firmware.config.play import Guard, Play
from table_firmware.config.records import Upload, read_beacon
from table_firmware.rules.cards import Seat

__all__ = ["Config", "ConfigError", "load", "read"]

_KEYS: Final[Mapping[str, Mapping[str, Key]]] = {
    "table": hardware.TABLE,
    **play.KEYS,
    "noise": hardware.NOISE,
    **records.KEYS,
}
_SECTIONS: Final = (*_KEYS, "options", "board", "seats")


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration. `board` is handed to the board module, which checks it itself.
    `noise_port` is there if, and only if, `noise` is `serial`."""

    origin: str = "table.desk.simulated"
    state: Path = Path("table-state")
    run: Path = Path("table-run")
    play: Play = field(default_factory=Play)
    board: Mapping[str, Any] = field(default_factory=lambda: {"name": "sim"})
    noise: str = SIMULATED
    noise_port: Path | None = None
    seats: Mapping[Seat, SeatUser] = field(default_factory=dict)
    operators: tuple[str, ...] = ()
    """Verifier keys of those who may void a hand and change the table (`ledger.operators`)."""
    audit_key: bytes = b""
    """X25519 key that reveals are sealed for, with `reveal_at` audit."""
    tpm: str = ""
    """A TPM that signs too and counts the starts, as tpm2-tools name it; empty: none."""
    beacon: tuple[int, int] | None = None
    """Genesis and period in seconds of a public beacon that players may add (`deal1` §4)."""
    upload: Upload = field(default_factory=Upload)


def load(path: Path) -> Config:
    """The configuration in the file at `path`. Raises `ConfigError`."""
    try:
        plain = tomllib.loads(path.read_bytes().removeprefix(BOM_UTF8).decode("utf-8"))
    except OSError as error:
        raise ConfigError(
            "TBL-101",
            f"{path}: {error.strerror}",
            "无法读取配置文件：请检查路径和权限",
            "the configuration cannot be read: check its path and permissions",
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            "TBL-102",
            f"{path}: {error}",
            "配置文件不是有效的 TOML：请改正所指的行",
            "the configuration is not valid TOML: correct the line named above",
        ) from None
    return read(plain, str(path))


def read(plain: Mapping[str, Any], file: str = "config") -> Config:
    """The configuration from parsed TOML; `file` stands in errors. Raises `ConfigError`."""
    refuse_unknown(plain, _SECTIONS, file, "")
    got = {name: section(plain, name, keys, file) for name, keys in _KEYS.items()}
    guard = Guard(**got["guard"])
    if guard.minors:
        refuse_adults(got["match"], file)
    match, options = {**got["match"], "guard": guard}, raw(plain, "options", file)
    board = raw(plain, "board", file) or {"name": "sim"}
    noise = got["noise"].get("source", SIMULATED)
    config = Config(
        **got["table"],
        **got["trust"],
        play=read_play(match, got["timers"], options, file),
        board=board,
        noise=noise,
        beacon=read_beacon(got["beacon"], file),
        upload=Upload(**got["upload"]),
        noise_port=got["noise"].get("port"),
        seats=read_seats(plain, file),
    )
    _check_origin(config, file)
    _check_noise(config, file)
    _check_audit(config, file)
    return config


def _check_audit(config: Config, name: str) -> None:
    if (config.play.reveal_at == "audit") != bool(config.audit_key):
        raise ConfigError(
            "TBL-104",
            f"{name}: match.reveal_at = {config.play.reveal_at!r}",
            "audit 与 trust.audit_key 必须同时使用",
            "audit and trust.audit_key belong together",
        )


def _check_origin(config: Config, name: str) -> None:
    if config.noise == SIMULATED and SIMULATED not in config.origin:
        raise ConfigError(
            "TBL-106",
            f"{name}: table.origin = {config.origin!r}",
            "使用模拟随机源时，名称必须含有 simulated，使每份承诺和凭证都写明",
            "with the simulated noise source the origin must contain 'simulated', so that every"
            " commitment and receipt says so",
        )


def _check_noise(config: Config, name: str) -> None:
    if (config.noise == SERIAL) != (config.noise_port is not None):
        raise ConfigError(
            "TBL-104",
            f"{name}: noise.source = {config.noise!r}, noise.port = {config.noise_port}",
            "source 为 serial 时须写 port，否则不得写",
            "port is needed with source serial, and must not be written otherwise",
        )

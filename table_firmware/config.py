"""One strict TOML file -> frozen values. Everything has a default, and the defaults make a desk
table on the simulated board.

Whatever is wrong ends in `ConfigError`, which names file, key, value and remedy in Chinese and
English. Nothing is guessed and nothing unknown is passed over: a mistyped key must not leave a
table running on a default that nobody chose.
"""

import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from table_firmware.rules.cards import Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.match import MODES as RULES
from table_firmware.trust import read_audit_key, read_operators, read_text

MODES: Final = tuple(RULES)
USUAL: Final = tuple(key for key, mode in RULES.items() if not mode.levels)
"""The modes that are offered where nothing else is said, as far as the game has them."""
USUAL_GAME: Final = "chinpok"
_OFFERED: Final = tuple(GAMES[USUAL_GAME].modes(GAMES[USUAL_GAME].options({})))
SIMULATED: Final = "simulated"
SERIAL: Final = "serial"


class ConfigError(Exception):
    """The configuration cannot be used. `code` is a fault code of the catalogue."""

    def __init__(self, code: str, where: str, zh: str, en: str) -> None:
        super().__init__(f"{code} {where}\n  {zh}\n  {en}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Timers:
    """How long the table waits, in milliseconds. `play` 0: without limit (000 §37)."""

    play: int = 30_000
    exchange: int = 15_000
    show: int = 5_000
    claim: int = 8_000
    digits: int = 30_000
    cut: int = 15_000
    draw: int = 3_000
    move: int = 20_000
    result: int = 10_000
    match_result: int = 30_000
    house: int = 1_000

    def full(self, name: str) -> int:
        """The time of the clock called `name` (`rules.round.Clock`)."""
        return int(getattr(self, name))


@dataclass(frozen=True, slots=True)
class Guard:
    """How the operator protects players (000 §43). Times in milliseconds, 0 = never.

    minors: this table is open to minors, so modes 3 and 4 are not offered. remind: play in a day
    after which people are reminded. limit: play without a rest after which one is due. rest: how
    long it lasts.
    """

    minors: bool = False
    remind: int = 0
    limit: int = 0
    rest: int = 900_000


@dataclass(frozen=True, slots=True)
class Play:
    """What is played and how people come and go. Times in milliseconds.

    house_after: empty seats become house seats that long after somebody came (0 = never).
    house_players: who takes them, unless the players say otherwise: `house` or `planner`.
    auto_manage_after: so many time-outs in a row lead into 托管 (0 = never; CP-55).
    leave: a vacated sensor counts as gone after that (CP-53). settle: 000 §40.3.
    batch_hands: hands that one commitment covers; then new digits are asked (0 = the whole match).
    cuts: before each hand one player may cut the deck, seat after seat (`deal1` §5).
    pause: the longest pause that players may agree to when they call the operator (0 = none).
    hints: the smallest play is pointed out after a refusal, and on request (000 §39.2).
    options: the game's own options, as `Game.options` takes them.
    """

    game: str = USUAL_GAME
    mode: str = "2"
    modes: tuple[str, ...] = _OFFERED
    house_after: int = 0
    house_players: str = HOUSE_PLAYERS[0]
    auto_manage_after: int = 3
    leave: int = 20_000
    settle: int = 90_000
    batch_hands: int = 0
    cuts: bool = False
    pause: int = 600_000
    hints: bool = True
    guard: Guard = Guard()
    options: Mapping[str, Any] = field(default_factory=dict)
    timers: Timers = Timers()
    reveal_at: str = "hand"


@dataclass(frozen=True, slots=True)
class SeatUser:
    """Who may open a seat's socket: user id of the peer, group id of the file; None = any."""

    uid: int | None = None
    gid: int | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """The web server that finished records go to, beside a stick or share. address: empty: none.
    ca: certificates of whom to believe. token: file of the bearer token."""

    address: str = ""
    ca: Path | None = None
    token: Path | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration. `board` is handed to the board module, which checks it itself.
    `noise_port` is there if, and only if, `noise` is `serial`."""

    origin: str = "table.desk.simulated"
    state: Path = Path("table-state")
    run: Path = Path("table-run")
    play: Play = Play()
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
    upload: Upload = Upload()


# ------------------------------------------------------------------ what a key may hold


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: `read` gives its value or raises ValueError; `zh` and `en` say what
    it may hold."""

    read: Callable[[Any], Any]
    zh: str
    en: str


def _seconds(*ranges: tuple[float, float]) -> _Key:
    def read(value: Any) -> int:
        if type(value) not in (int, float):
            raise ValueError
        if not any(low <= value <= high for low, high in ranges):
            raise ValueError
        return int(value * 1000 + 0.5)

    spans = [f"{low:g}" if low == high else f"{low:g}–{high:g}" for low, high in ranges]
    return _Key(read, f"应为 {' 或 '.join(spans)} 秒", f"expected {' or '.join(spans)} seconds")


def _whole(low: int, high: int) -> _Key:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return int(value)

    return _Key(read, f"应为 {low} 到 {high} 的整数", f"expected a whole number {low} to {high}")


def _minutes(low: int, high: int) -> _Key:
    whole = _whole(low, high)
    zh, en = f"应为 {low} 到 {high} 分钟的整数", f"expected {low} to {high} whole minutes"
    return _Key(lambda value: whole.read(value) * 60_000, zh, en)


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _one_of(*words: str) -> _Key:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    listed = ", ".join(words)
    return _Key(read, f"应为以下之一：{listed}", f"expected one of: {listed}")


def _read_origin(value: Any) -> str:
    text = isinstance(value, str) and 1 <= len(value) <= 64 and value.isascii()
    if not text or not value.isprintable() or " " in value or "+" in value:
        raise ValueError
    return str(value)


def _read_path(value: Any) -> Path:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError
    return Path(value)


def _read_modes(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value or not set(value) <= set(MODES):
        raise ValueError
    return tuple(mode for mode in MODES if mode in value)


def _read_table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


_PATH: Final = _Key(_read_path, "应为路径", "expected a path")
_ORIGIN: Final = _Key(
    _read_origin,
    "应为 1 到 64 个 ASCII 字符，不含空格和加号",
    "expected 1 to 64 ASCII characters without spaces and plus signs",
)
_MODE_LIST: Final = _Key(
    _read_modes,
    f"应为列表，取自：{', '.join(MODES)}",
    f"expected a list of some of: {', '.join(MODES)}",
)
_OPERATORS: Final = _Key(
    read_operators,
    "应为操作员公钥的列表（tablectl operator key 会显示）",
    "expected a list of operators' keys, as `tablectl operator key` shows them",
)
_AUDIT_KEY: Final = _Key(
    read_audit_key,
    "应为审计公钥（64 位十六进制）",
    "expected the audit's public key, 64 hexadecimal digits",
)
_TPM: Final = _Key(
    read_text, "应为 tpm2-tools 的 TCTI", "expected a TCTI of tpm2-tools, as device:/dev/tpmrm0"
)
_ADDRESS: Final = _Key(read_text, "应为 https:// 地址", "expected an https:// address")
_BOOL: Final = _Key(_read_bool, "应为 true 或 false", "expected true or false")
_TABLE: Final = _Key(_read_table, "应为一节", "expected a section")

_KEYS: Final[Mapping[str, Mapping[str, _Key]]] = {
    "beacon": {"genesis": _whole(0, 2**40), "period": _whole(1, 86_400)},
    "table": {"origin": _ORIGIN, "state": _PATH, "run": _PATH},
    "match": {
        "game": _one_of(*sorted(GAMES)),
        "mode": _one_of(*MODES),
        "modes": _MODE_LIST,
        "reveal_at": _one_of("hand", "match", "audit"),
        "house_after": _seconds((0, 3600)),
        "house_players": _one_of(*HOUSE_PLAYERS),
        "auto_manage_after": _whole(0, 100),
        "leave": _seconds((5, 600)),
        "settle": _seconds((30, 600)),
        "batch_hands": _whole(0, 256),
        "cuts": _BOOL,
        "pause": _minutes(0, 60),
        "hints": _BOOL,
    },
    "timers": {
        "play": _seconds((0, 0), (10, 60)),
        "exchange": _seconds((10, 25)),
        "show": _seconds((5, 15)),
        "claim": _seconds((3, 30)),
        "digits": _seconds((5, 300)),
        "cut": _seconds((5, 60)),
        "draw": _seconds((0, 30)),
        "move": _seconds((0, 120)),
        "result": _seconds((0, 120)),
        "match_result": _seconds((0, 600)),
        "house": _seconds((0, 10)),
    },
    "guard": {
        "minors": _BOOL,
        "remind": _minutes(0, 1440),
        "limit": _minutes(0, 1440),
        "rest": _minutes(1, 1440),
    },
    "noise": {"source": _one_of(SIMULATED, "hwrng", SERIAL), "port": _PATH},
    "trust": {"operators": _OPERATORS, "audit_key": _AUDIT_KEY, "tpm": _TPM},
    "upload": {"address": _ADDRESS, "ca": _PATH, "token": _PATH},
}
_SEAT_KEYS: Final = {"uid": _whole(0, 2**31 - 1), "gid": _whole(0, 2**31 - 1)}
_SECTIONS: Final = (*_KEYS, "options", "board", "seats")


# ------------------------------------------------------------------ reading the file


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


def read(plain: Mapping[str, Any], name: str = "config") -> Config:
    """The configuration from parsed TOML; `name` stands in errors. Raises `ConfigError`."""
    _refuse_unknown(plain, _SECTIONS, name, "")
    got = {section: _section(plain, section, keys, name) for section, keys in _KEYS.items()}
    guard = Guard(**got["guard"])
    if guard.minors:
        _refuse_adults(got["match"], name)
    play = _play(
        {**got["match"], "guard": guard}, got["timers"], _raw(plain, "options", name), name
    )
    board = _raw(plain, "board", name) or {"name": "sim"}
    noise = got["noise"].get("source", SIMULATED)
    config = Config(
        **got["table"],
        **got["trust"],
        play=play,
        board=board,
        noise=noise,
        beacon=_beacon(got["beacon"], name),
        upload=Upload(**got["upload"]),
        noise_port=got["noise"].get("port"),
        seats=_seats(plain, name),
    )
    _check_origin(config, name)
    _check_noise(config, name)
    _check_audit(config, name)
    return config


def _section(
    plain: Mapping[str, Any], section: str, keys: Mapping[str, _Key], name: str
) -> dict[str, Any]:
    table = _raw(plain, section, name)
    _refuse_unknown(table, keys, name, f"{section}.")
    return {key: _value(keys[key], table[key], name, f"{section}.{key}") for key in table}


def _raw(plain: Mapping[str, Any], section: str, name: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = _value(_TABLE, plain.get(section, {}), name, section)
    return table


def _value(key: _Key, value: Any, name: str, where: str) -> Any:
    try:
        return key.read(value)
    except (ValueError, TypeError):
        raise ConfigError("TBL-104", f"{name}: {where} = {value!r}", key.zh, key.en) from None


def _refuse_unknown(
    table: Mapping[str, Any], known: Mapping[str, Any] | tuple[str, ...], name: str, prefix: str
) -> None:
    for key in table:
        if key not in known:
            listed = ", ".join(known)
            raise ConfigError(
                "TBL-103",
                f"{name}: {prefix}{key} = {table[key]!r}",
                f"没有这个键：请删除或改正。可用：{listed}",
                f"there is no such key: remove or correct it. Known: {listed}",
            )


def _asked(match: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The modes under `mode` or `modes`."""
    value = match.get(key, ())
    return (value,) if isinstance(value, str) else tuple(value)


def _refuse_adults(match: Mapping[str, Any], name: str) -> None:
    """Asking for mode 3 or 4 where minors play is a mistake (000 §43.2)."""
    for key in ("mode", "modes"):
        closed = [mode for mode in _asked(match, key) if RULES[mode].adults]
        if closed:
            raise ConfigError(
                "TBL-105",
                f"{name}: match.{key} = {match[key]!r}",
                f"guard.minors = true 时不得提供模式 {closed[0]}"
                "（000 §43.2 未成年人账号不得参与任何具有排名属性的模式）",
                f"with guard.minors = true mode {closed[0]} may not be offered (000 §43.2)",
            )


def _play(
    match: Mapping[str, Any], timers: Mapping[str, Any], options: Mapping[str, Any], name: str
) -> Play:
    play = Play(**{"modes": USUAL, **match}, options=options, timers=Timers(**timers))
    open_ = _open_modes(play, name)
    if play.house_players == "planner" and not GAMES[play.game].PLANS:
        raise ConfigError(
            "TBL-105",
            f"{name}: match.house_players = 'planner'",
            "这个游戏没有陪练：请取 house",
            "there is no practice opponent for this game: choose house",
        )
    _refuse_unknown_modes(match, open_, name)
    offered = (mode for mode in open_ if mode in play.modes or mode not in USUAL)
    minors = play.guard.minors
    play = replace(play, modes=tuple(m for m in offered if not (minors and RULES[m].adults)))
    if "mode" not in match and play.mode not in open_:
        play = replace(play, mode=play.modes[0])  # another game than the usual one
    if play.mode not in play.modes:
        raise ConfigError(
            "TBL-104",
            f"{name}: match.mode = {play.mode!r}",
            f"不在 match.modes 中：请取 {', '.join(play.modes)} 之一",
            f"is not in match.modes: choose one of {', '.join(play.modes)}",
        )
    if play.reveal_at == "match" and 0 < play.batch_hands < max(RULES[m].hands for m in play.modes):
        raise ConfigError(
            "TBL-104",
            f"{name}: match.batch_hands = {play.batch_hands}",
            "reveal_at 为 match 时，一次承诺须包含全轮各局：请取 0",
            "with reveal_at match one commitment must cover the whole match: choose 0",
        )
    return play


def _open_modes(play: Play, name: str) -> tuple[str, ...]:
    """The modes that the game plays under these options."""
    game = GAMES[play.game]
    try:
        return tuple(game.modes(game.options(play.options)))
    except ValueError as error:
        raise ConfigError(
            "TBL-105",
            f"{name}: options: {error}",
            "规则选项无效：请按所述改正",
            "a rule option is not valid: correct it as said above",
        ) from None


def _refuse_unknown_modes(match: Mapping[str, Any], open_: tuple[str, ...], name: str) -> None:
    for key in ("mode", "modes"):
        if closed := [mode for mode in _asked(match, key) if mode not in open_]:
            zh, en = _closed(closed[0], open_)
            raise ConfigError("TBL-105", f"{name}: match.{key} = {match[key]!r}", zh, en)


def _closed(mode: str, open_: tuple[str, ...]) -> tuple[str, str]:
    if RULES[mode].levels and not RULES[open_[0]].points:
        return (
            f"模式 {mode} 是练习玩法：请写 options.upgrade_mode = true，或去掉它",
            f"mode {mode} is a training game: set options.upgrade_mode = true, or leave it out",
        )
    listed = ", ".join(open_)
    return (
        f"这个游戏没有模式 {mode}：请取 {listed}",
        f"this game has no mode {mode}: choose of {listed}",
    )


def _seats(plain: Mapping[str, Any], name: str) -> dict[Seat, SeatUser]:
    table = _raw(plain, "seats", name)
    _refuse_unknown(table, tuple(Seat.__members__), name, "seats.")
    return {
        Seat[seat]: SeatUser(**_section(table, seat, _SEAT_KEYS, f"{name}: seats"))
        for seat in table
    }


def _beacon(table: Mapping[str, int], name: str) -> tuple[int, int] | None:
    if table and table.keys() != {"genesis", "period"}:
        raise ConfigError(
            "TBL-104",
            f"{name}: beacon",
            "genesis 与 period 必须同时给出",
            "genesis and period belong together",
        )
    return (table["genesis"], table["period"]) if table else None


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

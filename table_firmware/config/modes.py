"""What is played must be open: to this game under its options, and to minors where they play."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from table_firmware.config.keys import ConfigError
from table_firmware.config.play import USUAL, Play, Timers
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES as RULES


def _asked(match: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The modes under `mode` or `modes`."""
    value = match.get(key, ())
    return (value,) if isinstance(value, str) else tuple(value)


def refuse_adults(match: Mapping[str, Any], name: str) -> None:
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


def read_play(
    match: Mapping[str, Any], timers: Mapping[str, Any], options: Mapping[str, Any], name: str
) -> Play:
    """What is played, from the keys that were read; `options` as the game takes them. name: of the
    file, for errors. Raises `ConfigError`."""
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

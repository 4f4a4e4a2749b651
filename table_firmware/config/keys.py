"""What a key of the file may hold, and how a section is read: strictly, with an error that says in
Chinese and English what was expected."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


class ConfigError(Exception):
    """The configuration cannot be used. `code` is a fault code of the catalogue."""

    def __init__(self, code: str, where: str, zh: str, en: str) -> None:
        super().__init__(f"{code} {where}\n  {zh}\n  {en}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file: `read` gives its value or raises ValueError; `zh` and `en` say what
    it may hold."""

    read: Callable[[Any], Any]
    zh: str
    en: str


def seconds(*ranges: tuple[float, float]) -> Key:
    """A time within one of the ranges; milliseconds."""

    def read(value: Any) -> int:
        if type(value) not in (int, float):
            raise ValueError
        if not any(low <= value <= high for low, high in ranges):
            raise ValueError
        return int(value * 1000 + 0.5)

    spans = [f"{low:g}" if low == high else f"{low:g}–{high:g}" for low, high in ranges]
    return Key(read, f"应为 {' 或 '.join(spans)} 秒", f"expected {' or '.join(spans)} seconds")


def whole(low: int, high: int) -> Key:
    """A whole number in a range."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return int(value)

    return Key(read, f"应为 {low} 到 {high} 的整数", f"expected a whole number {low} to {high}")


def minutes(low: int, high: int) -> Key:
    """Whole minutes in a range; milliseconds."""
    number = whole(low, high)
    zh, en = f"应为 {low} 到 {high} 分钟的整数", f"expected {low} to {high} whole minutes"
    return Key(lambda value: number.read(value) * 60_000, zh, en)


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def one_of(*words: str) -> Key:
    """One of the words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    listed = ", ".join(words)
    return Key(read, f"应为以下之一：{listed}", f"expected one of: {listed}")


def _read_path(value: Any) -> Path:
    if not isinstance(value, str) or not value or "\0" in value:
        raise ValueError
    return Path(value)


def _read_table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError
    return value


PATH: Final = Key(_read_path, "应为路径", "expected a path")
BOOL: Final = Key(_read_bool, "应为 true 或 false", "expected true or false")
_TABLE: Final = Key(_read_table, "应为一节", "expected a section")


def section(
    plain: Mapping[str, Any], section: str, keys: Mapping[str, Key], name: str
) -> dict[str, Any]:
    """The values of a section that has these keys and no others. name: of the file, for errors.
    Raises `ConfigError`."""
    table = raw(plain, section, name)
    refuse_unknown(table, keys, name, f"{section}.")
    return {key: _value(keys[key], table[key], name, f"{section}.{key}") for key in table}


def raw(plain: Mapping[str, Any], section: str, name: str) -> Mapping[str, Any]:
    """A section as it stands in the file; empty if it does not."""
    table: Mapping[str, Any] = _value(_TABLE, plain.get(section, {}), name, section)
    return table


def _value(key: Key, value: Any, name: str, where: str) -> Any:
    try:
        return key.read(value)
    except (ValueError, TypeError):
        raise ConfigError("TBL-104", f"{name}: {where} = {value!r}", key.zh, key.en) from None


def refuse_unknown(
    table: Mapping[str, Any], known: Mapping[str, Any] | tuple[str, ...], name: str, prefix: str
) -> None:
    """`ConfigError` if a table has a key that is not known."""
    for key in table:
        if key not in known:
            listed = ", ".join(known)
            raise ConfigError(
                "TBL-103",
                f"{name}: {prefix}{key} = {table[key]!r}",
                f"没有这个键：请删除或改正。可用：{listed}",
                f"there is no such key: remove or correct it. Known: {listed}",
            )

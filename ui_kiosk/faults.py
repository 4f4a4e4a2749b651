"""The catalogue of faults as a seat shows it. Its data lies with the service of the table; a seat
reads the data and imports nothing of it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Entry:
    """One fault in one language: its code, what happened, and what to do."""

    code: str
    text: str
    remedy: str

    def leads_to(self, manual: str) -> str:
        """What a QR code of it holds: the entry in the manual at this address, or, without one,
        the entry itself, which a phone shows without any network."""
        if manual:
            return f"{manual}#{self.code.lower()}"
        return f"{self.code}\n{self.text}\n{self.remedy}"


def entry(language: str, name: str) -> Entry | None:
    """The entry of a code or of the word that the table uses for it."""
    code = _words().get(name, name)
    known = _catalogue().get(code)
    if known is None:
        return None
    return Entry(code, known[language], known[f"remedy_{language}"])


@cache
def _catalogue() -> Mapping[str, Mapping[str, str]]:
    file = files("table_firmware").joinpath("service", "faults.toml")
    return tomllib.loads(file.read_text("utf-8"))


@cache
def _words() -> Mapping[str, str]:
    entries = _catalogue().items()
    return {known["word"]: code for code, known in entries if "word" in known}

"""A web server that keeps objects, as the target of an upload (`trust-decisions` §4.1).

PUT with `If-None-Match: *` writes an object once; 412 says that there is one. What a server says
of its success counts for nothing: `upload` reads every object back. What may pass by itself is
tried again a few times here, and then by the timer that starts the program.

Requests are plain, with a bearer token if there is one. The signatures of S3 are not spoken.
"""

import os
import re
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Final

from table_firmware.controller import clock
from table_firmware.exchange import PATIENT, Address, Answer, Limits, Question, ask, parse_address
from table_firmware.fairness.entropy import os_random
from table_firmware.tls import Trust, Untrusted, trust
from table_firmware.upload import UploadFault

_AGAIN: Final = frozenset((408, 409, 425, 429, 500, 502, 503, 504))
"""Answers that may be another one the next time."""
_DONE: Final = frozenset((200, 201, 204))
_GONE: Final = frozenset((404, 410))
_DENIED: Final = frozenset((401, 403, 407))
_KEEPS: Final = frozenset((401, 403, 405, 501))
"""Answers of a store that lets nothing be taken away."""
_FULL: Final = 507
_TAKEN: Final = 412
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/-]{8,4096}=*")
_NOWHERE: Final = "/nonexistent"

Chance = Callable[[int], bytes]


def open_store(
    address: str, ca: Path | None, token: Path | None, passed: float, limits: Limits = PATIENT
) -> "Store":
    """The store at an address. ca: PEM file of whom to believe, for https. token: file of the
    bearer token; empty or None: none is sent. passed: a time that has certainly passed, seconds
    since 1970. UploadFault `upload-settings`; it never repeats the token."""
    try:
        place = parse_address(address)
        secret = _read_token(token) if token else ""
        if secret and not place.secure:
            raise ValueError("令牌只用于 https / a token is for https only")
        if not place.secure:
            return Store(place, limits=limits)
        if ca is None:
            raise ValueError(
                "https 须指定证书文件（--ca 或 upload.ca）"
                " / https needs a file of certificates (--ca or upload.ca)"
            )
        return Store(place, _read_ca(ca, passed), secret, limits)
    except ValueError as error:
        raise UploadFault("upload-settings", str(error)) from None
    except OSError as error:
        raise UploadFault("upload-settings", f"{error.filename}: {error.strerror}") from None


def _read_ca(ca: Path, passed: float) -> Trust:
    try:
        return trust(ca, clock.unix(), passed)
    except ValueError as error:
        raise ValueError(f"{ca}: {error}") from None


def _read_token(path: Path) -> str:
    """ValueError unless it is private and a token. A copy that systemd lends to a service may
    be given to it by an access list, which looks like rights of its group."""
    lent = path.parent == Path(os.environ.get("CREDENTIALS_DIRECTORY", _NOWHERE))
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_mode & (0o027 if lent else 0o077):
            raise ValueError(f"{path}: 只应由所有者可读（chmod 600） / chmod 600 it")
        raw = file.read(8192)
    text = raw.decode("ascii", "replace").strip()
    if text and not _TOKEN.fullmatch(text):
        raise ValueError(f"{path}: 不是令牌 / is not a token")
    return text


class Store:
    """Objects below one address; a `Sink` of `upload`."""

    def __init__(
        self,
        address: Address,
        trust: Trust | None = None,
        token: str = "",
        limits: Limits = PATIENT,
        wait: Callable[[float], None] = clock.wait,
        chance: Chance = os_random,
    ) -> None:
        """trust: for a secure address. wait, chance: how pauses are made."""
        self._address, self._trust, self._limits = address, trust, limits
        self._headers = {"Cache-Control": "no-cache"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"
        self._wait, self._chance = wait, chance

    def __str__(self) -> str:
        return str(self._address)

    def paths(self) -> Iterator[str]:
        """Nothing: a web server need not list what it has."""
        return iter(())

    def still_has(self, _path: str, _length: int) -> bool:
        """True: what was confirmed is not asked for again."""
        return True

    def get(self, path: str, most: int) -> bytes | None:
        """At most `most` bytes of an object, None if there is none."""
        answer = self._ask("GET", path, most=most)
        if answer.status in _GONE:
            return None
        if answer.status != 200 or answer.kind == "text/html":
            raise self._strange(answer)
        return answer.content

    def put(self, path: str, content: bytes, create_only: bool) -> bool:
        """Write an object; False if there is one already and it was to be a new one."""
        condition = {"If-None-Match": "*"} if create_only else {}
        answer = self._ask("PUT", path, content, condition)
        if answer.status == _TAKEN and create_only:
            return False
        if answer.status not in _DONE:
            raise self._strange(answer)
        return True

    def remove(self, path: str) -> None:
        """Take away an object, if the store lets us."""
        answer = self._ask("DELETE", path, denied=frozenset())
        if answer.status not in _DONE | _GONE | _KEEPS | {202}:
            raise self._strange(answer)

    # -------------------------------------------------------------- asking

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        most: int = 0,
        denied: frozenset[int] = _DENIED,
    ) -> Answer:
        """The answer to a question that is asked again while that may help."""
        whole = {**self._headers, **(headers or {})}
        if body is not None:
            whole["Content-Type"] = "application/octet-stream"
        question = Question(method, f"{self._address.path}/{path}", whole, body, most)
        why = ""
        for number in range(self._limits.tries):
            if number:
                self._wait(self._pause(number))
            try:
                answer = ask(self._address, question, self._trust, self._limits)
            except Untrusted as error:
                raise UploadFault("target-untrusted", f"{self._address}: {error}") from None
            except (OSError, HTTPException) as error:
                why = _words(error)
                continue
            if answer.status not in _AGAIN:
                return self._allowed(answer, denied)
            why = f"HTTP {answer.status}"
        raise UploadFault("target-unreachable", f"{self._address}: {path}: {why}")

    def _pause(self, number: int) -> float:
        """A part of the longest pause by chance, so that tables do not come back together."""
        longest = min(self._limits.longest, self._limits.pause * 2.0 ** (number - 1))
        return longest * int.from_bytes(self._chance(4), "big") / 2**32

    def _allowed(self, answer: Answer, denied: frozenset[int]) -> Answer:
        if answer.status in denied:
            raise UploadFault("target-denied", f"{self._address}: HTTP {answer.status}")
        if answer.status == _FULL:
            raise UploadFault("target-failed", f"{self._address}: HTTP {answer.status}")
        return answer

    def _strange(self, answer: Answer) -> UploadFault:
        detail = f"{self._address}: HTTP {answer.status} {answer.kind}"
        return UploadFault("target-strange", detail)


def _words(error: Exception) -> str:
    """What went wrong, without whatever a stranger has sent."""
    strerror = error.strerror if isinstance(error, OSError) else None
    return strerror or type(error).__name__

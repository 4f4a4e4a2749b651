"""What the tests of uploads to a web server share: a store on a shelf, and what lies there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from table_firmware.exchange import Limits, parse_address
from table_firmware.store import Store
from table_firmware.tls import Trust
from table_firmware.upload import UploadFault, upload
from tests.ledger.shelf import HOST, NOW, Shelf, serving

QUICK = Limits(connect=5, answer=5, tries=3, pause=0.5, longest=1)
HASTY = Limits(connect=0.3, answer=0.3, rate=2**30, tries=2, pause=0.5, longest=1)
TODAY = NOW.timestamp()
FOLDER = "/league/table-1/"


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def kept(shelf: Shelf) -> dict[str, bytes]:
    return {path.removeprefix(FOLDER): content for path, content in shelf.objects.items()}


def store_at(
    port: int, trusted: Trust | None = None, limits: Limits = QUICK, token: str = ""
) -> Store:
    """A store that does not wait between its tries."""
    scheme = "https" if trusted else "http"
    address = parse_address(f"{scheme}://{HOST}:{port}{FOLDER}")
    return Store(address, trusted, token, limits, wait=lambda _: None, chance=bytes)


@contextmanager
def at(shelf: Shelf, limits: Limits = QUICK) -> Iterator[Store]:
    with serving(shelf) as port:
        yield store_at(port, limits=limits)


def fault(export: Path, store: Store, acks: Path | None = None) -> UploadFault:
    with pytest.raises(UploadFault) as caught:
        upload(export, store, acks)
    return caught.value


@dataclass
class Grown:
    """A table's export at three times of its life."""

    exports: list[Path]
    policy: str

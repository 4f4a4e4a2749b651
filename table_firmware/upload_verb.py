"""The verb `tablectl upload`: finished records to a folder or a web server."""

import os
from argparse import Namespace
from collections.abc import Callable, Collection
from pathlib import Path

from table_firmware.ledger.files import is_state
from table_firmware.service.faults import told
from table_firmware.trust_verbs import fail, say


def place(text: str) -> Path | str:
    """A destination on a command line: a folder, or the address of a web server."""
    return text if "://" in text else Path(text)


def upload(arguments: Namespace) -> int:
    """Bring finished records to where they are kept."""
    from table_firmware.config import Config, ConfigError, load
    from table_firmware.controller.scribe import CURRENT
    from table_firmware.upload import UploadFault

    source: Path = arguments.source
    if not (source / "log").is_dir():
        source = source / CURRENT
    if not source.exists() and _awaits_its_first(arguments.source):
        return fail(told("nothing-finished", str(arguments.source)), 1)
    try:
        config = load(arguments.config) if arguments.config else Config()
        to: Path | str = arguments.destination or config.upload.address
        if isinstance(to, Path):
            return _to_folder(arguments.source, source, to)
        ca, token = config.upload.ca, config.upload.token
        return _to_server(source, to, arguments.ca or ca, arguments.token_file or token)
    except UploadFault as fault:
        return fail(told(fault.code, fault.detail), 1)
    except ConfigError as error:
        return fail(str(error), 1)


def _awaits_its_first(exports: Path) -> bool:
    """Whether a table will put its first export into this folder when a match has ended."""
    if is_state(exports.absolute().parent):
        return True
    return exports.is_dir() and not any(exports.iterdir())


def _to_folder(given: Path, source: Path, destination: Path) -> int:
    from table_firmware.upload import (
        DirectorySink,
        acks_of,
        check_apart,
        paths_of,
        pruned_paths,
        upload,
    )

    check_apart(given, destination)
    check_there(destination)
    gone = set(pruned_paths(paths_of(source)))
    receipts = upload(source, DirectorySink(destination), acks_of(source.parent, destination))
    sent = sum(receipt.sent for receipt in receipts)
    say([f"{len(receipts)} 个文件已在目的地，新增 {sent} / files there, {sent} of them new"])
    return _verify_copy(source, destination, {receipt.path for receipt in receipts} | gone)


def check_there(destination: Path, mounted: Callable[[Path], bool] = os.path.ismount) -> None:
    """The folder is there, or made in a stick or share that is mounted. One made elsewhere would
    stand for a stick that is not, fill the table's own disk and count as a place that keeps the
    records (`log prune`): UploadFault `target-missing`, `target-unmounted`."""
    from table_firmware.service.areas.upload import DESTINATION
    from table_firmware.upload import UploadFault

    if destination == DESTINATION and not mounted(destination):
        raise UploadFault("target-unmounted", str(destination))
    if os.path.lexists(destination):
        return
    if not mounted(destination.parent):
        raise UploadFault("target-missing", str(destination))
    try:
        destination.mkdir()
    except OSError as error:
        raise UploadFault("target-failed", f"{destination}: {error.strerror}") from error


def _to_server(source: Path, address: str, ca: Path | None, token: Path | None) -> int:
    from table_firmware.store import open_store
    from table_firmware.tls import passed
    from table_firmware.upload import acks_of, upload

    store = open_store(address, ca, token, passed(source))
    receipts = upload(source, store, acks_of(source.parent, str(store)))
    sent = sum(receipt.sent for receipt in receipts)
    say(
        [
            f"{len(receipts)} 个文件已在服务器并逐一读回，新增 {sent} / files at the server, each"
            f" read back, {sent} of them new"
        ]
    )
    return 0


def _verify_copy(source: Path, destination: Path, paths: Collection[str]) -> int:
    """The strict verifier reads the copy where it lies; by the table's own policy if that is at
    hand."""
    from table_firmware.ledger.audit import audit

    policy = source.parent.parent / "policy"
    trusted = policy.read_text("utf-8") if policy.is_file() else None
    report = audit(destination, trusted, among=paths)
    say([*report.told, report.verdict])
    return 0 if report.ok else 1

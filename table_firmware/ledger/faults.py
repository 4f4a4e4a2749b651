"""What can go wrong with the log of a table, as codes for the service screen."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

CODES: Final = frozenset(
    {
        "ledger-in-use",  # another process writes this log
        "journal-corrupt",  # bytes that no power cut explains
        "journal-rolled-back",  # fewer entries than a signed checkpoint counted
        "journal-altered",  # other entries than a signed checkpoint covered
        "journal-failed",  # a write or sync failed; final until the process restarts
        "storage-failed",  # a key, checkpoint or hidden part could not be written
        "identity-missing",  # entries exist, the identity key does not
        "identity-mismatch",  # the identity key is of another origin
        "epoch-key-missing",  # the key announced for this epoch is gone
        "no-epoch",  # nothing can be signed before the first rotate_epoch
        "key-unreadable",  # a key file is not as this program writes it
        "private-missing",  # the hidden part of an entry is gone or altered
        "export-refused",  # the destination cannot take this export
        "target-missing",  # the folder that an export is to lie in is not there
    }
)


class LedgerFault(Exception):
    """The log cannot go on. `code` is one of `CODES`; `detail` is for the technician."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail


@contextmanager
def storage(code: str) -> Iterator[None]:
    """Inside it, a failure of the medium is a LedgerFault of this code."""
    try:
        yield
    except OSError as error:
        raise LedgerFault(code, f"{error.filename or ''} {error.strerror}".strip()) from error

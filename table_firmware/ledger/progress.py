"""How far a match and its batch have come, as the log tells."""

from table_firmware.ledger.records import VOID, Batch, Match
from table_firmware.rules.match import MODES, is_won


def is_over(match: Match) -> bool:
    """A match goes on until it is won (001 §10) or has no hand left, or the secrets of those that
    were left are lost (`deal1` §8): else a table could end it when it likes the ranking."""
    begun = match.hands_before + (len(match.batch.fate) if match.batch else 0)
    played = begun >= MODES[match.mode].hands
    return played or is_won(match.mode, match.records) or _is_lost(match.batch)


def _is_lost(batch: Batch | None) -> bool:
    """No index is open, and the last is one of those whose secrets nobody has."""
    if batch is None:
        return False
    last, closed = batch.header.n - 1, batch.settled == set(range(batch.header.n))
    return closed and batch.fate.get(last) == VOID and last not in batch.revealed


def is_spare(match: Match, batch: Batch, h: int) -> bool:
    """The match ended without this index."""
    return match.ended and h < batch.header.n and h not in batch.fate and h not in batch.revealed


def is_next(batch: Batch, h: int) -> bool:
    """The hand of this index comes next."""
    return h == len(batch.fate) < batch.header.n and h not in batch.revealed

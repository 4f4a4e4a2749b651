"""Random changes of exports and receipts: none is accepted, neither by our verifier nor by the
strict one on Go's packages (`trust-decisions`, T9)."""

import random  # noqa: TID251
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.fairness.receipts import to_digits
from table_firmware.ledger.audit import audit
from tests.ledger.scripted import Whole, failed
from tests.thirdparty.conftest import Verdicts

pytestmark = pytest.mark.slow

Change = Callable[[random.Random, bytes], bytes]


def flip_a_bit(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ 1 << chance.randrange(8)]) + raw[at + 1 :]


def cut(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + raw[at + chance.choice((1, 2, 32, len(raw))) :]


def insert(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(len(raw) + 1)
    return raw[:at] + chance.choice((b"\0", b"\n", b" ", raw[:32])) + raw[at:]


def repeat(chance: random.Random, raw: bytes) -> bytes:
    at, size = chance.randrange(len(raw)), chance.choice((1, 2, 32, 64))
    return raw[: at + size] + raw[at : at + size] + raw[at + size :]


def exchange(chance: random.Random, raw: bytes) -> bytes:
    size = min(chance.choice((1, 4, 32)), len(raw) // 2)
    one = chance.randrange(len(raw) - 2 * size + 1)
    two = chance.randrange(one + size, len(raw) - size + 1)
    parts = raw[:one], raw[two : two + size], raw[one + size : two], raw[one : one + size]
    return b"".join(parts) + raw[two + size :]


def zero(chance: random.Random, raw: bytes) -> bytes:
    at = chance.randrange(len(raw))
    return raw[:at] + bytes(len(raw) - at)


CHANGES: tuple[Change, ...] = (flip_a_bit, flip_a_bit, cut, insert, repeat, exchange, zero)


def mutate(chance: random.Random, folder: Path) -> None:
    """Change the folder so that it is another one."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    match chance.randrange(10):
        case 0:
            chance.choice(files).unlink()
        case 1:
            one = chance.choice(files)
            shutil.copy(one, one.with_name(one.name + chance.choice("0x")))
        case 2:
            one, two = chance.sample(files, 2)
            raw = one.read_bytes()
            one.write_bytes(two.read_bytes())
            two.write_bytes(raw)
        case _:
            path = chance.choice(files)
            raw = path.read_bytes()
            path.write_bytes(changed(chance, raw))


def changed(chance: random.Random, raw: bytes) -> bytes:
    while True:
        other = chance.choice(CHANGES)(chance, raw)
        if other != raw:
            return other


def same(one: Path, two: Path) -> bool:
    def content(folder: Path) -> dict[str, bytes]:
        found = (path for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(folder)): path.read_bytes() for path in found}

    return content(one) == content(two)


def refuse_exports(whole: Whole, place: Path, go: Verdicts, count: int, seed: int) -> None:
    chance = random.Random(seed)
    vkey = (whole.folder / "identity.vkey").read_text().strip()
    for start in range(0, count, 100):
        folders = [place / f"{seed}-{number}" for number in range(start, min(count, start + 100))]
        for folder in folders:
            whole.copy(folder)
            mutate(chance, folder)
            while same(whole.folder, folder):  # the newest checkpoint lies there twice
                mutate(chance, folder)
        verdicts = go(vkey, folders)
        for folder, verdict in zip(folders, verdicts, strict=True):
            failed(whole.verify(folder))
            assert verdict.startswith("refused"), folder
            shutil.rmtree(folder)


def refuse_receipts(whole: Whole, count: int, seed: int) -> None:
    chance = random.Random(seed)
    good = {to_digits(receipt) for receipt in whole.table.receipts}
    kept = sorted(good)
    for _ in range(count):
        digits = changed(chance, chance.choice(kept).encode()).decode("latin-1")
        if digits not in good:
            assert not audit(whole.folder, whole.policy, [digits]).ok, digits


def test_no_changed_export_is_accepted(
    exports: dict[str, Whole], tmp_path: Path, go_verdicts: Verdicts
) -> None:
    refuse_exports(exports["one match"], tmp_path, go_verdicts, 100, seed=1)


def test_no_changed_receipt_is_accepted(exports: dict[str, Whole]) -> None:
    refuse_receipts(exports["one match"], 100, seed=2)


@pytest.mark.soak
def test_none_of_ten_thousand_changed_exports_is_accepted(
    exports: dict[str, Whole], tmp_path: Path, go_verdicts: Verdicts
) -> None:
    refuse_exports(exports["one match"], tmp_path, go_verdicts, 10_000, seed=3)


@pytest.mark.soak
def test_none_of_ten_thousand_changed_receipts_is_accepted(exports: dict[str, Whole]) -> None:
    refuse_receipts(exports["one match"], 10_000, seed=4)

"""A folder of forged exports, one attack each (`trust-decisions` §6): our verifier names the
check that fails, and so does every verifier that reads the same bytes."""

from pathlib import Path

import pytest

from table_firmware.ledger.audit import audit
from tests.ledger.forged import BYTES, policy_of, slug, write
from tests.ledger.scripted import failed
from tests.thirdparty.conftest import Verdicts

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    place = tmp_path_factory.mktemp("forged") / "all"
    return place, write(place)


def test_there_are_more_than_sixty_of_them_and_one_for_each_check(
    forged: tuple[Path, dict[str, str]],
) -> None:
    place, manifest = forged
    assert len(manifest) > 150
    assert sorted(manifest) == sorted(path.name for path in (place / "exports").iterdir())
    assert set(manifest.values()) == {f"V{number}" for number in range(1, 16)}


def test_each_is_refused_for_what_it_is(forged: tuple[Path, dict[str, str]]) -> None:
    place, manifest = forged
    found = {
        name: failed(audit(place / "exports" / name, policy_of(place, name))) for name in manifest
    }
    assert found == manifest


def test_go_refuses_those_that_need_no_rules_of_the_game(
    forged: tuple[Path, dict[str, str]], go_verdicts: Verdicts
) -> None:
    place, _ = forged
    vkey = policy_of(place, "").split()[1]
    names = [slug(name) for name in BYTES]
    verdicts = go_verdicts(vkey, [place / "exports" / name for name in names])
    accepted = [n for n, v in zip(names, verdicts, strict=True) if not v.startswith("refused")]
    assert accepted == []

"""A finished match and its export are made once; tests copy what they change."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ledger.eventful import Spring, close, organise, play, public, with_secrets
from tests.ledger.scripted import Table, Whole


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "state", quick=True)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    place = tmp_path_factory.mktemp("whole")
    table = Table(place / "state")
    table.play_match("1B", spare=1)
    return Whole(table, table.export(place / "export"), table.policy())


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A match of mode 2 played by the system and nothing beside the log: what a forger edits."""
    place = tmp_path_factory.mktemp("bare")
    table = Table(place / "state", quick=True)
    table.play_match("2", spare=1)
    return Whole(table, table.export(place / "export", {}), table.policy())


@pytest.fixture
def new_table(tmp_path: Path) -> Callable[..., Table]:
    return lambda name, **given: Table(tmp_path / name, **given)


@pytest.fixture(scope="session")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Spring:
    place = tmp_path_factory.mktemp("spring")
    batch = organise(place / "event")
    before = public(place / "event")
    close(place / "event")
    loaded = with_secrets(before, batch)
    table = Table(place / "table", quick=True)
    play(table, loaded)
    deals = organise(place / "other", origin="club.example/autumn/simulated")
    other = with_secrets(public(place / "other"), deals)
    return Spring(place / "event", loaded, before, public(place / "event"), other, table)

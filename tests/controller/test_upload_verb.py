"""`tablectl upload` to a web server, and what `tablectl diagnose` says of it."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from table_firmware.__main__ import export_log
from table_firmware.cli import main
from table_firmware.config import ConfigError, load, read
from table_firmware.examine import call
from tests.ledger.shelf import HOST, Authority, Shelf, serving

pytestmark = pytest.mark.slow

TOKEN = "t0ken-0f.the_league/4711=="


@dataclass
class Club:
    """A table that ran, and what it needs for the server of its club."""

    folder: Path
    league: Authority

    def __post_init__(self) -> None:
        self.token = self.folder / "token"
        self.token.write_text(TOKEN)
        self.token.chmod(0o600)
        self.config = self.folder / "table.toml"
        self.exports = self.folder / "state" / "exports"
        self.configure("")
        export_log(load(self.config), self.exports / "current")

    def configure(self, address: str) -> None:
        self.config.write_text(
            f'[table]\nstate = "{self.folder}/state"\nrun = "{self.folder}/run"\n'
            f'[upload]\naddress = "{address}"\nca = "{self.league.pem}"\ntoken = "{self.token}"\n'
        )

    @contextmanager
    def serving(self, shelf: Shelf) -> Iterator[str]:
        with serving(shelf, self.league.server()) as port:
            self.configure(f"https://{HOST}:{port}/club")
            yield f"https://{HOST}:{port}/club"

    def upload(self, *words: str) -> int:
        return main(["upload", "--from", str(self.exports), *words])


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path, Authority(tmp_path / "league"))


def test_finished_records_are_uploaded_once(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    shelf = Shelf(token=TOKEN)
    with club.serving(shelf) as address:
        words = (address, "--ca", str(club.league.pem), "--token-file", str(club.token))
        assert club.upload(*words) == 0
        assert club.upload("--config", str(club.config)) == 0
    first, second = capsys.readouterr().out.splitlines()
    count = len(shelf.objects)
    assert f"{count} of them new" in first
    assert "逐一读回" in first
    assert "新增 0" in second
    assert len(list((club.folder / "state/acks").glob("*.json"))) == 1


def test_the_token_is_never_said(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    """Not by the upload, whatever becomes of it, not by the checks, not in the bundle."""
    config, bundle = str(club.config), club.folder / "bundle.zip"
    for shelf in (Shelf(token=TOKEN), Shelf(token="another"), Shelf(lie=lambda _: b"x")):
        with club.serving(shelf) as address:
            club.upload("--config", config)
            main(["diagnose", "--config", config, "--only", "upload", "--destination", address])
            if not bundle.exists():
                main(["bundle", str(bundle), "--config", config, "--watch", "0"])
    club.token.chmod(0o644)
    club.upload("--config", config)
    main(["diagnose", "--config", config, "--only", "upload", "--json"])
    captured = capsys.readouterr()
    said = captured.out + captured.err
    for code in ("TBL-611", "TBL-605", "TBL-613"):
        assert code in said
    with zipfile.ZipFile(bundle) as files:
        packed = b"".join(files.read(name) for name in files.namelist()).decode()
    assert '"address": true' in packed
    assert HOST not in packed
    kept = "".join(path.read_text() for path in (club.folder / "state/acks").iterdir())
    assert all(TOKEN not in text for text in (said, packed, kept))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), "TBL-613"),
        (("https://records.example",), "TBL-613"),
        (("ftp://records.example",), "TBL-613"),
        (("http://user:hunter2@records.example",), "TBL-613"),
        (("--config", "none.toml"), "TBL-101"),
    ],
)
def test_an_upload_that_cannot_begin_says_why_in_both_languages(
    club: Club, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str
) -> None:
    assert club.upload(*words) == 1
    said = capsys.readouterr().err
    assert code in said
    assert "hunter2" not in said
    assert any("\u4e00" <= letter <= "\u9fff" for letter in said)


# ------------------------------------------------------------------ the checks


def test_the_server_is_tried_with_an_object_that_goes_again(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = Shelf(token=TOKEN)
    with club.serving(shelf):
        words = ["diagnose", "--config", str(club.config), "--only", "upload", "--json"]
        assert main(words) == 0
    (found,) = json.loads(capsys.readouterr().out)["checks"]
    assert (found["name"], found["level"]) == ("upload.server", "ok")
    assert [method for method, _ in shelf.asked] == ["PUT", "GET", "PUT", "DELETE"]
    assert shelf.objects == {}


@pytest.mark.parametrize(
    ("shelf", "level", "code"),
    [
        (Shelf(keeps=True), "ok", ""),
        (Shelf(writable_once=False), "warning", "TBL-614"),
        (Shelf(lie=lambda _: b"x"), "fault", "TBL-605"),
        (Shelf(token="another"), "fault", "TBL-611"),
    ],
)
def test_a_server_is_judged(club: Club, shelf: Shelf, level: str, code: str) -> None:
    with club.serving(shelf) as address:
        found = call(load(club.config), address)
    assert (found.level, found.code) == (level, code)
    for language in ("zh", "en"):
        assert address in found.found(language)


def test_a_page_and_nobody_at_all_are_told_apart(club: Club, tmp_path: Path) -> None:
    stranger = Authority(tmp_path / "stranger").server()
    with serving(Shelf(), stranger) as port:
        club.configure("")
        assert call(load(club.config), f"https://{HOST}:{port}").code == "TBL-610"
    assert call(load(club.config), f"https://{HOST}:{port}").code == "TBL-609"
    found = call(load(club.config), "https://user:hunter2@records.example")
    assert found.code == "TBL-613"
    assert "hunter2" not in str(found)


def test_the_section_of_the_configuration_is_strict() -> None:
    settings = read({"upload": {"address": "https://records.example", "ca": "a", "token": "b"}})
    assert settings.upload.ca == Path("a")
    assert not read({}).upload.address
    for wrong in ({"address": 7}, {"token": ""}, {"password": "x"}):
        with pytest.raises(ConfigError):
            read({"upload": wrong})

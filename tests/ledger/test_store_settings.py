"""The address, the certificates and the token of a web server; the token is never said
(`trust-decisions`, T13)."""

from pathlib import Path

import pytest

from table_firmware.exchange import parse_address
from table_firmware.store import open_store
from table_firmware.upload import UploadFault, upload
from tests.ledger.shelf import HOST, Authority, Shelf, serving
from tests.ledger.uploading import FOLDER, QUICK, TODAY, Grown, fault, files, kept

TOKEN = "t0ken-0f.the_league/4711=="


def written(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.slow
def test_the_token_is_shown_to_the_server_alone(
    grown: Grown, league: Authority, tmp_path: Path
) -> None:
    shelf, token = Shelf(token=TOKEN), written(tmp_path / "token", TOKEN + "\n")
    with serving(shelf, league.server()) as port:
        address = f"https://{HOST}:{port}{FOLDER}"
        store = open_store(address, league.pem, token, TODAY, QUICK)
        upload(grown.exports[0], store, tmp_path / "acks")
        assert kept(shelf) == files(grown.exports[0])
        written(token, "another-token")
        found = fault(grown.exports[0], open_store(address, league.pem, token, TODAY, QUICK))
    assert found.code == "target-denied"
    assert {headers["Authorization"] for headers in shelf.headers[:-1]} == {f"Bearer {TOKEN}"}
    for shown in (str(store), repr(store), str(found), (tmp_path / "acks").read_text()):
        assert "token" not in shown.lower()
        assert TOKEN not in shown


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o620])
def test_a_token_that_others_may_read_is_refused(
    league: Authority, tmp_path: Path, mode: int
) -> None:
    token = written(tmp_path / "token", TOKEN, mode)
    with pytest.raises(UploadFault, match="chmod 600") as caught:
        open_store("https://records.example", league.pem, token, TODAY)
    assert TOKEN not in str(caught.value)


def test_a_token_that_systemd_lends_may_be_on_an_access_list(
    league: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = written(tmp_path / "token", TOKEN, 0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert open_store("https://records.example", league.pem, token, TODAY)
    token.chmod(0o444)
    with pytest.raises(UploadFault, match="chmod 600"):
        open_store("https://records.example", league.pem, token, TODAY)


@pytest.mark.parametrize(
    "text", ["short", "two tokens here", "line\nline\nline", "秘密的令牌在这里"]
)
def test_what_is_no_token_is_not_repeated(league: Authority, tmp_path: Path, text: str) -> None:
    token = written(tmp_path / "token", text)
    with pytest.raises(UploadFault, match="upload-settings") as caught:
        open_store("https://records.example", league.pem, token, TODAY)
    assert text not in str(caught.value)


def test_an_empty_token_file_is_no_token(tmp_path: Path) -> None:
    token = written(tmp_path / "token", "\n")
    assert str(open_store("http://records.example/", None, token, 0)) == "http://records.example"


def test_a_token_is_not_sent_in_plain_text(tmp_path: Path) -> None:
    token = written(tmp_path / "token", TOKEN)
    with pytest.raises(UploadFault, match="https only") as caught:
        open_store("http://records.example", None, token, TODAY)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "records.example",
        "ftp://records.example",
        "https://",
        "https://user:hunter2hunter2@records.example",
        "https://records.example/?key=hunter2hunter2",
        "https://records.example/#hunter2hunter2",
        "https://records.example:hunter2/",
        "https://records.example:99999/",
        "https://[hunter2/",
        "https://records.example/a b",
        "https://records.example/\r\nX: hunter2",
        "https://牌桌.example",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(address: str, league: Authority) -> None:
    with pytest.raises(UploadFault, match="upload-settings") as caught:
        open_store(address, league.pem, None, TODAY)
    assert "hunter2hunter2" not in str(caught.value)


def test_one_address_has_one_name() -> None:
    ways = (
        "https://Records.example/t",
        "https://records.example:443/t/",
        "HTTPS://RECORDS.EXAMPLE/t",
    )
    assert {str(parse_address(way)) for way in ways} == {"https://records.example/t"}
    assert str(parse_address("http://[::1]:8080")) == "http://[::1]:8080"
    assert str(parse_address("http://[::1]/")) == "http://[::1]"


@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN CERTIFICATE-----\nAA==\n"])
def test_https_without_certificates_is_refused(tmp_path: Path, content: bytes | None) -> None:
    ca = tmp_path / "ca.pem"
    if content is not None:
        ca.write_bytes(content)
    for given in (ca, None):
        with pytest.raises(UploadFault, match="upload-settings"):
            open_store("https://records.example", given, None, TODAY)

"""Which web server is believed, whatever the clock says (`trust-decisions`, T13)."""

from collections import deque
from datetime import timedelta  # noqa: TID251
from pathlib import Path

import pytest

from table_firmware.tls import passed, trust
from table_firmware.upload import upload
from tests.ledger.scripted import Table
from tests.ledger.shelf import DAY, NOW, Authority, Shelf, serving
from tests.ledger.uploading import TODAY, Grown, fault, files, kept, store_at


def test_a_server_of_the_pinned_league_is_believed(grown: Grown, league: Authority) -> None:
    shelf = Shelf()
    with serving(shelf, league.server()) as port:
        upload(grown.exports[0], store_at(port, trust(league.pem, TODAY, 0)))
    assert kept(shelf) == files(grown.exports[0])


@pytest.mark.parametrize("now", [0.0, TODAY], ids=["1970", "today"])
def test_a_server_of_somebody_else_is_not_believed(
    grown: Grown, league: Authority, tmp_path: Path, now: float
) -> None:
    """A sign-in page, or whoever stands between, also while the clock is wrong."""
    others = {
        "another authority": Authority(tmp_path / "other", "league").server(),
        "another name": league.server("records.example"),
        "expired": league.server(last=NOW - timedelta(hours=1)),
        "of tomorrow": league.server(first=NOW + timedelta(hours=1)),
    }
    for why, context in others.items():
        shelf = Shelf(faults=deque(["captive"] * 9))
        with serving(shelf, context) as port:
            found = fault(grown.exports[0], store_at(port, trust(league.pem, now, TODAY)))
        assert (found.code, shelf.asked) == ("target-untrusted", []), why


def test_the_certificate_of_one_server_may_be_pinned(grown: Grown, tmp_path: Path) -> None:
    mine, other = Authority(tmp_path / "mine"), Authority(tmp_path / "other")
    context = mine.server()
    (pinned,) = (tmp_path / "mine").glob("*.server")
    for now in (0.0, TODAY):
        with serving(Shelf(), context) as port:
            upload(grown.exports[0], store_at(port, trust(pinned, now, TODAY)))
        with serving(Shelf(), mine.server()) as port:
            found = fault(grown.exports[0], store_at(port, trust(pinned, now, TODAY)))
        assert found.code == "target-untrusted"
    with serving(Shelf(), context) as port:
        found = fault(grown.exports[0], store_at(port, trust(other.pem, TODAY, 0)))
    assert found.code == "target-untrusted"


def test_a_page_in_plain_text_is_not_believed(grown: Grown, league: Authority) -> None:
    shelf = Shelf(faults=deque(["captive"] * 9))
    with serving(shelf) as port:
        found = fault(grown.exports[0], store_at(port, trust(league.pem, TODAY, 0)))
    assert found.code == "target-untrusted"


def test_a_clock_of_1970_is_no_hindrance(grown: Grown, league: Authority) -> None:
    """What the table knows to have passed counts; without that, no certificate is valid yet."""
    shelf = Shelf()
    with serving(shelf, league.server()) as port:
        upload(grown.exports[0], store_at(port, trust(league.pem, 0, TODAY)))
    assert kept(shelf) == files(grown.exports[0])
    with pytest.raises(ValueError, match="1970-01-01"):
        trust(league.pem, 0, 0)


def test_a_wrong_clock_of_the_machine_decides_nothing(grown: Grown, tmp_path: Path) -> None:
    """These certificates are of another year than the one that this machine believes in."""
    first, last = NOW - 900 * DAY, NOW - 800 * DAY
    then = (NOW - 850 * DAY).timestamp()
    old = Authority(tmp_path, "old", first, last)
    with serving(Shelf(), old.server(first=first, last=last)) as port:
        upload(grown.exports[0], store_at(port, trust(old.pem, 0, then)))
        found = fault(grown.exports[0], store_at(port, trust(old.pem, then, then)))
    assert found.code == "target-untrusted"
    assert "expired" in found.detail


def test_an_authority_that_has_expired_vouches_for_nobody(tmp_path: Path) -> None:
    old = Authority(tmp_path, "old", NOW - 9 * DAY, NOW - DAY)
    for now in (0.0, TODAY):
        with pytest.raises(ValueError, match="no certificate is valid"):
            trust(old.pem, now, TODAY)


def test_what_has_passed_is_known_from_the_log_and_the_firmware(
    grown: Grown, tmp_path: Path
) -> None:
    firmware = passed(tmp_path)
    assert passed(grown.exports[2]) == firmware > NOW.timestamp() - 3650 * DAY.total_seconds()
    table = Table(tmp_path / "state", quick=True)
    for number in range(300):
        src = {5: "ntp", 6: "rtc"}.get(number, "manual")
        table.put("clock", {"unix": 1000 * 2**33 + number, "src": src, "unc": 0})
    assert passed(table.export(tmp_path / "out", {})) == 2**33 + 0.005
    for tile in (tmp_path / "out/log/tile/entries").rglob("*"):
        if tile.is_file():
            tile.write_bytes(b"nonsense")
    assert passed(tmp_path / "out") == firmware

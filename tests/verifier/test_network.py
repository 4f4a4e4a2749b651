"""The page asks nobody for anything, and could not if it wanted to."""

from pathlib import Path
from typing import Final

import pytest

from table_firmware.fairness.receipts import to_digits
from table_firmware.rules.cards import Seat
from tests.verifier.chromium import Chromium, Tab
from tests.verifier.conftest import Site
from tests.verifier.judging import Answer, judge
from tests.verifier.table import new_match, shown_to

pytestmark = pytest.mark.slow

LOADED: Final = """new Promise((done) => {
  const made = document.createElement("NAME");
  made.onload = () => done("out");
  made.onerror = () => done("kept in");
  setTimeout(() => done("kept in"), 1000);
  made.src = there;
  document.body.append(made);
})"""
ATTEMPTS: Final = {
    "fetch": "fetch(there).then(() => 'out', () => 'kept in')",
    "beacon": "Promise.resolve(navigator.sendBeacon(there, 'x') ? 'queued' : 'kept in')",
    "picture": LOADED.replace("NAME", "img"),
    "script": LOADED.replace("NAME", "script"),
    "frame": LOADED.replace("NAME", "iframe"),
    "socket": """new Promise((done) => {
      const made = new WebSocket(there.replace("http", "ws"));
      made.onopen = () => done("out");
      made.onerror = () => done("kept in");
    })""",
}


def test_the_page_asks_for_itself_and_nothing_else(
    tab: Tab, addresses: dict[str, str], site: Site
) -> None:
    match = new_match(50)
    asked = len(site.asked)
    tab.open(addresses["secure"])
    evidence = shown_to(match, to_digits(match.commit), to_digits(match.hand), seat=Seat.E)
    assert judge(tab, [evidence]) == [Answer("holds", ())]
    tab.run("turn_language()")
    assert [address for address in tab.requests if not address.startswith("data:")] == [
        addresses["secure"]
    ]
    assert site.asked[asked:] == ["/index.html"]


@pytest.mark.parametrize("way", ATTEMPTS)
def test_no_request_leaves_the_page(
    way: str, tab: Tab, addresses: dict[str, str], site: Site
) -> None:
    tab.open(addresses["secure"])
    there = addresses["secure"].replace("index.html", "secret")
    asked = len(site.asked)
    outcome = tab.run(f"((there) => {ATTEMPTS[way]})({there!r})")
    tab.run("new Promise((done) => setTimeout(done, 200))")
    assert site.asked[asked:] == []
    assert outcome == "kept in" or way in ("beacon", "frame"), "these are told nothing"


def test_no_other_script_runs_in_the_page(page: Tab) -> None:
    made = "const made = document.createElement('script'); made.textContent = 'window.ran = 1'"
    assert page.run(f"(() => {{ {made}; document.head.append(made); return !window.ran; }})()")


def test_such_attempts_do_get_out_of_a_page_without_the_policy(
    browser: Chromium, tmp_path: Path
) -> None:
    """So the tests above tell something."""
    (tmp_path / "index.html").write_text("<html data-ready=yes><body>")
    with Site(tmp_path) as free, free.running(), browser.tab() as tab:
        tab.open(free.address("127.0.0.1"))
        for way in ATTEMPTS:
            there = free.address("127.0.0.1").replace("index.html", way)
            tab.run(f"((there) => {ATTEMPTS[way]})({there!r})")
            tab.run("new Promise((done) => setTimeout(done, 200))")
            assert "/" + way in free.asked


def test_the_page_works_with_the_network_off(tab: Tab, addresses: dict[str, str]) -> None:
    match = new_match(51)
    tab.open(addresses["plain"])
    tab.ask(
        "Network.emulateNetworkConditions",
        offline=True,
        latency=0,
        downloadThroughput=0,
        uploadThroughput=0,
    )
    assert tab.run("navigator.onLine") is False
    cases = [
        shown_to(match, to_digits(match.commit), to_digits(match.hand), seat=Seat.N),
        shown_to(match, to_digits(match.commit)[:-1]),
    ]
    assert [answer.verdict for answer in judge(tab, cases)] == ["holds", "refused"]

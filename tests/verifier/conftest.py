import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest

from tests.verifier.chromium import Chromium, Tab, chromium

PAGE: Final = Path(__file__).parents[2] / "deploy" / "verifier" / "index.html"
NAME: Final = "table.test"
"""A name that is not the loopback address to the browser: plain http from it is not secure."""


class Site(ThreadingHTTPServer):
    """Serves the folder of the page, and keeps what it is asked for."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))

    @contextmanager
    def running(self) -> Iterator[None]:
        thread = threading.Thread(target=self.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield
        finally:
            self.shutdown()
            thread.join()

    def address(self, host: str) -> str:
        return f"http://{host}:{self.server_address[1]}/index.html"


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: ARG002  (a name of the base)
        assert isinstance(self.server, Site)
        self.server.asked.append(self.path)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    profile = tmp_path_factory.mktemp("chromium")
    with chromium(profile, f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as running:
        yield running


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with Site(PAGE.parent) as serving, serving.running():
        yield serving


@pytest.fixture(scope="session")
def addresses(site: Site) -> dict[str, str]:
    """The page as it may come to a phone: from its own storage, from a secure place, from a table
    over plain http."""
    return {
        "file": PAGE.as_uri(),
        "secure": site.address("127.0.0.1"),
        "plain": site.address(NAME),
    }


@pytest.fixture
def tab(browser: Chromium) -> Iterator[Tab]:
    with browser.tab() as opened:
        yield opened


@pytest.fixture
def page(tab: Tab) -> Tab:
    """The page, opened from a file."""
    tab.open(PAGE.as_uri())
    return tab

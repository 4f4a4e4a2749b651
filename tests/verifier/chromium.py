"""Debian's Chromium without a screen, driven through its debugging pipe."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any, Final

FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
)
PATIENCE: Final = 60.0
"""Seconds without a word from the browser after which a test fails."""


class PageError(AssertionError):
    """Code in the page threw, or the browser refused a command."""


class Pipe:
    """Commands to the browser and its answers: JSON, each ended by a zero byte."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._buffer = b""
        self._sent = 0
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """The result of a command; events that come before it are kept."""
        self._sent += 1
        command: dict[str, Any] = {"id": self._sent, "method": method, "params": values}
        if session is not None:
            command["sessionId"] = session
        os.write(self._writing, json.dumps(command).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") != self._sent:
                self.events.append(message)
                continue
            if "error" in message:
                raise PageError(f"{method}: {message['error']['message']}")
            result: dict[str, Any] = message["result"]
            return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select([self._reading], [], [], PATIENCE)
            assert ready, "the browser does not answer"
            read = os.read(self._reading, 1 << 20)
            assert read, "the browser has ended"
            self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message


class Tab:
    """One page of the browser. `requests` are the addresses it has asked for, whether or not the
    request was let out."""

    def __init__(self, pipe: Pipe, session: str) -> None:
        self._pipe, self._session = pipe, session
        self.requests: list[str] = []
        for domain in ("Page", "Runtime", "Network", "DOM"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **values: Any) -> dict[str, Any]:
        """The result of a command to this page."""
        return self._pipe.ask(method, self._session, **values)

    def open(self, address: str) -> None:
        """Go to an address, and wait until the page says that it is ready."""
        self.ask("Page.navigate", url="about:blank")
        self._collect()
        self.ask("Page.navigate", url=address)
        self.until("document.documentElement && document.documentElement.dataset.ready === 'yes'")

    def run(self, expression: str) -> Any:
        """The value of an expression in the page; awaits promises."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise PageError(json.dumps(answer["exceptionDetails"])[:2000])
        self._collect()
        return answer["result"].get("value")

    def call(self, function: str, *arguments: Any) -> Any:
        """The value of a function of the page."""
        return self.run(f"({function})({', '.join(map(json.dumps, arguments))})")

    def until(self, expression: str) -> None:
        """Until an expression holds, looked at in each frame that the page draws."""
        for _ in range(600):
            try:
                if self.run(f"Boolean({expression})"):
                    return
            except PageError as error:  # the page is being exchanged
                if "context" not in str(error):
                    raise
            self.run("new Promise((done) => setTimeout(done, 20))")
        raise AssertionError(f"never became true: {expression}")

    def give_file(self, selector: str, *paths: Path) -> None:
        """Choose files in an input element."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def size(self, width: int, height: int, *, phone: bool) -> None:
        """Show the page as on a screen of this size."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    def picture(self, path: Path) -> None:
        """The whole page as a PNG file."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _collect(self) -> None:
        for event in self._pipe.events:
            if event.get("method") == "Network.requestWillBeSent":
                self.requests.append(event["params"]["request"]["url"])
        self._pipe.events.clear()


class Chromium:
    """A running browser."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    @contextmanager
    def tab(self) -> Iterator[Tab]:
        """A new page with a memory of its own."""
        context = self._pipe.ask("Target.createBrowserContext")["browserContextId"]
        target = self._pipe.ask("Target.createTarget", url="about:blank", browserContextId=context)
        attached = self._pipe.ask(
            "Target.attachToTarget", targetId=target["targetId"], flatten=True
        )
        try:
            yield Tab(self._pipe, attached["sessionId"])
        finally:
            self._pipe.ask("Target.disposeBrowserContext", browserContextId=context)


@contextmanager
def chromium(profile: Path, *flags: str) -> Iterator[Chromium]:
    """A browser with an empty profile; fails where Debian's `chromium` is not installed."""
    program = shutil.which("chromium")
    assert program, "the Debian package chromium is missing"
    to_browser, writing = _high_pipe()
    reading, from_browser = _high_pipe()
    command = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
    process = subprocess.Popen(
        ["bash", "-c", command, program, *FLAGS, f"--user-data-dir={profile}", *flags],
        pass_fds=(to_browser, from_browser),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environment(os.environ, profile),
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        yield Chromium(Pipe(reading, writing))
    finally:
        os.close(writing)
        os.close(reading)
        process.terminate()
        process.wait(PATIENCE)


def _high_pipe() -> list[int]:
    """A pipe of numbers above 3 and 4, which the browser reads from and writes to."""
    low = os.pipe()
    high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in low]
    for end in low:
        os.close(end)
    return high


def _environment(given: Mapping[str, str], profile: Path) -> dict[str, str]:
    return {**given, "HOME": str(profile), "XDG_CONFIG_HOME": str(profile)}

"""A disk for the tests of who waits for one."""

import threading


class Disk:
    """A disk that can be told to be slow or to fail."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.broken = False

    def sync(self, _fd: int) -> None:
        self.gate.wait(10)
        if self.broken:
            raise OSError(5, "Input/output error")

    def random(self, count: int) -> bytes:
        """For a key that is then kept."""
        self.sync(0)
        return bytes(count)

"""Tells systemd that this process is up and alive (`Type=notify`, `WatchdogSec=`)."""

import os
import socket


def tell(state: str) -> None:
    """Sends `READY=1` or `WATCHDOG=1`; nothing happens outside a unit that asked for it."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.connect("\0" + address[1:] if address.startswith("@") else address)
        sender.send(state.encode())

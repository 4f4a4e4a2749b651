"""Whom an upload believes: servers that one pinned file of certificates vouches for.

A sign-in page of somebody's network has no such certificate, so it ends here and not in the
records. A clock without a battery begins in 1970, and then every certificate would be of the
future: the dates are held against the latest time that the table knows to have passed.
"""

import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from table_firmware.controller import clock
from table_firmware.ledger.entries import decode
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.prune import KNOWN
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.tree import split_bundle

_NO_CHECK_TIME: Final = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, which `ssl.VerifyFlags` has no name for."""
_BUNDLES: Final = 64
"""So many of the newest are searched for a `clock` entry."""
_MOST: Final = 2**24


class Untrusted(Exception):
    """There is no safe connection to this server; the text says why."""


@dataclass(frozen=True, slots=True)
class Trust:
    """context: for connections. at: seconds since 1970 that certificates must be valid at."""

    context: ssl.SSLContext
    at: float

    def check_dates(self, certificate: bytes | None) -> None:
        """Untrusted unless the certificate of the server (DER) is valid now."""
        shown = x509.load_der_x509_certificate(certificate or b"")
        if not _is_current(shown, self.at):
            first, last = (clock.date(at) for at in _dates(shown))
            raise Untrusted(
                f"{first} – {last}: 现在不在证书有效期内 / the certificate is not valid at"
                f" {clock.date(self.at)}"
            )


def trust(ca: Path, now: float, passed: float) -> Trust:
    """Believe whom the certificates in the PEM file `ca` vouch for. now: what the clock of the
    day says. passed: a time that has certainly passed. Both in seconds since 1970. OSError or
    ValueError if there is no certificate in the file that is valid."""
    at = max(now, passed)
    certificates = x509.load_pem_x509_certificates(ca.read_bytes())
    current = [each for each in certificates if _is_current(each, at)]
    if not current:
        raise ValueError(f"已过期或尚未生效 / no certificate is valid at {clock.date(at)}")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=_pem(current))
    # The certificate of a single server may be pinned too, not only the one of an authority.
    context.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
    if now < passed:
        context.verify_flags |= ssl.VerifyFlags(_NO_CHECK_TIME)
    return Trust(context, at)


def _pem(certificates: Iterable[x509.Certificate]) -> str:
    return "".join(each.public_bytes(Encoding.PEM).decode() for each in certificates)


def _dates(certificate: x509.Certificate) -> tuple[float, float]:
    first, last = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return first.timestamp(), last.timestamp()


def _is_current(certificate: x509.Certificate, at: float) -> bool:
    first, last = _dates(certificate)
    return first <= at <= last


# ------------------------------------------------------------------ what time it is at least


def passed(export: Path) -> float:
    """Seconds since 1970 that have certainly passed: by the newest `clock` entry of an export
    whose time the network or a witness had set, and by the firmware itself."""
    return max(Path(__file__).stat().st_mtime, _last_clock(export))


def _last_clock(export: Path) -> float:
    try:
        folder = Folder(export)
        newest = sorted(folder.under("log/tile/entries/"), key=_place)[-_BUNDLES:]
        for path in reversed(newest):
            for leaf in reversed(split_bundle(folder.read(path, _MOST))):
                if b'"k":"clock"' in leaf and (known := _known(leaf)):
                    return known
    except (Refusal, ValueError):
        return 0.0  # the upload itself says what is wrong with the export
    return 0.0


def _place(path: str) -> tuple[int, str]:
    """Paths of bundles in the order of their numbers; a longer path has a greater number."""
    whole = path.partition(".p/")[0]
    return len(whole), whole


def _known(leaf: bytes) -> float:
    entry = decode(leaf)
    return entry.d["unix"] / 1000 if entry.k == "clock" and entry.d["src"] in KNOWN else 0.0

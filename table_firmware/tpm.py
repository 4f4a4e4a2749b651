"""A key and a counter in a TPM 2.0, by the programs of tpm2-tools (`tlog1` §4, level L1).

A TPM signs with P-256 only: its line stands beside the Ed25519 ones in each checkpoint. The key
comes from the TPM's own seed, so that no file holds it. The counter can only grow: it goes into
each `boot` entry, and an old copy of the card is found by it.
"""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from table_firmware.ledger.notes import ECDSA, Verifier, lower

COUNTER: Final = "0x1500001"
SECONDS: Final = 30
_KEY: Final = (
    *("tpm2_createprimary", "-C", "o", "-G", "ecc256:ecdsa-sha256:null"),
    *("-a", "fixedtpm|fixedparent|sensitivedataorigin|userwithauth|sign", "-c", "key"),
)
_COUNTING: Final = ("-s", "8", "-a", "ownerread|ownerwrite|authread|authwrite|nt=counter")


class Tpm:
    """A TPM that tpm2-tools can reach. tcti: as they name it, `device:/dev/tpmrm0` for one.
    Whatever fails is an OSError."""

    def __init__(self, tcti: str) -> None:
        self.tcti = tcti

    def key(self, name: str) -> "TpmKey":
        """The signing key, under the name of a log."""
        return TpmKey(self, name)

    def count(self) -> int:
        """Move the counter on by one; its new value. It is made at the first call."""
        with tempfile.TemporaryDirectory() as place:
            try:
                self.call(place, "tpm2_nvincrement", "-C", "o", COUNTER)
            except OSError:
                self.call(place, "tpm2_nvdefine", "-C", "o", *_COUNTING, COUNTER)
                self.call(place, "tpm2_nvincrement", "-C", "o", COUNTER)
            self.call(place, "tpm2_nvread", "-C", "o", "-s", "8", "-o", "value", COUNTER)
            return int.from_bytes((Path(place) / "value").read_bytes(), "big")

    def with_key(self, place: str, *command: str) -> None:
        """Run a command with the key loaded as `key`."""
        try:
            self.call(place, *_KEY)
            self.call(place, *command)
        finally:
            self.call(place, "tpm2_flushcontext", "-t")

    def call(self, place: str, *command: str) -> None:
        """Run one command in a folder of its own."""
        environment = {**os.environ, "TPM2TOOLS_TCTI": self.tcti}
        try:
            subprocess.run(
                command,
                cwd=place,
                env=environment,
                capture_output=True,
                check=True,
                timeout=SECONDS,
            )
        except subprocess.SubprocessError as error:
            raise OSError(5, f"{command[0]}: {error}") from error


class TpmKey:
    """A `ledger.keys.Signer` whose key never leaves the TPM."""

    def __init__(self, tpm: Tpm, name: str) -> None:
        self._tpm, self.name = tpm, name

    @property
    def alg(self) -> str:
        """Algorithm and storage."""
        return "ecdsa-p256-sha256, TPM 2.0"

    @cached_property
    def verifier(self) -> Verifier:
        """The public half."""
        public = self._made(b"", "tpm2_readpublic", "-c", "key", "-f", "der", "-o", "out")
        return Verifier(self.name, public, ECDSA)

    def sign(self, message: bytes) -> bytes:
        """The signature over `message`."""
        sign = ("tpm2_sign", "-c", "key", "-g", "sha256", "-s", "ecdsa", "-f", "plain")
        return lower(self._made(message, *sign, "-o", "out", "message"))

    def _made(self, message: bytes, *command: str) -> bytes:
        with tempfile.TemporaryDirectory() as place:
            (Path(place) / "message").write_bytes(message)
            self._tpm.with_key(place, *_quiet(command))
            return (Path(place) / "out").read_bytes()


def _quiet(command: Sequence[str]) -> Sequence[str]:
    return (command[0], "-Q", *command[1:])

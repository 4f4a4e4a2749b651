"""Who is believed, and where finished records go: the sections `trust`, `beacon` and `upload`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table_firmware.config.keys import PATH, ConfigError, Key, whole
from table_firmware.trust import read_audit_key, read_operators, read_text


@dataclass(frozen=True, slots=True)
class Upload:
    """The web server that finished records go to, beside a stick or share. address: empty: none.
    ca: certificates of whom to believe. token: file of the bearer token."""

    address: str = ""
    ca: Path | None = None
    token: Path | None = None


_OPERATORS: Final = Key(
    read_operators,
    "应为操作员公钥的列表（tablectl operator key 会显示）",
    "expected a list of operators' keys, as `tablectl operator key` shows them",
)
_AUDIT_KEY: Final = Key(
    read_audit_key,
    "应为审计公钥（64 位十六进制）",
    "expected the audit's public key, 64 hexadecimal digits",
)
_TPM: Final = Key(
    read_text, "应为 tpm2-tools 的 TCTI", "expected a TCTI of tpm2-tools, as device:/dev/tpmrm0"
)
_ADDRESS: Final = Key(read_text, "应为 https:// 地址", "expected an https:// address")

KEYS: Final[Mapping[str, Mapping[str, Key]]] = {
    "beacon": {"genesis": whole(0, 2**40), "period": whole(1, 86_400)},
    "trust": {"operators": _OPERATORS, "audit_key": _AUDIT_KEY, "tpm": _TPM},
    "upload": {"address": _ADDRESS, "ca": PATH, "token": PATH},
}


def read_beacon(table: Mapping[str, int], name: str) -> tuple[int, int] | None:
    """The public beacon: both of its numbers, or none of them."""
    if table and table.keys() != {"genesis", "period"}:
        raise ConfigError(
            "TBL-104",
            f"{name}: beacon",
            "genesis 与 period 必须同时给出",
            "genesis and period belong together",
        )
    return (table["genesis"], table["period"]) if table else None

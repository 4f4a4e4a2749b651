"""What a verification found, check by check (`tlog1` §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from table_firmware.ledger.remarks import in_both
from table_firmware.plural import singular
from table_firmware.rules.match import Standing

if TYPE_CHECKING:
    from table_firmware.ledger.events import Sitting

TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "V1": ("notes are in their only spelling", "签名记录格式严格一致"),
    "V2": ("every required key has signed", "每把必需的密钥均已签名"),
    "V3": ("the log is the one the policy names", "日志来源与信任策略一致"),
    "V4": ("entries are canonical and in their place", "条目格式规范且位置正确"),
    "V5": ("the root follows from the entries", "根哈希可由条目重新算出"),
    "V6": ("every stored tile is the computed one", "每个存储块与计算结果一致"),
    "V7": ("no byte is left unverified", "没有未经验证的字节"),
    "V8": ("checkpoints and receipts fit one history", "检查点与凭证属于同一历史"),
    "V9": ("each checkpoint is by the key of its epoch", "检查点由当期密钥签署"),
    "V10": ("epochs are gapless, announced and closed", "各期连续、预先承诺并已结清"),
    "V11": ("counters never go back", "计数器从不倒退"),
    "V12": ("commitment, contributions and deal are in order", "承诺、投入与发牌顺序正确"),
    "V13": ("every deal and every ruling, made again, agrees", "重新发牌并重新裁定，结果一致"),
    "V14": ("secrets come from the published noise", "秘密值由公布的噪声得出"),
    "V15": ("batches and receipts belong to this log", "批次与凭证属于本日志"),
}
"""Every check by number: what holds if it is passed, in English and Chinese."""

Status = Literal["ok", "failed", "not-checked"]


class Refusal(Exception):
    """A check failed: its number, the entry or file where, and why."""

    def __init__(self, check: str, where: str, why: str) -> None:
        super().__init__(f"{check} at {where}: {why}")
        self.check, self.where, self.why = check, where, why


def demand(holds: bool, check: str, where: str, why: str) -> None:
    """Refusal unless `holds`."""
    if not holds:
        raise Refusal(check, where, why)


@dataclass(frozen=True, slots=True)
class Check:
    """One numbered check. `sentence` says what was looked at, or why it failed."""

    number: str
    status: Status
    sentence: str

    @property
    def title(self) -> str:
        """What holds if the check is passed, in English."""
        return TITLES[self.number][0]

    @property
    def title_zh(self) -> str:
        """The same in Chinese."""
        return TITLES[self.number][1]


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a match ended. ranked: it counts; practice and single hands do not."""

    standings: tuple[Standing, ...]
    ranked: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict. `remarks` are facts that no check can judge (an unfinished match, a key taken
    from the export); `refusal` is the first failure, None if all is well. `hands` counts the
    hands dealt and played again, `matches` those that ended, with their `rankings`; `sittings` are
    the matches with the deals of an event."""

    origin: str
    entries: int
    hands: int
    matches: int
    rankings: tuple[Ranking, ...]
    checks: tuple[Check, ...]
    remarks: tuple[str, ...]
    refusal: Refusal | None
    sittings: "tuple[Sitting, ...]" = ()

    @property
    def ok(self) -> bool:
        """True if no check failed."""
        return self.refusal is None

    def lines(self) -> list[str]:
        """The report as `tablectl log verify` prints it; the verdict is last."""
        marks = {"ok": "ok    ", "failed": "FAILED", "not-checked": "-     "}
        lines = [
            f"{check.number:<4}{marks[check.status]}  {check.title} · {check.title_zh}"
            + (f": {check.sentence}" if check.sentence else "")
            for check in self.checks
        ]
        return [*lines, *self.told, self.verdict]

    @property
    def told(self) -> list[str]:
        """The remarks in both languages."""
        return [in_both(remark) for remark in self.remarks]

    @property
    def verdict(self) -> str:
        """One line: `verified` and what was counted, or which check failed, where and why."""
        if self.refusal:
            return f"refused · 未通过: {self.refusal}"
        counted = f"{self.entries} entries, {self.hands} hands, {self.matches} matches"
        return f"verified · 已验证: {singular(counted)} ({self.origin})"

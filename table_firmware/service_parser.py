"""What the technician's verbs of `tablectl` take."""

from pathlib import Path
from typing import Final

from table_firmware.brightness import arguments_of, service_brightness
from table_firmware.config.play import MODES
from table_firmware.line import number
from table_firmware.service.checks import AREAS
from table_firmware.service_verbs import (
    REFUSED,
    acceptance,
    bundle,
    burn_in,
    diagnose,
    service_mute,
    service_pin,
)
from table_firmware.upload_verb import place
from table_firmware.verbs import Verbs, Words, add_group, add_verb

LONGEST_SPAN: Final = 8760.0
"""Of a wait or a burn-in, in its unit: a year of hours."""
SPAN: Final = number(0, LONGEST_SPAN)
MUTABLE: Final = tuple(f"{kind}_{seat}" for kind in ("seat", "button") for seat in "ENWS")


def add_service_verbs(verbs: Verbs) -> None:
    """All that a technician types."""
    _add_diagnose(verbs)
    _add_service(add_group(verbs, "service", "维护 / service"))
    _add_burn_in(verbs)
    _add_acceptance(verbs)
    packed = add_verb(verbs, "bundle", "打包诊断资料 / pack what support needs", bundle)
    packed.add_argument("out", type=Path, help="文件 / file: bundle.zip")
    _add_subject(packed)


def _add_diagnose(verbs: Verbs) -> None:
    added = add_verb(
        verbs, "diagnose", "检查牌桌各部分 / look at every part of the table", diagnose
    )
    _add_subject(added)
    add = added.add_argument
    add("--json", action="store_true", help="输出 JSON / print JSON")
    add("--html", type=Path, help="另存为可打印的网页 / also write a page to print")
    add("--only", action="append", choices=AREAS, help="只查这一部分 / this area only")
    add("--raw", type=Path, help="随机源样本存为文件 / file for the sample of the random source")
    add("--ack", action="append", metavar="CODE", help="确认警告 / acknowledge warnings: TBL-721")


def _add_subject(added: Words) -> None:
    added.status = REFUSED  # 1 and 2 tell of the table
    add = added.add_argument
    add("--config", type=Path, help="配置文件 / configuration file")
    add("--watch", type=SPAN, default=5.0, help="观察触点的秒数 / seconds to watch contacts (5)")
    records = Path("/media/table-records")
    words = "上传位置或 https://… / where records are copied to"
    add("--destination", type=place, default=records, help=words)


def _add_service(verbs: Verbs) -> None:
    pin = add_verb(verbs, "pin", "设置维护密码（6 到 12 位） / set the service PIN", service_pin)
    mute = add_verb(
        verbs, "mute", "停用传感器，牌局照常 / mute a sensor, play goes on", service_mute
    )
    unmute = add_verb(verbs, "unmute", "启用传感器 / hear a sensor again", service_mute)
    for added, on in ((mute, True), (unmute, False)):
        added.set_defaults(mute=on)
        added.add_argument("role", choices=MUTABLE, help="触点 / contact")
    words = "座位屏幕的亮度 / brightness of the panel of a seat"
    arguments_of(add_verb(verbs, "brightness", words, service_brightness))
    for added in (pin, mute, unmute):
        added.add_argument("--config", type=Path, help="配置文件 / configuration file")


def _add_burn_in(verbs: Verbs) -> None:
    added = add_verb(
        verbs, "burn-in", "长时间试运行，签署报告 / hours of everything, signed", burn_in
    )
    _add_subject(added)
    add = added.add_argument
    add("--hours", type=SPAN, default=0.0, help="小时 / hours")
    add("--minutes", type=SPAN, default=0.0, help="分钟 / minutes")
    add("--mode", default="2", choices=MODES, help="各轮的模式 / mode of the matches")
    add("--out", type=Path, default=Path("burn-in"), help="文件夹 / folder (burn-in)")
    _add_verify(added)


def _add_verify(added: Words) -> None:
    add = added.add_argument
    add("--verify", type=Path, metavar="REPORT", help="验证报告 / verify a report")
    add("--policy", type=Path, help="该桌的信任策略 / the policy file of its table")


def _add_acceptance(verbs: Verbs) -> None:
    words = "新桌验收，逐步进行 / accept a new table step by step"
    added = add_verb(verbs, "acceptance", words, acceptance)
    _add_subject(added)
    add = added.add_argument
    out = Path("acceptance.txt")
    add("--out", type=Path, default=out, help="报告 / report (acceptance.txt)")
    add("--restart", action="store_true", help="从头开始 / begin anew")
    _add_verify(added)

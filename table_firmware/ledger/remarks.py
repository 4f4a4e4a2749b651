"""The remarks of an audit in Chinese: facts that no check can judge, for who relies on a log."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"\d+")
CHINESE: Final = {
    "hand {} is unfinished: its {} acts cannot be ruled yet": (
        "第 {} 局未打完，其中 {} 步尚不能裁定"
    ),
    "the event is not closed: its decks are withheld": "赛事尚未结束，牌未公开",
    "the last match is unfinished": "最后一轮未打完",
    "void indices: {}": "作废 {} 局",
    "sealed reveals: {}; V{} was not checked for them": "{} 局的秘密值已封存，未作 V{} 检查",
    "void indices that no operator has signed: {}": "其中 {} 局的作废无操作员签字",
    "batches after a fault of the random source that no operator had cleared: {}": (
        "随机源故障未经操作员解除即开始的承诺：{} 次"
    ),
    "the staff were called: {}": "呼叫工作人员 {} 次",
    "play was paused by consent of the table: {}": "经各家同意暂停 {} 次",
    "play is paused": "牌局正在暂停",
    "bytes cut from torn tails after power cuts: {}": "断电后截去末尾残缺的 {} 字节",
    "starts that the hardware counted and this log does not have: {}": (
        "硬件计有而本日志没有的启动：{} 次"
    ),
    "play was suspended for service: {}": "因维护暂停 {} 次",
    "wrong tries of the service PIN: {}": "维护密码输错 {} 次",
    "the table is in service": "牌桌正在维护",
}
"""By the English sentence, with {} where its numbers stand."""


def in_both(remark: str) -> str:
    """The remark with its Chinese behind it, if it has one that it does not hold itself."""
    chinese = CHINESE.get(_NUMBER.sub("{}", remark), "")
    return f"{remark} · {chinese.format(*_NUMBER.findall(remark))}" if chinese else remark

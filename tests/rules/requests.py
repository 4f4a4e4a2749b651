"""One good ChinPok request of each kind to the batch, and how it is asked."""

import json
from typing import Any

from table_firmware.rules.batch import answer

HANDS = {"E": ["D5", "D2"], "N": ["DK", "D6"], "W": ["C3", "C4"], "S": ["H3", "H4"]}
CLASSIFY = {"op": "classify", "game": "chinpok", "trump": "7", "cards": ["S3"]}
BEATS = {"op": "beats", "game": "chinpok", "trump": "7", "left": ["S4"], "right": ["S3"]}
PLAYS = {"op": "plays", "game": "chinpok", "trump": "7", "hand": ["S3", "S4"], "to_beat": None}
MINIMAL = {**PLAYS, "op": "minimal"}
SCORE = {"op": "score", "game": "chinpok", "finish": ["E", "W"], "left": {"S": 8, "N": 5}}
RECORD = {
    "seats": {"E": "A", "S": "B", "W": "C", "N": "D"},
    "finish": ["E", "W"],
    "left": {"S": 8, "N": 5},
}
RANK = {"op": "rank", "game": "chinpok", "mode": "2", "hands": [RECORD]}
ROUND = {
    "op": "round",
    "game": "chinpok",
    "trump": "7",
    "leader": "E",
    "hands": HANDS,
    "actions": [],
}
PAIR = {"type": "pair", "key": 9, "size": 2}


def ask(request: Any, **changes: Any) -> Any:
    return json.loads(answer(json.dumps({**request, **changes})))


def complaint(answered: Any) -> str:
    assert answered["error"]["code"] == "bad-request"
    return str(answered["error"]["message"])


def act(**action: Any) -> Any:
    return ask(ROUND, actions=[action])

"""What it costs to begin: the public library imported in fresh processes."""

import json
import subprocess
import sys
from pathlib import Path

TIMES = 12
IMPORT = "from table_firmware.rules.games import chinpok"
STANDARD = "import collections, dataclasses, enum, functools, itertools, typing"
"""Of the standard library, what the rules stand on."""

_PROBE = """
import sys, time, json
before = set(sys.modules)
begin = time.process_time()
{statement}
took = time.process_time() - begin
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
others = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(json.dumps({{
    "ms": took * 1000,
    "mb": int(peak.split()[1]) / 1024,
    "others": sorted(others - sys.stdlib_module_names - {{"table_firmware"}}),
}}))
"""


def fresh() -> dict[str, object]:
    """Import time (the least of several, interleaved with the standard library's own share), the
    most memory the process has used by then, and what it depends on."""
    ours, standard = [], []
    for _ in range(TIMES):
        ours.append(_probe(IMPORT))
        standard.append(_probe(STANDARD))
    return {
        "import_ms": min(one["ms"] for one in ours),
        "standard_library_ms": min(one["ms"] for one in standard),
        "memory_mb": min(one["mb"] for one in ours),
        "dependencies": ours[0]["others"],
    }


def _probe(statement: str) -> dict[str, float]:
    root = str(Path(__file__).parent.parent)
    code = f"import sys; sys.path.insert(0, {root!r})\n" + _PROBE.format(statement=statement)
    found = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    probe: dict[str, float] = json.loads(found.stdout)
    return probe

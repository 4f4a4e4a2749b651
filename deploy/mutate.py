"""Mutation testing of the rules: changes one thing at a time and sees whether a test notices.

    python deploy/mutate.py [--every N] [MODULE…]

A module is named as in `mutate_tests`; without one all are tried. `--every 7` tries each seventh
change only. Prints the survivors, and any makes the run fail; those known and explained in
docs/games/mutations.md are not tried. A changed module lives only in a forked process: no file is
touched. The tests draw the same few examples each time, so that a run says the same twice.
"""

import ast
import copy
import io
import os
import resource
import runpy
import signal
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

import hypothesis  # imported before forking, which is what makes a run short
import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
KNOWN: Final = ROOT / "docs" / "games" / "mutations.md"
PATIENCE: Final = 3
"""Times as long as the tests take without a change, and as many seconds; a change that takes
longer counts as noticed: it made something run for ever. The time of the processor is meant."""

MEMORY: Final = 2**31
"""Bytes that a change may make the tests use."""

TESTS: Final[dict[str, tuple[str, ...]]] = runpy.run_path(
    str(Path(__file__).with_name("mutate_tests.py"))
)["TESTS"]

_SWAPS: Final[dict[type[ast.AST], type[Any]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: where, what it is called, and how the changed code is made."""

    module: str
    name: str
    code: Callable[[], CodeType]


def _path(module: str) -> Path:
    place = ROOT / "table_firmware" / "rules" / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def unchanged(module: str) -> Mutant:
    """The module as it is: the tests must pass with it, or they prove nothing."""
    path = _path(module)
    return Mutant(module, module, lambda: compile(path.read_text("utf-8"), path, "exec"))


def mutants(module: str) -> Iterator[Mutant]:
    """All changes of a module, in the order of its text."""
    text = _path(module).read_text("utf-8")
    tree = ast.parse(text)
    spared = {inner for node in ast.walk(tree) for inner in _spared(node)}
    named: Counter[str] = Counter()
    for number, node in enumerate(ast.walk(tree)):
        if node in spared:
            continue
        for what, change in _changes(node):
            line = text.splitlines()[getattr(node, "lineno", 1) - 1].strip()
            name = f"{module}: {what} in `{line}`"
            named[name] += 1
            if named[name] > 1:
                name += f" ({named[name]})"
            yield Mutant(module, name, partial(_changed, module, tree, number, change))


def _changed(module: str, tree: ast.Module, number: int, change: Callable[[Any], None]) -> CodeType:
    changed = copy.deepcopy(tree)
    change(list(ast.walk(changed))[number])
    ast.fix_missing_locations(changed)
    return compile(changed, _path(module), "exec")


def _spared(node: ast.AST) -> Iterator[ast.AST]:
    """Decorators, which guard the program against itself, and types, which are not looked at."""
    names = ("annotation", "returns")
    parts = [*getattr(node, "decorator_list", ()), *(getattr(node, name, None) for name in names)]
    for part in filter(None, parts):
        yield from ast.walk(part)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield from _swap(op, lambda new, swap, at=at: new.ops.__setitem__(at, swap))
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op):
            yield from _swap(op, lambda new, swap: setattr(new, "op", swap))
        case ast.UnaryOp(op=ast.Not()):
            yield "not", _twice
        case ast.UnaryOp(op=ast.USub()):
            yield "-", lambda new: setattr(new, "op", ast.UAdd())
        case ast.Constant(value=bool() as value):
            yield f"{value}", lambda new: setattr(new, "value", not new.value)
        case ast.Constant(value=int() as value):
            yield f"{value}", lambda new: setattr(new, "value", new.value + 1)
        case ast.IfExp():
            yield "if else", _exchange
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return", lambda new: setattr(new, "value", ast.Constant(None))


def _swap(op: ast.AST, put: Callable[..., None]) -> Iterator[tuple[str, Callable[[Any], None]]]:
    swap = _SWAPS.get(type(op))
    if swap is not None:
        yield type(op).__name__, lambda new: put(new, swap())


def _twice(new: Any) -> None:
    """`not x` becomes `not not x`."""
    new.operand = ast.UnaryOp(ast.Not(), new.operand)


def _exchange(new: Any) -> None:
    new.body, new.orelse = new.orelse, new.body


class Changed(MetaPathFinder, Loader):
    """Imports the changed module in the place of the true one."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname: str, *_: Any) -> ModuleSpec | None:
        """The module's spec, None for any other module."""
        if fullname != f"table_firmware.rules.{self.mutant.module}":
            return None
        path = _path(self.mutant.module)
        spec = spec_from_loader(fullname, self, is_package=path.name == "__init__.py")
        if spec and spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(str(path.parent))
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code."""
        exec(self.mutant.code(), module.__dict__)


class Trial:
    """A module's changes, each put to the module's tests; first to the one that noticed the
    change before."""

    def __init__(self, module: str) -> None:
        self._tests = list(TESTS[module])
        self._seconds = 600.0
        started = os.times()
        if not self.survives(unchanged(module)):
            raise ValueError(f"the tests of {module} fail without any change")
        ended = os.times()
        took = ended.children_user + ended.children_system
        took -= started.children_user + started.children_system
        self._seconds = PATIENCE * (took + 1)

    def survives(self, mutant: Mutant) -> bool:
        """Whether no test notices the change."""
        child = os.fork()
        if child == 0:
            os._exit(_tried(mutant, self._tests, self._seconds))
        _, status = os.waitpid(child, 0)
        place = os.waitstatus_to_exitcode(status)
        if 0 < place <= len(self._tests):
            self._tests.insert(0, self._tests.pop(place - 1))
        return place == 0


def _tried(mutant: Mutant, tests: list[str], seconds: float) -> int:
    """The place of the test that notices the change, counted from 1; 0 if none does."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # its end ends this process: noticed
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Changed(mutant))
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        try:
            results = (pytest.main([*_OPTIONS, test]) for test in tests)
            return next((place for place, ended in enumerate(results, 1) if ended in _NOTICED), 0)
        except BaseException:
            return 255


_NOTICED: Final = frozenset(pytest.ExitCode) - {
    *(pytest.ExitCode.OK, pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED)
}
"""A file of tests that is not there notices nothing."""

_OPTIONS: Final = (
    *("-x", "-q", "-m", "not slow and not soak", "--hypothesis-profile", "mutate"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *(f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "pytest_mock")),
    *(f"-pno:{plugin}" for plugin in ("faulthandler", "threadexception", "unraisableexception")),
)


def known() -> frozenset[str]:
    """The survivors that the page explains: its lines that begin with a dash and a name."""
    if not KNOWN.exists():
        return frozenset()
    lines = KNOWN.read_text("utf-8").splitlines()
    return frozenset(line[2:].partition(" — ")[0] for line in lines if line.startswith("- "))


def main() -> int:
    """Try the changes; 1 if one survived that nobody has explained."""
    parser = ArgumentParser(description="变异测试 / Mutation testing of the rules.")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("modules", nargs="*", default=[], choices=[[], *TESTS])
    given = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    # The first example that notices a change is enough: none is sought that is shorter.
    hypothesis.settings.register_profile(
        "mutate",
        max_examples=25,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    explained, survivors, tried = known(), 0, 0
    with tempfile.TemporaryDirectory() as compiled:
        # What is not changed is compiled once, and nothing of it stays.
        sys.dont_write_bytecode, sys.pycache_prefix = False, compiled
        for module in given.modules or TESTS:
            trial = Trial(module)
            for mutant in list(mutants(module))[:: given.every]:
                if mutant.name not in explained:
                    tried += 1
                    if trial.survives(mutant):
                        survivors += 1
                        print(f"SURVIVED {mutant.name}", flush=True)
            print(f"[mutate] {module} done, {tried} changes so far", flush=True)
    print(f"[mutate] {tried} changes, {survivors} survivors without an explanation")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

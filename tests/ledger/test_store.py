"""Exports arrive whole at a web server, whatever the network and the server do, or say why not
(`trust-decisions`, T13)."""

import random  # noqa: TID251
import shutil
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta  # noqa: TID251
from functools import partial
from operator import mul
from pathlib import Path

import pytest

from table_firmware.exchange import Limits, parse_address
from table_firmware.ledger.audit import audit
from table_firmware.store import Store, open_store
from table_firmware.tls import Trust, passed, trust
from table_firmware.upload import HEAD, UploadFault, acks_of, all_acks, upload
from tests.ledger.scripted import Table, Whole, filler
from tests.ledger.shelf import DAY, HOST, NOW, Authority, Shelf, serving

QUICK = Limits(connect=5, answer=5, tries=3, pause=0.5, longest=1)
HASTY = Limits(connect=0.3, answer=0.3, rate=2**30, tries=2, pause=0.5, longest=1)
TODAY = NOW.timestamp()
FOLDER = "/league/table-1/"


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def kept(shelf: Shelf) -> dict[str, bytes]:
    return {path.removeprefix(FOLDER): content for path, content in shelf.objects.items()}


def store_at(
    port: int, trusted: Trust | None = None, limits: Limits = QUICK, token: str = ""
) -> Store:
    """A store that does not wait between its tries."""
    scheme = "https" if trusted else "http"
    address = parse_address(f"{scheme}://{HOST}:{port}{FOLDER}")
    return Store(address, trusted, token, limits, wait=lambda _: None, chance=bytes)


@contextmanager
def at(shelf: Shelf, limits: Limits = QUICK) -> Iterator[Store]:
    with serving(shelf) as port:
        yield store_at(port, limits=limits)


def fault(export: Path, store: Store, acks: Path | None = None) -> UploadFault:
    with pytest.raises(UploadFault) as caught:
        upload(export, store, acks)
    return caught.value


@dataclass
class Grown:
    """A table's export at three times of its life."""

    exports: list[Path]
    policy: str


@pytest.fixture(scope="session")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    place = tmp_path_factory.mktemp("grown")
    table = Table(place / "state", quick=True)
    exports = []
    for number in range(3):
        beside = {"results.txt": filler(f"results{number}", 500), f"only-{number}.txt": b"x"}
        exports.append(
            Path(shutil.copytree(table.export(place / "out", beside), place / f"{number}"))
        )
        for _ in range(120):
            table.put("clock", {"unix": 0, "src": "rtc", "unc": 0})
    return Grown(exports, table.policy())


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("league"))


# ------------------------------------------------------------------ a server that works


def test_an_export_arrives_whole_and_verifies_there(whole: Whole, tmp_path: Path) -> None:
    shelf = Shelf()
    with at(shelf) as store:
        receipts = upload(whole.folder, store)
    assert kept(shelf) == files(whole.folder)
    assert all(receipt.sent for receipt in receipts)
    puts = [path.removeprefix(FOLDER) for method, path in shelf.asked if method == "PUT"]
    assert puts[0].startswith("log/tile/entries/")
    assert puts[-1] == HEAD
    for path, content in kept(shelf).items():
        (tmp_path / "copy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "copy" / path).write_bytes(content)
    assert audit(tmp_path / "copy", whole.policy).ok


def test_only_what_may_change_is_written_over(grown: Grown) -> None:
    shelf = Shelf()
    with at(shelf) as store:
        upload(grown.exports[0], store)
    free = {
        path.removeprefix(FOLDER)
        for (method, path), headers in zip(shelf.asked, shelf.headers, strict=True)
        if method == "PUT" and "If-None-Match" not in headers
    }
    assert free == {HEAD, "identity.vkey", "results.txt", "only-0.txt"}


def test_what_was_confirmed_costs_one_question(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(), tmp_path / "acks" / "one.json"
    with at(shelf) as store:
        upload(grown.exports[0], store, acks)
        shelf.asked.clear()
        assert not any(receipt.sent for receipt in upload(grown.exports[0], store, acks))
        assert shelf.asked == [("GET", FOLDER + HEAD)]
        acks.unlink()
        shelf.asked.clear()
        assert not any(receipt.sent for receipt in upload(grown.exports[0], store, acks))
    assert {method for method, _ in shelf.asked} == {"GET"}


def test_a_grown_log_supersedes_what_was_there(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(), tmp_path / "acks"
    with at(shelf) as store:
        for export in grown.exports:
            upload(export, store, acks)
            assert kept(shelf) == files(export)


def test_a_store_that_lets_nothing_go_keeps_the_rest_in_order(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(keeps=True), tmp_path / "acks"
    with at(shelf) as store:
        for export in grown.exports:
            upload(export, store, acks)
    assert kept(shelf).items() > files(grown.exports[-1]).items()
    superseded = kept(shelf).keys() - files(grown.exports[-1]).keys()
    assert all(".p/" in path or path.startswith("only-") for path in superseded)


@pytest.mark.parametrize("lost", ["everything", "checkpoint", "older"])
def test_a_store_that_lost_something_gets_it_again(grown: Grown, tmp_path: Path, lost: str) -> None:
    """What it confirmed before counts no more, also for what the table may let go."""
    shelf, exports = Shelf(), tmp_path / "exports"
    acks = acks_of(exports, "https://records.example")
    with at(shelf) as store:
        upload(grown.exports[0], store, acks)
        before = dict(shelf.objects)
        upload(grown.exports[1], store, acks)
        match lost:
            case "everything":
                shelf.objects.clear()
            case "checkpoint":
                del shelf.objects[FOLDER + HEAD]
            case _:
                shelf.objects = before
        shelf.faults.extend(["", "401"])
        assert fault(grown.exports[1], store, acks).code == "target-denied"
        assert {digest for known in all_acks(exports) for digest in known.values()} == {""}
        upload(grown.exports[1], store, acks)
    # What a restored server has again that was taken away, nobody can know.
    shelf.objects.pop(FOLDER + "only-0.txt", None)
    assert kept(shelf) == files(grown.exports[1])


def test_two_uploads_at_once_do_no_harm(grown: Grown) -> None:
    """Each looked before the other wrote: 412 is no failure if the bytes are ours."""
    shelf, export = Shelf(), grown.exports[0]

    class Second(Store):
        def put(self, path: str, content: bytes, create_only: bool) -> bool:
            shelf.objects[FOLDER + path] = content
            return super().put(path, content, create_only)

    with serving(shelf) as port:
        address = parse_address(f"http://{HOST}:{port}{FOLDER}")
        upload(export, Second(address, limits=QUICK))
    assert kept(shelf) == files(export)


# ------------------------------------------------------------------ faults that pass

PASSING = (
    *("cut", "cut body", "keep half", "lost answer", "half answer", "half chunk", "twice"),
    "garbage",
    *("500", "502", "503", "409", "429", "late 500", "swallow"),
)
ENDING = {
    "captive": "target-strange",
    "moved": "target-strange",
    "400": "target-strange",
    "401": "target-denied",
    "403": "target-denied",
    "507": "target-failed",
}
TRIED_AGAIN = (
    *("cut", "lost answer", "half answer", "half chunk", "garbage"),
    *("500", "409", "429", "late 500"),
)
"""What never reads like another answer."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED_AGAIN)
def test_what_passes_by_itself_is_tried_again_at_every_question(grown: Grown, name: str) -> None:
    export = grown.exports[0]
    shelf = Shelf(faults=deque([name, ""] * 100))
    with at(shelf) as store:
        upload(export, store)
    assert kept(shelf) == files(export)


@pytest.mark.parametrize("name", ["cut", "503", "garbage", "409"])
def test_what_does_not_pass_ends_the_run(grown: Grown, name: str) -> None:
    shelf = Shelf(faults=deque([name] * 99))
    with at(shelf) as store:
        found = fault(grown.exports[0], store)
    assert found.code == "target-unreachable"
    assert HEAD in found.detail
    assert len(shelf.asked) == QUICK.tries


@pytest.mark.parametrize(("name", "code"), ENDING.items())
def test_what_no_second_try_can_change_ends_the_run(grown: Grown, name: str, code: str) -> None:
    for good in range(2 if name == "captive" else 3):
        shelf = Shelf(faults=deque([*[""] * good, name]))
        with at(shelf) as store:
            assert fault(grown.exports[0], store).code == code
        assert len(shelf.asked) == good + 1
        assert FOLDER + HEAD not in shelf.objects


def test_nobody_answers_at_a_closed_port(grown: Grown) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        found = fault(grown.exports[0], store_at(taken.getsockname()[1]))
    assert found.code == "target-unreachable"
    assert "Connection refused" in found.detail


@pytest.mark.parametrize("name", ["drip", "slow body", "go on"])
def test_a_server_that_drips_is_left_in_time(grown: Grown, name: str) -> None:
    """Each of its bytes comes in time, the answer never does."""
    shelf = Shelf(faults=deque([name] * 9))
    with at(shelf, HASTY) as store:
        assert fault(grown.exports[0], store).code == "target-unreachable"
    assert len(shelf.asked) == HASTY.tries


def test_a_server_that_says_nothing_is_left_in_time(grown: Grown, league: Authority) -> None:
    with socket.socket() as mute:
        mute.bind((HOST, 0))
        mute.listen()
        for trusted in (None, trust(league.pem, TODAY, 0)):
            store = store_at(mute.getsockname()[1], trusted, HASTY)
            assert fault(grown.exports[0], store).code == "target-unreachable"


def test_a_server_that_hangs_up_at_once_is_no_stranger(grown: Grown, league: Authority) -> None:
    """It has not shown who it is, so it may be the right one next time."""
    heard = 0

    def hang_up() -> None:
        nonlocal heard
        while heard < QUICK.tries:
            line, _ = door.accept()
            with line:
                line.recv(9)
            heard += 1

    with socket.socket() as door:
        door.bind((HOST, 0))
        door.listen()
        thread = threading.Thread(target=hang_up)
        thread.start()
        store = store_at(door.getsockname()[1], trust(league.pem, TODAY, 0))
        assert fault(grown.exports[0], store).code == "target-unreachable"
        thread.join()


def test_pauses_grow_and_are_by_chance(grown: Grown) -> None:
    waited: list[float] = []
    shelf = Shelf(faults=deque(["500"] * 99))
    limits = Limits(tries=6, pause=1, longest=5)
    for byte in (b"\0", b"\x80", b"\xff"):
        with serving(shelf) as port:
            address = parse_address(f"http://{HOST}:{port}")
            store = Store(address, None, "", limits, waited.append, partial(mul, byte))
            assert fault(grown.exports[0], store).code == "target-unreachable"
    assert waited[:5] == [0, 0, 0, 0, 0]
    assert [round(pause, 1) for pause in waited[5:10]] == [0.5, 1, 2, 2.5, 2.5]
    assert [round(pause, 1) for pause in waited[10:]] == [1, 2, 4, 5, 5]


def test_no_answer_can_break_the_upload() -> None:
    """Whatever comes over the line is content, nothing, or a fault with a code."""
    chance = random.Random(5)
    seen: set[bytes | str | None] = set()

    def mangle(answer: bytes) -> bytes:
        raw = bytearray(answer)
        for _ in range(chance.choice((0, 1, 1, 2, 5))):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randrange(3)] = chance.choice(
                (b"", b"\0", b"\xff", b"9", b"\n", b":")
            )
        return bytes(raw)

    shelf = Shelf(mangle=mangle)
    limits = Limits(answer=1, tries=1)
    with at(shelf, limits) as store:
        for _ in range(150):
            shelf.faults.append("mangled")
            try:
                seen.add(store.get("object", 20))
            except UploadFault as found:
                seen.add(found.code)
    assert {b"nonsenseOK", "target-unreachable", "target-strange"} <= seen


# ------------------------------------------------------------------ any schedule of faults


def converges(grown: Grown, league: Authority, place: Path, seed: int) -> int:
    """Three exports of a growing log, each brought by as many runs as it takes, while the server
    and the network fail at random. How many runs that took."""
    chance = random.Random(seed)
    every = [*PASSING, *ENDING]
    count = chance.randrange(60)
    faults = [chance.choice(every) if chance.random() < 0.6 else "" for _ in range(count)]
    shelf = Shelf(faults=deque(faults), writable_once=chance.random() < 0.9)
    acks, runs = place / f"{seed}" / "acks", 0
    secure = seed % 5 == 0
    trusted = trust(league.pem, 0 if seed % 2 else TODAY, TODAY) if secure else None
    with serving(shelf, league.server() if secure else None) as port:
        for export in grown.exports:
            for _ in range(count + 2):
                runs += 1
                if ran(export, store_at(port, trusted), acks):
                    break
            assert kept(shelf) == files(export), (seed, faults)
            if chance.random() < 0.3:
                acks.unlink()
                # Without them nobody knows who put it there, so it would stay.
                del shelf.objects[f"{FOLDER}only-{export.name}.txt"]
    return runs


def ran(export: Path, store: Store, acks: Path) -> bool:
    """Whether one run brought everything; no fault of a network is taken for a fork."""
    try:
        upload(export, store, acks)
    except UploadFault as found:
        if found.code not in {*ENDING.values(), "target-unreachable", "target-lies"}:
            raise
        return False
    return True


@pytest.mark.no_cover
@pytest.mark.slow
def test_any_schedule_of_faults_ends_with_equal_bytes(
    grown: Grown, league: Authority, memory: Path
) -> None:
    runs = [converges(grown, league, memory, seed) for seed in range(25)]
    assert max(runs) > 3 == min(runs)


@pytest.mark.soak
def test_five_hundred_schedules_of_faults_end_with_equal_bytes(
    grown: Grown, league: Authority, memory: Path
) -> None:
    for seed in range(25, 525):
        converges(grown, league, memory, seed)


# ------------------------------------------------------------------ servers that lie, and forks


LIES: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "another": lambda raw: raw[:-1] + b"?",
    "longer": lambda raw: raw + b"\n",
    "praise": lambda _: b"OK",
}


@pytest.mark.parametrize("name", LIES)
def test_a_server_that_lies_is_found(grown: Grown, tmp_path: Path, name: str) -> None:
    """It says 201 and keeps something else; nothing of that counts as confirmed."""
    shelf, acks = Shelf(lie=LIES[name]), tmp_path / "acks"
    with at(shelf) as store:
        assert fault(grown.exports[0], store, acks).code == "target-lies"
    assert acks.read_bytes() == b"{}"
    assert FOLDER + HEAD not in shelf.objects


@pytest.mark.parametrize("name", ["swallow", "captive"])
def test_a_server_that_only_says_ok_is_found(grown: Grown, name: str) -> None:
    shelf = Shelf(faults=deque(["", "", name]))
    with at(shelf) as store:
        assert fault(grown.exports[0], store).code == "target-lies"


def test_a_412_that_is_not_true_is_found(grown: Grown) -> None:
    shelf = Shelf(faults=deque(["", "", "412"]))
    with at(shelf) as store:
        assert fault(grown.exports[0], store).code == "target-lies"


def test_another_object_is_a_fork_and_stays(grown: Grown) -> None:
    export = grown.exports[0]
    for path, content in files(export).items():
        if path.startswith("log/") and path != HEAD:
            other = content[:-1] + bytes([content[-1] ^ 1])
            shelf = Shelf({FOLDER + path: other})
            with at(shelf) as store:
                assert fault(export, store).code == "fork"
            assert shelf.objects[FOLDER + path] == other
            assert FOLDER + HEAD not in shelf.objects


def test_another_object_that_came_just_before_is_a_fork(grown: Grown) -> None:
    class Behind(Store):
        def put(self, path: str, content: bytes, create_only: bool) -> bool:
            shelf.objects[FOLDER + path] = b"another"
            return super().put(path, content, create_only)

    shelf = Shelf()
    with serving(shelf) as port:
        store = Behind(parse_address(f"http://{HOST}:{port}{FOLDER}"), limits=QUICK)
        assert fault(grown.exports[0], store).code == "fork"


def test_another_history_is_a_fork_before_anything_is_sent(grown: Grown, tmp_path: Path) -> None:
    shelf = Shelf()
    table = Table(tmp_path / "state", quick=True, seed=2)
    with at(shelf) as store:
        upload(table.export(tmp_path / "out", {}), store)
        shelf.asked.clear()
        assert fault(grown.exports[2], store).code == "fork"
    assert shelf.asked == [("GET", FOLDER + HEAD)]


def test_a_checkpoint_that_is_none_is_refused(grown: Grown) -> None:
    for raw in (b"nonsense", b"\0" * 2**21):
        with at(Shelf({FOLDER + HEAD: raw})) as store:
            assert fault(grown.exports[0], store).code == "target-refused"


# ------------------------------------------------------------------ whom it believes


def test_a_server_of_the_pinned_league_is_believed(grown: Grown, league: Authority) -> None:
    shelf = Shelf()
    with serving(shelf, league.server()) as port:
        upload(grown.exports[0], store_at(port, trust(league.pem, TODAY, 0)))
    assert kept(shelf) == files(grown.exports[0])


@pytest.mark.parametrize("now", [0.0, TODAY], ids=["1970", "today"])
def test_a_server_of_somebody_else_is_not_believed(
    grown: Grown, league: Authority, tmp_path: Path, now: float
) -> None:
    """A sign-in page, or whoever stands between, also while the clock is wrong."""
    others = {
        "another authority": Authority(tmp_path / "other", "league").server(),
        "another name": league.server("records.example"),
        "expired": league.server(last=NOW - timedelta(hours=1)),
        "of tomorrow": league.server(first=NOW + timedelta(hours=1)),
    }
    for why, context in others.items():
        shelf = Shelf(faults=deque(["captive"] * 9))
        with serving(shelf, context) as port:
            found = fault(grown.exports[0], store_at(port, trust(league.pem, now, TODAY)))
        assert (found.code, shelf.asked) == ("target-untrusted", []), why


def test_the_certificate_of_one_server_may_be_pinned(grown: Grown, tmp_path: Path) -> None:
    mine, other = Authority(tmp_path / "mine"), Authority(tmp_path / "other")
    context = mine.server()
    (pinned,) = (tmp_path / "mine").glob("*.server")
    for now in (0.0, TODAY):
        with serving(Shelf(), context) as port:
            upload(grown.exports[0], store_at(port, trust(pinned, now, TODAY)))
        with serving(Shelf(), mine.server()) as port:
            found = fault(grown.exports[0], store_at(port, trust(pinned, now, TODAY)))
        assert found.code == "target-untrusted"
    with serving(Shelf(), context) as port:
        found = fault(grown.exports[0], store_at(port, trust(other.pem, TODAY, 0)))
    assert found.code == "target-untrusted"


def test_a_page_in_plain_text_is_not_believed(grown: Grown, league: Authority) -> None:
    shelf = Shelf(faults=deque(["captive"] * 9))
    with serving(shelf) as port:
        found = fault(grown.exports[0], store_at(port, trust(league.pem, TODAY, 0)))
    assert found.code == "target-untrusted"


def test_a_clock_of_1970_is_no_hindrance(grown: Grown, league: Authority) -> None:
    """What the table knows to have passed counts; without that, no certificate is valid yet."""
    shelf = Shelf()
    with serving(shelf, league.server()) as port:
        upload(grown.exports[0], store_at(port, trust(league.pem, 0, TODAY)))
    assert kept(shelf) == files(grown.exports[0])
    with pytest.raises(ValueError, match="1970-01-01"):
        trust(league.pem, 0, 0)


def test_a_wrong_clock_of_the_machine_decides_nothing(grown: Grown, tmp_path: Path) -> None:
    """These certificates are of another year than the one that this machine believes in."""
    first, last = NOW - 900 * DAY, NOW - 800 * DAY
    then = (NOW - 850 * DAY).timestamp()
    old = Authority(tmp_path, "old", first, last)
    with serving(Shelf(), old.server(first=first, last=last)) as port:
        upload(grown.exports[0], store_at(port, trust(old.pem, 0, then)))
        found = fault(grown.exports[0], store_at(port, trust(old.pem, then, then)))
    assert found.code == "target-untrusted"
    assert "expired" in found.detail


def test_an_authority_that_has_expired_vouches_for_nobody(tmp_path: Path) -> None:
    old = Authority(tmp_path, "old", NOW - 9 * DAY, NOW - DAY)
    for now in (0.0, TODAY):
        with pytest.raises(ValueError, match="no certificate is valid"):
            trust(old.pem, now, TODAY)


def test_what_has_passed_is_known_from_the_log_and_the_firmware(
    grown: Grown, tmp_path: Path
) -> None:
    firmware = passed(tmp_path)
    assert passed(grown.exports[2]) == firmware > NOW.timestamp() - 3650 * DAY.total_seconds()
    table = Table(tmp_path / "state", quick=True)
    for number in range(300):
        src = {5: "ntp", 6: "rtc"}.get(number, "manual")
        table.put("clock", {"unix": 1000 * 2**33 + number, "src": src, "unc": 0})
    assert passed(table.export(tmp_path / "out", {})) == 2**33 + 0.005
    for tile in (tmp_path / "out/log/tile/entries").rglob("*"):
        if tile.is_file():
            tile.write_bytes(b"nonsense")
    assert passed(tmp_path / "out") == firmware


# ------------------------------------------------------------------ settings and the token

TOKEN = "t0ken-0f.the_league/4711=="


def written(path: Path, text: str, mode: int = 0o600) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.slow
def test_the_token_is_shown_to_the_server_alone(
    grown: Grown, league: Authority, tmp_path: Path
) -> None:
    shelf, token = Shelf(token=TOKEN), written(tmp_path / "token", TOKEN + "\n")
    with serving(shelf, league.server()) as port:
        address = f"https://{HOST}:{port}{FOLDER}"
        store = open_store(address, league.pem, token, TODAY, QUICK)
        upload(grown.exports[0], store, tmp_path / "acks")
        assert kept(shelf) == files(grown.exports[0])
        written(token, "another-token")
        found = fault(grown.exports[0], open_store(address, league.pem, token, TODAY, QUICK))
    assert found.code == "target-denied"
    assert {headers["Authorization"] for headers in shelf.headers[:-1]} == {f"Bearer {TOKEN}"}
    for shown in (str(store), repr(store), str(found), (tmp_path / "acks").read_text()):
        assert "token" not in shown.lower()
        assert TOKEN not in shown


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o620])
def test_a_token_that_others_may_read_is_refused(
    league: Authority, tmp_path: Path, mode: int
) -> None:
    token = written(tmp_path / "token", TOKEN, mode)
    with pytest.raises(UploadFault, match="chmod 600") as caught:
        open_store("https://records.example", league.pem, token, TODAY)
    assert TOKEN not in str(caught.value)


def test_a_token_that_systemd_lends_may_be_on_an_access_list(
    league: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = written(tmp_path / "token", TOKEN, 0o440)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert open_store("https://records.example", league.pem, token, TODAY)
    token.chmod(0o444)
    with pytest.raises(UploadFault, match="chmod 600"):
        open_store("https://records.example", league.pem, token, TODAY)


@pytest.mark.parametrize(
    "text", ["short", "two tokens here", "line\nline\nline", "秘密的令牌在这里"]
)
def test_what_is_no_token_is_not_repeated(league: Authority, tmp_path: Path, text: str) -> None:
    token = written(tmp_path / "token", text)
    with pytest.raises(UploadFault, match="upload-settings") as caught:
        open_store("https://records.example", league.pem, token, TODAY)
    assert text not in str(caught.value)


def test_an_empty_token_file_is_no_token(tmp_path: Path) -> None:
    token = written(tmp_path / "token", "\n")
    assert str(open_store("http://records.example/", None, token, 0)) == "http://records.example"


def test_a_token_is_not_sent_in_plain_text(tmp_path: Path) -> None:
    token = written(tmp_path / "token", TOKEN)
    with pytest.raises(UploadFault, match="https only") as caught:
        open_store("http://records.example", None, token, TODAY)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "records.example",
        "ftp://records.example",
        "https://",
        "https://user:hunter2hunter2@records.example",
        "https://records.example/?key=hunter2hunter2",
        "https://records.example/#hunter2hunter2",
        "https://records.example:hunter2/",
        "https://records.example:99999/",
        "https://[hunter2/",
        "https://records.example/a b",
        "https://records.example/\r\nX: hunter2",
        "https://牌桌.example",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(address: str, league: Authority) -> None:
    with pytest.raises(UploadFault, match="upload-settings") as caught:
        open_store(address, league.pem, None, TODAY)
    assert "hunter2hunter2" not in str(caught.value)


def test_one_address_has_one_name() -> None:
    ways = (
        "https://Records.example/t",
        "https://records.example:443/t/",
        "HTTPS://RECORDS.EXAMPLE/t",
    )
    assert {str(parse_address(way)) for way in ways} == {"https://records.example/t"}
    assert str(parse_address("http://[::1]:8080")) == "http://[::1]:8080"
    assert str(parse_address("http://[::1]/")) == "http://[::1]"


@pytest.mark.parametrize("content", [None, b"", b"-----BEGIN CERTIFICATE-----\nAA==\n"])
def test_https_without_certificates_is_refused(tmp_path: Path, content: bytes | None) -> None:
    ca = tmp_path / "ca.pem"
    if content is not None:
        ca.write_bytes(content)
    for given in (ca, None):
        with pytest.raises(UploadFault, match="upload-settings"):
            open_store("https://records.example", given, None, TODAY)


def test_an_export_that_is_renewed_meanwhile_is_not_mixed_up(grown: Grown, tmp_path: Path) -> None:
    """The checkpoint that arrives is the one of the tiles that arrived."""
    first, second = grown.exports[:2]
    current, shelf = Path(shutil.copytree(first, tmp_path / "current")), Shelf()

    def renew(done: int, total: int, _path: str) -> None:
        if done == total - 1:
            shutil.copytree(second, current, dirs_exist_ok=True)

    with at(shelf) as store:
        upload(current, store, None, renew)
        assert kept(shelf) == files(first)
        shutil.rmtree(current)
        shutil.copytree(second, current)
        upload(current, store)
    assert kept(shelf)[HEAD] == files(second)[HEAD]

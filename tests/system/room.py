"""Four seat programs on four displays around one table, played by moving pointers."""

import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile

from table_firmware.rules.cards import Seat
from table_firmware.rules.combinations import minimal
from table_firmware.rules.round import AskPlay, SeatView
from table_firmware.wire.messages import Refused, View
from tests.laid import laid
from tests.system.display import PICTURES, Display, display
from tests.system.likeness import SAME, difference
from tests.system.mirror import Mirror, Seen
from tests.system.running import Ear, Table, tablectl, wait_for

SIZE = (1280, 800)
ANOTHER = 0.01
"""Two stages of a match differ by more than this part of their pixels."""
LANGUAGE = {Seat.E: "zh", Seat.S: "zh", Seat.W: "en", Seat.N: "en"}
PATIENCE = 1.5
"""Seconds after which a press that did nothing is tried again: the picture may have been older
than the view."""


@dataclass(eq=False)
class Player:
    """One seat: its display, its program, and what is said on its line."""

    seat: Seat
    display: Display
    ear: Ear
    run: Path
    mirror: Mirror
    where: Mapping[str, Seen]
    process: "subprocess.Popen[str]" = field(init=False)

    def start(self) -> None:
        size = f"{SIZE[0]}x{SIZE[1]}"
        words = ("seat", "--seats", self.seat.name, "--run", str(self.run), "--size", size)
        language = ("--language", LANGUAGE[self.seat])
        self.process = tablectl(*words, *language, env=self.display.environment)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    # ------------------------------------------------------------ seeing

    @property
    def view(self) -> View:
        assert self.ear.view is not None
        return self.ear.view

    @property
    def hand(self) -> SeatView:
        return laid(self.view.round)

    @property
    def asked(self) -> bool:
        return self.ear.view is not None and isinstance(self.ear.view.ask, AskPlay)

    def picture(self, name: str) -> Path:
        return self.display.picture(f"seat-{self.seat.name}-{LANGUAGE[self.seat]}-{name}")

    def new_picture(self, name: str) -> None:
        """As soon as it is another screen than the last one kept by this."""
        before, now = self.run / f"kept-{self.seat.name}.png", self.picture(name)
        while before.exists() and difference(before, now) < ANOTHER:
            now = self.picture(name)
        copyfile(now, before)

    @property
    def last_picture(self) -> Path:
        """Of what `unlike` has looked at."""
        return PICTURES / f"seat-{self.seat.name}-now.png"

    def unlike(self, refused: Refused | None = None) -> float:
        """How much the display differs from what the seat should show now, the clock apart."""
        expected = self.run / f"expected-{self.seat.name}.png"
        shown = {self.seat: self.view}
        language = LANGUAGE[self.seat]
        seen = self.mirror.show(SIZE, shown, refused, expected, language)[self.seat]
        return difference(
            self.display.picture(f"seat-{self.seat.name}-now"), expected, [seen.clock]
        )

    def wait_until_alike(self, refused: Refused | None = None) -> None:
        wait_for(lambda: self.unlike(refused) < SAME, f"the picture of {self.seat.name}")

    # ------------------------------------------------------------ touching

    def press(self, *acts: str) -> None:
        for act in acts:
            self.display.press(*self._spot(act))

    def press_until(self, holds: Callable[[View], object], *acts: str) -> View:
        """Press these buttons, once more if it has come to nothing."""
        for _ in range(12):
            self.press(*acts)
            try:
                return self.ear.until(holds, str(acts), PATIENCE)
            except AssertionError:
                continue
        return self.ear.until(holds, str(acts), PATIENCE)

    def press_card(self) -> None:
        self.display.press(*self.where["exchange"].card)

    def until_asked_or(self, holds: Callable[[View], object]) -> bool:
        """Whether he is asked to play, once he is or it is so."""
        self.ear.until(lambda view: isinstance(view.ask, AskPlay) or holds(view))
        return self.asked

    def turn(self) -> None:
        """The smallest play by 提示 and 出牌, twice with the last cards if there are several, or
        不出."""
        before = self.view
        table = self.hand
        smallest = minimal(table.hand, table.trump, table.to_beat)
        acts = ("hint", "play") if smallest is not None else ("pass",)
        last = smallest is not None and 1 < len(smallest.cards) == len(table.hand)
        self.press_until(
            lambda view: _moves(view) != _moves(before), *acts, *(("play",) if last else ())
        )

    def _spot(self, act: str) -> tuple[float, float]:
        return self.where[scene_of(self.view)].buttons[act]


def scene_of(view: View) -> str:
    """The scene that has the same screen."""
    match view.stage:
        case "lobby":
            return "lobby" if view.places[view.seat].who == "empty" else "lobby-seated"
        case "round" if view.round is not None:
            return "exchange" if view.round.phase == "exchange" else "play-follow"
        case _:
            return view.stage.replace("_", "-")


def _moves(view: View) -> object:
    table = view.round and laid(view.round)
    return table and (table.phase, table.turn, table.trick_number, len(table.trick))


@dataclass(eq=False)
class Room:
    """The table and its four players."""

    table: Table
    players: dict[Seat, Player]

    def asked(self) -> Player:
        """The player whose turn it is."""
        found: list[Player] = []

        def look() -> list[Player]:
            found[:] = [player for player in self.players.values() if player.asked]
            return found

        wait_for(look, "somebody is asked to play")
        return found[0]

    def pictures(self, name: str) -> None:
        """One of each language."""
        for seat in (Seat.E, Seat.W):
            self.players[seat].new_picture(name)

    def all(self, holds: Callable[[View], object], what: str = "") -> None:
        for player in self.players.values():
            player.ear.until(holds, what)


@contextmanager
def room(folder: Path, mirror: Mirror, settings: str) -> Iterator[Room]:
    """Everything started; on leaving, everything ended."""
    with ExitStack() as open_things:
        where = {name: seen[Seat.E] for name, seen in mirror.scenes(SIZE, [Seat.E]).items()}
        displays = {seat: open_things.enter_context(display(*SIZE)) for seat in Seat}
        table = Table(folder, settings)
        open_things.callback(table.stop)
        seats = folder / "seats"
        seats.mkdir()
        players = {}
        for seat in Seat:
            ear = Ear(table.run, seats, seat)
            open_things.callback(ear.close)
            players[seat] = Player(seat, displays[seat], ear, seats, mirror, where)
            players[seat].start()
            open_things.callback(players[seat].stop)
        yield Room(table, players)

"""What a game is: five pure functions over frozen values, and a few facts."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal, Dealing, Terms
from table_firmware.rules.round import Clock, Combination, HandResult
from table_firmware.rules.sense import Sense

if TYPE_CHECKING:
    from table_firmware.rules import said


class Game(Protocol):
    """A game as five pure functions over its own frozen `State`, and a few facts about it.

    A module satisfies this protocol. `decide` raises nothing but `IllegalAction`.
    """

    KEY: str
    VERSION: str
    DEALING: Dealing
    REFUSALS: frozenset[str]
    PLANS: bool
    """`choose` plans; else it is what a managed seat does, and no coach is offered."""
    PLAYERS: tuple[Seat, ...]
    """Who plays. Any other seat is closed: whoever sits there watches, and is not waited for."""

    def options(self, given: Mapping[str, Any]) -> Any:
        """The game's options from a config table; ValueError names key, value and clause."""

    def in_force(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, as `options` takes them: what the log says of a match."""

    def modes(self, options: Any) -> Sequence[str]:
        """The modes (keys of `match.MODES`) that may be played under these options."""

    def ranks(self, options: Any, mode: str) -> bool:
        """Whether a match in this mode under these options may be ranked."""

    def terms(self, options: Any, before: Any) -> Terms:
        """What the match so far (a `match.Before`) decides for its next hand."""

    def rank(self, options: Any, mode: str, hands: Any) -> tuple[Any, ...]:
        """The match table (`match.Standing`), best first, from the hands (`match.HandRecord`)."""

    def places(self, options: Any, deal: Deal) -> tuple[Seat, ...]:
        """Where the player of each seat sits after the deal, with his cards; he stays there."""

    def lies_open(
        self, options: Any, deal: Deal, ids: Sequence[Sequence[int]]
    ) -> Mapping[str, int]:
        """What the log's `deal` entry says lies open (`deal1` §2); `ids`: the deal by seat."""

    def opening(self, options: Any, deal: Deal) -> Any:
        """The state after the deal, its seats those of `places`."""

    def decide(self, state: Any, action: Any) -> "tuple[said.Event, ...]":
        """What follows from an action."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event."""

    def view(self, state: Any, seat: Seat) -> "said.HandView":
        """What this seat may know."""

    def plays(self, view: Any) -> Sequence[Any]:
        """Every play open to the seat that is asked, from what it may know: combinations to lay,
        or actions."""

    def minimal(self, view: Any) -> Combination | None:
        """The smallest legal play of the seat that is asked (000 §39.2), None if it must pass."""

    def choose(self, view: Any) -> "said.Action | None":
        """What a practice opponent does whom the view asks, from nothing but that view; None: it
        answers nothing."""

    def sense(self, view: Any) -> Sense | None:
        """What cards are in the hand of this view; None where no combinations are laid."""

    def clock(self, state: Any) -> Clock | None:
        """Whom the hand waits for, None once it is over."""

    def check(self, state: Any, answer: Any) -> None:
        """While the hand waits for no seat by name: IllegalAction unless the seat may answer so.
        It tells nothing of others, and the answer is kept secret until `settle`."""

    def settle(self, state: Any, answers: Sequence[Any]) -> "said.Action":
        """The one action that the time of all comes to, given what each seat that answered has
        said last, and `Managed` for each seat that the system acts for."""

    def ends_so(self, result: HandResult) -> bool:
        """Whether a hand can end so, as far as its result alone can tell."""

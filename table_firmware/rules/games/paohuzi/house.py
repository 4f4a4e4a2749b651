"""What the system does for a seat, from nothing but what that seat may know."""

from collections import Counter

from table_firmware.rules.cards import Card
from table_firmware.rules.claiming import AskClaim, AskDiscard, Claim, Discard, Meld, View
from table_firmware.rules.games.paohuzi.huxi import total
from table_firmware.rules.games.paohuzi.tiles import NUMBER, RUNS_WITH


def least(hand: tuple[Card, ...], spare: tuple[Card, ...]) -> Card:
    """The tile that goes with the fewest others of the hand; of equals the first."""
    held = Counter(hand)
    return min(spare, key=lambda face: (_company(held, face), NUMBER[face]))


def _company(held: Counter[Card], face: Card) -> int:
    """Tiles alike count double: they may become 碰 or 偎. A run that is whole counts for more."""
    found = 4 * (held[face] - 1)
    for run in RUNS_WITH[face]:
        others = Counter(run) - Counter((face,))
        have = sum(min(held[other] - (other == face), n) for other, n in others.items())
        found += (0, 1, 6)[have]
    return found


def choose(view: View) -> Claim | Discard | None:
    """What the practice opponent does whom the view asks, None if it claims nothing.

    It wins when it can, takes 碰, and eats what counts or spares it a tile that is alone.
    """
    match view.ask:
        case AskDiscard(tiles):
            return Discard(view.seat, least(view.hand, tiles))
        case AskClaim(hu=True):
            return Claim(view.seat, "hu")
        case AskClaim(peng=True):
            return Claim(view.seat, "peng")
        case AskClaim(chi=chi) if chi:
            best = max(chi, key=lambda laid: total(Meld("chi", run) for run in laid))
            return Claim(view.seat, "chi", best)
    return None


def managed(view: View) -> Claim | Discard | None:
    """What a managed seat (托管) does: it wins when it can, and claims nothing else."""
    match view.ask:
        case AskClaim(hu=False):
            return None
    return choose(view)

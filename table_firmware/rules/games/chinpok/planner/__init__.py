"""A practice opponent that plans: what it does follows from its own view alone.

It takes its hand apart into few plays and keeps them whole, reckons who may beat what from the
cards it has seen and the numbers that are left, leaves a trick to a partner who holds it, and
spends bombs where they decide something. `choose` is a pure function: the same view, the same
action.
"""

from table_firmware.rules.games.chinpok.planner.choice import choose

__all__ = ["choose"]

"""The OpenSpiel game `cardmill_unlimited`; importing this registers it.

There is one chance node, which picks the deal: all later shuffles follow from it, so that a history is
the whole of a game and states are exact when they are read back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from cardmill.cards import arrays
from cardmill.game import Game

DECISIONS = 20_000
"""Decisions after which the engine sets a game aside."""

ACTIONS = 1024
"""Options have numbers below this."""

_TYPE = pyspiel.GameType(
    short_name="cardmill_unlimited",
    long_name="Star Wars: Unlimited (Cardmill)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "deals": 1024,
        "edits": "",
        "seed": 0,
        "first": "luke",
        "second": "vader",
    },
)


class UnlimitedGame(pyspiel.Game):  # type: ignore[misc]
    """Two decks against each other. Parameters: `first` and `second` (decks), `seed`, and how many
    `deals` of that seed there are, and `edits` of cards, with semicolons between them."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.decks = (str(given.get("first", "luke")), str(given.get("second", "vader")))
        self.seed = int(given.get("seed", 0))
        self.deals = int(given.get("deals", 1024))
        self.edits = str(given.get("edits", ""))
        if self.deals < 1:
            raise ValueError(f"deals={self.deals}; expected one at least")
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=self.deals,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=DECISIONS,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> UnlimitedState:
        """Before the deal."""
        return UnlimitedState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> UnlimitedObserver:
        """What a player sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return UnlimitedObserver(kind, params)


class UnlimitedState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: UnlimitedGame) -> None:
        super().__init__(game)
        self._decks, self._seed, self._deals = game.decks, game.seed, game.deals
        self._edits = game.edits
        self.table: Game | None = None
        self.memory = [b"", b""]
        """Digests of what each player saw and did at its decisions."""

    def current_player(self) -> int:
        """Who is asked, or the deal, or nobody any more."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> Sequence[int]:
        if self.table is None or player != self.table.seat:
            return []
        count = self.table.count
        if count > ACTIONS:
            raise ValueError(f"{count} options; expected {ACTIONS} at most")
        return range(count)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal alike."""
        return [(deal, 1.0 / self._deals) for deal in range(self._deals)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = Game(*self._decks, seed=self._seed, number=action, edits=self._edits)
            return
        seat = self.table.seat
        assert seat is not None
        did = action.to_bytes(2, "little")
        self.memory[seat] = _digest(self.memory[seat], seen(self, seat).tobytes(), did)
        self.table.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if self.table is not None and player == self.table.seat:
            return self.table.labels[action]
        return f"option {action}"

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> UnlimitedState:
        """A state in which the player knows, and was asked, the same: what is hidden from it is dealt anew. It
        goes on from there; its history, by which states are written, is still that of this one."""
        other: UnlimitedState = self.clone()
        if self.table is not None:
            other.table = self.table.determinize(player, key=int(sampler() * 2**53))
        return other

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table is not None and self.table.is_over

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the other."""
        winner = None if self.table is None else self.table.winner
        return [0.0, 0.0] if winner is None else [1.0 if at == winner else -1.0 for at in (0, 1)]

    def __str__(self) -> str:
        return "before the deal" if self.table is None else f"{self.table!r} {self.table.digest}"


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def seen(state: UnlimitedState, player: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """What a player sees, as one row of numbers."""
    if state.table is None:
        return np.zeros(LENGTH, np.float32)
    arrays = state.table.observe(player)
    parts = [arrays[name].ravel() for name in sorted(arrays)]
    return np.concatenate(parts).astype(np.float32)


LENGTH = sum(array.size for array in arrays(1, 128, 64).values())
"""Numbers of an observation."""

MEMORY = 128
"""Numbers, 0 or 1, that tell what a player saw and did at its decisions from all else."""


class UnlimitedObserver:
    """As OpenSpiel's observers are."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters {params}; expected none")
        self.recalls = kind.perfect_recall
        self.tensor = np.zeros(LENGTH + MEMORY * self.recalls, np.float32)
        self.dict = {"observation": self.tensor[:LENGTH]}
        if self.recalls:
            self.dict["memory"] = self.tensor[LENGTH:]

    def set_from(self, state: UnlimitedState, player: int) -> None:
        """Takes down what a player sees."""
        self.dict["observation"][:] = seen(state, player)
        if self.recalls:
            bits = np.unpackbits(np.frombuffer(state.memory[player], np.uint8))
            self.dict["memory"][:] = bits if len(bits) else 0

    def string_from(self, state: UnlimitedState, player: int) -> str:
        """A digest of what a player sees, with all it saw and did at its decisions if that is
        recalled."""
        before = state.memory[player] if self.recalls else b""
        return _digest(bytes([player]), before, seen(state, player).tobytes()).hex()


pyspiel.register_game(_TYPE, UnlimitedGame)

"""Gymnasium environments: the learner has one seat, an agent in native code the other.

Importing it registers `cardmill/Unlimited-v0`, for `gymnasium.make` and `gymnasium.make_vec`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cardmill._cardmill import Ended
from cardmill.arena import LEAVE, Arena, Deck, IllegalAction, Rows, _integers
from cardmill.cards import Array, Edits
from cardmill.pool import Pool
from cardmill.spaces import observations

if "cardmill/Unlimited-v0" not in gymnasium.registry:
    gymnasium.register(
        id="cardmill/Unlimited-v0",
        entry_point="cardmill.gym:Env",
        vector_entry_point="cardmill.gym:VectorEnv",
    )

Observation = dict[str, Array]
Info = dict[str, Any]
Flags = NDArray[np.bool_]


class VectorEnv(gymnasium.vector.VectorEnv[Observation, Any, NDArray[Any]]):
    """Many tables. Environment i plays the games i, i + num_envs, ... of the seed."""

    def __init__(
        self,
        num_envs: int = 64,
        *,
        decks: Sequence[Deck] | None = None,
        against: Sequence[Deck] = (),
        edits: Edits = (),
        opponent: str | Pool = "greedy",
        seat: Literal["random", 0, 1] = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        illegal: Literal["raise", "loss"] = "loss",
        threads: int = 1,
        entities: int = 128,
        actions: int = 64,
        history: int = 0,
        critic: bool = False,
        reward: Literal["win", "score"] = "win",
        max_rounds: int | None = None,
        max_decisions: int | None = 2_000,
        render_mode: str | None = None,
    ) -> None:
        """What is not said here is as for `Arena`.

        num_envs: 64 are the fastest.
        copy: without it observations are written over two steps later.
        illegal: an action that is not offered loses the game, or raises `IllegalAction`.
        max_decisions: after so many, of both seats, the episode is truncated.
        render_mode: there is none but None; `cardmill.Game` has the log of a game, and
            `cardmill.pettingzoo` renders it.
        """
        _cannot_render(render_mode)
        if seat not in ("random", 0, 1) or illegal not in ("raise", "loss"):
            raise ValueError("expected seat 'random', 0 or 1, and illegal 'raise' or 'loss'")
        self.arena = Arena(
            decks,
            against=against,
            edits=edits,
            tables=num_envs,
            seats=(opponent, "external") if seat == 1 else ("external", opponent),
            shuffle_seats=seat == "random",
            min_rows=num_envs,
            threads=threads,
            entities=entities,
            actions=actions,
            history=history,
            critic=critic,
            reward=reward,
            max_rounds=max_rounds,
            max_decisions=max_decisions,
            hold=True,
        )
        self.num_envs = num_envs
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.copy = copy
        self.loses = illegal == "loss"
        self.single_observation_space = observations(entities, actions, history, critic)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows: Rows | None = None
        self._returns = np.zeros(num_envs)

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Begins the next games, with a seed its first ones. `options={"reset_mask": mask}` begins
        those of some environments alone."""
        super().reset(seed=seed)
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if options:
            gymnasium.logger.warn(f"options that are not known: {', '.join(map(str, options))}")
        if seed is not None or self._rows is None:
            if mask is not None:
                raise ValueError("reset_mask: expected it without a seed, after a first reset")
            first = int(self.np_random.integers(2**63)) if seed is None else seed
            self.arena.reset(first)
            self._rows = self.arena.recv()
            self._returns[:] = 0
            return self._seen(self._rows), self._masks(self._rows)
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else _flags(mask, self.num_envs)
        rows = self._rows
        leaving = chosen & ~rows.ended
        # Games are left by answering all rows; the others must not move meanwhile.
        if leaving.any() and not (leaving | rows.ended).all():
            raise ValueError("reset_mask: expected environments whose episodes have ended, or all")
        # Whoever is interrupted begins anew.
        self._rows = None
        while leaving.any():
            self.arena.send(np.full(self.num_envs, LEAVE, np.int32))
            rows = self.arena.recv()
            # Last rows were answered, too: the games that began so are left as well.
            leaving = ~rows.ended
        self._rows = rows = self.arena.begin(np.flatnonzero(chosen))
        self._returns[chosen] = 0
        return self._seen(rows), self._masks(rows)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Takes an action for each environment."""
        before = self._rows
        if before is None:
            raise ResetNeeded("expected reset before step")
        choices = _integers(actions)
        if choices.shape != (self.num_envs,):
            raise ValueError(f"{len(choices)} actions for {self.num_envs} environments")
        if self.mode is AutoresetMode.DISABLED and before.ended.any():
            ended = np.flatnonzero(before.ended).tolist()
            raise ResetNeeded(f"the episodes of environments {ended} have ended")
        wrong = ~before.ended & ((choices < 0) | (choices >= before.options))
        if wrong.any():
            if not self.loses:
                at = int(np.flatnonzero(wrong)[0])
                count = int(before.options[at])
                raise IllegalAction(f"environment {at}: action {choices[at]} of {count} legal ones")
            choices = np.where(wrong, LEAVE, choices).astype(np.int32)
        begun = before.ended.copy()
        # Whoever is interrupted begins anew.
        self._rows = None
        self.arena.send(choices)
        rows = self.arena.recv()
        rewards = rows.reward.astype(np.float64)
        rewards[wrong] = -1.0
        self._returns[begun] = 0
        self._returns += rewards
        terminated, truncated = rows.ended.copy(), np.zeros(self.num_envs, np.bool_)
        infos: Info = {}
        if rows.ended.any():
            infos = self._ends(rows, wrong, terminated, truncated)
        if self.mode is AutoresetMode.SAME_STEP and rows.ended.any():
            tables = np.flatnonzero(rows.ended)
            final: Info = {}
            for at in map(int, tables):
                seen = {name: array[at].copy() for name, array in rows.obs.items()}
                self._add_info(final, {"final_obs": seen}, at)
            infos = {**final, "final_info": infos, "_final_info": rows.ended.copy()}
            rows = self.arena.begin(tables)
            self._returns[tables] = 0
        self._rows = rows
        return self._seen(rows), rewards, terminated, truncated, infos | self._masks(rows)

    def _ends(self, rows: Rows, wrong: Flags, terminated: Flags, truncated: Flags) -> Info:
        """What is told of episodes that have ended, and which of them were cut."""
        infos: Info = {}
        ended = np.flatnonzero(rows.ended)
        last: dict[int, Ended] = {end.table: end for end in rows.ends}
        for at in map(int, ended):
            end, seat = last[at], int(rows.seat[at])
            if end.reason != "over" and not wrong[at]:
                terminated[at], truncated[at] = False, True
            result: Info = {
                "r": float(self._returns[at]),
                "l": end.asked[seat],
                "seat": seat,
                "first": end.first == seat,
                "winner": -1 if end.winner is None else end.winner,
                "rounds": end.rounds,
                "game": end.game,
                "reason": "illegal" if wrong[at] else end.reason,
                "digest": end.digest,
            }
            if end.decks:
                result |= {"deck": end.decks[seat], "opponent_deck": end.decks[1 - seat]}
            self._add_info(infos, {"result": result}, at)
        return infos

    def __getstate__(self) -> Info:
        # An arena that was saved hands out its last batch once more.
        return self.__dict__ | {"_rows": self._rows is not None}

    def __setstate__(self, state: Info) -> None:
        self.__dict__.update(state)
        self._rows = self.arena.recv() if state["_rows"] else None

    def _seen(self, rows: Rows) -> Observation:
        return {name: array.copy() if self.copy else array for name, array in rows.obs.items()}

    def _masks(self, rows: Rows) -> Info:
        return {
            "action_mask": rows.obs["mask"].copy(),
            "_action_mask": np.ones(self.num_envs, np.bool_),
        }


def _cannot_render(mode: str | None) -> None:
    if mode is not None:
        raise ValueError(
            f"render_mode={mode!r}; expected None: cardmill.Game tells the log of a game, and "
            "cardmill.pettingzoo renders it"
        )


def _flags(mask: Any, count: int) -> Flags:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
        raise TypeError("reset_mask: expected an array of bool")
    if mask.shape != (count,) or not mask.any():
        raise ValueError(f"reset_mask: expected shape ({count},), and one that is true at least")
    return mask


class Env(gymnasium.Env[Observation, Any]):
    """One table."""

    metadata = {"render_modes": []}

    def __init__(self, *, render_mode: str | None = None, **settings: Any) -> None:
        """As `VectorEnv`."""
        _cannot_render(render_mode)
        self.vector = VectorEnv(1, autoreset_mode=AutoresetMode.DISABLED, **settings)
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space
        self.render_mode = None

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Begins the next game, with a seed its first one."""
        super().reset(seed=seed)
        obs, info = self.vector.reset(seed=seed, options=options)
        return _first(obs), _first({"action_mask": info["action_mask"]})

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Takes an action."""
        actions = np.asarray(action).reshape(1)
        obs, reward, terminated, truncated, infos = self.vector.step(actions)
        info = {"action_mask": infos["action_mask"][0].copy()}
        if "result" in infos:
            told = {key: array for key, array in infos["result"].items() if not key.startswith("_")}
            info["result"] = {key: array[0] for key, array in told.items()}
        return _first(obs), float(reward[0]), bool(terminated[0]), bool(truncated[0]), info


    def action_masks(self) -> Flags:
        """Which actions are legal now, as sb3-contrib's `MaskablePPO` asks for it."""
        rows = self.vector._rows
        if rows is None:
            raise ResetNeeded("expected reset before action_masks")
        masks: Flags = rows.obs["mask"][0].astype(np.bool_)
        return masks


def _first(arrays: dict[str, Array]) -> dict[str, Any]:
    return {name: array[0].copy() for name, array in arrays.items()}

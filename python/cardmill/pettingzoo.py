"""PettingZoo environments: both seats are agents."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from cardmill.arena import Deck
from cardmill.cards import MOST_DECISIONS, Edits, several, within
from cardmill.game import Game
from cardmill.spaces import observations

AGENTS = ["player_0", "player_1"]


class Aec(AECEnv):  # type: ignore[misc]
    """One table. The seats are `player_0` and `player_1`; whoever is asked acts, also several times
    in a row."""

    metadata = {"name": "cardmill_unlimited_v0", "is_parallelizable": True, "render_modes": ["ansi"]}

    def __init__(
        self,
        decks: tuple[Deck, Deck] = ("luke", "vader"),
        *,
        edits: Edits = (),
        entities: int = 128,
        actions: int = 64,
        max_decisions: int = 2_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.decks = tuple(several("decks", decks))
        if len(self.decks) != 2:
            raise ValueError(f"{len(self.decks)} decks; expected one for each of 2 seats")
        within("decisions", max_decisions, 1, MOST_DECISIONS)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode={render_mode!r}; expected None or 'ansi'")
        self.edits = edits
        self.entities = entities
        self.actions = actions
        self.max_decisions = max_decisions
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        seen = observations(entities, actions)
        del seen.spaces["mask"]
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self._observed = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in AGENTS
        }
        self._acted = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self._seed: int | None = None
        self._number = 0
        self.game: Game | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for both."""
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for both."""
        return self._acted[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the next game, with a seed its first one."""
        if seed is not None:
            self._seed, self._number = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.default_rng().integers(2**63))
        else:
            self._number += 1
        self.game = Game(
            *self.decks,
            seed=self._seed,
            number=self._number,
            edits=self.edits,
            entities=self.entities,
            actions=self.actions,
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.game.seat or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty while the other one is asked."""
        assert self.game is not None, "reset comes first"
        seen = self.game.observe(AGENTS.index(agent))
        return {"action_mask": seen.pop("mask"), "observation": seen}

    def step(self, action: Any) -> None:
        """Takes an action of the agent that is asked."""
        assert self.game is not None, "reset comes first"
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game.act(int(action))
        if self.game.is_over:
            winner = self.game.winner
            if winner is not None:
                self.rewards = {name: 1.0 if at == winner else -1.0 for at, name in enumerate(AGENTS)}
            self.terminations = dict.fromkeys(AGENTS, True)
            for name in AGENTS:
                self.infos[name] = {"outcome": self.game.outcome, "digest": self.game.digest}
        elif self.game.step >= self.max_decisions:
            self.truncations = dict.fromkeys(AGENTS, True)
        else:
            self.agent_selection = AGENTS[self.game.seat or 0]
        self._accumulate_rewards()
        if self.terminations[agent] or self.truncations[agent]:
            self._deads_step_first()

    def render(self) -> str | None:
        """What has happened, line by line."""
        return None if self.game is None else "\n".join(self.game.log())

    def close(self) -> None:
        """Lets go of the table."""
        self.game = None


def env(**settings: Any) -> AECEnv:
    """An environment whose agents act one at a time."""
    return wrappers.OrderEnforcingWrapper(Aec(**settings))


def parallel_env(**settings: Any) -> Any:
    """An environment that takes an action of each agent; only that of the one who is asked counts."""
    return turn_based_aec_to_parallel_wrapper(env(**settings))

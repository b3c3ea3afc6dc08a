"""Opponents in native code, drawn for each game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from typing import Any, Literal

from cardmill import _cardmill
from cardmill._cardmill import Ended
from cardmill.cards import several

MOST_WEIGHT = 100_000
"""The greatest weight of an agent."""

SCALE = 10_000
"""What the weight of an agent is worth that was never beaten."""


@dataclass(slots=True)
class Standing:
    """How whoever plays outside has done against an agent of a pool."""

    agent: str
    weight: int
    won: int = 0
    """Games that the agent lost."""
    drawn: int = 0
    lost: int = 0
    """Games that the agent won."""
    chance: float = nan
    """How probable it is that the agent is drawn for a game now."""

    @property
    def games(self) -> int:
        """Games that were played to their end."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of wins outside, draws as half of one; no number before the first game."""
        return (self.won + self.drawn / 2) / self.games if self.games else nan


class Pool:
    """Agents of which one is drawn for each game.

    by: "uniform" draws them in proportion to their weights; "pfsp" (prioritised fictitious self-play)
        prefers those who win: in proportion to the weight times the square of the share that the
        agent has won, with two games more that were drawn.
    """

    def __init__(
        self,
        agents: Iterable[str | tuple[str, int]] = (),
        by: Literal["uniform", "pfsp"] = "uniform",
    ) -> None:
        if by not in ("uniform", "pfsp"):
            raise ValueError(f"by {by!r}; expected 'uniform' or 'pfsp'")
        self.by = by
        self.changes = 0
        """How often what is drawn from has changed."""
        self._standings: dict[str, Standing] = {}
        for one in several("agents", agents):
            self.add(*((one,) if isinstance(one, str) else one))

    def add(self, agent: str, weight: int = 1) -> None:
        """Adds an agent: it is drawn for games that are dealt after the next `send`."""
        if not 0 <= weight <= MOST_WEIGHT:
            raise ValueError(f"weight {weight} of {agent}; expected 0 to {MOST_WEIGHT}")
        name = _cardmill.agent(agent)
        if name in self._standings:
            raise ValueError(f"{name} is in the pool")
        self._standings[name] = Standing(name, weight)
        self.changes += 1

    @property
    def agents(self) -> list[tuple[str, int]]:
        """The agents, and the weights that they are drawn by now."""
        return [(standing.agent, self._weight(standing)) for standing in self._standings.values()]

    def table(self) -> list[Standing]:
        """How the games against each have ended so far."""
        agents = dict(self.agents)
        whole = sum(agents.values())
        rows = list(self._standings.values())
        return [
            Standing(s.agent, s.weight, s.won, s.drawn, s.lost, agents[s.agent] / whole if whole else nan)
            for s in rows
        ]

    def learn(self, ended: Ended) -> None:
        """Takes down a game; one that was cut or set aside tells nothing."""
        for seat, agent in enumerate(ended.agents):
            standing = None if agent is None else self._standings.get(agent)
            if standing is None or ended.reason != "over":
                continue
            if ended.winner is None:
                standing.drawn += 1
            elif ended.winner == seat:
                standing.lost += 1
            else:
                standing.won += 1
            self.changes += self.by == "pfsp"

    def forget(self) -> None:
        """No game was played so far."""
        for standing in self._standings.values():
            standing.won = standing.drawn = standing.lost = 0
        self.changes += 1

    def written(self) -> dict[str, Any]:
        """What is known of the pool, as plain data for `Pool.read`."""
        rows = [[s.agent, s.weight, s.won, s.drawn, s.lost] for s in self._standings.values()]
        return {"by": self.by, "agents": rows}

    @classmethod
    def read(cls, written: dict[str, Any]) -> Pool:
        """What `written` told."""
        pool = cls([(agent, weight) for agent, weight, *_ in written["agents"]], by=written["by"])
        for standing, row in zip(pool._standings.values(), written["agents"], strict=True):
            standing.won, standing.drawn, standing.lost = row[2:]
        return pool

    def _weight(self, standing: Standing) -> int:
        """Whole numbers, so that the same is drawn everywhere."""
        if self.by == "uniform" or standing.weight == 0:
            return standing.weight
        wins, games = 2 * standing.lost + standing.drawn + 2, 2 * standing.games + 4
        return max(1, standing.weight * SCALE * wins**2 // games**2)

    def __repr__(self) -> str:
        return f"Pool({self.agents}, by={self.by!r})"

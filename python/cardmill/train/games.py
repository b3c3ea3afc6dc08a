"""Games that native code plays for the trainer."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import fspath
from pathlib import Path
from typing import Any

from cardmill import _cardmill

BEGINNERS = [("look", 1), ("greedy", 1)]
"""Who plays as long as there is no net."""

JUDGED = 1 << 31
"""The number of the first game by which nets are judged: the same deals for all of them."""


@dataclass(frozen=True, slots=True)
class Games:
    """What is played, and how."""

    decks: Sequence[str]
    """Tables of played games, decks or folders."""
    seed: int
    share: int = 150
    """Of a thousand positions so many are kept."""
    curious: int = 15
    """How readily a net tries out what seems worse, in thousandths of a game."""
    look: str = ""
    """How nets look ahead: parameters of their agents, such as `worlds=2`."""
    rival: str = "greedy"
    """Whom nets play beside themselves, and are measured against."""
    itself: int = 3
    """How often a net has a seat for each time that the rival has one."""
    tables: int = 64
    exchanged: int = 0
    """Cards that are exchanged in every second deck that is drawn."""

    def positions(self, net: Path | None, first: int, games: int, threads: int) -> Mapping[str, Any]:
        """Positions of games that a net plays with itself, and some with the rival."""
        own = BEGINNERS if net is None else [(self._agent(net), self.itself)]
        agents = own if net is None and self.rival == "greedy" else [*own, (self.rival, 1)]
        return self._play(agents, first, games, threads, self.share, self.curious)

    def judge(self, net: Path, games: int, threads: int) -> tuple[int, int]:
        """How many games a net wins against the rival, and of how many: about half of those played, since
        seats draw who has them."""
        agents = [(self._agent(net), 1), (self.rival, 1)]
        won, played = self._play(agents, JUDGED, games, threads, 0, 0)["scores"][0]
        return int(won), int(played)

    def _agent(self, net: Path) -> str:
        """The name of the agent that plays a net."""
        return f"{fspath(net)}:{self.look}" if self.look else fspath(net)

    def _play(
        self, agents: list[tuple[str, int]], first: int, games: int, threads: int, share: int, curious: int
    ) -> Mapping[str, Any]:
        return _cardmill.positions(
            list(self.decks),
            agents=agents,
            games=games,
            first=first,
            seed=self.seed,
            share=share,
            curious=curious,
            threads=threads,
            tables=self.tables,
            exchanged=self.exchanged if share else 0,
        )


def wilson(won: int, games: int) -> tuple[float, float]:
    """The interval in which a share is with 95 %."""
    if games == 0:
        return 0.0, 1.0
    z, share = 1.96, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return middle - half, middle + half

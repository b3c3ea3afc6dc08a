"""One table."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardmill import _cardmill
from cardmill.arena import COLUMNS, Deck, Level
from cardmill.cards import Array, Edits, arrays, listed


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen."""

    number: int
    label: str
    """What it is called, unlike every other option."""
    verb: str
    card: int | None
    """The card that does it, by its number in `view`."""
    targets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What a search has found."""

    option: int
    """The option that it would choose."""
    visits: list[int]
    """How often each option was tried; those that mean the same count as the first of them."""
    values: list[float]
    """How a game stands after each, from 0, lost, to 1, won; 0 of what was not tried."""


@dataclass(frozen=True, slots=True)
class Review:
    """A choice, and what an agent thinks of it."""

    step: int
    """Decisions before it."""
    seat: int
    """Who chose."""
    option: int
    label: str
    """What was chosen."""
    best: int
    best_label: str
    """What the agent would have chosen."""
    chance: float
    """How the game stands for that seat after the agent's choice, from 0, lost, to 1, won."""
    lost: float | None
    """By how much it stands worse after what was chosen; None where that was not tried."""


class Game:
    """One game, from its deal to its end."""

    def __init__(
        self,
        first: Deck,
        second: Deck,
        *,
        seed: int = 0,
        number: int = 0,
        edits: Edits = (),
        entities: int = 128,
        actions: int = 64,
        history: int = 0,
    ) -> None:
        """Deals game `number` of a seed: the one that `cardmill simulate` plays with these decks.

        edits: changes of cards for all games, as `cardmill whatif` takes them: `"SOR_164 cost+1"`.
        history: so many of the last choices are kept for observations.
        """
        self._set_up(_cardmill.Game(listed(edits)), entities, actions, edits)
        self._core.deal(first, second, seed, number, history)

    def _set_up(
        self, core: _cardmill.Game, entities: int, actions: int, edits: Edits = ()
    ) -> None:
        self._core = core
        self.edits = tuple(listed(edits))
        """Changes of cards that it is played with."""
        self.entities = entities
        self.actions = actions
        self._page = 0
        self._lent: tuple[dict[str, Array], _cardmill.Buffers] | None = None

    @classmethod
    def _of(
        cls, core: _cardmill.Game, entities: int = 128, actions: int = 64, edits: Edits = ()
    ) -> Game:
        game = cls.__new__(cls)
        game._set_up(core, entities, actions, edits)
        return game

    @classmethod
    def position(
        cls,
        position: Mapping[str, Any],
        *,
        seed: int = 0,
        number: int = 0,
        edits: Edits = (),
        history: int = 0,
    ) -> Game:
        """A game from a position, as scenarios and sessions write it (docs/sessions.md)."""
        core = _cardmill.Game(listed(edits))
        core.arrange(json.dumps(position), seed, number, history)
        return cls._of(core, edits=edits)

    @property
    def seat(self) -> int | None:
        """Who is asked; None when the game has ended."""
        return self._core.seat()

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._core.status() != "waiting"

    @property
    def winner(self) -> int | None:
        """Who won, if somebody did."""
        return self._core.winner()

    @property
    def outcome(self) -> str | None:
        """How it ended, in words."""
        return self._core.outcome()

    @property
    def scores(self) -> list[int]:
        """The damage that each seat did to the other's base."""
        return self._core.scores()

    @property
    def round(self) -> int:
        """The round, from 1; 0 before the first."""
        return self._core.round()

    @property
    def step(self) -> int:
        """Decisions so far."""
        return self._core.step()

    @property
    def count(self) -> int:
        """How many options there are."""
        return self._core.count()

    @property
    def question(self) -> dict[str, Any] | None:
        """What is asked, as sessions tell it."""
        question: dict[str, Any] | None = json.loads(self._core.question())
        return question

    @property
    def labels(self) -> list[str]:
        """What the options are called."""
        return self._core.labels()

    @property
    def options(self) -> list[Option]:
        """What can be chosen."""
        question = self.question
        found = [] if question is None else question["options"]
        return [
            Option(o["option"], o["label"], o["verb"], o["card"], tuple(o["targets"])) for o in found
        ]

    def choose(self, option: int | str) -> None:
        """Takes an option, by its number or what it is called, and plays on to the next decision."""
        number = self._core.find(option) if isinstance(option, str) else option
        if number < 0:
            raise ValueError(f"there is no option {number}")
        self._core.choose(number)
        self._page = 0

    def act(self, action: int) -> None:
        """Takes an action row of `observe`, which may show more options instead."""
        if action < 0:
            raise ValueError(f"there is no action {action}")
        option, page = self._core.answer(action, self.actions, self._page)
        if option is not None:
            self.choose(option)
        elif page is not None:
            self._page = page

    def draw(self) -> int:
        """An option, as the agent `random` would draw it."""
        return self._core.draw()

    def why_not(self, label: str) -> str:
        """Why something is not offered."""
        return self._core.why_not(label)

    def observe(self, seat: int | None = None, level: Level = "seat") -> dict[str, Array]:
        """What a seat sees, as arrays; of the seat that is asked, or the first, if none is named."""
        if self._lent is None:
            made = {name: np.zeros(1, dtype) for name, dtype in COLUMNS.items()}
            history = self._core.history()
            made |= arrays(1, self.entities, self.actions, history=history)
            buffers = _cardmill.Buffers(
                made,
                rows=1,
                observe=True,
                critic=False,
                packed=False,
                entities=self.entities,
                actions=self.actions,
                history=history,
            )
            self._lent = (made, buffers)
        made, buffers = self._lent
        whose = (self.seat or 0) if seat is None else seat
        self._core.observe(whose, level, self._page, buffers)
        return {name: array[0].copy() for name, array in made.items() if name not in COLUMNS}

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know, in words and numbers; all there is to know if none is named."""
        view: dict[str, Any] = json.loads(self._core.view(seat))
        return view

    def log(self, since: int = 0) -> list[str]:
        """What has happened, line by line."""
        return self._core.log(since)

    def fork(self, *, exact: bool = False, key: int | None = None) -> Game:
        """A copy. It draws other random numbers from here on, so that it does not tell the future of
        this game: those of a key, or of nobody knows which. An exact one goes on alike."""
        drawn = None if exact else secrets.randbits(63) if key is None else key
        copy = self._of(self._core.fork(drawn), self.entities, self.actions, self.edits)
        copy._page = self._page
        return copy

    def determinize(self, seat: int, *, key: int = 0) -> Game:
        """A world that the seat cannot rule out: hidden cards are dealt anew by a key, from what the
        seat knows and nothing else. It sees the same there."""
        return self._of(self._core.determinize(seat, key), self.entities, self.actions, self.edits)

    def search(self, agent: str = "ismcts:sims=512", *, key: int = 0) -> Search:
        """What an agent that plans finds at this decision, for the seat that is asked."""
        return Search(*self._core.search(agent, key))

    def review(
        self, choices: Iterable[int | str], agent: str = "ismcts:sims=512", *, key: int = 0
    ) -> list[Review]:
        """What an agent that plans thinks of choices from here on, which are played on a copy. The
        largest `lost` of them are the turning points."""
        copy = self.fork(exact=True)
        reviews = []
        for choice in choices:
            seat, labels, step = copy.seat, copy.labels, copy.step
            if seat is None:
                raise ValueError("nobody is asked anything")
            option = copy._core.find(choice) if isinstance(choice, str) else choice
            found = copy.search(agent, key=key)
            copy.choose(option)
            value = found.values[found.option]
            lost = max(0.0, value - found.values[option]) if found.visits[option] else None
            best = found.option
            reviews.append(
                Review(step, seat, option, labels[option], best, labels[best], value, lost)
            )
        return reviews

    def __copy__(self) -> Game:
        return self.fork(exact=True)

    def __deepcopy__(self, _: dict[int, Any]) -> Game:
        return self.fork(exact=True)

    def save(self) -> bytes:
        """The game as bytes, for the same version and cards. What `draw` draws begins anew."""
        return self._core.save()

    @classmethod
    def load(cls, data: bytes, edits: Edits = ()) -> Game:
        """What `save` wrote, of a game with the same edits."""
        core = _cardmill.Game(listed(edits))
        core.load(data)
        return cls._of(core, edits=edits)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.load, (self.save(), self.edits))

    def rollout(
        self,
        agents: tuple[str, str] = ("greedy", "greedy"),
        n: int = 1,
        *,
        seed: int = 0,
        limit: int | None = None,
    ) -> NDArray[np.int8]:
        """Plays n copies to the end: 1 where seat 0 won, -1 where it lost, 0 otherwise, also where
        `limit` decisions were not enough. The copies draw random numbers of their own, but have the
        cards of this game where they are, hidden ones and the order of decks included."""
        return self._core.rollout(list(agents), n, seed, limit)

    @property
    def digest(self) -> str:
        """The digest of the state and of all choices: of a game that is over what `cardmill simulate`
        keeps of it."""
        return self._core.digest()

    def __repr__(self) -> str:
        state = f"seat {self.seat} of {self.count} options" if not self.is_over else self.outcome
        return f"<Game, round {self.round}, {self.step} decisions: {state}>"

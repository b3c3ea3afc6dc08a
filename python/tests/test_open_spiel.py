"""OpenSpiel's random simulation test, and the games of a run."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from conftest import SEED, digests

pyspiel = pytest.importorskip("pyspiel")

from cardmill.open_spiel import LENGTH  # noqa: E402


def test_random_simulations() -> None:
    game = pyspiel.load_game("cardmill_unlimited")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_its_games_are_those_of_simulate() -> None:
    game = pyspiel.load_game("cardmill_unlimited", {"seed": SEED, "deals": 8})
    for number in range(3):
        state = game.new_initial_state()
        assert state.is_chance_node() and len(state.chance_outcomes()) == 8
        state.apply_action(number)
        while not state.is_terminal():
            assert state.legal_actions() == list(range(state.table.count))
            state.apply_action(state.table.draw())
        assert state.table.digest == digests()[number]
        assert sum(state.returns()) == 0


def test_observers() -> None:
    game = pyspiel.load_game("cardmill_unlimited")
    state = game.new_initial_state()
    state.apply_action(5)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.shape == (LENGTH,) and observer.tensor.any()
    assert observer.string_from(state, 0) != observer.string_from(state, 1)
    other = state.clone()
    other.apply_action(0)
    assert state.table.step == 0 and other.table.step == 1
    assert np.all(observer.tensor == observer.tensor)


PLAYED = Path(__file__).parent / "golden" / "open_spiel.txt"
"""A game as OpenSpiel tells it; `CARDMILL_BLESS=1` writes it down."""


def playthrough() -> str:
    """The first decisions of a game, and how it ends."""
    game = pyspiel.load_game("cardmill_unlimited", {"seed": SEED, "deals": 4})
    state = game.new_initial_state()
    lines = [str(game), f"{game.num_distinct_actions()} actions, {game.max_chance_outcomes()} deals"]
    while not state.is_terminal():
        turn = state.move_number()
        legal = state.legal_actions()
        action = legal[(7 * turn + 3) % len(legal)]
        if turn <= 40:
            player = state.current_player()
            lines.append(f"{turn}: player {player}, {len(legal)} legal: {state.action_to_string(player, action)}")
            if not state.is_chance_node():
                seen = [state.information_state_string(seat) for seat in (0, 1)]
                tensor = sum(place * int(cell) for place, cell in enumerate(state.observation_tensor(player)))
                lines.append(f"    {seen[0]} {seen[1]} {tensor}")
        state.apply_action(action)
    lines += [str(state), f"{state.move_number()} moves, returns {state.returns()}"]
    return "\n".join(lines) + "\n"


def test_a_game_is_told_as_it_was() -> None:
    told = playthrough()
    if os.environ.get("CARDMILL_BLESS") == "1":
        PLAYED.parent.mkdir(exist_ok=True)
        PLAYED.write_text(told)
    assert told == PLAYED.read_text(), "if games are meant to change: CARDMILL_BLESS=1"

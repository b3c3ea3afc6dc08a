"""OpenSpiel's random simulation test, and the games of a run."""

from __future__ import annotations

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

"""OpenSpiel's random simulation test, and the games of a run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SEED, digests

pyspiel = pytest.importorskip("pyspiel")

from cardmill.open_spiel import LENGTH, MEMORY  # noqa: E402


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


def played(decisions: int) -> Any:
    state = pyspiel.load_game("cardmill_unlimited", {"seed": SEED}).new_initial_state()
    state.apply_action(5)
    for _ in range(decisions):
        state.apply_action(state.table.draw())
    return state


def test_tensors_of_information_states() -> None:
    state = played(0)
    told: dict[str, bytes] = {}
    for _ in range(60):
        for player in (0, 1):
            tensor = np.array(state.information_state_tensor(player), np.float32)
            assert len(tensor) == LENGTH + MEMORY
            assert (tensor[:LENGTH] == state.observation_tensor(player)).all()
            told.setdefault(state.information_state_string(player), tensor.tobytes())
        state.apply_action(state.table.draw())
    # As many as there are information states: what was seen and done before is in it.
    assert len(set(told.values())) == len(told) > 60


def test_worlds_of_an_information_state() -> None:
    for decisions in (30, 61):
        state = played(decisions)
        player = state.current_player()
        digest = state.table.digest
        draws = iter(np.linspace(0.05, 0.95, 8))
        worlds = [state.resample_from_infostate(player, lambda: float(next(draws))) for _ in range(8)]
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions() == state.legal_actions()
        assert len({world.table.digest for world in worlds}) > 1
        worlds[0].apply_action(0)
        assert state.table.digest == digest


def test_a_bot_that_needs_worlds() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    state = played(30)
    rng = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=3,
        random_state=rng,
    )
    assert bot.step(state) in state.legal_actions()


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

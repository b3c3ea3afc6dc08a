"""PettingZoo's own tests, and the games of a run."""

from __future__ import annotations

import pickle

import pytest
from conftest import SEED, digests

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402
from pettingzoo.utils.wrappers import TerminateIllegalWrapper  # noqa: E402

from cardmill.pettingzoo import Aec, env, parallel_env  # noqa: E402


def test_api() -> None:
    api_test(env(), num_cycles=500)


def test_seeds() -> None:
    seed_test(env, num_cycles=50)


def test_parallel_api() -> None:
    parallel_api_test(parallel_env(), num_cycles=200)


def test_its_games_are_those_of_simulate() -> None:
    both = Aec(actions=300)
    for number in range(3):
        both.reset(seed=SEED if number == 0 else None)
        for agent in both.agent_iter():
            observation, reward, terminated, truncated, info = both.last()
            if terminated or truncated:
                assert info["digest"] == digests()[number]
                assert abs(reward) == 1 or both.game.winner is None
                both.step(None)
                continue
            assert observation["action_mask"].sum() == both.game.count
            other = "player_1" if agent == "player_0" else "player_0"
            assert not both.observe(other)["action_mask"].any()
            both.step(both.game.draw())


def test_it_is_cut() -> None:
    both = env(max_decisions=5)
    both.reset(seed=1)
    steps = 0
    for _ in both.agent_iter():
        *_, terminated, truncated, _ = both.last()
        both.step(None if terminated or truncated else 0)
        steps += 1
    assert steps == 7


def test_what_cannot_be_is_refused() -> None:
    for wrong in ({"decks": ["luke"]}, {"max_decisions": 0}, {"render_mode": "human"}):
        with pytest.raises(ValueError, match="expected"):
            env(**wrong)
    with pytest.raises(TypeError, match="expected a list"):
        env(decks="luke")


def test_it_is_pickled() -> None:
    both = Aec(render_mode="ansi")
    both.reset(seed=SEED)
    both.step(0)
    again = pickle.loads(pickle.dumps(both))
    assert again.agent_selection == both.agent_selection and again.game.digest == both.game.digest
    again.step(0)
    both.step(0)
    assert again.game.digest == both.game.digest and both.render()


def test_what_is_not_offered_can_lose() -> None:
    both = TerminateIllegalWrapper(Aec(), illegal_reward=-1)
    both.reset(seed=SEED)
    loser = both.agent_selection
    both.step(63)
    assert both.terminations[loser] and both.rewards[loser] == -1
    alone = Aec()
    alone.reset(seed=SEED)
    with pytest.raises(ValueError, match="63"):
        alone.step(63)

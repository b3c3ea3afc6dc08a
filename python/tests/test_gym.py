"""Gymnasium: its checks, and what its three modes have in common."""

from __future__ import annotations

import pickle
import signal
import warnings
from typing import Any

import numpy as np
import pytest
from conftest import SEED, digests

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

import cardmill.gym  # noqa: E402
from cardmill import IllegalAction, Pool, sample  # noqa: E402

DECKS: dict[str, Any] = {"decks": ["luke", "vader"], "opponent": "random"}
ID = "cardmill/Unlimited-v0"


def test_it_passes_the_checker() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", message=".*(maximum|minimum) value.*")
        for settings in ({}, DECKS):
            check_env(gymnasium.make(ID, **settings).unwrapped)


def test_the_one_table_plays_the_games_of_simulate() -> None:
    env = gymnasium.make(ID, **DECKS, seat=0)
    arena = env.unwrapped.vector.arena
    for game in range(4):
        obs, info = env.reset(seed=SEED if game == 0 else None)
        over = False
        while not over:
            assert obs in env.observation_space
            assert (info["action_mask"] == obs["mask"]).all()
            obs, reward, terminated, truncated, info = env.step(int(arena.draw()[0]))
            over = terminated or truncated
        assert info["result"]["digest"] == digests("random")[game]
        assert reward == info["result"]["r"]


def test_history_and_critic_are_observed() -> None:
    envs = gymnasium.make_vec(ID, num_envs=6, **DECKS, history=4, critic=True)
    obs, _ = envs.reset(seed=SEED)
    for _ in range(60):
        assert obs in envs.observation_space
        assert obs["events"].shape == (6, 4, 8) and obs["critic_cards"].shape == obs["cards"].shape
        obs, *_ = envs.step(sample(obs["mask"]))
    assert obs["events"].any() and obs["critic_entities"].any()
    assert not any(name.startswith("critic") for name in gymnasium.make(ID, **DECKS).observation_space)


def episodes(mode: AutoresetMode, seat: Any = 0) -> dict[int, dict[str, Any]]:
    """The first episodes of 20 environments by game."""
    envs = gymnasium.make_vec(ID, num_envs=20, **DECKS, seat=seat, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == mode
    obs, info = envs.reset(seed=SEED)
    found: dict[int, dict[str, Any]] = {}
    over = np.zeros(20, bool)
    while len(found) < 60:
        assert obs["mask"].any(axis=1)[~over].all() or mode is not AutoresetMode.SAME_STEP
        if mode is AutoresetMode.DISABLED and over.any():
            before = {name: array.copy() for name, array in obs.items()}
            obs, info = envs.reset(options={"reset_mask": over})
            kept = ~over
            assert all((obs[name][kept] == before[name][kept]).all() for name in obs)
        was_over = over
        obs, reward, terminated, truncated, info = envs.step(envs.unwrapped.arena.draw())
        over = terminated | truncated
        assert (info["action_mask"] == obs["mask"]).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert (reward[was_over] == 0).all() and not over[was_over].any()
        told = info
        if mode is AutoresetMode.SAME_STEP:
            assert obs["mask"].any(axis=1).all()
            if over.any():
                assert (info["_final_obs"] == over).all() and (info["_final_info"] == over).all()
                assert all((final is not None) == ended for final, ended in zip(info["final_obs"], over))
                assert all(final["mask"].sum() == 0 for final in info["final_obs"][over])
                told = info["final_info"]
        elif over.any():
            assert not obs["mask"][over].any()
        for at in np.flatnonzero(over):
            assert told["_result"][at]
            episode = {name: values[at] for name, values in told["result"].items() if name[0] != "_"}
            assert episode["r"] == reward[at]
            found[int(episode["game"])] = episode
    return found


def test_all_modes_play_the_same_episodes() -> None:
    same, following, disabled = (episodes(mode) for mode in AutoresetMode.__members__.values())
    common = same.keys() & following.keys() & disabled.keys()
    assert len(common) > 20
    for game in common:
        assert same[game] == following[game] == disabled[game]
        if game in digests("random"):
            assert same[game]["digest"] == digests("random")[game]


def test_seats_change_places() -> None:
    seats = {episode["seat"] for episode in episodes(AutoresetMode.SAME_STEP, "random").values()}
    decks = {(e["seat"], e["deck"]) for e in episodes(AutoresetMode.SAME_STEP, 1).values()}
    assert seats == {0, 1}
    assert len(decks) == 1 and decks.pop()[0] == 1


def test_opponents_plan_and_come_from_a_league() -> None:
    pool = Pool(["random"], by="pfsp")
    envs = gymnasium.make_vec(ID, num_envs=4, decks=DECKS["decks"], opponent=pool, max_decisions=60)
    envs.reset(seed=SEED)
    pool.add("pimc:worlds=1,rollouts=1,rounds=1", 50)
    for _ in range(90):
        envs.step(envs.unwrapped.arena.draw())
    # What is usual is not part of a name.
    assert [row.agent for row in pool.table()] == ["random", "pimc:worlds=1,rounds=1"]
    assert pool.table()[1].chance > 0.9


def test_illegal_actions() -> None:
    envs = gymnasium.make_vec(ID, num_envs=5, **DECKS, illegal="raise")
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(5, int))
    obs, _ = envs.reset(seed=1)
    for wrong in (obs["mask"].sum(axis=1), np.full(5, -1), np.full(5, 63)):
        with pytest.raises(IllegalAction, match="environment 0"):
            envs.step(wrong)
    for wrong in (np.zeros(4, int), np.zeros(5), np.zeros((5, 1), int)):
        with pytest.raises((TypeError, ValueError)):
            envs.step(wrong)
    envs.step(sample(obs["mask"], 1))

    for mode in AutoresetMode.__members__.values():
        envs = gymnasium.make_vec(ID, num_envs=5, **DECKS, autoreset_mode=mode)
        obs, _ = envs.reset(seed=1)
        actions = sample(obs["mask"], np.random.default_rng(1))
        actions[2] = 63
        _, reward, terminated, truncated, info = envs.step(actions)
        assert reward.tolist() == [0, 0, -1, 0, 0]
        assert terminated.tolist() == [False, False, True, False, False] and not truncated.any()
        told = info["final_info"] if mode is AutoresetMode.SAME_STEP else info
        assert told["result"]["reason"][2] == "illegal"


def test_resets() -> None:
    envs = gymnasium.make_vec(ID, num_envs=6, **DECKS, max_decisions=30)
    first, _ = envs.reset(seed=3)
    for _ in range(5):
        envs.step(envs.unwrapped.arena.draw())
    following, _ = envs.reset()
    again, _ = envs.reset(seed=3)
    same = lambda a, b: all((a[name] == b[name]).all() for name in a)  # noqa: E731
    assert same(first, again) and not same(first, following)
    ends = 0
    for _ in range(40):
        _, _, terminated, truncated, _ = envs.step(envs.unwrapped.arena.draw())
        assert not terminated.any() or not truncated.any()
        ends += int(truncated.sum())
    assert ends >= 6
    with pytest.raises(ValueError):
        envs.reset(options={"reset_mask": np.array([True] + 5 * [False])})
    for mask in ([True] * 6, np.ones(6), np.ones(5, bool), np.zeros(6, bool)):
        with pytest.raises((TypeError, ValueError)):
            envs.reset(options={"reset_mask": mask})
    for bad in ({"seat": 2}, {"illegal": "maybe"}, {"opponent": Pool([])}, {"max_decisions": 0}):
        with pytest.raises(ValueError):
            gymnasium.make_vec(ID, num_envs=2, **{**DECKS, **bad})
    for make in (gymnasium.make, gymnasium.make_vec):
        with warnings.catch_warnings(), pytest.raises(ValueError, match="render_mode='ansi'; expected None"):
            warnings.simplefilter("ignore")
            make(ID, **DECKS, render_mode="ansi")


def test_the_last_row_of_what_is_truncated_is_as_asked() -> None:
    envs = gymnasium.make_vec(ID, num_envs=70, **DECKS, max_decisions=20, autoreset_mode="SameStep")
    free = gymnasium.make_vec(ID, num_envs=70, **DECKS, max_decisions=None)
    obs, _ = envs.reset(seed=3)
    free.reset(seed=3)
    over = np.zeros(70, bool)
    while not over.all():
        action = free.unwrapped.arena.draw()
        same, *_ = free.step(action)
        obs, _, _, truncated, info = envs.step(np.where(over, 0, action))
        for at in np.flatnonzero(truncated & ~over):
            last = info["final_obs"][at]
            assert last["mask"].any() and all((last[name] == array[at]).all() for name, array in same.items())
        over |= truncated


def test_environments_are_pickled() -> None:
    both = [gymnasium.make_vec(ID, num_envs=6, decks=DECKS["decks"], max_decisions=60, opponent=Pool(["random"]))]
    unasked = pickle.loads(pickle.dumps(both[0]))
    both[0].reset(seed=3)
    for _ in range(40):
        both[0].step(both[0].unwrapped.arena.draw())
    both.append(pickle.loads(pickle.dumps(both[0])))
    for _ in range(60):
        one, other = (envs.step(envs.unwrapped.arena.draw()) for envs in both)
        assert all((one[0][name] == array).all() for name, array in other[0].items())
        assert all((told == again).all() for told, again in zip(one[1:4], other[1:4]))
    with pytest.raises(gymnasium.error.ResetNeeded):
        unasked.step(np.zeros(6, int))
    env = gymnasium.make(ID, **DECKS)
    first, _ = env.reset(seed=3)
    again = pickle.loads(pickle.dumps(env))
    assert (again.step(0)[0]["mask"] == env.step(0)[0]["mask"]).all()


def test_masks_of_maskable_policies() -> None:
    env = gymnasium.make(ID, **DECKS).unwrapped
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.action_masks()
    obs, _ = env.reset(seed=3)
    assert env.action_masks().dtype == bool and (env.action_masks() == obs["mask"]).all()


def test_whoever_is_interrupted_begins_anew() -> None:
    envs = gymnasium.make_vec(ID, num_envs=2, decks=DECKS["decks"], seat=0, opponent="ismcts:sims=1000000")

    def stop(*_: object) -> None:
        raise InterruptedError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for _ in range(2):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(InterruptedError):
                envs.reset(seed=1)
                while True:
                    envs.step(envs.unwrapped.arena.draw())
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(2, int))


def test_wrappers_of_observations_take_it_as_it_comes() -> None:
    envs = gymnasium.wrappers.vector.FlattenObservation(gymnasium.make_vec(ID, num_envs=2, **DECKS))
    assert envs.reset(seed=1)[0].shape == (2, envs.single_observation_space.shape[0])
    assert gymnasium.make_vec(ID, num_envs=2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert cardmill.gym.VectorEnv().num_envs == 64


def test_environments_of_other_processes() -> None:
    envs = gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make(ID, **DECKS, threads=2)] * 2)
    try:
        obs, _ = envs.reset(seed=SEED)
        for _ in range(5):
            obs, *_ = envs.step(sample(obs["mask"], np.random.default_rng(1)))
        assert obs["mask"].any(axis=1).all()
    finally:
        envs.close()


def test_wrappers_see_episodes() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec(ID, num_envs=8, **DECKS, autoreset_mode="NextStep")
    )
    envs.reset(seed=1)
    seen = 0
    while seen < 8:
        *_, info = envs.step(envs.unwrapped.arena.draw())
        if "episode" in info:
            ended = info["_episode"]
            assert (ended == info["_result"]).all()
            assert (info["episode"]["r"][ended] == info["result"]["r"][ended]).all()
            assert (info["episode"]["l"][ended] == info["result"]["l"][ended]).all()
            seen += int(ended.sum())


def test_copies_are_copies() -> None:
    for copies in (True, False):
        envs = cardmill.gym.VectorEnv(4, **DECKS, copy=copies)
        first, _ = envs.reset(seed=1)
        second = envs.step(envs.arena.draw())[0]
        third = envs.step(envs.arena.draw())[0]
        assert not np.shares_memory(first["mask"], second["mask"])
        assert np.shares_memory(first["mask"], third["mask"]) != copies

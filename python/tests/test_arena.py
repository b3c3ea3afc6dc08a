"""Batches: the same games whatever their size, and nothing bad gets through."""

from __future__ import annotations

import gc
import os
from typing import Any

import numpy as np
import pytest
from conftest import SEED, play

from cardmill import LEAVE, Arena, Pool, cards, decks, sample, schema, version

BOTH: dict[str, Any] = {"decks": ["luke", "vader"], "seed": SEED}


@pytest.mark.parametrize("tables", [64, 512])
@pytest.mark.parametrize("threads", [1, 2])
def test_games_are_those_of_simulate(tables: int, threads: int, golden: str) -> None:
    arena = Arena(**BOTH, tables=tables, threads=threads, games=200)
    play(arena, 201)
    assert arena.digest == (200, golden)


def test_few_actions_change_nothing(golden: str) -> None:
    arena = Arena(**BOTH, tables=64, games=200, actions=3, entities=16)
    play(arena, 201)
    assert arena.digest == (200, golden)


def test_an_agent_outside_plays_as_inside() -> None:
    outside = Arena(**BOTH, tables=70, games=100, observe=False)
    inside = Arena(**BOTH, tables=64, games=100, observe=False, seats=("external", "random"))
    assert play(outside, 101) == play(inside, 101)


def test_agents_say_what_they_would_choose() -> None:
    def digest(seats: tuple[str, str], **settings: int) -> tuple[int, str]:
        arena = Arena(**BOTH, tables=70, games=40, observe=False, seats=seats, **settings)
        while len(arena.recv()):
            arena.send(arena.draw("greedy"))
        return arena.digest

    played = digest(("external", "greedy"))
    assert digest(("external", "external")) == played
    assert digest(("greedy", "external"), actions=3) == played
    arena = Arena(**BOTH, tables=8)
    arena.recv()
    for agent in ("ismcts", "nobody"):
        with pytest.raises(ValueError, match="expected"):
            arena.draw(agent)


def test_rows_are_told_in_full() -> None:
    arena = Arena(**BOTH, tables=100, min_rows=100)
    for _ in range(60):
        rows = arena.recv()
        assert len(rows) == 100
        assert rows.table.tolist() == list(range(100))
        assert (rows.obs["mask"].sum(axis=1) == rows.options).all()
        assert (rows.obs["actions"][rows.obs["mask"] == 0] == 0).all()
        assert (rows.game % 100 == rows.table).all()
        for name, table in schema().tables.items():
            if name in rows.obs:
                assert rows.obs[name].dtype == table.dtype
                assert rows.obs[name].shape[1:] == table.shape(E=128, A=64)
        assert 0 < rows.obs["cards"].max() < len(cards())
        arena.send(sample(rows.obs["mask"], 1))


def test_logits_draw_alike_in_whatever_batch() -> None:
    def digest(tables: int, threads: int) -> tuple[int, str]:
        arena = Arena(**BOTH, tables=tables, games=60, threads=threads)
        while len(rows := arena.recv()):
            weights = (rows.obs["actions"][:, :, 0] * 7 % 5).astype(np.float32)
            chosen, logp = arena.send_logits(weights, temperature=0.7)
            assert (chosen < rows.options).all() and (logp <= 0).all()
        return arena.digest

    assert digest(64, 1) == digest(5, 2) == digest(1, 1)


def test_opponents_come_from_a_pool() -> None:
    pool = Pool([("greedy", 1), ("random", 1)])
    arena = Arena(**BOTH, tables=64, games=200, seats=("external", pool), shuffle_seats=True)
    ends = []
    while len(rows := arena.recv()):
        ends += rows.ends
        arena.send(arena.draw())
    ends += rows.ends
    assert len(ends) == 200
    assert {agent for end in ends for agent in end.agents} == {None, "greedy", "random"}
    assert 60 < sum(end.agents[0] is None for end in ends) < 140
    for end in ends:
        outside = end.agents.index(None)
        assert end.rewards[outside] == {None: 0, outside: 1}.get(end.winner, -1)
        assert end.asked[outside] > 0
        assert end.decks == [end.decks[0], end.decks[1]]


def test_games_can_be_left() -> None:
    arena = Arena(**BOTH, tables=10, min_rows=10)
    arena.recv()
    choice = arena.draw()
    choice[3] = LEAVE
    arena.send(choice)
    rows = arena.recv()
    assert [(end.table, end.reason, end.winner) for end in rows.ends] == [(3, "cut", None)]
    assert rows.game[3] == 13


def test_callers_arrays_are_written_to() -> None:
    made = Arena(**BOTH, tables=64, min_rows=64)
    out = made.buffers()
    arena = Arena(**BOTH, tables=64, min_rows=64, out=out)
    rows = arena.recv()
    assert all(np.shares_memory(rows.obs[name], out[name]) for name in rows.obs)
    assert all((rows.obs[name] == array).all() for name, array in made.recv().obs.items())
    # Two sets take turns.
    made.send(made.draw())
    second = made.recv()
    made.send(made.draw())
    assert not np.shares_memory(second.obs["mask"], made.recv().obs["mask"])


BAD = {
    "type": lambda array: array.astype(np.float64),
    "shape": lambda array: np.zeros((*array.shape, 1), array.dtype),
    "rows": lambda array: array[:-1],
    "gaps": lambda array: np.zeros((2 * len(array), *array.shape[1:]), array.dtype)[::2],
    "order": lambda array: array.byteswap().view(array.dtype.newbyteorder()),
    "list": lambda array: array.tolist(),
    "none": lambda array: None,
}


@pytest.mark.parametrize("name", ["table", "ended", "cards", "entities", "actions", "mask"])
@pytest.mark.parametrize("fault", BAD)
def test_bad_arrays_are_refused(name: str, fault: str) -> None:
    if fault == "order" and name in ("ended", "entities", "mask"):
        pytest.skip("a byte has no order")
    out = Arena(**BOTH, tables=8).buffers()
    with pytest.raises((TypeError, ValueError)):
        Arena(**BOTH, tables=8, out=out | {name: BAD[fault](out[name])})


def test_arrays_that_turn_bad_are_refused() -> None:
    for name in ("seat", "cards", "mask"):
        out = Arena(**BOTH, tables=8).buffers()
        arena = Arena(**BOTH, tables=8, out=out)
        arena.recv()
        arena.send(arena.draw())
        out[name].flags.writeable = False
        with pytest.raises(ValueError, match=name):
            arena.recv()
    out = Arena(**BOTH, tables=8).buffers()
    with pytest.raises(KeyError):
        Arena(**BOTH, tables=8, out={name: out[name] for name in list(out)[1:]})
    with pytest.raises(ValueError):
        Arena(**BOTH, tables=8, out=out | {"cards": out["entities"].view(np.int16)[:, :, 0]})
    # Whoever gives arrays away need not keep them.
    arena = Arena(**BOTH, tables=8, out=out)
    del out
    gc.collect()
    assert len(arena.recv())


@pytest.mark.parametrize(
    "choice",
    [
        [0] * 7,
        [0] * 9,
        [[0] * 8],
        [0.0] * 8,
        ["0"] * 8,
        [None] * 8,
        [64] * 8,
        [-2] * 8,
        [2**32] * 8,
        np.zeros(8, np.complex64),
        np.zeros(8, bool),
        0,
    ],
)
def test_bad_choices_are_refused(choice: Any) -> None:
    arena = Arena(**BOTH, tables=8, min_rows=8)
    step = arena.recv().step.copy()
    with pytest.raises((TypeError, ValueError)):
        arena.send(choice)
    # Nothing has happened.
    arena.send(arena.draw())
    assert (arena.recv().step == step + 1).any()


def test_bad_logits_are_refused() -> None:
    arena = Arena(**BOTH, tables=8, min_rows=8)
    arena.recv()
    for logits in (np.zeros((8, 1)), np.zeros((7, 64)), np.zeros(8), np.full((8, 64), np.nan)):
        with pytest.raises((TypeError, ValueError)):
            arena.send_logits(logits)
    with pytest.raises(ValueError):
        arena.send_logits(np.zeros((8, 64)), temperature=-1.0)
    arena.send_logits(np.zeros((8, 64)))


@pytest.mark.parametrize(
    "settings",
    [
        {"tables": 0},
        {"tables": 10**9},
        {"min_rows": 0},
        {"threads": 0},
        {"actions": 1},
        {"seats": ("greedy", "greedy")},
        {"seats": ("external",)},
        {"seats": ("external", "nobody")},
        {"seats": ("external", Pool([]))},
        {"decks": ["nobody", "luke"]},
        {"decks": ["luke"]},
        {"level": "divine"},
        {"reward": "money"},
        {"seed": -1},
        {"out": []},
    ],
)
def test_what_cannot_be_is_refused(settings: dict[str, Any]) -> None:
    with pytest.raises((ValueError, OverflowError)):
        Arena(**{**BOTH, "tables": 8, **settings})


def test_order_of_calls() -> None:
    arena = Arena(**BOTH, tables=8, min_rows=8)
    with pytest.raises(ValueError):
        arena.send(np.zeros(0, np.int32))
    arena.recv()
    with pytest.raises(ValueError, match="send before recv"):
        arena.recv()


def test_what_comes_with_it() -> None:
    assert {"luke", "vader"} < set(decks())
    number, digest = version()
    assert number and len(digest) == 16
    all_cards = cards()
    assert len(all_cards) == len(all_cards.facts) == len(all_cards.names) > 200
    assert all_cards.facts.shape[1] == len(all_cards.columns)


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="tells no memory")
def test_steps_leak_nothing() -> None:
    arena = Arena(**BOTH, tables=256, min_rows=256, seats=("external", "random"))
    steps = int(os.environ.get("CARDMILL_LEAK_STEPS", 200_000)) // 256

    def run(count: int) -> None:
        for _ in range(count):
            arena.recv()
            arena.send(arena.draw())

    run(300)
    gc.collect()
    before = resident()
    run(steps)
    gc.collect()
    assert resident() - before < 8_000_000

"""Decisions per second of processor time, with the digests of what was played.

    python python/benchmarks/throughput.py [--seconds 3] [--simulate target/release/cardmill]

Choices are uniform and drawn in native code; all six decks play each other. `simulate` is the program
beside which the others are measured, and weiss-sim 1.2.0 (another engine, for another game) is there if
it is installed: uniform choices that it draws itself, in 256 environments with its 16 bit observations
and legal ids, through its environment with the deck it comes with, and through its bare pool with the
same deck and with one of 13 simple cards.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cardmill import Arena, Game

SEED = 0


def measure(step: Callable[[], int], seconds: float) -> float:
    """Steps per second of processor time; `step` says how many it took."""
    warm = time.process_time()
    while time.process_time() - warm < 0.3:
        step()
    begun, steps = time.process_time(), 0
    while (passed := time.process_time() - begun) < seconds:
        steps += step()
    return steps / passed


def arena(seconds: float, **settings: Any) -> tuple[float, str]:
    table = Arena(seed=SEED, **settings)

    def step() -> int:
        rows = len(table.recv())
        table.send(table.draw())
        return rows

    rate = measure(step, seconds)
    games, digest = table.digest
    return rate, f"{games} games {digest}"


def vector(seconds: float, **settings: Any) -> tuple[float, str]:
    from cardmill.gym import VectorEnv

    envs = VectorEnv(256, opponent="random", seat=0, **settings)
    envs.reset(seed=SEED)

    def step() -> int:
        envs.step(envs.arena.draw())
        return 256

    # The learner's decisions alone; the opponent takes as many.
    rate = measure(step, seconds)
    games, digest = envs.arena.digest
    return rate, f"{games} games {digest}"


def game(seconds: float) -> tuple[float, str]:
    table = [Game("luke", "vader", seed=SEED)]

    def step() -> int:
        if table[0].is_over:
            table[0] = Game("luke", "vader", seed=SEED, number=1)
        table[0].choose(table[0].draw())
        return 1

    return measure(step, seconds), ""


def observe(seconds: float) -> tuple[float, str]:
    table = Game("luke", "vader", seed=SEED)
    for _ in range(60):
        table.choose(table.draw())

    def step() -> int:
        table.observe()
        return 1

    return measure(step, seconds), "copies included"


def aec(seconds: float) -> tuple[float, str]:
    from cardmill.pettingzoo import Aec

    both = Aec()
    both.reset(seed=SEED)

    def step() -> int:
        _, _, terminated, truncated, _ = both.last()
        if terminated or truncated:
            both.reset()
        else:
            both.step(0)
        return 1

    return measure(step, seconds), "first actions"


def simulate(program: str) -> tuple[float, str]:
    command = f"{program} simulate boba iden leia luke sabine vader --games 400 --seed {SEED}"
    command += " --agents random --threads 1 --format json --quiet"
    before = spent()
    told = json.loads(subprocess.run(command.split(), check=True, capture_output=True).stdout)
    return told["decisions"] / (spent() - before), f"{told['games']} games {told['digest']}"


def spent() -> float:
    """Processor time of programs that were run, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def weiss(seconds: float) -> tuple[float, str]:
    import weiss_sim

    envs = weiss_sim.fast(num_envs=256, num_threads=1, seed=SEED, legal_repr="ids_u16")
    envs.reset(seed=SEED)

    def step() -> int:
        batch, _ = envs.step_uniform_legal()
        done = np.asarray(batch.done)
        if done.any():
            envs.reset_done(done)
        return 256

    return measure(step, seconds), weiss_sim.build_info().get("version", "")


def weiss_pool(seconds: float, simple: bool) -> tuple[float, str]:
    import weiss_sim

    own = weiss_sim.fast(num_envs=1, seed=SEED).effective_config()["resolved_decks"]["player"]["ids"]
    deck = (list(range(1, 14)) * 4)[:50] if simple else own
    _, buffers = weiss_sim.make_pool(
        mode="train",
        num_envs=256,
        deck_lists=[deck, deck],
        deck_ids=[1, 2],
        seed=SEED,
        layout="i16_legal_ids_nometa",
        num_threads=1,
    )
    buffers.reset()
    seeds = np.arange(256, dtype=np.uint64)

    def step() -> int:
        nonlocal seeds
        out, _ = buffers.step_random_legal(seeds)
        seeds = seeds + np.uint64(256)
        done = np.asarray(out.terminated) | np.asarray(out.truncated)
        if done.any():
            buffers.reset_done(done)
        return 256

    return measure(step, seconds), "13 simple cards" if simple else "its own deck"


def rows(seconds: float, program: str | None) -> Iterator[tuple[str, Callable[[], tuple[float, str]]]]:
    if program is not None:
        yield "simulate", lambda: simulate(program)
    yield "Arena without rows", lambda: arena(seconds, tables=256, observe=False)
    yield "Arena with rows", lambda: arena(seconds, tables=256)
    yield "Arena with rows, 2 threads", lambda: arena(seconds, tables=256, threads=2)
    yield "Gymnasium, 256, copies", lambda: vector(seconds)
    yield "Gymnasium, 256, no copies", lambda: vector(seconds, copy=False)
    yield "Game", lambda: game(seconds)
    yield "Game.observe", lambda: observe(seconds)
    yield "PettingZoo AEC", lambda: aec(seconds)
    yield "weiss-sim", lambda: weiss(seconds)
    yield "weiss-sim, bare pool", lambda: weiss_pool(seconds, simple=False)
    yield "weiss-sim, bare pool", lambda: weiss_pool(seconds, simple=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--simulate", metavar="PROGRAM")
    given = parser.parse_args()
    for name, run in rows(given.seconds, given.simulate):
        try:
            rate, what = run()
        except ImportError as missing:
            print(f"{name:28} left out: {missing}")
            continue
        print(f"{name:28} {rate:>11,.0f} a second   {what}", flush=True)


if __name__ == "__main__":
    main()

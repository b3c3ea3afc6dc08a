"""Batches: the same games whatever their size, and nothing bad gets through."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SEED, play

from cardmill import LEAVE, Arena, Game, Pool, cards, decks, sample, schema, simulate, version

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
    arena, rng = Arena(**BOTH, tables=100, min_rows=100), np.random.default_rng(1)
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
        arena.send(sample(rows.obs["mask"], rng))


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


def league(threads: int) -> tuple[list[tuple[int, str | None, str]], Pool]:
    """Games against a pool that grows: number, opponent and digest."""
    pool = Pool(["greedy", ("random", 1)], by="pfsp")
    arena = Arena(
        **BOTH, tables=130, threads=threads, games=700, seats=("external", pool), shuffle_seats=True, observe=False
    )
    ends = []
    for turn in itertools.count():
        rows = arena.recv()
        ends += [(end.game, max(end.agents, key=str, default=None), end.digest) for end in rows.ends]
        if len(rows) == 0:
            return ends, pool
        if turn == 400:
            pool.add("ismcts:sims=1,worlds=1,rounds=1", 2)
        arena.send(arena.draw())


def test_pools_grow_and_prefer_who_wins() -> None:
    ends, pool = league(1)
    again, same = league(2)
    assert ends == again and pool.table() == same.table()
    greedy, random, planner = pool.table()
    assert greedy.games + random.games + planner.games == 700
    assert planner.agent == "ismcts:sims=1,worlds=1,rounds=1" and planner.games > 20
    # Whose choices are drawn at random loses to greedy, and not to its like.
    assert greedy.share < 0.1 < 0.35 < random.share < 0.65
    assert greedy.games > 1.5 * random.games and greedy.chance > 2 * random.chance
    assert abs(sum(row.chance for row in pool.table()) - 1) < 1e-9
    pool.forget()
    assert [row.games for row in pool.table()] == [0, 0, 0] and pool.table()[0].share != 0


def test_pools_refuse() -> None:
    pool = Pool([("greedy", 0)])
    for agent, weight in (("greedy", 1), ("nobody", 1), ("random", -1), ("random", 10**6), ("no.onnx", 1)):
        with pytest.raises(ValueError):
            pool.add(agent, weight)
    with pytest.raises(ValueError, match="by"):
        Pool(by="luck")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="weight"):
        Arena(**BOTH, tables=2, seats=("external", pool))
    pool.add("random")
    arena = Arena(**BOTH, tables=2, seats=("external", pool), games=4, observe=False)
    play(arena, 5)
    assert [row.games for row in pool.table()] == [0, 4]
    arena.reset(1)
    assert [row.games for row in pool.table()] == [0, 0]


def test_agents_that_plan_play() -> None:
    both = {**BOTH, "games": 6, "observe": False, "seats": ("external", "ismcts:sims=4,worlds=4,rounds=1")}
    first = Arena(**both, tables=3)
    second = Arena(**both, tables=5, threads=2)
    assert play(first, 7) == play(second, 7)
    assert first.digest == second.digest


def test_games_can_be_left() -> None:
    arena = Arena(**BOTH, tables=10, min_rows=10)
    arena.recv()
    choice = arena.draw()
    choice[3] = LEAVE
    arena.send(choice)
    rows = arena.recv()
    assert [(end.table, end.reason, end.winner) for end in rows.ends] == [(3, "cut", None)]
    assert rows.game[3] == 13


def test_a_list_is_not_a_name() -> None:
    for wrong in ({"decks": "luke"}, {"against": "luke"}, {"decks": Path("decks")}, {"seats": "external"}):
        for use in (Arena, simulate) if "seats" not in wrong else (Arena,):
            with pytest.raises(TypeError, match="expected a list"):
                use(**wrong)
    with pytest.raises(TypeError, match="expected a list"):
        Pool("greedy")


def test_limits_are_those_of_simulate() -> None:
    for threads in (0, -1, 1025, 10**9):
        for use in (Arena, simulate):
            with pytest.raises(ValueError, match=f"{threads} threads; expected 1 to 1024"):
                use(["luke", "vader"], threads=threads)
    # No limit, as `--rounds 0` is.
    arena = Arena(**BOTH, tables=8, games=8, max_rounds=0)
    play(arena, 9)
    free, cut = (simulate(["luke", "vader"], "random", 8, seed=SEED, max_rounds=most) for most in (0, 1))
    assert arena.digest[1] == free.digest == simulate(["luke", "vader"], "random", 8, seed=SEED).digest
    assert cut.games["cut"].all() and not free.games["cut"].any()


def test_as_many_tables_as_are_fast() -> None:
    assert [Arena(**BOTH, threads=threads).tables for threads in (1, 2)] == [64, 256]


def test_samples_of_a_generator_go_on() -> None:
    mask = np.ones((4, 1000), np.int8)
    rng = np.random.default_rng(7)
    assert len({tuple(sample(mask, rng)) for _ in range(5)}) == 5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (sample(mask, 8) == sample(mask, 8)).all()
    with pytest.warns(UserWarning, match=r"default_rng\(8\)"):
        sample(mask, 8)


def in_a_fork(arena: Arena, told: Any) -> None:
    try:
        for _ in range(4):
            arena.send(arena.draw())
            arena.recv()
    except RuntimeError as error:
        said = str(error)
        for use in (arena.recv, arena.save, lambda: arena.reset(1)):
            try:
                use()
                said = "one of them went through"
            except RuntimeError as again:
                said = said if "fork" in str(again) else str(again)
        told.put(said)
    else:
        told.put("played")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_do_not_survive_a_fork(threads: int) -> None:
    context = multiprocessing.get_context("fork")
    arena = Arena(**BOTH, tables=256, threads=threads, min_rows=64)
    arena.recv()
    # Where nothing is under way, what the threads have done is at hand in the fork, too.
    arena.save()
    told = context.Queue()
    process = context.Process(target=in_a_fork, args=(arena, told), daemon=True)
    process.start()
    said = told.get(timeout=300)
    process.join(60)
    assert process.exitcode == 0
    assert ("fork" in said) == (threads == 2)
    arena.send(arena.draw())
    assert len(arena.recv())


STOPPED = {
    "rollout": "game.rollout(('greedy', 'greedy'), 10**7)",
    "rollout of planners": "game.rollout(('ismcts:sims=1000000', 'greedy'))",
    "search": "game.search('ismcts:sims=1000000')",
    "recv": "Arena(seats=('external', 'ismcts:sims=1000000'), tables=4).recv()",
    "recv with threads": "Arena(seats=('external', 'ismcts:sims=1000000'), tables=130, threads=2).recv()",
    "simulate": "simulate(agents='ismcts:sims=1000000', games=10**4, threads=2)",
}


@pytest.mark.parametrize("what", STOPPED)
def test_whatever_takes_long_can_be_stopped(what: str) -> None:
    code = "from cardmill import Arena, Game, simulate; game = Game('luke', 'vader'); print(1, flush=True); "
    with subprocess.Popen(
        [sys.executable, "-c", code + STOPPED[what]], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        time.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        finally:
            process.kill()
        assert time.monotonic() - begun < 2
        assert b"KeyboardInterrupt" in process.stderr.read()


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_stopped_goes_on_to_the_same_games(threads: int) -> None:
    settings = {**BOTH, "tables": 70, "min_rows": 70, "threads": threads, "games": 70, "observe": False}
    settings |= {"seats": ("external", "ismcts:sims=64,worlds=8,rounds=1"), "max_decisions": 4}
    quiet, stopped = Arena(**settings), Arena(**settings)
    play(quiet, 71)

    def stop(*_: object) -> None:
        raise InterruptedError

    stopped.recv()
    stopped.send(stopped.draw())
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(InterruptedError):
            stopped.recv()
    finally:
        signal.signal(signal.SIGALRM, before)
    play(stopped, 71)
    assert stopped.digest == quiet.digest and quiet.digest[0] == 70


def test_arenas_are_pickled() -> None:
    arena = Arena(**BOTH, tables=70, games=80, edits="SOR_128 cost+1", seats=("external", Pool(["random"])))
    for _ in range(30):
        arena.recv()
        arena.send(arena.draw())
    before = arena.recv()
    again = pickle.loads(pickle.dumps(arena))
    rows = again.recv()
    assert all((array == before.obs[name]).all() for name, array in rows.obs.items())
    assert again.edits == arena.edits == ("SOR_128 cost+1",)
    for one in (arena, again):
        one.send(one.draw())
        play(one, 81)
    assert arena.digest == again.digest and arena.digest[0] == 80


@pytest.mark.parametrize("layout", ["padded", "packed"])
def test_a_game_that_is_cut_shows_what_was_asked(layout: Any) -> None:
    settings: dict[str, Any] = {**BOTH, "tables": 70, "min_rows": 70, "layout": layout, "critic": True}
    settings |= {"seats": ("external", "random"), "shuffle_seats": True}
    cut, free = Arena(**settings, max_decisions=20, hold=True), Arena(**settings)
    ended = np.zeros(70, bool)
    while not ended.all():
        rows, same = cut.recv(), free.recv()
        first = ~ended
        assert (rows.options[first] == same.options[first]).all() and (rows.seat[first] == same.seat[first]).all()
        if layout == "padded":
            for name, array in same.obs.items():
                assert (rows.obs[name][first] == array[first]).all(), name
        else:
            assert (np.diff(rows.obs["action_offsets"]) == rows.options).all()
        ended |= rows.ended
        assert (rows.step[rows.ended & first] >= 20).all() and (rows.step[~rows.ended & first] < 20).all()
        again = pickle.loads(pickle.dumps(cut)).recv()
        assert (again.options == rows.options).all() and (again.seat == rows.seat).all()
        assert all((again.obs[name] == array).all() for name, array in rows.obs.items())
        choice = free.draw()
        if layout == "packed":
            _, logarithms = cut.send_logits(np.zeros(int(rows.options.sum()), np.float32))
            assert len(logarithms) == 70
            return
        cut.send(np.where(ended, 0, choice))
        free.send(choice)


POSITIONS = Path(__file__).parents[2] / "tests" / "positions"


def test_positions_of_other_games_say_so() -> None:
    squads = POSITIONS / "two-squads.ron"
    for use in (
        lambda: Arena([squads]),
        lambda: simulate([squads], games=4),
        lambda: Game(squads, squads),
        lambda: Game(squads, "luke"),
    ):
        with pytest.raises(ValueError, match="position"):
            use()
    for use in (lambda: Arena([squads]), lambda: Game(squads, squads)):
        with pytest.raises(ValueError, match="a position of xwing; expected one of unlimited"):
            use()
    with pytest.raises(ValueError, match=r"expected a deck file.*, or by name field .*, decks \(boba"):
        Game("nobody", "vader")


def test_games_that_nobody_outside_is_asked_in(tmp_path: Path) -> None:
    lost = tmp_path / "lost.ron"
    units = '(units: [(card: "SOR_095")])'
    lost.write_text(f'(name: "One blow", given: (p1: {units}, p2: (base: "SOR_026", base_damage: 29)))')
    for threads in (1, 2):
        arena = Arena([lost], seats=("greedy", "external"), tables=4, threads=threads)
        for _ in range(2):
            with pytest.raises(ValueError, match="nobody outside was asked"):
                arena.recv()
    arena = Arena([lost], seats=("greedy", "external"), tables=4, games=20)
    assert len(arena.recv()) == 0 and arena.digest[0] == 20


def test_policies_are_built_with_pip() -> None:
    policy = Path(__file__).parents[1] / "examples" / "six.onnx"
    try:
        Pool([str(policy)])
    except ValueError as error:
        assert "pip install ./python" in str(error) and "cargo" not in str(error)
        for use in (lambda: simulate(agents=policy), lambda: Arena(seats=("external", str(policy)))):
            with pytest.raises(ValueError, match="pip install"):
                use()


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


def test_packed_rows_are_padded_rows() -> None:
    both = {**BOTH, "tables": 70, "history": 4, "critic": True, "entities": 255}
    padded, packed = Arena(**both), Arena(**both, layout="packed")
    # The first arrays are too small for every batch.
    packed._sets = [(small, packed._lend(small)) for small in [arrays_of(packed, 1), arrays_of(packed, 1)]]
    for turn in range(60):
        rows, same = padded.recv(), packed.recv()
        assert (rows.options == same.options).all() and (rows.step == same.step).all()
        assert rows.obs.keys() - same.obs.keys() == {"mask"}
        options = rows.obs["mask"].sum(axis=1)
        assert (np.diff(same.obs["action_offsets"]) == options).all()
        for name, array in rows.obs.items():
            offsets = {"actions": "action", "cards": "entity", "entities": "entity"}.get(
                name.removeprefix("critic_")
            )
            if name == "mask":
                continue
            if offsets is None:
                assert (same.obs[name] == array).all()
                continue
            prefix = "critic_" if name.startswith("critic_") else ""
            begins = same.obs[f"{prefix}{offsets}_offsets"]
            assert len(same.obs[name]) == begins[-1]
            for at in range(len(rows)):
                row = same.obs[name][begins[at] : begins[at + 1]]
                assert (array[at, : len(row)] == row).all() and not array[at, len(row) :].any()
        if turn % 2:
            logits = np.random.default_rng(turn).normal(size=rows.obs["mask"].shape).astype(np.float32)
            chosen, logp = padded.send_logits(logits)
            ragged = logits[rows.obs["mask"] == 1]
            again, same_logp = packed.send_logits(ragged)
            assert (chosen == again).all() and (logp == same_logp).all()
        else:
            choice = sample(rows.obs["mask"], turn)
            assert (choice == sample(same.obs["action_offsets"], turn)).all()
            padded.send(choice)
            packed.send(choice)


def arrays_of(arena: Arena, count: int) -> dict[str, Any]:
    """The arrays of an arena with packed rows cut short."""
    whole = arena.buffers()
    ragged = ("cards", "entities", "actions")
    return {
        name: array[:count].copy() if name.removeprefix("critic_") in ragged else array
        for name, array in whole.items()
    }


def test_packed_arrays_of_the_caller_do_not_grow() -> None:
    small = arrays_of(Arena(**BOTH, tables=4, layout="packed"), 2)
    arena = Arena(**BOTH, tables=4, layout="packed", out=small)
    with pytest.raises(BufferError, match="entities is full"):
        arena.recv()


def test_history_is_that_of_a_game() -> None:
    arena = Arena(**BOTH, tables=4, min_rows=4, history=6)
    games = [Game("luke", "vader", seed=SEED, number=number, history=6) for number in range(4)]
    told = 0
    for turn in range(60):
        rows = arena.recv()
        choice = arena.draw()
        for at, game in enumerate(games):
            events = game.observe()["events"]
            assert events.shape == (6, 8) and (rows.obs["events"][at] == events).all()
            other = game.observe(1 - int(rows.seat[at]))["events"]
            told += int((other != events).any())
            if turn == 30:
                games[at] = game = Game.load(game.fork(exact=True).save())
            game.choose(int(choice[at]))
        arena.send(choice)
    assert told > 50
    assert "events" not in Game("luke", "vader").observe()


def test_a_critic_is_there_only_when_asked_for() -> None:
    quiet = Arena(**BOTH, tables=40, min_rows=40)
    critic = Arena(**BOTH, tables=40, min_rows=40, critic=True)
    differ = 0
    for _ in range(50):
        rows, more = quiet.recv(), critic.recv()
        assert not any(name.startswith("critic") for name in rows.obs)
        assert more.obs.keys() - rows.obs.keys() == {"critic_cards", "critic_entities", "critic_globals"}
        # Nothing of it is in what the seat sees.
        assert all((more.obs[name] == array).all() for name, array in rows.obs.items())
        seen = [(rows.obs["cards"] > 0).sum(axis=1), (more.obs["critic_cards"] > 0).sum(axis=1)]
        assert (seen[1] >= 90).all()
        differ += int((seen[0] < seen[1]).sum())
        choice = quiet.draw()
        quiet.send(choice)
        critic.send(choice)
    assert differ > 1_000


SHOWN = ("cards", "entities", "globals", "actions", "mask", "events")


@pytest.mark.parametrize("threads", [None, 2])
def test_a_saved_arena_goes_on_to_the_same_digest(threads: int | None) -> None:
    pool = Pool(["greedy", "random"], by="pfsp")
    arena = Arena(
        **BOTH, tables=100, games=250, seats=("external", pool), shuffle_seats=True, history=3, actions=8
    )
    for _ in range(150):
        arena.recv()
        arena.send(arena.draw())
    before = arena.recv()
    data = arena.save()
    again = Arena.load(data, threads=threads)
    rows = again.recv()
    assert rows.ends == []
    other = again.seats[1]
    assert isinstance(other, Pool) and other.table() == pool.table() != []
    told = 0
    while len(rows):
        for name in ("table", "seat", "game", "step", "options", "reward", "start"):
            assert (getattr(rows, name) == getattr(before, name)).all(), name
        assert all((array == before.obs[name]).all() for name, array in rows.obs.items())
        for one in (arena, again):
            one.send(one.draw())
        before, rows = arena.recv(), again.recv()
        assert [end.digest for end in rows.ends] == [end.digest for end in before.ends]
        told += len(rows.ends)
    assert told > 50
    assert arena.digest == again.digest and arena.digest[0] == 250
    assert arena.decisions == again.decisions and pool.table() == other.table()
    for spoilt in (b"", data[:-1], data[:90] + bytes([data[90] ^ 1]) + data[91:], b"x" * 1000):
        with pytest.raises(ValueError):
            Arena.load(spoilt)


def test_exact_copies_go_on_alike() -> None:
    # Tables of the same block, and of another.
    arena = Arena(**BOTH, tables=70, min_rows=70, history=4)
    for _ in range(40):
        arena.recv()
        arena.send(arena.draw())
    arena.recv()
    copies = [3, 5, 66]
    rows = arena.fork(3, copies[1:], exact=True)
    assert [rows.game[at] % 70 for at in copies] == copies
    ends: dict[int, Any] = {}
    while len(ends) < 3:
        for name, array in rows.obs.items():
            assert (array[copies] == array[3]).all() or ends, name
        assert len(set(rows.step[copies].tolist())) == 1 or ends
        arena.send((rows.step * 7 % rows.options).astype(np.int32))
        rows = arena.recv()
        ends |= {end.table: end for end in rows.ends if end.table in copies and end.reason == "over"}
    # What was played where a copy was put ended as it stood.
    assert {(end.winner, tuple(end.scores), end.decisions, tuple(end.asked)) for end in ends.values()} == {
        (ends[3].winner, tuple(ends[3].scores), ends[3].decisions, tuple(ends[3].asked))
    }
    assert len({end.game for end in ends.values()}) == 3


def test_copies_draw_other_numbers() -> None:
    def ends(**how: Any) -> list[str]:
        arena = Arena(**BOTH, tables=10, min_rows=10, observe=False)
        for _ in range(30):
            arena.recv()
            arena.send(arena.draw())
        arena.recv()
        arena.fork(0, range(1, 10), **how)
        digests: dict[int, str] = {}
        while len(digests) < 9:
            arena.send(arena.draw())
            for end in arena.recv().ends:
                if end.table > 0 and end.reason == "over":
                    digests.setdefault(end.table, end.digest)
        return list(digests.values())

    assert len(set(ends(key=1))) == 9
    assert set(ends(key=1)) == set(ends(key=1)) and not set(ends(key=1)) & set(ends(key=2))


def test_what_is_hidden_changes_nothing_but_what_a_critic_sees() -> None:
    arena = Arena(**BOTH, tables=128, min_rows=128, history=6, critic=True)
    moved = 0
    for turn in range(12):
        for _ in range(9):
            arena.recv()
            arena.send(arena.draw())
        seats = arena.recv().seat.copy()
        dst = np.arange(1, 128, 2)
        for seat in (0, 1):
            chosen = dst[seats[dst - 1] == seat]
            # From one block to the other, too.
            src = np.roll(chosen, turn) - 1
            rows = arena.determinize(src, chosen, seat, key=turn)
            for name in SHOWN:
                assert (rows.obs[name][src] == rows.obs[name][chosen]).all(), name
            assert (rows.options[src] == rows.options[chosen]).all() and (rows.seat[chosen] == seat).all()
            differ = rows.obs["critic_cards"][src] != rows.obs["critic_cards"][chosen]
            moved += int(differ.any(axis=1).sum())
        arena.send(arena.draw())
    assert moved > 500


def test_bad_copies_are_refused() -> None:
    arena = Arena(**BOTH, tables=70, min_rows=6)
    arena.recv()
    for src, dst in ((0, 0), (0, 66), (66, 0), ([0, 1], [2, 2]), ([0, 1], [1, 2]), (-1, 2), ([], []), (0.5, 1), ([1, 2], [3, 4, 5])):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            arena.fork(src, dst)
    with pytest.raises(ValueError, match="seat 2"):
        arena.determinize(0, 1, 2)
    rows = arena.fork(0, 1)
    assert (rows.game[[0, 1]] == [0, 71]).all()
    fixed = Arena(**BOTH, tables=4, games=10)
    fixed.recv()
    with pytest.raises(ValueError, match="number of games"):
        fixed.fork(0, 1)


BAD = {
    "type": lambda array: array.astype(np.float64),
    "shape": lambda array: np.zeros((*array.shape, 1), array.dtype),
    "rows": lambda array: array[:-1],
    "gaps": lambda array: np.zeros((2 * len(array), *array.shape[1:]), array.dtype)[::2],
    "order": lambda array: array.byteswap().view(array.dtype.newbyteorder()),
    "list": lambda array: array.tolist(),
    "none": lambda array: None,
}


NAMES = ["table", "ended", "cards", "entities", "actions", "mask", "events", "critic_cards", "critic_globals"]
PACKED = ["cards", "entities", "entity_offsets", "action_offsets", "actions", "critic_entity_offsets"]


@pytest.mark.parametrize(
    "layout, name", [("padded", name) for name in NAMES] + [("packed", name) for name in PACKED]
)
@pytest.mark.parametrize("fault", BAD)
def test_bad_arrays_are_refused(layout: Any, name: str, fault: str) -> None:
    if fault == "order" and name in ("ended", "entities", "mask"):
        pytest.skip("a byte has no order")
    if fault == "rows" and layout == "packed" and not name.endswith("offsets"):
        pytest.skip("packed arrays have any number of rows")
    settings = {**BOTH, "tables": 8, "layout": layout, "history": 3, "critic": True}
    out = Arena(**settings).buffers()
    with pytest.raises((TypeError, ValueError)):
        Arena(**settings, out=out | {name: BAD[fault](out[name])})
    with pytest.raises(KeyError, match=name):
        Arena(**settings, out={key: array for key, array in out.items() if key != name})


def test_arrays_that_turn_bad_are_refused() -> None:
    for name in ("seat", "cards", "mask", "events", "critic_entities"):
        both = {**BOTH, "tables": 8, "history": 2, "critic": True}
        out = Arena(**both).buffers()
        arena = Arena(**both, out=out)
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
        [-1] * 8,
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
    for logits in (np.zeros((8, 1)), np.zeros((7, 64)), np.zeros(8), np.zeros((8, 64, 1)), np.full((8, 64), np.nan)):
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
        {"threads": -1},
        {"threads": 1025},
        {"threads": 1_000_000},
        {"max_decisions": 0},
        {"max_decisions": -1},
        {"max_rounds": -1},
        {"max_rounds": 2**16},
        {"min_rows": 9},
        {"actions": 1},
        {"seats": ("greedy", "greedy")},
        {"seats": ("external",)},
        {"seats": ("external", "nobody")},
        {"seats": ("external", Pool([]))},
        {"decks": ["nobody", "luke"]},
        {"decks": ["luke"]},
        {"level": "divine"},
        {"layout": "loose"},
        {"history": -1},
        {"history": 1001},
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
    assert {"bane-blue", "lando-blue"} < set(decks())
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
    shown: dict[str, Any] = {"history": 8, "critic": True, "layout": "packed"}
    arena = Arena(**BOTH, tables=256, min_rows=256, seats=("external", "random"), **shown)
    # A million steps of all that an arena does take some minutes.
    steps = (1_000_000 if os.environ.get("CARDMILL_LONG") == "1" else 100_000) // 256

    def run(count: int) -> None:
        for turn in range(count):
            rows = arena.recv()
            if turn % 50 == 0:
                arena.fork(int(rows.table[0]), rows.table[1:20])
                arena.determinize(int(rows.table[0]), rows.table[20:40], int(rows.seat[0]))
                Arena.load(arena.save())
            arena.send(arena.draw())

    run(300)
    gc.collect()
    before = resident()
    run(steps)
    gc.collect()
    assert resident() - before < 8_000_000

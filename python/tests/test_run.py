"""Games of a run, played in native code."""

from __future__ import annotations

import dataclasses
import pickle
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import SEED, digests, play

from cardmill import Arena, Game, Run, cards, simulate


def played(games: int = 200, first: int = 0, **arguments: Any) -> Run:
    return simulate(["luke", "vader"], "random", games, first=first, seed=SEED, **arguments)


def test_its_games_are_those_of_simulate(golden: str) -> None:
    run = played(threads=2)
    assert run.digest == golden and len(run) == 200
    assert [f"{digest:016x}" for digest in run.games["digest"]] == [digests()[game] for game in range(200)]
    assert run.agents == ("random", "random") and run.seed == SEED
    assert [run.names[deck] for deck in run.games["decks"][0]] == run.names
    assert run.decisions == run.games["decisions"].sum() and run.quarantined == 0


def test_edited_cards(tmp_path: Path) -> None:
    edits = ["SOR_010 deploy_at=3; SOR_128 cost+1", "SOR_095 power+1"]
    plain, run = played(40), played(40, edits=edits, threads=1)
    assert run.edits == tuple(edits) and run.digest != plain.digest == played(40, edits=[]).digest
    with pytest.raises(ValueError, match="edits"):
        Run.merge([run, plain])
    arena = Arena(["luke", "vader"], seed=SEED, tables=16, games=40, edits=edits, observe=False)
    assert play(arena, 40) == {game: f"{digest:016x}" for game, digest in enumerate(run.games["digest"])}
    saved = Arena(["luke", "vader"], tables=2, edits=edits).save()
    with pytest.raises(ValueError, match="saved with the cards"):
        Arena.load(saved)
    assert Arena.load(saved, edits=edits).tables == 2
    game = Game("luke", "vader", seed=SEED, edits=edits)
    again = pickle.loads(pickle.dumps(game))
    assert again.edits == game.edits == tuple(edits) and again.digest == game.digest
    while not game.is_over:
        game.choose(game.draw())
    assert game.digest == f"{run.games['digest'][0]:016x}"
    changed, before = cards(edits), cards()
    assert changed.ids == before.ids
    number, column = before.ids.index("SOR_128"), [one.name for one in before.columns].index("cost")
    assert changed.facts[number, column] == before.facts[number, column] + 1
    for wrong in ("SOR_128 cots+1", "nobody cost+1", "vader: 1x SOR_164 -> SOR_229"):
        for use in (lambda: played(1, edits=wrong), lambda: Game("luke", "vader", edits=wrong)):  # noqa: B023
            with pytest.raises(ValueError, match=wrong.split()[0]):
                use()


def test_any_part_is_played_by_itself(golden: str) -> None:
    parts = [played(50, 150, threads=1), played(120, tables=7), played(60, 100), played(0, 33)]
    assert parts[0].games["game"].tolist() == list(range(150, 200))
    run = Run.merge(parts)
    assert run.digest == golden and run.games["game"].tolist() == list(range(200))
    assert (run.games == played().games).all()


def test_parts_that_do_not_belong_together() -> None:
    run = played(3)
    other = simulate(["luke", "vader"], "random", 3, seed=SEED + 1)
    spoilt = dataclasses.replace(run, games=other.games)
    for parts, what in (
        ([], "one part"),
        ([run, other], "seed 7 and 8"),
        ([run, spoilt], "game 0 did not go alike"),
        ([run, dataclasses.replace(run, agents=("greedy", "random"))], "agents"),
    ):
        with pytest.raises(ValueError, match=what):
            Run.merge(parts)


def test_the_matrix() -> None:
    run = simulate(agents=("random", "greedy"), games=150, max_rounds=3)
    matrix = run.matrix()
    assert matrix.shape == (len(run.names),) * 2 and run.games["cut"].any()
    assert np.isnan(matrix.diagonal()).all()
    assert np.nansum(matrix + matrix.T - 1) == pytest.approx(0)
    field = simulate(["luke"], games=20, against=["luke", "vader"], seed=3)
    share = field.matrix()
    mirror = field.games[(field.games["decks"] == 0).all(axis=1)]
    assert share[0, 0] == (mirror["winner"] == 0).mean()
    assert share[0, 1] == 1 - share[1, 0] and np.isnan(share[1, 1])


def test_files_are_those_of_simulate(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    run = played(5, 3, out=path)
    head, *rows = path.read_text().splitlines()
    assert head.startswith("index,") and [int(row.split(",")[0]) for row in rows] == [3, 4, 5, 6, 7]
    place = head.split(",").index("digest") - len(head.split(","))
    assert [row.split(",")[place] for row in rows] == [f"{digest:016x}" for digest in run.games["digest"]]


def test_it_can_be_stopped() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            played(10**9)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_bad_arguments(tmp_path: Path) -> None:
    for wrong, what in (
        (dict(agents="nobody"), "expected"),
        (dict(agents=["random"] * 3), "3 agents"),
        (dict(agents=[]), "0 agents"),
        (dict(agents=b"no model"), "onnx"),
        (dict(threads=0), "0 threads"),
        (dict(threads=2000), "1024"),
        (dict(tables=0), "0 tables"),
        (dict(tables=10**6, games=10**6, threads=1), "65536"),
        (dict(first=2**64 - 1), "beyond"),
        (dict(decks=["nobody"]), "no such file"),
        (dict(decks=["luke"]), "only one"),
        (dict(out=tmp_path / "games.txt"), "parquet"),
    ):
        with pytest.raises(ValueError, match=what):
            simulate(**wrong)  # type: ignore[arg-type]
    for negative in ("games", "first", "seed"):
        with pytest.raises(OverflowError):
            simulate(**{negative: -1})  # type: ignore[arg-type]

"""Games on actors of Ray."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import SEED

from cardmill import Run, simulate

ray = pytest.importorskip("ray", reason="Ray is not installed")

from cardmill.ray import Workers  # noqa: E402

DECKS = Path(__file__).parents[2] / "cards" / "unlimited" / "decks"


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=10**8)
    yield
    ray.shutdown()


@pytest.mark.parametrize("count", [1, 2])
def test_any_number_of_actors_plays_the_games_of_simulate(count: int, golden: str) -> None:
    with Workers(count, ["luke", "vader"], "random", seed=SEED, chunk=30) as workers:
        run = workers.play(200)
        assert run.digest == golden
        assert workers.play(0).games.size == 0
        part = workers.play(20, first=90)
    assert (part.games == run.games[90:110]).all()


def test_lost_workers_change_nothing(golden: str) -> None:
    with Workers(2, ["luke", "vader"], "random", seed=SEED, chunk=10) as workers:
        parts: list[Run] = []
        for part in workers.parts(200):
            parts.append(part)
            if len(parts) in (4, 9):
                ray.kill(workers.actors[len(parts) % 2])
        assert len(parts) == 20
        # A game that is played twice is there once.
        assert Run.merge([*parts, workers.play(50)]).digest == golden
    with Workers(1, ["luke", "vader"], "random", seed=SEED, chunk=10, losses=0) as workers:
        ray.kill(workers.actors[0])
        with pytest.raises(RuntimeError, match="games 0 to 9: 1 workers were lost"):
            workers.play(20)
        assert len(workers.play(20)) == 20


def test_decks_are_sent_along(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in ("luke", "vader", "leia"):
        (own / f"{name}.json").write_bytes((DECKS / f"{name}.json").read_bytes())
    decks = [own, own / "luke.json", "boba"]
    there = simulate(decks, games=60, seed=1)
    with Workers(1, decks, seed=1) as workers:
        for path in own.iterdir():
            path.unlink()
        run = workers.play(60)
    assert (run.games == there.games).all() and (run.names, run.agents) == (there.names, there.agents)


def test_chunks_in_files(tmp_path: Path) -> None:
    with Workers(2, ["luke", "vader"], "random", seed=SEED, chunk=80) as workers:
        files = workers.write(200, tmp_path)
        assert [file.name for file in files] == [f"games-{first:012}.parquet" for first in (0, 80, 160)]
        with pytest.raises(ValueError, match="games of another run"):
            workers.write(200, tmp_path)


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="expected"):
        Workers(1, ["luke", "vader"], "nobody")
    with pytest.raises(ValueError, match="0 workers"):
        Workers(0)
    workers = Workers(1, ["luke", "vader"])
    workers.close()
    with pytest.raises(ValueError, match="closed"):
        workers.play(1)

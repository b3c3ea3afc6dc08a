"""One table."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from conftest import SEED, digests

from cardmill import Arena, Game


def finish(game: Game) -> Game:
    while not game.is_over:
        game.choose(game.draw())
    return game


def halfway(number: int = 3) -> Game:
    game = Game("luke", "vader", seed=SEED, number=number)
    for _ in range(40):
        game.choose(game.draw())
    return game


def test_its_games_are_those_of_simulate() -> None:
    for number in range(5):
        game = finish(Game("luke", "vader", seed=SEED, number=number))
        assert game.digest == digests()[number]
        assert game.seat is None and game.count == 0 and game.options == [] and game.labels == []
        assert game.outcome


def test_options_have_names() -> None:
    game = Game("luke", "vader", seed=SEED)
    options = game.options
    assert [option.number for option in options] == list(range(game.count))
    assert [option.label for option in options] == game.labels
    other = game.fork(exact=True)
    game.choose(options[-1].label)
    other.choose(options[-1].number)
    assert game.digest == other.digest and game.step == 1
    for wrong in (len(options) + 100, -1, "no such thing"):
        with pytest.raises((ValueError, OverflowError)):
            game.choose(wrong)
    assert game.digest == other.digest
    assert game.log() and game.log(since=10**6) == []
    view = game.view(0)
    assert view and view != game.view(1)
    with pytest.raises(ValueError):
        game.view(2)


def test_what_is_not_offered_has_a_reason() -> None:
    game = halfway()
    while "Take the initiative" not in game.labels:
        game.choose(game.draw())
    with pytest.raises(ValueError, match="is offered"):
        game.why_not("Take the initiative")
    game.choose("Take the initiative")
    while "Pass" not in game.labels:
        game.choose(game.draw())
    with pytest.raises(ValueError, match="names nothing"):
        game.why_not("Fly away")
    found = [game.why_not("Take the initiative")] if "Take the initiative" not in game.labels else []
    assert all(found)


def test_copies() -> None:
    game = halfway()
    exact = game.fork(exact=True)
    digest = finish(game.fork(exact=True)).digest
    assert finish(copy.deepcopy(exact)).digest == finish(copy.copy(exact)).digest == digest
    assert game.step == exact.step == 40
    ends = {finish(game.fork(key=key)).digest for key in range(4)}
    assert len(ends) == 4 and digest not in ends
    assert finish(game.fork(key=1)).digest in ends
    assert finish(game).digest == digest


def test_saved_and_loaded() -> None:
    game = halfway()
    data = game.save()
    loaded = [Game.load(data), pickle.loads(pickle.dumps(game)), Game.load(Game.load(data).save())]
    for other in loaded:
        assert other.digest == game.digest
        assert other.labels == game.labels
        seen, same = game.observe(), other.observe()
        assert all((seen[name] == same[name]).all() for name in seen)
        other.choose(other.count - 1)
    game.choose(game.count - 1)
    assert {game.digest} == {other.digest for other in loaded}
    for spoilt in (b"", data[:-1], data[:50] + bytes([data[50] ^ 1]) + data[51:], b"x" * 1000):
        with pytest.raises(ValueError):
            Game.load(spoilt)


def test_it_sees_what_an_arena_shows() -> None:
    arena = Arena(["luke", "vader"], seed=SEED, tables=4, min_rows=4)
    games = [Game("luke", "vader", seed=SEED, number=number) for number in range(4)]
    for _ in range(50):
        rows = arena.recv()
        for at, game in enumerate(games):
            assert game.seat == rows.seat[at] and game.count == rows.options[at]
            seen = game.observe()
            assert all((seen[name] == rows.obs[name][at]).all() for name in seen)
        choice = arena.draw()
        for game, option in zip(games, choice, strict=True):
            assert game.draw() == option
            game.choose(int(option))
        arena.send(choice)


def test_pages_show_all_options() -> None:
    wide = Game("luke", "vader", seed=SEED)
    narrow = Game("luke", "vader", seed=SEED, actions=3)
    for _ in range(100):
        option = wide.count - 1
        turns = 0 if wide.count <= 3 else option // 2
        wide.choose(option)
        for _ in range(turns):
            assert narrow.observe()["mask"].tolist() == [1, 1, 1]
            narrow.act(2)
        narrow.act(option - 2 * turns)
        assert narrow.digest == wide.digest
    with pytest.raises(ValueError):
        narrow.act(3)


def test_levels_differ() -> None:
    game = halfway()
    seat = game.seat
    assert seat is not None
    own, public, all_of_it = (game.observe(seat, level) for level in ("seat", "public", "omniscient"))
    count = [int((seen["cards"] > 0).sum()) for seen in (public, own, all_of_it)]
    assert count == sorted(count) and count[0] < count[2]
    with pytest.raises(ValueError):
        game.observe(seat, "divine")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        game.observe(2)


def test_rollouts() -> None:
    game = halfway()
    digest = game.digest
    values = game.rollout(("random", "random"), 100, seed=5)
    assert values.dtype == np.int8 and set(values.tolist()) <= {-1, 0, 1} and len(set(values)) > 1
    assert (values == game.rollout(("random", "random"), 100, seed=5)).all()
    assert (values != game.rollout(("random", "random"), 100, seed=6)).any()
    assert game.rollout(("greedy", "random"), 40).mean() > 0.5
    assert (game.rollout(("random", "random"), 5, limit=1) == 0).all()
    # Agents that plan answer, too.
    assert (game.rollout(("ismcts:sims=2", "random"), 2, limit=3) == 0).all()
    assert game.rollout(n=0).shape == (0,)
    with pytest.raises(ValueError, match="expected"):
        game.rollout(("nobody", "random"))
    assert game.digest == digest


def test_positions() -> None:
    game = Game.position({"p1": {}, "p2": {}})
    assert game.seat == 0 and game.labels
    with pytest.raises(ValueError):
        Game.position({"p9": 1})
    with pytest.raises(ValueError):
        Game("luke", "nobody")


def test_tables_are_given_back() -> None:
    for number in range(2_000):
        game = Game("luke", "vader", number=number)
        game.choose(0)


def test_choices_are_reviewed_on_a_copy() -> None:
    game = Game("luke", "vader", seed=3)
    before, played, choices = game.digest, game.fork(exact=True), []
    for _ in range(4):
        choices.append(played.labels[-1])
        played.choose(played.count - 1)
    agent = "ismcts:sims=64,worlds=8"
    reviews = game.review(choices, agent, key=5)
    assert game.digest == before
    assert [review.label for review in reviews] == choices
    first = game.search(agent, key=5)
    assert reviews[0].best == first.option and reviews[0].chance == first.values[first.option]
    assert all(review.lost is None or 0 <= review.lost <= 1 for review in reviews)
    with pytest.raises(ValueError, match="not offered"):
        game.review(["Win the game"], agent)


def test_worlds_look_the_same_and_searches_are_repeatable() -> None:
    game = Game("luke", "vader", seed=3)
    while game.round < 2:
        game.choose(game.draw())
    seat = game.seat
    assert seat is not None
    worlds = [game.determinize(seat, key=key) for key in range(8)]
    assert all(world.view(seat) == game.view(seat) for world in worlds)
    assert len({str(world.view(1 - seat)) for world in worlds}) > 1
    assert worlds[1].digest == game.determinize(seat, key=1).digest
    found = game.search("ismcts:sims=64,worlds=8", key=5)
    assert found == game.search("ismcts:sims=64,worlds=8", key=5)
    assert len(found.visits) == len(found.values) == len(game.labels)
    assert found.visits[found.option] > 0
    before = game.digest
    game.choose(game.labels[found.option])
    assert game.digest != before
    with pytest.raises(ValueError, match="answers at once"):
        game.search("greedy")
    with pytest.raises(ValueError, match="unknown agent"):
        game.search("clever")

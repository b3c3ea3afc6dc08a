"""The command line of the trainer."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import torch

from cardmill.train.corpus import HELD_OUT
from cardmill.train.games import Games
from cardmill.train.learner import Settings
from cardmill.train.run import WINDOW, Plan, Run

USUAL = Settings()
"""How a net learns if nothing is said."""

PLAYED = Games([], 0)
"""How games are played if nothing is said."""

EXCHANGED = 4
"""Cards that are exchanged in every second deck if nothing is said."""

PACE = 2
"""Games of a generation for each second of the run and each thread: about thirty generations."""


def parser() -> argparse.ArgumentParser:
    """What the command takes."""
    of = argparse.ArgumentParser(
        prog="python -m cardmill.train",
        description="Trains a player from nothing: games against itself in native code, then learning what came of "
        "their positions, then games against a rival; again and again. The folder has player.net, which "
        "`cardmill simulate --agents` plays.",
    )
    of.add_argument("out", type=Path, metavar="OUT", help="the folder of the run")
    of.add_argument("--decks", nargs="+", default=[], help="what is played with: tables of played games, or decks")
    time = of.add_mutually_exclusive_group()
    time.add_argument("--hours", type=float, help="how long it may take (2)")
    time.add_argument("--minutes", type=float, help="the same in minutes")
    of.add_argument("--generations", type=int, help="the most generations")
    of.add_argument("--device", default="cpu", choices=("cpu", "cuda"), help="where it learns")
    of.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads (one for each core)")
    of.add_argument("--overlap", action="store_true", help="play the next games while it learns; so it is with cuda")
    of.add_argument("--seed", type=int, default=0, help="what everything is drawn from")
    of.add_argument("--start", type=Path, metavar="FILE", help="begin with a .net, or the player of a checkpoint.pt")
    of.add_argument("--resume", action="store_true", help="go on with the run in the folder, by its own settings")
    of.add_argument("--games", type=int, help="games of a generation (by time and threads: about thirty generations)")
    of.add_argument("--judge", type=int, help="games against greedy, or whom it exploits, after each; half count (a tenth of --games)")
    of.add_argument("--share", type=int, default=PLAYED.share, help="of a thousand positions so many are kept")
    of.add_argument("--window", type=int, default=WINDOW, help="generations that are learned from")
    of.add_argument(
        "--curious", type=int, default=PLAYED.curious, help="how readily worse options are tried, in thousandths of a game"
    )
    of.add_argument(
        "--exchanged", type=int, default=EXCHANGED, help=f"cards exchanged in every second deck ({EXCHANGED}; 0 for none)"
    )
    of.add_argument(
        "--look", default=PLAYED.look, metavar="PARAMETERS", help="how nets look ahead in games, such as worlds=2"
    )
    of.add_argument(
        "--itself",
        type=int,
        default=PLAYED.itself,
        help="how often a net has a seat for each time that greedy has one",
    )
    of.add_argument(
        "--exploit", metavar="AGENT", help="a best response: half of all seats are this agent's, which does not learn"
    )
    of.add_argument("--epochs", type=float, default=USUAL.epochs, help="how often a generation learns each position")
    of.add_argument("--rate", type=float, default=USUAL.rate, help="the highest learning rate")
    of.add_argument("--batch", type=int, default=USUAL.batch, help="positions of a step")
    of.add_argument(
        "--lambda",
        dest="trust",
        type=float,
        default=USUAL.trust,
        help="1 learns outcomes alone; less mixes in what the net said of later positions",
    )
    return of


def main(given: Sequence[str] | None = None) -> int:
    """Trains as the command line says."""
    command = parser()
    told = command.parse_args(given)
    hours = 2.0 if told.hours is None else told.hours
    seconds = hours * 3600 if told.minutes is None else told.minutes * 60
    ones = ("threads", "itself", "judge", "batch", "generations", "share", "window")
    least = {"games": HELD_OUT, **dict.fromkeys(ones, 1)}
    for name, number in least.items():
        if getattr(told, name) is not None and getattr(told, name) < number:
            command.error(f"--{name}: expected {number} at least")
    if not (seconds > 0 and told.epochs > 0 and told.rate > 0 and 0 <= told.trust <= 1):
        command.error("expected a time, --epochs and --rate above 0, and --lambda from 0 to 1")
    if told.device == "cuda" and not torch.cuda.is_available():
        command.error("--device cuda: PyTorch finds no GPU")
    going = Run.plan_of(told.out)
    if going is not None and not told.resume:
        command.error(f"{told.out} has a run; --resume goes on with it")
    if going is None and not told.decks:
        command.error("expected --decks")
    each = told.games or max(200, int(PACE * seconds * told.threads))
    if not 0 <= told.exchanged <= 50:
        command.error("--exchanged: expected 0 to 50")
    games = Games(
        told.decks,
        told.seed,
        share=told.share,
        curious=told.curious,
        look=told.look,
        exchanged=told.exchanged,
        itself=told.itself,
    )
    if told.exploit:
        games = replace(games, rival=told.exploit, itself=1)
    settings = Settings(epochs=told.epochs, rate=told.rate, batch=told.batch, trust=told.trust)
    plan = going or Plan(
        games=games,
        settings=settings,
        each=each,
        judged=told.judge or max(200, each // 10),
        window=told.window,
        overlap=told.overlap or told.device == "cuda",
    )
    run = Run(told.out, plan, device=told.device, threads=told.threads)
    try:
        if going is None:
            run.begin(told.start)
        else:
            run.resume()
        run.go(seconds, told.generations, lambda record: print(record, flush=True))
    except KeyboardInterrupt:
        print(f"stopped; --resume goes on after {len(run.records)} generations", file=sys.stderr)
        return 130
    except (OSError, ValueError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    print(f"{told.out / 'player.net'}: {len(run.records)} generations")
    return 0


if __name__ == "__main__":
    sys.exit(main())

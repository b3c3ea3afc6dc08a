#!/usr/bin/env python3
"""Plays a game of Star Wars: Unlimited at random: client.py [--program PROGRAM] DECK DECK [SEED]."""
import argparse
import json
import pathlib
import random
import shutil
import subprocess
import sys


def find_program():
    """The program of this checkout, the release build first, or the one that is installed."""
    checkout = pathlib.Path(__file__).resolve().parents[2]
    built = [checkout / "target" / profile / "cardmill" for profile in ("release", "debug")]
    return next((str(path) for path in built if path.is_file()), shutil.which("cardmill"))


parser = argparse.ArgumentParser(description="Plays a game of Star Wars: Unlimited at random, in a session of cardmill.")
parser.add_argument("decks", nargs=2, metavar="DECK", help="a deck file, as deck sites export it, or the name of a deck that comes with the cards")
parser.add_argument("seed", nargs="?", type=int, default=0, metavar="SEED", help="a number, 0 when left out")
parser.add_argument("--program", default=find_program(), help="cardmill; when left out, what was built here or is installed")
arguments = parser.parse_args()
if arguments.program is None:
    parser.error("cardmill is neither built here (cargo build --release) nor installed; say --program")
try:
    session = subprocess.Popen(
        [arguments.program, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
except OSError as error:
    sys.exit(f"client.py: {arguments.program} cannot be run: {error.strerror}")


def call(method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    print(json.dumps(request), file=session.stdin, flush=True)
    line = session.stdout.readline()
    if not line:
        sys.exit("client.py: the session has ended")
    answer = json.loads(line)
    if "error" in answer:
        sys.exit(f"client.py: {method}: {answer['error']['message']}")
    return answer["result"]


random.seed(arguments.seed)
game = call("new_game", decks=arguments.decks, seed=arguments.seed)
while game["status"] == "waiting":
    option = random.choice(game["decision"]["options"])
    print(game["decision"]["player"], option["label"])
    game = call("choose", table=game["table"], option=option["option"])
print(game["outcome"], "in round", call("state", table=game["table"])["state"]["round"])
session.stdin.close()

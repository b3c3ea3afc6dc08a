#!/usr/bin/env python3
"""Plays a game of Star Wars: Unlimited at random: client.py PROGRAM DECK DECK [SEED]."""
import json
import random
import subprocess
import sys

program, *decks = sys.argv[1:4]
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 0
session = subprocess.Popen([program, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def call(method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    print(json.dumps(request), file=session.stdin, flush=True)
    answer = json.loads(session.stdout.readline())
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["result"]


random.seed(seed)
game = call("new_game", decks=decks, seed=seed)
while game["status"] == "waiting":
    option = random.choice(game["decision"]["options"])
    print(game["decision"]["player"], option["label"])
    game = call("choose", table=game["table"], option=option["option"])
print(game["outcome"], "in round", call("state", table=game["table"])["state"]["round"])
session.stdin.close()

"""Trains a policy for Star Wars: Unlimited: by cloning `greedy` first, then by PPO with self-play,
against older selves, and against `greedy`.

    pip install torch --index-url https://download.pytorch.org/whl/cpu
    pip install './python[train]'
    python python/examples/ppo.py train policy.pt --decks luke luke --clone 20 --updates 100
    python python/examples/ppo.py play policy.pt --decks luke luke --opponent greedy --games 2000
    python python/examples/ppo.py export policy.pt policy.onnx

What a seat may know is all that the policy and its estimate of the outcome are given. `docs/training.md`
tells what came of it, and how.
"""

from __future__ import annotations

import argparse
import copy
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

import cardmill
from cardmill import Arena
from cardmill.torch import INPUTS, export

ENTITIES, ACTIONS = 64, 32
"""Rows of an observation. Most decisions have 22 and 6; more actions are on pages."""
WIDTH, HIDDEN = 64, 128
ZONES = ("hand", "discard", "resources", "ground", "space", "base", "attached")
"""Cards there are summed up by zone and by who controls them, those elsewhere together."""
GROUPS = 2 * (len(ZONES) + 1)
NOT_OFFERED = -1e9
GAMMA, LAMBDA, CLIP = 1.0, 0.95, 0.2


class Columns(nn.Module):
    """The columns of a table as numbers between -5 and 5: a place for each code and each bit. Rows and
    cards are left to the net."""

    def __init__(self, name: str) -> None:
        super().__init__()
        numbers, scales, codes, bits = [], [], [], []
        for place, column in enumerate(cardmill.schema().tables[name].columns):
            values = column.values
            if column.name in ("instruction", "mode"):
                codes += [(place, code) for code in range(16)]
            elif "number" in values:
                numbers.append(place)
                scales.append(1.0 if values["number"][1] == 1 else 0.1)
            elif "codes" in values or "verbs" in values:
                codes += [(place, code) for code in range(len(*values.values()))]
            elif "bits" in values:
                bits += [(place, 1 << bit) for bit in range(len(values["bits"]))]
            elif values == "row":
                codes.append((place, 0))
        bits = bits or [(0, 1 << 20)]
        for key, table in (("numbers", numbers), ("codes", codes), ("bits", bits)):
            self.register_buffer(key, torch.tensor(table).t().contiguous() if isinstance(table[0], tuple) else torch.tensor(table), persistent=False)
        self.register_buffer("scales", torch.tensor(scales), persistent=False)
        self.width = len(numbers) + len(codes) + len(bits)

    def forward(self, rows: Tensor) -> Tensor:
        rows = rows.float()
        numbers = (rows[..., self.numbers] * self.scales).clamp(-5, 5)
        codes = (rows[..., self.codes[0]] == self.codes[1].float()).float()
        halves = torch.floor(rows[..., self.bits[0]] / self.bits[1].float())
        return torch.cat([numbers, codes, halves - 2 * torch.floor(halves / 2)], -1)


class Net(nn.Module):
    """Logits of the actions and what the game is worth, from -1 to 1.

    Cards are looked at one by one and summed up by zone; an action is judged by the cards that it is
    about and by the table as a whole.
    """

    def __init__(self) -> None:
        super().__init__()
        facts = torch.from_numpy(cardmill.cards().facts.astype(np.float32))
        self.register_buffer("facts", facts / facts.abs().amax(0).clamp(min=1), persistent=False)
        schema = cardmill.schema()
        zones = schema.tables["entities"].columns[0].values["codes"]
        known = [ZONES.index(zone) if zone in ZONES else len(ZONES) for zone in zones]
        self.register_buffer("zones", torch.tensor(known), persistent=False)
        self.controlled = schema.column("entities", "controlled")
        self.asker = [schema.column("globals", name) for name in ("source", "source_card")]
        self.doer = [schema.column("actions", name) for name in ("source", "target", "card")]
        self.columns = nn.ModuleDict({name: Columns(name) for name in ("entities", "globals", "actions")})
        self.card = nn.Embedding(len(facts), WIDTH)
        nn.init.normal_(self.card.weight, std=0.1)
        self.printed = nn.Linear(facts.shape[1], WIDTH)
        self.entity = nn.Linear(self.columns["entities"].width, WIDTH)
        self.entity_second = nn.Linear(WIDTH, WIDTH)
        self.whole = nn.Linear(GROUPS * WIDTH + self.columns["globals"].width + 2 * WIDTH, HIDDEN)
        self.whole_second = nn.Linear(HIDDEN, HIDDEN)
        self.action = nn.Linear(self.columns["actions"].width + 3 * WIDTH, HIDDEN)
        self.action_whole = nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.action_second = nn.Linear(HIDDEN, WIDTH)
        self.logit = nn.Linear(WIDTH, 1)
        self.value = nn.Linear(HIDDEN, 1)
        for head in (self.logit, self.value):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def cards(self) -> Tensor:
        return self.card.weight + self.printed(self.facts)

    def entities(self, table: Tensor, cards: Tensor, rows: Tensor) -> Tensor:
        """What each card comes to, [..., WIDTH]."""
        first = F.relu(self.entity(self.columns["entities"](rows)) + table[cards.long()])
        return F.relu(self.entity_second(first))

    def groups(self, rows: Tensor) -> Tensor:
        return self.zones[rows[..., 0].long()] * 2 + rows[..., self.controlled].long()

    def table(self, pools: Tensor, globals: Tensor, source: Tensor, card: Tensor) -> Tensor:
        """What the table as a whole comes to, [N, HIDDEN]."""
        parts = [pools.flatten(1) * 0.25, self.columns["globals"](globals), source, card]
        return F.relu(self.whole_second(F.relu(self.whole(torch.cat(parts, -1)))))

    def score(self, whole: Tensor, rows: Tensor, source: Tensor, target: Tensor, card: Tensor) -> Tensor:
        """The logit of each action, from its row, its cards and what the table comes to for it."""
        parts = [self.columns["actions"](rows), source, target, card]
        first = F.relu(self.action(torch.cat(parts, -1)) + whole)
        return self.logit(F.relu(self.action_second(first))).squeeze(-1)

    def forward(
        self, cards: Tensor, entities: Tensor, globals: Tensor, actions: Tensor, mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """With plain arithmetic on all rows, whether anything is there or not: what is exported."""
        table = self.cards()
        seen = (cards > 0).float().unsqueeze(-1)
        each = self.entities(table, cards, entities)
        groups = (self.groups(entities).unsqueeze(-1) == torch.arange(GROUPS)).float() * seen
        numbers = torch.arange(1, cards.shape[1] + 1)

        def row(places: Tensor) -> Tensor:
            return (places.unsqueeze(-1) == numbers).float() @ each

        source, card = (globals[:, column] for column in self.asker)
        whole = self.table(
            groups.transpose(1, 2) @ each, globals, row(source.unsqueeze(1)).squeeze(1), table[card.long()]
        )
        source, target, card = (actions[..., column] for column in self.doer)
        context = self.action_whole(whole).unsqueeze(1)
        logits = self.score(context, actions, row(source), row(target), table[card.long()])
        legal = mask.float()
        return logits * legal + (1 - legal) * NOT_OFFERED, self.value(whole).squeeze(-1)

    def packed(self, obs: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """The same, on those rows alone in which something is: a fifth of the work."""
        count, table = len(obs["mask"]), self.cards()
        filled = obs["cards"].flatten().nonzero().squeeze(1)
        rows = obs["entities"].flatten(0, 1)[filled]
        each = self.entities(table, obs["cards"].flatten()[filled], rows)
        pool = torch.div(filled, ENTITIES, rounding_mode="floor") * GROUPS + self.groups(rows)
        pools = torch.zeros(count * GROUPS, WIDTH).index_add(0, pool, each).view(count, -1)
        places = torch.zeros(count * ENTITIES, dtype=torch.long)
        places[filled] = torch.arange(1, len(filled) + 1)
        each = torch.cat([torch.zeros(1, WIDTH), each])

        def row(decision: Tensor, number: Tensor) -> Tensor:
            number = number.long()
            return each[places[decision * ENTITIES + (number - 1).clamp(min=0)] * (number > 0)]

        source, card = (obs["globals"][:, column] for column in self.asker)
        whole = self.table(pools, obs["globals"], row(torch.arange(count), source), table[card.long()])
        legal = obs["mask"].flatten().nonzero().squeeze(1)
        decision = torch.div(legal, ACTIONS, rounding_mode="floor")
        rows = obs["actions"].flatten(0, 1)[legal]
        source, target, card = (rows[:, column] for column in self.doer)
        context = self.action_whole(whole)[decision]
        scores = self.score(context, rows, row(decision, source), row(decision, target), table[card.long()])
        logits = torch.full((count * ACTIONS,), NOT_OFFERED).index_put((legal,), scores)
        return logits.view(count, ACTIONS), self.value(whole).squeeze(-1)


def tensors(obs: dict[str, np.ndarray[Any, Any]]) -> dict[str, Tensor]:
    """A copy of an observation, which the arena writes over."""
    return {name: torch.from_numpy(array.copy()) for name, array in obs.items()}


@dataclass
class Batch:
    """Decisions of one player or more, with what they led to."""

    obs: dict[str, Tensor]
    action: Tensor
    logp: Tensor
    advantage: Tensor
    value: Tensor
    """What the game came to be worth."""

    def __len__(self) -> int:
        return len(self.action)

    def __getitem__(self, rows: Tensor) -> Batch:
        obs = {name: array[rows] for name, array in self.obs.items()}
        return Batch(obs, *(getattr(self, field.name)[rows] for field in fields(self)[1:]))

    @staticmethod
    def joined(batches: list[Batch]) -> Batch:
        obs = {name: torch.cat([batch.obs[name] for batch in batches]) for name in batches[0].obs}
        return Batch(
            obs, *(torch.cat([getattr(b, field.name) for b in batches]) for field in fields(Batch)[1:])
        )


Choose = Callable[[cardmill.Rows, Tensor], tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], Tensor]]
"""What is sent, what is learned from, and which rows are."""


def collect(arena: Arena, net: Net, steps: int, choose: Choose) -> Batch:
    """Plays so many decisions at each table. The last one of each trajectory that has not ended yet is
    only used for what it is worth."""
    seen = []
    for _ in range(steps):
        rows = arena.recv()
        obs = tensors(rows.obs)
        with torch.no_grad():
            logits, value = net.packed(obs)
            place, seat = rows.table.astype(np.int64), rows.seat.astype(np.int64)
            ends = [(end.table, end.rewards) for end in rows.ends]
            sent, learned, own = choose(rows, logits)
            action = torch.from_numpy(learned).long()
            logp = F.log_softmax(logits, -1).gather(1, action.unsqueeze(1)).squeeze(1)
        arena.send(sent)
        seen.append((obs, place, seat, ends, action, logp, value.numpy(), own))
    # Backwards, what each table holds in store for each seat: the next value, the advantage there,
    # the reward on the way, and whether anything is known at all.
    ahead = np.zeros((4, arena.tables, 2), np.float32)
    parts = []
    for obs, place, seat, ends, action, logp, value, own in reversed(seen):
        value_next, advantage_next, reward, known = ahead[:, place, seat]
        advantage = reward + GAMMA * value_next - value + GAMMA * LAMBDA * advantage_next
        kept = torch.from_numpy(known > 0) & own
        gained = torch.from_numpy(advantage * known)
        batch = Batch(obs, action, logp, gained, gained + torch.from_numpy(value))
        parts.append(batch[kept.nonzero().squeeze(1)])
        ahead[:, place, seat] = value, advantage * known, np.zeros_like(value), np.ones_like(value)
        for table, rewards in ends:
            ahead[:, table] = (0, 0), (0, 0), rewards, (1, 1)
    return Batch.joined(parts[::-1])


def learn(net: Net, adam: torch.optim.Adam, batch: Batch, args: argparse.Namespace, clones: bool) -> str:
    """Learns from a batch; what it says of itself is for the log."""
    told: dict[str, list[float]] = {"loss": [], "value": [], "entropy": [], "same": []}
    # There is as much to clone as one likes; what was played is dear.
    epochs, size = (1, args.minibatch // 4) if clones else (args.epochs, args.minibatch)
    for _ in range(epochs):
        for rows in torch.randperm(len(batch)).split(size):
            part = batch[rows]
            logits, value = net.packed(part.obs)
            logps = F.log_softmax(logits, -1)
            logp = logps.gather(1, part.action.unsqueeze(1)).squeeze(1)
            entropy = -(logps.exp() * logps).sum(-1).mean()
            if clones:
                loss = -logp.mean()
                same = (logits.argmax(-1) == part.action).float().mean()
            else:
                gain = (part.advantage - part.advantage.mean()) / (part.advantage.std() + 1e-6)
                ratio = (logp - part.logp).exp()
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                same = ((ratio - 1).abs() < CLIP).float().mean()
            error = F.mse_loss(value, part.value)
            adam.zero_grad()
            (loss + 0.5 * error - (0.0 if clones else args.entropy) * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            adam.step()
            for key, number in zip(told, (loss, error, entropy, same), strict=True):
                told[key].append(number.item())
    return " ".join(f"{key} {np.mean(numbers):.3f}" for key, numbers in told.items())


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval of a share in which it is with 95 %."""
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return middle - half, middle + half


def play(net: Net, decks: list[str], opponent: str, games: int, seed: int) -> str:
    """Games from both seats in which the best action is taken: what came of them."""
    wins, draws, digests = 0, 0, []
    for seat in (0, 1):
        seats = ("external", opponent) if seat == 0 else (opponent, "external")
        arena = Arena(
            decks, seats=seats, games=games // 2, tables=256, seed=seed, entities=ENTITIES, actions=ACTIONS
        )
        while True:
            rows = arena.recv()
            wins += sum(end.winner == seat for end in rows.ends)
            draws += sum(end.winner is None for end in rows.ends)
            if not len(rows):
                break
            with torch.no_grad():
                arena.send(net.packed(tensors(rows.obs))[0].argmax(-1).numpy())
        digests.append(arena.digest[1])
    games = games // 2 * 2
    low, high = wilson(wins, games)
    return (
        f"{wins} of {games} against {opponent} ({100 * wins / games:.1f} %, interval {100 * low:.1f} to "
        f"{100 * high:.1f}), {draws} drawn, seed {seed}, digests {' '.join(digests)}"
    )


def apart(net: Net, path: str) -> float:
    """By how much the logits of an exported policy are others, in 4,000 decisions."""
    import onnxruntime

    session, most = onnxruntime.InferenceSession(path), 0.0
    arena = Arena(["luke", "vader"], tables=40, min_rows=40, entities=ENTITIES, actions=ACTIONS)
    for _ in range(100):
        obs = arena.recv().obs
        there = session.run(["logits"], {name: obs[name] for name in INPUTS})[0]
        with torch.no_grad():
            here = net.packed(tensors(obs))[0].numpy()
        most = max(most, float(np.abs((here - there) * obs["mask"]).max()))
        arena.send(here.argmax(-1))
    return most


def arenas(args: argparse.Namespace) -> Iterator[Arena]:
    """Tables of self-play, and tables against an agent in native code."""
    rooms = [(("external", "external"), args.tables - args.against)]
    rooms.append((("external", args.opponent), args.against))
    for seats, tables in rooms:
        if tables:
            yield Arena(
                args.decks,
                seats=seats,
                shuffle_seats=True,
                tables=tables,
                min_rows=tables,
                seed=args.seed,
                entities=ENTITIES,
                actions=ACTIONS,
            )


def train(args: argparse.Namespace) -> None:
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    rng, net = random.Random(args.seed), Net()
    if args.start:
        net.load_state_dict(torch.load(args.start))
    adam = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    rooms, pool, decisions = list(arenas(args)), [copy.deepcopy(net)], 0
    begun = time.time()
    size = sum(weights.numel() for weights in net.parameters())
    print(f"{size} weights; {vars(args)}", flush=True)
    for update in range(args.clone + args.updates):
        clones, older = update < args.clone, rng.choice(pool)

        def imitate(rows: cardmill.Rows, logits: Tensor) -> Any:
            # A tenth at random: it must know what to do where greedy never comes.
            wanted, strays = arena.draw("greedy"), torch.rand(len(rows)) < 0.1
            sent = np.where(strays, cardmill.sample(rows.obs["mask"], rng.getrandbits(32)), wanted)
            return sent, wanted, torch.ones(len(rows), dtype=torch.bool)

        def decide(rows: cardmill.Rows, logits: Tensor) -> Any:
            # At a quarter of the tables of self-play an older self has one of the seats.
            table, seat = (torch.from_numpy(column.astype(np.int64)) for column in (rows.table, rows.seat))
            own = torch.tensor(args.opponent in arena.seats) | (table % 4 > 0) | (table // 4 % 2 == seat)
            strange = (~own).nonzero().squeeze(1)
            if len(strange):
                obs = {name: torch.from_numpy(array[strange.numpy()]) for name, array in rows.obs.items()}
                logits[strange] = older.packed(obs)[0]
            drawn = torch.distributions.Categorical(logits=logits).sample().numpy()
            return drawn, drawn, own

        if update == args.clone:
            pool = [copy.deepcopy(net)]
        left = 1 - (update - args.clone) / max(1, args.updates)
        adam.param_groups[0]["lr"] = args.clone_rate if clones else args.rate * max(left, 0.1)
        batches = []
        for arena in rooms[:1] if clones else rooms:
            batches.append(collect(arena, net, args.steps, imitate if clones else decide))
        batch = Batch.joined(batches)
        decisions += len(batch)
        told = learn(net, adam, batch, args, clones)
        if not clones and (update - args.clone) % 10 == 9:
            pool = [*pool, copy.deepcopy(net)][-8:]
        print(
            f"{update:4} {'clone' if clones else 'ppo'} {time.time() - begun:6.0f} s "
            f"({time.process_time():.0f} CPU) {decisions:9} decisions {told}",
            flush=True,
        )
        if update % args.check == args.check - 1 or update == args.clone + args.updates - 1:
            torch.save(net.state_dict(), args.policy)
            for opponent in ("random", "greedy"):
                print("     ", play(net, args.decks, opponent, 400, args.seed + 1), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains a policy for Star Wars: Unlimited.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("train", help="train a policy")
    command.add_argument("policy", help="file that it is written to (.pt)")
    command.add_argument("--start", help="go on from this file")
    command.add_argument("--decks", nargs="+", default=["luke", "luke"])
    command.add_argument("--clone", type=int, default=20, help="batches that greedy is cloned by")
    command.add_argument("--updates", type=int, default=100, help="batches of PPO")
    command.add_argument("--tables", type=int, default=512)
    command.add_argument(
        "--against", type=int, help="of these, tables against the opponent (192, or half of fewer than 384)"
    )
    command.add_argument("--opponent", default="greedy")
    command.add_argument("--steps", type=int, default=64, help="decisions of a table in a batch")
    command.add_argument("--epochs", type=int, default=2)
    command.add_argument("--minibatch", type=int, default=2048)
    command.add_argument("--rate", type=float, default=4e-4)
    command.add_argument("--clone-rate", type=float, default=1e-3)
    command.add_argument("--entropy", type=float, default=0.01)
    command.add_argument("--check", type=int, default=10, help="batches between evaluations")
    command.add_argument("--seed", type=int, default=0)
    command.add_argument("--threads", type=int, default=1)
    command = commands.add_parser("play", help="play games with a policy")
    command.add_argument("policy")
    command.add_argument("--decks", nargs="+", default=["luke", "luke"])
    command.add_argument("--opponent", default="greedy")
    command.add_argument("--games", type=int, default=2000)
    command.add_argument("--seed", type=int, default=1_000_000)
    command = commands.add_parser("export", help="write a policy as ONNX")
    command.add_argument("policy")
    command.add_argument("onnx")
    command.add_argument("--note", help="what the file is to say of itself: the seed, the command")
    args = parser.parse_args()
    if args.command == "train":
        if args.tables < 1:
            parser.error(f"--tables {args.tables}: expected 1 at least")
        if args.against is None:
            args.against = min(192, args.tables // 2)
        if not 0 <= args.against <= args.tables:
            parser.error(f"--against {args.against}: expected 0 to --tables, {args.tables}")
        train(args)
        return
    torch.set_num_threads(1)
    net = Net()
    net.load_state_dict(torch.load(args.policy))
    if args.command == "play":
        print(play(net, args.decks, args.opponent, args.games, args.seed))
    else:
        notes = {} if args.note is None else {"cardmill.note": args.note}
        export(net, args.onnx, entities=ENTITIES, actions=ACTIONS, notes=notes)
        print(f"{args.onnx}: logits differ by {apart(net, args.onnx):.1e} at most")


if __name__ == "__main__":
    main()

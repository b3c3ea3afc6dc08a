"""Star Wars: Unlimited games by the million, as NumPy arrays.

`Arena` hands out batches of decisions of many tables and takes choices; `Game` is one table. Gymnasium
(`cardmill.gym`), PettingZoo (`cardmill.pettingzoo`) and OpenSpiel (`cardmill.open_spiel`) environments
stand on them. `simulate` plays games in native code, and `cardmill.ray` does so on many machines.
`docs/python.md` is the manual.
"""

from cardmill._cardmill import Ended
from cardmill.arena import LEAVE, Arena, IllegalAction, Rows, sample
from cardmill.cards import Cards, Column, Table, cards, decks, schema, version
from cardmill.game import Game, Option, Review, Search
from cardmill.pool import Pool, Standing
from cardmill.run import Run, simulate

__all__ = [
    "LEAVE",
    "Arena",
    "Cards",
    "Column",
    "Ended",
    "Game",
    "IllegalAction",
    "Option",
    "Pool",
    "Review",
    "Rows",
    "Run",
    "Search",
    "Standing",
    "Table",
    "cards",
    "decks",
    "sample",
    "schema",
    "simulate",
    "version",
]

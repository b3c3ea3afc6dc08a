"""Trains players: `python -m cardmill.train OUT --decks sec lof --hours 2`.

A player looks one choice ahead with the engine, so that what cards do is played and not guessed from their
text; its net only says what a table is worth, as those of TD-Gammon and NNUE do. So there is no policy to
train by PPO: native code plays all games, and PyTorch learns what came of their positions. `docs/training.md`
is the manual.
"""

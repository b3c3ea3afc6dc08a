//! Star Wars: Unlimited from outside.

mod ambiguity;
mod bounds;
mod checker;
mod decks;
mod names;
mod view;

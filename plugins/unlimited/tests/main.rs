//! Star Wars: Unlimited from outside.

mod bounds;
mod checker;
mod conformance;
mod deal;
mod decks;
mod names;
mod observation;
mod reader;
mod tally;
mod view;
mod words;
mod worlds;

//! Star Wars: Unlimited from outside.

mod bounds;
mod checker;
mod conformance;
mod deal;
mod decks;
mod fuzz;
mod names;
mod observation;
mod pgn;
mod reader;
mod reference;
#[expect(dead_code, reason = "the references of the program ask more of it")]
#[path = "../../../tests/reference/source.rs"]
mod source;
mod tally;
mod view;
mod words;
mod worlds;

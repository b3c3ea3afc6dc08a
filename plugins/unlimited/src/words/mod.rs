//! A room for every word: a file with everything about it. What it means and how it is written
//! down, what can be wrong with it, its text, what it does, what it asks, and why an answer is
//! refused. A new word is a file and a line in the list of its family.

pub mod condition;
pub mod cost;
pub mod event;
pub mod grant;
pub mod measure;
mod prelude;
pub mod step;

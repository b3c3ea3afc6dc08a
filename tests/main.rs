//! Whole-program tests: one executable, since each that links all of the program takes seconds to build.

mod agents;
mod arena;
mod cards;
mod circles;
mod cli;
mod comments;
mod docs;
mod faults;
mod files;
mod many;
mod mutants;
mod nets;
mod playthroughs;
mod policy;
mod reference;
mod repeatable;
mod rules;
mod scenarios;
mod search;
mod session;
mod workflows;

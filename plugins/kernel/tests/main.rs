//! The kernel, tested by anonymous abilities and by a judge.

mod ambiguity;
mod anonymous;
mod answers;
mod faults;
mod fork;
mod judge;
mod oracle;
mod replacements;
mod windows;

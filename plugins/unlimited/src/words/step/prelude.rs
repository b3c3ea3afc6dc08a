//! The names that the rooms of steps are written with.

pub(super) use super::Step;
pub(super) use super::word::{Compiles, Does, Question, Word, checked, phrase};
pub(super) use crate::words::prelude::*;

//! What the rooms of steps are written with.

pub(super) use super::{Compiles, Does, Question, Step, Word};
pub(super) use crate::words::prelude::*;

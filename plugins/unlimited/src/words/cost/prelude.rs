//! What the rooms of costs are written with.

pub(super) use super::{Bill, Chosen, Cost, Loss, Resourced, Word, check_choice, pays};
pub(super) use crate::words::prelude::*;

//! The names that the rooms of costs are written with.

pub(super) use super::word::{Bill, Chosen, Loss, Resourced, Word, check_choice, phrase};
pub(super) use super::{Cost, pays};
pub(super) use crate::words::prelude::*;

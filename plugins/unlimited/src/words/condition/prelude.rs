//! The names that the rooms of conditions are written with.

pub(super) use super::word::{Word, either, phrase};
pub(super) use crate::words::prelude::*;

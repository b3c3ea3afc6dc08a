//! The names that the rooms of events are written with.

pub(super) use super::word::{Word, phrase};
pub(super) use crate::words::prelude::*;

//! The names that the rooms of measures are written with.

pub(super) use super::word::{Word, phrase};
pub(super) use crate::words::prelude::*;

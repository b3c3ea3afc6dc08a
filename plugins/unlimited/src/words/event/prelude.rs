//! What the rooms of events are written with.

pub(super) use super::word::Word;
pub(super) use crate::words::prelude::*;

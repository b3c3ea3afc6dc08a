//! The names that forms of sentences are written with.

pub(super) use super::{
    At, Bare, BareCard, Cards, ForEach, Grants, Its, Many, ManyCards, Number, Object, One, OneCard,
    Owner, Player, Reader, Readings, Resources, Said, Signed, Supposed, Target, Titles, Together,
    list, said,
};
pub(super) use crate::prelude::*;
pub(super) use crate::text::names::Names;
pub(super) use crate::words::condition::Condition;
pub(super) use crate::words::event::Event;
pub(super) use crate::words::grant::Grant;
pub(super) use crate::words::measure::Measure;
pub(super) use crate::words::step::Step;

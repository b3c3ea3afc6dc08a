//! The names that procedures are written with.

pub(super) use cardmill_kernel::list::List;
pub(super) use cardmill_kernel::procedure::Line::{Do, Drain, Label, Unless, When};
pub(super) use cardmill_kernel::procedure::Procedure as Lines;

pub(super) use super::{Locals, Procedure, Steps};
pub(super) use crate::advance::{Flow, Run, Turn};
pub(super) use crate::attack::{Terms, can_attack, targets};
pub(super) use crate::options::Offer;
pub(super) use crate::prelude::*;
pub(super) use crate::purse::Purse;

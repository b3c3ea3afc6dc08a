//! What procedures are written with.

pub(super) use cardmill_kernel::card::{Ref, Seat, Slot};
pub(super) use cardmill_kernel::list::List;
pub(super) use cardmill_kernel::procedure::Line::{Do, Drain, Label, Unless, When};
pub(super) use cardmill_kernel::procedure::Procedure as Lines;
pub(super) use cardmill_kernel::stack::Frame;
pub(super) use serde::{Deserialize, Serialize};

pub(super) use super::{Locals, Procedure, Steps};
pub(super) use crate::advance::{Flow, Run, Turn};
pub(super) use crate::attack::{Terms, can_attack, targets};
pub(super) use crate::brief::Has;
pub(super) use crate::choice::{Choice, Prompt, Resolving};
pub(super) use crate::effect::{EffectKind, Effects};
pub(super) use crate::options::Offer;
pub(super) use crate::proposal::{Proposal, Verb};
pub(super) use crate::purse::Purse;
pub(super) use crate::scene::{Context, Scene};
pub(super) use crate::vocabulary::{Kind, Register, Until};

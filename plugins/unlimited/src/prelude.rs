//! The names that the floors above the state are written with: cards and players, the table as
//! rules read it, questions and proposals, and the types of definitions.

pub(crate) use arrayvec::ArrayVec;
pub(crate) use cardmill_kernel::card::{Ref, Seat, Slot};
pub(crate) use cardmill_kernel::stack::Frame;
pub(crate) use cardmill_kernel::window::Waiting;
pub(crate) use serde::{Deserialize, Serialize};

pub(crate) use crate::board::{Board, Phase};
pub(crate) use crate::brief::Has;
pub(crate) use crate::card::{Card, Marks, Permissions, Stats, Zone};
pub(crate) use crate::catalogue::{Catalogue, Printed};
pub(crate) use crate::choice::{Choice, Progress, Prompt, Resolving, Unlimited};
pub(crate) use crate::effect::{Effect, EffectKind, Effects};
pub(crate) use crate::program::Op;
pub(crate) use crate::proposal::{Fact, Proposal, Verb};
pub(crate) use crate::reads::Reads;
pub(crate) use crate::scene::{Context, Refs, Scene};
pub(crate) use crate::vocabulary::{
    Ability, Arena, ArenaOf, Aspect, AspectSet, Count, Criteria, Deed, Definition, Figure, Filter,
    Keyword, Kind, KindSet, Mark, Payment, Place, Register, Shares, Subject, Timing, Token, Trait,
    TraitSet, Until, Who, Whom, Window, one, you,
};

//! The names that rooms are written with: `use super::prelude::*` brings them, and those of the family itself.

pub(crate) use cardmill_harness::library::Path;

pub(crate) use crate::advance::{Flow, Run};
pub(crate) use crate::choice::Points;
pub(crate) use crate::facts;
pub(crate) use crate::legal::refusal::Refusal;
pub(crate) use crate::legal::{decline, fits, is_bound, when};
pub(crate) use crate::library::{Check, Scope, checked};
pub(crate) use crate::meeting::Meeting;
pub(crate) use crate::options::Offer;
pub(crate) use crate::prelude::*;
pub(crate) use crate::procedure::UseAbility;
pub(crate) use crate::program::Writer;
pub(crate) use crate::purse::Purse;
pub(crate) use crate::reader::{
    Amount, At, Bare, BareCard, BaseOf, Cards, EqualTo, Few, ForEach, Grants, Its, Many, ManyCards,
    Number, Object, One, OneCard, Owner, Player, Reader, Readings, Resources, Said, Signed, Target,
    Targets, Titles, Together, said,
};
pub(crate) use crate::text::filter::{Description, place_noun};
pub(crate) use crate::text::grant::Part;
pub(crate) use crate::text::measure::{amount, for_each};
pub(crate) use crate::text::names::{Names, Phrase};
pub(crate) use crate::text::step::{counted, duration, owners, together};
pub(crate) use crate::text::{join, trait_text};
pub(crate) use crate::view::{Deeds, Outlook, Text, View};
pub(crate) use crate::words::condition::Condition;
pub(crate) use crate::words::grant::Grant;
pub(crate) use crate::words::measure::Measure;

//! A side of a card, ready to play.

use crate::vocabulary::{Aspect, Filter, Keyword, Offering, Trait, Who};

/// One side of a card: its abilities by what they are, as indices of the catalogue.
#[derive(Debug, Default)]
pub struct Face {
    /// Constant abilities that give or take something.
    pub constants: Vec<u16>,
    /// Abilities that change costs.
    pub costs: Vec<u16>,
    /// Triggered abilities, Bounties among them.
    pub triggered: Vec<u16>,
    /// One of the triggered abilities is used once each phase.
    pub renews: bool,
    /// Replacements, but that of a Shield.
    pub replacements: Vec<u16>,
    /// The player whose first event of a round it makes blank.
    pub blanks: Option<Who>,
    /// Action abilities (CR 7.2).
    pub actions: Vec<u16>,
    /// The text of an event.
    pub event: Option<u16>,
    /// Printed keywords of this side.
    pub keywords: Vec<Keyword>,
    /// Its Smuggle abilities: cost, icons, and damage to a friendly unit.
    pub smuggles: Vec<(u8, Vec<Aspect>, u8)>,
    /// The grants that a unit gains which it supports: an index of the lists of grants (CR
    /// 7.5.20A).
    pub support: u16,
    /// Constant abilities by which resources gain Smuggle.
    pub lends: Vec<u16>,
    /// Constant abilities about cards that are not in play.
    pub reaches: Vec<u16>,
    /// The number of units that may be exploited for it (CR 7.5.16B).
    pub exploit: u8,
    /// The cards of the hand that may be discarded instead of paying for it.
    pub discard_instead: Option<Filter>,
    /// The cards that may be given up while it is played.
    pub offering: Option<Offering>,
    /// Any player may use one of its actions.
    pub public: bool,
    /// The ability by which it may be played from the discard pile.
    pub buried: Option<u16>,
    /// Facts some triggered ability listens to.
    pub facts: u32,
    /// Those of them that it listens to only as far as they are about the card itself.
    pub own: u32,
    /// The side is that of a Shield token (CR 3.7.6).
    pub shield: bool,
    /// The ability by which it enters play ready.
    pub enters_ready: Option<u16>,
    /// The terms on which it may enter play as a copy of another unit.
    pub enters_as: Option<EntersAs>,
    /// Abilities by which others enter play ready.
    pub readies: Vec<u16>,
    /// Abilities by which one more Pilot each may be played or deployed on it.
    pub more_pilots: Vec<u16>,
    /// The number of further regroup phases in a round.
    pub more_regroups: u8,
    /// Its controller may look at the top card of their deck.
    pub sees_top: bool,
    /// The number of further cards its player draws in the starting hand; below 0 for fewer.
    pub starting_hand: i8,
    /// Its player cannot take a mulligan.
    pub no_mulligan: bool,
    /// Its controller pays half of all costs.
    pub half_costs: bool,
    /// The units that may be exhausted to pay costs.
    pub pay_with: Option<Filter>,
    /// The player whose Credit tokens lose their ability by it.
    pub void_credits: Option<Who>,
    /// The trait of the cards whose damage nothing prevents.
    pub unpreventable: Option<Trait>,
    /// Abilities by which its controller searches twice as many cards.
    pub double_searches: Vec<u16>,
}

/// The terms on which a unit may enter play as a copy of another.
#[derive(Debug)]
pub struct EntersAs {
    /// The units that it can be a copy of.
    pub copy: Filter,
    /// The grants it has besides: an index of the lists of grants.
    pub grants: u16,
    /// The trait among those grants.
    pub gains: Option<Trait>,
}

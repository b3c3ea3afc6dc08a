//! The facts that systems ask of every card in play at every tick, in 28 bytes a side.
//!
//! [`Printed`](crate::catalogue::Printed) has it all, over many cache lines. Walking over the
//! cards in play through these instead took a third of the instructions.

use serde::{Deserialize, Serialize};

use crate::card::Stats;
use crate::face::Face;
use crate::icons::IconCount;
use crate::reads::Reads;
use crate::vocabulary::{Ability, Definition, Keyword, Kind};

/// Yes-or-no facts about one side of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Has(u32);

impl Has {
    /// Constant abilities that give or take something.
    pub const CONSTANTS: u32 = 1;
    /// Abilities that change costs.
    pub const COSTS: u32 = 1 << 1;
    /// Replacements, but that of a Shield.
    pub const REPLACEMENTS: u32 = 1 << 2;
    /// Constant abilities by which resources gain Smuggle, or others about cards not in play.
    pub const LENDS: u32 = 1 << 3;
    /// Smuggle (CR 7.5.14), on this side.
    pub const SMUGGLE: u32 = 1 << 4;
    /// Action abilities (CR 7.2).
    pub const ACTIONS: u32 = 1 << 5;
    /// The side is that of a Shield token (CR 3.7.6).
    pub const SHIELD: u32 = 1 << 6;
    /// The unique icon (CR 8.29), and it is no token.
    pub const UNIQUE: u32 = 1 << 7;
    /// Piloting, of a card that is not an upgrade now.
    pub const PILOTING: u32 = 1 << 8;
    /// Plot (CR 7.5.19), on this side.
    pub const PLOT: u32 = 1 << 9;
    /// Its cost may be paid with units, by Exploit, with a card of the hand, or with what is given up.
    pub const PAID_OTHERWISE: u32 = 1 << 10;
    /// It is played only as the first action of an action phase.
    pub const FIRST_ACTION: u32 = 1 << 11;
    /// An action ability that any player may use.
    pub const PUBLIC: u32 = 1 << 12;
    /// It may be played from its owner's discard pile.
    pub const BURIED: u32 = 1 << 13;
    /// It adds regroup phases to a round.
    pub const MORE_REGROUPS: u32 = 1 << 14;
    /// Abilities about paying: with what, or how much.
    pub const PAYMENTS: u32 = 1 << 15;
    /// Its controller may look at the top card of their deck.
    pub const SEES_TOP: u32 = 1 << 16;
    /// Abilities by which others enter play ready.
    pub const READIES: u32 = 1 << 17;
    /// It may enter play as a copy of another unit.
    pub const ENTERS_AS: u32 = 1 << 18;
    /// Bounty, on some side of the card.
    pub const BOUNTY: u32 = 1 << 19;
    /// Fortify: it is attached to its player's base.
    pub const FORTIFY: u32 = 1 << 20;
    /// Nothing prevents the damage that some cards deal.
    pub const UNPREVENTABLE: u32 = 1 << 24;

    /// Tests bits, which are constants of this type; one of them is enough.
    #[must_use]
    pub const fn any(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
    /// The bits of either, or of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// One side of a card, in brief.
#[derive(Clone, Copy, Debug)]
pub struct Brief {
    /// Facts some triggered ability listens to.
    pub facts: u32,
    /// Those of them that it listens to only as far as they are about the card itself.
    pub own: u32,
    /// Parts of the state that its constant abilities read.
    pub reads: Reads,
    /// Yes-or-no facts about the side.
    pub has: Has,
    /// Printed cost, in resources.
    pub cost: u8,
    /// Printed kind of the card.
    pub kind: Kind,
    /// The first card of the library with its name and subtitle.
    pub title: u16,
    /// Aspect icons, in the order of `Aspect::ALL`.
    pub icons: IconCount,
    /// Printed power and HP, or what it adds to those of its host; printed keywords.
    pub stats: Stats,
}

impl Brief {
    /// The brief of a side with these numbers.
    #[must_use]
    pub fn new(
        definition: &Definition,
        title: u16,
        face: &Face,
        numbers: (i8, i8),
        reads: Reads,
    ) -> Self {
        let bounty = |ability: &Ability| matches!(ability, Ability::Bounty { .. });
        let bits = [
            (Has::BOUNTY, definition.all_abilities().any(bounty)),
            (Has::CONSTANTS, !face.constants.is_empty()),
            (Has::COSTS, !face.costs.is_empty()),
            (Has::REPLACEMENTS, !face.replacements.is_empty()),
            (Has::LENDS, !face.lends.is_empty() || !face.reaches.is_empty()),
            (Has::SMUGGLE, !face.smuggles.is_empty()),
            (
                Has::PAID_OTHERWISE,
                face.exploit > 0 || face.discard_instead.is_some() || face.offering.is_some(),
            ),
            (Has::ACTIONS, !face.actions.is_empty()),
            (Has::PUBLIC, face.public),
            (Has::BURIED, face.buried.is_some()),
            (Has::SEES_TOP, face.sees_top),
            (Has::MORE_REGROUPS, face.more_regroups > 0),
            (Has::READIES, !face.readies.is_empty()),
            (Has::ENTERS_AS, face.enters_as.is_some()),
            (
                Has::PAYMENTS,
                face.half_costs || face.pay_with.is_some() || face.void_credits.is_some(),
            ),
            (Has::UNPREVENTABLE, face.unpreventable.is_some()),
            (Has::SHIELD, face.shield),
            (Has::UNIQUE, definition.unique && !definition.kind.is_token()),
            (Has::PILOTING, definition.piloting().is_some()),
            (Has::FIRST_ACTION, definition.first_action),
            (Has::PLOT, face.keywords.contains(&Keyword::Plot)),
            (Has::FORTIFY, face.keywords.contains(&Keyword::Fortify)),
        ];
        let has = bits.iter().filter(|(_, on)| *on).fold(0, |all, (bit, _)| all | bit);
        let mut gained = Stats::default();
        face.keywords.iter().for_each(|&keyword| gained.gain(keyword));
        Self {
            facts: face.facts,
            own: face.own,
            reads,
            has: Has(has),
            cost: definition.cost,
            kind: definition.kind,
            title,
            icons: IconCount::of(&definition.aspects),
            stats: Stats { power: numbers.0, hp: numbers.1, ..gained },
        }
    }
}

//! A card on a table: its state, and what constant abilities make of it.

use core::hash::{Hash, Hasher};

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::list::List;
use serde::{Deserialize, Serialize};

use crate::seats::SEATS;
use crate::vocabulary::{Arena, Harm, Keyword, Limit, Trait, TraitSet};

/// Slots a table can have.
pub const SLOTS: usize = 448;

/// Slots a table of two players can have: so many are written down in observations and worlds.
pub const DUEL: usize = 255;

/// The zone a card is in (CR 4). Captured and set-aside cards are in no zone (CR 4.9.1A).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Zone {
    /// The deck of its owner (CR 4).
    Deck,
    /// The hand of its owner.
    Hand,
    /// Its owner's discard pile.
    Discard,
    /// A resource zone, face down.
    Resources,
    /// The ground arena, in which ground units fight.
    Ground,
    /// The space arena, in which space units fight.
    Space,
    /// Attached to the unit `host`, wherever that is.
    Attached,
    /// A base zone: bases, leaders that are not deployed, and Force tokens.
    Base,
    /// Captured: under the unit `host`, which guards it (CR 8.33).
    Captured,
    /// Set aside: a token that is not in use.
    #[default]
    Aside,
}

impl Zone {
    /// The zone of an arena.
    #[must_use]
    pub const fn arena(arena: Arena) -> Self {
        match arena {
            Arena::Ground => Self::Ground,
            Arena::Space => Self::Space,
        }
    }
    /// Returns `true` for the two zones that units are in.
    #[must_use]
    pub const fn is_arena(self) -> bool {
        matches!(self, Self::Ground | Self::Space)
    }
    /// Returns `true` if face-up cards here are in play (CR 4.9.1). Resources are face down.
    #[must_use]
    pub const fn is_play(self) -> bool {
        matches!(self, Self::Ground | Self::Space | Self::Attached | Self::Base)
    }
}

/// Yes-or-no facts about a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marks(u32);

impl Marks {
    /// The card is exhausted (CR 1.5.4).
    pub const EXHAUSTED: u32 = 1;
    /// Another side than the front is up: a leader on its unit side, as a unit or as an upgrade, or
    /// a unit that is an upgrade.
    pub const DEPLOYED: u32 = 1 << 1;
    /// Its Epic Action was used this game (CR 7.2.4).
    pub const EPIC_USED: u32 = 1 << 2;
    /// It attacked this phase.
    pub const ATTACKED: u32 = 1 << 3;
    /// It entered play this round.
    pub const ENTERED: u32 = 1 << 4;
    /// It was defeated this phase.
    pub const DEFEATED: u32 = 1 << 5;
    /// Its once-each-round ability was used.
    pub const USED: u32 = 1 << 6;
    /// It entered play this phase.
    pub const ENTERED_NOW: u32 = 1 << 7;
    /// It was healed this phase.
    pub const HEALED: u32 = 1 << 8;
    /// Out of play: it was discarded from a hand or a deck this phase.
    pub const DISCARDED: u32 = 1 << 9;
    /// In play, where nothing is marked as discarded: damage was dealt to it this phase.
    pub const DAMAGED: u32 = Self::DISCARDED;
    /// It dealt damage to the first player's base this phase; behind it those of the others.
    const STRUCK_BASE: u32 = 1 << 16;
    /// Damage was dealt to it this phase, or would have been.
    pub const MET_DAMAGE: u32 = 1 << 12;
    /// The first player played an upgrade on it this round; behind it those of the others.
    const UPGRADED: u32 = 1 << 20;
    /// It was played from a hand, as a unit.
    pub const FROM_HAND: u32 = 1 << 15;
    /// All marks that end with the phase.
    pub const PHASE: u32 = Self::ATTACKED
        | Self::DEFEATED
        | Self::ENTERED_NOW
        | Self::HEALED
        | Self::DISCARDED
        | Self::MET_DAMAGE
        | (Self::STRUCK_BASE * Self::EVERYBODY);
    /// The marks that a new incarnation keeps: an Epic action used stays used.
    const LASTING: u32 = Self::EPIC_USED;
    /// All marks that end with the round.
    pub const ROUND: u32 = Self::ENTERED | Self::USED | (Self::UPGRADED * Self::EVERYBODY);
    /// A bit for each player.
    const EVERYBODY: u32 = (1 << SEATS) - 1;

    /// The mark of a card that dealt damage to the base of this player during this phase.
    #[must_use]
    pub const fn struck_base(whose: Seat) -> u32 {
        Self::STRUCK_BASE << whose
    }
    /// The mark of a unit on which this player played an upgrade during this round.
    #[must_use]
    pub const fn upgraded(by: Seat) -> u32 {
        Self::UPGRADED << by
    }
    /// Tests a mark, one of the constants of this type; of several, at least one is set.
    #[must_use]
    pub const fn has(self, mark: u32) -> bool {
        self.0 & mark != 0
    }
    /// The marks of either.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Sets or clears a mark.
    pub const fn set(&mut self, mark: u32, on: bool) {
        if on {
            self.0 |= mark;
        } else {
            self.0 &= !mark;
        }
    }
}

/// The state of a card: all that a rule can change about it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Index of its definition in the catalogue.
    pub definition: u16,
    /// The owner: the player who brought it in their deck, or created it as a token.
    pub owner: Seat,
    /// The controller; the owner while it is out of play.
    pub controller: Seat,
    /// The zone it is in, or its state outside of all zones.
    pub zone: Zone,
    /// Grows with every change of zone: each time it is a new card (CR 8.5.4).
    pub incarnation: u8,
    /// Damage on it, in points; 0 out of play.
    pub damage: u8,
    /// Uses so far of its ability with a limit for each game ([`Limit::Game`]).
    pub uses: u8,
    /// The unit it is attached to, as an upgrade, or captured by; `Slot::MAX` if there is none.
    pub host: Slot,
    /// The yes-or-no facts about it.
    pub marks: Marks,
}

impl Hash for Card {
    /// All fields at once, in a third of the time: a digest of a table is mostly one of its cards.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { definition, owner, controller, zone, incarnation, damage, uses, host, marks } =
            *self;
        let [[d, e], [h, i]] = [definition, host].map(u16::to_le_bytes);
        let [m, n, o, p] = marks.0.to_le_bytes();
        let seats = owner | controller << 4;
        state.write(&[
            d,
            e,
            seats,
            zone as u8,
            incarnation,
            damage,
            uses,
            h,
            i,
            m,
            n,
            o,
            p,
            0,
            0,
            0,
        ]);
    }
}

impl Card {
    /// A reference to the card in this slot as it is now.
    #[must_use]
    pub const fn reference(&self, slot: Slot) -> Ref {
        Ref { slot, incarnation: self.incarnation }
    }
    /// Returns `true` for an exhausted card (CR 1.5.4).
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        self.marks.has(Marks::EXHAUSTED)
    }
    /// Returns `true` once an ability of it with such a limit has been used as often as it may be.
    #[must_use]
    pub const fn is_used_up(&self, limit: Limit) -> bool {
        match limit {
            Limit::Round | Limit::Phase => self.marks.has(Marks::USED),
            Limit::Game(times) => self.uses >= times,
        }
    }
    /// Moves it to another zone as a new card: damage and marks are gone.
    pub const fn move_to(&mut self, zone: Zone, controller: Seat) {
        self.zone = zone;
        self.controller = controller;
        self.incarnation = self.incarnation.wrapping_add(1);
        self.damage = 0;
        self.host = Slot::MAX;
        self.marks = Marks(self.marks.0 & Marks::LASTING);
    }
}

/// A set of keywords without numbers, one bit each: those of [`Keyword`], and the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Keywords(u16, u8);

impl Keywords {
    /// No keyword at all.
    pub const NONE: Self = Self(0, 0);
    /// Smuggle (CR 7.5.14), among all that a card has.
    pub const SMUGGLE: Self = Self(0, 1);
    /// Exploit (CR 7.5.16), printed among all that a card has, or gained.
    pub const EXPLOIT: Self = Self(0, 1 << 1);
    /// Bounty (CR 7.5.13), among all that a card has.
    pub const BOUNTY: Self = Self(0, 1 << 2);
    /// Coordinate (CR 7.5.15), among all that a card has.
    pub const COORDINATE: Self = Self(0, 1 << 3);
    /// Piloting (CR 7.5.17), among all that a card has.
    pub const PILOTING: Self = Self(0, 1 << 4);

    /// The keywords of either set, or of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1)
    }
    /// Returns `true` if the two have a keyword in common.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0 || self.1 & other.1 & !Self::LOST != 0
    }

    const fn bit(keyword: Keyword) -> u16 {
        1 << keyword.place()
    }
    /// All are lost, and none can be gained.
    const LOST: u8 = 1 << 7;

    /// Loses all of them; from now on none can be gained.
    pub const fn lose_all(&mut self) {
        *self = Self(0, Self::LOST);
    }
    /// Loses those that are there.
    pub const fn clear(&mut self) {
        *self = Self(0, self.1 & Self::LOST);
    }
    /// Returns `true` once all are lost and none can be gained.
    #[must_use]
    pub const fn are_lost(self) -> bool {
        self.1 & Self::LOST != 0
    }
    /// Returns `true` for a set without any keyword.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0 && self.1 & !Self::LOST == 0
    }
    /// The number of different keywords, those without a bit in [`Keyword`] among them.
    #[must_use]
    pub const fn count(self) -> u8 {
        (self.0.count_ones() + (self.1 & !Self::LOST).count_ones()) as u8
    }
    /// Tests for a keyword, whatever its number.
    #[must_use]
    pub const fn has(self, keyword: Keyword) -> bool {
        self.0 & Self::bit(keyword) != 0
    }
    /// Adds or takes away a keyword.
    pub const fn set(&mut self, keyword: Keyword, on: bool) {
        if on && !self.are_lost() {
            self.0 |= Self::bit(keyword);
        } else {
            self.0 &= !Self::bit(keyword);
        }
    }
}

/// Permissions and prohibitions of a unit, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Permissions([u8; 3]);

impl Permissions {
    /// It cannot attack bases.
    pub const NO_BASES: u32 = 1;
    /// It cannot be attacked.
    pub const NOT_ATTACKED: u32 = 1 << 1;
    /// It can attack ground units.
    pub const ATTACK_GROUND: u32 = 1 << 2;
    /// It can attack space units.
    pub const ATTACK_SPACE: u32 = 1 << 3;
    /// It cannot ready.
    pub const NO_READY: u32 = 1 << 4;
    /// It cannot be healed.
    pub const NO_HEAL: u32 = 1 << 5;
    /// It is not defeated by having no remaining HP.
    pub const UNDEFEATED: u32 = 1 << 6;
    /// While attacking it deals combat damage first.
    pub const DAMAGE_FIRST: u32 = 1 << 7;
    /// It is a leader unit although it is no leader card.
    pub const LEADER: u32 = 1 << 8;
    /// Its printed abilities are lost.
    pub const BLANK: u32 = 1 << 9;

    /// It cannot attack.
    pub const NO_ATTACK: u32 = 1 << 10;
    /// Its controller assigns all indirect damage that they deal to opponents.
    pub const ASSIGNS: u32 = 1 << 11;
    /// Its controller assigns the indirect damage that it deals.
    pub const ASSIGNS_OWN: u32 = 1 << 12;
    /// Indirect damage that its controller deals to opponents is 1 more.
    pub const MORE_INDIRECT: u32 = 1 << 13;
    /// It cannot gain abilities.
    pub const NO_GAIN: u32 = 1 << 14;
    /// It deals no combat damage.
    pub const NO_COMBAT_DAMAGE: u32 = 1 << 15;
    /// While it attacks, its controller may have the defending unit deal combat damage first.
    pub const STRUCK_FIRST: u32 = 1 << 16;
    /// It can attack two units at once.
    pub const ATTACKS_TWO: u32 = 1 << 17;
    /// It is not unique, whatever is printed on it.
    pub const NOT_UNIQUE: u32 = 1 << 18;
    /// While it attacks, it may deal its excess damage to an enemy ground unit.
    pub const EXCESS: u32 = 1 << 19;
    /// It can attack bases using Ambush.
    pub const AMBUSH_BASES: u32 = 1 << 20;
    /// While it attacks, it may deal its excess damage to another unit in the same arena.
    pub const EXCESS_IN_ARENA: u32 = 1 << 22;
    /// It provides its aspect icons.
    pub const PROVIDES: u32 = 1 << 23;

    /// Permissions and prohibitions that few cards give, in the order of [`rare`](Self::rare).
    const RARE: [u32; 8] = [
        Self::ASSIGNS,
        Self::ASSIGNS_OWN,
        Self::MORE_INDIRECT,
        Self::NO_GAIN,
        Self::STRUCK_FIRST,
        Self::ATTACKS_TWO,
        Self::NOT_UNIQUE,
        Self::EXCESS,
    ];

    const fn bits(self) -> u32 {
        let [low, high, last] = self.0;
        u32::from_le_bytes([low, high, last, 0])
    }

    /// Tests a bit, one of the constants of this type.
    #[must_use]
    pub const fn has(self, bit: u32) -> bool {
        self.bits() & bit != 0
    }
    /// Sets a bit, one of the constants of this type.
    pub const fn add(&mut self, bit: u32) {
        let [low, high, last, _] = (self.bits() | bit).to_le_bytes();
        self.0 = [low, high, last];
    }
    /// The first eight bits: all up to [`DAMAGE_FIRST`](Self::DAMAGE_FIRST).
    #[must_use]
    pub const fn low(self) -> u8 {
        self.0[0]
    }
    /// Those of [`RARE`](Self::RARE), a bit each, the first the lowest.
    #[must_use]
    pub(crate) fn rare(self) -> u8 {
        let bits = (0..).zip(Self::RARE).filter(|(_, bit)| self.has(*bit));
        bits.fold(0, |all, (place, _)| all | 1 << place)
    }
    /// Returns `true` for a unit without any permission or prohibition.
    pub(crate) const fn is_empty(self) -> bool {
        self.bits() == 0
    }
}

/// Kinds of harm that enemy card abilities cannot do to a card, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Protection(u8);

impl Protection {
    /// All of it, a bit for each [`Harm`].
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }
    /// Tests for protection from this kind of harm.
    #[must_use]
    pub const fn from(self, harm: Harm) -> bool {
        self.0 & 1 << harm as u8 != 0
    }
    /// Adds protection from one more kind of harm.
    pub const fn add(&mut self, harm: Harm) {
        self.0 |= 1 << harm as u8;
    }
}

/// The traits a card has gained and lost, up to six, with the last word on each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Traits([u8; 6]);

impl Traits {
    /// The bit that marks a trait as lost, beside its number.
    const LOST: u8 = 0x80;

    /// Notes that a trait is gained, or lost. Returns `false` if there was no room to note it.
    #[must_use]
    pub fn set(&mut self, name: Trait, on: bool) -> bool {
        let number = name as u8 + 1;
        let mut places = self.0.iter_mut();
        let place = places.find(|one| **one == 0 || **one & !Self::LOST == number);
        place.map(|place| *place = number | if on { 0 } else { Self::LOST }).is_some()
    }

    /// The traits of a card on which these are printed.
    #[must_use]
    pub fn of(&self, printed: TraitSet) -> TraitSet {
        self.0.iter().take_while(|one| **one != 0).fold(printed, |set, one| {
            let name = Trait::ALL[usize::from((one & !Self::LOST) - 1)];
            if one & Self::LOST == 0 { set.with(name) } else { set.without(name) }
        })
    }
}

/// All that constant abilities, upgrades and lasting effects make of a card in play. Worked out in
/// the `Constant` stage from the state; never a state of its own.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stats {
    /// Power now, never below 0.
    pub power: i8,
    /// HP now, never below 0; damage is not taken off.
    pub hp: i8,
    /// Keywords it has now, without their numbers.
    pub keywords: Keywords,
    /// The sum of the numbers of all its Raid (CR 7.5.4).
    pub raid: u8,
    /// The sum of the numbers of all its Restore (CR 7.5.4).
    pub restore: u8,
    /// Permissions and prohibitions that apply to it.
    pub permissions: Permissions,
    /// The number of upgrades on it, tokens among them.
    pub upgrades: u8,
    /// The number of Shield tokens on it.
    pub shields: u8,
    /// Harm that enemy card abilities cannot do to it.
    pub protection: Protection,
    /// Traits it gained and lost.
    pub traits: Traits,
    /// Abilities it gained, as indices of the catalogue.
    pub gained: List<u16, 10>,
}

impl Stats {
    /// Returns `true` for a card whose printed abilities are lost.
    #[must_use]
    pub const fn is_blank(&self) -> bool {
        self.permissions.has(Permissions::BLANK)
    }
    /// Its keywords, with the sums of their numbers.
    pub fn keywords(&self) -> impl Iterator<Item = Keyword> + use<> {
        let Self { keywords, raid, restore, .. } = *self;
        let all = Keyword::ALL.into_iter().filter(move |keyword| keywords.has(*keyword));
        all.map(move |keyword| match keyword {
            Keyword::Raid(_) => Keyword::Raid(raid),
            Keyword::Restore(_) => Keyword::Restore(restore),
            plain => plain,
        })
    }
    /// It has one more keyword; numbers of the same keyword add up (CR 7.5.4).
    pub const fn gain(&mut self, keyword: Keyword) {
        if self.keywords.are_lost() {
            return;
        }
        self.keywords.set(keyword, true);
        match keyword {
            Keyword::Raid(n) => self.raid = self.raid.saturating_add(n),
            Keyword::Restore(n) => self.restore = self.restore.saturating_add(n),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use cardmill_kernel::digest::Digest;

    #[test]
    fn every_field_of_a_card_is_digested() {
        let card = Card::default();
        let others = [
            card,
            Card { definition: 0x0100, ..card },
            Card { owner: 1, ..card },
            Card { controller: 1, ..card },
            Card { zone: Zone::Base, ..card },
            Card { incarnation: 1, ..card },
            Card { damage: 1, ..card },
            Card { uses: 1, ..card },
            Card { host: 0x0100, ..card },
            Card { marks: Marks(Marks::FROM_HAND), ..card },
        ];
        let digests: BTreeSet<u64> = others.iter().map(Digest::of).collect();
        assert_eq!(digests.len(), others.len());
    }
}

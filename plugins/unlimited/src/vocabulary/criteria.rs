//! The criteria of a filter, a row for each.

use serde::{Deserialize, Serialize};

use super::{
    ArenaOf, AspectSet, Comparison, Extreme, Filter, Keyworded, KindSet, Kinds, Mark, Place,
    Shares, Timing, TraitSet, Who, Whom,
};
use crate::reads::{Read, Reads};

/// Criteria. A row is the group in which it is asked ([`Asks`]), its name, its type, whose default asks
/// nothing, and what of the state it reads beside what that type does.
macro_rules! criteria {
    (
        $(#[$about:meta])*
        pub struct $criteria:ident {
            $($(#[$what:meta])* $group:ident $name:ident: $type:ty $(=> $part:ident)?,)*
        }
    ) => {
        $(#[$about])*
        pub struct $criteria {
            $($(#[$what])* pub $name: $type,)*
        }

        impl $criteria {
            /// The number of criteria that ask something; those left out do not count.
            pub(crate) fn asked(&self) -> u32 {
                [$(u32::from(is_asked(&self.$name))),*].iter().sum()
            }

            /// The groups of those that ask something.
            fn groups(&self) -> u8 {
                0 $(| if is_asked(&self.$name) { Asks::$group } else { 0 })*
            }

            /// The parts of the state that the criteria read, as far as they ask something.
            pub(crate) fn reads(&self) -> Reads {
                let fixed = [$($(if is_asked(&self.$name) { Reads::$part } else { Reads::NOTHING },)?)*];
                Reads::all(fixed.into_iter().chain([$(self.$name.reads()),*]))
            }
        }
    };
}

criteria! {
    /// Criteria that a card must meet, all of them. Every field that is left out asks nothing;
    /// `(  )` is any unit in play.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields, rename = "Filter")]
    pub struct Criteria {
        /// Kinds, any of them. Empty: units when looked for in play, any card elsewhere.
        NONE is: Vec<KindSet>,
        /// Kinds, none of them ("non-unit card").
        NONE is_not: Vec<KindSet>,
        /// The place that the cards are looked for in; play when left out.
        NONE place: Place,
        /// The player it belongs to: the controller in play, the owner elsewhere. Needless for
        /// cards to be played: one plays only one's own.
        SIDE side: Option<Who>,
        /// Not the card the ability is on.
        WHICH another: bool,
        /// Just what the triggering event happened to ("that unit").
        WHICH subject: bool,
        /// Not one of these bound cards ("a third friendly unit": `not: [It, Other]`).
        WHICH not: Vec<Whom>,
        /// Its arena; a base is in none and fits in any case ("a ground unit or a base").
        ARENA arena: Option<ArenaOf>,
        /// `true` for a leader or a leader unit, `false` for any other card.
        PRINTED leader: Option<bool>,
        /// `true` for a unique card (CR 8.29), `false` for one that is not.
        PRINTED unique: Option<bool>,
        /// `true` for a token, `false` for a card that is none (CR 3.7.2).
        PRINTED token: Option<bool>,
        /// Any of these traits.
        PRINTED traits: TraitSet => TRAITS,
        /// None of these traits.
        PRINTED without_traits: TraitSet => TRAITS,
        /// Any of these aspects.
        PRINTED aspects: AspectSet,
        /// None of these aspects.
        PRINTED without_aspects: AspectSet,
        /// Any of these names (subtitles do not count, CR 8.23.2).
        PRINTED named: Vec<String>,
        /// None of these names.
        PRINTED not_named: Vec<String>,
        /// It bears the name chosen with [`Step::NameCard`](crate::words::step::Step::NameCard) (CR 8.17.1).
        PRINTED chosen_name: bool,
        /// Printed cost at least this.
        PRINTED min_cost: Option<u8>,
        /// Printed cost at most this.
        PRINTED max_cost: Option<u8>,
        /// Power at least this.
        STATE min_power: Option<i8>,
        /// Power at most this.
        STATE max_power: Option<i8>,
        /// Remaining HP at least this.
        STATE min_remaining_hp: Option<i8> => DAMAGE,
        /// Remaining HP at most this.
        STATE max_remaining_hp: Option<i8> => DAMAGE,
        /// `true` for a card with damage on it, `false` for one without.
        STATE damaged: Option<bool> => DAMAGE,
        /// `true` for an exhausted card, `false` for a ready one.
        STATE exhausted: Option<bool> => EXHAUSTED,
        /// `true` for a card with an upgrade attached to it, `false` for one without.
        STATE upgraded: Option<bool>,
        /// An upgrade on it fits this ("with a Shield token on it").
        REST with_upgrade: Option<Box<Filter>>,
        /// No upgrade on it fits this ("without a Pilot on it").
        REST without_upgrade: Option<Box<Filter>>,
        /// It is attacking something of this kind: `Unit` or `Base`.
        REST attacking: Option<KindSet> => ATTACK,
        /// It is a defending unit.
        REST defending: bool => ATTACK,
        /// It is attached to this unit, or guarded by it.
        REST attached_to: Option<Box<Whom>>,
        /// It has this mark.
        REST mark: Option<Mark>,
        /// It does not have this mark.
        REST without_mark: Option<Mark>,
        /// The defender fits as well, whatever else is asked ("the defender or a base").
        NONE or_defender: bool => ATTACK,
        /// It has this keyword.
        REST keyword: Option<Keyworded>,
        /// It has no abilities, keywords among them: none printed that it has not lost, and none gained.
        REST without_abilities: bool,
        /// A number of it stands so to a measure ("that costs less than it").
        REST compare: Option<Box<Comparison>>,
        /// It has this in common with another card.
        REST shares: Option<Box<Shares>>,
        /// Its printed cost is odd.
        PRINTED odd_cost: bool,
        /// An ability of that name is printed on it.
        PRINTED timing: Option<Timing>,
        /// It is attached to, or guarded by, a unit that fits this.
        REST host: Option<Box<Filter>>,
        /// This upgrade could be attached to it (CR 3.6.3A).
        REST eligible: Option<Box<Whom>>,
        /// Cards that fit this fit as well, whatever else is asked.
        NONE or: Option<Box<Filter>>,
        /// It has the most or the least of a number among some cards ("with the most power among friendly
        /// units").
        REST extreme: Option<Box<Extreme>>,
        /// Its owner, whoever controls it.
        WHICH owner: Option<Who>,
        /// So many different keywords at least (CR 7.5.1).
        REST min_keywords: Option<u8>,
        /// This upgrade could be attached to that unit (CR 3.6.3A).
        REST attachable: Option<Box<Whom>>,
    }
}

/// Tells whether a criterion asks something: it is not the default of its type.
fn is_asked<T: Default + PartialEq>(criterion: &T) -> bool {
    *criterion != T::default()
}

impl Criteria {
    /// Tells whether the cards that fit depend on what constant abilities work out.
    pub(crate) fn reads_computed(&self) -> bool {
        self.keyword.is_some()
            || self.without_abilities
            || self.min_keywords.is_some()
            || matches!(self.shares.as_deref(), Some(Shares::Keyword(_)))
            || self.compare.is_some()
            || self.extreme.is_some()
            || self.min_power.is_some()
            || self.max_power.is_some()
            || self.min_remaining_hp.is_some()
            || self.max_remaining_hp.is_some()
            || self.upgraded.is_some()
            || [&self.host, &self.or].into_iter().flatten().any(|other| other.reads_computed())
    }
}

/// Groups of criteria, one bit each. Most filters ask one or two of the thirty, and to look at
/// all of them for every card took 4 % of the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asks {
    groups: u8,
    /// Kinds, any of them; when nothing is said, units if looked for in play.
    pub(crate) is: Kinds,
    /// The same, when nothing said means any kind.
    is_any: Kinds,
    /// Kinds, none of them.
    pub(crate) is_not: Kinds,
}

impl Asks {
    /// None of them: not what is held against a card.
    pub const NONE: u8 = 0;
    /// The criterion about whose card it is ([`Criteria::side`]).
    pub const SIDE: u8 = 1;
    /// Criteria about this card or another: not the source, not the bound ones, its owner.
    pub const WHICH: u8 = 1 << 1;
    /// The criterion about the arena it is in ([`Criteria::arena`]).
    pub const ARENA: u8 = 1 << 2;
    /// Criteria about what is printed on it (names, cost, aspects and the like), gained traits among it.
    pub const PRINTED: u8 = 1 << 3;
    /// Criteria about its state: damage, exhaustion, upgrades, power, remaining HP.
    pub const STATE: u8 = 1 << 4;
    /// Upgrades, attacks, keywords, what it did lately, and what it is beside others.
    pub const REST: u8 = 1 << 5;

    pub(super) fn of(criteria: &Criteria) -> Self {
        let Criteria { is, is_not, place, subject, .. } = criteria;
        let kinds = |list: &[KindSet]| {
            list.iter().copied().map(Kinds::from).fold(Kinds::default(), Kinds::with)
        };
        let is_any = if is.is_empty() { Kinds::ALL } else { kinds(is) };
        // What an event happened to is that card, whatever it has become since.
        let unit = is.is_empty() && *place == Place::Play && !*subject;
        Self {
            groups: criteria.groups(),
            is: if unit { KindSet::Unit.into() } else { is_any },
            is_any,
            is_not: kinds(is_not),
        }
    }

    /// Tells whether a criterion of one of these groups asks something.
    #[must_use]
    pub const fn any(self, groups: u8) -> bool {
        self.groups & groups != 0
    }

    /// Without some of these groups.
    #[must_use]
    pub const fn but(self, groups: u8) -> Self {
        Self { groups: self.groups & !groups, ..self }
    }

    /// Tells whether the kind fits. Nothing said means units when looked for in play, or any kind.
    #[must_use]
    pub const fn is(self, kinds: Kinds, any: bool) -> bool {
        let asked = if any { self.is_any } else { self.is };
        kinds.meets(asked) && !kinds.meets(self.is_not)
    }
}

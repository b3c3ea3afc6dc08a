//! A card as printed: its facts, keywords and abilities.

use serde::{Deserialize, Serialize};

use super::{Ability, Criteria, Filter, Keyword, Trait, TraitSet, Who};
use crate::words::measure::Measure;

/// The type of a card (CR 3.1.1). A resource is a place, not a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A double-sided leader; it is a unit while deployed (CR 3.4).
    Leader,
    /// A base (CR 3.2).
    Base,
    /// A unit (CR 3.5).
    Unit,
    /// An event (CR 3.3).
    Event,
    /// An upgrade; `power` and `hp` are its modifiers (CR 3.6).
    Upgrade,
    /// A token upgrade: created, never in a deck (CR 3.7).
    Token,
    /// A token unit: created in an arena, never in a deck (CR 3.7).
    TokenUnit,
    /// The Force token, which is no upgrade: created in a player's base zone (CR 3.7.11).
    ForceToken,
    /// The Credit token (CR 3.7.13). A player has so many of them and none is told from another: its
    /// card is there to be named.
    CreditToken,
}

impl Kind {
    /// Tells whether it is a token, which is never in a deck, a hand or a discard pile (CR 3.7.2).
    #[must_use]
    pub const fn is_token(self) -> bool {
        matches!(self, Self::Token | Self::TokenUnit | Self::ForceToken | Self::CreditToken)
    }
    /// Tells whether it is a unit card, a token or not: no leader, deployed or not.
    #[must_use]
    pub const fn is_unit(self) -> bool {
        matches!(self, Self::Unit | Self::TokenUnit)
    }
}

/// A set of [`Kind`]s as a filter writes it. `Player` names a player through their base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KindSet {
    /// A unit in play, deployed leaders included.
    Unit,
    /// An upgrade, tokens included.
    Upgrade,
    /// An event card (CR 3.3).
    Event,
    /// A leader card, on whichever side.
    Leader,
    /// A base card (CR 3.2).
    Base,
    /// A player, represented by their base.
    Player,
}

/// Kinds that a card is of or a filter asks for, one bit for each [`KindSet`] that can be told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// All kinds, and with them the bits that no filter asks for.
    pub const ALL: Self = Self(u8::MAX);

    /// The union of both: the kinds that are in either.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// The difference: the kinds that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
    /// Tells whether they share a kind.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl From<KindSet> for Kinds {
    fn from(kind: KindSet) -> Self {
        Self(match kind {
            KindSet::Unit => 1,
            KindSet::Upgrade => 1 << 1,
            KindSet::Event => 1 << 2,
            KindSet::Leader => 1 << 3,
            KindSet::Base | KindSet::Player => 1 << 4,
        })
    }
}

/// The kinds of a card that is not deployed.
impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Unit | Kind::TokenUnit => KindSet::Unit.into(),
            Kind::Upgrade | Kind::Token => KindSet::Upgrade.into(),
            Kind::Event => KindSet::Event.into(),
            Kind::Leader => KindSet::Leader.into(),
            Kind::Base => KindSet::Base.into(),
            // No filter asks for them.
            Kind::ForceToken | Kind::CreditToken => Self(1 << 5),
        }
    }
}

/// One of the two arenas that units fight in (CR 4.3, 4.4).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Arena {
    /// The ground arena.
    #[default]
    Ground,
    /// The space arena.
    Space,
}

/// One of the six aspects (CR 1.5.6A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Aspect {
    /// Vigilance, whose icon is blue.
    Vigilance,
    /// Command, whose icon is green.
    Command,
    /// Aggression, whose icon is red.
    Aggression,
    /// Cunning, whose icon is yellow.
    Cunning,
    /// Heroism, whose icon is white.
    Heroism,
    /// Villainy, whose icon is black.
    Villainy,
}

impl Aspect {
    /// All aspects, in printed order.
    pub const ALL: [Self; 6] = [
        Self::Vigilance,
        Self::Command,
        Self::Aggression,
        Self::Cunning,
        Self::Heroism,
        Self::Villainy,
    ];
}

/// A set of aspects, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Aspect>", into = "Vec<Aspect>")]
pub struct AspectSet(u8);

impl AspectSet {
    /// Returns `true` if no aspect is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Returns `true` if the two sets share an aspect.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Returns `true` if an aspect is in the set.
    #[must_use]
    pub const fn has(self, aspect: Aspect) -> bool {
        self.0 & 1 << aspect as u8 != 0
    }
    /// The number of aspects in the set, 0 to 6.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
}

impl From<Vec<Aspect>> for AspectSet {
    fn from(list: Vec<Aspect>) -> Self {
        list.into_iter().collect()
    }
}

impl FromIterator<Aspect> for AspectSet {
    fn from_iter<I: IntoIterator<Item = Aspect>>(list: I) -> Self {
        Self(list.into_iter().fold(0, |set, a| set | 1 << a as u8))
    }
}

impl From<AspectSet> for Vec<Aspect> {
    fn from(set: AspectSet) -> Self {
        Aspect::ALL.into_iter().filter(|a| set.0 & (1 << *a as u8) != 0).collect()
    }
}

/// A change that a card makes to the rules for building a deck with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deckbuilding {
    /// So many copies of the card may be in a deck (CR 9.2.2B).
    Copies(u8),
    /// Of a base: a deck has so many cards more at least, or fewer (CR 3.2.1A).
    Cards(i8),
}

/// A card as a file under `cards/unlimited/` defines it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Set and number, as SWUDB writes them: `SOR_010`. Tokens: `SOR_T01`.
    pub id: String,
    /// The card's name without its subtitle (CR 2.2).
    pub name: String,
    /// The subtitle; empty when there is none (CR 2.3).
    #[serde(default)]
    pub subtitle: String,
    /// The card's type, as printed.
    pub kind: Kind,
    /// `true` for a card that bears the unique icon (CR 8.29).
    #[serde(default)]
    pub unique: bool,
    /// Printed cost in resources (CR 1.8). For a leader, of its unit side.
    #[serde(default)]
    pub cost: u8,
    /// Printed power, or an upgrade's power modifier. For a leader, of its unit side.
    #[serde(default)]
    pub power: i8,
    /// Printed HP, or an upgrade's HP modifier. For a leader, of its unit side.
    #[serde(default)]
    pub hp: i8,
    /// The arena of a unit or a deployed leader.
    #[serde(default)]
    pub arena: Arena,
    /// Aspect icons, in printed order; an icon may appear twice.
    #[serde(default)]
    pub aspects: Vec<Aspect>,
    /// The printed traits, any number of them; tokens have some, too.
    #[serde(default)]
    pub traits: TraitSet,
    /// The trait of a base: where it stands (CR 3.2.1).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub location: String,
    /// Printed keywords (not those it only grants). A leader's are on its unit side.
    #[serde(default)]
    pub keywords: Vec<Keyword>,
    /// The units that an upgrade may attach to (CR 3.6.3); any unit when left out.
    #[serde(default)]
    pub attach: Filter,
    /// Abilities in printed order. For a leader, those of its leader side.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// A leader's other side.
    #[serde(default)]
    pub unit_side: Option<UnitSide>,
    /// Its face while it is an upgrade in play, if it can be one: a leader that may be deployed as
    /// one, a unit with Piloting (CR 2.12.3, 3.4.4A).
    #[serde(default)]
    pub upgrade_side: Option<UpgradeSide>,
    /// The other leader side of a leader that is turned over instead of being deployed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip_side: Option<FlipSide>,
    /// The change to the rules for building a deck, for the few cards that make one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deckbuilding: Option<Deckbuilding>,
    /// It is played only as its player's first action of an action phase, and by no ability.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub first_action: bool,
}

impl Definition {
    /// Tells whether an ability of its leader side deploys the leader.
    #[must_use]
    pub fn deploys_itself(&self) -> bool {
        self.abilities.iter().any(Ability::deploys)
    }

    /// The abilities of all of its sides, the front's first.
    pub fn all_abilities(&self) -> impl Iterator<Item = &Ability> {
        let unit = self.unit_side.iter().flat_map(|side| &side.abilities);
        let turned = self.flip_side.iter().flat_map(|side| &side.abilities);
        let upgrade = self.upgrade_side.iter().flat_map(|side| &side.abilities);
        self.abilities.iter().chain(unit).chain(turned).chain(upgrade)
    }

    /// The name and the traits of its unit side, where they are others than those of the front.
    #[must_use]
    pub fn called(&self) -> Option<&Called> {
        self.unit_side.as_ref()?.called.as_ref()
    }

    /// The cost of playing a unit as an upgrade, in resources, and the icons beside it; `None`
    /// without Piloting (CR 7.5.17).
    #[must_use]
    pub fn piloting(&self) -> Option<(u8, &[Aspect])> {
        let side = self.upgrade_side.as_ref()?;
        side.abilities.iter().find_map(Ability::piloting)
    }
}

/// The unit side of a leader.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitSide {
    /// Resources that must be controlled to deploy it, once a game (CR 3.4.4). 0 where an ability of
    /// its leader side says how it is deployed.
    #[serde(default)]
    pub deploy_at: u8,
    /// A number that counts as so many resources more; `None` where resources alone are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deploy_with: Option<Measure>,
    /// The name and the traits of the unit side, of a leader that is something else there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<Called>,
    /// The abilities on the unit side.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// The name and the traits that a leader has as a unit instead of those of the front (CR 2.12).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// The name on the unit side.
    pub name: String,
    /// The subtitle on the unit side.
    #[serde(default)]
    pub subtitle: String,
    /// The traits on the unit side, instead of those of the front.
    #[serde(default)]
    pub traits: TraitSet,
}

/// A second leader side (CR 3.4.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlipSide {
    /// The card's name on this side.
    pub name: String,
    /// Its aspect icons, which it provides instead of those of the front.
    #[serde(default)]
    pub aspects: Vec<Aspect>,
    /// Its traits, which it has instead of those of the front.
    #[serde(default)]
    pub traits: TraitSet,
    /// The abilities of this side, in printed order.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

/// A leader or a unit while it is an upgrade (CR 2.13.3, 3.4.4A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeSide {
    /// The power modifier that it gives as an upgrade.
    #[serde(default)]
    pub power: i8,
    /// The HP modifier that it gives as an upgrade.
    #[serde(default)]
    pub hp: i8,
    /// The units it may be attached to: any friendly Vehicle without a Pilot when left out.
    #[serde(default = "piloted")]
    pub attach: Filter,
    /// A leader is never deployed as one: only an ability attaches it.
    #[serde(default)]
    pub only_attached: bool,
    /// Its abilities as an upgrade.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}

impl UpgradeSide {
    /// Tells whether a leader may be deployed as it (CR 3.4.4A).
    #[must_use]
    pub const fn is_deployed(&self) -> bool {
        !self.only_attached
    }
}

/// Units that have room for a pilot: friendly Vehicles without a Pilot on them (CR 7.5.17A).
#[must_use]
pub fn piloted() -> Filter {
    let traits = |one: Trait| TraitSet::from(vec![one]);
    let pilot = Criteria { traits: traits(Trait::Pilot), ..Criteria::default() };
    let room = Criteria {
        side: Some(Who::You),
        traits: traits(Trait::Vehicle),
        without_upgrade: Some(Box::new(pilot.into())),
        ..Criteria::default()
    };
    room.into()
}

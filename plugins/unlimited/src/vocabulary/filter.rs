//! Which cards, and to whom.

use serde::{Deserialize, Serialize};

use super::{Arena, AspectSet, Keyword, KindSet, Kinds, Register, Timing, TraitSet};
use crate::card::Zone;
use crate::words::measure::Measure;

/// A player, seen from the ability's controller (CR 8.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// The ability's controller.
    You,
    /// Their opponent.
    Opponent,
    /// Each player.
    Each,
    /// The defending player of the attack under way.
    Defending,
    /// The attacking player of the attack under way.
    Attacking,
    /// The controller of the first card bound by `It`; of a `Player` choice, that player.
    ControllerOfIt,
    /// The owner of the first card bound by `It`.
    OwnerOfIt,
    /// The controller of what the step is done to: in the `per` of `Damage`.
    ControllerOfTarget,
    /// The player whose turn it is in [`Step::EachPlayer`](crate::words::step::Step::EachPlayer).
    They,
}

/// To whom or to what a step is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Whom {
    /// The card the ability is on.
    This,
    /// What the last choice bound (register `It`).
    It,
    /// What a choice with `as: Other` bound.
    Other,
    /// What a choice with `as: Third` bound.
    Third,
    /// The unit this upgrade is attached to.
    Attached,
    /// The attacker of the attack under way.
    Attacker,
    /// The defending unit, or the base under attack.
    Defender,
    /// What the triggering event happened to ("that unit").
    Subject,
    /// Of several units that deal damage, the one whose damage is worked out ("damage equal to its
    /// power").
    Dealer,
    /// Every card that fits, worked out when the step is done.
    Each(Filter),
    /// The base of a player.
    Base(Who),
    /// The unit an upgrade is attached to, or was when it left play.
    HostOf(Box<Whom>),
    /// In a measure: the card that it is worked out for, what is damaged or what gets the power.
    Target,
    /// The units that were exploited while this card was played (CR 7.5.16), as they left play.
    Exploited,
}

impl Who {
    pub(crate) const fn is_you(&self) -> bool {
        matches!(self, Self::You)
    }
}

impl Whom {
    /// The register whose cards it means, if it means those of one.
    #[must_use]
    pub const fn register(&self) -> Option<Register> {
        match self {
            Self::It => Some(Register::It),
            Self::Other => Some(Register::Other),
            Self::Third => Some(Register::Third),
            _ => None,
        }
    }
}

/// Where the cards are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Arenas and base zones.
    #[default]
    Play,
    /// A hand.
    Hand,
    /// A discard pile.
    Discard,
    /// A deck: never looked through, only where something came from.
    Deck,
    /// A resource zone.
    Resources,
    /// Under the units that guard them (CR 8.33).
    Captured,
    /// The cards bound by `It` (looked at or revealed), wherever they are.
    Looked,
    /// Wherever they are not in play (CR 4.9.1A, 4.9.2); what a constant ability or a lasting effect
    /// reaches there.
    Elsewhere,
}

impl Place {
    /// Whether cards in a zone are in this place.
    #[must_use]
    pub const fn is(self, zone: Zone) -> bool {
        match self {
            Self::Play => zone.is_play(),
            Self::Hand => matches!(zone, Zone::Hand),
            Self::Discard => matches!(zone, Zone::Discard),
            Self::Deck => matches!(zone, Zone::Deck),
            Self::Resources => matches!(zone, Zone::Resources),
            Self::Captured => matches!(zone, Zone::Captured),
            Self::Looked => false,
            Self::Elsewhere => !zone.is_play(),
        }
    }
}

/// An arena, fixed or worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ArenaOf {
    /// One of the two.
    In(Arena),
    /// The arena of the first card bound by `It`.
    It,
    /// The defending unit's arena.
    Defender,
    /// The attacker's arena.
    Attacker,
    /// The arena of the card itself, or of the unit it is attached to.
    This,
    /// The other arena than [`This`](Self::This).
    Across,
    /// The arena chosen with [`Step::ChooseArena`](crate::words::step::Step::ChooseArena).
    Chosen,
}

/// Something that happened to a card lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// It attacked this phase.
    AttackedThisPhase,
    /// That player played it this phase, whoever controls it now.
    PlayedThisPhase(Who),
    /// It entered play this round.
    EnteredThisRound,
    /// It was defeated this phase (for cards in a discard pile).
    DefeatedThisPhase,
    /// It attacked the base of that player this phase.
    AttackedBaseThisPhase(Who),
    /// It entered play this phase.
    EnteredThisPhase,
    /// It was healed this phase.
    HealedThisPhase,
    /// It was discarded from a hand or a deck this phase.
    DiscardedThisPhase,
    /// It dealt damage to the base of that player this phase, however.
    DamagedBaseThisPhase(Who),
    /// Damage was dealt to it this phase, or would have been.
    MetDamageThisPhase,
    /// It was played from a hand, as a unit, and has been in play ever since.
    PlayedFromHand,
}

/// What keywords a card has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keyworded {
    /// One at least (CR 7.5).
    Any,
    /// Bounty (CR 7.5.13).
    Bounty,
    /// Smuggle (CR 7.5.14), which resources may gain.
    Smuggle,
    /// This one, whatever its number.
    Of(Keyword),
}

/// A number of a card, held against a measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Which number.
    pub of: Figure,
    /// Another one that must stand so, too.
    #[serde(default)]
    pub and: Option<Figure>,
    /// How it must stand.
    pub is: Relation,
    /// To what.
    pub than: Measure,
}

/// A number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Figure {
    /// Printed cost.
    Cost,
    /// Power now.
    Power,
    /// Remaining HP now.
    RemainingHp,
}

/// The most or the least of a number among cards, of which it is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    /// Which number.
    pub of: Figure,
    /// Which end.
    pub is: End,
    /// Among which cards in play.
    pub among: Filter,
}

/// An end of a row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// None has more.
    Most,
    /// None has less.
    Least,
}

/// How one number stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Less than it, or the same.
    AtMost,
    /// Less than it.
    Below,
    /// The same.
    Equal,
}

impl Relation {
    /// Whether a number stands so to another.
    #[must_use]
    pub const fn holds(self, number: i16, than: i16) -> bool {
        match self {
            Self::AtMost => number <= than,
            Self::Below => number < than,
            Self::Equal => number == than,
        }
    }
}

/// What a card has in common with another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shares {
    /// An aspect.
    Aspect(Whom),
    /// The name; subtitles do not count (CR 8.23.2).
    Name(Whom),
    /// A trait.
    Trait(Whom),
    /// A keyword, whatever its number, cost or text (CR 7.5.1).
    Keyword(Whom),
    /// No aspect.
    NoAspect(Whom),
}

impl Shares {
    /// The other card, or others of which any will do.
    #[must_use]
    pub const fn with(&self) -> &Whom {
        match self {
            Self::Aspect(whom)
            | Self::Name(whom)
            | Self::Trait(whom)
            | Self::Keyword(whom)
            | Self::NoAspect(whom) => whom,
        }
    }
}

impl Mark {
    /// Whose doing it was, or whose base it was done to.
    #[must_use]
    pub const fn who(self) -> Option<Who> {
        match self {
            Self::PlayedThisPhase(who)
            | Self::AttackedBaseThisPhase(who)
            | Self::DamagedBaseThisPhase(who) => Some(who),
            _ => None,
        }
    }
}

/// Which cards fit: criteria, and which of them are asked at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Criteria", into = "Criteria")]
pub struct Filter {
    criteria: Criteria,
    asks: Asks,
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
    /// Whose it is.
    pub const SIDE: u8 = 1;
    /// Which card it is, or is not.
    pub const WHICH: u8 = 1 << 1;
    /// Which arena it is in.
    pub const ARENA: u8 = 1 << 2;
    /// What is printed on it.
    pub const PRINTED: u8 = 1 << 3;
    /// How it stands: damage, exhaustion, numbers.
    pub const STATE: u8 = 1 << 4;
    /// Upgrades, attacks, keywords, what it did lately, and what it is beside others.
    pub const REST: u8 = 1 << 5;

    fn of(criteria: &Criteria) -> Self {
        let Criteria {
            is,
            is_not,
            place,
            side,
            another,
            subject,
            not,
            arena,
            leader,
            unique,
            token,
            traits,
            without_traits,
            aspects,
            without_aspects,
            named,
            not_named,
            chosen_name,
            min_cost,
            max_cost,
            min_power,
            max_power,
            min_remaining_hp,
            max_remaining_hp,
            damaged,
            exhausted,
            upgraded,
            with_upgrade,
            without_upgrade,
            attacking,
            defending,
            attached_to,
            host,
            mark,
            without_mark,
            or_defender: _,
            keyword,
            compare,
            shares,
            odd_cost,
            timing,
            eligible,
            or: _,
            extreme,
            owner,
        } = criteria;
        let traits = !traits.is_empty() || !without_traits.is_empty();
        let aspects = !aspects.is_empty() || !without_aspects.is_empty();
        let names = !named.is_empty() || !not_named.is_empty() || *chosen_name;
        let costs = min_cost.is_some() || max_cost.is_some() || *odd_cost;
        let costs = costs || timing.is_some();
        let kinds = leader.is_some() || unique.is_some() || token.is_some();
        let printed = kinds || traits || aspects || names || costs;
        let powers = min_power.is_some() || max_power.is_some();
        let flags = damaged.is_some() || exhausted.is_some() || upgraded.is_some();
        let marks = mark.is_some() || without_mark.is_some();
        let upgrades = with_upgrade.is_some() || without_upgrade.is_some();
        let hosts = upgrades || attached_to.is_some() || host.is_some() || eligible.is_some();
        let remaining = min_remaining_hp.is_some() || max_remaining_hp.is_some();
        let others = keyword.is_some() || compare.is_some() || shares.is_some();
        let others = others || extreme.is_some();
        let fights = attacking.is_some() || *defending;
        let asked = [
            (Self::SIDE, side.is_some()),
            (Self::WHICH, *another || *subject || !not.is_empty() || owner.is_some()),
            (Self::ARENA, arena.is_some()),
            (Self::PRINTED, printed),
            (Self::STATE, powers || remaining || flags),
            (Self::REST, hosts || fights || marks || others),
        ];
        let kinds = |list: &[KindSet]| {
            list.iter().copied().map(Kinds::from).fold(Kinds::default(), Kinds::with)
        };
        let is_any = if is.is_empty() { Kinds::ALL } else { kinds(is) };
        // What an event happened to is that card, whatever it has become since.
        let unit = is.is_empty() && *place == Place::Play && !*subject;
        Self {
            groups: asked.iter().filter(|(_, on)| *on).fold(0, |all, (bit, _)| all | bit),
            is: if unit { KindSet::Unit.into() } else { is_any },
            is_any,
            is_not: kinds(is_not),
        }
    }

    /// Whether one of these groups is asked.
    #[must_use]
    pub const fn any(self, groups: u8) -> bool {
        self.groups & groups != 0
    }

    /// Without some of these groups.
    #[must_use]
    pub const fn but(self, groups: u8) -> Self {
        Self { groups: self.groups & !groups, ..self }
    }

    /// Whether the kind fits. Nothing said means units when looked for in play, or any kind.
    #[must_use]
    pub const fn is(self, kinds: Kinds, any: bool) -> bool {
        let asked = if any { self.is_any } else { self.is };
        kinds.meets(asked) && !kinds.meets(self.is_not)
    }
}

impl Filter {
    /// What is asked at all.
    #[must_use]
    pub const fn asks(&self) -> Asks {
        self.asks
    }

    /// Whether it asks no more than what is printed on a card, and maybe for another than this one.
    #[must_use]
    pub fn is_printed(&self) -> bool {
        let known = self.place == Place::Play && self.leader.is_none() && !self.chosen_name;
        let more = self.or_defender || self.or.is_some();
        let which = self.subject || !self.not.is_empty() || self.owner.is_some() || more;
        let rest = Asks::SIDE | Asks::ARENA | Asks::STATE | Asks::REST;
        known && !which && !self.asks.any(rest)
    }
}

impl From<Criteria> for Filter {
    fn from(criteria: Criteria) -> Self {
        Self { asks: Asks::of(&criteria), criteria }
    }
}

impl From<Filter> for Criteria {
    fn from(filter: Filter) -> Self {
        filter.criteria
    }
}

impl Criteria {
    /// Whether what fits depends on what constant abilities work out.
    pub(crate) fn reads_computed(&self) -> bool {
        self.keyword.is_some()
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

impl Default for Filter {
    fn default() -> Self {
        Criteria::default().into()
    }
}

impl core::ops::Deref for Filter {
    type Target = Criteria;
    fn deref(&self) -> &Criteria {
        &self.criteria
    }
}

/// What a card must be. Every field that is left out asks nothing; `(  )` is any unit in play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Filter")]
pub struct Criteria {
    /// Kinds, any of them. Empty: units when looked for in play, any card elsewhere.
    pub is: Vec<KindSet>,
    /// Kinds, none of them ("non-unit card").
    pub is_not: Vec<KindSet>,
    /// Where.
    pub place: Place,
    /// Whose: the controller in play, the owner elsewhere. Needless for cards to be played: one
    /// plays only one's own.
    pub side: Option<Who>,
    /// Not the card the ability is on.
    pub another: bool,
    /// Just what the triggering event happened to ("that unit").
    pub subject: bool,
    /// Not one of these bound cards ("a third friendly unit": `not: [It, Other]`).
    pub not: Vec<Whom>,
    /// Its arena; a base is in none and fits in any case ("a ground unit or a base").
    pub arena: Option<ArenaOf>,
    /// Whether it is a leader (unit).
    pub leader: Option<bool>,
    /// Whether it is unique.
    pub unique: Option<bool>,
    /// Whether it is a token.
    pub token: Option<bool>,
    /// Any of these traits.
    pub traits: TraitSet,
    /// None of these traits.
    pub without_traits: TraitSet,
    /// Any of these aspects.
    pub aspects: AspectSet,
    /// None of these aspects.
    pub without_aspects: AspectSet,
    /// Any of these names (subtitles do not count, CR 8.23.2).
    pub named: Vec<String>,
    /// None of these names.
    pub not_named: Vec<String>,
    /// It bears the name chosen with [`Step::NameCard`](crate::words::step::Step::NameCard) (CR 8.17.1).
    pub chosen_name: bool,
    /// Printed cost at least this.
    pub min_cost: Option<u8>,
    /// Printed cost at most this.
    pub max_cost: Option<u8>,
    /// Power at least this.
    pub min_power: Option<i8>,
    /// Power at most this.
    pub max_power: Option<i8>,
    /// Remaining HP at least this.
    pub min_remaining_hp: Option<i8>,
    /// Remaining HP at most this.
    pub max_remaining_hp: Option<i8>,
    /// Whether it has damage on it.
    pub damaged: Option<bool>,
    /// Whether it is exhausted.
    pub exhausted: Option<bool>,
    /// Whether an upgrade is attached to it.
    pub upgraded: Option<bool>,
    /// An upgrade on it fits this ("with a Shield token on it").
    pub with_upgrade: Option<Box<Filter>>,
    /// No upgrade on it fits this ("without a Pilot on it").
    pub without_upgrade: Option<Box<Filter>>,
    /// It is attacking something of this kind: `Unit` or `Base`.
    pub attacking: Option<KindSet>,
    /// It is a defending unit.
    pub defending: bool,
    /// It is attached to this unit, or guarded by it.
    pub attached_to: Option<Box<Whom>>,
    /// It has this mark.
    pub mark: Option<Mark>,
    /// It does not have this mark.
    pub without_mark: Option<Mark>,
    /// The defender fits as well, whatever else is asked ("the defender or a base").
    pub or_defender: bool,
    /// It has this keyword.
    pub keyword: Option<Keyworded>,
    /// A number of it stands so to a measure ("that costs less than it").
    pub compare: Option<Box<Comparison>>,
    /// It has this in common with another card.
    pub shares: Option<Box<Shares>>,
    /// Its printed cost is odd.
    pub odd_cost: bool,
    /// An ability of that name is printed on it.
    pub timing: Option<Timing>,
    /// It is attached to, or guarded by, a unit that fits this.
    pub host: Option<Box<Filter>>,
    /// This upgrade could be attached to it (CR 3.6.3A).
    pub eligible: Option<Box<Whom>>,
    /// Cards that fit this fit as well, whatever else is asked.
    pub or: Option<Box<Filter>>,
    /// It has the most or the least of a number among some cards ("with the most power among friendly
    /// units").
    pub extreme: Option<Box<Extreme>>,
    /// Who owns it, whoever controls it.
    pub owner: Option<Who>,
}

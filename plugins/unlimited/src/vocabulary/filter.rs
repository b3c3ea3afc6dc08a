//! Filters of cards, and the players and cards that words speak of.

use serde::{Deserialize, Serialize};

use super::{Arena, Asks, Criteria, Keyword, Register};
use crate::card::Zone;
use crate::words::measure::Measure;

/// A player, seen from the ability's controller (CR 8.31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// The ability's controller.
    You,
    /// An opponent of the ability's controller: of several, one whom that player chooses (CR 11.4.2).
    Opponent,
    /// Each player: for a step, both of them; for a filter, cards of either.
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

/// The cards that a step is done to, or that something else is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Whom {
    /// The card the ability is on.
    This,
    /// The cards that the last choice bound (register `It`).
    It,
    /// The cards that a choice with `as: Other` bound.
    Other,
    /// The cards that a choice with `as: Third` bound.
    Third,
    /// The unit this upgrade is attached to.
    Attached,
    /// The attacker of the attack under way.
    Attacker,
    /// The defending unit, or the base under attack.
    Defender,
    /// The card that the triggering event happened to ("that unit").
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
    /// The card that a measure is worked out for: the one that is damaged or gets the power.
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

/// A place that a filter looks for cards in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Arenas and base zones.
    #[default]
    Play,
    /// Hands, of both players or of the one that `side` names.
    Hand,
    /// Discard piles, of both players or of the one that `side` names.
    Discard,
    /// A deck: never looked through, only where something came from.
    Deck,
    /// Resource zones, of both players or of the one that `side` names.
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
    /// Tells whether cards in a zone are in this place.
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
    /// The arena of what the triggering event happened to.
    Subject,
}

/// Something that happened to a card lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mark {
    /// It attacked this phase.
    AttackedThisPhase,
    /// It was played this phase by that player, whoever controls it now.
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
    /// Damage was dealt to it this phase: what was prevented was not.
    DamagedThisPhase,
}

/// The keywords that a card must have, one at least.
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
    /// The number of the card that is compared.
    pub of: Figure,
    /// Another one that must stand so, too.
    #[serde(default)]
    pub and: Option<Figure>,
    /// The relation that the number must have to the measure.
    pub is: Relation,
    /// The measure that the number is held against.
    pub than: Measure,
}

/// A number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Figure {
    /// The printed cost in resources (CR 1.8), whatever changes it.
    Cost,
    /// Its power as it is now; out of play, as printed.
    Power,
    /// Its remaining HP as it is now; out of play, as printed.
    RemainingHp,
}

/// The most or the least of a number among cards, of which it is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Extreme {
    /// The number that is looked at, the same of every card.
    pub of: Figure,
    /// The end of the row that the card must be at, alone or with others.
    pub is: End,
    /// The cards in play that it is compared with, and one of which it is.
    pub among: Filter,
}

/// An end of a row of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The greatest number: none has more.
    Most,
    /// The smallest number: none has less.
    Least,
}

/// A relation of one number to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Less than it, or the same.
    AtMost,
    /// Less than it, not the same.
    Below,
    /// The same number, neither less nor more.
    Equal,
    /// More than it, not the same.
    Above,
}

impl Relation {
    /// Tells whether a number has this relation to another, `than`.
    #[must_use]
    pub const fn holds(self, number: i16, than: i16) -> bool {
        match self {
            Self::AtMost => number <= than,
            Self::Below => number < than,
            Self::Equal => number == than,
            Self::Above => number > than,
        }
    }
}

/// Something that a card has in common with another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shares {
    /// An aspect that the other card has as well.
    Aspect(Whom),
    /// The name; subtitles do not count (CR 8.23.2).
    Name(Whom),
    /// A trait that the other card has as well.
    Trait(Whom),
    /// A keyword, whatever its number, cost or text (CR 7.5.1).
    Keyword(Whom),
    /// No aspect of the other card is among its own.
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
    /// The player who did it, or whose base it was done to; `None` for marks that name nobody.
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

/// The criteria that cards must fit, and which groups of them ask anything at all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Criteria", into = "Criteria")]
pub struct Filter {
    criteria: Criteria,
    asks: Asks,
}

impl Filter {
    /// The groups of criteria that ask something, and the kinds that are asked for.
    #[must_use]
    pub const fn asks(&self) -> Asks {
        self.asks
    }

    /// Tells whether it asks no more than what is printed on a card, and maybe for another than this one.
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

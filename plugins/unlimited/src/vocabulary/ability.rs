//! Abilities (CR 7) and what they grant.

use serde::{Deserialize, Serialize};

use super::{Aspect, AspectSet, Filter, Place, Replacement, Trait, Who, Whom};
use crate::words::condition::Condition;
use crate::words::cost::Cost;
use crate::words::event::{Captured, Defeated, Event};
use crate::words::grant::Grant;
use crate::words::measure::Measure;
use crate::words::step::{Attack, AttackStep, Step};

/// An ability of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Ability {
    /// Always on while the card is in play (CR 7.3). A `while` that fails switches it off.
    Constant {
        /// The condition of a "while" ability.
        #[serde(default, rename = "while")]
        condition: Option<Condition>,
        /// The cards it applies to; the card itself when left out.
        #[serde(default = "this")]
        on: Whom,
        /// The grants that each of those cards has while the ability holds, in printed order.
        grant: Vec<Grant>,
    },
    /// Changes what it costs to play cards (CR 8.15.5).
    Cost {
        /// The players for whom playing such a card costs another amount; the controller when left out.
        #[serde(default = "you")]
        who: Who,
        /// The cards whose cost changes; `None` means this card itself, wherever it is played from.
        #[serde(default)]
        cards: Option<Filter>,
        /// The condition of a "while" or "if" clause.
        #[serde(default, rename = "while")]
        condition: Option<Condition>,
        /// The amount of the change, and its direction.
        change: CostChange,
        /// `More` and `Less` so many times.
        #[serde(default)]
        per: Measure,
        /// Only of the first of these cards that a player plays in each phase or round (CR 8.8.1);
        /// beside `onto`, of the first upgrade that they play on this unit.
        #[serde(default)]
        first: Option<Span>,
        /// Beside `first`: of so many of them, and that often more for each than for the one before.
        #[serde(default, skip_serializing_if = "is_none")]
        rising: u8,
        /// Only of cards that are played from there.
        #[serde(default)]
        from: Option<Place>,
        /// Only of upgrades that are played on such a unit.
        #[serde(default)]
        onto: Option<Box<Subject>>,
    },
    /// Triggers on any of its events (CR 7.6).
    Triggered {
        /// The triggering conditions; more than one are written with a slash (CR 7.6.2).
        when: Vec<Event>,
        /// "Use this ability only once each round" (CR 8.32.3).
        #[serde(default)]
        limit: Option<Limit>,
        /// The steps that are done, in this order, when the ability resolves (CR 7.1.5).
        steps: Vec<Step>,
    },
    /// "Action (cost): …" (CR 7.2).
    Action {
        /// Paid whole or not at all (CR 6.4.4A). Without a cost the first step plays a card: only
        /// what that would change makes the ability usable (CR 6.4.2A).
        #[serde(default)]
        cost: Vec<Cost>,
        /// Once a game (CR 7.2.4).
        #[serde(default)]
        epic: bool,
        /// "Use this ability only once each round", or so often each game: that it is used up changes the
        /// game (CR 1.16.3, 6.4.2A).
        #[serde(default)]
        limit: Option<Limit>,
        /// "Any player may use this ability": "you" is who does.
        #[serde(default)]
        anyone: bool,
        /// "Only opponents may use this ability": "you" is who does.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        opponents: bool,
        /// The steps that are done, in this order, once the cost is paid (CR 7.1.5).
        steps: Vec<Step>,
    },
    /// An action of its owner while it is in their discard pile: this card is played from there for
    /// its cost.
    Buried {
        /// The condition under which it may be played from there; at any time when left out.
        #[serde(default, rename = "while")]
        condition: Option<Condition>,
    },
    /// The text of an event (CR 7.4).
    Event {
        /// The steps that are done, in this order, when the event is played (CR 7.1.5).
        steps: Vec<Step>,
    },
    /// A constant ability that replaces what would happen (CR 7.7.5).
    Replacement(Replacement),
    /// The first event that player plays each round loses all abilities (CR 8.14.2).
    BlankFirstEvent(Who),
    /// The keyword with a dash and a text: when this unit is defeated or captured, its
    /// controller's opponent may resolve the steps (CR 7.5.13).
    Bounty {
        /// The steps that may be resolved, in this order; "you" is the player who collects the bounty.
        steps: Vec<Step>,
    },
    /// The keyword with a cost: the card may be played from the resources for it, and the top
    /// card of the deck takes its place (CR 7.5.14). Each is an ability of its own.
    Smuggle {
        /// Instead of the printed cost.
        cost: u8,
        /// Instead of the printed icons.
        #[serde(default)]
        aspects: Vec<Aspect>,
        /// An additional cost: so much damage to a friendly unit of the player's choice
        /// (CR 1.8.8).
        #[serde(default, skip_serializing_if = "is_none")]
        damage: u8,
    },
    /// The keyword with a cost: the unit may be played as an upgrade for it (CR 7.5.17). It stands
    /// on the unit's upgrade side.
    Piloting {
        /// Instead of the printed cost.
        cost: u8,
        /// Instead of the printed icons.
        #[serde(default)]
        aspects: Vec<Aspect>,
    },
    /// The keyword with a number: while the card is played, its player may defeat up to so many
    /// friendly units, and it costs 2 less for each (CR 7.5.16).
    Exploit(u8),
    /// "While playing this card, you may …": its player gives up any number of such cards, and it costs
    /// so much less for each (CR 6.2.3).
    Offering(Offering),
    /// A card of your hand that fits may be discarded instead of paying this card's printed cost,
    /// with all that is added to it.
    DiscardInstead(Filter),
    /// Damage that would be dealt to the attached unit is prevented and this token defeated
    /// instead (CR 3.7.6).
    Shield,
    /// This unit enters play ready, or others that enter it in some way do.
    EntersReady {
        /// The units that enter ready; this one, however it enters, when left out.
        #[serde(default, skip_serializing_if = "Entering::is_this")]
        of: Entering,
        /// The condition under which they do; always when left out.
        #[serde(default, rename = "while")]
        condition: Option<Condition>,
    },
    /// This unit may enter play as a copy of a unit in play: what is printed on that one counts as
    /// printed on it until it leaves play (CR 8.5.1).
    EntersAs {
        /// The units in play of which one is copied.
        copy: Filter,
        /// The grants that the copy has besides what is printed on that unit.
        except: Vec<Grant>,
    },
    /// One more Pilot may be played or deployed on this unit than without it (CR 3.6.3C).
    MorePilots,
    /// There is one more regroup phase in each round, after the first.
    MoreRegroups,
    /// Its controller may look at the top card of their deck at any time.
    SeesTop,
    /// Of a base: its player draws so many more cards in their starting hand, or fewer, and again by a
    /// mulligan (CR 5.2.1D).
    StartingHand {
        /// The number of cards beyond those of any other base; below 0 for fewer.
        more: i8,
        /// They cannot take a mulligan.
        #[serde(default)]
        no_mulligan: bool,
    },
    /// "While paying costs, you pay half as many resources, rounded up."
    HalfCosts,
    /// Units that fit may be exhausted to pay costs as though they were resources.
    PayWith(Filter),
    /// The Credit tokens of that player lose all abilities: nothing is paid with them.
    VoidCredits(Who),
    /// Nothing prevents the damage that friendly cards with this trait deal (CR 1.9.13).
    Unpreventable(Trait),
    /// "If you would search a number of cards from your deck, search twice that number of cards
    /// instead."
    DoubleSearch,
    /// A constant ability in several parts: each of these gives something on a condition of its own.
    Parts(Vec<Ability>),
}

/// Cards that are given up while another is played, for which it costs less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offering {
    /// The cards that may be given up, and how.
    pub of: Offered,
    /// The resources that it costs less for each of them.
    pub less: u8,
}

/// The cards of a player that may be given up while another is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Offered {
    /// Friendly units: so much damage is dealt to each.
    Damaged(u8),
    /// Ready resources, which are defeated.
    ReadyResources,
}

/// A change of cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostChange {
    /// So many resources more are to be paid for it.
    More(u8),
    /// Costs less, never below 0 (CR 1.8.4).
    Less(u8),
    /// Aspect penalties do not apply (CR 8.10.2).
    IgnoreAspects,
    /// The penalty for one icon of these aspects does not apply.
    IgnoreAspect(AspectSet),
    /// They cannot be played at all, for whatever they would cost.
    Forbidden,
    /// An additional cost: their player deals so much damage to their own base (CR 1.8.8). It is
    /// paid also for what is played for free (CR 1.8.5).
    Damage(u8),
}

impl CostChange {
    /// So many times as much.
    #[must_use]
    pub fn times(self, times: i16) -> Self {
        let many = |n: u8| u8::try_from(i16::from(n).saturating_mul(times)).unwrap_or(u8::MAX);
        match self {
            Self::More(n) => Self::More(many(n)),
            Self::Less(n) => Self::Less(many(n)),
            Self::Damage(n) => Self::Damage(many(n)),
            other => other,
        }
    }
}

/// A part of the game in which something is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Span {
    /// The action phase or the regroup phase that is under way.
    Phase,
    /// The round that is under way, both of its phases.
    Round,
}

/// The bold names by which cards mention triggered abilities (CR 7.6.13 to 7.6.15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// "When Played": it triggers on its own card being played, by Smuggle too.
    WhenPlayed,
    /// "When Defeated": it triggers on its own card being defeated.
    WhenDefeated,
    /// "On Attack": it triggers on its own unit's attack.
    OnAttack,
    /// The keyword Bounty (CR 7.5.13).
    Bounty,
}

impl Timing {
    /// All timings, in order of their bits.
    pub const ALL: [Self; 4] = [Self::WhenPlayed, Self::WhenDefeated, Self::OnAttack, Self::Bounty];

    /// Tells whether an ability is one of these; with several triggering conditions it is each of them
    /// (CR 7.6.2).
    #[must_use]
    pub fn is(self, ability: &Ability) -> bool {
        let when = match ability {
            Ability::Triggered { when, .. } => when,
            Ability::Bounty { .. } => return self == Self::Bounty,
            _ => return false,
        };
        when.iter().any(|event| {
            let so = match event {
                Event::Played(_) | Event::Smuggled(_) => Self::WhenPlayed,
                Event::Defeated(_) => Self::WhenDefeated,
                Event::Attacks(_) => Self::OnAttack,
                _ => return false,
            };
            so == self && event.is_about_itself()
        })
    }

    /// A bit for it.
    #[must_use]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// All that an ability is, one bit each.
    #[must_use]
    pub fn all_of(ability: &Ability) -> u16 {
        let is = Self::ALL.into_iter().filter(|timing| timing.is(ability));
        is.fold(0, |bits, timing| bits | timing.bit())
    }

    /// Its name in bold.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WhenPlayed => "When Played",
            Self::WhenDefeated => "When Defeated",
            Self::OnAttack => "On Attack",
            Self::Bounty => "Bounty",
        }
    }
}

/// Units that enter play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entering {
    /// The one the ability is on, however it enters.
    #[default]
    This,
    /// Token units that you create.
    Created,
    /// Friendly units that are rescued.
    Rescued,
    /// All friendly units, this one too, however they enter.
    Friendly,
}

impl Entering {
    const fn is_this(&self) -> bool {
        matches!(self, Self::This)
    }
}

/// A limit to the number of times that an ability may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// Once in each round.
    Round,
    /// Once each phase, of a triggered ability that is printed: actions are those of one phase anyway.
    Phase,
    /// So many times each game, of a leader's or a base's action.
    Game(u8),
}

/// The card that an event or a replacement is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Subject {
    /// The card the ability is on.
    This,
    /// The unit this upgrade is attached to.
    Attached,
    /// The card that a choice has bound (register `It`), in a replacement that lasts.
    It,
    /// Any card that fits.
    Any(Filter),
}

/// Something that an enemy card ability can do to a card, and that a grant can protect it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Harm {
    /// It is dealt damage.
    Damage,
    /// It is defeated by the ability.
    Defeat,
    /// It is captured, by a unit or a base (CR 8.33).
    Capture,
    /// It is exhausted by the ability.
    Exhaust,
    /// It is returned to its owner's hand.
    ToHand,
    /// Another player takes control of it.
    TakeControl,
}

/// A timing point of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Window {
    /// The start of the action phase (CR 5.4.1A).
    ActionPhase,
    /// The start of the regroup phase (CR 5.5.1A).
    RegroupPhase,
    /// The step of the regroup phase in which cards are readied (CR 5.5.1D).
    ReadyCards,
    /// The start of the first action phase of the game.
    FirstActionPhase,
}

impl Ability {
    /// The cost of Piloting in resources and the aspect icons beside it; `None` for other abilities.
    #[must_use]
    pub fn piloting(&self) -> Option<(u8, &[Aspect])> {
        match self {
            Self::Piloting { cost, aspects } => Some((*cost, aspects)),
            _ => None,
        }
    }
    /// Tells whether it deploys its leader, when it is used or triggers.
    #[must_use]
    pub fn deploys(&self) -> bool {
        fn deploy(steps: &[Step]) -> bool {
            steps.iter().any(|step| match step {
                Step::Deploy(_) => true,
                Step::If(branch) => deploy(&branch.1),
                Step::May(may) => deploy(&may.0),
                _ => false,
            })
        }
        matches!(self, Self::Action { steps, .. } | Self::Triggered { steps, .. } if deploy(steps))
    }
    /// Tells whether it is an action ability without a cost: using it changes nothing but what its
    /// steps change. One that plays a card needs one to play, however often it can be used.
    #[must_use]
    pub fn is_free(&self) -> bool {
        let Self::Action { cost, epic: false, limit, steps, .. } = self else { return false };
        cost.is_empty() && (limit.is_none() || matches!(steps.first(), Some(Step::Play(_))))
    }

    /// The attacks that an action may begin with, if it begins with nothing else.
    pub(crate) fn first_attacks(&self) -> Vec<&AttackStep> {
        let Self::Action { steps, .. } = self else { return Vec::new() };
        fn first(steps: &[Step]) -> Option<&AttackStep> {
            match steps.first() {
                Some(Step::Attack(Attack(attack))) if !attack.may => Some(attack),
                _ => None,
            }
        }
        match steps.first() {
            Some(Step::Modes(modes)) if modes.by == Who::You => {
                let all: Option<Vec<_>> = modes.of.iter().map(|mode| first(&mode.steps)).collect();
                all.unwrap_or_default()
            }
            _ => first(steps).into_iter().collect(),
        }
    }

    /// Tells whether it is a Coordinate ability (CR 7.5.15): a constant one on that condition.
    #[must_use]
    pub fn coordinates(&self) -> bool {
        let Self::Constant { condition: Some(condition), .. } = self else { return false };
        condition.coordinates()
    }

    /// Tells whether the condition, the cards it applies to or an ability that it grants depends on
    /// what constant abilities work out, such as power. Always false of other than constant
    /// abilities.
    pub(crate) fn reads_computed(&self) -> bool {
        let Self::Constant { condition, on, grant } = self else { return false };
        let gained =
            |grant: &Grant| matches!(grant, Grant::Ability(gained) if gained.0.reads_computed());
        condition.as_ref().is_some_and(|condition| condition.word().reads_computed())
            || matches!(on, Whom::Each(filter) if filter.reads_computed())
            || grant.iter().any(gained)
    }

    /// The abilities that it is made of: its parts, or just itself.
    #[must_use]
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Parts(parts) => parts,
            _ => core::slice::from_ref(self),
        }
    }

    /// The events that it triggers on, any of them; none for abilities that never trigger.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        // CR 7.5.13A.
        static BOUNTY: [Event; 2] =
            [Event::Defeated(Defeated(Subject::This)), Event::Captured(Captured(Subject::This))];
        match self {
            Self::Triggered { when, .. } => when,
            Self::Bounty { .. } => &BOUNTY,
            _ => &[],
        }
    }
}

fn this() -> Whom {
    Whom::This
}

fn you() -> Who {
    Who::You
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_none(number: &u8) -> bool {
    *number == 0
}

//! What an ability does, step by step.

use serde::{Deserialize, Serialize};

use super::condition::one;
use super::{Condition, Criteria, Event, Filter, Grant, Measure, Place, Replacement, Who, Whom};

/// A place that a choice binds its cards to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Register {
    /// The usual one.
    #[default]
    It,
    /// A second one.
    Other,
    /// A third one.
    Third,
}

/// How many are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// Exactly one, if there is one.
    #[default]
    One,
    /// Exactly this many, or as many as there are.
    Exactly(u8),
    /// From none to this many (CR 8.30).
    UpTo(u8),
    /// Any number, none included.
    Any,
}

/// A choice of cards, one at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Who chooses; you, when left out.
    #[serde(default = "you")]
    pub by: Who,
    /// From which cards.
    #[serde(default)]
    pub what: Filter,
    /// How many.
    #[serde(default)]
    pub count: Count,
    /// "You may": declining is offered.
    #[serde(default)]
    pub may: bool,
    /// Where they are bound; what was bound there before is forgotten.
    #[serde(default, rename = "as")]
    pub register: Register,
    /// What was bound there before is kept beside them.
    #[serde(default)]
    pub more: bool,
}

/// A token that units are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Token {
    /// +1/+1 (CR 3.7.5).
    Experience,
    /// Prevents damage once (CR 3.7.6).
    Shield,
}

/// How long a lasting effect lasts (CR 7.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Until {
    /// "For this attack": ends when the attack is completed (seed; rules edition K3).
    Attack,
    /// "For this phase".
    Phase,
    /// "For this round".
    Round,
}

/// What is paid for a card played by an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Payment {
    /// Its cost with all modifiers.
    #[default]
    Cost,
    /// That much less.
    Less(u8),
    /// Nothing (CR 1.8.5).
    Free,
}

/// "Attack with a unit", modified (CR 7.1.6C).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttackStep {
    /// Which units may attack (always friendly ones). The attacker is bound as `It`.
    #[serde(default)]
    pub with: Filter,
    /// Only this unit, instead of a choice.
    #[serde(default)]
    pub unit: Option<Whom>,
    /// "You may attack".
    #[serde(default)]
    pub may: bool,
    /// "Even if it's exhausted".
    #[serde(default)]
    pub even_exhausted: bool,
    /// It cannot attack bases for this attack.
    #[serde(default)]
    pub no_bases: bool,
    /// What the attacker gets for this attack.
    #[serde(default)]
    pub grant: Vec<Grant>,
    /// What it gets besides if the condition holds for it (it is `It`).
    #[serde(default)]
    pub grant_if: Option<(Condition, Vec<Grant>)>,
    /// What it gets besides if it is a unit that it attacks.
    #[serde(default)]
    pub grant_against_unit: Vec<Grant>,
    /// What the defending unit gets for this attack.
    #[serde(default)]
    pub grant_defender: Vec<Grant>,
    /// Where the attacker is bound.
    #[serde(default, rename = "as")]
    pub register: Register,
}

/// "Play a card", modified (CR 7.1.6B). The card is bound as `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayStep {
    /// Which cards; `place` says from where. Hidden places can always be declined (CR 1.17.4).
    pub what: Filter,
    /// Only this card, whoever owns it, instead of a choice among one's own.
    #[serde(default)]
    pub card: Option<Whom>,
    /// Another place from which they may be played.
    #[serde(default)]
    pub or_from: Option<Place>,
    /// What it costs.
    #[serde(default)]
    pub pay: Payment,
    /// What cards that fit cost instead.
    #[serde(default)]
    pub pay_if: Option<(Filter, Payment)>,
    /// A unit enters play ready.
    #[serde(default)]
    pub ready: bool,
    /// What a unit gets for this phase.
    #[serde(default)]
    pub grant: Vec<Grant>,
    /// "You may play".
    #[serde(default)]
    pub may: bool,
}

/// What happens to the cards a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchThen {
    /// Reveal (unless any card would do) and draw them.
    Draw,
    /// Play each of them for free, one after another.
    PlayFree,
}

/// "Search the top N cards of your deck" (CR 8.26).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchStep {
    /// How many cards from the top; the whole deck (then shuffled) when left out.
    #[serde(default)]
    pub top: Option<u8>,
    /// Which cards may be chosen.
    #[serde(default)]
    pub what: Filter,
    /// How many at most.
    #[serde(default = "one")]
    pub up_to: u8,
    /// Their combined cost at most.
    #[serde(default)]
    pub combined_cost: Option<u8>,
    /// What happens to them.
    pub then: SearchThen,
}

/// One of several options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mode {
    /// What it does.
    pub steps: Vec<Step>,
}

/// One step. Steps after a choice that found nothing do nothing to what was not bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// Choose cards.
    Choose(Choice),
    /// Choose an arena (for [`ArenaOf::Chosen`](super::ArenaOf::Chosen)).
    ChooseArena,
    /// Name a card: any title of the library (CR 8.17.1), kept for `chosen_name`.
    NameCard,
    /// "You may": yes or no, then the steps.
    May(Vec<Self>),
    /// The steps if the condition holds, otherwise the others.
    If(Condition, Vec<Self>, #[serde(default)] Vec<Self>),
    /// Choose `choose × per` different options, each after the last has resolved (CR 8.4.4).
    Modes {
        /// Who chooses.
        #[serde(default = "you")]
        by: Who,
        /// How many.
        #[serde(default = "one")]
        choose: u8,
        /// Multiplied by this, as it is before the first is chosen.
        #[serde(default)]
        per: Measure,
        /// From these.
        of: Vec<Mode>,
    },
    /// The steps for each player, one after the other: you choose with whom it begins, since what
    /// is done cannot be done at the same time (CR 7.1.4). They are `They` in it.
    EachPlayer(Vec<Self>),
    /// Damage, `amount × per + plus`, to all of them at once.
    Damage {
        /// To these.
        to: Vec<Whom>,
        /// Points.
        #[serde(default = "one")]
        amount: u8,
        /// Multiplied by this.
        #[serde(default)]
        per: Measure,
        /// And this much more.
        #[serde(default)]
        plus: u8,
        /// Which unit deals it ("a friendly unit deals"); this card when left out.
        #[serde(default)]
        by: Option<Whom>,
    },
    /// Damage divided as you choose among the cards that fit, all dealt at once (CR 8.4.5).
    Divide {
        /// Among these.
        among: Filter,
        /// Points.
        #[serde(default = "one")]
        amount: u8,
        /// Multiplied by this.
        #[serde(default)]
        per: Measure,
        /// Which unit deals it; this card when left out.
        #[serde(default)]
        by: Option<Whom>,
    },
    /// Heal, `amount × per`.
    Heal {
        /// These.
        on: Vec<Whom>,
        /// Points.
        #[serde(default = "one")]
        amount: u8,
        /// Multiplied by this.
        #[serde(default)]
        per: Measure,
    },
    /// Heal up to this much in total among the cards that fit, as you choose; the number healed
    /// is kept.
    HealUpTo {
        /// Among these.
        among: Filter,
        /// Points at most.
        amount: u8,
    },
    /// Defeat.
    Defeat(Vec<Whom>),
    /// A unit captures units (CR 8.33).
    Capture {
        /// These.
        what: Vec<Whom>,
        /// The unit that guards them from then on; this one when left out.
        #[serde(default = "this")]
        by: Whom,
    },
    /// You collect the bounties of a unit, also when it has left play (CR 7.5.13D): you may
    /// resolve each of them.
    Collect(Whom),
    /// Exhaust.
    Exhaust(Vec<Whom>),
    /// Ready.
    Ready(Vec<Whom>),
    /// Ready so many of a player's resources, or as many as are exhausted.
    ReadyResources(Who, Count),
    /// Exhaust this many of a player's resources, or as many as are ready.
    ExhaustResources(Who, u8),
    /// You pay this many resources; "if you do" follows.
    Pay(u8),
    /// You pay any number of resources; the number is kept.
    PayAny,
    /// Give tokens to each of them, `count × per`.
    Give {
        /// Which.
        token: Token,
        /// To these.
        to: Vec<Whom>,
        /// How many each.
        #[serde(default = "one")]
        count: u8,
        /// Multiplied by this.
        #[serde(default)]
        per: Measure,
    },
    /// The Force is with that player: they create their Force token, unless they have it
    /// (CR 8.37.1, 8.37.2).
    TheForce(Who),
    /// Draw cards.
    Draw(Who, u8),
    /// A player discards cards from hand; bound as `It`.
    Discard {
        /// From whose hand.
        who: Who,
        /// How many.
        #[serde(default = "one")]
        count: u8,
        /// Who picks them; the hand's owner when left out. Another player looks at the hand.
        #[serde(default)]
        by: Option<Who>,
        /// Which cards may be picked.
        #[serde(default)]
        what: Filter,
        /// At random instead.
        #[serde(default)]
        random: bool,
    },
    /// Discard a whole hand.
    DiscardHand(Who),
    /// Discard cards from the top of a deck, `count × per`; bound as `It`.
    DiscardDeck {
        /// Whose deck.
        who: Who,
        /// How many.
        #[serde(default = "one")]
        count: u8,
        /// Multiplied by this.
        #[serde(default)]
        per: Measure,
    },
    /// Discard these cards from where they are.
    DiscardCards(Vec<Whom>),
    /// Look at a player's hand.
    LookAtHand(Who),
    /// Look at the top card of your deck; bound as `It`.
    LookTop,
    /// Reveal these cards.
    Reveal(Whom),
    /// Look at the top cards of your deck, put any number on the bottom and the rest on top in
    /// any order.
    Arrange(u8),
    /// Draw these cards (from the deck, when they were looked at).
    DrawCards(Whom),
    /// Return to their owners' hands.
    ToHand(Vec<Whom>),
    /// Put on the bottom of their owner's deck in a random order.
    ToBottom(Vec<Whom>),
    /// Put into play as your resource.
    ToResources {
        /// These.
        what: Whom,
        /// Ready instead of exhausted.
        #[serde(default)]
        ready: bool,
    },
    /// Put the top card of your deck into play as a resource.
    ResourceTop {
        /// Ready instead of exhausted.
        #[serde(default)]
        ready: bool,
    },
    /// Take control (CR 8.27).
    TakeControl {
        /// Of these.
        what: Whom,
        /// Who takes it.
        #[serde(default = "you")]
        who: Who,
    },
    /// Attack with a unit.
    Attack(Box<AttackStep>),
    /// Play a card.
    Play(PlayStep),
    /// Search your deck.
    Search(SearchStep),
    /// Create a lasting effect on the cards in play now (CR 7.7.3D).
    Lasting {
        /// On these.
        on: Vec<Whom>,
        /// What they get.
        grant: Vec<Grant>,
        /// For how long.
        until: Until,
    },
    /// Create a lasting replacement effect, which remembers `It`.
    Replace {
        /// What would happen, and what happens instead.
        effect: Replacement,
        /// For how long.
        until: Until,
    },
    /// Use an action ability of a card that fits, its cost paid (CR 6.4.0).
    UseAction(Filter),
    /// Create a lasting effect: the next card you play this phase that fits costs less.
    NextCostsLess {
        /// Which card; only what is printed on a card counts.
        what: Filter,
        /// How much less.
        less: u8,
    },
    /// You take one more action after this one.
    ExtraAction,
    /// Create a delayed effect that remembers `It` (CR 7.7.4).
    Delayed {
        /// The timing point or the event whose next occurrence it waits for: it comes after
        /// lasting effects that end then, and before what triggers then.
        at: Event,
        /// For how long it waits for an event at most.
        #[serde(default)]
        until: Option<Until>,
        /// What happens then, to the card that the event happened to as `Subject`.
        steps: Vec<Self>,
    },
}

impl PlayStep {
    /// Whether the card may come from there.
    #[must_use]
    pub fn looks_in(&self, place: Place) -> bool {
        self.what.place == place || self.or_from == Some(place)
    }
}

impl Choice {
    /// Something is asked of cards that the other player cannot see: such a choice may always
    /// find nothing. Where any card will do, they see that there is one (CR 1.17.4).
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        let Criteria { place, side, .. } = *self.what;
        place == Place::Hand && *self.what != Criteria { place, side, ..Criteria::default() }
    }
}

fn you() -> Who {
    Who::You
}

fn this() -> Whom {
    Whom::This
}

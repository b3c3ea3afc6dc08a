//! Changes to the state, first proposed, then committed as facts.

use cardmill_kernel::card::{Ref, Seat};
use serde::{Deserialize, Serialize};

use crate::board::CommitNumber;
use crate::card::Zone;
use crate::vocabulary::{Arena, Harm, Payment, Token, TokenUnit, Window};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// A player draws the top card of their deck, or the one named; from an empty deck, 3 damage to
    /// their base instead (CR 8.6.1).
    Draw,
    /// A card goes to its owner's discard pile from a zone out of play.
    Discard,
    /// A card goes to its owner's hand.
    ToHand,
    /// A card goes to the bottom of its owner's deck.
    ToBottom,
    /// A card goes to the top of its owner's deck.
    ToTop,
    /// A card that a search found is set aside until it is played.
    SetAside,
    /// A card becomes a resource of `seat`; `ready` says how.
    ToResources,
    /// A unit is played: it enters its arena under `seat`; `ready` says how.
    PlayUnit,
    /// An upgrade is played onto `other`.
    PlayUpgrade,
    /// An event is played: it goes to its owner's discard pile.
    PlayEvent,
    /// A leader is deployed: as a unit, or as an upgrade onto `other`.
    Deploy,
    /// A card in play is defeated.
    Defeat,
    /// `other` captures a unit (CR 8.33.1).
    Capture,
    /// A captured unit is rescued: back into play (CR 8.33.3).
    Rescue,
    /// Damage.
    Damage,
    /// Damage is healed.
    Heal,
    /// A card is exhausted.
    Exhaust,
    /// A card is readied.
    Ready,
    /// A player exhausts resources to pay.
    Spend,
    /// A player's resources are exhausted by an effect.
    ExhaustResources,
    /// A player's resources are readied.
    ReadyResources,
    /// A unit is given a token.
    Give(Token),
    /// `seat` creates a token unit.
    Create(TokenUnit),
    /// `seat` creates their Force token, unless they have it.
    TheForce,
    /// `seat` takes control of a unit.
    TakeControl,
    /// A card's once-each-round ability is used; with an amount, one that can be used so often each
    /// game.
    UseAbility,
    /// A card's Epic Action is used up.
    UseEpic,
    /// A unit begins to attack `other`.
    BeginAttack,
    /// The attack is completed.
    CompleteAttack,
    /// What lasted for the innermost attack ends, and "while attacking".
    AttackIsOver,
    /// `seat` takes the initiative.
    TakeInitiative,
    /// `seat` passes.
    Pass,
    /// A phase (or a step of it) starts.
    Start(Window),
    /// The round or the phase ends: lasting effects expire together.
    Expire(crate::vocabulary::Until),
    /// A lasting effect on `subject`: the list of grants `number`.
    Last(crate::vocabulary::Until),
    /// A lasting replacement effect: the replacement `number`.
    Replace,
    /// The replacement on `source` changed what happens to `subject`, or to `seat`.
    Replaced,
    /// A discount on a later card: the step `number`.
    Discount,
    /// A delayed effect: the delay `number`.
    Delay,
    /// The delayed effect `number` is used up.
    Spent,
    /// A player shuffles their deck.
    Shuffle,
    /// A player takes a mulligan; `amount` is how many cards they draw, if not as many as usual.
    Mulligan,
    /// A card is looked at by `seat`.
    Look,
    /// A card is revealed to both players.
    Reveal,
    /// `seat` takes one more action after this one.
    ExtraAction,
    /// A player defeats Credit tokens, to pay or because an effect says so.
    DefeatCredits,
    /// A player creates Credit tokens.
    CreateCredits,
    /// A card in play is attached to `other`, a unit as an upgrade; of the fact, `source` is the unit
    /// it was on.
    Attach,
    /// Something for a later card: the step `number`.
    Promise,
    /// An attack ends with its combat damage: what says so triggers (CR 7.6.16A). `other` and `source`
    /// are the units that defended, if any did.
    EndAttack,
    /// A card in play moves to an arena as a unit (CR 8.36.1); of the fact, `source` is the unit it
    /// was attached to.
    Move(Arena),
    /// `seat` loses the game.
    Lose,
    /// `seat` has used a triggered ability of `subject`: the program `amount`, which is called by the
    /// bits of `number`.
    Use,
    /// `seat` may play a card from where it is, for this payment, until the phase ends.
    Allow(Payment),
    /// A card that is not in play, or a leader in its base zone, enters play attached to `other`,
    /// without being played or deployed.
    EnterAttached,
    /// An attack is over, with all that it triggered.
    FinishAttack,
    /// A lasting change of what cards cost: the step `number`.
    ChangeCosts,
    /// `seat` takes control of a Credit token of the other player.
    TakeCredit,
    /// `seat` exhausts a unit to pay a cost, in place of a resource.
    PayWith,
    /// The next action of the unit's controller must be an attack with it.
    Compel,
    /// A lasting effect on whatever fits at any time: the one `number`.
    Endure,
    /// `seat` may play the next copy of `subject` for free this phase.
    FreeCopy,
    /// A leader in its base zone is turned over to its other leader side.
    Flip,
}

/// A change that is proposed; when it is committed, a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// What is done.
    pub verb: Verb,
    /// To which card.
    pub subject: Ref,
    /// A second card: what is attacked or attached to.
    pub other: Ref,
    /// The card that does it.
    pub source: Ref,
    /// Whose doing it is, or whom it is done to when there is no card.
    pub seat: Seat,
    /// How much; of a card that is played, the resources paid. For a fact, how much really happened.
    pub amount: i16,
    /// An index of the catalogue; [`SMUGGLED`](Self::SMUGGLED) or [`PLOTTED`](Self::PLOTTED) where a
    /// card is played using that keyword; of an attack, 1 if it is made using Ambush; of the fact that a card was drawn, 0 for the first of those that were drawn at once; of
    /// damage, [`UNPREVENTABLE`](Self::UNPREVENTABLE) or 0; of a defeat without remaining HP, who is
    /// responsible for it, counted from 1, or [`NOBODY`](Self::NOBODY).
    pub number: u16,
    /// Combat damage (CR 1.9.10).
    pub combat: bool,
    /// Enters ready.
    pub ready: bool,
    /// Only the excess of the proposal before it, fixed when that has met its replacements (CR
    /// 6.3.5D).
    pub excess: bool,
    /// A replacement prevented it.
    pub prevented: bool,
    /// Nothing prevents it (CR 8.35.2).
    pub indirect: bool,
}

impl Proposal {
    /// The number of a card that is played using Smuggle; otherwise it is 0.
    pub const SMUGGLED: u16 = 1;
    /// The number of a card that is played using Plot.
    pub const PLOTTED: u16 = 2;
    /// The number of a Force token that is defeated otherwise than by using the Force (CR 8.37.4).
    pub const UNUSED: u16 = 1;

    /// The number of a card that a search puts among the resources.
    pub const SEARCHED: u16 = 1;
    /// The number of damage that nothing prevents (CR 1.9.13).
    pub const UNPREVENTABLE: u16 = 1;
    /// The number of a defeat for which no player is responsible (CR 1.18.1C).
    pub const NOBODY: u16 = 3;

    /// A proposal about a card.
    #[must_use]
    pub const fn new(verb: Verb, subject: Ref, seat: Seat) -> Self {
        Self {
            verb,
            subject,
            other: Ref::NONE,
            source: Ref::NONE,
            seat,
            amount: 0,
            number: 0,
            combat: false,
            ready: false,
            excess: false,
            prevented: false,
            indirect: false,
        }
    }
    /// Whether this is no damage that nothing prevents (CR 1.9.13, 8.35.2).
    #[must_use]
    pub const fn is_preventable(&self) -> bool {
        let damage = matches!(self.verb, Verb::Damage);
        !(self.indirect || damage && self.number == Self::UNPREVENTABLE)
    }
    /// Who is responsible for a defeat (CR 1.18.1).
    #[must_use]
    pub fn responsible(&self) -> Option<Seat> {
        match self.number {
            0 => Some(self.seat),
            Self::NOBODY => None,
            seat => Seat::try_from(seat - 1).ok(),
        }
    }
    /// What it does to a card that enemy card abilities may not do.
    #[must_use]
    pub const fn harm(&self) -> Option<Harm> {
        match self.verb {
            Verb::Damage if !self.combat && self.is_preventable() => Some(Harm::Damage),
            Verb::Defeat => Some(Harm::Defeat),
            Verb::Capture => Some(Harm::Capture),
            Verb::Exhaust => Some(Harm::Exhaust),
            Verb::ToHand => Some(Harm::ToHand),
            Verb::TakeControl => Some(Harm::TakeControl),
            _ => None,
        }
    }
    /// With an amount.
    #[must_use]
    pub const fn amount(self, amount: i16) -> Self {
        Self { amount, ..self }
    }
    /// With the card that does it.
    #[must_use]
    pub const fn by(self, source: Ref) -> Self {
        Self { source, ..self }
    }
    /// With a second card.
    #[must_use]
    pub const fn onto(self, other: Ref) -> Self {
        Self { other, ..self }
    }
    /// With an index.
    #[must_use]
    pub const fn number(self, number: u16) -> Self {
        Self { number, ..self }
    }
    /// As indirect damage.
    #[must_use]
    pub const fn indirect(self) -> Self {
        Self { indirect: true, ..self }
    }
    /// Entering ready.
    #[must_use]
    pub const fn ready(self, ready: bool) -> Self {
        Self { ready, ..self }
    }
}

/// A proposal that was committed, on its way to the triggered abilities.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// The number of the commit.
    pub commit: CommitNumber,
    /// What happened. `subject` of a card that changed zones is what it was before.
    pub what: Proposal,
    /// Where a card was that was discarded, or among what is its player's when it was played.
    pub from: Option<Zone>,
}

//! Changes to the state, first proposed, then committed as facts.

use cardmill_kernel::card::{Ref, Seat};
use serde::{Deserialize, Serialize};

use crate::board::CommitNumber;
use crate::card::Zone;
use crate::seats::SEATS;
use crate::vocabulary::{Arena, Harm, Payment, Token, TokenUnit, Window};

/// A kind of change.
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
    /// Damage is dealt: `amount` points to `subject`.
    Damage,
    /// Damage is healed: `amount` points from `subject`.
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
    /// "While attacking" ends, as does all that lasted for the innermost attack.
    AttackIsOver,
    /// `seat` takes the initiative.
    TakeInitiative,
    /// `seat` passes the action (CR 1.15).
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
    /// An attack ends with its combat damage: abilities that say so trigger (CR 7.6.16A). `other`
    /// and `source` are the units that defended, if any did.
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
    /// `seat` is eliminated (CR 11.3); `number` is the player responsible, as of a defeat.
    Eliminate,
    /// A game of Twin Suns ends with its phase (CR 12.7).
    End,
    /// `seat` takes the blast counter (CR 12.5).
    TakeBlast,
    /// `seat` takes the plan counter (CR 12.5).
    TakePlan,
}

/// A change that is proposed; when it is committed, a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// The kind of change.
    pub verb: Verb,
    /// The card it is done to; `Ref::NONE` if it is done to no card.
    pub subject: Ref,
    /// A second card: what is attacked or attached to.
    pub other: Ref,
    /// The card that does it.
    pub source: Ref,
    /// The player whose doing it is, or to whom it is done if there is no card.
    pub seat: Seat,
    /// An amount, such as points of damage; of a card that is played, the resources paid. For a
    /// fact, the amount that really happened.
    pub amount: i16,
    /// An index of the catalogue; [`SMUGGLED`](Self::SMUGGLED) or [`PLOTTED`](Self::PLOTTED) where
    /// a card is played using that keyword; of an attack, 1 if it is made using Ambush; of the fact
    /// that a card was drawn, 0 for the first of those that were drawn at once; of damage,
    /// [`UNPREVENTABLE`](Self::UNPREVENTABLE) or 0; of a defeat without remaining HP, the player
    /// responsible for it, counted from 1, or [`NOBODY`](Self::NOBODY).
    pub number: u16,
    /// The damage is combat damage (CR 1.9.10).
    pub combat: bool,
    /// The card enters play ready, or becomes a ready resource.
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
    pub const NOBODY: u16 = SEATS as u16 + 1;

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
    /// Returns `false` for damage that nothing prevents (CR 1.9.13, 8.35.2).
    #[must_use]
    pub const fn is_preventable(&self) -> bool {
        let damage = matches!(self.verb, Verb::Damage);
        !(self.indirect || damage && self.number == Self::UNPREVENTABLE)
    }
    /// The player responsible for a defeat (CR 1.18.1); `None` if nobody is.
    #[must_use]
    pub fn responsible(&self) -> Option<Seat> {
        match self.number {
            0 => Some(self.seat),
            Self::NOBODY => None,
            seat => Seat::try_from(seat - 1).ok(),
        }
    }
    /// The kind of harm it does to a card, from which a card may be protected; `None` if it does
    /// none.
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
    /// Sets the field `amount`.
    #[must_use]
    pub const fn amount(self, amount: i16) -> Self {
        Self { amount, ..self }
    }
    /// Sets the card that does it.
    #[must_use]
    pub const fn by(self, source: Ref) -> Self {
        Self { source, ..self }
    }
    /// Sets the second card: the one attached to or attacked.
    #[must_use]
    pub const fn onto(self, other: Ref) -> Self {
        Self { other, ..self }
    }
    /// Sets the field `number`.
    #[must_use]
    pub const fn number(self, number: u16) -> Self {
        Self { number, ..self }
    }
    /// Makes it indirect damage (CR 8.35).
    #[must_use]
    pub const fn indirect(self) -> Self {
        Self { indirect: true, ..self }
    }
    /// Sets whether the card enters ready.
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
    /// The change that happened. `subject` of a card that changed zones is the reference it had
    /// before.
    pub what: Proposal,
    /// The zone that a discarded, looked at or revealed card was in, or that a card was played from
    /// if it was among its player's own; `None` for other facts.
    pub from: Option<Zone>,
}

//! Changes to the state, first proposed, then committed as facts.

use cardmill_kernel::card::{Ref, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Phase, Pool};
use crate::piece::{Place, PlanetId, SystemId};
use crate::vocabulary::{Event, Gain, Modifier, Sort, UnitType, Until};

/// The roll or the ability by which hits were produced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hits {
    /// By combat rolls in space.
    #[default]
    SpaceCombat,
    /// By a Space Cannon roll against ships.
    SpaceCannon,
    /// By Anti-Fighter Barrage.
    Barrage,
    /// By an ability, against ships.
    Ability,
    /// By combat rolls on a planet.
    GroundCombat,
    /// By a Space Cannon roll against ground forces.
    CannonDefense,
    /// By a Bombardment roll.
    Bombardment,
}

/// The kind of change that a proposal makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// A phase begins.
    BeginPhase(Phase),
    /// A player chooses a strategy card.
    ChooseStrategy,
    /// A trade good goes onto a strategy card that nobody chose.
    Bonus,
    /// A turn starts.
    StartTurn,
    /// A turn ends.
    EndTurn,
    /// A player passes.
    Pass,
    /// A system is activated: a command token goes there.
    Activate,
    /// Ships start to move.
    StartMovement,
    /// The tactical action is over.
    EndTactical,
    /// A die is rolled; from this on it is a hit. The amount of the fact is the result.
    Roll(u8),
    /// A figure moves to a place.
    Move(Place),
    /// A round of combat starts.
    StartRound,
    /// A round of combat ends.
    EndRound,
    /// The combat is over.
    EndCombat,
    /// A retreat is announced.
    AnnounceRetreat,
    /// The invasion starts.
    StartInvasion,
    /// A player is about to assign hits.
    AssignHits(Hits),
    /// A unit uses Sustain Damage.
    Sustain,
    /// A unit is destroyed.
    Destroy,
    /// A unit is removed, not destroyed (LRR 31.2).
    Remove,
    /// A unit is repaired.
    Repair,
    /// A figure of a type is placed.
    Place(UnitType, Place),
    /// A player gains control of a planet.
    GainControl,
    /// A planet is exhausted.
    ExhaustPlanet,
    /// A planet is readied.
    ReadyPlanet,
    /// A planet is explored.
    Explore,
    /// A sleeper is placed on a planet; the amount says which of the tokens.
    PlaceSleeper,
    /// A sleeper leaves a planet.
    RemoveSleeper,
    /// A Creuss wormhole token is moved.
    PlaceWormhole(crate::vocabulary::Wormhole),
    /// The custodians token is removed.
    RemoveCustodians,
    /// An action card is played.
    Play,
    /// The card that is being played is cancelled.
    Cancel,
    /// Hits that are about to be assigned are cancelled.
    CancelHits,
    /// A card moves.
    ToPlace(Place),
    /// A card is exhausted.
    Exhaust,
    /// A card is readied.
    Ready,
    /// A note is received.
    ReceiveNote,
    /// A transaction with the other player is resolved.
    Transact,
    /// An offer to another player was not accepted, or none was made.
    Rebuff,
    /// Something is gained.
    Gain(Gain),
    /// Something is lost.
    Lose(Gain),
    /// Commodities are replenished.
    Replenish,
    /// A command token is gained.
    GainToken(Pool),
    /// A command token is spent.
    SpendToken(Pool),
    /// A command token moves onto the board, or off it.
    Token(bool),
    /// An action card is drawn.
    DrawActionCard,
    /// A secret objective is drawn.
    DrawSecret,
    /// A secret objective goes back into its deck, which is shuffled (LRR 45.4).
    ReturnSecret,
    /// An objective is scored.
    Score,
    /// A public objective is revealed.
    RevealObjective,
    /// The speaker token moves.
    MakeSpeaker,
    /// The next secondary ability is free.
    FreeSecondary,
    /// A technology is gained.
    GainTechnology,
    /// A lasting effect begins.
    Last(Modifier, Until),
    /// An agenda is drawn.
    DrawAgenda,
    /// An agenda is revealed: it stands to be voted on.
    RevealAgenda,
    /// An agenda goes to the bottom of its deck.
    AgendaToBottom,
    /// The agenda is to be replaced.
    ReplaceAgenda,
    /// A player casts votes.
    Vote,
    /// A player cannot vote.
    Bar,
    /// A player predicts an outcome.
    Predict,
    /// The speaker has voted.
    SpeakerVotes,
    /// An outcome is resolved.
    Resolve,
    /// The agenda is done with.
    EndAgenda,
    /// The status phase ends.
    EndStatus,
    /// A player uses Space Cannon against another's ships.
    FireCannon,
    /// An infantry that was destroyed will come back.
    Revive,
    /// A player's planets of a sort will be exhausted when the next strategy phase starts.
    ExhaustLater(Sort),
    /// A player cannot vote in this agenda phase.
    BarForPhase,
    /// A player cannot vote on this agenda, play action cards or use faction abilities until it is
    /// resolved.
    Silence,
    /// A player is eliminated (LRR 33).
    Eliminate,
    /// A player has won.
    Win,
}

impl Verb {
    /// The event that abilities know it by.
    #[must_use]
    pub const fn event(self, on_planet: bool) -> Option<Event> {
        Some(match self {
            Self::BeginPhase(Phase::Strategy) => Event::StrategyStart,
            Self::ChooseStrategy => Event::ChooseStrategy,
            Self::StartTurn => Event::TurnStart,
            Self::EndTurn => Event::TurnEnd,
            Self::Activate => Event::Activate,
            Self::StartMovement => Event::MoveShips,
            Self::StartRound if on_planet => Event::GroundCombatRound,
            Self::StartRound => Event::SpaceCombatRound,
            Self::EndCombat if on_planet => Event::GroundCombatEnd,
            Self::EndStatus => Event::StatusEnd,
            Self::FireCannon => Event::FireCannon,
            Self::EndRound if !on_planet => Event::SpaceCombatRoundEnd,
            Self::AnnounceRetreat => Event::AnnounceRetreat,
            Self::StartInvasion => Event::Invasion,
            Self::AssignHits(_) => Event::AssignHits,
            Self::Sustain => Event::SustainDamage,
            Self::Destroy => Event::Destroy,
            Self::GainControl => Event::GainControl,
            Self::Explore => Event::Explore,
            Self::Play => Event::PlayActionCard,
            Self::ReceiveNote => Event::ReceiveNote,
            Self::Replenish => Event::Replenish,
            Self::Transact => Event::Transaction,
            Self::RevealAgenda => Event::RevealAgenda,
            Self::SpeakerVotes => Event::SpeakerVotes,
            Self::Resolve => Event::Outcome,
            _ => return None,
        })
    }
}

/// A change that is proposed; when it is committed, a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Proposal {
    /// The kind of change.
    pub verb: Verb,
    /// The player whose doing it is.
    pub seat: Seat,
    /// A second player, such as who produced the hits or gets something; of votes and agendas, the
    /// outcome.
    pub other: Seat,
    /// The card or figure it is about; none in many.
    pub subject: Ref,
    /// The system in which it happens, where that matters.
    pub system: Option<SystemId>,
    /// The planet on which it happens, where that matters.
    pub planet: Option<PlanetId>,
    /// The number of hits, goods or votes, or the result of a die.
    pub amount: i16,
    /// The number of the event; 0 before it is known.
    pub serial: u32,
    /// It was cancelled: nothing comes of it but the discard of a card that was played.
    pub prevented: bool,
}

impl Proposal {
    /// A proposal about a player.
    #[must_use]
    pub const fn new(verb: Verb, seat: Seat) -> Self {
        Self {
            verb,
            seat,
            other: seat,
            subject: Ref::NONE,
            system: None,
            planet: None,
            amount: 0,
            serial: 0,
            prevented: false,
        }
    }

    /// About a card or a figure.
    #[must_use]
    pub const fn of(self, subject: Ref) -> Self {
        Self { subject, ..self }
    }

    /// In a system.
    #[must_use]
    pub const fn in_system(self, system: SystemId) -> Self {
        Self { system: Some(system), ..self }
    }

    /// On a planet.
    #[must_use]
    pub const fn on(self, planet: PlanetId) -> Self {
        Self { planet: Some(planet), ..self }
    }

    /// With a second player.
    #[must_use]
    pub const fn with(self, other: Seat) -> Self {
        Self { other, ..self }
    }

    /// With an amount.
    #[must_use]
    pub const fn amount(self, amount: i16) -> Self {
        Self { amount, ..self }
    }

    /// The event that abilities know it by.
    #[must_use]
    pub const fn event(&self) -> Option<Event> {
        self.verb.event(self.planet.is_some())
    }
}

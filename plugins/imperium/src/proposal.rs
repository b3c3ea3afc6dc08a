//! Changes to the state, first proposed, then committed as facts.

use cardmill_kernel::card::{Ref, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Phase, Pool};
use crate::piece::{Place, PlanetId, SystemId};
use crate::vocabulary::{Event, Gain, Modifier, Sort, UnitType, Until};

/// The roll or the ability by which hits were produced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hits {
    /// Combat rolls in space.
    #[default]
    SpaceCombat,
    /// A Space Cannon roll against ships.
    SpaceCannon,
    /// Anti-Fighter Barrage rolls.
    Barrage,
    /// An ability, against ships.
    Ability,
    /// Combat rolls on a planet.
    GroundCombat,
    /// A Space Cannon roll against ground forces.
    CannonDefense,
    /// A Bombardment roll against ground forces.
    Bombardment,
}

/// The kind of change that a proposal makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verb {
    /// A phase begins; the strategy phase begins a round, too.
    BeginPhase(Phase),
    /// A player chooses a strategy card.
    ChooseStrategy,
    /// A trade good goes onto a strategy card that nobody chose.
    Bonus,
    /// A turn starts: its player is active from now on.
    StartTurn,
    /// A turn ends, whatever was done in it.
    EndTurn,
    /// A player passes for the rest of the action phase.
    Pass,
    /// A system is activated: a command token goes there.
    Activate,
    /// Ships start to move; the state stays as it is.
    StartMovement,
    /// The tactical action is over.
    EndTactical,
    /// A die is rolled; from this on it is a hit. The amount of the fact is the result.
    Roll(u8),
    /// A die of the last roll gets 1 more; the amount is its number among them, of the fact the new
    /// result.
    Raise,
    /// A figure moves to a place.
    Move(Place),
    /// A round of combat starts; the amount is its number.
    StartRound,
    /// A round of combat ends.
    EndRound,
    /// The combat is over, and with it what lasts for a round of combat.
    EndCombat,
    /// A retreat is announced for the end of the round.
    AnnounceRetreat,
    /// The invasion starts; the state stays as it is.
    StartInvasion,
    /// A player is about to assign hits, as many as the amount says, that another produced.
    AssignHits(Hits),
    /// A unit uses Sustain Damage and is damaged.
    Sustain,
    /// A unit is destroyed, if it is still on the board (LRR 31).
    Destroy,
    /// A unit is removed, not destroyed (LRR 31.2).
    Remove,
    /// A unit is repaired: it is damaged no longer.
    Repair,
    /// A figure of a type is placed, if there is one in the reinforcements; it is the subject of
    /// the fact.
    Place(UnitType, Place),
    /// A player gains control of a planet, which is exhausted (LRR 25.1).
    GainControl,
    /// The card of a planet is exhausted.
    ExhaustPlanet,
    /// The card of a planet is readied.
    ReadyPlanet,
    /// A planet is explored; the card drawn is the subject of the fact (LRR 35).
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
    /// Hits that are about to be assigned are cancelled, as many as the amount says.
    CancelHits,
    /// A card moves to a place, ready; the player holds it from now on, except in discard piles and
    /// in the middle.
    ToPlace(Place),
    /// A card is exhausted (LRR 34).
    Exhaust,
    /// A card is readied (LRR 34).
    Ready,
    /// A note is received: it goes to the player's hand.
    ReceiveNote,
    /// An action card is received from the other player.
    ReceiveCard,
    /// A transaction with the other player is resolved.
    Transact,
    /// An offer to another player was not accepted, or none was made.
    Rebuff,
    /// Goods or points are gained, as many as the amount says.
    Gain(Gain),
    /// Goods or points are lost, at most as many as there are.
    Lose(Gain),
    /// Commodities are replenished: as many as the faction's value (LRR 21.3).
    Replenish,
    /// A command token is gained from the reinforcements, if there is one.
    GainToken(Pool),
    /// A command token is spent from a pool, if there is one.
    SpendToken(Pool),
    /// A command token moves onto the board if `true`, or off it into the reinforcements.
    Token(bool),
    /// An action card is drawn.
    DrawActionCard,
    /// A secret objective is drawn.
    DrawSecret,
    /// A secret objective goes back into its deck, which is shuffled (LRR 45.4).
    ReturnSecret,
    /// An objective is scored, and its points are gained.
    Score,
    /// A public objective is revealed.
    RevealObjective,
    /// The speaker token moves to the other player.
    MakeSpeaker,
    /// The other player's next secondary ability is free; with an amount of 0 it no longer is.
    FreeSecondary,
    /// A technology is gained; the amount is its definition.
    GainTechnology,
    /// A technology of a faction of the other player's is copied by an assimilator, the subject; the
    /// amount is its definition.
    Assimilate,
    /// A ground force takes part in the space combat as if it were a ship.
    Muster,
    /// A lasting effect of the player begins.
    Last(Modifier, Until),
    /// Ships that start in a system move through systems with ships of others.
    PassShips,
    /// Ships have moved into the active system; the state stays as it is.
    ShipsArrive,
    /// Ground forces were committed to a planet; the state stays as it is.
    CommitForces,
    /// A player has made combat rolls; the state stays as it is.
    CombatRolls,
    /// A die of the last roll in a combat is rolled again; the amount is its number among them, of
    /// the fact the new result.
    Reroll,
    /// The space combat ends in a draw.
    Draw,
    /// Another strategy card is to be chosen than the one that is being taken.
    ChooseAnother,
    /// A player is about to return strategy cards; the state stays as it is.
    ReturnStrategy,
    /// A player keeps the strategy cards and chooses none in the next strategy phase.
    KeepStrategy,
    /// An action card of the other player's hand, drawn at random, goes to the player's hand.
    TakeCard,
    /// An agenda is drawn and lies open, without votes.
    DrawAgenda,
    /// An agenda is revealed: it stands to be voted on.
    RevealAgenda,
    /// An agenda goes to the bottom of its deck.
    AgendaToBottom,
    /// The agenda is to be replaced.
    ReplaceAgenda,
    /// A player casts votes, as many as the amount says, for an outcome.
    Vote,
    /// A player has voted; the state stays as it is.
    CastVotes,
    /// Another player is elected than the one whose election is being resolved.
    ElectInstead,
    /// A player cannot vote on this agenda.
    Bar,
    /// A player predicts an outcome.
    Predict,
    /// A prediction is over: the card that waited for it is discarded, an ability of a sheet stays.
    EndPrediction,
    /// The speaker has voted, last of all players.
    SpeakerVotes,
    /// An outcome of the agenda is resolved.
    Resolve,
    /// The agenda is done with.
    EndAgenda,
    /// The status phase ends; the state stays as it is.
    EndStatus,
    /// A player has resolved the primary or the secondary ability of the strategy card; the state
    /// stays as it is.
    EndStrategicAbility,
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
    /// A player has won, and the game is over.
    Win,
    /// A player has performed an action; the state stays as it is.
    EndAction,
    /// The strategy phase ends; the state stays as it is.
    EndStrategy,
    /// The players begin to vote; the state stays as it is.
    StartVoting,
    /// The outcome of the agenda is known before anybody votes.
    Elect,
    /// A law is voted on when the agenda is done with.
    VoteOn,
    /// The turn of the active player ends at once: nothing else follows in it.
    HaltTurn,
    /// The active player may perform another action in this turn.
    AnotherAction,
    /// A player has produced units with Production; the amount is the number of fighters among them.
    Produced,
    /// A use of Production ends; the swapped values of a planet are as before.
    EndProduction,
    /// A player has researched a technology; the amount is its definition. The state stays as it is.
    Researched,
    /// A random action card of a player is discarded.
    DiscardRandom,
    /// The planets of the players' choice have been exhausted.
    HaveExhausted,
    /// A player has the initiative number 0 in this round.
    TakeZero,
    /// The resources and the influence of a planet are swapped for a use of Production.
    SwapValues,
    /// A player has resolved a transaction with the other; the state stays as it is.
    Traded,
    /// A player's units are about to use Production; the state stays as it is.
    UseProduction,
}

impl Verb {
    /// The event that abilities know it by.
    #[must_use]
    pub const fn event(self, on_planet: bool) -> Option<Event> {
        Some(match self {
            Self::BeginPhase(Phase::Strategy) => Event::StrategyStart,
            Self::BeginPhase(Phase::Agenda) => Event::AgendaStart,
            Self::BeginPhase(Phase::Status) => Event::StatusStart,
            Self::EndStrategicAbility => Event::StrategicAbility,
            Self::EndRound if on_planet => Event::GroundCombatRoundEnd,
            Self::ChooseStrategy => Event::ChooseStrategy,
            Self::StartTurn => Event::TurnStart,
            Self::EndTurn => Event::TurnEnd,
            Self::Activate => Event::Activate,
            Self::StartMovement => Event::MoveShips,
            Self::StartRound if on_planet => Event::GroundCombatRound,
            Self::StartRound => Event::SpaceCombatRound,
            Self::EndCombat if on_planet => Event::GroundCombatEnd,
            Self::EndCombat => Event::SpaceCombatEnd,
            Self::ShipsArrive => Event::ShipsArrive,
            Self::CommitForces => Event::CommitForces,
            Self::CombatRolls if on_planet => Event::GroundCombatRolls,
            Self::CombatRolls => Event::SpaceCombatRolls,
            Self::ReturnStrategy => Event::ReturnStrategy,
            Self::CastVotes => Event::CastVotes,
            Self::EndStatus => Event::StatusEnd,
            Self::FireCannon => Event::FireCannon,
            Self::EndRound => Event::SpaceCombatRoundEnd,
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
            Self::EndAction => Event::ActionEnd,
            Self::EndStrategy => Event::StrategyEnd,
            Self::StartVoting => Event::Voting,
            Self::Place(UnitType::SpaceDock, _) => Event::PlaceDock,
            Self::Produced => Event::Produced,
            Self::Researched => Event::Researched,
            Self::DrawActionCard => Event::DrawCards,
            Self::EndTactical => Event::TacticalEnd,
            Self::Gain(Gain::TradeGoods) => Event::GainTradeGoods,
            Self::Traded => Event::Traded,
            Self::UseProduction => Event::UseProduction,
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
    /// The card or figure it is about, if any; of a fact also the one that was drawn, placed or
    /// revealed.
    pub subject: Ref,
    /// The system in which it happens, where that matters.
    pub system: Option<SystemId>,
    /// The planet on which it happens, where that matters.
    pub planet: Option<PlanetId>,
    /// The number of hits, goods or votes, or the result of a die; before it is rolled its number
    /// in the roll. Of a combat that ends, 1 for a
    /// draw; of an objective that is scored, 1 during or after a combat.
    pub amount: i16,
    /// The source of the hits by which a unit is destroyed, or for which dice are rolled in a
    /// combat.
    pub hits: Option<Hits>,
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
            hits: None,
            serial: 0,
            prevented: false,
        }
    }

    /// The drawing of so many action cards at a time: one event.
    pub(crate) fn draws(seat: Seat, number: u8) -> impl Iterator<Item = Self> {
        let draw = Self::new(Verb::DrawActionCard, seat);
        (0..number).map(move |n| draw.amount(i16::from(n)))
    }

    /// The same about a card or a figure.
    #[must_use]
    pub const fn of(self, subject: Ref) -> Self {
        Self { subject, ..self }
    }

    /// The same in a system.
    #[must_use]
    pub const fn in_system(self, system: SystemId) -> Self {
        Self { system: Some(system), ..self }
    }

    /// The same on a planet.
    #[must_use]
    pub const fn on(self, planet: PlanetId) -> Self {
        Self { planet: Some(planet), ..self }
    }

    /// The same with a second player, or an outcome.
    #[must_use]
    pub const fn with(self, other: Seat) -> Self {
        Self { other, ..self }
    }

    /// The same with an amount.
    #[must_use]
    pub const fn amount(self, amount: i16) -> Self {
        Self { amount, ..self }
    }

    /// The event that abilities know it by.
    #[must_use]
    pub const fn event(&self) -> Option<Event> {
        match self.verb {
            // Goods of another player are part of something else, such as a transaction.
            // Of cards that are drawn together, the first is the event.
            Verb::DrawActionCard if self.amount > 0 => None,
            Verb::Gain(_) if self.other != self.seat || self.amount <= 0 => None,
            verb => verb.event(self.planet.is_some()),
        }
    }
}

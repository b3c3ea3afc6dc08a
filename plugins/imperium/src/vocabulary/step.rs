//! The effect of an ability, step by step.

use serde::{Deserialize, Serialize};

use super::definition::UnitType;
use super::{Condition, FigureFilter, PlanetFilter, SystemFilter};
use crate::board::Pool;

/// The players who do something, seen from who resolves the ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum By {
    /// The player who resolves the ability.
    #[default]
    You,
    /// The opponent in the combat.
    Opponent,
    /// Each player at the table.
    Each,
    /// Each player who voted "for".
    VotersFor,
    /// Each player who voted "against".
    VotersAgainst,
    /// The player whose colour or faction the card is of.
    Owner,
    /// Each player with the most victory points (LRR 98.5).
    MostPoints,
    /// Each player with the fewest victory points.
    FewestPoints,
    /// The player who was chosen.
    Chosen,
}

/// The amount that is gained or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Amount {
    /// This many, whatever the table shows.
    Fixed(u8),
    /// The resources of the planet that was chosen.
    ResourcesOfChosen,
    /// As many as the player has.
    All,
    /// As many as the player whose colour or faction the card is of has commodities.
    CommoditiesOfOwner,
}

/// A sort of planets, as agendas mean them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// Planets with the cultural trait.
    Cultural,
    /// Planets with a technology specialty.
    Specialty,
}

/// The kind of thing that is chosen, and which of them can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// A unit that fits, on the game board.
    Figure(FigureFilter),
    /// A planet that fits.
    Planet(PlanetFilter),
    /// A system that fits.
    System(SystemFilter),
    /// Another player that was not chosen for this before.
    OtherPlayer,
    /// A player who is not the speaker.
    NotSpeaker,
    /// One of the player's exhausted technologies, not this card.
    ExhaustedTechnology,
    /// An outcome of the agenda, predicted (LRR 8.22).
    Outcome,
}

/// The kind of thing that a player gains or loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Gain {
    /// Trade goods, which are spent as resources or influence.
    TradeGoods,
    /// Commodities, which become trade goods as another player gets them (LRR 21).
    Commodities,
    /// Victory points, of which a number wins the game.
    Points,
}

/// The moment at which a lasting effect ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Until {
    /// The end of this combat.
    Combat,
    /// The end of this round of combat.
    CombatRound,
    /// The end of this tactical action.
    TacticalAction,
}

/// The change that a lasting effect makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Modifier {
    /// Combat rolls of the player's units in this combat, of one type or of all.
    Combat(i8, Option<UnitType>),
    /// Move values of the player's ships.
    Movement(i8),
    /// Other players cannot retreat.
    NoRetreat,
    /// Others cannot move ships into the active system.
    NoMovement,
    /// Others do not roll for their ground forces.
    NoRolls,
    /// Hits of the player's Space Cannons go to ships that are no fighters, if there are any.
    AtShips,
    /// The player's dice in a space combat can be rolled again, each once.
    Rerolls,
    /// The active system is adjacent to all others with units of the player.
    Conduits,
}

/// One step of the effect of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The player chooses; what was chosen is meant from now on. With nothing to choose, what
    /// follows about it does nothing.
    Choose(Choice),
    /// The opponent in the combat chooses.
    OpponentChooses(Choice),
    /// The player may choose, and if so this follows.
    MayChoose(Choice, Vec<Step>),
    /// The steps follow for as many choices as the player makes, at most so many; each choice is
    /// another one.
    UpTo(u8, Choice, Vec<Step>),
    /// The steps follow if the player wants them.
    May(Vec<Step>),
    /// The steps follow only if the condition holds.
    If(Condition, Vec<Step>),
    /// The player chooses one list of steps, by what it is called.
    OneOf(Vec<(String, Vec<Step>)>),
    /// The steps follow for each planet that fits: it is the chosen one meanwhile.
    EachPlanet(PlanetFilter, Vec<Step>),
    /// Produces so many hits; the opponent assigns them.
    Hits(u8),
    /// Produces a hit that is assigned to the chosen unit.
    HitChosen,
    /// Rolls a die for the chosen unit against its combat value; a hit is counted.
    RollForChosen,
    /// The hits that were counted are produced; the opponent assigns them.
    HitsRolled,
    /// The chosen unit is destroyed.
    DestroyChosen,
    /// The chosen unit is removed, not destroyed (LRR 31.2).
    RemoveChosen,
    /// No change at all; the step of cards that are made for tests.
    Nothing,
    /// Up to so many of the player's commodities become trade goods.
    Convert(u8),
    /// The unit of the event is destroyed.
    DestroySubject,
    /// The player's units that fit are repaired.
    Repair(FigureFilter),
    /// The chosen unit is replaced by one of this type, of the player's; a ship goes to the space
    /// area of its system.
    ReplaceChosen(UnitType),
    /// So many units of this type are placed on the chosen planet, without one on the planet of the
    /// event, without either in the space of the active system.
    Place(UnitType, u8),
    /// The action card of the event is cancelled.
    CancelCard,
    /// Up to so many of the hits about to be assigned are cancelled.
    CancelHits(u8),
    /// A lasting effect of the player begins.
    Lasting(Modifier, Until),
    /// These players gain so many of something.
    Gain(By, Gain, Amount),
    /// These players lose so many of something, at most all.
    Lose(By, Gain, Amount),
    /// A note goes back to the player whose it is.
    ReturnNote,
    /// The card is put face up in front of the player.
    PutInPlay,
    /// A Creuss wormhole token goes to the chosen system.
    PlaceWormhole(super::Wormhole),
    /// A sleeper goes onto the chosen planet, or without one onto that of the event: a new one, or
    /// one from another planet.
    PlaceSleeper,
    /// The chosen planet's sleeper is replaced by a PDS.
    AwakenSleeper,
    /// The chosen planet is explored (LRR 35).
    Explore,
    /// The chosen planet or card is readied.
    ReadyChosen,
    /// The player gains command tokens and says into which pools (LRR 20.2).
    GainTokens(u8),
    /// The player may spend influence, that much for each command token.
    BuyTokens(u8),
    /// The player moves tokens between their pools as they like.
    Redistribute,
    /// A command token of the player leaves the chosen system and is gained.
    LiftToken,
    /// The player's command token goes into the chosen planet's system.
    TokenAtChosen,
    /// Each other player's token goes from the reinforcements into the chosen system.
    OthersTokens,
    /// The player draws action cards.
    DrawActionCards(u8),
    /// The player draws a secret objective.
    DrawSecret,
    /// The player may score a public objective whose condition they fulfil.
    ScoreObjective,
    /// The chosen player becomes the speaker.
    MakeSpeaker,
    /// The player looks at the top two agendas and puts each on top or at the bottom.
    ArrangeAgendas,
    /// The player replenishes commodities (LRR 21.3).
    Replenish,
    /// The chosen player may do the secondary ability without a command token.
    FreeSecondary,
    /// The player researches a technology (LRR 90).
    Research,
    /// The player pays resources, from planets and trade goods.
    PayResources(u8),
    /// The player produces with one space dock in their home system.
    ProduceAtHome,
    /// The agenda is discarded and another is revealed.
    ReplaceAgenda,
    /// The player may not vote on this agenda.
    GiveUpVote,
    /// The card waits for the chosen outcome.
    Predict,
    /// The chosen unit is repaired.
    RepairChosen,
    /// The units that fit are destroyed.
    DestroyAll(FigureFilter),
    /// Each player destroys units of this type until so many are left.
    DestroyAllBut(UnitType, u8),
    /// The chosen ground force goes to a planet that the player controls.
    Redeploy,
    /// The player may produce ground forces on the planet of the event that cost no more than its
    /// resources.
    ProduceThere,
    /// The next public objective of this stage is revealed.
    RevealObjective(u8),
    /// Each of these draws action cards.
    EachDraws(By, u8),
    /// Each of these discards all action cards.
    DiscardHand(By),
    /// Each of these gains a command token in the fleet pool.
    FleetToken(By),
    /// Each player has no more command tokens than this in the fleet pool.
    TrimFleets(u8),
    /// Each of these exhausts planets of a sort when the next strategy phase starts.
    ExhaustLater(By, Sort),
    /// The player gives the speaker token to the left.
    PassSpeaker,
    /// The player cannot vote in this agenda phase.
    GiveUpVotes,
    /// The player of the event cannot vote on this agenda, play action cards or use faction
    /// abilities until it is resolved.
    SilenceOwner,
    /// The player becomes the speaker.
    BecomeSpeaker,
    /// The player's command token leaves the chosen system for the reinforcements.
    ReturnToken,
    /// The chosen planet is exhausted.
    ExhaustChosen,
    /// A lasting effect of these players begins.
    LastingOf(By, Modifier, Until),
    /// So many units of this type are placed in the space of the system of the unit.
    PlaceHere(UnitType, u8),
    /// Each of these returns a command token from this pool to the reinforcements.
    LoseToken(By, Pool),
    /// Each of these gains a command token in this pool.
    TokenIn(By, Pool),
    /// The player gains control of the chosen planet.
    GainControl,
    /// The turn of the active player ends at once.
    CutTurn,
    /// Each unit that fits is replaced by one of the player's of its type, if there is one in the
    /// reinforcements.
    ReplaceAll(FigureFilter),
    /// The player's ships in the active system bombard the opponent on the planet of the event.
    Bombard,
    /// The player gains the technology of the event, which is not researched (LRR 90.5).
    GainResearched,
    /// The player and the chosen player give each other a strategy card; the player chooses both.
    TradeStrategy,
    /// The player may produce up to so many units in the active system.
    ProduceHere(u8),
    /// The chosen ground force goes to another planet that the player controls, in the same system
    /// or an adjacent one.
    RedeployNear,
}

//! The effect of an ability, step by step.

use serde::{Deserialize, Serialize};

use super::definition::UnitType;
use super::{Condition, FigureFilter, PlanetFilter, PlayerFilter, SystemFilter, Whose};
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
    /// Each player with ships in a system with a wormhole.
    AtWormholes,
    /// The player who controls the planet that was chosen.
    Controller,
    /// The other player of the event: the one who does it, or to whom it is done.
    Foe,
    /// Each player who owns a technology of war suns.
    WarSunOwners,
    /// The player of the event.
    Actor,
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
    /// As many as the opponent in the combat has commodities.
    CommoditiesOfOpponent,
    /// As many as the player has neighbours (LRR 60).
    Neighbours,
}

/// A sort of planets, as agendas mean them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// Planets with the cultural trait.
    Cultural,
    /// Planets with a technology specialty.
    Specialty,
    /// Planets in the player's home system.
    Home,
    /// Any planets, of the player's choice: one for each technology that the player owns.
    PerTechnology,
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
    /// A player who fits.
    Player(PlayerFilter),
    /// A law in play.
    Law,
    /// One of the player's exhausted technologies, not this card.
    ExhaustedTechnology,
    /// An outcome of the agenda, predicted (LRR 8.22).
    Outcome,
    /// A strategy card that this player has.
    StrategyCard(Whose),
    /// An action card of this player's hand.
    ActionCard(Whose),
    /// A technology of this player's that the player could gain, or copy by an assimilator.
    Technology(Whose),
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
    /// Bombardment rolls against planets that the player controls.
    Bombardment(i8),
    /// PDS of other players have neither Planetary Shield nor Space Cannon.
    NoPds,
    /// Systems with alpha and with beta wormholes are adjacent to each other for everybody.
    WormholesAreOne,
    /// The player uses neither faction abilities nor faction technologies.
    NoFaction,
    /// The player's dice in a space combat can be rolled again, each once.
    Rerolls,
    /// The active system is adjacent to all others with units of the player.
    Conduits,
    /// The player has gained a technology of the opponent in this combat.
    Assimilated,
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
    /// The player casts so many votes more for the outcome that they voted for.
    AddVotes(u8),
    /// The chosen player cannot vote on this agenda.
    BarChosen,
    /// The player spends trade goods, each for a vote more for the outcome that they voted for.
    BuyVotes,
    /// The player of the event chooses another strategy card.
    ChooseAnother,
    /// A die is rolled for each unit of this type on the chosen planet; for each result of this or
    /// more, one of them is destroyed.
    Decimate(UnitType, u8),
    /// The chosen player is elected instead.
    ElectChosen,
    /// Of the planets that were chosen those of others are exhausted and the player's readied.
    ExhaustAndReady,
    /// The chosen unit uses Space Cannon with this result or more and so many dice against the
    /// ships of the player of the event in the active system.
    FireChosen(u8, u8),
    /// The player keeps their strategy cards and chooses none in the next strategy phase.
    KeepStrategy,
    /// For each hit that was counted the opponent chooses a unit of theirs that fits, which is
    /// destroyed.
    OpponentDestroys(FigureFilter),
    /// In this tactical action, ships of the player that start in the chosen system move through
    /// systems with ships of others.
    PassShips,
    /// PDS and space docks of others on the planet of the event are replaced by those of the player.
    ReplaceStructures,
    /// The player rolls any number of the dice of the event again.
    RerollDice,
    /// The ground forces that were committed to the planet of the event go back to space.
    ReturnCommitted,
    /// Rolls so many dice against the combat value of the unit of the event; hits are counted.
    RollForSubject(u8),
    /// This objective is scored.
    ScoreThis,
    /// The chosen player gives the player an action card of their hand, drawn at random.
    TakeCard,
    /// The chosen player's command token goes from the reinforcements into the chosen system.
    TokenOfChosen,
    /// The player's ships leave the active system for the chosen one, with what they can transport,
    /// and the combat ends in a draw.
    Withdraw,
    /// The player may perform another action in this turn.
    AnotherAction,
    /// Each player destroys so many of their units that fit, seen from that player.
    DestroyEach(FigureFilter, u8),
    /// The units that fit are destroyed, and who controls the chosen planet gains a trade good for
    /// each.
    DestroyForGoods(FigureFilter),
    /// Each player destroys so many of their units in each system that fits, seen from that player.
    DestroyIn(SystemFilter, u8),
    /// The chosen card is discarded (of laws: LRR 7.5).
    DiscardChosen,
    /// All laws in play are discarded.
    DiscardLaws,
    /// Each of these discards a random action card.
    DiscardRandom(By),
    /// This card is discarded.
    DiscardThis,
    /// The chosen outcome is that of the agenda, and nobody votes.
    Elect,
    /// The turn of the active player ends at once.
    EndTurn,
    /// The other player of the event gets this card.
    GiveThis,
    /// Each player destroys half of their infantry on each planet, rounded up, and gains a trade
    /// good for each.
    HalveInfantry,
    /// Each of these takes a command token from a pool back into the reinforcements.
    LoseAnyToken(By),
    /// Each of these may research so many technologies.
    MayResearch(By, u8),
    /// The player pays resources for research, unless they research without them.
    PayForResearch(u8),
    /// A unit of this type is placed on each planet that somebody controls, for that player.
    PlaceOnControlled(UnitType),
    /// The player's units produce in the system of the event.
    ProduceInSystem,
    /// The chosen secret objective becomes a public one.
    PublishChosen,
    /// The same; units none of whose dice that were rolled again is a hit are destroyed.
    RerollOrLose,
    /// The player who controls the chosen planet chooses one with the fewest victory points, who may
    /// place an infantry on it.
    Resettle,
    /// A die is rolled, which must show this or more.
    RollDie(u8),
    /// Each player's command token goes from the reinforcements into the systems that fit, seen from
    /// that player.
    TokensInto(SystemFilter),
    /// Each player discards action cards beyond what a hand can have.
    TrimHands,
    /// The chosen law is voted on when this agenda is done with.
    VoteOnChosen,
    /// The player draws action cards beside those of the event.
    DrawMore(u8),
    /// The two cards that were chosen change hands: each goes to the holder of the other.
    ExchangeChosen,
    /// The player's units in the space of the active system go to the chosen one.
    Flee,
    /// The player gains their upgrade of this type of unit.
    GainUpgrade(UnitType),
    /// Produces so many hits; the opponent assigns them to ships that are no fighters, if there are
    /// any.
    HitsAtShips(u8),
    /// A lasting effect of these players begins.
    LastingOf(By, Modifier, Until),
    /// Each of these returns a command token from this pool to the reinforcements.
    LoseToken(By, Pool),
    /// The units that fit go to the chosen planet.
    MoveAll(FigureFilter),
    /// The player may produce a unit in the chosen system.
    ProduceOne,
    /// The player may produce a ship in the system of the event, of a type of which one was
    /// destroyed in the combat.
    Salvage,
    /// The resources and the influence of the chosen planet are swapped for this use of Production.
    SwapValues,
    /// The chosen card goes to the player's hand.
    TakeChosen,
    /// The player has the initiative number 0 in this round (LRR 48.1a).
    TakeZero,
    /// The player takes a trade good or a commodity of the player of the event.
    TakeGood,
    /// So many units of this type are placed in the space of the system of the unit.
    PlaceHere(UnitType, u8),
    /// Each of these gains a command token in this pool.
    TokenIn(By, Pool),
    /// The player gains control of the chosen planet.
    GainControl,
    /// Each unit that fits is replaced by one of the player's of its type, if there is one in the
    /// reinforcements.
    ReplaceAll(FigureFilter),
    /// The player's ships in the active system bombard the opponent on the planet of the event.
    Bombard,
    /// The player gains the technology of the event, which is not researched (LRR 90.5).
    GainResearched,
    /// The player may produce up to so many units in the active system.
    ProduceHere(u8),
    /// The chosen ground force goes to another planet that the player controls, in the same system
    /// or an adjacent one.
    RedeployNear,
    /// The player gains the chosen technology; of one of a faction, an assimilator of theirs gets
    /// the text instead.
    Assimilate,
    /// The chosen ground force takes part in the space combat as if it were a ship.
    Muster,
}

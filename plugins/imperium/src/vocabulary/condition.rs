//! Conditions of abilities and objectives.

use serde::{Deserialize, Serialize};

use super::definition::UnitType;
use super::{Cost, FigureFilter, Gain, Modifier, PlanetFilter, SystemFilter, Whose};
use crate::board::Pool;

/// The condition that always holds, of an objective that says none.
pub(super) const fn always() -> Condition {
    Condition::All(Vec::new())
}

/// Something about the table that holds or does not, asked for the player who resolves the ability
/// or scores the objective.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// At least so many units fit.
    Figures(FigureFilter, u8),
    /// At least so many planets fit.
    Planets(PlanetFilter, u8),
    /// The active system fits; while one is being activated, that one.
    ActiveSystem(SystemFilter),
    /// At least one system fits.
    AnySystem(SystemFilter),
    /// At least so many systems fit.
    Systems(SystemFilter, u8),
    /// The player takes part in the combat.
    InCombat,
    /// The player takes part in a combat in space.
    InSpaceCombat,
    /// The player takes part in a combat in space, and both have ships there.
    Fights,
    /// The combat is in its first round.
    FirstRound,
    /// Hits are to be assigned to ships during a space combat.
    HitsInSpaceCombat,
    /// The hits of the event were produced by a Space Cannon roll.
    HitsOfSpaceCannon,
    /// The hits of the event were produced by a Bombardment roll.
    HitsOfBombardment,
    /// The hit was produced by the player's units or abilities.
    HitsOfYours,
    /// The card being played has another name.
    PlayedIsNot(String),
    /// The unit of the event is a ship that Direct Hit can destroy.
    SubjectCanBeDirectlyHit,
    /// The unit of the event is a ship.
    SubjectIsShip,
    /// The unit of the event is of one of these types.
    SubjectIs(Vec<UnitType>),
    /// The unit of the event is the last ship of its player in the system.
    LastShip,
    /// The unit of the event is the last ground force of its player on the planet.
    LastGroundForce,
    /// The player has so many trade goods.
    TradeGoods(u8),
    /// The player could spend so many resources.
    Resources(u8),
    /// The player controls Mecatol Rex.
    ControlsMecatol,
    /// The event is about this card.
    AboutThisCard,
    /// The card is face up in front of the player.
    InPlay,
    /// The player owns upgrades of so many types of units.
    Upgrades(u8),
    /// The player controls so many planets of one trait.
    PlanetsOfOneTrait(u8),
    /// The player has so many planets with technology specialties.
    Specialties(u8),
    /// There is a figure of this type in the player's reinforcements.
    InReinforcements(UnitType),
    /// The player has an exhausted technology besides this one.
    ExhaustedTechnology,
    /// The player can research something (LRR 90), or does something else instead of it.
    CanResearch,
    /// The player owns two technologies in each of so many colours.
    PairsOfColours(u8),
    /// The player owns so many technologies of one colour.
    OfOneColour(u8),
    /// The player owns so many technologies of the own faction, assimilators left out.
    FactionTechnologies(u8),
    /// The player has won the ground combat of the event.
    WonGroundCombat,
    /// The player has won the space combat of the event (LRR 78.10).
    WonSpaceCombat,
    /// Nobody has more victory points than the opponent in the combat of the event.
    OpponentHasMostPoints,
    /// There is another strategy card that nobody has than that of the event.
    AnotherStrategyCard,
    /// The player has cast votes on the agenda.
    Voted,
    /// The outcome of the event is the election of the player.
    Elected,
    /// The number of the event, such as that of the fighters that were produced, is this or more.
    Amount(u8),
    /// A law is in play (LRR 7).
    AnyLaw,
    /// Somebody has scored a secret objective that is not public.
    AnyScoredSecret,
    /// The agenda that is voted on elects a player.
    ElectsPlayer,
    /// The event is about the planet to which the card is attached.
    HappensHere,
    /// The player has lost the combat of the event (LRR 42.4c, 78.10).
    LostCombat,
    /// The player can pay this.
    Payable(Cost),
    /// The die that was rolled shows what it must.
    Rolled,
    /// A player that the word means has so many action cards in hand.
    ActionCards(Whose, u8),
    /// The player of the event has so many of something.
    ActorHas(Gain, u8),
    /// The player of the event has a card of this name face up in front of them.
    ActorHasInPlay(String),
    /// The player of the event is a neighbour of the player (LRR 60).
    ActorIsNeighbour,
    /// A card was drawn in the event.
    DrewCard,
    /// A card of this name lies face up in front of a player.
    NoteInPlay(String),
    /// The player whose colour or faction the card is of has a command token in this pool.
    OwnerToken(Pool),
    /// The player owns an upgrade of this type of unit that is no copy of another's.
    OwnsUpgrade(UnitType),
    /// The system of the event fits.
    SystemOfEvent(SystemFilter),
    /// The player whose colour or faction the card is of has so many trade goods.
    OwnerTradeGoods(u8),
    /// The technology of the event is of no faction, and the player could have it and does not.
    ResearchedIsOpen,
    /// A lasting effect of the player makes this change.
    Under(Modifier),
    /// All of these conditions hold.
    All(Vec<Condition>),
    /// At least one of these conditions holds.
    Any(Vec<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
}

//! What is asked and answered.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::kernel_words;
use cardmill_kernel::window::Pick;
use serde::{Deserialize, Serialize};

use crate::board::Pool;
use crate::piece::{PlanetId, SystemId};
use crate::vocabulary::UnitType;

/// Twilight Imperium 4.
pub struct Imperium;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// Which ability is resolved, if any.
    Ability,
    /// Which strategy card is taken.
    StrategyCard,
    /// Which action is performed.
    Action,
    /// Which ship moves.
    Move,
    /// What it transports.
    Load,
    /// Whether Space Cannon is used, and on whom.
    Cannon,
    /// Whether to retreat.
    Retreat,
    /// Which hits are sustained and which units destroyed.
    Assign,
    /// What is bombarded.
    Bombard,
    /// Which ground forces land where.
    Commit,
    /// What is produced.
    Produce,
    /// Where what is produced goes.
    Where,
    /// What is spent.
    Pay,
    /// Which units are removed.
    Limits,
    /// What is offered in a transaction.
    Offer,
    /// Whether a transaction is accepted.
    Accept,
    /// Whether a secondary ability is resolved.
    Secondary,
    /// For what votes are cast.
    Vote,
    /// With which planets.
    VoteWith,
    /// Something about the step of an ability.
    Step,
    /// Into which pool a token goes.
    Pool,
    /// What is scored.
    Score,
}

/// An option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// There was nothing to choose.
    #[default]
    Nothing,
    /// About a window.
    Window(Pick),
    /// A card or a figure.
    Piece(Slot),
    /// A ship moves before the player's other ships.
    First(Slot),
    /// A unit uses Sustain Damage.
    Sustain(Slot),
    /// A planet.
    Planet(PlanetId),
    /// A system.
    System(SystemId),
    /// A player.
    Player(Seat),
    /// A pool.
    Pool(Pool),
    /// A token goes from one pool to another.
    Shift(Pool, Pool),
    /// A type of unit.
    Unit(UnitType),
    /// A technology, by its definition.
    Technology(u16),
    /// One of several, by number.
    Option(u8),
    /// An outcome of an agenda.
    Outcome(u8),
    /// A system is activated.
    Activate(SystemId),
    /// A strategy card is used.
    Strategic(Slot),
    /// An ability is used as an action: the card and its program.
    Component(Slot, u16),
    /// A transaction with a player.
    Trade(Seat),
    /// A unit of a type lands on a planet, from the first such figure.
    Land(Slot, PlanetId),
    /// A trade good: given, asked for, or spent.
    TradeGood(bool),
    /// A commodity: given or asked for.
    Commodity(bool),
    /// A note is given.
    Note(Slot),
    /// A note is asked for.
    AskNote,
    /// Terms of a menu are offered.
    Deal(Deal),
    /// An agenda goes on top.
    Top(Slot),
    /// An agenda goes to the bottom.
    Bottom(Slot),
    /// A player passes.
    Pass,
    /// Yes.
    Yes,
    /// No.
    No,
    /// No more.
    Done,
    /// None of them.
    Decline,
}

/// Terms of a transaction, as menus have them (LRR 94): what is given for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deal {
    /// All commodities for all commodities.
    Commodities,
    /// As many commodities as both have.
    Evenly,
    /// All commodities for half as many trade goods, rounded up.
    Sell,
    /// Half as many trade goods, rounded up, for all commodities.
    Buy,
    /// A note of one's own for the same note of the other.
    Swap(Slot),
    /// A note of one's own for two trade goods.
    SellNote(Slot),
    /// Two trade goods for a note of the other.
    BuyNote(Slot),
}

kernel_words!(Prompt { Ability, Ability, Ability }, Choice::Window);

/// What was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// Nothing.
    #[default]
    None,
    /// A card or a figure.
    Piece(Ref),
    /// A planet.
    Planet(PlanetId),
    /// A system.
    System(SystemId),
    /// A player.
    Player(Seat),
    /// An outcome.
    Outcome(u8),
}

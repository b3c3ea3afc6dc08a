//! The questions of the game and the options that answer them.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::kernel_words;
use cardmill_kernel::window::Pick;
use serde::{Deserialize, Serialize};

use crate::board::Pool;
use crate::piece::{PlanetId, SystemId};
use crate::vocabulary::UnitType;

/// Twilight Imperium, fourth edition, as the kernel knows a game.
pub struct Imperium;

/// The kind of question that a player is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// The ability to resolve in a window, or none.
    Ability,
    /// The strategy card to take in the strategy phase.
    StrategyCard,
    /// The action to perform in a turn, or to pass.
    Action,
    /// The next ship to move into the active system.
    Move,
    /// The next unit that the ship transports.
    Load,
    /// The player whose ships Space Cannon is used on, or nobody (LRR 77).
    Cannon,
    /// A retreat, to be announced or not, and the system to retreat to (LRR 78).
    Retreat,
    /// The next hit: a unit that sustains it or one that is destroyed.
    Assign,
    /// The planet that a unit bombards, or none.
    Bombard,
    /// The next ground force to land, and its planet.
    Commit,
    /// The next type of unit to produce.
    Produce,
    /// The place of a unit that is produced, a planet or the space area.
    Where,
    /// The next planet or trade good to spend.
    Pay,
    /// The next unit to remove, beyond fleet pool or capacity.
    Limits,
    /// The terms of a transaction to offer, or its next part.
    Offer,
    /// A transaction, to be accepted or refused.
    Accept,
    /// The secondary ability of a strategy card, to be resolved or not.
    Secondary,
    /// The outcome of an agenda to vote for, or no vote.
    Vote,
    /// The next planet to cast votes with.
    VoteWith,
    /// Something about the step of an ability.
    Step,
    /// The pool for a command token.
    Pool,
    /// The objective to score, if any.
    Score,
    /// The next die to roll again or to raise, right after a roll.
    Dice,
}

/// An option of a question, or the answer to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// There was nothing to choose.
    #[default]
    Nothing,
    /// An ability of a window is resolved, or the player declines.
    Window(Pick),
    /// A card or a figure.
    Piece(Slot),
    /// A ship moves before the player's other ships.
    First(Slot),
    /// A unit uses Sustain Damage.
    Sustain(Slot),
    /// A die of the last roll is rolled again, by its number.
    Reroll(u8),
    /// A die of the last roll gets 1 more for a trade good, by its number.
    Raise(u8),
    /// The primary ability is resolved instead of the secondary one.
    Primary,
    /// A planet, for the purpose of the question.
    Planet(PlanetId),
    /// A system, for the purpose of the question.
    System(SystemId),
    /// A player, for the purpose of the question.
    Player(Seat),
    /// A pool for a command token.
    Pool(Pool),
    /// A token goes from one pool to another.
    Shift(Pool, Pool),
    /// A type of unit that is produced.
    Unit(UnitType),
    /// A technology, by its definition.
    Technology(u16),
    /// One of several lists of steps, by number.
    Option(u8),
    /// An outcome of an agenda: 0 for or 1 against, or what is elected, by its number.
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
    /// A trade good: `true` given or spent, `false` asked for.
    TradeGood(bool),
    /// A commodity: `true` given, `false` asked for.
    Commodity(bool),
    /// A note, or an action card, is given in a transaction.
    Note(Slot),
    /// A note is asked for in a transaction.
    AskNote,
    /// An action card is asked for in a transaction.
    AskCard,
    /// Terms of a menu are offered.
    Deal(Deal),
    /// An agenda goes on top.
    Top(Slot),
    /// An agenda goes to the bottom.
    Bottom(Slot),
    /// A player passes in the action phase.
    Pass,
    /// Yes, to what the question proposes.
    Yes,
    /// No, to what the question proposes.
    No,
    /// No more of what is chosen several times.
    Done,
    /// None of the other options.
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
    /// An action card of one's own for a trade good.
    SellCard(Slot),
}

kernel_words!(Prompt { Ability, Ability, Ability }, Choice::Window);

/// The thing that an ability has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// Nothing, or nothing yet.
    #[default]
    None,
    /// A card or a figure.
    Piece(Ref),
    /// A planet, by its number.
    Planet(PlanetId),
    /// A system, by its number.
    System(SystemId),
    /// A player, by seat.
    Player(Seat),
    /// An outcome of the agenda: 0 for or 1 against, or what is elected, by its number.
    Outcome(u8),
}

impl Target {
    /// The card or figure, if it is one.
    #[must_use]
    pub const fn piece(self) -> Option<Ref> {
        match self {
            Self::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// The planet, if it is one.
    #[must_use]
    pub const fn planet(self) -> Option<PlanetId> {
        match self {
            Self::Planet(planet) => Some(planet),
            _ => None,
        }
    }

    /// The system, if it is one.
    #[must_use]
    pub const fn system(self) -> Option<SystemId> {
        match self {
            Self::System(system) => Some(system),
            _ => None,
        }
    }

    /// The player, if it is one.
    #[must_use]
    pub const fn player(self) -> Option<Seat> {
        match self {
            Self::Player(seat) => Some(seat),
            _ => None,
        }
    }
}

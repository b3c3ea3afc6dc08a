//! What is proposed, asked and answered.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::game::Game;
use cardmill_kernel::window::{Pick, Waiting, WindowPrompt};
use serde::{Deserialize, Serialize};

/// Skirmish, as the kernel sees it.
pub struct Skirmish;

/// What can be attacked and take damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A unit.
    Unit(Slot),
    /// A player.
    Player(Seat),
}

/// A change. Once it is made it is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proposal {
    /// A player draws a card.
    Draw(Seat),
    /// A card is played, by this player.
    Play(Slot, Seat),
    /// A unit attacks.
    Attack(Slot),
    /// Damage is dealt.
    Damage(Target, i8),
    /// A unit is defeated.
    Defeat(Slot),
    /// A unit has more power until the end of the turn.
    Rally(Slot, i8),
    /// The turn of this player begins.
    Pass(Seat),
}

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// What to do in one's turn.
    Act,
    /// Which unit an ability is about.
    Unit,
    /// What happens instead of damage.
    Instead,
    /// Whose abilities come first.
    First,
    /// Which ability is next.
    Which,
}

impl From<WindowPrompt> for Prompt {
    fn from(prompt: WindowPrompt) -> Self {
        match prompt {
            WindowPrompt::First => Self::First,
            WindowPrompt::Which => Self::Which,
            WindowPrompt::Replacement => Self::Instead,
        }
    }
}

/// An option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// No more, or nothing.
    #[default]
    Done,
    /// This card is played.
    Play(Slot),
    /// This unit attacks.
    Attack(Slot, Target),
    /// This unit.
    Unit(Slot),
    /// What this unit does instead.
    Use(Slot),
    /// The order of abilities.
    Order(Pick),
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Self {
        Self::Order(pick)
    }
}

impl Game for Skirmish {
    type Proposal = Proposal;
    type Locals = ();
    type Prompt = Prompt;
    type Choice = Choice;

    fn pick(choice: Choice) -> Option<Pick> {
        match choice {
            Choice::Order(pick) => Some(pick),
            _ => None,
        }
    }

    fn begin(_: &Waiting) {}
}

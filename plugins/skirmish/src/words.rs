//! The words of Skirmish for proposals, questions and answers.

use cardmill_kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// Skirmish, as the kernel sees it.
pub struct Skirmish;

/// A target of attacks and damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Target {
    Unit(Slot),
    Player(Seat),
}

/// A change. Once it is made it is a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Proposal {
    Draw(Seat),
    Play(Slot),
    Attack(Slot),
    Damage(Target, i8),
    Defeat(Slot),
    Rally(Slot, i8),
    /// The turn of this player begins.
    Turn(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    Play,
    Fight,
    Unit,
    /// The order of abilities; guards.
    Kernel(WindowPrompt),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Done,
    Play(Slot),
    Attack(Slot, Target),
    Unit(Slot),
    Kernel(Pick),
}

kernel_words!(Prompt::Kernel, Choice::Kernel);

impl Game for Skirmish {
    type Proposal = Proposal;
    type Locals = ();
    type Prompt = Prompt;
    type Choice = Choice;
    type ReplacementId = u16;

    fn begin(_: &Waiting) {}
}

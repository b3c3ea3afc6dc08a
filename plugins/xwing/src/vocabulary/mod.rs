//! The words in which cards are written down: RON types, read as they stand and run as they
//! stand.

mod ability;
mod condition;
mod definition;
mod device;
mod filter;
mod maneuver;
mod step;
mod traits;

pub use ability::{Ability, Cost, Event, Modifier, Replaced, Timing, Weapon};
pub use condition::Condition;
pub use definition::{ActionSpec, CardType, Definition, Kind, Linked, PrimaryWeapon};
pub use device::{Placing, Template, Way};
pub use filter::{Filter, Reach};
pub use maneuver::{Bearing, Maneuver};
pub use step::{Effect, Step, Whom};
pub use traits::{
    Action, Arc, Damage, Dice, Difficulty, Face, Facing, Phase, Side, Size, Token, Trait, Until,
};

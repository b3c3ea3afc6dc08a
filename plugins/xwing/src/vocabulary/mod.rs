//! The words in which cards are written down: RON types, read as they stand and run as they
//! stand.

mod ability;
mod condition;
mod definition;
mod device;
mod filter;
mod harm;
mod maneuver;
mod modifier;
mod moves;
mod step;
mod traits;

pub use ability::{Ability, Cost, Event, Replaced, Timing, Weapon};
pub use condition::Condition;
pub use definition::{Definition, Kind, PrimaryWeapon};
pub use device::{Placing, Template, Way};
pub use filter::{Filter, Reach, Whom};
pub use harm::Harm;
pub use maneuver::{Bearing, Heading, Maneuver};
pub use modifier::Modifier;
pub use moves::{Compared, Moves, Shape};
pub use step::{Effect, Step};
pub use traits::{
    Action, ActionSpec, Arc, CardType, Damage, Dice, Difficulty, Face, Facing, Linked, Phase, Side,
    Size, Token, Trait, Until,
};

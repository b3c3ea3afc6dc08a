//! The words in which cards are written.

mod ability;
mod condition;
mod definition;
mod filter;
mod step;

pub use ability::{Ability, Actor, Affects, Checked, Cost, Event, Moment, Remembered, Timing};
pub use condition::Condition;
pub use definition::{
    Anomaly, Colour, Constant, Definition, Dice, Kind, Objective, Outcomes, Trait, UNITS, Unit,
    UnitAbility, UnitType, Wormhole,
};
pub use filter::{FigureFilter, PlanetFilter, Site, SystemFilter, Whose};
pub use step::{Amount, By, Choice, Gain, Modifier, Step, Until};

pub(crate) const fn yes() -> bool {
    true
}

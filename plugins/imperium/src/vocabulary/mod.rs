//! The words in which cards are written.

mod ability;
mod condition;
mod definition;
mod filter;
mod step;

pub use ability::{Ability, Actor, Affects, Checked, Cost, Event, Moment, Remembered, Timing};
pub use condition::Condition;
pub use definition::{
    Anomaly, Back, Colour, Constant, Definition, Dice, Edition, Kind, Objective, Outcomes, Start,
    Tile, Trait, UNITS, Unit, UnitAbility, UnitType, World, Wormhole,
};
pub use filter::{FigureFilter, PlanetFilter, PlayerFilter, Site, SystemFilter, Whose};
pub use step::{Amount, By, Choice, Gain, Modifier, Sort, Step, Until};

pub(crate) const fn yes() -> bool {
    true
}

//! The keyword Coordinate.

use super::prelude::*;

/// You control three units or more (CR 7.5.15). It makes the ability that it stands before a
/// keyword's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coordinate;

impl Word for Coordinate {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.units_of(cx.seat) >= 3
    }

    phrase!(["Coordinate" {"is on" / "is off"}]);
}

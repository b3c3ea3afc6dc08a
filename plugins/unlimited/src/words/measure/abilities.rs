//! Triggered abilities that a unit has.

use super::prelude::*;

/// The number of triggered abilities of this kind that a unit has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Abilities {
    /// The bold name of the abilities that are counted.
    pub timing: Timing,
    /// The unit that has them.
    pub of: Whom,
}

impl Word for Abilities {
    checked!(of: whom);

    fn noun(&self, names: &Names) -> String {
        let of = names.whom(&self.of);
        of.possessive(&format!("number of \"{}\" abilities", self.timing.name()))
    }

    fn each(&self, names: &Names) -> String {
        let of = names.whom(&self.of);
        format!("of {}", of.possessive(&format!("\"{}\" abilities", self.timing.name())))
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.of).with(Reads::PLAY)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let (_, abilities) = scene.triggered(scene.first(&self.of, cx));
        let is = |id: &u16| self.timing.is(&scene.catalogue.ability(*id).ability);
        abilities.filter(is).count() as i16
    }

    said!(at:
        ["for each of" (whose: Its) (timing: Timing) "abilities"] => Self { timing, of: whose.0 },
    );
}

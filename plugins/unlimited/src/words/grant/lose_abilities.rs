//! Losing all abilities (CR 8.14.2).

use super::prelude::*;

/// It loses all abilities (CR 8.14.2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoseAbilities;

impl Word for LoseAbilities {
    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.deeds.add(Deeds::BLANK);
    }

    phrase!(["loses|lose all abilities"], at:
        ["loses|lose its|their current abilities"] => Self,
    );
}

//! Not gaining abilities.

use super::prelude::*;

/// It cannot gain abilities: nothing newer gives it any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotGain;

impl Word for CannotGain {
    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.deeds.add(Deeds::BLANK);
    }

    phrase!(["cannot|can't? gain abilities"]);
}

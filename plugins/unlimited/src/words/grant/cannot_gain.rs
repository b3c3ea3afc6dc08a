//! Not gaining abilities.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::{Deeds, Outlook};

use crate::words::measure::Measure;

/// It cannot gain abilities: nothing newer gives it any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotGain;

impl Word for CannotGain {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("gain abilities".to_owned())
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.deeds.add(Deeds::BLANK);
    }
}

said!(CannotGain, at:
    ["cannot|can't? gain abilities"] => Self,
);

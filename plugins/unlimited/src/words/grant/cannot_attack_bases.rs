//! Not attacking bases.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::Outlook;

use crate::words::measure::Measure;

/// It cannot attack bases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotAttackBases;

impl Word for CannotAttackBases {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("attack bases".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_BASES)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 1;
    }
}

said!(CannotAttackBases, at:
    ["cannot|can't? attack bases"] => Self,
);

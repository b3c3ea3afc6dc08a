//! Not attacking.

use serde::{Deserialize, Serialize};

use super::Word;
use crate::card::Permissions;
use crate::reader::said;
use crate::text::grant::Part;
use crate::text::names::Names;
use crate::view::Outlook;

use crate::words::measure::Measure;

/// It cannot attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CannotAttack;

impl Word for CannotAttack {
    fn text(&self, _: &Names) -> Part {
        Part::cannot("attack".to_owned())
    }

    fn permission(&self) -> Option<u32> {
        Some(Permissions::NO_ATTACK)
    }

    fn outlook(&self, _: &dyn Fn(i16, &Measure) -> i16, out: &mut Outlook) {
        out.keywords -= 2;
    }
}

said!(CannotAttack, at:
    ["cannot|can't? attack"] => Self,
);

//! The number 1, the default of measures.

use super::prelude::*;

/// The number 1: the default where a measure is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct One;

impl Word for One {
    fn noun(&self, _: &Names) -> String {
        "1".to_owned()
    }

    fn each(&self, _: &Names) -> String {
        String::new()
    }

    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn amount(&self, _: &Scene<'_>, _: &Context<'_>) -> i16 {
        1
    }

    said!(at:
        ["equal to 1"] => Self,
    );
}

//! Discounts on the next card.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Compiles, Word};
use crate::library::{Check, Scope};
use crate::program::{Op, Writer};
use crate::proposal::Verb;
use crate::reader::{BareCard, ManyCards, Number, Resources, said};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::vocabulary::{Filter, one};

/// Create a lasting effect: the next card you play this phase that fits costs less, or each of the
/// next few.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextCostsLess {
    /// Which card; only what is printed on a card counts.
    pub what: Filter,
    /// How much less.
    pub less: u8,
    /// How many cards.
    #[serde(default = "one")]
    pub times: u8,
}

impl Word for NextCostsLess {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.what, *scope, &path.to("what"));
        check.printed(&self.what, &path.to("what"));
        check.above_0(self.less, path, "less");
        check.above_0(self.times, path, "times");
    }

    fn text(&self, names: &mut Names) -> String {
        let what = Description::new(&self.what, names).of_cards().without_place();
        let next = match self.times {
            1 => format!("the next {}", what.bare()),
            times => format!("each of the next {times} {}", what.many()),
        };
        format!("you pay {} less for {next} played this phase", self.less)
    }
}

impl Compiles for NextCostsLess {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.tables.discounts.len() as u16;
        writer.tables.discounts.push(self.clone());
        writer.ops.push(Op::Create(Verb::Discount, at));
    }
}

said!(NextCostsLess, at:
    ["you pay" (less: Number) "less for each of the next" (times: Number) (what: ManyCards) "played this phase"] if times.0 > 1
        => Self { what: what.0, less: less.0, times: times.0 },
    ["each of the next" (times: Number) (what: ManyCards) "you play this phase costs" (less: Resources) "less"] if times.0 > 1
        => Self { what: what.0, less: less.0, times: times.0 },
    ["you pay" (less: Number) "less for the next" (what: BareCard) "played this phase"] => Self { what: what.0, less: less.0, times: 1 },
    ["the next" (what: BareCard) "you play this phase costs" (less: Resources) "less"] => Self { what: what.0, less: less.0, times: 1 },
    ["the next" (what: BareCard) "you play this phase costs" (less: Number) "less"] => Self { what: what.0, less: less.0, times: 1 },
);

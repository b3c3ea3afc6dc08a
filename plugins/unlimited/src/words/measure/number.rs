//! The number the step before fixed.

use super::prelude::*;

/// The number the step before fixed: damage healed, cards discarded, resources paid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number;

impl Word for Number {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.expect(scope.after || scope.number, path, "expected a step before");
    }

    fn noun(&self, _: &Names) -> String {
        "that number".to_owned()
    }

    fn each(&self, names: &Names) -> String {
        names.number.to_owned()
    }

    fn reads(&self) -> Reads {
        Reads::NOTHING
    }

    fn amount(&self, _: &Scene<'_>, cx: &Context<'_>) -> i16 {
        cx.locals.map_or(0, |locals| locals.number)
    }

    said!(at:
        ["equal to that number"] => Self,
        ["equal to the number of tokens defeated this way"] if at.names.number == "token defeated" => Self,
        ["for each" (_counted: Counted)] => Self,
    );
}

/// The noun of that which was counted last, as it is read: "card discarded this way".
#[derive(Clone)]
struct Counted;

impl Said for Counted {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let counted = reader.phrase(from.names.number, from).into_iter();
        // A token is called by its name alone.
        let short = from.names.number.replacen(" token ", " ", 1);
        let short = (short != from.names.number).then(|| reader.phrase(&short, from)).flatten();
        let counted = counted.chain(short);
        counted.flat_map(|at| reader.words("", "this? way?", &at)).map(|at| (Self, at)).collect()
    }
}

//! Units that attacked this phase.

use super::prelude::*;
use crate::filter::bears;
use crate::vocabulary::Definition;

/// You attacked with such a unit this phase, whatever has become of it since.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttackedWith(pub Filter);

impl Word for AttackedWith {
    fn check(&self, check: &mut Check<'_>, _: Scope, path: &Path) {
        check.printed(&self.0, path);
        let kinds = self.0.is.is_empty() && self.0.is_not.is_empty();
        check.expect(kinds, path, "expected units, which are not asked for");
    }

    /// "you attacked with another Separatist unit this phase".
    fn text(&self, holds: bool, names: &Names) -> String {
        let attacked = either(holds, "attacked", "have not attacked");
        format!("you {attacked} with {} this phase", Description::new(&self.0, names).one())
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let fits = |attacker: &crate::board::Attacker| {
            let printed = scene.catalogue.card(attacker.definition);
            let Definition { unique, name, traits, .. } = &printed.definition;
            let (name, traits) = match printed.definition.called() {
                Some(called) => (&called.name, called.traits),
                None => (name, *traits),
            };
            let traits = attacker.traits.of(traits);
            !(self.0.another && attacker.card == cx.source)
                && self.0.asks().is(KindSet::Unit.into(), true)
                && bears(&self.0, printed, name, || *unique, printed.aspects, traits)
        };
        scene.board.players[usize::from(cx.seat)].phase.attackers.iter().any(fits)
    }

    said!(at:
        ["you|you've attacked with" (what: One) "this phase"] => Self::of(what.0),
        ["a friendly unit attacked this phase"] => Self(Filter::default()),
    );
}

impl AttackedWith {
    /// `None` where more is asked than what is printed.
    fn of(what: Filter) -> Option<Self> {
        // Another than was chosen meanwhile is another than this one.
        let another = what.another || !what.not.is_empty();
        let what = Criteria { side: None, another, not: Vec::new(), ..Criteria::clone(&what) };
        let what = Filter::from(what);
        (what.is.is_empty() && what.is_not.is_empty() && what.is_printed()).then_some(Self(what))
    }
}

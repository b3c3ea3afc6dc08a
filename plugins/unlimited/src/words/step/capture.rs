//! Capturing units (CR 8.33).

use super::prelude::*;
use crate::vocabulary::this;

/// A unit captures units (CR 8.33), or a base does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    /// These.
    pub what: Vec<Whom>,
    /// The unit or base that guards them from then on; this one when left out.
    #[serde(default = "this")]
    pub by: Whom,
}

impl Word for Capture {
    checked!(what: whoms, by: whom);

    fn text(&self, names: &mut Names) -> String {
        let captures = names.whom(&self.by).does("captures", "capture");
        format!("{captures} {}", names.whoms(&self.what).text)
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        // A unit that was chosen for it captures another.
        [(by: Target) "captures|capture that unit"] if !at.own && at.chosen() == [Whom::It, Whom::Other] && by.0 == Whom::Other
            => Self { what: vec![Whom::It], by: by.0 },
        ["have" (by: Object) "capture" (what: Targets)] => Self { what: what.0, by: by.0 },
        [(by: Target) "captures|capture" (what: Targets)] => Self { what: what.0, by: by.0 },
    );
}

impl Does for Capture {
    fn does(&self, run: &mut Run<'_>) {
        let guard = run.scene.first(&self.by, &run.cx());
        run.each(&self.what, |card, seat| Proposal::new(Verb::Capture, card, seat).onto(guard));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.what)
    }
}

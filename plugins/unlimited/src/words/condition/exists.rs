//! Cards that exist.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::view::{Text, View};
use crate::vocabulary::{Filter, Place, Who, one};

/// At least `at_least` cards fit (1 when left out).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exists {
    /// Which cards.
    pub what: Filter,
    /// How many.
    #[serde(default = "one")]
    pub at_least: u8,
}

impl Word for Exists {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.filter_in(&self.what, scope, &path.to("what"));
        check.above_0(self.at_least, path, "at_least");
    }

    /// "you control a Force unit", "there is a card in your hand".
    fn text(&self, holds: bool, names: &Names) -> String {
        let Self { what, at_least } = self;
        let (whose, controller) = match what.side {
            Some(who) if matches!(what.place, Place::Play | Place::Resources) => {
                let verb = match (who, holds) {
                    (Who::You, true) => "control",
                    (Who::You, false) => "do not control",
                    (_, true) => "controls",
                    (_, false) => "does not control",
                };
                let player = names.player(who);
                (Description::new(what, names).without_side(), Some(format!("{player} {verb}")))
            }
            _ => (Description::new(what, names), None),
        };
        let (verb, cards) = if *at_least == 1 {
            (if holds { "there is" } else { "there is not" }, whose.one())
        } else {
            let verb = if holds { "there are" } else { "there are not" };
            (verb, format!("{at_least} or more {}", whose.many()))
        };
        format!("{} {cards}", controller.as_deref().unwrap_or(verb))
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.what)
    }

    fn reads_computed(&self) -> bool {
        self.what.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut found = Refs::new();
        scene.candidates(&self.what, cx, &mut found);
        found.len() >= usize::from(self.at_least)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.what)
    }
}

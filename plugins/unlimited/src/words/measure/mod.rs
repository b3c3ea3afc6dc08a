//! The measures of amounts, a file each.

use cardmill_harness::family;
use cardmill_harness::library::Path;

use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;
use crate::view::{Text, View};
use crate::vocabulary::Whom;

mod prelude;

pub use different::Printed;

/// A measure: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it.
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path);

    /// The number as a noun: "the number of friendly units", "its power".
    fn noun(&self, names: &Names) -> String;

    /// One of what is counted: "friendly unit", "point of its power"; empty for one.
    fn each(&self, names: &Names) -> String;

    /// Whether an amount of 1 is told as "equal to" it.
    fn is_named(&self) -> bool {
        self.card().is_some()
    }

    /// The card that it is a number of, if it is one of a card.
    fn card(&self) -> Option<&Whom> {
        None
    }

    /// What it reads of the state.
    fn reads(&self) -> Reads;

    /// Whether it reads what constant abilities work out.
    fn reads_computed(&self) -> bool {
        false
    }

    /// How much it is.
    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16;

    /// Whether a player who reads it in a text can know.
    fn is_known(&self, _view: &View<'_>, _text: &Text<'_>) -> bool {
        true
    }
}

family! {
    /// A number read off the table. A step's amount is `amount × per`.
    pub enum Measure: Word, said {
        one: One,
        count: Count,
        power: Power,
        damage: Damage,
        cost: Cost,
        aspects: Aspects,
        bound: Bound,
        resources: Resources,
        hand: Hand,
        number: Number,
        other_cards_played: OtherCardsPlayed,
        remaining_hp: RemainingHp,
        credits: Credits,
        divided: Divided,
        units_defeated: UnitsDefeated,
        deeds: Deeds,
        ready_resources: ReadyResources,
        paid: Paid,
        less: Less,
        icons: Icons,
        defeated: Defeated,
        abilities: Abilities,
        different: Different,
        cost_difference: CostDifference,
        dealt: Dealt,
        upgrades: Upgrades,
    }

    /// How much it is.
    pub(crate) fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        |word| word.amount(scene, cx)
    }
}

impl Default for Measure {
    fn default() -> Self {
        Self::One(One)
    }
}

impl Measure {
    /// Whether it is always 1.
    #[must_use]
    pub const fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }
}

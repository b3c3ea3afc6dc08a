//! The measures of amounts, a file each.

use cardmill_harness::family;

use crate::reader::said;

mod prelude;
pub(crate) mod word;

family! {
    /// A number read off the table. A step's amount is `amount × per`.
    pub enum Measure: measures, said {
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
        plus: Plus,
        raid: Raid,
        excess: Excess,
        defeated_power: DefeatedPower,
        exhausted_resources: ExhaustedResources,
        struck: Struck,
        keywords: Keywords,
        most: Most,
        arenas_led: ArenasLed,
    }
}

pub use different::Printed;

impl Default for Measure {
    fn default() -> Self {
        Self::One(One)
    }
}

impl Measure {
    /// Tells whether it is always 1, as a measure that is left out is.
    #[must_use]
    pub const fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }
}

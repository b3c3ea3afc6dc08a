//! The parts of the cost of an action ability, a file each.

use cardmill_harness::family;
use cardmill_kernel::card::{Ref, Slot};

use crate::reader::said;

mod prelude;
pub(crate) mod word;

family! {
    /// Part of the bracketed cost of an action ability.
    pub enum Cost: costs, said {
        fixed {
            exhaust: Exhaust,
            resources: Resources,
            defeat_this: DefeatThis,
            return_this: ReturnThis,
            the_force: TheForce,
            discard_deck: DiscardDeck,
            defeat_credit: DefeatCredit,
        }
        chosen {
            defeat: Defeat,
            defeat_token: DefeatToken,
            return_card: Return,
            discard: Discard,
            damage: Damage,
            exhaust_unit: ExhaustUnit,
            ready_unit: ReadyUnit,
        }
    }
}

impl Cost {
    /// Tells whether it is paid with a Credit token where that is chosen as the token.
    pub(crate) const fn takes_credit(&self) -> bool {
        matches!(self, Self::DefeatToken(_))
    }

    /// The card that it exhausts, of an ability on this card and with what was chosen.
    pub(crate) fn exhausts(&self, this: Slot, chosen: Option<Ref>) -> Option<Slot> {
        match self {
            Self::Exhaust(_) => Some(this),
            Self::ExhaustUnit(_) => chosen.map(|card| card.slot),
            _ => None,
        }
    }
}

/// Tells whether paying a cost exhausts the card with the ability.
pub(crate) fn exhausts(cost: &[Cost]) -> bool {
    cost.iter().any(|part| matches!(part, Cost::Exhaust(_)))
}

/// Tells whether resources are part of a cost.
fn pays(cost: &[Cost]) -> bool {
    cost.iter().any(|part| matches!(part, Cost::Resources(_)))
}

/// The resources that a cost asks for.
pub(crate) fn price(cost: &[Cost]) -> i16 {
    let parts = cost.iter().map(|part| match part {
        Cost::Resources(Resources(n)) => i16::from(*n),
        _ => 0,
    });
    parts.sum()
}

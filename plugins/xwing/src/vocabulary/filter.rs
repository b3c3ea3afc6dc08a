//! Filters: the ships that an ability, a condition or a step is about.

use serde::{Deserialize, Serialize};

use super::moves::Moves;
use super::traits::{Action, Arc, CardType, Facing, Side, Size, Token};

/// A band of ranges, both ends included. 0 is touching; nothing is nearer than 0 or measured
/// beyond 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reach(pub u8, pub u8);

impl Reach {
    /// Returns `true` for a range within the band, its ends included.
    #[must_use]
    pub const fn holds(self, range: u8) -> bool {
        self.0 <= range && range <= self.1
    }
}

/// Ships seen from the ship that an ability belongs to. Every field that is given must fit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Filter {
    /// The player whose ship it is: the same as the ability's ship, or the other.
    pub side: Option<Side>,
    /// The ship itself (`true`) or another one (`false`).
    pub this: Option<bool>,
    /// The ranges from the ability's ship at which it must be.
    pub range: Option<Reach>,
    /// The ranges from the defender of the attack under way at which it must be.
    pub range_of_defender: Option<Reach>,
    /// The ranges from the ship the event happened to at which it must be.
    pub range_of_subject: Option<Reach>,
    /// The arcs of the ability's ship that it is in, all of them.
    pub in_arc: Vec<Arc>,
    /// The arcs of the ability's ship that it is in none of.
    pub out_of_arc: Vec<Arc>,
    /// The arcs of its own that the ability's ship is in, all of them.
    pub sees: Vec<Arc>,
    /// The arcs of its own that the ability's ship is in none of.
    pub blind: Vec<Arc>,
    /// The arcs of its own that the ship the event happened to is in, all of them.
    pub sees_subject: Vec<Arc>,
    /// The size of its base.
    pub size: Option<Size>,
    /// Has a larger base than the ability's ship.
    pub larger: Option<bool>,
    /// Has a higher initiative than the ability's ship.
    pub higher: Option<bool>,
    /// Has a lower initiative than the ability's ship.
    pub lower: Option<bool>,
    /// Its pilot is limited.
    pub limited: Option<bool>,
    /// Has all of these actions on its action bar.
    pub bar: Vec<Action>,
    /// Has a higher initiative than the ability's ship has damage cards.
    pub outranks_damage: Option<bool>,
    /// The ability of its ship type, by its name.
    pub ability: Option<String>,
    /// Its agility is no higher than that of the defender of the attack under way.
    pub no_nimbler: Option<bool>,
    /// Its ship type, by id.
    pub ship: Option<String>,
    /// The name of its pilot.
    pub name: Option<String>,
    /// Has at least one of each of these tokens.
    pub with: Vec<Token>,
    /// Has none of these tokens.
    pub without: Vec<Token>,
    /// Has at least one green token.
    pub green: Option<bool>,
    /// Has as many tractor tokens as its size asks for, or more.
    pub tractored: Option<bool>,
    /// Has at least one active shield.
    pub shielded: Option<bool>,
    /// Is the attacker of the attack under way.
    pub attacker: Option<bool>,
    /// Is the defender of the attack under way.
    pub defender: Option<bool>,
    /// `true`: it is in the arc of the weapon that the attack under way is made with.
    pub in_attack_arc: Option<bool>,
    /// It has the other ship of the attack under way in its turret arc.
    pub turret_on_opponent: Option<bool>,
    /// The arcs of the attacker of the attack under way that it is in, all of them.
    pub in_arc_of_attacker: Vec<Arc>,
    /// The arcs of the defender of the attack under way that it is in, all of them.
    pub in_arc_of_defender: Vec<Arc>,
    /// A ship of the ability's player has it locked.
    pub friendly_lock: Option<bool>,
    /// The ship has it locked.
    pub locked: Option<bool>,
    /// It has the ship locked.
    pub locks_this: Option<bool>,
    /// It has the defender of the attack under way locked.
    pub locks_defender: Option<bool>,
    /// It has the ship that was chosen, or that would be attacked, locked.
    pub locks_it: Option<bool>,
    /// A device of the ability's player is at range 0-1 of it.
    pub beside_device: Option<bool>,
    /// The ranges at which the nearest obstacle must be; nothing else is known of one without a mat.
    pub obstacle: Option<Reach>,
    /// The ranges at which the nearest asteroid must be; nothing is known of one without a mat.
    pub asteroid: Option<Reach>,
    /// The last move of the ability's ship took it through this one; never without a mat.
    pub moved_through: Option<bool>,
    /// The kind of the maneuver that it has revealed, or executed last.
    pub flown: Option<Moves>,
    /// The kind of upgrade of which it has one with another side.
    pub flips: Option<CardType>,
    /// It is the ship the event happened to.
    pub subject: Option<bool>,
    /// Has engaged in this phase.
    pub engaged: Option<bool>,
    /// Has performed an attack in this phase.
    pub attacked: Option<bool>,
    /// Has performed a bonus attack in this round.
    pub bonus: Option<bool>,
    /// Has attacked in a turret arc in this round.
    pub turreted: Option<bool>,
    /// Is the ship that activates now.
    pub activating: Option<bool>,
    /// It was stressed when it began to perform the last of its actions.
    pub strove: Option<bool>,
    /// Has at least one damage card.
    pub damaged: Option<bool>,
    /// Has at least one faceup damage card.
    pub critical: Option<bool>,
    /// The number of its stress tokens.
    pub stressed: Option<Reach>,
    /// Has a red or orange token that is no lock.
    pub plagued: Option<bool>,
    /// Has at least one circular token, green or orange.
    pub circular: Option<bool>,
    /// Is destroyed, and not removed yet.
    pub destroyed: Option<bool>,
    /// Has the upgrade of this id.
    pub equipped: Option<String>,
    /// The direction of its turret indicator.
    pub facing: Option<Facing>,
    /// The arcs of its own that the defender of the attack under way is in, all of them.
    pub targets_in: Vec<Arc>,
    /// Filters of which it must fit one at least, if there are any.
    pub any: Vec<Self>,
    /// Filters of which it must fit none.
    pub none: Vec<Self>,
    /// `true`: it is at range 0-1 of the device that detonates.
    pub near_device: Option<bool>,
    /// `true`: it is at range 0-2 of the device that detonates.
    pub around_device: Option<bool>,
}

impl Filter {
    /// The filter that only the ability's own ship fits.
    #[must_use]
    pub fn this() -> Self {
        Self { this: Some(true), ..Self::default() }
    }
}

/// The ship, or the ships, that a step or a condition is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whom {
    /// The ship the ability belongs to.
    This,
    /// The ship the event happened (or would happen) to.
    Subject,
    /// The ship that was chosen.
    It,
    /// The attacker of the attack under way.
    Attacker,
    /// The defender of the attack under way.
    Defender,
    /// The other ship of the attack under way: for its attacker the defender, for everybody else
    /// the attacker.
    Opponent,
    /// Every ship in the play area that fits.
    Each(Box<Filter>),
}

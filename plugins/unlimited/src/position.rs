//! A position as a person writes it down: what a table shows, and nothing that presets an answer.

use serde::{Deserialize, Serialize};

/// A player by seat. `P1` is seat 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    /// Seat 0.
    #[default]
    P1,
    /// Seat 1.
    P2,
}

/// A position in the action phase, between two actions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The first player's side.
    pub p1: Side,
    /// The second player's side.
    pub p2: Side,
    /// Who has the initiative counter.
    pub initiative: Player,
    /// Whether the counter has been taken this round.
    pub initiative_taken: bool,
    /// Whose turn it is.
    pub active: Player,
}

/// One player's cards. Ids are card ids such as `SOR_095`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Side {
    /// The leader.
    pub leader: String,
    /// Whether the leader is deployed (then it is also listed in `units` when it needs damage
    /// and the like; otherwise it is put into play ready and undamaged).
    pub leader_deployed: bool,
    /// Whether the leader is exhausted (on either side).
    pub leader_exhausted: bool,
    /// Damage on the deployed leader.
    pub leader_damage: u8,
    /// Upgrades on the deployed leader.
    pub leader_upgrades: Vec<String>,
    /// Whether the leader's deploy action was used before.
    pub leader_epic_used: bool,
    /// The base.
    pub base: String,
    /// Damage on the base.
    pub base_damage: u8,
    /// Whether the base's epic action was used before.
    pub base_epic_used: bool,
    /// How many resources; they are plain filler cards.
    pub resources: u8,
    /// How many of the resources are exhausted.
    pub exhausted_resources: u8,
    /// Further resources, ready, that are these cards.
    pub resource_cards: Vec<String>,
    /// The hand.
    pub hand: Vec<String>,
    /// The deck from the top; ten filler cards when left out.
    pub deck: Option<Vec<String>>,
    /// The discard pile.
    pub discard: Vec<String>,
    /// The units this player controls, in either arena.
    pub units: Vec<UnitInPlay>,
}

/// A unit in play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitInPlay {
    /// Its card id.
    pub card: String,
    /// Damage on it.
    pub damage: u8,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// Upgrades on it, tokens (`SOR_T01` Experience, `SOR_T02` Shield) included.
    pub upgrades: Vec<String>,
    /// Upgrades on it that the other player controls.
    pub enemy_upgrades: Vec<String>,
    /// Whether the other player owns it.
    pub owned_by_other: bool,
    /// Whether it entered play this round.
    pub entered_this_round: bool,
}

/// A plain card that fills decks and resource zones: Underworld Thug.
pub const FILLER: &str = "SOR_247";

impl Default for Side {
    fn default() -> Self {
        Self {
            leader: "SOR_014".into(),
            leader_deployed: false,
            leader_exhausted: false,
            leader_damage: 0,
            leader_upgrades: Vec::new(),
            leader_epic_used: false,
            base: "SOR_026".into(),
            base_damage: 0,
            base_epic_used: false,
            resources: 0,
            exhausted_resources: 0,
            resource_cards: Vec::new(),
            hand: Vec::new(),
            deck: None,
            discard: Vec::new(),
            units: Vec::new(),
        }
    }
}

//! The columns of observations of this game.

use cardmill_harness::columns;
use cardmill_harness::observation::schema::Values::{self, Bits, Card, Codes, Number, Row};

use crate::question::KINDS;

const ZONES: &[&str] = &[
    "none",
    "deck",
    "hand",
    "discard",
    "resources",
    "ground",
    "space",
    "attached",
    "base",
    "captured",
    "aside",
];

const PERMISSIONS: &[&str] = &[
    "cannot_attack_bases",
    "cannot_be_attacked",
    "can_attack_ground",
    "can_attack_space",
    "cannot_ready",
    "cannot_be_healed",
    "not_defeated_by_damage",
    "deals_damage_first",
];

const UPTO: Values = Number(0, 255);
const FLAG: Values = Values::FLAG;
const COUNT: Values = Number(0, i16::MAX);

columns! {
    /// A card that is seen.
    pub struct Entity: [u8; 32] {
        /// Where it is.
        zone: Codes(ZONES),
        /// Whether the seat owns it.
        mine: FLAG,
        /// Whether the seat controls it.
        controlled: FLAG,
        /// Whether it is exhausted. Which resources are makes no difference: see `ready`.
        exhausted: FLAG,
        /// Damage on it.
        damage: UPTO,
        /// Power now of a unit, never below 0.
        power: UPTO,
        /// HP now of a unit or a base; damage is not taken off.
        hp: UPTO,
        /// HP minus damage of a unit or a base, never below 0.
        left: UPTO,
        /// Resources that the seat would pay for it now, if it is in its hand.
        cost: UPTO,
        /// The sum of all Raid.
        raid: UPTO,
        /// The sum of all Restore.
        restore: UPTO,
        /// Shield tokens on it.
        shields: UPTO,
        /// Experience tokens on it.
        experience: UPTO,
        /// Upgrades on it, tokens among them.
        upgrades: UPTO,
        /// Whether it has Ambush now.
        ambush: FLAG,
        /// Whether it has Grit now.
        grit: FLAG,
        /// Whether it has Overwhelm now.
        overwhelm: FLAG,
        /// Whether it has Saboteur now.
        saboteur: FLAG,
        /// Whether it has Sentinel now.
        sentinel: FLAG,
        /// Whether it has Shielded now.
        shielded: FLAG,
        /// Whether it is a leader on its unit side, or a unit that is an upgrade.
        deployed: FLAG,
        /// Whether its Epic Action was used.
        epic_used: FLAG,
        /// Whether it attacked this phase.
        attacked: FLAG,
        /// Whether it entered play this round.
        entered: FLAG,
        /// Whether its ability that works once each round was used.
        used: FLAG,
        /// Whether it was defeated this phase.
        defeated: FLAG,
        /// Whether its printed abilities are lost.
        blank: FLAG,
        /// The unit it is attached to, or captured by.
        host: Row,
        /// What it is permitted and forbidden now.
        permissions: Bits(PERMISSIONS),
        /// Its part in the attack under way.
        role: Codes(&["none", "attacker", "defender"]),
        /// As what the program that asks holds it: what was chosen before, or what the question is
        /// about.
        held: Codes(&["none", "it", "other", "third"]),
        /// Points that were given to it so far, where they are given one at a time.
        points: UPTO,
    }
}

columns! {
    /// The table as a whole.
    pub struct Globals: [i16; 48] {
        /// The round, from 1; 0 during set-up.
        round: COUNT,
        /// The phase.
        phase: Codes(&["setup", "action", "regroup"]),
        /// Whether the seat is asked something.
        asked: FLAG,
        /// What is asked of it.
        prompt: Codes(KINDS),
        /// The card that the question comes from.
        source: Row,
        /// The same card, also where it has no row.
        source_card: Card,
        /// How far the text of that card has come: the number of the instruction that asks.
        instruction: COUNT,
        /// Picks or points that are left of a question that is asked again and again.
        left: UPTO,
        /// The number that the text counts by.
        number: Number(i16::MIN, i16::MAX),
        /// Whether what is chosen goes to the bottom of a deck.
        to_bottom: FLAG,
        /// Whether it is the seat's turn.
        active: FLAG,
        /// Whether the seat has the initiative counter.
        initiative: FLAG,
        /// Whether the counter was taken this round.
        initiative_taken: FLAG,
        /// Passes in a row.
        passes: UPTO,
        /// Whether the seat had the initiative at the start of the game.
        first: FLAG,
        /// How far the attack under way is.
        attack: Codes(&["none", "declared", "completed"]),
        /// Abilities of the seat that wait to be resolved.
        waiting: COUNT,
        /// Abilities of the enemy that wait to be resolved.
        enemy_waiting: COUNT,
        /// Lasting and delayed effects of the seat.
        effects: COUNT,
        /// Lasting and delayed effects of the enemy.
        enemy_effects: COUNT,
        /// How the game stands.
        outcome: Codes(&["open", "won", "lost", "draw"]),
        /// Cards that are seen and have no row, for there are too many: the oldest of the discard
        /// piles.
        omitted: UPTO,
        /// HP minus damage of its base, never below 0.
        base_left: UPTO,
        /// The same of the enemy.
        enemy_base_left: UPTO,
        /// Resources of the seat.
        resources: UPTO,
        /// Resources of the enemy.
        enemy_resources: UPTO,
        /// Resources of the seat that are ready.
        ready: UPTO,
        /// Resources of the enemy that are ready.
        enemy_ready: UPTO,
        /// Cards in its hand.
        hand: UPTO,
        /// Cards in the enemy's hand.
        enemy_hand: UPTO,
        /// Cards in its deck.
        deck: UPTO,
        /// Cards in the enemy's deck.
        enemy_deck: UPTO,
        /// Cards in its discard pile.
        discard: UPTO,
        /// Cards in the enemy's discard pile.
        enemy_discard: UPTO,
        /// Units it controls in the ground arena.
        ground_units: UPTO,
        /// Units the enemy controls there.
        enemy_ground_units: UPTO,
        /// Units it controls in the space arena.
        space_units: UPTO,
        /// Units the enemy controls there.
        enemy_space_units: UPTO,
        /// The sum of the power of its units in the ground arena.
        ground_power: COUNT,
        /// The same of the enemy.
        enemy_ground_power: COUNT,
        /// The sum of the power of its units in the space arena.
        space_power: COUNT,
        /// The same of the enemy.
        enemy_space_power: COUNT,
        /// Whether it took the initiative and cannot act any more this phase.
        done: FLAG,
        /// Whether the enemy did and cannot.
        enemy_done: FLAG,
        /// Cards it played this phase.
        played: UPTO,
        /// Cards the enemy played this phase.
        enemy_played: UPTO,
        /// Units it controlled that were defeated this phase.
        units_defeated: UPTO,
        /// Units the enemy controlled that were defeated this phase.
        enemy_units_defeated: UPTO,
    }
}

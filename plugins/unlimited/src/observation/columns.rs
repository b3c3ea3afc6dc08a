//! The columns of observations of this game.

use cardmill_harness::columns;
use cardmill_harness::observation::schema::Values::{self, Bits, Card, Codes, Number, Row};

use crate::question::KINDS_OF_TWO;

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

const RARE_PERMISSIONS: &[&str] = &[
    "assigns_indirect",
    "assigns_own_indirect",
    "deals_more_indirect",
    "cannot_gain_abilities",
    "may_be_struck_first",
    "attacks_two",
    "not_unique",
    "may_deal_excess",
];

/// By the kinds of [`Harm`](crate::vocabulary::Harm), in their order.
const HARMS: &[&str] = &["damage", "defeat", "capture", "exhaust", "to_hand", "take_control"];

/// Names of [`Aspect::ALL`](crate::vocabulary::Aspect::ALL), in their order.
const ASPECTS: &[&str] = &["vigilance", "command", "aggression", "cunning", "heroism", "villainy"];

const UPTO: Values = Number(0, 255);
const FLAG: Values = Values::FLAG;
const COUNT: Values = Number(0, i16::MAX);

columns! {
    /// A card that is seen.
    pub struct Entity: [u8; 64] {
        /// The zone it is in.
        zone: Codes(ZONES),
        /// 1 if the seat owns it.
        mine: FLAG,
        /// 1 if the seat controls it.
        controlled: FLAG,
        /// 1 if it is exhausted. Which resources are makes no difference: see `ready`.
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
        /// 1 if it has Ambush now.
        ambush: FLAG,
        /// 1 if it has Grit now.
        grit: FLAG,
        /// 1 if it has Overwhelm now.
        overwhelm: FLAG,
        /// 1 if it has Saboteur now.
        saboteur: FLAG,
        /// 1 if it has Sentinel now.
        sentinel: FLAG,
        /// 1 if it has Shielded now.
        shielded: FLAG,
        /// 1 if it is a leader on its unit side, or a unit that is an upgrade.
        deployed: FLAG,
        /// 1 if its Epic Action was used.
        epic_used: FLAG,
        /// 1 if it attacked this phase.
        attacked: FLAG,
        /// 1 if it entered play this round.
        entered: FLAG,
        /// 1 if its ability that works once each round was used.
        used: FLAG,
        /// 1 if it was defeated this phase.
        defeated: FLAG,
        /// 1 if its printed abilities are lost.
        blank: FLAG,
        /// The unit it is attached to, or captured by.
        host: Row,
        /// Permissions and prohibitions that it has now.
        permissions: Bits(PERMISSIONS),
        /// Its part in the attack under way.
        role: Codes(&["none", "attacker", "defender"]),
        /// As what the program that asks holds it: what was chosen before, or what the question is
        /// about.
        held: Codes(&["none", "it", "other", "third"]),
        /// Points that were given to it so far, where they are given one at a time.
        points: UPTO,
        /// 1 if it has Hidden now. That this keeps it from being attacked is among `permissions`.
        hidden: FLAG,
        /// 1 if it could attack if it were its controller's turn: ready, and with a target.
        can_attack: FLAG,
        /// Its Bounty abilities.
        bounties: UPTO,
        /// Units that may be exploited for it, if it is in the seat's hand.
        exploit: UPTO,
        /// 1 if it has Piloting, if it is in the seat's hand.
        pilots: FLAG,
        /// Resources that the seat would pay for it by Piloting.
        piloting_cost: UPTO,
        /// 1 if it can be played by Smuggle, if it is a resource of the seat.
        smuggles: FLAG,
        /// Resources that the seat would pay for it by Smuggle, the least.
        smuggle_cost: UPTO,
        /// 1 if it has Plot, if it is a resource of the seat.
        plots: FLAG,
        /// Resources that the seat would pay for it by Plot.
        plot_cost: UPTO,
        /// Effects that last and are about it.
        lasting: UPTO,
        /// Power that effects give it for a while.
        power_up: UPTO,
        /// Power that effects take from it for a while.
        power_down: UPTO,
        /// HP that effects give it for a while.
        hp_up: UPTO,
        /// HP that effects take from it for a while.
        hp_down: UPTO,
        /// Delayed effects that remember it.
        delayed: UPTO,
        /// Abilities that it has gained.
        gained: UPTO,
        /// Harms that enemy card abilities cannot do to it.
        protected: Bits(HARMS),
        /// 1 if it is a leader unit although it is no leader card.
        leader_unit: FLAG,
        /// 1 if it cannot attack, whatever there is to attack.
        cannot_attack: FLAG,
        /// 1 if it deals no combat damage.
        no_combat_damage: FLAG,
        /// Further permissions and prohibitions that it has now.
        rare_permissions: Bits(RARE_PERMISSIONS),
        /// 1 if it entered play this phase.
        entered_now: FLAG,
        /// 1 if it was healed this phase.
        healed: FLAG,
        /// 1 if it was discarded from a hand or a deck this phase; in play, if damage was dealt to it.
        discarded: FLAG,
        /// 1 if it dealt damage this phase to the base of its controller's enemy.
        struck_base: FLAG,
        /// 1 if damage was dealt to it this phase, or would have been.
        met_damage: FLAG,
        /// The players who played an upgrade on it this round.
        upgraded: Codes(&["nobody", "seat", "enemy", "both"]),
        /// 1 if it was played from a hand, as a unit.
        from_hand: FLAG,
        /// Uses so far of its ability that can be used so often each game.
        uses: UPTO,
        /// The way it is known: seen, or hidden and known to be there, or to be the top card of the deck.
        known: Codes(&["seen", "there", "top"]),
        /// 1 if the enemy knows that this card of the seat's hand or resources is there.
        exposed: FLAG,
    }
}

columns! {
    /// The table as a whole.
    pub struct Globals: [i16; 96] {
        /// The round, from 1; 0 during set-up.
        round: COUNT,
        /// The phase of the round.
        phase: Codes(&["setup", "action", "regroup"]),
        /// 1 if the seat is asked something.
        asked: FLAG,
        /// The question that is asked of it.
        prompt: Codes(KINDS_OF_TWO),
        /// The card that the question comes from.
        source: Row,
        /// The same card, also where it has no row.
        source_card: Card,
        /// The number of the instruction of that card's text that asks.
        instruction: COUNT,
        /// Picks or points that are left of a question that is asked again and again.
        left: UPTO,
        /// The number that the text counts by.
        number: Number(i16::MIN, i16::MAX),
        /// 1 if the chosen cards go to the bottom of a deck.
        to_bottom: FLAG,
        /// 1 if it is the seat's turn.
        active: FLAG,
        /// 1 if the seat has the initiative counter.
        initiative: FLAG,
        /// 1 if the counter was taken this round.
        initiative_taken: FLAG,
        /// Passes in a row.
        passes: UPTO,
        /// 1 if the seat had the initiative at the start of the game.
        first: FLAG,
        /// The stage of the attack under way.
        attack: Codes(&["none", "declared", "completed"]),
        /// Abilities of the seat that wait to be resolved.
        waiting: COUNT,
        /// Abilities of the enemy that wait to be resolved.
        enemy_waiting: COUNT,
        /// Lasting and delayed effects of the seat.
        effects: COUNT,
        /// Lasting and delayed effects of the enemy.
        enemy_effects: COUNT,
        /// The outcome of the game.
        outcome: Codes(&["open", "won", "lost", "draw"]),
        /// Cards that are seen and have no row, for there are too many: the oldest of the discard
        /// piles. Cards that are known without being seen come behind those.
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
        /// 1 if it took the initiative and cannot act any more this phase.
        done: FLAG,
        /// 1 if the enemy took it and cannot act any more.
        enemy_done: FLAG,
        /// Cards it played this phase.
        played: UPTO,
        /// Cards the enemy played this phase.
        enemy_played: UPTO,
        /// Units it controlled that were defeated this phase.
        units_defeated: UPTO,
        /// Units the enemy controlled that were defeated this phase.
        enemy_units_defeated: UPTO,
        /// Credit tokens of the seat.
        credits: UPTO,
        /// Credit tokens of the enemy.
        enemy_credits: UPTO,
        /// 1 if the Force is with the seat: it has its token.
        force: FLAG,
        /// 1 if the Force is with the enemy.
        enemy_force: FLAG,
        /// Aspects of the cards it played this phase.
        played_aspects: Bits(ASPECTS),
        /// Aspects of the cards the enemy played this phase.
        enemy_played_aspects: Bits(ASPECTS),
        /// Cards it played this round.
        played_round: UPTO,
        /// Cards the enemy played this round.
        enemy_played_round: UPTO,
        /// Events it played this round.
        events_round: UPTO,
        /// Events the enemy played this round.
        enemy_events_round: UPTO,
        /// Damage it dealt to the enemy's base this phase.
        base_damage: UPTO,
        /// Damage the enemy dealt to its base this phase.
        enemy_base_damage: UPTO,
        /// Units it controlled that left play this phase.
        units_left: UPTO,
        /// Units the enemy controlled that left play this phase.
        enemy_units_left: UPTO,
        /// Attacks it made this phase.
        attacks: UPTO,
        /// Attacks the enemy made this phase.
        enemy_attacks: UPTO,
        /// 1 if it attacked a base during its last action.
        attacked_base: FLAG,
        /// 1 if the enemy attacked one during theirs.
        enemy_attacked_base: FLAG,
        /// Units it controlled that were defeated this phase while they attacked.
        fell_attacking: UPTO,
        /// The same of the enemy.
        enemy_fell_attacking: UPTO,
        /// Cards it drew this phase.
        drawn: UPTO,
        /// Cards the enemy drew this phase.
        enemy_drawn: UPTO,
        /// Cards it discarded from its hand this phase.
        discarded_hand: UPTO,
        /// Cards the enemy discarded from theirs.
        enemy_discarded_hand: UPTO,
        /// Cards it discarded from its deck this phase.
        discarded_deck: UPTO,
        /// Cards the enemy discarded from theirs.
        enemy_discarded_deck: UPTO,
        /// Tokens it created this phase.
        tokens_created: UPTO,
        /// Tokens the enemy created this phase.
        enemy_tokens_created: UPTO,
        /// Indirect damage it dealt this phase.
        indirect_damage: UPTO,
        /// Indirect damage the enemy dealt this phase.
        enemy_indirect_damage: UPTO,
        /// Actions it took this phase, passes among them.
        actions_taken: UPTO,
        /// Actions the enemy took this phase.
        enemy_actions_taken: UPTO,
        /// Its uses of the Force this phase.
        force_uses: UPTO,
        /// The enemy's uses of the Force this phase.
        enemy_force_uses: UPTO,
        /// Enemy units it defeated this phase, in whatever way.
        enemies_defeated: UPTO,
        /// Units of the seat that the enemy defeated.
        enemy_enemies_defeated: UPTO,
        /// Effects of the seat that change what cards cost.
        price_effects: UPTO,
        /// Such effects of the enemy.
        enemy_price_effects: UPTO,
        /// Delayed effects of the seat.
        delayed_effects: UPTO,
        /// Delayed effects of the enemy.
        enemy_delayed_effects: UPTO,
        /// Actions that the seat takes before the turn passes, besides its own.
        extra_actions: UPTO,
        /// The same of the enemy.
        enemy_extra_actions: UPTO,
        /// Effects that give something to the next card the seat plays.
        promises: UPTO,
        /// Such effects of the enemy.
        enemy_promises: UPTO,
        /// Effects of the seat that give something to whatever fits.
        ongoing_effects: UPTO,
        /// Such effects of the enemy.
        enemy_ongoing_effects: UPTO,
        /// 1 if the attack under way is made using Ambush.
        ambushing: FLAG,
        /// Cards in the enemy's hand that the seat knows.
        enemy_hand_known: UPTO,
    }
}

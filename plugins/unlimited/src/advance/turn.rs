//! Changes of the turn.

use crate::board::{Attack, AttackOver, Board};
use crate::constant::Modifiers;
use crate::reads::Reads;
use crate::vocabulary::Deed;

/// A change of the turn, which no rule watches or replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The active player did something else than passing.
    Acted,
    /// The turn passes to the next player.
    Passes,
    /// The innermost attack is over.
    AttackEnds,
    /// Nothing is unresolved: what left play needs no remembering.
    Quiet,
}

/// Makes a change of the turn. Returns whether constant abilities rest on it.
pub(crate) fn change(board: &mut Board, modifiers: &mut Modifiers, turn: Turn) -> bool {
    match turn {
        Turn::Acted => {
            board.passes = 0;
            let deeds = &mut board.players[usize::from(board.active)].phase.deeds;
            deeds.add(Deed::Actions, 1);
            deeds.attacked_base = false;
        }
        Turn::Passes => board.active = board.players.next(board.active),
        Turn::AttackEnds => {
            if let Some(Attack { attacker, base_damage, .. }) = board.attacks.pop() {
                board.over = AttackOver { attacker, base_damage };
            }
            // "While attacking" applies again to the attack that this one was nested in.
            let Some(attack) = board.attack() else { return modifiers.change(Reads::ATTACK_ENDS) };
            if attack.attacker.is_some() {
                modifiers.outdate(attack.attacker.slot);
            }
            modifiers.change(Reads::WHOLE_ATTACK);
            return true;
        }
        Turn::Quiet => board.departures.clear(),
    }
    false
}

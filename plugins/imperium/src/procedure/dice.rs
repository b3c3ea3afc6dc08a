//! Dice of a space combat that are rolled again or raised right after the roll (LRR 74.3, 78.5e).

use cardmill_kernel::card::Seat;

use crate::advance::Run;
use crate::choice::Choice;
use crate::piece::SystemId;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Gain, Modifier};

/// The changes that a player can make to dice of the last roll, in a space combat in a system. Of
/// dice that are alike one is offered, and none that could not become better.
pub(super) fn changes(scene: Scene<'_>, system: SystemId, seat: Seat) -> Vec<Choice> {
    let mut options = Vec::new();
    let again = scene.is_under(seat, Modifier::Rerolls);
    let raises = scene.board.player(seat).trade_goods > 0
        && scene.ships(system, seat).any(|(slot, _)| scene.stats(slot).raises);
    if !again && !raises {
        return options;
    }
    for (n, die) in scene.unlike_dice(scene.dice(seat)) {
        // LRR 74.2
        if again && !die.again && die.hits() < die.most() {
            options.push(Choice::Reroll(n));
        }
        if raises && !die.raised && die.result + 1 == die.hits_on {
            options.push(Choice::Raise(n));
        }
    }
    options
}

/// Makes a change to a die; returns `false` for an answer that is none.
pub(super) fn change(choice: Choice, seat: Seat, run: &mut Run<'_>) -> bool {
    let (verb, n) = match choice {
        Choice::Reroll(n) => (Verb::Reroll, n),
        Choice::Raise(n) => (Verb::Raise, n),
        _ => return false,
    };
    let paid = Proposal::new(Verb::Lose(Gain::TradeGoods), seat).amount(1);
    run.propose((verb == Verb::Raise).then_some(paid));
    let die = run.scene.board.rolled.get(usize::from(n));
    let unit = die.map(|die| run.scene.reference(die.unit));
    run.propose(unit.map(|unit| Proposal::new(verb, seat).of(unit).amount(n.into())));
    true
}

//! The `Order` stage: the top window picks the next ability, or asks.

use bevy_ecs::prelude::*;

use crate::decision::{Decision, State};
use crate::game::Game;
use crate::stack::{Entry, Frame, Stack};
use crate::table::{Fault, Seats, Table};
use crate::window::{Next, Pick, Waiting, WindowPrompt};

/// Moves the window on top.
pub(crate) fn order<G: Game>(
    table: &mut Table,
    seats: &Seats,
    stack: &mut Stack<G>,
    decision: &mut Decision<G>,
) {
    if decision.state == State::Opened {
        return;
    }
    match stack.entries.last() {
        Some(Entry::Window(_)) => {}
        Some(Entry::Rounds(_)) => return go_round(stack, decision),
        _ => return,
    }
    if stack.waiting.len() > usize::from(u8::MAX) + 1 {
        return table.quarantine(Fault::Overflow("abilities that wait"));
    }
    step(table, seats, stack, decision);
}

/// Moves the window on top of every busy table of a World, for games that are no `Rules` yet.
pub fn order_all<G: Game>(
    mut tables: Query<(&mut Table, &Seats, &mut Stack<G>, &mut Decision<G>)>,
) {
    for (mut table, seats, mut stack, mut decision) in &mut tables {
        if table.is_busy() {
            order(&mut table, seats, &mut stack, &mut decision);
        }
    }
}

fn step<G: Game>(
    table: &mut Table,
    seats: &Seats,
    stack: &mut Stack<G>,
    decision: &mut Decision<G>,
) {
    let Stack { entries, waiting, .. } = stack;
    let Some(Entry::Window(window)) = entries.last_mut() else { return };
    if let Some(pick) = decision.take().and_then(G::pick)
        && let Some(index) = window.answer(waiting, pick)
    {
        let ability = waiting.remove(index);
        return begin(stack, &ability, G::begin(&ability));
    }
    match window.next(waiting, seats.count, seats.lead) {
        Next::Run(index) => {
            let ability = waiting.remove(index);
            begin(stack, &ability, G::begin(&ability));
        }
        Next::Close => {
            if !window.abandon(waiting) {
                table.quarantine(Fault::Invariant(
                    "a window closed over an ability that must resolve",
                ));
            }
            entries.pop();
        }
        Next::AskFirst(seat) => {
            decision.open(seat, WindowPrompt::First.into());
            let with =
                (0..seats.count).filter(|&s| window.members(waiting).any(|i| waiting[i].seat == s));
            decision.options.extend(with.map(|s| G::Choice::from(Pick::First(s))));
        }
        Next::AskWhich(seat) => {
            decision.open(seat, WindowPrompt::Which.into());
            // Copies of one ability with one source and subject are one option.
            for i in window.offered(waiting, seat) {
                let mut before = window.offered(waiting, seat).take_while(|&j| j < i);
                if !before.any(|j| waiting[j] == waiting[i]) {
                    decision.options.push(G::Choice::from(Pick::Ability(i as u8)));
                }
            }
        }
    }
}

/// A window that goes round the players: the answer is resolved, or the next player is asked.
/// What that player may resolve the game enumerates in the `Offer` stage
/// ([`Rounds::offer`](crate::rounds::Rounds::offer)).
fn go_round<G: Game>(stack: &mut Stack<G>, decision: &mut Decision<G>) {
    let Some(Entry::Rounds(rounds)) = stack.entries.last_mut() else { return };
    if let Some(pick) = decision.take().and_then(G::pick)
        && let Some(ability) = rounds.answer(pick)
    {
        let locals = G::begin_in(&rounds.event, &ability);
        return begin(stack, &ability, locals);
    }
    match rounds.next() {
        Some(seat) => decision.open(seat, WindowPrompt::Which.into()),
        None => {
            stack.entries.pop();
        }
    }
}

/// An ability begins to resolve. A triggered ability collects what triggers meanwhile, so nested
/// abilities go before everything that waits beside it; a delayed effect does not, it is no
/// triggered ability.
fn begin<G: Game>(stack: &mut Stack<G>, ability: &Waiting, locals: G::Locals) {
    let collects = (!ability.delayed).then(|| stack.collection());
    stack.push_frame(Frame {
        program: ability.program,
        at: 0,
        seat: ability.seat,
        source: ability.source,
        subject: ability.subject,
        collects,
        locals,
    });
}

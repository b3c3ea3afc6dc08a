//! The `Order` stage: the top window picks the next ability, or asks.

use crate::decision::{Decision, State};
use crate::game::Game;
use crate::rounds::ABILITIES;
use crate::stack::{Entry, Frame, Stack};
use crate::table::{Fault, Seats, Table};
use crate::window::{Next, Pick, Waiting, WindowPrompt};

/// Moves the window on top: it picks an ability, asks a player, or closes.
#[inline(never)]
pub(crate) fn order<G: Game>(
    table: &mut Table,
    seats: &Seats,
    stack: &mut Stack<G>,
    decision: &mut Decision<G>,
    alike: impl Fn(&Waiting, &Waiting) -> bool,
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
    step(table, seats, stack, decision, alike);
}

fn step<G: Game>(
    table: &mut Table,
    seats: &Seats,
    stack: &mut Stack<G>,
    decision: &mut Decision<G>,
    alike: impl Fn(&Waiting, &Waiting) -> bool,
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
                (0..seats.count).filter(|&s| window.deepest(waiting).any(|i| waiting[i].seat == s));
            decision.options.extend(with.map(|s| G::Choice::from(Pick::First(s))));
        }
        Next::AskWhich(seat) => {
            decision.open(seat, WindowPrompt::Which.into());
            // Those that nothing tells apart are one option.
            for i in window.offered(waiting, seat) {
                let mut before = window.offered(waiting, seat).take_while(|&j| j < i);
                if !before.any(|j| alike(&waiting[j], &waiting[i])) {
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

/// Sets a table aside on which more is offered at an opportunity than answers can name.
pub(crate) fn bound<G: Game>(table: &mut Table, stack: &Stack<G>) {
    if let Some(Entry::Rounds(rounds)) = stack.entries.last()
        && rounds.candidates().len() > ABILITIES
    {
        table.quarantine(Fault::Overflow("abilities to choose from"));
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

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::card::Ref;
    use crate::rounds::{Candidate, Rounds};
    use crate::table::Status;

    struct Bare;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    struct Answer(Option<Pick>);

    impl From<Pick> for Answer {
        fn from(pick: Pick) -> Self {
            Self(Some(pick))
        }
    }

    impl From<Answer> for Option<Pick> {
        fn from(Answer(pick): Answer) -> Self {
            pick
        }
    }

    #[derive(Clone, Copy, Debug, Hash, Serialize, Deserialize)]
    struct Asked;

    impl From<WindowPrompt> for Asked {
        fn from(_: WindowPrompt) -> Self {
            Self
        }
    }

    impl Game for Bare {
        type Proposal = ();
        type Locals = ();
        type Prompt = Asked;
        type Choice = Answer;
        type ReplacementId = ();

        fn begin(_: &Waiting) {}
    }

    #[test]
    fn more_than_answers_can_name_sets_the_table_aside() {
        for (count, picks) in [(ABILITIES, ABILITIES + 1), (ABILITIES + 1, ABILITIES + 1)] {
            let mut table = Table::default();
            table.deal(0);
            let mut rounds = Rounds::new((), [0]);
            let candidates = (0..count).map(|program| {
                let ability =
                    Waiting { mandatory: false, ..Waiting::new(program as u16, 0, Ref::NONE) };
                Candidate { ability, name: None }
            });
            let candidates: Vec<Candidate> = candidates.collect();
            assert_eq!(rounds.offer(&candidates, true).count(), picks, "with declining");
            let mut stack = Stack::<Bare>::default();
            stack.entries.push(Entry::Rounds(rounds.into()));
            bound(&mut table, &stack);
            assert_eq!(table.status == Status::Quarantined, count > ABILITIES);
        }
    }
}

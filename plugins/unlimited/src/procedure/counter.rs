//! The blast and the plan counter of Twin Suns (CR 12.5).

use super::prelude::*;

/// A counter is taken, with what that does at once (CR 12.5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counter {
    /// The blast counter.
    Blast,
    /// The plan counter.
    Plan,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Take,
    Effect,
    Bottom,
}

impl Procedure for Counter {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 12.5.3
        Do(Step::Take),
        Do(Step::Effect),
        // CR 12.5.2B
        Do(Step::Bottom),
    ]);

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        let (seat, plan) = (run.seat, *run.locals == Self::Plan);
        match step {
            Step::Take => {
                let verb = if plan { Verb::TakePlan } else { Verb::TakeBlast };
                run.propose(Proposal::new(verb, Ref::NONE, seat));
            }
            Step::Effect if plan => run.propose(Proposal::new(Verb::Draw, Ref::NONE, seat)),
            // CR 12.5.2A
            Step::Effect => {
                for opponent in run.scene.board.players.opponents(seat) {
                    let damage = Proposal::new(Verb::Damage, run.base(opponent), seat);
                    run.propose(damage.amount(1));
                }
            }
            Step::Bottom => {
                let hand = &run.scene.board.players[usize::from(seat)].hand;
                match run.answer.take() {
                    Some(Choice::Card(slot)) => {
                        let card = run.scene.reference(slot);
                        run.propose(Proposal::new(Verb::ToBottom, card, seat));
                    }
                    None if plan && !hand.is_empty() => return run.ask(seat, Prompt::Bottom),
                    _ => {}
                }
            }
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        if matches!(step, Step::Bottom) {
            let hand = &offer.scene.board.players[usize::from(offer.seat)].hand;
            out.extend(hand.iter().copied().map(Choice::Card));
        }
    }
}

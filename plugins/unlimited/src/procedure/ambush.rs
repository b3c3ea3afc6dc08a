//! The keyword Ambush (CR 7.5.5; K4, `S0-17`: a unit that was played readies).

use super::Attack;
use super::prelude::*;

/// The keyword Ambush (CR 7.5.5), as it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ambush;

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Attack,
}

impl Procedure for Ambush {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.5: the unit readies and attacks an enemy unit, if it may and its controller
        // wants to.
        Do(Step::Attack),
    ]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        let unit = run.source;
        let scene = &run.scene;
        let able = || can_attack(scene, unit.slot, Terms::ambush(scene, unit.slot));
        if scene.unit(unit).is_none() || !able() {
            return Flow::Next;
        }
        match run.answer.take() {
            None => run.ask(run.seat, Prompt::Ambush),
            Some(Choice::Card(slot)) => {
                let played = run.scene.printed(unit.slot).kind().is_unit();
                if played && run.scene.board.edition.ambush_readies() {
                    run.propose(Proposal::new(Verb::Ready, unit, run.seat));
                }
                let attack = Attack::with(unit, None).using_ambush(run.scene.reference(slot));
                run.begin(run.attack_frame(attack));
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    fn options(&self, _: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let unit = offer.frame.source.slot;
        let targets = targets(&offer.scene, unit, Terms::ambush(&offer.scene, unit));
        out.extend(offer.scene.those(targets).map(Choice::Card));
        out.push(Choice::Decline);
    }
}

//! The keyword Plot (CR 7.5.19).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label};
use serde::{Deserialize, Serialize};

use super::{Procedure, Steps};
use crate::advance::{Flow, Run};
use crate::bits::Cards;
use crate::brief::Has;
use crate::choice::{Choice, Prompt};
use crate::cost::{Payer, Paying, Way};
use crate::options::Offer;
use crate::scene::Scene;

/// Cards with Plot are played when a leader has been deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plot {
    /// How many resources there were when the leader was deployed: those that came later are behind
    /// them.
    pub count: u8,
    /// These resources, without those that were played.
    pub among: Cards,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Begin,
    Play,
}

impl Plot {
    /// The cards that can be played.
    fn playable<'s>(&self, scene: Scene<'s>, seat: Seat) -> impl Iterator<Item = Slot> + use<'s> {
        let among = self.among;
        let payer = Payer::new(scene, seat);
        let resources = scene.board.players[usize::from(seat)].resources.iter().copied();
        resources.filter(move |&slot| {
            among.has(slot.into())
                && scene.has(slot, Has::PLOT)
                && payer.can_play(slot, Paying::by(Way::Plot))
        })
    }
}

impl Procedure for Plot {
    type Step = Step;
    type Test = core::convert::Infallible;

    const LINES: &'static Steps<Step> = &Steps::new(&[
        // CR 7.5.19D
        Do(Step::Begin),
        // CR 7.5.19B: one at a time, in any order.
        Label("next"),
        Do(Step::Play),
        Jump("next"),
    ]);

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        let scene = run.scene;
        if let Step::Begin = step {
            let resources = &scene.board.players[usize::from(run.seat)].resources;
            let there = resources.iter().take(run.locals.count.into());
            there.for_each(|&slot| run.locals.among.add(slot.into()));
            return Flow::Next;
        }
        match run.answer.take() {
            None if run.locals.playable(scene, run.seat).next().is_some() => {
                run.ask(run.seat, Prompt::Plot)
            }
            Some(Choice::Play(slot)) => {
                run.locals.among.remove(slot.into());
                run.begin(run.play_frame(slot, Paying::by(Way::Plot), None, true));
                Flow::Then
            }
            _ => Flow::End,
        }
    }

    fn options(&self, _: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        out.extend(self.playable(offer.scene, offer.seat).map(Choice::Play));
        out.push(Choice::Decline);
    }
}

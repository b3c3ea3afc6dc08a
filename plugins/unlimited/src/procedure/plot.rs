//! The keyword Plot (CR 7.5.19).

use super::prelude::*;
use crate::cost::{Payer, Paying, Way};

/// A card with Plot may be played, since a leader has been deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Plot {
    /// The card, a resource.
    pub card: Ref,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Play,
}

impl Plot {
    /// Returns `true` if the card can be played by Plot.
    fn is_playable(&self, scene: Scene<'_>, seat: Seat) -> bool {
        let Self { card } = *self;
        scene.is_current(card)
            && scene.board.players[usize::from(seat)].resources.contains(&card.slot)
            && scene.has(card.slot, Has::PLOT)
            && Payer::new(scene, seat).can_play(card.slot, Paying::by(Way::Plot))
    }
}

impl Procedure for Plot {
    type Step = Step;
    type Test = core::convert::Infallible;

    // CR 7.5.19A: what it triggers is resolved before what else waits (7.5.19B, 7.6.11).
    const LINES: &'static Steps<Step> = &Steps::new(&[Do(Step::Play)]);

    fn step(run: &mut Run<'_, Self>, _: Step) -> Flow {
        match run.answer.take() {
            None if run.locals.is_playable(run.scene, run.seat) => {
                return run.ask(run.seat, Prompt::Plot);
            }
            Some(Choice::Play(slot)) => {
                run.begin(run.play_frame(slot, Paying::by(Way::Plot), None, false));
            }
            _ => {}
        }
        Flow::Then
    }

    fn options(&self, _: Step, _: &Offer<'_>, out: &mut Vec<Choice>) {
        out.extend([Choice::Play(self.card.slot), Choice::Decline]);
    }
}

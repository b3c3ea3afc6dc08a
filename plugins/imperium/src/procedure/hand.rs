//! Action cards beyond what a hand can have are discarded (LRR 2.4).

use core::convert::Infallible;

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Kind;

/// A hand that has too many action cards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hand;

#[derive(Clone, Copy)]
pub(crate) struct Step;

impl Hand {
    /// Tells whether a player has more action cards than allowed.
    pub(crate) fn is_over(scene: Scene<'_>, seat: Seat) -> bool {
        let hand = scene.cards(seat, Place::Hand, Kind::Action).count();
        !scene.standing(seat).any_hand && hand > scene.hand_limit()
    }

    /// Lets those of these players who have too many discard, one after another.
    pub(crate) fn trim(seats: impl IntoIterator<Item = Seat>, run: &mut Run<'_>) {
        let scene = run.scene;
        for seat in seats.into_iter().filter(|&seat| Self::is_over(scene, seat)) {
            run.call(seat, Self);
        }
    }
}

impl Procedure for Hand {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[Do(Step)]);

    fn step(&mut self, _: Step, run: &mut Run<'_>) -> Flow {
        if let Some(Choice::Piece(slot)) = run.answer {
            let discard = Proposal::new(Verb::ToPlace(Place::Discard), run.seat);
            run.propose([discard.of(run.scene.reference(slot))]);
            Flow::Again
        } else if Self::is_over(run.scene, run.seat) {
            run.ask(run.seat, Prompt::Limits)
        } else {
            Flow::Next
        }
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        by.scene.cards(by.seat, Place::Hand, Kind::Action).map(Choice::Piece).collect()
    }
}

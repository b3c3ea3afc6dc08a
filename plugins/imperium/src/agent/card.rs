//! The opinion of the greedy agent about action cards whose worth depends on the table.

use cardmill_kernel::card::{Seat, Slot};

use super::mind::{Mind, POINT};
use crate::choice::Choice;
use crate::piece::Place;
use crate::proposal::Proposal;
use crate::vocabulary::{Ability, By, Kind, Modifier, Step};

/// The worth of a card that surely does what it is for.
const SURE: i32 = 30;
/// The worth of a card that is a little better than one more card in hand.
const FAIR: i32 = 16;
/// The worth of a card that is not to be played now.
const NEVER: i32 = -50;
/// The worth from which on a strategy card is one to keep, or to keep from others.
const GOOD: i32 = 50;

impl Mind<'_, '_> {
    /// The worth of a step of an action card to whoever plays it; `None` for the common ones.
    pub(super) fn worth_of_card(&self, step: &Step) -> Option<i32> {
        let seat = self.view.seat();
        Some(match step {
            Step::AddVotes(_) | Step::BarChosen => FAIR,
            Step::BuyVotes => self.worth_of_votes(),
            Step::ScoreThis => POINT,
            Step::ReturnCommitted | Step::FireChosen(..) | Step::ReplaceStructures => SURE,
            Step::OpponentDestroys(_) => 20,
            Step::TakeCard | Step::LoseToken(By::Chosen, _) | Step::ExhaustAndReady => FAIR,
            Step::Decimate(..) => 12,
            Step::TokenOfChosen => 8,
            Step::DiscardChosen => {
                let theirs = self.view.laws().any(|law| self.is_of_another(law));
                if theirs { FAIR } else { 0 }
            }
            Step::EachPlanet(filter, steps) if steps.contains(&Step::ExhaustChosen) => {
                let own = filter.controlled_by.is_none();
                if own { 0 } else { FAIR }
            }
            Step::KeepStrategy => {
                let own = self.view.area(seat, Kind::Strategy);
                let best = own.map(|slot| self.strategy_card(Choice::Piece(slot))).max();
                if best.is_some_and(|best| best > GOOD) { FAIR } else { 0 }
            }
            Step::RerollDice => 3 * self.view.misses() as i32 * 5,
            Step::Withdraw => {
                let flees = self.retreat();
                if flees(Choice::Yes) > 0 { SURE } else { NEVER }
            }
            Step::Lasting(Modifier::Bombardment(_) | Modifier::NoPds, _) => FAIR,
            Step::Lose(By::Opponent, ..) => 5,
            _ => return None,
        })
    }

    /// Tells whether a card in a window would do its player harm, or nothing.
    pub(super) fn is_in_vain(&self, ability: &Ability, event: &Proposal) -> bool {
        let (view, seat) = (self.view, self.view.seat());
        ability.steps.iter().any(|step| match step {
            // An election is passed on that does harm.
            Step::ElectChosen => self.outcome(Choice::Outcome(seat)) >= 0,
            Step::Lasting(Modifier::Bombardment(_), _) => event.seat == seat,
            Step::ChooseAnother => self.strategy_card(Choice::Piece(event.subject.slot)) <= GOOD,
            Step::AddVotes(_) | Step::BuyVotes => {
                let outcome = view.player(seat).votes.1;
                outcome.is_none_or(|outcome| self.outcome(Choice::Outcome(outcome)) < GOOD)
            }
            _ => false,
        })
    }

    /// The worth of votes that are bought: more than what they cost, where they are wanted at all.
    fn worth_of_votes(&self) -> i32 {
        let outcome = self.view.player(self.view.seat()).votes.1;
        outcome.map_or(0, |outcome| self.outcome(Choice::Outcome(outcome)) / 2)
    }

    /// Scores trade goods for votes: some, and no more than are to be spared.
    pub(super) fn bribe(&self) -> impl Fn(Choice) -> i32 + '_ {
        let view = self.view;
        let spare = view.player(view.seat()).trade_goods > 2;
        move |choice| i32::from((choice == Choice::Done) != spare)
    }

    /// The score of a player for the step of a card: whoever is ahead is harmed, whoever is behind
    /// is helped; `None` if the card does no harm.
    pub(super) fn victim(&self, card: Slot, other: Seat) -> Option<i32> {
        let steps = self.view.card(card)?.abilities.iter().flat_map(|ability| &ability.steps);
        let mut harms = false;
        for step in steps {
            match step {
                Step::ElectChosen => return Some(self.outcome(Choice::Outcome(other))),
                Step::BarChosen
                | Step::TakeCard
                | Step::LoseToken(By::Chosen, _)
                | Step::TokenOfChosen => {
                    harms = true;
                }
                Step::EachPlanet(_, steps) => harms |= steps.contains(&Step::ExhaustChosen),
                _ => {}
            }
        }
        harms.then(|| {
            let own = other == self.view.seat();
            if own { NEVER } else { 10 + i32::from(self.view.player(other).points) }
        })
    }

    /// The score of a law to be discarded: one that another owns.
    pub(super) fn law(&self, slot: Slot) -> i32 {
        match self.view.piece(slot) {
            Some(piece) if piece.place == Place::Area => {
                if piece.holder == self.view.seat() {
                    -1
                } else {
                    2
                }
            }
            _ => 1,
        }
    }

    fn is_of_another(&self, law: Slot) -> bool {
        self.law(law) == 2
    }
}

//! The choices that the steps of an ability offer a player.

use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice as Answer, Prompt, Target};
use crate::scene::Scene;
use crate::vocabulary::Choice;

impl Ability {
    /// Asks for a choice. With a place to jump to, declining is offered and jumps there.
    pub(super) fn choose(
        &mut self,
        choice: &Choice,
        decline: Option<u16>,
        run: &mut Run<'_>,
    ) -> Flow {
        let seat = run.seat;
        self.choose_by(Some(seat), choice, decline, run)
    }

    /// Asks a player, if there is one, for a choice.
    pub(super) fn choose_by(
        &mut self,
        seat: Option<Seat>,
        choice: &Choice,
        decline: Option<u16>,
        run: &mut Run<'_>,
    ) -> Flow {
        match (run.answer, seat) {
            (Some(answer), _) => self.take(answer, decline, run.scene),
            (None, Some(seat)) if !self.choosable(choice, run).is_empty() => {
                run.ask(seat, Prompt::Step)
            }
            _ => self.take(Answer::Decline, decline, run.scene),
        }
    }

    fn take(&mut self, answer: Answer, decline: Option<u16>, scene: Scene<'_>) -> Flow {
        self.chosen = target(answer, scene);
        if self.chosen != Target::None {
            self.picked.push(self.chosen);
        }
        match decline {
            Some(to) if self.chosen == Target::None => Flow::Jump(to),
            _ => Flow::Next,
        }
    }

    /// Asks up to so many times, until the player is done; then goes on there.
    pub(super) fn again(
        &mut self,
        (times, to): (u8, u16),
        choice: &Choice,
        run: &mut Run<'_>,
    ) -> Flow {
        match run.answer {
            Some(Answer::Done) => {}
            Some(answer) => {
                self.times += 1;
                return self.take(answer, Some(to), run.scene);
            }
            None if self.times < times && !self.not_picked(choice, run).is_empty() => {
                return run.ask(run.seat, Prompt::Step);
            }
            None => {}
        }
        self.times = 0;
        Flow::Jump(to)
    }

    /// The options of a choice that were not picked before by this ability.
    pub(super) fn not_picked(&self, choice: &Choice, by: &Resolver<'_>) -> Vec<Answer> {
        let mut options = self.choosable(choice, by);
        options.retain(|&option| !self.picked.contains(&target(option, by.scene)));
        options
    }

    /// The options of a choice: units that are alike count as one.
    pub(super) fn choosable(&self, choice: &Choice, by: &Resolver<'_>) -> Vec<Answer> {
        by.scene.choosable(choice, &self.context(by), &self.picked)
    }
}

/// The thing that an answer names, for what follows about it.
fn target(answer: Answer, scene: Scene<'_>) -> Target {
    match answer {
        Answer::Piece(slot) => Target::Piece(scene.reference(slot)),
        Answer::Planet(planet) => Target::Planet(planet),
        Answer::System(system) => Target::System(system),
        Answer::Player(seat) => Target::Player(seat),
        Answer::Outcome(outcome) => Target::Outcome(outcome),
        _ => Target::None,
    }
}

//! What the step of an ability lets a player choose.

use cardmill_kernel::card::Seat;

use super::Run;
use crate::choice::{Choice as Answer, Prompt, Target};
use crate::piece::{PlanetId, SystemId};
use crate::vocabulary::{Choice, Outcomes, Step};

impl Run<'_> {
    /// Asks for a choice. With a place to jump to, declining is offered and jumps there.
    pub(super) fn choose(&mut self, choice: &Choice, decline: Option<u16>) {
        if let Some(answer) = self.answer() {
            return self.take(answer, decline);
        }
        let mut options = self.choosable(choice);
        if options.is_empty() {
            return self.take(Answer::Decline, decline);
        }
        options.extend(decline.map(|_| Answer::Decline));
        self.ask(self.seat(), Prompt::Step, options);
    }

    /// The opponent chooses.
    pub(super) fn opponent_chooses(&mut self, choice: &Choice) {
        if let Some(answer) = self.answer() {
            return self.take(answer, None);
        }
        let options = self.choosable(choice);
        match self.opponent(self.seat()) {
            Some(opponent) if !options.is_empty() => self.ask(opponent, Prompt::Step, options),
            _ => self.take(Answer::Decline, None),
        }
    }

    fn take(&mut self, answer: Answer, decline: Option<u16>) {
        let chosen = self.target(answer);
        let locals = self.locals();
        locals.chosen = chosen;
        if chosen != Target::None {
            locals.picked.push(chosen);
        }
        match decline {
            Some(to) if chosen == Target::None => self.go(to),
            _ => self.next(),
        }
    }

    /// Asks up to so many times, until the player is done.
    pub(super) fn again(&mut self, times: u8, choice: &Choice, to: u16) {
        let leave = |run: &mut Self| {
            run.locals().count = 0;
            run.go(to);
        };
        match self.answer() {
            Some(Answer::Done) => leave(self),
            Some(answer) => {
                self.locals().count += 1;
                self.take(answer, Some(to));
            }
            None => {
                let mut options = self.choosable(choice);
                let picked = &self.frame().locals.picked;
                options.retain(|&option| !picked.contains(&self.target(option)));
                if options.is_empty() || self.frame().locals.count >= times.into() {
                    return leave(self);
                }
                options.push(Answer::Done);
                self.ask(self.seat(), Prompt::Step, options);
            }
        }
    }

    fn target(&self, answer: Answer) -> Target {
        match answer {
            Answer::Piece(slot) => Target::Piece(self.reference(slot)),
            Answer::Planet(planet) => Target::Planet(planet),
            Answer::System(system) => Target::System(system),
            Answer::Player(seat) => Target::Player(seat),
            Answer::Outcome(outcome) => Target::Outcome(outcome),
            _ => Target::None,
        }
    }

    /// What could be chosen.
    fn choosable(&self, choice: &Choice) -> Vec<Answer> {
        let scene = self.scene();
        let context = self.context();
        let players = 0..self.board.players.len() as Seat;
        match choice {
            Choice::Figure(filter) => {
                let fitting = scene.figures().map(|(slot, _)| slot);
                let fitting: Vec<_> =
                    fitting.filter(|&slot| scene.fits(filter, slot, &context)).collect();
                let picked = |&slot: &u8| {
                    !self.frame().locals.picked.contains(&Target::Piece(scene.reference(slot)))
                };
                let left = fitting.into_iter().filter(picked);
                self.unlike(left).into_iter().map(Answer::Piece).collect()
            }
            Choice::Planet(filter) => {
                let all = 0..self.board.planets.len() as PlanetId;
                let fitting = all.filter(|&planet| scene.planet_fits(filter, planet, &context));
                fitting.map(Answer::Planet).collect()
            }
            Choice::System(filter) => {
                let all = 0..self.board.systems.len() as SystemId;
                let fitting = all.filter(|&system| scene.system_fits(filter, system, &context));
                fitting.map(Answer::System).collect()
            }
            Choice::OtherPlayer => {
                players.filter(|&seat| seat != context.seat).map(Answer::Player).collect()
            }
            Choice::NotSpeaker => {
                players.filter(|&seat| seat != self.board.speaker).map(Answer::Player).collect()
            }
            Choice::ExhaustedTechnology => {
                scene.exhausted_technologies(context.seat, &context).map(Answer::Piece).collect()
            }
            Choice::Outcome => self.outcomes().into_iter().map(Answer::Outcome).collect(),
        }
    }

    /// The outcomes of the agenda that is voted on.
    pub(super) fn outcomes(&self) -> Vec<u8> {
        let Some(agenda) = self.board.agenda else { return Vec::new() };
        match self.scene().printed(agenda.card).outcomes {
            Some(Outcomes::ForAgainst) => vec![0, 1],
            Some(Outcomes::ElectPlayer) => (0..self.board.players.len() as u8).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a step is one that asks somebody else.
    pub(super) fn asks_opponent(step: &Step) -> Option<&Choice> {
        match step {
            Step::OpponentChooses(choice) => Some(choice),
            _ => None,
        }
    }
}

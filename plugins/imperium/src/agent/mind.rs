//! The greedy agent: every option of a question gets a score, and the highest is taken, of equal
//! ones the first. There is no search, no chance and no memory: what it does follows from its
//! [`View`] alone. Ten are about one resource.

use super::needs::Needs;
use crate::choice::{Choice, Prompt};
use crate::view::View;

/// What a victory point is worth.
pub(super) const POINT: i32 = 150;

/// What the greedy agent thinks of a table.
pub(super) struct Mind<'v, 'a> {
    pub(super) view: &'v View<'a>,
    pub(super) needs: Needs<'a>,
}

impl<'v, 'a> Mind<'v, 'a> {
    /// The number of the option that it takes.
    pub(super) fn best(view: &'v View<'a>) -> usize {
        let Some(prompt) = view.prompt() else { return 0 };
        let mind = Mind { view, needs: Needs::of(view) };
        let score = mind.scorer(prompt);
        let mut best = (0, i32::MIN);
        for (index, &choice) in view.options().iter().enumerate() {
            let points = score(choice);
            if points > best.1 {
                best = (index, points);
            }
        }
        best.0
    }

    /// How options of a question are scored.
    fn scorer(&self, prompt: Prompt) -> Box<dyn Fn(Choice) -> i32 + '_> {
        match prompt {
            Prompt::Ability => Box::new(|choice| self.window(choice)),
            Prompt::StrategyCard => Box::new(|choice| self.strategy_card(choice)),
            Prompt::Action => self.action(),
            Prompt::Move => self.movement(),
            Prompt::Load => self.load(),
            Prompt::Cannon => Box::new(|choice| i32::from(choice != Choice::No)),
            Prompt::Retreat => self.retreat(),
            Prompt::Assign => Box::new(|choice| self.hit(choice)),
            Prompt::Bombard => Box::new(|choice| self.bombard(choice)),
            Prompt::Commit => self.landing(),
            Prompt::Produce => self.produce(),
            Prompt::Where => Box::new(|choice| self.site(choice)),
            Prompt::Pay => self.pay(),
            Prompt::Limits => Box::new(|choice| self.given_up(choice)),
            Prompt::Offer => Box::new(|choice| i32::from(choice == Choice::Decline)),
            Prompt::Accept => Box::new(|choice| i32::from(choice == Choice::No)),
            Prompt::Secondary => self.secondary(),
            Prompt::Vote => Box::new(|choice| self.outcome(choice)),
            Prompt::VoteWith => Box::new(|choice| i32::from(choice != Choice::Done)),
            Prompt::Step => self.step(),
            Prompt::Pool => self.pool(),
            Prompt::Score => Box::new(|choice| self.score(choice)),
        }
    }
}

//! The greedy agent: every option of a question gets a score, and the highest is taken, of equal
//! ones the first. There is no search, no chance and no memory: what it does follows from its
//! [`View`] alone. Ten are about one resource.

use core::cmp::Reverse;

use cardmill_harness::answer;

use super::needs::Needs;
use crate::choice::{Choice, Prompt};
use crate::view::View;

/// The worth of a victory point.
pub(super) const POINT: i32 = 150;

/// The opinion of the greedy agent about a table, by which it scores options.
pub(super) struct Mind<'v, 'a> {
    pub(super) view: &'v View<'a>,
    pub(super) needs: Needs<'a>,
}

impl<'v, 'a> Mind<'v, 'a> {
    /// The number of the option that it takes.
    pub(super) fn best(view: &'v View<'a>) -> usize {
        let Some(prompt) = view.prompt() else { return 0 };
        Mind { view, needs: Needs::of(view) }.take(prompt)
    }

    /// The options of the question, those with the highest scores first.
    pub(super) fn ranked(view: &'v View<'a>) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..view.options().len()).collect();
        let Some(prompt) = view.prompt() else { return ranked };
        Mind { view, needs: Needs::of(view) }.scores(prompt, &mut |score| {
            ranked.sort_by_cached_key(|&option| Reverse(score(view.options()[option])));
        });
        ranked
    }

    /// The number of the option that it takes when it is asked this: the one with the highest score.
    fn take(&self, prompt: Prompt) -> usize {
        let mut best = 0;
        self.scores(prompt, &mut |score| best = answer::highest(self.view.options(), score));
        best
    }

    /// Hands on the score of an option when it is asked this.
    fn scores(&self, prompt: Prompt, then: &mut dyn FnMut(&dyn Fn(Choice) -> i32)) {
        match prompt {
            Prompt::Ability => then(&|choice| self.window(choice)),
            Prompt::StrategyCard => then(&|choice| self.strategy_card(choice)),
            Prompt::Action => then(&self.action()),
            Prompt::Move => then(&self.movement()),
            Prompt::Load => then(&self.load()),
            Prompt::Cannon => then(&|choice| i32::from(choice != Choice::No)),
            Prompt::Retreat => then(&self.retreat()),
            Prompt::Assign => then(&|choice| self.hit(choice)),
            Prompt::Bombard => then(&|choice| self.bombard(choice)),
            Prompt::Commit => then(&self.landing()),
            Prompt::Produce => then(&self.produce()),
            Prompt::Where => then(&|choice| self.site(choice)),
            Prompt::Pay if self.view.options().contains(&Choice::Done) => then(&self.bribe()),
            Prompt::Pay => then(&self.pay()),
            Prompt::Limits => then(&|choice| self.given_up(choice)),
            Prompt::Offer => then(&self.offer()),
            Prompt::Accept => then(&self.accept()),
            Prompt::Secondary => then(&self.secondary()),
            Prompt::Vote => then(&|choice| self.outcome(choice)),
            Prompt::VoteWith => then(&|choice| i32::from(choice != Choice::Done)),
            Prompt::Step => then(&self.step()),
            Prompt::Pool => then(&self.pool()),
            Prompt::Score => then(&|choice| self.score(choice)),
            Prompt::Dice => then(&|choice| self.dice(choice)),
        }
    }
}

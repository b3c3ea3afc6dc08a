//! The greedy agent: every option of a question gets a score, and the highest is taken, of equal
//! ones the first. There is no search, no chance and no memory: what it does follows from its
//! [`View`] alone. Ten are about one resource.

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

    /// The option with the highest score.
    fn highest(&self, score: impl Fn(Choice) -> i32) -> usize {
        answer::highest(self.view.options(), score)
    }

    /// The number of the option that it takes when it is asked this.
    fn take(&self, prompt: Prompt) -> usize {
        match prompt {
            Prompt::Ability => self.highest(|choice| self.window(choice)),
            Prompt::StrategyCard => self.highest(|choice| self.strategy_card(choice)),
            Prompt::Action => self.highest(self.action()),
            Prompt::Move => self.highest(self.movement()),
            Prompt::Load => self.highest(self.load()),
            Prompt::Cannon => self.highest(|choice| i32::from(choice != Choice::No)),
            Prompt::Retreat => self.highest(self.retreat()),
            Prompt::Assign => self.highest(|choice| self.hit(choice)),
            Prompt::Bombard => self.highest(|choice| self.bombard(choice)),
            Prompt::Commit => self.highest(self.landing()),
            Prompt::Produce => self.highest(self.produce()),
            Prompt::Where => self.highest(|choice| self.site(choice)),
            Prompt::Pay if self.view.options().contains(&Choice::Done) => {
                self.highest(self.bribe())
            }
            Prompt::Pay => self.highest(self.pay()),
            Prompt::Limits => self.highest(|choice| self.given_up(choice)),
            Prompt::Offer => self.highest(self.offer()),
            Prompt::Accept => self.highest(self.accept()),
            Prompt::Secondary => self.highest(self.secondary()),
            Prompt::Vote => self.highest(|choice| self.outcome(choice)),
            Prompt::VoteWith => self.highest(|choice| i32::from(choice != Choice::Done)),
            Prompt::Step => self.highest(self.step()),
            Prompt::Pool => self.highest(self.pool()),
            Prompt::Score => self.highest(|choice| self.score(choice)),
            Prompt::Dice => self.highest(|choice| self.dice(choice)),
        }
    }
}

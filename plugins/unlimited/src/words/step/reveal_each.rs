//! Revealing cards of one's deck one at a time.

use super::prelude::*;

/// Reveal cards from your deck one at a time until you stop or have revealed so many; bound as `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RevealEach(pub u8);

impl Word for RevealEach {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.expect(self.0 > 1, path, "expected a number above 1");
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        names.bind_cards(true);
        format!("reveal cards from your deck one at a time, at most {}", self.0)
    }

    said!(at:
        ["reveal cards from your deck one at a time , at most" (most: Number)] => Self::of(most.0, at),
        ["one at a time , reveal cards from your deck until you choose to stop or have revealed" (most: Number) "cards"]
            => Self::of(most.0, at),
    );
}

impl Question for RevealEach {
    /// The first is revealed without a question. It goes on for so many picks that are left.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let left = match (run.locals.progress, run.answer.take()) {
            (Progress::Picks { left }, None) if left > 0 => return run.ask(run.seat, Prompt::Step),
            (Progress::Picks { left }, Some(Choice::Yes)) => left,
            (Progress::Picks { .. }, _) => {
                run.locals.progress = Progress::Nothing;
                return Flow::Next;
            }
            _ => {
                run.locals.forget(Register::It);
                self.0
            }
        };
        let revealed = run.locals.bound(Register::It).count();
        let deck = &run.scene.board.players[usize::from(run.seat)].deck;
        let mut rest = deck.iter().rev().skip(revealed);
        let next = rest.next().map(|&slot| run.scene.reference(slot));
        let left = if rest.next().is_some() { left - 1 } else { 0 };
        if let Some(card) = next {
            run.bind(Register::It, card);
            run.propose(Proposal::new(Verb::Reveal, card, run.seat));
        }
        run.locals.progress = Progress::Picks { left };
        Flow::Again
    }

    fn options(&self, _: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend([Choice::Yes, Choice::No]);
    }

    fn judge(&self, _: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        when(matches!(answer, Choice::Yes | Choice::No), Refusal::NotAsked)
    }
}

impl RevealEach {
    fn of(most: u8, at: &mut At) -> Self {
        at.names.bind_cards(true);
        at.topic = Some(Whom::It);
        Self(most)
    }
}

//! Sorting the top cards of a deck.

use super::prelude::*;
use crate::choice::Bound;

/// Look at the top cards of your deck, put any number aside and the rest on top in any order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arrange(pub u8, #[serde(default, skip_serializing_if = "Aside::is_bottom")] pub Aside);

/// The destination of cards that are not put back on top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aside {
    /// Any number go to the bottom.
    #[default]
    Bottom,
    /// So many at most are discarded.
    Discard(u8),
}

impl Aside {
    const fn is_bottom(&self) -> bool {
        matches!(self, Self::Bottom)
    }

    /// The most cards that may be put there; 255 where any number may.
    const fn most(self) -> u8 {
        match self {
            Self::Bottom => u8::MAX,
            Self::Discard(most) => most,
        }
    }
}

impl Word for Arrange {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.0 > 0 && self.1.most() > 0, path, "expected a number above 0");
    }

    fn text(&self, _: &mut Names) -> String {
        let number = match (self.0, self.1) {
            (number, Aside::Discard(most)) => {
                let which =
                    if most == u8::MAX { "any".to_owned() } else { format!("up to {most}") };
                return format!(
                    "sort the top {number} cards of your deck: discard {which} of them, the others \
                     back on top in the order you like"
                );
            }
            (number, Aside::Bottom) => number,
        };
        match number {
            1 => "look at the top card of your deck and, if you like, put it on the bottom".into(),
            number => format!(
                "sort the top {number} cards of your deck: any of them to the bottom, the others \
                 back on top in the order you like"
            ),
        }
    }

    said!(at:
        ["look at the top card of your deck and , if you like , put it on the bottom"] => Self(1, Aside::Bottom),
        ["look at the top card of your deck . you may put it on the bottom of your deck"] => Self(1, Aside::Bottom),
        ["sort the top" (number: Number) "cards of your deck : any of them to the bottom , the others back on top in the order you like"] => Self(number.0, Aside::Bottom),
        ["look at the top" (number: Number) "cards of your deck . put any number of them on the bottom of your deck and the rest on top in any order"] => Self(number.0, Aside::Bottom),
        ["sort the top" (number: Number) "cards of your deck : discard any of them , the others back on top in the order you like"] => Self(number.0, Aside::Discard(u8::MAX)),
        ["sort the top" (number: Number) "cards of your deck : discard up to" (most: Number) "of them , the others back on top in the order you like"] => Self(number.0, Aside::Discard(most.0)),
        ["look at the top" (number: Number) "cards of your deck . you may discard 1 of them . put the rest back on top in any order"] => Self(number.0, Aside::Discard(1)),
    );
}

impl Question for Arrange {
    /// `It` holds what is still to be decided, `Other` what goes to the bottom, `Third` the new
    /// top, the topmost first.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let seat = run.seat;
        let Progress::Arranges { mut bottom } = run.locals.progress else {
            for register in [Register::It, Register::Other, Register::Third] {
                run.locals.forget(register);
            }
            run.locals.progress = Progress::Arranges { bottom: true };
            let deck = &run.scene.board.players[usize::from(seat)].deck;
            for &slot in deck.iter().rev().take(self.0.into()) {
                let card = run.scene.reference(slot);
                run.bind(Register::It, card);
                run.propose(Proposal::new(Verb::Look, card, seat));
            }
            return Flow::Again;
        };
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                let card = run.scene.reference(slot);
                let to = if bottom { Register::Other } else { Register::Third };
                let picked = Bound::new(Register::It, card);
                run.locals.bound.retain(|bound| *bound != picked);
                run.bind(to, card);
            }
            Some(_) => bottom = false,
            None => {}
        }
        bottom &= run.locals.bound(Register::Other).count() < self.1.most().into();
        let undecided = run.locals.bound(Register::It).count();
        let asks = if bottom { undecided > 0 } else { undecided > 1 };
        if asks {
            run.locals.progress = Progress::Arranges { bottom };
            return run.ask(seat, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        let bottom: Refs = run.locals.bound(Register::Other).collect();
        let mut top: Refs = run.locals.bound(Register::Third).collect();
        top.extend(run.locals.bound(Register::It));
        if run.locals.bound(Register::Third).next().is_some() {
            for &card in top.iter().rev() {
                run.propose(Proposal::new(Verb::ToTop, card, seat));
            }
        }
        let verb = if self.1.is_bottom() { Verb::ToBottom } else { Verb::Discard };
        for card in bottom {
            run.propose(Proposal::new(verb, card, seat));
        }
        Flow::Then
    }

    fn options(&self, _: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        out.extend(locals.bound(Register::It).map(|c| Choice::Card(c.slot)));
        if locals.progress.to_bottom() {
            out.push(Choice::Done);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => when(is_bound(offer, Register::It, slot), Refusal::NotThere),
            // What does not go to the bottom stays on top; the order of that is not left open.
            Choice::Done => when(offer.progress().to_bottom(), Refusal::Mandatory),
            _ => Err(Refusal::NotAsked),
        }
    }

    /// One after another until one is left, which needs no choice; or none, of the bottom.
    fn bounds(&self, progress: Progress, cards: usize) -> (usize, usize) {
        if progress.to_bottom() {
            (1, cards.min(self.1.most().into()))
        } else {
            (cards - 1, cards - 1)
        }
    }
}

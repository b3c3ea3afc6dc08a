//! Defeating tokens of any kind.

use super::prelude::*;
use crate::legal::using;

/// You defeat any number of friendly tokens, all at once: units, upgrades, your Force token, Credit
/// tokens. How many is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefeatTokens;

impl Word for DefeatTokens {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, names: &mut Names) -> String {
        names.number = NUMBER;
        "defeat any number of friendly tokens".to_owned()
    }

    said!(at:
        ["defeat any number of friendly tokens"] => {
            at.names.number = NUMBER;
            Self
        },
    );
}

/// The noun of what is counted, as later words name it.
const NUMBER: &str = "token defeated";

impl Question for DefeatTokens {
    /// They are chosen one by one: cards are bound meanwhile, Credit tokens counted.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        if run.locals.progress == Progress::Nothing {
            run.locals.forget(Register::It);
            run.locals.number = 0;
        }
        let ended = match run.answer.take() {
            Some(Choice::Card(slot)) => {
                run.bind(Register::It, run.scene.reference(slot));
                false
            }
            Some(Choice::Credit) => {
                run.locals.number += 1;
                false
            }
            Some(_) => true,
            None => false,
        };
        let (seat, credits) = (run.seat, run.locals.number);
        let chosen: Refs = run.locals.bound(Register::It).collect();
        let there = run.scene.board.players[usize::from(seat)].credits;
        let cards = run.locals.room() > 0 && run.scene.tokens_of(seat).count() > chosen.len();
        if !ended && (cards || i16::from(there) > credits) {
            run.locals.progress = Progress::Picks { left: u8::MAX };
            return run.ask(seat, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        run.locals.forget(Register::It);
        run.locals.number += chosen.len() as i16;
        let force = run.scene.force(seat);
        for card in chosen {
            let defeat = Proposal::new(Verb::Defeat, card, seat).by(run.source);
            let unused = if Some(card) == force { Proposal::UNUSED } else { 0 };
            run.propose(defeat.number(unused));
        }
        if credits > 0 {
            run.propose(Proposal::new(Verb::DefeatCredits, Ref::NONE, seat).amount(credits));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let chosen: Refs = locals.bound(Register::It).collect();
        offer.tokens(&chosen, locals.number as u8, out);
        out.push(Choice::Done);
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => {
                when(!is_bound(offer, Register::It, slot), Refusal::AlreadyChosen)?;
                using::token(offer, slot)
            }
            Choice::Credit => {
                let chosen = offer.frame.locals.ability().map_or(0, |ability| ability.number);
                let there = offer.scene.board.players[usize::from(offer.seat)].credits;
                when(chosen < there.into(), Refusal::TooMany { most: there })
            }
            Choice::Done => Ok(()),
            _ => Err(Refusal::NotAsked),
        }
    }

    fn bounds(&self, _: Progress, cards: usize) -> (usize, usize) {
        (1.min(cards), cards.max(1))
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let credits = run.scene.board.players[usize::from(run.seat)].credits;
        credits > 0 || run.scene.tokens_of(run.seat).next().is_some()
    }
}

//! Naming a card (CR 8.17).

use super::prelude::*;
use crate::catalogue::Printed;

/// Name a card: any title of the library (CR 8.17.1), kept for `chosen_name`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NameCard;

impl Word for NameCard {
    fn check(&self, _: &mut Check<'_>, scope: &mut Scope, _: &Path) {
        scope.named = true;
    }

    phrase!(["name a card"]);
}

impl Question for NameCard {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Choice::Name(card)) => {
                run.locals.named = Some(card);
                Flow::Next
            }
            _ => run.ask(run.seat, Prompt::Step),
        }
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend(offer.scene.catalogue.titles.iter().map(|&card| Choice::Name(card)));
    }

    /// Any title will do, once: cards that share it have one name (CR 8.17.2).
    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Name(card) = answer else { return Err(Refusal::NotAsked) };
        let all = &offer.scene.catalogue.cards;
        let at = usize::from(card);
        when(at < all.len(), Refusal::NoSuchCard)?;
        let same = |other: &Printed| other.definition.name == all[at].definition.name;
        when(!all[..at].iter().any(same), Refusal::SameAsAnother)
    }
}

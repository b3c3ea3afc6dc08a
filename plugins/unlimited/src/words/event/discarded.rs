//! Cards being discarded.

use super::prelude::*;

/// The card was discarded from a hand or a deck. An ability about `This` triggers in the
/// discard pile (CR 7.6.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Discarded {
    /// The card that is discarded.
    pub what: Subject,
    /// The places that it comes from: `Hand`, `Deck`, or either.
    pub from: Vec<Place>,
    /// The player from whose own hand or deck it must be, whoever picks it (CR 1.14.2) and whose
    /// ability says so; `None` for anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Who>,
}

impl Word for Discarded {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.what, scope, &path.to("what"));
        if let Some(by) = self.by {
            check.who(by, scope, &path.to("by"));
        }
        let places = self.from.iter().all(|place| matches!(place, Place::Hand | Place::Deck));
        let some = !self.from.is_empty() && places;
        check.expect(some, &path.to("from"), "expected `Hand`, `Deck` or both");
    }

    fn happening(&self, names: &Names) -> String {
        let whose = self.by.map_or("a".to_owned(), |by| names.possessive(by));
        let places = self.from.iter().map(|place| format!("{whose} {}", place_noun(*place)));
        let from = join(&places.collect::<Vec<_>>(), "or");
        match &self.what {
            Subject::Any(filter) => {
                let card = Description::new(filter, names).of_cards().without_place().one();
                match self.by {
                    Some(by) => {
                        let discards = names.subject(by, "discard", "discards");
                        format!("{discards} {card} from {from}")
                    }
                    None => format!("{card} is discarded from {from}"),
                }
            }
            what => names.event(what, &format!("is discarded from {from}")),
        }
    }

    fn subject(&self) -> &'static str {
        "that card"
    }

    fn facts(&self) -> u32 {
        facts::DISCARDED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.what)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let there = |zone| self.from.iter().any(|place| place.is(zone));
        let discarded = by.verb() == Verb::Discard && by.fact.from.is_some_and(there);
        let is = || match &self.what {
            Subject::Any(filter) => by.scene.fits_card(filter, by.subject().slot, &by.cx()),
            what => by.is(what, by.subject()),
        };
        let owner = by.scene.card(by.subject().slot).owner;
        let doer = |who| by.scene.seats(who, &by.cx()).contains(&owner);
        by.met(discarded && self.by.is_none_or(doer) && is())
    }

    said!(at:
        ["when?" (what: Subject) "is discarded from" (from: Places)] => Self { what, from: from.0, by: None },
        ["when?" (card: OneCard) "is discarded from" (from: Places)] => Self { what: Subject::Any(card.0), from: from.0, by: None },
        ["when? you discard" (card: OneCard) "from your deck"] => Self { what: Subject::Any(card.0), from: vec![Place::Deck], by: Some(Who::You) },
        ["when? you discard" (card: OneCard) "from your hand"] => Self { what: Subject::Any(card.0), from: vec![Place::Hand], by: Some(Who::You) },
        ["when a player discards" (card: OneCard) "from their hand"] => Self { what: Subject::Any(card.0), from: vec![Place::Hand], by: None },
    );
}

/// "a hand or a deck".
#[derive(Clone)]
struct Places(Vec<Place>);

said!(Places, at:
    ["a|your hand"] => Self(vec![Place::Hand]),
    ["a|your deck"] => Self(vec![Place::Deck]),
    ["your hand or your? deck"] => Self(vec![Place::Hand, Place::Deck]),
    ["a hand or a? deck"] => Self(vec![Place::Hand, Place::Deck]),
);

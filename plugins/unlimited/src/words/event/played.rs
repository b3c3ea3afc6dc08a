//! Cards being played (CR 7.6.13).

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::proposal::Verb;
use crate::reader::{OneCard, Player, said};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::trigger;
use crate::trigger::Meeting;
use crate::vocabulary::{Criteria, Filter, KindSet, Subject, Who};

/// The card was played (CR 7.6.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played(pub Subject);

impl Word for Played {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.0, scope, path);
    }

    fn happening(&self, names: &Names) -> String {
        let Subject::Any(filter) = &self.0 else { return names.event(&self.0, "is played") };
        let card = Description::new(filter, names).without_side().one();
        match filter.side {
            Some(who) if who != Who::Each => {
                format!("{} {card}", names.subject(who, "play", "plays"))
            }
            _ => format!("{card} is played"),
        }
    }

    fn of_itself(&self) -> Option<&'static str> {
        Some("when played")
    }

    fn subject(&self) -> &'static str {
        let other = matches!(&self.0, Subject::Any(filter)
            if !filter.is.is_empty() && *filter.is != [KindSet::Unit]);
        if other { "that card" } else { "that unit" }
    }

    fn facts(&self) -> u32 {
        trigger::PLAYED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        by.met(is_played(&self.0, by))
    }
}

/// Whether a card is played that a text is about.
pub(super) fn is_played(card: &Subject, by: &Meeting<'_>) -> bool {
    let played = matches!(by.verb(), Verb::PlayUnit | Verb::PlayUpgrade | Verb::PlayEvent);
    played && by.is(card, by.subject())
}

said!(Played, at:
    ["when played"] => Self(Subject::This),
    ["when played as a unit"] if at.names.this == "this unit" => Self(Subject::This),
    ["when played as an upgrade"] if at.names.this == "this upgrade" => Self(Subject::This),
    ["when?" (this: Subject) "is played"] => Self(this),
    ["when? you play" (card: OneCard)] => Self::by(Who::You, &card.0),
    ["when?" (who: Player) "plays" (card: OneCard)] => Self::by(who.0, &card.0),
);

impl Played {
    /// A player plays a card; of any kind where only "card" is said.
    fn by(who: Who, card: &Filter) -> Self {
        let is = match &card.is[..] {
            [] => {
                let all = [KindSet::Unit, KindSet::Upgrade, KindSet::Event];
                all.into_iter().filter(|kind| !card.is_not.contains(kind)).collect()
            }
            [KindSet::Unit] => Vec::new(),
            kinds => kinds.to_vec(),
        };
        let side = Some(who).filter(|who| *who != Who::Each);
        let is_not = if is.is_empty() { card.is_not.clone() } else { Vec::new() };
        Self(Subject::Any(Criteria { is, is_not, side, ..Criteria::clone(card) }.into()))
    }
}

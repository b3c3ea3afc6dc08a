//! Cards being played (CR 7.6.13).

use super::prelude::*;

/// The card was played (CR 7.6.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played(
    /// The card that is played.
    pub Subject,
    /// The occasion on which it is played; any when left out.
    #[serde(default, skip_serializing_if = "Time::is_any")]
    pub Time,
);

/// The occasions, of all those on which such a card is played, that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Time {
    /// Any of the occasions.
    #[default]
    Any,
    /// The one of this number of those that its player plays in a phase, by what is printed on them
    /// (CR 8.8.2).
    Nth(u8),
    /// Only those on which it is played from this place.
    From(Place),
}

impl Time {
    const fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }
}

impl Word for Played {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.subject(&self.0, scope, path);
        let which = &path.argument(1, "time");
        let whose = matches!(&self.0, Subject::Any(what) if what.side.is_some());
        match self.1 {
            Time::Any => {}
            Time::Nth(nth) => {
                check.above_0(nth, which, "number");
                let counted = counted(&self.0).is_some();
                check.expect(
                    counted,
                    path,
                    "expected a player and what is printed beside a number",
                );
            }
            Time::From(_) => check.expect(whose, which, "expected a player beside it"),
        }
    }

    fn happening(&self, names: &Names) -> String {
        let Subject::Any(filter) = &self.0 else { return names.event(&self.0, "is played") };
        let card = Description::new(filter, names).without_side().one();
        match filter.side {
            Some(who) if who != Who::Each => {
                let plays = names.subject(who, "play", "plays");
                let time = match self.1 {
                    Time::Any => String::new(),
                    Time::Nth(nth) => format!(", as number {nth} of the phase"),
                    Time::From(place) => {
                        format!(" from {} {}", names.possessive(who), place_noun(place))
                    }
                };
                format!("{plays} {card}{time}")
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
        facts::PLAYED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let then = || match self.1 {
            Time::Any => true,
            Time::Nth(nth) => self.is_nth(nth, by),
            Time::From(place) => by.fact.from.is_some_and(|zone| place.is(zone)),
        };
        by.met(is_played(&self.0, by) && then())
    }

    said!(at:
        ["when played"] => Self::any(Subject::This),
        ["when played as a unit"] if at.names.this == "this unit" => Self::any(Subject::This),
        ["when played as an upgrade"] if at.names.this == "this upgrade" => Self::any(Subject::This),
        ["when?" (this: Subject) "is played"] => Self::any(this),
        ["when? you play" (card: OneCard)] => Self::by(Who::You, &card.0),
        ["when?" (who: Player) "plays" (card: OneCard)] => Self::by(who.0, &card.0),
        ["when?" (who: Player) "plays" (card: OneCard) ", as number" (nth: Number) "of the phase"] => Self(Self::by(who.0, &card.0).0, Time::Nth(nth.0)),
        ["when?" (who: Player) "plays their second" (card: BareCard) "each phase"] => Self(Self::by(who.0, &card.0).0, Time::Nth(2)),
    );
}

/// Tells whether the fact is that a card is played, and one that the text is about.
pub(super) fn is_played(card: &Subject, by: &Meeting<'_>) -> bool {
    let played = matches!(by.verb(), Verb::PlayUnit | Verb::PlayUpgrade | Verb::PlayEvent);
    played && by.is(card, by.subject())
}

/// The cards of one player that are counted, by what is printed on them.
fn counted(card: &Subject) -> Option<Filter> {
    let Subject::Any(filter) = card else { return None };
    filter.side.filter(|who| *who != Who::Each)?;
    let printed = Filter::from(Criteria { side: None, ..Criteria::clone(filter) });
    printed.is_printed().then_some(printed)
}

impl Played {
    /// The event of such a card being played, on any occasion.
    pub(crate) const fn any(card: Subject) -> Self {
        Self(card, Time::Any)
    }

    /// Tells whether it is the card of that number, from 1, among those that fit and were played this phase.
    fn is_nth(&self, nth: u8, by: &Meeting<'_>) -> bool {
        let Subject::Any(filter) = &self.0 else { return false };
        let played = &by.scene.board.players[usize::from(by.fact.what.seat)].phase.played;
        let fits = |played: &&crate::board::Played| by.scene.played_as(played, filter);
        played.this_phase().iter().filter(fits).count() == usize::from(nth)
    }

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
        let time = if card.place == Place::Play { Time::Any } else { Time::From(card.place) };
        let place = Place::Play;
        let what = Criteria { is, is_not, side, place, ..Criteria::clone(card) };
        Self(Subject::Any(what.into()), time)
    }
}

//! A card that fits a filter.

use super::prelude::*;
use crate::reader::{Doing, Predicate, State};
use crate::vocabulary::Mark;

/// The named card fits; of two defending units, one of them. False when there is none. Of this card,
/// the attached unit and what was chosen, when they have left play, counts what they were right
/// before (CR 8.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Is(pub Whom, pub Filter);

impl Word for Is {
    checked!(0 "whom": whom, 1 "what": filter_in);

    fn text(&self, holds: bool, names: &Names) -> String {
        let Self(whom, filter) = self;
        if names.must_fit(whom, filter) {
            let chosen = either(holds, "chosen", "not chosen");
            return format!("{} {chosen}", names.whom(whom).does("was", "were"));
        }
        let seen = whom.register().filter(|_| filter.place == Place::Looked);
        let seen = seen.map_or_else(|| names.clone(), |register| names.seen_as(register));
        let whom = names.whom(whom);
        let what = Description::new(filter, &seen).without_side().without_place();
        let verb = whom.does(either(holds, "is", "is not"), either(holds, "are", "are not"));
        let what = what.predicate(whom.many);
        let side = match filter.side {
            Some(who) if filter.place == Place::Play => {
                format!(" {}", names.subject(who, "control", "controls"))
            }
            _ => String::new(),
        };
        format!("{verb} {what}{side}")
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::of_filter(&self.1))
    }

    fn reads_computed(&self) -> bool {
        self.1.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        if self.0 == Whom::Defender {
            return scene.named(&self.0, cx).iter().any(|card| self.fits(scene, *card, cx));
        }
        self.fits(scene, scene.first(&self.0, cx), cx)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.sees_all(text, &self.0)
    }

    said!(at:
        [(whom: Object) "is|are|'s" (what: Predicate)] if !matches!(whom.0, Whom::Base(_)) => Self::of(whom.0, what.0, at),
        [(whom: Object) "is a|an" (one: Trait) "or a|an" (other: Trait) "unit"] if !at.own
            => Self(whom.0, Criteria { traits: vec![one, other].into(), ..Criteria::default() }.into()),
        [(whom: Object) "was|were chosen"] if at.own => Self::chosen(whom.0, at),
        [(this: Object) "is a card that was discarded from your hand or deck this phase"] if at.own && this.0 == Whom::This
            => Self(this.0, Criteria { place: Place::Discard, mark: Some(Mark::DiscardedThisPhase), ..Criteria::default() }.into()),
        ["it 's not" (what: Predicate)] if !at.own => {
            other_kind(&what.0).zip(at.topic.clone()).map(|(other, whom)| Self(whom, other))
        },
        [(whom: Object) (doing: Doing)] => Self(whom.0, doing.0),
        [(what: One) "is attacking"] => Self(Whom::Attacker, what.0),
        [(whom: Object) "has" (least: Number) "or more remaining hp"]
            => Self(whom.0, Criteria { min_remaining_hp: Some(least.0.cast_signed()), ..Criteria::default() }.into()),
        [(whom: Object) "costs" (most: Number) "or less"] => {
            // A card out of play is of any kind.
            let any = at.names.beside(&whom.0).text.contains("card");
            let any = [KindSet::Unit, KindSet::Upgrade, KindSet::Event].into_iter().filter(|_| any);
            Self(whom.0, Criteria { is: any.collect(), max_cost: Some(most.0), ..Criteria::default() }.into())
        },
        [(this: Object) "is unique"] if this.0 == Whom::This => Self::unique(),
        ["a card with that name is discarded"] => at.topic.clone().filter(|card| *card == Whom::It && at.names.seen().0 == "card").map(|card| {
            Self(card, at.seen_there(Criteria { chosen_name: true, ..Criteria::default() }).into())
        }),
        [(whose: Its) "cost is odd"] => Self(whose.0, at.seen_there(Criteria { odd_cost: true, ..Criteria::default() }).into()),
        [(whom: Object) "has 0 power and isn't a leader"]
            => Self(whom.0, Criteria { max_power: Some(0), leader: Some(false), ..Criteria::default() }.into()),
        [(this: Object) "was discarded from your hand or deck this phase"] if this.0 == Whom::This
            => Self(this.0, Criteria { place: Place::Discard, mark: Some(Mark::DiscardedThisPhase), ..Criteria::default() }.into()),
        ["you play|played" (this: Object) "from your hand"] if this.0 == Whom::This
            => Self(this.0, Criteria { mark: Some(Mark::PlayedFromHand), ..Criteria::default() }.into()),
        [(this: Object) "was" (state: State)] if this.0 == Whom::This => Self(this.0, state.0.into()),
        [(whom: Object) "has|had" (least: Number) "or more power"] => Self(whom.0, Criteria { min_power: i8::try_from(least.0).ok(), ..Criteria::default() }.into()),
    );
}

impl Is {
    fn fits(&self, scene: &Scene<'_>, card: Ref, cx: &Context<'_>) -> bool {
        let is_remembered = self.0.register().is_some() || self.0 == Whom::Attached;
        let left = || match self.1.place {
            Place::Play if self.0 == Whom::This => scene.left_play(card),
            Place::Play if is_remembered && !scene.is_current(card) => scene.board.departure(card),
            _ => scene.changed(card),
        };
        card.is_some()
            && match left() {
                Some(departed) => scene.fitted(&self.1, departed, cx),
                None => scene.fits(&self.1, card.slot, cx),
            }
    }
}

/// A card of another kind, where nothing but the kind of a card that was seen is told: where there
/// is no card, it is none.
pub(super) fn other_kind(what: &Filter) -> Option<Filter> {
    let Criteria { is, place, .. } = &**what;
    let only = Criteria { is: is.clone(), place: *place, ..Criteria::default() };
    let seen = *place == Place::Looked && !is.is_empty() && **what == only;
    seen.then(|| Criteria { is: Vec::new(), is_not: is.clone(), ..only }.into())
}

impl Is {
    /// Makes the condition; of this card it never asks for a card seen elsewhere, but for one in play.
    pub(super) fn of(whom: Whom, what: Filter, at: &At) -> Self {
        if at.own && whom == Whom::This && what.place == Place::Looked {
            let what = Criteria { place: Place::Play, ..Criteria::clone(&what) };
            return Self(whom, what.into());
        }
        Self(whom, what)
    }

    /// There is a card that was chosen.
    pub(super) fn chosen(whom: Whom, at: &At) -> Self {
        let unit = at.names.beside(&whom).text.contains("unit");
        let place = if unit { Place::Play } else { Place::Looked };
        Self(whom, Criteria { place, ..Criteria::default() }.into())
    }

    /// This card is unique, also where it has left play.
    pub(super) fn unique() -> Self {
        let is = vec![KindSet::Unit, KindSet::Leader];
        Self(Whom::This, Criteria { is, unique: Some(true), ..Criteria::default() }.into())
    }
}

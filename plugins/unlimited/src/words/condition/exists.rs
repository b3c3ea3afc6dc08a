//! Cards that exist.

use super::prelude::*;
use crate::reader::State;
use crate::vocabulary::Keyworded;

/// At least `at_least` cards fit (1 when left out).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exists {
    /// The cards that count towards `at_least`.
    pub what: Filter,
    /// The number of such cards that is enough; 1 when left out.
    #[serde(default = "one")]
    pub at_least: u8,
}

impl Word for Exists {
    checked!(what: filter_in, at_least: above_0);

    /// "you control a Force unit", "there is a card in your hand".
    fn text(&self, holds: bool, names: &Names) -> String {
        let Self { what, at_least } = self;
        let (whose, controller) = match what.side {
            Some(who) if matches!(what.place, Place::Play | Place::Resources) => {
                let verb = match (who, holds) {
                    (Who::You, true) => "control",
                    (Who::You, false) => "do not control",
                    (_, true) => "controls",
                    (_, false) => "does not control",
                };
                let player = names.player(who);
                (Description::new(what, names).without_side(), Some(format!("{player} {verb}")))
            }
            _ => (Description::new(what, names), None),
        };
        let (verb, cards) = if *at_least == 1 {
            (if holds { "there is" } else { "there is not" }, whose.one())
        } else {
            let verb = if holds { "there are" } else { "there are not" };
            (verb, format!("{at_least} or more {}", whose.many()))
        };
        format!("{} {cards}", controller.as_deref().unwrap_or(verb))
    }

    fn reads(&self) -> Reads {
        Reads::of_filter(&self.what)
    }

    fn reads_computed(&self) -> bool {
        self.what.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut found = Refs::new();
        scene.candidates(&self.what, cx, &mut found);
        found.len() >= usize::from(self.at_least)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        view.is_open(text, &self.what)
    }

    said!(at:
        ["you control" (what: One)] => Self::of(what.0, Who::You, 1),
        ["you control" (what: One) "or" (base: One)] if !at.own && base.0.is == [KindSet::Base] => {
            let or = Some(Box::new(base.0));
            Self::of(Criteria { or, ..Criteria::clone(&what.0) }.into(), Who::You, 1)
        },
        ["you control" (least: Number) "or more" (what: Many)] if what.0.place == Place::Play => Self::of(what.0, Who::You, least.0),
        ["you control at least" (least: Number) (what: Many)] => Self::of(what.0, Who::You, least.0),
        [(who: Player) "controls" (what: One)] => Self::of(what.0, who.0, 1),
        [(who: Player) "controls" (least: Number) "or more" (what: Many)] => Self::of(what.0, who.0, least.0),
        [(what: One) "has" (keyword: Keyworded)] => Self { what: Criteria { keyword: Some(keyword), ..Criteria::clone(&what.0) }.into(), at_least: 1 },
        [(what: One) "is" (state: State)] => Self::in_state(what.0, state.0),
        [(unit: Object) "has" (least: Number) "or more upgrades on it"] => {
            at.topic = Some(unit.0.clone());
            Self::upgrades_on(unit.0, least.0)
        },
        ["a base was healed this phase"] if !at.own => Self::marked_base(None, Mark::HealedThisPhase),
        ["an enemy base was damaged this phase"] if !at.own
            => Self::marked_base(Some(Who::Opponent), Mark::DamagedThisPhase),
        ["there is" (what: One)] => Self { what: what.0, at_least: 1 },
        ["there are" (least: Number) "or more" (what: Many)] => Self { what: what.0, at_least: least.0 },
        ["there are" (least: Number) "or more" (what: Many) "in play"] => Self { what: what.0, at_least: least.0 },
        ["you control" (card: OneCard)] if card.0.is.is_empty() && card.0.place == Place::Play && !at.own => {
            let is = vec![KindSet::Unit, KindSet::Upgrade, KindSet::Leader];
            Self::of(Criteria { is, ..Criteria::clone(&card.0) }.into(), Who::You, 1)
        },
        [(unit: Object) "is guarding any? captured cards"] => {
            at.topic = Some(unit.0.clone());
            let (place, attached_to) = (Place::Captured, Some(unit.0.into()));
            Self { what: Criteria { place, attached_to, ..Criteria::default() }.into(), at_least: 1 }
        },
        ["you control" (names: Titles)] => Self::named(names.0),
        ["you control" (names: Titles) "( as a leader or unit )"] => Self::named(names.0),
    );
}

impl Exists {
    /// So many of this player; what is in a hand or a pile says itself whose it is.
    pub(crate) fn of(what: Filter, who: Who, at_least: u8) -> Self {
        let mut what = Criteria { side: Some(who), ..Criteria::clone(&what) };
        // So is the base beside which they are spoken of.
        what.or = what.or.map(|other| {
            let side = other.side.or(Some(who).filter(|_| other.is == [KindSet::Base]));
            Box::new(Criteria { side, ..Criteria::clone(&other) }.into())
        });
        Self { what: what.into(), at_least }
    }

    /// A base to which something happened lately.
    fn marked_base(side: Option<Who>, mark: Mark) -> Self {
        let base =
            Criteria { is: vec![KindSet::Base], side, mark: Some(mark), ..Criteria::default() };
        Self { what: base.into(), at_least: 1 }
    }

    fn upgrades_on(unit: Whom, at_least: u8) -> Self {
        let is = vec![KindSet::Upgrade];
        let what = Criteria { is, attached_to: Some(unit.into()), ..Criteria::default() };
        Self { what: what.into(), at_least }
    }

    /// A card that fits stands so.
    fn in_state(what: Filter, state: Criteria) -> Option<Self> {
        let Criteria { damaged, exhausted, upgraded, .. } = state;
        let plain = what.damaged.or(what.exhausted).or(what.upgraded).is_none();
        let what = Criteria { damaged, exhausted, upgraded, ..Criteria::clone(&what) };
        plain.then(|| Self { what: what.into(), at_least: 1 })
    }

    /// You control a card of one of these names, of whatever kind (CR 8.23.2).
    fn named(named: Vec<String>) -> Self {
        let is = vec![KindSet::Leader, KindSet::Unit, KindSet::Upgrade];
        Self::of(Criteria { is, named, ..Criteria::default() }.into(), Who::You, 1)
    }
}

//! Units that were defeated this phase.

use super::prelude::*;
use crate::vocabulary::{AspectSet, Trait};

/// Units of that side were defeated this phase, at least so many.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitDefeated(
    pub Who,
    #[serde(default = "one")] pub u8,
    #[serde(default, skip_serializing_if = "Fallen::is_any")] pub Fallen,
);

/// The units that count, of those that were defeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fallen {
    /// All units, whatever they were.
    #[default]
    Any,
    /// Those that attacked when they were defeated.
    Attacking,
    /// One with this trait.
    Of(Trait),
    /// One with this aspect.
    With(Aspect),
    /// A unit that was a leader.
    Leader,
}

impl Fallen {
    const fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }
}

impl Word for UnitDefeated {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.0, scope, path);
        check.above_0(self.1, path, "at least");
        let counted =
            self.1 == 1 || !matches!(self.2, Fallen::Of(_) | Fallen::With(_) | Fallen::Leader);
        let expected =
            "expected one unit: leaders and those with a trait or an aspect are not counted";
        check.expect(counted, path, expected);
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let attacking = if self.2 == Fallen::Attacking { " while attacking" } else { "" };
        let traits = match self.2 {
            Fallen::Of(name) => vec![name].into(),
            _ => TraitSet::default(),
        };
        let aspects = match self.2 {
            Fallen::With(aspect) => vec![aspect].into(),
            _ => AspectSet::default(),
        };
        let leader = (self.2 == Fallen::Leader).then_some(true);
        if self.1 == 1 && traits.is_empty() && aspects.is_empty() && leader.is_none() {
            let unit = names.unit_of(self.0, holds);
            return format!("{unit} was defeated{attacking} this phase");
        }
        let filter =
            Criteria { side: Some(self.0), traits, aspects, leader, ..Criteria::default() }.into();
        let units = Description::new(&filter, names);
        if self.1 == 1 {
            let unit = if holds { units.one() } else { format!("no {}", units.bare()) };
            return format!("{unit} was defeated this phase");
        }
        let were = either(holds, "were", "were not");
        format!("{} or more {} {were} defeated{attacking} this phase", self.1, units.many())
    }

    fn reads(&self) -> Reads {
        Reads::of_who(self.0).with(Reads::HISTORY)
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let defeated = |seat| {
            let history = &scene.board.players[usize::from(seat)].phase;
            u16::from(match self.2 {
                Fallen::Any => history.units_defeated,
                Fallen::Attacking => history.deeds.fell_attacking,
                Fallen::Of(name) => history.deeds.fallen.has(name).into(),
                Fallen::With(aspect) => history.deeds.fallen_aspects.has(aspect).into(),
                Fallen::Leader => history.deeds.fallen_leader.into(),
            })
        };
        scene.seats(self.0, cx).into_iter().map(defeated).sum::<u16>() >= self.1.into()
    }

    said!(at:
        ["a friendly leader unit was|has been? defeated this phase"] => Self(Who::You, 1, Fallen::Leader),
        ["an enemy leader unit was|has been? defeated this phase"] => Self(Who::Opponent, 1, Fallen::Leader),
        ["a leader unit was|has been? defeated this phase"] => Self(Who::Each, 1, Fallen::Leader),
        // A leader unit leaves play in no other way (CR 3.4.6).
        ["a friendly leader unit left play this phase"] if !at.own => Self(Who::You, 1, Fallen::Leader),
        ["a friendly unit was defeated while attacking this phase"] => Self(Who::You, 1, Fallen::Attacking),
        ["an enemy unit was defeated while attacking this phase"] => Self(Who::Opponent, 1, Fallen::Attacking),
        ["a friendly" (name: Trait) "unit was defeated this phase"] => Self(Who::You, 1, Fallen::Of(name)),
        ["an enemy" (name: Trait) "unit was defeated this phase"] => Self(Who::Opponent, 1, Fallen::Of(name)),
        ["a" (name: Trait) "unit was defeated this phase"] => Self(Who::Each, 1, Fallen::Of(name)),
        ["a friendly" (aspect: Aspect) "unit was defeated this phase"] => Self(Who::You, 1, Fallen::With(aspect)),
        ["an enemy" (aspect: Aspect) "unit was defeated this phase"] => Self(Who::Opponent, 1, Fallen::With(aspect)),
        ["a" (aspect: Aspect) "unit was defeated this phase"] => Self(Who::Each, 1, Fallen::With(aspect)),
        ["a friendly unit was|has been? defeated this phase"] => Self(Who::You, 1, Fallen::Any),
        ["an enemy unit was|has been? defeated this phase"] => Self(Who::Opponent, 1, Fallen::Any),
        ["a unit was defeated this phase"] => Self(Who::Each, 1, Fallen::Any),
        [(least: Number) "or more friendly units were|have been? defeated this phase"] => Self(Who::You, least.0, Fallen::Any),
        [(least: Number) "or more enemy units were|have been? defeated this phase"] => Self(Who::Opponent, least.0, Fallen::Any),
        [(least: Number) "or more units were|have been? defeated this phase"] => Self(Who::Each, least.0, Fallen::Any),
    );
}

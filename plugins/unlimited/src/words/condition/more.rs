//! More than another player.

use super::prelude::*;

/// A player has more of something than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct More {
    /// The player who must have more.
    pub who: Who,
    /// The things that are counted.
    pub of: Owned,
    /// The player who must have fewer.
    pub than: Who,
}

/// Something that players have a number of, from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Owned {
    /// Cards in play that fit, of their side.
    Cards(Filter),
    /// Resources they control, ready or exhausted.
    Resources,
    /// Cards in their hand.
    Hand,
    /// Damage on their base.
    BaseDamage,
}

impl Owned {
    fn of(&self, seat: Seat, scene: &Scene<'_>, cx: &Context<'_>) -> usize {
        let player = &scene.board.players[usize::from(seat)];
        match self {
            Self::Resources => player.resources.len(),
            Self::Hand => player.hand.len(),
            Self::BaseDamage => scene.card(player.base).damage.into(),
            Self::Cards(filter) => {
                let mut found = Refs::new();
                scene.candidates(filter, cx, &mut found);
                found.iter().filter(|card| scene.card(card.slot).controller == seat).count()
            }
        }
    }
}

impl Word for More {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check.who(self.who, scope, &path.to("who"));
        check.who(self.than, scope, &path.to("than"));
        if let Owned::Cards(filter) = &self.of {
            check.filter_in(filter, scope, &path.to("of"));
            let open = filter.place == Place::Play && filter.side.is_none();
            check.expect(open, &path.to("of"), "expected cards in play, of no side");
        }
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let (verb, what) = match &self.of {
            Owned::Cards(filter) => ("control", Description::new(filter, names).many()),
            Owned::Resources => ("control", "resources".to_owned()),
            Owned::Hand => ("have", "cards in hand".to_owned()),
            Owned::BaseDamage => ("have", "damage on a base".to_owned()),
        };
        let others = if verb == "have" { "has" } else { "controls" };
        let (you, others) = match holds {
            true => (verb.to_owned(), others.to_owned()),
            false => (format!("do not {verb}"), format!("does not {verb}")),
        };
        let who = names.subject(self.who, &you, &others);
        format!("{who} more {what} than {}", names.player(self.than))
    }

    fn reads(&self) -> Reads {
        let of = match &self.of {
            Owned::Cards(filter) => Reads::of_filter(filter),
            Owned::Resources => Reads::RESOURCES,
            Owned::Hand => Reads::PILES,
            Owned::BaseDamage => Reads::DAMAGE,
        };
        Reads::of_who(self.who).with(Reads::of_who(self.than)).with(of)
    }

    fn reads_computed(&self) -> bool {
        matches!(&self.of, Owned::Cards(filter) if filter.reads_computed())
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let than = scene.seats(self.than, cx);
        scene.seats(self.who, cx).into_iter().any(|has| {
            let has = self.of.of(has, scene, cx);
            than.iter().any(|&than| has > self.of.of(than, scene, cx))
        })
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        match &self.of {
            Owned::Cards(filter) => view.is_open(text, filter),
            Owned::Resources | Owned::Hand | Owned::BaseDamage => true,
        }
    }

    said!(at:
        ["you" (of: Much) "than" (than: Player)] => Self { who: Who::You, of: of.0, than: than.0 },
        [(who: Player) (of: Much) "than you"] => Self { who: who.0, of: of.0, than: Who::You },
        ["your base has more damage on it than an enemy base"] => Self { who: Who::You, of: Owned::BaseDamage, than: Who::Opponent },
        ["an enemy base has more damage on it than your base"] => Self { who: Who::Opponent, of: Owned::BaseDamage, than: Who::You },
        ["you" (of: Less) "than" (than: Player)] => Self { who: than.0, of: of.0, than: Who::You },
        [(who: Player) (of: Less) "than you"] => Self { who: Who::You, of: of.0, than: who.0 },
    );
}

/// The thing that a player has more of: "controls more units".
#[derive(Clone)]
struct Much(Owned);

said!(Much, at:
    ["control|controls more" (what: Many)] if what.0.place == Place::Play => Self(Owned::Cards(what.0)),
    ["control|controls more resources"] => Self(Owned::Resources),
    ["have|has more damage on a base"] => Self(Owned::BaseDamage),
    ["have|has more cards in hand"] => Self(Owned::Hand),
    ["have|has more cards in their hand"] => Self(Owned::Hand),
);

/// The thing that a player has less of: "controls fewer units".
#[derive(Clone)]
struct Less(Owned);

said!(Less, at:
    ["control|controls fewer" (what: Many)] if what.0.place == Place::Play => Self(Owned::Cards(what.0)),
    ["control|controls fewer resources"] => Self(Owned::Resources),
    ["have|has fewer cards in hand"] => Self(Owned::Hand),
);

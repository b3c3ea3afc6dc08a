//! More cards than another player.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::{Word, either};
use crate::library::{Check, Scope};
use crate::reader::{Many, Player, said};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::text::filter::Description;
use crate::text::names::Names;
use crate::vocabulary::{Criteria, Filter, Place, Who, you};

/// A player controls more cards that fit than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct More {
    /// Which cards; units, when left out.
    #[serde(default)]
    pub what: Filter,
    /// Who; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
    /// Than this player.
    pub than: Who,
}

impl Word for More {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        let Self { what, who, than } = self;
        check.filter_in(what, scope, &path.to("what"));
        let resources = Criteria { place: Place::Resources, ..Criteria::default() };
        let controlled = match what.place {
            Place::Play => what.side.is_none(),
            _ => **what == resources,
        };
        let nobodys = "expected cards in play, nobody's in particular, or resources";
        check.expect(controlled, &path.to("what"), nobodys);
        for (player, field) in [(who, "who"), (than, "than")] {
            check.who(*player, scope, &path.to(field));
            check.expect(*player != Who::Each, &path.to(field), "expected one player");
        }
        check.expect(who != than, &path.to("than"), "expected another player");
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        let Self { what, who, than } = self;
        let one = either(holds, "control", "do not control");
        let other = either(holds, "controls", "does not control");
        let controls = names.subject(*who, one, other);
        let cards = match what.place {
            Place::Resources => "resources".to_owned(),
            _ => Description::new(what, names).many(),
        };
        format!("{controls} more {cards} than {}", names.player(*than))
    }

    fn reads(&self) -> Reads {
        let players = Reads::of_who(self.who).with(Reads::of_who(self.than));
        players.with(Reads::of_filter(&self.what))
    }

    fn reads_computed(&self) -> bool {
        self.what.reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut found = Refs::new();
        scene.candidates(&self.what, cx, &mut found);
        let count = |who: Who| {
            let seat = scene.seat(who, cx);
            let theirs = |card: &&Ref| scene.card(card.slot).controller == seat;
            found.iter().filter(theirs).count()
        };
        count(self.who) > count(self.than)
    }
}

said!(More, at:
    ["you control more" (what: Many) "than" (than: Player)] => Self::of(what, Who::You, than.0),
    [(who: Player) "controls more" (what: Many) "than you"] => Self::of(what, who.0, Who::You),
    ["you control fewer" (what: Many) "than" (other: Player)] => Self::of(what, other.0, Who::You),
    ["you control fewer" (what: Many) "( including this one ) than" (other: Player)] => Self::of(what, other.0, Who::You),
);

impl More {
    fn of(what: Many, who: Who, than: Who) -> Option<Self> {
        let one = who != than && ![who, than].contains(&Who::Each) && what.0.side.is_none();
        one.then_some(Self { what: what.0, who, than })
    }
}

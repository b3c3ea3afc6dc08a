//! Drawing cards from one's deck.

use super::prelude::*;
use crate::text::step::cards;

/// Draw cards, `number × per`, from the top of one's deck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw(
    /// The player, or the players, who draw.
    pub Who,
    /// The number of cards for each of the measure, at least 1.
    pub u8,
    /// The measure that the number is multiplied by; 1 when left out.
    #[serde(default, skip_serializing_if = "Measure::is_one")]
    pub Measure,
);

impl Word for Draw {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, &path.argument(0, "who"));
        check.expect(self.1 > 0, &path.argument(1, "number"), "expected a number above 0");
        self.2.word().check(check, *scope, &path.argument(2, "per"));
    }

    fn text(&self, names: &mut Names) -> String {
        let draws = names.does(self.0, "draw", "draws");
        format!("{draws} {}{}", cards(self.1), for_each(&self.2, names))
    }

    fn is_told(&self) -> bool {
        self.0 == Who::You
    }

    said!(at:
        ["you draw" (number: Cards)] if at.names.you.is_some() => Self(Who::You, number.0, Measure::default()),
        ["draw" (number: Cards) (per: ForEach)] => Self(Who::You, number.0, per.0),
        ["draw" (number: Cards)] => Self(Who::You, number.0, Measure::default()),
        ["they each? draw" (number: Cards)] if at.names.is_player() => Self(Who::ControllerOfIt, number.0, Measure::default()),
        ["that player draws" (number: Cards)] if at.names.is_player() => Self(Who::ControllerOfIt, number.0, Measure::default()),
        ["they draw" (number: Cards)] if !at.names.is_player() => at.looked.map(|who| Self(who, number.0, Measure::default())),
        ["that player draws" (number: Cards)] if !at.names.is_player() => at.looked.map(|who| Self(who, number.0, Measure::default())),
        ["you and an opponent each draw" (number: Cards)] => Self(Who::Each, number.0, Measure::default()),
        [(who: Player) "draws" (number: Cards)] => Self(who.0, number.0, Measure::default()),
    );
}

impl Does for Draw {
    fn does(&self, run: &mut Run<'_>) {
        let number = run.amount(self.1.into(), &self.2);
        for seat in run.scene.seats(self.0, &run.cx()) {
            for _ in 0..number {
                run.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
            }
        }
    }
}

//! Looking at the top cards of a deck.

use super::prelude::*;

/// Look at cards from the top of a deck, `count × per`; bound as `It`, the topmost first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookTop {
    /// The player whose deck it is; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
    /// The number of cards for each of `per`, at least 1.
    #[serde(default = "one")]
    pub count: u8,
    /// The measure that `count` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for LookTop {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.who, *scope, &path.to("who"));
        check.expect(self.who != Who::Each, &path.to("who"), "expected one player");
        check.above_0(self.count, path, "count");
        self.per.word().check(check, *scope, &path.to("per"));
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        let deck = format!("{} deck", names.possessive(self.who));
        let per = for_each(&self.per, names);
        names.bind_cards(self.count > 1 || !self.per.is_one());
        match self.count {
            1 if self.per.is_one() => format!("look at {deck}'s top card"),
            1 => format!("look at 1 card from the top of {deck}{per}"),
            number => format!("look at {number} cards from the top of {deck}{per}"),
        }
    }

    said!(at:
        ["look at" (whose: Owner) "deck 's top card"] if whose.0 != Who::Each => Self::of(whose.0, 1, Measure::default(), at),
        ["look at the top card of" (whose: Owner) "deck"] if whose.0 != Who::Each => Self::of(whose.0, 1, Measure::default(), at),
        ["look at" (count: Number) "card|cards from the top of" (whose: Owner) "deck"] if whose.0 != Who::Each && count.0 > 1 => Self::of(whose.0, count.0, Measure::default(), at),
        ["look at" (count: Number) "card|cards from the top of" (whose: Owner) "deck" (per: ForEach)] if whose.0 != Who::Each => Self::of(whose.0, count.0, per.0, at),
        ["look at cards from the top of" (whose: Owner) "deck" (per: EqualTo)] if whose.0 != Who::Each => Self::of(whose.0, 1, per.0, at),
    );
}

impl Does for LookTop {
    fn does(&self, run: &mut Run<'_>) {
        let seat = run.scene.seat(self.who, &run.cx());
        let count = run.amount(self.count.into(), &self.per).max(0) as usize;
        run.locals.forget(Register::It);
        let deck = &run.scene.board.players[usize::from(seat)].deck;
        for &slot in deck.iter().rev().take(count.min(run.locals.room())) {
            let card = run.scene.reference(slot);
            run.bind(Register::It, card);
            run.propose(Proposal::new(Verb::Look, card, run.seat));
        }
    }
}

impl LookTop {
    fn of(who: Who, count: u8, per: Measure, at: &mut At) -> Self {
        at.names.bind_cards(count > 1 || !per.is_one());
        at.topic = Some(Whom::It);
        Self { who, count, per }
    }
}

//! Discarding from a deck.

use super::prelude::*;
use crate::text::step::cards;

/// Discard cards from the top of a deck, `count × per`; bound as `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscardDeck {
    /// The player whose deck it is.
    pub who: Who,
    /// The number of cards for each of `per`, at least 1.
    #[serde(default = "one")]
    pub count: u8,
    /// The measure that `count` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for DiscardDeck {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.who, *scope, &path.to("who"));
        check.above_0(self.count, path, "count");
        self.per.word().check(check, *scope, &path.to("per"));
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        let each = for_each(&self.per, names);
        let deck = names.possessive(self.who);
        names.bind_cards(self.count > 1 || !self.per.is_one());
        names.number = "card discarded";
        format!("discard {} from the top of {deck} deck{each}", cards(self.count))
    }

    said!(at:
        ["discard the top card of" (whose: Owner) "deck"] => Self::of(whose.0, 1, Measure::default(), at),
        ["discard" (count: Cards) "from an opponent 's deck and" (more: Cards) "from your deck"] if count.0 == more.0 => Self::of(Who::Each, count.0, Measure::default(), at),
        ["discard cards from" (whose: Owner) "deck" (per: EqualTo)] => Self::of(whose.0, 1, per.0, at),
        ["discard" (count: Cards) "from the? top? of?" (whose: Owner) "deck"] => Self::of(whose.0, count.0, Measure::default(), at),
        ["discard" (count: Cards) "from the? top? of?" (whose: Owner) "deck" (per: ForEach)] => Self::of(whose.0, count.0, per.0, at),
    );
}

impl Does for DiscardDeck {
    /// The cards are remembered as they are in the pile.
    fn does(&self, run: &mut Run<'_>) {
        let n = run.amount(self.count.into(), &self.per).max(0) as usize;
        let seats = run.scene.seats(self.who, &run.cx());
        run.locals.forget(Register::It);
        for seat in seats {
            // Who is told to discard does, whoever's deck it is from.
            let by = if self.who == Who::They { seat } else { run.seat };
            let deck = &run.scene.board.players[usize::from(seat)].deck;
            for &slot in deck.iter().rev().take(n) {
                let card = run.scene.reference(slot);
                run.propose(Proposal::new(Verb::Discard, card, by));
                run.bind(Register::It, card.next());
            }
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let whose = || usize::from(run.scene.seat(self.who, &run.cx()));
        self.who == Who::Each || !run.scene.board.players[whose()].deck.is_empty()
    }
}

impl DiscardDeck {
    fn of(who: Who, count: u8, per: Measure, at: &mut At) -> Self {
        at.names.bind_cards(count > 1 || !per.is_one());
        at.names.number = "card discarded";
        at.topic = Some(Whom::It);
        at.sides.push((Whom::It, who));
        Self { who, count, per }
    }
}

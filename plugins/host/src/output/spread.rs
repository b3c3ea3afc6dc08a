//! Changes after which no deck is played too much: in results.

use serde::Serialize;

use super::figure::{grouped, percent, points, unsigned};
use super::table::{Kind, sentence, table_of};

/// The mix that was wanted of a field, and the changes that were found for it.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// The greatest part that a deck is to have of what is played.
    pub most: f64,
    /// The most that the mix in which no deck has more may be beaten by, in shares of a game.
    pub within: f64,
    /// The points that it is beaten by before any change.
    pub before: Beaten,
    /// The number of changes that were tried.
    pub tried: u64,
    /// The games of the search; those on fresh deals come on top.
    pub games: u64,
    /// The changes that were found, the nearest to the goal first, measured on fresh deals.
    pub found: Vec<Found>,
}

/// The points above one half that the best deck against a mix wins.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Beaten {
    /// The measured value, in shares of a game, 0 at least.
    pub by: f64,
    /// The ends of nine tenths of the values that the games leave open.
    pub interval: [f64; 2],
}

impl Beaten {
    /// Tells whether it is no more than this, for certain; `None` where the 90 % interval lies on both
    /// sides.
    #[must_use]
    pub fn is_within(self, within: f64) -> Option<bool> {
        let [low, high] = self.interval;
        match (high <= within, low > within) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    fn told(self) -> [String; 2] {
        let [low, high] = self.interval.map(unsigned);
        [unsigned(self.by), format!("{low} to {high}")]
    }
}

/// A change that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The change, as the command line writes it.
    pub change: String,
    /// The number of steps by which it changes numbers.
    pub size: usize,
    /// The points that the mix is beaten by after it.
    pub beaten: Beaten,
    /// `true` if that is little enough, `false` if it is too much, as far as the games can tell; `None`
    /// where they leave it open.
    pub reached: Option<bool>,
    /// The number of decks, as a fraction, that the mix without any bound is like: e to the power
    /// of its entropy.
    pub effective: f64,
    /// The consequences for each deck, the best mix first.
    pub decks: Vec<Moved>,
}

/// The consequences of a change for a deck.
#[derive(Clone, Debug, Serialize)]
pub struct Moved {
    /// The name of the deck, as results call it.
    pub deck: String,
    /// Its part of the mix that no deck beats, after the change.
    pub mix: f64,
    /// The improvement against all other decks, in shares of a game.
    pub change: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
}

impl Spread {
    /// Says it in a sentence: the wish, the changes tried, and whether any does it.
    pub(super) fn told(&self) -> String {
        let any = |reached| self.found.iter().any(|found| found.reached == reached);
        let word = match (any(Some(true)), any(None)) {
            (true, _) => "the smallest changes that do it are",
            (false, true) => "the smallest changes that may do it are",
            (false, false) => "none of them does it; the nearest are",
        };
        format!(
            "no deck is to have more than {} of what is played: of {} changes in {} games, smallest first, \
             {word}",
            percent(self.most),
            grouped(self.tried),
            grouped(self.games),
        )
    }

    /// Gives the answer in a line: the changes after which no deck has too much, if there are some.
    pub(super) fn headline(&self) -> String {
        let found = self.found.iter().filter(|found| found.reached == Some(true));
        let found: Vec<&str> = found.map(|found| found.change.as_str()).collect();
        let most = percent(self.most);
        match &found[..] {
            [] => format!("no change is known after which no deck has more than {most}"),
            all => format!("no deck has more than {most} after: {}", all.join(" | ")),
        }
    }

    /// Explains the column "beaten by" in a sentence, with the value before any change.
    pub(super) fn meant(&self) -> String {
        let [by, range] = self.before.told();
        format!(
            "beaten by: the points that the best deck wins above half against the mix in which none has \
             more, {} of which are put up with; as the game is, {by} ({range})",
            unsigned(self.within),
        )
    }
}

impl Found {
    /// Tells the improvement of every deck in a line, with its part of the mix where it has one.
    pub(super) fn moves(&self) -> String {
        let widest = self.decks.iter().map(|moved| (moved.interval[1] - moved.interval[0]) / 2.0);
        let widest = widest.fold(0.0, f64::max);
        let told = self.decks.iter().map(|moved| {
            let part =
                (moved.mix >= 0.005).then(|| format!(" ({} of the mix)", percent(moved.mix)));
            format!("{} {}{}", moved.deck, points(moved.change), part.unwrap_or_default())
        });
        format!("{} (each ± {:.1})", told.collect::<Vec<_>>().join("  "), widest * 100.0)
    }

    /// Its cells: the change, its steps, by how much the mix is beaten, the decks that the mix is like.
    pub(super) fn cells(&self) -> [String; 5] {
        let [by, range] = self.beaten.told();
        let like = format!("{:.1} decks", self.effective);
        [self.change.clone(), self.size.to_string(), by, range, like]
    }

    /// The word for the last column: `reached`, or `not reached`.
    pub(super) const fn word(&self) -> &'static str {
        match self.reached {
            Some(true) => "reached",
            Some(false) => "not reached",
            None => "undecided",
        }
    }
}

/// Writes the changes that were found for people: a table, then the decks that each moves.
pub(super) fn render(goal: &Spread) -> String {
    let heading = ["", "change", "steps", "beaten by", "90 %", "the mix is like", ""];
    let mut kinds = [Kind::Figure; 7];
    (kinds[1], kinds[6]) = (Kind::Text, Kind::Word);
    let row = |(number, found): (usize, &Found)| {
        let cells = core::iter::once(number.to_string()).chain(found.cells());
        cells.chain([found.word().to_owned()]).collect()
    };
    let rows = (1..).zip(&goal.found).map(row).collect();
    let moves =
        (1..).zip(&goal.found).map(|(number, found)| format!("{number} {}\n", found.moves()));
    format!(
        "{}\n{}\n{}\n{}\nThe first of them, before and after:\n",
        sentence(&goal.told()),
        table_of(&kinds, &heading, rows),
        moves.collect::<String>(),
        sentence(&goal.meant()),
    )
}

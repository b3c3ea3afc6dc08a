//! Changes after which no deck is played too much: in results.

use serde::Serialize;

use super::figure::{grouped, percent, points};
use super::table::{Kind, sentence, table_of};

/// What was wanted of a field, and what was found.
#[derive(Clone, Debug, Serialize)]
pub struct Spread {
    /// The greatest part that a deck is to have of what is played.
    pub most: f64,
    /// By how little the mix may be beaten in which no deck has more, in shares of a game.
    pub within: f64,
    /// By how much it is beaten before any change.
    pub before: Beaten,
    /// Changes that were tried.
    pub tried: u64,
    /// The games of the search; those on fresh deals come on top.
    pub games: u64,
    /// What was found, the nearest first, on fresh deals.
    pub found: Vec<Found>,
}

/// By how much more than half of its games the best deck against a mix wins.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Beaten {
    /// As it was measured, in shares of a game.
    pub by: f64,
    /// Nine tenths of what the games leave open.
    pub interval: [f64; 2],
}

impl Beaten {
    /// Whether it is no more than this, for certain; nothing where nine tenths of what is left open lie on both
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

/// Points that are never less than nothing.
fn unsigned(share: f64) -> String {
    points(share).trim_start_matches('+').to_owned()
}

/// A change that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// As the command line writes it.
    pub change: String,
    /// By how many steps it changes numbers.
    pub size: usize,
    /// By how much the mix is beaten after it.
    pub beaten: Beaten,
    /// Whether that is little enough, as far as the games can tell; nothing where they leave it open.
    pub reached: Option<bool>,
    /// How many decks the mix is like that no deck beats, without any bound.
    pub effective: f64,
    /// What it does to each deck, the best mix first.
    pub decks: Vec<Moved>,
}

/// What a change does to a deck.
#[derive(Clone, Debug, Serialize)]
pub struct Moved {
    /// The deck.
    pub deck: String,
    /// Its part of the mix that no deck beats, after the change.
    pub mix: f64,
    /// How much better it comes in against all others, in shares of a game.
    pub change: f64,
    /// The interval that holds whenever it is looked at.
    pub interval: [f64; 2],
}

impl Spread {
    /// In a sentence.
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

    /// The answer in a line.
    pub(super) fn headline(&self) -> String {
        let found = self.found.iter().filter(|found| found.reached == Some(true));
        let found: Vec<&str> = found.map(|found| found.change.as_str()).collect();
        let most = percent(self.most);
        match &found[..] {
            [] => format!("no change is known after which no deck has more than {most}"),
            all => format!("no deck has more than {most} after: {}", all.join(" | ")),
        }
    }

    /// What is asked of a mix, in a sentence.
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
    /// What it does to decks, in a line.
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

    /// Whether it is enough, in words.
    pub(super) const fn word(&self) -> &'static str {
        match self.reached {
            Some(true) => "reached",
            Some(false) => "not reached",
            None => "undecided",
        }
    }
}

/// For people.
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

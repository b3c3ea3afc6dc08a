//! What pods say of leaders and cards: a table for people, JSON, and CSV with a row per card.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::csv;
use super::figure::{grouped, known, percent, points, range};
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, sentence, table, table_of};
use crate::analysis::clusters::{Clusters, LEAST};
use crate::error::Error;
use crate::experiment::pods::OfCard;
use crate::stats::{Copies, Handled};

/// What is said below the table of cards.
const WARNING: &str = "\
Shares in %, of copies. Won by decks that have a copy (GP), with one in the kept hand
(OH), drawn later (GD), in the hand at all (GIH), not seen (GNS); IWD is GIH less GNS.
ALSA and ATA: mean picks at which it was last seen, and taken. They tell how games went,
not what a card is worth; value does: points of a copy on the same deals with it and
without.
";

/// What pods were, and what was found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The set that was opened.
    pub set: String,
    /// How players came by their entries, such as `draft`.
    pub event: String,
    /// Pods.
    pub pods: u64,
    /// Entries of a pod.
    pub players: usize,
    /// Where it is known from what boosters are.
    pub boosters: Vec<String>,
    /// What cards were taken to be worth.
    pub ratings: String,
    /// What is won by who drafted, in the order of their names.
    pub drafters: Vec<Group>,
    /// What is won by seat of the pod.
    pub seats: Vec<Group>,
    /// Leaders, those first that win most; such as are not judged come last, here and below.
    pub leaders: Vec<Row>,
    /// All other cards, those first that win most in the hand.
    pub cards: Vec<Row>,
    /// How many of the first player's cards each game was played again without.
    pub without: usize,
    /// What stood in their place; nothing where none was exchanged.
    pub filler: Option<String>,
    /// The games.
    pub sample: Sample,
}

/// What some of the entries win.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// Their games.
    #[serde(flatten)]
    pub won: Rate,
}

/// A share of games, or of copies.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    /// How many there are.
    pub copies: u64,
    /// The share that won; none where there are none.
    pub rate: Option<f64>,
    /// The 95 % interval of it.
    pub interval: [f64; 2],
}

impl Rate {
    /// That of these.
    #[must_use]
    pub fn of(won: &Clusters) -> Self {
        Self { copies: won.parts(), rate: won.mean(), interval: won.proportion() }
    }

    /// As a table has it.
    fn told(&self) -> String {
        known(self.rate, |rate| format!("{:.1}", rate * 100.0))
    }

    fn margin(&self) -> String {
        let [low, high] = self.interval;
        known(self.rate, |_| format!("{:.1}", (high - low) * 50.0))
    }
}

/// A difference of shares with its 95 % interval.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// How much it is.
    pub value: f64,
    /// Its interval; none where there are too few pods to say.
    pub interval: Option<[f64; 2]>,
}

/// What was found of a card.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How rare it is in the set.
    pub rarity: String,
    /// The mean pick at which players last saw it in a pack; none in sealed.
    pub alsa: Option<f64>,
    /// The mean pick with which it was taken; none in sealed.
    pub ata: Option<f64>,
    /// Of all copies in decks.
    pub gp_wr: Rate,
    /// Of those in the hand that was kept.
    pub oh_wr: Rate,
    /// Of those that came to the hand later.
    pub gd_wr: Rate,
    /// Of those that were ever in the hand.
    pub gih_wr: Rate,
    /// Of those that never were.
    pub gns_wr: Rate,
    /// The share in the hand less that not seen.
    pub iwd: Option<Change>,
    /// What a copy is worth, in shares of a game.
    pub value: Option<Change>,
    /// Games that were played again without a copy.
    pub value_games: u64,
    /// Whether there are pods and plays enough to believe the intervals.
    pub judged: bool,
    /// How copies were handled; nothing of leaders.
    pub handled: Option<Handled>,
}

impl Row {
    /// What was counted of a card, with the mean picks at which it was last seen, and taken.
    #[must_use]
    pub fn new(
        [id, name, rarity]: [String; 3],
        [alsa, ata]: [Option<f64>; 2],
        counted: &OfCard,
    ) -> Self {
        let rate = |copies| Rate::of(counted.of(copies));
        let iwd = counted.of(Copies::InHand).above(counted.of(Copies::NotSeen));
        let value = counted.value.mean();
        let pods = counted.of(Copies::All).groups();
        Self {
            id,
            name,
            rarity,
            alsa,
            ata,
            gp_wr: rate(Copies::All),
            oh_wr: rate(Copies::Opening),
            gd_wr: rate(Copies::Drawn),
            gih_wr: rate(Copies::InHand),
            gns_wr: rate(Copies::NotSeen),
            iwd: iwd.map(|(value, interval)| Change { value, interval }),
            value: value.map(|value| Change { value, interval: counted.value.difference() }),
            value_games: counted.value.parts(),
            judged: pods >= LEAST && !counted.handled.is_some_and(Handled::is_idle),
            handled: counted.handled,
        }
    }
}

impl Row {
    /// What is to be said of its figures.
    fn mark(&self) -> String {
        if self.judged { String::new() } else { "not judged".to_owned() }
    }
}

/// The report for people, with so many cards.
#[must_use]
pub fn render(report: &Report, top: usize) -> String {
    let Report { set, event, pods, players, .. } = report;
    let drafters: Vec<&str> = report.drafters.iter().map(|of| of.name.as_str()).collect();
    let by = match event.as_str() {
        "draft" => format!(", drafted by {}", drafters.join(", ")),
        _ => String::new(),
    };
    let mut text = format!(
        "{event} of {set}: {} pods of {players}, everybody against everybody{by}, rated by {}\n{}\n",
        grouped(*pods),
        report.ratings,
        report.sample.by(),
    );
    if report.drafters.len() > 1 {
        text.push_str(&groups("drafter", &report.drafters));
        text.push('\n');
    }
    let heading = ["leader", "id", "rarity", "games", "ATA", "GP", "±", ""];
    let row = |row: &Row| {
        vec![
            row.name.clone(),
            row.id.clone(),
            row.rarity.clone(),
            grouped(row.gp_wr.copies),
            pick(row.ata),
            row.gp_wr.told(),
            row.gp_wr.margin(),
            row.mark(),
        ]
    };
    let kinds = [Kind::Name, Kind::Word, Kind::Word];
    let kinds = |columns: usize| [&kinds[..], &vec![Kind::Figure; columns - 3]].concat();
    let rows = report.leaders.iter().map(row).collect();
    text.push_str(&table_of(&kinds(heading.len()), &heading, rows));
    text.push('\n');
    let heading = [
        "card", "id", "rarity", "copies", "ALSA", "ATA", "GP", "OH", "GD", "GIH", "±", "GNS",
        "IWD", "value", "95 %", "",
    ];
    let row = |row: &Row| {
        let value = row.value.as_ref();
        vec![
            row.name.clone(),
            row.id.clone(),
            row.rarity.clone(),
            grouped(row.gp_wr.copies),
            pick(row.alsa),
            pick(row.ata),
            row.gp_wr.told(),
            row.oh_wr.told(),
            row.gd_wr.told(),
            row.gih_wr.told(),
            row.gih_wr.margin(),
            row.gns_wr.told(),
            row.iwd.as_ref().map_or_else(|| "-".to_owned(), |iwd| points(iwd.value)),
            value.map_or_else(|| "-".to_owned(), |value| points(value.value)),
            value.and_then(|value| value.interval).map_or_else(|| "-".to_owned(), range),
            row.mark(),
        ]
    };
    let rows = report.cards.iter().take(top).map(row).collect();
    text.push_str(&table_of(&kinds(heading.len()), &heading, rows));
    let more = report.cards.len().saturating_sub(top);
    if more > 0 {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "and {more} more cards; --top shows more, --format csv all");
    }
    text.push('\n');
    text.push_str(WARNING);
    if let Some(filler) = &report.filler {
        let without = report.without;
        let _ = writeln!(text, "value: with {filler} in its place, {without} cards of a game");
    }
    let _ = writeln!(
        text,
        "Intervals are of pods, not of games: decks of one pod meet again and again. Not judged: a \
         card in fewer than {LEAST} pods, or hardly played."
    );
    text.extend(
        report.boosters.iter().map(|source| sentence(&format!("boosters: {source}")) + "\n"),
    );
    text.push_str(&report.sample.footer("", "shares are", ("", &[])));
    text
}

fn pick(mean: Option<f64>) -> String {
    known(mean, |mean| format!("{mean:.1}"))
}

/// A table of what groups win.
fn groups(heading: &str, groups: &[Group]) -> String {
    let row = |group: &Group| {
        let [low, high] = group.won.interval.map(percent);
        let won = known(group.won.rate, percent);
        vec![group.name.clone(), grouped(group.won.copies), won, format!("{low} to {high}")]
    };
    table(&[heading, "games", "won", "95 %"], 1, groups.iter().map(row).collect())
}

/// The report as JSON.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// A heading and a row for each leader and each card.
#[must_use]
pub fn csv(report: &Report) -> String {
    let mut heading: Vec<String> =
        ["id", "name", "rarity", "kind", "alsa", "ata"].map(str::to_owned).into();
    for rate in ["gp", "oh", "gd", "gih", "gns"] {
        let columns = [("copies", ""), ("wr", ""), ("wr", "_low"), ("wr", "_high")];
        heading.extend(columns.map(|(column, end)| format!("{rate}_{column}{end}")));
    }
    let more = "iwd iwd_low iwd_high value value_low value_high value_games drawn played judged";
    heading.extend(more.split(' ').map(str::to_owned));
    let number = |number: Option<f64>| number.map_or_else(String::new, |it| it.to_string());
    let change = |of: &Option<Change>| {
        let [low, high] = [0, 1].map(|end| Some(of.as_ref()?.interval?[end]));
        [of.as_ref().map(|of| of.value), low, high].map(number)
    };
    let row = |(kind, row): (&str, &Row)| {
        let mut cells = vec![row.id.clone(), row.name.clone(), row.rarity.clone(), kind.to_owned()];
        cells.extend([row.alsa, row.ata].map(number));
        for rate in [&row.gp_wr, &row.oh_wr, &row.gd_wr, &row.gih_wr, &row.gns_wr] {
            let [low, high] = rate.interval;
            cells.push(rate.copies.to_string());
            cells.extend([rate.rate, Some(low), Some(high)].map(number));
        }
        cells.extend(change(&row.iwd));
        cells.extend(change(&row.value));
        let handled = |of: fn(&Handled) -> u64| {
            row.handled.as_ref().map_or(String::new(), |it| of(it).to_string())
        };
        cells.push(row.value_games.to_string());
        cells.extend([handled(|it| it.drawn), handled(|it| it.played), row.judged.to_string()]);
        cells
    };
    let leaders = report.leaders.iter().map(|of| ("leader", of));
    let cards = report.cards.iter().map(|of| ("card", of));
    csv::text(heading, leaders.chain(cards).map(row))
}

/// The columns of a file that cards can be rated by, the first of them that it has, and what a point is in
/// each.
const RATINGS: [(&str, f64); 2] = [("rating", 1.0), ("gih_wr", 100.0)];

/// The ratings of a file, in points, by ids of cards: a CSV with a column `id` and another `rating` or, as
/// [`csv`] writes it, `gih_wr`; with what they are called. Where there is nothing in that column there is no
/// rating.
///
/// # Errors
///
/// When it cannot be read, or says something else.
pub fn ratings(path: &Path) -> Result<(String, Vec<(String, f64)>), Error> {
    const EXPECTED: &str = "a CSV file with columns id and rating, or id and gih_wr";
    let wrong = |problem: String| Error::file(path, problem, EXPECTED);
    let mut reader = ::csv::Reader::from_path(path).map_err(|error| wrong(error.to_string()))?;
    let heading = reader.headers().map_err(|error| wrong(error.to_string()))?.clone();
    let column = |name: &str| heading.iter().position(|column| column == name);
    let id = column("id").ok_or_else(|| wrong("no column id".to_owned()))?;
    let rated = RATINGS.iter().find_map(|(name, point)| Some((column(name)?, *name, *point)));
    let (rated, name, point) = rated.ok_or_else(|| wrong("no column rating".to_owned()))?;
    let mut ratings = Vec::new();
    for (line, row) in (2..).zip(reader.records()) {
        let row = row.map_err(|error| wrong(error.to_string()))?;
        let text = row[rated].trim();
        if text.is_empty() {
            continue;
        }
        // Beyond that it is no rating, and a sum of them would not fit.
        let fits = |number: &f64| (number * point).abs() <= 10_000.0;
        let number = text.parse().ok().filter(fits).ok_or_else(|| {
            wrong(format!("line {line}: {name} is {text:?}, no number within 10,000 points"))
        })?;
        ratings.push((row[id].to_owned(), number * point));
    }
    if ratings.is_empty() {
        return Err(wrong("it rates no card".to_owned()));
    }
    Ok((format!("{name} of {}", path.display()), ratings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_by_their_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ratings.csv");
        let read = |text: &str| {
            std::fs::write(&path, text).unwrap();
            ratings(&path).map(|(_, ratings)| ratings).map_err(|error| error.to_string())
        };
        let of = |id: &str, rating: f64| (id.to_owned(), rating);
        let text = "id,name,gih_wr\nSOR_001,\"A, B\",0.5\nSOR_002,C,\n";
        assert_eq!(read(text).unwrap(), [of("SOR_001", 50.0)]);
        assert_eq!(read("rating,gih_wr,id\n-3,1,SOR_001\n").unwrap(), [of("SOR_001", -3.0)]);
        for (text, problem) in [
            ("name,rating\nA,1\n", "no column id"),
            ("id,wins\nA,1\n", "no column rating"),
            ("id,rating\nA,much\n", "line 2: rating is \"much\", no number"),
            ("id,rating\nA,inf\n", "line 2: rating is \"inf\", no number"),
            ("id,rating\nA,\n", "it rates no card"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }
}

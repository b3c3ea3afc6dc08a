//! Leaders and cards in pods: a table for people, JSON, and CSV with a row per card.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use super::csv;
use super::figure::{grouped, known, percent, points, range, tenths};
use super::json::pretty;
use super::sample::Sample;
use super::table::{Kind, sentence, table, table_of};
use crate::analysis::clusters::{Clusters, LEAST};
use crate::error::Error;
use crate::experiment::pods::OfCard;
use crate::stats::{Copies, Handled};

/// The lines below the table of cards, with the meaning of its headings.
const WARNING: &str = "\
Shares in %, of copies. Won by decks that have a copy (GP), with one in the kept hand
(OH), drawn later (GD), in the hand at all (GIH), not seen (GNS); IWD is GIH less GNS.
ALSA and ATA: mean picks at which it was last seen, and taken. They tell how games went,
not what a card is worth; value does: points of a copy on the same deals with it and
without.
";

/// The results of limited games: the pods, those who played, and the leaders and cards that they
/// had.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The set that was opened.
    pub set: String,
    /// The way in which players came by their entries: `draft` or `sealed`.
    pub event: String,
    /// The number of pods that were opened and played.
    pub pods: u64,
    /// The number of entries of a pod.
    pub players: usize,
    /// The sources for the contents of boosters, one a line.
    pub boosters: Vec<String>,
    /// The name of the ratings that players chose cards by.
    pub ratings: String,
    /// The results by drafter, in the order of their names; empty in sealed.
    pub drafters: Vec<Group>,
    /// The results by seat of the pod.
    pub seats: Vec<Group>,
    /// Leaders, those first that win most; such as are not judged come last, here and below.
    pub leaders: Vec<Row>,
    /// All other cards, those first that win most in the hand.
    pub cards: Vec<Row>,
    /// The number of the first player's cards that each game was played again without, one at a
    /// time.
    pub without: usize,
    /// The card that stood in their place, in words; `None` where none was exchanged.
    pub filler: Option<String>,
    /// The games that it rests on.
    pub sample: Sample,
}

/// The results of entries that have something in common.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// The thing that they have in common: a drafter, or a seat.
    pub name: String,
    /// The games of these entries, and the share that was won.
    #[serde(flatten)]
    pub won: Rate,
}

/// A share of games, or of copies.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    /// The number of copies, or of games of a group.
    pub copies: u64,
    /// The share that won; none where there are none.
    pub rate: Option<f64>,
    /// The 95 % interval of it.
    pub interval: [f64; 2],
}

impl Rate {
    /// Takes the share of these, with an interval over pods.
    #[must_use]
    pub fn of(won: &Clusters) -> Self {
        Self { copies: won.parts(), rate: won.mean(), interval: won.proportion() }
    }

    /// The share in percent as a table has it, `-` where there is none.
    fn told(&self) -> String {
        known(self.rate, |rate| tenths(rate * 100.0))
    }

    fn margin(&self) -> String {
        let [low, high] = self.interval;
        known(self.rate, |_| tenths((high - low) * 50.0))
    }
}

/// A difference of shares with its 95 % interval.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The difference, in shares of a game.
    pub value: f64,
    /// Its interval; none where there are too few pods to say.
    pub interval: Option<[f64; 2]>,
}

/// The results of a card, with the names for its columns that 17lands uses.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The id of the card.
    pub id: String,
    /// The name of the card.
    pub name: String,
    /// The rarity of the card in the set.
    pub rarity: String,
    /// The mean pick at which players last saw it in a pack; none in sealed.
    pub alsa: Option<f64>,
    /// The mean pick with which it was taken; none in sealed.
    pub ata: Option<f64>,
    /// The games won by all copies in decks.
    pub gp_wr: Rate,
    /// The games won by copies in the hand that was kept.
    pub oh_wr: Rate,
    /// The games won by copies that came to the hand later.
    pub gd_wr: Rate,
    /// The games won by copies that were ever in the hand.
    pub gih_wr: Rate,
    /// The games won by copies that never were in the hand.
    pub gns_wr: Rate,
    /// The share in the hand less that not seen.
    pub iwd: Option<Change>,
    /// The value of a copy, in shares of a game, on the same deals with it and without.
    pub value: Option<Change>,
    /// The number of games that were played again without a copy.
    pub value_games: u64,
    /// `true` if there are pods and plays enough to believe the intervals.
    pub judged: bool,
    /// The draws and plays of copies; `None` for leaders.
    pub handled: Option<Handled>,
}

impl Row {
    /// Makes the row of a card from its counts, with the mean picks at which it was last seen, and
    /// taken.
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

    /// The mark behind its figures: `not judged`, or nothing.
    fn mark(&self) -> String {
        if self.judged { String::new() } else { "not judged".to_owned() }
    }
}

/// Writes the report for people, with `top` cards at most.
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
            known(row.ata, tenths),
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
            known(row.alsa, tenths),
            known(row.ata, tenths),
            row.gp_wr.told(),
            row.oh_wr.told(),
            row.gd_wr.told(),
            row.gih_wr.told(),
            row.gih_wr.margin(),
            row.gns_wr.told(),
            known(row.iwd.as_ref().map(|iwd| iwd.value), points),
            known(value.map(|value| value.value), points),
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

/// Writes a table of the shares that groups win.
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

/// The columns of a file that cards can be rated by, each with the points that a unit of it is
/// worth; the first that the file has is taken.
const RATINGS: [(&str, f64); 2] = [("rating", 1.0), ("gih_wr", 100.0)];

/// Reads the ratings of a file, in points, by ids of cards: a CSV with a column `id` and another
/// `rating` or, as [`csv()`] writes it, `gih_wr`; with the name of the ratings. An empty field is no
/// rating.
///
/// # Errors
///
/// The file cannot be read, lacks a column, or rates no card or one beyond 10,000 points.
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

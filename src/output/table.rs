//! Results as tables for people.

use std::fmt::Write;
use std::path::Path;

use cardmill_harness::files::CardFiles;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Report;
use super::sample::digested;
use crate::analysis::{Counts, Share};
use crate::setup::{Setup, of_game};

/// How wide a table may be in a narrower terminal, and when nobody says how wide it is.
pub(super) const WIDTH: usize = 80;

/// A column of names is made no narrower than this.
const LEAST_NAME: usize = 16;

/// A figure in a matrix: three digits, a blank on each side, and one between columns.
const FIGURE: usize = 6;

/// Up to so many pairings have a row each.
const FEW: usize = 15;

/// Which tables of a run with several pairings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matrix {
    /// The matrix, if it fits beside the names.
    Fitting,
    /// The matrix, in several parts if need be.
    Whole,
}

/// The report. Of pairs: one detailed table for a single pair; for several, a ranking of the
/// entries, the pairings when they are few or those of some entries only, and a matrix. Of anything
/// else: every seat of every setup.
#[must_use]
pub fn render(report: &Report<'_>, matrix: Matrix) -> String {
    let mut text = String::new();
    match &report.run.setups[..] {
        _ if !report.run.is_of_pairs() => seats(&mut text, report),
        [(setup, counts)] => single(&mut text, report, setup, counts),
        _ => several(&mut text, report, matrix),
    }
    text.push('\n');
    text.push_str(&summary(report));
    text
}

/// How fast it was played, with which settings, and the digest: the last lines of a report.
#[must_use]
pub fn summary(report: &Report<'_>) -> String {
    let run = report.run;
    let mut text = String::new();
    if report.before.games > 0 {
        text.push_str(&format!("went on after {} games\n", grouped(report.before.games)));
    }
    if report.stopped() {
        text.push_str(&format!(
            "stopped after {} of {} games\n",
            grouped(run.games),
            grouped(report.planned)
        ));
    }
    if run.quarantined > 0 {
        text.push_str(&format!(
            "quarantined {} of {} games; to see what happened in them:\n",
            grouped(run.quarantined),
            grouped(run.games),
        ));
        for &game in &run.quarantined_games {
            text.push_str(&format!("  {}\n", replay(report, game)));
        }
    }
    let rounds = report.settings.rounds.map(|rounds| format!("  rounds {rounds} at most"));
    let whole = |rate: f64| grouped(round(rate));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} games in {:.2} s: {} games/s, {} decisions/s\n\
         agents {}  seed {}  threads {}  batch {}{}  cards {}",
        grouped(report.games()),
        report.seconds,
        whole(report.games_per_second()),
        whole(report.decisions_per_second()),
        report.agents(),
        report.settings.seed,
        report.settings.threads,
        report.settings.batch,
        rounds.unwrap_or_default(),
        report.cards,
    );
    if let Some(digest) = report.digest() {
        let _ = writeln!(text, "{}", digested(&digest, &report.agents()));
    }
    text
}

/// A path as an argument.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}

/// The command that plays a game of the run again. Other positions of its file are named with it,
/// in their order, so that its number leads to it.
#[must_use]
pub fn replay(report: &Report<'_>, game: u64) -> String {
    let settings = report.settings;
    let setups: Vec<Setup> = report.run.setups.iter().map(|(setup, _)| setup.clone()).collect();
    let files: Vec<String> = match of_game(&setups, game) {
        Setup::Entries(entries) => {
            let file = |entry: &u16| quoted(&report.labels[usize::from(*entry)].file);
            entries.iter().map(file).collect()
        }
        Setup::Position { .. } => {
            let mut files: Vec<&Path> =
                report.labels.iter().map(|label| label.file.as_path()).collect();
            files.dedup();
            files.into_iter().map(quoted).collect()
        }
    };
    let mut cards = arguments(report.cards);
    if !report.edits.is_empty() {
        cards = format!("{cards} --edit \"{}\"", report.edits.join("; "));
    }
    let rounds = settings.rounds.map(|rounds| format!(" --rounds {rounds}"));
    format!(
        "cardmill replay --game {} {} --seed {} --agents {} --row {game}{}{cards}",
        report.game,
        files.join(" "),
        settings.seed,
        report.agents(),
        rounds.unwrap_or_default(),
    )
}

/// What names these cards on the command line.
fn arguments(cards: &CardFiles) -> String {
    match cards {
        CardFiles::Folder(folder) => format!(" --cards {}", quoted(folder)),
        CardFiles::BuiltIn(_) => String::new(),
        CardFiles::With(cards, added) => {
            let added = added.iter().map(|file| format!(" --card {}", quoted(&file.path)));
            added.fold(arguments(cards), |all, one| all + &one)
        }
    }
}

/// A table with a heading, its first columns to the left and the rest to the right. Where it would
/// be too wide, one or two columns of names are cut, and more are wrapped.
pub fn table(heading: &[&str], left: usize, mut rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(heading.to_vec());
    let limit = limit();
    let mut widths = widths(heading, &rows);
    if left <= 2 && left < widths.len() {
        // Two characters around a column, one between columns.
        let around = 3 * widths.len() - 1;
        let figures: usize = widths[left..].iter().sum();
        let room = limit.saturating_sub(figures + around);
        let names = &mut widths[..left];
        while names.iter().sum::<usize>() > room
            && let Some(widest) = names.iter_mut().max().filter(|width| **width > LEAST_NAME)
        {
            *widest -= 1;
        }
        for row in &mut rows {
            for (name, room) in row.iter_mut().zip(&*names) {
                *name = cut(name, *room);
            }
        }
        table.set_width(clamped(widths.iter().sum::<usize>() + around));
    } else {
        table.set_width(clamped(limit));
    }
    table.add_rows(rows);
    table.style_mut().row_separator = Default::default();
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}

/// How wide a table may be.
fn limit() -> usize {
    Table::new().width().map_or(WIDTH, |terminal| usize::from(terminal).max(WIDTH))
}

fn clamped(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// Columns of the terminal that the longest line of each column takes.
fn widths(heading: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let width = |cell: &str| cell.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    let longest = |(column, name): (usize, &&str)| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell));
        // An empty column takes a character, too.
        cells.chain([width(name)]).max().unwrap_or(0).max(1)
    };
    heading.iter().enumerate().map(longest).collect()
}

/// A name in so many columns of the terminal: what is too much is left out before the end, where
/// names that begin alike differ.
pub(super) fn cut(name: &str, room: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let end = room / 3;
    let within = |room: usize| {
        let mut left = room;
        move |c: &char| {
            let fits = c.width().unwrap_or(0) <= left;
            left = left.saturating_sub(c.width().unwrap_or(0));
            fits
        }
    };
    let first: String = name.chars().take_while(within(room - end - 1)).collect();
    let last: Vec<char> = name.chars().rev().take_while(within(end)).collect();
    let last: String = last.into_iter().rev().collect();
    format!("{}…{}", first.trim_end(), last.trim_start())
}

/// Every seat of every setup.
fn seats(text: &mut String, report: &Report<'_>) {
    let heading = ["", "won", "of", "share", "95 % interval", "place", "score"];
    for (setup, counts) in &report.run.setups {
        if let Some(position) = report.position(setup) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", cut(position, WIDTH));
        }
        let row = |seat: usize| {
            let who = report.entry(setup, seat).unwrap_or(report.settings.agents[seat].name());
            let mut cells = line(format!("P{} {who}", seat + 1), counts.won(seat));
            cells.extend([counts.mean_place(seat), counts.mean_score(seat)].map(mean));
            cells
        };
        let mut rows: Vec<Vec<String>> = (0..setup.seats()).map(row).collect();
        rows.push(line("whoever goes first".to_owned(), counts.first_player()));
        text.push_str(&table(&heading, 1, rows));
    }
    text.push('\n');
    text.push_str(&rest(&report.run.together()));
}

fn single(text: &mut String, report: &Report<'_>, setup: &Setup, counts: &Counts) {
    let [a, b] = sides(report, setup);
    let rows = vec![
        line(a, counts.won(0)),
        line("  going first".into(), counts.going_first(0)),
        line("  going second".into(), counts.going_later(0)),
        line(b, counts.won(1)),
        line("  going first".into(), counts.going_first(1)),
        line("  going second".into(), counts.going_later(1)),
        line("whoever goes first".into(), counts.first_player()),
    ];
    text.push_str(&table(&SHARES, 1, rows));
    text.push('\n');
    text.push_str(&rest(counts));
}

/// The heading over rows of [`line`].
const SHARES: [&str; 5] = ["", "won", "of", "share", "95 % interval"];

/// A share of games in a row.
fn line(name: String, share: Share) -> Vec<String> {
    let share = [grouped(share.wins), grouped(share.games), percent(share.rate()), interval(share)];
    [name].into_iter().chain(share).collect()
}

/// What is said of a setup, or of a whole run, below its table.
fn rest(counts: &Counts) -> String {
    let cut = (counts.cut > 0).then(|| format!(", cut {}", grouped(counts.cut)));
    format!(
        "draws {}{}, quarantined {}, rounds per game {}, decisions per game {}\n",
        grouped(counts.draws()),
        cut.unwrap_or_default(),
        grouped(counts.quarantined),
        mean(counts.rounds_per_game()),
        mean(counts.decisions_per_game()),
    )
}

/// The names at the two seats; when both play the same, marked apart.
fn sides(report: &Report<'_>, setup: &Setup) -> [String; 2] {
    let [a, b] = [0, 1].map(|seat| report.entry(setup, seat).unwrap_or_default());
    if a == b { [format!("{a} (P1)"), format!("{b} (P2)")] } else { [a.to_owned(), b.to_owned()] }
}

/// The ranking, the pairings or the matrix, then the run as a whole.
fn several(text: &mut String, report: &Report<'_>, shown: Matrix) {
    let run = report.run;
    let ranking = run.ranking(report.labels.len());
    let own: Vec<(u16, Share)> =
        ranking.iter().copied().filter(|(entry, _)| usize::from(*entry) < report.own).collect();
    let against = own.len() < ranking.len();
    let ranked = (1..)
        .zip(&own)
        .map(|(place, (entry, share))| line(format!("{place:>2} {}", report.name(*entry)), *share));
    text.push_str(&table(&SHARES, 1, ranked.collect()));
    if against || run.setups.len() <= FEW {
        pairings(text, report);
    }
    if !against {
        matrix(text, report, &ranking, shown);
    }
    let together = run.together();
    let first = together.first_player();
    // Writing to a string cannot fail.
    let _ =
        writeln!(text, "\nwhoever goes first wins {} ({})", percent(first.rate()), interval(first));
    text.push_str(&rest(&together));
}

/// The pairings under the name of their first entry, the best first.
fn pairings(text: &mut String, report: &Report<'_>) {
    let heading =
        ["wins against", "games", "share", "95 % interval", "going\nfirst", "going\nsecond"];
    let mut rows = Vec::new();
    let first = |setup: &Setup| setup.pairing().map(|[first, _]| first);
    for group in report.run.setups.chunk_by(|(one, _), (next, _)| first(one) == first(next)) {
        rows.push(vec![report.entry(&group[0].0, 0).unwrap_or_default().to_owned()]);
        let mut group: Vec<&(Setup, Counts)> = group.iter().collect();
        group.sort_by(|(_, one), (_, other)| other.won(0).cmp_rate(&one.won(0)));
        rows.extend(group.into_iter().map(|(setup, counts)| {
            let share = counts.won(0);
            vec![
                format!("  {}", opponent(report, setup)),
                grouped(counts.games()),
                percent(share.rate()),
                interval(share),
                percent(counts.going_first(0).rate()),
                percent(counts.going_later(0).rate()),
            ]
        }));
    }
    text.push_str(&table(&heading, 1, rows));
}

fn opponent<'a>(report: &'a Report<'_>, setup: &Setup) -> &'a str {
    match setup.pairing() {
        Some([one, other]) if one != other => report.name(other),
        _ => "itself",
    }
}

/// The row's share of the games against the column, entries in the order of the ranking. One against
/// itself: the first seat's share.
fn matrix(text: &mut String, report: &Report<'_>, ranking: &[(u16, Share)], shown: Matrix) {
    let across = (limit() - LEAST_NAME - 2) / FIGURE;
    if shown == Matrix::Fitting && ranking.len() > across {
        let _ = writeln!(
            text,
            "the matrix of {} is wider than this: --matrix shows it in parts,\n\
             --format json or csv has every pairing",
            ranking.len(),
        );
        return;
    }
    let shares = report.run.matrix(report.labels.len());
    let places: Vec<(usize, usize)> =
        (1..).zip(ranking.iter().map(|(entry, _)| usize::from(*entry))).collect();
    for part in places.chunks(across) {
        let mut heading = vec!["% won against".to_owned()];
        heading.extend(part.iter().map(|(place, _)| place.to_string()));
        let rows = places.iter().map(|&(place, row)| {
            let mut cells = vec![format!("{place:>2} {}", report.labels[row].name)];
            cells.extend(part.iter().map(|&(_, column)| {
                shares[row][column].map_or_else(String::new, |share| figure(share.rate()))
            }));
            cells
        });
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        text.push_str(&table(&heading, 1, rows.collect()));
    }
}

/// A whole number with a comma every three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn round(number: f64) -> u64 {
    number.round() as u64
}

pub(super) fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
}

/// A whole percentage without its sign, for a table that has it in the heading.
pub(super) fn figure(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.0}", rate * 100.0))
}

fn interval(share: Share) -> String {
    if share.games == 0 {
        return "-".to_owned();
    }
    let [low, high] = share.interval();
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}

pub(super) fn mean(mean: Option<f64>) -> String {
    mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Run;
    use crate::output::{Label, example, report};

    #[test]
    fn digits_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (123_456, "123,456"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn several_pairings_have_a_ranking_and_a_matrix() {
        let (labels, settings, run) = example(20);
        let text = render(&report(&labels, &settings, &run, 50), Matrix::Fitting);
        assert!(text.contains("stopped after 40 of 50 games"), "{text}");
        assert!(!text.contains("digest"), "nobody could play these games again: {text}");
        assert!(text.contains("quarantined 1 of 40 games"), "{text}");
        let replay = "replay --game unlimited a.json \"the b.json\" --seed 7";
        assert!(text.contains(&format!("{replay} --agents greedy,random --row 6\n")), "{text}");
        assert!(text.contains("20 games/s, 2,400 decisions/s"), "{text}");
        let rows = |start: &str| -> Vec<Vec<String>> {
            let lines = text.lines().filter(|line| line.trim_start().starts_with(start));
            lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
        };
        let ash = rows("1 Ash");
        assert_eq!(ash[0], ["1", "Ash", "23", "39", "59.0", "%", "43.4", "to", "72.9", "%"]);
        assert_eq!(ash[1], ["1", "Ash", "58", "60"]);
        assert!(rows("Cedar")[0].join(" ").contains("20 60.0 % 38.7 to 78.1 %"), "{text}");
        assert!(text.contains("draws 4, quarantined 1, rounds per game 6.0"), "{text}");
        let whole = render(&report(&labels, &settings, &run, 40), Matrix::Fitting);
        assert!(whole.contains(&format!("digest {}", run.digest)), "{whole}");
    }

    /// So many entries, and everyone against everyone.
    fn field(count: u16) -> (Vec<Label>, Vec<Setup>) {
        let name = |n: u16| format!("A name that goes on and on before it comes to number {n}");
        let labels = (0..count).map(|n| Label { name: name(n), file: "x".into() });
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| Setup::pair(a, b)));
        (labels.collect(), pairs.collect())
    }

    #[test]
    fn tables_fit_and_are_short() {
        let (_, settings, _) = example(1);
        for (count, matrix, lines) in [
            (2, Matrix::Fitting, 20),
            (6, Matrix::Fitting, 60),
            (10, Matrix::Fitting, 40),
            (60, Matrix::Fitting, 75),
            (60, Matrix::Whole, 500),
        ] {
            let (labels, pairings) = field(count);
            let run = Run::new(&pairings);
            let text = render(&report(&labels, &settings, &run, 1_000_000), matrix);
            for line in text.lines() {
                assert!(line.width() <= WIDTH, "{line}");
            }
            assert!(text.lines().count() <= lines, "{} lines:\n{text}", text.lines().count());
            assert_eq!(text.contains("--matrix shows it"), count == 60 && lines == 75, "{text}");
            assert!(text.contains("number 1 "), "the end of a name is kept:\n{text}");
        }
    }

    #[test]
    fn some_decks_against_the_field() {
        let (labels, settings, run) = example(20);
        let text =
            render(&Report { own: 1, ..report(&labels, &settings, &run, 40) }, Matrix::Fitting);
        assert!(text.contains(" 1 Ash"), "{text}");
        assert!(!text.contains("\n  2 ") && !text.contains("% won against"), "{text}");
        let place = |name: &str| text.find(&format!("   {name}")).unwrap();
        assert!(place("Cedar") < place("Birch"), "the best first:\n{text}");
    }

    #[test]
    fn two_columns_of_names_share_the_room() {
        let long = "Sabine Wren - Galvanized Aggression".to_owned();
        let row = |one: &str, other: &str| {
            [one, other, "50.1 %", "46.4 to 53.8 %", "7,203", "uneven"].map(str::to_owned).into()
        };
        let rows = vec![row(&long, &long), row(&long, "Luke")];
        let text = table(&["deck", "against", "wins", "95 %", "games", ""], 2, rows);
        assert_eq!(text.lines().count(), 6, "no name is wrapped:\n{text}");
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(text.matches("Sabine Wre…").count(), 3, "{text}");
        let rows = vec![row("Luke", &long)];
        let text = table(&["deck", "against", "wins", "95 %", "games", ""], 2, rows);
        assert!(
            text.contains("Sabine Wren - Galv…ggression"),
            "the room that is left is used:\n{text}"
        );
        let mut empty: Vec<String> = row(&long, &long);
        empty[5].clear();
        let text = table(&["deck", "against", "wins", "95 %", "games", ""], 2, vec![empty]);
        assert_eq!(text.lines().count(), 5, "no name is wrapped:\n{text}");
    }

    #[test]
    fn names_are_cut_before_the_end() {
        assert_eq!(cut("short", 12), "short");
        assert_eq!(cut("Midrange of last week (v2)", 16), "Midrange o…(v2)");
        assert_eq!(cut("一二三四五六七八九十", 12), "一二三…九十");
        assert!(cut("A \u{301} name that goes on", 16).width() <= 16);
    }

    #[test]
    fn one_pairing_is_split_by_who_goes_first() {
        let (labels, settings, _) = example(1);
        let run = Run::new(&[Setup::pair(1, 1)]);
        let text = render(&report(&labels, &settings, &run, 1), Matrix::Fitting);
        assert!(text.contains("Birch, the \"second\" (P2)"), "{text}");
        assert_eq!(text.matches("going first").count(), 2, "{text}");
        assert!(!text.contains("100.0 %"), "nothing is known: {text}");
    }
}

//! Results as tables for people.

use std::fmt::Write;
use std::path::Path;

use cardmill_harness::files::CardFiles;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Report;
use crate::analysis::{Pairing, Share};

/// How wide a table may be in a narrower terminal, and when nobody says how wide it is.
const WIDTH: usize = 80;

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

/// The report: one detailed table for a single pairing; for several, a ranking of the decks, the
/// pairings when they are few or those of some decks only, and a matrix.
#[must_use]
pub fn render(report: &Report<'_>, matrix: Matrix) -> String {
    let mut text = String::new();
    if let [pairing] = &report.run.pairings[..] {
        single(&mut text, report, pairing);
    } else {
        several(&mut text, report, matrix);
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
            text.push_str(&replay(report, game));
        }
    }
    let [a, b] = report.settings.agents;
    let whole = |rate: f64| grouped(round(rate));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} games in {:.2} s: {} games/s, {} decisions/s\n\
         agents {a},{b}  seed {}  threads {}  batch {}  cards {}",
        grouped(report.games()),
        report.seconds,
        whole(report.games_per_second()),
        whole(report.decisions_per_second()),
        report.settings.seed,
        report.settings.threads,
        report.settings.batch,
        report.cards,
    );
    if let Some(digest) = report.digest() {
        let _ = writeln!(text, "digest {digest}");
    }
    text
}

/// A path as an argument.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    if path.contains(char::is_whitespace) { format!("\"{path}\"") } else { path }
}

/// The command that plays a game of the run again.
fn replay(report: &Report<'_>, game: u64) -> String {
    let settings = report.settings;
    let pairing = &report.run.pairings[(game % report.run.pairings.len() as u64) as usize];
    let file = |deck: u16| quoted(&report.decks[usize::from(deck)].file);
    let cards = match report.cards {
        CardFiles::Folder(folder) => format!(" --cards {}", quoted(folder)),
        CardFiles::BuiltIn(_) => String::new(),
    };
    format!(
        "  cardmill replay {} {} --seed {} --agents {},{} --game {game}{cards}\n",
        file(pairing.deck_a),
        file(pairing.deck_b),
        settings.seed,
        settings.agents[0],
        settings.agents[1],
    )
}

/// A table with a heading, its first columns to the left and the rest to the right. Where it would
/// be too wide, a single column to the left is cut, and several are wrapped.
pub fn table(heading: &[&str], left: usize, mut rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(heading.to_vec());
    let limit = limit();
    if let [names, figures @ ..] = &widths(heading, &rows)[..]
        && left == 1
    {
        // Two characters around a column, one between columns.
        let figures: usize = figures.iter().map(|width| width + 3).sum();
        let room = limit.saturating_sub(figures + 2).max(LEAST_NAME);
        if *names > room {
            for name in rows.iter_mut().filter_map(|row| row.first_mut()) {
                *name = cut(name, room);
            }
        }
        table.set_width(clamped(figures + room + 2));
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
        cells.chain([width(name)]).max().unwrap_or(0)
    };
    heading.iter().enumerate().map(longest).collect()
}

/// A name in so many columns of the terminal: what is too much is left out before the end, where
/// names that begin alike differ.
fn cut(name: &str, room: usize) -> String {
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

fn single(text: &mut String, report: &Report<'_>, pairing: &Pairing) {
    let total = pairing.total();
    let [a, b] = sides(report, pairing);
    let rows = vec![
        line(a, total.a()),
        line("  going first".into(), pairing.a_first.a()),
        line("  going second".into(), pairing.b_first.a()),
        line(b, total.b()),
        line("  going first".into(), pairing.b_first.b()),
        line("  going second".into(), pairing.a_first.b()),
        line("whoever goes first".into(), pairing.first_player()),
    ];
    text.push_str(&table(&SHARES, 1, rows));
    text.push('\n');
    text.push_str(&rest(pairing));
}

/// The heading over rows of [`line`].
const SHARES: [&str; 5] = ["", "won", "of", "share", "95 % interval"];

/// A share of games in a row.
fn line(name: String, share: Share) -> Vec<String> {
    let share = [grouped(share.wins), grouped(share.games), percent(share.rate()), interval(share)];
    [name].into_iter().chain(share).collect()
}

/// What is said of a pairing, or of a whole run, below its table.
fn rest(pairing: &Pairing) -> String {
    format!(
        "draws {}, quarantined {}, rounds per game {}, decisions per game {}\n",
        grouped(pairing.total().draws),
        grouped(pairing.quarantined),
        mean(pairing.rounds_per_game()),
        mean(pairing.decisions_per_game()),
    )
}

/// The two sides' names; when both play the same deck, marked apart.
fn sides(report: &Report<'_>, pairing: &Pairing) -> [String; 2] {
    let (a, b) = (report.name(pairing.deck_a), report.name(pairing.deck_b));
    if pairing.deck_a == pairing.deck_b {
        [format!("{a} (a)"), format!("{b} (b)")]
    } else {
        [a.to_owned(), b.to_owned()]
    }
}

/// The ranking, the pairings or the matrix, then the run as a whole.
fn several(text: &mut String, report: &Report<'_>, shown: Matrix) {
    let run = report.run;
    let ranking = run.ranking(report.decks.len());
    let own: Vec<(u16, Share)> =
        ranking.iter().copied().filter(|(deck, _)| usize::from(*deck) < report.own).collect();
    let against = own.len() < ranking.len();
    let ranked = (1..)
        .zip(&own)
        .map(|(place, (deck, share))| line(format!("{place:>2} {}", report.name(*deck)), *share));
    text.push_str(&table(&SHARES, 1, ranked.collect()));
    if against || run.pairings.len() <= FEW {
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

/// The pairings under the name of their deck a, the best first.
fn pairings(text: &mut String, report: &Report<'_>) {
    let heading =
        ["wins against", "games", "share", "95 % interval", "going\nfirst", "going\nsecond"];
    let mut rows = Vec::new();
    for group in report.run.pairings.chunk_by(|one, next| one.deck_a == next.deck_a) {
        rows.push(vec![report.name(group[0].deck_a).to_owned()]);
        let mut group: Vec<&Pairing> = group.iter().collect();
        group.sort_by(|one, other| other.total().a().cmp_rate(&one.total().a()));
        rows.extend(group.into_iter().map(|pairing| {
            let share = pairing.total().a();
            vec![
                format!("  {}", opponent(report, pairing)),
                grouped(pairing.games()),
                percent(share.rate()),
                interval(share),
                percent(pairing.a_first.a().rate()),
                percent(pairing.b_first.a().rate()),
            ]
        }));
    }
    text.push_str(&table(&heading, 1, rows));
}

fn opponent<'a>(report: &'a Report<'_>, pairing: &Pairing) -> &'a str {
    if pairing.deck_a == pairing.deck_b { "itself" } else { report.name(pairing.deck_b) }
}

/// The row's share of the games against the column, decks in the order of the ranking. A deck
/// against itself: side a's share.
fn matrix(text: &mut String, report: &Report<'_>, ranking: &[(u16, Share)], shown: Matrix) {
    let across = (limit() - LEAST_NAME - 2) / FIGURE;
    if shown == Matrix::Fitting && ranking.len() > across {
        let _ = writeln!(
            text,
            "the matrix of {} decks is wider than this: --matrix shows it in parts,\n\
             --format json or csv has every pairing",
            ranking.len(),
        );
        return;
    }
    let shares = report.run.matrix(report.decks.len());
    let places: Vec<(usize, usize)> =
        (1..).zip(ranking.iter().map(|(deck, _)| usize::from(*deck))).collect();
    for part in places.chunks(across) {
        let mut heading = vec!["% won against".to_owned()];
        heading.extend(part.iter().map(|(place, _)| place.to_string()));
        let rows = places.iter().map(|&(place, row)| {
            let mut cells = vec![format!("{place:>2} {}", report.decks[row].name)];
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

fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
}

/// A whole percentage without its sign, for a table that has it in the heading.
fn figure(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.0}", rate * 100.0))
}

fn interval(share: Share) -> String {
    if share.games == 0 {
        return "-".to_owned();
    }
    let [low, high] = share.interval();
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}

fn mean(mean: Option<f64>) -> String {
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
        let (decks, settings, run) = example(20);
        let text = render(&report(&decks, &settings, &run, 50), Matrix::Fitting);
        assert!(text.contains("stopped after 40 of 50 games"), "{text}");
        assert!(!text.contains("digest"), "nobody could play these games again: {text}");
        assert!(text.contains("quarantined 1 of 40 games"), "{text}");
        let replay = "replay a.json \"the b.json\" --seed 7 --agents greedy,random";
        assert!(text.contains(&format!("{replay} --game 6\n")), "{text}");
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
        let whole = render(&report(&decks, &settings, &run, 40), Matrix::Fitting);
        assert!(whole.contains(&format!("digest {}", run.digest)), "{whole}");
    }

    /// So many decks, and everyone against everyone.
    fn field(count: u16) -> (Vec<Label>, Vec<(u16, u16)>) {
        let name = |n: u16| format!("A name that goes on and on before it comes to number {n}");
        let decks = (0..count).map(|n| Label { name: name(n), file: "x".into() });
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        (decks.collect(), pairs.collect())
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
            let (decks, pairings) = field(count);
            let run = Run::new(&pairings);
            let text = render(&report(&decks, &settings, &run, 1_000_000), matrix);
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
        let (decks, settings, run) = example(20);
        let text =
            render(&Report { own: 1, ..report(&decks, &settings, &run, 40) }, Matrix::Fitting);
        assert!(text.contains(" 1 Ash"), "{text}");
        assert!(!text.contains("\n  2 ") && !text.contains("% won against"), "{text}");
        let place = |name: &str| text.find(&format!("   {name}")).unwrap();
        assert!(place("Cedar") < place("Birch"), "the best first:\n{text}");
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
        let (decks, settings, _) = example(1);
        let run = Run::new(&[(1, 1)]);
        let text = render(&report(&decks, &settings, &run, 1), Matrix::Fitting);
        assert!(text.contains("Birch, the \"second\" (b)"), "{text}");
        assert_eq!(text.matches("going first").count(), 2, "{text}");
        assert!(!text.contains("100.0 %"), "nothing is known: {text}");
    }
}

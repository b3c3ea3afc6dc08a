//! Results as tables for people.

use std::fmt::Write;
use std::path::Path;

use cardmill_kernel::files::CardFiles;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

use super::Report;
use crate::analysis::{Pairing, Share};

/// How wide a table may be when nobody says how wide the terminal is.
const WIDTH: usize = 120;

/// In a narrower terminal tables are no narrower than this.
const LEAST_WIDTH: usize = 80;

/// A column of names is made no narrower than this.
const LEAST_NAME: usize = 16;

/// Decks side by side in a matrix; further ones go into another one below.
const ACROSS: usize = 10;

/// The report: one detailed table for a single pairing; for several, a row for each and a matrix.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    if let [pairing] = &report.run.pairings[..] {
        single(&mut text, report, pairing);
    } else {
        several(&mut text, report);
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
         agents {a},{b}  seed {}  threads {}  batch {}  cards {}\n\
         digest {}",
        grouped(run.games),
        report.seconds,
        whole(report.games_per_second()),
        whole(report.decisions_per_second()),
        report.settings.seed,
        report.settings.threads,
        report.settings.batch,
        report.cards,
        run.digest,
    );
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
    let pairing = usize::try_from(game / settings.games).unwrap_or(usize::MAX);
    let pairing = &report.run.pairings[pairing];
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
/// be too wide, those to the left are wrapped.
pub fn table(heading: &[&str], left: usize, mut rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(heading.to_vec());
    let limit = table.width().map_or(WIDTH, |terminal| usize::from(terminal).max(LEAST_WIDTH));
    if let [names, figures @ ..] = &widths(heading, &rows)[..]
        && left == 1
    {
        // Two characters around a column, one between columns.
        let figures: usize = figures.iter().map(|width| width + 3).sum();
        let room = limit.saturating_sub(figures + 2).max(LEAST_NAME);
        if *names > room {
            for name in rows.iter_mut().filter_map(|row| row.first_mut()) {
                *name = wrapped(name, room);
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

fn clamped(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

/// Characters in the longest line of each column.
fn widths(heading: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let width = |cell: &str| cell.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let longest = |(column, name): (usize, &&str)| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell));
        cells.chain([width(name)]).max().unwrap_or(0)
    };
    heading.iter().enumerate().map(longest).collect()
}

/// The text in lines of at most `room` characters where words allow it; further lines are set in.
fn wrapped(text: &str, room: usize) -> String {
    let indent = text.len() - text.trim_start().len();
    let mut lines = vec![text[..indent].to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let blank = line.trim().is_empty();
        if !blank && line.chars().count() + 1 + word.chars().count() > room {
            lines.push(format!("{:indent$}{word}", "", indent = indent + 4));
        } else {
            line.push_str(if blank { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}

fn single(text: &mut String, report: &Report<'_>, pairing: &Pairing) {
    let total = pairing.total();
    let [a, b] = sides(report, pairing);
    let line = |name: String, share: Share| {
        vec![
            name,
            grouped(share.wins),
            grouped(share.games),
            percent(share.rate()),
            interval(share),
        ]
    };
    let rows = vec![
        line(a, total.a()),
        line("  going first".into(), pairing.a_first.a()),
        line("  going second".into(), pairing.b_first.a()),
        line(b, total.b()),
        line("  going first".into(), pairing.b_first.b()),
        line("  going second".into(), pairing.a_first.b()),
        line("whoever goes first".into(), pairing.first_player()),
    ];
    text.push_str(&table(&["", "won", "of", "share", "95 % interval"], 1, rows));
    text.push('\n');
    text.push_str(&rest(pairing));
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

/// The pairings under the name of their deck a, then the matrix, then the run as a whole.
fn several(text: &mut String, report: &Report<'_>) {
    let together = report.run.together();
    // Columns that would say 0 all the way down are left out.
    let draws = together.total().draws > 0;
    let quarantined = together.quarantined > 0;
    let mut heading =
        vec!["wins against", "games", "share", "95 % interval", "going\nfirst", "going\nsecond"];
    heading.extend(draws.then_some("draws"));
    heading.extend(quarantined.then_some("quarantined"));
    heading.push("rounds");
    let mut rows = Vec::new();
    for group in report.run.pairings.chunk_by(|one, next| one.deck_a == next.deck_a) {
        rows.push(vec![report.name(group[0].deck_a).to_owned()]);
        for pairing in group {
            let total = pairing.total();
            let mut row = vec![
                format!("  {}", opponent(report, pairing)),
                grouped(pairing.games()),
                percent(total.a().rate()),
                interval(total.a()),
                percent(pairing.a_first.a().rate()),
                percent(pairing.b_first.a().rate()),
            ];
            row.extend(draws.then(|| grouped(total.draws)));
            row.extend(quarantined.then(|| grouped(pairing.quarantined)));
            row.push(mean(pairing.rounds_per_game()));
            rows.push(row);
        }
    }
    text.push_str(&table(&heading, 1, rows));
    text.push('\n');
    matrix(text, report);
    let first = together.first_player();
    // Writing to a string cannot fail.
    let _ =
        writeln!(text, "\nwhoever goes first wins {} ({})", percent(first.rate()), interval(first));
    text.push_str(&rest(&together));
}

fn opponent<'a>(report: &'a Report<'_>, pairing: &Pairing) -> &'a str {
    if pairing.deck_a == pairing.deck_b { "itself" } else { report.name(pairing.deck_b) }
}

/// The row's share of the games against the column. A deck against itself: side a's share.
fn matrix(text: &mut String, report: &Report<'_>) {
    let decks: Vec<u16> = (0..u16::try_from(report.decks.len()).unwrap_or(u16::MAX)).collect();
    for across in decks.chunks(ACROSS) {
        let mut heading = vec!["% won against".to_owned(), "all others".to_owned()];
        heading.extend(across.iter().map(|deck| format!("{}", deck + 1)));
        let rows = decks.iter().map(|&row| {
            let overall = report.run.overall(row).rate();
            let mut cells = vec![format!("{} {}", row + 1, report.name(row)), figure(overall)];
            cells.extend(across.iter().map(|&column| {
                let share = report.run.share(row, column);
                share.map_or_else(String::new, |share| figure(share.rate()))
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

/// A percentage without its sign, for a table that has it in the heading.
fn figure(rate: Option<f64>) -> String {
    mean(rate.map(|rate| rate * 100.0))
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
    use crate::cards::BUILT_IN;
    use crate::output::{Label, example};

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
    fn several_pairings_have_a_matrix() {
        let (decks, settings, run) = example(20);
        let report = Report {
            decks: &decks,
            cards: &BUILT_IN,
            settings: &settings,
            run: &run,
            planned: 50,
            seconds: 2.0,
        };
        let text = render(&report);
        assert!(text.contains("stopped after 40 of 50 games"), "{text}");
        assert!(text.contains("quarantined 1 of 40 games"), "{text}");
        let replay = "replay a.json \"the b.json\" --seed 7 --agents greedy,random";
        assert!(text.contains(&format!("{replay} --game 3\n")), "{text}");
        assert!(text.contains("20 games/s, 2,400 decisions/s"), "{text}");
        assert!(text.contains(&format!("digest {}", run.digest)), "{text}");
        let row = text.lines().find(|line| line.trim_start().starts_with("1 Ash")).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells, ["1", "Ash", "59.0", "57.9", "60.0"]);
        let row = text.lines().find(|line| line.starts_with("   Cedar")).unwrap();
        assert!(row.contains(" 20   60.0 %   38.7 to 78.1 %"), "{text}");
        assert!(text.contains("draws 4, quarantined 1, rounds per game 6.0"), "{text}");
    }

    #[test]
    fn tables_stay_narrow_and_wrap_names_only() {
        let (mut decks, settings, _) = example(1);
        decks[0].name = "A name that goes on and on ".repeat(8);
        decks.extend((3..14).map(|n| Label { name: format!("Deck {n}"), file: "x".into() }));
        let pairings: Vec<(u16, u16)> = (1..14).map(|deck| (0, deck)).collect();
        for pairings in [&pairings[..], &pairings[..1]] {
            let run = Run::new(pairings, 1_000_000);
            let report = Report {
                decks: &decks,
                cards: &BUILT_IN,
                settings: &settings,
                run: &run,
                planned: 1,
                seconds: 0.0,
            };
            let text = render(&report);
            for line in text.lines() {
                assert!(line.chars().count() <= WIDTH, "{line}");
            }
        }
        assert_eq!(wrapped("  one two three four", 12), "  one two\n      three\n      four");
        assert_eq!(wrapped("short", 12), "short");
        let squeezed = table(
            &["name", "figures"],
            1,
            vec![vec!["two words and more".into(), "1".repeat(150)]],
        );
        assert!(squeezed.contains(&"1".repeat(150)), "{squeezed}");
        assert!(squeezed.contains(" two words and"), "{squeezed}");
    }

    #[test]
    fn one_pairing_is_split_by_who_goes_first() {
        let (decks, settings, _) = example(1);
        let run = Run::new(&[(1, 1)], 1);
        let report = Report {
            decks: &decks,
            cards: &BUILT_IN,
            settings: &settings,
            run: &run,
            planned: 1,
            seconds: 0.0,
        };
        let text = render(&report);
        assert!(text.contains("Birch, the \"second\" (b)"), "{text}");
        assert_eq!(text.matches("going first").count(), 2, "{text}");
        assert!(!text.contains("100.0 %"), "nothing is known: {text}");
    }
}

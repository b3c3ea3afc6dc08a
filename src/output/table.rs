//! Results as tables for people.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::Report;
use crate::analysis::{Pairing, Share};

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
         agents {a},{b}  seed {}  threads {}  batch {}\n\
         digest {}",
        grouped(run.games),
        report.seconds,
        whole(report.games_per_second()),
        whole(report.decisions_per_second()),
        report.settings.seed,
        report.settings.threads,
        report.settings.batch,
        run.digest,
    );
    text
}

/// The command that plays a game of the run again.
fn replay(report: &Report<'_>, game: u64) -> String {
    let settings = report.settings;
    let pairing = usize::try_from(game / settings.games).unwrap_or(usize::MAX);
    let pairing = &report.run.pairings[pairing];
    let file = |deck: u16| {
        let file = report.decks[usize::from(deck)].file.display().to_string();
        if file.contains(char::is_whitespace) { format!("\"{file}\"") } else { file }
    };
    format!(
        "  cardmill replay {} {} --seed {} --agents {},{} --game {game}\n",
        file(pairing.deck_a),
        file(pairing.deck_b),
        settings.seed,
        settings.agents[0],
        settings.agents[1],
    )
}

/// A table with a heading, its first columns to the left and the rest to the right.
pub fn table(heading: &[&str], left: usize, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(heading.to_vec())
        .add_rows(rows);
    table.style_mut().row_separator = Default::default();
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
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
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\ndraws {}, quarantined {}, rounds per game {}, decisions per game {}",
        grouped(total.draws),
        grouped(pairing.quarantined),
        mean(pairing.rounds_per_game()),
        mean(pairing.decisions_per_game()),
    );
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

fn several(text: &mut String, report: &Report<'_>) {
    let rows = report.run.pairings.iter().map(|pairing| {
        let total = pairing.total();
        let [a, b] = sides(report, pairing);
        vec![
            a,
            b,
            grouped(pairing.games()),
            percent(total.a().rate()),
            interval(total.a()),
            percent(total.b().rate()),
            interval(total.b()),
            percent(pairing.a_first.a().rate()),
            percent(pairing.b_first.a().rate()),
            grouped(total.draws),
            grouped(pairing.quarantined),
            mean(pairing.rounds_per_game()),
            mean(pairing.decisions_per_game()),
        ]
    });
    let heading = [
        "deck a",
        "deck b",
        "games",
        "a wins",
        "95 % interval",
        "b wins",
        "95 % interval",
        "a going first",
        "a going second",
        "draws",
        "quarantined",
        "rounds",
        "decisions",
    ];
    text.push_str(&table(&heading, 2, rows.collect()));
    text.push('\n');
    matrix(text, report);
}

/// The row's share of the games against the column. A deck against itself: side a's share.
fn matrix(text: &mut String, report: &Report<'_>) {
    let decks = 0..u16::try_from(report.decks.len()).unwrap_or(u16::MAX);
    let mut heading = vec!["wins against".to_owned()];
    heading.extend(decks.clone().map(|deck| format!("{}", deck + 1)));
    heading.push("all others".to_owned());
    let rows = decks.clone().map(|row| {
        let mut cells = vec![format!("{} {}", row + 1, report.name(row))];
        cells.extend(decks.clone().map(|column| {
            report.run.share(row, column).map_or_else(String::new, |share| percent(share.rate()))
        }));
        cells.push(percent(report.run.overall(row).rate()));
        cells
    });
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    text.push_str(&table(&heading, 1, rows.collect()));
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

fn interval(share: Share) -> String {
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
    use crate::output::example;

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
        let report =
            Report { decks: &decks, settings: &settings, run: &run, planned: 50, seconds: 2.0 };
        let text = render(&report);
        assert!(text.contains("stopped after 40 of 50 games"), "{text}");
        assert!(text.contains("quarantined 1 of 40 games"), "{text}");
        let replay = "replay a.json \"the b.json\" --seed 7 --agents greedy,random";
        assert!(text.contains(&format!("{replay} --game 3\n")), "{text}");
        assert!(text.contains("20 games/s, 2,400 decisions/s"), "{text}");
        assert!(text.contains(&format!("digest {}", run.digest)), "{text}");
        let row = text.lines().find(|line| line.trim_start().starts_with("1 Ash")).unwrap();
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells, ["1", "Ash", "57.9", "%", "60.0", "%", "59.0", "%"]);
    }

    #[test]
    fn one_pairing_is_split_by_who_goes_first() {
        let (decks, settings, _) = example(1);
        let run = Run::new(&[(1, 1)], 1);
        let report =
            Report { decks: &decks, settings: &settings, run: &run, planned: 1, seconds: 0.0 };
        let text = render(&report);
        assert!(text.contains("Birch, the \"second\" (b)"), "{text}");
        assert_eq!(text.matches("going first").count(), 2, "{text}");
        assert!(text.contains("0.0 to 100.0 %"), "{text}");
    }
}

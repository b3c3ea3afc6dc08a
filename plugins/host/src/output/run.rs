//! A run of games as tables for people.

use std::fmt::Write;
use std::path::Path;

use super::command::Replay;
use super::figure::{between, grouped, known, percent, tenths, whole};
use super::name::cut;
use super::sample::digested;
use super::table::{LEAST_NAME, limit, sentence, table};
use super::{Label, Report};
use crate::analysis::{Counts, Share};
use crate::setup::Setup;

/// A figure in a matrix: three digits, a blank on each side, and one between columns.
const FIGURE: usize = 6;

/// The most pairings that have a row each where everyone plays everyone.
const FEW: usize = 15;

/// The part of the matrix that is shown of a run with several pairings.
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
    numbers(&mut text, report);
    text.push('\n');
    text.push_str(&summary(report));
    text
}

/// Writes the last lines of a report: games that were stopped or quarantined, the speed, the
/// settings and the digest.
#[must_use]
pub fn summary(report: &Report<'_>) -> String {
    let (run, unit) = (report.run, report.unit());
    let mut text = String::new();
    if report.before.games > 0 {
        text.push_str(&format!("went on after {} {unit}\n", grouped(report.before.games)));
    }
    if report.stopped() {
        text.push_str(&format!(
            "stopped after {} of {} {unit}\n",
            grouped(run.games),
            grouped(report.planned)
        ));
    }
    if run.quarantined > 0 {
        text.push_str(&format!(
            "quarantined {} of {} {unit}; to see what happened in them:\n",
            grouped(run.quarantined),
            grouped(run.games),
        ));
        for &game in &run.quarantined_games {
            text.push_str(&format!("  {}\n", replay(report, game).command()));
        }
    }
    let rounds = report.settings.rounds.map(|rounds| format!("  rounds {rounds} at most"));
    let rounded = |rate: f64| grouped(rate.round() as u64);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} {unit} in {:.2} s: {} {unit}/s, {} decisions/s\n\
         agents {}  seed {}  threads {}  batch {}{}  cards {}",
        grouped(report.games()),
        report.seconds,
        rounded(report.games_per_second()),
        rounded(report.decisions_per_second()),
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

/// The command that plays a game of the run again, by its number and that in its match. Other
/// positions of its file are named with it, in their order, so that its number leads to it.
#[must_use]
pub fn replay<'a>(report: &'a Report<'_>, (game, number): (u64, u8)) -> Replay<'a> {
    let settings = report.settings;
    let setups = &report.run.setups;
    let (setup, _) = &setups[(game % setups.len() as u64) as usize];
    let file = |place: &u16| report.labels[usize::from(*place)].file.as_path();
    let (files, seats) = match setup {
        Setup::Entries(entries) => {
            let seats = entries.len();
            (entries.iter().map(file).collect(), (seats > 2).then_some(seats))
        }
        Setup::Position { .. } => (files(report.labels), None),
    };
    // Where the game has a limit of its own, none is one that must be said.
    let limited = || report.game.rounds().is_some();
    Replay {
        game: report.game.name(),
        files,
        seats,
        seed: settings.seed,
        agents: Some(report.agents()),
        row: game,
        rounds: settings.rounds.or_else(|| limited().then_some(0)),
        cards: report.cards,
        edit: (!report.edits.is_empty()).then(|| report.edits.join("; ")),
        exchanged: false,
        of_match: report.matches.map(|matches| (matches.terms, number)),
    }
}

/// The files of positions, each once, in their order.
#[must_use]
pub fn files(labels: &[Label]) -> Vec<&Path> {
    let mut files: Vec<&Path> = labels.iter().map(|label| label.file.as_path()).collect();
    files.dedup();
    files
}
/// Writes a table for each setup, with a row for each of its seats.
fn seats(text: &mut String, report: &Report<'_>) {
    let heading = ["", "won", "of", "share", "95 % interval", "place", "score"];
    for (setup, counts) in &report.run.setups {
        if let Some(position) = report.position(setup) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", cut(position, limit()));
        }
        let row = |seat: usize| {
            let who = report.entry(setup, seat).unwrap_or(report.settings.agents[seat].name());
            let mut cells = line(format!("P{} {who}", seat + 1), counts.won(seat));
            cells.extend(
                [counts.mean_place(seat), counts.mean_score(seat)].map(|mean| known(mean, tenths)),
            );
            cells
        };
        let mut rows: Vec<Vec<String>> = (0..setup.seats()).map(row).collect();
        let name = format!("whoever goes first{}", begins(report));
        rows.push(line(name, counts.first_player()));
        text.push_str(&table(&heading, 1, rows));
    }
    text.push('\n');
    text.push_str(&rest(report, &report.run.together()));
}

/// The words behind "goes first" in a run of matches: who goes first is told of game 1 alone. Empty
/// in a run of games.
const fn begins(report: &Report<'_>) -> &'static str {
    if report.matches.is_some() { " in game 1" } else { "" }
}

fn single(text: &mut String, report: &Report<'_>, setup: &Setup, counts: &Counts) {
    let [a, b] = sides(report, setup);
    let begins = begins(report);
    let going = |which: &str, share| line(format!("  going {which}{begins}"), share);
    let rows = vec![
        line(a, counts.won(0)),
        going("first", counts.going_first(0)),
        going("second", counts.going_later(0)),
        line(b, counts.won(1)),
        going("first", counts.going_first(1)),
        going("second", counts.going_later(1)),
        line(format!("whoever goes first{begins}"), counts.first_player()),
    ];
    text.push_str(&table(&SHARES, 1, rows));
    text.push('\n');
    text.push_str(&rest(report, counts));
}

/// The heading over rows of [`line`].
const SHARES: [&str; 5] = ["", "won", "of", "share", "95 % interval"];

/// The cells of a row: a name, games won, games, their share and its interval.
fn line(name: String, share: Share) -> Vec<String> {
    let share =
        [grouped(share.wins), grouped(share.games), known(share.rate(), percent), interval(share)];
    [name].into_iter().chain(share).collect()
}

/// Writes the line below the table of a setup, or of a whole run: draws, games cut and quarantined,
/// and mean lengths.
fn rest(report: &Report<'_>, counts: &Counts) -> String {
    let cut = (counts.cut > 0).then(|| format!(", cut {}", grouped(counts.cut)));
    let one = if report.matches.is_some() { "match" } else { "game" };
    format!(
        "draws {}{}, quarantined {}, rounds per {one} {}, decisions per {one} {}\n",
        grouped(counts.draws()),
        cut.unwrap_or_default(),
        grouped(counts.quarantined),
        known(counts.rounds_per_game(), tenths),
        known(counts.decisions_per_game(), tenths),
    )
}

/// Writes the table of the games of matches by their numbers: the share that each entry won of
/// them, and whoever went first.
fn numbers(text: &mut String, report: &Report<'_>) {
    let run = report.run;
    let (Some(matches), Some(all)) = (report.matches, run.games_of_matches()) else { return };
    let count = run.numbers.len();
    // All of them, then each by itself.
    let parts = || core::iter::once(0..count).chain((0..count).map(|number| number..number + 1));
    let row = |name: String, shares: Vec<Share>| {
        let (together, each) = shares.split_first().expect("all of them come first");
        let figures =
            [grouped(together.games), known(together.rate(), percent), interval(*together)];
        let each = each.iter().map(|share| known(share.rate(), whole));
        core::iter::once(name).chain(figures).chain(each).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    if let [(setup, _)] = &run.setups[..] {
        let names = match setup.pairing() {
            Some(_) => sides(report, setup),
            None => ["P1", "P2"].map(str::to_owned),
        };
        let won = |seat: usize| parts().map(move |part| run.of_numbers(part, Some(0)).won(seat));
        let names = names.into_iter().enumerate();
        rows.extend(names.map(|(seat, name)| row(name, won(seat).collect())));
    } else {
        let entries = report.labels.len();
        let won: Vec<_> = parts().map(|part| run.shares_of_numbers(&part, entries)).collect();
        let ranking = run.ranking(entries).into_iter().map(|(entry, _)| usize::from(entry));
        let own = (1..).zip(ranking.filter(|entry| *entry < report.own));
        rows.extend(own.filter(|_| run.is_of_pairs()).map(|(place, entry)| {
            let name = format!("{place:>2} {}", report.labels[entry].name);
            row(name, won.iter().map(|shares| shares[entry]).collect())
        }));
    }
    let first = parts().map(|part| run.of_numbers(part, None).first_player());
    rows.push(row("going first".to_owned(), first.collect()));
    let games = (0..count).map(|number| run.of_numbers(number..number + 1, None).games());
    let mut last = vec!["games".to_owned(), grouped(all.games()), String::new(), String::new()];
    last.extend(games.map(grouped));
    rows.push(last);
    let each: Vec<String> = (1..=count).map(|number| format!("game {number}")).collect();
    let heading = ["% won of games", "games", "share", "95 % interval"].into_iter();
    let heading: Vec<&str> = heading.chain(each.iter().map(String::as_str)).collect();
    text.push('\n');
    text.push_str(&table(&heading, 1, rows));
    text.push_str(&sentence(&matches.told()));
    text.push('\n');
}

/// The names at the two seats; when both play the same, marked apart.
fn sides(report: &Report<'_>, setup: &Setup) -> [String; 2] {
    let [a, b] = [0, 1].map(|seat| report.entry(setup, seat).unwrap_or_default());
    if a == b { [format!("{a} (P1)"), format!("{b} (P2)")] } else { [a.to_owned(), b.to_owned()] }
}

/// Writes the ranking, the pairings or the matrix, then the run as a whole.
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
    let _ = writeln!(
        text,
        "\nwhoever goes first{} wins {} ({})",
        begins(report),
        known(first.rate(), percent),
        interval(first)
    );
    text.push_str(&rest(report, &together));
}

/// Writes the pairings under the name of their first entry, the best first.
fn pairings(text: &mut String, report: &Report<'_>) {
    let unit = report.unit();
    let heading = ["wins against", unit, "share", "95 % interval", "going\nfirst", "going\nsecond"];
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
                known(share.rate(), percent),
                interval(share),
                known(counts.going_first(0).rate(), percent),
                known(counts.going_later(0).rate(), percent),
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

/// Writes the matrix: the row's share of the games against the column, entries in the order of the
/// ranking. One against itself: the first seat's share.
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
                shares[row][column].map_or_else(String::new, |share| known(share.rate(), whole))
            }));
            cells
        });
        let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
        text.push_str(&table(&heading, 1, rows.collect()));
    }
}
fn interval(share: Share) -> String {
    if share.games == 0 {
        return "-".to_owned();
    }
    between(share.interval())
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::analysis::Run;
    use crate::matches::{Match, Sideboarding};
    use crate::output::{Label, Matches, example, report};

    #[test]
    fn several_pairings_have_a_ranking_and_a_matrix() {
        let (labels, settings, run) = example(20);
        let text = render(&report(&labels, &settings, &run, 50), Matrix::Fitting);
        assert!(text.contains("stopped after 40 of 50 games"), "{text}");
        assert!(!text.contains("digest"), "nobody could play these games again: {text}");
        assert!(text.contains("quarantined 1 of 40 games"), "{text}");
        let replay = "replay --game unlimited a.json 'the b.json' --seed 7";
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
    fn tables_are_short_and_names_whole() {
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
            // Nobody reads it at a terminal: names are whole.
            assert!(
                text.contains("A name that goes on and on before it comes to number 1"),
                "{text}"
            );
            assert!(text.lines().count() <= lines, "{} lines:\n{text}", text.lines().count());
            assert_eq!(text.contains("--matrix shows it"), count == 60 && lines == 75, "{text}");
            assert!(text.contains("number 1 "), "the end of a name is kept:\n{text}");
        }
    }

    #[test]
    fn matches_have_a_table_of_their_games() {
        let (_, settings, _) = example(1);
        let terms = Match { best_of: 3, sideboard: Sideboarding::Plain };
        let matches = Some(Matches { terms, rule: None, exchanged: [0, 90] });
        let (labels, pairings) = field(10);
        let run = Run::of_matches(&pairings, 3);
        let of_matches = Report { matches, ..report(&labels, &settings, &run, 45) };
        let text = render(&of_matches, Matrix::Fitting);
        for part in ["% won of games", "stopped after 0 of 45 matches", "goes first in game 1"] {
            assert!(text.contains(part), "{part} is not in: {text}");
        }
        let command = replay(&of_matches, (44, 2)).command().to_string();
        assert!(command.ends_with("--row 44 --best-of 3 --match-game 2"), "{command}");
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
    fn one_pairing_is_split_by_who_goes_first() {
        let (labels, settings, _) = example(1);
        let run = Run::new(&[Setup::pair(1, 1)]);
        let text = render(&report(&labels, &settings, &run, 1), Matrix::Fitting);
        assert!(text.contains("Birch, the \"second\" (P2)"), "{text}");
        assert_eq!(text.matches("going first").count(), 2, "{text}");
        assert!(!text.contains("100.0 %"), "nothing is known: {text}");
    }
}

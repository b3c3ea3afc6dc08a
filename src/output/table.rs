//! Results as tables for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::command::Replay;
use super::figure::grouped;
use super::sample::digested;
use super::{Label, Report};
use crate::analysis::{Counts, Share};
use crate::games::Game;
use crate::setup::Setup;

/// How wide a table may be when nobody says how wide the terminal is.
const WIDTH: usize = 80;

/// No terminal is taken to be narrower than this.
const LEAST: usize = 40;

/// A column of names is made no narrower than this, unless the terminal is.
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
    numbers(&mut text, report);
    text.push('\n');
    text.push_str(&summary(report));
    text
}

/// How fast it was played, with which settings, and the digest: the last lines of a report.
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
    let whole = |rate: f64| grouped(round(rate));
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} {unit} in {:.2} s: {} {unit}/s, {} decisions/s\n\
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

/// The command that plays a game of the run again, by its number and that in its match. Other
/// positions of its file are named with it, in their order, so that its number leads to it.
#[must_use]
pub fn replay<'a>(report: &'a Report<'_>, (game, number): (u64, u8)) -> Replay<'a> {
    let settings = report.settings;
    let setups = &report.run.setups;
    let (setup, _) = &setups[(game % setups.len() as u64) as usize];
    let file = |place: &u16| report.labels[usize::from(*place)].file.as_path();
    let files = match setup {
        Setup::Entries(entries) => entries.iter().map(file).collect(),
        Setup::Position { .. } => files(report.labels),
    };
    // Where the game has a limit of its own, none is one that must be said.
    let limited = || report.game.parse::<Game>().is_ok_and(|game| game.rounds().is_some());
    Replay {
        game: report.game,
        files,
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

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Names, to the left: cut where there is no room, so that different names stay different.
    Name,
    /// Words to the left that are never cut.
    Word,
    /// Text, to the left: wrapped where there is no room.
    Text,
    /// Figures, to the right, never cut.
    Figure,
}

/// A table with a heading, its first columns to the left and the rest to the right. One or two columns
/// to the left are names, more are text.
pub fn table(heading: &[&str], left: usize, rows: Vec<Vec<String>>) -> String {
    let own = if left <= 2 && left < heading.len() { Kind::Name } else { Kind::Text };
    let kind = |column: usize| if column < left { own } else { Kind::Figure };
    table_of(&(0..heading.len()).map(kind).collect::<Vec<_>>(), heading, rows)
}

/// A table of these columns that is as wide as the terminal at most: where figures leave no room for
/// names, their headings are wrapped and the table comes in parts, each with the columns before the
/// first figure. Where there is no terminal, in a file, it stays in one piece.
pub fn table_of(kinds: &[Kind], heading: &[&str], rows: Vec<Vec<String>>) -> String {
    fitted(kinds, heading, &rows, terminal())
}

fn fitted(
    kinds: &[Kind],
    heading: &[&str],
    rows: &[Vec<String>],
    terminal: Option<usize>,
) -> String {
    let limit = terminal.unwrap_or(WIDTH);
    let widths = widths(heading, rows);
    let words =
        |column: usize| heading[column].split_whitespace().map(UnicodeWidthStr::width).max();
    let least: Vec<usize> = (0..kinds.len())
        .map(|column| match kinds[column] {
            Kind::Name if terminal.is_none() => widths[column].min(LEAST_NAME),
            Kind::Name => widths[column].min(SHORTEST),
            Kind::Text => widths[column].min(NARROWEST),
            _ if terminal.is_none() => widths[column],
            // The heading alone is wrapped.
            Kind::Word | Kind::Figure => {
                longest(column, rows).max(words(column).unwrap_or(0)).max(1)
            }
        })
        .collect();
    let lead: Vec<usize> = (0..kinds.len()).take_while(|&at| kinds[at] != Kind::Figure).collect();
    let mut parts = vec![lead.clone()];
    // A column with nothing in it takes no room.
    let is_empty = |at: usize| heading[at].is_empty() && longest(at, rows) == 0;
    for column in (lead.len()..kinds.len()).filter(|&at| !is_empty(at)) {
        let part = parts.last_mut().expect("there is one");
        let used: usize = part.iter().map(|&at| least[at]).sum();
        let is_full = used + least[column] + around(part.len() + 1) > limit;
        if terminal.is_some() && part.len() > lead.len() && is_full {
            parts.push(lead.clone());
        }
        parts.last_mut().expect("there is one").push(column);
    }
    let drawn = parts.iter().map(|part| {
        let room = limit.saturating_sub(around(part.len()));
        draw(part, kinds, heading, rows, &shared(part, kinds, &widths, &least, room))
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// A column of names is made no narrower than this where the terminal is narrow.
const SHORTEST: usize = 10;

/// A column of text is made no narrower than this.
const NARROWEST: usize = 12;

/// Two characters around each of so many columns, one between them.
const fn around(columns: usize) -> usize {
    3 * columns - 1
}

/// How wide the columns of a part are when they share so much room: headings of figures are wrapped
/// first, then the widest names and texts give way.
fn shared(
    part: &[usize],
    kinds: &[Kind],
    widths: &[usize],
    least: &[usize],
    room: usize,
) -> Vec<usize> {
    let mut shares: Vec<usize> =
        part.iter().map(|&at| widths[at].min(room.max(least[at]))).collect();
    let is_stiff = |at: usize| matches!(kinds[at], Kind::Word | Kind::Figure);
    for stiff in [true, false] {
        while shares.iter().sum::<usize>() > room {
            let places = part.iter().zip(&mut shares);
            let given =
                places.filter(|(at, share)| is_stiff(**at) == stiff && **share > least[**at]);
            match given.max_by_key(|(_, share)| **share) {
                // A heading is wrapped or it is not.
                Some((at, share)) if stiff => *share = least[*at],
                Some((_, share)) => *share -= 1,
                None => break,
            }
        }
    }
    shares
}

/// Some columns of a table, so wide.
fn draw(
    part: &[usize],
    kinds: &[Kind],
    heading: &[&str],
    rows: &[Vec<String>],
    widths: &[usize],
) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(part.iter().zip(widths).map(|(&at, width)| wrapped(heading[at], *width)));
    let cells = |(&at, &width): (&usize, &usize)| -> Vec<String> {
        let cells = rows.iter().map(|row| row.get(at).map_or("", String::as_str));
        match kinds[at] {
            Kind::Name => cut_cells(&cells.collect::<Vec<_>>(), width),
            _ => cells.map(|cell| wrapped(cell, width)).collect(),
        }
    };
    let columns: Vec<Vec<String>> = part.iter().zip(widths).map(cells).collect();
    table.add_rows((0..rows.len()).map(|row| columns.iter().map(move |cells| cells[row].clone())));
    table.style_mut().row_separator = Default::default();
    for (column, &at) in table.column_iter_mut().zip(part) {
        if kinds[at] == Kind::Figure {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}

/// Text in lines of at most so many columns of the terminal; words are broken where they are longer.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let (mut open, mut used) = (String::new(), 0);
        for (number, word) in line.split(' ').enumerate() {
            let wide = word.width();
            if number > 0 && used + 1 + wide <= width {
                open.push(' ');
                used += 1;
            } else if number > 0 {
                lines.push(core::mem::take(&mut open));
                used = 0;
            }
            for c in word.chars() {
                let wide = c.width().unwrap_or(0);
                if used + wide > width && used > 0 {
                    lines.push(core::mem::take(&mut open));
                    used = 0;
                }
                open.push(c);
                used += wide;
            }
        }
        lines.push(open);
    }
    lines.join("\n")
}

/// A sentence below a table, in lines as wide as the terminal; in one where there is none.
pub(super) fn sentence(text: &str) -> String {
    terminal().map_or_else(|| text.to_owned(), |width| wrapped(text, width))
}

/// How wide the terminal is, or is said to be in the environment; none where neither is known.
fn terminal() -> Option<usize> {
    let said = || std::env::var("COLUMNS").ok()?.parse::<usize>().ok();
    let width = Table::new().width().map(usize::from).or_else(said);
    width.map(|width| width.max(LEAST))
}

/// How wide a table may be.
pub(super) fn limit() -> usize {
    terminal().unwrap_or(WIDTH)
}

/// The width of the longest line of a column.
fn longest(column: usize, rows: &[Vec<String>]) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(column));
    cells.flat_map(|cell| cell.lines()).map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Columns of the terminal that the longest line of each column takes.
fn widths(heading: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let wide = |text: &str| text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    // An empty column takes a character, too.
    let width = |(at, name): (usize, &&str)| longest(at, rows).max(wide(name)).max(1);
    heading.iter().enumerate().map(width).collect()
}

/// Names in so many columns of the terminal. What stands before them, blanks and the number of a place,
/// is kept.
fn cut_cells(cells: &[&str], room: usize) -> Vec<String> {
    let before = |cell: &str| {
        let name = cell.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let name = name.strip_prefix(' ').unwrap_or_else(|| cell.trim_start());
        cell.len() - name.len()
    };
    if cells.iter().all(|cell| cell.width() <= room) {
        return cells.iter().map(|cell| (*cell).to_owned()).collect();
    }
    let widest = cells.iter().map(|cell| before(cell)).max().unwrap_or(0);
    let all = cut_all(cells.iter().map(|cell| &cell[before(cell)..]), room.saturating_sub(widest));
    let cut = |cell: &&str| {
        let (before, name) = cell.split_at(before(cell));
        format!("{before}{}", all[name])
    };
    cells.iter().map(cut).collect()
}

/// Names in so many columns of the terminal each, different ones in different words. What is too much
/// is left out before the end, where names that begin alike differ; of names that would be alike then,
/// so much of the end is kept that they differ, or what is around the place in which they do.
#[must_use]
pub fn cut_all<'t>(
    names: impl IntoIterator<Item = &'t str>,
    room: usize,
) -> BTreeMap<&'t str, String> {
    let mut alike: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in names {
        alike.entry(cut(name, room)).or_default().insert(name);
    }
    let mut taken: BTreeSet<String> = alike.keys().cloned().collect();
    let mut all = BTreeMap::new();
    for (shown, mut names) in alike {
        if names.len() == 1 {
            all.extend(names.into_iter().map(|name| (name, shown.clone())));
            continue;
        }
        // Ever more of the end; then the place, which is another when some are told apart.
        for way in (room / 3 + 1..room).map(Some).chain([None; 2]) {
            let place = common(&names);
            let told = |name: &str| match way {
                Some(end) => kept(name, room, end),
                None => around_place(name, room, place),
            };
            let mut times: BTreeMap<String, usize> = BTreeMap::new();
            names.iter().for_each(|name| *times.entry(told(name)).or_default() += 1);
            names.retain(|name| {
                let told = told(name);
                if times[&told] > 1 || taken.contains(&told) {
                    return true;
                }
                taken.insert(told.clone());
                all.insert(*name, told);
                false
            });
        }
        for (number, name) in (1..).zip(names) {
            let number = format!(" {number}");
            all.insert(name, format!("{}{number}", cut(name, room.saturating_sub(number.len()))));
        }
    }
    all
}

/// How many characters names have in common as they begin.
fn common(names: &BTreeSet<&str>) -> usize {
    // The first and the last in order differ the most.
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return 0 };
    first.chars().zip(last.chars()).take_while(|(one, other)| one == other).count()
}

/// What fits of a text into so many columns, from its beginning.
fn begun(text: impl Iterator<Item = char>, room: usize) -> String {
    let mut left = room;
    text.take_while(|c| {
        let fits = c.width().unwrap_or(0) <= left;
        left = left.saturating_sub(c.width().unwrap_or(0));
        fits
    })
    .collect()
}

/// A name in so many columns, of which `end` are for its end.
fn kept(name: &str, room: usize, end: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let first = begun(name.chars(), room.saturating_sub(end + 1));
    let last: String = begun(name.chars().rev(), end).chars().rev().collect();
    format!("{}…{}", first.trim_end(), last.trim_start())
}

/// What is around a place in a name, in so many columns.
fn around_place(name: &str, room: usize, place: usize) -> String {
    let from = place.saturating_sub(room / 3);
    let inside = begun(name.chars().skip(from), room.saturating_sub(2));
    let is_last = inside.chars().count() + from >= name.chars().count();
    format!("…{}{}", inside.trim(), if is_last { "" } else { "…" })
}

/// A name in so many columns of the terminal, by itself.
pub(super) fn cut(name: &str, room: usize) -> String {
    kept(name, room, room / 3)
}

/// Every seat of every setup.
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
            cells.extend([counts.mean_place(seat), counts.mean_score(seat)].map(mean));
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

/// In which game of a match who goes first is told, where it is matches.
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

/// A share of games in a row.
fn line(name: String, share: Share) -> Vec<String> {
    let share = [grouped(share.wins), grouped(share.games), percent(share.rate()), interval(share)];
    [name].into_iter().chain(share).collect()
}

/// What is said of a setup, or of a whole run, below its table.
fn rest(report: &Report<'_>, counts: &Counts) -> String {
    let cut = (counts.cut > 0).then(|| format!(", cut {}", grouped(counts.cut)));
    let one = if report.matches.is_some() { "match" } else { "game" };
    format!(
        "draws {}{}, quarantined {}, rounds per {one} {}, decisions per {one} {}\n",
        grouped(counts.draws()),
        cut.unwrap_or_default(),
        grouped(counts.quarantined),
        mean(counts.rounds_per_game()),
        mean(counts.decisions_per_game()),
    )
}

/// How the games of matches fell: what each entry won of them, and whoever went first, by their numbers.
fn numbers(text: &mut String, report: &Report<'_>) {
    let run = report.run;
    let (Some(matches), Some(all)) = (report.matches, run.games_of_matches()) else { return };
    let count = run.numbers.len();
    // All of them, then each by itself.
    let parts = || core::iter::once(0..count).chain((0..count).map(|number| number..number + 1));
    let row = |name: String, shares: Vec<Share>| {
        let (whole, each) = shares.split_first().expect("all of them come first");
        let figures = [grouped(whole.games), percent(whole.rate()), interval(*whole)];
        let each = each.iter().map(|share| figure(share.rate()));
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
    let _ = writeln!(
        text,
        "\nwhoever goes first{} wins {} ({})",
        begins(report),
        percent(first.rate()),
        interval(first)
    );
    text.push_str(&rest(report, &together));
}

/// The pairings under the name of their first entry, the best first.
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
    use crate::matches::{Match, Sideboarding};
    use crate::output::{Label, Matches, example, report};

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
    fn matches_have_a_table_of_their_games() {
        let (_, settings, _) = example(1);
        let terms = Match { best_of: 3, sideboard: Sideboarding::Plain };
        let matches = Some(Matches { terms, rule: None, exchanged: [0, 90] });
        let (labels, pairings) = field(10);
        let run = Run::of_matches(&pairings, 3);
        let of_matches = Report { matches, ..report(&labels, &settings, &run, 45) };
        let text = render(&of_matches, Matrix::Fitting);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        for part in ["% won of games", "stopped after 0 of 45 matches", "goes first in game 1"] {
            assert!(text.contains(part), "{part} is not in: {text}");
        }
        let command = replay(&of_matches, (44, 2)).command();
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
    fn names_stay_different_however_short_they_are() {
        let end = ["l1", "l2", "l10"].map(|file| format!("Faithful Friends of Luke ({file}.json)"));
        let middle = ["one", "two"].map(|folder| {
            format!("Faithful Friends (decks/{folder}/of/the/last/standard/tournament/luke.json)")
        });
        let far = ["Sabine Wren - Galvanized Aggression".to_owned(), "Luke".to_owned()];
        let names: Vec<&str> = end.iter().chain(&middle).chain(&far).map(String::as_str).collect();
        for room in 8..100 {
            let cut = cut_all(names.iter().copied(), room);
            let shown: BTreeSet<&String> = cut.values().collect();
            assert_eq!((cut.len(), shown.len()), (names.len(), names.len()), "{room}: {cut:?}");
            assert!(shown.iter().all(|shown| shown.width() <= room), "{room}: {cut:?}");
        }
        let cut = cut_all(names.iter().copied(), 16);
        assert_eq!(cut[names[0]], "Faithful…1.json)");
        assert_eq!(cut[names[5]], "Sabine Wre…ssion");
        assert!(cut[names[3]].contains("one") && cut[names[4]].contains("two"), "{cut:?}");
        // A place before a name does not tell what it is.
        let cells = cut_cells(&[" 1 Faithful Friends (l1)", "10 Faithful Friends (l2)", "  x"], 13);
        assert_eq!(cells, [" 1 Faithf…l1)", "10 Faithf…l2)", "  x"]);
    }

    #[test]
    fn tables_are_as_wide_as_the_terminal() {
        let name = |number: usize| format!("A name that goes on and on ({number}.json)");
        let kinds = [&[Kind::Name][..], &[Kind::Figure; 5], &[Kind::Name, Kind::Figure]].concat();
        let heading = [
            "deck",
            "mix",
            "90 %",
            "in it",
            "against all",
            "against the mix",
            "best against it",
            "",
        ];
        let row = |number: usize| {
            let figures =
                ["100.0 %", "12 to 45 %", "99.9 %", "50.0 %", "50.0 %"].map(str::to_owned);
            [&[name(number)][..], &figures, &[name(number + 1), "55.1 %".to_owned()]].concat()
        };
        let rows: Vec<Vec<String>> = (1..4).map(row).collect();
        let mut lines = Vec::new();
        for limit in [40, 60, 80, 120, 200] {
            let text = fitted(&kinds, &heading, &rows, Some(limit));
            assert!(text.lines().all(|line| line.width() <= limit), "{limit}:\n{text}");
            for part in text.split("\n\n") {
                assert!((1..4).all(|n| part.contains(&format!("{n}.json)"))), "{limit}:\n{text}");
            }
            lines.push(text.lines().count());
        }
        assert!(lines.is_sorted_by(|one, other| one >= other), "{lines:?}");
        assert_eq!(fitted(&kinds, &heading, &rows, None).lines().count(), 7, "in one piece");
        assert!(fitted(&kinds, &heading, &rows, Some(200)).contains(&name(3)), "there is room");
    }

    #[test]
    fn text_is_wrapped_and_long_words_take_no_longer() {
        assert_eq!(wrapped("one two three\n  four", 9), "one two\nthree\n  four");
        assert_eq!(wrapped("a abcdefghij b", 4), "a\nabcd\nefgh\nij b");
        assert_eq!(wrapped("一二三", 4), "一二\n三");
        let word = "(".repeat(1_000_000);
        let rows = vec![vec!["x".to_owned(), "y".to_owned(), "z".to_owned(), word]];
        let text = table(&["a", "b", "c", "what it shows"], 4, rows);
        assert_eq!(text.matches('(').count(), 1_000_000);
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

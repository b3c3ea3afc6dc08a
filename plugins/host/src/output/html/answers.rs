//! The report of `whatif` and `compare`.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::album::Album;
use super::chart::{Caption, Estimate, Forest, Matrix, Tone, split};
use super::{Heading, Origin, Page, chip, games, table, text};
use crate::experiment::Verdict;
use crate::output::answers::{Report, Row, evidence, holds, json, name};
use crate::output::elites::{Common, Elite, Elites};
use crate::output::figure::{grouped, percent, points, range, unsigned};
use crate::output::goal::{Found, Goal};
use crate::output::handled::shares;

const METHODS: [&str; 5] = [
    "The same deals are played in both arms; a change is the mean difference of a deal, in points: \
     of a hundred games so many more or fewer.",
    "Intervals hold at 95 % whenever they are looked at (betting, Waudby-Smith and Ramdas 2024), so \
     a run may end as soon as it knows.",
    "Better and worse: of all that are told, one in twenty is wrong at most, however many were \
     asked (e-values with the e-BH procedure). An e-value of 20 is what a verdict takes alone.",
    "Equal: changes that count are refuted to both sides.",
    "Matchups have intervals of their own, each at 95 %: expect one in twenty to be wrong.",
];

pub(super) const fn tone(verdict: Option<Verdict>) -> Tone {
    match verdict {
        Some(Verdict::Better) => Tone::Good,
        Some(Verdict::Worse) => Tone::Bad,
        Some(Verdict::Equal) => Tone::Even,
        Some(Verdict::Undecided) | None => Tone::Open,
    }
}

/// Writes the answers as a page.
#[must_use]
pub fn page(report: &Report, command: &str, origin: &Origin, album: &mut Album<'_>) -> String {
    let title = match &report.changes[..] {
        _ if report.goal.is_some() => "The smallest changes for a wanted share".to_owned(),
        _ if report.elites.is_some() => "What the search found".to_owned(),
        [change] => arrows(change),
        _ => "What the changes do".to_owned(),
    };
    let several = report.is_of_several();
    let lead = html! {
        @if let Some(goal) = &report.goal { (wanted(goal)) }
        @if report.changes.len() > 1 || report.elites.is_some() {
            ul class="plain" { @for change in &report.changes { li { (arrows(change)) } } }
        }
        div class="verdicts" {
            @for row in &report.rows { (verdict(report, row, several)) }
        }
    };
    let held = holds(report);
    let body = html! {
        @if !held.is_empty() {
            h2 { "How far it holds" }
            ul class="plain" { @for line in &held { li { (line) } } }
        }
        @if let Some(elites) = &report.elites { (found(elites)) }
        @if !report.rows.is_empty() {
            h2 { "The change, in points" }
            (changes(report, several))
        }
        @for (number, row) in report.rows.iter().enumerate() { (details(album, report, row, number, several)) }
    };
    let (sample, data) = (&report.sample, &json(report));
    Page { command, title, lead, body, sample, origin, methods: &METHODS, data }.text()
}

/// Writes the changes that were found for a wanted share, and whether they reach it.
fn wanted(goal: &Goal) -> Markup {
    let headings = [
        Heading::Text("change"),
        Heading::Number("steps"),
        Heading::Number("wins"),
        Heading::Number("95 % always"),
        Heading::Text(""),
    ];
    let cells = |found: &Found| -> Vec<Markup> {
        let [low, high] = found.interval.map(|end| end * 100.0);
        let (word, tone) = match found.reached {
            true => ("reached", Tone::Good),
            false => ("not reached", Tone::Open),
        };
        vec![
            text(format!("{} {}", found.variant, found.called())),
            text(found.size.to_string()),
            text(percent(found.share)),
            text(format!("{low:.1} to {high:.1} %")),
            chip(word, tone),
        ]
    };
    let rows: Vec<Vec<Markup>> = goal.found.iter().map(cells).collect();
    html! {
        p { (goal.told()) ":" }
        (table("Changes that were found, on fresh deals", &headings, &rows))
    }
}

/// Writes the result of a search: the best of every kind, and the cards that most of them have.
fn found(elites: &Elites) -> Markup {
    let [(one, wide), (other, narrow)] = elites.kinds;
    let place = |value: f64, width: f64| (value / width + 1e-9) as u32;
    let places = |of: usize, width: f64| {
        let all = elites.best.iter().map(|elite| place(elite.kind[of], width));
        all.collect::<BTreeSet<u32>>()
    };
    let span = |of: usize, width: f64| {
        let all = places(of, width);
        let ends = (all.first().copied().unwrap_or(0), all.last().copied().unwrap_or(0));
        (ends.0..=ends.1).collect::<Vec<u32>>()
    };
    let (down, across) = (span(0, wide), span(1, narrow));
    let told = |name: &str, at: u32, width: f64| {
        let from = f64::from(at) * width;
        format!("{name} {from:.2} to {:.2}", from + width)
    };
    let rows: Vec<String> = down.iter().map(|&at| told(one, at, wide)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let full: Vec<String> = across.iter().map(|&at| told(other, at, narrow)).collect();
    let short = across.iter().map(|&at| format!("{:.2}", f64::from(at) * narrow));
    let columns: Vec<(String, &str)> = short.zip(full.iter().map(String::as_str)).collect();
    let share = |row: usize, column: usize| {
        let is = |elite: &&Elite| {
            [place(elite.kind[0], wide), place(elite.kind[1], narrow)]
                == [down[row], across[column]]
        };
        elites.best.iter().find(is).map(|elite| elite.share)
    };
    let caption = Caption {
        id: "kinds",
        title: "The best of every kind",
        told: "Games that the best of each kind won of a hundred while it was searched for, in which \
               it was lucky as well: green above half, red below.",
    };
    let none = format!("no {} was kept", elites.noun);
    let headings =
        [Heading::Text("card"), Heading::Text("id"), Heading::Number("how many have it")];
    let cells = |common: &Common| {
        vec![text(&common.name), text(&common.card), text(common.times.to_string())]
    };
    let common: Vec<Vec<Markup>> = elites.cards.iter().take(COMMON).map(cells).collect();
    html! {
        h2 { (grouped(elites.tried)) " " (elites.noun) "s tried, the best of " (elites.best.len()) " kinds" }
        (Matrix { rows: &rows, columns: &columns, share: &share, none: &none }.chart(caption))
        h3 { "Cards that most of them have" }
        (table("Cards that most of them have", &headings, &common))
    }
}

/// The most cards of the best that are told.
const COMMON: usize = 20;

fn arrows(change: &str) -> String {
    change.replace("->", "→")
}

/// Writes an answer in a sentence, with its verdict and the change in points.
fn verdict(report: &Report, row: &Row, several: bool) -> Markup {
    let answer = &row.answer;
    let [base, new] = &report.arms;
    let interval = answer.interval();
    html! {
        div class={ "verdict " (tone(row.judged()).class()) } {
            strong { (row.word()) }
            span class="figure" { (points(answer.differences.mean())) " points" }
            p {
                (name(row, several)) " wins " (percent(answer.share(1))) " (" (new) ") and "
                (percent(answer.share(0))) " (" (base) ")"
            }
            p class="soft" {
                "95 %, whenever you look: " (range(interval)) "; "
                (grouped(answer.differences.pairs())) " pairs"
            }
        }
    }
}

fn changes(report: &Report, several: bool) -> Markup {
    let estimate = |row: &Row| {
        estimate(
            name(row, several),
            row.answer.differences.mean(),
            row.answer.interval(),
            tone(row.judged()),
        )
    };
    let rows: Vec<Estimate> = report.rows.iter().map(estimate).collect();
    let equal = report.terms.equal;
    let told = format!(
        "Points and lines: the change and its 95 % interval. Within the grey band, {} points to \
         either side, a change counts as none.",
        unsigned(equal),
    );
    let [base, new] = report.arms.each_ref().map(String::as_str);
    let copies = report.rows.iter().any(|row| row.copies.is_some());
    let mut headings = vec![Heading::Text("player")];
    headings.extend(copies.then_some(Heading::Number("copies")));
    headings.extend(
        [base, new, "change", "95 % always", "pairs", "differ", "e-value"].map(Heading::Number),
    );
    headings.push(Heading::Text("verdict"));
    let cells = |row: &Row| {
        let (answer, differences) = (&row.answer, &row.answer.differences);
        let mut cells = vec![text(name(row, several))];
        cells.extend(copies.then(|| html! { @if let Some(copies) = row.copies { (copies) } }));
        cells.extend(
            [
                percent(answer.share(0)),
                percent(answer.share(1)),
                points(differences.mean()),
                range(answer.interval()),
                grouped(differences.pairs()),
                percent(differences.differing() as f64 / differences.pairs().max(1) as f64),
                evidence(answer.evidence()),
            ]
            .map(text),
        );
        cells.push(chip(row.word(), tone(row.judged())));
        cells
    };
    let rows_of_table: Vec<Vec<Markup>> = report.rows.iter().map(cells).collect();
    html! {
        (Forest { rows: &rows, reference: 0.0, band: Some([-equal, equal]), reach: -0.01..=0.01, told: points }
            .chart(Caption { id: "changes", title: "The change for each player", told: &told }))
        (table("The change for each player", &headings, &rows_of_table))
    }
}

fn estimate(label: String, value: f64, interval: [f64; 2], tone: Tone) -> Estimate {
    let told = format!("{} points, 95 %: {}", points(value), range(interval));
    Estimate { label, value, interval, told, tone }
}

/// Writes the part of the page that is about one answer: its pairs, its matchups and games to look
/// at.
fn details(
    album: &mut Album<'_>,
    report: &Report,
    row: &Row,
    number: usize,
    several: bool,
) -> Markup {
    let (answer, differences) = (&row.answer, &row.answer.differences);
    let (better, pairs) = (differences.up(), differences.pairs());
    let worse = differences.differing() - better;
    let same = pairs - better - worse;
    let told = format!(
        "Of {} pairs {} came out better, {} worse and {} alike, {} of them the same game to the last \
         choice.",
        grouped(pairs),
        grouped(better),
        grouped(worse),
        grouped(same),
        grouped(answer.alike),
    );
    let arms = ["better", "worse"].into_iter().zip(&row.replays).filter_map(|(word, replays)| {
        let commands = replays.clone()?;
        Some((format!("A game that came out {word}, in both arms"), commands))
    });
    let matchups: Vec<Estimate> = (row.against.iter().zip(&answer.by_setup))
        .map(|(against, setup)| {
            let interval = setup.interval(0.95);
            estimate(
                format!("against {against}"),
                setup.mean(),
                interval,
                Tone::of(setup.mean(), interval[0] > 0.0 || interval[1] < 0.0),
            )
        })
        .collect();
    let cells = |(against, setup): (&String, &crate::analysis::betting::Differences)| {
        let (pairs, differing) = (setup.pairs(), setup.differing());
        let numbers = [
            points(setup.mean()),
            range(setup.interval(0.95)),
            grouped(pairs),
            grouped(setup.up()),
            grouped(differing - setup.up()),
        ];
        core::iter::once(against).chain(&numbers).map(text).collect()
    };
    let rows: Vec<Vec<Markup>> = row.against.iter().zip(&answer.by_setup).map(cells).collect();
    let headings = ["change", "95 %", "pairs", "better", "worse"].map(Heading::Number);
    let headings = [&[Heading::Text("against")][..], &headings].concat();
    let called = name(row, several);
    let ids = [format!("pairs-{number}"), format!("matchups-{number}")];
    html! {
        h2 { (called) }
        (split(Caption { id: &ids[0], title: "How the pairs came out", told: &told }, [better, same, worse]))
        @if let Some(gain) = answer.gain() {
            p class="soft" {
                "The same deals in both arms: as good as " (format!("{gain:.1}"))
                " times as many games without pairing."
            }
        }
        @if let Some(played) = shares(&row.cards) { p class="soft" { (played) "." } }
        @if row.against.len() > 1 {
            h3 { "By matchup" }
            (Forest { rows: &matchups, reference: 0.0, band: Some([-report.terms.equal, report.terms.equal]), reach: -0.01..=0.01, told: points }
                .chart(Caption { id: &ids[1], title: "The change by opponent", told: "The change against each opponent and its 95 % interval." }))
            (table(&format!("{called}, by matchup"), &headings, &rows))
        }
        (games(album, "Games to look at", &arms.collect::<Vec<_>>()))
    }
}

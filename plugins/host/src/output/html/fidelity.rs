//! The report of `fidelity`.

use maud::{Markup, html};

use super::chart::{Caption, Point, Scatter};
use super::{Heading, Origin, Page, table, text};
use crate::analysis::fidelity::{Agreement, Archetype, LEAST, Matchup};
use crate::output::fidelity::{Report, json, lines};
use crate::output::figure::{grouped, percent};
use crate::output::handled::kinds;

const METHODS: [&str; 5] = [
    "An archetype's share is weighted by how often people met each of the others with it, in the \
     simulated games as in the played ones.",
    "Intervals of 95 % are of a bootstrap over archetypes (1,000 samples): they hold for archetypes \
     like these.",
    "The ceiling is the correlation that a perfect model would have with shares of so few played \
     games; the error of a perfect model is what chance alone makes.",
    "People choose decks that work and learn to play them, lists differ within an archetype, and \
     most played games were matches with sideboards: no model can agree in full.",
    "Of matchups that were played seldom nothing is told one by one; they count in the archetypes.",
];

/// The report as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin) -> String {
    let Report { era, months: [from, to], events, agreement, .. } = report;
    let lead = html! {
        p { strong { (report.told()) } "." }
        @if let Some(matches) = &report.matches {
            p class="soft" { "Played in matches, " (matches) }
        }
        p class="soft" {
            (grouped(report.played)) " games of " (events) " tournaments, " (from) " to " (to) ": "
            (report.source) "."
        }
    };
    let body = html! {
        (levels(agreement))
        @if let Some(played) = kinds(&report.cards) { p class="soft" { (played) "." } }
        h2 { "Archetypes" }
        (archetypes(report))
        @if !agreement.pairs.is_empty() {
            h2 { "Matchups" }
            (matchups(report))
            (calibration(agreement))
        }
    };
    Page {
        command: "fidelity",
        title: format!("How far simulated games agree with {era}"),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

fn levels(agreement: &Agreement) -> Markup {
    let often = format!("matchups of {LEAST} games and more");
    let headings = [Heading::Text(""), Heading::Number("archetypes"), Heading::Number(&often)];
    let rows = lines(agreement).into_iter().map(|line| line.map(text).into()).collect::<Vec<_>>();
    table("How far they agree", &headings, &rows)
}

fn archetypes(report: &Report) -> Markup {
    let list = &report.agreement.list;
    let point = |one: &Archetype| Point {
        across: one.played,
        up: one.simulated,
        told: format!(
            "{}: simulated {}, played {}",
            report.names[one.place],
            percent(one.simulated),
            percent(one.played)
        ),
    };
    let points: Vec<Point> = list.iter().map(point).collect();
    let caption = Caption {
        id: "archetypes",
        title: "Share of games, archetype by archetype",
        told: "Each mark is an archetype: across its share of the played games, up that of the \
               simulated ones. On the line both are the same.",
    };
    let headings = [
        Heading::Text("archetype"),
        Heading::Number("simulated"),
        Heading::Number("played"),
        Heading::Number("off by"),
        Heading::Number("played games"),
    ];
    let row = |one: &Archetype| {
        vec![
            text(&report.names[one.place]),
            text(percent(one.simulated)),
            text(percent(one.played)),
            text(format!("{:+.1}", (one.simulated - one.played) * 100.0)),
            text(grouped(one.games)),
        ]
    };
    let rows: Vec<Vec<Markup>> = list.iter().map(row).collect();
    html! {
        (Scatter { points: &points, axes: ["played", "simulated"] }.chart(caption))
        (table("Those first that are simulated the worst beside how they were played", &headings, &rows))
    }
}

fn matchups(report: &Report) -> Markup {
    let name = |place: usize| &report.names[place];
    let point = |pair: &Matchup| Point {
        across: pair.played,
        up: pair.simulated,
        told: format!(
            "{} against {}: simulated {}, played {} of {}",
            name(pair.pair[0]),
            name(pair.pair[1]),
            percent(pair.simulated),
            percent(pair.played),
            grouped(pair.games)
        ),
    };
    let points: Vec<Point> = report.agreement.pairs.iter().map(point).collect();
    let caption = Caption {
        id: "matchups",
        title: "Share of games, matchup by matchup",
        told: "Each mark is a matchup that was played often: across the share of the one in the \
               played games, up that in the simulated ones.",
    };
    let headings = [
        Heading::Text("archetype"),
        Heading::Text("against"),
        Heading::Number("simulated"),
        Heading::Number("played"),
        Heading::Number("played games"),
    ];
    let row = |pair: &Matchup| {
        vec![
            text(name(pair.pair[0])),
            text(name(pair.pair[1])),
            text(percent(pair.simulated)),
            text(percent(pair.played)),
            text(grouped(pair.games)),
        ]
    };
    let rows: Vec<Vec<Markup>> = report.agreement.pairs.iter().map(row).collect();
    html! {
        (Scatter { points: &points, axes: ["played", "simulated"] }.chart(caption))
        details {
            summary { "All " (rows.len()) " matchups" }
            (table("In the order of the table", &headings, &rows))
        }
    }
}

fn calibration(agreement: &Agreement) -> Markup {
    let headings = [
        Heading::Text("where simulated"),
        Heading::Number("matchups"),
        Heading::Number("simulated"),
        Heading::Number("played"),
    ];
    let rows: Vec<Vec<Markup>> = agreement
        .calibration
        .iter()
        .map(|bin| {
            vec![
                text(format!("{:.0} to {:.0} %", bin.from * 100.0, bin.to * 100.0)),
                text(bin.matchups.to_string()),
                text(percent(bin.simulated)),
                text(percent(bin.played)),
            ]
        })
        .collect();
    html! {
        h3 { "Calibration" }
        (table("Where the simulation has one side ahead by so much, how it was played", &headings, &rows))
    }
}

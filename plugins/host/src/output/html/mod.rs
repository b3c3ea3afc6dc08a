//! A report as one HTML file: nothing in it is fetched or run, so that it can be sent, kept and
//! printed. Charts are SVG ([`chart`]), each above a table of what it shows; games that are worth a look
//! have pages beside it ([`album`]).

pub mod album;
pub mod answers;
pub mod chart;
pub mod fidelity;
pub mod ladder;
pub mod meta;
pub mod newcomer;
pub mod openings;
mod shaded;
pub mod stats;
pub mod values;
pub mod viewer;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::album::Album;
use super::command::Command;
use super::figure::grouped;
use super::sample::Sample;

const STYLE: &str = include_str!("style.css");

/// The Content-Security-Policy of the file: a browser shows it, and neither runs nor fetches
/// anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The origin of a report. Nothing in it depends on threads or time.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The command that writes the same report again.
    pub command: String,
    /// The digest of the cards that were played with.
    pub cards: String,
}

/// A report's parts before they are written as one file.
struct Page<'a> {
    /// The command of the program that answers such questions, such as `meta`.
    command: &'a str,
    title: String,
    lead: Markup,
    body: Markup,
    sample: &'a Sample,
    origin: &'a Origin,
    /// The methods behind the numbers, a line each.
    methods: &'a [&'a str],
    /// The report as JSON, which the page holds too.
    data: &'a str,
}

impl Page<'_> {
    fn text(&self) -> String {
        let Self { command, title, lead, body, sample, .. } = self;
        // What could end the element is written otherwise; JSON reads it as the same.
        let data = self.data.replace('<', "\\u003c");
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    title { (title) " · Cardmill" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header {
                        p class="eyebrow" { "Cardmill " (command) " · " (sample.game) }
                        h1 { (title) }
                        div class="lead" { (lead) }
                        p class="soft" { "Played by " (sample.agents) "." }
                        @if sample.stopped {
                            p class="bad" {
                                strong { "Stopped before it was over: " }
                                "all numbers are of the " (grouped(sample.games)) " games played."
                            }
                        }
                    }
                    main { (body) }
                    footer { (self.made()) }
                    script type="application/json" id="data" { (PreEscaped(data)) }
                }
            }
        }
        .into_string()
    }

    /// Writes the footer: the command, seed and digest that give the same numbers, and the meaning
    /// of these.
    fn made(&self) -> Markup {
        let Self { sample, origin, .. } = self;
        html! {
            h2 { "How it was made" }
            p {
                @if sample.stopped {
                    "It was stopped before its end. This command plays it whole:"
                } @else {
                    "This command writes the same report again, to the last digit, on any machine:"
                }
            }
            code class="command" { (origin.command) }
            dl class="made" {
                dt { "games" }
                dd {
                    (grouped(sample.games)) " of " (sample.game)
                    @if sample.spared > 0 {
                        ", and " (grouped(sample.spared)) " more known without playing them"
                    }
                    @if sample.quarantined > 0 {
                        ", and " (grouped(sample.quarantined))
                        " of them set aside, which count for nobody"
                    }
                }
                dt { "agents" } dd { (sample.agents) }
                dt { "seed" } dd { (sample.seed) }
                @if !sample.edits.is_empty() {
                    dt { "changed" }
                    dd { @for edit in &sample.edits { (edit) br; } "in all games" }
                }
                @if !sample.stopped {
                    dt { "digest" } dd { code { (sample.digest) } " of all games" }
                }
                dt { "cards" } dd { code { (origin.cards) } }
                dt { "version" } dd { "Cardmill " (env!("CARGO_PKG_VERSION")) }
            }
            @for trust in &sample.trust {
                p class=[(trust.agreed == Some(false)).then_some("bad")] { (trust.told) }
            }
            h3 { "What the numbers mean" }
            ul class="plain" {
                @for method in self.methods { li { (method) } }
                li {
                    "All of it holds for the agents that played: ask again with others before \
                     you decide."
                }
            }
            p class="soft" {
                "The same numbers are in this file as JSON, in the element with the id data."
            }
        }
    }
}

/// A column of a table by its heading, which says how its cells are aligned.
#[derive(Clone, Copy)]
enum Heading<'a> {
    /// A column of names or words, to the left.
    Text(&'a str),
    /// A column of numbers, to the right.
    Number(&'a str),
}

/// Writes a table that is as wide as it needs to be; on a phone it is moved by a finger.
fn table(caption: &str, headings: &[Heading<'_>], rows: &[Vec<Markup>]) -> Markup {
    let class = |heading: &Heading<'_>| matches!(heading, Heading::Text(_)).then_some("text");
    html! {
        div class="scroll" role="region" tabindex="0" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        @for heading in headings {
                            @let (Heading::Text(name) | Heading::Number(name)) = heading;
                            th scope="col" class=[class(heading)] { (name) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            @for (number, (heading, cell)) in headings.iter().zip(row).enumerate() {
                                @if number == 0 {
                                    th scope="row" class=[class(heading)] { (cell) }
                                } @else {
                                    td class=[class(heading)] { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn text(text: impl AsRef<str>) -> Markup {
    html! { (text.as_ref()) }
}

/// Marks a word that a reader looks for, in the colour of its tone.
fn chip(word: &str, tone: chart::Tone) -> Markup {
    html! { span class={ "chip " (tone.class()) } { (word) } }
}

/// Lists games to look at: the reason for each, and the commands that play it, by arm. The first
/// have pages, as far as there is room for them.
fn games(album: &mut Album<'_>, summary: &str, shown: &[(String, Vec<Command>)]) -> Markup {
    let linked = shown.iter().filter_map(|(what, commands)| Some((what, album.link(commands)?)));
    let linked: Vec<_> = linked.collect();
    html! {
        @if !linked.is_empty() {
            p class="soft" { "Step by step on a board:" }
            ul class="plain" {
                @for (what, link) in &linked {
                    li { a href=(link.address) { (what) } " (" (link.size) ")" }
                }
            }
        }
        @if !shown.is_empty() {
            details {
                summary { (summary) }
                dl class="games" {
                    @for (what, commands) in shown {
                        dt { (what) }
                        @for command in commands {
                            dd { code class="command" { (command) } }
                        }
                    }
                }
            }
        }
    }
}

//! The report of a new card.

use maud::{Markup, html};

use super::album::Album;
use super::chart::{Caption, Estimate, Forest, Tone};
use super::{Heading, Origin, Page, chip, games, table, text};
use crate::output::figure::{points, range};
use crate::output::newcomer::{Deck, Report, Row, Standing, json};

const METHODS: [&str; 3] = [
    "The same deal is played with the deck as it is and with one copy in the place of which there is the \
     new card; drawn anew for every deal.",
    "Intervals hold at 95 % whenever they are looked at (betting, Waudby-Smith and Ramdas 2024).",
    "Too strong, too weak: its intervals against all cards of the deck leave out 0. About like: the \
     nearest of those from which it is certainly no further than what counts as alike.",
];

/// The new card as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin, album: &mut Album<'_>) -> String {
    let headings = [
        Heading::Text("deck"),
        Heading::Number("wins"),
        Heading::Text("best in the place of"),
        Heading::Number("gain"),
        Heading::Number("95 % always"),
        Heading::Number("deals"),
        Heading::Number("played"),
        Heading::Text("it is"),
    ];
    let cells = |deck: &Deck| -> Vec<Markup> {
        let verdict = chip(&deck.verdict.told(), tone(&deck.verdict));
        deck.told("").iter().map(text).chain([verdict]).collect()
    };
    let rows: Vec<Vec<Markup>> = report.decks.iter().map(cells).collect();
    let lead = html! {
        @for deck in &report.decks { p { (deck.name) ": " strong { (deck.verdict.told()) } "." } }
        @if !report.others.is_empty() {
            p class="soft" { "May not hold it: " (report.others.join(", ")) "." }
        }
    };
    let body = html! {
        h2 { "Which decks may hold it" }
        (table("The decks and what it is there", &headings, &rows))
        @for (number, deck) in report.decks.iter().enumerate() { (cards(album, deck, number)) }
    };
    Page {
        command: "whatif",
        title: format!("What {} is like", report.name),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

const fn tone(standing: &Standing) -> Tone {
    match standing {
        Standing::TooStrong => Tone::Good,
        Standing::TooWeak => Tone::Bad,
        Standing::Like(_) => Tone::Even,
        Standing::Undecided | Standing::NotJudged => Tone::Open,
    }
}

/// The new card in the place of each card of a deck.
fn cards(album: &mut Album<'_>, deck: &Deck, number: usize) -> Markup {
    let estimate = |row: &Row| Estimate {
        label: row.name.clone(),
        value: row.gain,
        interval: row.interval,
        told: format!("{} points, 95 %: {}", points(row.gain), range(row.interval)),
        tone: Tone::of(row.gain, row.interval[0] > 0.0 || row.interval[1] < 0.0),
    };
    let rows: Vec<Estimate> = deck.cards.iter().map(estimate).collect();
    let id = format!("gains-{number}");
    let caption = Caption {
        id: &id,
        title: "The new card in the place of each",
        told: "Points of a copy of the new card in the place of one of the card named, and the 95 % \
               interval: the best to leave out first.",
    };
    let forest =
        Forest { rows: &rows, reference: 0.0, band: None, reach: -0.01..=0.01, told: points };
    let shown = deck.cards.iter().flat_map(|row| {
        let told = ["won", "lost"].into_iter().zip(&row.replays);
        told.filter_map(|(word, replays)| {
            Some((format!("A game that is {word} without {}", row.name), replays.clone()?))
        })
    });
    html! {
        h2 { (deck.name) }
        (forest.chart(caption))
        (games(album, "Games that the new card turned, without it and with it", &shown.collect::<Vec<_>>()))
    }
}

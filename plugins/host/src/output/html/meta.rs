//! The report of `meta`.

use maud::{Markup, html};

use super::chart::{Caption, Estimate, Forest, Matrix, Tone};
use super::{Heading, Origin, Page, chip, games, table, text};
use crate::output::figure::{grouped, percent, points, range};
use crate::output::meta::{Deck, Pairing, Report, json, open};

const METHODS: [&str; 5] = [
    "Shares are of all games of a pairing, a draw being half a win, with 95 % intervals (Wilson).",
    "Uneven: of all pairings that are told so, one in twenty is wrong at most (e-BH).",
    "The mix is the equilibrium of the game of choosing a deck: no deck beats it.",
    "Its intervals hold nine tenths of the mixes of fields that the games leave open (1,000 draws).",
    "What going first is worth is told by deals that are played twice, with either player going \
     first: one round in four. They do not count in the shares.",
];

fn share(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

/// The field as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin) -> String {
    let played: Vec<&Deck> = report.decks.iter().filter(|deck| deck.mix >= 0.005).collect();
    let lead = html! {
        p {
            "When everybody chooses as well as can be, "
            @for (number, deck) in played.iter().enumerate() {
                @if number > 0 { ", " }
                strong { (deck.name) } " (" (percent(deck.mix)) ")"
            }
            @if played.len() == 1 { " is played alone" } @else { " are played" }
            ": no deck beats that."
        }
        @if let Some(matches) = &report.matches {
            p class="soft" { "Shares are of matches, " (matches) }
        }
        p class="soft" {
            "The mix is like " (format!("{:.1}", report.effective)) " decks. Going first is worth "
            (points(report.first.worth)) " points of a game (95 % always: "
            (range(report.first.interval)) ")."
        }
    };
    let body = html! {
        h2 { "Who beats whom" }
        (matrix(report))
        (pairings(report))
        h2 { "What would be played" }
        (mix(report))
    };
    Page {
        command: "meta",
        title: "Who beats whom, and what would be played".to_owned(),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

fn matrix<'a>(report: &'a Report) -> Markup {
    let labels: Vec<&'a str> = report.decks.iter().map(|deck| deck.name.as_str()).collect();
    let found = |a: usize, b: usize| {
        report.pairings.iter().find_map(|pairing| {
            let names = [pairing.deck.as_str(), pairing.against.as_str()];
            match names {
                [deck, against] if (deck, against) == (labels[a], labels[b]) => Some(pairing.share),
                [deck, against] if (deck, against) == (labels[b], labels[a]) => {
                    Some(1.0 - pairing.share)
                }
                _ => None,
            }
        })
    };
    let told = "Games that the deck named wins of a hundred against each other deck, by their \
                numbers: green where it is ahead, red where it is behind, darker the further.";
    let caption = Caption { id: "matrix", title: "Share of games won, deck by deck", told };
    let column = |(number, name): (usize, &&'a str)| (format!("vs {}", number + 1), *name);
    let columns: Vec<(String, &str)> = labels.iter().enumerate().map(column).collect();
    Matrix { rows: &labels, columns: &columns, share: &found, none: "not played" }.chart(caption)
}

fn pairings(report: &Report) -> Markup {
    let headings = [
        Heading::Text("deck"),
        Heading::Text("against"),
        Heading::Number("wins"),
        Heading::Number("95 %"),
        Heading::Number("games"),
        Heading::Text("uneven"),
    ];
    let cells = |pairing: &Pairing| -> Vec<Markup> {
        let [low, high] = pairing.interval;
        vec![
            text(&pairing.deck),
            text(&pairing.against),
            text(percent(pairing.share)),
            text(format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)),
            text(grouped(pairing.games)),
            chip(
                if pairing.uneven { "uneven" } else { "" },
                Tone::of(pairing.share - 0.5, pairing.uneven),
            ),
        ]
    };
    let rows: Vec<Vec<Markup>> = report.pairings.iter().map(cells).collect();
    let shown = report.pairings.iter().flat_map(|pairing| {
        let winners =
            [&pairing.deck, &pairing.against].into_iter().zip([&pairing.against, &pairing.deck]);
        winners.zip(&pairing.replays).filter_map(|((winner, loser), replay)| {
            Some((format!("{winner} wins against {loser}"), vec![replay.clone()?]))
        })
    });
    html! {
        (table("Every pairing", &headings, &rows))
        @if let Some(open) = open(report) { p class="soft" { (open) "." } }
        (games("A game that each won", &shown.collect::<Vec<_>>()))
    }
}

fn mix(report: &Report) -> Markup {
    let row = |deck: &Deck| {
        let [low, high] = deck.mix_interval;
        Estimate {
            label: deck.name.clone(),
            value: deck.mix,
            interval: deck.mix_interval,
            told: format!("{}, 90 %: {} to {}", percent(deck.mix), share(low), share(high)),
            tone: Tone::Even,
        }
    };
    let rows: Vec<Estimate> = report.decks.iter().map(row).collect();
    let told = "Each deck's part of the mix that no deck beats, and nine tenths of what the games \
                leave open.";
    let forest = Forest { rows: &rows, reference: 0.0, band: None, reach: 0.0..=1.0, told: share };
    let mut headings = vec![Heading::Text("deck")];
    headings
        .extend(["mix", "90 %", "in it", "against all", "against the mix"].map(Heading::Number));
    headings.push(Heading::Text("best answer"));
    let cells = |deck: &Deck| -> Vec<Markup> {
        let [low, high] = deck.mix_interval;
        let mut cells = vec![text(&deck.name)];
        let numbers = [
            percent(deck.mix),
            format!("{} to {}", share(low), share(high)),
            percent(deck.in_mix),
            percent(deck.field),
            percent(deck.against_mix),
            format!("{}, {}", deck.response, percent(deck.response_share)),
        ];
        cells.extend(numbers.map(text));
        cells
    };
    let table_rows: Vec<Vec<Markup>> = report.decks.iter().map(cells).collect();
    html! {
        (forest.chart(Caption { id: "mix", title: "The mix that no deck beats", told }))
        (table("The decks, the best mix first", &headings, &table_rows))
    }
}

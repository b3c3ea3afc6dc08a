//! The report of `openings`.

use maud::{Markup, html};

use super::{Heading, Origin, Page, table, text};
use crate::output::figure::{grouped, percent};
use crate::output::openings::{Deck, Report, Worth, first, json, meant, rounds, tempo, won};

const METHODS: [&str; 4] = [
    "Each deal is played by other ways, and all else of it is alike: with the other player going first, \
     with the hand kept that was given up or given up that was kept, and with first resources by lot.",
    "Intervals of going first, mulligans and choosing hold at 95 % whenever they are looked at (betting, \
     Waudby-Smith and Ramdas 2024).",
    "Those of first resources and of means are normal, at 95 %; those of rates are Wilson's.",
    "Rounds and games that were won tell how games went, not what causes what.",
];

/// Writes the openings and courses of games as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin) -> String {
    let lead = html! {
        p { strong { (first(report)) "." } }
        @for line in meant() { p class="soft" { (line) "." } }
    };
    let deck = Heading::Text("deck");
    let numbers = |names: &[&'static str]| -> Vec<Heading<'static>> {
        names.iter().map(|name| Heading::Number(name)).collect()
    };
    let with =
        |first: Heading<'static>, names: &[&'static str]| [&[first][..], &numbers(names)].concat();
    let cells = |cells: &[String]| -> Vec<Markup> { cells.iter().map(text).collect() };
    let mulligans: Vec<Vec<Markup>> =
        report.decks.iter().map(|deck| cells(&deck.mulligans())).collect();
    let hands: Vec<Vec<Markup>> =
        report.decks.iter().flat_map(|deck| deck.hands().map(|row| cells(&row))).collect();
    let games: Vec<Vec<Markup>> =
        report.decks.iter().filter_map(|deck| Some(cells(&won(deck)?))).collect();
    let all: u64 = report.ended.iter().map(|ended| ended.games).sum();
    let ended: Vec<Vec<Markup>> = report
        .ended
        .iter()
        .map(|ended| {
            let share = percent(ended.games as f64 / all.max(1) as f64);
            cells(&[ended.round.to_string(), grouped(ended.games), share])
        })
        .collect();
    let resources = |deck: &Deck| -> Markup {
        let named = |name: String, of: [String; 5]| cells(&[&[name][..], &of].concat());
        let costs =
            deck.by_cost.iter().map(|of| named(format!("all that cost {}", of.cost), of.cells()));
        let cards =
            deck.cards.iter().map(|of| named(of.name.clone().unwrap_or_default(), of.cells()));
        let rows: Vec<Vec<Markup>> = costs.chain(cards).collect();
        let headings =
            with(Heading::Text("first resource"), &["cost", "kept", "resourced", "worth", "95 %"]);
        let [choice, interval] = Worth::told(deck.choice.as_ref());
        let curve: Vec<Vec<Markup>> = rounds(deck).map(|round| cells(&tempo(round))).collect();
        html! {
            h2 { (deck.deck) }
            p { "Choosing first resources is worth " (choice) " points (" (interval) ")." }
            (table("Round by round: means as each begins, and what is paid in it", &numbers(&[
                "round", "games", "paid", "resources", "units", "power", "hand", "base HP",
            ]), &curve))
            details {
                summary { "First resources" }
                (table("What becomes of cards in kept hands", &headings, &rows))
            }
        }
    };
    let body = html! {
        h2 { "Mulligans" }
        (table("How often, and what they are worth", &with(deck, &[
            "mulligans", "95 %", "worth", "95 % always", "of kept hands", "95 % always",
        ]), &mulligans))
        (table("By what was dealt", &with(deck, &[
            "cheap cards", "hands", "mulligans", "worth", "95 % always",
        ]), &hands))
        h2 { "How games are won" }
        (table("Means of the games that each won", &with(deck, &[
            "games", "rounds", "damage in combat", "by abilities", "by empty decks",
        ]), &games))
        (table("When games ended", &numbers(&["round", "games", "share"]), &ended))
        @for deck in &report.decks { (resources(deck)) }
    };
    Page {
        command: "openings",
        title: "How games begin, and what that is worth".to_owned(),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

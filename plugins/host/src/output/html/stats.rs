//! The report of `stats`.

use maud::{Markup, html};

use super::album::Album;
use super::chart::{Caption, Column, Estimate, Forest, Tone, columns};
use super::{Heading, Origin, Page, games, table, text};
use crate::output::command::Command;
use crate::output::figure::{grouped, percent};
use crate::output::run::replay;
use crate::output::sample::Sample;
use crate::output::stats::Cards;
use crate::stats::{Card, Copies, Round};

const METHODS: [&str; 3] = [
    "Every copy of a card counts by itself, a draw is half a win; names are those that the community \
     knows from 17lands: OH in the hand that was kept, GIH ever in the hand, PWR played, IWD GIH less \
     the games in which it was not seen.",
    "Copies of a card in one game share its result: intervals (95 %, Wilson) are those of as many \
     independent games as the copies are worth.",
    "They tell how games went, not what a card is worth: cardmill value answers that.",
];

const METHODS_OF_USE: [&str; 3] = [
    "Every copy of a card counts by itself, a draw is half a win; a card is used in a game when it \
     attacks, modifies dice, or an ability of it does anything.",
    "Copies of a card in one game share its result: intervals (95 %, Wilson) are those of as many \
     independent games as the copies are worth.",
    "They tell how games went, not what a card is worth: cardmill whatif answers that.",
];

fn share(value: f64) -> String {
    format!("{:.0} %", value * 100.0)
}

/// Statistics of a run as a page, with as many cards of each entry as `top`.
#[must_use]
pub fn page(cards: &Cards<'_>, top: usize, origin: &Origin, album: &mut Album<'_>) -> String {
    let report = cards.report;
    let sample = Sample {
        game: report.game.name(),
        agents: report.agents(),
        seed: report.settings.seed,
        edits: report.edits.to_vec(),
        games: report.run.games,
        spared: 0,
        quarantined: report.run.quarantined,
        stopped: report.stopped(),
        digest: report.run.digest.to_string(),
        trust: vec![cards.trust.clone()],
    };
    let lead = html! {
        p class="soft" { (report.game.explained()) }
        @for line in cards.handled() { p class="soft" { (line) "." } }
    };
    let body = html! {
        @for (entry, name) in cards.entries() {
            @for (at, (kind, of)) in cards.tables(entry).into_iter().enumerate() {
                (deck(album, cards, (entry, at), (name, kind), &of[..top.min(of.len())]))
            }
        }
        (rounds(cards))
    };
    Page {
        command: "stats",
        title: "How the cards did".to_owned(),
        lead,
        body,
        sample: &sample,
        origin,
        methods: if cards.draws() { &METHODS } else { &METHODS_OF_USE },
        data: &cards.json(),
    }
    .text()
}

/// Writes the cards of an entry, or those of one kind: a chart, a table, and games to look at.
fn deck(
    album: &mut Album<'_>,
    cards: &Cards<'_>,
    (entry, at): (u16, usize),
    (name, kind): (&str, &str),
    all: &[(u16, &Card)],
) -> Markup {
    let Some((_, any)) = all.first() else { return html! {} };
    let named = if kind.is_empty() { name.to_owned() } else { format!("{name}: {kind}") };
    let name = named.as_str();
    let rate = any.won(Copies::All).rate().unwrap_or(0.5);
    let (copies, which, when, own) = match cards.draws() {
        true => (Copies::InHand, "ever in the hand (GIH)", "in the hand", "the deck's own share"),
        false => (Copies::Played, "played or used", "it was used", "the share of all copies"),
    };
    let estimate = |(card, counts): &(u16, &Card)| {
        let [_, name] = (cards.name)(*card);
        let won = counts.won(copies);
        let value = won.rate()?;
        let interval @ [low, high] = won.interval();
        let told = format!("{}, 95 %: {} to {}", percent(value), percent(low), percent(high));
        let tone = Tone::of(value - rate, low > rate || high < rate);
        Some(Estimate { label: name, value, interval, told, tone })
    };
    let rows: Vec<Estimate> = all.iter().filter_map(estimate).collect();
    let told = format!(
        "Games won by copies that were {which}, with 95 % intervals; the line is {own}, \
         {}. Green and red: the interval leaves that share out.",
        percent(rate),
    );
    let forest =
        Forest { rows: &rows, reference: rate, band: None, reach: rate..=rate, told: share };
    let mut headings = vec![Heading::Text("card"), Heading::Text("id")];
    headings.extend(cards.headings().chain(["copies"]).map(Heading::Number));
    let cells = |(card, counts): &(u16, &Card)| -> Vec<Markup> {
        let [id, name] = (cards.name)(*card);
        let mut cells = vec![text(name), text(id)];
        let counted = grouped(counts.won(copies).copies);
        cells.extend(cards.figures(counts).into_iter().chain([counted]).map(text));
        cells
    };
    let table_rows: Vec<Vec<Markup>> = all.iter().map(cells).collect();
    let id = if at == 0 { format!("cards-{entry}") } else { format!("cards-{entry}-{at}") };
    let title = format!("{name}: games won when {when}");
    html! {
        h2 { (name) }
        (forest.chart(Caption { id: &id, title: &title, told: &told }))
        (table(&format!("Cards of {name}"), &headings, &table_rows))
        @if at == 0 { (games(album, "Games to look at", &shown(cards, entry))) }
    }
}

/// The first games that an entry won and lost in each setup, each with the command that plays it.
fn shown(cards: &Cards<'_>, entry: u16) -> Vec<(String, Vec<Command>)> {
    let report = cards.report;
    let mut shown = Vec::new();
    for (setup, counts) in &report.run.setups {
        let mine =
            (0..setup.seats()).find(|&seat| report.entry(setup, seat) == Some(report.name(entry)));
        let Some(mine) = mine else { continue };
        for seat in 0..setup.seats() {
            let word = if seat == mine { "wins" } else { "loses" };
            let others = (0..setup.seats()).filter(|&seat| seat != mine);
            let others: Vec<&str> = others.filter_map(|seat| report.entry(setup, seat)).collect();
            if let Some(game) = counts.earliest_won(seat) {
                let what = format!("{} {word} against {}", report.name(entry), others.join(", "));
                shown.push((what, vec![replay(report, (game, 1)).command()]));
            }
        }
    }
    shown
}

/// Writes the lengths of games, and the share that whoever was ahead as a round began won.
fn rounds(cards: &Cards<'_>) -> Markup {
    let reached = || cards.stats.rounds.iter().filter(|(_, round)| round.reached > 0);
    let games = reached().map(|(_, round)| round.ended).sum::<u64>().max(1) as f64;
    let column = |(number, round): (&u16, &Round)| Column {
        label: number.to_string(),
        share: round.ended as f64 / games,
        told: format!("{} games ended", grouped(round.ended)),
    };
    let lengths: Vec<Column> = reached().map(column).collect();
    let kept = |round: &Round| (round.ahead > 0).then(|| round.kept as f64 / round.ahead as f64);
    let leads: Vec<Column> = reached()
        .filter_map(|(number, round)| {
            let share = kept(round)?;
            let told = format!("{} of {}", percent(share), grouped(round.ahead));
            Some(Column { label: number.to_string(), share, told })
        })
        .collect();
    let headings =
        ["round", "reached", "ended", "somebody ahead", "who then won"].map(Heading::Number);
    let cells = |(number, round): (&u16, &Round)| -> Vec<Markup> {
        let counts = [round.reached, round.ended, round.ahead].map(grouped);
        let won = kept(round).map_or_else(|| "-".to_owned(), percent);
        core::iter::once(number.to_string()).chain(counts).chain([won]).map(text).collect()
    };
    let rows: Vec<Vec<Markup>> = reached().map(cells).collect();
    let caption = |id, title, told| Caption { id, title, told };
    html! {
        h2 { "How long games are" }
        (columns(caption("lengths", "The round in which games end",
            "Games of a hundred that end in each round."), &lengths))
        h2 { "Who is ahead, and who wins" }
        (columns(caption("leads", "How often whoever is ahead wins",
            "Of a hundred games in which somebody is ahead in score as the round begins, those that \
             this player wins."), &leads))
        (table("By round", &headings, &rows))
    }
}

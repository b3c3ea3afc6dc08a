//! The report of `meta`.

use maud::{Markup, html};

use super::album::Album;
use super::answers::tone;
use super::chart::{Caption, Estimate, Forest, Matrix, Tone};
use super::shaded::shaded;
use super::{Heading, Origin, Page, chip, games, table, text};
use crate::analysis::likeness::order;
use crate::output::answers::Row;
use crate::output::figure::{between, grouped, percent, points, range};
use crate::output::meta::{After, Deck, Pairing, Report, Shown, data, mixed, open, reach};
use crate::output::shift;
use crate::output::spread::{Found, Spread};

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
pub fn page(report: &Report, shown: Shown, origin: &Origin, album: &mut Album<'_>) -> String {
    let played = report.decks.iter().filter(|deck| deck.mix >= 0.005).count();
    let lead = html! {
        @if let Some(goal) = &report.goal { (wanted(goal)) }
        @if let Some(after) = &report.after {
            @for change in &after.changes { p { strong { (change) } } }
            p { (sentence(&shift::headline(report, after))) "." }
        } @else {
            p {
                "When everybody chooses as well as can be, " strong { (mixed(&report.decks)) }
                @if played == 1 { " is played alone" } @else { " are played" }
                ": no deck beats that."
            }
        }
        @if let Some(matches) = &report.matches {
            p class="soft" { "Shares are of matches, " (matches) }
        }
        p class="soft" {
            "The mix is like " (format!("{:.1}", report.effective)) " decks"
            @if let Some(after) = &report.after {
                ", and " (format!("{:.1}", after.effective)) " after the change"
            }
            ". Going first is worth "
            (points(report.first.worth)) " points of a game (95 % always: "
            (range(report.first.interval)) ")."
        }
    };
    let body = html! {
        @if let Some(after) = &report.after { (change(album, report, after, shown)) }
        h2 { "Who beats whom" @if report.after.is_some() { ", before the change" } }
        (matrix(report, false))
        @if report.after.is_some() {
            h2 { "Who beats whom after it" }
            (matrix(report, true))
        }
        (pairings(album, report, shown))
        h2 { "What would be played" @if report.after.is_some() { ", before the change" } }
        (mix(&report.decks, "mix"))
        @if let Some(after) = &report.after {
            h2 { "What would be played after it" }
            (mix(&after.decks, "mix-after"))
        }
    };
    Page {
        command: "meta",
        title: match &report.after {
            _ if report.goal.is_some() => "The smallest changes for a wanted mix".to_owned(),
            Some(_) => "What would be played before and after a change".to_owned(),
            None => "Who beats whom, and what would be played".to_owned(),
        },
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &data(report),
    }
    .text()
}

/// Writes the changes that were found for a wanted mix, and whether they reach it.
fn wanted(goal: &Spread) -> Markup {
    let headings = [
        Heading::Text("change"),
        Heading::Number("steps"),
        Heading::Number("beaten by"),
        Heading::Number("90 %"),
        Heading::Number("the mix is like"),
        Heading::Text(""),
    ];
    let cells = |found: &Found| -> Vec<Markup> {
        let tone = match found.reached {
            Some(true) => Tone::Good,
            Some(false) => Tone::Bad,
            None => Tone::Open,
        };
        found.cells().iter().map(text).chain([chip(found.word(), tone)]).collect()
    };
    let rows: Vec<Vec<Markup>> = goal.found.iter().map(cells).collect();
    html! {
        p { strong { (sentence(&goal.told())) "." } }
        (table("The changes that were found, on fresh deals", &headings, &rows))
        ul class="plain" { @for found in &goal.found { li { (found.change) ": " (found.moves()) } } }
        p class="soft" { (sentence(&goal.meant())) "." }
        p { "The first of them, before and after:" }
    }
}

/// Writes a sentence with a capital letter at its beginning.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// Writes the effect of a change on each deck: a chart, a table, remarks and games to look at.
fn change(album: &mut Album<'_>, report: &Report, after: &After, shown: Shown) -> Markup {
    let told = |row: &Row| {
        let (value, interval) = (row.answer.differences.mean(), row.answer.interval());
        Estimate {
            label: row.player.clone(),
            value,
            interval,
            told: format!("{} points, 95 %: {}", points(value), range(interval)),
            tone: tone(row.judged()),
        }
    };
    let rows: Vec<Estimate> = after.answers.iter().take(shown.top).map(told).collect();
    let forest =
        Forest { rows: &rows, reference: 0.0, band: None, reach: -0.01..=0.01, told: points };
    let caption = Caption {
        id: "changes",
        title: "The change for each deck",
        told: "How much better each deck comes in against all others, on the same deals, and its 95 % \
               interval.",
    };
    let mut headings = vec![Heading::Text("deck")];
    headings.extend(
        ["mix", "after", "against all", "after", "change", "95 % always", "pairs"]
            .map(Heading::Number),
    );
    headings.extend(["best answer", "after", "verdict"].map(Heading::Text));
    let cells = |((deck, changed), row): ((&Deck, &Deck), &Row)| -> Vec<Markup> {
        let differences = &row.answer.differences;
        let answer = |deck: &Deck| format!("{}, {}", deck.response, percent(deck.response_share));
        let mut cells: Vec<Markup> = [
            deck.name.clone(),
            percent(deck.mix),
            percent(changed.mix),
            percent(row.answer.share(0)),
            percent(row.answer.share(1)),
            points(differences.mean()),
            range(row.answer.interval()),
            grouped(differences.pairs()),
            answer(deck),
            answer(changed),
        ]
        .iter()
        .map(text)
        .collect();
        cells.push(chip(row.word(), tone(row.judged())));
        cells
    };
    let sides = report.decks.iter().zip(&after.decks).zip(&after.answers);
    let rows: Vec<Vec<Markup>> = sides.take(shown.top).map(cells).collect();
    let arms = after.answers.iter().take(shown.top).flat_map(|row| {
        let told = ["better", "worse"].into_iter().zip(&row.replays);
        told.filter_map(|(word, replays)| {
            let what = format!("A game that came out {word} for {}, both ways", row.player);
            Some((what, replays.clone()?))
        })
    });
    html! {
        h2 { "What the change does" }
        (forest.chart(caption))
        (table("Each deck before and after", &headings, &rows))
        @for line in shift::holds(after) { p class="soft" { (sentence(&line)) "." } }
        (games(album, "Games that the change turned", &arms.collect::<Vec<_>>()))
    }
}

/// The most decks whose shares are drawn as a chart; more have a table, which is read however many
/// there are.
const CHARTED: usize = 12;

fn matrix(report: &Report, after: bool) -> Markup {
    let shares = report.shares(after);
    let labels: Vec<&str> = report.decks.iter().map(|deck| deck.name.as_str()).collect();
    let id = if after { "matrix-after" } else { "matrix" };
    if labels.len() > CHARTED {
        let rows = shares.iter().map(|row| row.iter().map(|share| share.unwrap_or(0.5)).collect());
        let order = order(&rows.collect::<Vec<Vec<f64>>>());
        return shaded("Share of games won, deck by deck", &labels, &shares, &order);
    }
    let told = "Games that the deck named wins of a hundred against each other deck, by their \
                numbers: green where it is ahead, red where it is behind, darker the further.";
    let caption = Caption { id, title: "Share of games won, deck by deck", told };
    let columns = labels.iter().enumerate().map(|(at, name)| (format!("vs {}", at + 1), *name));
    let columns: Vec<(String, &str)> = columns.collect();
    let share = |a: usize, b: usize| shares[a][b];
    Matrix { rows: &labels, columns: &columns, share: &share, none: "not played" }.chart(caption)
}

fn pairings(album: &mut Album<'_>, report: &Report, shown: Shown) -> Markup {
    let told = report.told(shown);
    let few = told.len() < report.pairings.len();
    let headings = [
        Heading::Text("deck"),
        Heading::Text("against"),
        Heading::Number("wins"),
        Heading::Number("95 %"),
        Heading::Number("games"),
        Heading::Text("uneven"),
    ];
    let cells = |pairing: &Pairing| -> Vec<Markup> {
        vec![
            text(&pairing.deck),
            text(&pairing.against),
            text(percent(pairing.share)),
            text(between(pairing.interval)),
            text(grouped(pairing.games)),
            chip(
                if pairing.uneven { "uneven" } else { "" },
                Tone::of(pairing.share - 0.5, pairing.uneven),
            ),
        ]
    };
    let rows: Vec<Vec<Markup>> = told.iter().map(|pairing| cells(pairing)).collect();
    let commands = told.iter().flat_map(|pairing| {
        let winners =
            [&pairing.deck, &pairing.against].into_iter().zip([&pairing.against, &pairing.deck]);
        winners.zip(&pairing.replays).filter_map(|((winner, loser), replay)| {
            Some((format!("{winner} wins against {loser}"), vec![replay.clone()?]))
        })
    });
    let caption = match few {
        true => format!("Pairings among the first {}", shown.top),
        false => "Every pairing".to_owned(),
    };
    let listed = table(&caption, &headings, &rows);
    html! {
        @if report.is_large() {
            details { summary { (caption) } (listed) }
            p class="soft" {
                "Every pairing, with what going first is worth in it and the commands that play its games, \
                 is in the answer to the same command with --format json."
            }
        } @else {
            (listed)
        }
        @if let Some(open) = open(report) { p class="soft" { (open) "." } }
        (games(album, "A game that each won", &commands.collect::<Vec<_>>()))
    }
}

fn mix(decks: &[Deck], id: &str) -> Markup {
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
    let rows: Vec<Estimate> = decks.iter().map(row).collect();
    let told = "Each deck's part of the mix that no deck beats, and nine tenths of what the games \
                leave open.";
    let forest = Forest { rows: &rows, reference: 0.0, band: None, reach: 0.0..=1.0, told: share };
    let mut headings = vec![Heading::Text("deck")];
    headings.extend(
        ["mix", "90 %", "in it", "against all", "±", "against the mix"].map(Heading::Number),
    );
    headings.push(Heading::Text("best answer"));
    let cells = |deck: &Deck| -> Vec<Markup> {
        let [low, high] = deck.mix_interval;
        let mut cells = vec![text(&deck.name)];
        let numbers = [
            percent(deck.mix),
            format!("{} to {}", share(low), share(high)),
            percent(deck.in_mix),
            percent(deck.field),
            reach(deck.field_interval),
            percent(deck.against_mix),
            format!("{}, {}", deck.response, percent(deck.response_share)),
        ];
        cells.extend(numbers.map(text));
        cells
    };
    let table_rows: Vec<Vec<Markup>> = decks.iter().map(cells).collect();
    html! {
        (forest.chart(Caption { id, title: "The mix that no deck beats", told }))
        (table("The decks, the best mix first", &headings, &table_rows))
    }
}

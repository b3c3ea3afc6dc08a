//! The report of `value`.

use maud::{Markup, html};

use super::album::Album;
use super::chart::{Caption, Estimate, Forest, Tone};
use super::{Heading, Origin, Page, chip, games, table, text};
use crate::output::figure::{grouped, percent, points, range};
use crate::output::replacements::{HEADING, Replacement};
use crate::output::values::{Curve, Part, Report, Row, idle, json, open};

const METHODS: [&str; 3] = [
    "A value is causal: the same deal is played with the whole deck and with one copy in the place \
     of which there is another card; drawn anew for every deal. Win rates of games in which a card \
     was seen or played are not: long games see more cards, finishers are played by who is ahead.",
    "Intervals hold at 95 % whenever they are looked at (betting, Waudby-Smith and Ramdas 2024).",
    "Worth it, harms: of all that are told so, one in twenty is wrong at most (e-BH).",
];

/// Writes the table of cards to cut, and of the cards that are best in their place.
fn replaced(all: &[Replacement]) -> Markup {
    let [cut, with, change, interval, pairs, verdict] = HEADING;
    let headings = [
        Heading::Text(cut),
        Heading::Text(with),
        Heading::Number(change),
        Heading::Number(interval),
        Heading::Number(pairs),
        Heading::Text(verdict),
    ];
    let cells = |one: &Replacement| -> Vec<Markup> {
        let card = format!("{} ({})", one.name, one.card);
        core::iter::once(card).chain(one.told()).map(text).collect()
    };
    let rows: Vec<Vec<Markup>> = all.iter().map(cells).collect();
    html! {
        h2 { "What to cut, and for what" }
        (table("A copy of each card that is worth least, and what is best in its place, on fresh deals", &headings, &rows))
    }
}

/// The values by where a copy lay.
fn parts(report: &Report) -> Markup {
    let Some(widest) = report.cards.iter().max_by_key(|row| row.by_part.len()) else {
        return html! {};
    };
    let places: Vec<String> = widest.by_part.iter().map(Part::place).collect();
    if places.is_empty() {
        return html! {};
    }
    let mut headings = vec![Heading::Text("card")];
    headings.extend(places.iter().map(|place| Heading::Number(place)));
    let cells = |row: &Row| {
        let value = |place: &String| {
            let part = row.by_part.iter().find(|part| part.place() == *place);
            match part {
                Some(part) => html! {
                    span title={ "95 %: " (range(part.interval)) ", " (grouped(part.deals)) " deals" } {
                        (points(part.value))
                    }
                },
                None => html! { "–" },
            }
        };
        core::iter::once(text(&row.name)).chain(places.iter().map(value)).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<Markup>> = report.cards.iter().map(cells).collect();
    html! {
        h2 { "By where the copy lay" }
        p class="soft" {
            "Points of a copy that lay so far down in the shuffled deck; the first are the opening hand. Where a card \
             lies is up to chance alone, so this is causal, too; when it is drawn is not."
        }
        (table("Points of a copy by its place in the shuffled deck", &headings, &rows))
    }
}

/// Writes the values to expect of cards by the numbers printed on them, beside the values they
/// have.
fn curve(report: &Report) -> Markup {
    let known = report.cards.iter().filter_map(|row| Some((row, row.curve.as_ref()?)));
    let cells = |(row, curve): (&Row, &Curve)| -> Vec<Markup> {
        let word = match (curve.outlier, row.value > curve.expected) {
            (true, true) => "far above",
            (true, false) => "far below",
            (false, _) => "",
        };
        let numbers = [format!("{:+}", curve.surplus), points(curve.expected), points(row.value)];
        let mut cells = vec![text(&row.name)];
        cells.extend(numbers.map(text));
        cells.push(chip(word, Tone::of(row.value - curve.expected, curve.outlier)));
        cells
    };
    let rows: Vec<Vec<Markup>> = known.map(cells).collect();
    let mut headings = vec![Heading::Text("card")];
    headings.extend(["surplus", "expected", "value"].map(Heading::Number));
    headings.push(Heading::Text("the curve"));
    html! {
        @if !rows.is_empty() {
            h2 { "The power curve" }
            p class="soft" {
                "surplus: how much its printed numbers are above what is usual for its cost; expected: the value of \
                 a card with this surplus in this deck, by a line through the medians (Theil and Sen)."
            }
            (table("Values and what was to be expected", &headings, &rows))
        }
    }
}

/// The values as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin, album: &mut Album<'_>) -> String {
    let certain = |up: bool| {
        let cards =
            report.cards.iter().filter(|row| row.judged && row.certain && (row.value > 0.0) == up);
        cards.count()
    };
    let lead = html! {
        p {
            (report.deck) " wins " strong { (percent(report.share)) } " of its games against "
            (report.against.join(", ")) "."
        }
        p class="soft" {
            "Of " (report.cards.len()) " cards " (certain(true)) " are certainly worth their place, "
            "and " (certain(false)) " certainly harm; points of a copy in the place of "
            (report.filler) ", on the same " (grouped(report.deals)) " deals."
        }
    };
    let estimate = |row: &Row| Estimate {
        label: format!("{} ×{}", row.name, row.copies),
        value: row.value,
        interval: row.interval,
        told: format!("{} points, 95 %: {}", points(row.value), range(row.interval)),
        tone: Tone::of(row.value, row.judged && row.certain),
    };
    let rows: Vec<Estimate> = report.cards.iter().map(estimate).collect();
    let told = "What a copy of each card is worth in points of a game, and its 95 % interval; green \
                and red where it is certain to which side, blue where it is not.";
    let forest =
        Forest { rows: &rows, reference: 0.0, band: None, reach: -0.01..=0.01, told: points };
    let mut headings = vec![Heading::Text("card"), Heading::Text("id")];
    headings.extend(
        ["copies", "value", "95 % always", "games", "turned", "played"].map(Heading::Number),
    );
    headings.push(Heading::Text("certain"));
    let cells = |row: &Row| -> Vec<Markup> {
        let turned = percent(row.turned as f64 / row.games.max(1) as f64);
        let numbers =
            [points(row.value), range(row.interval), grouped(row.games), turned, row.played()];
        let mut cells = vec![text(&row.name), text(&row.card), html! { (row.copies) }];
        cells.extend(numbers.map(text));
        cells.push(chip(row.word(), Tone::of(row.value, row.judged && row.certain)));
        cells
    };
    let table_rows: Vec<Vec<Markup>> = report.cards.iter().map(cells).collect();
    let shown = report.cards.iter().flat_map(|row| {
        let words = ["won with a copy and lost without", "lost with a copy and won without"];
        words
            .into_iter()
            .zip(&row.replays)
            .filter_map(|(word, replays)| Some((format!("{}: {word}", row.name), replays.clone()?)))
    });
    let body = html! {
        h2 { "Points of a copy" }
        (forest.chart(Caption { id: "values", title: "What a copy of each card is worth", told }))
        (table("What a copy of each card is worth", &headings, &table_rows))
        p class="soft" {
            "turned: the share of games that ended otherwise without the copy; played: the share of the \
             draws of a copy in which it was played, with the whole deck."
        }
        @for line in open(report).into_iter().chain(idle(report)) { p class="soft" { (line) "." } }
        @if !report.replacements.is_empty() { (replaced(&report.replacements)) }
        (parts(report))
        (curve(report))
        (games(album, "Games that a card turned, with it and without", &shown.collect::<Vec<_>>()))
    };
    Page {
        command: "value",
        title: format!("What each card of {} is worth", report.deck),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

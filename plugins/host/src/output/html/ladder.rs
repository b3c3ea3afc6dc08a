//! The report of `ladder`.

use maud::{Markup, html};

use super::chart::{Caption, Estimate, Forest, Matrix, Tone};
use super::{Heading, Origin, Page, table, text};
use crate::output::figure::percent;
use crate::output::ladder::{
    PAIR, RATING, Rating, Report, json, pair_cells, rating_cells, rounded,
};

const METHODS: [&str; 6] = [
    "Every two agents play the same deals, each twice, with seats exchanged: each has both decks and \
     both hands once, so that neither decks nor draws favour anybody.",
    "Ratings are those of Bradley and Terry's model that make the games the likeliest, in Elo points: \
     400 more are ten games won for each that is lost. A draw is half a win; each two are taken to \
     have drawn one game more, so that who wins all games has a rating.",
    "Intervals are of a bootstrap over deals (1,000 samples), with two deals added, one that is shared \
     and one in which chance gives both games to somebody: a share of 100 % isn't taken for certain.",
    "Intervals of ratings are of the distance to the agent at 0. What tells two strong agents apart is \
     what they win of each other.",
    "At least: the share is greater with a chance of 95 %.",
    "Played: of the cards of a kind that ever were in the agent's hand, those that it played.",
];

/// The ladder as a page.
#[must_use]
pub fn page(report: &Report, origin: &Origin) -> String {
    let best = &report.ratings[0];
    let lead = html! {
        p {
            strong { (best.agent) } " is the strongest: it wins " (percent(best.share))
            " of its games."
        }
        p class="soft" { (report.told()) "." }
    };
    let body = html! {
        h2 { "Ratings" }
        (ratings(report))
        h2 { "Who beats whom" }
        (pairs(report))
    };
    Page {
        command: "ladder",
        title: "How strong agents are, beside each other".to_owned(),
        lead,
        body,
        sample: &report.sample,
        origin,
        methods: &METHODS,
        data: &json(report),
    }
    .text()
}

fn ratings(report: &Report) -> Markup {
    let row = |rating: &Rating| {
        let [low, high] = rating.interval.map(rounded);
        Estimate {
            label: rating.agent.clone(),
            value: rating.rating,
            interval: rating.interval,
            told: format!("{}, 95 %: {low} to {high}", rounded(rating.rating)),
            tone: Tone::Even,
        }
    };
    let rows: Vec<Estimate> = report.ratings.iter().map(row).collect();
    let forest =
        Forest { rows: &rows, reference: 0.0, band: None, reach: 0.0..=100.0, told: rounded };
    let told = format!("Elo points above {}, with intervals of 95 %.", report.anchor);
    let kinds = report.kinds();
    let played: Vec<String> = kinds.iter().map(|kind| format!("{kind} played")).collect();
    let mut headings = vec![Heading::Text(RATING[0])];
    headings.extend(RATING[1..].iter().copied().map(Heading::Number));
    headings.extend(played.iter().map(|name| Heading::Number(name)));
    let cells = |rating: &Rating| rating_cells(report, rating, &kinds).iter().map(text).collect();
    let rows: Vec<Vec<Markup>> = report.ratings.iter().map(cells).collect();
    html! {
        (forest.chart(Caption { id: "ratings", title: "Ratings", told: &told }))
        (table("The agents, the best first", &headings, &rows))
    }
}

fn pairs<'a>(report: &'a Report) -> Markup {
    let names: Vec<&'a str> = report.ratings.iter().map(|rating| rating.agent.as_str()).collect();
    let share = |a: usize, b: usize| {
        report.pairs.iter().filter(|pair| pair.found.games > 0).find_map(|pair| {
            let both = [pair.agent.as_str(), pair.against.as_str()];
            match both {
                [one, other] if [one, other] == [names[a], names[b]] => Some(pair.found.share),
                [one, other] if [other, one] == [names[a], names[b]] => {
                    Some(1.0 - pair.found.share)
                }
                _ => None,
            }
        })
    };
    let column = |(number, name): (usize, &&'a str)| (format!("vs {}", number + 1), *name);
    let columns: Vec<(String, &str)> = names.iter().enumerate().map(column).collect();
    let matrix = Matrix { rows: &names, columns: &columns, share: &share, none: "not played" };
    let told = "Games that the agent named wins of a hundred against each other agent, by their \
                numbers: green where it is ahead, red where it is behind, darker the further.";
    let mut headings = PAIR.map(Heading::Number);
    headings[..2].copy_from_slice(&[Heading::Text(PAIR[0]), Heading::Text(PAIR[1])]);
    let cells = |pair| pair_cells(pair).iter().map(text).collect();
    let rows: Vec<Vec<Markup>> = report.pairs.iter().map(cells).collect();
    html! {
        (matrix.chart(Caption { id: "pairs", title: "Share of games won, agent by agent", told }))
        (table("Each two that played", &headings, &rows))
    }
}

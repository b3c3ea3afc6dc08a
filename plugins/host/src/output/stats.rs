//! Statistics of cards: tables for people, JSON, and CSV with a row per card.

use std::collections::BTreeMap;
use std::fmt::Write;

use cardmill_harness::tally::Figure;
use serde::Serialize;

use super::Report;
use super::csv;
use super::figure::{grouped, known, percent, tenths, whole};
use super::handled::{OfCard, OfKind, idle, kinds};
use super::json::pretty;
use super::name::cut;
use super::run::summary;
use super::table::{limit, sentence, table};
use crate::stats::{Card, Copies, Handled, Kinds, Round, Stats, Won};
use crate::trust::Trust;

/// The statistics of a run, with the ids and names of its cards.
pub struct Cards<'a> {
    /// The run that was counted, and its settings.
    pub report: &'a Report<'a>,
    /// The counts by entry and card, and by round.
    pub stats: &'a Stats,
    /// The id and the name of a card by its place in the catalogue.
    pub name: &'a dyn Fn(u16) -> [String; 2],
    /// The plural word for cards of its kind, such as `events`, by the card's place in the
    /// catalogue.
    pub kind: &'a dyn Fn(u16) -> &'static str,
    /// The trust in those who played, by the trials that are known.
    pub trust: &'a Trust,
}

impl Cards<'_> {
    /// Tells whether the game's cards are drawn; if not, all are there from the beginning.
    pub(super) fn draws(&self) -> bool {
        self.report.game.draws()
    }

    /// The cards of an entry with their counts, in falling order of the share won when they were in
    /// the hand, or used.
    pub(super) fn of(&self, entry: u16) -> Vec<(u16, &Card)> {
        let all = self.stats.cards.range((entry, 0)..=(entry, u16::MAX));
        let mut cards: Vec<(u16, &Card)> = all.map(|((_, card), counts)| (*card, counts)).collect();
        let copies = if self.draws() { Copies::InHand } else { Copies::Played };
        let rate = |card: &Card| card.won(copies).rate().unwrap_or(-1.0);
        cards.sort_by(|(_, one), (_, other)| rate(other).total_cmp(&rate(one)));
        cards
    }

    /// The draws and plays of all cards, kind by kind.
    fn kinds(&self) -> Vec<OfKind> {
        let mut kinds = Kinds::new();
        for ((_, card), counts) in &self.stats.cards {
            if let Some(handled) = counts.handled.filter(|handled| handled.drawn > 0) {
                kinds.entry((self.kind)(*card)).or_default().merge(handled);
            }
        }
        OfKind::all(&kinds)
    }

    /// Tells the handling of cards, line by line: kinds of cards, and cards that were hardly
    /// played.
    pub(super) fn handled(&self) -> Vec<String> {
        let idle = self.entries().filter_map(|(entry, name)| {
            let card = |(card, counts): (u16, &Card)| {
                let [id, name] = (self.name)(card);
                Some(OfCard { card: id, name, handled: counts.handled? })
            };
            let cards: Vec<OfCard> = self.of(entry).into_iter().filter_map(card).collect();
            Some(format!("{name}: {}", idle(&cards)?))
        });
        kinds(&self.kinds()).into_iter().chain(idle).collect()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (u16, &str)> {
        (0..).zip(self.report.labels.iter().map(|label| label.name.as_str()))
    }

    /// The figures that tables tell of a card, as many as the game has headings.
    pub(super) fn figures(&self, counts: &Card) -> Vec<String> {
        let won = |copies| points(counts.won(copies).rate());
        let [attacks, damage, defeats] = counts.deeds_of_all();
        let told = |(figure, _): &(Figure, _)| match figure {
            Figure::Times => grouped(counts.won(Copies::Played).copies),
            Figure::Played => known(counts.share(Copies::Played), whole),
            Figure::Round => known(counts.round(), tenths),
            Figure::WonOpening => won(Copies::Opening),
            Figure::WonInHand => won(Copies::InHand),
            Figure::MarginInHand => margin(counts.won(Copies::InHand)),
            Figure::Improvement => signed(counts.improvement()),
            Figure::WonPlayed => won(Copies::Played),
            Figure::MarginPlayed => margin(counts.won(Copies::Played)),
            Figure::Attacks => known(attacks, tenths),
            Figure::Damage => known(damage, tenths),
            Figure::Defeated => known(defeats, whole),
        };
        self.report.game.figures().iter().map(told).collect()
    }

    /// The headings of these figures.
    pub(super) fn headings(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.report.game.figures().iter().map(|(_, heading)| *heading)
    }

    /// The tables of an entry: the kind of card that each is of, and its cards. A game whose cards
    /// are drawn has one table without a kind, any other one for each kind.
    pub(super) fn tables(&self, entry: u16) -> Vec<(&'static str, Vec<(u16, &Card)>)> {
        let all = self.of(entry);
        if self.draws() {
            return vec![("", all)];
        }
        let mut tables: BTreeMap<&'static str, Vec<(u16, &Card)>> = BTreeMap::new();
        for (card, counts) in all {
            tables.entry((self.kind)(card)).or_default().push((card, counts));
        }
        tables.into_iter().collect()
    }

    /// Gives the answer in a line: the card of each entry with which most was won, when it was in
    /// the hand if cards are drawn.
    #[must_use]
    pub fn headline(&self) -> String {
        let (copies, held) = match self.draws() {
            true => (Copies::InHand, " in the hand"),
            false => (Copies::Played, ""),
        };
        let best = self.entries().filter_map(|(entry, name)| {
            let (card, counts) = self.of(entry).into_iter().next()?;
            let [_, card] = (self.name)(card);
            let won = points(counts.won(copies).rate());
            Some(format!("{name}: most was won with {card}{held}, {won} %"))
        });
        best.collect::<Vec<_>>().join("; ")
    }

    /// Writes a table for each entry, of its first `top` cards; then the rounds.
    #[must_use]
    pub fn table(&self, top: usize) -> String {
        let mut text = format!("played by {}\n\n", self.report.agents());
        for (entry, name) in self.entries() {
            let row = |(card, counts): (u16, &Card)| {
                let [_, name] = (self.name)(card);
                core::iter::once(name).chain(self.figures(counts)).collect()
            };
            for (kind, cards) in self.tables(entry) {
                let rows: Vec<Vec<String>> = cards.into_iter().take(top).map(row).collect();
                if !rows.is_empty() {
                    let name =
                        if kind.is_empty() { name.into() } else { format!("{name}: {kind}") };
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "{}", cut(&name, limit()));
                    let heading: Vec<&str> = core::iter::once("").chain(self.headings()).collect();
                    text.push_str(&table(&heading, 1, rows));
                }
            }
        }
        text.push_str(self.report.game.explained());
        text.push('\n');
        let heading = ["round", "reached", "ended", "somebody ahead", "who then won"];
        let row = |(number, round): (&u16, &Round)| {
            let ahead = (round.ahead > 0).then(|| round.kept as f64 / round.ahead as f64);
            vec![
                number.to_string(),
                grouped(round.reached),
                grouped(round.ended),
                grouped(round.ahead),
                known(ahead, percent),
            ]
        };
        let reached = self.stats.rounds.iter().filter(|(_, round)| round.reached > 0);
        text.push_str(&table(&heading, 1, reached.map(row).collect()));
        text.push('\n');
        text.extend(self.handled().into_iter().map(|line| sentence(&line) + "\n"));
        let _ = writeln!(text, "{}{}", summary(self.report), sentence(&self.trust.told));
        text
    }

    /// Writes the statistics as one JSON object.
    #[must_use]
    pub fn json(&self) -> String {
        let card = |(card, counts): (u16, &Card)| {
            let [id, name] = (self.name)(card);
            let [plays, attacks, damage, base_damage, defeats] = counts.deeds();
            let won = |copies| Proportion::of(counts.won(copies));
            Row {
                id,
                name,
                kind: (!self.draws()).then(|| (self.kind)(card)),
                in_deck: won(Copies::All),
                opening_hand: won(Copies::Opening),
                drawn: won(Copies::Drawn),
                in_hand: won(Copies::InHand),
                not_seen: won(Copies::NotSeen),
                played: won(Copies::Played),
                resourced: won(Copies::Resourced),
                handled: counts.handled,
                improvement_when_drawn: counts.improvement(),
                round_played: counts.round(),
                per_copy_played: Deeds { plays, attacks, damage, base_damage, defeats },
            }
        };
        let entry =
            |(entry, name)| Entry { name, cards: self.of(entry).into_iter().map(card).collect() };
        let round = |(&round, counts): (&u16, &Round)| RoundRow {
            round,
            reached: counts.reached,
            ended: counts.ended,
            ahead: counts.ahead,
            kept: counts.kept,
        };
        let report = self.report;
        pretty(&Document {
            digest: report.digest(),
            game: report.game.name(),
            seed: report.settings.seed,
            agents: report.agents(),
            games: report.run.games,
            planned: report.planned,
            quarantined: report.run.quarantined,
            entries: self.entries().map(entry).collect(),
            rounds: self.stats.rounds.iter().map(round).collect(),
            cards: self.kinds(),
            trust: [self.trust],
        })
    }

    /// Writes a heading and one row per entry and card.
    #[must_use]
    pub fn csv(&self) -> String {
        const KINDS: [&str; Copies::ALL.len()] =
            ["in_deck", "opening_hand", "drawn", "in_hand", "not_seen", "played", "resourced"];
        let mut heading: Vec<String> = ["entry", "id", "name"].map(str::to_owned).into();
        let columns = ["copies", "rate", "low", "high"];
        heading
            .extend(KINDS.iter().flat_map(|kind| columns.map(|column| format!("{kind}_{column}"))));
        let more = "improvement_when_drawn round_played plays attacks damage base_damage defeats";
        heading.extend(more.split(' ').map(str::to_owned));
        let number = |number: Option<f64>| number.map_or_else(String::new, |it| it.to_string());
        let mut rows = Vec::new();
        for (entry, label) in self.entries() {
            for (card, counts) in self.of(entry) {
                let [id, name] = (self.name)(card);
                let mut row = vec![label.to_owned(), id, name];
                for copies in Copies::ALL {
                    let won = counts.won(copies);
                    let [low, high] = won.interval();
                    let figures = [won.rate(), Some(low), Some(high)].map(number);
                    row.push(won.copies.to_string());
                    row.extend(figures);
                }
                row.extend([counts.improvement(), counts.round()].map(number));
                row.extend(counts.deeds().map(number));
                rows.push(row);
            }
        }
        csv::text(heading, rows)
    }
}

/// A share as a percentage without its sign, `-` where there is none.
pub(super) fn points(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", rate * 100.0))
}

/// A difference of shares in points, with its sign.
pub(super) fn signed(difference: Option<f64>) -> String {
    difference.map_or_else(|| "-".to_owned(), |it| format!("{:+.1}", it * 100.0))
}

/// Half the width of the interval, in percent without the sign.
pub(super) fn margin(won: &Won) -> String {
    let [low, high] = won.interval();
    points(won.rate().map(|_| (high - low) / 2.0))
}

#[derive(Serialize)]
struct Document<'a> {
    digest: Option<String>,
    game: &'a str,
    seed: u64,
    agents: String,
    games: u64,
    planned: u64,
    quarantined: u64,
    entries: Vec<Entry<'a>>,
    rounds: Vec<RoundRow>,
    cards: Vec<OfKind>,
    trust: [&'a Trust; 1],
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    cards: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: String,
    name: String,
    /// The kind of the card; `None` in games whose cards are drawn, where tables are not told apart
    /// by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    in_deck: Proportion,
    opening_hand: Proportion,
    drawn: Proportion,
    in_hand: Proportion,
    not_seen: Proportion,
    played: Proportion,
    resourced: Proportion,
    /// Copies that were drawn, and those of them that were played; nothing of leaders.
    handled: Option<Handled>,
    improvement_when_drawn: Option<f64>,
    round_played: Option<f64>,
    per_copy_played: Deeds,
}

#[derive(Serialize)]
struct Deeds {
    plays: Option<f64>,
    attacks: Option<f64>,
    damage: Option<f64>,
    base_damage: Option<f64>,
    defeats: Option<f64>,
}

#[derive(Serialize)]
struct Proportion {
    copies: u64,
    rate: Option<f64>,
    interval: [f64; 2],
}

impl Proportion {
    fn of(won: &Won) -> Self {
        Self { copies: won.copies, rate: won.rate(), interval: won.interval() }
    }
}

#[derive(Serialize)]
struct RoundRow {
    round: u16,
    reached: u64,
    ended: u64,
    ahead: u64,
    kept: u64,
}

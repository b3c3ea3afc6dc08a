//! Statistics of cards: tables for people, JSON, and CSV with a row per card.

use std::collections::{BTreeMap, BTreeSet};
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
    /// The cards that any game could see, whoever entered.
    pub all: &'a [u16],
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
        let unseen = self.unseen().into_iter().map(|Unseen { kind, of, cards }| {
            let names: Vec<&str> = cards.iter().map(|card| &*card.name).collect();
            let names = if names.is_empty() { "none" } else { &*names.join(", ") };
            format!("{kind} that no game has seen, of {of}: {names}")
        });
        let unseen: Vec<String> = unseen.collect();
        kinds(&self.kinds()).into_iter().chain(idle).chain(unseen).collect()
    }

    /// The cards that no game has seen, of those that any could, kind by kind.
    fn unseen(&self) -> Vec<Unseen> {
        let mut kinds: BTreeMap<&'static str, Unseen> = BTreeMap::new();
        let seen: BTreeSet<u16> = self.stats.cards.keys().map(|(_, card)| *card).collect();
        for card in self.all {
            let kind = (self.kind)(*card);
            let of_kind = kinds.entry(kind).or_insert(Unseen { kind, of: 0, cards: Vec::new() });
            of_kind.of += 1;
            if !seen.contains(card) {
                let [id, name] = (self.name)(*card);
                of_kind.cards.push(Named { id, name });
            }
        }
        kinds.into_values().collect()
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
            unseen: self.unseen(),
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

/// The statistics of a run, as JSON has them.
#[derive(Serialize)]
struct Document<'a> {
    /// The digest of the run; `None` when it was stopped.
    digest: Option<String>,
    /// The name of the game that was played.
    game: &'a str,
    /// The seed of the run.
    seed: u64,
    /// The agents that played, as an argument.
    agents: String,
    /// Games that were played.
    games: u64,
    /// Games asked for.
    planned: u64,
    /// Games that were set aside; their cards are not counted.
    quarantined: u64,
    /// The entries, each with its cards.
    entries: Vec<Entry<'a>>,
    /// The rounds of all games.
    rounds: Vec<RoundRow>,
    /// The share of drawn cards that were played, kind by kind.
    cards: Vec<OfKind>,
    /// The cards that no game has seen, kind by kind, in games whose entries do not say which there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unseen: Vec<Unseen>,
    /// The trust in those who played, by the trials that are known.
    trust: [&'a Trust; 1],
}

/// The cards of a kind that no game has seen.
#[derive(Serialize)]
struct Unseen {
    /// The plural word for the kind, such as `action cards`.
    kind: &'static str,
    /// The number of cards of the kind.
    of: usize,
    /// Those that no game has seen.
    cards: Vec<Named>,
}

/// A card by its id and name.
#[derive(Serialize)]
struct Named {
    /// The id of the card.
    id: String,
    /// The name of the card.
    name: String,
}

/// An entry of a player.
#[derive(Serialize)]
struct Entry<'a> {
    /// Its name, unlike every other one.
    name: &'a str,
    /// Its cards, by id.
    cards: Vec<Row>,
}

/// A card in the entry of a player.
#[derive(Serialize)]
struct Row {
    /// The id of the card.
    id: String,
    /// The name of the card.
    name: String,
    /// Its kind, such as `strategy cards`; left out of games whose cards are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Games won by all of its copies (GP).
    in_deck: Proportion,
    /// Won by those in the hand that was kept, after any mulligan (OH).
    opening_hand: Proportion,
    /// Won by those that came to the hand later (GD).
    drawn: Proportion,
    /// Won by those that were ever in the hand (GIH).
    in_hand: Proportion,
    /// Won by those that never were (GNS).
    not_seen: Proportion,
    /// Won by those that were played, or deployed (PWR). In X-Wing, by those that were used; in
    /// Twilight Imperium, by players who had the card.
    played: Proportion,
    /// Won by those that became resources.
    resourced: Proportion,
    /// Copies that were drawn, and those of them that were played; `None` of leaders.
    handled: Option<Handled>,
    /// The rate of `in_hand` less that of `not_seen` (IWD).
    improvement_when_drawn: Option<f64>,
    /// The mean round in which they were played for the first time; set-up belongs to the first
    /// round.
    round_played: Option<f64>,
    /// The deeds of a copy that was played.
    per_copy_played: Deeds,
}

/// The deeds of a copy that was played, on the mean of a game; `None` where no copy was.
#[derive(Serialize)]
struct Deeds {
    /// Times that it was played, or deployed; in X-Wing, rounds in which it was used.
    plays: Option<f64>,
    /// Attacks that it made.
    attacks: Option<f64>,
    /// Damage that it dealt to units, or ships.
    damage: Option<f64>,
    /// Damage that it dealt to bases.
    base_damage: Option<f64>,
    /// Times that it was defeated; in X-Wing, that its ship was destroyed or fled.
    defeats: Option<f64>,
}

/// A share of games that copies of a card won; a draw is half a win.
#[derive(Serialize)]
struct Proportion {
    /// Copies that count.
    copies: u64,
    /// The share, from 0 to 1; `None` where there are none.
    rate: Option<f64>,
    /// The interval of 95 % of it, of as many independent games as the copies are worth.
    interval: [f64; 2],
}

impl Proportion {
    fn of(won: &Won) -> Self {
        Self { copies: won.copies, rate: won.rate(), interval: won.interval() }
    }
}

/// A round, over all games.
#[derive(Serialize)]
struct RoundRow {
    /// Its number, from 1.
    round: u16,
    /// Games that reached it.
    reached: u64,
    /// Games that ended in it.
    ended: u64,
    /// Games in which somebody was ahead in score as it began.
    ahead: u64,
    /// Those of them that this player won.
    kept: u64,
}

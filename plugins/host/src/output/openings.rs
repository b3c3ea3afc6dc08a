//! Openings and courses of games, in results: tables, JSON and CSV.

use std::collections::BTreeMap;
use std::fmt::Write;

use cardmill_harness::tally::Measure;
use serde::Serialize;

use super::figure::{between, grouped, percent, points, range, tenths};
use super::json::pretty;
use super::sample::Sample;
use super::table::{sentence, table};
use super::{Label, csv};
use crate::analysis::betting::Differences;
use crate::analysis::wilson;
use crate::experiment::field::First;
use crate::experiment::openings::{CHEAP, Hands, Kept, Mean, Openings, Own, worth};
use crate::host::Catalogue;

/// The number of cards that people are told of each deck, half of them from each end.
const TOLD: usize = 8;

/// Copies of a card below which nothing is told of it by itself.
const LEAST: u64 = 50;

/// The openings and the courses of games of some decks. Nothing in it depends on threads or time.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The worth of going first, over all games.
    pub first: Worth,
    /// The decks, in their order.
    pub decks: Vec<Deck>,
    /// Games that ended in each round.
    pub ended: Vec<Ended>,
    /// The games that it rests on.
    #[serde(flatten)]
    pub sample: Sample,
}

/// The worth of a choice or a chance, in shares of a game, as a mean over deals played both ways.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Worth {
    /// The mean difference, -1 to 1.
    pub worth: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Deals, or copies, that tell of it.
    pub deals: u64,
}

impl Worth {
    fn of(differences: &Differences) -> Option<Self> {
        let (worth, interval) = worth(differences);
        let deals = differences.pairs();
        (deals > 0).then_some(Self { worth, interval, deals })
    }

    fn first(first: &First) -> Self {
        let (worth, interval) = (first.worth(), first.interval());
        Self { worth, interval, deals: first.differences.pairs() }
    }

    /// Its worth and its interval in points, as two cells; dashes where nothing is known.
    pub(super) fn told(worth: Option<&Self>) -> [String; 2] {
        worth.map_or_else(
            || ["–", "–"].map(str::to_owned),
            |worth| [points(worth.worth), range(worth.interval)],
        )
    }
}

/// A deck with all that is told of its openings and its games.
#[derive(Clone, Debug, Serialize)]
pub struct Deck {
    /// The name of the deck, as results call it.
    pub deck: String,
    /// Games that count.
    pub games: u64,
    /// Hands that could be given up.
    pub hands: u64,
    /// The number of these that were given up in a mulligan.
    pub mulligans: u64,
    /// Their share with its 95 % interval (Wilson); none where there was no choice.
    pub rate: Option<[f64; 3]>,
    /// The worth of giving up those hands that were given up; `None` where there were none.
    pub given_up: Option<Worth>,
    /// The worth that giving up would have had for the hands that were kept.
    pub kept: Option<Worth>,
    /// The hands by the number of cheap cards among those dealt.
    pub by_hand: Vec<Hand>,
    /// The worth of choosing the first resources, beside drawing them by lot.
    pub choice: Option<Worth>,
    /// The fates of cards in kept hands, by the cost of the card.
    pub by_cost: Vec<Resourced>,
    /// The fates card by card, those first that do best as resources.
    pub cards: Vec<Resourced>,
    /// The rounds in order, from 1.
    pub tempo: Vec<Round>,
    /// The means of the games that it won; `None` where it won none.
    pub won: Option<Won>,
}

/// Hands with so many cards that cost little.
#[derive(Clone, Debug, Serialize)]
pub struct Hand {
    /// The number of cards in the hand that cost little.
    pub cheap: usize,
    /// Hands that were dealt.
    pub hands: u64,
    /// The number of these that were given up.
    pub mulligans: u64,
    /// The worth of giving one of these hands up.
    pub gain: Option<Worth>,
}

/// A card, or cards of a cost, in hands that were kept.
#[derive(Clone, Debug, Serialize)]
pub struct Resourced {
    /// The id of the card; nothing of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// Its name; nothing of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The cost that is printed on the card, in resources.
    pub cost: u32,
    /// Copies in hands that were kept.
    pub copies: u64,
    /// The number of these that became first resources.
    pub resourced: u64,
    /// The worth of a copy that becomes a resource beside one that stays in the hand, as the lot
    /// decides it.
    pub worth: Option<Worth>,
}

/// A round of a deck's games: means of them, each with the half width of its 95 % interval.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// The number of the round, from 1.
    pub round: usize,
    /// Games that reached it.
    pub games: u64,
    /// The mean of what was paid in it, and the half width of its 95 % interval.
    pub paid: [f64; 2],
    /// The means of what was measured as it began, likewise, by the names of the measures.
    #[serde(flatten)]
    pub measures: BTreeMap<&'static str, [f64; 2]>,
}

/// Games that a deck won: means over them, each with the half width of its 95 % interval.
#[derive(Clone, Debug, Serialize)]
pub struct Won {
    /// The number of games that the deck won.
    pub games: u64,
    /// The round in which they ended, on average.
    pub rounds: [f64; 2],
    /// Damage that the other base took in combat.
    pub combat: [f64; 2],
    /// Damage that the other base took by abilities.
    pub abilities: [f64; 2],
    /// Damage that the other base took by drawing from an empty deck.
    pub empty_deck: [f64; 2],
}

/// Games that ended in a round.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ended {
    /// The number of the round, from 1.
    pub round: u16,
    /// The number of games that ended in it.
    pub games: u64,
}

fn mean(mean: &Mean) -> [f64; 2] {
    [mean.value().unwrap_or(0.0), mean.reach()]
}

impl Report {
    /// Makes the report of what was found of decks with these labels. Decks without games are left
    /// out.
    #[must_use]
    pub fn of(
        found: &Openings,
        labels: &[Label],
        catalogue: &Catalogue,
        measures: &'static [Measure],
        sample: Sample,
    ) -> Self {
        let decks = found.own.iter().zip(labels).filter(|(own, _)| own.games > 0);
        let ended = found.ended.iter().map(|(&round, &games)| Ended { round, games });
        Self {
            first: Worth::first(&First::together(&found.first)),
            decks: decks.map(|(own, label)| Deck::of(own, label, catalogue, measures)).collect(),
            ended: ended.collect(),
            sample,
        }
    }
}

impl Deck {
    fn of(own: &Own, label: &Label, catalogue: &Catalogue, measures: &'static [Measure]) -> Self {
        let [hands, mulligans] = own.mulligans();
        let rate = (hands > 0).then(|| {
            let [low, high] = wilson(mulligans, hands);
            [mulligans as f64 / hands as f64, low, high]
        });
        let hand = |(&cheap, of): (&usize, &Hands)| Hand {
            cheap,
            hands: of.dealt,
            mulligans: of.taken,
            gain: Worth::of(&of.gain),
        };
        let resourced = |of: &Kept, cost| Resourced {
            card: None,
            name: None,
            cost,
            copies: of.kept,
            resourced: of.resourced,
            worth: of.worth().map(|(worth, interval)| Worth { worth, interval, deals: of.kept }),
        };
        let card = |(&place, of): (&u16, &Kept)| {
            let [id, name] = catalogue.called(place);
            let all = resourced(of, catalogue.cost(place));
            Resourced { card: Some(id), name: Some(name), ..all }
        };
        let mut cards: Vec<Resourced> = own.cards.iter().map(card).collect();
        let best = |card: &Resourced| card.worth.map_or(f64::NEG_INFINITY, |worth| worth.worth);
        cards.sort_by(|one, other| best(other).total_cmp(&best(one)));
        let round = |(round, tempo): (usize, &crate::experiment::openings::Tempo)| Round {
            round,
            games: tempo.paid.count,
            paid: mean(&tempo.paid),
            measures: measures
                .iter()
                .zip(&tempo.measures)
                .map(|(of, at)| (of.name, mean(at)))
                .collect(),
        };
        let won = &own.won;
        Self {
            deck: label.name.clone(),
            games: own.games,
            hands,
            mulligans,
            rate,
            given_up: Worth::of(&own.taken),
            kept: Worth::of(&own.kept),
            by_hand: own.hands.iter().map(hand).collect(),
            choice: Worth::of(&own.choice),
            by_cost: own.costs.iter().map(|(&cost, of)| resourced(of, cost)).collect(),
            cards,
            tempo: (1..).zip(&own.tempo).map(round).collect(),
            won: (won.rounds.count > 0).then(|| Won {
                games: won.rounds.count,
                rounds: mean(&won.rounds),
                combat: mean(&won.combat),
                abilities: mean(&won.abilities),
                empty_deck: mean(&won.empty),
            }),
        }
    }

    /// Its cells about mulligans: the name, the share of hands given up, their worth, and that of
    /// those kept.
    pub(super) fn mulligans(&self) -> [String; 7] {
        let [rate, of_rate] = match self.rate {
            Some([rate, low, high]) => [percent(rate), between([low, high])],
            None => ["none allowed", ""].map(str::to_owned),
        };
        let [given, of_given] = Worth::told(self.given_up.as_ref());
        let [kept, of_kept] = Worth::told(self.kept.as_ref());
        [self.deck.clone(), rate, of_rate, given, of_given, kept, of_kept]
    }

    /// The cells of the hands that are told: kinds that are one in a hundred of all at least.
    pub(super) fn hands(&self) -> impl Iterator<Item = [String; 6]> {
        self.by_hand.iter().filter(|hand| hand.hands * 100 >= self.hands).map(|hand| {
            let [gain, interval] = Worth::told(hand.gain.as_ref());
            let rate = hand.mulligans as f64 / hand.hands.max(1) as f64;
            let cheap = hand.cheap.to_string();
            [self.deck.clone(), cheap, grouped(hand.hands), percent(rate), gain, interval]
        })
    }

    /// The cards that are told one by one: those that do best as resources, and those that do best
    /// in the hand.
    pub(super) fn told(&self) -> Vec<&Resourced> {
        let known = |card: &&Resourced| card.copies >= LEAST && card.worth.is_some();
        let known: Vec<&Resourced> = self.cards.iter().filter(known).collect();
        let behind = known.len().saturating_sub(TOLD / 2).max(TOLD / 2);
        let first = known.iter().take(TOLD / 2);
        first.chain(known.get(behind..).into_iter().flatten()).copied().collect()
    }
}

impl Resourced {
    /// Its cells: the cost, copies, the share that became resources, their worth.
    pub(super) fn cells(&self) -> [String; 5] {
        let [worth, interval] = Worth::told(self.worth.as_ref());
        let share = percent(self.resourced as f64 / self.copies.max(1) as f64);
        [self.cost.to_string(), grouped(self.copies), share, worth, interval]
    }
}

/// Tells the worth of going first, in a sentence.
pub(super) fn first(report: &Report) -> String {
    let Worth { worth, interval, deals } = report.first;
    format!(
        "going first is worth {} points of a game (95 % always: {}), by {} deals that were played both ways",
        points(worth),
        range(interval),
        grouped(deals),
    )
}

/// The answer in a line.
#[must_use]
pub fn headline(report: &Report) -> String {
    let rate = |deck: &Deck| {
        let rate = deck.rate.map_or_else(|| "no".to_owned(), |[rate, ..]| percent(rate));
        format!("{} gives up {rate} of its hands", deck.deck)
    };
    let decks = report.decks.iter().map(rate).collect::<Vec<_>>().join(", ");
    format!("going first is worth {} points; {decks}", points(report.first.worth))
}

/// The meaning of the columns, line by line.
pub(super) fn meant() -> [String; 3] {
    [
        "a mulligan is worth what the same deal brings when the hand that was given up is kept, or the one \
         that was kept is given up (95 % always)"
            .to_owned(),
        format!("cheap: cards of the hand that was dealt that cost {CHEAP} or less"),
        "a first resource is worth what is won more often when the lot makes the card a resource than when \
         it leaves it in the hand, each at 95 %: expect one in twenty to be wrong; choosing, what is won \
         more often than by lot"
            .to_owned(),
    ]
}

/// Rounds that people are told: until one in twenty games goes on.
pub(super) fn rounds(deck: &Deck) -> impl Iterator<Item = &Round> {
    deck.tempo.iter().take_while(|round| round.games * 20 >= deck.games)
}

/// The names of the measures that people are told of a round, in the order of their columns.
pub(super) const MEASURED: [&str; 5] = ["resources", "units", "power", "hand", "base_hp"];

/// The cells of a round.
pub(super) fn tempo(round: &Round) -> Vec<String> {
    let measured = MEASURED
        .iter()
        .map(|name| round.measures.get(name).map_or_else(String::new, |&[mean, _]| tenths(mean)));
    let [paid, reach] = round.paid;
    let paid = format!("{} ± {reach:.2}", tenths(paid));
    [round.round.to_string(), grouped(round.games), paid].into_iter().chain(measured).collect()
}

/// Writes the report for people: a table for each question, then lines that say what they mean.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut text = format!("{}\n{}\n", sentence(&first(report)), report.sample.by());
    let heading =
        ["deck", "mulligans", "95 %", "worth", "95 % always", "if kept ones", "95 % always"];
    let rows = report.decks.iter().map(|deck| deck.mulligans().to_vec()).collect();
    let _ = writeln!(text, "{}", table(&heading, 1, rows));
    let heading = ["deck", "cheap", "hands", "mulligans", "worth", "95 % always"];
    let rows: Vec<Vec<String>> =
        report.decks.iter().flat_map(|deck| deck.hands().map(|row| row.to_vec())).collect();
    if !rows.is_empty() {
        let _ = writeln!(text, "{}", table(&heading, 1, rows));
    }
    for deck in &report.decks {
        let [choice, interval] = Worth::told(deck.choice.as_ref());
        let _ = writeln!(
            text,
            "{}: choosing first resources is worth {choice} ({interval})",
            deck.deck
        );
        let heading = ["first resource", "cost", "kept", "resourced", "worth", "95 %"];
        let of_cost = |of: &Resourced| (format!("all that cost {}", of.cost), of.cells());
        let of_card = |of: &&Resourced| (of.name.clone().unwrap_or_default(), of.cells());
        let told = deck.told();
        let rows = deck.by_cost.iter().map(of_cost).chain(told.iter().map(of_card));
        let row = |(name, cells): (String, [String; 5])| [&[name][..], &cells].concat();
        let _ = writeln!(text, "{}", table(&heading, 1, rows.map(row).collect()));
        let heading = ["round", "games", "paid", "resources", "units", "power", "hand", "base HP"];
        let _ = writeln!(text, "{}", table(&heading, 0, rounds(deck).map(tempo).collect()));
    }
    let heading =
        ["deck", "games won", "rounds", "damage in combat", "by abilities", "by empty decks"];
    let rows = report.decks.iter().filter_map(|deck| Some(won(deck)?.to_vec())).collect();
    let _ = writeln!(text, "{}", table(&heading, 1, rows));
    let all: u64 = report.ended.iter().map(|ended| ended.games).sum();
    let share = |games: u64| games as f64 / all.max(1) as f64;
    let told = report.ended.iter().filter(|ended| share(ended.games) >= 0.005);
    let told =
        told.map(|ended| format!("{} in round {}", percent(share(ended.games)), ended.round));
    let told = format!("games ended: {}", told.collect::<Vec<_>>().join(", "));
    let _ = writeln!(text, "{}", sentence(&told));
    text.extend(meant().iter().map(|line| sentence(line) + "\n"));
    text.push_str(&report.sample.footer(", all ways together", "intervals are", ("", &[])));
    text
}

/// The cells about the games that a deck won; none where it won none.
pub(super) fn won(deck: &Deck) -> Option<[String; 6]> {
    let won = deck.won.as_ref()?;
    let told = |[mean, reach]: [f64; 2]| format!("{} ± {reach:.2}", tenths(mean));
    let means = [won.rounds, won.combat, won.abilities, won.empty_deck].map(told);
    let [rounds, combat, abilities, empty] = means;
    Some([deck.deck.clone(), grouped(won.games), rounds, combat, abilities, empty])
}

/// Writes the report as a JSON object.
#[must_use]
pub fn json(report: &Report) -> String {
    pretty(report)
}

/// Writes a heading and a row for each figure: the thing that it is of, its value and its interval.
#[must_use]
pub fn csv(report: &Report) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut add = |deck: &str, what: &str, of: &str, value: f64, interval: [f64; 2], count: u64| {
        let [low, high] = interval.map(|end| end.to_string());
        let names = [deck, what, of].map(str::to_owned);
        let figures = [value.to_string(), low, high, count.to_string()];
        rows.push(names.into_iter().chain(figures).collect());
    };
    let Worth { worth, interval, deals } = report.first;
    add("", "going first", "", worth, interval, deals);
    for deck in &report.decks {
        let name = deck.deck.as_str();
        if let Some([rate, low, high]) = deck.rate {
            add(name, "mulligan rate", "", rate, [low, high], deck.hands);
        }
        let of_hands = deck.by_hand.iter().map(|hand| (hand.cheap.to_string(), hand.gain));
        let worths = [
            ("mulligan worth", String::new(), deck.given_up),
            ("mulligan worth of kept hands", String::new(), deck.kept),
            ("choosing resources", String::new(), deck.choice),
        ];
        let of_hands = of_hands.map(|(cheap, gain)| ("mulligan worth by cheap cards", cheap, gain));
        let of_cards = deck
            .cards
            .iter()
            .map(|card| ("resource worth", card.card.clone().unwrap_or_default(), card.worth));
        for (what, of, worth) in worths.into_iter().chain(of_hands).chain(of_cards) {
            if let Some(Worth { worth, interval, deals }) = worth {
                add(name, what, &of, worth, interval, deals);
            }
        }
        for round in &deck.tempo {
            let of = round.round.to_string();
            let measured = round.measures.iter().map(|(name, mean)| (*name, *mean));
            for (what, [mean, reach]) in [("paid", round.paid)].into_iter().chain(measured) {
                add(name, what, &of, mean, [mean - reach, mean + reach], round.games);
            }
        }
        if let Some(won) = &deck.won {
            for (what, [mean, reach]) in [
                ("won: rounds", won.rounds),
                ("won: damage in combat", won.combat),
                ("won: damage by abilities", won.abilities),
                ("won: damage by empty decks", won.empty_deck),
            ] {
                add(name, what, "", mean, [mean - reach, mean + reach], won.games);
            }
        }
    }
    csv::text(["deck", "figure", "of", "value", "low", "high", "count"], rows)
}

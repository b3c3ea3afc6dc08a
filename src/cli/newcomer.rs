//! `cardmill whatif --card FILE`: which decks may hold a new card, and what it is like there.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;

use super::Format;
use super::bands::Told;
use super::experiment::places;
use super::run::{Clock, code, style};
use super::setups::{self, Given};
use super::whatif::{WhatIf, given};
use crate::error::Error;
use crate::experiment::journal::Journal;
use crate::experiment::swap::{Exchanges, Value, Worth, worth};
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::output::command::Replay;
use crate::output::figure::grouped;
use crate::output::html::album::Album;
use crate::output::newcomer::{self, Deck, Report, Row};
use crate::output::sample::Sample;
use crate::output::{Label, html};
use crate::record::Counted;
use crate::setup::{Setup, Setups};
use crate::trust::Trust;

/// The precision to which gains are played without `--precision`, in shares of a game: one point.
const PRECISION: f64 = 0.01;

/// A deck that may hold the new card, first among its entries, and the decks that it meets.
struct Holder {
    setups: Setups,
    labels: Vec<Label>,
}

/// Plays the new card in the decks that may hold it, and tells its gains, as one of the agents plays.
///
/// # Errors
///
/// When the input is bad, no deck may hold the card, or what is asked for cannot be written.
pub(super) fn answer(
    asked: &WhatIf,
    game: &'static dyn Host,
    cards: &CardFiles,
) -> Result<Told, Error> {
    let inquiry = &asked.inquiry;
    let course = &inquiry.course;
    for (given, name) in
        [(asked.pairs.out.is_some(), "--out"), (inquiry.expect.is_some(), "--expect")]
    {
        if given {
            let problem = "of a card that nothing is exchanged for; expected a change beside it";
            return Err(Error::Usage(format!("{name}: not told {problem}")));
        }
    }
    setups::entered(game, asked.decks.iter().chain(&asked.against), "a card is tried in decks")?;
    let catalogue = game.load(cards).map_err(Error::Usage)?;
    let card = new(game, cards, &catalogue)?;
    let name = catalogue.names()(&card);
    let decks = given(&asked.decks, &catalogue)?;
    let Given { setups, labels, own } = Given::read(&decks, &asked.against, None, &catalogue)?;
    let (holding, others): (Vec<usize>, Vec<usize>) =
        (0..own).partition(|&at| setups.entries[at].pool(&catalogue).contains(&card.as_str()));
    let called = |at: &usize| labels[*at].name.clone();
    if holding.is_empty() {
        let noun = game.noun();
        let others: Vec<String> = others.iter().map(called).collect();
        let problem = format!("{name} ({card}): expected a {noun} that may hold it");
        return Err(Error::Usage(format!("{problem}, and none of {} may", others.join(", "))));
    }
    let precision = inquiry.precision.unwrap_or(PRECISION);
    let alike = precision + inquiry.equal;
    let draft = course.publication.begin()?;
    let stop = INTERRUPT.handle_gracefully();
    let mut journal = course.keeping.journal()?;
    let begun = Clock::start();
    let mut counted = Counted::default();
    let mut found = Vec::new();
    for &at in holding.iter().filter(|_| !stop.load(Ordering::SeqCst)) {
        let holder = holder(&setups, &labels, at);
        let exchanges = Exchanges::of(&catalogue, &holder.setups, &holder.labels[0], Some(&card));
        if exchanges.copies.is_empty() {
            continue;
        }
        let worth = try_out(asked, &catalogue, &exchanges, &card, precision, &mut journal)?;
        counted.merge(&worth.counted);
        let row = |value: &Value| {
            let replays = |(index, arm): (u64, usize)| {
                let setup = &holder.setups.list[(index % holder.setups.list.len() as u64) as usize];
                let files = setup.pairing().into_iter().flatten();
                let file = |at: u16| holder.labels[usize::from(at)].file.as_path();
                let base = course.conduct.replay(game, cards, files.map(file).collect(), index);
                let with = Replay { edit: Some(exchanges.swaps[arm].clone()), ..base.clone() };
                vec![base.command(), with.command()]
            };
            let [low, high] = value.interval();
            let [won, lost] = value.telling;
            Row {
                card: value.copies.card.clone(),
                name: catalogue.names()(&value.copies.card),
                // What a copy is worth over the new card, the other way round.
                gain: -value.differences.mean(),
                interval: [-high, -low],
                games: value.games,
                turned: value.turned,
                replays: [won, lost].map(|game| game.map(replays)),
            }
        };
        let rows: Vec<Row> = worth.values.iter().map(row).collect();
        let place = places(&catalogue, [&card]).pop();
        let handled = place.and_then(|place| worth.exchanged.get(&place).copied());
        let (share, deals) = (worth.share(), worth.deals);
        found.push(Deck::new(labels[at].name.clone(), share, deals, handled, rows, alike));
    }
    let settings = inquiry.settings(game, &setups.list)?;
    let stopped = stop.load(Ordering::SeqCst);
    let trust = vec![Trust::of(game, cards, &settings.agents, &settings.who())?];
    let sample = Sample::of(game.name(), settings.who(), settings.seed, &counted, stopped);
    let report = Report {
        card,
        name,
        decks: found,
        others: others.iter().map(called).collect(),
        alike,
        sample: Sample { trust, ..sample },
    };
    let page = |origin: &_, album: &mut Album<'_>| html::newcomer::page(&report, origin, album);
    course.publication.write(draft, &catalogue, page)?;
    Ok(Told {
        headline: newcomer::headline(&report),
        text: match inquiry.format {
            Format::Table => newcomer::render(&report),
            Format::Json => newcomer::json(&report),
            Format::Csv => newcomer::csv(&report),
        },
        games: counted.games,
        seconds: begun.seconds(),
        stopped,
        code: code(stopped, counted.quarantined),
    })
}

/// The id of the one card that `--card` adds; refuses none and several.
fn new(game: &dyn Host, cards: &CardFiles, catalogue: &Catalogue) -> Result<String, Error> {
    let before = match cards {
        CardFiles::With(before, _) => game.load(before).map_err(Error::Usage)?,
        CardFiles::Folder(_) | CardFiles::BuiltIn(_) => catalogue.clone(),
    };
    let known: BTreeSet<String> = before.ids().into_iter().collect();
    let mut new = catalogue.ids().into_iter().filter(|id| !known.contains(id));
    match (new.next(), new.next()) {
        (Some(card), None) => Ok(card),
        (card, _) => Err(Error::Usage(format!(
            "--card: expected one card that is new, found {}; a change says what to exchange",
            if card.is_some() { "several" } else { "none" },
        ))),
    }
}

/// The entry at this place, moved to the first, with those that it meets.
fn holder(setups: &Setups, labels: &[Label], own: usize) -> Holder {
    let meets = |setup: &Setup| match setup.pairing()?.map(usize::from) {
        [one, other] if one == own => Some(other),
        [other, one] if one == own => Some(other),
        _ => None,
    };
    let places: Vec<usize> =
        core::iter::once(own).chain(setups.list.iter().filter_map(meets)).collect();
    let entries = places.iter().map(|&at| setups.entries[at].clone()).collect();
    let list = (1..places.len()).map(|other| Setup::pair(0, other as u16)).collect();
    Holder {
        setups: Setups::new(entries, Vec::new(), list),
        labels: places.iter().map(|&at| labels[at].clone()).collect(),
    }
}

/// Plays the card in the place of each copy of an entry.
fn try_out(
    asked: &WhatIf,
    catalogue: &Catalogue,
    exchanges: &Exchanges,
    card: &String,
    precision: f64,
    journal: &mut Journal,
) -> Result<Worth, Error> {
    let inquiry = &asked.inquiry;
    let (conduct, list) = (&inquiry.course.conduct, &exchanges.setups[0].list);
    let (settings, most) = conduct.within(catalogue.game(), inquiry.games, 20_000, list)?;
    let mut arms = exchanges.arms(catalogue, &settings);
    let about = places(catalogue, [card]);
    for arm in &mut arms {
        (arm.tally, arm.about) = (true, Some(about.clone()));
    }
    let style = style("{wide_bar} {human_pos} of at most {human_len} deals");
    let bar = conduct.bar(Some(most), style, move |bar| {
        format!("{} of at most {} deals", grouped(bar.position()), grouped(most))
    });
    let stop = INTERRUPT.handle_gracefully();
    let copies = exchanges.copies.clone();
    let found = worth(&arms, copies, precision, journal, stop, &mut |worth| {
        bar.set_position(worth.deals);
    })?;
    bar.finish_and_clear();
    Ok(found)
}

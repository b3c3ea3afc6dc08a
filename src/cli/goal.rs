//! `cardmill whatif --goal`: the smallest change with which a deck wins a wanted share of its games.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;
use indicatif::ProgressBar;

use super::experiment::{Inquiry, Keeping, Sought};
use super::run::{Clock, Conduct, style};
use super::setups::{self, Given};
use super::whatif::{WhatIf, field};
use crate::error::Error;
use crate::experiment::goal::{Found, Search, Tried, steps};
use crate::experiment::variant::Base;
use crate::host::{Catalogue, Host};
use crate::interrupt::{self, INTERRUPT};
use crate::output::figure::grouped;
use crate::output::goal::Goal;
use crate::setup::Setup;

/// The distance from the goal that is near enough without `--precision`, in shares of a game: two points.
const WITHIN: f64 = 0.02;

/// Searches, plays what was found on fresh deals, and tells.
///
/// # Errors
///
/// When the input is bad, nothing can be changed, or what is asked for cannot be written.
pub(super) fn play(
    asked: &WhatIf,
    goal: f64,
    game: &'static dyn Host,
    cards: &CardFiles,
) -> Result<u8, Error> {
    // The first of several searches, and all of them judge what is found.
    let mut inquiry = asked.inquiry.clone();
    inquiry.course.conduct = asked.bands.conducts(&inquiry.course.conduct).swap_remove(0);
    let course = &inquiry.course;
    setups::entered(game, asked.decks.iter().chain(&asked.against), "--goal is of one of them")?;
    let catalogue = game.load(cards).map_err(Error::Usage)?;
    let decks = decks(asked, &catalogue)?;
    let Given { setups, labels, .. } = Given::read(&decks, &[], None, &catalogue)?;
    let base = Base { catalogue: &catalogue, setups: &setups, labels: &labels };
    let list: Vec<Setup> =
        (1..setups.entries.len()).map(|other| Setup::pair(0, other as u16)).collect();
    let settings = inquiry.settings(game, &list)?;
    let within = inquiry.precision.unwrap_or(WITHIN);
    let steps: Result<Vec<_>, Error> =
        asked.among.iter().map(|text| steps(&catalogue, text)).collect();
    let steps = steps?.concat();
    let search = Search { base: &base, list, settings: &settings, goal, within, steps };
    let mut journal = course.keeping.journal()?;
    let stop = INTERRUPT.handle_gracefully();
    let begun = Clock::start();
    let found = shown(&course.conduct, |on_look| search.run(&mut journal, stop, on_look))?;
    if stop.load(Ordering::SeqCst) {
        course.tell(found.counted.games, begun.seconds(), true);
        return Ok(interrupt::EXIT_CODE);
    }
    if found.nearest.is_empty() {
        let expected = format!("expected a number of a card that {} has", labels[0].name);
        return Err(Error::Usage(format!("--among {}: {expected}", asked.among.join(" "))));
    }
    let mut course = course.clone();
    // Its games come behind those of the search.
    course.keeping = Keeping { resume: None };
    course.conduct.seed = course.conduct.seed.wrapping_add(1);
    let fresh = WhatIf {
        changes: found.nearest.iter().map(|tried| tried.text.clone()).collect(),
        decks,
        against: Vec::new(),
        inquiry: Inquiry { course, precision: Some(within), ..inquiry.clone() },
        ..asked.clone()
    };
    let (tried, games) = (found.tried, found.counted.games);
    let goal =
        Goal { player: labels[0].name.clone(), goal, within, tried, games, found: Vec::new() };
    let sizes = found.nearest.iter().map(|&Tried { size, .. }| size).collect();
    fresh.answer(game, cards, Some(Sought { goal, sizes, counted: found.counted, journal }))
}

/// Searches for changes, and shows on a bar how many were tried.
///
/// # Errors
///
/// Those of the search.
pub(super) fn shown(
    conduct: &Conduct,
    search: impl FnOnce(&mut dyn FnMut(&Found)) -> Result<Found, Error>,
) -> Result<Found, Error> {
    let bar = conduct.bar(None, style("{spinner} {wide_msg}"), ProgressBar::message);
    let found = search(&mut |found| {
        let (tried, games) = (grouped(found.tried), grouped(found.counted.games));
        bar.set_message(format!("{tried} changes tried in {games} games"));
        bar.tick();
    })?;
    bar.finish_and_clear();
    Ok(found)
}

/// The deck that the goal is of, and behind it those that it meets.
fn decks(asked: &WhatIf, catalogue: &Catalogue) -> Result<Vec<PathBuf>, Error> {
    let [deck] = &asked.decks[..] else {
        let noun = catalogue.game().noun();
        return Err(Error::Usage(format!(
            "--goal: expected --decks with the {noun} that is to win so much, found {} of them",
            asked.decks.len(),
        )));
    };
    let field = field(&[deck], &asked.against, catalogue)?;
    Ok([core::slice::from_ref(deck), &field].concat())
}

//! Tables as rows of numbers, for policies: what a seat may know and what it can choose, written to
//! the caller's memory.
//!
//! A game says what its columns are and writes the rows ([`Observed`]); shapes, padding, packing,
//! pages and masks are here, and the schema that documents and other languages read
//! ([`schema`]). Whoever plays tables gets an [`Encoder`] from
//! [`Play::encoder`](crate::play::Play::encoder), which games without rows refuse.

pub mod buffer;
pub mod column;
pub mod history;
pub mod level;
pub mod page;
pub mod row;
pub mod schema;

use core::ops::Range;

use bevy_app::App;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::State;
use cardmill_kernel::rules::{At, Rules};

pub use buffer::{Arrays, Filled, Misfit, Packed, Padded, Room, Sheet};
pub use history::{History, HistoryPlugin};
pub use level::{Level, Omniscient, Own, Public, Shows};
pub use page::{Answer, Page};
pub use row::{Action, Event};
pub use schema::{Schema, Widths};

/// A game whose tables can be observed.
pub trait Observed: Rules {
    /// The arrays and columns of its observations.
    fn schema() -> Schema;

    /// Writes what a seat sees at a level, and as actions the options of these numbers. Returns how
    /// many entity rows there are; those that the sheet has no room for, the least important last,
    /// are left out.
    fn encode<L: Shows>(
        at: &At<'_, Self>,
        seat: Seat,
        options: Range<usize>,
        sheet: &mut Sheet<'_>,
    ) -> usize;

    /// The answer that has just been given, and has had no effect yet, as a seat knows it; nothing,
    /// if it does not know that there was one. Who chose is told by who asks for it.
    fn event<L: Shows>(_at: &At<'_, Self>, _seat: Seat) -> Option<Event> {
        None
    }

    /// Adds what writes the [`History`] of tables in a World, such as a [`HistoryPlugin`]; nothing in a
    /// game that keeps none.
    fn remember(_app: &mut App) {}

    /// The latest choices on a table; `None` if they are not kept.
    fn history<'s>(_at: &'s At<'_, Self>) -> Option<&'s History> {
        None
    }

    /// The printed facts of its cards.
    fn facts(catalogue: &Self::Catalogue) -> Facts;
}

/// The printed facts of the cards of a game, by their index in observations; the first is no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// By what card files call them.
    pub ids: Vec<String>,
    /// The names of the cards, as people call them.
    pub names: Vec<String>,
    /// The text on them, as it is worked out.
    pub texts: Vec<String>,
    /// The numbers of the cards: `facts` \[C, width].
    pub rows: Vec<i16>,
}

/// A look at a table: by a seat, at a level, at a page of its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The seat that looks, whether it is asked or not.
    pub seat: Seat,
    /// The amount that is shown.
    pub level: Level,
    /// The page of options.
    pub page: usize,
}

/// The outcome of writing a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Entity rows there are; more than there was room for, if some were left out.
    pub entities: usize,
    /// The options on the action rows.
    pub page: Page,
}

type Encode<R> = fn(&At<'_, R>, Seat, Range<usize>, &mut Sheet<'_>) -> usize;

/// Writes observations of the tables of a game.
pub struct Encoder<R: Rules> {
    /// The arrays and columns of the observations.
    pub schema: Schema,
    widths: Widths,
    /// The function of each level.
    encode: [Encode<R>; 3],
    history: for<'s> fn(&'s At<'_, R>) -> Option<&'s History>,
    remember: fn(&mut App),
    facts: fn(&R::Catalogue) -> Facts,
}

impl<R: Observed> Default for Encoder<R> {
    fn default() -> Self {
        let schema = R::schema();
        Self {
            widths: schema.widths(),
            schema,
            encode: [R::encode::<Own>, R::encode::<Public>, R::encode::<Omniscient>],
            history: R::history,
            remember: R::remember,
            facts: R::facts,
        }
    }
}

impl<R: Rules> Encoder<R> {
    /// The printed facts of the cards of a catalogue.
    #[must_use]
    pub fn facts(&self, catalogue: &R::Catalogue) -> Facts {
        (self.facts)(catalogue)
    }

    /// Lets the tables of a World that is being built keep a [`History`], if they have one.
    pub fn remember(&self, app: &mut App) {
        (self.remember)(app);
    }

    /// Numbers of an entity row and of the table as a whole.
    #[must_use]
    pub const fn widths(&self) -> Widths {
        self.widths
    }

    /// Writes a decision to its place. Options that there is no room for are on further pages.
    ///
    /// # Panics
    /// If there is no such place, or the arrays do not [fit](Padded::check).
    pub fn pad(
        &self,
        at: &At<'_, R>,
        glance: Glance,
        arrays: &mut Padded<'_>,
        place: usize,
    ) -> Written {
        let Room { entities, actions, events } = arrays.room;
        let options = if actions == 0 { 0 } else { options(at, glance) };
        let page = Page::of(options, actions.max(Page::LEAST), glance.page);
        let sheet = Sheet {
            cards: part(arrays.cards, place, entities),
            entities: part(arrays.entities, place, entities * self.widths.entities),
            globals: part(arrays.globals, place, self.widths.globals),
            actions: part(arrays.actions, place, actions * Action::WIDTH).as_chunks_mut().0,
        };
        let (seen, legal) = self.write(at, glance, page, sheet);
        let lately = self.lately(at, glance, part(arrays.events, place, events * Event::WIDTH));
        let filled = Filled { entities: seen.min(entities), actions: legal, events: lately };
        let before = core::mem::replace(&mut arrays.filled[place], filled);
        let mask = part(arrays.mask, place, actions);
        mask[..legal].fill(1);
        clear(mask, 1, legal, before.actions);
        clear(part(arrays.cards, place, entities), 1, filled.entities, before.entities);
        let rows = part(arrays.entities, place, entities * self.widths.entities);
        clear(rows, self.widths.entities, filled.entities, before.entities);
        let rows = part(arrays.actions, place, actions * Action::WIDTH);
        clear(rows, Action::WIDTH, legal, before.actions);
        let unused = events - lately;
        let cleared = unused.min(before.events.saturating_sub(lately));
        let rows = part(arrays.events, place, events * Event::WIDTH);
        rows[(unused - cleared) * Event::WIDTH..unused * Event::WIDTH].fill(0);
        Written { entities: seen, page }
    }

    /// Writes the next decision behind those that are there. All its options are on one page.
    ///
    /// # Errors
    /// When there is no room for it; then the others are as they were.
    ///
    /// # Panics
    /// If there are not so many places, or the arrays do not [fit](Packed::check).
    pub fn pack(
        &self,
        at: &At<'_, R>,
        glance: Glance,
        arrays: &mut Packed<'_>,
        place: usize,
    ) -> Result<Written, Misfit> {
        let acts = !arrays.action_offsets.is_empty();
        let options = if acts { options(at, glance) } else { 0 };
        let page = Page::of(options, options.max(Page::LEAST), 0);
        if place == 0 {
            arrays.entity_offsets[0] = 0;
            arrays.action_offsets.iter_mut().take(1).for_each(|first| *first = 0);
        }
        let first = arrays.entity_offsets[place] as usize;
        let entities = &mut arrays.entities[first * self.widths.entities..];
        let room = entities.len() / self.widths.entities;
        let cards = &mut arrays.cards[first..];
        let room = room.min(cards.len());
        let cards = &mut cards[..room];
        let action = if acts { arrays.action_offsets[place] as usize } else { 0 };
        let (actions, _) = arrays.actions.as_chunks_mut();
        let actions = &mut actions[action..];
        if actions.len() < options {
            return Err(Misfit::Full("actions"));
        }
        let globals = part(arrays.globals, place, self.widths.globals);
        let sheet = Sheet { cards, entities, globals, actions };
        let (seen, legal) = self.write(at, glance, page, sheet);
        if seen > room {
            return Err(Misfit::Full("entities"));
        }
        arrays.entity_offsets[place + 1] = (first + seen) as i32;
        if acts {
            arrays.action_offsets[place + 1] = (action + legal) as i32;
        }
        let events = part(arrays.events, place, arrays.history * Event::WIDTH);
        let lately = self.lately(at, glance, events);
        events[..(arrays.history - lately) * Event::WIDTH].fill(0);
        Ok(Written { entities: seen, page })
    }

    /// Writes the last events that there is room for, at the end. Returns how many.
    fn lately(&self, at: &At<'_, R>, glance: Glance, rows: &mut [i16]) -> usize {
        let (rows, _) = rows.as_chunks_mut();
        let Some(history) = (self.history)(at).filter(|_| !rows.is_empty()) else { return 0 };
        let seen = history.seen(glance.seat.into(), glance.level);
        let lately = &seen[seen.len().saturating_sub(rows.len())..];
        let first = rows.len() - lately.len();
        rows[first..].copy_from_slice(lately);
        lately.len()
    }

    /// Writes a page. Returns how many entity rows there are, and how many action rows it has.
    fn write(
        &self,
        at: &At<'_, R>,
        glance: Glance,
        page: Page,
        mut sheet: Sheet<'_>,
    ) -> (usize, usize) {
        let options = page.shown();
        let legal = options.len() + usize::from(page.more().is_some());
        let encode = self.encode[glance.level as usize];
        let seen = encode(at, glance.seat, options.clone(), &mut sheet);
        if page.number > 0 {
            for action in &mut sheet.actions[..options.len()] {
                action[Action::PAGE] = page.number as i16;
            }
        }
        if let Some(row) = page.more() {
            let page = page.number as i16;
            let more = Action { verb: Action::MORE, page, ..Action::default() };
            sheet.actions[row] = more.cells();
        }
        (seen, legal)
    }
}

/// The number of options that are shown: none if nobody is asked, or if the level hides them from
/// this seat.
fn options<R: Rules>(at: &At<'_, R>, glance: Glance) -> usize {
    let shown = match glance.level {
        Level::Seat => at.decision.seat == glance.seat,
        Level::Public => false,
        Level::Omniscient => true,
    };
    if shown && at.decision.state == State::Offered { at.decision.options.len() } else { 0 }
}

/// The part of an array that is a decision's, of so many numbers.
fn part<T>(array: &mut [T], place: usize, size: usize) -> &mut [T] {
    &mut array[place * size..][..size]
}

/// Clears the rows from one that is not used any more to where they were used before.
fn clear<T: Default + Copy>(rows: &mut [T], width: usize, used: usize, before: usize) {
    let end = before.saturating_mul(width).min(rows.len());
    if let Some(left) = rows.get_mut(used * width..end) {
        left.fill(T::default());
    }
}

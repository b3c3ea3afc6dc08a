//! The memory that observations are written to, which is the caller's: a place of the same size for
//! each decision, or decision after decision without gaps.

use super::row::{Action, Event};
use super::schema::{Schema, Widths};

/// The room that a decision has in arrays, in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Entity rows, the letter E of shapes; those beyond are left out.
    pub entities: usize,
    /// Action rows, the letter A; those beyond are on further pages. At least
    /// [`Page::LEAST`](super::page::Page::LEAST), or none: then no options are shown.
    pub actions: usize,
    /// Event rows, the letter H.
    pub events: usize,
}

impl Default for Room {
    fn default() -> Self {
        Self { entities: 128, actions: 64, events: 0 }
    }
}

/// The reason for which observations do not go into arrays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// An array has another length.
    #[error("{array} has {found} numbers; expected {expected}")]
    Length {
        /// The name of the array.
        array: &'static str,
        /// The number of numbers that it has.
        found: usize,
        /// The number of numbers that it must have.
        expected: usize,
    },
    /// There are too few action rows to show an option and where the others are.
    #[error("there are {0} action rows; expected at least 2, or none")]
    Narrow(usize),
    /// There is no room for the rows of one more decision.
    #[error("{0} is full")]
    Full(&'static str),
}

/// The place where one decision is written: as many rows as there are at most. A game writes over
/// what was there.
#[derive(Debug)]
pub struct Sheet<'b> {
    /// 1 + the index of the card of each entity row.
    pub cards: &'b mut [i16],
    /// Entity rows, one after the other.
    pub entities: &'b mut [u8],
    /// Numbers of the table as a whole.
    pub globals: &'b mut [i16],
    /// Action rows, one for each option that is shown.
    pub actions: &'b mut [[i16; Action::WIDTH]],
}

/// Rows of a place that may be other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Entity rows, from the first.
    pub entities: usize,
    /// Action rows, from the first.
    pub actions: usize,
    /// Event rows, from the last one back.
    pub events: usize,
}

impl Default for Filled {
    /// All of them: nobody has written there.
    fn default() -> Self {
        Self { entities: usize::MAX, actions: usize::MAX, events: usize::MAX }
    }
}

/// Arrays with a place of the same size for each decision. What is left over of a place is 0.
#[derive(Debug)]
pub struct Padded<'b> {
    /// The room of each place.
    pub room: Room,
    /// The array `cards` \[N, E]: 1 + the index of the card of each entity row.
    pub cards: &'b mut [i16],
    /// The array `entities` \[N, E, width], rows of bytes.
    pub entities: &'b mut [u8],
    /// The array `globals` \[N, width]: numbers of the table as a whole.
    pub globals: &'b mut [i16],
    /// The array `actions` \[N, A, 8], a row for each option that is shown.
    pub actions: &'b mut [i16],
    /// The array `mask` \[N, A]: 1 for an action row that can be chosen, otherwise 0.
    pub mask: &'b mut [i8],
    /// `events` \[N, H, 8], the newest last.
    pub events: &'b mut [i16],
    /// The rows that were written to each place before, \[N]. Whoever keeps the arrays keeps it
    /// with them, so that only as much is cleared; at first it is the default.
    pub filled: &'b mut [Filled],
}

impl<'b> Padded<'b> {
    /// The first places, and the others.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn split(self, places: usize) -> (Self, Self) {
        let all = self.filled.len().max(1);
        let (cards, more_cards) = split(self.cards, places, all);
        let (entities, more_entities) = split(self.entities, places, all);
        let (globals, more_globals) = split(self.globals, places, all);
        let (actions, more_actions) = split(self.actions, places, all);
        let (mask, more_mask) = split(self.mask, places, all);
        let (events, more_events) = split(self.events, places, all);
        let (filled, more_filled) = self.filled.split_at_mut(places);
        let room = self.room;
        let first = Self { room, cards, entities, globals, actions, mask, events, filled };
        let others = Self {
            room,
            cards: more_cards,
            entities: more_entities,
            globals: more_globals,
            actions: more_actions,
            mask: more_mask,
            events: more_events,
            filled: more_filled,
        };
        (first, others)
    }

    /// The same arrays, for as long as they are lent.
    pub const fn lend(&mut self) -> Padded<'_> {
        Padded {
            room: self.room,
            cards: self.cards,
            entities: self.entities,
            globals: self.globals,
            actions: self.actions,
            mask: self.mask,
            events: self.events,
            filled: self.filled,
        }
    }

    /// Checks that all arrays have as many places as `filled`.
    ///
    /// # Errors
    /// The first that has not.
    pub fn check(&self, widths: Widths) -> Result<(), Misfit> {
        let Room { entities, actions, events } = self.room;
        if (1..super::page::Page::LEAST).contains(&actions) {
            return Err(Misfit::Narrow(actions));
        }
        lengths(
            self.filled.len(),
            [
                ("cards", self.cards.len(), entities),
                ("entities", self.entities.len(), entities * widths.entities),
                ("globals", self.globals.len(), widths.globals),
                ("actions", self.actions.len(), actions * Action::WIDTH),
                ("mask", self.mask.len(), actions),
                ("events", self.events.len(), events * Event::WIDTH),
            ],
        )
    }
}

/// The numbers of the first places of an array, and the others.
fn split<T>(array: &mut [T], places: usize, all: usize) -> (&mut [T], &mut [T]) {
    array.split_at_mut(array.len() / all * places)
}

fn lengths<const N: usize>(
    places: usize,
    arrays: [(&'static str, usize, usize); N],
) -> Result<(), Misfit> {
    for (array, found, each) in arrays {
        let expected = places * each;
        if found != expected {
            return Err(Misfit::Length { array, found, expected });
        }
    }
    Ok(())
}

/// Arrays in which each decision has as many rows as it needs, and where they begin.
#[derive(Debug)]
pub struct Packed<'b> {
    /// The number of events of each decision.
    pub history: usize,
    /// The array `cards` of all decisions, one behind the other.
    pub cards: &'b mut [i16],
    /// The array `entities` of all decisions, one row behind the other.
    pub entities: &'b mut [u8],
    /// The entity rows at which those of each decision begin, and at which the last ones end: \[N +
    /// 1].
    pub entity_offsets: &'b mut [i32],
    /// The array `globals` \[N, width]: numbers of the table as a whole.
    pub globals: &'b mut [i16],
    /// `actions`, of all decisions; every one is legal.
    pub actions: &'b mut [i16],
    /// The action rows at which those of each decision begin, and at which the last ones end: \[N +
    /// 1], or nothing: then no options are shown.
    pub action_offsets: &'b mut [i32],
    /// `events` \[N, H, 8], the newest last.
    pub events: &'b mut [i16],
}

impl Packed<'_> {
    /// The number of decisions that there is room for, if their rows fit in.
    #[must_use]
    pub const fn places(&self) -> usize {
        self.entity_offsets.len().saturating_sub(1)
    }

    /// Checks that all arrays that have something of each decision have it of as many.
    ///
    /// # Errors
    /// The first that has not.
    pub fn check(&self, widths: Widths) -> Result<(), Misfit> {
        let places = self.places();
        lengths(1, [("entity_offsets", self.entity_offsets.len(), places + 1)])?;
        if !self.action_offsets.is_empty() {
            lengths(1, [("action_offsets", self.action_offsets.len(), places + 1)])?;
        }
        lengths(
            places,
            [
                ("globals", self.globals.len(), widths.globals),
                ("events", self.events.len(), self.history * Event::WIDTH),
            ],
        )
    }
}

impl Schema {
    /// The widths of what is a game's own.
    #[must_use]
    pub fn widths(&self) -> Widths {
        let width = |name| self.array(name).and_then(|array| array.width).unwrap_or_default();
        Widths { entities: width("entities"), globals: width("globals") }
    }
}

/// [`Padded`] arrays with memory of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrays {
    /// The room of each place.
    pub room: Room,
    /// The array `cards` \[N, E].
    pub cards: Vec<i16>,
    /// The array `entities` \[N, E, width].
    pub entities: Vec<u8>,
    /// The array `globals` \[N, width].
    pub globals: Vec<i16>,
    /// The array `actions` \[N, A, 8].
    pub actions: Vec<i16>,
    /// The array `mask` \[N, A].
    pub mask: Vec<i8>,
    /// The array `events` \[N, H, 8].
    pub events: Vec<i16>,
    /// The rows that were written to each place before, \[N].
    pub filled: Vec<Filled>,
}

impl Arrays {
    /// Places for so many decisions.
    #[must_use]
    pub fn new(widths: Widths, room: Room, places: usize) -> Self {
        let Room { entities, actions, events } = room;
        Self {
            room,
            cards: vec![0; places * entities],
            entities: vec![0; places * entities * widths.entities],
            globals: vec![0; places * widths.globals],
            actions: vec![0; places * actions * Action::WIDTH],
            mask: vec![0; places * actions],
            events: vec![0; places * events * Event::WIDTH],
            filled: vec![Filled::default(); places],
        }
    }

    /// The arrays, to be written to.
    pub fn padded(&mut self) -> Padded<'_> {
        Padded {
            room: self.room,
            cards: &mut self.cards,
            entities: &mut self.entities,
            globals: &mut self.globals,
            actions: &mut self.actions,
            mask: &mut self.mask,
            events: &mut self.events,
            filled: &mut self.filled,
        }
    }
}

//! Nets: what a table is worth to a seat, worked out from its observation in whole numbers, so that
//! every machine finds the same.
//!
//! A card is known by what is printed on it, and a little by which it is. Each row of an observation
//! becomes [`ROW`] numbers by where it lies; those of one place and one side are added up; two layers
//! make one number of the sums and of the table as a whole. Columns are found by their names.
//!
//! It is a crate of its own so that the arithmetic is optimised in full.
//!
//! A column of numbers is one input of a net; one of codes or bits is an input for each, by name. A net learns
//! under these names (its file has them), and what it does not know puts in nothing.
//!
//! ```
//! use cardmill_harness::observation::schema::{Column, Values};
//! use cardmill_net::{Net, inputs};
//!
//! let column = |name: &'static str, values| Column { name: name.into(), meaning: "".into(), values };
//! let columns = [
//!     column("damage", Values::Number(0, 40)),
//!     column("zone", Values::Codes(&["none", "ground", "hand"])),
//!     column("keywords", Values::Bits(&["raid", "sentinel"])),
//! ];
//! let names = ["damage", "zone=ground", "zone=hand", "keywords.raid", "keywords.sentinel"];
//! assert_eq!(inputs(&columns), names);
//!
//! assert!(Net::read(b"no net").is_err());
//! ```

mod file;
mod rows;

use core::slice::Chunks;
use std::collections::BTreeMap;
use std::sync::Arc;

use cardmill_harness::observation::schema::{Column, Values};
use cardmill_harness::observation::{Arrays, Encoder, Facts, Glance, Level, Room, Schema};
use cardmill_harness::outcome::WON;
use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::{At, Rules};

use self::rows::Rows;

pub use file::Net;

/// Entity rows of a table that are looked at, the most important first.
pub const ROWS: usize = 128;

/// Numbers that a card is known by.
pub const CARD: usize = 32;
/// Numbers that a row becomes.
pub const ROW: usize = 32;
/// Numbers of the first layer.
pub const FIRST: usize = 64;
/// Numbers of the second layer.
pub const SECOND: usize = 32;

/// Binary places of weights, of the numbers between layers, and of weights of layers.
const FINE: u32 = 12;
const BETWEEN: u32 = 6;
const COARSE: u32 = 10;

/// A column that a net reads.
struct Read {
    /// The place of the column in its array.
    column: usize,
    input: Input,
}

/// The input of a column into a net: rows of its weights, by their places. Names that a net does
/// not know put in nothing.
enum Input {
    /// The row, as often as the number says.
    Number(usize),
    /// The row of each code; the code 0 is nothing.
    Code(Vec<Option<usize>>),
    /// The row of each bit, the lowest first.
    Bits(Vec<Option<usize>>),
}

/// The columns of an array.
#[must_use]
pub fn columns<'s>(schema: &'s Schema, array: &str) -> &'s [Column] {
    schema.array(array).map_or(&[], |array| &array.columns)
}

/// The names of what columns put into nets.
#[must_use]
pub fn inputs(columns: &[Column]) -> Vec<String> {
    columns.iter().flat_map(names).collect()
}

/// The names of what a column puts into nets: rows and cards put in nothing.
fn names(column: &Column) -> Vec<String> {
    let Column { name, values, .. } = column;
    match values {
        Values::Number(..) => vec![name.to_string()],
        Values::Codes(codes) | Values::Verbs(codes) => {
            codes.iter().skip(1).map(|code| format!("{name}={code}")).collect()
        }
        Values::Bits(bits) => bits.iter().map(|bit| format!("{name}.{bit}")).collect(),
        Values::Row | Values::Card => Vec::new(),
    }
}

/// The columns that a net reads which knows these names.
fn reads(columns: &[Column], known: &[String]) -> Vec<Read> {
    let read = |(place, column): (usize, &Column)| {
        let place_of = |name: &String| known.iter().position(|known| known == name);
        let places: Vec<Option<usize>> = names(column).iter().map(place_of).collect();
        let first = *places.iter().find(|place| place.is_some())?;
        let input = match column.values {
            Values::Codes(_) | Values::Verbs(_) => Input::Code(places),
            Values::Bits(_) => Input::Bits(places),
            _ => Input::Number(first?),
        };
        Some(Read { column: place, input })
    };
    columns.iter().enumerate().filter_map(read).collect()
}

/// Puts numbers of columns into a sum: each adds its row of weights as often as it says. Sums wrap, so
/// that a net with huge weights plays badly, and the same everywhere.
fn add<'r, const N: usize>(
    sum: &mut [i32; N],
    reads: impl IntoIterator<Item = &'r Read>,
    number: impl Fn(usize) -> i16,
    weights: &[[i16; N]],
) {
    for Read { column, input } in reads {
        let number = number(*column);
        if number == 0 {
            continue;
        }
        match input {
            Input::Number(place) => put(sum, &weights[*place], number),
            Input::Code(places) => {
                let code = usize::try_from(number - 1).unwrap_or(usize::MAX);
                if let Some(place) = places.get(code).copied().flatten() {
                    put(sum, &weights[place], 1);
                }
            }
            Input::Bits(places) => {
                let bits = i32::from(number);
                for place in (0..).zip(places).filter(|(bit, _)| bits >> bit & 1 == 1) {
                    if let Some(place) = *place.1 {
                        put(sum, &weights[place], 1);
                    }
                }
            }
        }
    }
}

/// Adds a row of weights so many times.
#[inline]
fn put<const N: usize>(sum: &mut [i32; N], weights: &[i16; N], times: i16) {
    for (sum, weight) in sum.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(i32::from(*weight) * i32::from(times));
    }
}

/// A number between layers: what lies below 0 is 0.
fn between(sum: i32, places: u32) -> i16 {
    (sum >> places).clamp(0, i16::MAX.into()) as i16
}

/// A net that reads the observations of a game with its cards.
pub struct Fitted<R: Rules> {
    encoder: Encoder<R>,
    arrays: Arrays,
    reader: Reader,
}

impl<R: Rules> Fitted<R> {
    /// Fits a net to the observations of a game and its cards.
    ///
    /// # Errors
    /// When it reads other observations: what was expected.
    pub fn new(
        net: Arc<Net>,
        encoder: Encoder<R>,
        catalogue: &R::Catalogue,
    ) -> Result<Self, String> {
        let reader = Reader::new(net, &encoder.schema, &encoder.facts(catalogue))?;
        let room = Room { entities: ROWS, actions: 0, events: 0 };
        Ok(Self { arrays: Arrays::new(encoder.widths(), room, 1), reader, encoder })
    }

    /// The value of a table to a seat by what it may know, from -[`WON`], lost, to [`WON`], won.
    pub fn value(&mut self, at: &At<'_, R>, seat: Seat) -> i32 {
        let Self { encoder, arrays, reader } = self;
        let glance = Glance { seat, level: Level::Seat, page: 0 };
        let rows = encoder.pad(at, glance, &mut arrays.padded(), 0).entities.min(ROWS);
        let width = encoder.widths().entities;
        share(reader.worth(&arrays.cards[..rows], arrays.entities.chunks(width), &arrays.globals))
    }
}

/// Checks that a net reads observations of these columns.
///
/// # Errors
/// When it reads others: what was expected.
pub fn fits(net: &Net, schema: &Schema) -> Result<(), String> {
    places(net, schema).map(|_| ())
}

/// The columns that say where a card lies, and whose it is.
///
/// # Errors
/// When there are none of these names.
fn places(net: &Net, schema: &Schema) -> Result<[usize; 2], String> {
    let entities = columns(schema, "entities");
    let place = |name: &String| {
        let wrong = || format!("it reads a column {name:?} of entities; there is none");
        entities.iter().position(|column| column.name == *name).ok_or_else(wrong)
    };
    Ok([place(&net.zone)?, place(&net.side)?])
}

/// A net, and what it reads of observations.
struct Reader {
    net: Arc<Net>,
    cells: Vec<Read>,
    globals: Vec<Read>,
    /// The columns that say where a card lies, and whose it is.
    zone: usize,
    side: usize,
    /// By zone and card, what a row begins with.
    begins: Vec<[i32; ROW]>,
    cards: usize,
    rows: Rows,
    /// By zone and side, the sum of its rows; cleared for every table.
    sums: Vec<[i16; ROW]>,
    /// The sums and the globals of the last table, and what the first layer made of them: from one
    /// table to the next few of them change.
    before: Vec<[i16; ROW]>,
    first: [i32; FIRST],
    whole: Vec<i16>,
    of_whole: [i32; FIRST],
}

impl Reader {
    fn new(net: Arc<Net>, schema: &Schema, facts: &Facts) -> Result<Self, String> {
        let [zone, side] = places(&net, schema)?;
        Ok(Self {
            cells: reads(columns(schema, "entities"), &net.cell_inputs),
            globals: reads(columns(schema, "globals"), &net.global_inputs),
            zone,
            side,
            begins: begins(&net, facts, &reads(columns(schema, "facts"), &net.fact_inputs)),
            cards: facts.ids.len(),
            rows: Rows::new(schema.widths().entities),
            sums: vec![[0; ROW]; net.zones * 2],
            before: vec![[0; ROW]; net.zones * 2],
            first: [0; FIRST],
            whole: vec![0; schema.widths().globals],
            of_whole: [0; FIRST],
            net,
        })
    }

    /// The number that the last layer makes of a table, before it becomes a share of a game.
    fn worth(&mut self, cards: &[i16], entities: Chunks<'_, u8>, globals: &[i16]) -> i32 {
        let Self { net, sums, before, .. } = self;
        sums.fill([0; ROW]);
        for (&card, cells) in cards.iter().zip(entities) {
            let zone = usize::from(cells[self.zone]).min(net.zones - 1);
            let numbers = self.rows.of(card, cells, || {
                let card = usize::try_from(card).unwrap_or_default().min(self.cards - 1);
                let mut row = self.begins[zone * self.cards + card];
                let weights = &net.cells[zone * net.cell_inputs.len()..][..net.cell_inputs.len()];
                add(&mut row, &self.cells, |at| cells[at].into(), weights);
                row.map(|number| between(number, FINE - BETWEEN))
            });
            let sum = &mut sums[zone * 2 + usize::from(cells[self.side] == 0)];
            for (sum, number) in sum.iter_mut().zip(numbers) {
                *sum = sum.saturating_add(*number);
            }
        }
        let weights = net.first.as_chunks::<ROW>().0;
        for ((sums, before), weights) in sums.iter().zip(before).zip(weights) {
            if sums == before {
                continue;
            }
            for ((sum, before), weights) in sums.iter().zip(&mut *before).zip(weights) {
                let more = sum - core::mem::replace(before, *sum);
                if more != 0 {
                    put(&mut self.first, weights, more);
                }
            }
        }
        let whole = &mut self.whole;
        let changed = self.globals.iter().filter(|read| globals[read.column] != whole[read.column]);
        let mut gone = [0; FIRST];
        add(&mut gone, changed.clone(), |at| whole[at], &net.globals);
        add(&mut self.of_whole, changed, |at| globals[at], &net.globals);
        whole.copy_from_slice(globals);
        let mut first = net.first_bias;
        for (((sum, rows), whole), gone) in
            first.iter_mut().zip(&self.first).zip(&mut self.of_whole).zip(gone)
        {
            *whole = whole.wrapping_sub(gone);
            *sum = sum.wrapping_add(*rows).wrapping_add(whole.wrapping_shl(BETWEEN));
        }
        let mut second = net.second_bias;
        let first = first.map(|number| between(number, COARSE));
        for (number, weights) in first.iter().zip(&net.second).filter(|(number, _)| **number != 0) {
            put(&mut second, weights, *number);
        }
        second.iter().zip(&net.last).fold(net.last_bias, |sum, (number, weight)| {
            let number = i32::from(between(*number, COARSE));
            sum.wrapping_add(number * i32::from(*weight))
        })
    }
}

/// The sums that rows begin with, by zone and card.
fn begins(net: &Net, facts: &Facts, printed: &[Read]) -> Vec<[i32; ROW]> {
    let count = facts.ids.len();
    let width = facts.rows.len() / count;
    let known: BTreeMap<&str, usize> = net.ids.iter().map(String::as_str).zip(0..).collect();
    let card = |number: usize| {
        let mut sum = net.card_bias;
        let row = &facts.rows[number * width..][..width];
        add(&mut sum, printed, |at| row[at], &net.facts);
        if let Some(place) = known.get(facts.ids[number].as_str()) {
            put(&mut sum, &net.cards[*place], 1);
        }
        sum.map(|sum| between(sum, FINE - BETWEEN))
    };
    let cards: Vec<[i16; CARD]> = (0..count).map(card).collect();
    let mut begins = Vec::with_capacity(net.zones * count);
    for zone in 0..net.zones {
        let weights = &net.card_rows[zone * CARD..][..CARD];
        for card in &cards {
            let mut sum = [0_i32; ROW];
            for (number, weights) in card.iter().zip(weights) {
                put(&mut sum, weights, *number);
            }
            let bias = &net.row_bias[zone];
            begins.push(core::array::from_fn(|at| (sum[at] >> BETWEEN).wrapping_add(bias[at])));
        }
    }
    begins
}

/// The logistic function at eighths from 0 to 8, in millionths.
const LOGISTIC: [i32; 65] = [
    500_000, 531_209, 562_177, 592_667, 622_459, 651_355, 679_179, 705_785, 731_059, 754_915,
    777_300, 798_187, 817_574, 835_484, 851_953, 867_036, 880_797, 893_309, 904_651, 914_901,
    924_142, 932_453, 939_913, 946_597, 952_574, 957_912, 962_673, 966_914, 970_688, 974_043,
    977_023, 979_668, 982_014, 984_094, 985_936, 987_568, 989_013, 990_292, 991_423, 992_423,
    993_307, 994_089, 994_780, 995_390, 995_930, 996_406, 996_827, 997_199, 997_527, 997_817,
    998_073, 998_299, 998_499, 998_675, 998_830, 998_968, 999_089, 999_196, 999_290, 999_374,
    999_447, 999_512, 999_569, 999_620, 999_665,
];

/// The share of a game for a number of the last layer: from -[`WON`], lost, to [`WON`], won.
fn share(worth: i32) -> i32 {
    let eighth = 1 << (BETWEEN + COARSE - 3);
    let (away, rest) = (worth.unsigned_abs() / eighth, worth.unsigned_abs() % eighth);
    let at = |place: u32| i64::from(LOGISTIC[(place as usize).min(LOGISTIC.len() - 1)]);
    let (from, to) = (at(away), at(away + 1));
    let share = from + (to - from) * i64::from(rest) / i64::from(eighth);
    let lead = (2 * share - i64::from(WON)) as i32;
    // What is sure is told apart, too.
    let sure = (away as i32 - LOGISTIC.len() as i32).clamp(0, 300);
    worth.signum() * (lead + sure)
}

#[cfg(test)]
mod tests;

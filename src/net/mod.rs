//! Nets: what a table is worth to a seat, worked out from its observation in whole numbers, so that
//! every machine finds the same.
//!
//! A card is known by what is printed on it, and a little by which it is. Each row of an observation
//! becomes [`ROW`] numbers by where it lies; those of one place and one side are added up; two layers
//! make one number of the sums and of the table as a whole. Columns are found by their names.

pub mod agents;
mod file;

use cardmill_harness::observation::schema::{Column, Values};
use cardmill_harness::observation::{
    Arrays, Encoder, Facts, Glance, Level, Room, Schema,
};
use cardmill_harness::play::WON;
use cardmill_kernel::card::Seat;
use cardmill_kernel::rules::{At, Rules};

pub use file::Net;

/// Numbers that a card is known by, those that a row becomes, and those of the layers.
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

/// What a column puts into a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    /// Its number, at this place.
    Number(usize),
    /// 1 at this place and so many beyond, by its code; a code of 0 is nothing.
    Code(usize, usize),
    /// 1 at this place and those beyond, by its bits.
    Bits(usize, usize),
}

/// The names of what columns put into nets.
#[must_use]
pub fn inputs(columns: &[Column]) -> Vec<String> {
    let mut names = Vec::new();
    for Column { name, values, .. } in columns {
        match values {
            Values::Number(..) => names.push(name.to_string()),
            Values::Codes(codes) | Values::Verbs(codes) => {
                names.extend(codes.iter().skip(1).map(|code| format!("{name}={code}")));
            }
            Values::Bits(bits) => names.extend(bits.iter().map(|bit| format!("{name}.{bit}"))),
            Values::Row | Values::Card => {}
        }
    }
    names
}

/// The columns that a net reads, with what they put into it; names that a net does not know put in
/// nothing.
fn reads(columns: &[Column], known: &[String]) -> Vec<(usize, Input)> {
    let place = |name: &str| known.iter().position(|known| known == name);
    let mut reads = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let names = inputs(core::slice::from_ref(column));
        let Some(first) = names.first().and_then(|name| place(name)) else { continue };
        // A list of codes may have grown since.
        let count = names.iter().zip(&known[first..]).take_while(|(a, b)| a == b).count();
        reads.push((
            at,
            match column.values {
                Values::Codes(_) | Values::Verbs(_) => Input::Code(first, count),
                Values::Bits(_) => Input::Bits(first, count),
                _ => Input::Number(first),
            },
        ));
    }
    reads
}

/// Puts numbers of columns into a sum: each adds its row of weights as often as it says.
fn add<const N: usize>(
    sum: &mut [i32; N],
    reads: &[(usize, Input)],
    number: impl Fn(usize) -> i32,
    weights: &[[i16; N]],
) {
    let mut put = |place: usize, times: i32| {
        for (sum, weight) in sum.iter_mut().zip(&weights[place]) {
            *sum = sum.wrapping_add(i32::from(*weight).wrapping_mul(times));
        }
    };
    for &(at, input) in reads {
        let number = number(at);
        if number == 0 {
            continue;
        }
        match input {
            Input::Number(place) => put(place, number),
            Input::Code(first, count) => {
                if (1..=count as i32).contains(&number) {
                    put(first + number as usize - 1, 1);
                }
            }
            Input::Bits(first, count) => {
                for bit in (0..count).filter(|bit| number >> bit & 1 == 1) {
                    put(first + bit, 1);
                }
            }
        }
    }
}

/// A number between layers: what lies below 0 is 0.
fn between(sum: i32, places: u32) -> i32 {
    (sum >> places).clamp(0, i16::MAX.into())
}

/// A net that reads the observations of a game with its cards.
pub struct Fitted<R: Rules> {
    net: std::sync::Arc<Net>,
    encoder: Encoder<R>,
    arrays: Arrays,
    cells: Vec<(usize, Input)>,
    globals: Vec<(usize, Input)>,
    /// The columns that say where a card lies, and whose it is.
    zone: usize,
    side: usize,
    /// By zone and card, what a row begins with.
    begins: Vec<[i32; ROW]>,
    cards: usize,
}

impl<R: Rules> Fitted<R> {
    /// Fits a net to the observations of a game and its cards.
    ///
    /// # Errors
    /// When it reads other observations: what was expected.
    pub fn new(
        net: std::sync::Arc<Net>,
        encoder: Encoder<R>,
        catalogue: &R::Catalogue,
    ) -> Result<Self, String> {
        let columns = |schema: &Schema, name: &str| -> Vec<Column> {
            schema.array(name).map(|array| array.columns.clone()).unwrap_or_default()
        };
        let entities = columns(&encoder.schema, "entities");
        let place = |name: &str| entities.iter().position(|column| column.name == name);
        let zone = place(&net.zone).ok_or_else(|| format!("expected a column {:?}", net.zone))?;
        let side = place(&net.side).ok_or_else(|| format!("expected a column {:?}", net.side))?;
        let facts = encoder.facts(catalogue);
        let printed = reads(&columns(&encoder.schema, "facts"), &net.fact_inputs);
        let room = Room { entities: 128, actions: 0, events: 0 };
        let begins = begins(&net, &facts, &printed);
        Ok(Self {
            arrays: Arrays::new(encoder.widths(), room, 1),
            cells: reads(&entities, &net.cell_inputs),
            globals: reads(&columns(&encoder.schema, "globals"), &net.global_inputs),
            zone,
            side,
            begins,
            cards: facts.ids.len(),
            encoder,
            net,
        })
    }

    /// What a table is worth to a seat by what it may know, from -[`WON`] to [`WON`].
    pub fn value(&mut self, at: &At<'_, R>, seat: Seat) -> i32 {
        let Self { net, encoder, arrays, .. } = self;
        let glance = Glance { seat, level: Level::Seat, page: 0 };
        let written = encoder.pad(at, glance, &mut arrays.padded(), 0);
        let rows = written.entities.min(arrays.room.entities);
        let width = encoder.widths().entities;
        let mut sums = vec![[0_i32; ROW]; net.zones * 2];
        for (cells, &card) in arrays.entities.chunks(width).zip(&arrays.cards).take(rows) {
            let zone = usize::from(cells[self.zone]).min(net.zones - 1);
            let card = usize::try_from(card).unwrap_or_default().min(self.cards - 1);
            let mut row = self.begins[zone * self.cards + card];
            let weights = &net.cells[zone * net.cell_inputs.len()..][..net.cell_inputs.len()];
            add(&mut row, &self.cells, |at| cells[at].into(), weights);
            let sum = &mut sums[zone * 2 + usize::from(cells[self.side] == 0)];
            for (sum, number) in sum.iter_mut().zip(row) {
                *sum += between(number, FINE - BETWEEN);
            }
        }
        let mut first = [0_i32; FIRST];
        add(&mut first, &self.globals, |at| arrays.globals[at].into(), &net.globals);
        for (sum, bias) in first.iter_mut().zip(&net.first_bias) {
            *sum = sum.wrapping_shl(BETWEEN).wrapping_add(*bias);
        }
        for (number, weights) in sums.iter().flatten().zip(&net.first) {
            let number = (*number).min(i16::MAX.into());
            if number != 0 {
                for (sum, weight) in first.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(i32::from(*weight).wrapping_mul(number));
                }
            }
        }
        let mut second = net.second_bias;
        for (number, weights) in first.iter().zip(&net.second) {
            let number = between(*number, COARSE);
            for (sum, weight) in second.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(i32::from(*weight).wrapping_mul(number));
            }
        }
        let worth = second.iter().zip(&net.last).fold(net.last_bias, |sum, (number, weight)| {
            sum.wrapping_add(between(*number, COARSE).wrapping_mul(i32::from(*weight)))
        });
        share(worth)
    }
}

/// What rows begin with, by zone and card.
fn begins(net: &Net, facts: &Facts, printed: &[(usize, Input)]) -> Vec<[i32; ROW]> {
    let count = facts.ids.len();
    let width = facts.rows.len() / count.max(1);
    let known = |id: &str| net.ids.iter().position(|known| known == id);
    let card = |number: usize| {
        let mut sum = net.card_bias;
        let row = &facts.rows[number * width..][..width];
        add(&mut sum, printed, |at| row[at].into(), &net.facts);
        if let Some(place) = known(&facts.ids[number]) {
            for (sum, more) in sum.iter_mut().zip(&net.cards[place]) {
                *sum += i32::from(*more);
            }
        }
        sum.map(|sum| between(sum, FINE - BETWEEN))
    };
    let cards: Vec<[i32; CARD]> = (0..count).map(card).collect();
    let mut begins = Vec::with_capacity(net.zones * count);
    for zone in 0..net.zones {
        let weights = &net.card_rows[zone * CARD..][..CARD];
        for card in &cards {
            let mut sum = [0_i32; ROW];
            for (number, weights) in card.iter().zip(weights) {
                for (sum, weight) in sum.iter_mut().zip(weights) {
                    *sum = sum.wrapping_add(i32::from(*weight).wrapping_mul(*number));
                }
            }
            let bias = &net.row_bias[zone];
            begins.push(core::array::from_fn(|at| (sum[at] >> BETWEEN) + bias[at]));
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

/// How much of a game a number of the last layer is: from -[`WON`], lost, to [`WON`], won.
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


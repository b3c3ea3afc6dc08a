use cardmill_kernel::digest::mix;
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use super::*;

/// A file of a net before it is one: its metadata, and its tensors with their types and numbers.
#[derive(Clone)]
struct Draft {
    metadata: BTreeMap<&'static str, String>,
    tensors: BTreeMap<&'static str, (Dtype, Vec<i64>)>,
}

/// Places of the net; the game has one fewer.
const ZONES: usize = 4;

/// The inputs that the net knows: in another order than the game, without all of them, and more
/// than it has.
const CELLS: [&str; 8] = [
    "gone",
    "keywords.sentinel",
    "damage",
    "zone=ground",
    "keywords.gone",
    "keywords.raid",
    "zone=gone",
    "zone=hand",
];
const FACTS: [&str; 4] = ["kind=unit", "cost", "kind=event", "traits.force"];
const GLOBALS: [&str; 3] = ["round", "lead", "phase=end"];
const CARDS: [&str; 3] = ["C2", "gone", "C1"];

impl Draft {
    /// A net with weights drawn up to a size.
    fn drawn(size: i64) -> Self {
        let metadata = [
            ("kind", "cardmill.net.1".to_owned()),
            ("zone", "zone".to_owned()),
            ("side", "controlled".to_owned()),
            ("zones", ZONES.to_string()),
            ("cells", CELLS.join("\n")),
            ("facts", FACTS.join("\n")),
            ("globals", GLOBALS.join("\n")),
            ("cards", CARDS.join("\n")),
        ];
        let (rows, sums) = (ZONES * ROW, ZONES * 2 * ROW);
        let shapes = [
            ("facts", Dtype::I16, FACTS.len() * CARD),
            ("cards", Dtype::I16, CARDS.len() * CARD),
            ("card_bias", Dtype::I32, CARD),
            ("card_rows", Dtype::I16, CARD * rows),
            ("cells", Dtype::I16, CELLS.len() * rows),
            ("row_bias", Dtype::I32, rows),
            ("first", Dtype::I16, sums * FIRST),
            ("globals", Dtype::I16, GLOBALS.len() * FIRST),
            ("first_bias", Dtype::I32, FIRST),
            ("second", Dtype::I16, FIRST * SECOND),
            ("second_bias", Dtype::I32, SECOND),
            ("last", Dtype::I16, SECOND),
            ("last_bias", Dtype::I32, 1),
        ];
        let tensor = |(number, (name, dtype, count)): (u64, (&'static str, Dtype, usize))| {
            let drawn = |at: u64| (mix(number, at) % (2 * size as u64 + 1)) as i64 - size;
            (name, (dtype, (0..count as u64).map(drawn).collect()))
        };
        let tensors = (0..).zip(shapes).map(tensor).collect();
        Self { metadata: metadata.into_iter().collect(), tensors }
    }

    fn bytes(&self) -> Vec<u8> {
        let little = |(dtype, numbers): &(Dtype, Vec<i64>)| -> Vec<u8> {
            let size = if *dtype == Dtype::I16 { 2 } else { 4 };
            numbers.iter().flat_map(|number| number.to_le_bytes()[..size].to_vec()).collect()
        };
        let data: Vec<Vec<u8>> = self.tensors.values().map(little).collect();
        let views = self.tensors.iter().zip(&data).map(|((name, (dtype, numbers)), data)| {
            (*name, TensorView::new(*dtype, vec![numbers.len()], data).unwrap())
        });
        let metadata = self.metadata.iter().map(|(name, text)| ((*name).to_owned(), text.clone()));
        safetensors::serialize(views, Some(metadata.collect())).unwrap()
    }

    fn read(&self) -> Result<Net, String> {
        Net::read(&self.bytes())
    }

    fn refused(&self) -> String {
        self.read().err().unwrap()
    }

    /// A weight, by row and place in it.
    fn weight(&self, name: &str, row: usize, width: usize, place: usize) -> i64 {
        self.tensors[name].1[row * width + place]
    }
}

fn column(name: &'static str, values: Values) -> Column {
    Column { name: name.into(), meaning: "".into(), values }
}

/// The columns that the game shows: in another order, and with some that the net does not know.
fn schema() -> Schema {
    let entities = vec![
        column("row", Values::Row),
        column("zone", Values::Codes(&["none", "ground", "new", "hand"])),
        column("controlled", Values::FLAG),
        column("new", Values::Number(0, 9)),
        column("damage", Values::Number(0, 40)),
        column("keywords", Values::Bits(&["raid", "new", "sentinel"])),
    ];
    let globals = vec![
        column("lead", Values::Number(-30, 30)),
        column("new", Values::Number(0, 9)),
        column("phase", Values::Codes(&["start", "middle", "end"])),
        column("round", Values::Number(0, 40)),
    ];
    let facts = vec![
        column("cost", Values::Number(0, 12)),
        column("kind", Values::Codes(&["none", "event", "unit"])),
        column("traits", Values::Bits(&["new", "force"])),
    ];
    Schema::from(cardmill_harness::observation::schema::Columns {
        game: "chess",
        entities: (8, entities),
        globals: (6, globals),
        facts,
        verbs: &["none"],
    })
}

const WIDTH: usize = 8;

fn facts() -> Facts {
    let ids: Vec<String> = ["", "C1", "new", "C2"].map(str::to_owned).to_vec();
    Facts {
        names: ids.clone(),
        texts: ids.clone(),
        ids,
        rows: [[0, 0, 0], [3, 1, 0], [12, 2, 2], [5, 2, 3]].concat(),
    }
}

/// A table: cards, rows of entities and globals.
fn table(number: u64) -> (Vec<i16>, Vec<u8>, Vec<i16>) {
    let drawn = |what: u64, below: u64| (mix(number, what) % below) as i16;
    let rows = drawn(0, 30) as u64;
    let cards = (0..rows).map(|row| drawn(100 + row, 4)).collect();
    let row = |row: u64| {
        let cell = |place: u64, below: u64| drawn(1_000 + row * 10 + place, below) as u8;
        [cell(0, 30), cell(1, 4), cell(2, 2), cell(3, 10), cell(4, 41), cell(5, 8), 0, 0]
    };
    let entities = (0..rows).flat_map(row).collect();
    let globals = [drawn(1, 61) - 30, drawn(2, 10), drawn(3, 3), drawn(4, 41), 0, 0].to_vec();
    (cards, entities, globals)
}

fn reader(draft: &Draft) -> Reader {
    Reader::new(Arc::new(draft.read().unwrap()), &schema(), &facts()).unwrap()
}

fn worth(reader: &mut Reader, (cards, entities, globals): &(Vec<i16>, Vec<u8>, Vec<i16>)) -> i32 {
    reader.worth(cards, entities.chunks(WIDTH), globals)
}

/// The value of the input of this name on a row.
fn input(columns: &[Column], row: &[i64], name: &str) -> i64 {
    let of = |column: &str| columns.iter().position(|known| known.name == column);
    if let Some((column, code)) = name.split_once('=') {
        let Some(at) = of(column) else { return 0 };
        let Values::Codes(codes) = columns[at].values else { return 0 };
        return i64::from(codes.get(row[at] as usize) == Some(&code));
    }
    if let Some((column, bit)) = name.split_once('.') {
        let Some(at) = of(column) else { return 0 };
        let Values::Bits(bits) = columns[at].values else { return 0 };
        return bits.iter().position(|known| *known == bit).map_or(0, |bit| row[at] >> bit & 1);
    }
    of(name).map_or(0, |at| row[at])
}

/// The part of a number that is left in 32 bits.
fn narrow(sum: i64) -> i64 {
    i64::from(sum as i32)
}

/// Divided by so many powers of two and rounded down, from 0 to what fits 16 bits.
fn layer(sum: i64, places: u32) -> i64 {
    narrow(sum).div_euclid(1 << places).clamp(0, 32_767)
}

/// The same in wide numbers, from every input by its name, without tables.
fn plainly(draft: &Draft, (cards, entities, globals): &(Vec<i16>, Vec<u8>, Vec<i16>)) -> i64 {
    let (schema, facts) = (schema(), facts());
    let wide = |row: &[i16]| row.iter().map(|cell| i64::from(*cell)).collect::<Vec<i64>>();
    let mut sums = vec![0; ZONES * 2 * ROW];
    for (card, cells) in cards.iter().zip(entities.chunks(WIDTH)) {
        let cells: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
        let (zone, other) = (cells[1] as usize, usize::from(cells[2] == 0));
        let printed = wide(&facts.rows[*card as usize * 3..][..3]);
        let known = CARDS.iter().position(|id| *id == facts.ids[*card as usize]);
        let card: Vec<i64> = (0..CARD)
            .map(|place| {
                let mut sum = draft.weight("card_bias", 0, CARD, place);
                for (at, name) in FACTS.iter().enumerate() {
                    let number = input(columns(&schema, "facts"), &printed, name);
                    sum += number * draft.weight("facts", at, CARD, place);
                }
                layer(sum + known.map_or(0, |at| draft.weight("cards", at, CARD, place)), 6)
            })
            .collect();
        for place in 0..ROW {
            let mut sum = 0;
            for (at, number) in card.iter().enumerate() {
                sum += number * draft.weight("card_rows", zone * CARD + at, ROW, place);
            }
            sum = narrow(sum).div_euclid(64) + draft.weight("row_bias", zone, ROW, place);
            for (at, name) in CELLS.iter().enumerate() {
                let number = input(columns(&schema, "entities"), &cells, name);
                sum += number * draft.weight("cells", zone * CELLS.len() + at, ROW, place);
            }
            sums[(zone * 2 + other) * ROW + place] += layer(sum, 6);
        }
    }
    let globals = wide(globals);
    let first: Vec<i64> = (0..FIRST)
        .map(|place| {
            let mut sum = draft.weight("first_bias", 0, FIRST, place);
            for (at, name) in GLOBALS.iter().enumerate() {
                let number = input(columns(&schema, "globals"), &globals, name);
                sum += 64 * number * draft.weight("globals", at, FIRST, place);
            }
            for (at, number) in sums.iter().enumerate() {
                sum += number.min(&32_767) * draft.weight("first", at, FIRST, place);
            }
            layer(sum, 10)
        })
        .collect();
    let second = (0..SECOND).map(|place| {
        let mut sum = draft.weight("second_bias", 0, SECOND, place);
        for (at, number) in first.iter().enumerate() {
            sum += number * draft.weight("second", at, SECOND, place);
        }
        layer(sum, 10)
    });
    let last = second.enumerate().map(|(at, number)| number * draft.weight("last", 0, SECOND, at));
    narrow(draft.weight("last_bias", 0, 1, 0) + last.sum::<i64>())
}

#[test]
fn a_table_is_worth_what_plain_arithmetic_says() {
    let draft = Draft::drawn(600);
    let mut reader = reader(&draft);
    let mut found = Vec::new();
    for number in 0..60 {
        let table = table(number);
        found.push(worth(&mut reader, &table));
        assert_eq!(i64::from(found[number as usize]), plainly(&draft, &table), "table {number}");
    }
    found.sort_unstable();
    found.dedup();
    assert!(found.len() > 50, "{found:?}");
}

#[test]
fn columns_are_found_by_their_names() {
    let draft = Draft::drawn(600);
    let turned = |list: &[&str]| list.iter().rev().copied().collect::<Vec<_>>().join("\n");
    let mut other = draft.clone();
    for (name, list) in [("globals", &GLOBALS[..]), ("facts", &FACTS), ("cards", &CARDS)] {
        other.metadata.insert(name, turned(list));
        let width = if name == "globals" { FIRST } else { CARD };
        let numbers = &mut other.tensors.get_mut(name).unwrap().1;
        *numbers = numbers.chunks(width).rev().flatten().copied().collect();
    }
    let (mut one, mut other) = (reader(&draft), reader(&other));
    for number in 0..20 {
        let table = table(number);
        assert_eq!(worth(&mut one, &table), worth(&mut other, &table), "table {number}");
    }
}

#[test]
fn what_is_too_large_wraps() {
    let mut draft = Draft::drawn(32_000);
    for (dtype, numbers) in draft.tensors.values_mut() {
        let times = if *dtype == Dtype::I16 { 1 } else { 60_000 };
        numbers.iter_mut().for_each(|number| *number *= times);
    }
    let mut reader = reader(&draft);
    for number in 0..20 {
        let table = table(number);
        assert_eq!(i64::from(worth(&mut reader, &table)), plainly(&draft, &table), "{number}");
    }
}

#[test]
fn files_that_are_no_nets_are_refused() {
    let whole = Draft::drawn(9);
    assert!(whole.read().is_ok());
    for name in whole.tensors.keys() {
        let mut draft = whole.clone();
        draft.tensors.get_mut(name).unwrap().1.pop();
        let reason = draft.refused();
        assert!(reason.contains(&format!("tensor {name:?} has ")), "{reason}");
        draft.tensors.remove(name);
        assert_eq!(draft.refused(), format!("no net of Cardmill: expected a tensor {name:?}"));
        draft.tensors.insert(name, (Dtype::F32, whole.tensors[name].1.clone()));
        assert!(draft.refused().contains(&format!("tensor {name:?} has ")));
    }
    for name in whole.metadata.keys() {
        let mut draft = whole.clone();
        draft.metadata.remove(name);
        assert_eq!(draft.refused(), format!("no net of Cardmill: expected metadata {name:?}"));
    }
    for (name, text, reason) in [
        ("kind", "cardmill.net.9", "expected kind \"cardmill.net.1\", found \"cardmill.net.9\""),
        ("zones", "0", "expected zones as a number from 1 to 256"),
        ("zones", "18446744073709551615", "expected zones as a number from 1 to 256"),
        ("zones", "5", "tensor \"card_rows\" has 4096 numbers of I16; expected 5120 of I16"),
    ] {
        let mut draft = whole.clone();
        draft.metadata.insert(name, text.to_owned());
        assert_eq!(draft.refused(), format!("no net of Cardmill: {reason}"));
    }
    let bytes = whole.bytes();
    for end in [0, 7, 100, bytes.len() - 1] {
        let reason = Net::read(&bytes[..end]).err().unwrap();
        assert!(reason.starts_with("no net of Cardmill: "), "{reason}");
    }
    let mut draft = whole;
    draft.metadata.insert("side", "gone".to_owned());
    let net = Arc::new(draft.read().unwrap());
    let reason = Reader::new(net, &schema(), &facts()).err().unwrap();
    assert_eq!(reason, "it reads a column \"gone\" of entities; there is none");
}

#[test]
fn shares_grow_alike_on_both_sides() {
    assert_eq!(share(0), 0);
    let mut last = 0;
    for step in 0..=20_000 {
        let worth = i32::MAX / 20_000 * step;
        for worth in [worth, worth / 1_000] {
            assert_eq!(share(-worth), -share(worth), "{worth}");
        }
        let near = share(worth / 1_000);
        assert!((last..WON).contains(&near), "{step}: {last}, {near}");
        assert!(share(worth) >= near && share(worth) < WON);
        last = near;
    }
    assert!(share(i32::MIN) > -WON && share(i32::MIN) <= share(-i32::MAX));
    // A game is 73.1 % of one where the number is 1.
    assert_eq!(share(1 << 16), 2 * 731_059 - WON);
}

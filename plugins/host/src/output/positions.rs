//! The file of `positions`: safetensors, with what its numbers mean as metadata. It is written here and
//! not by the library of that name, whose metadata comes in another order every time.

use serde_json::{Map, Value, json};

use crate::positions::{Meaning, Positions};

/// The bytes of the file.
#[must_use]
pub fn bytes(positions: &Positions, meaning: &Meaning) -> Vec<u8> {
    let Positions { counts, cards, entities, globals, outcomes, games, seats, decisions } =
        positions;
    let [wide, of_table] = meaning.widths;
    let (count, rows, known) = (counts.len(), cards.len(), meaning.cards.len());
    let printed = meaning.printed.len() / known;
    // The widest numbers first, so that all are aligned.
    let mut file = File::default();
    file.add("games", "U64", &[count], games.iter().flat_map(|n| n.to_le_bytes()));
    file.add("decisions", "U32", &[count], decisions.iter().flat_map(|n| n.to_le_bytes()));
    file.add("row_cards", "I16", &[rows], shorts(cards));
    file.add("global_numbers", "I16", &[count, of_table], shorts(globals));
    file.add("fact_numbers", "I16", &[known, printed], shorts(&meaning.printed));
    file.add("counts", "U8", &[count], counts.iter().copied());
    file.add("entities", "U8", &[rows, wide], entities.iter().copied());
    file.add("outcomes", "I8", &[count], outcomes.iter().flat_map(|n| n.to_le_bytes()));
    file.add("seats", "U8", &[count], seats.iter().copied());
    let metadata = json!({
        "cells": meaning.cells.join("\n"),
        "facts": meaning.facts.join("\n"),
        "globals": meaning.globals.join("\n"),
        "cards": meaning.cards.join("\n"),
        "schema": meaning.schema,
    });
    file.finish(metadata)
}

fn shorts(numbers: &[i16]) -> impl Iterator<Item = u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes())
}

/// A file of tensors: a head that describes them, and their numbers one after another.
#[derive(Default)]
struct File {
    head: Map<String, Value>,
    data: Vec<u8>,
}

impl File {
    fn add(&mut self, name: &str, dtype: &str, shape: &[usize], bytes: impl Iterator<Item = u8>) {
        let begin = self.data.len();
        self.data.extend(bytes);
        let offsets = [begin, self.data.len()];
        let about = json!({ "dtype": dtype, "shape": shape, "data_offsets": offsets });
        self.head.insert(name.to_owned(), about);
    }

    fn finish(mut self, metadata: Value) -> Vec<u8> {
        self.head.insert("__metadata__".to_owned(), metadata);
        let mut head = Value::Object(self.head).to_string();
        while !head.len().is_multiple_of(8) {
            head.push(' ');
        }
        let size = (head.len() as u64).to_le_bytes();
        [&size[..], head.as_bytes(), &self.data].concat()
    }
}

#[cfg(test)]
mod tests {
    use safetensors::{Dtype, SafeTensors};

    use super::*;

    #[test]
    fn others_read_what_is_written() {
        let positions = Positions {
            counts: vec![1, 2],
            cards: vec![1, -1, 0],
            entities: vec![1, 2, 3, 4, 5, 6],
            globals: vec![7, -8],
            outcomes: vec![1, -1],
            games: vec![u64::MAX, 3],
            seats: vec![0, 1],
            decisions: vec![9, 9],
        };
        let meaning = Meaning {
            cells: vec!["a".into(), "b=\"c\"".into()],
            facts: vec!["d".into()],
            globals: vec!["e".into()],
            cards: vec![String::new(), "C1".into()],
            printed: vec![0, 258],
            widths: [2, 1],
            schema: "{}".into(),
        };
        let bytes = bytes(&positions, &meaning);
        let tensors = SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(tensors.len(), 9);
        for (name, dtype, shape, data) in [
            ("entities", Dtype::U8, vec![3, 2], vec![1, 2, 3, 4, 5, 6]),
            ("row_cards", Dtype::I16, vec![3], vec![1, 0, 255, 255, 0, 0]),
            ("fact_numbers", Dtype::I16, vec![2, 1], vec![0, 0, 2, 1]),
            ("outcomes", Dtype::I8, vec![2], vec![1, 255]),
            ("decisions", Dtype::U32, vec![2], vec![9, 0, 0, 0, 9, 0, 0, 0]),
        ] {
            let tensor = tensors.tensor(name).unwrap();
            assert_eq!((tensor.dtype(), tensor.shape()), (dtype, &shape[..]), "{name}");
            assert_eq!(tensor.data(), data, "{name}");
        }
        let (size, metadata) = SafeTensors::read_metadata(&bytes).unwrap();
        assert_eq!(size % 8, 0);
        let said = metadata.metadata().clone().unwrap();
        assert_eq!((said["cells"].as_str(), said["cards"].as_str()), ("a\nb=\"c\"", "\nC1"));
    }
}

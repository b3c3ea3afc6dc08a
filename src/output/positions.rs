//! The file of `positions`: safetensors, with what its numbers mean as metadata.

use safetensors::Dtype;
use safetensors::tensor::TensorView;

use crate::positions::{Meaning, Positions};

/// The bytes of the file.
///
/// # Panics
/// If there are others than as many numbers as what they mean says.
#[must_use]
pub fn bytes(positions: &Positions, meaning: &Meaning) -> Vec<u8> {
    let Positions { counts, cards, entities, globals, outcomes, games, seats, decisions } =
        positions;
    let [wide, of_table] = meaning.widths;
    let (count, rows, known) = (counts.len(), cards.len(), meaning.cards.len());
    let printed = meaning.printed.len() / known;
    let shorts = |list: &[i16]| list.iter().flat_map(|number| number.to_le_bytes()).collect();
    let [cards, globals, facts]: [Vec<u8>; 3] =
        [cards, globals, &meaning.printed].map(|l| shorts(l));
    let outcomes: Vec<u8> = outcomes.iter().flat_map(|number| number.to_le_bytes()).collect();
    let games: Vec<u8> = games.iter().flat_map(|number| number.to_le_bytes()).collect();
    let decisions: Vec<u8> = decisions.iter().flat_map(|number| number.to_le_bytes()).collect();
    let tensors: [(&str, Dtype, Vec<usize>, &[u8]); 9] = [
        ("counts", Dtype::U8, vec![count], counts),
        ("row_cards", Dtype::I16, vec![rows], &cards),
        ("entities", Dtype::U8, vec![rows, wide], entities),
        ("global_numbers", Dtype::I16, vec![count, of_table], &globals),
        ("outcomes", Dtype::I8, vec![count], &outcomes),
        ("games", Dtype::U64, vec![count], &games),
        ("seats", Dtype::U8, vec![count], seats),
        ("decisions", Dtype::U32, vec![count], &decisions),
        ("fact_numbers", Dtype::I16, vec![known, printed], &facts),
    ];
    let tensors = tensors.map(|(name, dtype, shape, data)| {
        (name, TensorView::new(dtype, shape, data).expect("as many numbers as their shape says"))
    });
    let metadata = [
        ("cells", meaning.cells.join("\n")),
        ("facts", meaning.facts.join("\n")),
        ("globals", meaning.globals.join("\n")),
        ("cards", meaning.cards.join("\n")),
        ("schema", meaning.schema.clone()),
    ];
    let metadata = metadata.map(|(name, text)| (name.to_owned(), text)).into_iter().collect();
    safetensors::serialize(tensors, Some(metadata)).expect("names and shapes are sound")
}

//! Files of nets: safetensors, with the names of what goes in as metadata.

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use xxhash_rust::xxh3::xxh3_64;

use super::{CARD, FIRST, ROW, SECOND};

/// A net: weights and biases as they were learned, with the names of its inputs.
pub struct Net {
    /// The xxh3-64 of its file.
    pub digest: u64,
    /// The columns of entity rows that say where a card lies, and whose it is.
    pub(super) zone: String,
    pub(super) side: String,
    /// The number of places (zones), 1 to [`ZONES`].
    pub(super) zones: usize,
    /// The names of the inputs from entity rows, from facts and from the table as a whole.
    pub(super) cell_inputs: Vec<String>,
    pub(super) fact_inputs: Vec<String>,
    pub(super) global_inputs: Vec<String>,
    /// The cards that are also known by which they are.
    pub(super) ids: Vec<String>,
    pub(super) facts: Vec<[i16; CARD]>,
    pub(super) cards: Vec<[i16; CARD]>,
    pub(super) card_bias: [i32; CARD],
    /// By zone, then by number of a card.
    pub(super) card_rows: Vec<[i16; ROW]>,
    /// The weights of entity rows, by zone, then by input.
    pub(super) cells: Vec<[i16; ROW]>,
    pub(super) row_bias: Vec<[i32; ROW]>,
    /// By zone, side and number of a row.
    pub(super) first: Vec<[i16; FIRST]>,
    pub(super) globals: Vec<[i16; FIRST]>,
    pub(super) first_bias: [i32; FIRST],
    pub(super) second: Vec<[i16; SECOND]>,
    pub(super) second_bias: [i32; SECOND],
    pub(super) last: [i16; SECOND],
    pub(super) last_bias: i32,
}

/// The kind of file that is read, as its metadata say it.
const KIND: &str = "cardmill.net.1";

/// The most places: their codes are bytes.
const ZONES: usize = 256;

impl Net {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is none, or its tensors do not fit together: which, and what was expected.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let no_net = |why: String| format!("no net of Cardmill: {why}");
        let (_, metadata) =
            SafeTensors::read_metadata(bytes).map_err(|why| no_net(why.to_string()))?;
        let said = metadata.metadata().clone().unwrap_or_default();
        let text = |name: &str| {
            said.get(name).cloned().ok_or_else(|| no_net(format!("expected metadata {name:?}")))
        };
        let list = |name: &str| -> Result<Vec<String>, String> {
            Ok(text(name)?.split('\n').filter(|part| !part.is_empty()).map(Into::into).collect())
        };
        let kind = text("kind")?;
        if kind != KIND {
            return Err(no_net(format!("expected kind {KIND:?}, found {kind:?}")));
        }
        let tensors = SafeTensors::deserialize(bytes).map_err(|why| no_net(why.to_string()))?;
        let tensor = |name: &str| {
            tensors.tensor(name).map_err(|_| no_net(format!("expected a tensor {name:?}")))
        };
        let (cell_inputs, fact_inputs) = (list("cells")?, list("facts")?);
        let (global_inputs, ids) = (list("globals")?, list("cards")?);
        let zones = text("zones")?.parse().ok().filter(|zones| (1..=ZONES).contains(zones));
        let zones =
            zones.ok_or_else(|| no_net(format!("expected zones as a number from 1 to {ZONES}")))?;
        Ok(Self {
            digest: xxh3_64(bytes),
            facts: rows(&tensor("facts")?, "facts", fact_inputs.len())?,
            cards: rows(&tensor("cards")?, "cards", ids.len())?,
            card_bias: biases::<CARD>(&tensor("card_bias")?, "card_bias", 1)?[0],
            card_rows: rows(&tensor("card_rows")?, "card_rows", zones * CARD)?,
            cells: rows(&tensor("cells")?, "cells", zones * cell_inputs.len())?,
            row_bias: biases(&tensor("row_bias")?, "row_bias", zones)?,
            first: rows(&tensor("first")?, "first", zones * 2 * ROW)?,
            globals: rows(&tensor("globals")?, "globals", global_inputs.len())?,
            first_bias: biases(&tensor("first_bias")?, "first_bias", 1)?[0],
            second: rows(&tensor("second")?, "second", FIRST)?,
            second_bias: biases(&tensor("second_bias")?, "second_bias", 1)?[0],
            last: rows(&tensor("last")?, "last", 1)?[0],
            last_bias: biases::<1>(&tensor("last_bias")?, "last_bias", 1)?[0][0],
            zone: text("zone")?,
            side: text("side")?,
            zones,
            cell_inputs,
            fact_inputs,
            global_inputs,
            ids,
        })
    }
}

/// The rows of a tensor of small numbers.
fn rows<const N: usize>(
    tensor: &TensorView<'_>,
    name: &str,
    count: usize,
) -> Result<Vec<[i16; N]>, String> {
    let bytes = numbers(tensor, name, Dtype::I16, count * N)?;
    let (numbers, _) = bytes.as_chunks::<2>();
    let numbers: Vec<i16> = numbers.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
    Ok(numbers.as_chunks().0.to_vec())
}

/// The rows of a tensor of large numbers.
fn biases<const N: usize>(
    tensor: &TensorView<'_>,
    name: &str,
    count: usize,
) -> Result<Vec<[i32; N]>, String> {
    let bytes = numbers(tensor, name, Dtype::I32, count * N)?;
    let (numbers, _) = bytes.as_chunks::<4>();
    let numbers: Vec<i32> = numbers.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect();
    Ok(numbers.as_chunks().0.to_vec())
}

fn numbers<'t>(
    tensor: &TensorView<'t>,
    name: &str,
    dtype: Dtype,
    count: usize,
) -> Result<&'t [u8], String> {
    let found: usize = tensor.shape().iter().product();
    if tensor.dtype() != dtype || found != count {
        return Err(format!(
            "no net of Cardmill: tensor {name:?} has {found} numbers of {:?}; expected {count} of \
             {dtype:?}",
            tensor.dtype()
        ));
    }
    Ok(tensor.data())
}

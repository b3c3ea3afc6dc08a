//! Models in ONNX, run by tract.

use std::path::Path;
use std::sync::Arc;

use cardmill_harness::observation::schema::{Array, Axis, Dtype, Schema};
use cardmill_harness::observation::{Arrays, Page, Room};
use serde_json::Value;
use tract_onnx::pb;
use tract_onnx::prelude::*;

use super::LANES;
use super::contract::{Column, columns, unknown_rows};

/// The names of the arrays that can be given to a model.
const OFFERED: [&str; 5] = ["cards", "entities", "globals", "actions", "mask"];

/// A model that was found to fit.
pub(super) struct Model {
    plan: Arc<TypedRunnableModel>,
    inputs: Vec<Input>,
    room: Room,
    cards: Vec<String>,
    /// The column of entity rows by which those are known that it is not shown, and their width.
    hidden: Option<(usize, usize)>,
}

/// An array that a model takes, and its shape.
struct Input {
    name: &'static str,
    shape: Vec<usize>,
    /// Its columns where they are not those of this program, whose rows are so wide.
    columns: Option<(Vec<Column>, usize)>,
}

impl Model {
    /// Reads a file, and runs the model once.
    ///
    /// # Errors
    /// The complaint about it, and the expectation.
    pub(super) fn read(path: &Path, schema: &Schema) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        let onnx = onnx();
        let proto = onnx.proto_model_for_read(&mut &bytes[..]);
        let proto = proto.ok().filter(|proto| proto.graph.is_some());
        let proto = proto.ok_or("no model; expected a policy as ONNX")?;
        let written = trained(&proto, schema)?;
        let inputs = inputs(&proto, schema, written.as_ref())?;
        let entities = schema.widths().entities;
        let hidden = written.as_ref().and_then(|written| unknown_rows(schema, written));
        let hidden = hidden.map(|column| (column, entities));
        let cards = said(&proto, "cardmill.cards").into_iter().flat_map(str::lines);
        let cards = cards.map(str::to_owned).collect();
        let failed = |error: TractError| format!("the model cannot be run: {error:#}");
        let model = onnx.model_for_proto_model(&proto).map_err(failed)?;
        let mut model = model.with_outputs_by_name(["logits"]).map_err(|_| {
            let named = proto.graph.iter().flat_map(|graph| &graph.output);
            let named: Vec<&str> = named.map(|output| &*output.name).collect();
            format!("outputs {}; expected \"logits\" [N, A]", named.join(", "))
        })?;
        for (place, input) in inputs.iter().enumerate() {
            let shape: TVec<TDim> = input.shape.iter().map(|&size| size.to_dim()).collect();
            let fact = InferenceFact::dt_shape(input.datum(schema), shape);
            model.set_input_fact(place, fact).map_err(failed)?;
        }
        let model = model.into_optimized().map_err(failed)?;
        let logits = model.output_fact(0).map_err(failed)?;
        let actions = inputs.iter().find(|input| matches!(input.name, "actions" | "mask"));
        let actions = actions.map(|input| input.shape[1]);
        let found = logits.shape.as_concrete().map(<[usize]>::to_vec);
        let room = match found.as_deref() {
            Some(&[LANES, found])
                if logits.datum_type == f32::datum_type()
                    && actions.is_none_or(|actions| actions == found)
                    && found >= Page::LEAST =>
            {
                let entities = inputs.iter().find(|i| matches!(i.name, "cards" | "entities"));
                let entities = entities.map_or(0, |input| input.shape[1]);
                Room { entities, actions: found, events: 0 }
            }
            _ => {
                let actions = actions.map_or("A".to_owned(), |actions| actions.to_string());
                return Err(format!("logits {logits:?}; expected float32 [N, {actions}]"));
            }
        };
        let plan = model.into_runnable().map_err(failed)?;
        let model = Self { plan, inputs, room, cards, hidden };
        model.logits(&Arrays::new(schema.widths(), room, LANES))?;
        Ok(model)
    }

    /// The number of rows that it is given.
    pub(super) const fn room(&self) -> Room {
        self.room
    }

    /// The ids of cards by the numbers that it knows them by; nothing if it does not say.
    pub(super) fn cards(&self) -> &[String] {
        &self.cards
    }

    /// The logits of all lanes.
    ///
    /// # Errors
    /// When it cannot be run.
    pub(super) fn logits(&self, arrays: &Arrays) -> Result<Vec<f32>, String> {
        let tensor = |input: &Input| match input.name {
            "cards" => input.tensor(&arrays.cards, self.hidden, &arrays.entities),
            "entities" => input.tensor(&arrays.entities, self.hidden, &arrays.entities),
            "globals" => input.tensor(&arrays.globals, None, &[]),
            "actions" => input.tensor(&arrays.actions, None, &[]),
            _ => input.tensor(&arrays.mask, None, &[]),
        };
        let run = || {
            let given = self.inputs.iter().map(|input| tensor(input).map(IntoTValue::into_tvalue));
            let told = self.plan.run(given.collect::<TractResult<_>>()?)?;
            Ok(told[0].try_as_plain_ram()?.as_slice::<f32>()?.to_vec())
        };
        run().map_err(|error: TractError| format!("the model cannot be run: {error:#}"))
    }
}

impl Input {
    fn datum(&self, schema: &Schema) -> DatumType {
        match schema.array(self.name).map(|array| array.dtype) {
            Some(Dtype::Int8) => i8::datum_type(),
            Some(Dtype::Uint8) => u8::datum_type(),
            _ => i16::datum_type(),
        }
    }

    /// The numbers of an array by the columns that the model knows; of entities without the rows that
    /// have something in the column `hidden`.
    fn tensor<T: Datum + Copy + Default + Into<i16> + TryFrom<i16>>(
        &self,
        cells: &[T],
        hidden: Option<(usize, usize)>,
        entities: &[u8],
    ) -> TractResult<Tensor> {
        let Some((columns, here)) = &self.columns else {
            return Tensor::from_shape(&self.shape, cells);
        };
        let width = match self.name {
            "cards" | "mask" => 1,
            _ => self.shape[self.shape.len() - 1],
        };
        let mut told = vec![T::default(); self.shape.iter().product()];
        for (row, (told, cells)) in told.chunks_mut(width).zip(cells.chunks(*here)).enumerate() {
            if hidden.is_some_and(|(column, wide)| entities[row * wide + column] != 0) {
                continue;
            }
            for (cell, column) in told.iter_mut().zip(columns) {
                let value = column.told(cells[column.here].into());
                *cell = T::try_from(value).unwrap_or_default();
            }
        }
        Tensor::from_shape(&self.shape, &told)
    }
}

/// The arrays that a model takes, in its order.
fn inputs(
    proto: &pb::ModelProto,
    schema: &Schema,
    written: Option<&Value>,
) -> Result<Vec<Input>, String> {
    let graph = proto.graph.as_ref().ok_or("no model; expected a policy as ONNX")?;
    let constant = |name: &str| graph.initializer.iter().any(|constant| constant.name == name);
    let taken = graph.input.iter().filter(|input| !constant(&input.name));
    let inputs = taken.map(|value| input(value, schema, written));
    let inputs: Vec<Input> = inputs.collect::<Result<_, _>>()?;
    for (axis, names) in [("E", ["cards", "entities"]), ("A", ["actions", "mask"])] {
        let sizes = inputs.iter().filter(|i| names.contains(&i.name)).map(|i| i.shape[1]);
        if sizes.clone().min() != sizes.max() {
            return Err(format!("{} disagree; expected one {axis} for both", names.join(" and ")));
        }
    }
    match inputs.is_empty() {
        true => Err(format!("no inputs; expected some of {}", OFFERED.join(", "))),
        false => Ok(inputs),
    }
}

/// An input by its name, with its shape.
fn input(
    value: &pb::ValueInfoProto,
    schema: &Schema,
    written: Option<&Value>,
) -> Result<Input, String> {
    let name = &value.name;
    let offered = OFFERED.into_iter().find(|offered| offered == name);
    let array = offered.and_then(|name| schema.array(name));
    let (Some(offered), Some(array)) = (offered, array) else {
        return Err(format!("input \"{name}\"; expected some of {}", OFFERED.join(", ")));
    };
    let tensor = value.r#type.as_ref().and_then(|kind| kind.value.as_ref());
    let (kind, sizes) = match tensor {
        Some(pb::type_proto::Value::TensorType(tensor)) => {
            let dims = tensor.shape.iter().flat_map(|shape| &shape.dim);
            let size = |dim: &pb::tensor_shape_proto::Dimension| match dim.value {
                Some(pb::tensor_shape_proto::dimension::Value::DimValue(size)) => Some(size),
                _ => None,
            };
            (tensor.elem_type, dims.map(size).collect())
        }
        None => (0, Vec::new()),
    };
    let columns = written.map(|written| columns(array, written)).transpose();
    let columns = columns.map_err(|problems| strange(&problems))?;
    // What it was trained on may have been less wide; numbers past its columns were 0.
    let wide = sizes.last().copied().flatten().and_then(|wide| usize::try_from(wide).ok());
    let least = columns.as_ref().map_or(0, Vec::len);
    let wide = wide.filter(|wide| columns.is_some() && *wide >= least);
    let width = array.width.map(|width| wide.unwrap_or(width));
    let expected = expected(array);
    let rows = if array.axis == Axis::Decision { None } else { sizes.get(1).copied().flatten() };
    let mut shape = vec![LANES];
    if array.axis != Axis::Decision {
        let rows = rows.and_then(|rows| usize::try_from(rows).ok()).filter(|rows| *rows > 0);
        shape.push(rows.ok_or_else(|| {
            format!("input \"{name}\" does not say how many rows it has; expected {expected}")
        })?);
    }
    shape.extend(width);
    let fits = |(found, size): (&Option<i64>, &usize)| {
        found.is_none_or(|found| usize::try_from(found) == Ok(*size))
    };
    let fits = sizes.len() == shape.len() && sizes.iter().zip(&shape).skip(1).all(fits);
    // One that is fixed must be as many as are looked at together.
    let lanes = sizes.first().copied().flatten().is_none_or(|lanes| lanes == LANES as i64);
    if kind != code(array.dtype) || !fits || !lanes {
        let told = |size: &Option<i64>| size.map_or("N".to_owned(), |size| size.to_string());
        let sizes: Vec<String> = sizes.iter().map(told).collect();
        let kind =
            pb::tensor_proto::DataType::try_from(kind).map_or("?", |kind| kind.as_str_name());
        return Err(format!(
            "input \"{name}\" is {} [{}]; expected {expected}",
            kind.to_lowercase(),
            sizes.join(", ")
        ));
    }
    let columns = columns.map(|columns| (columns, array.width.unwrap_or(1)));
    Ok(Input { name: offered, shape, columns })
}

/// The type and the shape of an array, in words.
fn expected(array: &Array) -> String {
    let axis = array.axis.letter().map(|letter| letter.to_string());
    let width = array.width.map(|width| width.to_string());
    let sizes: Vec<String> = [Some("N".to_owned()), axis, width].into_iter().flatten().collect();
    format!("{} [{}]", dtype(array.dtype), sizes.join(", "))
}

const fn dtype(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Int8 => "int8",
        Dtype::Uint8 => "uint8",
        Dtype::Int16 => "int16",
    }
}

const fn code(dtype: Dtype) -> i32 {
    match dtype {
        Dtype::Int8 => pb::tensor_proto::DataType::Int8 as i32,
        Dtype::Uint8 => pb::tensor_proto::DataType::Uint8 as i32,
        Dtype::Int16 => pb::tensor_proto::DataType::Int16 as i32,
    }
}

/// The text under a key of a model's metadata.
fn said<'m>(proto: &'m pb::ModelProto, key: &str) -> Option<&'m str> {
    let said = proto.metadata_props.iter().find(|said| said.key == key);
    said.map(|said| said.value.as_str())
}

/// The columns that a model was trained on, where they are not those of this program.
fn trained(proto: &pb::ModelProto, schema: &Schema) -> Result<Option<Value>, String> {
    let digest = format!("{:016x}", schema.digest());
    match said(proto, "cardmill.schema") {
        None => Err(format!(
            "it does not say which observations it was trained on; expected the metadata \
             cardmill.schema = {digest}"
        )),
        Some(theirs) if theirs == digest => Ok(None),
        Some(theirs) => {
            let written = said(proto, "cardmill.columns");
            let written = written.and_then(|text| serde_json::from_str(text).ok());
            let told = || format!("it was trained on the observations {theirs}; expected {digest}");
            written.map(Some).ok_or_else(told)
        }
    }
}

/// The reason for which a model cannot be shown the columns that it was trained on.
fn strange(problems: &[String]) -> String {
    let told = problems.join("; ");
    format!(
        "it was trained on columns that are not here ({told}); expected those of `cardmill schema`"
    )
}

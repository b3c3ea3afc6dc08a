//! Models in ONNX, run by tract.

use std::path::Path;
use std::sync::Arc;

use cardmill_harness::observation::schema::{Array, Axis, Dtype, Schema};
use cardmill_harness::observation::{Arrays, Page, Room};
use tract_onnx::pb;
use tract_onnx::prelude::*;

use super::LANES;
use super::contract::differences;

/// What can be given to a model.
const OFFERED: [&str; 5] = ["cards", "entities", "globals", "actions", "mask"];

/// A model that was found to fit.
pub(super) struct Model {
    plan: Arc<TypedRunnableModel>,
    inputs: Vec<Input>,
    room: Room,
    cards: Vec<String>,
}

/// An array that a model takes, and its shape.
struct Input {
    name: &'static str,
    shape: Vec<usize>,
}

impl Model {
    /// Reads a file, and runs the model once.
    ///
    /// # Errors
    /// What is wrong with it, and what was expected.
    pub(super) fn read(path: &Path, schema: &Schema) -> Result<Self, String> {
        let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        let onnx = onnx();
        let proto = onnx.proto_model_for_read(&mut &bytes[..]);
        let proto = proto.ok().filter(|proto| proto.graph.is_some());
        let proto = proto.ok_or("no model; expected a policy as ONNX")?;
        let inputs = inputs(&proto, schema)?;
        let cards = agreed(&proto, schema, &inputs)?;
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
        let model = Self { plan, inputs, room, cards };
        model.logits(&Arrays::new(schema.widths(), room, LANES))?;
        Ok(model)
    }

    /// How many rows it is given.
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
        let tensor = |Input { name, shape }: &Input| match *name {
            "cards" => Tensor::from_shape(shape, &arrays.cards),
            "entities" => Tensor::from_shape(shape, &arrays.entities),
            "globals" => Tensor::from_shape(shape, &arrays.globals),
            "actions" => Tensor::from_shape(shape, &arrays.actions),
            _ => Tensor::from_shape(shape, &arrays.mask),
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
}

/// The arrays that a model takes, in its order.
fn inputs(proto: &pb::ModelProto, schema: &Schema) -> Result<Vec<Input>, String> {
    let graph = proto.graph.as_ref().ok_or("no model; expected a policy as ONNX")?;
    let constant = |name: &str| graph.initializer.iter().any(|constant| constant.name == name);
    let taken = graph.input.iter().filter(|input| !constant(&input.name));
    let inputs: Vec<Input> = taken.map(|value| input(value, schema)).collect::<Result<_, _>>()?;
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
fn input(value: &pb::ValueInfoProto, schema: &Schema) -> Result<Input, String> {
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
    let expected = expected(array);
    let rows = if array.axis == Axis::Decision { None } else { sizes.get(1).copied().flatten() };
    let mut shape = vec![LANES];
    if array.axis != Axis::Decision {
        let rows = rows.and_then(|rows| usize::try_from(rows).ok()).filter(|rows| *rows > 0);
        shape.push(rows.ok_or_else(|| {
            format!("input \"{name}\" does not say how many rows it has; expected {expected}")
        })?);
    }
    shape.extend(array.width);
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
    Ok(Input { name: offered, shape })
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

/// Whether a model was trained on such observations. The ids of the cards it knows.
fn agreed(
    proto: &pb::ModelProto,
    schema: &Schema,
    inputs: &[Input],
) -> Result<Vec<String>, String> {
    let said = |key: &str| {
        let said = proto.metadata_props.iter().find(|said| said.key == key);
        said.map(|said| said.value.as_str())
    };
    let digest = format!("{:016x}", schema.digest());
    match said("cardmill.schema") {
        None => {
            return Err(format!(
                "it does not say which observations it was trained on; expected the metadata \
                 cardmill.schema = {digest}"
            ));
        }
        Some(theirs) if theirs != digest => {
            let written = said("cardmill.columns").and_then(|text| serde_json::from_str(text).ok());
            let takes = |name: &str| inputs.iter().any(|input| input.name == name);
            let differences = written.map(|written| differences(schema, &written, takes));
            // What differs elsewhere is nothing to it.
            if differences.as_ref().is_none_or(|differences| !differences.is_empty()) {
                let told = differences.map(|told| format!(" ({})", told.join("; ")));
                return Err(format!(
                    "it was trained on the observations {theirs}{}; expected {digest}",
                    told.unwrap_or_default()
                ));
            }
        }
        Some(_) => {}
    }
    Ok(said("cardmill.cards").into_iter().flat_map(str::lines).map(str::to_owned).collect())
}

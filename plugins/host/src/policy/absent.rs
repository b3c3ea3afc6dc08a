//! A stand-in for models, in a program that was built without them.

use std::path::Path;

use cardmill_harness::observation::schema::Schema;
use cardmill_harness::observation::{Arrays, Room};

/// A model, of which there is none.
pub(super) enum Model {}

impl Model {
    pub(super) fn read(_: &Path, _: &Schema) -> Result<Self, String> {
        Err("this program was built without policies; expected one that was built by `cargo build \
             --release --features onnx`"
            .into())
    }

    pub(super) const fn room(&self) -> Room {
        match *self {}
    }

    pub(super) const fn cards(&self) -> &[String] {
        match *self {}
    }

    pub(super) const fn logits(&self, _: &Arrays) -> Result<Vec<f32>, String> {
        match *self {}
    }
}

//! Tables of X-Wing in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Problem, RawValue, Session, in_lines, to_raw_value};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::part;

use super::Hangar;
use super::drawing::Drawing;
use super::picture::picture;
use super::why::missed;
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Prompt, XWing};
use crate::label;
use crate::position::{self, Position};
use crate::view::determinize;
use crate::vocabulary::Phase;

impl Session for Hangar {
    const NAME: &'static str = "xwing";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        let definitions = catalogue.cards().iter().map(|card| &card.definition);
        Digest::of(&(definitions.collect::<Vec<_>>(), catalogue.facts()))
    }

    fn sizes(batch: &Batch, table: usize) -> Lists<usize> {
        part::<Board>(batch.world(), batch.table(table)).sizes()
    }

    fn deal_world(
        batch: &mut Batch,
        from: usize,
        to: usize,
        seat: Seat,
        key: u64,
    ) -> Result<(), Problem> {
        determinize(batch, from, to, seat, key);
        Ok(())
    }

    fn outcome(&self, table: usize) -> Option<String> {
        self.component::<Board>(table).outcome.told()
    }

    fn shown(&mut self, table: usize) -> Option<Position> {
        Some(self.look(table, position::shown))
    }

    fn show(&mut self, table: usize, position: &Position) -> Result<(), Problem> {
        let table = self.batch().table(table);
        position::show(self.batch_mut().world_mut(), table, position)
    }

    fn is_between(stack: &Stack<XWing>, decision: &Decision<XWing>) -> bool {
        let asked = matches!(decision.prompt, Some(Prompt::Dial(_) | Prompt::Turn));
        asked && stack.entries.len() == 1
    }

    fn seen(&mut self, table: usize, seat: Seat) -> Box<RawValue> {
        in_lines(&self.read(table, |scene| picture(scene, Some(seat))))
    }

    fn missed(&mut self, table: usize) -> Vec<(String, String)> {
        self.look(table, missed)
    }

    fn drawn(&mut self, table: usize, seat: Option<Seat>) -> Box<RawValue> {
        let drawing = self.read(table, |scene| to_raw_value(&Drawing::new(scene, seat)));
        drawing.expect("a drawing is plain data")
    }

    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        let name = format!("{phase} phase");
        let wanted =
            Phase::ALL.into_iter().find(|phase| label::phase(*phase).to_lowercase() == name);
        let Some(wanted) = wanted else {
            let expected = "expected planning, system, activation, engagement or end";
            return Err(Problem::at("phase", expected));
        };
        Ok(self.pass_to(table, wanted).is_ok())
    }
}

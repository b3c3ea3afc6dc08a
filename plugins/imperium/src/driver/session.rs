//! Tables of Twilight Imperium in sessions.

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Problem, RawValue, Session, in_lines, to_raw_value};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::resolve::change;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::{Unsettled, part};

use super::Tabletop;
use super::drawing::Drawing;
use super::picture::picture;
use super::refusal::missed;
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Imperium, Prompt};
use crate::position::{self, Position};
use crate::view;

impl Session for Tabletop {
    const NAME: &'static str = "imperium";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        Digest::of(&catalogue.definitions())
    }

    fn sizes(batch: &Batch, table: usize) -> Lists<usize> {
        part::<Board>(batch.world(), batch.table(table)).sizes()
    }

    fn outcome(&self, table: usize) -> Option<String> {
        self.board(table).outcome.told()
    }

    fn shown(&mut self, table: usize) -> Option<Position> {
        Some(self.look(table, position::shown))
    }

    fn show(&mut self, table: usize, position: &Position) -> Result<(), Problem> {
        let table = self.batch().table(table);
        change(self.batch_mut().world_mut(), table, |at| position::show(at, position))
    }

    fn is_between(stack: &Stack<Imperium>, decision: &Decision<Imperium>) -> bool {
        decision.prompt == Some(Prompt::Action) && stack.entries.len() == 2
    }

    /// Consequences are that somebody has won.
    const CHANGED: Unsettled =
        Unsettled { constants: true, consequences: false, rounds: 0, room: false };

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

    fn deal_world(
        batch: &mut Batch,
        from: usize,
        to: usize,
        seat: Seat,
        key: u64,
    ) -> Result<(), Problem> {
        Ok(view::determinize(batch, from, to, seat, key)?)
    }

    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        if !["strategy", "action", "status", "agenda"].contains(&phase) {
            return Err(Problem::at("phase", "expected strategy, action, status or agenda"));
        }
        Ok(self.play_to(table, &format!(": {phase} phase")).is_ok())
    }
}

//! Tables of this game in sessions: what is asked, what there is to know, and changes in place.

mod phase;
mod set;
mod state;

use bevy_ecs::prelude::*;
use cardmill_harness::driver::Driver;
use cardmill_harness::session::{Problem, Session, read};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::part;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::deal;
use crate::driver::{Tabletop, missed};
use crate::position::{Position, shown};
use crate::prelude::*;
use crate::text::{rules_text, unit_side_text, upgrade_side_text};
use crate::view::{View, determinize};

impl Session for Tabletop {
    const NAME: &'static str = "unlimited";

    fn digest_of(catalogue: &Catalogue) -> u64 {
        catalogue.digest()
    }

    fn sizes(batch: &Batch, table: usize) -> Lists<usize> {
        part::<Board>(batch.world(), batch.table(table)).sizes()
    }

    fn grow(world: &mut World, table: Entity, sizes: Lists<usize>) {
        deal::grow(world, table, sizes);
    }

    fn deal_world(
        batch: &mut Batch,
        from: usize,
        to: usize,
        seat: Seat,
        key: u64,
    ) -> Result<(), Problem> {
        if part::<Board>(batch.world(), batch.table(from)).players.are_many() {
            return Err(Problem::refused("worlds are dealt of games of two players"));
        }
        Ok(determinize(batch, from, to, seat, key)?)
    }

    fn outcome(&self, table: usize) -> Option<String> {
        self.board(table).outcome.told()
    }

    fn missed(&mut self, table: usize) -> Vec<(String, String)> {
        self.moment(table, missed).unwrap_or_default()
    }

    fn rules(catalogue: &Catalogue, id: &str) -> Vec<String> {
        let Some(number) = catalogue.find(id) else { return Vec::new() };
        let definition = &catalogue.card(number).definition;
        [rules_text, unit_side_text, upgrade_side_text].map(|text| text(definition)).concat()
    }

    fn state(&mut self, table: usize) -> Box<RawValue> {
        self.sight(table, None)
    }

    fn seen(&mut self, table: usize, seat: Seat) -> Box<RawValue> {
        self.sight(table, Some(seat))
    }

    fn shown(&mut self, table: usize) -> Option<Position> {
        let seat = self.asks(table)?;
        self.moment(table, |at| shown(&at.offer.scene, at.stack, at.decision.prompt?, seat))?
    }

    fn is_between(stack: &Stack<Unlimited>, decision: &Decision<Unlimited>) -> bool {
        decision.prompt == Some(Prompt::Action) && stack.entries.len() == 1
    }

    fn set(&mut self, table: usize, scratch: usize, changes: Value) -> Result<(), Problem> {
        let changes = read(&changes).map_err(|problem: Problem| problem.within("changes"))?;
        self.change(table, scratch, changes)
    }

    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        self.pass_until(table, phase)
    }
}

impl Tabletop {
    /// A table as a seat sees it, or all of it.
    fn sight(&mut self, table: usize, seat: Option<Seat>) -> Box<RawValue> {
        let theirs = seat.is_none_or(|seat| self.asks(table) == Some(seat));
        let asked = if theirs { self.question(table) } else { None };
        let position = if seat.is_none() { self.shown(table) } else { None };
        let shown = self.moment(table, |at| {
            let offer = &at.offer;
            let view = seat.map(|seat| View::new(offer.scene, at.stack, at.decision, seat));
            let sight = state::Sight { scene: offer.scene, view };
            let lasting = offer.scene.effects().map(|(_, effect)| effect);
            let effects: Vec<&Effect> = lasting.collect();
            let shown = sight.table(&effects, &at.stack.waiting, position, asked);
            to_raw_value(&shown).expect("what is shown is plain data")
        });
        shown.expect("a game has its turn structure")
    }
}

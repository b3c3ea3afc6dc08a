//! Tables of X-Wing answered from outside.

mod check;
mod drawing;
mod entry;
mod meaning;
mod picture;
mod play;
mod prospect;
mod session;
mod step;
mod why;
mod wording;

use cardmill_harness::driver::{Checked, Driver};
use cardmill_harness::files::CardFiles;
use cardmill_harness::session::Problem;
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::rules::At;

use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::library::Library;
use crate::position::{Position, arrange};
use crate::vocabulary::Definition;

pub use check::{CardKind, Check};
pub use step::Step;

/// A World of tables of the game.
pub struct Hangar {
    batch: Batch,
}

impl Driver for Hangar {
    type Game = XWing;
    type Catalogue = Catalogue;
    type Card = Definition;
    type Position = Position;
    type Step = Step;
    type Check = Check;

    cardmill_harness::readers!();
    cardmill_harness::holds_batch!();

    fn load(cards: impl Into<CardFiles>) -> Result<Catalogue, String> {
        let library = Library::load(cards).map_err(|errors| errors.to_string())?;
        Ok(Catalogue::new(&library))
    }

    fn definitions(catalogue: &Catalogue) -> Vec<Definition> {
        catalogue.cards().iter().map(|card| card.definition.clone()).collect()
    }

    fn redefined(catalogue: &Catalogue, definitions: Vec<Definition>) -> Result<Catalogue, String> {
        let (facts, squads) = (catalogue.facts().clone(), catalogue.squads().to_vec());
        Ok(Catalogue::new(&Library { definitions, facts, squads }))
    }

    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem> {
        arrange(batch, table, position, seed, game)
    }

    fn seed(position: &Position) -> u64 {
        position.seed
    }

    fn step(&mut self, table: usize, step: &Step) -> Checked {
        self.do_step(table, step)
    }

    fn check(catalogue: &Catalogue, check: &Check) -> Checked {
        check::check(catalogue, check)
    }

    fn refusal(at: &At<'_, XWing>, label: &str) -> Result<String, String> {
        why::refusal(at, label)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, |scene| picture::picture(scene, None))
    }

    fn words(at: &At<'_, XWing>) -> Wording {
        wording::wording(&at.state.scene())
    }
}

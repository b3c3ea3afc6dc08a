//! Tables of this game driven from outside: positions, options in the players' words, and what
//! scenarios say of a table.

mod drawing;
mod fact;
mod meaning;
mod picture;
mod play;
mod prospect;
mod refusal;
mod session;
mod step;
mod wording;

use cardmill_harness::driver::{Checked, Driver, same};
use cardmill_harness::files::CardFiles;
use cardmill_harness::session::Problem;
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::Status;

pub use step::{Check, Step};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::label;
use crate::library;
use crate::position::{Position, arrange};
use crate::vocabulary::Definition;

/// Decisions after which `PlayTo` gives up.
const PLAYED_ON: usize = 500;

/// Tables of Twilight Imperium, answered from outside.
pub struct Tabletop {
    batch: Batch,
}

impl Driver for Tabletop {
    type Game = Imperium;
    type Catalogue = Catalogue;
    type Card = Definition;
    type Position = Position;
    type Step = Step;
    type Check = Check;

    cardmill_harness::readers!();
    cardmill_harness::holds_batch!();

    fn load(cards: impl Into<CardFiles>) -> Result<Catalogue, String> {
        library::load(cards).map(Catalogue::new).map_err(|error| error.to_string())
    }

    fn definitions(catalogue: &Catalogue) -> Vec<Definition> {
        catalogue.definitions().to_vec()
    }

    fn redefined(_: &Catalogue, definitions: Vec<Definition>) -> Result<Catalogue, String> {
        Ok(Catalogue::new(definitions))
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
        match step {
            Step::PlayToTurn(player) => {
                let seat = player.seat();
                self.play_to(table, &format!("- {}'s turn starts", label::player(seat)))
            }
            Step::PlayToPhase(phase) => self.play_to(table, &format!(": {}", label::phase(*phase))),
            _ => self.read(table, |scene| fact::holds(scene, step)),
        }
    }

    fn check(catalogue: &Catalogue, check: &Check) -> Checked {
        fact::check(catalogue, check)
    }

    fn refusal(at: &At<'_, Imperium>, label: &str) -> Result<String, String> {
        refusal::refusal(at, label)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, |scene| picture::picture(scene, None))
    }

    fn words(at: &At<'_, Imperium>) -> Wording {
        wording::wording(&at.state.scene(), at.stack)
    }
}

impl Tabletop {
    /// The state that is not on cards or figures.
    #[must_use]
    pub fn board(&self, table: usize) -> &Board {
        self.component::<Board>(table)
    }

    /// Plays on, doing as little as possible, until a new line of the log contains this.
    fn play_to(&mut self, table: usize, line: &str) -> Checked {
        let from = self.log(table).len();
        for _ in 0..PLAYED_ON {
            if self.log(table)[from..].iter().any(|new| new.contains(line)) {
                return Ok(());
            }
            if self.status(table) != Status::Waiting {
                return Err("the game ends before that".into());
            }
            let asked = self.asked(table).expect("it waits");
            let least = ["Decline", "No", "Refuse", "Done", "Abstain", "Pass"];
            let named = |label: &&str| asked.options.iter().position(|o| o.label == **label);
            let answer = least.iter().find_map(named).unwrap_or(0);
            self.choose(table, answer).map_err(|refused| refused.to_string())?;
        }
        Err(format!("that does not come within {PLAYED_ON} decisions"))
    }
}

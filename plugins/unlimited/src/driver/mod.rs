//! Tables of this game driven from outside: positions, options in the players' words, and what
//! scenarios say of a table.

pub(crate) mod card;
mod check;
mod picture;
pub(crate) mod play;
mod prospect;
mod refusal;
mod step;
mod wording;

use std::sync::Arc;

use cardmill_harness::driver::{Checked, Driver, same};
use cardmill_harness::files::CardFiles;
use cardmill_harness::log::Chronicled;
use cardmill_harness::session::Problem;
use cardmill_harness::wording::Wording;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Slot;
use cardmill_kernel::resolve::work_out;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::{Status, Table};

pub use check::{Check, Counts};
pub(crate) use refusal::missed;
pub use step::{Place, Step};

use crate::board::{Board, Outcome};
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::label;
use crate::library::Library;
use crate::position::{Player, Position, Spot, arrange};
use crate::settle::{Unstable, unstable};
use crate::vocabulary::Definition;

/// Rounds after which `PassRound` gives up.
const PASSES: usize = 60;

/// Tables of Star Wars: Unlimited, answered from outside.
pub struct Tabletop {
    batch: Batch,
}

impl Driver for Tabletop {
    type Game = Unlimited;
    type Catalogue = Catalogue;
    type Card = Definition;
    type Position = Position;
    type Step = Step;
    type Check = Check;

    cardmill_harness::readers!();
    cardmill_harness::holds_batch!();

    fn load(cards: impl Into<CardFiles>) -> Result<Catalogue, String> {
        let library = Library::load(cards).map_err(|errors| errors.to_string())?;
        Catalogue::with(&library.definitions, library.supplement).map_err(|error| error.to_string())
    }

    fn definitions(catalogue: &Catalogue) -> Vec<Definition> {
        catalogue.definitions()
    }

    fn id<'c>(catalogue: &'c Catalogue, other: &str) -> Option<&'c str> {
        Some(&catalogue.card(catalogue.find(other)?).definition.id)
    }

    fn redefined(catalogue: &Catalogue, definitions: Vec<Definition>) -> Result<Catalogue, String> {
        let supplement = Arc::clone(&catalogue.supplement);
        Catalogue::with(&definitions, supplement).map_err(|error| error.to_string())
    }

    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem> {
        arrange(batch, table, position, seed, game)?;
        Ok(())
    }

    fn arrange(&mut self, table: usize, position: &Position) -> Result<(), Problem> {
        let spots = arrange(&mut self.batch, table, position, 0, 0)?;
        self.stands(table).map_err(|unstable| {
            self.clear_table(table);
            Problem::at(Spot::of(&spots, unstable), unstable.flaw.to_string())
        })?;
        // What was worked out to see that is forgotten: nothing was asked yet.
        arrange(&mut self.batch, table, position, 0, 0)?;
        self.clear_log(table);
        Ok(())
    }

    fn step(&mut self, table: usize, step: &Step) -> Checked {
        let seats = self.board(table).players.len();
        if let Some(player) = step.player().filter(|player| player.index() >= seats) {
            return Err(format!("there is no {player:?}"));
        }
        match step {
            Step::PassRound => self.pass_round(table),
            Step::Winner(player) => self.outcome(table, Outcome::Win(player.seat())),
            Step::Draw => self.outcome(table, Outcome::Draw),
            Step::GoesOn => self.outcome(table, Outcome::Open),
            Step::Initiative(player) => same(player.seat(), self.board(table).initiative),
            Step::Active(player) => same(player.seat(), self.board(table).lead()),
            Step::Hand(player, n) => same(usize::from(*n), self.player(table, *player).hand.len()),
            Step::Deck(player, n) => same(usize::from(*n), self.player(table, *player).deck.len()),
            Step::Discard(player, n) => {
                same(usize::from(*n), self.player(table, *player).discard.len())
            }
            Step::Resources(player, n) => {
                same(usize::from(*n), self.player(table, *player).resources.len())
            }
            Step::ReadyResources(player, n) => same(*n, self.player(table, *player).ready),
            Step::Credits(player, n) => same(*n, self.player(table, *player).credits),
            Step::DeckTop(player, titles) => {
                let deck = self.player(table, *player).deck.iter().rev();
                let top: Vec<Slot> = deck.take(titles.len()).copied().collect();
                self.titles(table, titles, &top)
            }
            Step::DeckBottom(player, titles) => {
                let deck = self.player(table, *player).deck.iter();
                let mut bottom: Vec<Slot> = deck.take(titles.len()).copied().collect();
                bottom.reverse();
                self.titles(table, titles, &bottom)
            }
            _ => self.read(table, |scene| card::holds(scene, step)),
        }
    }

    fn check(catalogue: &Catalogue, check: &Check) -> Checked {
        check.holds(catalogue)
    }

    fn refusal(at: &At<'_, Unlimited>, label: &str) -> Result<String, String> {
        let moment = Unlimited::moment(at).expect("somebody is asked");
        refusal::refusal(&moment, label)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, picture::picture)
    }

    fn words(at: &At<'_, Unlimited>) -> Wording {
        wording::wording(&Unlimited::moment(at).expect("a game has its turn structure"))
    }
}

impl Tabletop {
    /// Replaces the cards of the game. The games under way end.
    pub fn set_catalogue(&mut self, catalogue: &Catalogue) {
        self.batch.world_mut().insert_resource(catalogue.clone());
        for table in 0..self.batch.len() {
            self.clear_table(table);
        }
    }

    /// Works out constant abilities, and says what of a position that was just set up could not
    /// stand.
    fn stands(&mut self, table: usize) -> Result<(), Unstable> {
        let entity = self.batch.table(table);
        work_out::<Unlimited>(self.batch.world_mut(), entity);
        match self.status(table) {
            // What breaks the engine is told when it is played.
            Status::Quarantined => Ok(()),
            _ => self.read(table, unstable).map_or(Ok(()), Err),
        }
    }

    /// No game is on a table.
    fn clear_table(&mut self, table: usize) {
        let entity = self.batch.table(table);
        self.batch.world_mut().entity_mut(entity).insert(Table::default());
    }

    /// The state that is not on cards.
    #[must_use]
    pub fn board(&self, table: usize) -> &Board {
        self.component::<Board>(table)
    }

    fn player(&self, table: usize, player: Player) -> &crate::board::Player {
        &self.board(table).players[player.index()]
    }

    fn titles(&mut self, table: usize, expected: &[String], slots: &[Slot]) -> Checked {
        let found: Vec<String> =
            self.read(table, |scene| slots.iter().map(|&s| label::card(scene, s)).collect());
        same(expected.to_vec(), found)
    }

    fn pass_round(&mut self, table: usize) -> Checked {
        let round = self.board(table).round;
        for _ in 0..PASSES {
            let Some(asked) = self.asked(table) else { return Ok(()) };
            let named = |label: &str| asked.options.iter().position(|o| o.label == label);
            let resource = asked.options.iter().any(|o| o.label.starts_with("Resource "));
            if self.board(table).round > round {
                return Ok(());
            }
            let answer = match (named("Pass"), named("Decline")) {
                (Some(pass), _) => pass,
                (None, Some(decline)) if resource => decline,
                _ => return Ok(()),
            };
            self.choose(table, answer).map_err(|refused| refused.to_string())?;
        }
        Err("the round does not end".into())
    }

    fn outcome(&self, table: usize, expected: Outcome) -> Checked {
        same(expected, self.board(table).outcome)
    }
}

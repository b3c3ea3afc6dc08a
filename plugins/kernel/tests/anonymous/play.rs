//! Playing one table by name.

use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::change;
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::table::{Seats, Status, Table};
use cardmill_kernel::window::Pick;

use super::library::{Library, Token};
use super::{Anonymous, Choice, Note, Notes, Prompt, Tokens, table};

/// A batch of tables, the first of which has a game in progress.
pub struct Play {
    pub batch: Batch,
    pub library: Library,
}

impl Play {
    /// Begins a game on the first table.
    pub fn new(library: Library) -> Self {
        let mut batch = Batch::of::<Anonymous>(&library, 0, |_: &mut App| {});
        let (cards, effects) = (usize::from(library.seats), library.rules.len());
        batch.add(|world| table(world, cards, effects));
        let mut play = Self { batch, library };
        play.deal(7);
        play
    }

    fn deal(&mut self, seed: u64) {
        let table = self.batch.table(0);
        let seats = Seats { count: self.library.seats, lead: self.library.lead };
        let game = Frame { collects: Some(0), ..Frame::new(0, 0, None) };
        change::<Anonymous, _>(self.batch.world_mut(), table, |at| {
            at.deal(seats, (seed, 0));
            at.stack.push_frame(game);
        });
    }

    /// Puts tokens on a card before the game.
    pub fn with(mut self, slot: Slot, token: Token, amount: u8) -> Self {
        let card = self.component::<cardmill_kernel::roster::Roster>(0).card(slot);
        let mut tokens = self.batch.world_mut().get_mut::<Tokens>(card).expect("a card");
        tokens.0[token as usize] = amount;
        self
    }

    /// A component of a table.
    pub fn component<C: Component>(&self, table: usize) -> &C {
        self.batch.world().get::<C>(self.batch.table(table)).expect("every table has it")
    }

    /// The number of a token's that a card has.
    pub fn tokens(&self, slot: Slot, token: Token) -> u8 {
        let card = self.component::<cardmill_kernel::roster::Roster>(0).card(slot);
        self.batch.world().get::<Tokens>(card).expect("a card").0[token as usize]
    }

    /// Runs until no table is busy.
    pub fn run(&mut self) {
        while (0..self.batch.len()).any(|t| self.batch.status(t) == Status::Busy) {
            self.batch.tick();
        }
    }

    /// The options that stand at a table, if it waits.
    pub fn options(&self, table: usize) -> &[Choice] {
        if self.batch.status(table) == Status::Waiting {
            &self.component::<Decision<Anonymous>>(table).options
        } else {
            &[]
        }
    }

    /// Answers a table's question.
    pub fn choose(&mut self, table: usize, index: usize) {
        let entity = self.batch.table(table);
        let mut entity = self.batch.world_mut().entity_mut(entity);
        let (mut table, mut decision) = entity
            .get_components_mut::<(&mut Table, &mut Decision<Anonymous>)>()
            .expect("a table has a decision");
        decision.choose(&mut table, index).expect("the table waits for this option");
    }

    /// The ability an answer names.
    pub fn program(&self, table: usize, index: u8) -> u16 {
        let stack = self.component::<Stack<Anonymous>>(table);
        let at = usize::from(index);
        stack.rounds().map_or_else(
            || stack.waiting[at].program,
            |rounds| rounds.candidates()[at].ability.program,
        )
    }

    /// An option in words.
    pub fn name(&self, table: usize, choice: Choice) -> String {
        match choice {
            Choice::Nothing => "nothing".into(),
            Choice::Window(Pick::Decline) => "decline".into(),
            Choice::Window(Pick::First(seat)) => format!("player {seat}"),
            Choice::Window(Pick::Ability(index)) => {
                self.library.abilities[usize::from(self.program(table, index))].label.clone()
            }
            Choice::Replace(id) => self.library.rules[usize::from(id)].name.clone(),
        }
    }

    /// Asserts who is asked what next with exactly which options, and answers.
    #[track_caller]
    pub fn asks(
        &mut self,
        seat: Seat,
        prompt: Prompt,
        options: &[&str],
        answer: &str,
    ) -> &mut Self {
        self.run();
        assert_eq!(self.batch.status(0), Status::Waiting, "after {:?}", self.order());
        let decision = self.component::<Decision<Anonymous>>(0);
        let offered: Vec<_> = decision.options.iter().map(|&c| self.name(0, c)).collect();
        assert_eq!((decision.seat, decision.prompt), (seat, Some(prompt)), "{offered:?}");
        assert_eq!(offered, options, "after {:?}", self.order());
        let index = options.iter().position(|&o| o == answer).expect("the answer is an option");
        self.choose(0, index);
        self
    }

    /// [`asks`](Self::asks) for the next ability.
    #[track_caller]
    pub fn which(&mut self, seat: Seat, options: &[&str], answer: &str) -> &mut Self {
        self.asks(seat, Prompt::Which, options, answer)
    }

    /// [`asks`](Self::asks) for a replacement.
    #[track_caller]
    pub fn replaces(&mut self, seat: Seat, options: &[&str], answer: &str) -> &mut Self {
        self.asks(seat, Prompt::Replace, options, answer)
    }

    /// Asserts that the game is over, what came out, and that nothing is left behind.
    #[track_caller]
    pub fn ends(&mut self, order: &[&str]) {
        self.run();
        assert_eq!(self.order(), order);
        assert_eq!(self.batch.status(0), Status::Over, "{:?}", self.component::<Table>(0));
        let stack = self.component::<Stack<Anonymous>>(0);
        assert!(stack.waiting.is_empty() && stack.proposals.is_empty(), "{stack:?}");
    }

    /// The notes of what came out so far, in words.
    pub fn order(&self) -> Vec<String> {
        let word = |&note: &Note| match note {
            Note::Resolved(program) => self.library.abilities[usize::from(program)].label.clone(),
            Note::Gained(slot, token, amount) => format!("{slot} gains {amount} {token:?}"),
            Note::Drew(number) => format!("{number} drawn"),
        };
        self.component::<Notes>(0).0.iter().map(word).collect()
    }
}

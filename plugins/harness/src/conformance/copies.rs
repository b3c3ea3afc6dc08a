//! Copies of games, and tables with a past.

use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::{step, work_out};
use cardmill_kernel::rules::Rules;
use cardmill_kernel::table::{Fault, Status, Table, Unsettled};

use super::{Picks, Suite, seen};
use crate::session::Session;

impl<D> Suite<D>
where
    D: Session,
    D::Game: Rules,
{
    /// A copy made at any decision, or in the middle of a resolution, goes the way of its original.
    ///
    /// # Panics
    /// If one does not.
    pub fn forks(&self) {
        let mut driver = self.driver(3);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                driver.fork(0, 1);
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                let option = picks.of(seen(&mut driver, 0).options.len());
                self.halfway(&mut driver, 0, option, picks.of(4));
                driver.fork(0, 2);
                driver.choose(1, option).expect("the copy is asked the same");
                driver.run(0);
                driver.run(2);
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 2), "game {game}, halfway");
            }
        }
    }

    /// Answers with an option and takes the table a few times through the stages.
    fn halfway(&self, driver: &mut D, table: usize, option: usize, passes: usize) {
        let entity = driver.batch().table(table);
        let world = driver.batch_mut().world_mut();
        let parts =
            world.entity_mut(entity).into_components_mut::<(&mut Table, &mut Decision<D::Game>)>();
        let (mut state, mut decision) = parts.expect("a table has a decision");
        decision.choose(&mut state, option).expect("the option is there");
        for _ in 0..passes {
            step::<D::Game>(world, entity);
        }
    }

    /// Checks that a table that was saved and loaded goes on as the original does.
    ///
    /// # Panics
    /// If it does not.
    pub fn saves(&self) {
        let mut driver = self.driver(2);
        let cards = D::digest_of(&self.catalogue);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                let bytes = driver.save_packed(0, cards);
                driver.restore_packed(1, &bytes, cards).expect("it is of this game");
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                assert_eq!(driver.save_packed(1, cards), bytes, "game {game}");
                if picks.of(8) == 0 {
                    let text = serde_json::to_string(&driver.save(0)).expect("it is plain data");
                    let saved = serde_json::from_str(&text).expect("it was just written");
                    driver.restore(1, saved).expect("it is of this game");
                    assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
                }
                let option = picks.of(seen(&mut driver, 0).options.len());
                for table in [0, 1] {
                    driver.choose(table, option).expect("both are asked the same");
                }
                assert_eq!(seen(&mut driver, 0), seen(&mut driver, 1), "game {game}");
            }
        }
    }

    /// At every decision, what constants have made is what they make of the same table when all of
    /// it is worked out again: nothing that they rest on has changed unnoticed.
    ///
    /// # Panics
    /// If it is not.
    pub fn derives(&self) {
        let mut driver = self.driver(1);
        // Writing a table down at every decision is slow: half of the games.
        for game in 0..self.games.div_ceil(2) {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                let before = driver.save(0);
                let entity = driver.batch().table(0);
                let world = driver.batch_mut().world_mut();
                let mut unsettled = world.get_mut::<Unsettled>(entity);
                unsettled.as_mut().expect("a table is settled or not").constants = true;
                work_out::<D::Game>(world, entity);
                assert_eq!(driver.save(0), before, "game {game}");
                let option = picks.of(seen(&mut driver, 0).options.len());
                driver.choose(0, option).expect("the option is there");
            }
        }
    }

    /// A game on a table that had others before it, the last of them set aside in the middle of a
    /// resolution, is the game it is on a new table.
    ///
    /// # Panics
    /// If it is not.
    pub fn forgets(&self) {
        let mut used = self.driver(1);
        for game in 0..self.games {
            let mut picks = Picks::new(game);
            self.begin(&mut used, 0, game + self.games);
            for _ in 0..picks.of(60) {
                if used.status(0) == Status::Waiting {
                    let option = picks.of(seen(&mut used, 0).options.len());
                    used.choose(0, option).expect("the option is there");
                }
            }
            if used.status(0) == Status::Waiting {
                let option = picks.of(seen(&mut used, 0).options.len());
                self.halfway(&mut used, 0, option, picks.of(4));
                let entity = used.batch().table(0);
                let mut table = used.batch_mut().world_mut().get_mut::<Table>(entity);
                let table = table.as_mut().expect("a table has a status");
                table.quarantine(Fault::Invariant("a test sets it aside"));
            }
            let mut fresh = self.driver(1);
            self.along([&mut used, &mut fresh], game);
        }
    }

    /// A game is the same alone and beside others that are in the middle of theirs.
    ///
    /// # Panics
    /// If it is not.
    pub fn stands_alone(&self) {
        let mut beside = self.driver(3);
        for game in 0..self.games {
            for table in [1, 2] {
                self.begin(&mut beside, table, game + table as u64);
                beside.batch_mut().wake(table);
            }
            let mut alone = self.driver(1);
            self.along([&mut beside, &mut alone], game);
        }
    }

    /// Plays a game on the first tables of two Worlds with the same choices.
    fn along(&self, [one, other]: [&mut D; 2], game: u64) {
        let mut picks = Picks::new(game);
        self.begin(one, 0, game);
        self.begin(other, 0, game);
        loop {
            let here = seen(one, 0);
            assert_eq!(here, seen(other, 0), "game {game}");
            if !self.goes_on(one, 0) {
                return;
            }
            let option = picks.of(here.options.len());
            one.choose(0, option).expect("the option is there");
            other.choose(0, option).expect("the option is there");
        }
    }
}

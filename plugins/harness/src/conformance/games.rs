//! Whole games: their digests, their options, their views, their logs.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::rules::Rules;
use cardmill_kernel::table::{Seats, Status, Table};

use super::{Picks, Suite};
use crate::session::Session;

/// Decisions of a golden game.
const GOLDEN: u32 = 250;
/// Changes of what is hidden that a check makes at least.
const CHANGES: u32 = 20;
/// Labels of a table that are tried at a decision.
const LABELS: usize = 12;

impl<D> Suite<D>
where
    D: Session<Catalogue: Sync>,
    D::Game: Rules,
{
    /// Games are the same on any number of threads and with any number of tables to a World.
    ///
    /// # Panics
    /// If they are not.
    pub fn repeats(&self) {
        let alone = self.digests(1, 1);
        for (threads, tables) in [(1, 7), (2, 1), (2, 3), (3, 2)] {
            let digests = self.digests(threads, tables);
            assert_eq!(digests, alone, "{threads} threads, {tables} tables to a World");
        }
    }

    /// The digest of every game by its number.
    fn digests(&self, threads: usize, tables: usize) -> Vec<(u64, u64)> {
        let (next, found) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let digests = self.play(tables, || next.fetch_add(1, Ordering::Relaxed));
                    found.lock().expect("no thread panicked").extend(digests);
                });
            }
        });
        let mut digests = found.into_inner().expect("no thread panicked");
        digests.sort_unstable();
        assert_eq!(digests.len() as u64, self.games);
        digests
    }

    /// Plays games on the tables of a World, all at once, while there are more.
    fn play(&self, tables: usize, next: impl Fn() -> u64) -> Vec<(u64, u64)> {
        let mut driver = self.driver(tables);
        let mut digests = Vec::new();
        let begin = |driver: &mut D, table| {
            let game = next();
            (game < self.games).then(|| {
                (self.begin)(driver, table, game);
                driver.batch_mut().wake(table);
                (game, Picks::new(game))
            })
        };
        let mut playing: Vec<_> = (0..tables).map(|table| begin(&mut driver, table)).collect();
        while playing.iter().any(Option::is_some) {
            driver.batch_mut().tick();
            for (table, place) in playing.iter_mut().enumerate() {
                let Some((game, picks)) = place else { continue };
                if driver.status(table) == Status::Busy {
                    continue;
                }
                if self.goes_on(&driver, table) {
                    let entity = driver.batch().table(table);
                    let mut entity = driver.batch_mut().world_mut().entity_mut(entity);
                    let parts = entity.get_components_mut::<(&mut Table, &mut Decision<D::Game>)>();
                    let (mut state, mut decision) = parts.expect("a table has a decision");
                    let option = picks.of(decision.options.len());
                    decision.choose(&mut state, option).expect("the option is there");
                } else {
                    digests.push((*game, driver.digest_of_game(table)));
                    driver.batch_mut().rest(table);
                    *place = begin(&mut driver, table);
                }
            }
        }
        digests
    }

    /// Plays games to their ends and looks at each decision before it is taken.
    fn look(&self, tables: usize, mut look: impl FnMut(&mut D, &mut Picks)) {
        let mut driver = self.driver(tables);
        for game in 0..self.games {
            self.begin(&mut driver, 0, game);
            let mut picks = Picks::new(game);
            while self.goes_on(&driver, 0) {
                look(&mut driver, &mut picks);
                let asked = driver.asked(0).expect("it waits");
                driver.choose(0, picks.of(asked.names.len())).expect("the option is there");
            }
        }
    }

    /// What is offered is never refused; what a table could be asked and does not offer has a
    /// reason, or is nothing that this question could be answered with.
    ///
    /// # Panics
    /// If it is not so, or no reason was ever given.
    pub fn judges(&self) {
        let mut reasons = 0;
        self.look(1, |driver, picks| {
            if picks.of(8) > 0 {
                return;
            }
            let asked = driver.asked(0).expect("it waits");
            for name in &asked.names {
                assert_eq!(driver.why_not(0, name), Err(format!("{name:?} is offered")));
            }
            let labels = driver.wording(0).labels;
            for _ in 0..LABELS {
                let label = &labels[picks.of(labels.len())];
                if label.contains('{') || !asked.named(label).is_empty() {
                    continue;
                }
                match driver.why_not(0, label) {
                    Ok(reason) => {
                        assert!(!reason.is_empty(), "{label:?}");
                        reasons += 1;
                    }
                    Err(problem) => assert!(!problem.ends_with("is offered"), "{problem}"),
                }
            }
        });
        assert!(reasons > 0, "no reason was given");
    }

    /// What a player may know does not change when what is hidden from them does: `change` changes
    /// that on a table, by a number, and says whether it did.
    ///
    /// # Panics
    /// If it does, or hardly anything could be changed.
    pub fn hides(&self, change: fn(&mut D, table: usize, from: Seat, number: u64) -> bool) {
        let mut changed = 0;
        self.look(2, |driver, picks| {
            for seat in 0..driver.component::<Seats>(0).count {
                driver.fork(0, 1);
                let view =
                    |driver: &mut D| driver.view(1, seat).expect("it is a player").to_string();
                let before = view(driver);
                if change(driver, 1, seat, picks.of(1 << 16) as u64) {
                    changed += 1;
                    assert_ne!(driver.digest(1), driver.digest(0), "nothing has changed");
                    assert_eq!(view(driver), before, "seat {seat} sees what is hidden");
                }
            }
        });
        assert!(changed >= CHANGES, "only {changed} changes");
    }

    /// A game without views refuses to give one.
    ///
    /// # Panics
    /// If it gives one: then there is something to check.
    pub fn has_no_views(&self) {
        let mut driver = self.driver(1);
        self.begin(&mut driver, 0, 0);
        assert!(driver.view(0, 0).is_err(), "there are views: do they hide what is hidden?");
    }

    /// What a position says of the next dice is used up before any is random: `begin` sets such a
    /// position up, `left` counts what is left of it.
    ///
    /// # Panics
    /// If nothing is scripted, or something is left after all decisions.
    pub fn uses_up(&self, begin: fn(&mut D, table: usize), left: fn(&D, table: usize) -> usize) {
        let mut driver = self.driver(1);
        begin(&mut driver, 0);
        let mut before = left(&driver, 0);
        assert!(before > 0, "nothing is scripted");
        driver.run(0);
        let mut picks = Picks::new(0);
        while left(&driver, 0) > 0 && self.goes_on(&driver, 0) {
            let asked = driver.asked(0).expect("it waits");
            driver.choose(0, picks.of(asked.names.len())).expect("the option is there");
            let now = left(&driver, 0);
            assert!(now <= before, "the script grows");
            before = now;
        }
        assert_eq!(before, 0, "dice that were never rolled");
    }

    /// The log of the first game, as long as it is, is the one in a file.
    /// `CARDMILL_BLESS=1 cargo test` writes it anew; read the difference before you commit it.
    ///
    /// # Panics
    /// If it is not, or there is no such file.
    pub fn is_golden(&self, file: &Path) {
        let mut driver = self.driver(1);
        self.begin(&mut driver, 0, 0);
        let mut picks = Picks::new(0);
        for _ in 0..GOLDEN {
            if !self.goes_on(&driver, 0) {
                break;
            }
            let asked = driver.asked(0).expect("it waits");
            driver.choose(0, picks.of(asked.names.len())).expect("the option is there");
        }
        let text = driver.log(0).join("\n") + "\n";
        if std::env::var_os("CARDMILL_BLESS").is_some() {
            fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder");
            fs::write(file, &text).expect("it can be written");
        }
        let golden = fs::read_to_string(file).unwrap_or_default();
        let line = golden.lines().zip(text.lines()).take_while(|(old, new)| old == new).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("the end").to_owned();
        let (old, new) = (at(&golden), at(&text));
        assert!(golden == text, "{}:{}: {old:?} is now {new:?}", file.display(), line + 1);
    }
}

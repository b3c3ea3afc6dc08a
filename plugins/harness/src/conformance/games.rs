//! Whole games: their digests, their options, their views, their logs.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::game::Game;
use cardmill_kernel::rules::Rules;
use cardmill_kernel::table::{Seats, Status, Table};

use super::{Picks, Suite};
use crate::driver::Driver;
use crate::place::put;
use crate::session::{Session, Value};

/// The type of questions of a driver's game.
type PromptOf<D> = <<D as Driver>::Game as Game>::Prompt;

/// The number of decisions of a golden game.
const GOLDEN: u32 = 250;
/// Changes of what is hidden that a check makes at least.
const CHANGES: u32 = 20;
/// Places of a table that are set at a decision.
const SET: usize = 2;
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

    /// Checks that no option is ever refused; and that a choice that a table could be asked for and
    /// does not offer has a reason, or is nothing that this question could be answered with.
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

    /// Checks that the view of a player stays as it is when things change that are hidden from
    /// them: `change` changes such a thing on a table, by a number, and says whether it did.
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

    /// Checks that an answer that a player gives in secret cannot be told by the others until all
    /// have answered: two games with different answers look alike to them, ask them the same, and
    /// have the same log but for the lines about those answers. `secret` says of a question whether
    /// it is answered in secret.
    ///
    /// # Panics
    /// If it is not so, or hardly anything was answered in secret.
    pub fn keeps(&self, secret: fn(&PromptOf<D>) -> bool) {
        let asks = |driver: &D, table: usize| {
            let prompt = driver.component::<Decision<D::Game>>(table).prompt;
            driver.asks(table).filter(|_| prompt.as_ref().is_some_and(secret))
        };
        let mut answers = 0;
        self.look(3, |driver, picks| {
            let Some(seat) = asks(driver, 0) else { return };
            let count = driver.component::<Decision<D::Game>>(0).options.len();
            let one = picks.of(count);
            let other = (one + 1 + picks.of(count - 1)) % count;
            for (table, option) in [(1, one), (2, other)] {
                driver.fork(0, table);
                driver.choose(table, option).expect("the option is there");
            }
            let from = driver.log(0).len();
            for answered in 1.. {
                let Some(asked) = asks(driver, 1) else { break };
                assert_eq!(asks(driver, 2), Some(asked), "the next question gives it away");
                for observer in (0..driver.component::<Seats>(0).count).filter(|&n| n != seat) {
                    let [one, other] = [1, 2].map(|table| {
                        driver.view(table, observer).expect("it is a player").to_string()
                    });
                    assert_eq!(one, other, "seat {observer} sees what seat {seat} answered");
                }
                if asked != seat {
                    let [one, other] = [1, 2].map(|table| driver.asked(table));
                    assert_eq!(one, other, "seat {asked} is asked otherwise");
                }
                let [one, other] = [1, 2].map(|table| &driver.log(table)[from..]);
                let told = one.iter().zip(other).filter(|(one, other)| one != other).count();
                assert!(one.len() == other.len() && told <= answered, "{one:?} and {other:?}");
                answers += 1;
                for table in [1, 2] {
                    driver.choose(table, 0).expect("there is an option");
                }
            }
        });
        assert!(answers >= CHANGES, "only {answers} answers");
    }

    /// A game whose tables show no positions says so.
    ///
    /// # Panics
    /// If one does: then there is something to check.
    pub fn shows_nothing(&self) {
        let mut driver = self.driver(1);
        self.begin(&mut driver, 0, 0);
        assert!(driver.shown(0).is_none(), "there are positions: are they what they show?");
    }

    /// A position that a table shows changes nothing when the table is made to show it, wherever it
    /// can be changed. A number or a yes or no that is set in it is what the table shows then, or it
    /// is refused and nothing has changed. `told` are fields that a table tells by others.
    ///
    /// # Panics
    /// If it is not so, or hardly any table could be changed.
    pub fn shows(&self, told: &[&str]) {
        let (mut shown, mut set) = (0, 0);
        self.look(3, |driver, picks| {
            let Some(before) = driver.between(0) else { return };
            driver.fork(0, 1);
            let plain = |driver: &mut D, table: usize| {
                D::plain(&driver.shown(table).expect("it can be changed"))
            };
            let all = plain(driver, 0);
            let position = D::position(all.clone()).expect("it is a position");
            driver.show(1, &position).expect("it is so");
            driver.follow(1, D::CHANGED);
            assert_eq!(driver.between(1), Some(before));
            let digest = driver.digest_of_game(0);
            assert_eq!(driver.digest_of_game(1), digest, "{}", differences(driver));
            shown += 1;
            let places = places(&all);
            for _ in 0..SET {
                let (place, other) = &places[picks.of(places.len())];
                driver.fork(0, 1);
                let changes = Value::Object([(place.clone(), other.clone())].into_iter().collect());
                if let Err(problem) = driver.set(1, 2, changes) {
                    assert!(!problem.refused && problem.place.starts_with("changes"), "{problem}");
                    assert_eq!(driver.digest_of_game(1), digest, "{problem}");
                    continue;
                }
                set += 1;
                let is = plain(driver, 1);
                let mut expected = is.clone();
                put(&mut expected, place, other.clone()).expect("the place is there");
                let field = place.rsplit('.').next().unwrap_or_default();
                assert!(is == expected || told.contains(&field), "{place} is not {other}");
            }
        });
        assert!(shown >= CHANGES && set >= CHANGES, "only {shown} tables, {set} changes");
    }

    /// A position that a table shows is one like any other: a table that is set up by it shows it
    /// again. What effects alone keep as it is may be refused.
    ///
    /// # Panics
    /// If it is not so, or hardly any table showed a position.
    pub fn gives_back(&self) {
        let (mut shown, mut given) = (0, 0);
        self.look(2, |driver, _| {
            let Some(position) = driver.shown(0) else { return };
            shown += 1;
            let plain = D::plain(&position);
            let position = D::position(plain.clone()).expect("it is a position");
            if let Err(problem) = driver.arrange(1, &position) {
                assert!(!problem.place.is_empty(), "{problem}");
                return;
            }
            let table = driver.batch().table(1);
            let mut state = driver.batch_mut().world_mut().get_mut::<Table>(table);
            state.as_deref_mut().expect("a table has a status").asks_all = true;
            driver.run(1);
            let again = driver.shown(1).expect("it is a position");
            assert_eq!(D::plain(&again), plain);
            given += 1;
        });
        assert!(given >= CHANGES && given * 10 > shown * 9, "{given} of {shown}");
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

    /// Checks that the next dice that a position says are used up before any is random: `begin`
    /// sets such a position up, `left` counts those that are left of it.
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

/// Lines of two tables as they are saved that are not alike.
fn differences<D: Session>(driver: &D) -> String {
    let [was, is] = [0, 1].map(|table| {
        serde_json::to_string_pretty(&driver.save(table)).expect("a saved table is plain data")
    });
    let lines = was.lines().zip(is.lines()).filter(|(was, is)| was != is);
    lines.take(9).map(|(was, is)| format!("{was} is {is}\n")).collect()
}

/// Numbers, and what is yes or no, in plain data: where each is, and what it could be instead.
fn places(data: &Value) -> Vec<(String, Value)> {
    let within = |step: String, data: &Value| {
        let part = places(data).into_iter();
        let joined = move |(place, other): (String, Value)| {
            let dot = if place.is_empty() || place.starts_with('[') { "" } else { "." };
            (format!("{step}{dot}{place}"), other)
        };
        part.map(joined).collect::<Vec<_>>()
    };
    match data {
        Value::Bool(is) => vec![(String::new(), (!is).into())],
        Value::Number(n) => {
            n.as_u64().map(|n| (String::new(), (n + 1).into())).into_iter().collect()
        }
        Value::Array(items) => {
            items.iter().enumerate().flat_map(|(n, item)| within(format!("[{n}]"), item)).collect()
        }
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, field)| within(name.clone(), field)).collect()
        }
        Value::Null | Value::String(_) => Vec::new(),
    }
}

//! Checks that every game is put through, whatever its decks: random games of all pairs of decks,
//! and of decks made of every card there is.

pub(crate) mod invariants;
mod judge;

use std::sync::{Arc, Mutex, MutexGuard};

use bevy_app::App;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::{Decision, Refused};
use cardmill_kernel::resolve::step;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::streams::{Purpose, below, generator};
use cardmill_kernel::table::{Fault, Status, Table};
use cardmill_unlimited::board::{Board, CommitNumber, Outcome};
use cardmill_unlimited::card::Stats;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::{Deck, RandomDecks, TWIN_SUNS};
use cardmill_unlimited::library::{Cardpool, Library, Sets, default_dir};
use cardmill_unlimited::vocabulary::{Ability, Kind};
use rand_chacha::ChaCha8Rng;

use self::judge::{JudgePlugin, Verdicts};

/// The seed of every game here.
pub(crate) const SEED: u64 = 11;

/// The cards and the decks that come with them.
pub(crate) struct Shelf {
    catalogue: Catalogue,
    decks: Vec<Deck>,
    /// Decks of all cards, in sequence, which nobody would be allowed to play.
    odd: Vec<Deck>,
}

impl Shelf {
    fn new() -> Self {
        Self::of(&Library::load(default_dir()).expect("the cards load"))
    }

    pub(crate) fn of(library: &Library) -> Self {
        let catalogue = Catalogue::new(&library.definitions).expect("the tokens are defined");
        let mut files: Vec<_> = std::fs::read_dir(default_dir().join("unlimited/decks"))
            .expect("decks come with the cards")
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        files.sort();
        let decks =
            files.iter().map(|file| Deck::read(file, library).expect("a legal deck")).collect();
        Self { odd: odd(library), catalogue, decks }
    }

    /// Every pair of decks, mirror pairs included.
    fn pairs(&self) -> impl Iterator<Item = [&Deck; 2]> {
        let decks = &self.decks;
        (0..decks.len()).flat_map(move |a| (a..decks.len()).map(move |b| [&decks[a], &decks[b]]))
    }

    /// Every odd deck against the next one.
    pub(crate) fn odd_pairs(&self) -> impl Iterator<Item = [&Deck; 2]> + Clone {
        let odd = &self.odd;
        (0..odd.len()).map(move |n| [&odd[n], &odd[(n + 1) % odd.len()]])
    }
}

/// Decks with every leader, every base and all other cards, each twice; every third is of cards
/// with constant abilities alone.
fn odd(library: &Library) -> Vec<Deck> {
    let of = |kinds: &[Kind]| -> Vec<u16> {
        let all = (0..).zip(&library.definitions);
        all.filter(|(_, d)| kinds.contains(&d.kind)).map(|(index, _)| index).collect()
    };
    let (leaders, bases) = (of(&[Kind::Leader]), of(&[Kind::Base]));
    let mut cards = of(&[Kind::Unit, Kind::Event, Kind::Upgrade]);
    let is_constant = |&&card: &&u16| {
        let abilities = &library.definitions[usize::from(card)].abilities;
        abilities.iter().any(|ability| matches!(ability, Ability::Constant { .. }))
    };
    let mut constants: Vec<u16> = cards.iter().filter(is_constant).copied().collect();
    let mut rng = generator(SEED, 0, Purpose::Shuffle(0));
    let mut shuffle = |cards: &mut Vec<u16>| {
        for n in (1..cards.len()).rev() {
            cards.swap(n, below(&mut rng, n + 1));
        }
    };
    shuffle(&mut cards);
    let mixed = leaders.len() - leaders.len() / 3;
    // None is left without: as many shares as there are decks to fill, nearly alike.
    let part = |n: usize| n * cards.len() / mixed;
    let mut shares = (0..mixed).map(|n| &cards[part(n)..part(n + 1)]);
    leaders
        .iter()
        .enumerate()
        .map(|(n, &leader)| {
            let share = if n % 3 == 2 {
                shuffle(&mut constants);
                &constants[..30]
            } else {
                shares.next().unwrap_or_default()
            };
            let base = bases[n % bases.len()];
            // Doubles, so that copies of unique cards meet.
            let cards = share.iter().flat_map(|&card| [card, card]).collect();
            Deck { name: format!("odd {n}"), leader, base, cards, ..Deck::default() }
        })
        .collect()
}

fn nothing(_: &mut App) {}

/// A World and the random numbers of the one who plays in it.
pub(crate) struct Hall {
    pub(crate) batch: Batch,
    rng: ChaCha8Rng,
    verdicts: Arc<Mutex<Verdicts>>,
}

impl Hall {
    pub(crate) fn new(shelf: &Shelf, tables: usize, judged: bool, stream: u64) -> Self {
        let verdicts = Arc::default();
        let batch = if judged {
            Batch::of::<Unlimited>(&shelf.catalogue, tables, JudgePlugin(Arc::clone(&verdicts)))
        } else {
            Batch::of::<Unlimited>(&shelf.catalogue, tables, nothing)
        };
        Self { batch, rng: generator(SEED, stream, Purpose::Agent(0)), verdicts }
    }

    pub(crate) fn verdicts(&self) -> MutexGuard<'_, Verdicts> {
        self.verdicts.lock().expect("the judge does not panic")
    }

    pub(crate) fn status(&self, table: usize) -> Status {
        self.batch.status(table)
    }

    /// The reason that a game was set aside, if it was.
    pub(crate) fn fault(&self, table: usize) -> Option<Fault> {
        self.batch.world().get::<Table>(self.batch.table(table))?.fault
    }

    fn digest(&self, table: usize) -> u64 {
        deal::digest(&self.batch, table)
    }

    fn options(&self, table: usize) -> usize {
        let decision = self.batch.world().get::<Decision<Unlimited>>(self.batch.table(table));
        decision.expect("a table has a decision").options.len()
    }

    pub(crate) fn choose(&mut self, table: usize, option: usize) -> Result<(), Refused> {
        let entity = self.batch.table(table);
        let mut query = self.batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
        let found = query.get_mut(self.batch.world_mut(), entity);
        let (mut table, mut decision) = found.expect("a table has a decision");
        decision.choose(&mut table, option)
    }

    pub(crate) fn any(&mut self, table: usize) -> usize {
        let options = self.options(table);
        below(&mut self.rng, options)
    }

    /// Ticks until a table waits; false when its game has ended.
    pub(crate) fn reach(&mut self, table: usize) -> bool {
        while self.status(table) == Status::Busy {
            self.batch.tick();
        }
        self.status(table) == Status::Waiting
    }

    /// Takes tables once through the stages.
    fn step(&mut self, tables: &[usize]) {
        for &table in tables {
            let entity = self.batch.table(table);
            step::<Unlimited>(self.batch.world_mut(), entity);
        }
    }

    fn stats(&self, table: usize) -> Vec<Stats> {
        let world = self.batch.world();
        let roster = world.get::<Roster>(self.batch.table(table)).expect("a table has a roster");
        roster.lists.cards.iter().filter_map(|&card| world.get::<Stats>(card).cloned()).collect()
    }

    /// The end is a regular one. Decks larger than legal ones may put more into play than a table
    /// holds.
    fn ended(&self, table: usize, what: &str) {
        let state = self.batch.world().get::<Table>(self.batch.table(table));
        let state = state.expect("a table has a status");
        if state.fault == Some(Fault::Overflow("cards in play")) {
            return;
        }
        assert_eq!(state.status, Status::Over, "{what}: {:?}", state.fault);
    }
}

fn title(decks: [&Deck; 2], game: u64) -> String {
    format!("{} against {}, seed {SEED}, game {game}", decks[0].name, decks[1].name)
}

/// All that is checked at a single decision.
fn inspect(hall: &mut Hall, decks: [&Deck; 2], what: &str) {
    let wrong = invariants::broken(&hall.batch, 0, &decks);
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
    let wrong = invariants::differs_from_scratch(&mut hall.batch, 0, 1);
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

/// Checks that a choice that is not offered is refused, and that a refusal changes nothing.
fn refuses(hall: &mut Hall) {
    let (before, count) = (hall.digest(0), hall.options(0));
    for index in [count, count + 1, usize::MAX] {
        assert_eq!(hall.choose(0, index), Err(Refused::NoSuchOption { index, count }));
    }
    assert_eq!(hall.digest(0), before);
}

/// Plays a game at random and checks every decision of it. Table 1 is scratch paper.
fn check(hall: &mut Hall, decks: [&Deck; 2], game: u64) {
    let title = title(decks, game);
    deal::deal(&mut hall.batch, 0, decks, SEED, game);
    while hall.reach(0) {
        let decisions = hall.batch.world().get::<Table>(hall.batch.table(0)).map(|t| t.decisions);
        let what = format!("{title}, decision {}", decisions.unwrap_or_default());
        inspect(hall, decks, &what);
        refuses(hall);
        let option = hall.any(0);
        assert_eq!(hall.choose(0, option), Ok(()), "{what}");
        let busy = hall.digest(0);
        assert_eq!(hall.choose(0, 0), Err(Refused::NotWaiting), "{what}");
        assert_eq!(hall.digest(0), busy, "{what}");
    }
    hall.ended(0, &title);
    let over = hall.digest(0);
    assert_eq!(hall.choose(0, 0), Err(Refused::NotWaiting), "{title}");
    assert_eq!(hall.digest(0), over, "{title}");
}

/// Plays a game at random with every choice that could be formed held against the validator.
fn judged(hall: &mut Hall, decks: [&Deck; 2], game: u64) {
    deal::deal(&mut hall.batch, 0, decks, SEED, game);
    while hall.reach(0) {
        let option = hall.any(0);
        assert_eq!(hall.choose(0, option), Ok(()));
    }
    let title = title(decks, game);
    hall.ended(0, &title);
    let complaints = &hall.verdicts().complaints;
    assert!(complaints.is_empty(), "{title}:\n{}", complaints.join("\n"));
}

/// Plays a game on table 0 and, from any moment on, a copy of it on another table with the same
/// choices; now and then the copy on a third table goes another way.
fn forked(hall: &mut Hall, decks: [&Deck; 2], game: u64, [copy, other]: [usize; 2]) {
    let title = title(decks, game);
    deal::deal(&mut hall.batch, 0, decks, SEED, game);
    deal::fork(&mut hall.batch, 0, copy);
    loop {
        assert_eq!(hall.digest(0), hall.digest(copy), "{title}");
        assert_eq!(hall.status(0), hall.status(copy), "{title}");
        match hall.status(0) {
            Status::Busy => {
                // In the middle of a resolution, too.
                if below(&mut hall.rng, 8) == 0 {
                    deal::fork(&mut hall.batch, 0, copy);
                }
                hall.step(&[0, copy]);
            }
            Status::Waiting => {
                if below(&mut hall.rng, 8) == 0 {
                    stray(hall, other, &title);
                }
                let option = hall.any(0);
                for table in [0, copy] {
                    assert_eq!(hall.choose(table, option), Ok(()), "{title}");
                }
            }
            _ => break,
        }
    }
    hall.ended(0, &title);
}

/// A copy is played differently, and that changes nothing on table 0.
fn stray(hall: &mut Hall, copy: usize, title: &str) {
    let (digest, stats) = (hall.digest(0), hall.stats(0));
    deal::fork(&mut hall.batch, 0, copy);
    assert_eq!(hall.digest(copy), digest, "{title}");
    for _ in 0..20 {
        if !hall.reach(copy) {
            break;
        }
        let option = hall.any(copy);
        assert_eq!(hall.choose(copy, option), Ok(()), "{title}");
    }
    // It rests where it is, so that it does not move with the others.
    let _ = hall.reach(copy);
    assert_eq!(hall.digest(0), digest, "{title}");
    assert_eq!(hall.stats(0), stats, "{title}");
}

/// The number of games of each pair of odd decks that are played: so many, or as many as make the
/// number that this variable asks for.
fn games(shelf: &Shelf, usual: u64) -> u64 {
    let asked = std::env::var("CARDMILL_MANY").ok().map(|games| games.parse::<u64>().unwrap());
    asked.map_or(usual, |games| games.div_ceil(shelf.odd_pairs().count() as u64))
}

#[test]
fn what_must_hold_holds_at_every_decision() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 2, false, 1);
    for decks in shelf.pairs() {
        for game in 0..8 {
            check(&mut hall, decks, game);
        }
    }
}

#[test]
fn what_must_hold_holds_with_every_card() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 2, false, 2);
    for decks in shelf.odd_pairs() {
        for game in 0..games(&shelf, 8) {
            check(&mut hall, decks, game);
        }
    }
}

#[test]
fn what_is_offered_is_exactly_what_is_allowed() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 1, true, 3);
    for decks in shelf.pairs() {
        for game in 0..8 {
            judged(&mut hall, decks, game);
        }
    }
    let verdicts = hall.verdicts();
    assert!(verdicts.decisions > 30_000, "{} decisions", verdicts.decisions);
    assert!(verdicts.refused > 6_000_000, "{} refusals", verdicts.refused);
}

#[test]
fn what_is_offered_is_exactly_what_is_allowed_with_every_card() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 1, true, 4);
    for decks in shelf.odd_pairs() {
        for game in 0..games(&shelf, 8) {
            judged(&mut hall, decks, game);
        }
    }
}

#[test]
fn a_fork_goes_the_way_of_the_original_and_never_moves_it() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 3, false, 5);
    for decks in shelf.pairs() {
        for game in 0..3 {
            forked(&mut hall, decks, game, [2, 1]);
        }
    }
    for decks in shelf.odd_pairs() {
        for game in 0..games(&shelf, 1) {
            forked(&mut hall, decks, game, [1, 2]);
        }
    }
}

/// Constant abilities have to be worked out again after every commit, whatever it was.
fn doubt(commits: &mut CommitNumber, at: &mut At<'_, Unlimited>) {
    if at.state.board.commits != *commits {
        *commits = at.state.board.commits;
        at.state.modifiers.forget();
        at.unsettled.constants = true;
    }
}

/// Plays a game with constant abilities worked out again only after facts that can make a
/// difference, and one with them worked out again after all.
fn doubted(halls: [&mut Hall; 2], decks: [&Deck; 2], game: u64) {
    let title = title(decks, game);
    let [hall, doubting] = halls;
    for hall in [&mut *hall, &mut *doubting] {
        deal::deal(&mut hall.batch, 0, decks, SEED, game);
    }
    while hall.reach(0) & doubting.reach(0) {
        assert_eq!(hall.digest(0), doubting.digest(0), "{title}");
        let option = hall.any(0);
        for hall in [&mut *hall, &mut *doubting] {
            assert_eq!(hall.choose(0, option), Ok(()), "{title}");
        }
    }
    hall.ended(0, &title);
    assert_eq!(hall.digest(0), doubting.digest(0), "{title}");
}

#[test]
fn what_is_not_worked_out_again_is_as_it_would_be() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 1, false, 7);
    let mut doubting = Hall::new(&shelf, 1, false, 7);
    let mut commits = CommitNumber::default();
    let mut resolution = doubting.batch.world_mut().resource_mut::<Resolution<Unlimited>>();
    resolution.add(Stage::Commit, move |at| doubt(&mut commits, at));
    for (decks, odd) in shelf.pairs().zip(shelf.odd_pairs().cycle()) {
        for game in 0..8 {
            doubted([&mut hall, &mut doubting], odd, game);
            doubted([&mut hall, &mut doubting], decks, game);
        }
    }
}

/// Plays a game on a table that had others before it, and on a new one with the same choices.
fn alone(shelf: &Shelf, hall: &mut Hall, decks: [&Deck; 2], game: u64) {
    let title = title(decks, game);
    let mut fresh = Hall::new(shelf, 1, false, 0);
    for hall in [&mut *hall, &mut fresh] {
        deal::deal(&mut hall.batch, 0, decks, SEED, game);
    }
    while hall.reach(0) & fresh.reach(0) {
        assert_eq!(hall.digest(0), fresh.digest(0), "{title}");
        let option = hall.any(0);
        for hall in [&mut *hall, &mut fresh] {
            assert_eq!(hall.choose(0, option), Ok(()), "{title}");
        }
    }
    assert_eq!(hall.digest(0), fresh.digest(0), "{title}");
    hall.ended(0, &title);
}

#[test]
fn a_game_depends_on_no_game_before_it() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 1, false, 6);
    // Long and short decks in turn: the slot of a card becomes that of a token.
    for (decks, odd) in shelf.pairs().zip(shelf.odd_pairs().cycle()) {
        for game in 0..3 {
            alone(&shelf, &mut hall, odd, game);
            alone(&shelf, &mut hall, decks, game);
        }
    }
}

/// Plays a game of more than two at random, with every choice held against the validator and what holds
/// of tables checked. Returns the number of players who were eliminated.
fn among_many(hall: &mut Hall, decks: &[&Deck], game: u64) -> usize {
    let title = format!("{} decks, seed {SEED}, game {game}", decks.len());
    deal::deal(&mut hall.batch, 0, decks, SEED, game);
    while hall.reach(0) {
        let wrong = invariants::broken(&hall.batch, 0, decks);
        assert!(wrong.is_empty(), "{title}:\n{}", wrong.join("\n"));
        let option = hall.any(0);
        assert_eq!(hall.choose(0, option), Ok(()));
    }
    hall.ended(0, &title);
    let complaints = &hall.verdicts().complaints;
    assert!(complaints.is_empty(), "{title}:\n{}", complaints.join("\n"));
    let board: &Board = hall.batch.world().get(hall.batch.table(0)).expect("a table has a board");
    let out = board.players.iter().filter(|player| player.out).count();
    assert_ne!(board.outcome, Outcome::Open, "{title}");
    assert!(board.suns || out + 1 >= decks.len(), "{title}: {out} are out");
    out
}

#[test]
fn three_and_four_play_by_the_rules() {
    let shelf = Shelf::new();
    let mut hall = Hall::new(&shelf, 1, true, 8);
    let decks: Vec<&Deck> = shelf.decks.iter().filter(|deck| deck.of_two.is_none()).collect();
    for game in 0..8 {
        let seats = 3 + game % 2;
        let from = game * 3;
        let seated: Vec<&Deck> = (from..from + seats).map(|n| decks[n % decks.len()]).collect();
        among_many(&mut hall, &seated, game as u64);
    }
}

#[test]
fn twin_suns_are_played_by_the_rules() {
    let library = Library::load(default_dir()).expect("the cards load");
    let shelf = Shelf::of(&library);
    let mut hall = Hall::new(&shelf, 1, true, 9);
    let from = "1970-01-01".parse().expect("a day");
    let pool = Cardpool {
        format: TWIN_SUNS.into(),
        from,
        sets: Sets::Released,
        suspended: Vec::new(),
        source: String::new(),
    };
    let mut random = RandomDecks::new(&library, &[pool], SEED);
    let mut out = 0;
    for game in 0..8 {
        let decks: Vec<Deck> = (0..3 + game % 2)
            .map(|n| random.next(format!("random {n}")).expect("there are cards"))
            .collect();
        let seated: Vec<&Deck> = decks.iter().collect();
        out += among_many(&mut hall, &seated, game as u64);
    }
    assert!(out >= 8, "{out} were eliminated");
}

//! Two roads to the same answer: games that the engine plays at random are repeated by the flat
//! reference, which gets nothing but the table, the dice, the order of the deck of secret
//! objectives after each shuffle, and the choices. At every decision both must ask the same player
//! the same question with the same options, in the same state, and the games must end alike.

mod scribe;
mod trace;

use std::collections::BTreeSet;
use std::ops::Range;

use cardmill_harness::driver::Driver;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::vocabulary::{Dice, Kind, UnitType};
use cardmill_oracle_comparison::{self as comparison, in_parts, naming_others, unnoticed};
use cardmill_oracle_imperium::canon;
use cardmill_oracle_imperium::choice::Prompt;
use cardmill_oracle_imperium::fault::Fault;
use cardmill_oracle_imperium::objective::OBJECTIVES;
use cardmill_oracle_imperium::random::Random;
use cardmill_oracle_imperium::setup::{FACTIONS, Setup};
use cardmill_oracle_imperium::shelf;
use cardmill_oracle_imperium::technology::{TECHNOLOGIES, Technology};
use cardmill_oracle_imperium::tile::TILES;
use cardmill_oracle_imperium::unit::{self, Unit};

use self::trace::{Recorder, Trace};

/// The only file of the oracle that may name the engine: it gives the engine these tables.
const SHELF: &str = "shelf.rs";
/// Tables that share a World.
const TABLES: usize = 16;
/// Games that are repeated; `CARDMILL_FLAT` has another number.
const GAMES: u64 = 500;

fn games() -> u64 {
    comparison::games("CARDMILL_FLAT", GAMES)
}

#[test]
fn they_share_no_code() {
    assert_eq!(naming_others("imperium"), [SHELF]);
}

#[test]
fn both_know_the_same_facts() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let card = |id: &str| {
        let at = catalogue.find(id).unwrap_or_else(|| panic!("{id} is defined"));
        catalogue.definition(at)
    };
    for tile in TILES {
        let id = format!("TILE_{:02}", tile.number);
        let printed = card(&id).tile.as_ref().expect("it is a tile");
        assert_eq!(printed.wormholes.to_vec(), shelf::wormholes(tile.wormholes), "{id}");
        assert_eq!(printed.anomaly, tile.anomaly.map(shelf::anomaly), "{id}");
        assert_eq!(printed.planets.len(), tile.worlds.len(), "{id}");
        for (planet, world) in printed.planets.iter().zip(tile.worlds) {
            assert_eq!(planet.name, world.name);
            assert_eq!((planet.resources, planet.influence), (world.resources, world.influence));
            assert_eq!(planet.trait_, world.of.map(shelf::of), "{}", world.name);
            assert_eq!(planet.specialty, world.specialty.map(shelf::colour), "{}", world.name);
        }
    }
    for technology in TECHNOLOGIES {
        let printed = card(technology.id);
        assert_eq!(printed.colour, technology.colour.map(shelf::colour), "{}", technology.id);
        let needs: Vec<_> = technology.needs.iter().copied().map(shelf::colour).collect();
        assert_eq!(printed.prerequisites, needs, "{}", technology.id);
    }
    for objective in OBJECTIVES {
        let printed = card(objective.id).objective.as_ref().expect("it is an objective");
        assert_eq!(printed.secret, objective.secret, "{}", objective.id);
        assert_eq!(i16::from(printed.points), i16::from(objective.points), "{}", objective.id);
    }
    let ids = |unit: Unit| match unit {
        Unit::Pds => ["PDS".to_owned(), "PDS_II".to_owned()],
        Unit::SpaceDock => ["SPACE_DOCK".to_owned(), "SPACE_DOCK_II".to_owned()],
        Unit::WarSun => ["WAR_SUN".to_owned(), "WAR_SUN".to_owned()],
        _ => [false, true].map(|upgraded| {
            format!("{unit:?}{}", if upgraded { "_II" } else { "" }).to_uppercase()
        }),
    };
    for unit in Unit::ALL {
        for (id, upgraded) in ids(unit).iter().zip([unit == Unit::WarSun, true]) {
            let printed = card(id).unit.expect("it is a unit");
            let own = unit.profile(upgraded);
            let dice = |dice: Option<Dice>| dice.map(|dice| (dice.hits_on, dice.dice));
            let same = |own: Option<unit::Dice>| own.map(|dice| (dice.on, dice.number));
            assert_eq!((printed.unit, printed.cost), (shelf::unit(unit), own.cost), "{id}");
            assert_eq!(printed.for_cost == 2, own.pair, "{id}");
            assert_eq!(dice(printed.combat), same(own.combat), "{id}");
            assert_eq!((printed.movement, printed.capacity), (own.movement, own.capacity), "{id}");
            assert_eq!(dice(printed.barrage), same(own.barrage), "{id}");
            assert_eq!(dice(printed.bombardment), same(own.bombardment), "{id}");
            assert_eq!(dice(printed.cannon), same(own.cannon), "{id}");
            assert_eq!((printed.sustain, printed.shield), (own.sustain, own.shield), "{id}");
            assert_eq!(printed.deep_space, own.reaches, "{id}");
            assert_eq!(
                (printed.production_of_planet, printed.in_fleet),
                (own.production, own.in_fleet)
            );
        }
    }
    for faction in FACTIONS {
        let printed = card(faction.id);
        let start = printed.start.as_ref().expect("it can be played");
        assert_eq!((printed.kind, start.home), (Kind::Faction, faction.home), "{}", faction.id);
        let units: Vec<(UnitType, u8)> =
            faction.units.iter().map(|&(unit, n)| (shelf::unit(unit), n as u8)).collect();
        assert_eq!(start.units, units, "{}", faction.id);
        let mut technologies: Vec<&str> =
            faction.technologies.iter().map(|&at| TECHNOLOGIES[at].id).collect();
        let mut theirs: Vec<&str> = start.technologies.iter().map(|id| &**id).collect();
        technologies.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(theirs, technologies, "{}", faction.id);
    }
}

/// A table file is laid as the rules lay it: systems, homes and what players begin with.
#[test]
fn both_lay_the_same_tables() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.add();
    let mut laid = 0;
    for seed in 0..100 {
        let setup = Setup { order: [0, 1, 2], ..Setup::of(&mut Random::new(seed)) };
        let given = shelf::table(&setup);
        match tabletop.arrange(0, &given) {
            Ok(_) => laid += 1,
            // Such maps are made by chance, and nobody plays on them.
            Err(problem) if problem.reason.contains("no way from the home") => continue,
            Err(problem) => panic!("{problem:?}"),
        }
        let theirs = tabletop.read(0, |scene| scribe::Scribe::of(*scene).state());
        let own = setup.lay();
        assert_eq!(canon::board(&theirs), canon::board(&own), "seed {seed}");
        assert_eq!((theirs.order, theirs.speaker), (own.order, own.speaker), "seed {seed}");
        for (theirs, own) in theirs.players.iter().zip(&own.players) {
            assert_eq!((theirs.pools, theirs.technologies), (own.pools, own.technologies));
        }
        let touches: Vec<u64> = theirs.systems.iter().map(|system| system.touches).collect();
        assert!(own.systems.iter().map(|system| system.touches).eq(touches), "seed {seed}");
    }
    assert!(laid > 50, "{laid} tables");
}

/// The coverage of some games.
#[derive(Default)]
struct Tally {
    games: u64,
    decisions: usize,
    /// The questions that were asked.
    asked: BTreeSet<String>,
    /// The answers by their first words.
    answered: BTreeSet<String>,
}

impl Tally {
    fn add(&mut self, trace: &Trace) {
        self.games += 1;
        self.decisions += trace.decisions();
        self.asked.extend(trace.asked().map(str::to_owned));
        self.answered.extend(trace.answered().map(str::to_owned));
    }
}

/// Repeats the games of these seeds.
fn repeat(seeds: Range<u64>) -> Tally {
    let mut tally = Tally::default();
    Recorder::new(TABLES).record(seeds, |trace| {
        tally.add(&trace);
        if let Err(difference) = trace.repeat(None) {
            panic!("{difference}");
        }
    });
    tally
}

#[test]
fn both_play_the_same_games() {
    let games = games();
    let tallies = in_parts(games, repeat);
    let decisions: usize = tallies.iter().map(|tally| tally.decisions).sum();
    println!("{games} games, {decisions} decisions");
    assert_eq!(tallies.iter().map(|tally| tally.games).sum::<u64>(), games);
    for tally in tallies.iter().filter(|_| games >= GAMES) {
        for prompt in Prompt::ALL {
            let what = format!("{prompt:?}");
            assert!(tally.asked.contains(&what), "nobody was asked: {what}");
        }
        // Those that need more are had from the beginning.
        let near = |technology: &&Technology| technology.known && technology.needs.len() <= 2;
        for technology in TECHNOLOGIES.iter().filter(near) {
            let what = format!("research {}", technology.id);
            assert!(tally.answered.contains(&what), "nobody chose to {what}");
        }
    }
}

/// Every rule that can be broken is found broken within these games.
#[test]
fn every_fault_is_found() {
    let mut missing = Fault::ALL.to_vec();
    let mut recorder = Recorder::new(TABLES);
    for first in (0..games()).step_by(20) {
        if missing.is_empty() {
            return;
        }
        let mut game = first;
        recorder.record(first..first + 20, |trace| {
            game += 1;
            unnoticed(&mut missing, game, |fault| Some(trace.repeat(Some(fault)).err()?.decision));
        });
    }
    assert!(missing.is_empty(), "{missing:?} in {} games", games());
}

//! Whole games, from a table file to a winner.

use std::collections::BTreeMap;
use std::env;

use cardmill_harness::agent::{Agent, seat};
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Play;
use cardmill_harness::session::Session;
use cardmill_harness::tally::Fate;
use cardmill_imperium::agent::{BRAWL, GREEDY};
use cardmill_imperium::board::{Board, COMMAND_TOKENS, Outcome, Trade};
use cardmill_imperium::choice::{Imperium, Prompt};
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::piece::Place;
use cardmill_imperium::position::Position;
use cardmill_imperium::state::Scene;
use cardmill_imperium::table::{Seated, Seats, Sheets, Speaker};
use cardmill_imperium::vocabulary::{Kind, UnitType};
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::table::{Status, Table};

use super::maps::table;

/// The round in which the objectives run out.
const ROUNDS: u8 = 9;

/// Games of each number of players; `CARDMILL_WHOLE` has more played.
const GAMES: u64 = 2;

fn tabletop() -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, Tabletop::add_agents);
    tabletop.add();
    tabletop
}

/// Any factions on the pinned map.
fn position(players: usize, seed: u64) -> Position {
    let mut table = table(players, "pinned");
    table.players.iter_mut().for_each(|seated| *seated = Seated { faction: "random".into() });
    (table.seats, table.speaker) = (Seats::Rotate, Speaker::Random);
    table.trade = [Trade::Menu, Trade::Free, Trade::None][(seed % 3) as usize];
    Position { table: Some(table), seed, ..Position::default() }
}

/// Checks what must be so at every decision; returns the number of cards of each kind.
fn check(scene: &Scene<'_>, at_action: bool) -> BTreeMap<&'static str, usize> {
    let board = scene.board;
    for (seat, player) in (0..).zip(&board.players) {
        let placed = board.systems.iter().filter(|s| s.tokens & (1 << seat) != 0).count();
        let tokens = placed + player.pools.iter().map(|&pool| usize::from(pool)).sum::<usize>();
        assert!(tokens <= usize::from(COMMAND_TOKENS), "P{}: {tokens} tokens", seat + 1);
        assert!((0..board.house.victory + 1).contains(&player.points));
        let value = scene.catalogue.definition(player.faction).commodities;
        assert!(player.commodities <= value, "{} of {value}", player.commodities);
        for unit in UnitType::ALL {
            let own = |&(slot, other): &(Slot, UnitType)| {
                other == unit && scene.piece(slot).owner == seat
            };
            let count = scene.figures().filter(own).count();
            assert!(count <= usize::from(unit.figures()), "{count} of {unit:?}");
            assert!(board.is_in_game(seat) || count == 0);
        }
        assert!(board.is_in_game(seat) || scene.planets(seat).next().is_none());
    }
    let mut kinds = BTreeMap::new();
    let mut in_decks = 0;
    for slot in scene.slots() {
        let (piece, card) = (scene.piece(slot), scene.printed(slot));
        let kind = match (card.kind, &card.objective) {
            (Kind::Action, _) => "action cards",
            (Kind::Agenda, _) => "agendas",
            (Kind::Strategy, _) => "strategy cards",
            (Kind::Note, _) => "notes",
            (_, Some(objective)) if objective.secret => "secret objectives",
            (_, Some(_)) => "public objectives",
            _ => continue,
        };
        *kinds.entry(kind).or_insert(0) += 1;
        in_decks += usize::from(piece.place == Place::Deck);
        let held = matches!(piece.place, Place::Hand | Place::Area);
        assert!(!held || board.is_in_game(piece.holder), "{} of nobody", card.name);
    }
    let decks = [&board.action_deck, &board.agenda_deck, &board.secret_deck, &board.unrevealed];
    assert_eq!(decks.iter().map(|deck| deck.len()).sum::<usize>(), in_decks);
    for deck in decks {
        assert!(deck.iter().all(|&slot| scene.piece(slot).place == Place::Deck));
    }
    // Whoever met has fought.
    for system in 0..board.systems.len() as u8 {
        let fleets = scene.fleets(system).count();
        assert!(!at_action || fleets <= 1, "{fleets} fleets in {}", board.system(system).name);
    }
    kinds
}

/// The goods and points of players by what the log says of them.
#[derive(Default)]
struct Ledger {
    /// The number of lines that were read.
    read: usize,
    points: Vec<i8>,
    goods: Vec<u8>,
    /// Goods on strategy cards that nobody has, by name, when they were looked at last.
    bonus: BTreeMap<String, u8>,
}

impl Ledger {
    /// A ledger of the players of a table that was just laid.
    fn of(board: &Board) -> Self {
        let players = &board.players;
        Self {
            points: players.iter().map(|player| player.points).collect(),
            goods: players.iter().map(|player| player.trade_goods).collect(),
            ..Self::default()
        }
    }

    /// Reads on; `objectives` says what each is worth.
    fn read(&mut self, log: &[String], objectives: &BTreeMap<String, i8>, victory: i8) {
        for line in &log[self.read..] {
            let line = line.trim();
            let named = |n: &usize| line.starts_with(&format!("P{} ", n + 1));
            let Some(seat) = (0..self.points.len()).find(named) else { continue };
            let rest = &line[3..];
            let number = |start: &str, what: &str| -> Option<u8> {
                let words = rest.strip_prefix(start)?;
                let words = words
                    .strip_suffix(what)
                    .or_else(|| words.strip_suffix(what.strip_suffix('s').expect("several of it")));
                words?.trim().parse().ok()
            };
            let points = |start| number(start, "victory points").map(|n| n as i8);
            let change = if let Some(card) = rest.strip_prefix("scores ") {
                objectives[card]
            } else if rest == "removes the custodians" {
                1
            } else {
                points("gains ").or_else(|| points("loses ").map(|n| -n)).unwrap_or(0)
            };
            self.points[seat] = (self.points[seat] + change).clamp(0, victory);
            let goods = &mut self.goods[seat];
            if let Some(n) = number("gains ", "trade goods") {
                *goods += n;
            } else if let Some(n) = number("loses ", "trade goods") {
                *goods = goods.saturating_sub(n);
            } else if let Some(card) = rest.strip_prefix("takes ") {
                *goods += self.bonus.remove(card).unwrap_or(0);
            } else if rest == "is eliminated" {
                *goods = 0;
            }
        }
        self.read = log.len();
    }

    /// Holds it against the table.
    fn check(&mut self, scene: &Scene<'_>) {
        let board = scene.board;
        for (seat, player) in board.players.iter().enumerate() {
            // What somebody who was eliminated had given comes back without a word.
            if board.eliminated == 0 {
                assert_eq!(player.points, self.points[seat], "points of P{}", seat + 1);
            }
            assert_eq!(player.trade_goods, self.goods[seat], "trade goods of P{}", seat + 1);
        }
        let bonus = board.bonus.iter();
        let bonus = bonus.map(|&(slot, goods)| (scene.printed(slot).name.clone(), goods));
        self.bonus = bonus.collect();
    }
}

/// Factions that lack nothing, in turn, with all that their sheets say.
fn complete(tabletop: &mut Tabletop, players: usize, seed: u64) -> Position {
    let mut position = position(players, seed);
    let factions = tabletop.read(0, |scene| {
        let cards = scene.catalogue.definitions().iter();
        let complete = cards.filter(|card| card.start.is_some() && card.lacks.is_empty());
        complete.map(|card| card.id.clone()).collect::<Vec<_>>()
    });
    let table = position.table.as_mut().expect("it is a table");
    table.sheets = Sheets::Full;
    let from = seed as usize * players;
    for (n, seated) in table.players.iter_mut().enumerate() {
        seated.faction = factions[(from + n) % factions.len()].clone();
    }
    position
}

/// Plays a game of such agents, checking it at every decision. Returns how many there were, and the
/// digest of all of it.
fn play(tabletop: &mut Tabletop, players: usize, seed: u64, agent: Agent) -> (u32, u64) {
    play_at(tabletop, &position(players, seed), seed, agent)
}

/// The same of any table.
fn play_at(tabletop: &mut Tabletop, table: &Position, seed: u64, agent: Agent) -> (u32, u64) {
    tabletop.arrange(0, table).expect("the table can be laid");
    let players = tabletop.component::<Board>(0).players.len();
    let mut last = ROUNDS;
    if !seed.is_multiple_of(2) {
        // As it stands after the set-up, but that the custodians are gone: agendas from the first
        // round on.
        let mut open = tabletop.shown(0).expect("a table shows a position");
        open.custodians = false;
        open.players.iter_mut().for_each(|player| player.trade_goods += 2);
        tabletop.arrange(0, &open).expect("what a table shows can be laid");
        last += 1;
    }
    let objectives = tabletop.read(0, |scene| {
        let cards = scene.catalogue.definitions().iter();
        let of = cards
            .filter_map(|card| Some((card.name.clone(), card.objective.as_ref()?.points as i8)));
        of.collect::<BTreeMap<String, i8>>()
    });
    let mut ledger = Ledger::of(tabletop.component::<Board>(0));
    let victory = tabletop.component::<Board>(0).house.victory;
    let entity = tabletop.batch().table(0);
    let seats = core::iter::repeat_n(Some(agent), players);
    seat(tabletop.batch_mut().world_mut(), entity, seats, seed, 0);
    tabletop.batch_mut().wake(0);
    let mut kinds = None;
    let mut decisions = 0;
    // They answer once a tick.
    while !tabletop.status(0).has_ended() {
        tabletop.batch_mut().tick();
        if tabletop.component::<Table>(0).decisions == decisions {
            continue;
        }
        decisions = tabletop.component::<Table>(0).decisions;
        let prompt = tabletop.component::<Decision<Imperium>>(0).prompt;
        let at_action = prompt == Some(Prompt::Action);
        let log = tabletop.log(0).to_vec();
        let found = tabletop.read(0, |scene| {
            ledger.read(&log, &objectives, victory);
            ledger.check(scene);
            check(scene, at_action)
        });
        assert_eq!(*kinds.get_or_insert_with(|| found.clone()), found);
    }
    let (status, fault) = (tabletop.status(0), tabletop.fault(0));
    let log = tabletop.log(0).to_vec();
    let end = log.iter().rev().take(12).rev().cloned().collect::<Vec<_>>();
    assert_eq!(status, Status::Over, "{players} players, seed {seed}: {fault:?} after {end:#?}");
    let board = tabletop.component::<Board>(0);
    assert!((1..=last).contains(&board.round));
    let Outcome::Win(winner) = board.outcome else { panic!("nobody has won") };
    let best = board.players.iter().map(|player| player.points).max();
    assert!(board.eliminated != 0 || Some(board.player(winner).points) == best);
    let (slots, round) = (board.slots, board.round);
    println!(
        "{agent}, {players} players, seed {seed}: {decisions} decisions, {round} rounds, {slots} \
         slots"
    );
    (decisions, Digest::of(&(tabletop.digest(0), log)))
}

#[test]
fn games_end_and_nothing_is_lost_on_the_way() {
    let games = env::var("CARDMILL_WHOLE").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let mut tabletop = tabletop();
    let mut log = Vec::new();
    for players in 3..=6 {
        for seed in 0..games {
            let agent = if (players as u64 + seed).is_multiple_of(3) { GREEDY } else { BRAWL };
            play(&mut tabletop, players, seed, agent);
            log.extend_from_slice(tabletop.log(0));
        }
    }
    for part in [
        "space combat in ",
        "gains control of ",
        "must assign",
        "outcome: ",
        "casts ",
        "scores ",
        "researches ",
        "removes the custodians",
        "ground combat on ",
        "is destroyed",
    ] {
        assert!(log.iter().any(|line| line.contains(part)), "{part:?} never happened");
    }
}

/// The abilities of some factions are used in whole games.
#[test]
fn what_sheets_say_is_done_in_whole_games() {
    const FULL: [&str; 7] = ["SAAR", "MUAAT", "MENTAK", "NAALU", "WINNU", "YIN", "YSSARIL"];
    let mut tabletop = tabletop();
    let mut log = Vec::new();
    for (seed, players) in [(0, 3), (1, 6), (2, 6), (3, 3), (4, 6)] {
        let mut position = position(players, seed);
        let table = position.table.as_mut().expect("it is a table");
        table.sheets = Sheets::Full;
        for (n, seated) in table.players.iter_mut().enumerate() {
            seated.faction = FULL[(seed as usize * 2 + n) % FULL.len()].into();
        }
        play_at(&mut tabletop, &position, seed, if seed == 1 { GREEDY } else { BRAWL });
        log.extend_from_slice(tabletop.log(0));
    }
    for part in ["uses Pillage", "Star Forge", "Scheming", "is first in initiative order"] {
        assert!(log.iter().any(|line| line.contains(part)), "{part:?} never happened");
    }
}

#[test]
fn factions_that_lack_nothing_play_with_all_that_their_sheets_say() {
    let games = env::var("CARDMILL_WHOLE").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES);
    let mut tabletop = tabletop();
    for players in [3, 6] {
        for seed in 0..3 * games {
            let agent = [GREEDY, BRAWL, Agent::RANDOM][(seed % 3) as usize];
            let position = complete(&mut tabletop, players, seed);
            play_at(&mut tabletop, &position, seed, agent);
        }
    }
}

#[test]
fn a_table_is_laid_anew_in_each_game() {
    let mut tabletop = tabletop();
    let mut decks = Vec::new();
    for game in 0..3 {
        Tabletop::lay(tabletop.batch_mut(), 0, &position(4, 1), 1, game).expect("it can be laid");
        let board = tabletop.component::<Board>(0);
        let factions: Vec<u16> = board.players.iter().map(|player| player.faction).collect();
        let mut sorted = factions.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 4, "each faction once");
        let deck = board.action_deck.clone();
        let cards = tabletop.read(0, |scene| {
            deck.iter().map(|&slot| scene.printed(slot).id.clone()).collect::<Vec<_>>()
        });
        assert_eq!(cards.len(), 80);
        decks.push((factions, cards));
    }
    decks.sort();
    decks.dedup();
    assert_eq!(decks.len(), 3);
}

/// The table when the first strategy phase begins (LRR 20.1, 25, 27, 61.13, 61.14a, 61.20, 80.5).
#[test]
fn a_table_is_set_up_as_the_rules_say() {
    let mut tabletop = tabletop();
    let mut speakers = [0; 4];
    for game in 0..16 {
        Tabletop::lay(tabletop.batch_mut(), 0, &position(4, 3), 3, game).expect("it can be laid");
        tabletop.run(0);
        // Secret objectives are returned, a technology is chosen.
        while tabletop.component::<Decision<Imperium>>(0).prompt != Some(Prompt::StrategyCard) {
            tabletop.choose(0, 0).expect("the option is there");
        }
        tabletop.read(0, |scene| {
            let board = scene.board;
            assert!(board.custodians);
            speakers[usize::from(board.speaker)] += 1;
            for seat in 0..4 {
                let player = board.player(seat);
                assert_eq!((player.pools, player.points), ([3, 3, 2], 0));
                assert_eq!(scene.cards(seat, Place::Hand, Kind::Objective).count(), 1);
            }
            for planet in &board.planets {
                assert_eq!(planet.owner, board.system(planet.system).home, "{}", planet.name);
            }
            let worth = |slot: Slot| scene.printed(slot).objective.as_ref().map(|card| card.points);
            let hidden: Vec<_> =
                board.unrevealed.iter().rev().filter_map(|&slot| worth(slot)).collect();
            assert_eq!(hidden, [1, 1, 1, 2, 2, 2, 2, 2]);
            let open = scene.slots().filter(|&slot| scene.piece(slot).place == Place::Common);
            let open: Vec<_> = open.filter_map(worth).collect();
            assert_eq!(open, [1, 1]);
        });
    }
    assert!(speakers.iter().all(|&games| games > 0), "{speakers:?}");
}

/// Equal tables: the same choices give the same game.
#[test]
fn the_same_choices_give_the_same_whole_game() {
    let [mut one, mut other] = [tabletop(), tabletop()];
    let first = play(&mut one, 3, 7, BRAWL);
    play(&mut other, 4, 1, GREEDY);
    assert_eq!(play(&mut other, 3, 7, BRAWL), first, "after another game");
}

/// A game that is saved at every hundredth decision goes on from there as it did.
#[test]
fn a_saved_game_plays_on_alike() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let cards = Tabletop::digest_of(&catalogue);
    let mut tabletop = tabletop();
    tabletop.add();
    let play_on = |tabletop: &mut Tabletop, table, from: u64, saved: &mut Vec<(u64, Vec<u8>)>| {
        let mut n = from;
        while let Some(asked) = tabletop.asked(table) {
            if table == 0 && n.is_multiple_of(100) {
                saved.push((n, tabletop.save_packed(table, cards)));
            }
            let option = Digest::of(&(9_u64, n)) % asked.options.len() as u64;
            tabletop.choose(table, option as usize).expect("the option is there");
            n += 1;
        }
        assert_eq!(tabletop.status(table), Status::Over, "{:?}", tabletop.fault(table));
        (n, tabletop.digest(table))
    };
    for players in [3, 6] {
        let mut saved = Vec::new();
        tabletop.arrange(0, &position(players, 4)).expect("the table can be laid");
        tabletop.run(0);
        let end = play_on(&mut tabletop, 0, 0, &mut saved);
        assert!(saved.len() > 5, "{} decisions", end.0);
        for (n, bytes) in saved {
            tabletop.restore_packed(1, &bytes, cards).expect("it is of this game");
            assert_eq!(play_on(&mut tabletop, 1, n, &mut Vec::new()), end, "from decision {n} on");
        }
    }
}

#[test]
fn a_tally_says_what_players_chose_and_scored() {
    let keeper = Tabletop::TALLY.expect("what becomes of cards is kept");
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::with(&catalogue, keeper.add);
    tabletop.add();
    tabletop.arrange(0, &position(3, 5)).expect("the table can be laid");
    (keeper.begin)(tabletop.batch_mut(), 0);
    tabletop.run(0);
    let mut n = 0_u64;
    while tabletop.status(0) == Status::Waiting {
        let count = tabletop.asked(0).map_or(1, |asked| asked.options.len());
        let option = (Digest::of(&(5_u64, n)) % count as u64) as usize;
        tabletop.choose(0, option).expect("the option is there");
        n += 1;
    }
    let tally = (keeper.end)(tabletop.batch_mut(), 0);
    let of = |kind: &str, seat: u8| -> Vec<Fate> {
        let is = |fate: &&Fate| fate.seat == seat && (keeper.kind)(&catalogue, fate.card) == kind;
        tally.fates.iter().filter(is).copied().collect()
    };
    tabletop.read(0, |scene| {
        let board = scene.board;
        for (seat, player) in (0..).zip(&board.players) {
            let [faction] = of("factions", seat)[..] else { panic!("everybody is of one") };
            assert_eq!(faction.card, player.faction);
            let scored = board.scored.iter().filter(|(_, by)| *by == seat).count();
            assert_eq!(of("objectives", seat).len(), scored);
            // One in each round, with three players two; none after Political Stability.
            let chosen: u8 = of("strategy cards", seat).iter().map(|fate| fate.plays).sum();
            let stable = catalogue.find("POLITICAL_STABILITY").expect("it is defined");
            let kept = of("action cards", seat).iter().filter(|fate| fate.card == stable).count();
            assert_eq!(chosen, 2 * (board.round - kept as u8));
            assert!(of("technologies", seat).len() >= scene.technologies(seat).count());
        }
        assert_eq!(tally.rounds.len(), usize::from(board.round));
    });
    assert!(tally.rounds[0].iter().all(|stand| stand.score == 0 && stand.measures[0] > 0));
}

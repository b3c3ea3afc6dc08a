//! Maps: places and what is beside what, against numbers of another program; strings that are no
//! maps.

use std::collections::BTreeMap;

use cardmill_harness::driver::Driver;
use cardmill_harness::session::Session;
use cardmill_imperium::board::Trade;
use cardmill_imperium::catalogue::Catalogue;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::map::chart::{Hex, chart, touching};
use cardmill_imperium::map::{Map, PLACES, SPOTS, TOUCHES};
use cardmill_imperium::piece::SystemId;
use cardmill_imperium::position::Position;
use cardmill_imperium::table::{Cards, Seated, Seats, Sheets, Speaker, Table};

/// Factions without wormholes of their own.
const PLAIN: [&str; 6] = ["SOL", "HACAN", "LETNEV", "XXCHA", "L1Z1X", "JOLNAR"];

/// A table of so many players on a map.
pub(crate) fn table(players: usize, map: &str) -> Table {
    let faction = |faction: &&str| Seated { faction: (*faction).into() };
    Table {
        players: PLAIN[..players].iter().map(faction).collect(),
        map: map.into(),
        seats: Seats::Fixed,
        speaker: Speaker::P1,
        victory: 10,
        sheets: Sheets::Plain,
        cards: Cards::Defined,
        trade: Trade::Free,
    }
}

fn tabletop() -> Tabletop {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.add();
    tabletop
}

/// A table of which only the tiles are left.
fn lay(tabletop: &mut Tabletop, players: usize, map: &str) -> Vec<usize> {
    let position = Position { table: Some(table(players, map)), ..Position::default() };
    tabletop.arrange(0, &position).expect("the table can be laid");
    let mut bare = tabletop.shown(0).expect("a table shows a position");
    for system in &mut bare.systems {
        system.units.clear();
        system.planets.iter_mut().for_each(|planet| planet.units.clear());
    }
    bare.players.iter_mut().for_each(|player| player.cards.clear());
    bare.whole = false;
    tabletop.arrange(0, &bare).expect("it can be laid without units");
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    Map::read(map, players, &catalogue).expect("it is a map").systems()
}

/// The number of steps from one place to each other that can be reached.
fn distances(from: usize, near: impl Fn(usize) -> Vec<usize>) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::from([(from, 0)]);
    let mut next = vec![from];
    for far in 1.. {
        let mut after = Vec::new();
        for place in next.drain(..).flat_map(&near) {
            if let std::collections::btree_map::Entry::Vacant(new) = found.entry(place) {
                new.insert(far);
                after.push(place);
            }
        }
        if after.is_empty() {
            break;
        }
        next = after;
    }
    found
}

fn numbers(text: &str) -> Vec<usize> {
    text.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn pairs(text: &str) -> Vec<(usize, usize)> {
    let pair = |word: &str| {
        let (place, far) = word.split_once(':').expect("a place and a distance");
        (place.parse().expect("a place"), far.parse().expect("a distance"))
    };
    text.split_whitespace().map(pair).collect()
}

#[test]
fn distances_and_reach_are_those_of_another_program() {
    let mut tabletop = tabletop();
    let mut places = Vec::new();
    let mut homes = 0;
    let lines: Vec<&str> = include_str!("maps.txt").lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        if line.starts_with("map ") {
            let players =
                lines[at + 1..].iter().take_while(|line| line.starts_with("home ")).count();
            places = lay(&mut tabletop, players, parts[1]);
            continue;
        }
        let Some(home) = parts[0].strip_prefix("home ") else { continue };
        homes += 1;
        let home: usize = home.parse().expect("a place");
        let of =
            |place: usize| places.iter().position(|&p| p == place).expect("a tile") as SystemId;
        let by_tiles = distances(home, |place| {
            places.iter().copied().filter(|other| TOUCHES[place] & 1 << other != 0).collect()
        });
        assert_eq!(by_tiles[&0].to_string(), parts[1], "{line}");
        for (other, far) in pairs(parts[2]) {
            assert_eq!(by_tiles[&other], far, "{home} to {other} in {line}");
        }
        let over_wormholes = tabletop.read(0, |scene| {
            let galaxy = scene.galaxy(0);
            distances(home, |place| {
                let near = galaxy.near(of(place));
                places.iter().copied().filter(|&other| near & 1 << of(other) != 0).collect()
            })
        });
        for (other, far) in pairs(parts[3]) {
            assert_eq!(over_wormholes[&other], far, "{home} to {other} in {line}");
        }
        for movement in 1..=3 {
            let reached: Vec<usize> = tabletop.read(0, |scene| {
                let reaches =
                    |&place: &usize| scene.course(0, of(place)).rifts(of(home), movement).is_some();
                places.iter().copied().filter(reaches).collect()
            });
            assert_eq!(
                reached,
                numbers(parts[3 + usize::from(movement)]),
                "{movement} from {line}"
            );
        }
    }
    assert_eq!(homes, 28);
}

#[test]
fn places_touch_both_ways() {
    for (a, of_a) in TOUCHES.iter().enumerate() {
        let beside = of_a.count_ones();
        assert!((3..=6).contains(&beside), "{a} touches {beside}");
        for (b, of_b) in TOUCHES.iter().enumerate() {
            assert_eq!(of_a & 1 << b != 0, of_b & 1 << a != 0, "{a} and {b}");
        }
    }
}

/// No faction of the base game lacks anything; one that did would be played as `Plain` only.
#[test]
fn a_faction_that_lacks_something_is_refused_with_full_sheets() {
    let mut cards = library::load(library::default_dir()).expect("the cards load");
    assert!(cards.iter().all(|card| card.lacks.is_empty()));
    let sol = cards.iter_mut().find(|card| card.id == "SOL").expect("it is defined");
    sol.lacks.push("Orbital Drop".into());
    let mut tabletop = Tabletop::new(&Catalogue::new(cards));
    tabletop.add();
    let mut lay = |sheets| {
        let table = Table { sheets, ..table(6, "pinned") };
        tabletop.arrange(0, &Position { table: Some(table), ..Position::default() })
    };
    let found = lay(Sheets::Full).expect_err("it must be refused").to_string();
    let expected = "SOL lacks Orbital Drop; sheets: Plain plays it without its text";
    assert!(found.contains(expected), "{found}");
    assert!(lay(Sheets::Plain).is_ok());
}

#[test]
fn what_is_no_table_is_refused_with_its_place() {
    let mut tabletop = tabletop();
    let pinned = "40 43 28 21 35 42 47 34 30 22 48 41 27 45 49 50 24 37 0 31 46 0 25 33 0 23 39 0 32 26 0 19 44 0 38 20";
    let of_kings = "22 19 21 20 63 62 44 46 42 78 43 77 45 50 67 47 80 49 0 73 27 0 72 74 0 69 29 0 32 36 0 35 31 0 70 28";
    let mut refusal = |change: &dyn Fn(&mut Table)| {
        let mut table = table(6, pinned);
        change(&mut table);
        let position = Position { table: Some(table), ..Position::default() };
        tabletop.arrange(0, &position).expect_err("it must be refused").to_string()
    };
    let mut expect = |text: &str, change: &dyn Fn(&mut Table)| {
        let found = refusal(change);
        assert!(found.contains(text), "{found}\nexpected {text}");
    };
    expect("table.players: expected 3 to 6, found 2", &|table| table.players.truncate(2));
    expect("no faction \"Sol Federation\"", &|table| {
        table.players[0].faction = "Sol Federation".into();
    });
    expect("SOL (The Federation of Sol)?", &|table| {
        table.players[0].faction = "federation of sol".into();
    });
    expect("SOL is P1's; expected each faction once", &|table| {
        table.players[3].faction = "SOL".into();
    });
    expect("of Prophecy of Kings", &|table| table.players[0].faction = "UL".into());
    expect("expected 36 numbers", &|table| table.map = pinned[3..].into());
    expect("expected 6 home systems, found places 19, 22, 25, 28, 31", &|table| {
        table.map = pinned.replace("0 38 20", "36 38 20");
    });
    expect("tile 43 at places 1 and 2", &|table| table.map = pinned.replacen("40 43", "43 43", 1));
    expect("place 1: Mecatol Rex; it is in the middle", &|table| {
        table.map = pinned.replacen("40", "18", 1);
    });
    expect("place 19: tile 1 is a home system; expected 0", &|table| {
        table.map = pinned.replacen(" 0 ", " 1 ", 1);
    });
    expect("tiles 63, 62, 78, 77, 67, 80, 73, 72, 74, 69, 70 at places 5, 6", &|table| {
        table.map = of_kings.into();
    });
    expect("tiles 83A2 at places 1", &|table| table.map = pinned.replacen("40", "83A2", 1));
    expect("table.speaker: expected a player at the table, found P6", &|table| {
        table.players.truncate(5);
        table.map = "pinned".into();
        table.speaker = Speaker::P6;
    });
    expect("table.victory: expected 4 to 14, found 0", &|table| table.victory = 0);
}

#[test]
fn strings_of_tools_are_read() {
    let mut tabletop = tabletop();
    let pinned = "{18} 40, 43, 28, 21, 35, 42, 47, 34, 30, 22, 48, 41, 27, 45, 49, 50, 24, 37, 0, 31, 46, 0, 25, 33, 0, 23, 39, 0, 32, 26, 0, 19, 44, 0, 38, 20";
    let position = Position { table: Some(table(6, pinned)), ..Position::default() };
    tabletop.arrange(0, &position).expect("it is a map");
    let board = tabletop.board(0);
    assert_eq!(board.systems.len(), PLACES);
    assert_eq!(board.system(0).name, "Mecatol Rex system");
    assert_eq!(board.system(19).home, Some(0));
}

#[test]
fn seats_go_round_from_game_to_game() {
    let mut tabletop = tabletop();
    let mut rotating = table(6, "pinned");
    rotating.seats = Seats::Rotate;
    let position = Position { table: Some(rotating), ..Position::default() };
    for game in 0..7 {
        Tabletop::lay(tabletop.batch_mut(), 0, &position, 1, game).expect("it can be laid");
        let board = tabletop.board(0);
        let homes: Vec<u8> = board.systems.iter().filter_map(|system| system.home).collect();
        // The homes lie clockwise, and so do the players.
        assert_eq!(homes, board.order);
        assert_eq!(usize::from(homes[(game % 6) as usize]), 0, "P1 is one further in each game");
        assert!(board.clockwise(3).eq((0..6).map(|n| (3 + n) % 6)));
    }
}

#[test]
fn random_maps_are_those_of_the_rules() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut texts = std::collections::BTreeSet::new();
    for players in 3..=6 {
        for seed in 0..4 {
            let map = Map::random(players, seed, 1, &catalogue).expect("there is one");
            assert_eq!(map.oddities(&catalogue), Vec::<String>::new());
            let text = map.written(&catalogue);
            assert_eq!(Map::read(&text, players, &catalogue), Ok(map), "{text}");
            assert_eq!(Map::random(players, seed, 1, &catalogue), Some(map), "the same again");
            texts.insert(text);
        }
        let spread = |best| {
            let map = Map::random(players, 0, best, &catalogue).expect("there is one");
            map.spread(&catalogue)
        };
        assert!(spread(20) < spread(1), "the best of twenty is more even");
    }
    assert_eq!(texts.len(), 16);
}

#[test]
fn what_is_odd_about_a_map_is_said_with_its_places() {
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    // Anomalies are 41 to 45, alpha wormholes 26 and 39, beta wormholes 25 and 40.
    let mut words = vec!["-1"; 36];
    for (place, word) in
        [(1, "41"), (2, "42"), (3, "26"), (4, "39"), (8, "25"), (19, "0"), (22, "0"), (28, "0")]
    {
        words[place - 1] = word;
    }
    let map = Map::read(&words.join(" "), 3, &catalogue).expect("given maps may be odd");
    assert_eq!(
        map.oddities(&catalogue),
        [
            "anomalies side by side at places 1 and 2",
            "alpha wormholes side by side at places 3 and 4",
            "one beta wormhole alone, at place 8",
        ]
    );
    let near = map.near_homes(&catalogue);
    assert_eq!(near.iter().map(|near| near.mecatol).collect::<Vec<_>>(), [None; 3]);
}

#[test]
fn a_map_is_charted_as_it_lies() {
    assert_eq!(chart(&TOUCHES), Some(SPOTS.to_vec()));
    // With holes, as maps for three have them.
    let kept: Vec<usize> = (0..PLACES).filter(|place| ![23, 24, 29, 30].contains(place)).collect();
    let mask = |place: &usize| {
        let near =
            kept.iter().enumerate().filter(|(_, other)| TOUCHES[*place] & (1 << **other) != 0);
        near.fold(0, |mask, (at, _)| mask | 1 << at)
    };
    let touches: Vec<u64> = kept.iter().map(mask).collect();
    let places: Vec<Hex> = kept.iter().map(|&place| SPOTS[place]).collect();
    assert_eq!(chart(&touches), Some(places));
}

#[test]
fn what_lies_on_no_plane_is_not_charted() {
    // Four that all touch each other.
    assert_eq!(chart(&[0b1110, 0b1101, 0b1011, 0b0111]), None);
    assert_eq!(chart(&[]), Some(Vec::new()));
    // Two pairs that have nothing to do with each other.
    let apart = chart(&[0b10, 0b01, 0b1000, 0b0100]).expect("there is room");
    assert!(touching(apart[0], apart[1]) && touching(apart[2], apart[3]));
    assert!(!touching(apart[0], apart[2]) && !touching(apart[1], apart[2]));
}

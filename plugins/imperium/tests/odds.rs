//! Combats come out as often as they should, by the exact numbers of another program.

use std::env;

use cardmill_harness::driver::Driver;
use cardmill_harness::player::Player;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::{Planet, Position, Sheet, System};
use cardmill_imperium::vocabulary::UnitType;

/// Combats of each kind; `CARDMILL_ODDS` has more fought.
const FOUGHT: i128 = 200;

/// The whole that the numbers of the file are parts of.
const WHOLE: i128 = 1_000_000_000_000;

/// The units that take hits, cheapest first.
const COSTS: [&str; 7] =
    ["Fighter", "Infantry", "Destroyer", "Cruiser", "Carrier", "Dreadnought", "War Sun"];

/// Units as the file has them, and the technologies they need.
fn units(text: &str) -> (Vec<UnitType>, Vec<String>) {
    let (mut units, mut cards) = (Vec::new(), Vec::new());
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        let name = pair[1].trim_end_matches('2');
        let (unit, id) = match name {
            "fighter" => (UnitType::Fighter, "FIGHTER_II"),
            "infantry" => (UnitType::Infantry, "INFANTRY_II"),
            "destroyer" => (UnitType::Destroyer, "DESTROYER_II"),
            "cruiser" => (UnitType::Cruiser, "CRUISER_II"),
            "carrier" => (UnitType::Carrier, "CARRIER_II"),
            "dreadnought" => (UnitType::Dreadnought, "DREADNOUGHT_II"),
            _ => (UnitType::WarSun, "WAR_SUN"),
        };
        if pair[1].ends_with('2') || unit == UnitType::WarSun {
            cards.push(id.to_owned());
        }
        units.extend(vec![unit; pair[0].parse().expect("a number of units")]);
    }
    (units, cards)
}

fn answer(labels: &[String]) -> usize {
    let first = |start: &str| labels.iter().position(|label| label.starts_with(start));
    let cheapest = || COSTS.iter().find_map(|unit| first(&format!("Destroy {unit}")));
    let least = || ["No", "Done", "Decline", "Pass"].iter().find_map(|label| first(label));
    let first_of = ["Activate Arc", "Sustain", "Bombard", "Land"];
    first_of.iter().find_map(|start| first(start)).or_else(cheapest).or_else(least).unwrap_or(0)
}

/// Fights a combat; returns the numbers of the attacker's and the defender's units that are left.
fn fight(tabletop: &mut Tabletop, position: &Position, forces: [usize; 2]) -> [usize; 2] {
    tabletop.arrange(0, position).expect("the position can be set up");
    tabletop.run(0);
    while !tabletop.log(0).iter().any(|line| line.contains("the combat is over")) {
        // A bombardment may leave nothing to fight.
        if tabletop.log(0).iter().any(|line| line.contains("turn ends")) {
            break;
        }
        let asked = tabletop.asked(0).expect("the combat goes on");
        let labels: Vec<String> = asked.options.iter().map(|option| option.label.clone()).collect();
        tabletop.choose(0, answer(&labels)).expect("the option is there");
    }
    let log = tabletop.log(0);
    let end = log.iter().position(|line| line.contains("the combat is over")).unwrap_or(log.len());
    let lost = |who: &str| {
        let gone = |line: &&String| line.trim().starts_with(who) && line.ends_with("is destroyed");
        log[..end].iter().filter(gone).count()
    };
    [forces[0] - lost("P1"), forces[1] - lost("P2")]
}

#[test]
fn combats_come_out_as_often_as_they_should() {
    let fought = env::var("CARDMILL_ODDS").ok().and_then(|n| n.parse().ok()).unwrap_or(FOUGHT);
    let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
    let mut tabletop = Tabletop::new(&catalogue);
    tabletop.add();
    let [one, two] = [0, 1].map(|seat| Player::at(seat).expect("there are six"));
    let mut combats = 0;
    for line in include_str!("odds.txt").lines().filter(|line| !line.starts_with('#')) {
        combats += 1;
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let on_ground = parts[0] == "ground";
        let [(attackers, cards), (defenders, others), (bombers, more)] =
            [1, 2, 3].map(|part| units(parts[part]));
        let forces = [attackers.len(), defenders.len()];
        let mut system = System { name: "Arc".into(), ..System::default() };
        let sheet = |cards: Vec<String>| Sheet { tokens: (2, 12, 2), cards, ..Sheet::default() };
        if on_ground {
            let mut fleet = vec![UnitType::Carrier];
            fleet.extend(bombers);
            fleet.extend(attackers);
            system.units = vec![(one, fleet)];
            let units = vec![(two, defenders)];
            system.planets =
                vec![Planet { name: "Lodor".into(), owner: Some(two), units, ..Planet::default() }];
        } else {
            system.units = vec![(one, attackers), (two, defenders)];
        }
        let mut position = Position {
            players: vec![sheet([cards, more].concat()), sheet(others), Sheet::default()],
            systems: vec![system],
            ..Position::default()
        };
        let mut ended = [0_i128; 3];
        for seed in 0..fought {
            position.seed = seed as u64;
            match fight(&mut tabletop, &position, forces) {
                [0, 0] => ended[1] += 1,
                [_, 0] => ended[0] += 1,
                _ => ended[2] += 1,
            }
        }
        for (found, odds) in ended.into_iter().zip(parts[4].split_whitespace()) {
            let odds: i128 = odds.parse().expect("a number");
            // Within four standard deviations, and one combat for what is rare.
            let off = (found * WHOLE - fought * odds).abs() - WHOLE;
            let variance = fought * odds * (WHOLE - odds);
            let close = off <= 0 || off.saturating_mul(off) <= variance.saturating_mul(16);
            assert!(close, "{line}: {ended:?} of {fought}");
        }
    }
    assert_eq!(combats, 33);
}

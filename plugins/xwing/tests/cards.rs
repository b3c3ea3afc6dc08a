//! The cards: what files define agrees with the facts of the game, and what cannot be is refused.

use cardmill_harness::driver::Driver;
use cardmill_harness::files::CardFiles;
use cardmill_harness::notation::parse;
use cardmill_xwing::catalogue::{Catalogue, UPGRADE};
use cardmill_xwing::coverage::coverage;
use cardmill_xwing::driver::{Check, Hangar};
use cardmill_xwing::facts::{Demand, Facts, UpgradeFacts};
use cardmill_xwing::library::{Library, TEST, default_dir};
use cardmill_xwing::vocabulary::{Definition, Kind};

fn library() -> Library {
    Library::load(default_dir()).expect("the cards load")
}

/// The checks of pilots look at definitions: a pilot that is not as it is known is found.
#[test]
fn pilots_are_those_of_the_game() {
    let checks = || {
        [
            Check::LimitedPilotsHaveAbilities { except: vec!["autopilotdrone".into()] },
            Check::OneShipAbility { except: vec!["escapecraft".into(), "z95af4headhunter".into()] },
        ]
    };
    let Library { definitions, facts, .. } = library();
    let pilots = definitions.iter().filter(|card| matches!(card.kind, Kind::Pilot { .. })).count();
    assert!(pilots > 40, "{pilots} pilots");
    let judged = |change: &dyn Fn(&mut Definition)| {
        let mut definitions = definitions.clone();
        definitions.iter_mut().for_each(change);
        let library = Library { definitions, facts: facts.clone(), squads: Vec::new() };
        checks().map(|check| Hangar::check(&Catalogue::new(&library), &check))
    };
    assert_eq!(judged(&|_| {}), [Ok(()), Ok(())]);
    let wrong: [(&str, &dyn Fn(&mut Definition)); 4] = [
        ("k2so", &|card| card.abilities.clear()),
        ("k2so", &|card| card.limited = 0),
        ("bluesquadronescort", &|card| card.limited = 1),
        ("vultureclassdroidfighter", &|card| card.abilities.clear()),
    ];
    for (id, change) in wrong {
        let found = judged(&|card| {
            if card.id == id {
                change(card);
            }
        });
        assert!(found.iter().all(Result::is_err), "{id}: {found:?}");
    }
}

#[test]
fn no_card_of_a_test_is_a_card_of_the_game() {
    assert!(library().definitions.iter().all(|card| !card.id.starts_with(TEST)));
}

/// Everything that is wrong with files of the game.
fn wrong(files: &'static [(&str, &str)]) -> Vec<String> {
    let errors = Library::load(CardFiles::BuiltIn(files)).expect_err("something is wrong");
    errors.0.iter().map(ToString::to_string).collect()
}

#[test]
fn all_bad_files_are_told_with_line_card_and_field() {
    let found = wrong(&[
        (
            "xwing/pilots.csv",
            "headings\nluke,rebelalliance,t65xwing,Luke,5,1,perhaps,,,,Talent,,\n",
        ),
        ("xwing/points.csv", "card,id,freeze,2018-09-13\npilot,luke,x2/3,\n"),
        (
            "xwing/sheets.csv",
            "headings\nt65xwing,rebels,T-65 X-wing,Small,Front 3,2,4,2,Focus,2FB\n",
        ),
        ("xwing/slots.csv", "headings\nt65xwing,Talents,2020-02-14\n"),
        ("xwing/upgrades.csv", "headings\ncrackshot,Crack Shot,0,Talent,rank=6,,1\n"),
        ("xwing/replacements.csv", "id,replaces,lacks\nluke,gain\n"),
        (
            "xwing/obstacles.csv",
            "id,kind,outline,pieces\na,Asteroid,0 0|9 0|0 9,0 1 2\nb,Gas,0 0|9 0|0 9,0 1 2\n",
        ),
        (
            "xwing/a.ron",
            r#"[
    (id: "t65xwing", name: "T-65 X-wing", kind: Ship(attack: [], agility: 2, hull: 0, dial: [], actions: [])),
    (id: "luke", name: "", kind: Pilot(ship: "boat", initiative: 9), spent: 1, abilities: [(
        timing: After(Defends),
        cost: [Force(1), Charge(2)],
        effect: [If([], [Gain(It, Focus, 1), OneOf(options: [("Drop it", [Drop("1F")])])])],
    )]),
    (id: "TEST_x", name: "X", kind: Damage(Ship, 0)),
]"#,
        ),
        ("xwing/b.ron", r#"[(id: "luke", name: "Luke", kind: Condition)]"#),
        ("xwing/c.ron", r#"[(id: "leia", name: "Leia", kind: Condition, charges: "two")]"#),
    ]);
    assert_eq!(
        found,
        [
            "cards/xwing/a.ron:2:78: t65xwing, kind.hull: expected more than 0",
            "cards/xwing/a.ron:2:87: t65xwing, kind.dial: expected some maneuvers",
            "cards/xwing/a.ron:3:18: luke, name: expected some text",
            "cards/xwing/a.ron:3:40: luke, kind.ship: expected a ship type, found \"boat\"",
            "cards/xwing/a.ron:3:54: luke, kind.initiative: expected at most 7",
            "cards/xwing/a.ron:3:70: luke, spent: expected at most 0 charges to be lost in setup",
            "cards/xwing/a.ron:5:33: luke, abilities[0].cost[1].charges: expected a card with 2 charges",
            "cards/xwing/a.ron:6:31: luke, abilities[0].effect[0].then[0].who: expected a ship that was chosen before, for `It`",
            "cards/xwing/a.ron:6:52: luke, abilities[0].effect[0].then[1].options: expected at least two options",
            "cards/xwing/a.ron:6:75: luke, abilities[0].effect[0].then[1].options[0].effect[0]: expected a device that detonates",
            "cards/xwing/a.ron:8:6: TEST_x, id: expected no card of a test: TEST_…",
            "cards/xwing/a.ron:8:50: TEST_x, kind.copies: expected at least one copy in a deck",
            "cards/xwing/b.ron:1:3: luke, id: expected an id of its own; cards/xwing/a.ron:3 has it too",
            "cards/xwing/c.ron:1:54: leia, charges: expected integer",
            "cards/xwing/obstacles.csv:3:1: expected Asteroid, Debris or GasCloud, found \"Gas\"",
            "cards/xwing/pilots.csv:2:1: expected yes or no, found \"perhaps\"",
            "cards/xwing/points.csv:2:1: expected a price, found \"x2/3\"",
            "cards/xwing/replacements.csv:2:1: expected 3 fields, found 2",
            "cards/xwing/sheets.csv:2:1: expected a faction, found \"rebels\"",
            "cards/xwing/slots.csv:2:1: expected a slot, found \"Talents\"",
            "cards/xwing/upgrades.csv:2:1: expected a restriction, found \"rank=6\"",
        ]
    );
    let missing = wrong(&[("xwing/pilots.csv", "")]);
    let files = ["obstacles", "points", "replacements", "sheets", "slots", "upgrades"];
    assert_eq!(missing, files.map(|name| format!("xwing/{name}.csv: expected this file")));
}

/// Tables that each can be read, and do not fit together.
#[test]
fn tables_of_facts_refer_to_what_is_there() {
    let found = wrong(&[
        (
            "xwing/pilots.csv",
            "headings\nluke,rebelalliance,t65xwing,Luke,5,1,yes,,,,Talent,X-wing,\n\
             wedge,rebelalliance,t66xwing,Wedge,6,1,yes,,,,Talent,X-wing,\n",
        ),
        ("xwing/obstacles.csv", ""),
        ("xwing/points.csv", "card,id,freeze,2018-09-13\npilot,luke,62,\npilot,biggs,47,\n"),
        ("xwing/replacements.csv", ""),
        (
            "xwing/sheets.csv",
            "headings\nt65xwing,rebelalliance,T-65 X-wing,Small,Front 3,2,4,2,Focus,2FB\n",
        ),
        ("xwing/slots.csv", "headings\ntie,Crew,2020-02-14\n"),
        (
            "xwing/upgrades.csv",
            "headings\nafterburners,Afterburners,0,Modification,ship=t65xwing/ship=tie,,2\n\
             crackshot,Crack Shot,0,Talent,keyword=Y-wing,,1\n",
        ),
    ]);
    assert_eq!(
        found,
        [
            "cards/xwing/pilots.csv:3:1: expected a sheet of rebelalliance, found \"t66xwing\"",
            "cards/xwing/points.csv:3:1: expected pilot,wedge, found pilot,biggs",
            "cards/xwing/slots.csv:2:1: expected a ship type, found \"tie\"",
            "cards/xwing/upgrades.csv:2:1: expected one that is there: tie",
            "cards/xwing/upgrades.csv:3:1: expected one that is there: Y-wing ships",
        ]
    );
    let found = wrong(&[
        ("xwing/pilots.csv", ""),
        ("xwing/obstacles.csv", ""),
        ("xwing/points.csv", "card,id,freeze,2019-01-28,2018-09-13\n"),
        ("xwing/replacements.csv", "headings\nluke,gain,\n"),
        ("xwing/sheets.csv", ""),
        ("xwing/slots.csv", ""),
        (
            "xwing/upgrades.csv",
            "headings\ncrackshot,Crack Shot,0,Talent,,,1\ncrackshot,Crack Shot,0,Talent,,,1\n",
        ),
    ]);
    assert_eq!(
        found,
        [
            "cards/xwing/points.csv:1:1: expected days in order",
            "cards/xwing/upgrades.csv:3:1: expected rows in order, each once",
        ]
    );
}

/// The facts of a card by its definition and by the tables, to be compared; `None` for a card that
/// no table knows.
fn beside(card: &Definition, facts: &Facts) -> Option<(String, String)> {
    match &card.kind {
        Kind::Ship { size, attack, agility, hull, shields, dial, actions } => {
            let sheet = facts.sheets.iter().find(|sheet| sheet.id == card.id);
            let known = sheet.map(|of| {
                let bar = of.actions.iter().map(|action| {
                    (
                        action.action.name(),
                        action.difficulty,
                        action.linked.map(|(next, hard)| (next.name(), hard)),
                    )
                });
                let bar: Vec<_> = bar.collect();
                let numbers = (of.agility, of.hull, of.shields);
                format!("{:?}", (&of.name, of.size, &of.attack, numbers, &of.dial, bar))
            });
            let bar = actions.iter().map(|action| {
                (
                    action.action.name(),
                    action.difficulty,
                    action.linked.map(|of| (of.0.name(), of.1)),
                )
            });
            let bar: Vec<_> = bar.collect();
            let numbers = (agility, hull, shields);
            let said = format!("{:?}", (&card.name, Some(*size), attack, numbers, dial, bar));
            Some((said, known.unwrap_or_default()))
        }
        Kind::Pilot { ship, initiative, .. } => {
            let known = facts.pilot(&card.id).map(|place| {
                let of = &facts.pilots[usize::from(place)];
                let numbers = (of.initiative, of.limited, of.force.value, of.charges);
                format!("{:?}", (&of.name, &of.ship, numbers, of.ability))
            });
            let numbers = (initiative, card.limited, card.force, (card.charges, card.recurring));
            let ability = !card.abilities.is_empty();
            Some((format!("{:?}", (&card.name, ship, numbers, ability)), known.unwrap_or_default()))
        }
        Kind::Upgrade(kind) => {
            let known = facts.upgrade(card.id.trim_end_matches(UPGRADE)).map(|place| {
                let of = &facts.upgrades[usize::from(place)];
                let slot = format!("{:?}", of.slots[0]);
                format!("{:?}", (&of.name, slot, of.limited, of.charges))
            });
            let slot = format!("{kind:?}");
            let said = (&card.name, slot, card.limited, (card.charges, card.recurring));
            Some((format!("{said:?}"), known.unwrap_or_default()))
        }
        _ => None,
    }
}

#[test]
fn definitions_say_what_is_known_of_ships_pilots_and_upgrades() {
    let Library { mut definitions, facts, .. } = library();
    let differ = |definitions: &[Definition]| -> Vec<String> {
        let back = |id: &String| definitions.iter().any(|card| card.back.as_ref() == Some(id));
        let found = definitions.iter().filter_map(|card| {
            let (said, known) = beside(card, &facts).filter(|_| !back(&card.id))?;
            (said != known).then(|| format!("{}: {said}, and known is {known}", card.id))
        });
        found.collect()
    };
    assert_eq!(differ(&definitions), Vec::<String>::new());
    for id in ["t65xwing", "soontirfel", "crackshot"] {
        let card = definitions.iter_mut().find(|card| card.id == id);
        card.unwrap_or_else(|| panic!("{id} is defined")).name.push('x');
    }
    assert_eq!(differ(&definitions).len(), 3);
}

/// Tells whether a ship that is not huge can have an upgrade.
fn is_standard(upgrade: &UpgradeFacts, facts: &Facts) -> bool {
    let sheet = |id: &str| facts.sheets.iter().any(|sheet| sheet.id == id && sheet.size.is_some());
    let pilots = facts.pilots.iter().filter(|pilot| sheet(&pilot.ship));
    let fits = pilots.into_iter().any(|pilot| pilot.slots.contains(&upgrade.slots[0]));
    let can = |need: &Demand| match need {
        Demand::Size(size) => size.is_some(),
        Demand::Ship(id) => sheet(id),
        _ => true,
    };
    fits && upgrade.needs.iter().all(|any| any.iter().any(can))
}

/// Every pilot and every upgrade that is listed and not defined stands in the manual, with what would have
/// to be built. Huge ships are left out.
#[test]
fn what_is_not_defined_has_its_reason() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/xwing.md");
    let manual = std::fs::read_to_string(manual).expect("the manual is there");
    let rows = manual.split("## Cards that are not defined").nth(1).expect("a list of cards");
    let rows = rows.split("\n## ").next().expect("rows of the list").lines();
    let cells = rows.filter_map(|row| row.strip_prefix("| `")?.split(" |").next());
    let mut named: Vec<&str> = cells.flat_map(|cell| cell.split(['`', ' '])).collect();
    named.retain(|id| !id.is_empty());
    named.sort_unstable();
    let catalogue = Hangar::load(default_dir()).expect("the cards load");
    let sheets = coverage(&catalogue);
    let pilots = sheets.iter().flat_map(|sheet| &sheet.missing).map(String::as_str);
    let facts = catalogue.facts();
    let is_upgrade = |kind: &Kind| matches!(kind, Kind::Upgrade(_));
    let upgrades = facts.upgrades.iter().filter(|upgrade| is_standard(upgrade, facts));
    let upgrades = upgrades.filter(|upgrade| !catalogue.plays(&upgrade.id, is_upgrade));
    let mut missing: Vec<&str> =
        pilots.chain(upgrades.map(|upgrade| upgrade.id.as_str())).collect();
    missing.sort_unstable();
    missing.dedup();
    assert_eq!(named, missing);
}

#[test]
fn facts_are_those_of_the_whole_game() {
    let facts = library().facts;
    let standard = facts.sheets.iter().filter(|sheet| sheet.size.is_some()).count();
    assert_eq!((facts.sheets.len(), standard), (95, 83));
    assert_eq!((facts.pilots.len(), facts.upgrades.len()), (496, 415));
    let list = |day: &str| facts.points.on(Some(&day.parse().expect("a day")));
    let freeze = facts.points.on(None).expect("2.0 was left with points");
    let pilot = |id| facts.pilot(id).expect("a pilot");
    let upgrade = |id| facts.upgrade(id).expect("an upgrade");
    let priced = (0..496).filter(|&pilot| facts.pilot_points(freeze, pilot).is_some());
    assert_eq!(priced.count(), 493);
    // Soontir Fel's points by year, and prices that go by size, agility, initiative and Force.
    let on = |day, id| facts.pilot_points(list(day).expect("a list"), pilot(id));
    assert_eq!(on("2018-12-24", "soontirfel"), Some(52));
    assert_eq!(on("2019-06-30", "soontirfel"), Some(52));
    assert_eq!(on("2019-07-01", "soontirfel"), Some(53));
    assert_eq!(on("2018-12-24", "quickdraw"), None);
    let cost = |list, id, on| facts.upgrade_points(list, upgrade(id), pilot(on));
    let engine = ["soontirfel", "bobafett", "hansolo"].map(|on| cost(freeze, "engineupgrade", on));
    assert_eq!(engine, [Some(3), Some(4), Some(7)]);
    let shields = ["rey", "wampa"].map(|on| cost(freeze, "shieldupgrade", on));
    assert_eq!(shields, [Some(4), Some(8)]);
    let leader = ["soontirfel", "alphasquadronpilot"].map(|on| cost(freeze, "squadleader", on));
    assert_eq!(leader, [Some(14), Some(4)]);
    let summer = list("2019-08-04").expect("a list");
    let hate = ["asajjventress", "darthvader"].map(|on| cost(summer, "hate", on));
    assert_eq!(hate, [Some(6), Some(9)]);
    for (day, part) in [("2018-09-12", "before"), ("2022-03-01", "after")] {
        let refused = list(day).expect_err("no list of that day");
        assert!(refused.starts_with(part), "{refused}");
    }
}

fn refused(text: &str) -> String {
    let card: Definition = parse(text).expect("it can be read");
    let catalogue = Hangar::load(default_dir()).expect("the cards load");
    Hangar::extend(&catalogue, vec![card]).expect_err("it must be refused")
}

#[test]
fn what_cannot_be_is_refused_with_the_card() {
    for (card, part) in [
        (r#"(id: "k2so", name: "K", kind: Condition)"#, "an id of its own"),
        (r#"(id: "x", name: "X", kind: Pilot(ship: "boat", initiative: 1))"#, "a ship type"),
        (r#"(id: "x", name: "X", kind: Pilot(ship: "t65xwing", initiative: 9))"#, "at most 7"),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), effect: [Gain(It, Focus, 1)])])"#,
            "chosen before",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), cost: [Charge(1)], effect: [Gain(This, Focus, 1)])])"#,
            "a card with 1 charges",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [
                (timing: After(SystemPhase), effect: [PlaceThat])])"#,
            "a replacement of a token",
        ),
        (
            r#"(id: "x", name: "X", kind: Condition, abilities: [(timing: After(SystemPhase))])"#,
            "an effect",
        ),
        (
            r#"(id: "x", name: "X", kind: Upgrade(Device), abilities: [
                (timing: After(SystemPhase), effect: [Drop("1F")])])"#,
            "a device that detonates",
        ),
        (
            r#"(id: "x", name: "X", kind: Upgrade(Device), abilities: [
                (timing: Detonates, effect: [Gain(Each((near_device: true)), Ion, 1)])])"#,
            "a card that drops a device",
        ),
        (
            r#"(id: "x", name: "X", kind: Upgrade(Crew), abilities: [
                (timing: After(SystemPhase), effect: [PutThat(way: Launch)])])"#,
            "a replacement of a device",
        ),
        (
            r#"(id: "x", name: "X", kind: Upgrade(Crew), abilities: [
                (timing: After(SystemPhase), effect: [AssignCondition("jynerso", This)])])"#,
            "a condition",
        ),
    ] {
        let problem = refused(card);
        assert!(problem.contains(part), "{problem}");
    }
}

#[test]
fn what_no_table_can_show_is_refused() {
    let catalogue = Hangar::load(default_dir()).expect("the cards load");
    let mut hangar = Hangar::new(&catalogue);
    let table = hangar.add();
    for (text, part) in [
        ("()", "at least one ship"),
        (r#"(p1: (ships: [(pilot: "crackshot")]))"#, "expected a pilot"),
        (r#"(p1: (ships: [(pilot: "k2so", dial: "4KR")]))"#, "not on the dial"),
        (r#"(p1: (ships: [(pilot: "k2so", tokens: [Lock])]))"#, "lock"),
        (r#"(p1: (ships: [(pilot: "k2so", charges: [("k2so", 1)])]))"#, "at most 0"),
        (r#"(p1: (ships: [(pilot: "k2so")], attack: [Evade]))"#, "no Attack die"),
        (
            r#"(p1: (ships: [(pilot: "k2so")]),
                relations: [(a: "K-2SO", b: "Vader", range: 1)])"#,
            "no ship \"Vader\"",
        ),
        (
            r#"(p1: (ships: [(pilot: "k2so")]), p2: (ships: [(pilot: "academypilot")]),
                relations: [(a: "K-2SO", b: "Academy Pilot", range: 1, arcs: [Turret])])"#,
            "facing",
        ),
        (
            r#"(p1: (ships: [(pilot: "k2so", faceup: ["Hull Breach", "Hull Breach", "Hull Breach"])]))"#,
            "no more",
        ),
    ] {
        let position = parse(text).expect("it can be read");
        let problem = hangar.arrange(table, &position).expect_err("it must be refused");
        assert!(problem.reason.contains(part), "{text}: {problem}");
    }
}

//! Files that people bring to Twilight Imperium and that are no table, or an odd one: each is answered with its
//! place and with what was expected, and nothing is played.

use std::collections::BTreeSet;

use super::{Fixture, printed};

/// The pinned map for six.
const MAP: &str = "40 43 28 21 35 42 47 34 30 22 48 41 27 45 49 50 24 37 0 31 46 0 25 33 0 23 39 0 32 \
                   26 0 19 44 0 38 20";

/// Mistakes that are made somewhere else than in a file or on the command line, or that are none.
const ELSEWHERE: [(u8, &str); 10] = [
    (5, "no sheet lacks anything any more; where one does, plugins/imperium/tests/maps.rs"),
    (6, "all decks are complete"),
    (28, "points are not worked out from what was scored (docs/imperium.md)"),
    (44, "a file among the changes is what they are played with"),
    (49, "tests/session/copies.rs"),
    (50, "an answer has no player: it is that of whoever is asked (docs/sessions.md)"),
    (51, "tests/session/shown_positions.rs"),
    (52, "observations say how much they leave out (docs/environments.md)"),
    (53, "tests/scenarios/imperium/rules/trade.ron"),
    (55, "a table of random factions is one, and is played below"),
];

/// The text of a file with a table of these factions.
fn table(factions: &[&str], more: &str) -> String {
    let players: Vec<String> =
        factions.iter().map(|faction| format!("(faction: {faction:?})")).collect();
    format!(
        "(game: Imperium, name: \"a table\", given: (table: (players: [{}], sheets: Plain, cards: \
         Defined, {more})))",
        players.join(", ")
    )
}

/// The text of a file with six players on a map.
fn on(map: &str) -> String {
    table(&SIX, &format!("map: {map:?}"))
}

/// The text of a file with a table and something beside it.
fn beside(more: &str) -> String {
    let table = table(&SIX, "");
    format!("{}, {more}))", table.strip_suffix("))").expect("it ends so"))
}

/// The text of a file with a position.
fn position(players: &str, more: &str) -> String {
    let given = format!("players: [{players}], {more}");
    format!("(game: Imperium, name: \"a position\", given: ({given}))")
}

const SIX: [&str; 6] = ["SOL", "HACAN", "LETNEV", "XXCHA", "L1Z1X", "JOLNAR"];

/// A file, and what is said of it.
fn files() -> Vec<(u8, String, &'static [&'static str])> {
    let [_, rest @ ..] = SIX;
    let with = |first: &'static str| table(&[&[first], &rest[..]].concat(), "");
    let cut: Vec<&str> = (1..=36)
        .map(|place| if [19, 22, 25, 28, 31, 34].contains(&place) { "0" } else { "-1" })
        .collect();
    let five = ["DIRECT_HIT"; 5].map(|id| format!("{id:?}")).join(", ");
    let cruisers = ["Cruiser"; 11].join(", ");
    let arc = "systems: [(name: \"Arc\")]";
    vec![
        (1, table(&SIX[..2], ""), &["table.players: expected 3 to 6, found 2"][..]),
        (
            1,
            table(&[&SIX[..], &["SAAR"]].concat(), ""),
            &["table.players: expected 3 to 6, found 7"],
        ),
        (2, with("Sol Federation"), &["players[0].faction: no faction \"Sol Federation\"", "SOL"]),
        (3, table(&["SOL", "HACAN", "SOL"], ""), &["players[2].faction: SOL is P1's"]),
        (4, with("UL"), &["UL is of Prophecy of Kings; expected one of the base game"]),
        (4, with("EMPYREAN"), &["no faction \"EMPYREAN\"; expected one of ARBOREC"]),
        (7, on(&MAP[3..]), &["table.map: expected 36 numbers", "found 35"]),
        (
            8,
            on(&MAP.replace("0 38 20", "36 38 20")),
            &["expected 6 home systems, found places 19, 22"],
        ),
        (9, on(&MAP.replacen("40 43", "43 43", 1)), &["tile 43 at places 1 and 2"]),
        (
            10,
            on(&MAP.replacen("40 43", "62 63", 1)),
            &["tiles 62, 63 at places 1, 2: not of the base"],
        ),
        (
            11,
            on(&MAP.replacen(" 0 ", " 1 ", 1)),
            &["place 19: tile 1 is a home system; expected 0"],
        ),
        (12, on(&MAP.replacen("40", "18", 1)), &["place 1: Mecatol Rex; it is in the middle"]),
        (13, on(&MAP.replacen("40", "83A2", 1)), &["tiles 83A2 at places 1: not of the base game"]),
        (15, on(&cut.join(" ")), &["table.map: no way from the home at place 19 to Mecatol Rex"]),
        (17, on(&MAP.replace("46 0", "46 -1")), &["expected 6 home systems, found places 19, 25"]),
        (20, beside(arc), &["table: expected nothing beside a table but dice and seed"]),
        (
            21,
            position("(), (), ()", "systems: [(name: \"Arc\", place: 3)]"),
            &["field named `place`"],
        ),
        (
            22,
            position(
                "(), (), ()",
                &format!("systems: [(name: \"Arc\", units: [(P1, [{cruisers}])])]"),
            ),
            &["systems: expected at most 8 of Cruiser a player"],
        ),
        (
            23,
            position("(tokens: (9, 5, 2)), (), ()", "systems: [(name: \"Arc\", tokens: [P1])]"),
            &["players[0].tokens: expected at most 16, those on the board counted, found 17"],
        ),
        (
            24,
            position(&format!("(hand: [{five}]), (), ()"), &format!("whole: true, {arc}")),
            &["expected at most 4 of DIRECT_HIT in hands and decks, found 5"],
        ),
        (
            25,
            position(
                "(hand: [\"VETO\"]), (), ()",
                &format!("whole: true, action_cards: [\"VETO\"], {arc}"),
            ),
            &["expected at most 1 of VETO in hands and decks, found 2"],
        ),
        (
            26,
            position("(), (), ()", "secrets: [\"DEVELOP_WEAPONRY\"]"),
            &["secrets: expected objectives that are not public, found DEVELOP_WEAPONRY"],
        ),
        (
            27,
            position("(scored: [\"DEVELOP_WEAPONRY\"]), (), ()", arc),
            &["players[0].scored: expected an objective of `objectives`, or a secret one"],
        ),
        (29, table(&SIX, "speaker: P7"), &["line 1", "`P7`", "`P6`"]),
        (
            29,
            table(&SIX[..5], "speaker: P6"),
            &["table.speaker: expected a player at the table, found P6"],
        ),
        (29, position("(), (), ()", "speaker: p2"), &["line 1", "`p2`", "`P2`"]),
        (
            30,
            position("(), (), ()", &format!("phase: Agenda, custodians: true, {arc}")),
            &["phase: expected another one than Agenda while the custodians are there"],
        ),
        (
            31,
            position("(strategy: [\"TRADE\"]), (strategy: [\"TRADE\"]), ()", arc),
            &["players[1].strategy: expected TRADE once at the table"],
        ),
        (
            31,
            position("(strategy: [\"TRADE\", \"WARFARE\"]), (), (), (), (), ()", arc),
            &["players[0].strategy: expected at most 1 with 6 players, found 2"],
        ),
        (32, table(&SIX, "victory: 0"), &["table.victory: expected 4 to 14, found 0"]),
        (32, table(&SIX, "victory: 30"), &["table.victory: expected 4 to 14, found 30"]),
        (33, on("milty"), &["table.map: expected 36 numbers", "\"pinned\""]),
        (34, "(game: Imperium,\n    given: (players: [(), ()\n".into(), &["line 2, column 29"]),
        (48, with("L1Z1X Mindnet"), &["L1Z1X (The L1Z1X Mindnet)?"]),
        (54, table(&SIX, "printing: 2020"), &["line 1", "field named `printing`", "`victory`"]),
    ]
}

/// Questions about tables by commands, beside those files.
const COMMANDS: [(u8, &[&str], &[&str]); 14] = [
    (19, &["simulate", "table.json", "--game", "imperium"], &["table.json: no position", "*.ron"]),
    (
        35,
        &["simulate", "sheets.json", "--game", "imperium"],
        &["sheets.json: no position", "*.ron"],
    ),
    (36, &["simulate", "six.ron", "--seats", "4"], &["expected neither --against nor --seats"]),
    (
        37,
        &["simulate", "sol", "hacan", "--game", "imperium"],
        &["sol: no position", "nothing else"],
    ),
    (
        38,
        &["simulate", "sol", "hacan", "--game", "imperium", "--seats", "4"],
        &["sol: no position"],
    ),
    (39, &["meta", "--game", "imperium", "--seats", "6"], &["unexpected argument '--seats'"]),
    (
        40,
        &["simulate", "six.ron", "--agents", "greedy,random"],
        &["2 names where 6 sit at a table"],
    ),
    (41, &["compare", "greedy", "random", "--positions", "six.ron"], &["at tables for two"]),
    (42, &["meta", "six.ron"], &["six.ron: a position of imperium", "simulate plays positions"]),
    (43, &["value", "six.ron"], &["six.ron: a position of imperium", "whatif and compare"]),
    (45, &["whatif", "CARRIER price-1", "--positions", "six.ron"], &["price: no such field"]),
    (46, &["whatif", "CARRIER unit.cost-9", "--positions", "six.ron"], &["found -6"]),
    (46, &["whatif", "CARRIER unit.combat.hits_on=11", "--positions", "six.ron"], &["1 to 10"]),
    (47, &["simulate", "table.csv", "--game", "imperium"], &["table.csv: no position", "*.ron"]),
];

#[test]
fn mistakes_of_tables_are_answered_with_their_place() {
    let fixture = Fixture::new();
    let mut answered: BTreeSet<u8> = ELSEWHERE.iter().map(|(number, _)| *number).collect();
    let refused = |number: u8, arguments: &[&str], parts: &[&str]| {
        let assert = fixture.plainly(arguments).assert().code(2).stdout("");
        let error = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        let words = error.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(error.matches("error: ").count(), 1, "{number}: {error}");
        for part in parts {
            assert!(words.contains(part), "{number}: {part} is not in: {error}");
        }
    };
    for (number, text, parts) in files() {
        fixture.write("bad.ron", &text);
        refused(number, &["simulate", "bad.ron", "--games", "1"], &[parts, &["bad.ron"]].concat());
        answered.insert(number);
    }
    fixture.write("six.ron", &table(&SIX, ""));
    fixture.write("table.json", "{\"tiles\": [18, 40, 43]}");
    fixture.write("sheets.json", "{\"players\": [\"sol\", \"hacan\", \"letnev\"]}");
    fixture.write("table.csv", "place,tile\n1,40\n");
    for (number, arguments, parts) in COMMANDS {
        refused(number, arguments, parts);
        answered.insert(number);
    }
    // Odd maps are told, and played, below.
    answered.extend([14, 16, 18]);
    assert!(answered.into_iter().eq(1..=55));
}

/// Given maps may be odd: what is odd about one is said, with its places.
#[test]
fn odd_maps_are_told_and_strings_of_tools_are_read() {
    let fixture = Fixture::new();
    // Anomalies and like wormholes side by side, one wormhole alone.
    let odd = MAP.replacen("40 43", "41 42", 1).replacen("35 42", "35 43", 1);
    fixture.write("odd.txt", &odd.replacen("48 41", "48 40", 1));
    let told = |file: &str| {
        let assert = fixture.plainly(&["table", "check", file]).assert().code(2);
        String::from_utf8(assert.get_output().stdout.clone()).unwrap()
    };
    let odd = told("odd.txt");
    assert!(odd.contains("anomalies side by side at places 1 and 2"), "{odd}");
    fixture.write("alone.txt", &MAP.replacen("26", "-1", 1));
    let alone = told("alone.txt");
    assert!(alone.contains("one alpha wormhole alone"), "{alone}");
    let one = ["--games", "1", "--agents", "random", "--quiet"];
    for text in
        [on(&format!("{{18}} {}", MAP.replace(' ', ", "))), table(&["random"; 6], "seats: Fixed")]
    {
        fixture.write("fine.ron", &text);
        printed(&mut fixture.plainly(&[&["simulate", "fine.ron"][..], &one].concat()));
    }
}

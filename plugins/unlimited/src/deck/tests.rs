use std::sync::Arc;

use super::*;
use crate::library::{Cardpool, Printings, Sets, Supplement};

/// A leader 001, a base 002, units 003 to 022, a reprint of 003 as 023, and a token; 004 has a
/// later printing, and `SHD_045` is not defined.
fn library() -> Library {
    let mut text = String::from(
        r#"[(id: "SOR_001", name: "Boss", kind: Leader, cost: 5, hp: 5, unit_side: (deploy_at: 5)),
        (id: "SOR_002", name: "Home", kind: Base, hp: 30),
        (id: "SOR_T01", name: "Token", kind: Token),
        (id: "SOR_023", name: "Unit 3", kind: Unit, hp: 1),"#,
    );
    for number in 3..=22 {
        text += &format!(r#"(id: "SOR_{number:03}", name: "Unit {number}", kind: Unit, hp: 1),"#);
    }
    let library = Library::parse(vec![(PathBuf::from("cards.ron"), text + "]")])
        .unwrap_or_else(|error| panic!("{error}"));
    let printings = "id;name;subtitle;also\nSOR_004;Unit 4;;TWI_104\nSOR_005;Unit 5;;SOR_1005 P25_005\nSHD_045;Other;Unit;\n\
        JTL_001;Boss;of Bosses;\n";
    let printings = Printings::parse(printings).unwrap_or_else(|error| panic!("{error:?}"));
    let shelf = |path, name| vec![(PathBuf::from(path), legal(name))];
    let shelves = vec![
        ("decks", shelf("cards/unlimited/decks/ready.json", "Ready")),
        ("more-decks", shelf("cards/unlimited/more-decks/other.json", "Other")),
    ];
    let supplement = Supplement { printings, shelves, ..Supplement::default() };
    Library { supplement: Arc::new(supplement), ..library }
}

/// A legal deck of this name.
fn legal(name: &str) -> String {
    format!(
        r#"{{"metadata": {{"name": "{name}", "author": "me"}}, "secondleader": null, "extra": 1,
        "leader": {{"id": "SOR_001", "count": 1}}, "base": {{"id": "SOR_002"}},
        "deck": [{}], "sideboard": [{{"id": "SOR_020", "count": 3}}]}}"#,
        fifty()
    )
}

/// Units 003 to 019, three of each but the last.
fn fifty() -> String {
    let entries = (3..=19).map(|number| {
        let count = if number == 19 { 2 } else { 3 };
        format!(r#"{{"id": "SOR_{number:03}", "count": {count}}}"#)
    });
    entries.collect::<Vec<_>>().join(",")
}

fn parse(text: &str) -> Result<Deck, Vec<String>> {
    Deck::parse(text, Path::new("decks/mine.json"), &library())
        .map_err(|error| error.problems.iter().map(ToString::to_string).collect())
}

/// The problems of a deck with these fields besides leader and base.
fn wrong(fields: &str) -> Vec<String> {
    let text = format!(
        r#"{{"leader": {{"id": "SOR_001", "count": 1}}, "base": {{"id": "SOR_002", "count": 1}}, {fields}}}"#
    );
    parse(&text).expect_err("nothing is wrong")
}

#[test]
fn a_deck_as_exported() {
    let text = legal(" Mine ");
    let deck = parse(&text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!((deck.name.as_str(), deck.leader, deck.base), ("Mine", 0, 1));
    assert_eq!((deck.cards.len(), &deck.cards[..4]), (50, &[2, 2, 2, 3][..]));
    let unnamed = parse(&text.replace(" Mine ", "")).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(unnamed.name, "mine");
}

#[test]
fn not_a_deck() {
    let problems = parse("{\n  \"leader\": }").expect_err("no JSON");
    assert_eq!(problems, ["2:13: expected JSON: expected value"]);
    assert_eq!(parse("[]"), Err(vec!["file: expected an object, found a list".to_owned()]));
    assert_eq!(
        parse(r#"{"leader": null, "base": 3}"#).expect_err("nothing there"),
        [
            "base: expected an object with an id, found a number",
            "deck: expected a list of cards, found nothing",
            "leader: expected a leader, found none",
        ]
    );
    assert_eq!(
        parse("\n").expect_err("nothing there"),
        ["file: expected a deck, as JSON or as a list of cards, found neither"]
    );
    let error = Deck::read(Path::new("/nowhere.json"), &library()).expect_err("no file");
    assert!(error.to_string().starts_with("/nowhere.json: file: expected"), "{error}");
}

#[test]
fn leaders_and_bases_in_their_places() {
    let text = format!(
        r#"{{"leader": {{"id": "SOR_002", "count": 2}}, "base": {{"id": "SOR_999"}},
        "secondleader": {{"id": "SOR_001"}}, "deck": [{}]}}"#,
        fifty()
    );
    // Behind these it says that two leaders go with one copy of each card.
    assert_eq!(
        parse(&text).expect_err("much is wrong")[..3],
        [
            "leader.count: expected 1, found 2",
            "leader.id: expected a leader, found SOR_002 Home (Base)",
            "base.id: expected a number of Spark of Rebellion (SOR) that is known (1-23, 1005), found \
             \"SOR_999\"; of another printing give the number of the usual one, or the name of the card",
        ]
    );
}

#[test]
fn fields_that_are_not_known_are_refused_where_cards_would_be_lost() {
    let with = |field: &str| {
        let text =
            legal("Mine").replace(r#""secondleader": null, "extra": 1,"#, &format!("{field},"));
        parse(&text).map(drop).err().unwrap_or_default()
    };
    for field in [r#""name": "Mine""#, r#""deckID": "a1""#, r#""leader2": null"#, r#""cost": 3"#] {
        assert_eq!(with(field), [""; 0], "{field}");
    }
    let one = r#"{"id": "SOR_001", "count": 1}"#;
    let all =
        "expected one of the fields metadata, leader, secondleader, base, deck, sideboard, found";
    for (name, near) in
        [("leader2", "leader"), ("secondLeader", "secondleader"), ("leaders", "leader")]
    {
        let wrong = format!("{name}: {all} \"{name}\"; {near}?");
        assert_eq!(with(&format!(r#""{name}": {one}"#)), [wrong]);
    }
    let twice = "secondleader: expected two different leaders, found SOR_001 Boss (Leader) twice";
    let problems = with(&format!(r#""secondleader": {one}"#));
    assert!(problems.iter().any(|problem| problem == twice), "{problems:?}");
    for (name, hint) in
        [("sideBoard", "; sideboard?"), ("Deck", "; deck?"), ("mainDeck", "; deck?"), ("maybe", "")]
    {
        let problem = format!("{name}: {all} \"{name}\"{hint}");
        assert_eq!(with(&format!(r#""{name}": [{one}]"#)), [problem]);
    }
    assert_eq!(
        wrong(r#""deck": [{"id": "SOR_003", "counts": 1, "cost": 3}]"#),
        [
            "deck[0].counts: expected one of the fields id, count, found \"counts\"; count?",
            "deck[0].count: expected a number above 0, found nothing",
        ]
    );
}

#[test]
fn what_is_no_deck_is_called_what_it_is() {
    let squad = r#"{"faction": "rebelalliance", "pilots": [], "version": "2.0.0"}"#;
    for (text, what) in [
        (squad, "an XWS squad of X-Wing, which is played from positions"),
        ("24 28 35 31 26 32 37 0", "a map of Twilight Imperium, as a list of tiles"),
        (
            "Set,CardNumber,Count,IsFoil\nSOR,3,3,false",
            "a collection as CSV, as SWUDB exports it, not a deck",
        ),
    ] {
        assert_eq!(parse(text), Err(vec![format!("file: expected a deck, found {what}")]));
    }
}

#[test]
fn cards_and_counts() {
    assert_eq!(
        wrong(
            r#""deck": [{"id": "SOR_003", "count": 0}, {"id": "XXX_003", "count": 1}, {"id": 3},
            {"id": "SOR_001", "count": 1}, {"id": "SOR_T01", "count": "1"}, 7]"#
        ),
        [
            "deck[0].count: expected a number above 0, found 0",
            "deck[2].id: expected a card id, found a number",
            "deck[2].count: expected a number above 0, found nothing",
            "deck[4].count: expected a number above 0, found \"1\"",
            "deck[5]: expected an object with id and count, found a number",
            "deck[1].id: expected a card of one of the sets SOR, SHD, JTL, found \"XXX_003\"",
            "deck[3].id: expected a unit, an event or an upgrade, found SOR_001 Boss (Leader)",
        ]
    );
}

#[test]
fn sizes() {
    assert_eq!(
        wrong(r#""deck": [{"id": "SOR_004", "count": 3}]"#),
        ["deck: expected at least 50 cards, found 3"]
    );
    assert_eq!(
        wrong(&format!(
            r#""deck": [{}, {{"id": "SOR_019", "count": 1}}, {{"id": "SOR_023", "count": 1}}]"#,
            fifty()
        )),
        ["deck[18].count: expected at most 3 copies of SOR_023 Unit 3, found 4"]
    );
    assert_eq!(
        wrong(&format!(
            r#""deck": [{}, {{"id": "SOR_020", "count": 18446744073709551615}}]"#,
            fifty()
        )),
        [
            "deck[17].count: expected at most 3 copies of SOR_020 Unit 20, found 18446744073709551615",
            "deck: expected at most 90 cards, found 18446744073709551615",
        ]
    );
}

#[test]
fn a_sideboard_is_small_and_known() {
    assert_eq!(
        wrong(&format!(
            r#""deck": [{}], "sideboard": [{{"id": "SOR_020", "count": 3}}, {{"id": "SOR_021", "count": 3}},
            {{"id": "SOR_022", "count": 3}}, {{"id": "SOR_019", "count": 2}}, {{"id": "A", "count": 1}}]"#,
            fifty()
        )),
        [
            "sideboard[3].count: expected at most 3 copies of SOR_019 Unit 19 with the sideboard, found 4",
            "sideboard[4].id: expected the id of a card, such as SOR_010, found \"A\"",
            "sideboard: expected at most 10 cards, found 11",
        ]
    );
}

#[test]
fn ids_may_be_written_in_several_ways_and_be_those_of_other_printings() {
    let one = parse(&legal("Mine")).unwrap_or_else(|error| panic!("{error:?}"));
    let text = legal("Mine").replace("SOR_003", "sor_3").replace("SOR_004", "TWI-104");
    assert_eq!(parse(&text), Ok(one));
}

#[test]
fn a_card_that_is_not_defined_is_named() {
    let text = legal("Mine").replace("SOR_003", "SHD_045");
    let error = Deck::parse(&text, Path::new("a.json"), &library()).expect_err("not defined");
    assert_eq!(
        error.to_string(),
        "a.json: deck[0].id: expected a card that is defined; SHD_045 Other, Unit (Shadows of the \
         Galaxy) is not yet"
    );
    assert_eq!(error.problems[0].missing.as_deref(), Some("SHD_045"));
}

#[test]
fn a_whole_number_may_have_a_fraction_of_nothing() {
    let text = legal("Mine").replace("\"count\": 3", "\"count\": 3.0");
    assert_eq!(parse(&text), parse(&legal("Mine")));
    assert_eq!(
        wrong(r#""deck": [{"id": "SOR_003", "count": 2.5}, {"id": "SOR_003", "count": 1e300}]"#),
        [
            "deck[0].count: expected a number above 0, found 2.5",
            "deck[1].count: expected a number above 0, found 1e+300",
        ]
    );
}

#[test]
fn no_field_is_there_twice() {
    let twice = r#"{"leader": {"id": "SOR_001"}, "leader": {"id": "SOR_002"}}"#;
    let error = parse(twice).expect_err("two leaders");
    assert!(error[0].ends_with("expected JSON: \"leader\" is there twice"), "{error:?}");
    let error = wrong(r#""deck": [{"id": "SOR_003", "count": 1, "count": 3}]"#);
    assert!(error[0].ends_with("expected JSON: \"count\" is there twice"), "{error:?}");
}

#[test]
fn what_is_told_is_bounded() {
    let entry = format!(r#"{{"id": "{}", "count": 0}}"#, "x".repeat(1000));
    let text = format!(r#"{{"deck": [{}]}}"#, vec![entry; 10_000].join(","));
    let error = Deck::parse(&text, Path::new("a.json"), &library()).expect_err("much is wrong");
    assert_eq!((error.problems.len(), error.more), (20, 19_982));
    let told = error.to_string();
    assert!(told.len() < 4000 && told.ends_with("a.json: and 19982 more problems"), "{told}");
    let error = wrong(&format!(r#""deck": [{{"id": "{}", "count": 1}}]"#, "x".repeat(1000)));
    let told = format!("found \"{}…\"", "x".repeat(40));
    assert!(error[0].ends_with(&told), "{error:?}");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let error = Deck::read(Path::new("/dev/zero"), &library()).expect_err("too large");
    assert_eq!(error.to_string(), "/dev/zero: file: expected a deck, found more than 1024 kB");
}

#[test]
fn names_are_plain() {
    let name = |name: &str| parse(&legal(name)).map(|deck| deck.name);
    assert_eq!(name("\\u001b[31mRed\\u001b[0m\\u202e!").as_deref(), Ok("Red!"));
    assert_eq!(name("\\u200b").as_deref(), Ok("mine"));
}

#[test]
fn a_deck_of_the_cards_is_found_by_its_name() {
    let library = library();
    let named = |name: &str| Deck::open(Path::new(name), &library).map(|deck| deck.name);
    assert_eq!(named("ready").as_deref(), Ok("Ready"));
    assert_eq!(named("READY").as_deref(), Ok("Ready"));
    assert_eq!(named("other").as_deref(), Ok("Other"));
    let found = shelves(&library.supplement);
    let found: Vec<_> = found.iter().map(|shelf| (&*shelf.name, &*shelf.entries)).collect();
    assert_eq!(
        found,
        [("decks", &["ready".to_owned()][..]), ("more-decks", &["other".to_owned()])]
    );
    assert!(named("unready").is_err());
}

/// The cards of the deck of `legal` as a list.
fn entries() -> String {
    let entry = |number: u16| format!("{} Unit {number}\n", if number == 19 { 2 } else { 3 });
    (3..=19).map(entry).collect()
}

#[test]
fn a_list_of_cards_is_the_deck_of_the_file() {
    let deck = parse(&legal("mine")).unwrap_or_else(|error| panic!("{error:?}"));
    let pipes = entries().replace(" Unit", " | Unit");
    for text in [
        format!(
            "Leader\n1 | Boss\n\nBase\n1 | Home\n\nMainDeck\n{pipes}\nSideboard\n3 | Unit 20\n"
        ),
        format!("# a comment\r\n1 Boss (SOR) 1\r\n1x home\r\n{}", entries().replace('\n', "\r\n")),
        format!("Leader:\nBoss\nBase:\nHOME\nDeck (50)\n{}", entries()),
        format!("Leader: Boss\nBase: Home [SOR-002]\nFormat: premier\n{}", entries()),
        format!("Boss x1\nHome (1)\n{}", entries().replace("3 Unit 5", "- 3xP25_005 *F*")),
        format!("1 sor_001\n1 SOR_002\n{}", entries().replace("Unit 4", "Unit 4 (TWI) 104")),
        // A number that is not known, with a name that is.
        format!("1 Boss (SOR) 260\n1 Home\n{}", entries()),
    ] {
        let read = parse(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let has_aside = |card: &&u16| text.contains("Sideboard") && **card == 19;
        let sideboard = deck.sideboard.iter().filter(has_aside).copied().collect();
        assert_eq!(read, Deck { sideboard, ..deck.clone() }, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_list_is_told_line_by_line() {
    let text = "Deck\n3 Untt 3\n3 Other | Unit\nUnit 5\n3 Unit 6 (SOR) 7\n3 Boss\n4 Unit 8\n1 Nothing of the kind\n";
    assert_eq!(
        parse(text).expect_err("much is wrong"),
        [
            "line 4: expected a count and a card: 3 Open Fire; found \"Unit 5\"",
            "line 2: expected the name of a card, found \"Untt 3\"; Unit 3?",
            "line 3: expected a card that is defined; SHD_045 Other, Unit (Shadows of the Galaxy) is not yet",
            "line 5: expected the number of \"Unit 6\", found SOR_007 Unit 7 (Unit)",
            "line 6: expected a card that is defined; JTL_001 Boss, of Bosses (Jump to Lightspeed) is not yet",
            "line 7: expected at most 3 copies of SOR_008 Unit 8, found 4",
            "line 8: expected the name of a card, found \"Nothing of the kind\"",
            "leader: expected a leader, found none",
            "base: expected a base, found none",
        ]
    );
    let error = parse("1 SOR_001\n1 SOR_001\n2 Home\nno list\n").expect_err("two leaders");
    assert_eq!(
        error[1..],
        [
            "line 3: expected 1, found 2",
            "secondleader: expected two different leaders, found SOR_001 Boss (Leader) twice",
        ]
    );
}

/// A base that asks for ten cards more, one that does for five fewer, a unit of which a deck may have
/// fifteen copies, and others.
fn of_other_sizes() -> Library {
    let mut text = String::from(
        r#"[(id: "SOR_001", name: "Boss", kind: Leader, cost: 5, hp: 5, unit_side: (deploy_at: 5)),
        (id: "SOR_002", name: "Large", kind: Base, hp: 33, deckbuilding: Cards(10)),
        (id: "SOR_003", name: "Small", kind: Base, hp: 27, deckbuilding: Cards(-5)),
        (id: "SOR_004", name: "Swarm", kind: Unit, hp: 1, deckbuilding: Copies(15)),"#,
    );
    for number in 5..=30 {
        text += &format!(r#"(id: "SOR_{number:03}", name: "Unit {number}", kind: Unit, hp: 1),"#);
    }
    Library::parse(vec![(PathBuf::from("cards.ron"), text + "]")])
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The mistakes in a deck of so many copies of the Swarm, and so many other cards.
fn of_swarm(base: &str, swarm: usize, others: usize) -> Vec<String> {
    let mut text = format!("1 Boss\n1 {base}\n");
    if swarm > 0 {
        text += &format!("{swarm} Swarm\n");
    }
    for place in 0..others.div_ceil(3) {
        text += &format!("{} Unit {}\n", (others - 3 * place).min(3), 5 + place);
    }
    match Deck::parse(&text, Path::new("swarm.txt"), &of_other_sizes()) {
        Ok(deck) => {
            assert_eq!(deck.cards.len(), swarm + others);
            Vec::new()
        }
        Err(error) => error.problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn cards_say_how_large_a_deck_is_and_how_many_copies_it_may_have() {
    assert_eq!(of_swarm("Large", 0, 60), [""; 0]);
    assert_eq!(of_swarm("Large", 3, 56), ["deck: expected at least 60 cards, found 59"]);
    assert_eq!(of_swarm("Small", 15, 30), [""; 0]);
    assert_eq!(of_swarm("Small", 14, 30), ["deck: expected at least 45 cards, found 44"]);
    let problem = "line 3: expected at most 15 copies of SOR_004 Swarm, found 16";
    assert_eq!(of_swarm("Small", 16, 50), [problem]);
}

/// The list of the deck of `legal`, with its sideboard.
fn legal_list(library: &Library) -> Deck {
    Deck::parse(&legal("Mine"), Path::new("mine.json"), library)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The cards that a format allows.
fn pool(format: &str, sets: Sets, suspended: &[&str]) -> Cardpool {
    Cardpool {
        format: format.to_owned(),
        from: "2025-04-09".parse().unwrap_or_else(|error| panic!("{error}")),
        sets,
        suspended: suspended.iter().map(|id| (*id).to_owned()).collect(),
        source: String::new(),
    }
}

#[test]
fn a_format_allows_sets_in_any_printing() {
    let library = library();
    let list = legal_list(&library);
    assert_eq!((list.cards.len(), list.sideboard.len()), (50, 3));
    let pool = |sets, suspended: &[&str]| pool("premier", sets, suspended);
    let outside = |sets, suspended: &[&str]| list.outside(&pool(sets, suspended), &library);
    let rotation = |sets: &str| Sets::rotation(sets).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(outside(Sets::Released, &[]), [""; 0]);
    assert_eq!(outside(rotation("shd,SOR"), &[]), [""; 0]);
    // Leader, base, seventeen units and the sideboard, save for the unit that was printed again.
    let wrong = outside(rotation("TWI JTL"), &[]);
    assert_eq!(wrong.len(), 19);
    let expected = "expected a card of TWI, JTL, found one of SOR";
    assert_eq!(wrong[0], format!("1 SOR_001 Boss: {expected}"));
    assert_eq!(wrong[2], format!("3 SOR_003 Unit 3: {expected}"));
    assert_eq!(wrong[18], format!("3 SOR_020 Unit 20: {expected}"));
    assert!(wrong.iter().all(|problem| !problem.contains("SOR_004")), "{wrong:?}");
    // A promo is no printing of a set in rotation.
    assert!(wrong.contains(&format!("3 SOR_005 Unit 5: {expected}")), "{wrong:?}");
    // Suspended by the number of any printing, in whatever format.
    let suspended = "3 SOR_004 Unit 4: expected no card that is suspended in premier";
    assert_eq!(outside(Sets::Released, &["TWI_104", "SOR_022"]), [suspended]);
    assert_eq!(outside(rotation("SOR"), &["SOR_004"]), [suspended]);
}

#[test]
fn what_no_set_has_is_not_released() {
    let library = Library::parse(vec![(
        PathBuf::from("cards.ron"),
        r#"[(id: "MINE_001", name: "Mine", kind: Unit, hp: 1)]"#.to_owned(),
    )])
    .unwrap_or_else(|error| panic!("{error}"));
    let list = Deck { cards: vec![0], ..Deck::default() };
    let eternal = pool("eternal", Sets::Released, &[]);
    let expected =
        "3 MINE_001 Mine: expected a card of a set that has been released, found one of MINE";
    assert_eq!(list.outside(&eternal, &library), [expected]);
}

#[test]
fn a_preview_is_in_no_format() {
    let library = Library::parse(vec![(
        PathBuf::from("cards.ron"),
        r#"[(id: "IC27_001", name: "New", kind: Unit, hp: 1)]"#.to_owned(),
    )])
    .unwrap_or_else(|error| panic!("{error}"));
    let list = Deck { cards: vec![0], ..Deck::default() };
    let expected = "3 IC27_001 New: expected a card that has been printed, found a preview";
    let rotation = Sets::rotation("HMW IC27").unwrap_or_else(|error| panic!("{error}"));
    for sets in [Sets::Released, rotation] {
        assert_eq!(list.outside(&pool("premier", sets, &[]), &library), [expected]);
    }
}

#[test]
fn the_decks_of_trilogy_share_their_limits() {
    let library = library();
    let list = legal_list(&library);
    let none = Deck { sideboard: Vec::new(), ..list.clone() };
    let [first, second, third] = &trilogy(&[&none, &list, &none], &library)[..] else {
        panic!("three decks")
    };
    assert_eq!(first[..], [""; 0]);
    assert_eq!(
        second[..4],
        [
            "expected no sideboard, found 3 cards",
            "1 SOR_001 Boss: expected at most 1 in all three decks, found 2",
            "1 SOR_002 Home: expected at most 1 in all three decks, found 2",
            "3 SOR_003 Unit 3: expected at most 3 in all three decks, found 6",
        ]
    );
    let last = "2 SOR_019 Unit 19: expected at most 3 in all three decks, found 6";
    assert_eq!((second.len(), third.len()), (20, 19));
    assert_eq!(third[18], last);
}

#[test]
fn a_deck_for_limited_is_smaller_and_has_as_many_copies_as_there_are() {
    let library = library();
    let read = |format: &str, count: usize, aside: usize| {
        let text = format!(
            r#"{{"metadata": {{"name": "Pool", "format": "{format}"}}, "leader": {{"id": "SOR_001", "count": 1}},
                "base": {{"id": "SOR_002", "count": 1}}, "deck": [{{"id": "SOR_010", "count": {count}}}],
                "sideboard": [{{"id": "SOR_010", "count": {aside}}}]}}"#
        );
        Deck::parse(&text, Path::new("pool.json"), &library)
    };
    for format in ["limited", "sealed", "Draft"] {
        let deck = read(format, 30, 12).unwrap_or_else(|error| panic!("{error}"));
        assert!(deck.limited && deck.cards.len() == 30 && deck.sideboard.len() == 12);
    }
    let error = read("draft", 29, 1).expect_err("it is too small").to_string();
    assert_eq!(error, "pool.json: deck: expected at least 30 cards, found 29");
    assert!(read("premier", 30, 1).is_err());
    let deck = read("draft", 30, 1).expect("it is legal");
    let told = deck.outside(&pool("eternal", Sets::Released, &[]), &library);
    assert_eq!(
        told[0],
        "expected a deck by the rules of constructed formats, found one for limited"
    );
}

/// A legal deck with this plan.
fn planned(plan: &str) -> String {
    let with = format!(r#""metadata": {{"plan": {plan}, "#);
    legal("Planned").replacen(r#""metadata": {"#, &with, 1)
}

#[test]
fn a_plan_says_what_is_exchanged_against_a_deck() {
    let text = planned(
        r#"[{"against": "Other", "out": [{"id": "SOR_003", "count": 2}], "in": [{"id": "SOR_020", "count": 2}]}]"#,
    );
    let deck = parse(&text).unwrap_or_else(|problems| panic!("{problems:?}"));
    let place = |id| library().index(id).expect("it is defined");
    let (unit, other) = (place("SOR_003"), place("SOR_020"));
    let plan = Plan { against: "Other".to_owned(), out: vec![unit; 2], into: vec![other; 2] };
    assert_eq!(deck.plans, [plan]);
    let boarded = deck.boarded(&deck.plans[0].out, &deck.plans[0].into).expect("it has them");
    let count = |list: &[u16], card| list.iter().filter(|other| **other == card).count();
    assert_eq!((count(&boarded.cards, unit), count(&boarded.cards, other)), (1, 2));
    assert_eq!((count(&boarded.sideboard, unit), count(&boarded.sideboard, other)), (2, 1));
    assert_eq!(deck.boarded(&[unit; 4], &[other; 4]), None);
    assert_eq!(deck.boarded(&[unit], &[]), None);
    assert_eq!(deck.boarded(&[unit], &[unit]), None);
}

#[test]
fn a_plan_that_cannot_be_meant_is_refused() {
    let exchange = |out: &str, into: &str| {
        planned(&format!(r#"[{{"against": "Other", "out": [{out}], "in": [{into}]}}]"#))
    };
    let copies = |id: &str, count: usize| format!(r#"{{"id": "{id}", "count": {count}}}"#);
    for (text, expected) in [
        (planned("{}"), "metadata.plan: expected a list of exchanges, found an object"),
        (
            planned("[{}]"),
            "metadata.plan[0]: expected the name of a deck as against, and lists of cards as out and in",
        ),
        (
            exchange(&copies("SOR_003", 2), &copies("SOR_020", 1)),
            "metadata.plan[0]: expected as many cards in as out, found 1 and 2",
        ),
        (
            exchange(&copies("SOR_020", 1), &copies("SOR_020", 1)),
            "metadata.plan[0].out: expected cards of the deck, found 1 SOR_020 Unit 20 where it has 0",
        ),
        (
            exchange(&copies("SOR_003", 1), &copies("SOR_003", 1)),
            "metadata.plan[0].in: expected cards of the sideboard, found 1 SOR_003 Unit 3 where it has 0",
        ),
        (
            exchange(&copies("SOR_003", 1), r#"{"id": "SOR_020"}"#),
            "metadata.plan[0].count: expected a number above 0, found nothing",
        ),
    ] {
        assert_eq!(parse(&text).expect_err(expected), [expected]);
    }
    let twice = r#"{"against": "Other", "out": [], "in": []}"#;
    assert_eq!(
        parse(&planned(&format!("[{twice}, {twice}]"))).expect_err("there are two"),
        ["metadata.plan[1]: expected one plan for each deck, found another against Other"]
    );
}

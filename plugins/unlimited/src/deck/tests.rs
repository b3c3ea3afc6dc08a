use super::*;

/// A leader 001, a base 002, units 003 to 022, a reprint of 003 as 023, and a token.
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
    Library::parse(vec![(PathBuf::from("cards.ron"), text + "]")])
        .unwrap_or_else(|error| panic!("{error}"))
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
    let text = format!(
        r#"{{"metadata": {{"name": " Mine ", "author": "me"}}, "secondleader": null, "extra": 1,
        "leader": {{"id": "SOR_001", "count": 1}}, "base": {{"id": "SOR_002"}},
        "deck": [{}], "sideboard": [{{"id": "SOR_003", "count": 3}}]}}"#,
        fifty()
    );
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
            "leader: expected a leader, found none",
            "base: expected an object with an id, found a number",
            "deck: expected a list of cards, found nothing",
        ]
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
    assert_eq!(
        parse(&text).expect_err("much is wrong"),
        [
            "leader.count: expected 1, found 2",
            "leader.id: expected the id of a leader, found SOR_002 Home (Base)",
            "secondleader: expected none: a deck has one leader",
            "base.id: expected the id of a defined card, found \"SOR_999\"",
        ]
    );
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
            "deck[1].id: expected the id of a defined card, found \"XXX_003\"",
            "deck[2].id: expected a card id, found a number",
            "deck[2].count: expected a number above 0, found nothing",
            "deck[4].count: expected a number above 0, found \"1\"",
            "deck[5]: expected an object with id and count, found a number",
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
            r#""deck": [{}], "sideboard": [{{"id": "SOR_003", "count": 11}}, {{"id": "A", "count": 1}}]"#,
            fifty()
        )),
        [
            "sideboard[1].id: expected the id of a defined card, found \"A\"",
            "sideboard: expected at most 10 cards, found 11",
        ]
    );
}

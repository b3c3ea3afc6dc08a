//! Bad files of a game whose cards are pieces.

use serde::Deserialize;

use super::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Piece {
    id: String,
    kind: Kind,
    #[serde(default)]
    moves: Vec<Move>,
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    King,
    Rook,
}

#[derive(Debug, Deserialize)]
enum Move {
    Steps(i8),
    Castles { with: String },
}

impl Definition for Piece {
    const RESERVED: Option<&'static str> = Some("TEST_");

    fn id(&self) -> &str {
        &self.id
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        for (place, card) in cards.iter().enumerate() {
            for (n, movement) in card.moves.iter().enumerate() {
                let path = Path::field("moves").at(n);
                match movement {
                    Move::Steps(0) => {
                        let path = path.argument(0, "squares");
                        report(place, Complaint::error(path, "expected more than 0"));
                    }
                    Move::Castles { with }
                        if !cards.iter().any(|c| c.id == *with && c.kind == Kind::Rook) =>
                    {
                        report(place, Complaint::warning(path.to("with"), "no rook is called so"));
                    }
                    _ => {}
                }
            }
        }
    }
}

fn loaded(files: &[(&str, &str)]) -> Result<Loaded<Piece>, LoadErrors> {
    let files = files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned()));
    load(files.collect(), Vec::new())
}

fn errors(files: &[(&str, &str)]) -> Vec<String> {
    let errors = loaded(files).expect_err("nothing is wrong");
    errors.0.iter().map(ToString::to_string).collect()
}

#[test]
fn cards_come_in_order_with_their_places() {
    let files = [("b.ron", "[\n(id: \"A\", kind: King)]"), ("a.ron", "[(id: \"B\", kind: Rook)]")];
    let found = loaded(&files).unwrap_or_else(|errors| panic!("{errors}"));
    let ids: Vec<&str> = found.definitions.iter().map(Definition::id).collect();
    assert_eq!(ids, ["A", "B"]);
    assert_eq!(found.source, [(PathBuf::from("b.ron"), 2), (PathBuf::from("a.ron"), 1)]);
}

#[test]
fn syntax_errors_name_file_card_and_field() {
    let found = errors(&[
        ("b.ron", "[(id: \"A\", kind: King, moves: 1)]"),
        ("a.ron", "[\n  (id: \"B\", kind: Boat)]"),
        ("c.ron", "[(id: \"C\", kind: King, height: 3)]"),
        ("d.ron", "[(kind: King)]"),
    ]);
    let parts = [
        ("a.ron:2:", ": B, kind: "),
        ("b.ron:1:30", ": A, moves: expected opening `[`"),
        ("c.ron:1:", ": C, height: "),
        ("d.ron:1:", ": id: "),
    ];
    assert_eq!(found.len(), parts.len());
    for (error, (start, part)) in found.iter().zip(parts) {
        assert!(error.starts_with(start) && error.contains(part), "{error}");
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let bad =
        "[(id: \"A\", kind: King, moves: [Steps(1), Steps(0)]),\n(id: \"TEST_B\", kind: Rook)]";
    assert_eq!(
        errors(&[("a.ron", bad), ("b.ron", "[(id: \"A\", kind: Rook, moves: [Steps(0)])]")]),
        [
            "a.ron:1:48: A, moves[1].squares: expected more than 0",
            "a.ron:2:2: TEST_B, id: expected no card of a test: TEST_…",
            "b.ron:1:3: A, id: expected an id of its own; a.ron:1 has it too",
            "b.ron:1:38: A, moves[0].squares: expected more than 0",
        ]
    );
}

#[test]
fn what_is_odd_is_a_warning() {
    let text = "[(id: \"A\", kind: King, moves: [Castles(with: \"B\")])]";
    let found = loaded(&[("a.ron", text)]).unwrap_or_else(|errors| panic!("{errors}"));
    let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["a.ron:1:40: A, moves[0].with: no rook is called so"]);
}

#[test]
fn cards_of_a_test_are_checked_alike() {
    let piece = |id: &str, squares| {
        let moves = vec![Move::Steps(squares)];
        Piece { id: id.to_owned(), kind: Kind::King, moves }
    };
    let all = extended(vec![piece("B", 1)], vec![piece("TEST_A", 1), piece("A", 1)]);
    let ids: Vec<String> = all.expect("nothing is wrong").into_iter().map(|p| p.id).collect();
    assert_eq!(ids, ["A", "B", "TEST_A"]);
    assert_eq!(
        extended(vec![piece("A", 1)], vec![piece("A", 0)]).map(|all| all.len()),
        Err("A, moves[0].squares: expected more than 0\nA, id: expected an id of its own".into())
    );
}

//! Edits of a small game's cards, and what is said of those that cannot be.

use super::*;
use crate::library::{Complaint, Path};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Unit {
    id: String,
    name: String,
    cost: u8,
    keywords: Vec<Keyword>,
    abilities: Vec<Ability>,
    side: Option<Side>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Keyword {
    Guard,
    Raid(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Ability {
    When { steps: Vec<Step> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Step {
    Draw(Who, u8),
    Damage { amount: u8 },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Who {
    You,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Side {
    deploy_at: u8,
}

crate::plain_data!(Unit);

impl Definition for Unit {
    const LISTED: Option<&'static str> = Some("keywords");

    fn id(&self) -> &str {
        &self.id
    }

    fn idle(&self, field: &str) -> Option<String> {
        let expected = "expected deploy_at".to_owned();
        (field == "cost" && self.side.is_some()).then_some(expected)
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        for (place, card) in cards.iter().enumerate() {
            if card.cost > 9 {
                report(place, Complaint::error(Path::field("cost"), "expected at most 9"));
            }
        }
    }
}

fn cards() -> Vec<Unit> {
    let unit = |id: &str, name: &str, cost, keywords, abilities| Unit {
        id: id.to_owned(),
        name: name.to_owned(),
        cost,
        keywords,
        abilities,
        side: (cost == 7).then_some(Side { deploy_at: 7 }),
    };
    let steps = vec![Step::Draw(Who::You, 1), Step::Damage { amount: 2 }];
    vec![
        unit("A_001", "Marine", 2, vec![Keyword::Raid(1)], Vec::new()),
        unit("A_002", "Guard", 3, vec![Keyword::Guard], vec![Ability::When { steps }]),
        unit("B_001", "Leader", 7, Vec::new(), Vec::new()),
    ]
}

fn made(edits: &[&str]) -> Result<Revised<Unit>, EditError> {
    let edits = edits.iter().map(|edit| edit.parse()).collect::<Result<_, _>>()?;
    let revision =
        Revision { name: "the test".to_owned(), edits, cards: Vec::new(), swaps: Vec::new() };
    revised(&cards(), &revision, &other)
}

fn refused(edit: &str) -> String {
    made(&[edit]).unwrap_err().to_string()
}

/// An id that means a card as well.
fn other(id: &str) -> Option<String> {
    (id == "PROMO_1").then(|| "A_002".to_owned())
}

#[test]
fn a_card_is_found_by_another_id_that_means_it() {
    let revised = made(&["PROMO_1 cost+1"]).unwrap();
    assert_eq!((revised.definitions[1].cost, revised.changes[0].card.as_str()), (4, "A_002"));
}

#[test]
fn fields_lists_and_paths_are_changed() {
    let revised =
        made(&["A_002 cost+1 -Guard +Raid(2) steps[1].Damage.amount=5 Draw[1]+2"]).unwrap();
    let card = &revised.definitions[1];
    assert_eq!((card.cost, &card.keywords[..]), (4, &[Keyword::Raid(2)][..]));
    let steps = vec![Step::Draw(Who::You, 3), Step::Damage { amount: 5 }];
    assert_eq!(card.abilities, [Ability::When { steps }]);
    let lines = revised.changes.iter().map(|changed| {
        let Changed { card, name, field, was, is } = changed;
        format!("{name} ({card}): {field} {was} -> {is}")
    });
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "Guard (A_002): cost 3 -> 4",
            "Guard (A_002): keywords [Guard] -> []",
            "Guard (A_002): keywords [] -> [Raid(2)]",
            "Guard (A_002): abilities[0].When.steps[1].Damage.amount 2 -> 5",
            "Guard (A_002): abilities[0].When.steps[0].Draw[1] 1 -> 3",
        ]
    );
    assert_eq!(
        made(&["B_001 deploy_at=8"]).unwrap().definitions[2].side.as_ref().unwrap().deploy_at,
        8
    );
    assert_eq!(made(&["Marine cost=0"]).unwrap().definitions[0].cost, 0);
    assert_eq!(made(&["a_001 cost-1 cost-1"]).unwrap().definitions[0].cost, 0);
}

#[test]
fn cards_that_fit_are_changed_together() {
    let costs = |edit: &str| -> Vec<u8> {
        made(&[edit]).unwrap().definitions.iter().map(|card| card.cost).collect()
    };
    assert_eq!(costs("set=A cost+1"), [3, 4, 7]);
    assert_eq!(costs("keyword=Raid cost+1"), [3, 3, 7]);
    assert_eq!(costs("set=A cost>=3 cost:=9"), [2, 9, 7]);
    assert_eq!(costs("keyword!=Guard cost<7 cost-2"), [0, 3, 7]);
}

#[test]
fn whole_definitions_take_the_place_of_others() {
    let card = Unit { cost: 5, ..cards()[1].clone() };
    let revision = Revision {
        name: "anew".to_owned(),
        edits: Vec::new(),
        cards: vec![card],
        swaps: Vec::new(),
    };
    assert_eq!(revised(&cards(), &revision, &other).unwrap().definitions[1].cost, 5);
    let card = Unit { id: "C_001".to_owned(), ..cards()[1].clone() };
    let revision = Revision { cards: vec![card], ..revision };
    let error = revised(&cards(), &revision, &other).unwrap_err().to_string();
    assert!(error.starts_with("\"anew\": C_001: expected the id or the name"), "{error}");
}

#[test]
fn what_cannot_be_is_refused_with_its_place() {
    for (edit, expected) in [
        (
            "Mar cost+1",
            "\"Mar cost+1\": expected the id or the name of a card that is defined, found \"Mar\"; \
             A_001 Marine?",
        ),
        (
            "A_001 cots+1",
            "\"A_001 cots+1\": A_001, cots: no such field; expected one of abilities, cost, \
             keywords, name, side, or the path of a number (cards show ID --paths)",
        ),
        (
            "A_001 cost-3",
            "\"A_001 cost-3\": A_001, cost: expected a whole number from 0 to 255, found -1",
        ),
        ("A_001 cost=12", "\"the test\": A_001, cost: expected at most 9"),
        ("A_001 -Guard", "\"A_001 -Guard\": A_001, keywords: expected Guard there, found Raid(1)"),
        (
            "A_001 name+1",
            "\"A_001 name+1\": A_001, name: expected a number or a list to add to, found Marine",
        ),
        (
            "A_001 id=A_009",
            "\"A_001 id=A_009\": A_001, id: expected another field: ids stay as they are",
        ),
        ("A_001", "\"A_001\": expected a change such as cost+1, found none"),
        (
            "A_001 cost+1 more",
            "\"A_001 cost+1 more\": expected a change such as cost+1, found more",
        ),
        ("cost+1", "\"cost+1\": expected a card, or what cards are to be, such as kind=Unit"),
        ("set=C cost+1", "\"set=C cost+1\": expected cards that fit, found none"),
        ("king=C cost+1", "\"king=C cost+1\": king: expected a field of cards; none has it"),
        (
            "A_001 cost>2",
            "\"A_001 cost>2\": cost: expected a change (+, - or =), found a comparison",
        ),
        ("A_001 cost=x(", "\"A_001 cost=x(\": cost: expected a value, found \"\""),
    ] {
        assert_eq!(refused(edit), expected);
    }
    let error = refused("A_001 +Raid(300)");
    assert!(error.contains("keywords[1].Raid: expected a whole number from 0 to 255"), "{error}");
    let error = refused("A_001 +Sentinel");
    assert!(error.ends_with("keywords[1]: expected `Guard` or `Raid`, found Sentinel"), "{error}");
}

#[test]
fn fields_that_say_nothing_are_refused() {
    for (edit, expected) in [
        ("B_001 cost+1", "\"B_001 cost+1\": B_001, cost: expected deploy_at"),
        (
            "B_001 deploy_at+1 cost+1",
            "\"B_001 deploy_at+1 cost+1\": B_001, cost: expected deploy_at",
        ),
        ("cost=7 cost-1", "\"cost=7 cost-1\": B_001, cost: expected deploy_at"),
    ] {
        assert_eq!(refused(edit), expected);
    }
    // Of many, those of which something comes are changed.
    let costs = |edit: &str| -> Vec<u8> {
        made(&[edit]).unwrap().definitions.iter().map(|card| card.cost).collect()
    };
    assert_eq!(costs("cost>=2 cost+1"), [3, 4, 7]);
}

#[test]
fn numbers_are_listed_with_their_paths() {
    let found = numbers(&cards()[1].plain());
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        ["abilities[0].When.steps[0].Draw[1]", "abilities[0].When.steps[1].Damage.amount", "cost"]
    );
}

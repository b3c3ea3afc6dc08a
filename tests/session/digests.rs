//! Digests of states, and of games.

use serde_json::{Value, json};

use super::{Talk, labels};

/// A table's state, its digest and the digest of its game.
fn told(talk: &mut Talk, standing: &Value) -> [Value; 3] {
    let mut told = talk.call("state", json!({ "table": standing["table"] }));
    ["state", "digest", "game_digest"].map(|field| told[field].take())
}

#[test]
fn equal_states_have_equal_digests_however_they_were_reached() {
    let mut talk = Talk::new();
    // With an empty deck both options of Reinforcement Walker do nothing; one of them tries more.
    let table = talk.setup(json!({ "p1": { "units": [{ "card": "SOR_119" }], "deck": [] } }));
    let asked = talk.choose(table, "Attack with Reinforcement Walker");
    assert_eq!(asked["decision"]["kind"], "mode", "{asked}");
    let fork = talk.call("fork", json!({ "table": table }));
    let option = |talk: &mut Talk, table: &Value, n: usize| {
        let standing = talk.call("choose", json!({ "table": table, "option": n }));
        told(talk, &standing)
    };
    let [state, digest, game] = option(&mut talk, &asked["table"], 0);
    let [same_state, same_digest, other_game] = option(&mut talk, &fork["table"], 1);
    assert_eq!((&state, &digest), (&same_state, &same_digest));
    assert_ne!(game, other_game, "a game is how it was played, too");
    assert_ne!(digest, game);
    // What comes then is the same, and so it stays.
    let mut both = [&asked, &fork].map(|standing| standing["table"].clone());
    for label in ["Pass", "Take the initiative"] {
        let standings = both.each_mut().map(|table| {
            let params = json!({ "table": table, "option": label });
            talk.call("choose", params)
        });
        let [one, other] = standings.map(|standing| {
            assert!(!labels(&standing).is_empty());
            told(&mut talk, &standing)
        });
        assert_eq!(one[..2], other[..2]);
    }
}

#[test]
fn states_that_differ_have_other_digests() {
    let mut talk = Talk::new();
    let wounded =
        |damage: u8| json!({ "p1": { "units": [{ "card": "SOR_164", "damage": damage }] } });
    let [one, two] = [1, 2].map(|damage| talk.setup(wounded(damage)));
    assert_ne!(talk.digest(one), talk.digest(two));
}

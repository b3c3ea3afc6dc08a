//! Questions about changes: what is answered, and what is refused.

use serde_json::{Value, json as literal};

fn cardmill(arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CARDMILL_CARDS");
    command.args(arguments).assert()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json", "--quiet"]].concat();
    let assert = cardmill(&arguments).success();
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

const VADER: [&str; 4] = ["--decks", "vader", "--against", "boba"];

/// The agent that plays games by the hundred in a moment.
const GREEDY: [&str; 2] = ["--agents", "greedy"];

#[test]
fn a_great_change_is_seen_and_is_the_same_on_any_threads() {
    let run = |threads, batch| {
        let how = ["--threads", threads, "--batch", batch, "--games", "500", "--format", "json"];
        let arguments =
            [&["whatif", "SOR_010 deploy_at=20", "--quiet"][..], &VADER, &how, &GREEDY].concat();
        cardmill(&arguments).success().get_output().stdout.clone()
    };
    let one = run("1", "32");
    assert_eq!(one, run("2", "7"));
    assert_eq!(one, run("8", "64"));
    let report: Value = serde_json::from_slice(&one).unwrap();
    let answer = &report["answers"][0];
    assert_eq!(answer["verdict"], "worse");
    assert_eq!(answer["copies"], 1);
    assert!(answer["change"].as_f64().unwrap() < -0.05);
    assert!(answer["gain"].as_f64().unwrap() > 1.0);
    assert_eq!(report["changes"][0], "Darth Vader (SOR_010): unit_side.deploy_at 7 -> 20");
}

#[test]
fn planted_truths_are_found_and_none_is_turned_round() {
    let planted = [
        ("SOR_164 power+3 hp+3", "better"),
        ("SOR_227 power+3; SOR_128 power+3", "better"),
        ("SOR_164 cost+9; SOR_227 cost+9", "worse"),
        ("SOR_010 deploy_at=20", "worse"),
    ];
    let edits = planted.map(|(edit, _)| edit);
    let report = json(&[&["whatif"][..], &edits, &VADER, &GREEDY, &["--games", "2500"]].concat());
    let verdicts: Vec<&Value> =
        report["answers"].as_array().unwrap().iter().map(|answer| &answer["verdict"]).collect();
    assert_eq!(verdicts, planted.map(|(_, verdict)| verdict));
}

#[test]
fn agents_are_asked_one_after_another_and_cards_that_become_better_must_not_lose() {
    let how = ["--bands", "random", "greedy", "--games", "500"];
    let report = json(&[&["whatif", "SOR_010 deploy_at=20"][..], &VADER, &how].concat());
    let answers = report["answers"].as_array().unwrap();
    let agents: Vec<&Value> = answers.iter().map(|answer| &answer["agents"]).collect();
    assert_eq!(agents, ["random", "greedy"]);
    assert_eq!(answers[1]["verdict"], "worse");
    let replay = answers[1]["replays"][1][0].as_str().unwrap();
    assert!(replay.contains(" --agents greedy --row "), "{replay}");
    // Its power and its HP: that it costs less is nothing to a leader.
    for misuse in report["misuses"].as_array().unwrap() {
        assert_eq!((&misuse["buffs"], &misuse["cards"]), (&2.into(), &literal!([])), "{misuse}");
    }
    let arguments = [&["whatif", "SOR_010 deploy_at=20"][..], &VADER, &how, &["--quiet"]].concat();
    let assert = cardmill(&arguments).success();
    let told = text(&assert.get_output().stdout);
    assert!(told.contains("Midrange: worse with all who were asked"), "{told}");
    let both = ["--bands", "greedy", "--agents", "random"];
    cardmill(&[&["whatif", "SOR_164 cost+1"][..], &both].concat()).code(2);
    // So many games that the test would never end if the first agent played them.
    let last = ["--bands", "random", "nobody", "--precision", "0.01", "--games", "1000000000"];
    cardmill(&[&["whatif", "SOR_164 cost+1"][..], &last].concat()).code(2);

    let report = json(&[&["whatif", "--buffs", "--games", "100"][..], &VADER, &GREEDY].concat());
    let changes = report["changes"].as_array().unwrap();
    assert!(changes.len() > 60, "{changes:?}");
    assert_eq!(report["misuses"][0]["buffs"], changes.len());
    let wampa = changes.iter().filter(|change| change.as_str().unwrap().contains("Wampa"));
    assert_eq!(wampa.count(), 3);
}

#[test]
fn a_change_of_nothing_leaves_every_game_as_it_was() {
    let report =
        json(&[&["whatif", "SOR_164 cost+0", "--games", "100"][..], &VADER, &GREEDY].concat());
    let answer = &report["answers"][0];
    assert_eq!(answer["alike"], answer["pairs"]);
    assert_eq!(answer["differing"], 0);
    assert_eq!(answer["verdict"], "undecided");
}

#[test]
fn a_swap_touches_its_deck_alone_and_games_are_replayed_in_both_arms() {
    let arguments = ["whatif", "vader: 1x SOR_164 -> SOR_229", "--decks", "vader", "boba"];
    let report = json(&[&arguments[..], &["--games", "250"], &GREEDY].concat());
    let answers = report["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["copies"], 1);
    let replays = answers[0]["replays"].as_array().unwrap();
    let replay = replays.iter().find_map(Value::as_array).unwrap();
    let last = |command: &Value| {
        let command = command.as_str().unwrap();
        let (words, edit) = command.split_once(" --edit ").unwrap_or((command, ""));
        let mut words: Vec<&str> = words.split(' ').skip(1).collect();
        if !edit.is_empty() {
            words.extend(["--edit", edit.trim_matches('\'')]);
        }
        let assert = cardmill(&words).success();
        text(&assert.get_output().stdout).lines().last().unwrap().to_owned()
    };
    assert_ne!(last(&replay[0]), last(&replay[1]));
}

#[test]
fn changes_of_a_file_are_numbered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("changes.ron");
    let changes = r#"[
        (name: "slower", edits: ["SOR_164 cost+1", "SOR_128 power-1"]),
        (name: "anew", cards: [(id: "SOR_164", name: "Wampa", kind: Unit, cost: 9, power: 1, hp: 1)]),
    ]"#;
    std::fs::write(&file, changes).unwrap();
    let arguments = ["whatif", "--edits", file.to_str().unwrap(), "--games", "60"];
    let report = json(&[&arguments[..], &VADER, &GREEDY].concat());
    assert_eq!(report["changes"][2], "2  Wampa (SOR_164): written anew");
    let answers = report["answers"].as_array().unwrap();
    let numbers: Vec<&Value> = answers.iter().map(|answer| &answer["variant"]).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!((&answers[0]["copies"], &answers[1]["copies"]), (&5.into(), &2.into()));
    std::fs::write(&file, r#"[(name: "odd", edits: ["SOR_164"])]"#).unwrap();
    let assert = cardmill(&arguments).code(2);
    let said = text(&assert.get_output().stderr).to_owned();
    assert!(said.contains("changes.ron: 1:") && said.contains("found none"), "{said}");
}

#[test]
fn games_that_begin_from_positions_are_asked_about_by_seat() {
    let arguments = ["whatif", "Scout power+3", "--positions", "tests/positions/skirmish-four.ron"];
    let report = json(&[&arguments[..], &["--games", "40"]].concat());
    assert_eq!(report["game"], "skirmish");
    assert_eq!(report["answers"].as_array().unwrap().len(), 4);
}

#[test]
fn the_expected_verdict_decides_how_it_ends() {
    let arguments =
        [&["whatif", "SOR_010 deploy_at=20", "--games", "500", "--quiet"][..], &VADER, &GREEDY];
    let with = |expected| [&arguments.concat()[..], &["--expect", expected]].concat();
    cardmill(&with("worse")).success();
    cardmill(&with("equal")).code(1);
}

#[test]
fn decks_and_agents_are_compared() {
    let report =
        json(&["compare", "greedy", "random", "--decks", "luke", "vader", "--games", "250"]);
    let answer = &report["answers"][0];
    assert_eq!((&answer["player"], &answer["verdict"]), (&"greedy".into(), &"better".into()));
    let report = ["compare", "sabine", "iden", "--against", "vader", "--games", "250"];
    let report = json(&[&report[..], &GREEDY].concat());
    let answer = &report["answers"][0];
    assert_eq!(answer["verdict"], "better");
    assert!(answer["change"].as_f64().unwrap() > 0.0);
    cardmill(&["compare", "luke", "luke"]).code(2);
}

#[test]
fn every_card_of_a_deck_has_a_value_that_threads_do_not_change() {
    let run = |threads| {
        let how = ["--games", "60", "--threads", threads, "--format", "json", "--quiet"];
        let arguments = [&["value", "vader", "--against", "boba"][..], &how, &GREEDY].concat();
        cardmill(&arguments).success().get_output().stdout.clone()
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("8"));
    let report: Value = serde_json::from_slice(&one).unwrap();
    let number = |field: &str| report[field].as_u64().unwrap();
    assert_eq!((number("deals"), number("games") + number("spared")), (60, 1_020));
    assert!((240..720).contains(&number("spared")), "{report}");
    let cards = report["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 27);
    let sum = |field: &str| cards.iter().map(|card| card[field].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("copies"), sum("games")), (50, 960));
    // Each copy of a card lies in one part of the deck.
    for card in cards {
        let parts = card["by_part"].as_array().unwrap();
        let starts: Vec<u64> = parts.iter().map(|part| part["from"].as_u64().unwrap()).collect();
        assert!(starts.iter().all(|from| [1, 7, 11, 15, 21].contains(from)), "{card}");
        let deals: u64 = parts.iter().map(|part| part["deals"].as_u64().unwrap()).sum();
        assert!(deals <= card["games"].as_u64().unwrap() && deals > 0, "{card}");
        if card["copies"] == 1 {
            assert_eq!(deals, card["games"], "{card}");
        }
    }
    let wampa = cards.iter().find(|card| card["card"] == "SOR_164").unwrap();
    // It costs 4, and 2 + 2 x 4 is one more than its 4 and 5.
    assert_eq!(wampa["curve"]["surplus"], -1.0);
    let filler = ["value", "vader", "--filler", "SOR_010", "--quiet"];
    let error = cardmill(&filler).code(2);
    assert!(text(&error.get_output().stderr).contains("--filler SOR_010"));
}

#[test]
fn what_cannot_be_asked_is_refused_in_a_line() {
    for (arguments, expected) in [
        (&["SOR_999 cost+1"][..], "expected the id or the name of a card that is defined"),
        (&["SOR_164 cots+1"], "SOR_164, cots: no such field; expected one of abilities"),
        (&["SOR_164 cost-9"], "SOR_164, cost: expected a whole number from 0 to 255, found -5"),
        (&["SOR_164 kind=Leader"], "expected on a leader"),
        (&["SOR_164 hp=0"], "expected more than 0"),
        (&["SOR_164 +Flying"], "keywords[1]: expected one of `Ambush`"),
        (&["nothing"], "expected a change such as cost+1, found none"),
        (&["vader: SOR_164 -> SOR_010"], "expected a unit, an event or an upgrade, found SOR_010"),
        (&["vader: 9x SOR_164 -> SOR_229"], "copies of SOR_164, found 9"),
        (&["yoda: SOR_164 -> SOR_229"], "expected a deck that is played"),
        (&["SOR_164 cost+1", "--decks", "luke", "leia"], "none of"),
        (&["SOR_164 cost+1", "--equal", "0"], "expected points from 0.01 to 50"),
        (&["X cost+1", "--game", "imperium"], "expected --positions"),
        (&["X cost+1", "--game", "xwing"], "expected the id or the name of a card that is defined"),
    ] {
        let assert = cardmill(&[&["whatif", "--quiet"][..], arguments].concat()).code(2);
        let said = text(&assert.get_output().stderr);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn a_change_behind_an_option_that_takes_several_is_a_change() {
    let how = ["--games", "40", "--format", "json", "--quiet"];
    let run = |arguments: &[&str]| {
        let assert = cardmill(&[&["whatif"][..], arguments, &how].concat()).success();
        assert.get_output().stdout.clone()
    };
    let quick = |arguments: &[&str]| run(&[arguments, &GREEDY].concat());
    let first = quick(&["SOR_010 deploy_at=20", "--decks", "vader", "--against", "boba"]);
    assert_eq!(first, quick(&["--decks", "vader", "--against", "boba", "SOR_010 deploy_at=20"]));
    assert_eq!(first, quick(&["--against", "boba", "--decks", "vader", "SOR_010 deploy_at=20"]));
    let swap = "vader: SOR_164 -> SOR_229";
    let report: Value =
        serde_json::from_slice(&quick(&["--decks", "vader", "--against", "boba", swap])).unwrap();
    assert_eq!(report["answers"].as_array().unwrap().len(), 1);
    let bands = ["--decks", "vader", "--against", "boba", "--bands", "random", "greedy"];
    let report: Value =
        serde_json::from_slice(&run(&[&bands[..], &["SOR_010 deploy_at=20"]].concat())).unwrap();
    assert_eq!(report["answers"].as_array().unwrap().len(), 2);
    let nothing = cardmill(&["whatif", "--decks", "vader", "--against", "boba"]).code(2);
    assert!(text(&nothing.get_output().stderr).contains("expected a change such as"));
    // What a file is not, and no change either.
    let none = cardmill(&["whatif", "--decks", "vader", "--against", "no such deck"]).code(2);
    assert!(text(&none.get_output().stderr).contains("expected a change such as"));
    let taken = cardmill(&["value", "--against", "luke", "vader"]).code(2);
    let said = text(&taken.get_output().stderr);
    assert!(said.contains("what stands behind --against is taken for it"), "{said}");
    let value = ["value", "--games", "20", "--quiet"];
    cardmill(&[&value[..], &GREEDY, &["--against", "luke", "--", "vader"]].concat()).success();
}

#[test]
fn a_leader_s_cost_is_not_what_it_is_deployed_for() {
    for edit in ["SOR_014 cost+3", "kind=Leader cost+1"] {
        let assert = cardmill(&["whatif", edit, "--decks", "sabine", "--against", "boba"]).code(2);
        let said = text(&assert.get_output().stderr);
        assert!(
            said.contains("cost: expected deploy_at, which a leader is deployed for"),
            "{said}"
        );
    }
    // Of all cards of a deck, a leader is passed over.
    let report = json(&[
        "whatif",
        "set=SOR cost>=4 cost+1",
        "--decks",
        "sabine",
        "--against",
        "boba",
        "--games",
        "20",
        "--agents",
        "greedy",
    ]);
    let changes = report["changes"].as_array().unwrap();
    assert!(
        changes.iter().all(|change| !change.as_str().unwrap().contains("SOR_014")),
        "{changes:?}"
    );
}

#[test]
fn nothing_is_said_where_games_were_set_aside() {
    let edits = tempfile::Builder::new().suffix(".ron").tempfile().unwrap();
    let many = r#"[(name: "many", cards: [(id: "SOR_164", name: "Wampa", kind: Unit, cost: 0, power: 1,
        hp: 1, abilities: [Triggered(when: [Played(This)],
        steps: [Create(token: BattleDroid, count: 255)])])])]"#;
    std::fs::write(edits.path(), many).unwrap();
    let edits = edits.path().to_str().unwrap();
    let ask = ["whatif", "--edits", edits, "--games", "40", "--quiet"];
    let ask = [&ask[..], &VADER, &GREEDY].concat();
    let found = cardmill(&[&ask[..], &["--format", "json"]].concat()).code(1);
    let report: Value = serde_json::from_slice(&found.get_output().stdout).unwrap();
    let answer = &report["answers"][0];
    let (aside, pairs) = (answer["aside"].as_u64().unwrap(), answer["pairs"].as_u64().unwrap());
    assert!(aside > 0 && aside + pairs == 40, "{answer}");
    assert_eq!(answer["verdict"], "not judged");
    let printed = cardmill(&ask).code(1);
    let printed = text(&printed.get_output().stdout);
    let expected = format!("not judged: games of {aside} of 40 deals were set aside");
    assert!(printed.contains(&expected), "{printed}");
}

#[test]
fn a_card_that_nobody_plays_is_not_judged() {
    let fixture = super::Fixture::new();
    let idle = r#"[(id: "TST_050", name: "Idle", kind: Unit, cost: 50, power: 9, hp: 9, aspects: [Command])]"#;
    fixture.write("cards/unlimited/tst/idle.ron", idle);
    let mut deck = super::deck("Elm", 3);
    deck["deck"][0]["id"] = "TST_050".into();
    fixture.write("decks/elm.json", &deck.to_string());
    let field = ["--against", "decks/ash.json", "--agents", "greedy", "--games", "200", "--quiet"];
    let asked = [&["whatif", "TST_050 hp+1", "--decks", "decks/elm.json"][..], &field].concat();
    let answer = fixture.json(&asked)["answers"][0].clone();
    assert_eq!(answer["verdict"], "not judged", "{answer}");
    assert_eq!(
        (&answer["cards"][0]["card"], &answer["cards"][0]["played"]),
        (&"TST_050".into(), &0.into())
    );
    let text = fixture.log(&[&asked[..], &["--report", "out/page.html"]].concat());
    let page = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for told in [&text, &page] {
        assert!(told.contains("not judged") && told.contains("Idle in 0.0 % of "), "{told}");
        assert!(told.to_lowercase().contains("played by greedy"), "{told}");
    }
    fixture.run(&[&asked[..], &["--expect", "equal"]].concat()).assert().code(1);
    // With one that is played it is judged as before.
    let both =
        [&["whatif", "TST_050 hp+1; TST_004 power+5", "--decks", "decks/elm.json"][..], &field]
            .concat();
    assert_ne!(fixture.json(&both)["answers"][0]["verdict"], "not judged");
    let value = [&["value", "decks/elm.json", "--filler", "TST_020"][..], &field].concat();
    let value = fixture.json(&value);
    for card in value["cards"].as_array().unwrap() {
        assert_eq!(card["judged"], card["card"] != "TST_050", "{card}");
    }
}

#[test]
fn other_questions_are_asked_of_changed_cards() {
    let fixture = super::Fixture::new();
    let great = ["--edit", "TST_020 power+9 hp+9"];
    let how = ["--agents", "greedy", "--games", "120", "--quiet"];
    let line = "Unit 17 (TST_020): power 3 -> 12";
    let compare =
        ["compare", "decks/birch.json", "decks/ash.json", "--against", "decks/cedar.json"];
    let plainly = fixture.json(&[&compare[..], &how].concat());
    let out = ["--out", "out/pairs.parquet"];
    let changed = fixture.json(&[&compare[..], &how, &great, &out].concat());
    assert_eq!((&changed["edits"][0], &plainly["edits"]), (&line.into(), &Value::Null));
    let share = |report: &Value| report["answers"][0]["new"].as_f64().unwrap();
    assert!(share(&changed) > share(&plainly) + 0.1, "{changed}");
    // The other deck has not the card.
    assert_eq!(changed["answers"][0]["verdict"], "better");
    fixture.log(&["replay", "out/pairs.parquet", "--row", "3"]);
    let replay = changed["answers"][0]["replays"][0][0].as_str().unwrap();
    assert!(replay.ends_with(" --edit 'TST_020 power+9 hp+9'"), "{replay}");
    let value = ["value", "decks/birch.json", "--against", "decks/ash.json", "--filler", "TST_003"];
    let of = |report: Value| {
        let cards = report["cards"].as_array().unwrap().iter();
        let mut card = cards.filter(|card| card["card"] == "TST_020");
        card.next().unwrap()["value"].as_f64().unwrap()
    };
    let [plainly, changed] =
        [&[][..], &great].map(|edit| of(fixture.json(&[&value[..], &how, edit].concat())));
    assert!(changed > plainly + 0.05, "{changed} {plainly}");
    let optimize =
        ["optimize", "decks/ash.json", "--against", "decks/birch.json", "--budget", "200"];
    let report = fixture.json(&[&optimize[..], &how, &great].concat());
    assert_eq!(report["edits"][0], line);
    let told = fixture.log(&[&value[..], &how, &great].concat());
    assert!(told.contains(&format!("\nin all games {line}\n")), "{told}");
}

/// A unit in plain words, with these numbers and aspects.
fn plain_unit(name: &str, cost: u8, power: u8, hp: u8, aspects: &str) -> String {
    format!(
        "name: {name}\nkind: unit\ncost: {cost}\npower: {power}\nhp: {hp}\narena: ground\naspects: \
         {aspects}\ntraits: Trooper\n"
    )
}

#[test]
fn a_new_card_is_tried_in_the_decks_that_may_hold_it() {
    let fixture = super::Fixture::new();
    // A deck with one card that is far better than its others, and the same card by another name.
    let colossus = r#"[(id: "TST_060", name: "Colossus", kind: Unit, cost: 3, power: 12, hp: 12,
        aspects: [Command])]"#;
    fixture.write("cards/unlimited/tst/colossus.ron", colossus);
    let mut deck = super::deck("Elm", 3);
    deck["deck"][0]["id"] = "TST_060".into();
    fixture.write("elm.json", &deck.to_string());
    fixture.write("twin.txt", &plain_unit("Twin", 3, 12, 12, "Command"));
    let idle = plain_unit("Idle", 40, 9, 9, "Command").replacen('\n', "\nid: MINE_002\n", 1);
    fixture.write("idle.txt", &idle);
    fixture.write("other.txt", &plain_unit("Other", 2, 2, 2, "Villainy"));
    let asked = |card: &'static str, deck: &'static str| {
        let how = ["--precision", "6", "--agents", "greedy", "--games", "400", "--quiet"];
        let decks = ["--decks", deck, "--against", "decks/birch.json"];
        [&["whatif", "--card", card][..], &decks, &how].concat()
    };
    let (elm, ash) = ("elm.json", "decks/ash.json");
    let run = |card, deck, more: &[&str]| fixture.json(&[&asked(card, deck)[..], more].concat());
    let twin = run("twin.txt", elm, &["--threads", "1"]);
    assert_eq!(twin, run("twin.txt", elm, &["--threads", "2", "--batch", "7"]));
    assert_eq!(twin, run("twin.txt", elm, &["--threads", "8", "--resume", "out/kept"]));
    assert_eq!(twin, run("twin.txt", elm, &["--resume", "out/kept"]));
    let deck = &twin["decks"][0];
    let told = (&deck["name"], &deck["verdict"]["about like"]);
    assert_eq!(told, (&"Elm".into(), &"Colossus".into()), "{deck}");
    assert_eq!(deck["cards"].as_array().unwrap().len(), 17);
    // In a deck without it, it is better than every card.
    assert_eq!(run("twin.txt", ash, &[])["decks"][0]["verdict"], "too strong");
    assert_eq!(run("idle.txt", ash, &[])["decks"][0]["verdict"], "not judged");
    let text = fixture.log(&[&asked("twin.txt", ash)[..], &["--report", "out/page.html"]].concat());
    let page = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for told in [&text, &page] {
        assert!(told.contains("too strong: better than every card"), "{told}");
    }
    let csv = fixture.log(&[&asked("twin.txt", ash)[..], &["--format", "csv"]].concat());
    assert_eq!(csv.lines().count(), 18);
    fixture.refuses_with(&asked("other.txt", ash), &["Other", "a deck that may hold it", "Ash"]);
    let both = [&asked("twin.txt", ash)[..], &["--card", "idle.txt"]].concat();
    fixture.refuses_with(&both, &["--card", "one card that is new, found several"]);
    let expected = [&asked("twin.txt", ash)[..], &["--expect", "better"]].concat();
    fixture.refuses_with(&expected, &["--expect"]);
    fixture.refuses_with(&["whatif"], &["expected a change", "--goal or --card"]);
}

#[test]
fn the_smallest_change_for_a_share_is_found() {
    let fixture = super::Fixture::new();
    let who = ["--agents", "greedy", "--quiet"];
    let planted = "TST_020 power+9 hp+9";
    let pair = ["simulate", "decks/birch.json", "decks/ash.json", "--games", "2000", "--seed", "7"];
    let simulated = fixture.json(&[&pair[..], &["--edit", planted], &who].concat());
    let share = simulated["setups"][0]["seats"][0]["won"]["rate"].as_f64().unwrap();
    let goal = format!("{:.1}", share * 100.0);
    let decks = ["--decks", "decks/birch.json", "--against", "decks/ash.json", "--games", "800"];
    let asked = ["whatif", "--goal", &goal, "--precision", "5"];
    let among = ["--among", "TST_020 power+1", planted, "TST_020 cost+4"];
    let run = |more: &[&str]| fixture.json(&[&asked[..], &decks, &who, &among, more].concat());
    let report = run(&["--threads", "1"]);
    assert_eq!(report, run(&["--threads", "2", "--batch", "7"]));
    assert_eq!(report, run(&["--threads", "8", "--resume", "out/kept"]));
    assert_eq!(report, run(&["--resume", "out/kept"]));
    let found = &report["goal"]["found"][0];
    assert_eq!((&found["change"], &found["size"]), (&planted.into(), &1.into()), "{report}");
    assert_eq!((&found["reached"], &report["goal"]["tried"]), (&true.into(), &3.into()));
    let [low, high] = super::interval(found);
    assert!(low <= share && share <= high, "{share}: {found}");
    // Nothing else moves but who meets it.
    assert_eq!(report["answers"][0]["player"], "Birch");
    assert_eq!(report["answers"][0]["matchups"][0]["against"], "Ash");

    // All numbers of a card, step by step.
    let among = ["--among", "TST_020 *", "--report", "out/page.html"];
    let text = fixture.log(&[&asked[..], &decks, &who, &among].concat());
    let page = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for told in [&text, &page] {
        assert!(told.contains(&format!("Birch is to win {goal} %: of ")), "{told}");
        assert!(told.contains("TST_020 "), "{told}");
    }
    for (arguments, parts) in [
        (&["--goal", "50"][..], &["--among"][..]),
        (&["--goal", "0", "--among", "TST_020 *"], &["--goal", "from 1 to 99"]),
        (&["--goal", "50", "--among", "TST_999 *"], &["--among", "TST_999"]),
        (&["--goal", "50", "--among", "TST_003 *"], &["--among", "a card that Birch has"]),
        (&["TST_020 cost+1", "--goal", "50", "--among", "TST_020 *"], &["--among alone"]),
    ] {
        fixture.refuses_with(&[&["whatif"][..], arguments, &decks, &who].concat(), parts);
    }
}

#[test]
fn what_is_worth_least_is_replaced_by_what_is_better() {
    let fixture = super::Fixture::new();
    // It has not the one card that is better than all others.
    let cards = r#"[
        (id: "TST_051", name: "Rich", kind: Unit, cost: 3, power: 12, hp: 12, aspects: [Command]),
    ]"#;
    fixture.write("cards/unlimited/tst/more.ron", cards);
    let how = ["--precision", "5", "--games", "250", "--agents", "greedy", "--quiet"];
    let asked = ["value", "decks/ash.json", "--against", "decks/birch.json", "--filler", "TST_020"];
    let asked = [&asked[..], &how, &["--replace=2"]].concat();
    let run = |more: &[&str]| fixture.json(&[&asked[..], more].concat());
    let report = run(&["--threads", "1"]);
    assert_eq!(report, run(&["--threads", "2", "--batch", "7"]));
    assert_eq!(report, run(&["--threads", "8", "--resume", "out/kept"]));
    assert_eq!(report, run(&["--resume", "out/kept"]));
    let replaced = report["replacements"].as_array().unwrap();
    // Those that are worth least, the least first.
    let cards = report["cards"].as_array().unwrap().iter().rev();
    assert!(cards.take(2).map(|card| &card["card"]).eq(replaced.iter().map(|one| &one["card"])));
    for one in replaced {
        let found = &one["found"];
        let told = (&found["name"], &found["answer"]["verdict"]);
        assert_eq!(told, (&"Rich".into(), &"better".into()), "{one}");
    }
    let text = fixture.log(&[&asked[..], &["--report", "out/page.html"]].concat());
    let page = std::fs::read_to_string(fixture.path("out/page.html")).unwrap();
    for told in [&text, &page] {
        assert!(told.contains("Rich (TST_051)"), "{told}");
    }
    fixture.refuses_with(&["value", "decks/ash.json", "--replace=many"], &["--replace", "many"]);
}

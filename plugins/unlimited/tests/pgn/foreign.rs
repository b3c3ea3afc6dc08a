//! Files that others write: what the format lets them say, and what it does not.

use cardmill_unlimited::pgn::board::State;
use cardmill_unlimited::pgn::check::{Report, is_newer, keyframes};
use cardmill_unlimited::pgn::file::{Fields, File, Version};
use cardmill_unlimited::pgn::flaw::Grade;
use cardmill_unlimited::pgn::story::story;
use serde_json::{Value, json};

const HEADER: &str = r#"[Game "SWU-PGN/1.0"] [GameId "a-1"]
[Date "2026-01-31T18:00:00Z"][CardPool "SOR"]
[Engine "other@1f2e"]
[Seed "42"]
[P1Id "sha256:00ff"]
[P2Id "sha256:11ee"]
[P1 "Player 1"]
[P2 "Player 2"]
[P1Leader "SOR#010"]
[P1Base "SOR#024"]
[P2Leader "SOR#005"]
[P2Base "SOR#021"]
[Result "P1"]
[Reason "Con\"ces\\sion"]
[Rounds "1"]
"#;

/// A keyframe without what newer writers record.
fn plain(hand: u32, ready: u32, cards: &str) -> String {
    let seat = |seat: u32, hand, ready, cards: &str| {
        format!(
            r#"{{"seat":{seat},"baseHp":25,"baseMaxHp":25,"handSize":{hand},"hand":[],"resourcesReady":{ready},"resourcesExhausted":0,"credits":0,"hasForce":false,"discard":[],"cards":[{cards}]}}"#
        )
    };
    let (one, two) = (seat(1, hand, ready, cards), seat(2, 0, 0, ""));
    format!(r#"{{"round":1,"phase":"action","initiative":1,"players":{{"1":{one},"2":{two}}}}}"#)
}

/// Events of a game in the older form: copies, tokens, damage, an upgrade.
fn events() -> Vec<String> {
    let marine = r#"{"id":"SOR#095:2","zone":"ground","damage":1,"exhausted":true,"upgrades":["SOR#120"],"shields":0,"experience":1,"statusTokens":{}}"#;
    let lines = [
        r#"{"seq":"R0.S.1","t":"MOVE","p":1,"card":"SOR#095","from":"deck","to":"hand","kind":"unit"}"#,
        r#"{"seq":"R0.S.1a","t":"MOVE","p":1,"card":"SOR#095:2","from":"deck","to":"hand","kind":"unit"}"#,
        r#"{"seq":"R0.S.1b","t":"DRAW","p":1,"count":2,"cards":[]}"#,
        r#"{"seq":"R0.S.2","t":"MOVE","p":1,"card":"SOR#095","from":"hand","to":"resource"}"#,
        r#"{"seq":"R0.S.2a","t":"RESOURCE","p":1,"card":"SOR#095"}"#,
        &format!(
            r#"{{"seq":"R1.start","t":"ROUND_START","round":1,"keyframe":{}}}"#,
            plain(1, 1, "")
        ),
        r#"{"seq":"R1.A.start","t":"PHASE_START","phase":"action"}"#,
        r#"{"seq":"R1.A.1","t":"PLAY","p":1,"card":"SOR#095:2","zone":"ground","cost":2}"#,
        r#"{"seq":"R1.A.1a","t":"MOVE","p":1,"card":"SOR#095:2","from":"hand","to":"ground","kind":"unit"}"#,
        r#"{"seq":"R1.A.1b","t":"EXHAUST","card":"SOR#095:2"}"#,
        r#"{"seq":"R1.A.2","t":"PLAY_UPGRADE","p":1,"card":"SOR#120","target":"SOR#095:2"}"#,
        r#"{"seq":"R1.A.2a","t":"SHIELD_GAIN","card":"SOR#095:2"}"#,
        r#"{"seq":"R1.A.2b","t":"EXPERIENCE_GAIN","card":"SOR#095:2","count":1}"#,
        r#"{"seq":"R1.A.2c","t":"STATUS_TOKEN","card":"SOR#095:2","token":"__proto__","count":2}"#,
        r#"{"seq":"R1.A.3","t":"ATTACK","p":2,"atk":"SOR#164","def":"SOR#095:2","defenderType":"unit"}"#,
        r#"{"seq":"R1.A.3a","t":"SHIELD_USE","card":"SOR#095:2"}"#,
        r#"{"seq":"R1.A.3b","t":"DAMAGE","src":"SOR#164","tgt":"SOR#095:2","amt":3,"damageType":"combat","hp":1}"#,
        r#"{"seq":"R1.A.3aa","t":"HEAL","tgt":"SOR#095:2","amt":2,"hp":3}"#,
        r#"{"seq":"R1.A.3c","t":"STATUS_TOKEN","card":"SOR#095:2","token":"__proto__","count":-2}"#,
        r#"{"seq":"R1.A.3d","t":"DAMAGE","src":"SOR#164","tgt":"base@2","amt":2,"damageType":"combat","hp":23}"#,
        r#"{"seq":"R1.A.3e","t":"OVERWHELM","p":1,"tgt":"base@2","amt":1,"hp":25}"#,
        r#"{"seq":"R1.A.4","t":"CLAIM_INITIATIVE","p":2}"#,
        &format!(
            r#"{{"seq":"R1.end","t":"ROUND_END","round":1,"keyframe":{}}}"#,
            plain(0, 1, marine)
        ),
        r#"{"seq":"R1.A.game-end","t":"GAME_END","winner":1,"reason":"Concession"}"#,
    ];
    lines.into_iter().map(str::to_owned).collect()
}

fn text(events: &[String]) -> String {
    format!(
        "{HEADER}\n%%% events\n{}\n\n%%% Cards\n{}\n%%% STORY\nOne day\n\n{{no JSON\n%%% ANNOTATIONS\n{}\n",
        events.join("\n"),
        r#"{"id":"SOR#095","name":"Battlefield Marine","kind":"unit"}"#,
        r#"{"ref":"R1.A.3","nag":"?!","text":"why?","line":[]}"#,
    )
}

fn file(text: &str) -> File {
    File::parse(text).unwrap_or_else(|flaw| panic!("{flaw}"))
}

#[test]
fn a_file_of_the_older_form_is_read_folded_and_told() {
    let text = text(&events());
    let (report, read) = Report::of("game.swupgn", text.as_bytes());
    assert!(report.sound && !report.newer, "{}", report.text());
    assert_eq!((report.events, report.keyframes), (24, 2));
    let read = read.unwrap();
    assert_eq!(read.tag("Reason"), Some("Con\"ces\\sion"));
    assert_eq!(read.story.as_deref(), Some("One day\n\n{no JSON"));
    // Carriage returns, a mark of the order of bytes and blank lines change nothing but the numbers of lines.
    let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(file(&other), read);
    assert_eq!(file(&read.written()).events.len(), read.events.len());
    let written = file(&read.written());
    let without =
        |file: &File| -> Vec<_> { file.events.iter().map(|e| e.fields.clone()).collect() };
    assert_eq!(without(&written), without(&read));
    assert_eq!((&written.story, written.written()), (&read.story, read.written()));
    let at = |seq: &str| State::at(&read.events, seq);
    let marine = at("R1.A.2c").unit("SOR#095:2").cloned().unwrap();
    assert_eq!((marine.shields, marine.experience, marine.exhausted), (1, 1, true));
    assert_eq!(marine.tokens.get("__proto__"), Some(&2));
    assert_eq!(marine.upgrades, ["SOR#120"]);
    assert!(at("R1.A.3c").unit("SOR#095:2").unwrap().tokens.is_empty());
    assert_eq!(at("R1.A.3d").sides[1].base_hp, 23);
    assert_eq!(at("R1.A.4").initiative, Some(1));
    let mut state = State::default();
    for event in &read.events {
        state.fold(event);
        assert_eq!(State::at(&read.events, event.seq()), state, "{}", event.seq());
    }
    let story = story(&read, None).join("\n");
    for part in [
        "  1. Player 1 plays Battlefield Marine #2 to ground (cost 2)",
        "Player 2's base",
        "ROUND 1",
        "1 xp",
    ] {
        assert!(story.contains(part), "{part}: {story}");
    }
}

#[test]
fn a_keyframe_that_the_events_do_not_lead_to_is_told() {
    let mut events = events();
    events[9] = events[9].replace("EXHAUST", "READY");
    let (report, _) = Report::of("game.swupgn", text(&events).as_bytes());
    let told: Vec<_> =
        report.mismatches.iter().map(|one| (one.seq.as_str(), one.what.path.as_str())).collect();
    assert_eq!(told, [("R1.end", "players.1.cards[SOR#095:2].exhausted")]);
    assert_eq!(report.mismatches[0].what.expected, json!(true));
    assert!(report.text().contains("game.swupgn:40: R1.end"), "{}", report.text());
    // The one left out is missed, and what is there for no reason is, too.
    events[8] = events[8].replace("ground", "space");
    events[7] = r#"{"seq":"R1.A.1","t":"PASS","p":1}"#.to_owned();
    let (_, found) = keyframes(&file(&text(&events)));
    assert!(found.iter().any(|one| one.what.path.ends_with(".zone")), "{found:?}");
}

/// Flaws that are put into a file one by one, each with what the check tells of it.
#[test]
fn what_is_wrong_is_told_with_its_line() {
    let whole = text(&events());
    for (from, to, grade, part) in [
        ("[Seed \"42\"]\n", "", Grade::Unreadable, "missing required header tag [Seed]"),
        ("SWU-PGN/1.0", "SWU-PGN/2.0", Grade::Unreadable, "\"SWU-PGN/2.0\"; expected SWU-PGN/1.0"),
        ("SWU-PGN/1.0", "PGN", Grade::Unreadable, "\"PGN\""),
        ("\"42\"", "\" \"", Grade::Unreadable, "the tag [Seed] is empty"),
        ("%%% events", "", Grade::Unreadable, "record before any %%% section on line 18"),
        ("%%% events", "%%% else", Grade::Unreadable, "in unrecognized section on line 18"),
        ("\"t\":\"HEAL\"", "\"t\":", Grade::Unreadable, "invalid JSON on line 35"),
        ("[Rounds \"1\"]", "Rounds: 1", Grade::Unreadable, "missing required header tag [Rounds]"),
        ("[Rounds", "{}\n[Rounds", Grade::Unreadable, "record before any %%% section on line 15"),
        ("[Rounds", "[1]\n[Rounds", Grade::Unreadable, "record before any %%% section on line 15"),
        ("SWU-PGN/1.0", "SWU-PGN/1.", Grade::Unreadable, "\"SWU-PGN/1.\""),
        ("%%% events", "%%% Cards\n%%% events\n[1]", Grade::Unreadable, "a JSON object"),
        ("\"amt\":3,", "", Grade::Breach, "DAMAGE without amt"),
        ("\"amt\":3,", "\"amt\":\"3\",", Grade::Breach, "expected a whole number"),
        ("\"p\":2,\"atk\"", "\"p\":\"__proto__\",\"atk\"", Grade::Breach, "the number 1 or 2"),
        ("R1.A.3aa", "R1.A.3b", Grade::Breach, "the place R1.A.3b again"),
        ("R1.A.3aa", "round 1", Grade::Breach, "the place \"round 1\""),
        ("[Result \"P1\"]", "[Result \"me\"]", Grade::Breach, "P1, P2, Draw or Incomplete"),
        ("[Rounds \"1\"]", "[Rounds \"one\"]", Grade::Breach, "digits"),
        ("\"ref\":\"R1.A.3\"", "\"ref\":\"R9.A.3\"", Grade::Breach, "the place of an event"),
        ("SWU-PGN/1.0", "SWU-PGN/1.7", Grade::Remark, "SWU-PGN/1.7"),
        ("other@1f2e", "other@unknown", Grade::Remark, "nobody can find out"),
        ("\"42\"", "\"unseeded\"", Grade::Remark, "cannot be run again"),
        ("\"Player 1\"]", "\"Anna\"]", Grade::Remark, "no names of people"),
        ("[Rounds", "[Weather \"fine\"]\n[Rounds", Grade::Remark, "a tag [Weather]"),
        ("[Rounds", "; a comment\n[Rounds", Grade::Remark, "\"; a comment\" in the header"),
        ("[Rounds", "[My-Tag \"a\"]\n[Rounds", Grade::Remark, "[My-Tag"),
        ("SWU-PGN/1.0", "SWU-PGN/1.2-draft", Grade::Remark, "SWU-PGN/1.2-draft"),
        ("\"t\":\"HEAL\"", "\"t\":\"CURE\",\"x\":[{}]", Grade::Remark, "an event \"CURE\""),
        (
            "\"from\":\"hand\",\"to\":\"ground\"",
            "\"from\":\"\",\"to\":\"ground\"",
            Grade::Remark,
            "is overlooked",
        ),
        (
            "\"from\":\"hand\",\"to\":\"ground\"",
            "\"from\":\"hand\",\"to\":\"hand\"",
            Grade::Remark,
            "two zones",
        ),
        ("\"nag\":\"?!\"", "\"nag\":\"!!!\"", Grade::Remark, "the mark"),
        ("{\"1\":{\"seat\":1", "{\"3\":{\"seat\":1", Grade::Remark, "both seats"),
    ] {
        assert!(whole.contains(from), "{from}");
        let changed = whole.replacen(from, to, 1);
        let (report, _) = Report::of("game.swupgn", changed.as_bytes());
        let told = report.flaws.iter().find(|flaw| flaw.to_string().contains(part));
        let told = told.unwrap_or_else(|| panic!("{to}: {}", report.text()));
        assert_eq!(told.grade, grade, "{told}");
        assert_eq!(report.is_readable(), grade != Grade::Unreadable, "{told}");
        assert!(grade != Grade::Unreadable || report.flaws.len() == 1, "{}", report.text());
        assert!(grade == Grade::Remark || !report.sound, "{told}");
        assert!(
            report.text().contains(&format!("game.swupgn:{}: ", told.line)),
            "{}",
            report.text()
        );
    }
    let (report, _) = Report::of("game.swupgn", &[b"[Game \"\n".as_slice(), b"\xff"].concat());
    assert!(report.flaws[0].to_string().starts_with("2: bytes that are no text"));
}

/// Every record of a text changed, as another program writes it.
fn rewritten(text: &str, change: impl Fn(&Fields) -> String) -> String {
    let line = |line: &str| match line.parse() {
        Ok(Value::Object(fields)) => change(&fields),
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A value with its whole numbers written as Python and R may write them.
fn with_points(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number}.0"),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(with_points).collect::<Vec<_>>().join(","))
        }
        Value::Object(fields) => {
            let field = |(name, field): (&String, &Value)| {
                format!("{}:{}", json!(name), with_points(field))
            };
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn files_are_read_however_other_programs_write_them() {
    let plain = text(&events());
    let expected = file(&plain);
    let last = |file: &File| State::at(&file.events, "");
    let joined = |fields: Vec<String>, between: &str| format!("{{{}}}", fields.join(between));
    let fields = |fields: &Fields, of: fn(&str, &Value) -> String| -> Vec<String> {
        fields.iter().map(|(name, value)| of(name, value)).collect()
    };
    let backwards = |record: &Fields| {
        let mut all = fields(record, |name, value| format!("{}:{value}", json!(name)));
        all.reverse();
        joined(all, ",")
    };
    let spaced = |record: &Fields| {
        let all = fields(record, |name, value| format!("\t{} :  {value} ", json!(name)));
        format!("  {}\t ", joined(all, " ,\t"))
    };
    let escaped = |record: &Fields| {
        let all = fields(record, |name, value| {
            let (first, rest) = name.split_at(1);
            format!("\"\\u{:04x}{rest}\":{value}", first.as_bytes()[0])
        });
        joined(all, ",")
    };
    // What a program leaves out may also be there as nothing; what it adds is its own.
    let nothing = |record: &Fields| {
        let mut all = record.clone();
        for name in
            ["cost", "target", "attachedTo", "zone", "kind", "defeatedBy", "prompt", "by", "line"]
        {
            all.entry(name).or_insert(Value::Null);
        }
        json!(all).to_string()
    };
    let blank = |record: &Fields| {
        let mut all = record.clone();
        for name in ["attachedTo", "zone", "target"] {
            all.entry(name).or_insert(json!(""));
        }
        json!(all).to_string()
    };
    let more = |record: &Fields| {
        let mut all = record.clone();
        all.insert("ts".to_owned(), json!(1_753_000_000_000_u64));
        all.insert("_x".to_owned(), json!({ "deep": [1, { "er": null }] }));
        if let Some(keyframe) = all.get_mut("keyframe") {
            keyframe["clock"] = json!([1.5, "s"]);
            keyframe["players"]["1"]["name"] = json!(null);
        }
        json!(all).to_string()
    };
    let records = [
        ("backwards", rewritten(&plain, backwards)),
        ("spaced", rewritten(&plain, spaced)),
        ("escaped", rewritten(&plain, escaped)),
        ("with points", rewritten(&plain, |record| with_points(&json!(record)))),
        ("nothing", rewritten(&plain, nothing)),
        ("blank", rewritten(&plain, blank)),
        ("more", rewritten(&plain, more)),
    ];
    let (head, tail) = plain.split_once("%%% events\n").unwrap();
    let (first, second) = tail.split_once("{\"seq\":\"R1.A.2\"").unwrap();
    let (game, rest) = tail.split_once("\n\n%%% Cards").unwrap();
    let forms = [
        (
            "banners",
            plain.replace("%%% events", " \t%%%eVeNtS ").replace("%%% STORY", "%%%   story"),
        ),
        (
            "lines",
            plain
                .replace('\n', " \r\n\r\n \t\r\n")
                .replace("One day \r\n\r\n \t\r\n \r\n", "One day\r\n\r\n"),
        ),
        ("tags", plain.replace("[Seed \"42\"]", "\t[ Seed\t \"42\" ]  [Format \"Premier\"] ")),
        ("comments", plain.replace("[Seed", "; who knows\n# nobody\n[Seed")),
        ("later", plain.replace("SWU-PGN/1.0", "SWU-PGN/1.0.1")),
        (
            "in parts",
            format!(
                "{head}%%% EVENTS\n{first}%%% MORE\n\n%%% EVENTS\n{{\"seq\":\"R1.A.2\"{second}"
            ),
        ),
        ("last", format!("{head}%%% Cards{rest}\n%%% EVENTS\n{game}")),
    ];
    for (name, text) in records.into_iter().chain(forms) {
        assert_ne!(text, plain, "{name}");
        let (report, read) = Report::of(name, text.as_bytes());
        assert!(report.sound, "{name}: {}", report.text());
        let read = read.unwrap();
        assert_eq!((report.events, report.keyframes), (24, 2), "{name}");
        assert_eq!(last(&read), last(&expected), "{name}");
        assert_eq!(story(&read, None), story(&expected, None), "{name}");
        assert_eq!(read.tag("Seed"), Some("42"), "{name}");
    }
}

#[test]
fn what_is_hidden_from_the_seat_that_recorded_a_game_is_no_flaw() {
    let more = concat!(
        "%%% DECKS\n{\"p\":1,\"leader\":\"SOR#010\",\"base\":\"SOR#024\",\"deck\":[[\"SOR#095\",2]],\"sideboard\":null}\n",
        "%%% SETUP\n{\"seq\":\"R1.S.0\",\"t\":\"INIT\",\"p1DeckOrder\":null}\n",
    );
    let hidden = events().into_iter().map(|event| event.replace("\"cards\":[]", "\"cards\":null"));
    let mut hidden: Vec<String> = hidden.collect();
    hidden.insert(5, r#"{"seq":"R0.S.3","t":"CHOICE","p":2,"chose":0}"#.to_owned());
    let open = text(&hidden).replace("%%% Cards", &format!("{more}%%% Cards"));
    let seen = open.replace("[Seed", "[Perspective \"P1\"]\n[Seed");
    let (report, _) = Report::of("seen", seen.as_bytes());
    assert!(report.sound, "{}", report.text());
    // The same from the other seat, and of a file that has seen everything, is less than the format demands.
    let other = open.replace("[Seed", "[Perspective \"P2\"]\n[Seed");
    for text in [other, open] {
        let (report, _) = Report::of("open", text.as_bytes());
        assert!(!report.sound && report.is_readable(), "{}", report.text());
    }
}

#[test]
fn an_early_file_is_read_with_what_it_is_allowed() {
    let early = text(&events()).replace("SWU-PGN/1.0", "SWU-PGN/1.1");
    let early = early
        .replace("%%% STORY\nOne day\n\n{no JSON\n", "")
        .replace("[Seed \"42\"]", "[Seed \"unseeded\"]");
    let read = file(&early);
    assert_eq!(read.version(), Some(Version::Early));
    let (report, _) = Report::of("early", early.as_bytes());
    assert!(report.sound, "{}", report.text());
}

/// Events that newer writers add, one after the other.
#[test]
fn events_of_newer_writers_are_folded() {
    let lines = [
        json!({"t": "CREATE_TOKEN", "p": 1, "token": "TOKEN:spy#6665455613", "zone": "ground"}),
        json!({"t": "CREATE_TOKEN", "p": 1, "token": "TOKEN:credit#8015500527", "zone": "base"}),
        json!({"t": "MOVE", "p": 1, "card": "TOKEN:credit#8015500527", "from": "outsideTheGame", "to": "base"}),
        json!({"t": "MOVE", "p": 2, "card": "TOKEN:the-force#4571900905", "from": "outsideTheGame", "to": "base"}),
        json!({"t": "MOVE", "p": 1, "card": "SOR#001", "from": "hand", "to": "resource"}),
        json!({"t": "MOVE", "p": 1, "card": "SOR#002", "from": "hand", "to": "resource"}),
        json!({"t": "EXHAUST_RESOURCES", "p": 1, "amount": 9}),
        json!({"t": "READY_RESOURCES", "p": 1, "amount": 1}),
        json!({"t": "MOVE", "p": 1, "card": "SOR#002", "from": "resource", "to": "discard", "exhausted": true}),
        json!({"t": "STATS", "card": "TOKEN:spy#6665455613", "power": 0, "hp": 2, "keywords": ["Sentinel", "Raid 2"]}),
        json!({"t": "MOVE", "p": 2, "card": "SOR#164", "from": "hand", "to": "ground", "kind": "unit"}),
        json!({"t": "MOVE", "p": 2, "card": "SOR#120", "from": "hand", "to": "ground", "kind": "upgrade", "attachedTo": "SOR#164"}),
        json!({"t": "TAKE_CONTROL", "p": 1, "card": "SOR#164", "zone": "ground", "from": 2}),
        json!({"t": "MOVE", "p": 1, "card": "TOKEN:spy#6665455613", "from": "ground", "to": "capture"}),
        json!({"t": "CAPTURE", "p": 1, "card": "TOKEN:spy#6665455613", "by": "SOR#164"}),
        json!({"t": "TAKE_CONTROL", "p": 2, "card": "SOR#001", "zone": "resource", "from": 1}),
        json!({"t": "TAKE_CONTROL", "p": 2, "card": "TOKEN:credit#8015500527", "zone": "base"}),
        json!({"t": "UNDO"}),
    ];
    let mut events = Vec::new();
    for (number, mut line) in lines.into_iter().enumerate() {
        line["seq"] = json!(format!("R1.A.{}", number + 1));
        line["for"] = json!("R1.A.1");
        events.push(line.to_string());
    }
    let read = file(&format!("{HEADER}%%% EVENTS\n{}", events.join("\n")));
    assert!(is_newer(&read));
    let at = |number: usize| State::at(&read.events, &format!("R1.A.{number}"));
    assert_eq!(at(2).sides[0].units.len(), 1, "a Credit token is no unit");
    assert_eq!((at(4).sides[0].credits, at(4).sides[1].force), (1, true));
    assert_eq!((at(7).sides[0].ready, at(7).sides[0].exhausted), (0, 2));
    assert_eq!((at(9).sides[0].ready, at(9).sides[0].exhausted), (1, 0));
    assert_eq!(at(9).sides[0].resources.as_deref(), Some(&["SOR#001".to_owned()][..]));
    let spy = at(10).unit("TOKEN:spy#6665455613").cloned().unwrap();
    assert_eq!(spy.keywords.unwrap(), ["Raid 2", "Sentinel"]);
    let taken = at(13);
    assert_eq!(taken.place("SOR#164"), Some((0, 1)));
    assert_eq!(taken.unit("SOR#164").unwrap().upgrades, ["SOR#120"]);
    assert_eq!(at(15).unit("SOR#164").unwrap().captured, ["TOKEN:spy#6665455613"]);
    let last = at(18);
    assert_eq!((last.sides[0].ready, last.sides[1].ready), (0, 1));
    assert_eq!((last.sides[0].credits, last.sides[1].credits), (0, 1));
}

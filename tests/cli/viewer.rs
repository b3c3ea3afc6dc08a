//! Games as pages: what is in them, and what a browser shows of them.

use std::fs;

use serde_json::{Map, Value, json};

use super::Fixture;
use super::browser::Browser;

/// The data that a page of a game carries, with the options of each moment in their places.
pub(super) fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
    let mut data = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    offer(&mut data);
    if data["beside"].is_object() {
        offer(&mut data["beside"]);
    }
    data
}

fn offer(game: &mut Value) {
    let all = game["options"].take();
    for moment in game["moments"].as_array_mut().unwrap() {
        for option in
            moment["asked"].pointer_mut("/options").into_iter().flat_map(Value::as_array_mut)
        {
            option.iter_mut().for_each(|one| *one = all[one.as_u64().unwrap() as usize].clone());
        }
    }
}

/// Applies a JSON merge patch (RFC 7396, section 2).
fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let fields = target.as_object_mut().unwrap();
    for (name, value) in patch {
        if value.is_null() {
            fields.remove(name);
        } else {
            merge(fields.entry(name.clone()).or_insert(Value::Null), value);
        }
    }
}

/// The state of a page at each of its moments, in order.
fn states(data: &Value) -> Vec<Value> {
    let mut state = Value::Null;
    let moments = data["moments"].as_array().unwrap();
    let states = moments.iter().map(|moment| {
        merge(&mut state, &moment["change"]);
        state.clone()
    });
    states.collect()
}

const GAME: [&str; 7] = ["replay", "luke", "vader", "--row", "3", "--agents", "greedy"];

fn page(fixture: &Fixture, arguments: &[&str]) -> String {
    let html = ["--html", "out/game.html"];
    fixture.plainly(&[arguments, &html].concat()).assert().success().stdout("");
    fs::read_to_string(fixture.path("out/game.html")).unwrap()
}

#[test]
fn a_page_has_every_moment_of_its_game() {
    let fixture = Fixture::new();
    let log = fixture.plainly(&GAME).assert().success();
    let log = String::from_utf8(log.get_output().stdout.clone()).unwrap();
    let page = page(&fixture, &GAME);
    assert!(page.len() < 2_000_000, "{}", page.len());
    // The name of a kind of elements is no address.
    let fetched = page.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !fetched.contains("http:") && !fetched.contains("https:"),
        "something could be fetched"
    );
    let data = data(&page);
    let moments = data["moments"].as_array().unwrap();
    let decisions = log.split("decisions ").last().unwrap().split(',').next().unwrap();
    assert_eq!(moments.len(), decisions.parse::<usize>().unwrap() + 1);
    assert!(log.trim_end().ends_with(data["digest"].as_str().unwrap()), "{log}");
    for moment in &moments[..moments.len() - 1] {
        let options = moment["asked"]["options"].as_array().unwrap();
        let chosen = moment["asked"]["chosen"].as_u64().unwrap() as usize;
        assert!(options.len() > 1 && chosen < options.len(), "{moment}");
    }
    let lines = moments.iter().flat_map(|moment| moment["lines"].as_array().unwrap());
    for line in lines.map(|line| line.as_str().unwrap()) {
        assert!(log.contains(line.trim_end()), "{line}");
    }
    let last = states(&data).pop().unwrap();
    assert!(last["outcome"].is_string(), "{}", last["outcome"]);
    // Both decks with leaders and bases, and tokens.
    assert!(last["cards"].as_object().unwrap().len() >= 2 * 52);
}

#[test]
fn a_page_for_one_seat_has_nothing_that_is_hidden_from_it() {
    let fixture = Fixture::new();
    for (eyes, own, other) in [("P1", 0, 1), ("P2", 1, 0)] {
        let data = data(&page(&fixture, &[&GAME[..], &["--eyes", eyes]].concat()));
        for (moment, state) in data["moments"].as_array().unwrap().iter().zip(states(&data)) {
            let player = |seat: usize| &state["players"][seat.to_string()];
            for hidden in ["hand", "deck", "resource_cards"] {
                assert!(player(other)[hidden].is_null(), "{hidden}");
            }
            assert!(player(own)["hand"].is_array());
            assert_eq!(moment["lines"], Value::Array(Vec::new()));
            let asked = &moment["asked"];
            if asked.is_object() && asked["player"] != eyes {
                assert_eq!(asked["options"], Value::Array(Vec::new()));
                assert!(asked["chosen"].is_null());
            }
            for card in state["cards"].as_object().unwrap().values() {
                let at = card["zone"].as_str().unwrap();
                let secret = at == "Deck" || at == "Hand" && card["owner"] != eyes;
                assert!(!secret, "{card}");
            }
        }
    }
    fixture.refuses_page(&["--eyes", "P3"], "expected one of P1 to P2");
    fixture.refuses_page(&["--eyes", "Vader"], "expected P1, P2 and so on");
}

impl Fixture {
    fn refuses_page(&self, more: &[&str], part: &str) {
        let arguments = [&GAME[..], &["--html", "out/none.html"], more].concat();
        let refused = self.plainly(&arguments).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(part), "{error}");
        assert!(!self.path("out/none.html").exists());
    }
}

/// A game of each kind, short enough to be looked at moment by moment.
const GAMES: [(&str, &[&str], usize); 4] = [
    ("unlimited", &GAME, 2),
    (
        "xwing",
        &[
            "replay",
            "@cards/xwing/squads/academy-swarm.json",
            "@cards/xwing/squads/gold-ion-turrets.json",
            "--row",
            "1",
        ],
        2,
    ),
    ("imperium", &["replay", "@tests/positions/three-table.ron", "--row", "0", "--rounds", "2"], 3),
    ("skirmish", &["replay", "@tests/positions/skirmish-two.ron", "--row", "0"], 2),
];

/// Arguments, with files of the project where they lie.
fn placed(arguments: &[&str]) -> Vec<String> {
    let root = env!("CARGO_MANIFEST_DIR");
    let place = |word: &&str| match word.strip_prefix('@') {
        Some(file) => format!("{root}/{file}"),
        None => (*word).to_owned(),
    };
    arguments.iter().map(place).collect()
}

/// A script that reads from the page what its board shows, in lines like those that [`told`] makes of the
/// table.
const SHOWN: &str = r"() => {
  const all = (of, what) => [...of.querySelectorAll(what)];
  const text = (of, what) => of.querySelector(what)?.textContent ?? '';
  const board = document.getElementById('board');
  return [
    ...all(board, '.zones').map((zone) => [zone.dataset.player, text(zone, '.health span'),
      all(zone, '.base p').map((line) => line.textContent).find((line) => line.includes('resources')),
      ...['hand', 'resources', 'discard', 'deck'].map((pile) => text(zone, `[data-pile=${pile}] .count`)),
      all(zone, '[data-pile=hand] .card').length].join(' | ')),
    ...all(board, '.units > .card').map((card) => [card.dataset.card, text(card, 'h4'), text(card, '.power'), text(card, '.hp')].join(' | ')),
    ...all(board, '.ship').map((ship) => `${ship.dataset.card} | ${ship.getAttribute('transform')}`),
    ...all(board, '.pilot:not(.gone)').map((ship) => [ship.dataset.pilot, text(ship, '.pips.hull .unseen'),
      text(ship, '.pips.shields .unseen'), all(ship, '.dial .unseen').length].join(' | ')),
    ...all(board, '[data-tile]').map((tile) => (tile.getAttribute('aria-label') ?? tile.textContent).split('; ')[0]),
    ...all(board, '.sheet-of').map((sheet) => [sheet.dataset.player, text(sheet, '.points'),
      ...all(sheet, '.numbers dd').map((number) => number.textContent), sheet.querySelector('details') !== null].join(' | ')),
    ...all(board, 'ul.sheet li').map((line) => line.textContent),
  ];
}";

fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(list) => list.iter().collect(),
        Value::Object(fields) => {
            // By their numbers, as scripts have them.
            let mut fields: Vec<(u32, &Value)> =
                fields.iter().map(|(name, field)| (name.parse().unwrap(), field)).collect();
            fields.sort_by_key(|(number, _)| *number);
            fields.into_iter().map(|(_, field)| field).collect()
        }
        _ => Vec::new(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The lines that a board must show of a table to a seat, or without one to whoever may see everything.
fn told(game: &str, table: &Value, seat: Option<&str>) -> Vec<String> {
    match game {
        "unlimited" => told_of_cards(table, seat),
        "xwing" => told_of_ships(table, seat),
        "imperium" => told_of_systems(table, seat),
        _ => list(table).into_iter().map(text).collect(),
    }
}

fn told_of_cards(table: &Value, seat: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    let cards = &table["cards"];
    let mut players = list(&table["players"]);
    if seat != Some("P2") {
        players.reverse();
    }
    for player in &players {
        let hp = cards[text(&player["base"])]["printed"]["hp"].as_i64().unwrap();
        let left = hp - player["base_damage"].as_i64().unwrap();
        let hand = list(&player["hand"]).len();
        lines.push(format!(
            "{} | {left} of {hp} HP | {} of {} resources ready | {} | {} | {} | {} | {hand}",
            text(&player["player"]),
            player["ready_resources"],
            player["resources"],
            player["hand_count"],
            player["resources"],
            list(&player["discard"]).len(),
            player["deck_count"],
        ));
    }
    for zone in ["Ground", "Space"] {
        for player in &players {
            for id in list(&table["play"]) {
                let card = &cards[text(id)];
                let now = &card["now"];
                if card["zone"] != zone
                    || card["controller"] != player["player"]
                    || !now["host"].is_null()
                {
                    continue;
                }
                let name = text(&card["name"]);
                let name = name.split(", ").next().unwrap();
                let (hp, damage) = (now["hp"].as_i64().unwrap(), now["damage"].as_i64().unwrap());
                let of = if damage > 0 { format!("/{hp}") } else { String::new() };
                let left = hp - damage;
                lines.push(format!(
                    "{id} | {name} | power {} | remaining HP {left}{of}",
                    now["power"]
                ));
            }
        }
    }
    lines
}

fn told_of_ships(table: &Value, seat: Option<&str>) -> Vec<String> {
    let ships = list(&table["ships"]);
    let mat = table["mat"].as_f64().unwrap();
    let mut lines = Vec::new();
    for ship in &ships {
        if let [x, y, _] = list(&ship["at"])[..] {
            let (x, y) = (x.as_f64().unwrap(), mat - y.as_f64().unwrap());
            lines.push(format!("{} | translate({x} {y})", ship["id"]));
        }
    }
    let squads = if seat == Some("P2") { ["P2", "P1"] } else { ["P1", "P2"] };
    for squad in squads {
        let own =
            ships.iter().filter(|ship| ship["player"] == squad && ship["presence"] != "Removed");
        for ship in own {
            let hull = ship["hull"].as_i64().unwrap();
            let left = (hull - ship["damage"].as_i64().unwrap()).max(0);
            let shields = match &list(&ship["shields"])[..] {
                [left, most] if most.as_i64() > Some(0) => format!("{left} of {most} shields"),
                _ => String::new(),
            };
            let dial = u8::from(!ship["dial"].is_null());
            lines.push(format!("{} | {left} of {hull} hull | {shields} | {dial}", ship["id"]));
        }
    }
    lines
}

fn told_of_systems(table: &Value, seat: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    for system in list(&table["systems"]) {
        let join = |list: Vec<String>| (!list.is_empty()).then(|| list.join(", "));
        let texts = |value: &Value| list(value).into_iter().map(text).collect::<Vec<_>>();
        let anomaly = match system["anomaly"].as_str() {
            Some("AsteroidField") => Some("asteroid field".to_owned()),
            Some("GravityRift") => Some("gravity rift".to_owned()),
            other => other.map(str::to_lowercase),
        };
        let units = list(&system["units"]).into_iter().map(|units| {
            let figures = list(&units["figures"]).into_iter().map(|figure| {
                let damaged = figure[2].as_i64().unwrap();
                let damaged =
                    if damaged > 0 { format!(" ({damaged} damaged)") } else { String::new() };
                format!("{} {}{damaged}", figure[1], text(&figure[0]))
            });
            format!("{}: {}", text(&units["player"]), figures.collect::<Vec<_>>().join(", "))
        });
        let facts = [
            Some(text(&system["name"])),
            system["home"].as_str().map(|seat| format!("home of {seat}")),
            anomaly,
            join(texts(&system["wormholes"]))
                .map(|list| format!("wormhole {}", list.to_lowercase())),
            join(texts(&system["tokens"])).map(|list| format!("command tokens of {list}")),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().chain(units).collect();
        lines.push(facts.join(", "));
    }
    for player in list(&table["players"]) {
        let number = |field: &str| text(&player[field]);
        let of = |field: &str| format!("{} of {}", player[field][0], player[field][1]);
        let tokens: Vec<String> = list(&player["tokens"]).into_iter().map(text).collect();
        let open = seat.is_none_or(|seat| player["player"] == seat);
        // Everybody knows who holds which notes.
        let hand = open && !list(&player["hand"]).is_empty() || !list(&player["notes"]).is_empty();
        lines.push(format!(
            "{} | {} points | {} | {} | {} | {} | {} | {hand}",
            number("player"),
            number("points"),
            tokens.join("/"),
            number("trade_goods"),
            number("commodities"),
            of("resources"),
            of("influence"),
        ));
    }
    lines
}

/// Places of moments, as many as are wanted, by chance that is the same each time; the first and the last are
/// among them.
fn drawn(count: usize, wanted: usize) -> Vec<usize> {
    let mut state = 0x9e37_79b9_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let mut drawn: Vec<usize> = (2..wanted).map(|_| next()).chain([0, count - 1]).collect();
    drawn.sort_unstable();
    drawn.dedup();
    drawn
}

#[test]
fn a_browser_steps_through_games_of_each_kind() {
    let Some(mut browser) = Browser::open() else { return };
    let fixture = Fixture::new();
    for (game, arguments, seats) in GAMES {
        let arguments = placed(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let names: Vec<String> = (1..=seats).map(|seat| format!("P{seat}")).collect();
        for seat in [None].into_iter().chain(names.iter().map(|name| Some(name.as_str()))) {
            let eyes = seat.map_or_else(Vec::new, |seat| vec!["--eyes", seat]);
            let page = page(&fixture, &[&arguments[..], &eyes].concat());
            assert!(page.len() < 2_000_000, "{game}: {}", page.len());
            let data = data(&page);
            let states = states(&data);
            assert_eq!(data["game"], game);
            let looked = drawn(states.len(), 50);
            browser.go(&format!("file://{}#d=0", fixture.path("out/game.html").display()));
            let found = browser.run(&format!(
                "(() => {{
                  const shown = {SHOWN};
                  const looked = new Set({looked:?});
                  const found = {{}};
                  for (let at = 0; at < {count}; at++) {{
                    if (at > 0) document.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowRight' }}));
                    if (looked.has(at)) found[at] = {{ moment: document.getElementById('moment').textContent,
                      link: document.getElementById('link').hash, board: shown(), asked: document.getElementById('asked').textContent }};
                  }}
                  return found;
                }})()",
                count = states.len(),
            ));
            assert_eq!(found.as_object().unwrap().len(), looked.len());
            for at in looked {
                let found = &found[at.to_string()];
                let of = format!("({} of {})", at + 1, states.len());
                assert!(text(&found["moment"]).ends_with(&of), "{found}");
                assert_eq!(found["link"], format!("#d={at}"));
                let board: Vec<String> = list(&found["board"]).into_iter().map(text).collect();
                assert_eq!(board, told(game, &states[at], seat), "{game}, {seat:?}, moment {at}");
                assert!(!board.is_empty(), "{game}: nothing is shown");
                let asked = &data["moments"][at]["asked"];
                for option in list(&asked["options"]) {
                    let label = text(&option["label"]);
                    assert!(text(&found["asked"]).contains(&label), "{label}");
                }
            }
        }
    }
}

/// The results that a session answers these requests with, in order; no request may fail.
fn answers(fixture: &Fixture, requests: &[(&str, Value)]) -> Vec<Value> {
    let lines = (1..).zip(requests).map(|(id, (method, params))| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string() + "\n"
    });
    let input: String = lines.collect();
    let output = fixture.plainly(&["session"]).write_stdin(input).assert().success();
    let output = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let answer = |line: &str| {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert!(answer["error"].is_null(), "{answer}");
        answer["result"].clone()
    };
    output.lines().map(answer).collect()
}

#[test]
fn a_page_shows_what_a_session_tells_of_the_same_decision() {
    let fixture = Fixture::new();
    for (game, arguments, _) in &GAMES[..3] {
        let arguments = placed(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let data = data(&page(&fixture, &arguments));
        let states = states(&data);
        for at in drawn(states.len() - 1, 7) {
            let decision = data["moments"][at]["decision"].to_string();
            let until = ["--until", &decision, "--save", "out/saved.json"];
            fixture.plainly(&[&arguments[..], &until].concat()).assert().success();
            let saved = fs::read_to_string(fixture.path("out/saved.json")).unwrap();
            let saved: Value = serde_json::from_str(&saved).unwrap();
            let requests = [
                ("load", json!({ "saved": saved })),
                ("state", json!({ "table": 1 })),
                ("view", json!({ "table": 1, "player": "P1" })),
            ];
            let answers = answers(&fixture, &requests);
            let (state, view) = (&answers[1]["state"], &answers[2]["view"]);
            let table = &states[at];
            let in_view = |line: &str| {
                let there = list(view).into_iter().any(|told| text(told).starts_with(line));
                assert!(there, "{game}, decision {decision}: {line} is not in {view}");
            };
            match *game {
                "unlimited" => {
                    for card in list(&state["cards"]) {
                        let shown = &table["cards"][text(&card["id"])];
                        for field in ["name", "zone", "controller", "definition"] {
                            assert_eq!(shown[field], card[field], "decision {decision}");
                        }
                        for field in ["damage", "power", "hp", "exhausted"] {
                            assert_eq!(shown["now"][field], card["now"][field], "{card}");
                        }
                    }
                }
                "xwing" => {
                    for ship in list(&table["ships"]) {
                        if ship["presence"] != "Present" {
                            continue;
                        }
                        let left = |field: &str, name: &str| match &list(&ship[field])[..] {
                            [left, most] if most.as_i64() > Some(0) => {
                                format!(", {left} of {most} {name}")
                            }
                            _ => String::new(),
                        };
                        in_view(&format!(
                            "{}: {}, initiative {}{}{}, hull {}",
                            text(&ship["player"]),
                            text(&ship["name"]),
                            ship["initiative"],
                            left("shields", "shields"),
                            left("force", "Force"),
                            ship["hull"],
                        ));
                    }
                }
                _ => {
                    for player in list(&table["players"]) {
                        let tokens: Vec<String> =
                            list(&player["tokens"]).into_iter().map(text).collect();
                        in_view(&format!(
                            "{}: {}; tokens {}, {} trade goods, {} commodities, {} points",
                            text(&player["player"]),
                            text(&player["faction"]),
                            tokens.join("/"),
                            player["trade_goods"],
                            player["commodities"],
                            player["points"],
                        ));
                    }
                }
            }
        }
    }
}

#[test]
fn a_page_for_one_seat_has_no_dial_and_no_hand_of_another() {
    let fixture = Fixture::new();
    for (game, arguments, seats) in &GAMES[1..3] {
        let arguments = placed(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for seat in 1..=*seats {
            let eyes = format!("P{seat}");
            let data = data(&page(&fixture, &[&arguments[..], &["--eyes", &eyes]].concat()));
            let mut own = 0;
            for state in states(&data) {
                let (things, hidden) = match *game {
                    "xwing" => (list(&state["ships"]), "dial"),
                    _ => (list(&state["players"]), "hand"),
                };
                for thing in things {
                    let open = thing["player"] == eyes || thing["revealed"] == true;
                    assert!(open || thing[hidden].is_null(), "{thing}");
                    own += usize::from(!thing[hidden].is_null());
                }
            }
            assert!(own > 0, "{game}: {eyes} does not see what is their own");
        }
    }
}

#[test]
fn a_page_is_used_with_keys_alone_and_keeps_notes() {
    let Some(mut browser) = Browser::open() else { return };
    let fixture = Fixture::new();
    let data = data(&page(&fixture, &GAME));
    let count = data["moments"].as_array().unwrap().len();
    browser.go(&format!("file://{}", fixture.path("out/game.html").display()));
    let at = |browser: &mut Browser| {
        let hash = text(&browser.run("document.getElementById('link').hash"));
        hash.strip_prefix("#d=").unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(at(&mut browser), 0);
    for (key, expected) in [("ArrowRight", 1), ("ArrowLeft", 0), ("End", count - 1), ("Home", 0)] {
        browser.press(key);
        assert_eq!(at(&mut browser), expected, "{key}");
    }
    let moments = data["moments"].as_array().unwrap();
    browser.press("PageDown");
    let round = at(&mut browser);
    assert!(moments[round]["round"].as_u64() > moments[round - 1]["round"].as_u64());
    browser.press("a");
    let attack = &moments[at(&mut browser)]["asked"];
    let chosen = &attack["options"][attack["chosen"].as_u64().unwrap() as usize];
    assert_eq!(chosen["verb"], "attack");
    // To the notes by Tab, which open with Enter.
    let focus = "document.activeElement.closest('details')?.id ?? document.activeElement.id";
    for _ in 0..200 {
        browser.press("Tab");
        if browser.run(focus) == "notes" {
            break;
        }
    }
    browser.press("Enter");
    browser.press("Tab");
    assert_eq!(browser.run("document.activeElement.id"), "note");
    let noted = at(&mut browser);
    browser.write("Here it turned");
    browser.press("Tab");
    // The address follows a moment later.
    let settled = format!(
        "(async () => {{ while (location.hash !== '#d={noted}') \
         await new Promise((done) => setTimeout(done, 20)); }})()"
    );
    browser.run(&settled);
    browser.reload();
    assert_eq!(at(&mut browser), noted, "a page that is loaded again stays where it was");
    assert_eq!(browser.run("document.getElementById('note').value"), "Here it turned");
    // What is on a card shows while it has the focus, and Escape takes it away.
    let shown = "(() => { const card = document.querySelector('.units .card'); card.focus();
        return card.querySelector('.rules').getBoundingClientRect().width; })()";
    assert!(browser.run(shown).as_f64() > Some(100.0));
    browser.press("Escape");
    assert_eq!(browser.run("document.activeElement.tagName"), "BODY");
}

#[test]
fn a_page_says_why_something_is_not_offered() {
    let fixture = Fixture::new();
    let refused = |eyes: &[&str]| {
        let data = data(&page(&fixture, &[&GAME[..], eyes].concat()));
        let asked =
            data["moments"].as_array().unwrap().iter().map(|moment| moment["asked"].clone());
        asked.filter(|asked| !list(&asked["refused"]).is_empty()).collect::<Vec<Value>>()
    };
    let all = refused(&[]);
    assert!(!all.is_empty());
    for asked in &all {
        for pair in list(&asked["refused"]) {
            let (label, reason) = (text(&pair[0]), text(&pair[1]));
            assert!(
                list(&asked["options"]).iter().all(|option| option["label"] != label),
                "{asked}"
            );
            assert!(
                label.starts_with("Play ")
                    || label.starts_with("Attack with ")
                    || label.starts_with("Deploy ")
            );
            assert!(!reason.is_empty());
        }
    }
    assert!(all.iter().any(|asked| asked["refused"].to_string().contains("resources")));
    let own = refused(&["--eyes", "P1"]);
    let of_first: Vec<&Value> = all.iter().filter(|asked| asked["player"] == "P1").collect();
    assert_eq!(own.iter().collect::<Vec<_>>(), of_first);
}

#[test]
fn two_games_lie_beside_each_other() {
    let fixture = Fixture::new();
    let plain = data(&page(&fixture, &GAME));
    let edit = ["--edit", "SOR_164 cost+1", "--beside"];
    let both = data(&page(&fixture, &[&GAME[..], &edit].concat()));
    assert_eq!(both["beside"]["moments"], plain["moments"]);
    assert_ne!(both["moments"], plain["moments"]);
    assert!(text(&both["title"]).ends_with(", with the change"));
    fixture.refuses_page(&["--beside"], "expected a file with pairs, or --edit");
    let Some(mut browser) = Browser::open() else { return };
    browser.go(&format!("file://{}#d=0", fixture.path("out/game.html").display()));
    let shown = "[...document.querySelectorAll('#board .health, #beside-board .health')].length";
    assert_eq!(browser.run(shown), 4);
    browser.press("End");
    let told = text(&browser.run("document.getElementById('beside-moment').textContent"));
    assert!(told.contains(", without it: ") && told.contains("they part at moment"), "{told}");
}

#[test]
fn a_game_that_was_saved_is_played_on() {
    let fixture = Fixture::new();
    let whole = data(&page(&fixture, &GAME));
    let until = ["--until", "40", "--save", "out/saved.json"];
    fixture.plainly(&[&GAME[..], &until].concat()).assert().success();
    let on = data(&page(&fixture, &["replay", "out/saved.json", "--row", "0"]));
    let (all, rest) = (states(&whole), states(&on));
    assert_eq!(rest, all[40..]);
    let chosen = |data: &Value, from: usize| {
        let moments = data["moments"].as_array().unwrap()[from..].iter();
        moments.map(|moment| moment["asked"]["chosen"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(chosen(&on, 0), chosen(&whole, 40));
    let mut saved: Value =
        serde_json::from_str(&fs::read_to_string(fixture.path("out/saved.json")).unwrap()).unwrap();
    saved["digest"] = json!("0123456789abcdef");
    fixture.write("out/other.json", &saved.to_string());
    let other = ["replay", "out/other.json", "--row", "0"];
    let refused = fixture.plainly(&other).assert().code(2);
    let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(error.contains("the digest of what was loaded is another one"), "{error}");
    let agents = ["--agents", "greedy,greedy,random"];
    for (more, part) in [
        (&["--row", "1"][..], "one game as it was saved; expected 0"),
        (&[&["--row", "0"][..], &agents].concat()[..], "3 names where 2 sit"),
        (&["--row", "0", "--seats", "2"], "--seats: "),
    ] {
        let arguments = [&["replay", "out/saved.json", "--html", "out/on.html"], more].concat();
        let refused = fixture.plainly(&arguments).assert().code(2);
        let error = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn pages_are_for_everybody() {
    let Some(mut browser) = Browser::open() else { return };
    let fixture = Fixture::new();
    for (game, arguments, _) in GAMES {
        let arguments = placed(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let data = data(&page(&fixture, &arguments));
        let count = data["moments"].as_array().unwrap().len();
        let address = format!("file://{}", fixture.path("out/game.html").display());
        for (width, scheme) in [(1200, "light"), (1200, "dark"), (390, "light"), (390, "dark")] {
            browser.wide(width);
            let prefers = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
            browser.media("screen", &prefers);
            for moment in [count / 3, 2 * count / 3] {
                browser.go(&format!("{address}#d={moment}"));
                let over =
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                assert_eq!(browser.run(over), 0, "{game} at {width}: the page is too wide");
                assert_eq!(browser.run("document.getAnimations().length"), 0, "{game}: it moves");
            }
            assert_eq!(browser.barriers(), [""; 0], "{game} at {width}, {scheme}");
        }
        browser.media("print", &[]);
        let seen = |id: &str| {
            format!("getComputedStyle(document.getElementById('{id}')).display !== 'none'")
        };
        for (id, there) in [("controls", false), ("notes", false), ("board", true), ("log", true)] {
            assert_eq!(browser.run(&seen(id)), there, "{game}, printed: {id}");
        }
        let whole = "(() => { const log = document.getElementById('log'); return log.scrollHeight - log.clientHeight; })()";
        assert!(browser.run(whole).as_i64() <= Some(1), "{game}: the log is cut off in print");
        browser.media("screen", &[]);
    }
}

/// A long game of each kind: of Imperium the whole of one of six players.
const LONG: [(&str, usize, &[&str]); 4] = [
    ("unlimited", 250, &["replay", "luke", "vader", "--row", "34", "--agents", "random"]),
    (
        "xwing",
        300,
        &[
            "replay",
            "@cards/xwing/squads/alpha-swarm.json",
            "@cards/xwing/squads/academy-swarm.json",
            "--row",
            "0",
            "--agents",
            "random",
        ],
    ),
    ("imperium", 1_500, &["replay", "@tests/positions/six-table.ron", "--row", "0"]),
    ("skirmish", 30, &["replay", "@tests/positions/skirmish-four.ron", "--row", "1"]),
];

#[test]
fn a_long_game_is_a_small_file_that_opens_within_a_second() {
    let mut browser = Browser::open();
    let fixture = Fixture::new();
    for (game, least, arguments) in LONG {
        let arguments = placed(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let page = page(&fixture, &arguments);
        let count = data(&page)["moments"].as_array().unwrap().len();
        assert!(count > least, "{game}: {count} moments are few");
        assert!(page.len() < 2_000_000, "{game}: {} bytes", page.len());
        let Some(browser) = &mut browser else { continue };
        let address = format!("file://{}#d={}", fixture.path("out/game.html").display(), count / 2);
        // The quickest of a few tells what the page needs; the others, what else the machine does.
        let opened = (0..6).map(|_| {
            browser.go(&address);
            let shown = browser.run("document.getElementById('board').innerText.length");
            assert!(shown.as_u64() > Some(20), "{game}: {shown}");
            let ready = browser.run("performance.getEntriesByType('navigation')[0].loadEventEnd");
            ready.as_f64().unwrap() as u32
        });
        let quickest = opened.min().unwrap();
        assert!((1..1_000).contains(&quickest), "{game}: {quickest} ms");
    }
}

//! Games as pages: what is in them, and what a browser shows of them.

use std::fs;
use std::process::Command;

use serde_json::{Map, Value};

use super::Fixture;

/// What a page of a game knows.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once(r#"<script type="application/json" id="data">"#).unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// RFC 7396, section 2.
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

/// The state at each moment.
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

/// Everything that a browser shows of a page, as HTML; nothing if there is none that runs.
fn shown(address: &str) -> Option<String> {
    let browser = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    })?;
    // Without a display it falls now and then.
    (0..4).find_map(|_| {
        let options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let dump = ["--virtual-time-budget=4000", "--dump-dom", address];
        let output = Command::new(browser).args(options).args(dump).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.contains("</html>").then_some(text)
    })
}

#[test]
fn a_browser_shows_the_moment_of_a_link() {
    let fixture = Fixture::new();
    let data = data(&page(&fixture, &GAME));
    let states = states(&data);
    let file = fixture.path("out/game.html");
    for moment in [0, states.len() / 2, states.len() - 1] {
        let Some(page) = shown(&format!("file://{}#d={moment}", file.display())) else {
            println!("skipped: there is no Chromium that runs");
            return;
        };
        let of = format!("({} of {})", moment + 1, states.len());
        assert!(page.contains(&of), "moment {moment} is not shown");
        let state = &states[moment];
        for player in state["players"].as_object().unwrap().values() {
            let base = &state["cards"][player["base"].to_string()]["printed"]["hp"];
            let hp = base.as_i64().unwrap_or(30);
            let left = hp - player["base_damage"].as_i64().unwrap();
            assert!(page.contains(&format!("{left} of {hp} HP")), "{player}");
            let ready =
                format!("{} of {} resources ready", player["ready_resources"], player["resources"]);
            assert!(page.contains(&ready), "{ready}");
        }
        for id in state["play"].as_array().into_iter().flatten() {
            let card = &state["cards"][id.to_string()];
            let drawn = matches!(card["zone"].as_str(), Some("Ground" | "Space"));
            let there = page.contains(&format!(r#"data-card="{id}""#));
            assert!(there || !drawn, "{card}");
        }
        let asked = &data["moments"][moment]["asked"];
        for option in asked["options"].as_array().into_iter().flatten() {
            let label = option["label"].as_str().unwrap().replace('&', "&amp;");
            assert!(page.contains(&label), "{label}");
        }
    }
}

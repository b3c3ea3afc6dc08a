//! Sessions: what is asked and answered, games copied and saved, positions changed in place, and
//! whatever is sent, never a crash and never a changed game.

mod copies;
mod digests;
mod document;
mod endings;
mod games;
mod idle;
mod malformed;
mod messages;
mod positions;
mod refusals;
mod shown;
mod shown_positions;
mod silent;

use cardmill::session::protocol::answer;
use cardmill::session::server::Server;
use cardmill_kernel::digest::mix;
use cardmill_unlimited::library::default_dir;
use serde_json::{Value, json};

/// A session in this process.
pub(crate) struct Talk {
    server: Server,
}

impl Talk {
    /// A session with the cards of the project.
    pub(crate) fn new() -> Self {
        Self { server: Server::open(default_dir()).unwrap() }
    }

    /// Sends a line; returns the answer, or `null` for none.
    pub(crate) fn line(&mut self, line: &[u8]) -> Value {
        let mut out = Vec::new();
        answer(&mut self.server, line, &mut out).unwrap();
        if out.is_empty() { Value::Null } else { serde_json::from_slice(&out).unwrap() }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let answer = self.line(request.to_string().as_bytes());
        assert_eq!(answer["id"], 7, "{request}: {answer}");
        answer
    }

    /// The result of a request that must be done.
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.request(method, params.clone());
        assert_eq!(answer.get("error"), None, "{method} {params}");
        answer["result"].take()
    }

    /// The code and the place of the error that a request must end with, and what is wrong.
    pub(crate) fn error(&mut self, method: &str, params: Value) -> (i64, String, String) {
        let answer = self.request(method, params.clone());
        assert_eq!(answer.get("result"), None, "{method} {params}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let error = &answer["error"];
        let data = &error["data"];
        assert!(text(&error["message"]).ends_with(data["reason"].as_str().unwrap()));
        (error["code"].as_i64().unwrap(), text(&data["place"]), text(&data["reason"]))
    }

    /// A new table with a position.
    pub(crate) fn setup(&mut self, given: Value) -> u64 {
        self.call("setup", json!({ "given": given }))["table"].as_u64().unwrap()
    }

    /// A new table with a game of two decks of the project.
    pub(crate) fn deal(&mut self, seed: u64) -> Value {
        let deck = |name: &str| default_dir().join("unlimited/decks").join(name);
        let decks = [deck("boba.json"), deck("leia.json")];
        self.call("new_game", json!({ "decks": decks, "seed": seed }))
    }

    /// All there is to know of a table.
    pub(crate) fn state(&mut self, table: u64) -> Value {
        self.call("state", json!({ "table": table }))["state"].take()
    }

    /// The digest of a table.
    pub(crate) fn digest(&mut self, table: u64) -> String {
        let state = self.call("state", json!({ "table": table }));
        state["digest"].as_str().unwrap().to_owned()
    }

    /// Takes the option with this label.
    pub(crate) fn choose(&mut self, table: u64, label: &str) -> Value {
        self.call("choose", json!({ "table": table, "option": label }))
    }
}

/// The labels of what is offered.
pub(crate) fn labels(standing: &Value) -> Vec<&str> {
    let options = standing["decision"]["options"].as_array().unwrap();
    options.iter().map(|option| option["label"].as_str().unwrap()).collect()
}

/// The option that line `line` of play takes at its `n`th decision.
pub(crate) fn pick(standing: &Value, line: u64, n: u64) -> usize {
    let count = standing["decision"]["options"].as_array().unwrap().len();
    (mix(line, n) % count as u64) as usize
}

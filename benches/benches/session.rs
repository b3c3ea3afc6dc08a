//! Processor time of the requests of a session: of a choice in a fresh session, beside as many
//! tables as a session can have, and after they were dropped; of what tells of a table.
//!
//! Whatever waits for the processor is not counted, so that the figures can be compared on a busy
//! machine, too.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use cardmill::session::protocol::answer;
use cardmill::session::server::{MOST, Server};
use cardmill_benches::speed::timed;
use cardmill_kernel::digest::mix;
use cardmill_unlimited::library::default_dir;
use serde_json::{Value, json};

/// Games that are played for a figure.
const GAMES: u64 = 20;
/// Choices in each of them.
const CHOICES: u64 = 60;
/// The number of times that a request is made which changes nothing.
const LOOKS: u64 = 2000;

/// A session in this process.
struct Talk {
    server: Server,
    /// Nanoseconds of processor time.
    spent: u64,
}

/// Nanoseconds this process has had the processor, where the system tells.
fn processor_time() -> Option<u64> {
    fs::read_to_string("/proc/self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

impl Talk {
    fn new() -> Self {
        let server = Server::open(default_dir()).expect("the cards of the checkout load");
        Self { server, spent: 0 }
    }

    fn call(&mut self, method: &str, params: &Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let (line, mut out) = (request.to_string(), Vec::new());
        let before = processor_time();
        let elapsed = timed(|| {
            answer(&mut self.server, line.as_bytes(), &mut out).expect("memory takes all");
        });
        let spent = before.zip(processor_time()).map(|(before, after)| after - before);
        self.spent += spent.unwrap_or(elapsed.as_nanos() as u64);
        let mut answer: Value = serde_json::from_slice(&out).expect("an answer is JSON");
        assert_eq!(answer.get("error"), None, "{request}");
        answer["result"].take()
    }

    fn deal(&mut self, number: u64) -> Value {
        let deck = |name: &str| -> PathBuf { default_dir().join("unlimited/decks").join(name) };
        let decks = [deck("luke.json"), deck("vader.json")];
        self.call("new_game", &json!({ "decks": decks, "number": number }))
    }

    /// Plays the beginnings of games. Prints what a choice takes.
    fn play(&mut self, when: &str) -> f64 {
        let (mut spent, mut choices, mut trail) = (0, 0, 0);
        for number in 0..GAMES {
            let mut standing = self.deal(number);
            let table = standing["table"].clone();
            self.spent = 0;
            for n in 0..CHOICES {
                let Some(options) = standing["decision"]["options"].as_array() else { break };
                let option = mix(number, n) % options.len() as u64;
                standing = self.call("choose", &json!({ "table": table, "option": option }));
                choices += 1;
            }
            spent += self.spent;
            let digest = self.call("state", &json!({ "table": table }))["game_digest"].take();
            let digest = u64::from_str_radix(digest.as_str().unwrap_or_default(), 16);
            trail = mix(trail, digest.expect("a digest is hexadecimal"));
            self.call("drop", &json!({ "table": table }));
        }
        let each = spent as f64 / 1e3 / f64::from(choices);
        println!("= a choice {when}: {each:.1} µs, digest {trail:016x}");
        each
    }

    /// Prints what a request takes that changes nothing.
    fn look(&mut self, method: &str, params: &Value) {
        self.spent = 0;
        for _ in 0..LOOKS {
            self.call(method, params);
        }
        println!("= {method}: {:.1} µs", self.spent as f64 / 1e3 / LOOKS as f64);
    }
}

fn main() -> ExitCode {
    let mut talk = Talk::new();
    talk.play("before anything else");
    let fresh = talk.play("in a fresh session");
    let table = talk.deal(0)["table"].clone();
    for (method, params) in [
        ("decision", json!({ "table": table })),
        ("view", json!({ "table": table, "player": "P1" })),
        ("state", json!({ "table": table })),
    ] {
        talk.look(method, &params);
    }
    let copy = |talk: &mut Talk| talk.call("fork", &json!({ "table": table }))["table"].take();
    let copies: Vec<Value> = (0..MOST - 2).map(|_| copy(&mut talk)).collect();
    let beside = talk.play("beside 4,095 other tables");
    for copy in copies {
        talk.call("drop", &json!({ "table": copy }));
    }
    let after = talk.play("after they were dropped");
    println!(
        "= times a fresh session: {:.2} beside them, {:.2} after",
        beside / fresh,
        after / fresh
    );
    ExitCode::SUCCESS
}

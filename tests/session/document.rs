//! The manual of sessions, as it is played: what it shows is so.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const MARK: &str = "…";

/// The lines of the manual's conversation: what is sent, and what comes back for it.
fn conversation() -> Vec<(String, Option<Value>)> {
    let manual = std::fs::read_to_string("docs/sessions.md").unwrap();
    let mut lines: Vec<(String, Option<Value>)> = Vec::new();
    for line in manual.lines() {
        if let Some(sent) = line.strip_prefix("--> ") {
            lines.push((sent.to_owned(), None));
        } else if let Some(answer) = line.strip_prefix("<-- ") {
            lines.last_mut().unwrap().1 = Some(serde_json::from_str(answer).unwrap());
        }
    }
    lines
}

/// Tells whether an answer is the expected one; where a record is marked, it may have further
/// fields.
fn is(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let open = expected.contains_key(MARK);
            let fields = expected.iter().filter(|(name, _)| *name != MARK);
            (open || expected.len() == found.len())
                && fields
                    .into_iter()
                    .all(|(name, value)| found.get(name).is_some_and(|found| is(value, found)))
        }
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| is(e, f))
        }
        _ => expected == found,
    }
}

/// Each line is answered before the next one is sent: output does not lie in a buffer.
#[test]
fn the_conversation_of_the_manual_is_replayed() {
    let mut session = Command::new(assert_cmd::cargo::cargo_bin!("cardmill"))
        .arg("session")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = session.stdin.take().unwrap();
    let mut output = BufReader::new(session.stdout.take().unwrap());
    let conversation = conversation();
    assert!(conversation.len() >= 12);
    for (sent, expected) in conversation {
        writeln!(input, "{sent}").unwrap();
        let Some(expected) = expected else { continue };
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let found: Value = serde_json::from_str(&line).unwrap();
        assert!(is(&expected, &found), "--> {sent}\nexpected {expected}\nfound    {found}");
    }
    drop(input);
    let mut rest = String::new();
    assert_eq!(output.read_line(&mut rest).unwrap(), 0, "{rest}");
    assert!(session.wait().unwrap().success());
}

/// Runs the client with these arguments; `None` where there is no python3.
fn client(arguments: &[&str]) -> Option<Output> {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no python3");
        return None;
    }
    let output = Command::new("python3").arg("docs/examples/client.py").args(arguments).output();
    Some(output.unwrap())
}

const LUKE: &str = "cards/unlimited/decks/luke.json";
const VADER: &str = "vader";

#[test]
fn the_client_plays_a_game() {
    let program = assert_cmd::cargo::cargo_bin!("cardmill").to_str().unwrap();
    let Some(output) = client(&["--program", program, LUKE, VADER, "5"]) else { return };
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let last = text.lines().last().unwrap();
    assert!(last.contains("in round") && text.lines().count() > 40, "{last}");
}

#[test]
fn the_client_says_what_it_needs() {
    let program = assert_cmd::cargo::cargo_bin!("cardmill").to_str().unwrap();
    for (arguments, code, part) in [
        (&[][..], 2, "usage: client.py"),
        (&[LUKE], 2, "usage: client.py"),
        (&["--program", "nowhere/cardmill", LUKE, VADER], 1, "nowhere/cardmill cannot be run"),
        (&["--program", program, LUKE, "nowhere.json"], 1, "new_game: Invalid params: decks[1]"),
    ] {
        let Some(output) = client(arguments) else { return };
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(part) && !said.contains("Traceback"), "{arguments:?}: {said}");
    }
}

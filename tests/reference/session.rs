//! `docs/reference/session.md`: the methods of sessions, their parameters, their answers.

use std::fmt::Write as _;

use cardmill::session::method::METHODS;
use cardmill::session::protocol::CODES;
use cardmill_unlimited::observation::{ACTS, KINDS};

use super::fields::{Files, plain};

const ABOUT: &str = "# Methods of sessions\n\n\
    Every method of `cardmill session` with its parameters and its answer, as the source says it. [Sessions](../sessions.md) is the\n\
    manual, and has a conversation. Fields with `?` may be left out; *names* are of types that have a table of their own. An\n\
    *id* is the number of a card on its table, and a *name* one as scenarios have it (`Wampa`, `P2 Wampa`, `Wampa #2`). A player is written `P1`, `P2`, and so on.\n\n\
    Written by `CARDMILL_BLESS=1 cargo test methods_are_described`; do not edit.\n";

const FILES: [&str; 8] = [
    METHOD,
    "src/session/reply.rs",
    "plugins/host/src/session/room.rs",
    "plugins/host/src/session/saved.rs",
    "plugins/host/src/search/mod.rs",
    "plugins/harness/src/question.rs",
    STATE,
    CHANGE,
];
const METHOD: &str = "src/session/method.rs";
const STATE: &str = "plugins/unlimited/src/session/state.rs";
const CHANGE: &str = "plugins/unlimited/src/session/set.rs";

/// The name of a type without its modules, and whether it is a list of it.
fn short(name: &'static str) -> (&'static str, bool) {
    let (name, is_list) = match name.split_once("Vec<") {
        Some((_, inner)) => (inner.trim_end_matches('>'), true),
        None => (name, false),
    };
    let name = name.split('<').next().unwrap_or(name);
    (name.rsplit("::").next().unwrap_or(name), is_list)
}

/// Words, in the form in which tables have them.
fn listed(words: &[&str], none: &str) -> String {
    let words = words.iter().filter(|word| **word != none).map(|word| format!("`{word}`"));
    words.collect::<Vec<_>>().join(", ")
}

#[test]
fn methods_are_described() {
    let mut text = ABOUT.to_owned();
    let mut files = Files::read(&FILES);
    text.push_str("\n## Methods\n");
    for method in METHODS {
        let (takes, _) = short((method.takes)());
        let (answers, is_list) = short((method.answers)());
        write!(text, "\n### {}\n\nThe method {}.", method.name, method.what).expect("text");
        // What is said of parameters that several methods have is said of none of them.
        let about = files.about(METHOD, takes);
        if let Some((_, about)) =
            about.strip_prefix("Parameters of `").and_then(|it| it.split_once('`'))
        {
            let about = about.trim_start_matches('.').trim_start_matches(", which").trim();
            let mut signs = about.chars();
            let first =
                signs.next().map(|sign| sign.to_uppercase().to_string()).unwrap_or_default();
            let about = plain(&format!("{first}{}", signs.as_str()));
            write!(text, "{}{about}", if about.is_empty() { "" } else { " " }).expect("text");
        }
        let of = if is_list { "a list of" } else { "a" };
        writeln!(text, " Answers with {of} *{answers}*.").expect("text");
        match takes {
            "Nothing" => text.push_str("It takes no parameters.\n"),
            _ => files.only(METHOD, takes, &mut text),
        }
        files.note(answers);
    }
    text.push_str("\n## Types\n");
    files.note("Deal");
    files.shared(3, &mut text);
    text.push_str("\n## Star Wars: Unlimited\n\n");
    let (kinds, verbs) = (listed(KINDS, "none"), listed(ACTS, "nothing"));
    write!(text, "The `kind` of a question is one of {kinds}.\n\nThe `verb` of an option is one of {verbs}.\n")
        .expect("text");
    text.push_str("\n### The state of a table\n\nThe `state` of a *StateReply*, and the `view` of a *ViewReply*.\n");
    files.describe(STATE, "TableState", 4, &mut text);
    text.push_str("\n### Words of changes\n\nThe words of `changes` of `set`: `{\"damage\": {\"card\": \"Wampa\", \"amount\": 2}}` is one.\n");
    files.describe(CHANGE, "Change", 4, &mut text);
    text.push_str(
        "\n## Errors\n\nThe `message` of an error is for people; `data` has `place` (a column of the message, or a path into the parameters, such\n\
         as `given.p1.units[0].card`; empty for all of it) and `reason`.\n\n| code | | |\n|---|---|---|\n",
    );
    for (code, called, told) in CODES {
        writeln!(text, "| {code} | {called} | {} |", told.trim()).expect("text");
    }
    super::is("session.md", &text, "methods_are_described");
}

//! The reference of commands, and the front page of the crate, are what the program says of itself.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::printed;

const ABOUT: &str = "# Commands\n\nWhat `cardmill help` says, command by command. Written by \
    `CARDMILL_BLESS=1 cargo test commands_are_described`; do not edit.\n";

fn help(words: &[&str]) -> String {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
    command.args(words).arg("--help").env("COLUMNS", "100").env("NO_COLOR", "1");
    printed(&mut command)
}

/// The names of the commands that a help lists.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter_map(|line| {
        let name = line.strip_prefix("  ")?.split_whitespace().next()?;
        (!line.starts_with("   ") && name != "help").then(|| name.to_owned())
    });
    names.collect()
}

fn describe(words: &[&str], out: &mut String) {
    let help = help(words);
    let depth = "#".repeat(words.len() + 1);
    if !words.is_empty() {
        write!(out, "\n{depth} cardmill {}\n", words.join(" ")).expect("text");
    }
    let help = help.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    write!(out, "\n```text\n{}\n```\n", help.trim_end()).expect("text");
    for name in commands(&help) {
        describe(&[words, &[&name]].concat(), out);
    }
}

#[test]
fn commands_are_described() {
    let mut text = ABOUT.to_owned();
    describe(&[], &mut text);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/commands.md");
    if env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&path, &text).expect("it is written");
    }
    let found = fs::read_to_string(&path).expect("there is a reference");
    assert!(
        found == text,
        "docs/reference/commands.md is not what the program says; \
         CARDMILL_BLESS=1 cargo test commands_are_described writes it"
    );
}

/// The help of the program without its options.
#[test]
fn the_front_page_is_described() {
    let help = help(&[]);
    let (text, _) = help.split_once("\nOptions:").expect("there are options");
    let lines = text.trim_end().lines().map(str::trim_end);
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/help.txt");
    if env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&path, &text).expect("it is written");
    }
    assert_eq!(
        fs::read_to_string(&path).expect("there is a text"),
        text,
        "CARDMILL_BLESS=1 writes src/help.txt"
    );
    let package = env!("CARGO_PKG_DESCRIPTION");
    assert!(text.starts_with(&format!("{package}.\n")), "the package is described as {package:?}");
}

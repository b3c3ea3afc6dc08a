//! The command line: what it prints, what it writes, and what it refuses.

#[cfg(unix)]
mod blocks;
mod browser;
mod cards;
#[cfg(unix)]
mod commands;
mod config;
mod decks;
mod fidelity;
mod games;
mod help;
mod interrupted;
mod ladder;
mod limited;
mod matches;
mod meta;
mod mistakes;
mod openings;
mod optimize;
mod pgn;
mod positions;
mod reference;
mod replay;
mod report;
mod runs;
mod schema;
mod stability;
mod stats;
mod tables;
mod trust;
mod viewer;
mod whatif;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a few plain cards, three decks of them, and an empty folder for outputs.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Self { folder: tempfile::tempdir().unwrap() };
        for folder in ["cards/unlimited/tst", "decks", "bad", "out", "empty"] {
            fs::create_dir_all(fixture.path(folder)).unwrap();
        }
        let mut cards = String::from(
            r#"[
            (id: "TST_001", name: "Ann", subtitle: "Plain", kind: Leader, unique: true, cost: 5,
             power: 4, hp: 6, aspects: [Command, Heroism], unit_side: (deploy_at: 5)),
            (id: "TST_002", name: "Home", kind: Base, hp: 30, aspects: [Command]),
            "#,
        );
        for number in 0..18 {
            cards.push_str(&format!(
                r#"(id: "TST_{:03}", name: "Unit {number}", kind: Unit, cost: {}, power: {}, hp: {},
                aspects: [Command]),"#,
                number + 3,
                number % 5 + 1,
                number % 5 + 1,
                number % 4 + 2,
            ));
        }
        cards.push(']');
        fixture.write("cards/unlimited/tst/cards.ron", &cards);
        let tokens = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/unlimited/tokens.ron");
        fs::copy(tokens, fixture.path("cards/unlimited/tokens.ron")).unwrap();
        for (file, name, first) in [("ash", "Ash", 3), ("birch", "Birch", 4), ("cedar", "Cedar", 3)]
        {
            fixture.write(&format!("decks/{file}.json"), &deck(name, first).to_string());
        }
        fixture
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    /// `cardmill` with these arguments, in the folder and with its cards.
    fn run(&self, arguments: &[&str]) -> Command {
        let mut command = self.plainly(arguments);
        command.env("CARDMILL_CARDS", "cards");
        command
    }

    /// Starts `cardmill` with these arguments, in the folder and with its cards.
    #[cfg(unix)]
    fn start(&self, arguments: &[&str]) -> std::process::Child {
        use std::process::{Command, Stdio};

        Command::new(assert_cmd::cargo::cargo_bin!("cardmill"))
            .current_dir(&self.folder)
            .env("CARDMILL_CARDS", "cards")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Waits until the games that a command keeps in this file take so many bytes.
    #[cfg(unix)]
    fn wait_for(&self, path: &str, bytes: u64) {
        while fs::metadata(self.path(path)).map_or(0, |file| file.len()) < bytes {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    /// `cardmill` with these arguments, in the folder and with the cards of the program.
    fn plainly(&self, arguments: &[&str]) -> Command {
        let mut command = assert_cmd::cargo::cargo_bin_cmd!("cardmill");
        command.current_dir(&self.folder).env_remove("CARDMILL_CARDS").args(arguments);
        command
    }

    /// The JSON that the command prints when all is well.
    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments).args(["--format", "json"]).assert().success();
        serde_json::from_slice(&output.get_output().stdout).unwrap()
    }

    /// The standard output of a command that succeeds.
    fn log(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    }

    /// The file names in the folder for outputs.
    fn out(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    /// The fields of each row of a CSV file, without the heading.
    fn rows(&self, path: &str) -> Vec<Vec<String>> {
        let text = fs::read_to_string(self.path(path)).unwrap();
        let row = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().skip(1).map(row).collect()
    }

    /// The command ends with exit code 2, one error that has all of `parts`, and nothing written.
    fn refuses(&self, arguments: &[&str], parts: &[&str]) {
        self.refuses_with(arguments, parts);
        assert_eq!(self.out(), Vec::<String>::new(), "{arguments:?}");
    }

    /// The command ends with exit code 2 and one error that has all of `parts`.
    fn refuses_with(&self, arguments: &[&str], parts: &[&str]) {
        let assert = self.run(arguments).assert().code(2);
        let output = assert.get_output();
        let error = String::from_utf8(output.stderr.clone()).unwrap();
        assert!(error.starts_with("error: "), "{arguments:?}: {error}");
        assert_eq!(error.matches("error: ").count(), 1, "{arguments:?}: {error}");
        for part in parts {
            assert!(error.contains(part), "{arguments:?}: {part} is not in: {error}");
        }
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }

    /// Checks what [`refuses`](Self::refuses) does, for runs with this text as one of the decks.
    fn refuses_deck(&self, text: &str, parts: &[&str]) {
        self.write("bad/bad.json", text);
        let parts: Vec<&str> = parts.iter().copied().chain(["bad/bad.json"]).collect();
        let out = "out/games.parquet";
        self.refuses(&["simulate", "decks/ash.json", "bad/bad.json", "--out", out], &parts);
        self.refuses(&["replay", "bad/bad.json", "decks/ash.json", "--row", "1"], &parts);
    }
}

/// Three copies each of 17 units, from this number on.
fn deck(name: &str, first: u16) -> Value {
    let cards: Vec<Value> = (first..first + 17)
        .map(|number| json!({"id": format!("TST_{number:03}"), "count": 3}))
        .collect();
    json!({
        "metadata": {"name": name, "author": "nobody"},
        "leader": {"id": "TST_001", "count": 1},
        "base": {"id": "TST_002", "count": 1},
        "deck": cards,
        "sideboard": [],
    })
}

/// The text that a command prints when all is well.
fn printed(command: &mut Command) -> String {
    let assert = command.assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The ends of the interval of a figure.
fn interval(figure: &Value) -> [f64; 2] {
    let end = |end: usize| figure["interval"][end].as_f64();
    [0, 1].map(end).map(|end| end.unwrap_or_else(|| panic!("no interval: {figure}")))
}

/// The output of a shell command in which `cardmill` is this program, with its exit code.
#[cfg(unix)]
fn shell(folder: &Path, command: &str) -> std::process::Output {
    let script = format!("cardmill() {{ \"$CARDMILL\" \"$@\"; }}\n{command}\n");
    std::process::Command::new("sh")
        .current_dir(folder)
        .env("CARDMILL", assert_cmd::cargo::cargo_bin!("cardmill"))
        .env_remove("CARDMILL_CARDS")
        .args(["-c", &script])
        .output()
        .unwrap()
}

/// Sends a process the signal of Ctrl-C.
#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let id = child.id().to_string();
    std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
}

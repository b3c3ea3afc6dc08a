//! Commands of this program as they are shown: every one of them is made here, so that a shell that one
//! is pasted into gives this program the words it is made of, whatever is in them.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;

use cardmill_harness::files::CardFiles;
use cardmill_harness::plain::is_plain;
use serde::{Serialize, Serializer};

use crate::matches::{Match, Sideboarding};

/// A command that is put together word by word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    words: Vec<OsString>,
    /// The words as a shell reads them, with blanks between them.
    text: String,
}

impl Command {
    /// Makes the command `cardmill`, with nothing to do yet.
    #[must_use]
    pub fn new() -> Self {
        Self { words: vec!["cardmill".into()], text: "cardmill".to_owned() }
    }

    /// Adds a word.
    #[must_use]
    pub fn word(mut self, word: impl AsRef<OsStr>) -> Self {
        self.words.push(word.as_ref().to_owned());
        self.text.push(' ');
        self.text.push_str(&quoted(word.as_ref()));
        self
    }

    /// Adds a file, which is taken for no option whatever it is called.
    #[must_use]
    pub fn file(self, path: &Path) -> Self {
        match path.as_os_str().as_encoded_bytes().starts_with(b"-") {
            true => self.word(Path::new(".").join(path)),
            false => self.word(path),
        }
    }

    /// Adds an option and its value, which is taken for no option whatever it begins with.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref();
        if !value.as_encoded_bytes().starts_with(b"-") {
            return self.word(name).word(value);
        }
        let mut word = OsString::from(format!("{name}="));
        word.push(value);
        self.words.push(word);
        self.text.push_str(&format!(" {name}={}", quoted(value)));
        self
    }

    /// Adds the options that name these cards; none for those of the game alone.
    #[must_use]
    pub fn cards(self, cards: &CardFiles) -> Self {
        match cards {
            CardFiles::BuiltIn(_) => self,
            CardFiles::Folder(folder) => self.option("--cards", folder),
            CardFiles::With(cards, added) => added
                .iter()
                .fold(self.cards(cards), |command, file| command.option("--card", &file.path)),
        }
    }

    /// Its words, as a shell hands them over; the first is the name of the program.
    #[must_use]
    pub fn words(&self) -> &[OsString] {
        &self.words
    }
}

impl Default for Command {
    fn default() -> Self {
        Self::new()
    }
}

/// Writes the command as a shell reads it.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Writes the command as a shell reads it.
impl Serialize for Command {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

/// The arguments by which `replay` plays one of a run's games again.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// The name of the game that is played.
    pub game: &'a str,
    /// The files of the entries or positions that games begin with, in their order.
    pub files: Vec<&'a Path>,
    /// The number of entries that play a game, where they are more than two.
    pub seats: Option<usize>,
    /// Seed of the run.
    pub seed: u64,
    /// The agents, as the command line had them; `None` where none were named.
    pub agents: Option<String>,
    /// The number of the game in the run, from 0; of a match in a run of matches.
    pub row: u64,
    /// The limit of rounds as the command line has it, where there was one.
    pub rounds: Option<u16>,
    /// The cards that it is played with.
    pub cards: &'a CardFiles,
    /// The change of cards or entries it is played with.
    pub edit: Option<String>,
    /// `true` if the other of two players goes first.
    pub exchanged: bool,
    /// The terms of its match, and its number in it, from 1.
    pub of_match: Option<(Match, u8)>,
}

impl Replay<'_> {
    /// The command line of `cardmill replay` for this game.
    #[must_use]
    pub fn command(&self) -> Command {
        let mut command = Command::new().word("replay").option("--game", self.game);
        for file in &self.files {
            command = command.file(file);
        }
        if let Some(seats) = self.seats {
            command = command.option("--seats", seats.to_string());
        }
        command = command.option("--seed", self.seed.to_string());
        if let Some(agents) = &self.agents {
            command = command.option("--agents", agents);
        }
        command = command.option("--row", self.row.to_string());
        if let Some(rounds) = self.rounds {
            command = command.option("--rounds", rounds.to_string());
        }
        command = command.cards(self.cards);
        if let Some(edit) = &self.edit {
            command = command.option("--edit", edit);
        }
        if self.exchanged {
            command = command.word("--exchanged");
        }
        if let Some((Match { best_of, sideboard }, number)) = self.of_match {
            command = command.option("--best-of", best_of.to_string());
            if sideboard != Sideboarding::default() {
                command = command.option("--sideboard", sideboard.name());
            }
            command = command.option("--match-game", number.to_string());
        }
        command
    }
}

/// Quotes a word so that a POSIX shell reads it as it is (2.2, Quoting): bare where nothing in it
/// means anything to a shell, or else in single quotes. A word that is no text, or has characters
/// that a terminal would obey or nobody would see, is written by its bytes, for `printf` to make
/// them.
fn quoted(word: &OsStr) -> String {
    let bytes = word.as_encoded_bytes();
    let bare = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./,:=+@%".contains(byte);
    // At the beginning of a word zsh looks for a command behind `=`.
    if !bytes.is_empty() && bytes.iter().all(bare) && bytes[0] != b'=' {
        return word.to_string_lossy().into_owned();
    }
    if let Some(text) = word.to_str().filter(|text| text.chars().all(is_plain)) {
        return format!("'{}'", text.replace('\'', "'\\''"));
    }
    // A shell takes away the ends of lines that a command ends with.
    let end = bytes.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 1);
    let (bytes, ends) = bytes.split_at(end);
    let mut text = "\"$(printf '%b' '".to_owned();
    for byte in bytes {
        match byte {
            byte if bare(byte) || *byte == b' ' => text.push(char::from(*byte)),
            byte => text.push_str(&format!("\\0{byte:03o}")),
        }
    }
    text.push_str("')\"");
    if !ends.is_empty() {
        text.push_str(&format!("'{}'", "\n".repeat(ends.len())));
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt;
    use std::process;

    use super::*;

    /// The words that a shell makes of a command.
    fn read(shell: &str, command: &str) -> Option<Vec<Vec<u8>>> {
        let words = format!("for word in {command}; do printf '%s\\0' \"$word\"; done");
        let output = process::Command::new(shell).args(["-c", &words]).output().ok()?;
        assert!(output.stderr.is_empty(), "{shell}: {command}: {output:?}");
        let words = output.stdout.split(|byte| *byte == 0).map(<[u8]>::to_vec);
        let mut words: Vec<_> = words.collect();
        words.pop();
        Some(words)
    }

    #[test]
    fn a_shell_reads_the_words_that_a_command_was_made_of() {
        let texts = [
            "luke.json",
            "",
            " ",
            "a b",
            "a$(touch pwned)",
            "`touch pwned`",
            "$HOME",
            "${HOME}",
            "~",
            "it's",
            "'",
            "\"quoted\"",
            "a\\b",
            "*",
            "?[a-z]",
            "a;b",
            "a&b|c",
            "<in>",
            "#1",
            "!!",
            "{a,b}",
            "=ls",
            "a=b",
            "-x",
            "--edit",
            "new\nline",
            "ends\n\n",
            "\n",
            "\t",
            "Padmé",
            "\u{1b}[31mred",
            "a\u{202e}b",
            "a\u{200b}b",
            "100%s\u{7}",
            "\u{7f}'$(id)'\\0101",
            "SOR_164 cost+1; vader: 1x SOR_164 -> SOR_229",
        ];
        let texts = texts.iter().map(|text| text.as_bytes().to_vec());
        let all: Vec<Vec<u8>> = texts.chain([vec![0xff, b'a', 0xfe, b' ', b'$']]).collect();
        let command =
            all.iter().fold(Command::new(), |command, word| command.word(OsStr::from_bytes(word)));
        let command = command.to_string();
        let unseen = |c: char| c != '\n' && !is_plain(c);
        assert!(!command.contains(unseen), "{command:?}");
        let expected: Vec<Vec<u8>> = [b"cardmill".to_vec()].into_iter().chain(all).collect();
        assert_eq!(read("sh", &command), Some(expected.clone()), "{command}");
        for other in ["bash", "zsh", "ksh", "mksh", "yash"] {
            assert!(read(other, &command).is_none_or(|words| words == expected), "{other}");
        }
    }

    #[test]
    fn what_needs_no_quotes_has_none() {
        let word = |text: &str| quoted(OsStr::new(text));
        assert_eq!(word("cards/unlimited/decks/luke.json"), "cards/unlimited/decks/luke.json");
        assert_eq!(word("greedy,ismcts:sims=16"), "greedy,ismcts:sims=16");
        assert_eq!(word("SOR_164 cost+1"), "'SOR_164 cost+1'");
        assert_eq!(word("a\u{7}b"), "\"$(printf '%b' 'a\\0007b')\"");
    }

    #[test]
    fn no_file_and_no_value_is_an_option() {
        let files = ["-x.json", "x.json"].map(Path::new);
        let cards = CardFiles::from("-cards").with(Vec::new());
        let replay = Replay {
            game: "unlimited",
            files: files.to_vec(),
            seats: Some(3),
            seed: 7,
            agents: Some("random".to_owned()),
            row: 3,
            rounds: Some(0),
            cards: &cards,
            edit: Some("-x".to_owned()),
            exchanged: true,
            of_match: Some((Match { best_of: 3, sideboard: Sideboarding::None }, 2)),
        };
        let command = replay.command();
        let words: Vec<&str> = command.words().iter().filter_map(|word| word.to_str()).collect();
        assert_eq!(words[..3], ["cardmill", "replay", "--game"]);
        assert!(words.contains(&"--cards=-cards") && words.contains(&"--exchanged"), "{words:?}");
        assert_eq!(
            command.to_string(),
            "cardmill replay --game unlimited ./-x.json x.json --seats 3 --seed 7 --agents random \
             --row 3 --rounds 0 --cards=-cards --edit=-x --exchanged --best-of 3 --sideboard none --match-game 2"
        );
    }
}

//! The blocks of the documents do what they say: files that they show are written, and commands run, in order.
//!
//! | block | |
//! |---|---|
//! | `sh` | commands, one a line, each of which succeeds; `# exit 1` behind one says how else it ends |
//! | `console` | a command behind `$`, and what it prints; the long form of the test compares that |
//! | `text` | lines that the last command printed |
//! | of any kind, `title="…"` | this file, for the commands behind it |
//! | `few` | the commands play few games here, and not as many as the page says |
//! | `long` | the long form of the test alone runs it, as it stands |
//! | `from="…"` | it stands in this file |
//! | `by="…"` | it is run by this test, which names the page |
//! | `tree` | it shows files and folders, which `tests/docs.rs` looks for |
//! | `unrun="…"` | nobody runs it, for this reason; its commands have to be there all the same |
//!
//! `<!-- cardmill … -->` is a command that a page needs and does not show. Blocks of `python` run in
//! `python/tests/test_docs.py`, and those of `rust` are held against the code by the tests of Skirmish.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tempfile::TempDir;

use super::shell;
use crate::docs::documents_but_for;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Folders without pages to follow: programs write them, or they stay as they were written.
const NO_PAGES: [&str; 2] = ["docs/records", "docs/reference"];

/// The games that are played of a block with few.
const FEW: &str = "2";

/// The kinds of blocks that other tests run, each with the file of the test, which names the pages.
const ELSEWHERE: [(&str, &str); 2] =
    [("python", "python/tests/test_docs.py"), ("rust", "plugins/skirmish/src/tests.rs")];

/// Folders of the repository that commands of the manuals name; guides and the README do without.
const FOLDERS: [&str; 4] = ["cards", "docs", "python", "tests"];

/// The documents whose blocks are for everybody, by their paths from the root.
fn pages() -> Vec<(String, String)> {
    let named = |(at, text): (PathBuf, String)| (at.to_str().expect("text").to_owned(), text);
    let pages: Vec<_> = documents_but_for(&NO_PAGES).into_iter().map(named).collect();
    assert!(pages.len() > 35, "only {} pages were found", pages.len());
    pages
}

/// Tells whether a page is for somebody without a clone of the repository.
fn is_for_all(name: &str) -> bool {
    name == "README.md" || name.starts_with("docs/guide/")
}

/// A part of a page that is followed.
#[derive(Debug)]
enum Part {
    Block(Block),
    /// A command that is not shown.
    Hidden(String),
    /// A line that is set as code by its indentation.
    Indented(String),
}

/// A fenced block of a page.
#[derive(Debug, Default)]
struct Block {
    /// The first word behind the opening fence, such as `sh`.
    kind: String,
    /// The names behind the kind, some with a value.
    marks: BTreeMap<String, String>,
    text: String,
}

impl Block {
    fn opened(info: &str) -> Self {
        let (kind, mut rest) = info.split_once(' ').unwrap_or((info, ""));
        let mut marks = BTreeMap::new();
        while !rest.is_empty() {
            let end = rest.find([' ', '=']).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            let (value, behind) = match behind.strip_prefix("=\"") {
                Some(value) => value.split_once('"').expect("a mark ends with a quote"),
                None => ("", behind),
            };
            marks.insert(name.to_owned(), value.to_owned());
            rest = behind.trim_start();
        }
        Self { kind: kind.to_owned(), marks, text: String::new() }
    }

    fn mark(&self, name: &str) -> Option<&str> {
        self.marks.get(name).map(String::as_str)
    }

    /// The lines of commands, those that go on in the next line joined.
    fn commands(&self) -> Vec<String> {
        let joined = self.text.replace("\\\n", "");
        let lines = joined.lines();
        match &self.kind[..] {
            "sh" => lines.filter(|line| !line.is_empty()).map(str::to_owned).collect(),
            "console" => {
                lines.filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Tells whether the commands are run here.
    fn is_run(&self) -> bool {
        ["unrun", "by", "from", "long"].iter().all(|mark| self.mark(mark).is_none())
    }
}

fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut open: Option<Block> = None;
    let mut before = "";
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => open = Some(Block::opened(info)),
            (Some(_), Some(_)) => parts.extend(open.take().map(Part::Block)),
            (Some(block), None) => block.text += &format!("{line}\n"),
            (None, None) => {
                let told = line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
                if let Some(command) = told.filter(|told| told.starts_with("cardmill ")) {
                    parts.push(Part::Hidden(command.to_owned()));
                }
                let goes_on = before.is_empty() || before.starts_with("    ");
                if line.starts_with("    ") && goes_on {
                    parts.push(Part::Indented(line.to_owned()));
                }
            }
        }
        before = line;
    }
    assert!(open.is_none(), "a block is not closed");
    parts
}

fn blocks(page: &str) -> Vec<Block> {
    let block = |part| match part {
        Part::Block(block) => Some(block),
        Part::Hidden(_) | Part::Indented(_) => None,
    };
    parts(page).into_iter().filter_map(block).collect()
}

/// The help of every command, by its words.
fn helps() -> BTreeMap<String, String> {
    let reference = Path::new(ROOT).join("docs/reference/commands.md");
    let text = fs::read_to_string(reference).expect("the reference of commands");
    let headed = text.split("\n## cardmill ").skip(1);
    let headed = headed.flat_map(|part| part.split("\n### cardmill "));
    let named = headed.map(|part| part.split_once('\n').expect("a heading ends"));
    named.map(|(name, help)| (name.to_owned(), help.to_owned())).collect()
}

/// The options that a help lists, by all of their names.
fn options(help: &str) -> BTreeSet<&str> {
    let signs = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    let names = |line: &&str| line.trim_start().starts_with(['-', '[']);
    let words = help.lines().filter(names);
    words.flat_map(|line| line.split(signs)).filter(|word| word.starts_with("--")).collect()
}

/// The words of a command up to what the shell makes of the rest.
fn words(command: &str) -> Vec<&str> {
    let ends = |word: &&str| matches!(*word, "|" | ">" | "#" | "&&" | ";");
    command.split_whitespace().take_while(|word| !ends(word)).collect()
}

/// The words that name a command, with its help.
fn named<'h>(command: &str, helps: &'h BTreeMap<String, String>) -> Option<&'h str> {
    let words = words(command);
    let names: Vec<_> = words.iter().skip(1).filter(|word| !word.starts_with('-')).collect();
    let two = names.get(..2).and_then(|two| helps.get(&format!("{} {}", two[0], two[1])));
    two.or_else(|| helps.get(**names.first()?)).map(String::as_str)
}

/// The flaw of a command that is shown; `None` if the program has it, with the options that it is given.
fn flaw(command: &str, helps: &BTreeMap<String, String>) -> Option<String> {
    let mut words = words(command);
    words.retain(|word| *word != "help");
    if words.len() < 2 || words.iter().skip(1).all(|word| word.starts_with('-')) {
        return None;
    }
    let Some(help) = named(&words.join(" "), helps) else {
        return Some("no such command".to_owned());
    };
    let known = options(help);
    let given = words.iter().filter_map(|word| word.strip_prefix("--")?.split('=').next());
    let mut unknown = given.filter(|given| !known.contains(&format!("--{given}")[..]));
    unknown.next().map(|option| format!("no option --{option}"))
}

/// A command with few games.
fn with_few(command: &str, helps: &BTreeMap<String, String>) -> String {
    let of_runs = ["--games", "--pods", "--count"];
    let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        if of_runs.contains(&&words[at - 1][..]) {
            words[at] = FEW.to_owned();
        }
    }
    let has = words.iter().any(|word| of_runs.contains(&&word[..]));
    let takes = named(command, helps).is_some_and(|help| options(help).contains("--games"));
    let is_of_pods = words.iter().any(|word| word == "--limited");
    if takes && !has && !words[1].starts_with("replay") {
        let at = if is_of_pods { "--pods" } else { "--games" };
        let end = words.iter().position(|word| matches!(&word[..], "|" | ">" | "#" | ""));
        let end = end.unwrap_or(words.len());
        words.splice(end..end, [at.to_owned(), FEW.to_owned()]);
    }
    let is_named =
        words.iter().any(|word| matches!(&word[..], "--agents" | "--bands" | "compare" | "ladder"));
    if takes && !is_named {
        words.splice(2..2, ["--agents".to_owned(), "random".to_owned()]);
    }
    words.join(" ")
}

/// Runs a command and returns all that it printed.
fn run(line: &str, folder: &Path) -> String {
    let code = line.split_once(" # exit ").map_or("0", |(_, code)| code);
    let output = shell(folder, line);
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("text");
    let ended = output.status.code().map(|code| code.to_string());
    assert_eq!(ended.as_deref(), Some(code), "{line}\n{printed}");
    printed
}

/// A folder in which the commands of a page are typed.
fn place(name: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for shared in FOLDERS.iter().filter(|_| !is_for_all(name)) {
        symlink(Path::new(ROOT).join(shared), folder.path().join(shared)).expect("a link");
    }
    folder
}

/// Follows a page, and returns the number of commands that were run.
fn follow(name: &str, page: &str, helps: &BTreeMap<String, String>) -> usize {
    let folder = place(name);
    let (mut printed, mut commands) = (String::new(), 0);
    for part in parts(page) {
        let block = match part {
            Part::Block(block) => block,
            Part::Hidden(command) => {
                printed = run(&command, folder.path());
                continue;
            }
            Part::Indented(_) => continue,
        };
        if let Some(title) = block.mark("title") {
            fs::write(folder.path().join(title), &block.text).expect("it is written");
        }
        if !block.is_run() {
            continue;
        }
        let few = block.mark("few").is_some();
        commands += block.commands().len();
        if block.kind == "console" && !few {
            let wrong = wrong(&block, folder.path());
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
            continue;
        }
        for line in block.commands() {
            let line = if few { with_few(&line, helps) } else { line };
            printed = run(&line, folder.path());
        }
        if block.kind == "text" && block.marks.is_empty() {
            for line in block.text.lines() {
                assert!(printed.contains(line), "{line:?} is not in\n{printed}");
            }
        }
    }
    commands
}

#[test]
fn documents_do_what_they_say() {
    let (pages, helps) = (pages(), helps());
    let (next, commands) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let follow_some = || {
        while let Some((name, page)) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let followed = follow(name, page, &helps);
            commands.fetch_add(followed, Ordering::Relaxed);
            println!("{name}: {followed} commands");
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (0..2).map(|_| scope.spawn(follow_some)).collect();
        others.into_iter().for_each(|other| other.join().expect("every page is as it says"));
    });
    let commands = commands.into_inner();
    assert!(commands > 80, "{commands} commands");
}

/// The flaw of a block that no test runs; `None` if one does, or it has its reason.
fn unheld(name: &str, block: &Block, behind_commands: bool) -> Option<String> {
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file));
    if let Some(reason) = block.mark("unrun") {
        return (reason.split_whitespace().count() < 2).then(|| "no reason".to_owned());
    }
    if let Some(file) = block.mark("from") {
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        let Ok(text) = read(file) else { return Some(format!("no file {file}")) };
        let there = bare(&text).contains(bare(&block.text).trim_end_matches(','));
        return (!there).then(|| format!("it is not in {file}"));
    }
    let elsewhere = ELSEWHERE.iter().find(|(kind, _)| *kind == block.kind);
    if let Some(test) = block.mark("by").or(elsewhere.map(|(_, test)| *test)) {
        let there = read(test).is_ok_and(|text| text.contains(name.trim_start_matches("docs/")));
        return (!there).then(|| format!("{test} does not name the page"));
    }
    let is_held = match &block.kind[..] {
        _ if block.mark("title").or(block.mark("tree")).is_some() => true,
        "sh" => block.commands().iter().all(|line| line.contains("cardmill ")),
        "console" => !block.commands().is_empty(),
        "text" => behind_commands,
        _ => false,
    };
    (!is_held).then(|| format!("nobody runs a block of {:?}", block.kind))
}

#[test]
fn every_block_is_run_or_says_why_not() {
    let mut found = Vec::new();
    for (name, page) in pages() {
        let mut behind_commands = false;
        for part in parts(&page) {
            match part {
                Part::Block(block) => {
                    let flaw = unheld(&name, &block, behind_commands);
                    let first = block.text.lines().next().unwrap_or_default();
                    found.extend(flaw.map(|flaw| format!("{name}: {first}: {flaw}")));
                    behind_commands |= !block.commands().is_empty();
                }
                Part::Hidden(_) => behind_commands = true,
                Part::Indented(line) => {
                    found.push(format!("{name}: {line}: no block says what is done with it"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn commands_that_are_shown_are_there() {
    let helps = helps();
    let mut found = Vec::new();
    for (name, page) in pages() {
        let of_blocks = blocks(&page).into_iter().flat_map(|block| block.commands());
        let spans = crate::docs::prose(&page);
        let of_prose = spans.split('`').skip(1).step_by(2).map(str::to_owned);
        for line in of_blocks.chain(of_prose) {
            let typed = line.replace("cargo run --release -- ", "cardmill ");
            if typed.starts_with("cardmill ") && !typed.contains('…') {
                found.extend(flaw(&typed, &helps).map(|flaw| format!("{name}: {line}: {flaw}")));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn commands_that_are_not_there_are_found() {
    let helps = helps();
    for there in ["cardmill deck check x.json --in premier", "cardmill whatif 'A cost+1' --games=3"]
    {
        assert_eq!(flaw(there, &helps), None, "{there}");
    }
    for gone in
        ["cardmill dek check", "cardmill deck check --within 2", "cardmill simulate --gmes 2"]
    {
        assert!(flaw(gone, &helps).is_some(), "{gone}");
    }
    assert_eq!(
        with_few("cardmill meta --games 40 --agents greedy > a", &helps),
        "cardmill meta --games 2 --agents greedy > a"
    );
    assert_eq!(
        with_few("cardmill meta a b", &helps),
        "cardmill meta --agents random a b --games 2"
    );
    let block = Block::opened("sh few title=\"a b.txt\"");
    assert_eq!((block.mark("few"), block.mark("title")), (Some(""), Some("a b.txt")));
}

/// The lines of a transcript that its command does not print: those of tables between rules are headings.
fn unprinted<'t>(shown: &'t str, printed: &str) -> Vec<&'t str> {
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let printed = bare(printed);
    let is_there = |line: &str| {
        let mut rest = &printed[..];
        line.split('…').map(bare).all(|part| match rest.find(&part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    };
    let mut heading = false;
    let mut found = Vec::new();
    for line in shown.lines() {
        match line.chars().next() {
            Some('─') => heading = !heading,
            Some('═') => heading = false,
            _ if heading || is_there(line) => {}
            _ => found.push(line),
        }
        if line.starts_with('═') {
            // The rule below the rows opens no heading.
            heading = false;
        }
    }
    found
}

#[test]
fn lines_that_are_not_printed_are_found() {
    let printed = "─────\n deck   wins\n═════\n A long name    43.0 %\n─────\nthe end of it\n";
    let shown = "───\n cut\n heading\n═══\n A lo…ame 43.0 %\n…\n───\nthe end\nof it\n";
    assert!(unprinted(shown, printed).is_empty());
    assert_eq!(unprinted(&shown.replace("43.0", "43.1"), printed), [" A lo…ame 43.1 %"]);
    assert_eq!(unprinted("it ends\n", printed), ["it ends"]);
}

/// The commands of a transcript that do not print what it shows, each with the lines that are missing.
fn wrong(block: &Block, folder: &Path) -> Vec<String> {
    let text = format!("\n{}", block.text);
    let parts = text.split("\n$ ").skip(1);
    let wrong = parts.filter_map(|part| {
        let (command, shown) = part.split_once('\n').expect("a command ends");
        let printed = run(command, folder);
        let missing = unprinted(shown, &printed);
        (!missing.is_empty()).then(|| format!("$ {command}\n{}", missing.join("\n")))
    });
    wrong.collect()
}

/// The long form: everything is played as it stands, and transcripts are what is printed.
#[test]
#[ignore = "long: cargo test --release --test all -- --ignored in_full"]
fn documents_do_what_they_say_in_full() {
    let mut found = Vec::new();
    for (name, page) in pages() {
        let folder = place(&name);
        for part in parts(&page) {
            let block = match part {
                Part::Block(block) => block,
                Part::Hidden(command) => {
                    run(&command, folder.path());
                    continue;
                }
                Part::Indented(_) => continue,
            };
            let is_long = block.mark("few").or(block.mark("long")).is_some();
            if block.kind == "console" && is_long {
                let wrong = wrong(&block, folder.path());
                found.extend(wrong.iter().map(|it| format!("{name}: {it}")));
            } else if is_long {
                block.commands().iter().for_each(|line| drop(run(line, folder.path())));
            } else if let Some(title) = block.mark("title") {
                fs::write(folder.path().join(title), &block.text).expect("it is written");
            }
        }
    }
    assert!(found.is_empty(), "not printed:\n{}", found.join("\n\n"));
}

#[test]
fn guides_are_short() {
    for (name, text) in pages().into_iter().filter(|(name, _)| is_for_all(name)) {
        let most = if name == "README.md" { 80 } else { 150 };
        assert!(text.lines().count() <= most, "{name}: more than {most} lines");
    }
}

//! The guides and the README do what they say: files that they show are written, and every command runs, in order.
//!
//! A block of `sh` holds commands, one a line. What stands in a block of `text` behind it is among the
//! lines that the last of them printed. A block with `title="…"` is that file. `# exit 1` behind a
//! command says how it ends. Blocks of `python` run in `python/tests/test_docs.py`, and those of `rust` are held
//! against the code by the tests of Skirmish; a block of any other kind is run by nobody, and refused.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::shell;

/// A fenced block of a page; pages are read as these, in order.
struct Block {
    /// The text behind the opening fence, such as `sh`.
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { info: info.to_owned(), text: String::new() });
            }
            (None, None) => {}
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text += &format!("{line}\n"),
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// Runs a command and returns all that it printed.
fn run(line: &str, folder: &Path) -> String {
    assert!(line.starts_with("cardmill "), "{line}");
    let code = line.split_once(" # exit ").map_or("0", |(_, code)| code);
    let output = shell(folder, line);
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(printed).expect("text");
    let ended = output.status.code().map(|code| code.to_string());
    assert_eq!(ended.as_deref(), Some(code), "{line}\n{printed}");
    printed
}

fn follow(page: &str) -> usize {
    let folder = TempDir::new().expect("a folder");
    let (mut printed, mut commands) = (String::new(), 0);
    for Block { info, text } in blocks(page) {
        if let Some((_, title)) = info.split_once("title=\"") {
            let name = title.trim_end_matches('"');
            fs::write(folder.path().join(name), text).expect("it is written");
        } else if info == "sh" {
            for line in text.lines() {
                printed = run(line, folder.path());
                commands += 1;
            }
        } else if info == "text" {
            for line in text.lines() {
                assert!(printed.contains(line), "{line:?} is not in\n{printed}");
            }
        } else {
            assert!(
                ELSEWHERE.iter().any(|(kind, _)| *kind == info),
                "nobody runs a block of {info:?}"
            );
        }
    }
    commands
}

/// The kinds of blocks that other tests run, each with the file of the test, which names the pages.
const ELSEWHERE: [(&str, &str); 2] =
    [("python", "python/tests/test_docs.py"), ("rust", "plugins/skirmish/src/tests.rs")];

/// Lines that no test types, by how they begin, each with the reason and with what is tried in their place.
const NOT_TYPED: [(&str, &str); 7] = [
    ("cargo install --locked --path .", "it builds for minutes what the tests are built with"),
    ("cargo test --workspace", "it is these tests"),
    ("tar -xf cardmill-", "packaging/try unpacks what packaging/build made"),
    ("pip install \"$(echo target/dist", "packaging/try installs what packaging/build made"),
    (
        "pip install './python[train]'",
        "PyTorch is large; .ci/run python installs the package without it",
    ),
    (
        "python -m cardmill.train OUT",
        "it takes hours; python/tests/test_train.py trains for seconds",
    ),
    ("cardmill simulate luke vader --agents OUT/player.net", "the net is that of the line before"),
];

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(ROOT).join("docs/guide");
    let pages = fs::read_dir(folder).expect("there are guides");
    let mut pages: Vec<_> = pages.map(|page| page.expect("a file").path()).collect();
    pages.push(Path::new(ROOT).join("README.md"));
    pages.sort();
    pages
}

#[test]
fn guides_do_what_they_say() {
    let mut commands = 0;
    for page in pages() {
        println!("{}", page.display());
        commands += follow(&fs::read_to_string(page).expect("text"));
    }
    assert!(commands > 20, "{commands} commands");
}

#[test]
fn every_block_is_run_by_a_test() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("text");
        let name = page.strip_prefix(ROOT).expect("below the root").to_str().expect("text");
        for Block { info, .. } in blocks(&text) {
            let Some((_, test)) = ELSEWHERE.iter().find(|(kind, _)| *kind == info) else {
                continue;
            };
            let test = fs::read_to_string(Path::new(ROOT).join(test)).expect("text");
            let named = name.trim_start_matches("docs/");
            assert!(test.contains(named), "{name} has a block of {info} that is not run");
        }
        let mut fenced = false;
        let typed = text.lines().filter(|line| {
            fenced ^= line.starts_with("```");
            !fenced && line.starts_with("    ")
        });
        for line in typed.map(str::trim) {
            let is_excused = NOT_TYPED.iter().any(|(begins, _)| line.starts_with(begins));
            assert!(is_excused, "{name}: nobody runs {line:?}");
        }
    }
}

#[test]
fn guides_are_short() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("text");
        let most = if page.parent() == Some(Path::new(ROOT)) { 80 } else { 150 };
        assert!(text.lines().count() <= most, "{}: more than {most} lines", page.display());
        let mut fenced = false;
        let prose = text.lines().filter(|line| {
            let fence = line.starts_with("```");
            fenced ^= fence;
            !(fence || fenced || line.starts_with('|') || line.starts_with("    "))
        });
        let prose = prose.collect::<Vec<_>>().join(" ");
        for sentence in prose.split(['.', ':', '?', '!', '#']) {
            let long = sentence.split_whitespace().count();
            assert!(long <= 35, "{}: {long} words: {sentence}", page.display());
        }
    }
}

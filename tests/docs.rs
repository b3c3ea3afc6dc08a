//! Documents against the files: all that they name is there, such as files, folders, links, headings
//! and names of the source; every manual is a page of the site, none names a commit or a digest, and no
//! sentence is long.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Folders in which a path in a document can begin; for those of a crate `src/` may be left out.
const BEGINNINGS: [&str; 16] = [
    ".ci",
    "benches",
    "cards",
    "docs",
    "oracle",
    "packaging",
    "plugins",
    "python",
    "src",
    "tests",
    "kernel",
    "harness",
    "host",
    "unlimited",
    "xwing",
    "imperium",
];

/// All files below a folder, but for what is built.
pub fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        if matches!(name, "target" | ".git") {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The documents that speak of the program as it is; the change log speaks of what was.
fn documents(all: &[PathBuf]) -> Vec<&PathBuf> {
    let is = |path: &&PathBuf| {
        path.extension().is_some_and(|end| end == "md") && !path.ends_with("CHANGELOG.md")
    };
    all.iter().filter(is).collect()
}

/// The paths of the documents from the root, each with its text, but for those below these.
pub fn documents_but_for(left_out: &[&str]) -> Vec<(PathBuf, String)> {
    let root = Path::new(ROOT);
    let mut all = Vec::new();
    files(root, &mut all);
    let read = |document: &PathBuf| {
        let at = document.strip_prefix(root).expect("below the root");
        let is_read = !left_out.iter().any(|below| at.starts_with(below));
        is_read.then(|| (at.to_owned(), fs::read_to_string(document).expect("text")))
    };
    documents(&all).into_iter().filter_map(read).collect()
}

/// The text outside fenced blocks.
pub fn prose(text: &str) -> String {
    let mut fenced = false;
    let outside = |line: &&str| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    };
    text.lines().filter(outside).fold(String::new(), |text, line| text + line + "\n")
}

/// The anchors of a page, one for each heading.
fn anchors(text: &str) -> BTreeSet<String> {
    let anchor = |line: &str| {
        let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    prose(text).lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

/// The links of a text, each as the path of a file and the anchor in it; either may be empty.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .filter(|(link, _)| !link.contains("://"))
        .map(|(link, _)| link.split_once('#').unwrap_or((link, "")))
}

/// Tells whether a word is the name of a commit or a digest: seven hexadecimal digits or more, not
/// all of them decimal or letters.
fn is_digest(word: &str) -> bool {
    let hexadecimal = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    word.len() >= 7
        && word.chars().all(hexadecimal)
        && word.contains(|c: char| c.is_ascii_digit())
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

/// Files that names are in.
const SOURCES: [&str; 4] = ["rs", "ron", "toml", "py"];

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Tells whether a path ends with a named one, in which `<…>` stands for any name.
fn ends_with(path: &str, named: &str) -> bool {
    let mut parts = path.split('/').rev();
    named
        .trim_end_matches('/')
        .split('/')
        .rev()
        .all(|name| parts.next().is_some_and(|part| name.starts_with('<') || part == name))
}

/// Every file and folder, by its path from the root, with and without `src`.
fn paths(all: &[PathBuf]) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for file in all {
        let inside = file.strip_prefix(ROOT).expect("below the root");
        for path in inside.ancestors().filter(|path| *path != Path::new("")) {
            let path = path.to_str().expect("text").replace('\\', "/");
            paths.insert(path.replace("/src/", "/"));
            paths.insert(path);
        }
    }
    paths
}

/// The flaw of a name in a document; `None` if it is no name or is there.
fn flaw(span: &str, paths: &BTreeSet<String>, names: &BTreeSet<String>) -> Option<&'static str> {
    let simple = |more: &str| span.chars().all(|c| c.is_alphanumeric() || more.contains(c));
    let begins = |folder: &&str| span.split('/').next() == Some(*folder);
    let is_path = span.ends_with(".rs") || (span.contains('/') && BEGINNINGS.iter().any(begins));
    if is_path && simple("_-./<>") {
        let there = paths.iter().any(|path| ends_with(path, span));
        return (!there).then_some("no such file or folder");
    }
    let is_name = span.contains("::") || span.chars().next().is_some_and(char::is_uppercase);
    if is_name && simple("_:") {
        let there = words(span).all(|word| names.contains(word));
        return (!there).then_some("no such name in the source");
    }
    None
}

/// The names of files and folders in the blocks of a text that show a tree.
fn trees(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("\n```text tree\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("\n```").next());
    let words = blocks.flat_map(|block| block.split([' ', '\n', ',', ';', '(', ')']));
    words.filter(|word| word.ends_with(".rs") || word.ends_with('/') && word.len() > 1)
}

#[test]
fn what_documents_name_is_there() {
    let mut all = Vec::new();
    files(Path::new(ROOT), &mut all);
    let paths = paths(&all);
    let mut names = BTreeSet::new();
    for file in &all {
        if file.extension().is_some_and(|end| SOURCES.iter().any(|source| end == *source)) {
            let text = fs::read_to_string(file).expect("text");
            names.extend(words(&text).map(str::to_owned));
        }
    }
    let mut flaws = Vec::new();
    for document in documents(&all) {
        let whole = fs::read_to_string(document).expect("text");
        let text = prose(&whole);
        let at = document.strip_prefix(ROOT).expect("below the root").display();
        for name in trees(&whole).filter(|name| !paths.iter().any(|path| ends_with(path, name))) {
            flaws.push(format!("{at}: {name}: no such file or folder"));
        }
        for span in text.split('`').skip(1).step_by(2) {
            if let Some(flaw) = flaw(span, &paths, &names) {
                flaws.push(format!("{at}: `{span}`: {flaw}"));
            }
        }
        for (target, anchor) in links(&text) {
            let file = document.parent().expect("a folder").join(target);
            let file = if target.is_empty() { document } else { &file };
            if !file.exists() {
                flaws.push(format!("{at}: link to {target}: no such file"));
            } else if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(file).expect("text"));
                if !there.contains(anchor) {
                    flaws.push(format!("{at}: link to {target}#{anchor}: no such heading"));
                }
            }
        }
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn what_is_not_there_is_found() {
    let paths = paths(&[Path::new(ROOT).join("plugins/kernel/src/stack.rs")]);
    let names = BTreeSet::from(["Stack".to_owned(), "drain".to_owned()]);
    for there in [
        "kernel/stack.rs",
        "plugins/<crate>/src/stack.rs",
        "stack.rs",
        "Stack::drain",
        "plugins/kernel/",
        "random",
    ] {
        assert_eq!(flaw(there, &paths, &names), None, "{there}");
    }
    for gone in ["kernel/heap.rs", "plugins/<crate>/heap.rs", "Stack::fill", "Heap", "heap.rs"] {
        assert!(flaw(gone, &paths, &names).is_some(), "{gone}");
    }
}

#[test]
fn trees_name_files_and_folders() {
    let text = "A page.\n\n```text tree\nsrc/a/   what, in b.rs and\n         c\n```\n\n```text\nsrc/d/\n```\n";
    assert_eq!(trees(text).collect::<Vec<_>>(), ["src/a/", "b.rs"]);
}

#[test]
fn every_manual_is_one_page_of_the_site() {
    let docs = Path::new(ROOT).join("docs");
    let summary = docs.join("SUMMARY.md");
    let text = fs::read_to_string(&summary).expect("text");
    let mut listed: Vec<_> = links(&text).map(|(page, _)| docs.join(page)).collect();
    listed.sort();
    let mut all = Vec::new();
    files(&docs, &mut all);
    let mut manuals: Vec<_> = documents(&all).into_iter().cloned().collect();
    manuals.retain(|manual| *manual != summary);
    manuals.sort();
    assert!(manuals.len() > 30, "only {} manuals were found", manuals.len());
    assert_eq!(listed, manuals, "docs/SUMMARY.md lists every manual once");
    let front = fs::read_to_string(docs.join("README.md")).expect("text");
    let front: BTreeSet<&str> = links(&front).map(|(page, _)| page).collect();
    let topics = manuals.iter().filter_map(|manual| manual.strip_prefix(&docs).ok()?.to_str());
    let mut topics = topics.filter(|page| !page.contains('/') && *page != "README.md");
    let unnamed = topics.find(|page| !front.contains(page));
    assert_eq!(unnamed, None, "docs/README.md leads to every page beside the folders");
}

/// Documents with digests: of what was measured, and of the schema, which is a promise.
const WITH_DIGESTS: [&str; 2] = ["docs/records", "docs/reference/observations.md"];

#[test]
fn only_records_name_commits_and_digests() {
    let mut found = Vec::new();
    for (at, text) in documents_but_for(&WITH_DIGESTS) {
        found.extend(
            words(&text).filter(|word| is_digest(word)).map(|it| format!("{}: {it}", at.display())),
        );
    }
    assert!(found.is_empty(), "commits or digests:\n{}", found.join("\n"));
}

#[test]
fn digests_are_told_from_words_and_numbers() {
    for digest in ["5be72a3c", "a21b857", "ef8bbb39789880ca"] {
        assert!(is_digest(digest), "{digest}");
    }
    for other in ["effaced", "12345678", "d88800", "2d490c9x", "SOR_164"] {
        assert!(!is_digest(other), "{other}");
    }
}

/// The most words of a sentence; a span of code is one.
const MOST_WORDS: usize = 35;

/// The paragraphs and the items of lists of a text, in which a span of code is one word: no blocks, tables
/// and headings.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    for line in prose(text).lines() {
        let told = line.trim_start();
        let is_other = told.is_empty() || told.starts_with(['|', '#']) || line.starts_with("    ");
        let marked = told.split_once(' ').is_some_and(|(mark, _)| {
            matches!(mark, "-" | "*")
                || mark.strip_suffix('.').is_some_and(|n| n.parse::<u8>().is_ok())
        });
        if is_other || marked {
            found.push(String::new());
        }
        if !is_other {
            let last = found.last_mut().expect("there is one");
            *last += told;
            *last += "\n";
        }
    }
    let plain = |text: &String| {
        let spans = text.split('`').enumerate();
        spans.map(|(n, part)| if n % 2 == 0 { part } else { "code" }).collect::<String>()
    };
    found.iter().map(plain).collect()
}

/// The sentences of a paragraph: they end with a sign and a blank.
fn sentences(paragraph: &str) -> Vec<Vec<&str>> {
    let mut found = vec![Vec::new()];
    for word in paragraph.split_whitespace() {
        found.last_mut().expect("there is one").push(word);
        if word.trim_end_matches(['"', '”', ')', '*']).ends_with(['.', ':', '?', '!']) {
            found.push(Vec::new());
        }
    }
    found
}

#[test]
fn no_sentence_is_long() {
    let mut found = Vec::new();
    // Records stay as they were written.
    for (at, text) in documents_but_for(&["docs/records"]) {
        for paragraph in paragraphs(&text) {
            let long = sentences(&paragraph).into_iter().filter(|words| words.len() > MOST_WORDS);
            let told = |words: Vec<&str>| {
                format!("{}: {}: {}", at.display(), words.len(), words.join(" "))
            };
            found.extend(long.map(told));
        }
    }
    assert!(found.is_empty(), "more than {MOST_WORDS} words:\n{}", found.join("\n"));
}

#[test]
fn sentences_are_told_apart() {
    let text = "# A heading\n\nOne `is a span`, i.e. a word. Is\nit? (Yes!) 4.5 and so\n\n- one\n- two: three\n| a | b |\n    x\n";
    let count = |paragraph: &String| sentences(paragraph).iter().map(Vec::len).collect::<Vec<_>>();
    let counts: Vec<Vec<usize>> =
        paragraphs(text).iter().map(count).filter(|counts| *counts != [0]).collect();
    assert_eq!(counts, [vec![3, 2, 2, 1, 3], vec![2], vec![2, 1]]);
}

//! The scenario files below a folder of tests.

use std::fs;
use std::path::{Path, PathBuf};

use cardmill::scenario::{Scenario, run};
use cardmill::session::Session;
use cardmill_unlimited::catalogue::Catalogue;
use ron::extensions::Extensions;

/// Every `*.ron` below a folder, sorted by path.
fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(dir).unwrap().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "ron") {
            out.push(path);
        }
    }
}

/// Every scenario below a folder, with the file it is in.
pub fn scenarios(dir: &str) -> Vec<(PathBuf, Scenario)> {
    let mut list = Vec::new();
    files(Path::new(dir), &mut list);
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let scenarios: Vec<Scenario> =
            options.from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        scenarios.into_iter().map(move |scenario| (path.clone(), scenario))
    };
    list.into_iter().flat_map(read).collect()
}

/// Every scenario below a folder holds, and there are more than `expected` of them.
pub fn hold(folder: &str, catalogue: &Catalogue, expected: usize) {
    let mut session = Session::new(catalogue);
    let mut count = 0;
    let mut failed = Vec::new();
    for (path, scenario) in scenarios(folder) {
        count += 1;
        if let Err(failure) = run(&mut session, &scenario) {
            let file = path.file_stem().unwrap().to_string_lossy();
            failed.push(format!("{file} {} \"{}\": {failure}", scenario.card, scenario.name));
        }
    }
    assert!(count > expected, "only {count} scenarios were found");
    assert!(
        failed.is_empty(),
        "{} of {count} scenarios fail:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

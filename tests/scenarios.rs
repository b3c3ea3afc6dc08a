//! The scenarios of the list of rules that the project was made for hold.

use std::path::Path;

use cardmill::scenario::Suite;
use cardmill::scenario::format::files;
use cardmill_unlimited::library::default_dir;

/// The scenarios of tests/scenarios hold.
#[test]
fn every_scenario_holds() {
    let found = files(Path::new("tests/scenarios")).unwrap();
    let mut failed = Vec::new();
    Suite::new(&default_dir(), false)
        .play(&found, |outcome, _| {
            if let Some(problem) = outcome.problem {
                failed.push(format!("{} \"{}\": {problem}", outcome.id, outcome.name));
            }
            Ok(())
        })
        .unwrap();
    assert!(failed.is_empty(), "{} scenarios fail:\n{}", failed.len(), failed.join("\n"));
}

//! The scenario files of Star Wars: Unlimited below a folder of tests.

use std::path::{Path, PathBuf};

use cardmill::scenario::format::files;
use cardmill::scenario::{Failure, ScenarioOf, run};
use cardmill_harness::driver::Driver;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::driver::Tabletop;

/// Every scenario below a folder, with the file it is in.
pub fn scenarios(dir: &str) -> Vec<(PathBuf, ScenarioOf<Tabletop>)> {
    let files = files(Path::new(dir)).unwrap();
    let read = |file: cardmill::scenario::format::File| {
        let scenarios = file.scenarios::<Tabletop>().unwrap_or_else(|error| panic!("{error}"));
        scenarios.into_iter().map(move |scenario| (file.path.clone(), scenario))
    };
    files.into_iter().flat_map(read).collect()
}

/// Plays a scenario with the cards of the catalogue and its own; an error says what does not hold.
pub fn holds(
    driver: &mut Tabletop,
    table: usize,
    catalogue: &Catalogue,
    scenario: &ScenarioOf<Tabletop>,
) -> Result<(), Failure> {
    if scenario.cards.is_empty() {
        return run(driver, table, scenario);
    }
    let mut definitions = catalogue.definitions();
    definitions.extend(scenario.cards.iter().cloned());
    driver.set_catalogue(&Catalogue::new(&definitions).unwrap());
    let held = run(driver, table, scenario);
    driver.set_catalogue(catalogue);
    held
}

/// Every scenario below a folder holds, and there are more than `expected` of them.
pub fn hold(folder: &str, catalogue: &Catalogue, expected: usize) {
    let mut driver = Tabletop::new(catalogue);
    let table = driver.add();
    let mut count = 0;
    let mut failed = Vec::new();
    for (path, scenario) in scenarios(folder) {
        count += 1;
        if let Err(failure) = holds(&mut driver, table, catalogue, &scenario) {
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

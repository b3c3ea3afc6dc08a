//! References that are made of what the types of the source say of themselves: of results, and of sessions.

mod fields;
mod results;
mod session;
mod source;

use std::fs;
use std::path::Path;

/// Compares a reference with its text; writes it where `CARDMILL_BLESS` is set.
fn is(page: &str, text: &str, test: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference").join(page);
    if std::env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&path, text).expect("it is written");
    }
    let found = fs::read_to_string(&path).expect("there is a reference");
    assert!(
        found == text,
        "docs/reference/{page} is not what the source says; CARDMILL_BLESS=1 cargo test {test} writes it"
    );
}

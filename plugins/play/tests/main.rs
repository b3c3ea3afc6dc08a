//! The house from outside: through its port, as pages and others use it.

mod browser;
#[expect(dead_code, reason = "the tests of the program drive more of it")]
#[path = "../../../tests/cli/browser.rs"]
mod chromium;
mod fixture;
mod hidden;
mod protocol;
mod tables;

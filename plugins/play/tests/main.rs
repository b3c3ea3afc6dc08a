//! The house from outside: through its port, as pages and others use it.

mod browser;
mod fixture;
mod hidden;
mod protocol;
mod tables;

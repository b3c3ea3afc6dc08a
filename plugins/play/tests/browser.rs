//! In a browser.

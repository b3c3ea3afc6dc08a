//! RON, as cards and scenarios are written in it.

use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// Records in records that a file can have.
const DEPTH: usize = 128;

/// A text without a byte order mark.
#[must_use]
pub fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Reads a text. Optional fields are written without `Some(…)`; a byte order mark is passed over.
///
/// # Errors
/// When it says something else than what is read, with the place.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(DEPTH);
    options.from_str(bare(text))
}

/// What is wrong with a text, without the place.
#[must_use]
pub fn problem(error: &ron::Error) -> String {
    match error {
        ron::Error::ExceededRecursionLimit => {
            format!("nested too deeply; at most {DEPTH} levels are read")
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        assert_eq!(parse("\u{feff}[Some(1), 2]"), Ok(vec![Some(1), Some(2)]));
    }

    #[test]
    fn what_is_nested_too_deeply_is_refused_in_plain_words() {
        #[derive(Debug, serde::Deserialize)]
        struct Nest(#[expect(dead_code, reason = "read only")] Vec<Nest>);
        let text = format!("{}{}", "([".repeat(DEPTH), "])".repeat(DEPTH));
        let error = parse::<Nest>(&text).unwrap_err();
        assert_eq!(problem(&error.code), "nested too deeply; at most 128 levels are read");
    }
}

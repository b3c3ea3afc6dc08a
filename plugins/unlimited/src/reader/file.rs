//! Definitions that were read, as card files have them.

use cardmill_harness::notation;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Side;
use crate::vocabulary::{Definition, Filter};

/// A file of definitions.
///
/// # Errors
/// A message about the first of them that cannot be written down so that it is read again.
pub fn file(cards: &[&Definition]) -> Result<String, String> {
    let mut list = String::from("[\n");
    for &card in cards {
        for line in written(card)?.lines() {
            list.push_str(&format!("    {line}\n"));
        }
        list.insert(list.len() - 1, ',');
    }
    list.push_str("]\n");
    Ok(list)
}

/// The meaning of a text, as the fields of a definition.
///
/// # Errors
/// As [`file()`].
pub fn fields(side: &Side) -> Result<String, String> {
    let mut fields = String::new();
    if !side.keywords.is_empty() {
        fields.push_str(&format!("keywords: {},\n", written(&side.keywords)?));
    }
    if side.attach != Filter::default() {
        fields.push_str(&format!("attach: {},\n", written(&side.attach)?));
    }
    if side.starts_like_this {
        return Err("expected the other leader side beside it: a card with `back_title`".to_owned());
    }
    if side.first_action {
        fields.push_str("first_action: true,\n");
    }
    if let Some(of) = &side.deckbuilding {
        fields.push_str(&format!("deckbuilding: {},\n", written(of)?));
    }
    if !side.abilities.is_empty() {
        fields.push_str(&format!("abilities: {},\n", written(&side.abilities)?));
    }
    Ok(fields)
}

fn written<T: Serialize + DeserializeOwned + PartialEq>(record: &T) -> Result<String, String> {
    let text = notation::write(record).map_err(|error| error.to_string())?;
    Ok(text.trim_end().to_owned())
}

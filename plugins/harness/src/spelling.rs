//! Names as people spell them.

pub use strsim::levenshtein;

/// A name without what people write in different ways: case, accents, spaces and marks.
#[must_use]
pub fn folded(name: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'ä' | 'â' => 'a',
        'é' | 'è' | 'ë' | 'ê' => 'e',
        'í' | 'ì' | 'ï' | 'î' => 'i',
        'ó' | 'ò' | 'ö' | 'ô' => 'o',
        'ú' | 'ù' | 'ü' | 'û' => 'u',
        other => other,
    };
    name.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).map(plain).collect()
}

/// The word among these that was perhaps meant: the nearest one that a letter in three, and at most
/// two, make out of it.
#[must_use]
pub fn nearest<'k>(wanted: &str, known: &[&'k str]) -> Option<&'k str> {
    let wanted: String = folded(wanted).chars().take(64).collect();
    let near = known.iter().filter_map(|word| {
        let distance = levenshtein(&wanted, word);
        (distance <= (word.chars().count() / 3).min(2)).then_some((distance, *word))
    });
    Some(near.min()?.1)
}

//! Names as people spell them.

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
    let wanted: Vec<char> = folded(wanted).chars().take(64).collect();
    let near = known.iter().filter_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        let distance = distance(&wanted, &letters);
        (distance <= (letters.len() / 3).min(2)).then_some((distance, *word))
    });
    Some(near.min()?.1)
}

/// The number of letters that are added, left out or changed to make one word of the other.
#[must_use]
pub fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (n, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = n + 1;
        for (m, same) in other.iter().map(|other| other == letter).enumerate() {
            let changed = diagonal + usize::from(!same);
            diagonal = row[m + 1];
            row[m + 1] = changed.min(row[m] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

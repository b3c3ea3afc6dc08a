//! Names of options that tell them apart.

use std::collections::BTreeMap;

use crate::driver::Labelled;

/// Which of some words are said more than once.
#[must_use]
pub fn repeated<W: Ord>(words: &[W]) -> Vec<bool> {
    let mut said = BTreeMap::<&W, usize>::new();
    for word in words {
        *said.entry(word).or_default() += 1;
    }
    words.iter().map(|word| said[word] > 1).collect()
}

/// What each option is called so that no other is called the same: options of one label say whose
/// card they name, and those of one player are numbered, as in a [`Name`](crate::driver::Name).
#[must_use]
pub fn distinct(options: &[Labelled]) -> Vec<String> {
    let mut names: Vec<String> = options.iter().map(|option| option.label.clone()).collect();
    let mut holders = BTreeMap::new();
    for option in options {
        let first = holders.entry(&option.label).or_insert((option.holder, false));
        first.1 |= first.0 != option.holder;
    }
    for (name, option) in names.iter_mut().zip(options) {
        if let (true, Some(seat)) = (holders[&option.label].1, option.holder) {
            *name = format!("P{} {name}", seat + 1);
        }
    }
    let several = repeated(&names);
    let mut copies = BTreeMap::<String, usize>::new();
    for (name, _) in names.iter_mut().zip(several).filter(|(_, several)| *several) {
        let number = copies.entry(name.clone()).or_default();
        *number += 1;
        name.push_str(&format!(" #{number}"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_called_alike_say_whose_and_which() {
        let option = |(label, holder): (&str, _)| Labelled { label: label.into(), holder };
        let options = [
            ("Yoda", Some(0)),
            ("Wampa", Some(1)),
            ("Yoda", Some(1)),
            ("Greedo", Some(0)),
            ("Yoda", Some(1)),
            ("Resolve it", None),
            ("Greedo", Some(0)),
            ("Resolve it", None),
        ];
        assert_eq!(
            distinct(&options.map(option)),
            [
                "P1 Yoda",
                "Wampa",
                "P2 Yoda #1",
                "Greedo #1",
                "P2 Yoda #2",
                "Resolve it #1",
                "Greedo #2",
                "Resolve it #2",
            ]
        );
    }
}

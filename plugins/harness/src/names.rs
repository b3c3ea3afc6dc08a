//! Names of options: what tells them apart, and which one a name means.

use core::fmt;
use std::collections::BTreeMap;

use cardmill_kernel::card::Seat;

/// An option in the players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The label of the option, such as the name of a card.
    pub label: String,
    /// The player who has the card that it names, if it names one: tells copies of two players
    /// apart.
    pub holder: Option<Seat>,
}

/// A question in the players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The player who is asked.
    pub seat: Seat,
    /// The options, in the order of their numbers.
    pub options: Vec<Labelled>,
    /// The names of the options, each unlike every other one.
    pub names: Vec<String>,
}

impl Labelled {
    /// Tells whether a name in a scenario means this option, whatever its number.
    #[must_use]
    pub fn is(&self, name: &Name) -> bool {
        self.label == name.text
            || (self.names(name.title) && name.holder.is_none_or(|s| self.holder == Some(s)))
    }

    /// `Option 1` names `Option 1: …`.
    fn names(&self, title: &str) -> bool {
        let short = self.label.starts_with("Option ") && title.starts_with("Option ");
        self.label == title || (short && self.label.split(':').next() == Some(title))
    }
}

/// A name in a scenario: `Yoda`, `P2 Yoda`, `Yoda #2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'n> {
    /// The whole name, as it is written.
    pub text: &'n str,
    /// The player who has the card, if the name says so.
    pub holder: Option<Seat>,
    /// The label without the player and the number.
    pub title: &'n str,
    /// The number among several alike, from 1, if the name says one.
    pub number: Option<usize>,
}

impl<'n> Name<'n> {
    /// Reads a name. Anything is one.
    #[must_use]
    pub fn read(text: &'n str) -> Self {
        let numbered =
            text.rsplit_once(" #").and_then(|(title, number)| Some((title, number.parse().ok()?)));
        let (rest, number) = match numbered {
            Some((title, number)) => (title, Some(number)),
            None => (text, None),
        };
        let player = rest.split_once(' ').and_then(|(player, title)| {
            let number: Seat = player.strip_prefix('P')?.parse().ok()?;
            Some((number.checked_sub(1)?, title))
        });
        match player {
            Some((seat, title)) => Self { text, holder: Some(seat), title, number },
            None => Self { text, holder: None, title: rest, number },
        }
    }

    /// Finds the thing that it names among some: the one of its number, or the first, where it says
    /// none.
    ///
    /// # Errors
    /// When none of them is called so.
    pub fn find<T: Copy>(
        &self,
        things: impl IntoIterator<Item = T>,
        label: impl Fn(T) -> Labelled,
    ) -> Result<T, String> {
        let mut found = things.into_iter().filter(|&thing| label(thing).is(self));
        let at = self.number.unwrap_or(1).checked_sub(1);
        let found = at.and_then(|at| found.nth(at));
        found.ok_or_else(|| format!("nothing there is called {:?}", self.text))
    }
}

impl Asked {
    /// The numbers of the options that a name means.
    #[must_use]
    pub fn named(&self, text: &str) -> Vec<usize> {
        if let Some(exactly) = self.names.iter().position(|name| name == text) {
            return vec![exactly];
        }
        let name = Name::read(text);
        let all = || (0..self.options.len()).filter(|&i| self.options[i].is(&name));
        let whole: Vec<usize> =
            (0..self.options.len()).filter(|&i| self.options[i].label == text).collect();
        match name.number {
            _ if !whole.is_empty() => whole,
            Some(number) => all().nth(number.wrapping_sub(1)).into_iter().collect(),
            None => all().collect(),
        }
    }

    /// The option a name means. Several are fine when one player has all of them: copies.
    ///
    /// # Errors
    /// When there is none, or the name does not say whose is meant.
    pub fn find(&self, text: &str) -> Result<usize, String> {
        let found = self.named(text);
        match found[..] {
            [] => Err(format!("{text:?} is not offered; P{} may choose {self}", self.seat + 1)),
            [first, ..] => {
                let holder = self.options[first].holder;
                if found.iter().all(|&i| self.options[i].holder == holder) {
                    Ok(first)
                } else {
                    Err(format!("{text:?} means cards of several players; say P1 or P2"))
                }
            }
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names.join(" | "))
    }
}

/// Marks those of some words that are said more than once: `true` at their places.
#[must_use]
pub fn repeated<W: Ord>(words: &[W]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..words.len()).collect();
    order.sort_unstable_by_key(|&n| &words[n]);
    let mut alike = vec![false; words.len()];
    for same in order.chunk_by(|&one, &other| words[one] == words[other]) {
        same.iter().for_each(|&n| alike[n] = same.len() > 1);
    }
    alike
}

/// Gives each option a name that no other has: options of one label say whose card they name, and
/// those of one player are numbered, as in a [`Name`].
#[must_use]
pub fn distinct(options: &[Labelled]) -> Vec<String> {
    let mut names: Vec<String> = options.iter().map(|option| option.label.clone()).collect();
    if !repeated(&names).contains(&true) {
        return names;
    }
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

    fn asked(options: &[(&str, Option<Seat>)]) -> Asked {
        let labelled =
            |&(label, holder): &(&str, Option<Seat>)| Labelled { label: label.into(), holder };
        let options: Vec<Labelled> = options.iter().map(labelled).collect();
        Asked { seat: 0, names: distinct(&options), options }
    }

    #[test]
    fn names_say_whose_and_which() {
        let name = Name::read("P2 Yoda #2");
        assert_eq!((name.holder, name.title, name.number), (Some(1), "Yoda", Some(2)));
        let name = Name::read("P0 Yoda #two");
        assert_eq!((name.holder, name.title, name.number), (None, "P0 Yoda #two", None));
        assert_eq!(Name::read("P2's base").title, "P2's base");
    }

    #[test]
    fn copies_of_one_player_stand_for_each_other() {
        let asked = asked(&[("Yoda", Some(0)), ("Yoda", Some(0)), ("Wampa", Some(1))]);
        assert_eq!(asked.find("Yoda"), Ok(0));
        assert_eq!(asked.find("Yoda #2"), Ok(1));
        assert_eq!(asked.find("P2 Wampa"), Ok(2));
        assert!(
            asked.find("P1 Wampa").unwrap_err().contains("P1 may choose Yoda #1 | Yoda #2 | Wampa")
        );
        assert!(asked.find("Yoda #3").is_err());
    }

    #[test]
    fn copies_of_several_players_must_be_told_apart() {
        let asked = asked(&[("Yoda", Some(0)), ("Yoda", Some(1))]);
        assert!(asked.find("Yoda").unwrap_err().contains("several players"));
        assert_eq!(asked.find("P2 Yoda"), Ok(1));
    }

    #[test]
    fn every_option_has_a_name_of_its_own_that_finds_it() {
        let asked = asked(&[
            ("Yoda", Some(0)),
            ("Yoda", Some(1)),
            ("Wampa", Some(0)),
            ("Yoda", Some(0)),
            ("Decline", None),
            ("Mode", None),
            ("Mode", None),
        ]);
        let labels = asked.names.clone();
        assert_eq!(
            labels,
            ["P1 Yoda #1", "P2 Yoda", "Wampa", "P1 Yoda #2", "Decline", "Mode #1", "Mode #2"]
        );
        for (n, label) in labels.iter().enumerate() {
            assert_eq!(asked.find(label), Ok(n), "{label}");
        }
    }

    #[test]
    fn a_label_as_it_stands_comes_first() {
        let asked = asked(&[("P1 first", None), ("P2 first", None), ("Option 1: draw", None)]);
        assert_eq!(asked.find("P2 first"), Ok(1));
        assert_eq!(asked.find("Option 1"), Ok(2));
        assert!(asked.find("Option 2").is_err());
    }
}

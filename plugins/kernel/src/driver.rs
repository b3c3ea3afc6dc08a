//! Tables driven from outside, one decision at a time: by scenarios, by sessions, by people.

use core::fmt;

use crate::batch::Batch;
use crate::card::Seat;
use crate::decision::{Decision, Game, Refused, State};
use crate::files::CardFiles;
use crate::names::distinct;
use crate::session::Problem;
use crate::table::{Fault, Status, Table};
use crate::wording::Wording;

/// An option in the players' words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// What it is called.
    pub label: String,
    /// Who has the card it names, if it names one: tells copies of two players apart.
    pub holder: Option<Seat>,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who is asked.
    pub seat: Seat,
    /// The options, in the order of their numbers.
    pub options: Vec<Labelled>,
    /// What each of them is called, unlike every other one.
    pub names: Vec<String>,
}

impl Labelled {
    /// Whether a name in a scenario means this option, whatever its number.
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
    /// All of it.
    pub text: &'n str,
    /// Who has the card.
    pub holder: Option<Seat>,
    /// What the card is called.
    pub title: &'n str,
    /// Which of several alike, from 1.
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

/// A World of tables of one game, answered from outside. Tables are numbered from 0.
///
/// Everything that takes a table panics when there is no such table.
pub trait Driver: Sized {
    /// The game.
    type Game: Game;
    /// The cards it is played with.
    type Catalogue;
    /// A card as a file defines it. Scenarios may bring cards of their own.
    type Card;
    /// A position as a person writes it down: what a table shows, nothing that presets an answer.
    type Position;
    /// What only this game's scenarios can do or say of a table.
    type Step;
    /// What a scenario can say of the cards themselves, without a table.
    type Check;

    /// Reads the cards of the game.
    ///
    /// # Errors
    /// What is wrong, with file and line.
    fn load(cards: impl Into<CardFiles>) -> Result<Self::Catalogue, String>;

    /// The same cards and some more.
    ///
    /// # Errors
    /// What is wrong with a card.
    fn extend(
        catalogue: &Self::Catalogue,
        cards: Vec<Self::Card>,
    ) -> Result<Self::Catalogue, String>;

    /// A World without tables.
    fn new(catalogue: &Self::Catalogue) -> Self;

    /// The World.
    fn batch(&self) -> &Batch;

    /// The World.
    fn batch_mut(&mut self) -> &mut Batch;

    /// Adds a free table that writes a log, at rest. Returns its number.
    fn add(&mut self) -> usize;

    /// Sets up a position, with an empty log. [`Driver::run`] moves it on to the first question.
    ///
    /// # Errors
    /// When the position cannot be: the place in it and what was expected. Then no game is on the
    /// table, or the one that was.
    fn arrange(&mut self, table: usize, position: &Self::Position) -> Result<(), Problem>;

    /// The options that stand, in the players' words, in the order of their numbers.
    fn labels(&mut self, table: usize) -> Vec<Labelled>;

    /// What the options that stand are called, each unlike every other one.
    fn names(&mut self, table: usize) -> Vec<String> {
        distinct(&self.labels(table))
    }

    /// What has happened, line by line.
    fn log(&self, table: usize) -> &[String];

    /// Does, or finds true, a step of this game.
    ///
    /// # Errors
    /// When it cannot be done or is not so: what was expected and what was found.
    fn step(&mut self, table: usize, step: &Self::Step) -> Result<(), String>;

    /// Finds something true of the cards themselves.
    ///
    /// # Errors
    /// When it is not so: what was expected and what was found.
    fn check(catalogue: &Self::Catalogue, check: &Self::Check) -> Result<(), String>;

    /// Why what this label names is not offered now.
    ///
    /// # Errors
    /// When it is offered, or the label names nothing this table could ever ask.
    fn why_not(&mut self, table: usize, label: &str) -> Result<String, String>;

    /// What can be said of a table as it stands: what options can be called, and what its log can
    /// contain, with the cards there are.
    fn wording(&mut self, table: usize) -> Wording;

    /// The table in the players' words, line by line.
    fn picture(&mut self, table: usize) -> Vec<String>;

    /// What the table is doing.
    fn status(&self, table: usize) -> Status {
        self.batch().status(table)
    }

    /// Why the table was set aside, if it was.
    fn fault(&self, table: usize) -> Option<Fault> {
        let entity = self.batch().table(table);
        self.batch().world().get::<Table>(entity).and_then(|table| table.fault)
    }

    /// Moves the table until somebody is asked or the game has ended. The others rest meanwhile,
    /// and so does this one from then on.
    fn run(&mut self, table: usize) {
        self.batch_mut().wake(table);
        while self.status(table) == Status::Busy {
            self.batch_mut().tick();
        }
        self.batch_mut().rest(table);
    }

    /// Who is asked something now.
    fn asks(&self, table: usize) -> Option<Seat> {
        let entity = self.batch().table(table);
        let decision = self.batch().world().get::<Decision<Self::Game>>(entity)?;
        let stands = self.status(table) == Status::Waiting && decision.state == State::Offered;
        stands.then_some(decision.seat)
    }

    /// What is asked now.
    fn asked(&mut self, table: usize) -> Option<Asked> {
        let seat = self.asks(table)?;
        Some(Asked { seat, options: self.labels(table), names: self.names(table) })
    }

    /// Answers with option `index` and plays on to the next decision.
    ///
    /// # Errors
    /// When nothing is asked or there is no such option; then nothing changed.
    fn choose(&mut self, table: usize, index: usize) -> Result<(), Refused> {
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        let parts = world
            .entity_mut(entity)
            .into_components_mut::<(&mut Table, &mut Decision<Self::Game>)>();
        let Ok((mut state, mut decision)) = parts else { return Err(Refused::NotWaiting) };
        decision.choose(&mut state, index)?;
        self.run(table);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

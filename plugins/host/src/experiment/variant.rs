//! Variants of a game that a designer asks about: other cards, or other copies in a deck.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cardmill_harness::library::{Changed, Edit, EditError, Revision};
use cardmill_harness::notation;
use cardmill_harness::play::Source;

use crate::batch::Arm;
use crate::entry::{Card, Entry};
use crate::error::Error;
use crate::host::{Catalogue, Revised};
use crate::output::Label;
use crate::setup::Setups;

/// The game with other cards, or other entries.
pub struct Variant {
    /// The name of the variant in results: the change as it was written, or the name that its file gives it.
    pub name: String,
    /// As the command line writes it; nothing where whole definitions are given.
    pub text: Option<String>,
    /// The cards, if they are others.
    pub catalogue: Option<Catalogue>,
    /// The entries that games begin with, after all exchanges.
    pub entries: Vec<Entry>,
    /// The card that is strictly better and not otherwise different, if that is what it is for.
    pub buffs: Option<String>,
    /// The differences from the game as it is, line by line, in words.
    pub lines: Vec<String>,
    /// The ids of the cards that are not what they were.
    pub edited: BTreeSet<String>,
    /// Those, and the ids of cards that were exchanged.
    pub asked: BTreeSet<String>,
    /// The number of cards of each entry that were edited or exchanged; empty in games without entries.
    pub copies: Vec<usize>,
    /// `true` if something is different that any player may meet in a game, such as a token.
    pub everywhere: bool,
}

impl Variant {
    /// The differences line by line, or their first lines and the number of the others where there are many.
    pub fn told(&self) -> Vec<String> {
        told(self.lines.clone())
    }

    /// Tells whether games of an entry can be other games, by its place.
    #[must_use]
    pub fn concerns(&self, entry: usize) -> bool {
        self.everywhere || self.copies[entry] > 0
    }

    /// The arm in which it is played behind the arm of the game as it is, with setups of its own entries.
    #[must_use]
    pub fn arm<'a>(&'a self, first: &Arm<'a>, setups: &'a Setups) -> Arm<'a> {
        let cards = self.catalogue.as_ref().unwrap_or(first.catalogue);
        let mut arm = Arm::new(cards, setups, first.settings);
        if !self.everywhere {
            arm.differ_from(first, &|id| self.edited.contains(id));
        }
        arm
    }
}

/// The arm of the game as it is, and behind it those of changes, each with setups of its own entries.
#[must_use]
pub fn arms<'a>(
    first: Arm<'a>,
    changed: impl IntoIterator<Item = (&'a Variant, &'a Setups)>,
) -> Vec<Arm<'a>> {
    let mut arms = vec![first];
    for (variant, setups) in changed {
        arms.push(variant.arm(&arms[0], setups));
    }
    arms
}

/// Changes line by line; only how many more there are of many.
fn told(mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(TOLD);
    lines.truncate(TOLD);
    lines.extend((more > 0).then(|| format!("and {more} more changes")));
    lines
}

/// The word for no card in an exchange.
pub const NOTHING: &str = "nothing";

/// The most changes of a variant that are told one by one.
const TOLD: usize = 12;

/// The form of a file of changes, in the words of error messages.
pub const REVISIONS: &str = "a list of revisions: [(name: \"…\", edits: [\"SOR_164 cost+1\"])]";

/// The game that variants are of.
pub struct Base<'a> {
    /// The cards before any change.
    pub catalogue: &'a Catalogue,
    /// The setups that games begin with, with the entries that swaps exchange cards of.
    pub setups: &'a Setups,
    /// The labels of the entries or positions in results, in their order.
    pub labels: &'a [Label],
}

impl Base<'_> {
    /// A variant as the command line writes it: edits and swaps, with semicolons between them.
    ///
    /// # Errors
    ///
    /// As [`variant`](Self::variant), or when it is neither.
    pub fn written(&self, text: &str) -> Result<Variant, Error> {
        let (swaps, edits): (Vec<_>, Vec<_>) = parts(text).partition(|part| part.contains("->"));
        let edits = edits.into_iter().map(edit).collect::<Result<Vec<_>, _>>()?;
        let swaps: Vec<String> = swaps.into_iter().map(str::to_owned).collect();
        if edits.is_empty() && swaps.is_empty() {
            let expected = "expected an edit such as 'SOR_164 cost+1'";
            return Err(Error::Usage(format!("{text:?}: {expected}")));
        }
        self.variant(&Revision { name: text.to_owned(), edits, cards: Vec::new(), swaps })
    }

    /// The variants of the command line, and then those of a file, a list of revisions in RON.
    ///
    /// # Errors
    ///
    /// When the file is no such list, or as [`variant`](Self::variant).
    pub fn variants(
        &self,
        written: &[String],
        file: Option<(&Path, &str)>,
    ) -> Result<Vec<Variant>, Error> {
        let mut variants: Vec<Variant> =
            written.iter().map(|text| self.written(text)).collect::<Result<_, _>>()?;
        if let Some((file, text)) = file {
            let revisions = self.catalogue.game().revisions(text).map_err(|error| {
                let place = format!("{}:{}", error.span.start.line, error.span.start.col);
                let problem = format!("{place}: {}", notation::problem(&error.code));
                Error::file(file, problem, REVISIONS)
            })?;
            for revision in &revisions {
                variants.push(self.variant(revision)?);
            }
        }
        Ok(variants)
    }

    /// The game after a revision.
    ///
    /// # Errors
    ///
    /// An edit or a swap that cannot be made, or an entry or a position that cannot be played
    /// after it.
    pub fn variant(&self, revision: &Revision<Card>) -> Result<Variant, Error> {
        let refused = |problem: String| Error::Usage(format!("{:?}: {problem}", revision.name));
        let Revised { changes, everywhere, cards: catalogue } = self.catalogue.revised(revision)?;
        let edited: BTreeSet<String> = changes.iter().map(|changed| changed.card.clone()).collect();
        let changed = |id: &str| edited.contains(id);
        let mut variant = Variant {
            name: revision.name.clone(),
            text: revision.cards.is_empty().then(|| {
                let edits = revision.edits.iter().map(Edit::text);
                edits
                    .chain(revision.swaps.iter().map(String::as_str))
                    .collect::<Vec<_>>()
                    .join("; ")
            }),
            entries: self.setups.entries.clone(),
            lines: changes.iter().map(line).collect(),
            copies: Vec::new(),
            everywhere,
            edited: edited.clone(),
            asked: edited.clone(),
            buffs: None,
            catalogue,
        };
        let copies = |entry: &Entry| {
            entry.cards(self.catalogue).into_iter().filter(|id| changed(id)).count()
        };
        variant.copies = variant.entries.iter().map(copies).collect();
        for swap in &revision.swaps {
            self.swap(swap, &mut variant)?;
        }
        self.check(&variant).map_err(refused)?;
        Ok(variant)
    }

    /// Exchanges copies of a card in an entry, in place: `vader: 1x SOR_164 -> SOR_229`, or a
    /// certain copy, from 1: `vader: SOR_164#2 -> SOR_229`; or leaves them out: `-> nothing`.
    fn swap(&self, text: &str, variant: &mut Variant) -> Result<(), Error> {
        let wrong = |expected: String| Error::Usage(format!("{text:?}: expected {expected}"));
        let noun = self.catalogue.game().noun();
        let form = || wrong(format!("a {noun} and two cards: vader: 1x SOR_164 -> SOR_229"));
        let (named, rest) = text.split_once(':').ok_or_else(form)?;
        let (from, to) = rest.split_once("->").ok_or_else(form)?;
        let (named, from, to) = (named.trim(), from.trim(), to.trim());
        let count = from.split_once("x ").and_then(|(n, id)| Some((n.trim().parse().ok()?, id)));
        let (count, from): (usize, &str) = count.map_or((1, from), |(n, id)| (n, id.trim()));
        let (from, first) = match from.split_once('#').map(|(id, n)| (id, n.trim().parse())) {
            Some((id, Ok(number @ 1..))) if count == 1 => (id.trim(), number),
            _ => (from, 1_usize),
        };
        let (before, last) = (first - 1, first - 1 + count);
        let from = self.catalogue.id(from).unwrap_or(from);
        let at = self.find(named).ok_or_else(|| {
            let known: Vec<&str> = self.labels.iter().map(|label| label.name.as_str()).collect();
            wrong(format!("a {noun} that is played ({}), found {named:?}", known.join(", ")))
        })?;
        let entry = &mut variant.entries[at];
        let cards = entry.cards(self.catalogue);
        let places = cards.iter().enumerate().filter(|(_, id)| id.eq_ignore_ascii_case(from));
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        if places.len() < last || count == 0 {
            return Err(wrong(match places.len() {
                0 => format!("a card of {named}, found {from}, which it does not have"),
                has => format!("from 1 to {has} copies of {from}, found {last}"),
            }));
        }
        if to.eq_ignore_ascii_case(NOTHING) {
            // The last first: places behind one that is left out are others.
            for &place in places[before..last].iter().rev() {
                let without = entry.without(self.catalogue, place);
                *entry = without.ok_or_else(|| {
                    wrong(format!(
                        "a card in its place: no {noun} can be played without {from} there"
                    ))
                })?;
            }
            variant.asked.insert(cards[places[before]].to_owned());
            variant.copies[at] += count;
            variant.lines.push(format!("{}: {count} of {from} -> {to}", self.labels[at].name));
            return Ok(());
        }
        for &place in &places[before..last] {
            let with = entry.with(self.catalogue, place, to);
            *entry = with.map_err(|error| Error::Usage(format!("{text:?}: {error}")))?;
        }
        let with = entry.cards(self.catalogue);
        variant.asked.extend([&cards, &with].map(|cards| cards[places[before]].to_owned()));
        variant.copies[at] += count;
        let name = &self.labels[at].name;
        variant.lines.push(format!("{name}: {count} of {from} -> {to}"));
        Ok(())
    }

    /// The place of an entry by its name, by the name of its file, or as `#1` for the first.
    fn find(&self, named: &str) -> Option<usize> {
        let is = |label: &Label| {
            label.name.eq_ignore_ascii_case(named) || stem(label).eq_ignore_ascii_case(named)
        };
        let numbered = || named.strip_prefix('#')?.parse::<usize>().ok()?.checked_sub(1);
        let place = self.labels.iter().position(is).or_else(numbered);
        place.filter(|place| *place < self.labels.len())
    }

    /// Checks that all entries and positions can still be played with the cards of a variant.
    fn check(&self, variant: &Variant) -> Result<(), String> {
        let Some(catalogue) = &variant.catalogue else { return Ok(()) };
        let noun = catalogue.game().noun();
        let source = |entry: &Entry| {
            let text = entry.written(catalogue).to_string();
            Source::Text(text, PathBuf::from(entry.name()))
        };
        let sources: Vec<Source> = variant.entries.iter().map(source).collect();
        if !sources.is_empty() {
            for read in catalogue.read(&sources) {
                read.map_err(|error| format!("it makes a {noun} illegal: {error}"))?;
            }
        }
        if self.setups.positions.is_empty() {
            return Ok(());
        }
        let mut sits = catalogue.trying();
        for (position, label) in self.setups.positions.iter().zip(self.labels) {
            let set_up = sits(position);
            set_up.map_err(|error| format!("{} can no longer be set up: {error}", label.name))?;
        }
        Ok(())
    }
}

/// The name of an entry's file without its folder and its ending; empty where it has none.
fn stem(label: &Label) -> String {
    label.file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name by which swaps call the first entry: that of its file, or `#1` where a swap cannot say it.
#[must_use]
pub fn first_called(label: &Label) -> String {
    let stem = stem(label);
    let is_said = |text: &str| {
        !text.is_empty()
            && text.trim() == text
            && ![";", ":", "->"].iter().any(|mark| text.contains(mark))
    };
    if is_said(&stem) { stem } else { "#1".to_owned() }
}

/// Cards that all games are played with, after edits of them.
pub struct Edited {
    /// The cards after the edits.
    pub catalogue: Catalogue,
    /// The differences that the edits make, line by line.
    pub lines: Vec<String>,
}

/// The cards after edits, each as the command line writes it, several with semicolons between them.
///
/// # Errors
///
/// When something is no edit, or cannot be made.
pub fn edited(catalogue: Catalogue, edits: &[String]) -> Result<Edited, Error> {
    if edits.is_empty() {
        return Ok(Edited { catalogue, lines: Vec::new() });
    }
    let parts = edits.iter().flat_map(|text| parts(text));
    let revision = Revision {
        name: edits.join("; "),
        edits: parts.map(edit).collect::<Result<_, _>>()?,
        cards: Vec::new(),
        swaps: Vec::new(),
    };
    let Revised { changes, cards, .. } = catalogue.revised(&revision)?;
    let lines = told(changes.iter().map(line).collect());
    Ok(Edited { catalogue: cards.unwrap_or(catalogue), lines })
}

/// The parts of a text between its semicolons, trimmed, without empty ones.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

fn edit(text: &str) -> Result<Edit, Error> {
    text.parse().map_err(|error: EditError| Error::Usage(error.to_string()))
}

/// A change in words.
fn line(changed: &Changed) -> String {
    let Changed { card, name, field, was, is } = changed;
    match field.as_str() {
        "" => format!("{name} ({card}): {is}"),
        field => format!("{name} ({card}): {field} {was} -> {is}"),
    }
}

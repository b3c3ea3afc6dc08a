//! The deck that a deck file means, and the rules it has to keep (CR 9.2.2).

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;

use super::draft::{Draft, Entry, Problems, Section, Wanted};
use super::{
    Deck, DeckProblem, MAX_CARDS, MAX_COPIES, MAX_SIDEBOARD, MIN_CARDS, MIN_LIMITED, MIN_TWIN_SUNS,
    Plan,
};
use crate::library::{Candidate, Library, Listing, Names, Unknown, folded, full_name, not_defined};
use crate::vocabulary::{Aspect, Deckbuilding, Definition, Kind};
use cardmill_harness::plain::{plain, quoted};

/// The deck of a file. `None` if a mistake was noted.
pub(super) fn deck(
    draft: &Draft,
    path: &Path,
    library: &Library,
    problems: &mut Problems,
) -> Option<Deck> {
    let limited = draft.limited;
    let (names, parts) = (OnceCell::new(), Parts::default());
    let mut pile = Pile { library, names, problems, parts, limited };
    for entry in &draft.entries {
        pile.add(entry);
    }
    let plans = draft.plans.iter().map(|exchange| Plan {
        against: plain(&exchange.against),
        out: pile.named_cards(&exchange.out),
        into: pile.named_cards(&exchange.into),
    });
    let plans = plans.collect();
    let Parts { leader, second, base, cards, sideboard, .. } = pile.close();
    if !problems.is_empty() {
        return None;
    }
    let flat = |cards: Vec<(u16, usize)>| {
        let copies = |(card, count): (u16, usize)| std::iter::repeat_n(card, count);
        cards.into_iter().flat_map(copies).collect()
    };
    let name = draft.name.as_deref().map(plain).filter(|name| !name.is_empty());
    let stem = || plain(&path.file_stem().unwrap_or_default().to_string_lossy());
    let deck = Deck {
        name: name.unwrap_or_else(stem),
        leader: leader?,
        second,
        base: base?,
        cards: flat(cards),
        sideboard: flat(sideboard),
        limited,
        plans,
        of_two: None,
    };
    let deck = Deck { of_two: of_two(&deck, library), ..deck };
    if let (Some(card), Some(_)) = (&deck.of_two, deck.second) {
        problems.add(
            "deck",
            format!("expected no card that is for two players alone yet, found {card}"),
        );
    }
    deck.check_plans(library, problems);
    problems.is_empty().then_some(deck)
}

/// The first card of a deck that games of two alone have, as messages name it.
pub(crate) fn of_two(deck: &Deck, library: &Library) -> Option<String> {
    let cards = deck.leaders().chain([deck.base]).chain(deck.cards.iter().copied());
    let mut cards = cards.map(|card| &library.definitions[usize::from(card)]);
    cards.find(|card| library.supplement.opponents.is_one(&card.id)).map(called)
}

/// The parts of a deck that have been put together so far.
#[derive(Default)]
struct Parts {
    leader: Option<u16>,
    second: Option<u16>,
    base: Option<u16>,
    /// Cards and counts, in the order of the file.
    cards: Vec<(u16, usize)>,
    sideboard: Vec<(u16, usize)>,
    /// The number of cards, and of those in the sideboard.
    total: usize,
    aside: usize,
    /// The number of copies of each card, by the first card that is the same.
    copies: BTreeMap<u16, usize>,
    /// Cards by title, those left out that another one is a copy of.
    titles: BTreeMap<String, Vec<u16>>,
    /// Entries that could not be read: of leaders, of bases, of cards.
    unread: [bool; 3],
}

/// Puts a deck together and notes what is wrong with it.
struct Pile<'a> {
    library: &'a Library,
    names: OnceCell<Names<'a>>,
    problems: &'a mut Problems,
    parts: Parts,
    limited: bool,
}

impl<'a> Pile<'a> {
    fn add(&mut self, entry: &Entry) {
        let card = entry.card.as_ref().and_then(|wanted| self.find(entry, wanted));
        let (Some(card), Some(count)) = (card, entry.count) else {
            let [leader, base, cards] = &mut self.parts.unread;
            let (of_leader, of_base) =
                (entry.section == Section::Leader, entry.section == Section::Base);
            *leader |= of_leader || entry.section == Section::Any;
            *base |= of_base || entry.section == Section::Any;
            *cards |= !of_leader && !of_base;
            return;
        };
        let definition = &self.library.definitions[usize::from(card)];
        match (entry.section, definition.kind) {
            (Section::Leader, _) | (Section::Any, Kind::Leader) => {
                self.single(entry, card, Kind::Leader, count);
            }
            (Section::Base, _) | (Section::Any, Kind::Base) => {
                self.single(entry, card, Kind::Base, count);
            }
            (Section::Sideboard, _) => {
                self.parts.aside = self.parts.aside.saturating_add(count);
                self.parts.sideboard.push((card, count));
                self.copies(entry, card, count);
            }
            (Section::Deck | Section::Any, kind) => {
                if matches!(kind, Kind::Leader | Kind::Base) || kind.is_token() {
                    let expected = "expected a unit, an event or an upgrade, found";
                    let found = called(definition);
                    self.problems.add(entry.place.part("id"), format!("{expected} {found}"));
                }
                self.parts.total = self.parts.total.saturating_add(count);
                self.parts.cards.push((card, count));
                self.copies(entry, card, count);
            }
        }
    }

    /// The cards that entries mean which are no part of the deck themselves.
    fn named_cards(&mut self, entries: &[Entry]) -> Vec<u16> {
        let mut cards = Vec::new();
        for entry in entries {
            let card = entry.card.as_ref().and_then(|wanted| self.find(entry, wanted));
            if let (Some(card), Some(count)) = (card, entry.count) {
                // More than there can be are told, and not counted one by one.
                cards.extend(core::iter::repeat_n(card, count.min(MAX_CARDS + 1)));
            }
        }
        cards
    }

    /// The leader or the base.
    fn single(&mut self, entry: &Entry, card: u16, wanted: Kind, count: usize) {
        let definition = &self.library.definitions[usize::from(card)];
        let (what, part) = match wanted {
            Kind::Leader if self.parts.leader.is_some() => ("leader", &mut self.parts.second),
            Kind::Leader => ("leader", &mut self.parts.leader),
            _ => ("base", &mut self.parts.base),
        };
        if part.is_some() {
            let most = if wanted == Kind::Leader { "at most two leaders" } else { "one base" };
            let expected = format!("expected {most}, found {} as well", called(definition));
            return self.problems.add(entry.place.whole(), expected);
        }
        *part = Some(card);
        if count != 1 {
            self.problems.add(entry.place.part("count"), format!("expected 1, found {count}"));
        }
        if definition.kind != wanted {
            let expected = format!("expected a {what}, found {}", called(definition));
            self.problems.add(entry.place.part("id"), expected);
        }
    }

    /// Counts copies (CR 9.2.2B). A fourth one in the sideboard could never be played. In limited there may
    /// be as many as were opened (CR 10.2.2D, 10.3.4D).
    fn copies(&mut self, entry: &Entry, card: u16, count: usize) {
        if self.limited {
            return;
        }
        let definitions = &self.library.definitions;
        let definition = &definitions[usize::from(card)];
        let alike = self.parts.titles.entry(definition.name.clone()).or_default();
        let same = |other: &&u16| is_copy(&definitions[usize::from(**other)], definition);
        let first = alike.iter().find(same).copied().unwrap_or_else(|| {
            alike.push(card);
            card
        });
        let copies = self.parts.copies.entry(first).or_default();
        *copies = copies.saturating_add(count);
        let most = most_copies(definition);
        if *copies > most {
            let Definition { id, name, .. } = definition;
            let also = if entry.section == Section::Sideboard { " with the sideboard" } else { "" };
            let expected =
                format!("expected at most {most} copies of {id} {name}{also}, found {copies}");
            self.problems.add(entry.place.part("count"), expected);
        }
    }

    /// Notes the mistakes that only all entries together can show.
    fn close(self) -> Parts {
        let Self { problems, parts, library, limited, .. } = self;
        let [leader, base, cards] = parts.unread;
        if parts.leader.is_none() && !leader {
            problems.add("leader", "expected a leader, found none");
        }
        if parts.base.is_none() && !base {
            problems.add("base", "expected a base, found none");
        }
        let total = parts.total;
        // An entry with a problem of its own is not counted, so the size would be wrong.
        let fewest = match parts.second {
            Some(_) => MIN_TWIN_SUNS,
            None if limited => MIN_LIMITED,
            None => MIN_CARDS,
        };
        let least = parts
            .base
            .map_or(fewest, |base| least_of(fewest, &library.definitions[usize::from(base)]));
        if total < least && !cards && problems.is_empty() {
            problems.add("deck", format!("expected at least {least} cards, found {total}"));
        }
        if let (Some(first), Some(second)) = (parts.leader, parts.second) {
            let leaders = [first, second].map(|card| &library.definitions[usize::from(card)]);
            twins(leaders, problems);
            // CR 12.2.2
            for (&card, &copies) in &parts.copies {
                let Definition { id, name, deckbuilding, .. } =
                    &library.definitions[usize::from(card)];
                if copies > 1 && deckbuilding.is_none() {
                    let expected = format!("expected one copy of {id} {name}, found {copies}");
                    problems.add("deck", expected);
                }
            }
        }
        if limited && parts.second.is_some() {
            problems.add("leader", "expected one leader of a deck for limited, found two");
        }
        if total > MAX_CARDS {
            problems.add("deck", format!("expected at most {MAX_CARDS} cards, found {total}"));
        }
        if parts.aside > MAX_SIDEBOARD && !limited {
            let found = parts.aside;
            let expected = format!("expected at most {MAX_SIDEBOARD} cards, found {found}");
            problems.add("sideboard", expected);
        }
        parts
    }

    /// The card that an entry means.
    fn find(&mut self, entry: &Entry, wanted: &Wanted) -> Option<u16> {
        let library = self.library;
        let Some(id) = &wanted.id else { return self.named(entry, wanted) };
        match library.look_up(id) {
            Ok(card) => {
                let definition = &library.definitions[usize::from(card)];
                let names =
                    [definition.name.clone(), full_name(&definition.name, &definition.subtitle)];
                if let Some(name) = &wanted.name
                    && !names.iter().any(|known| folded(known) == folded(name))
                {
                    let found = called(definition);
                    let expected =
                        format!("expected the number of {}, found {found}", quoted(name));
                    self.problems.add(entry.place.part("id"), expected);
                    return None;
                }
                Some(card)
            }
            // A number that is not known, of a special printing perhaps, with a name that is.
            Err(Unknown::NoNumber { .. } | Unknown::NoSet { .. }) if wanted.name.is_some() => {
                self.named(entry, wanted)
            }
            Err(Unknown::NotDefined(listing)) => self.missing(entry, listing),
            Err(_) if self.problems.only_counts() => None,
            Err(unknown) => {
                let place = entry.place.part("id");
                self.problems.add(place, unknown.explain(&quoted(id), library));
                None
            }
        }
    }

    /// The card that an entry means by its name.
    fn named(&mut self, entry: &Entry, wanted: &Wanted) -> Option<u16> {
        let library = self.library;
        let name = wanted.name.as_deref().unwrap_or_default();
        let names = self.names.get_or_init(|| Names::new(library));
        let mut found = names.find(name, wanted.subtitle.as_deref());
        if found.is_empty() && wanted.subtitle.is_none() {
            // Title and subtitle in one, as this program and others write them.
            let parts = [", ", " - ", " – "].iter().filter_map(|between| name.split_once(between));
            found = parts.flat_map(|(name, subtitle)| names.find(name, Some(subtitle))).collect();
        }
        let fits = |candidate: &Candidate<'_>| match candidate.card {
            Ok(card) => fits(library.definitions[usize::from(card)].kind, entry.section),
            Err(_) => true,
        };
        if found.iter().any(fits) {
            found.retain(fits);
        }
        if wanted.subtitle.is_none() && found.iter().any(|candidate| candidate.subtitle.is_empty())
        {
            found.retain(|candidate| candidate.subtitle.is_empty());
        }
        found.dedup_by(|next, first| match (first.card, next.card) {
            (Ok(first), Ok(next)) => {
                let [first, next] =
                    [first, next].map(|card| &library.definitions[usize::from(card)]);
                is_copy(first, next)
            }
            _ => false,
        });
        match found[..] {
            [Candidate { card: Ok(card), .. }] => return Some(card),
            [Candidate { card: Err(listing), .. }] => return self.missing(entry, listing),
            _ if self.problems.only_counts() => {}
            [] => {
                let near = names.near(name).filter(|near| folded(near) != folded(name));
                let titles = names.find(name, None).into_iter().map(|card| card.full_name());
                let meant: Vec<String> =
                    near.map(str::to_owned).into_iter().chain(titles).take(5).collect();
                let hint = if meant.is_empty() {
                    String::new()
                } else {
                    format!("; {}?", meant.join(", or "))
                };
                let shown = full_name(name, wanted.subtitle.as_deref().unwrap_or_default());
                let expected =
                    format!("expected the name of a card, found {}{hint}", quoted(&shown));
                self.problems.add(entry.place.whole(), expected);
            }
            _ => {
                let known = found.iter().take(5).map(|candidate| {
                    let listed = |listing: &Listing| listing.id.clone();
                    let id = candidate.card.map_or_else(listed, |card| {
                        library.definitions[usize::from(card)].id.clone()
                    });
                    format!("{} ({id})", candidate.full_name())
                });
                let known: Vec<String> = known.collect();
                let expected =
                    format!("expected a subtitle as well: {name} is any of {}", known.join("; "));
                self.problems.add(entry.place.whole(), expected);
            }
        }
        None
    }

    /// Notes a card that exists but is not defined.
    fn missing(&mut self, entry: &Entry, listing: &Listing) -> Option<u16> {
        self.problems.note(DeckProblem {
            place: entry.place.part("id"),
            expected: not_defined(listing),
            missing: Some(listing.id.clone()),
        });
        None
    }
}

/// Notes what is wrong with two leaders (CR 12.3.1): they are copies of each other, or have both of the
/// aspects that do not go together.
fn twins(leaders: [&Definition; 2], problems: &mut Problems) {
    let [first, second] = leaders;
    let place = "secondleader";
    if is_copy(first, second) {
        problems
            .add(place, format!("expected two different leaders, found {} twice", called(first)));
    }
    let has = |aspect| leaders.iter().any(|leader| leader.aspects.contains(&aspect));
    if has(Aspect::Heroism) && has(Aspect::Villainy) {
        let expected = "expected leaders that are not both of Heroism and Villainy, found";
        problems.add(place, format!("{expected} {} and {}", called(first), called(second)));
    }
}

/// Returns `true` if a card of this kind belongs in this section.
fn fits(kind: Kind, section: Section) -> bool {
    match section {
        Section::Leader => kind == Kind::Leader,
        Section::Base => kind == Kind::Base,
        Section::Deck | Section::Sideboard => !matches!(kind, Kind::Leader | Kind::Base),
        Section::Any => true,
    }
}

/// The most copies of a card that a deck may have (CR 9.2.2B).
pub(super) fn most_copies(card: &Definition) -> usize {
    match card.deckbuilding {
        Some(Deckbuilding::Copies(most)) => most.into(),
        _ => MAX_COPIES,
    }
}

/// The least number of cards of a deck with this base where others have `fewest` at least (CR 3.2.1A).
pub(crate) fn least_of(fewest: usize, base: &Definition) -> usize {
    match base.deckbuilding {
        Some(Deckbuilding::Cards(more)) => fewest.saturating_add_signed(more.into()),
        _ => fewest,
    }
}

/// Returns `true` for two cards that are the same but for their number (CR 8.5.1).
pub(super) fn is_copy(one: &Definition, other: &Definition) -> bool {
    let same_id = || Definition { id: one.id.clone(), ..other.clone() };
    one.id == other.id || one.name == other.name && *one == same_id()
}

/// A card as a message names it: id, title and kind.
fn called(definition: &Definition) -> String {
    format!("{} {} ({:?})", definition.id, definition.name, definition.kind)
}

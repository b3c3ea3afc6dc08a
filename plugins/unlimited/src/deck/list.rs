//! Decks as lists of cards, a line each: `3 Open Fire (SOR) 172`, `1 | Luke Skywalker | Faithful
//! Friend`, `3x SOR_172`, under headings or without any.

use super::draft::{Draft, Entry, Place, Problems, Section, Wanted};
use crate::library::spelled;
use cardmill_harness::plain::quoted;

/// What a text says. Nothing when there is no card in it.
pub(super) fn draft(text: &str, problems: &mut Problems) -> Option<Draft> {
    let mut draft = Draft::default();
    let mut section = Section::Any;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        if let Some(next) = heading(line) {
            section = next;
            continue;
        }
        let place = Place::Line(number);
        let (count, card) = match counted(line) {
            Some((count, rest)) => (Some(count).filter(|count| *count > 0), rest),
            None if matches!(section, Section::Leader | Section::Base) => (Some(1), line),
            None => (None, line),
        };
        if count.is_none() {
            let expected =
                format!("expected a count and a card: 3 Open Fire; found {}", quoted(line));
            problems.add(place.whole(), expected);
        }
        let card = count.is_some().then(|| wanted(card));
        draft.entries.push(Entry { place, section, card, count });
    }
    if draft.entries.is_empty() {
        problems.add("file", "expected a deck, as JSON or as a list of cards, found neither");
        return None;
    }
    Some(draft)
}

/// The section that a line begins: `Deck`, `Main Deck:`, `Sideboard (10)`.
fn heading(line: &str) -> Option<Section> {
    let line = line.trim_end_matches(':');
    let name = match line.split_once(" (") {
        Some((name, count)) if count.trim_end_matches(')').parse::<u16>().is_ok() => name,
        _ => line,
    };
    let name: String = name.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    match name.as_str() {
        "leader" | "leaders" => Some(Section::Leader),
        "base" | "bases" => Some(Section::Base),
        "deck" | "decklist" | "main" | "maindeck" | "mainboard" | "units" | "groundunits"
        | "spaceunits" | "events" | "upgrades" => Some(Section::Deck),
        "side" | "sideboard" => Some(Section::Sideboard),
        _ => None,
    }
}

/// The count that a line begins with (`3`, `3x`, `3 |`) and what follows.
fn counted(line: &str) -> Option<(usize, &str)> {
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = line.split_at(end);
    let rest = rest.strip_prefix(['x', 'X', '×']).unwrap_or(rest);
    // `97th Legion` and `4-LOM` have no count.
    if !rest.starts_with(|c: char| c.is_whitespace() || c == '|') {
        return None;
    }
    let card = rest.trim_start().trim_start_matches('|').trim_start();
    Some((digits.parse().ok()?, card))
}

/// A card as a list names it.
fn wanted(card: &str) -> Wanted {
    if card.contains('_')
        && let Some(id) = spelled(card)
    {
        return Wanted { id: Some(id), ..Wanted::default() };
    }
    let (name, id) = numbered(card).map_or((card, None), |(name, id)| (name, Some(id)));
    let mut parts = name.split('|').map(str::trim).filter(|part| !part.is_empty());
    let name = parts.next().map(str::to_owned);
    Wanted { id, name, subtitle: parts.next().map(str::to_owned) }
}

/// The name and the id of `Open Fire (SOR) 172` or `Open Fire (SOR_172)`.
fn numbered(card: &str) -> Option<(&str, String)> {
    let (name, rest) = card.split_at(card.rfind(['(', '['])?);
    let (set, number) = rest[1..].split_once([')', ']'])?;
    let id = if number.trim().is_empty() {
        spelled(set)
    } else {
        spelled(&format!("{set}_{}", number.trim()))
    };
    Some((name.trim(), id?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(card: &str) -> (Option<String>, Option<String>, Option<String>) {
        let Wanted { id, name, subtitle } = wanted(card);
        (id, name, subtitle)
    }

    #[test]
    fn cards_are_named_in_several_ways() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("Open Fire"), (None, some("Open Fire"), None));
        assert_eq!(read("Open Fire (SOR) 172"), (some("SOR_172"), some("Open Fire"), None));
        assert_eq!(read("Open Fire [sor_172]"), (some("SOR_172"), some("Open Fire"), None));
        assert_eq!(read("TWI_174"), (some("TWI_174"), None, None));
        assert_eq!(read("IG-88 | Ruthless Bounty Hunter").1, some("IG-88"));
        assert_eq!(read("Luke Skywalker | Faithful Friend").2, some("Faithful Friend"));
    }

    #[test]
    fn counts_are_not_parts_of_names() {
        assert_eq!(counted("3 97th Legion"), Some((3, "97th Legion")));
        assert_eq!(counted("2x Wampa"), Some((2, "Wampa")));
        assert_eq!(counted("1 | Wampa"), Some((1, "Wampa")));
        assert_eq!(counted("97th Legion"), None);
        assert_eq!(counted("4-LOM | Bounty Hunter for Hire"), None);
    }

    #[test]
    fn headings_begin_sections() {
        assert_eq!(heading("MainDeck"), Some(Section::Deck));
        assert_eq!(heading("Ground Units (24)"), Some(Section::Deck));
        assert_eq!(heading("Sideboard:"), Some(Section::Sideboard));
        assert_eq!(heading("3 Sideboard"), None);
    }
}

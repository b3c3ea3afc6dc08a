//! Decks as lists of cards, a line each: `3 Open Fire (SOR) 172`, `1 | Luke Skywalker | Faithful
//! Friend`, `3xSOR_172`, `Open Fire x3`, under headings or without any, and `Leader: Luke Skywalker`.

use super::draft::{Draft, Entry, Place, Problems, Section, Wanted};
use crate::library::spelled;
use cardmill_harness::plain::quoted;

/// The entries of a text. `None` when there is no card in it.
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
        let (section, line) =
            match line.split_once(':').map(|(name, rest)| (fact(name), rest.trim())) {
                Some((Some(Fact::Name), rest)) => {
                    draft.name.get_or_insert_with(|| rest.to_owned());
                    continue;
                }
                Some((Some(Fact::Other), _)) => continue,
                Some((Some(Fact::Section(of)), rest)) => {
                    // The leader and the base stand in their lines, other cards below theirs, too.
                    let single = matches!(of, Section::Leader | Section::Base);
                    section = if single { Section::Any } else { of };
                    (of, rest)
                }
                Some((None, _)) | None => (section, line),
            };
        let place = Place::Line(number);
        let (count, card) = match counted(line) {
            Some((count, rest)) => (Some(count).filter(|count| *count > 0), rest),
            None if matches!(section, Section::Leader | Section::Base) => (Some(1), unmarked(line)),
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

/// The meaning of the words before a colon.
enum Fact {
    /// The name of the deck.
    Name,
    /// The player, the date, and the like: of no use here.
    Other,
    /// The heading of a section: its cards follow.
    Section(Section),
}

fn fact(name: &str) -> Option<Fact> {
    match name.trim().to_lowercase().as_str() {
        "name" | "deck name" | "title" => Some(Fact::Name),
        "author" | "player" | "format" | "date" | "event" | "source" | "link" | "url" => {
            Some(Fact::Other)
        }
        _ => heading(name).map(Fact::Section),
    }
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
        "side" | "sideboard" | "sb" => Some(Section::Sideboard),
        _ => None,
    }
}

/// The count that a line begins or ends with (`3`, `3x`, `3 |`, `x3`) and the card.
fn counted(line: &str) -> Option<(usize, &str)> {
    let line = line.strip_prefix(['-', '*', '•']).map_or(line, |rest| {
        if rest.starts_with(char::is_whitespace) { rest.trim_start() } else { line }
    });
    let line = unmarked(line);
    before(line).or_else(|| behind(line)).map(|(count, card)| (count, unmarked(card)))
}

const TIMES: [char; 3] = ['x', 'X', '×'];

fn before(line: &str) -> Option<(usize, &str)> {
    let line = match line.strip_prefix(TIMES) {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => line,
    };
    let end = line.find(|c: char| !c.is_ascii_digit())?;
    let (digits, rest) = line.split_at(end);
    let (times, rest) = rest.strip_prefix(TIMES).map_or((false, rest), |rest| (true, rest));
    // `97th Legion` and `4-LOM` have no count.
    if !times && !rest.starts_with(|c: char| c.is_whitespace() || c == '|') {
        return None;
    }
    let card = rest.trim_start().trim_start_matches('|').trim_start();
    Some((digits.parse().ok()?, card))
}

/// `Open Fire x3`, `Open Fire (x3)`, `Open Fire (3)`.
fn behind(line: &str) -> Option<(usize, &str)> {
    let (card, last) = line.rsplit_once(char::is_whitespace)?;
    let inside = last.strip_prefix('(').and_then(|last| last.strip_suffix(')'));
    let last = inside.unwrap_or(last);
    let number = last.strip_prefix(TIMES).or_else(|| last.strip_suffix(TIMES)).or(inside)?;
    Some((number.parse().ok()?, card.trim_end()))
}

/// A line without what says how a card is printed: `*F*`, `(foil)`, `[Hyperspace]`.
fn unmarked(line: &str) -> &str {
    const MARKS: [&str; 9] = [
        "f",
        "foil",
        "hyperspace",
        "hyperspace foil",
        "showcase",
        "prestige",
        "promo",
        "standard",
        "standard foil",
    ];
    let mut line = line.trim_end();
    loop {
        let mark = [('(', ')'), ('[', ']'), ('*', '*')].into_iter().find_map(|(open, close)| {
            let (card, mark) = line.strip_suffix(close)?.rsplit_once(open)?;
            MARKS.contains(&mark.trim().to_lowercase().as_str()).then_some(card)
        });
        match mark {
            Some(card) => line = card.trim_end(),
            None => return line,
        }
    }
}

/// A card as a list names it.
fn wanted(card: &str) -> Wanted {
    if let Some(id) = id(card) {
        return Wanted { id: Some(id), ..Wanted::default() };
    }
    let (name, id) = numbered(card).map_or((card, None), |(name, id)| (name, Some(id)));
    let mut parts = name.split('|').map(str::trim).filter(|part| !part.is_empty());
    let name = parts.next().map(str::to_owned);
    Wanted { id, name, subtitle: parts.next().map(str::to_owned) }
}

/// `SOR_172` in any case, `SOR-172` and `SOR 172`; `IG-88` is a name.
fn id(text: &str) -> Option<String> {
    let set = text.split(['-', ' ']).next()?;
    let is_set =
        set.len() >= 3 && set.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    spelled(text).filter(|_| is_set || text.contains('_'))
}

/// The name and the id of `Open Fire (SOR) 172`, `Open Fire [SOR-172]`, `Open Fire SOR_172` or
/// `Open Fire SOR 172`.
fn numbered(card: &str) -> Option<(&str, String)> {
    let plain = || {
        let spaces = card.rmatch_indices(char::is_whitespace).take(2);
        let at = spaces.filter_map(|(at, _)| Some((&card[..at], id(card[at..].trim())?)));
        at.last().filter(|(name, _)| !name.trim().is_empty())
    };
    let Some((name, rest)) = card.rfind(['(', '[']).map(|at| card.split_at(at)) else {
        return plain().map(|(name, id)| (name.trim_end_matches([' ', '\t', ',', '|']), id));
    };
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
        assert_eq!(read("SOR-172"), (some("SOR_172"), None, None));
        assert_eq!(read("P25 43"), (some("P25_043"), None, None));
        assert_eq!(read("IG-88"), (None, some("IG-88"), None));
        assert_eq!(read("Open Fire SOR_172"), (some("SOR_172"), some("Open Fire"), None));
        assert_eq!(read("Open Fire | SOR 172"), (some("SOR_172"), some("Open Fire"), None));
        assert_eq!(read("Level 1313"), (None, some("Level 1313"), None));
        assert_eq!(read("Luke Skywalker | Faithful Friend").2, some("Faithful Friend"));
    }

    #[test]
    fn counts_are_not_parts_of_names() {
        assert_eq!(counted("3 97th Legion"), Some((3, "97th Legion")));
        assert_eq!(counted("2x Wampa"), Some((2, "Wampa")));
        assert_eq!(counted("1 | Wampa"), Some((1, "Wampa")));
        assert_eq!(counted("2xSOR_211"), Some((2, "SOR_211")));
        assert_eq!(counted("- 3x Wampa *F*"), Some((3, "Wampa")));
        assert_eq!(counted("x3 Wampa"), Some((3, "Wampa")));
        assert_eq!(counted("Wampa x3"), Some((3, "Wampa")));
        assert_eq!(counted("Wampa (foil) (x3)"), Some((3, "Wampa")));
        assert_eq!(counted("SOR_164 (3) [Hyperspace]"), Some((3, "SOR_164")));
        assert_eq!(counted("X-Wing"), None);
        assert_eq!(counted("Level 1313"), None);
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

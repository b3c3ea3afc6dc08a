//! The words of a text, as sentences are made of them.

use crate::vocabulary::Aspect;

/// A word, a number with its sign, or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The word in small letters, with plain quotes and minus signs.
    pub(crate) plain: String,
    /// `true` for a word that is written with a capital.
    pub(crate) capital: bool,
    /// The place where it begins in the text, in bytes; it ends before `to`.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The words of a text. What stands in parentheses only reminds of rules and says nothing, unless it
/// begins with a number or like a cost. Square brackets of costs are parentheses; around an aspect they are dropped.
/// A genitive's ending is a word of its own.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let chars: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, plain(c))).collect();
    let end = |place: usize| chars.get(place).map_or(text.len(), |(at, _)| *at);
    let mut words = Vec::new();
    let mut place = 0;
    let mut dropped = None;
    while let Some(&(from, c)) = chars.get(place) {
        let start = place;
        place += 1;
        if c.is_whitespace() {
            continue;
        }
        if c == '(' && reminds(&text[end(place)..]) {
            place = closing(&chars, start);
            continue;
        }
        if c == '[' && aspect_after(text, end(place)) {
            dropped = Some(']');
            continue;
        }
        if dropped == Some(c) {
            dropped = None;
            continue;
        }
        if is_letter(c) || matches!(c, '+' | '-') {
            while chars.get(place).is_some_and(|(_, next)| is_letter(*next) || *next == '-') {
                place += 1;
            }
            // "non-[Heroism]"
            if chars[place - 1].1 == '-'
                && chars.get(place).is_some_and(|(_, next)| *next == '[')
                && aspect_after(text, end(place + 1))
            {
                place += 1;
                while chars.get(place).is_some_and(|(_, next)| is_letter(*next)) {
                    place += 1;
                }
                dropped = Some(']');
            }
        }
        let to = end(place);
        let is_word = is_letter(c);
        let plain: String = chars[start..place]
            .iter()
            .filter(|(_, c)| *c != '[' || place == start + 1)
            .flat_map(|(_, c)| c.to_lowercase())
            .collect();
        let plain = match plain.as_str() {
            "[" => "(".to_owned(),
            "]" => ")".to_owned(),
            _ => plain,
        };
        let genitive = is_word && (plain.ends_with("'s") || plain.ends_with("s'"));
        let word = Word { plain, capital: c.is_uppercase(), from, to };
        if !genitive {
            words.push(word);
            continue;
        }
        let ending = if word.plain.ends_with('\'') { 1 } else { 2 };
        let cut = end(place - ending);
        let stem = word.plain.strip_suffix("'s").or(word.plain.strip_suffix('\''));
        let stem = stem.unwrap_or(&word.plain).to_owned();
        words.push(Word { plain: stem, to: cut, ..word });
        words.push(Word { plain: "'s".to_owned(), capital: false, from: cut, to });
    }
    words
}

/// Letters, quotes and signs as they are compared.
const fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '`' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}' => '-',
        '\u{a0}' => ' ',
        c => c,
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '\''
}

/// The beginnings of parentheses that say something: costs and the like in the project's own words.
const SAYING: [&str; 8] = [
    "exhaust",
    "defeat",
    "discard a",
    "use the Force",
    "once each",
    "control",
    "instead",
    "if it's a unit)",
];

/// Tells whether what follows an opening parenthesis only reminds of rules.
fn reminds(text: &str) -> bool {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    !number(text)
        && !text.strip_prefix("discard ").is_some_and(number)
        && !SAYING.iter().any(|word| text.starts_with(word))
}

/// Tells whether an aspect and a closing bracket follow.
fn aspect_after(text: &str, from: usize) -> bool {
    let Some((name, _)) = text[from..].split_once(']') else { return false };
    Aspect::ALL.iter().any(|aspect| format!("{aspect:?}").eq_ignore_ascii_case(name))
}

/// The place after the parenthesis that closes this one.
fn closing(chars: &[(usize, char)], open: usize) -> usize {
    let mut depth = 0_usize;
    for (place, (_, c)) in chars.iter().enumerate().skip(open) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place + 1;
        }
    }
    chars.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.plain).collect()
    }

    #[test]
    fn texts_are_split() {
        assert_eq!(
            plain("This unit\u{2019}s \u{2013}2/\u{2013}0, non-[Heroism] (It does.) [Heroism]."),
            ["this", "unit", "'s", "-2", "/", "-0", ",", "non-heroism", "heroism", "."]
        );
        assert_eq!(plain("Action [1 resource]:"), ["action", "(", "1", "resource", ")", ":"]);
        assert_eq!(plain("owners' Twi'lek can't"), ["owners", "'s", "twi'lek", "can't"]);
        assert_eq!(plain("(Never closed"), [""; 0]);
    }
}

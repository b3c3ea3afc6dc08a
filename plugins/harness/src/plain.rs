//! Text that a terminal shows as it stands.

/// The most characters of a name.
const LONGEST: usize = 100;

/// A text on one line of at most 100 characters, without anything that a terminal would obey or
/// that nobody would see: control characters, escape sequences as a whole, marks of direction,
/// characters without width.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                // CSI: parameters up to a letter or the like.
                Some('[') => while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
                // OSC, DCS and their kin: a text up to BEL or ESC \.
                Some(']' | 'P' | 'X' | '^' | '_') => skip_string(&mut chars),
                _ => {}
            },
            '\u{9b}' => while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => skip_string(&mut chars),
            c if c.is_whitespace() => out.push(' '),
            c if !is_plain(c) => {}
            c => out.push(c),
        }
    }
    let words: Vec<&str> = out.split(' ').filter(|word| !word.is_empty()).collect();
    shortened(&words.join(" "), LONGEST)
}

fn skip_string(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    while let Some(c) = chars.next() {
        match c {
            '\u{7}' | '\u{9c}' => return,
            '\u{1b}' => {
                chars.next_if_eq(&'\\');
                return;
            }
            _ => {}
        }
    }
}

/// Returns `true` for a character that a terminal shows as it stands, so that somebody sees it; a
/// blank is plain, other space is not.
#[must_use]
pub fn is_plain(c: char) -> bool {
    c == ' ' || !(c.is_whitespace() || c.is_control() || is_unseen(c))
}

/// Returns `true` for a character that has no width or changes the direction of others.
const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The beginning of a text, with `…` for the rest.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text as messages quote it.
pub fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_left_out() {
        for (text, shown) in [
            ("Vader", "Vader"),
            ("  two\twords\n ", "two words"),
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("\u{9b}1;31mred", "red"),
            ("\u{1b}]0;title\u{7}name", "name"),
            ("\u{1b}]8;;http://x\u{1b}\\link", "link"),
            ("\u{1b}(Bplain", "Bplain"),
            ("ab\u{202e}dc\u{200b}\u{feff}", "abdc"),
            ("\u{1b}[31", ""),
            ("Padmé 日本", "Padmé 日本"),
        ] {
            assert_eq!(plain(text), shown, "{text:?}");
        }
        assert_eq!(plain(&"a".repeat(1000)).chars().count(), LONGEST + 1);
    }
}

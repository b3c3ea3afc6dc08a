//! Wordings of people who have no printed card before them, said as print says it.
//!
//! Only a line that no form reads is looked at. What comes of it is read by the same forms, so
//! nothing is guessed: a phrase has one printed counterpart, or the line stays unread.

/// Phrases with their printed counterparts.
const PHRASES: [(&str, &str); 24] = [
    ("whenever", "when"),
    ("each time", "when"),
    ("target", "a"),
    ("any unit", "a unit"),
    ("any base", "a base"),
    ("battle droids", "battle droid tokens"),
    ("clone troopers", "clone trooper tokens"),
    ("destroy", "defeat"),
    ("destroys", "defeats"),
    ("destroyed", "defeated"),
    ("your opponent's", "an opponent's"),
    ("your opponent", "an opponent"),
    ("my", "your"),
    ("until the end of the phase", "for this phase"),
    ("until the end of this phase", "for this phase"),
    ("until end of phase", "for this phase"),
    ("until the end of the round", "for this round"),
    ("until the end of this round", "for this round"),
    ("until end of round", "for this round"),
    ("until the end of the attack", "for this attack"),
    ("at the beginning of", "at the start of"),
    ("at start of", "at the start of"),
    ("hit points", "hp"),
    ("into play", "play"),
];

/// The beginnings of abilities that wait for something.
const TRIGGERS: [&str; 3] = ["when ", "at the start of ", "on attack"];

/// The line as print might say it, in the order in which the ways are to be tried.
pub(super) fn rephrased(line: &str) -> Vec<String> {
    let mut said = line.to_owned();
    for (phrase, printed) in PHRASES {
        said = replaced(&said, phrase, printed);
    }
    said = with_hand(&said);
    let mut all = Vec::new();
    said = once_a_round(&said);
    for said in [with_colon(&said), Some(said)].into_iter().flatten() {
        let sentences = condition_first(&said);
        for said in [Some(said), sentences].into_iter().flatten() {
            all.extend(measured(&said));
            all.push(said);
        }
    }
    all.retain(|said| said != line);
    all
}

/// A text with other words for some, whatever the case of their first letter.
fn replaced(text: &str, words: &str, by: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = find(rest, words) {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        let capital = after.starts_with(|first: char| first.is_ascii_uppercase());
        match by.chars().next().filter(|_| capital) {
            Some(first) => {
                out.push(first.to_ascii_uppercase());
                out.push_str(&by[first.len_utf8()..]);
            }
            None => out.push_str(by),
        }
        rest = &after[words.len()..];
    }
    out + rest
}

/// The place of whole words in a text, in bytes; `None` where they do not stand.
fn find(text: &str, words: &str) -> Option<usize> {
    let letter = |c: char| c.is_alphanumeric() || c == '\'';
    let lower = text.to_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = lower.get(from..)?.find(words) {
        let (start, end) = (from + at, from + at + words.len());
        let free = !lower[..start].ends_with(letter) && !lower[end..].starts_with(letter);
        if free {
            return Some(start);
        }
        from = end;
    }
    None
}

/// "Discard a card" is said of the hand.
fn with_hand(text: &str) -> String {
    let mut said = text.to_owned();
    for (verb, hand) in [("discard", "your"), ("discards", "their")] {
        for card in ["a card", "1 card", "2 cards", "two cards", "3 cards", "three cards"] {
            for end in [".", ",", ";"] {
                let from = format!("{verb} {card}{end}");
                let to = format!("{verb} {card} from {hand} hand{end}");
                said = said.replace(&from, &to).replace(&capital(&from), &capital(&to));
            }
        }
    }
    said
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// "Once per round, when …": print has that at the end.
fn once_a_round(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let starts =
        ["once per round, ", "once each round, "].iter().find(|said| lower.starts_with(**said));
    starts.map_or_else(
        || text.to_owned(),
        |said| {
            let ability = capital(text[said.len()..].trim_end_matches('.'));
            format!("{ability}. Use this ability only once each round.")
        },
    )
}

/// "When …, draw a card": print has a colon there.
fn with_colon(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let waits = TRIGGERS.iter().any(|trigger| lower.starts_with(trigger));
    let (when, then) = text.split_once(", ").filter(|_| waits && !text.contains(':'))?;
    Some(format!("{when}: {}", capital(then)))
}

/// "Draw a card if you control a Jedi": print has the condition first.
fn condition_first(text: &str) -> Option<String> {
    let (trigger, effect) = match text.split_once(": ") {
        Some((trigger, effect)) => (format!("{trigger}: "), effect),
        None => (String::new(), text),
    };
    let mut turned = false;
    let sentences = effect.trim_end_matches('.').split(". ").map(|sentence| {
        let parts = sentence.split_once(" if ").filter(|(effect, _)| !effect.contains(['"', ',']));
        parts.map_or_else(
            || sentence.to_owned(),
            |(effect, condition)| {
                turned = true;
                let mut letters = effect.chars();
                let first = letters.next().into_iter().flat_map(char::to_lowercase);
                format!("If {condition}, {}", first.chain(letters).collect::<String>())
            },
        )
    });
    let sentences = sentences.collect::<Vec<_>>().join(". ");
    turned.then(|| format!("{trigger}{sentences}."))
}

/// "Deal X damage to a unit, where X is …": print says "equal to" or "for each".
fn measured(text: &str) -> Vec<String> {
    let parts = text.split_once(", where X is ").or_else(|| text.split_once(" where X is "));
    let Some((effect, measure)) = parts else { return Vec::new() };
    let measure = measure.trim_end_matches('.');
    let equal = format!("{} equal to {measure}.", effect.replacen("X damage", "damage", 1));
    let each = measure.strip_prefix("the number of ").map(|counted| {
        let one = [("X cards", "a card"), ("X tokens", "a token"), ("X", "1")];
        let (x, one) = one.into_iter().find(|(x, _)| effect.contains(x)).unwrap_or(("X", "1"));
        format!("{} for each {}.", effect.replacen(x, one, 1), singular(counted))
    });
    each.into_iter().chain([equal]).collect()
}

/// "friendly units in play": its first plural in the singular.
fn singular(counted: &str) -> String {
    let mut done = false;
    let words = counted.split(' ').map(|word| match word.strip_suffix('s') {
        Some(one) if !done && !one.ends_with(['s', 'u', '\'']) => {
            done = true;
            one
        }
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use crate::vocabulary::Kind;

    /// Each is read, and as what print says beside it.
    #[test]
    fn what_people_write_is_what_print_says() {
        let pairs = [
            (
                Kind::Unit,
                "Whenever you play an event, deal 1 damage to a base.",
                "When you play an event: Deal 1 damage to a base.",
            ),
            (Kind::Unit, "When this unit is played, draw a card.", "When Played: Draw a card."),
            (
                Kind::Unit,
                "At the beginning of the regroup phase, draw a card.",
                "When the regroup phase starts: Draw a card.",
            ),
            (
                Kind::Unit,
                "When Played: Draw a card if you control a Jedi unit.",
                "When Played: If you control a Jedi unit, draw a card.",
            ),
            (
                Kind::Event,
                "Draw a card, then discard a card.",
                "Draw a card. Then, discard a card from your hand.",
            ),
            (
                Kind::Event,
                "Your opponent discards a card.",
                "An opponent discards a card from their hand.",
            ),
            (Kind::Event, "Look at your opponent's hand.", "Look at an opponent's hand."),
            (
                Kind::Event,
                "Give a unit +2/+0 until the end of the phase.",
                "Give a unit +2/+0 for this phase.",
            ),
            (Kind::Event, "Destroy a damaged unit.", "Defeat a damaged unit."),
            (
                Kind::Event,
                "Choose one:\n\u{2022} Draw a card.\n\u{2022} Destroy a unit.",
                "Choose one:\nDraw a card.\nDefeat a unit.",
            ),
            (
                Kind::Event,
                "Choose one:\n- Draw a card.\n- Defeat a unit.",
                "Choose one:\nDraw a card.\nDefeat a unit.",
            ),
            (
                Kind::Event,
                "Deal X damage to a unit, where X is the number of friendly units.",
                "Deal 1 damage to a unit for each friendly unit.",
            ),
            (
                Kind::Event,
                "Deal X damage to a unit, where X is the number of cards in your hand.",
                "Deal 1 damage to a unit for each card in your hand.",
            ),
            (
                Kind::Event,
                "Draw X cards, where X is the number of friendly units.",
                "Draw a card for each friendly unit.",
            ),
            (
                Kind::Event,
                "A unit gets +X/+0 for this phase, where X is the number of resources you control.",
                "A unit gets +1/+0 for this phase for each resource you control.",
            ),
        ];
        for (kind, written, printed) in pairs {
            let [written, printed] = [written, printed]
                .map(|text| read(kind, text).unwrap_or_else(|why| panic!("{why}")));
            assert_eq!(written, printed);
        }
    }

    /// Refuses a text that has no printed counterpart, and says where.
    #[test]
    fn nothing_is_guessed() {
        for text in
            ["Destroy everything.", "Draw a card if you feel lucky.", "Deal X damage to a unit."]
        {
            let why = read(Kind::Event, text).unwrap_err().to_string();
            assert!(why.contains(text), "{why}");
        }
    }
}

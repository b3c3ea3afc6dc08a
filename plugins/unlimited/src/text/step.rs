//! Steps of abilities as sentences.

use super::names::{Names, Phrase};
use super::{join, sentence};
use crate::vocabulary::Until;
use crate::words::step::{Mode, Step};

/// A step as a sentence: "Choose another friendly unit."
#[must_use]
pub fn step_text(step: &Step) -> String {
    sentence(&step.word().text(&mut Names::new("this card")))
}

/// A mode as a sentence: "Draw a card." If another player chooses it, `you` says what the
/// ability's player is called.
#[must_use]
pub fn mode_text(mode: &Mode, you: Option<&'static str>) -> String {
    let mut names = Names::new("this card");
    names.you = you;
    sentence(&in_turn(&mode.steps, &mut names))
}

/// Steps one after another: "choose a unit; deal 2 damage to it".
pub(crate) fn in_turn(steps: &[Step], names: &mut Names) -> String {
    let mut text = String::new();
    for (place, step) in steps.iter().enumerate() {
        if place > 0 {
            text.push_str("; ");
        }
        text.push_str(&step.word().text(names));
    }
    text
}

/// Steps that belong to one clause: "exhaust it and draw a card".
pub(crate) fn together(steps: &[Step], names: &mut Names) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        let text = match step {
            // "You may choose" in a sentence is a choice that may be declined.
            Step::May(may) if may.begins_with_choice() => may.freely(names),
            step => step.word().text(names),
        };
        // What follows a list is no part of its last option.
        let listed = place > 0 && matches!(steps[place - 1], Step::Modes(_));
        parts.push(if listed { format!("afterwards, {text}") } else { text });
    }
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() && last.starts_with("if ") => {
            format!("{}, and {last}", rest.join(", "))
        }
        _ => join(&parts, "and"),
    }
}

/// The words for how long an effect lasts: "for this phase".
pub(crate) const fn duration(until: Until) -> &'static str {
    match until {
        Until::Attack => "for this attack",
        Until::Phase => "for this phase",
        Until::Round => "for this round",
        Until::InPlay => "while this unit is in play",
    }
}

/// "its owner's hand", "their owners' hands".
pub(crate) fn owners(cards: &Phrase, what: &str) -> String {
    if cards.many {
        return format!("their owners' {what}s");
    }
    format!("its owner's {what}")
}

/// "a card", "2 cards".
pub(crate) fn cards(number: u8) -> String {
    if number == 1 { "a card".to_owned() } else { format!("{number} cards") }
}

/// "1 resource", "2 resources".
pub(crate) fn counted(number: u8, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests;

//! Measures as nouns, and behind amounts.

use super::names::Names;

use crate::words::measure::Measure;

/// A number as a noun: "the number of friendly units", "its power".
#[must_use]
pub fn measure_text(measure: &Measure) -> String {
    measure.word().noun(&Names::new("this card"))
}

/// `amount × per + plus` of something, as what comes before its target and what after:
/// "2 damage", "damage … equal to its power plus 1", "1 damage … for each friendly unit".
pub(crate) fn amount(
    amount: u8,
    per: &Measure,
    plus: u8,
    what: &str,
    names: &Names,
) -> (String, String) {
    let more = if plus > 0 { format!(" plus {plus}") } else { String::new() };
    match (amount, per) {
        (_, per) if per.is_one() => {
            (format!("{} {what}", u16::from(amount) + u16::from(plus)), String::new())
        }
        (1, per) if per.word().is_named() => {
            (what.to_owned(), format!(" equal to {}{more}", per.word().noun(names)))
        }
        _ => (format!("{amount} {what}"), format!("{}{more}", for_each(per, names))),
    }
}

/// " for each friendly unit"; nothing for one.
pub(crate) fn for_each(measure: &Measure, names: &Names) -> String {
    if measure.is_one() {
        return String::new();
    }
    format!(" for each {}", measure.word().each(names))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn of(number: u8, per: &str, plus: u8) -> String {
        let (before, after) = amount(number, &ron(per), plus, "damage", &Names::new("this unit"));
        before + &after
    }

    #[test]
    fn amounts() {
        assert_eq!(of(2, "One", 0), "2 damage");
        assert_eq!(of(1, "Power(It)", 0), "damage equal to its power");
        assert_eq!(of(1, "Damage(This)", 1), "damage equal to the damage on this unit plus 1");
        assert_eq!(of(2, "Number", 0), "2 damage for each point of that number");
        assert_eq!(
            of(1, "Divided(of: Damage(This), by: 5)", 0),
            "1 damage for each full 5 of the damage on this unit"
        );
        assert_eq!(
            of(1, "UnitsDefeated(Opponent)", 0),
            "1 damage for each enemy unit that was defeated this phase"
        );
        assert_eq!(
            of(1, "Count((side: You, traits: [Spectre]))", 0),
            "1 damage for each friendly Spectre unit"
        );
    }

    #[test]
    fn measures() {
        assert_eq!(measure_text(&ron("Resources(You)")), "the number of resources you control");
        assert_eq!(measure_text(&ron("Count((side: Opponent))")), "the number of enemy units");
    }
}

//! How much.

use super::filter::Description;
use super::names::Names;
use crate::vocabulary::Measure;

/// A number as a noun: "the number of friendly units", "its power".
#[must_use]
pub fn measure_text(measure: &Measure) -> String {
    whole(measure, &Names::new("this card"))
}

/// As [`measure_text`], with names.
pub(crate) fn whole(measure: &Measure, names: &Names) -> String {
    match measure {
        Measure::One => "1".to_owned(),
        Measure::Count(filter) => {
            format!("the number of {}", Description::new(filter, names).many())
        }
        Measure::Power(whom) => names.whom(whom).possessive("power"),
        Measure::Damage(whom) => format!("the damage on {}", names.whom(whom).text),
        Measure::Cost(whom) => {
            let whom = names.whom(whom);
            whom.possessive(if whom.many { "combined cost" } else { "cost" })
        }
        Measure::Aspects(whom) => {
            format!("the number of different aspects of {}", names.whom(whom).text)
        }
        Measure::Bound(_) => "their number".to_owned(),
        Measure::Resources(who) => {
            format!("the number of resources {}", names.subject(*who, "control", "controls"))
        }
        Measure::Hand(who) => format!("the number of cards in {} hand", names.possessive(*who)),
        Measure::Number => "that number".to_owned(),
        Measure::OtherCardsPlayed => "the number of other cards you played this phase".to_owned(),
    }
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
        (_, Measure::One) => {
            (format!("{} {what}", u16::from(amount) + u16::from(plus)), String::new())
        }
        (1, Measure::Power(_) | Measure::Damage(_) | Measure::Cost(_) | Measure::Resources(_)) => {
            (what.to_owned(), format!(" equal to {}{more}", whole(per, names)))
        }
        _ => (format!("{amount} {what}"), format!("{}{more}", for_each(per, names))),
    }
}

/// " for each friendly unit"; nothing for one.
pub(crate) fn for_each(measure: &Measure, names: &Names) -> String {
    let each = match measure {
        Measure::One => return String::new(),
        Measure::Count(filter) => Description::new(filter, names).bare(),
        Measure::Power(whom) => format!("point of {}", names.whom(whom).possessive("power")),
        Measure::Damage(whom) => format!("damage on {}", names.whom(whom).text),
        Measure::Cost(whom) => format!("point of {}", names.whom(whom).possessive("cost")),
        Measure::Aspects(whom) => format!("different aspect of {}", names.whom(whom).text),
        Measure::Bound(whom) => format!("of {}", names.whom(whom).text),
        Measure::Resources(who) => {
            format!("resource {}", names.subject(*who, "control", "controls"))
        }
        Measure::Hand(who) => format!("card in {} hand", names.possessive(*who)),
        Measure::Number => names.number.to_owned(),
        Measure::OtherCardsPlayed => "other card you played this phase".to_owned(),
    };
    format!(" for each {each}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;
    use crate::vocabulary::Who;

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
            of(1, "Count((side: You, traits: [Spectre]))", 0),
            "1 damage for each friendly Spectre unit"
        );
    }

    #[test]
    fn measures() {
        assert_eq!(
            measure_text(&Measure::Resources(Who::You)),
            "the number of resources you control"
        );
        assert_eq!(measure_text(&ron("Count((side: Opponent))")), "the number of enemy units");
    }
}

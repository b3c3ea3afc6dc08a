//! A card in plain words: a sheet that a designer writes.

use std::collections::BTreeMap;

use super::Card;

/// The line before the text of a leader's unit side.
const UNIT_SIDE: &str = "as a unit:";

impl Card {
    /// Reads a sheet: facts, a line each ("name: Scout"), an empty line, and the text as it would be
    /// printed, a line for each ability. After a line "As a unit:" follows the text of a leader's
    /// unit side.
    ///
    /// Facts are `id` (`MINE_001` when left out), `name`, `subtitle`, `kind`, `unique` (`yes` or
    /// `no`), `cost`, `power`, `hp`, `arena`, `aspects` and `traits` (with commas between them), and
    /// `deploys at` (a leader's resources).
    ///
    /// # Errors
    /// The line that is none of these, and what was expected.
    pub fn from_sheet(text: &str) -> Result<Self, String> {
        let mut card = Self { set: "MINE".to_owned(), number: Some(1), ..Self::default() };
        let mut lines = text.lines().enumerate().map(|(place, line)| (place + 1, line.trim()));
        let mut said: BTreeMap<String, usize> = BTreeMap::new();
        for (place, line) in lines.by_ref().skip_while(|(_, line)| line.is_empty()) {
            if line.is_empty() {
                break;
            }
            let wrong = |expected: String| format!("line {place}: expected {expected}");
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| wrong("a fact, such as \"cost: 2\"".to_owned()))?;
            let name = name.trim().to_lowercase();
            card.fact(&name, value.trim()).map_err(wrong)?;
            if let Some(before) = said.insert(name.clone(), place) {
                return Err(wrong(format!("each fact once, and {name} stands in line {before}")));
            }
        }
        let rest: Vec<&str> = lines.map(|(_, line)| line).collect();
        let unit = rest.iter().position(|line| line.eq_ignore_ascii_case(UNIT_SIDE));
        let (front, unit) = match unit {
            Some(unit) => (&rest[..unit], rest[unit + 1..].join("\n")),
            None => (&rest[..], String::new()),
        };
        card.text = Some(front.join("\n"));
        card.deploy_box = Some(unit);
        if card.kind.eq_ignore_ascii_case("upgrade") {
            (card.upgrade_power, card.upgrade_hp) = (card.power, card.hp);
        }
        Ok(card)
    }

    /// Takes a fact up.
    fn fact(&mut self, name: &str, value: &str) -> Result<(), String> {
        let list = || value.split(',').map(|one| one.trim().to_owned()).collect();
        match name {
            "id" => {
                let (set, number) = value.split_once('_').ok_or("a set and a number: MINE_001")?;
                self.set = set.to_owned();
                self.number = Some(number_in(number)?);
            }
            "name" => self.title = value.to_owned(),
            "subtitle" => self.subtitle = Some(value.to_owned()),
            "kind" => self.kind = value.to_owned(),
            "unique" => {
                self.unique = Some(match value {
                    "yes" => true,
                    "no" => false,
                    _ => return Err("yes or no".to_owned()),
                });
            }
            "cost" => self.cost = Some(number_in(value)?),
            "power" => self.power = Some(number_in(value)?),
            "hp" => self.hp = Some(number_in(value)?),
            "arena" => self.arena = Some(value.to_owned()),
            "aspects" => self.aspects = Some(list()),
            "traits" => self.traits = Some(list()),
            "deploys at" => {
                let resources: u8 = number_in(value)?;
                self.epic_action = Some(format!(
                    "Epic Action: If you control {resources} or more resources, deploy this leader."
                ));
            }
            _ => {
                return Err("one of: id, name, subtitle, kind, unique, cost, power, hp, arena, \
                            aspects, traits, deploys at"
                    .to_owned());
            }
        }
        Ok(())
    }
}

fn number_in<T: TryFrom<i64> + Bounds>(text: &str) -> Result<T, String> {
    let number: Option<i64> = text.trim_start_matches('+').parse().ok();
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or_else(|| format!("a whole number from {} to {}, found \"{text}\"", T::LEAST, T::MOST))
}

/// The least and the greatest number of a type of integers.
trait Bounds {
    const LEAST: i64;
    const MOST: i64;
}

macro_rules! bounds {
    ($($number:ty)*) => {
        $(impl Bounds for $number {
            const LEAST: i64 = <$number>::MIN as i64;
            const MOST: i64 = <$number>::MAX as i64;
        })*
    };
}

bounds!(i8 u8 u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_a_card() {
        let card = Card::from_sheet(
            "\nname: Scout\nkind: unit\ncost: 2\ntraits: Rebel, Trooper\n\nAmbush\nSaboteur\n",
        );
        let card = card.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((card.title.as_str(), card.cost, card.number), ("Scout", Some(2), Some(1)));
        assert_eq!(card.traits.as_deref(), Some(&["Rebel".to_owned(), "Trooper".to_owned()][..]));
        assert_eq!(card.text.as_deref(), Some("Ambush\nSaboteur"));
    }

    #[test]
    fn a_bad_line_is_told() {
        let refused = |text: &str| Card::from_sheet(text).unwrap_err();
        assert!(refused("name: A\ncolour: red").starts_with("line 2: expected one of: id"));
        let number = "line 1: expected a whole number from 0 to 255, found ";
        assert_eq!(refused("cost: many"), format!("{number}\"many\""));
        assert_eq!(refused("cost: -2"), format!("{number}\"-2\""));
        let once = "line 3: expected each fact once, and cost stands in line 2";
        assert_eq!(refused("name: A\ncost: 2\nCost: 3"), once);
    }
}

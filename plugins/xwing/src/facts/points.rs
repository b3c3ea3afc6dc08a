//! Squad points of pilots and upgrades, by day.

use cardmill_harness::day::Day;

use super::{PilotFacts, SheetFacts, Wrong, number, rows};

/// Prices of pilots and upgrades: as 2.0 was left, and by the lists of days before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points {
    /// The first days of the lists, in order. Each holds until the next one.
    days: Vec<Day>,
    /// The cards in order, each as `pilot,ID` or `upgrade,ID`.
    cards: Vec<String>,
    /// The prices of each card: as 2.0 was left, then by list. `None` where it is not known.
    prices: Vec<Vec<Option<Price>>>,
}

/// A list of points, by its number: 0 is the one that 2.0 was left with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List(usize);

/// The price of a card, in squad points; some depend on the ship that it is on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Price {
    /// The same on every ship.
    Flat(u16),
    /// Three prices by the size of the ship: small, medium, large.
    Size(Vec<u16>),
    /// Four prices by the printed agility of the ship, from 0.
    Agility(Vec<u16>),
    /// Seven prices by the initiative of the pilot, from 0.
    Initiative(Vec<u16>),
    /// Three prices by the printed Force of the pilot, from 1.
    Force(Vec<u16>),
}

/// The first day of the edition after 2.0.
const AFTER: &str = "2022-03-01";

impl Points {
    /// Reads a table: headings, then comma-separated fields without quotes. A price that is not
    /// known, or was none, is left out.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let headings = text.lines().next().unwrap_or_default().split(',').skip(3);
        let days = headings.map(str::parse::<Day>).collect::<Result<Vec<_>, _>>();
        let days = days.map_err(|expected| (1, expected))?;
        if days.is_empty() || !days.is_sorted() {
            return Err((1, "expected days in order".to_owned()));
        }
        let mut points = Self { days, ..Self::default() };
        for row in rows(text, points.days.len() + 3) {
            let (line, fields) = row?;
            let prices = fields[2..].iter().map(|field| Price::read(field));
            let prices = prices.collect::<Result<_, _>>().map_err(|expected| (line, expected))?;
            points.cards.push(format!("{},{}", fields[0], fields[1]));
            points.prices.push(prices);
        }
        Ok(points)
    }

    /// The first line whose card is not the one that is there in this list.
    pub(super) fn differs(&self, cards: &[String]) -> Option<Wrong> {
        let place = (0..self.cards.len().max(cards.len()))
            .find(|place| self.cards.get(*place) != cards.get(*place))?;
        let named = |card: Option<&String>| card.map_or("nothing more", |card| card).to_owned();
        let expected =
            format!("expected {}, found {}", named(cards.get(place)), named(self.cards.get(place)));
        Some((place as u32 + 2, expected))
    }

    /// The list of a day; as 2.0 was left, where none is asked for.
    ///
    /// # Errors
    /// A message with the days that are expected, where no list of that day is known.
    pub fn on(&self, day: Option<&Day>) -> Result<List, String> {
        let Some(day) = day else { return Ok(List(0)) };
        let after = day.as_str() >= AFTER;
        let lists = self.days.iter().filter(|from| *from <= day).count();
        if after || lists == 0 {
            let when = if after { "after" } else { "before" };
            let first = self.days.first().map(Day::as_str).unwrap_or_default();
            return Err(format!(
                "{when} the points of 2.0; expected a day from {first} and before {AFTER}, or none: \
                 the points that 2.0 was left with"
            ));
        }
        Ok(List(lists))
    }

    /// The first day of a list; none of the points that 2.0 was left with.
    pub(super) fn from(&self, list: List) -> Option<&Day> {
        self.days.get(list.0.checked_sub(1)?)
    }

    /// The name of a list: the first day that it holds for, or that 2.0 was left with it.
    #[must_use]
    pub fn named(&self, list: List) -> String {
        let left = "points that 2.0 was left with".to_owned();
        self.from(list).map_or(left, |day| format!("points of {day}"))
    }

    /// The price of a card on a ship, by its place among all pilots and then all upgrades; `None`
    /// if it is not known.
    pub(super) fn price(
        &self,
        list: List,
        place: usize,
        pilot: &PilotFacts,
        sheet: &SheetFacts,
    ) -> Option<u16> {
        self.prices.get(place)?.get(list.0)?.as_ref()?.of(pilot, sheet)
    }
}

impl Price {
    /// Reads one: `8`, or the letter of what it goes by and numbers, `s3/4/7`.
    fn read(field: &str) -> Result<Option<Self>, String> {
        let Some(first) = field.chars().next() else { return Ok(None) };
        if first.is_ascii_digit() {
            return Ok(Some(Self::Flat(number(field)?)));
        }
        let several = || field[1..].split('/').map(number).collect::<Result<Vec<u16>, _>>();
        let (price, count) = match first {
            's' => (Self::Size(several()?), 3),
            'a' => (Self::Agility(several()?), 4),
            'i' => (Self::Initiative(several()?), 7),
            'f' => (Self::Force(several()?), 3),
            _ => return Err(format!("expected a price, found {field:?}")),
        };
        let found = field.split('/').count();
        if found != count {
            return Err(format!("expected {count} prices, found {found}"));
        }
        Ok(Some(price))
    }

    fn of(&self, pilot: &PilotFacts, sheet: &SheetFacts) -> Option<u16> {
        match self {
            Self::Flat(points) => Some(*points),
            Self::Size(by) => by.get(sheet.size? as usize).copied(),
            Self::Agility(by) => by.get(usize::from(sheet.agility)).copied(),
            Self::Initiative(by) => by.get(usize::from(pilot.initiative)).copied(),
            Self::Force(by) => by.get(usize::from(pilot.force.value).checked_sub(1)?).copied(),
        }
    }
}

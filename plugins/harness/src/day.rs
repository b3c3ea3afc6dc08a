//! Days of the calendar, as people write them in files.

use core::fmt;
use core::str::FromStr;

/// A day, as `2025-04-09`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(String);

impl Day {
    /// The day as it is written, such as `2025-04-09`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let between = |part: &str, digits, most| {
            let is_number = part.len() == digits && part.bytes().all(|c| c.is_ascii_digit());
            is_number && part.parse().is_ok_and(|number: u16| (1..=most).contains(&number))
        };
        let parts: Vec<&str> = text.split('-').collect();
        match parts[..] {
            [year, month, day]
                if between(year, 4, 9999) && between(month, 2, 12) && between(day, 2, 31) =>
            {
                Ok(Self(text.to_owned()))
            }
            _ => Err(format!("expected a day, such as 2025-04-09, found {text}")),
        }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

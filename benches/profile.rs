//! A profile that callgrind has written: the instructions of functions with all that they call.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// Instructions by function, what it calls included.
#[derive(Debug, Default)]
pub struct Profile(BTreeMap<String, u64>);

impl Profile {
    /// Reads the file that callgrind has written.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(file: &Path) -> io::Result<Self> {
        Ok(Self::parse(&fs::read_to_string(file)?))
    }

    /// Adds up the calls of each function (the file format of callgrind, version 1: a function has
    /// its name where it is first met and a number from there on; after `calls=` comes a line that
    /// ends with what the calls cost).
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        let mut costs: BTreeMap<&str, u64> = BTreeMap::new();
        let (mut callee, mut called) = ("", false);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
                let (number, name) = name.split_once(' ').unwrap_or((name, ""));
                if !name.is_empty() {
                    names.insert(number, name);
                }
                if line.starts_with('c') {
                    callee = number;
                }
            } else if line.starts_with("calls=") {
                called = true;
            } else if std::mem::take(&mut called) {
                let cost = line.rsplit(' ').next().and_then(|cost| cost.parse::<u64>().ok());
                *costs.entry(callee).or_default() += cost.unwrap_or_default();
            }
        }
        let mut profile = Self::default();
        for (number, cost) in costs {
            let name = names.get(number).copied().unwrap_or(number);
            *profile.0.entry(name.to_owned()).or_default() += cost;
        }
        profile
    }

    /// Instructions of the functions whose names begin and end so.
    #[must_use]
    pub fn of(&self, begin: &str, end: &str) -> u64 {
        let is_it = |name: &str| name.starts_with(begin) && name.ends_with(end);
        self.0.iter().filter(|(name, _)| is_it(name)).map(|(_, cost)| cost).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = "fn=(1) game::run
10 5
cfn=(2) game::stage::trigger
calls=3 20
11 70
cfn=(3) game::stage::settle
calls=1 30
12 9

fn=(2)
20 40
cfn=(3)
calls=2 30
21 30
";

    #[test]
    fn calls_of_a_function_are_added_up() {
        let profile = Profile::parse(WRITTEN);
        assert_eq!(profile.of("game::stage::", "trigger"), 70);
        assert_eq!(profile.of("game::stage::settle", ""), 39);
        assert_eq!(profile.of("game::", ""), 109);
        assert_eq!(profile.of("other", ""), 0);
    }
}

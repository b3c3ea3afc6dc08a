//! Checks of a definition beyond its notation: facts that fit its kind, filters that something can
//! fit. [`ability`] looks at the abilities.

use std::collections::BTreeSet;

use cardmill_harness::library::{Complaint, Path};

use super::{Number, Scope, ability, split_id};
use crate::vocabulary::{Ability, Definition, Filter, Keyword, Kind, KindSet, Place};
use crate::words::grant::Grant;

/// Titles that definitions name although no set with such a card is defined yet.
const KNOWN_TITLES: &[&str] = &["Jango Fett"];

/// Collects the complaints about one definition.
pub(crate) struct Check<'a> {
    pub(crate) definition: &'a Definition,
    titles: &'a BTreeSet<&'a str>,
    complaints: Vec<Complaint>,
}

/// Checks every definition and hands each complaint over with the card's place in the list.
pub(crate) fn all(cards: &[&Definition], report: &mut dyn FnMut(usize, Complaint)) {
    let titles = cards.iter().map(|c| c.name.as_str()).chain(KNOWN_TITLES.iter().copied());
    let titles = titles.collect();
    for (place, definition) in cards.iter().enumerate() {
        let mut check = Check { definition, titles: &titles, complaints: Vec::new() };
        check.facts();
        ability::check(&mut check);
        check.complaints.into_iter().for_each(|complaint| report(place, complaint));
    }
}

impl Check<'_> {
    /// Reports an error at a place of the definition: what was expected there.
    pub(crate) fn error(&mut self, path: Path, expected: impl Into<String>) {
        self.complaints.push(Complaint::error(path, expected));
    }

    /// Reports an error unless the condition holds.
    pub(crate) fn expect(&mut self, holds: bool, path: &Path, expected: &str) {
        if !holds {
            self.error(path.clone(), expected);
        }
    }

    /// Reports something that may be meant after all.
    fn warn(&mut self, path: Path, expected: impl Into<String>) {
        self.complaints.push(Complaint::warning(path, expected));
    }

    /// Tells whether the definition is of one of these kinds.
    pub(crate) fn is(&self, kinds: &[Kind]) -> bool {
        kinds.contains(&self.definition.kind)
    }

    /// Tells whether the definition is of something that can be a unit in play.
    pub(crate) fn can_be_unit(&self) -> bool {
        self.definition.kind.is_unit() || self.is(&[Kind::Leader])
    }

    fn facts(&mut self) {
        let card = self.definition;
        let number = split_id(&card.id).map(|(_, number)| number);
        let token = card.kind.is_token();
        let shape = match number {
            Some(Number::Token) => token,
            Some(Number::Card(number)) => !token && number > 0,
            None => false,
        };
        self.expect(
            shape,
            &Path::field("id"),
            "expected a set and a number: SOR_010, or SOR_T01 for a token",
        );
        let trimmed = !card.name.is_empty() && card.name.trim() == card.name;
        self.expect(trimmed, &Path::field("name"), "expected a name without spaces around it");
        let trimmed = card.subtitle.trim() == card.subtitle;
        self.expect(trimmed, &Path::field("subtitle"), "expected no spaces around it");
        self.expect(
            card.aspects.len() <= 3,
            &Path::field("aspects"),
            "expected at most three aspect icons",
        );
        self.figures();
        self.place();
        self.sides();
        self.keywords();
        let event = !card.first_action || self.is(&[Kind::Event]);
        self.expect(event, &Path::field("first_action"), "expected on events only");
        let default = card.attach == Filter::default();
        self.expect(
            default || card.kind == Kind::Upgrade,
            &Path::field("attach"),
            "expected on upgrades only",
        );
    }

    /// Cost, power and HP.
    fn figures(&mut self) {
        let card = self.definition;
        let (cost, power, hp) = (Path::field("cost"), Path::field("power"), Path::field("hp"));
        if self.is(&[Kind::Base]) || card.kind.is_token() {
            self.expect(card.cost == 0, &cost, "expected no cost on a base or a token");
        }
        match card.kind {
            Kind::Unit | Kind::TokenUnit | Kind::Leader => {
                let by_ability = card.abilities.iter().any(grants_hp);
                let living =
                    card.hp > 0 || card.hp == 0 && (by_ability || card.flip_side.is_some());
                self.expect(living, &hp, "expected more than 0, or an ability that grants HP");
                self.expect(card.power >= 0, &power, "expected 0 or more");
            }
            Kind::Base => {
                self.expect(card.hp > 0, &hp, "expected more than 0 on a base");
                self.expect(card.power == 0, &power, "expected no power on a base");
            }
            Kind::Event => {
                self.expect(card.hp == 0, &hp, "expected no HP on an event");
                self.expect(card.power == 0, &power, "expected no power on an event");
            }
            Kind::ForceToken | Kind::CreditToken => {
                self.expect(card.hp == 0, &hp, "expected no HP on such a token");
                self.expect(card.power == 0, &power, "expected no power on such a token");
            }
            Kind::Upgrade | Kind::Token => {}
        }
    }

    /// Checks that a location is on a base and on no other card.
    fn place(&mut self) {
        let card = self.definition;
        let base = card.location.is_empty() || self.is(&[Kind::Base]);
        self.expect(base, &Path::field("location"), "expected on bases only");
    }

    /// A leader has two sides, anything else one; leaders and units can be upgrades, too.
    fn sides(&mut self) {
        let card = self.definition;
        let upgrade = card.upgrade_side.is_none() || self.is(&[Kind::Leader, Kind::Unit]);
        let path = Path::field("upgrade_side");
        self.expect(upgrade, &path, "expected on leaders and units only");
        let never = card.upgrade_side.as_ref().is_some_and(|side| side.only_attached);
        let leader = !never || self.is(&[Kind::Leader]);
        self.expect(leader, &path.to("only_attached"), "expected on leaders only");
        if card.flip_side.is_some() {
            let only = self.is(&[Kind::Leader]) && card.unit_side.is_none() && card.hp == 0;
            let expected = "expected on leaders only, without a unit side and its numbers";
            self.expect(only, &Path::field("flip_side"), expected);
        }
        let side = Path::field("unit_side");
        match &card.unit_side {
            None => {
                let one = card.kind != Kind::Leader || card.flip_side.is_some();
                self.expect(one, &side, "expected on a leader");
            }
            Some(unit) => {
                self.expect(card.kind == Kind::Leader, &side, "expected on leaders only");
                let deploy_at = side.to("deploy_at");
                let itself = card.deploys_itself();
                let says = (unit.deploy_at > 0) != itself;
                self.expect(says, &deploy_at, "expected more than 0, or a step `Deploy`");
                if let Some(with) = &unit.deploy_with {
                    with.word().check(self, Scope::default(), &side.to("deploy_with"));
                } else if card.kind == Kind::Leader && !itself && card.cost != unit.deploy_at {
                    let cost = format!("the printed cost, {}, is usual", card.cost);
                    self.warn(deploy_at, cost);
                }
            }
        }
    }

    fn keywords(&mut self) {
        let card = self.definition;
        let keywords = Path::field("keywords");
        for (place, keyword) in card.keywords.iter().enumerate() {
            let (may, expected) = match keyword {
                Keyword::Plot => (
                    self.is(&[Kind::Unit, Kind::Event, Kind::Upgrade]),
                    "expected on units, events and upgrades only",
                ),
                Keyword::Fortify => (
                    self.is(&[Kind::Upgrade]) && card.attach == Filter::default(),
                    "expected on upgrades only, without `attach`",
                ),
                _ => (self.can_be_unit(), "expected on units and leaders only"),
            };
            self.expect(may, &keywords.at(place), expected);
            self.keyword(*keyword, &keywords.at(place));
            let repeated = card.keywords[..place].contains(keyword);
            self.expect(!repeated, &keywords.at(place), "expected each keyword once");
        }
    }

    /// A keyword's number is not 0.
    pub(crate) fn keyword(&mut self, keyword: Keyword, path: &Path) {
        self.expect(keyword.number() != Some(0), path, "expected a number above 0");
    }

    /// A filter that is asked when there may be no card to look at any more.
    pub(crate) fn printed(&mut self, filter: &Filter, path: &Path) {
        self.filter(filter, path);
        self.expect(filter.is_printed(), path, "expected only what is printed on a card");
    }

    /// Checks a filter, whatever it is used for; its references are checked elsewhere.
    pub(crate) fn filter(&mut self, filter: &Filter, path: &Path) {
        let overlap = filter.is.iter().any(|kind| filter.is_not.contains(kind));
        self.expect(!overlap, &path.to("is_not"), "expected no kind that `is` asks for");
        let looked = !matches!(filter.place, Place::Deck | Place::Elsewhere);
        self.expect(looked, &path.to("place"), "expected a place that is looked through");
        let counted = filter.place == Place::Resources && filter.exhausted.is_some();
        self.expect(
            !counted,
            &path.to("exhausted"),
            "expected none: which resources are exhausted is not told",
        );
        let attacked = matches!(filter.attacking, None | Some(KindSet::Unit | KindSet::Base));
        self.expect(attacked, &path.to("attacking"), "expected `Unit` or `Base`");
        let overlap = filter.traits.meets(filter.without_traits);
        self.expect(
            !overlap,
            &path.to("without_traits"),
            "expected no trait that `traits` asks for",
        );
        let overlap = filter.aspects.meets(filter.without_aspects);
        self.expect(
            !overlap,
            &path.to("without_aspects"),
            "expected no aspect that `aspects` asks for",
        );
        if let (Some(min), Some(max)) = (filter.min_cost, filter.max_cost) {
            self.expect(min <= max, &path.to("max_cost"), "expected no less than `min_cost`");
        }
        if let (Some(min), Some(max)) = (filter.min_power, filter.max_power) {
            self.expect(min <= max, &path.to("max_power"), "expected no less than `min_power`");
        }
        let overlap = filter.mark.is_some() && filter.mark == filter.without_mark;
        self.expect(!overlap, &path.to("without_mark"), "expected another mark than `mark`");
        for (names, field) in [(&filter.named, "named"), (&filter.not_named, "not_named")] {
            for (place, name) in names.iter().enumerate() {
                if !self.titles.contains(name.as_str()) {
                    let titles = format!("no card is named {name:?}");
                    self.warn(path.to(field).at(place), titles);
                }
            }
        }
    }
}

/// Tells whether an ability can give HP to the card it is on.
fn grants_hp(ability: &Ability) -> bool {
    match ability {
        Ability::Constant { grant, .. } => {
            grant.iter().any(|grant| matches!(grant, Grant::Hp(hp) if hp.amount > 0))
        }
        // Or takes on that of another unit.
        _ => matches!(ability, Ability::EntersAs { .. }),
    }
}

/// Reports what is wrong with the parts of a word, each as what it is: `who: who, what: filter_in`, and of
/// a word without names of fields `0: who` alone or `0 "whom": whom, 1 "what": filter_in`.
macro_rules! checked {
    ($($parts:tt)*) => {
        fn check(
            &self,
            check: &mut $crate::library::Check<'_>,
            scope: $crate::library::Scope,
            path: &cardmill_harness::library::Path,
        ) {
            let _ = scope;
            $crate::library::parts!(self check scope path $($parts)*);
        }
    };
}

/// The statements of [`checked`], for any scope.
macro_rules! parts {
    ($word:ident $check:ident $scope:ident $path:ident 0: $what:ident) => {
        $crate::library::parts!(@ $what $check $scope, $word.0, $path)
    };
    ($word:ident $check:ident $scope:ident $path:ident $($name:ident: $what:ident),+) => {
        $($crate::library::parts!(
            @ $what $check $scope, $word.$name, &$path.to(stringify!($name))
        );)+
    };
    ($word:ident $check:ident $scope:ident $path:ident $($n:tt $name:literal: $what:ident),+) => {
        $($crate::library::parts!(@ $what $check $scope, $word.$n, &$path.argument($n, $name));)+
    };
    (@ who $check:ident $scope:ident, $part:expr, $path:expr) => {
        $check.who($part, $scope, $path)
    };
    (@ printed $check:ident $scope:ident, $part:expr, $path:expr) => {
        $check.printed(&$part, $path)
    };
    (@ measure $check:ident $scope:ident, $part:expr, $path:expr) => {
        $part.word().check($check, $scope, $path)
    };
    (@ above_0 $check:ident $scope:ident, $part:expr, $path:expr) => {
        $check.expect($part > 0, $path, "expected a number above 0")
    };
    (@ $what:ident $check:ident $scope:ident, $part:expr, $path:expr) => {
        $check.$what(&$part, $scope, $path)
    };
}

pub(crate) use {checked, parts};

#[cfg(test)]
mod tests {
    use super::super::Library;
    use std::path::PathBuf;

    fn library(text: &str) -> Result<Library, Vec<String>> {
        Library::parse(vec![(PathBuf::from("a.ron"), format!("[{text}]"))])
            .map_err(|e| e.0.iter().map(ToString::to_string).collect())
    }

    /// Everything wrong with a card of number 1, without file and id.
    fn wrong(fields: &str) -> Vec<String> {
        let card = format!(r#"(id: "SOR_001", name: "A", {fields})"#);
        let errors = library(&card).expect_err("nothing is wrong");
        let short = |e: &String| e.rsplit_once("SOR_001, ").map(|(_, e)| e.to_owned());
        errors.iter().filter_map(short).collect()
    }

    #[test]
    fn facts_fit_the_kind() {
        assert_eq!(
            wrong("kind: Base, cost: 3, power: 1"),
            [
                "hp: expected more than 0 on a base",
                "cost: expected no cost on a base or a token",
                "power: expected no power on a base",
            ]
        );
        assert_eq!(wrong("kind: Unit"), ["hp: expected more than 0, or an ability that grants HP"]);
        assert_eq!(
            wrong("kind: Token"),
            ["id: expected a set and a number: SOR_010, or SOR_T01 for a token"]
        );
        assert_eq!(wrong("kind: Leader, hp: 5"), ["unit_side: expected on a leader"]);
        assert_eq!(
            wrong("kind: Leader, hp: 5, unit_side: (deploy_at: 0)"),
            ["unit_side.deploy_at: expected more than 0, or a step `Deploy`"]
        );
        assert_eq!(
            wrong("kind: Unit, hp: 5, unit_side: (deploy_at: 5)"),
            ["unit_side: expected on leaders only"]
        );
        assert_eq!(
            wrong("kind: Unit, hp: 1, attach: (max_cost: 3), keywords: [Raid(0), Grit, Grit]"),
            [
                "attach: expected on upgrades only",
                "keywords[0]: expected a number above 0",
                "keywords[2]: expected each keyword once",
            ]
        );
    }

    #[test]
    fn no_hp_but_an_ability_that_grants_it() {
        let legion = r#"(id: "SOR_118", name: "97th Legion", kind: Unit, abilities: [
            Constant(grant: [Power(amount: 1, per: Resources(You)), Hp(amount: 1, per: Resources(You))]),
        ])"#;
        assert!(library(legion).is_ok());
    }

    #[test]
    fn filters_that_nothing_fits() {
        assert_eq!(
            wrong(
                "kind: Upgrade, attach: (traits: [Force], without_traits: [Force], min_cost: 3, max_cost: 2)"
            ),
            [
                "attach.without_traits: expected no trait that `traits` asks for",
                "attach.max_cost: expected no less than `min_cost`",
            ]
        );
    }

    #[test]
    fn unknown_names_only_warn() {
        let text = r#"(id: "SOR_001", name: "A", kind: Upgrade, attach: (named: ["A", "Nobody"]))"#;
        let library = library(text).unwrap_or_else(|e| panic!("{e:?}"));
        let warnings: Vec<_> = library.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(
            warnings,
            [r#"a.ron:1:66: SOR_001, attach.named[1]: no card is named "Nobody""#]
        );
    }
}

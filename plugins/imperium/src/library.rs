//! Reading card definitions and checking them.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
pub use cardmill_harness::files::default_dir;
use cardmill_harness::library::{self, Complaint, LoadErrors, Path};

use crate::vocabulary::{Cost, Definition, Kind, Timing};

/// The folder of card files that holds this game.
const GAME: &str = "imperium";

cardmill_harness::plain_data!(Definition);

impl library::Definition for Definition {
    fn id(&self) -> &str {
        &self.id
    }

    fn check(cards: &[&Self], report: &mut dyn FnMut(usize, Complaint)) {
        for (place, card) in cards.iter().enumerate() {
            let mut expect = |holds: bool, path: Path, expected: &str| {
                if !holds {
                    report(place, Complaint::error(path, expected));
                }
            };
            let faction = |d: &&Self| d.kind == Kind::Faction && d.id == card.faction;
            let known = card.faction.is_empty() || cards.iter().any(faction);
            expect(known, Path::field("faction"), "expected the id of a faction, or none");
            facts(card, &mut expect);
            abilities(card, &mut expect);
        }
    }
}

/// Reads and checks every file of definitions of the game, in order of id.
///
/// # Errors
/// The first folder or file that cannot be read, or else everything that is wrong, with file,
/// line, column, card and field.
pub fn load(cards: impl Into<CardFiles>) -> Result<Vec<Definition>, LoadErrors> {
    parse(cards.into().read(GAME, "ron")?)
}

fn parse(files: Vec<(PathBuf, String)>) -> Result<Vec<Definition>, LoadErrors> {
    Ok(library::load(files, Vec::new())?.definitions)
}

/// Takes what must hold of a part of a card.
type Expect<'e> = dyn FnMut(bool, Path, &str) + 'e;

fn facts(card: &Definition, expect: &mut Expect<'_>) {
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let shaped = !card.id.is_empty() && card.id.chars().all(upper);
    expect(shaped, Path::field("id"), "expected upper case letters, digits and _");
    expect(!card.name.is_empty(), Path::field("name"), "expected a name");
    for (field, given, wanted) in [
        ("unit", card.unit.is_some(), matches!(card.kind, Kind::Unit | Kind::Upgrade)),
        ("initiative", card.initiative > 0, card.kind == Kind::Strategy),
        ("outcomes", card.outcomes.is_some(), card.kind == Kind::Agenda),
        ("explores", card.explores.is_some(), card.kind == Kind::Exploration),
        ("objective", card.objective.is_some(), card.kind == Kind::Objective),
        ("tile", card.tile.is_some(), card.kind == Kind::Tile),
    ] {
        let expected = if wanted { "expected one" } else { "expected none" };
        let expected = format!("{expected} on a card of kind {:?}", card.kind);
        expect(given == wanted, Path::field(field), &expected);
    }
    let Some(unit) = card.unit else { return };
    for (field, dice) in [
        ("combat", unit.combat),
        ("barrage", unit.barrage),
        ("bombardment", unit.bombardment),
        ("cannon", unit.cannon),
    ] {
        let shown = dice.is_none_or(|dice| (1..=10).contains(&dice.hits_on));
        let path = Path::field("unit").to(field).to("hits_on");
        expect(shown, path, "expected what a die can show, 1 to 10");
    }
}

fn abilities(card: &Definition, expect: &mut Expect<'_>) {
    let of_objectives = |cost: &Cost| matches!(cost, Cost::Tokens(_) | Cost::ActionCards(_));
    let of_abilities = |cost: &Cost| {
        matches!(cost, Cost::Exhaust | Cost::StrategyToken | Cost::DestroyThis | Cost::Research(_))
    };
    if let Some(objective) = &card.objective {
        for (n, cost) in objective.cost.iter().enumerate() {
            let path = Path::field("objective").to("cost").at(n);
            expect(!of_abilities(cost), path, "expected on abilities only");
        }
    }
    for (n, ability) in card.abilities.iter().enumerate() {
        for (m, cost) in ability.cost.iter().enumerate() {
            let path = Path::field("abilities").at(n).to("cost").at(m);
            expect(!of_objectives(cost), path, "expected on objectives only");
        }
        let path = Path::field("abilities").at(n);
        expect(!ability.timing.is_empty(), path.to("timing"), "expected a timing");
        expect(!ability.steps.is_empty(), path.to("steps"), "expected something to do");
        for (n, timing) in ability.timing.iter().enumerate() {
            let strategy = matches!(timing, Timing::Primary | Timing::Secondary);
            let holds = !strategy || card.kind == Kind::Strategy;
            expect(holds, path.to("timing").at(n), "expected on strategy cards only");
        }
    }
}

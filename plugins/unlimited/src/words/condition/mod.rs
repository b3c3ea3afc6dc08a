//! The conditions of abilities, a file each.

use cardmill_harness::family;
use cardmill_harness::library::Path;

use crate::library::{Check, Scope};
use crate::reader::{At, Reader, Readings, Said, said};
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;
use crate::view::{Text, View};

mod prelude;

/// A condition: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it.
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path);

    /// The condition as a clause, or its opposite: "you control a Force unit".
    fn text(&self, holds: bool, names: &Names) -> String;

    /// What it reads of the state.
    fn reads(&self) -> Reads;

    /// Whether it reads what constant abilities work out.
    fn reads_computed(&self) -> bool {
        false
    }

    /// Whether it holds.
    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool;

    /// Whether a player who reads it in a text can know.
    fn is_known(&self, _view: &View<'_>, _text: &Text<'_>) -> bool {
        true
    }
}

family! {
    /// A condition, checked where it is written.
    pub enum Condition: Word, said {
        exists: Exists,
        coordinate: Coordinate,
        initiative: Initiative,
        the_force: TheForce,
        resources: Resources,
        fitting: Is,
        did: Did,
        attacking: Attacking,
        defending: Defending,
        attacking_base: AttackingBase,
        defender_defeated: DefenderDefeated,
        unit_defeated: UnitDefeated,
        unit_left_play: UnitLeftPlay,
        played: Played,
        base_damage_dealt: BaseDamageDealt,
        base_damage: BaseDamage,
        base_remaining: BaseRemaining,
        more: More,
        aspects: Aspects,
        action_phase: ActionPhase,
        not: Not,
        all: All,
        any_of: AnyOf,
        attacked_with: AttackedWith,
        other_attacked: OtherAttacked,
        survived: Survived,
        defeated: Defeated,
        at_least: AtLeast,
        base_struck: BaseStruck,
        initiative_taken: InitiativeTaken,
        ambushing: Ambushing,
        damaged: Damaged,
        damaged_base: DamagedBase,
        attacked_base: AttackedBase,
    }

    /// Whether it holds.
    pub(crate) fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        |word| word.holds(scene, cx)
    }
}

impl Condition {
    /// Whether it is that of a Coordinate ability (CR 7.5.15A), maybe beside others.
    pub(crate) fn coordinates(&self) -> bool {
        match self {
            Self::Coordinate(_) => true,
            Self::All(All(list)) => list.iter().any(Self::coordinates),
            _ => false,
        }
    }
}

/// "is", or "is not".
fn either<'t>(holds: bool, yes: &'t str, no: &'t str) -> &'t str {
    if holds { yes } else { no }
}

/// Two conditions, neither of them several.
fn several(reader: &Reader<'_>, from: &At, and: &'static str) -> Readings<Vec<Condition>> {
    if from.several {
        return Readings::new();
    }
    let mut all = Readings::new();
    let alone = |at: &At| Condition::said(reader, &At { several: true, ..at.clone() });
    for (first, at) in alone(from) {
        for at in reader.words("", ",", &at).iter().filter(|_| from.own) {
            for (second, at) in alone(at) {
                for at in reader.words("", and, &at) {
                    all.extend(alone(&at).into_iter().map(|(third, at)| {
                        (vec![first.clone(), second.clone(), third], At { several: false, ..at })
                    }));
                }
            }
        }
        for at in reader.words("", and, &at) {
            // More of them follow one after the other.
            let at = At { several: !from.own, ..at };
            let second = Condition::said(reader, &at).into_iter();
            let both = second
                .map(|(second, at)| (vec![first.clone(), second], At { several: false, ..at }));
            all.extend(both);
        }
    }
    all
}

fn check_several(list: &[Condition], check: &mut Check<'_>, scope: Scope, path: &Path) {
    check.expect(list.len() > 1, path, "expected at least two conditions");
    for (place, condition) in list.iter().enumerate() {
        condition.word().check(check, scope, &path.at(place));
    }
}

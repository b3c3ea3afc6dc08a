//! Abilities that are about opponents, of whom there can be several (CR 11.4.2).

use cardmill_harness::tree::{Tree, Word};

use crate::catalogue::Inner;
use crate::program::Op;
use crate::vocabulary::Who;

/// Cards that say "each opponent", "each enemy base" or "each player's deck": in a game of two that is the
/// opponent, and their definitions say no more.
const EACH: [&str; 19] = [
    "HMW_154", "HMW_156", "IBH_085", "JTL_143", "LAW_174", "LOF_159", "SEC_136", "SEC_156",
    "SEC_215", "SEC_223", "SHD_244", "SOR_014", "SOR_016", "SOR_190", "TS26_019", "TS26_076",
    "TWI_017", "TWI_125", "TWI_148",
];

/// Cards whose definitions say "the opponent" where among several their text means a certain one, such as who
/// played an event, controls a unit or has the most units, or each of them in another way than one step after
/// the other, or who sits to the right: no game of more than two has them yet.
const OF_TWO: [&str; 51] = [
    "ASH_004", "ASH_162", "ASH_183", "HMW_051", "HMW_161", "HMW_169", "HMW_188", "HMW_214",
    "JTL_055", "JTL_125", "JTL_127", "JTL_154", "JTL_188", "JTL_199", "JTL_204", "JTL_208",
    "LAW_044", "LAW_054", "LAW_066", "LAW_170", "LAW_215", "LAW_217", "LOF_130", "LOF_142",
    "LOF_222", "SEC_035", "SEC_126", "SEC_145", "SEC_170", "SEC_233", "SEC_242", "SEC_260",
    "SHD_114", "SHD_156", "SHD_157", "SHD_172", "SOR_129", "SOR_133", "SOR_145", "SOR_174",
    "SOR_175", "TS26_029", "TS26_051", "TS26_068", "TS26_080", "TWI_054", "TWI_098", "TWI_185",
    "TWI_204", "TWI_239", "TWI_252",
];

/// Returns `true` for a card, by its id, that can be played in games of two alone.
pub(crate) fn is_of_two(id: &str) -> bool {
    OF_TWO.contains(&id)
}

/// The way in which an instruction is about opponents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Against {
    /// It names none.
    #[default]
    Nobody,
    /// It names an opponent, who is chosen once for the whole ability.
    One,
    /// The same, and that opponent chooses among what is theirs.
    ByOne,
    /// It names each opponent.
    Each,
    /// The same, and each chooses among what is theirs.
    ByEach,
}

/// Words that have players of their own: any opponent meets what they say.
const OTHERS: [&str; 8] =
    ["Step", "Condition", "Filter", "Criteria", "Event", "Grant", "Ability", "Replacement"];

impl Against {
    /// The ways of all instructions of all programs.
    pub(crate) fn all(catalogue: &Inner) -> Vec<Vec<Self>> {
        let tables = &catalogue.tables;
        let of = |op: &Op| match op {
            Op::Do(step) | Op::Lasting(step, _) => match Tree::of(step) {
                Tree::Word(step) => Self::word(&step),
                _ => Self::Nobody,
            },
            Op::Modes(list) => Self::by(list.by),
            Op::Play(play) => Self::by(tables.plays[usize::from(play.0)].step.by),
            _ => Self::Nobody,
        };
        let programs = tables.programs.iter();
        let mut all: Vec<Vec<Self>> =
            programs.map(|program| program.iter().map(of).collect()).collect();
        for ability in &tables.abilities {
            let id = &catalogue.card(ability.definition).definition.id;
            if EACH.contains(&id.as_str()) {
                all[usize::from(ability.program)].iter_mut().for_each(Self::spread);
            }
        }
        all
    }

    const fn spread(&mut self) {
        match self {
            Self::One => *self = Self::Each,
            Self::ByOne => *self = Self::ByEach,
            _ => {}
        }
    }

    fn by(who: Who) -> Self {
        if who == Who::Opponent { Self::One } else { Self::Nobody }
    }

    fn word(word: &Word) -> Self {
        let mut way = Self::Nobody;
        for (field, tree) in &word.fields {
            for word in tree.words() {
                let inside = match (word.family, word.name) {
                    ("Who", "Opponent") if *field == "by" => Self::ByOne,
                    ("Who", "Opponent") => Self::One,
                    (family, _) if OTHERS.contains(&family) => Self::Nobody,
                    _ => Self::word(word),
                };
                if way == Self::Nobody || inside == Self::ByOne {
                    way = inside;
                }
            }
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::files::default_dir;

    use super::{EACH, OF_TWO};
    use crate::library::Library;

    #[test]
    fn lists_name_cards_in_order() {
        let library = Library::load(default_dir()).unwrap_or_else(|error| panic!("{error}"));
        for list in [&EACH[..], &OF_TWO[..]] {
            assert!(list.is_sorted(), "{list:?}");
            for id in list {
                assert!(library.look_up(id).is_ok(), "{id}");
            }
        }
        assert!(EACH.iter().all(|id| !OF_TWO.contains(id)));
    }
}

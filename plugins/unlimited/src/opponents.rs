//! Abilities that are about opponents, of whom there can be several (CR 11.4.2).

use cardmill_harness::tree::{Tree, Word};

use crate::catalogue::Inner;
use crate::library::Part;
use crate::program::{Op, Tables};
use crate::proposal::Verb;
use crate::vocabulary::Who;

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

/// The opponents of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    /// The opponents that its text means.
    pub(crate) part: Part,
    /// The way of each of its instructions.
    ways: Vec<Against>,
    /// The instructions that are run for one opponent after another: the first of them, and the first behind
    /// them.
    pub(crate) turns: Option<(u16, u16)>,
}

/// The opponents of all programs and cards.
#[derive(Debug)]
pub(crate) struct Opponents {
    programs: Vec<About>,
    cards: Vec<Part>,
    nothing: About,
}

/// Words that have players of their own, and are asked when their time comes.
const OTHERS: [&str; 5] = ["Step", "Event", "Grant", "Ability", "Replacement"];

/// Words that any opponent meets, unless the whole text is about one.
const ASKED: [&str; 3] = ["Condition", "Filter", "Criteria"];

/// The words in which an opponent is looked for.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Conditions and filters are among them.
    asked: bool,
    /// "Each player" is an opponent, too.
    each: bool,
}

impl Opponents {
    /// Those of all programs and cards of the catalogue.
    pub(crate) fn of(catalogue: &Inner) -> Self {
        let tables = &catalogue.tables;
        let part = |card| catalogue.supplement.opponents.part(&catalogue.card(card).definition.id);
        let mut parts = vec![Part::default(); tables.programs.len()];
        for ability in &tables.abilities {
            let program = usize::from(ability.program);
            if let Some(of) = parts.get_mut(program).filter(|of| **of == Part::default()) {
                *of = part(ability.definition);
                let of = *of;
                // What an ability leaves to be done later is about the same opponents.
                for op in &tables.programs[program] {
                    if let Op::Create(Verb::Delay, n) = op {
                        parts[usize::from(tables.delays[usize::from(*n)].program)] = of;
                    }
                }
            }
        }
        let programs = tables.programs.iter().zip(parts);
        Self {
            programs: programs.map(|(ops, part)| About::of(ops, part, tables)).collect(),
            cards: (0..catalogue.cards.len() as u16).map(part).collect(),
            nothing: About::default(),
        }
    }

    /// Those of a program.
    pub(crate) fn about(&self, program: u16) -> &About {
        self.programs.get(usize::from(program)).unwrap_or(&self.nothing)
    }

    /// The opponents that a card means.
    pub(crate) fn part(&self, definition: u16) -> Part {
        self.cards.get(usize::from(definition)).copied().unwrap_or_default()
    }
}

impl About {
    fn of(ops: &[Op], part: Part, tables: &Tables) -> Self {
        let all = |look: Look| ops.iter().map(move |op| look.op(op, tables));
        let named = Look { asked: false, each: false };
        let asked = Look { asked: true, each: false };
        let each = |way| match way {
            Against::One => Against::Each,
            Against::ByOne => Against::ByEach,
            other => other,
        };
        let by_each = |way| match way {
            Against::Nobody => Against::Nobody,
            _ => Against::ByEach,
        };
        let ways = match part {
            Part::Chosen | Part::It | Part::Other | Part::Two => all(named).collect(),
            Part::One | Part::Subject | Part::Defending => all(asked).collect(),
            Part::Both => all(Look { each: true, ..named }).collect(),
            Part::Each => all(named).map(each).collect(),
            Part::Gathered => all(asked).map(by_each).collect(),
            Part::Turns | Part::Any | Part::All => Vec::new(),
        };
        let turns = (part == Part::Turns).then(|| asked.turns(ops, tables)).flatten();
        Self { part, ways, turns }
    }

    /// The way of the instruction in this place.
    pub(crate) fn way(&self, at: u16) -> Against {
        self.ways.get(usize::from(at)).copied().unwrap_or_default()
    }
}

impl Look {
    fn op(self, op: &Op, tables: &Tables) -> Against {
        match op {
            Op::Do(step) | Op::Lasting(step, _) => self.tree(&Tree::of(step)),
            Op::Modes(list) => self.by(list.by),
            Op::Play(play) => self.by(tables.plays[usize::from(play.0)].step.by),
            Op::Unless(condition, _) if self.asked => self.tree(&Tree::of(condition)),
            Op::Create(Verb::ChangeCosts, n) if self.asked => {
                self.by(tables.costs[usize::from(*n)].who)
            }
            _ => Against::Nobody,
        }
    }

    fn by(self, who: Who) -> Against {
        if who == Who::Opponent { Against::One } else { Against::Nobody }
    }

    fn tree(self, tree: &Tree) -> Against {
        match tree {
            Tree::Word(word) => self.word(word),
            _ => Against::Nobody,
        }
    }

    fn word(self, word: &Word) -> Against {
        let mut way = Against::Nobody;
        for (field, tree) in &word.fields {
            for word in tree.words() {
                let inside = match (word.family, word.name) {
                    ("Who", "Opponent") if *field == "by" => Against::ByOne,
                    ("Who", "Opponent") => Against::One,
                    ("Who", "Each") if self.each => Against::One,
                    (family, _) if OTHERS.contains(&family) => Against::Nobody,
                    (family, _) if ASKED.contains(&family) && !self.asked => Against::Nobody,
                    _ => self.word(word),
                };
                if way == Against::Nobody || inside == Against::ByOne {
                    way = inside;
                }
            }
        }
        way
    }

    /// The instructions from the first that names an opponent to the last, with those that ask whether they
    /// are run and with all that they lead to.
    fn turns(self, ops: &[Op], tables: &Tables) -> Option<(u16, u16)> {
        let names = |op: &Op| self.op(op, tables) != Against::Nobody;
        let mut from = ops.iter().position(names)?;
        let last = ops.iter().rposition(names)?;
        let asks = |op: &Op| matches!(op, Op::May(may) if usize::from(may.no) > from);
        from = ops[..from].iter().position(asks).unwrap_or(from);
        let (mut at, mut end) = (from, last + 1);
        while at < end {
            end = end.max(usize::from(ops[at].leads_to()));
            at += 1;
        }
        Some((from as u16, end as u16))
    }
}

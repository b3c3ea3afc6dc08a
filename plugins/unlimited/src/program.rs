//! Programs of abilities: steps, with their branches flattened into jumps. The game's own programs
//! (a turn, an attack, playing a card) are its [procedures](crate::procedure).

use crate::procedure;
use crate::vocabulary::{
    Ability, AttackStep, Condition, Event, Filter, Grant, Limit, Measure, Mode, PlayStep,
    Replacement, SearchThen, Step, Until, Who,
};

/// An instruction. It is small, and what most of them do not have is in a box: rules are run one
/// after the other.
#[derive(Clone, Debug)]
pub enum Op {
    /// A step without branches.
    Do(Box<Step>),
    /// Jumps if the condition does not hold.
    Unless(Box<Condition>, u16),
    /// Jumps.
    Jump(u16),
    /// Asks whether; jumps on no.
    May(u16),
    /// Asks for one more option of a list and jumps to it, or to the end.
    Modes {
        /// Who chooses.
        by: Who,
        /// How many.
        choose: u8,
        /// Multiplied by this.
        per: Box<Measure>,
        /// Where the options begin.
        starts: Box<[u16]>,
        /// The first of the options in the catalogue; the others follow it.
        first: u16,
        /// Where it goes on when enough were chosen.
        end: u16,
    },
    /// What follows up to `u16` is for one player, then for the other; asks for the first.
    EachPlayer(u16),
    /// Ends the program if its ability was used this round.
    UnlessUsed,
    /// The ability counts as used this round.
    MarkUsed,
    /// Asks for the attacker of attack step `n` of the catalogue and begins the attack.
    Attack(u16),
    /// Asks for the card of play step `n` of the catalogue and plays it.
    Play(u16),
    /// Creates lasting effects: grant list `n` of the catalogue.
    Lasting(Box<Step>, u16),
    /// Creates a replacement effect: replacement `n` of the catalogue.
    Replace(u16),
    /// Creates a discount: discount `n` of the catalogue.
    Discount(u16),
    /// Creates a delayed effect: delay `n` of the catalogue.
    Delay(u16),
    /// A delayed effect remembers its cards as `It` and is spent.
    Recall,
    /// Plays what a search found, one after another.
    PlayFound,
    /// The end.
    End,
}

impl Op {
    /// The step it does, if it is one.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        match self {
            Self::Do(step) | Self::Lasting(step, _) => Some(step),
            _ => None,
        }
    }
}

/// What a program refers to beside its own ops.
#[derive(Debug, Default)]
pub struct Tables {
    /// All programs, the procedures of the game first, which are no lists.
    pub programs: Vec<Vec<Op>>,
    /// Attack steps.
    pub attacks: Vec<Attacking>,
    /// Play steps.
    pub plays: Vec<Playing>,
    /// Lists of grants, with the indices of the abilities among them.
    pub grants: Vec<Vec<Given>>,
    /// Replacements that steps create, and for how long.
    pub replacements: Vec<(Replacement, Until)>,
    /// Discounts: which card, how much less.
    pub discounts: Vec<(Filter, u8)>,
    /// Delayed effects that steps create.
    pub delays: Vec<Delaying>,
    /// Options of lists.
    pub modes: Vec<Mode>,
    /// Abilities, printed and granted.
    pub abilities: Vec<Compiled>,
}

/// What a delayed effect waits for, and what it does then.
#[derive(Clone, Debug)]
pub struct Delaying {
    /// What it waits for.
    pub at: Event,
    /// The facts that can be it, one bit each ([`crate::trigger`]).
    pub facts: u32,
    /// How long it waits at most.
    pub until: Option<Until>,
    /// The program it runs.
    pub program: u16,
}

/// An attack step and its grant lists.
#[derive(Clone, Debug)]
pub struct Attacking {
    /// As defined.
    pub step: AttackStep,
    /// What the attacker gets.
    pub grant: u16,
    /// What it gets if the condition holds.
    pub grant_if: u16,
    /// What it gets against a unit.
    pub grant_against_unit: u16,
    /// What the defending unit gets.
    pub grant_defender: u16,
}

/// A play step and its grant list.
#[derive(Clone, Debug)]
pub struct Playing {
    /// As defined.
    pub step: PlayStep,
    /// What the unit gets for the phase.
    pub grant: u16,
    /// Its ability is free: it is used to play something, or not at all (CR 6.4.2A).
    pub must: bool,
}

/// A grant; `ability` is its index when it is one.
#[derive(Clone, Debug)]
pub struct Given {
    /// What is given.
    pub grant: Grant,
    /// The ability's index.
    pub ability: Option<u16>,
}

/// An ability that is ready to run.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// As defined.
    pub ability: Ability,
    /// Its program, if it has steps.
    pub program: u16,
    /// Its list of grants, if it is constant.
    pub grants: u16,
    /// The definition it is printed on or granted by.
    pub definition: u16,
    /// Facts it can trigger on, one bit each ([`crate::trigger`]).
    pub facts: u32,
}

impl Tables {
    /// Nothing compiled yet.
    #[must_use]
    pub fn new() -> Self {
        let programs = vec![Vec::new(); procedure::COUNT.into()];
        Self { programs, grants: vec![Vec::new()], ..Self::default() }
    }

    /// Compiles an ability and what it grants. Returns its index.
    pub fn ability(&mut self, ability: &Ability, definition: u16) -> u16 {
        let bounty;
        let (steps, limit): (&[Step], _) = match ability {
            Ability::Triggered { steps, limit, .. } => (steps, *limit),
            // Nobody has to collect it (CR 7.5.13E).
            Ability::Bounty { steps } => {
                bounty = [Step::May(steps.clone())];
                (&bounty, None)
            }
            Ability::Action { steps, .. } | Ability::Event { steps } => (steps, None),
            _ => (&[], None),
        };
        let first_play = self.plays.len();
        let program = if steps.is_empty() { 0 } else { self.program(steps, limit, definition) };
        if ability.is_free()
            && let Some(play) = self.plays.get_mut(first_play)
        {
            play.must = true;
        }
        let grants = match ability {
            Ability::Constant { grant, .. } => self.grants(grant, definition),
            _ => 0,
        };
        let facts = crate::trigger::facts_of(ability.events());
        self.abilities.push(Compiled {
            ability: ability.clone(),
            program,
            grants,
            definition,
            facts,
        });
        (self.abilities.len() - 1) as u16
    }

    /// Compiles a list of grants. Returns its index.
    pub fn grants(&mut self, grants: &[Grant], definition: u16) -> u16 {
        let list = grants
            .iter()
            .map(|grant| {
                let ability = match grant {
                    Grant::Ability(ability) => Some(self.ability(ability, definition)),
                    _ => None,
                };
                Given { grant: grant.clone(), ability }
            })
            .collect();
        self.grants.push(list);
        (self.grants.len() - 1) as u16
    }

    /// Compiles steps into a program. Returns its index.
    pub fn program(&mut self, steps: &[Step], limit: Option<Limit>, definition: u16) -> u16 {
        self.program_from(Vec::new(), steps, limit, definition)
    }

    fn program_from(
        &mut self,
        mut ops: Vec<Op>,
        steps: &[Step],
        limit: Option<Limit>,
        definition: u16,
    ) -> u16 {
        let mut mark = limit.is_some();
        if mark {
            ops.push(Op::UnlessUsed);
            if !steps.iter().any(|step| matches!(step, Step::May(_))) {
                ops.push(Op::MarkUsed);
                mark = false;
            }
        }
        self.flatten(steps, &mut ops, &mut mark, definition);
        ops.push(Op::End);
        self.programs.push(ops);
        (self.programs.len() - 1) as u16
    }

    fn flatten(&mut self, steps: &[Step], ops: &mut Vec<Op>, mark: &mut bool, definition: u16) {
        for step in steps {
            match step {
                Step::May(body) => {
                    let at = ops.len();
                    ops.push(Op::End);
                    if core::mem::take(mark) {
                        ops.push(Op::MarkUsed);
                    }
                    self.flatten(body, ops, mark, definition);
                    ops[at] = Op::May(ops.len() as u16);
                }
                Step::If(condition, then, otherwise) => {
                    let condition = Box::new(condition.clone());
                    let at = ops.len();
                    ops.push(Op::End);
                    self.flatten(then, ops, mark, definition);
                    if otherwise.is_empty() {
                        ops[at] = Op::Unless(condition, ops.len() as u16);
                    } else {
                        let jump = ops.len();
                        ops.push(Op::End);
                        ops[at] = Op::Unless(condition, ops.len() as u16);
                        self.flatten(otherwise, ops, mark, definition);
                        ops[jump] = Op::Jump(ops.len() as u16);
                    }
                }
                Step::Modes { by, choose, per, of } => {
                    let at = ops.len();
                    ops.push(Op::End);
                    let mut starts = Vec::new();
                    for mode in of {
                        starts.push(ops.len() as u16);
                        self.flatten(&mode.steps, ops, mark, definition);
                        ops.push(Op::Jump(at as u16));
                    }
                    let end = ops.len() as u16;
                    let first = self.modes.len() as u16;
                    self.modes.extend_from_slice(of);
                    let (per, starts) = (Box::new(per.clone()), starts.into());
                    ops[at] = Op::Modes { by: *by, choose: *choose, per, starts, first, end };
                }
                Step::EachPlayer(body) => {
                    let at = ops.len();
                    ops.push(Op::End);
                    self.flatten(body, ops, mark, definition);
                    ops.push(Op::Jump(at as u16));
                    ops[at] = Op::EachPlayer(ops.len() as u16);
                }
                Step::Attack(attack) => {
                    let grant_if = attack.grant_if.as_ref().map_or(&[][..], |(_, grants)| grants);
                    let compiled = Attacking {
                        step: AttackStep::clone(attack),
                        grant: self.grants(&attack.grant, definition),
                        grant_if: self.grants(grant_if, definition),
                        grant_against_unit: self.grants(&attack.grant_against_unit, definition),
                        grant_defender: self.grants(&attack.grant_defender, definition),
                    };
                    self.attacks.push(compiled);
                    ops.push(Op::Attack((self.attacks.len() - 1) as u16));
                }
                Step::Play(play) => {
                    let grant = self.grants(&play.grant, definition);
                    self.plays.push(Playing { step: play.clone(), grant, must: false });
                    ops.push(Op::Play((self.plays.len() - 1) as u16));
                }
                Step::Search(search) => {
                    ops.push(Op::Do(Box::new(step.clone())));
                    if search.then == SearchThen::PlayFree {
                        ops.push(Op::PlayFound);
                    }
                }
                Step::Lasting { grant, .. } => {
                    let grants = self.grants(grant, definition);
                    ops.push(Op::Lasting(Box::new(step.clone()), grants));
                }
                Step::Replace { effect, until } => {
                    self.replacements.push((effect.clone(), *until));
                    ops.push(Op::Replace((self.replacements.len() - 1) as u16));
                }
                Step::NextCostsLess { what, less } => {
                    self.discounts.push((what.clone(), *less));
                    ops.push(Op::Discount((self.discounts.len() - 1) as u16));
                }
                Step::Delayed { at, until, steps } => {
                    let program = self.program_from(vec![Op::Recall], steps, None, definition);
                    let facts = crate::trigger::facts_of([at]);
                    let delaying = Delaying { at: at.clone(), facts, until: *until, program };
                    self.delays.push(delaying);
                    ops.push(Op::Delay((self.delays.len() - 1) as u16));
                }
                _ => ops.push(Op::Do(Box::new(step.clone()))),
            }
        }
    }
}

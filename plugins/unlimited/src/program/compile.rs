//! Steps are written down as instructions.

use cardmill_harness::library::plain;
use serde_json::Value;

use super::{Compiled, Given, Grants, Op, Replacing, Tables, Writer};
use crate::facts;
use crate::procedure::{self, SUPPORT};
use crate::reads::Reads;
use crate::vocabulary::{Ability, Instead, Limit, Replacement, Subject, Timing, Until, Would};
use crate::words::condition::Did;
use crate::words::event::Event;
use crate::words::grant::{self, Exploit, Grant, LeaderUnit};
use crate::words::step::{Attacking, If, May, Step};

impl Grants {
    fn new(given: Vec<Given>, less: [u16; 2]) -> Self {
        let any = |so: &dyn Fn(&Grant) -> bool| given.iter().any(|given| so(&given.grant));
        // What a constant ability gives that is gained counts as given.
        let in_turn =
            |so: &dyn Fn(&Grant) -> bool| any(&|grant| so(grant) || grant.in_turn().iter().any(so));
        let measure = |grant: &Grant| grant.measure().is_some_and(|per| !per.is_one());
        let computed =
            |grant: &Grant| grant.measure().is_some_and(|per| per.word().reads_computed());
        let shares = |grant: &Grant| matches!(grant, Grant::ItsKeywords(_));
        Self {
            reads: Reads::of_grants(given.iter().map(|given| &given.grant)),
            measured: any(&measure),
            computed: in_turn(&computed) || any(&shares),
            shares: any(&shares),
            gives: in_turn(&|grant| matches!(grant, Grant::Ability(_))),
            spreads: any(&|grant| !grant.in_turn().is_empty()),
            prints: any(&|grant| matches!(grant, Grant::Printed(_))),
            retraits: in_turn(&|grant| matches!(grant, Grant::Trait(_) | Grant::LoseTrait(_))),
            takes: any(&Grant::takes),
            blanks: any(&|grant| matches!(grant, Grant::LoseAbilities(_))),
            lends: false,
            mutes: any(&|grant| matches!(grant, Grant::LoseKeywords(_))),
            leads: any(&|grant| *grant == Grant::LeaderUnit(LeaderUnit)),
            exploit: given.iter().map(Given::exploit).fold(0, u8::saturating_add),
            given,
            less,
        }
    }
}

impl Given {
    /// The number of units that may be exploited by it.
    const fn exploit(&self) -> u8 {
        match self.grant {
            Grant::Exploit(Exploit(n)) => n,
            _ => 0,
        }
    }
}

/// Returns `true` for an ability that is used once each round and says nothing of what triggered
/// it.
fn is_regardless(ability: &Ability) -> bool {
    let Ability::Triggered { limit: Some(Limit::Round | Limit::Phase), steps, when } = ability
    else {
        return false;
    };
    !when.iter().any(Event::is_survived) && !speaks_of_the_trigger(&plain(steps))
}

/// Returns `true` for steps, as plain data, that speak of what triggered them: by name, by a
/// filter's `subject`, or by using it again.
fn speaks_of_the_trigger(steps: &Value) -> bool {
    let is_name = |name: &str| ["Subject", "UseAgain"].contains(&name);
    match steps {
        Value::String(name) => is_name(name),
        Value::Array(list) => list.iter().any(speaks_of_the_trigger),
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            is_name(name) || name == "subject" && *value == true || speaks_of_the_trigger(value)
        }),
        _ => false,
    }
}

impl Tables {
    /// Tables with the programs of the rules alone: no ability is compiled yet.
    #[must_use]
    pub fn new() -> Self {
        let programs = vec![Vec::new(); procedure::ABILITIES.into()];
        let mut tables = Self { programs, grants: vec![Grants::default()], ..Self::default() };
        let support = tables.program(&[Attacking::support()], (None, 0, false, false), 0);
        debug_assert_eq!(support, SUPPORT, "it is the first program of an ability");
        tables.attacks[0].lends = true;
        tables
    }

    /// The list of what a unit gains that is supported by one with these abilities: those, and
    /// whatever keywords and abilities that one has gained (CR 7.5.20A). Returns its index.
    pub fn support<'a>(&mut self, abilities: impl Iterator<Item = (&'a Ability, u16)>) -> u16 {
        let lent = abilities.filter(|(ability, _)| grant::Ability::can_be(ability));
        let given: Vec<Given> = lent
            .map(|(ability, id)| Given {
                grant: grant::Ability(Box::new(ability.clone())).into(),
                ability: Some(id),
            })
            .collect();
        let no_keywords = self.list(given.clone(), [Some(0), None]);
        let at = self.list(given, [Some(0), Some(no_keywords)]);
        let list = &mut self.grants[usize::from(at)];
        (list.lends, list.shares, list.gives, list.computed) = (true, true, true, true);
        at
    }

    /// Compiles an ability and what it grants. Returns its index.
    pub fn ability(&mut self, ability: &Ability, definition: u16) -> u16 {
        let bounty;
        let (steps, limit): (&[Step], _) = match ability {
            Ability::Triggered { steps, limit, .. } => (steps, *limit),
            // Nobody has to collect it (CR 7.5.13E).
            Ability::Bounty { steps } => {
                bounty = [Step::May(May(steps.clone()))];
                (&bounty, None)
            }
            Ability::Event { steps } | Ability::Action { steps, .. } => (steps, None),
            _ => (&[], None),
        };
        let facts = Event::facts_of(ability.events());
        let survived = ability.events().iter().any(Event::is_survived);
        let ends = facts & (facts::ATTACK_ENDS | facts::DEFENSE_ENDS) != 0;
        let first_play = self.plays.len();
        let used = Timing::all_of(ability);
        let program = if steps.is_empty() {
            0
        } else {
            self.program(steps, (limit, used, ends, survived), definition)
        };
        if ability.is_free()
            && let Some(play) = self.plays.get_mut(first_play)
        {
            play.must = true;
        }
        let grants = match ability {
            Ability::Constant { grant, .. } | Ability::EntersAs { except: grant, .. } => {
                self.grants(grant, definition)
            }
            _ => 0,
        };
        self.abilities.push(Compiled {
            ability: ability.clone(),
            program,
            grants,
            reads: Reads::of_ability(ability),
            computed: ability.reads_computed(),
            definition,
            facts,
            regardless: is_regardless(ability),
        });
        (self.abilities.len() - 1) as u16
    }

    /// The replacement that prevents all damage to its source during an attack, or all combat damage.
    /// Returns its index.
    pub(crate) fn prevents_damage(&mut self, combat: bool) -> u16 {
        let to = Subject::This;
        let would = Would::of_damage(to, combat);
        let instead = Instead::Prevent { points: None };
        let effect = Replacement { would, condition: None, may: false, choose: None, instead };
        self.replacements.push(Replacing { effect, until: Until::Attack, once: false });
        (self.replacements.len() - 1) as u16
    }

    /// Compiles a list of grants. Returns its index.
    pub fn grants(&mut self, grants: &[Grant], definition: u16) -> u16 {
        let given: Vec<_> = grants
            .iter()
            .map(|grant| {
                let ability = match grant {
                    Grant::Ability(granted) => Some(self.ability(&granted.0, definition)),
                    _ => None,
                };
                Given { grant: grant.clone(), ability }
            })
            .collect();
        let [abilities, keywords] = [Grant::is_ability, Grant::is_keyword];
        let less = [self.less(&given, abilities), self.less(&given, keywords)];
        self.list(given, less)
    }

    /// A list of grants without some of them; none, where it has none of these.
    fn less(&mut self, given: &[Given], but: fn(&Grant) -> bool) -> Option<u16> {
        let rest: Vec<_> = given.iter().filter(|given| !but(&given.grant)).cloned().collect();
        (rest.len() < given.len()).then(|| self.list(rest, [None, None]))
    }

    /// Adds a list of grants; what is not less of it is the list itself.
    fn list(&mut self, given: Vec<Given>, less: [Option<u16>; 2]) -> u16 {
        let at = self.grants.len() as u16;
        self.grants.push(Grants::new(given, less.map(|less| less.unwrap_or(at))));
        at
    }

    /// Compiles steps into a program, of an ability that is used so often, of whose use others may
    /// hear, that triggers at the end of an attack or not, and on what a unit survives or not. Returns
    /// its index.
    fn program(
        &mut self,
        steps: &[Step],
        of: (Option<Limit>, u16, bool, bool),
        definition: u16,
    ) -> u16 {
        let (limit, used, ends, survived) = of;
        let mut writer = Writer {
            tables: self,
            ops: Vec::new(),
            mark: limit.is_some(),
            repeats: false,
            definition,
        };
        if survived {
            writer.ops.push(Op::Survivor);
        }
        if writer.mark {
            writer.ops.push(Op::UnlessUsed(definition));
        }
        if ends {
            writer.ops.push(Op::AfterAttack);
        }
        writer.steps(steps);
        if used != 0 {
            writer.ops.push(Op::Used(used));
            let end = writer.next();
            // A Bounty that is not resolved is not collected (CR 7.5.13E).
            if let (true, Some(Op::May(may))) =
                (used == Timing::Bounty.bit(), writer.ops.first_mut())
            {
                may.no = end;
            }
        }
        writer.end()
    }
}

impl Writer<'_> {
    /// The place of the next instruction.
    pub(crate) fn next(&self) -> u16 {
        self.ops.len() as u16
    }

    /// Leaves room for an instruction that says how far it goes.
    pub(crate) fn reserve(&mut self) -> usize {
        self.ops.push(Op::End);
        self.ops.len() - 1
    }

    /// Writes the instructions of steps, and of the mark that a use of the ability leaves.
    pub(crate) fn steps(&mut self, steps: &[Step]) {
        for (n, step) in steps.iter().enumerate() {
            let mark = self.mark;
            if mark && !steps[n..].iter().any(may_be_declined) {
                self.mark_used();
            }
            step.compile(self);
            if self.mark && matches!(step, Step::Choose(_)) && may_be_declined(step) {
                let at = self.reserve();
                self.mark_used();
                self.ops[at] = Op::Unless(Box::new(Did.into()), self.next());
            }
            self.mark = mark && steps[n + 1..].iter().any(may_be_declined);
        }
    }

    /// Writes that the ability counts as used from here on.
    pub(crate) fn mark_used(&mut self) {
        self.ops.push(Op::MarkUsed(self.definition));
        self.mark = false;
    }

    /// Compiles a list of grants. Returns its index.
    pub(crate) fn grants(&mut self, grants: &[Grant]) -> u16 {
        self.tables.grants(grants, self.definition)
    }

    /// Compiles a constant ability. Returns its index.
    pub(crate) fn constant(&mut self, ability: &Ability) -> u16 {
        self.tables.ability(ability, self.definition)
    }

    /// Compiles the steps of a delayed effect. Returns the index of their program.
    pub(crate) fn delayed(&mut self, steps: &[Step]) -> u16 {
        let (ops, definition) = (vec![Op::Recall], self.definition);
        let mut writer =
            Writer { tables: self.tables, ops, mark: false, repeats: false, definition };
        writer.steps(steps);
        writer.end()
    }

    fn end(mut self) -> u16 {
        self.ops.push(Op::End);
        self.tables.programs.push(self.ops);
        (self.tables.programs.len() - 1) as u16
    }
}

/// Returns `true` for a step that may be declined, or if a condition decides on one (CR 8.32.3).
fn may_be_declined(step: &Step) -> bool {
    match step {
        Step::May(_) => true,
        Step::Choose(choose) => choose.0.may,
        Step::If(If(_, then, otherwise)) => then.iter().chain(otherwise).any(may_be_declined),
        _ => false,
    }
}

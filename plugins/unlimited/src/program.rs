//! Programs of abilities: steps, with their branches flattened into jumps. The game's own programs
//! (a turn, an attack, playing a card) are its [procedures](crate::procedure).

use cardmill_harness::library::plain;
use serde_json::Value;

use crate::procedure;
use crate::proposal::Verb;
use crate::reads::Reads;
use crate::trigger;
use crate::vocabulary::{
    Ability, Condition, Event, Filter, Grant, Instead, Limit, Measure, Register, Replacement, Step,
    Subject, Timing, Until, Would,
};
use crate::words::condition::Did;
use crate::words::grant::{Exploit, LeaderUnit};
use crate::words::step::attack::{AttackAt, Attacking};
use crate::words::step::each_player::Turns;
use crate::words::step::may::{Decision, May};
use crate::words::step::modes::{Mode, ModeList};
use crate::words::step::play::{PlayAt, Playing};
use crate::words::step::{Costs, If, NextCostsLess, Question};

/// An instruction. It is small, and what most of them do not have is in a box: rules are run one
/// after the other.
#[derive(Clone, Debug)]
pub enum Op {
    /// A step that is no other instruction.
    Do(Box<Step>),
    /// Jumps if the condition does not hold.
    Unless(Box<Condition>, u16),
    /// Jumps.
    Jump(u16),
    /// Asks whether; jumps on no.
    May(Decision),
    /// Asks for one more option of a list.
    Modes(Box<ModeList>),
    /// What follows is for one player, then for the other.
    EachPlayer(Turns),
    /// What follows is for the next of several cards; jumps after the last.
    Next(u16),
    /// Ends the program if its ability was used this round: the definition that has or gives it.
    UnlessUsed(u16),
    /// The ability counts as used this round.
    MarkUsed(u16),
    /// Begins an attack.
    Attack(AttackAt),
    /// Plays a card.
    Play(PlayAt),
    /// Creates lasting effects: the step, and a list of grants of the catalogue.
    Lasting(Box<Step>, u16),
    /// Creates another effect: a replacement, a discount or a delay of the catalogue.
    Create(Verb, u16),
    /// What follows is done a number of times; jumps if it is none.
    Rounds(Box<Measure>, u16),
    /// Jumps back as long as it is to be done once more.
    Round(u16),
    /// A delayed effect remembers its cards as `It` and is spent.
    Recall,
    /// The attack at whose end the ability has triggered is over.
    AfterAttack,
    /// A triggered ability has been used: what it is called by, one bit each.
    Used(u16),
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

    /// What it asks, if it asks.
    pub(crate) fn question(&self) -> Option<&dyn Question> {
        match self {
            Self::Do(step) => step.question(),
            Self::May(decision) => Some(decision),
            Self::Modes(list) => Some(&**list),
            Self::EachPlayer(turns) => Some(turns),
            Self::Attack(attack) => Some(attack),
            Self::Play(play) => Some(play),
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
    /// Lists of grants.
    pub grants: Vec<Grants>,
    /// Replacements that steps create.
    pub replacements: Vec<Replacing>,
    /// Discounts: which card, how much less.
    pub discounts: Vec<NextCostsLess>,
    /// Lasting changes of what cards cost.
    pub costs: Vec<Costs>,
    /// What the next unit of a kind gets: which unit, which list of grants.
    pub promises: Vec<(Filter, u16)>,
    /// Lasting effects on whatever fits at any time.
    pub ongoing: Vec<Ongoing>,
    /// Delayed effects that steps create.
    pub delays: Vec<Delaying>,
    /// Options of lists.
    pub modes: Vec<Mode>,
    /// Abilities, printed and granted.
    pub abilities: Vec<Compiled>,
}

/// A replacement that lasts.
#[derive(Clone, Debug)]
pub struct Replacing {
    /// What would happen, and what happens instead.
    pub effect: Replacement,
    /// For how long.
    pub until: Until,
    /// Only the first time.
    pub once: bool,
}

/// A lasting effect on whatever fits at any time: a constant ability of nobody.
#[derive(Clone, Copy, Debug)]
pub struct Ongoing {
    /// What it gives to which cards, as a constant ability.
    pub ability: u16,
    /// For how long.
    pub until: Until,
    /// It is about cards that are not in play.
    pub reaches: bool,
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
    /// What it remembers as `It` besides.
    pub beside: Option<Register>,
    /// The program it runs.
    pub program: u16,
}

/// A list of grants, and what is asked of it as a whole.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    /// The grants.
    pub given: Vec<Given>,
    /// What it takes of the state to work out how much is given.
    pub reads: Reads,
    /// How much is given has to be measured.
    pub measured: bool,
    /// It is measured by what constant abilities work out.
    pub computed: bool,
    /// It gives an ability.
    pub gives: bool,
    /// It gives a constant ability, which gives in turn.
    pub spreads: bool,
    /// It gives or takes a trait.
    pub retraits: bool,
    /// It gives other printed numbers.
    pub prints: bool,
    /// It takes an ability or a keyword away.
    pub takes: bool,
    /// It takes all abilities away.
    pub blanks: bool,
    /// It gives the keywords of its source.
    pub shares: bool,
    /// It takes all keywords away.
    pub mutes: bool,
    /// It makes a leader unit.
    pub leads: bool,
    /// So many units may be exploited for the card that gains it.
    pub exploit: u8,
    /// The list without abilities, and without keywords: what is left of it for what can gain none.
    pub less: [u16; 2],
}

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
            mutes: any(&|grant| matches!(grant, Grant::LoseKeywords(_))),
            leads: any(&|grant| *grant == Grant::LeaderUnit(LeaderUnit)),
            exploit: given.iter().map(Given::exploit).fold(0, u8::saturating_add),
            given,
            less,
        }
    }
}

/// A grant; `ability` is its index when it is one.
#[derive(Clone, Debug)]
pub struct Given {
    /// What is given.
    pub grant: Grant,
    /// The ability's index.
    pub ability: Option<u16>,
}

impl Given {
    /// How many units may be exploited by it.
    const fn exploit(&self) -> u8 {
        match self.grant {
            Grant::Exploit(Exploit(n)) => n,
            _ => 0,
        }
    }
}

/// An ability that is ready to run.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// As defined.
    pub ability: Ability,
    /// Its program, if it has steps.
    pub program: u16,
    /// Its list of grants, if it is constant or makes a copy.
    pub grants: u16,
    /// What of the state it reads, if it is constant.
    pub reads: Reads,
    /// What it applies to depends on what constant abilities work out.
    pub computed: bool,
    /// The definition it is printed on or granted by.
    pub definition: u16,
    /// Facts it can trigger on, one bit each ([`crate::trigger`]).
    pub facts: u32,
    /// Used once each round, it does the same whatever triggered it.
    pub regardless: bool,
}

/// Whether an ability that is used once each round says nothing of what triggered it.
fn is_regardless(ability: &Ability) -> bool {
    let Ability::Triggered { limit: Some(Limit::Round), steps, .. } = ability else { return false };
    !speaks_of_the_trigger(&plain(steps))
}

/// Whether steps, as plain data, speak of what triggered them: by name, by a filter's `subject`, or by
/// using it again.
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
    /// Nothing compiled yet.
    #[must_use]
    pub fn new() -> Self {
        let programs = vec![Vec::new(); procedure::ABILITIES.into()];
        Self { programs, grants: vec![Grants::default()], ..Self::default() }
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
        let facts = trigger::facts_of(ability.events());
        let ends = facts & trigger::ATTACK_ENDS != 0;
        let first_play = self.plays.len();
        let used = Timing::all_of(ability);
        let program =
            if steps.is_empty() { 0 } else { self.program(steps, (limit, used, ends), definition) };
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

    /// The replacement that prevents all damage to its source during an attack. Returns its index.
    pub(crate) fn prevents_damage(&mut self) -> u16 {
        let to = Subject::This;
        let would = Would::Damage { to, combat: false, enemy: false, other: false, by: None };
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
    /// hear, and that triggers at the end of an attack or not. Returns its index.
    fn program(&mut self, steps: &[Step], of: (Option<Limit>, u16, bool), definition: u16) -> u16 {
        let (limit, used, ends) = of;
        let mut writer = Writer {
            tables: self,
            ops: Vec::new(),
            mark: limit.is_some(),
            repeats: false,
            definition,
        };
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

/// A program that is being written.
pub(crate) struct Writer<'t> {
    /// Where it is filed, and what its instructions refer to.
    pub(crate) tables: &'t mut Tables,
    /// Its instructions so far.
    pub(crate) ops: Vec<Op>,
    /// The first step that is done marks the ability as used, once nothing that may be declined is
    /// left (CR 8.32.3).
    pub(crate) mark: bool,
    /// Steps that are done again and again.
    pub(crate) repeats: bool,
    definition: u16,
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

    /// Writes steps.
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

    /// What follows is a use of the ability.
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

/// Whether a step, or one that a condition decides on, may be declined (CR 8.32.3).
fn may_be_declined(step: &Step) -> bool {
    match step {
        Step::May(_) => true,
        Step::Choose(choose) => choose.0.may,
        Step::If(If(_, then, otherwise)) => then.iter().chain(otherwise).any(may_be_declined),
        _ => false,
    }
}

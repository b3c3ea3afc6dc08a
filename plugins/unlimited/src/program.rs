//! Programs of abilities: steps, with their branches flattened into jumps. The game's own programs
//! (a turn, an attack, playing a card) are its [procedures](crate::procedure).

mod compile;

use crate::effect::EffectKind;
use crate::proposal::Verb;
use crate::reads::Reads;
use crate::vocabulary::{Ability, Filter, Register, Replacement, Until};
use crate::words::condition::Condition;
use crate::words::event::Event;
use crate::words::grant::Grant;
use crate::words::measure::Measure;
use crate::words::step::{
    AttackAt, Attacking, Costs, Decision, Mode, ModeList, NextCostsLess, PlayAt, Playing, Step,
    Turns,
};

/// An instruction. It is small, and what most of them do not have is in a box: rules are run one
/// after the other.
#[derive(Clone, Debug)]
pub enum Op {
    /// A step that is no other instruction.
    Do(Box<Step>),
    /// Jumps if the condition does not hold.
    Unless(Box<Condition>, u16),
    /// Jumps to this instruction.
    Jump(u16),
    /// Asks a player who may decline; jumps on no.
    May(Decision),
    /// Asks for one more option of a list.
    Modes(Box<ModeList>),
    /// Runs the instructions behind it for one player, then for the other.
    EachPlayer(Turns),
    /// Runs the instructions behind it for the next of several cards; jumps after the last.
    Next(u16),
    /// Ends the program if its ability was used this round: the definition that has or gives it.
    UnlessUsed(u16),
    /// Ends the program if the unit that it is about is no longer in play: it has not survived.
    Survivor,
    /// The ability counts as used this round.
    MarkUsed(u16),
    /// Begins an attack: the program of the attack goes on the stack.
    Attack(AttackAt),
    /// Plays a card: the program of playing it goes on the stack.
    Play(PlayAt),
    /// Creates lasting effects: the step, and a list of grants of the catalogue.
    Lasting(Box<Step>, u16),
    /// Creates another effect: a replacement, a discount or a delay of the catalogue.
    Create(Verb, u16),
    /// Runs the instructions behind it a number of times; jumps if it is none.
    Rounds(Box<Measure>, u16),
    /// Jumps back to this instruction as long as the steps are to be done once more.
    Round(u16),
    /// A delayed effect remembers its cards as `It` and is spent.
    Recall,
    /// The attack at whose end the ability has triggered is over.
    AfterAttack,
    /// A triggered ability has been used: the words it is called by, one bit each.
    Used(u16),
    /// Ends the program.
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

    /// The place in its program to which it can jump; 0 for none.
    pub(crate) fn leads_to(&self) -> u16 {
        match self {
            Self::Unless(_, to) | Self::Jump(to) | Self::Next(to) | Self::Rounds(_, to) => *to,
            Self::May(may) => may.no,
            Self::Modes(list) => list.end,
            Self::EachPlayer(turns) => turns.end,
            _ => 0,
        }
    }
}

/// Tables that programs refer to beside their own instructions, by index.
#[derive(Debug, Default)]
pub struct Tables {
    /// All programs, the procedures of the game first, which are no lists.
    pub programs: Vec<Vec<Op>>,
    /// Attack steps, with what was compiled for them.
    pub attacks: Vec<Attacking>,
    /// Play steps, with what was compiled for them.
    pub plays: Vec<Playing>,
    /// Lists of grants; the first is empty.
    pub grants: Vec<Grants>,
    /// Replacements that steps create.
    pub replacements: Vec<Replacing>,
    /// Discounts on later cards.
    pub discounts: Vec<NextCostsLess>,
    /// Lasting changes of what cards cost.
    pub costs: Vec<Costs>,
    /// Promises: the units they are for, their list of grants, and `true` if the unit enters play
    /// ready.
    pub promises: Vec<(Filter, u16, bool)>,
    /// Lasting effects on whatever fits at any time.
    pub ongoing: Vec<Ongoing>,
    /// Delayed effects that steps create.
    pub delays: Vec<Delaying>,
    /// Options of lists, in the order of the programs that offer them.
    pub modes: Vec<Mode>,
    /// Abilities, printed and granted.
    pub abilities: Vec<Compiled>,
}

/// A replacement that lasts.
#[derive(Clone, Debug)]
pub struct Replacing {
    /// The event that is replaced, and what comes in its place.
    pub effect: Replacement,
    /// The time until which it lasts.
    pub until: Until,
    /// The replacement applies only the first time.
    pub once: bool,
}

/// A lasting effect on whatever fits at any time: a constant ability of nobody.
#[derive(Clone, Copy, Debug)]
pub struct Ongoing {
    /// The constant ability that it is, as an index of the catalogue.
    pub ability: u16,
    /// The time until which it lasts.
    pub until: Until,
    /// It is about cards that are not in play.
    pub reaches: bool,
}

/// A delayed effect as a step creates it: its event and its program.
#[derive(Clone, Debug)]
pub struct Delaying {
    /// The event that it waits for.
    pub at: Event,
    /// The facts that can be it, one bit each (`facts`).
    pub facts: u32,
    /// The time until which it waits at most; `None` for one that waits for its event alone.
    pub until: Option<Until>,
    /// A register whose cards it remembers as `It` besides.
    pub beside: Option<Register>,
    /// The program it runs.
    pub program: u16,
}

/// A list of grants, and the properties of it as a whole.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    /// The grants, each with its ability.
    pub given: Vec<Given>,
    /// Parts of the state that it takes to work out how much is given.
    pub reads: Reads,
    /// The list has a grant whose amount has to be measured.
    pub measured: bool,
    /// It is measured by what constant abilities work out.
    pub computed: bool,
    /// The list gives an ability.
    pub gives: bool,
    /// It gives a constant ability, which gives in turn.
    pub spreads: bool,
    /// The list gives or takes a trait.
    pub retraits: bool,
    /// The list gives other printed numbers.
    pub prints: bool,
    /// It takes an ability or a keyword away.
    pub takes: bool,
    /// The list takes all abilities away.
    pub blanks: bool,
    /// The list gives the keywords of its source.
    pub shares: bool,
    /// The list gives the other abilities of its source, by Support (CR 7.5.20A).
    pub lends: bool,
    /// The list takes all keywords away.
    pub mutes: bool,
    /// The list makes a leader unit.
    pub leads: bool,
    /// The number of units that may be exploited for the card that gains it.
    pub exploit: u8,
    /// The list without abilities, and without keywords: what is left of it for what can gain none.
    pub less: [u16; 2],
}

/// A grant; `ability` is its index when it is one.
#[derive(Clone, Debug)]
pub struct Given {
    /// The grant that is given.
    pub grant: Grant,
    /// The index of the ability that it gives, if it gives one.
    pub ability: Option<u16>,
}

/// An ability that is ready to run.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The ability as defined.
    pub ability: Ability,
    /// Its program, if it has steps.
    pub program: u16,
    /// Its list of grants, if it is constant or makes a copy.
    pub grants: u16,
    /// Parts of the state that it reads, if it is constant.
    pub reads: Reads,
    /// The cards it applies to depend on what constant abilities work out.
    pub computed: bool,
    /// The definition it is printed on or granted by.
    pub definition: u16,
    /// Facts it can trigger on, one bit each (`facts`).
    pub facts: u32,
    /// Used once each round, it does the same whatever triggered it.
    pub regardless: bool,
}

/// A program that is being written.
pub(crate) struct Writer<'t> {
    /// The tables that it is filed in, and that its instructions refer to.
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

impl EffectKind {
    /// The time until which a lasting effect lasts, or a delayed one waits; `None` for others.
    #[must_use]
    pub fn until(self, tables: &Tables) -> Option<Until> {
        match self {
            Self::Costs { step, .. } => Some(tables.costs[usize::from(step)].until),
            Self::Ongoing { step, .. } => Some(tables.ongoing[usize::from(step)].until),
            Self::Lasting { until, .. } | Self::Replacing { until, .. } => Some(until),
            Self::Delayed { until, .. } => until,
            Self::Allowance { .. } | Self::FreeCopy { .. } | Self::Compulsion { .. } => {
                Some(Until::Phase)
            }
            _ => None,
        }
    }
}

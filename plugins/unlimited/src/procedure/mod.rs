//! The procedures of the rules, a file each: what one remembers, its lines with the numbers of the
//! rules, what its steps do and ask. `CR` is the Comprehensive Rules 8.0.

use core::convert::Infallible;

use cardmill_kernel::card::Ref;
pub use cardmill_kernel::procedure::Numbered;
use cardmill_kernel::procedure::{Next, Op, Procedure as Lines};
use cardmill_kernel::rules;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::window::Waiting;
use serde::{Deserialize, Serialize};

use crate::advance::{Flow, Run};
use crate::choice::{Choice, Resolving, Unlimited};
use crate::options::Offer;
use crate::vocabulary::Register;

/// A procedure of the rules, and what it remembers.
pub(crate) trait Procedure: Numbered + Copy {
    /// The steps that its lines do.
    type Step: Copy + 'static;
    /// The tests that its lines make of the table.
    type Test: Copy + 'static;

    /// Its lines, in order.
    const LINES: &'static Lines<Self::Step, Self::Test>;

    /// Tells whether a test holds.
    fn holds(_run: &Run<'_, Self>, _test: Self::Test) -> bool {
        false
    }

    /// Does a step, or asks for what it needs.
    fn step(run: &mut Run<'_, Self>, step: Self::Step) -> Flow;

    /// The options of a step that asks.
    fn options(&self, _step: Self::Step, _offer: &Offer<'_>, _out: &mut Vec<Choice>) {}
}

/// One step after another, without conditions.
pub(crate) type Steps<S> = Lines<S, Infallible>;

/// Does the steps that come next, up to one that asks for something. Returns which it was, and what
/// became of it.
#[inline(always)]
fn line<P: Procedure>(run: &mut Run<'_, P>, collected: bool) -> (u16, Flow) {
    loop {
        let (at, step) = match P::LINES.next(run.at, collected, |test| P::holds(run, test)) {
            Next::Do(at, step) => (at, step),
            Next::Drain(at) => return (at, Flow::Drain),
            Next::End => return (run.at, Flow::End),
        };
        let flow = P::step(run, step);
        // A line that asked for nothing is followed by the next one at once.
        if !matches!(flow, Flow::Next | Flow::Then) || !run.out.is_empty() {
            return (at, flow);
        }
        (run.at, run.answer) = (at + 1, None);
    }
}

fn asked<P: Procedure>(procedure: &P, at: u16, offer: &Offer<'_>, out: &mut Vec<Choice>) {
    if let Op::Do(step) = P::LINES.op(at) {
        procedure.options(step, offer, out);
    }
}

mod action;
mod prelude;

pub(crate) use game::FIRST_RESOURCES;
pub(crate) use play::{EXPLOITED, OFFERED};
pub(crate) use use_ability::DISCARDED;

/// The number of the first program of an ability.
pub const ABILITIES: u16 = 13;
/// The program of the keyword Support (CR 7.5.20), which is that of an ability.
pub const SUPPORT: u16 = ABILITIES;

cardmill_kernel::procedures! { $
    /// The memory of a program, beside its place.
    #[derive(Clone, Copy, Debug, Hash, Serialize, Deserialize)]
    pub enum Locals {
        /// An ability of a card, or of an effect.
        Ability(Resolving),
    }
    game: Game = 0, "A whole game: set-up, then rounds.";
    attack: Attack = 1, "An attack.";
    play: Play = 2, "A card is played.";
    use_ability: UseAbility = 3, "An action ability is used.";
    ambush: Ambush = 4, "The keyword Ambush.";
    shielded: Shielded = 5, "The keyword Shielded.";
    restore: Restore = 6, "The keyword Restore.";
    saboteur: Saboteur = 7, "The keyword Saboteur.";
    unique: Unique = 8, "The uniqueness rule.";
    deploy: Deploy = 9, "A leader is deployed as an upgrade.";
    collect: Collect = 10, "Bounties are collected.";
    plot: Plot = 11, "The keyword Plot.";
    counter: Counter = 12, "The blast or the plan counter is taken.";
}

/// Runs the instruction at which a program stands.
#[inline(always)]
pub(crate) fn instruction(run: rules::Run<'_, Unlimited>) -> Flow {
    let rules::Run { scene, frame, streams, out, collection, collected, answer } = run;
    let Frame { program, at, source, subject, seat, locals, .. } = frame;
    let (program, at, source, subject) = (*program, *at, *source, *subject);
    // Nothing is done any more for somebody who was eliminated (CR 11.3.1).
    if scene.board.is_out(*seat) && locals.ends_with_player() {
        return Flow::End;
    }
    macro_rules! run {
        ($locals:ident, |$run:ident| $by:expr) => {{
            let mut run = Run {
                scene,
                program,
                at,
                seat: *seat,
                source,
                subject,
                locals: $locals,
                streams,
                out,
                collection,
                answer,
            };
            let $run = &mut run;
            let result = $by;
            *seat = run.seat;
            result
        }};
    }
    with_procedure!(locals, |procedure| {
        let (next, flow) = run!(procedure, |run| line(run, collected));
        frame.at = next;
        flow
    }, {
        Locals::Ability(resolving) => run!(resolving, |run| run.instruction()),
    })
}

impl Offer<'_> {
    /// Adds the options of what the program asks.
    pub(crate) fn of_program(&self, out: &mut Vec<Choice>) {
        with_procedure!(&self.frame.locals, |procedure| asked(procedure, self.frame.at, self, out), {
            Locals::Ability(_) => self.of_ability(out),
        });
    }
}

impl Default for Locals {
    fn default() -> Self {
        Self::Ability(Resolving::default())
    }
}

impl Locals {
    /// Of an ability or a keyword that begins to resolve.
    pub(crate) fn of(waiting: &Waiting) -> Self {
        match waiting.program {
            Ambush::PROGRAM => Ambush.into(),
            Shielded::PROGRAM => Shielded.into(),
            Restore::PROGRAM => Restore { points: waiting.number }.into(),
            Saboteur::PROGRAM => Saboteur.into(),
            Plot::PROGRAM => Plot { card: waiting.subject }.into(),
            _ => Self::Ability(Resolving::of(waiting)),
        }
    }

    /// Returns `true` for a program that ends when its player is eliminated: the turn goes on, an attack is
    /// over in order, and delayed effects stay (CR 11.3.3).
    const fn ends_with_player(&self) -> bool {
        match self {
            Self::Game(_) | Self::Attack(_) => false,
            Self::Ability(ability) => !ability.delayed,
            _ => true,
        }
    }

    /// The ability, if it is none of the procedures.
    #[must_use]
    pub const fn ability(&self) -> Option<&Resolving> {
        match self {
            Self::Ability(resolving) => Some(resolving),
            _ => None,
        }
    }

    /// The card that a procedure is about: the attacker, the one that is played or deployed.
    const fn about(&self) -> Option<Ref> {
        match self {
            Self::Attack(attack) => Some(attack.attacker),
            Self::Play(play) => Some(play.card),
            Self::Unique(unique) => Some(unique.of),
            Self::Deploy(deploy) => Some(deploy.leader),
            Self::Collect(collect) => Some(collect.unit),
            Self::Plot(plot) => Some(plot.card),
            _ => None,
        }
    }

    /// The cards that it holds, by register; what a procedure is about is its `It`.
    pub fn held(&self) -> impl Iterator<Item = (Register, Ref)> + '_ {
        let bound = self.ability().into_iter().flat_map(|ability| &ability.bound);
        let bound = bound.map(|bound| (bound.register(), bound.card()));
        self.about().map(|card| (Register::It, card)).into_iter().chain(bound)
    }

    /// The cards that it holds in one register.
    pub fn bound(&self, register: Register) -> impl Iterator<Item = Ref> + '_ {
        self.held().filter(move |(held, _)| *held == register).map(|(_, card)| card)
    }

    /// The cards that its player has seen by its holding them.
    pub(crate) fn shown(&self) -> impl Iterator<Item = Ref> + '_ {
        let shows = |register| self.ability().is_none_or(|ability| ability.shows(register));
        self.held().filter(move |(register, _)| shows(*register)).map(|(_, card)| card)
    }

    /// Points or picks that its question leaves.
    #[must_use]
    pub fn left(&self) -> u8 {
        match self {
            Self::Ability(ability) => ability.progress.left(),
            _ => 0,
        }
    }
}

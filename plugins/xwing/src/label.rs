//! Options and cards in the players' words.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::window::Waiting;

use crate::board::{Armament, Shot};
use crate::choice::{Act, Choice, Prompt};
use crate::options::Offer;
use crate::procedure::Task;
use crate::program::{FIRST_ABILITY, Op};
use crate::scene::Scene;
use crate::shift::{self, Shift};
use crate::space::Pose;
use crate::vocabulary::{
    Action, ActionSpec, Difficulty, Facing, Linked, Modifier, Phase, Step, Token, Until,
};

/// The name of a player: `P1` or `P2`.
#[must_use]
pub const fn player(seat: Seat) -> &'static str {
    if seat == 0 { "P1" } else { "P2" }
}

/// A ship by its pilot, any other card by its name.
#[must_use]
pub fn card(scene: &Scene, slot: Slot) -> String {
    scene.printed(slot).definition.name.clone()
}

/// The name of an ability that waits in the queue.
#[must_use]
pub fn waiting(scene: &Scene, ability: &Waiting) -> String {
    scene.catalogue.ability_name(ability.program - FIRST_ABILITY)
}

/// The use of an ability in the players' words; that of every ship goes by its label alone.
#[must_use]
pub fn using(scene: &Scene, ability: u16) -> String {
    let name = scene.catalogue.ability_name(ability);
    if scene.catalogue.is_standard(ability) { name } else { format!("Use {name}") }
}

/// An action of an action bar.
#[must_use]
pub fn bar(spec: ActionSpec) -> String {
    match spec.difficulty {
        Difficulty::Red => format!("{} (red)", spec.action.name()),
        Difficulty::Purple => format!("{} (purple)", spec.action.name()),
        Difficulty::White | Difficulty::Blue => spec.action.name().into(),
    }
}

/// An attack in the players' words: its target, and its weapon unless that is the first one.
#[must_use]
pub fn attack(scene: &Scene, shot: Shot) -> String {
    let target = card(scene, shot.at);
    match shot.with {
        Armament::Primary(0) => format!("Attack {target}"),
        Armament::Primary(_) => format!("Attack {target} with the second weapon"),
        Armament::Upgrade(slot) => format!("Attack {target} with {}", card(scene, slot)),
    }
}

/// The direction of a turret indicator in the players' words.
#[must_use]
pub const fn facing(facing: Facing) -> &'static str {
    match facing {
        Facing::Front => "Front",
        Facing::Left => "Left",
        Facing::Right => "Right",
        Facing::Rear => "Rear",
    }
}

/// The id of an outline.
#[must_use]
pub fn outline<'a>(scene: &Scene<'a>, outline: u8) -> &'a str {
    &scene.catalogue.facts().obstacles[usize::from(outline)].id
}

/// A pose on the mat in words: millimetres to the right and ahead, heading in degrees.
#[must_use]
pub fn pose(pose: Pose) -> String {
    let tenths = |micro: i32| format!("{}.{}", micro / 1_000, micro.abs() % 1_000 / 100);
    let degrees = u32::from(pose.heading) * 3_600 / 65_536;
    let (x, y) = (tenths(pose.x), tenths(pose.y));
    format!("{x}, {y}, heading {}.{}", degrees / 10, degrees % 10)
}

/// A phase of the round.
#[must_use]
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "Setup",
        Phase::Planning => "Planning Phase",
        Phase::System => "System Phase",
        Phase::Activation => "Activation Phase",
        Phase::Engagement => "Engagement Phase",
        Phase::End => "End Phase",
    }
}

/// The end of a lasting effect in words.
#[must_use]
pub const fn until(until: Until) -> &'static str {
    match until {
        Until::EndOfAttack => "until the end of the attack",
        Until::EndOfActivation => "until the end of its activation",
        Until::EndOfPhase => "until the end of the phase",
        Until::EndOfRound => "until the end of the round",
    }
}

/// A modifier of a ship in words.
#[must_use]
pub fn modifier(modifier: Modifier) -> String {
    match modifier {
        Modifier::AttackDice(n) => format!("{n:+} attack dice"),
        Modifier::DefenseDice(n) => format!("{n:+} defense dice"),
        Modifier::Hull(n) => format!("+{n} hull"),
        Modifier::Shields(n) => format!("{n:+} shields"),
        Modifier::HarderTurns => "turns are harder".into(),
        Modifier::Harder(_) => "some maneuvers are harder".into(),
        Modifier::Easier(_) => "some maneuvers are easier".into(),
        Modifier::KeepsCircular => "circular tokens are not removed".into(),
        Modifier::KeepsToken(token) => format!("{} tokens are not removed", token.name()),
        Modifier::KeepsSome(token, n) => format!("{n} {} tokens are not removed", token.name()),
        Modifier::NoRemoving(token) => format!("{} tokens cannot be removed", token.name()),
        Modifier::NoSpending(token) => format!("{} tokens cannot be spent", token.name()),
        Modifier::KeepsForce => "Force cannot be spent".into(),
        Modifier::Whitens(action) => format!("red {} actions are white", action.name()),
        Modifier::Reddens(action) => format!("white {} actions are red", action.name()),
        Modifier::ActsAfterOverlap => "acts after an overlap".into(),
        Modifier::LocksBeyond => "locks beyond range 3 only".into(),
        Modifier::LocksByFriends => "locks at range 0-3 of friends".into(),
        Modifier::Rerolls(n) => format!("{n} attack dice are rerolled at most"),
        Modifier::RollsToHits => "no more defense dice than hits".into(),
        Modifier::Stretches(kind) => format!("{kind:?} upgrades attack one range on"),
        Modifier::TurretPrimary => "the primary weapon attacks in the turret arc".into(),
        Modifier::AttacksOnAsteroids => "attacks with upgrades on asteroids".into(),
        Modifier::RedWhileStressed(_) => "red maneuvers while stressed".into(),
        Modifier::ActsWhileStressed => "actions while stressed".into(),
        Modifier::StressedAction(action) => format!("{} while stressed", action.name()),
        Modifier::OnlyForce => "attack dice are modified by Force alone".into(),
        Modifier::OnlyFocus => "no actions but focus".into(),
        Modifier::Has(spec) => format!("the action {}", bar(spec)),
        Modifier::Initiative(n) => format!("initiative {n}"),
        Modifier::IgnoresAsteroids => "ignores asteroids".into(),
        Modifier::IgnoresObstacles => "ignores obstacles".into(),
        Modifier::LocksFar => "locks beyond range 3, and not at range 1".into(),
        Modifier::NoModifying => "its dice are not modified".into(),
        Modifier::NoGreen => "defense dice are not modified by green tokens".into(),
        Modifier::NoNearBonus => "no attack die for range 0-1".into(),
        Modifier::NoRearTurret => "the turret does not point to the rear".into(),
        Modifier::TurretAhead => "the turret points to the front or the rear only".into(),
        Modifier::TurretFires(kind) => format!("{kind:?} upgrades attack in the turret arc"),
        Modifier::AttacksTouching => "primary attacks at range 0".into(),
        Modifier::AttackedTouching => "attacked at range 0".into(),
        Modifier::CritsFirst => "critical hits are cancelled first".into(),
        Modifier::CritsStand => "critical hits are not cancelled by evades".into(),
        Modifier::NoRangeBonus => "no defense die for range 3".into(),
        Modifier::KeepsLock => "its lock is not spent".into(),
        Modifier::Unlockable => "no locks on it".into(),
        Modifier::RollsByBanks => "barrel rolls by banks".into(),
        Modifier::DecloaksByBanks => "decloaks by banks".into(),
        Modifier::Primed => "prepared".into(),
        Modifier::SkipsActionStep => "skips its Perform Action step".into(),
        Modifier::NoActions => "no actions".into(),
        Modifier::CritsIonize => "critical hits inflict ion tokens".into(),
        Modifier::NoAttackTokens => "attack dice are not modified by tokens".into(),
        Modifier::CoordinatesStressed => "coordinates ships with one stress token".into(),
        Modifier::LeadsByBar => "coordinates to actions of its own action bar".into(),
        Modifier::Uncoordinated => "is not coordinated".into(),
        Modifier::AttacksOnObstacles => "attacks on obstacles".into(),
        Modifier::SeesThroughObstacles => "ignores obstacles in attacks".into(),
        Modifier::SeesPastObstacles => "obstacles beyond range 0 do not obstruct".into(),
        Modifier::FiresDisarmed(kind, _) => format!("{kind:?} upgrades attack while disarmed"),
        Modifier::AttackDiceAtMost(n) => format!("{n} attack dice at most"),
        Modifier::NoTurret => "no attacks in turret arcs".into(),
        Modifier::AttacksNearest => "attacks at the nearest range".into(),
        Modifier::Lingers => "stays to the end of the phase".into(),
        Modifier::MayRedden(action) => format!("{} as a red action", action.name()),
        Modifier::StrivesInStep => "an action while stressed in its Perform Action step".into(),
        Modifier::StressedRepairs => "actions of damage cards while stressed".into(),
        Modifier::IonizedRepairs => "actions of damage cards while ionized".into(),
        Modifier::Primary(arc, n) => format!("a primary weapon of {n} dice in {arc:?}"),
        Modifier::FiresBack => "upgrades attack in the rear arc too".into(),
        Modifier::NoSharing(token) => format!("its {} tokens are its own", token.name()),
        Modifier::BoostsByTurns(_) => "boosts by turns".into(),
    }
}

/// The owner of the ship or card that an option names; `None` if it names none.
#[must_use]
pub fn holder(scene: &Scene, choice: Choice) -> Option<Seat> {
    match choice {
        Choice::Ship(ship) | Choice::Token(_, ship) => Some(scene.ship(ship).owner),
        Choice::Attack(shot) => Some(scene.ship(shot.at).owner),
        Choice::Use(card, _) => Some(scene.controller(card)),
        Choice::Card(card) => Some(scene.card(card).owner),
        _ => None,
    }
}

impl Offer<'_> {
    /// An option in the players' words.
    #[must_use]
    pub fn label(&self, prompt: Prompt, choice: Choice, list: &[Waiting]) -> String {
        let scene = &self.scene;
        match choice {
            Choice::Nothing => "Nothing".into(),
            Choice::Decline => match prompt {
                Prompt::Action => "No action".into(),
                Prompt::Attack => "No attack".into(),
                _ => "Decline".into(),
            },
            Choice::Done => "Done".into(),
            Choice::Use(_, ability) => using(scene, ability),
            Choice::Ship(slot) | Choice::Card(slot) => card(scene, slot),
            Choice::Token(Token::Lock, owner) => format!("lock of {}", card(scene, owner)),
            Choice::Token(token, _) => token.name().into(),
            Choice::Act(Act::Bar(spec)) => self.bar(spec),
            Choice::Act(Act::Card(_, ability)) => using(scene, ability),
            Choice::Attack(shot) => attack(scene, shot),
            Choice::Dial(maneuver) => maneuver.into(),
            Choice::Face(way) => match self.frame.locals.task() {
                Some(Task::Perform(performance))
                    if performance.spec.action == Action::Reinforce =>
                {
                    if way == Facing::Front {
                        "Fore".into()
                    } else {
                        "Aft".into()
                    }
                }
                _ => facing(way).into(),
            },
            Choice::Die(face) => face.name().into(),
            Choice::Mode(which) if prompt == Prompt::Obstacle => {
                let brought = &scene.board.players[usize::from(self.seat)].obstacles;
                brought.get(usize::from(which)).map_or("", |&n| outline(scene, n)).into()
            }
            Choice::Mode(mode) => self.mode(mode),
            Choice::First(seat) => format!("{} first", player(seat)),
            Choice::Move(Shift::Decloak(_)) if !scene.has_mat() => "Decloak".into(),
            Choice::Move(shift) => shift.name().into(),
            Choice::Spot(place) => match prompt {
                Prompt::Deploy(_) => shift::berth_name(place),
                _ => shift::spot_name(place),
            },
            Choice::Turn(turn) => match prompt {
                Prompt::Heading(_) => shift::heading_name(turn).into(),
                _ => shift::turn_name(turn),
            },
            Choice::Resolve(index) => match list.get(usize::from(index)) {
                Some(ability) => format!("Resolve {}", waiting(scene, ability)),
                None => "Resolve".into(),
            },
        }
    }

    /// An action of an action bar; what it is linked to, if that tells it from another one.
    fn bar(&self, spec: ActionSpec) -> String {
        let alike = |other: ActionSpec| bar(other) == bar(spec) && other.linked != spec.linked;
        match spec.linked {
            Some(Linked(action, difficulty))
                if self.scene.bar(self.frame.subject.slot).any(alike) =>
            {
                let next = ActionSpec::of(action, difficulty);
                format!("{}, then {}", bar(spec), bar(next))
            }
            _ => bar(spec),
        }
    }

    fn mode(&self, mode: u8) -> String {
        let program = self.scene.catalogue.program(self.frame.program);
        match &program[usize::from(self.frame.at)] {
            Op::OneOf { options, .. } => options[usize::from(mode)].0.clone(),
            Op::Do(Step::RemoveDevice) => {
                let device = self.scene.device(mode);
                device.map(|device| card(&self.scene, device.card)).unwrap_or_default()
            }
            Op::Do(Step::Shatter(_)) => {
                let laid = self.scene.board.obstacles.get(usize::from(mode));
                laid.map(|laid| outline(&self.scene, laid.outline)).unwrap_or_default().into()
            }
            _ => format!("Option {}", mode + 1),
        }
    }
}

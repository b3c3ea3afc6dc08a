//! Actions that ships can perform, and their aims.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;

use super::{Context, Refusal, Scene, Slots};
use crate::choice::Act;
use crate::ship::Flags;
use crate::space::FAR;
use crate::vocabulary::{
    Action, ActionSpec, Arc, CardType, Difficulty, Facing, Filter, Kind, Maneuver, Modifier, Reach,
    Side, Step, Timing, Token,
};

/// Actions, as many as are ever offered at once.
pub type Acts = ArrayVec<Act, 48>;

/// Ships that can perform some action or other, one bit each: as they are, and where stress does
/// not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Able([u16; 2]);

impl Able {
    /// Returns `true` if a ship can, or, with `stressed`, if it can when stress does not matter.
    #[must_use]
    pub const fn has(self, ship: Slot, stressed: bool) -> bool {
        self.0[stressed as usize] & (1 << ship) != 0
    }
}

impl Scene<'_> {
    /// The actions a ship has on its action bar, cards included.
    pub fn bar(&self, ship: Slot) -> impl Iterator<Item = ActionSpec> + use<'_> {
        let printed = self.hull(ship).2.iter();
        printed.chain(&self.stats(ship).actions).map(move |spec| self.treated(ship, *spec))
    }

    /// An action as it is performed by a ship: white where it is red, or red where it is white, by an
    /// ability.
    fn treated(&self, ship: Slot, spec: ActionSpec) -> ActionSpec {
        let (stats, bit) = (self.stats(ship), 1 << spec.action as u16);
        let difficulty = match spec.difficulty {
            Difficulty::Red if stats.whitens & bit != 0 => Difficulty::White,
            Difficulty::White if stats.reddens & bit != 0 => Difficulty::Red,
            difficulty => difficulty,
        };
        ActionSpec { difficulty, ..spec }
    }

    /// Tells whether an action of this difficulty is on the action bar of a ship because of upgrades
    /// of these kinds alone.
    #[must_use]
    pub fn is_added(
        &self,
        ship: Slot,
        action: Action,
        difficulty: Difficulty,
        kinds: &[CardType],
    ) -> bool {
        let is = |spec: &ActionSpec| spec.action == action && spec.difficulty == difficulty;
        let adds = |card: Slot| {
            let printed = self.printed(card);
            let kind =
                matches!(&printed.definition.kind, Kind::Upgrade(kind) if kinds.contains(kind));
            kind && printed.constant.iter().any(|&id| match &self.catalogue.ability(id).timing {
                Timing::Always(list) => list.iter().any(|modifier| match modifier {
                    Modifier::Has(spec) => is(spec),
                    _ => false,
                }),
                _ => false,
            })
        };
        !self.hull(ship).2.iter().any(is) && self.faceup(ship).any(adds)
    }

    /// Every action a ship can perform now: of these, or, if there are none, of its action bar
    /// and its cards.
    #[must_use]
    pub fn acts(&self, ship: Slot, only: &[ActionSpec], stressed: bool) -> Acts {
        self.acts_beside(ship, only, stressed, None)
    }

    pub(super) fn acts_beside(
        &self,
        ship: Slot,
        only: &[ActionSpec],
        stressed: bool,
        able: Option<Able>,
    ) -> Acts {
        let mut acts = Acts::new();
        let mut add = |act: Act| {
            let known = acts.contains(&act);
            if !known && self.judge_act(ship, act, stressed, able).is_ok() && !acts.is_full() {
                acts.push(act);
            }
        };
        let may_redden = self.stats(ship).may_redden;
        let mut offer = |act: Act| {
            add(act);
            if let Act::Bar(spec) = act
                && spec.difficulty == Difficulty::White
                && may_redden & (1 << spec.action as u16) != 0
            {
                add(Act::Bar(ActionSpec { difficulty: Difficulty::Red, reddened: true, ..spec }));
            }
        };
        if only.is_empty() {
            self.bar(ship).map(Act::Bar).for_each(&mut offer);
            self.card_acts(ship).for_each(&mut offer);
        } else {
            let only = only.iter().map(|spec| self.treated(ship, *spec));
            only.map(Act::Bar).for_each(&mut offer);
        }
        acts
    }

    /// The ships that can perform some action. An action may need another ship that can perform
    /// one, so the set grows from the ships that need nobody until it grows no more: ships that
    /// could only have each other act cannot.
    #[must_use]
    pub fn able(&self) -> Able {
        let mut able = Able::default();
        loop {
            let before = able;
            for ship in self.present() {
                for stressed in [false, true] {
                    let can = !self.acts_beside(ship, &[], stressed, Some(before)).is_empty();
                    able.0[usize::from(stressed)] |= u16::from(can) << ship;
                }
            }
            if able == before {
                return able;
            }
        }
    }

    /// The difficulty of a maneuver on the dial of a ship, with all that makes it harder or easier:
    /// each a step, one step harder against one step easier (RR "Difficulty").
    #[must_use]
    pub fn difficulty(&self, ship: Slot, maneuver: Maneuver) -> Difficulty {
        let stats = self.stats(ship);
        let turns = i8::from(maneuver.bearing.is_turn() && stats.harder_turns);
        let harder = stats.harder.iter().filter(|moves| moves.hold(maneuver)).count() as i8 + turns;
        let easier = stats.easier.iter().filter(|moves| moves.hold(maneuver)).count() as i8;
        match (maneuver.difficulty, harder - easier) {
            (Difficulty::Purple, _) | (_, 0) => maneuver.difficulty,
            (difficulty, 1) => difficulty.harder(),
            (_, 2..) => Difficulty::Red,
            (difficulty, -1) => difficulty.easier(),
            _ => Difficulty::Blue,
        }
    }

    /// The maneuver that a ship has revealed, or executed last. What changes its difficulty counts
    /// once: one that was executed has the difficulty that it had then.
    #[must_use]
    pub fn flies(&self, ship: Slot) -> Option<Maneuver> {
        let state = self.ship(ship);
        state.maneuver.map(|maneuver| {
            let executed = state.flags.has(Flags::FLOWN);
            let now = || self.difficulty(ship, maneuver);
            let difficulty = if executed { maneuver.difficulty } else { now() };
            Maneuver { difficulty, ..maneuver }
        })
    }

    /// Tells whether a ship does not execute a maneuver: a red one because it is stressed, a purple one
    /// because it has no Force to spend.
    #[must_use]
    pub fn refuses(&self, ship: Slot, maneuver: Maneuver) -> bool {
        match self.difficulty(ship, maneuver) {
            Difficulty::Red => self.is_stressed(ship) && !self.dares(ship, maneuver),
            Difficulty::Purple => self.ship(ship).force == 0 || self.stats(ship).keeps_force,
            Difficulty::Blue | Difficulty::White => false,
        }
    }

    /// Tells whether a ship executes a maneuver even while stressed.
    #[must_use]
    pub fn dares(&self, ship: Slot, maneuver: Maneuver) -> bool {
        self.stats(ship).red_stressed.iter().any(|moves| moves.hold(maneuver))
    }

    /// The maneuvers to which a ship can set the dial that it has revealed, by a step.
    #[must_use]
    pub fn redials(&self, ship: Slot, step: &Step) -> Vec<Maneuver> {
        let Step::SetDial { faster, bearing, easy, alike, .. } = step else { return Vec::new() };
        let Some(now) = self.ship(ship).maneuver.filter(|_| !self.is_ionized(ship)) else {
            return Vec::new();
        };
        let fits = |it: &&Maneuver| {
            let speed = faster.contains(&(it.speed as i8 - now.speed as i8));
            let red = it.difficulty == Difficulty::Red;
            let same = it.speed == now.speed && it.bearing == now.bearing;
            let level = !*alike || it.difficulty == now.difficulty;
            speed && !same && level && !(*easy && red) && bearing.fits(now.bearing, it.bearing)
        };
        self.dial(ship).iter().filter(fits).copied().collect()
    }

    /// The maneuvers by which a ship can SLAM (RR "SLAM"): those of its dial that have the speed of
    /// the one that it has executed, and that it does not refuse because it is stressed.
    #[must_use]
    pub fn slams(&self, ship: Slot) -> Vec<Maneuver> {
        let speed = self.ship(ship).maneuver.map(|maneuver| maneuver.speed);
        let fits = |it: &&Maneuver| Some(it.speed) == speed && !self.refuses(ship, **it);
        self.dial(ship).iter().filter(fits).copied().collect()
    }

    /// The actions that a ship may choose from, if they are limited; none, if it may choose any.
    #[must_use]
    pub fn limited(&self, ship: Slot, step: &Step) -> Option<ArrayVec<ActionSpec, 24>> {
        match step {
            Step::Perform { white_as: Some(difficulty), .. } => {
                let white = self.bar(ship).filter(|spec| spec.difficulty == Difficulty::White);
                let treated = white.map(|spec| ActionSpec { difficulty: *difficulty, ..spec });
                Some(treated.take(24).collect())
            }
            Step::Perform { coordinated: true, .. } => {
                let done = |action: Action| self.board.coordinated & (1 << action as u16) != 0;
                Some(self.bar(ship).filter(|spec| done(spec.action)).take(24).collect())
            }
            Step::Perform { bar_as: Some(difficulty), .. } => {
                let bar = self.bar(ship).map(|spec| ActionSpec { difficulty: *difficulty, ..spec });
                Some(bar.take(24).collect())
            }
            Step::Perform { actions, .. } if !actions.is_empty() => {
                Some(actions.iter().copied().take(24).collect())
            }
            _ => None,
        }
    }

    /// Tells whether a ship performs an action although it is stressed.
    fn braves(&self, ship: Slot, act: Act) -> bool {
        let brave = self.stats(ship).acts_stressed;
        match act {
            Act::Bar(spec) => brave & (1 << spec.action as u16) != 0,
            Act::Card(card, _) => {
                brave == u16::MAX || self.is_damage(card) && self.stats(ship).stressed_repairs
            }
        }
    }

    /// The actions on a ship's cards.
    pub fn card_acts(&self, ship: Slot) -> impl Iterator<Item = Act> + use<'_> {
        let cards = core::iter::once(ship).chain(self.faceup(ship));
        cards.flat_map(move |card| {
            let ids = self.printed(card).abilities.iter().copied();
            let actions = ids.filter(move |&id| {
                let action = matches!(self.catalogue.ability(id).timing, Timing::Action);
                action && self.keeps_ability(card, id)
            });
            actions.map(move |id| Act::Card(card, id))
        })
    }

    /// The bit that marks an action of a card as performed.
    #[must_use]
    pub fn card_bit(&self, card: Slot, ability: u16) -> u8 {
        let at = self.printed(card).abilities.iter().position(|&id| id == ability);
        1 << at.unwrap_or(0).min(7)
    }

    /// Judges whether a ship can perform an action: stressed ships perform none, and none twice in
    /// a round. `able` are the ships that can act, where that is known already.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn judge_act(
        &self,
        ship: Slot,
        act: Act,
        stressed: bool,
        able: Option<Able>,
    ) -> Result<(), Refusal> {
        if self.is_stressed(ship) && !stressed && !self.braves(ship, act) {
            return Err(Refusal::Stressed);
        }
        if self.stats(ship).no_actions {
            return Err(Refusal::NoMore);
        }
        match act {
            Act::Bar(spec) => self.judge_bar(ship, spec, able),
            Act::Card(card, id) => {
                let repairs = self.is_damage(card) && self.stats(ship).ionized_repairs;
                if self.is_ionized(ship) && !repairs {
                    return Err(Refusal::Ionized);
                }
                if self.stats(ship).only_focus && !self.is_damage(card) {
                    return Err(Refusal::OnlyFocus);
                }
                if self.card(card).performed & self.card_bit(card, id) != 0 {
                    return Err(Refusal::Performed);
                }
                self.judge(id, &Context { able, ..self.context(card, ship) })
            }
        }
    }

    fn judge_bar(&self, ship: Slot, spec: ActionSpec, able: Option<Able>) -> Result<(), Refusal> {
        let state = self.ship(ship);
        if state.has_performed(spec.action) {
            return Err(Refusal::Performed);
        }
        if spec.action != Action::Focus {
            if self.is_ionized(ship) {
                return Err(Refusal::Ionized);
            }
            if self.stats(ship).only_focus {
                return Err(Refusal::OnlyFocus);
            }
        }
        let spends = state.force > 0 && !self.stats(ship).keeps_force;
        if spec.difficulty == Difficulty::Purple && !spends {
            return Err(Refusal::NoForce);
        }
        let possible = match spec.action {
            Action::Lock | Action::Jam | Action::Coordinate | Action::Reload => {
                !self.aims(ship, spec.action, able).is_empty()
            }
            Action::Cloak if self.is_cloaked(ship) => return Err(Refusal::Cloaked),
            Action::Slam if !state.flags.has(Flags::FLOWN) => return Err(Refusal::NotFlown),
            Action::Slam => !self.slams(ship).is_empty(),
            Action::RotateArc => self.has_turret(ship) && self.facings(ship).next().is_some(),
            Action::Boost | Action::BarrelRoll if self.has_mat() => {
                return match self.shifts_of(ship, spec).is_empty() {
                    true => Err(Refusal::NoRoom),
                    false => Ok(()),
                };
            }
            _ => true,
        };
        if possible { Ok(()) } else { Err(Refusal::NoTarget) }
    }

    /// Tells whether a ship has a turret indicator, by the arcs of its weapons.
    #[must_use]
    pub fn has_turret(&self, ship: Slot) -> bool {
        self.weapon_arcs(ship).iter().any(|arc| matches!(arc, Arc::Turret | Arc::DoubleTurret))
    }

    /// The other directions in which the turret indicator of a ship can be turned; a double one
    /// points at the same arcs when it is turned to the opposite.
    pub fn facings(&self, ship: Slot) -> impl Iterator<Item = Facing> + use<'_> {
        let (now, stats) = (self.ship(ship).facing, self.stats(ship));
        let double = self.weapon_arcs(ship).contains(&Arc::DoubleTurret);
        let same = move |facing| facing == now || double && facing == now.opposite();
        Facing::ALL.into_iter().filter(move |&facing| !same(facing) && stats.points(facing))
    }

    /// The ships (for a reload: the cards) that an action can be aimed at. `able` says which ships
    /// can act, where that is known already.
    #[must_use]
    pub fn aims(&self, ship: Slot, action: Action, able: Option<Able>) -> ArrayVec<Slot, 32> {
        let cx = self.context(ship, ship);
        let ships = |filter: Filter| -> Slots { self.fitting(&filter, &cx) };
        let other = Filter { this: Some(false), ..Filter::default() };
        match action {
            Action::Lock => {
                let others = ships(Filter { locked: Some(false), ..other }).into_iter();
                let reaches = |at: &Slot| self.can_lock(ship, *at) && self.lock_reaches(ship, *at);
                others.filter(reaches).collect()
            }
            Action::Jam => {
                let near = Filter { range: Some(Reach(0, 1)), side: Some(Side::Enemy), ..other };
                self.aimed(ship, action, ships(near)).into_iter().collect()
            }
            Action::Coordinate => {
                let near = Filter { range: Some(Reach(1, 2)), side: Some(Side::Friendly), ..other };
                let able = able.unwrap_or_else(|| self.able());
                let all = self.aimed(ship, action, ships(near)).into_iter();
                all.filter(|&it| self.is_led(ship, it, able)).collect()
            }
            Action::Reload => self.faceup(ship).filter(|&card| self.reloads(card)).collect(),
            _ => ArrayVec::new(),
        }
    }

    /// The ships at which an action can be aimed: those that the rules allow, with what abilities change.
    fn aimed(&self, ship: Slot, action: Action, allowed: Slots) -> Slots {
        let mut all = allowed;
        let sources = self.gathered.sources.iter().copied();
        for (card, _, ability) in self.abilities_of(sources, |card| &card.aiming) {
            let Timing::Aims { action: of, also, only } = &ability.timing else { continue };
            let cx = self.context(card, ship);
            if *of != action || !self.fits(&ability.who, ship, &cx) {
                continue;
            }
            for at in also.iter().flat_map(|filter| self.fitting(filter, &cx)) {
                if !all.contains(&at) {
                    all.push(at);
                }
            }
            if let Some(filter) = only {
                all.retain(|at| self.fits(filter, *at, &cx));
            }
        }
        all.sort_unstable();
        all
    }

    /// Tells whether a ship that is coordinated by another can perform an action by that.
    fn is_led(&self, ship: Slot, it: Slot, able: Able) -> bool {
        let stressed = self.leads_stressed(ship, it);
        !self.stats(it).uncoordinated
            && able.has(it, stressed)
            && (!self.stats(ship).leads_by_bar
                || self.acts_beside(it, &[], stressed, Some(able)).iter().any(
                    |&act| matches!(act, Act::Bar(spec) if self.has_action(ship, spec.action)),
                ))
    }

    /// Tells whether a ship that is coordinated by another performs an action even while stressed.
    #[must_use]
    pub fn leads_stressed(&self, ship: Slot, it: Slot) -> bool {
        self.stats(ship).coordinates_stressed && self.count(it, Token::Stress) == 1
    }

    /// Tells whether an action is on the action bar of a ship.
    #[must_use]
    pub fn has_action(&self, ship: Slot, action: Action) -> bool {
        self.bar(ship).any(|spec| spec.action == action)
    }

    /// Tells whether no ability of a ship keeps it from locking another one where that is.
    #[must_use]
    pub fn can_lock(&self, ship: Slot, at: Slot) -> bool {
        let (stats, range) = (self.stats(ship), self.range(ship, at));
        let near = stats.locks_far && range == 1 || stats.locks_beyond && range < FAR;
        !near && (ship == at || !self.stats(at).unlockable)
    }

    /// Tells whether another ship is near enough to be locked: to this ship or, where an ability says
    /// so, to a friend.
    #[must_use]
    pub fn lock_reaches(&self, ship: Slot, at: Slot) -> bool {
        let stats = self.stats(ship);
        let by = |friend: Slot| self.range(friend, at) < FAR;
        let owner = self.ship(ship).owner;
        stats.locks_far
            || stats.locks_beyond
            || by(ship)
            || stats.locks_by_friends
                && self.present().any(|friend| self.ship(friend).owner == owner && by(friend))
    }

    fn reloads(&self, card: Slot) -> bool {
        let definition = &self.printed(card).definition;
        matches!(
            definition.kind,
            Kind::Upgrade(CardType::Device | CardType::Missile | CardType::Torpedo)
        ) && self.recovers(card)
    }

    /// The token that an action gains.
    #[must_use]
    pub const fn gained_by(action: Action) -> Option<Token> {
        match action {
            Action::Focus => Some(Token::Focus),
            Action::Evade => Some(Token::Evade),
            Action::Calculate => Some(Token::Calculate),
            Action::Cloak => Some(Token::Cloak),
            _ => None,
        }
    }
}

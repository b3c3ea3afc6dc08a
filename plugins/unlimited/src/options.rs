//! The `Offer` stage: every legal option of the decisions that opened.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::{Frame, Stack};

use crate::advance::Run;
use crate::attack::{Terms, can_attack, targets};
use crate::brief::Has;
use crate::card::{Marks, Permissions, Zone};
use crate::choice::{Choice, Locals, Prompt, Unlimited};
use crate::cost::{Payer, Paying, hosts, may_smuggle, payment, smuggles};
use crate::program::Op;
use crate::scene::{Context, Refs, Scene};
use crate::vocabulary::{
    Ability, Arena, Cost, Count, Filter, Kind, Payment, Place, PlayStep, Register, SearchStep, Step,
};

/// What options are worked out from.
#[derive(Clone, Copy)]
pub struct Offer<'a> {
    /// The table.
    pub scene: Scene<'a>,
    /// Who is asked.
    pub seat: Seat,
    /// The program that asks.
    pub frame: &'a Frame<Locals>,
}

/// Enumerates the options of the decision that opened.
pub(crate) fn offer(scene: Scene, stack: &Stack<Unlimited>, decision: &mut Decision<Unlimited>) {
    let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else { return };
    Offer { scene, seat: decision.seat, frame }.options(prompt, &mut decision.options);
}

/// The cards a search looks at, the topmost first.
pub fn searched<'s>(
    scene: &'s Scene,
    seat: Seat,
    top: Option<u8>,
) -> impl Iterator<Item = Slot> + 's {
    let deck = &scene.board.players[usize::from(seat)].deck;
    deck.iter().rev().copied().take(top.map_or(usize::MAX, usize::from))
}

/// The cards a play step can play.
pub(crate) fn plays<'r>(run: &'r Run, step: &'r PlayStep) -> impl Iterator<Item = Slot> + 'r {
    let mut found = Refs::new();
    let offer = Offer { scene: run.scene, seat: run.frame.seat, frame: run.frame };
    offer.playable(step, &mut found);
    found.into_iter().map(|card| card.slot)
}

impl<'a> Offer<'a> {
    fn cx(&self) -> Context<'a> {
        Context::in_frame(self.frame)
    }

    /// The instruction that asks.
    #[must_use]
    pub fn op(&self) -> &'a Op {
        let catalogue = self.scene.catalogue;
        &catalogue.program(self.frame.program)[usize::from(self.frame.at)]
    }

    fn bound(&self, register: Register) -> Option<Slot> {
        self.frame.locals.bound(register).next().map(|card| card.slot)
    }

    /// What cards cost the one who is asked.
    pub(crate) fn payer(&self) -> Payer<'a> {
        Payer::new(self.scene, self.seat)
    }

    /// Adds all options of a decision.
    pub fn options(&self, prompt: Prompt, out: &mut Vec<Choice>) {
        let player = &self.scene.board.players[usize::from(self.seat)];
        match prompt {
            Prompt::Action => self.actions(out),
            Prompt::Mulligan | Prompt::May => out.extend([Choice::Yes, Choice::No]),
            Prompt::FirstResource => {
                let chosen =
                    |slot: &Slot| self.frame.locals.bound.iter().any(|(_, c)| c.slot == *slot);
                out.extend(player.hand.iter().filter(|s| !chosen(s)).map(|&s| Choice::Card(s)));
            }
            Prompt::Resource => {
                out.extend(player.hand.iter().map(|&s| Choice::Card(s)));
                out.push(Choice::Decline);
            }
            Prompt::Target => self.targets(out),
            Prompt::Ambush => {
                let unit = self.frame.source.slot;
                out.extend(targets(&self.scene, unit, Terms::AMBUSH).map(Choice::Card));
                out.push(Choice::Decline);
            }
            Prompt::Host => {
                let mut found = Refs::new();
                if let Some(card) = self.bound(Register::It) {
                    hosts(&self.scene, card, self.seat, &mut found);
                }
                out.extend(found.iter().map(|card| Choice::Card(card.slot)));
            }
            Prompt::Cost => {
                if let Some(id) = self.frame.locals.step {
                    self.payable(id, out);
                }
            }
            Prompt::Unique => {
                if let Some(copy) = self.bound(Register::It) {
                    out.extend(copies(&self.scene, copy).map(Choice::Card));
                }
            }
            Prompt::Mode => {
                if let Op::Modes { starts, .. } = self.op() {
                    let taken = self.frame.locals.modes;
                    let free = (0..starts.len() as u8).filter(|mode| taken & (1 << mode) == 0);
                    out.extend(free.map(Choice::Mode));
                }
            }
            Prompt::Player => out.extend([Choice::First(0), Choice::First(1)]),
            Prompt::Step => self.step(out),
            // The stages that ask have entered them.
            Prompt::Replace | Prompt::First | Prompt::Which => {}
        }
        if out.is_empty() {
            out.push(Choice::Nothing);
        }
    }

    fn actions(&self, out: &mut Vec<Choice>) {
        let scene = &self.scene;
        let player = &scene.board.players[usize::from(self.seat)];
        let payer = self.payer();
        for &slot in &player.hand {
            if payer.can_play(slot, Payment::Cost.into()) {
                out.push(Choice::Play(slot));
            }
        }
        for &slot in &player.resources {
            if !may_smuggle(scene, slot) {
                continue;
            }
            let ways = 0..smuggles(scene, slot).len() as u8;
            let payable = ways.filter(|&n| payer.can_play(slot, Paying::smuggle(n)));
            out.extend(payable.map(|n| Choice::Smuggle(slot, n)));
        }
        for &slot in &scene.board.play {
            let card = scene.card(slot);
            if card.controller != self.seat || !card.zone.is_arena() {
                continue;
            }
            if can_attack(scene, slot, Terms::default()) {
                out.push(Choice::Attack(slot));
            }
            self.uses(slot, out);
        }
        for slot in [player.leader, player.base] {
            if scene.card(slot).zone == Zone::Base {
                self.uses(slot, out);
            }
        }
        if self.can_deploy(player.leader) {
            out.push(Choice::Deploy(player.leader));
        }
        if self.can_deploy_as_upgrade(player.leader) {
            out.push(Choice::DeployAsUpgrade(player.leader));
        }
        if !scene.board.taken {
            out.push(Choice::Initiative);
        }
        out.push(Choice::Pass);
    }

    /// Whether a leader can be deployed: enough resources, and not used before (CR 3.4.4).
    #[must_use]
    pub fn can_deploy(&self, leader: Slot) -> bool {
        let card = self.scene.card(leader);
        let resources = self.scene.board.players[usize::from(self.seat)].resources.len();
        !card.marks.has(Marks::DEPLOYED)
            && !card.marks.has(Marks::EPIC_USED)
            && resources >= usize::from(self.scene.printed(leader).deploy_at)
    }

    /// Whether a leader can be deployed as an upgrade: it can be deployed, its other side says so
    /// and there is a unit for it (CR 3.4.4A).
    #[must_use]
    pub fn can_deploy_as_upgrade(&self, leader: Slot) -> bool {
        self.scene.printed(leader).upgrade_side().is_some() && self.can_deploy(leader) && {
            let mut found = Refs::new();
            hosts(&self.scene, leader, self.seat, &mut found);
            !found.is_empty()
        }
    }

    fn uses(&self, slot: Slot, out: &mut Vec<Choice>) {
        if !self.scene.relevance.acts || !self.scene.brief(slot).has.any(Has::ACTIONS) {
            return;
        }
        let actions = &self.scene.face(slot).actions;
        for index in 0..actions.len() as u8 {
            if self.can_use(slot, index) {
                out.push(Choice::Use(slot, index));
            }
        }
    }

    /// Whether an action ability can be used: its whole cost can be paid (CR 6.4.4A) and, for an
    /// epic one, it was not used before.
    #[must_use]
    pub fn can_use(&self, slot: Slot, index: u8) -> bool {
        let scene = &self.scene;
        let face = scene.face(slot);
        let Some(&id) = face.actions.get(usize::from(index)) else { return false };
        let card = scene.card(slot);
        if scene.stats(slot).blank && card.zone.is_arena() {
            return false;
        }
        let compiled = scene.catalogue.ability(id);
        let Ability::Action { cost, epic, .. } = &compiled.ability else {
            return false;
        };
        if *epic && card.marks.has(Marks::EPIC_USED) {
            return false;
        }
        if compiled.ability.is_free() {
            return self.plays_something(compiled.program, card.reference(slot));
        }
        let cx = Context::of(self.seat, card.reference(slot));
        cost.iter().all(|part| match part {
            Cost::Exhaust => !card.is_exhausted(),
            Cost::Resources(n) => scene.board.players[usize::from(self.seat)].ready >= *n,
            Cost::DefeatThis => card.zone.is_arena(),
            Cost::Defeat(filter) => {
                let mut found = Refs::new();
                scene.candidates(filter, &cx, &mut found);
                !found.is_empty()
            }
            Cost::Discard(filter) => self.discards(filter, &cx).next().is_some(),
        })
    }

    /// Whether a free ability changes anything: its first step plays a card (CR 6.4.2A).
    fn plays_something(&self, program: u16, source: Ref) -> bool {
        let Some(Op::Play(index)) = self.scene.catalogue.program(program).first() else {
            return false;
        };
        let (seat, locals) = (self.seat, Locals::default());
        let frame =
            Frame { program, at: 0, seat, source, subject: Ref::NONE, collects: None, locals };
        let offer = Offer { scene: self.scene, seat, frame: &frame };
        let mut found = Refs::new();
        let play = &self.scene.catalogue.tables.plays[usize::from(*index)].step;
        offer.playable(play, &mut found);
        !found.is_empty()
    }

    /// Cards of the asked player's hand that a cost may discard.
    fn discards<'c>(
        &'c self,
        filter: &'c Filter,
        cx: &'c Context,
    ) -> impl Iterator<Item = Slot> + 'c {
        let hand = &self.scene.board.players[usize::from(self.seat)].hand;
        hand.iter().copied().filter(|&slot| self.scene.fits_card(filter, slot, cx))
    }

    /// What the cost of an ability can be paid with.
    fn payable(&self, ability: u16, out: &mut Vec<Choice>) {
        let Ability::Action { cost, .. } = &self.scene.catalogue.ability(ability).ability else {
            return;
        };
        for part in cost {
            match part {
                Cost::Defeat(filter) => self.cards(filter, &[], out),
                Cost::Discard(filter) => {
                    out.extend(self.discards(filter, &self.cx()).map(Choice::Card));
                }
                Cost::Exhaust | Cost::Resources(_) | Cost::DefeatThis => {}
            }
        }
    }

    fn targets(&self, out: &mut Vec<Choice>) {
        let step = self
            .frame
            .locals
            .step
            .map(|n| &self.scene.catalogue.tables.attacks[usize::from(n)].step);
        let terms = step.map_or_else(Terms::default, Terms::of);
        if let Some(attacker) = self.bound(Register::It) {
            out.extend(targets(&self.scene, attacker, terms).map(Choice::Card));
        }
        if step.is_some_and(|s| s.may && s.unit.is_some()) {
            out.push(Choice::Decline);
        }
    }

    /// Cards that fit and are not among `not`.
    fn cards(&self, filter: &Filter, not: &[Register], out: &mut Vec<Choice>) {
        let mut found = Refs::new();
        self.scene.candidates(filter, &self.cx(), &mut found);
        let bound =
            |slot| self.frame.locals.bound.iter().any(|(r, c)| not.contains(r) && c.slot == slot);
        out.extend(found.iter().filter(|c| !bound(c.slot)).map(|c| Choice::Card(c.slot)));
    }

    fn step(&self, out: &mut Vec<Choice>) {
        match self.op() {
            Op::Do(step) => self.of_step(step, out),
            Op::Attack(index) => self.attackers(*index, out),
            Op::Play(index) => {
                let play = &self.scene.catalogue.tables.plays[usize::from(*index)];
                let mut found = Refs::new();
                self.playable(&play.step, &mut found);
                out.extend(found.iter().map(|card| Choice::Card(card.slot)));
                // Only what comes from a hand can be missing to the other player's eyes.
                let hidden = play.step.looks_in(Place::Hand)
                    && found.iter().all(|card| self.scene.card(card.slot).zone == Zone::Hand);
                if !out.is_empty() && !play.must && (play.step.may || hidden) {
                    out.push(Choice::Decline);
                }
            }
            _ => {}
        }
    }

    fn of_step(&self, step: &Step, out: &mut Vec<Choice>) {
        let locals = &self.frame.locals;
        let player = &self.scene.board.players[usize::from(self.frame.seat)];
        match step {
            Step::Choose(choice) => {
                self.cards(&choice.what, &[choice.register], out);
                let some = !out.is_empty();
                match choice.count {
                    Count::One if some && (choice.may || choice.is_hidden()) => {
                        out.push(Choice::Decline);
                    }
                    Count::UpTo(_) | Count::Any => out.push(Choice::Done),
                    Count::Exactly(_) if some && choice.may => out.push(Choice::Decline),
                    _ => {}
                }
            }
            Step::ChooseArena => out.extend([Choice::In(Arena::Ground), Choice::In(Arena::Space)]),
            Step::NameCard => {
                out.extend(self.scene.catalogue.titles.iter().map(|&card| Choice::Name(card)));
            }
            Step::Divide { among, .. } => self.cards(among, &[], out),
            Step::HealUpTo { among, .. } => {
                self.cards(among, &[], out);
                out.retain(|choice| match choice {
                    Choice::Card(slot) => {
                        let given =
                            locals.points.iter().find(|(s, _)| s == slot).map_or(0, |p| p.1);
                        let held = self.scene.stats(*slot).permissions.has(Permissions::NO_HEAL);
                        self.scene.card(*slot).damage > given && !held
                    }
                    _ => true,
                });
                out.push(Choice::Done);
            }
            Step::ReadyResources(who, count) => {
                let exhausted = |seat: Seat| {
                    let player = &self.scene.board.players[usize::from(seat)];
                    player.resources.len() as u8 - player.ready
                };
                let seats = self.scene.seats(*who, &self.cx());
                let all = seats.into_iter().map(exhausted).max().unwrap_or_default();
                let most = if let Count::UpTo(n) = count { all.min(*n) } else { all };
                out.extend((0..=most).map(Choice::Number));
            }
            Step::PayAny => out.extend((0..=player.ready).map(Choice::Number)),
            Step::Discard { what, .. } => {
                let hand = &self.scene.board.players[locals.number as usize].hand;
                let hand = hand.iter().copied();
                let bound = |slot| locals.bound(Register::It).any(|c| c.slot == slot);
                let fits =
                    |slot: &Slot| !bound(*slot) && self.scene.fits_card(what, *slot, &self.cx());
                out.extend(hand.filter(fits).map(Choice::Card));
            }
            Step::Arrange(_) => {
                out.extend(locals.bound(Register::It).map(|c| Choice::Card(c.slot)));
                if locals.left > 0 {
                    out.push(Choice::Done);
                }
            }
            Step::Search(search) => self.found(search, out),
            Step::UseAction(what) => {
                let mut found = Refs::new();
                self.scene.candidates(what, &self.cx(), &mut found);
                found.iter().for_each(|card| self.uses(card.slot, out));
            }
            _ => {}
        }
    }

    fn found(&self, search: &SearchStep, out: &mut Vec<Choice>) {
        let scene = &self.scene;
        let cost = |slot: Slot| scene.printed(slot).definition.cost;
        let chosen = |slot: Slot| self.frame.locals.bound(Register::Other).any(|c| c.slot == slot);
        let spent = self.frame.locals.bound(Register::Other).map(|c| cost(c.slot));
        let spent = spent.fold(0, u8::saturating_add);
        let room = search.combined_cost.map(|most| most.saturating_sub(spent));
        let fits = |slot: &Slot| {
            !chosen(*slot)
                && room.is_none_or(|room| cost(*slot) <= room)
                && scene.fits_card(&search.what, *slot, &self.cx())
        };
        out.extend(searched(scene, self.frame.seat, search.top).filter(fits).map(Choice::Card));
        out.push(Choice::Done);
    }

    fn attackers(&self, index: u16, out: &mut Vec<Choice>) {
        let attack = &self.scene.catalogue.tables.attacks[usize::from(index)].step;
        let mut found = Refs::new();
        self.scene.candidates(&attack.with, &self.cx(), &mut found);
        found.retain(|card| {
            self.scene.card(card.slot).controller == self.frame.seat
                && can_attack(&self.scene, card.slot, Terms::of(attack))
        });
        out.extend(found.iter().map(|card| Choice::Card(card.slot)));
        if !out.is_empty() && attack.may {
            out.push(Choice::Decline);
        }
    }

    /// Cards that a play step can play: they fit and can be paid.
    pub fn playable(&self, step: &PlayStep, out: &mut Refs) {
        let scene = &self.scene;
        let player = &scene.board.players[usize::from(self.frame.seat)];
        let list = |place: Place| match place {
            Place::Hand => &player.hand[..],
            Place::Discard => &player.discard[..],
            Place::Resources => &player.resources[..],
            Place::Looked | Place::Deck | Place::Captured | Place::Play => &[],
        };
        let places = list(step.what.place).iter().chain(step.or_from.map_or(&[][..], list));
        let looked = self.frame.locals.bound(Register::It).map(|card| card.slot);
        let looked = looked.filter(|_| step.what.place == Place::Looked);
        let payer = self.payer();
        let playable = |slot: &Slot| {
            scene.fits_card(&step.what, *slot, &self.cx())
                && matches!(scene.printed(*slot).kind(), Kind::Unit | Kind::Event | Kind::Upgrade)
                && payer.can_play(*slot, payment(scene, step, *slot, &self.cx()).into())
        };
        if let Some(card) = &step.card {
            let card = scene.first(card, &self.cx());
            let there = |card: &Ref| {
                let zone = scene.card(card.slot).zone;
                scene.is_current(*card)
                    && (step.what.place.is(zone) || step.or_from.is_some_and(|p| p.is(zone)))
            };
            out.extend(Some(card).filter(|card| there(card) && playable(&card.slot)));
            return;
        }
        let slots = places.copied().chain(looked).filter(playable);
        out.extend(slots.map(|slot| scene.reference(slot)));
    }
}

/// The copies of a unique card that its controller has in play (CR 8.29.3).
pub fn copies<'s>(scene: &'s Scene, slot: Slot) -> impl Iterator<Item = Slot> + 's {
    let card = scene.card(slot);
    let definition = &scene.printed(slot).definition;
    let same = move |other: &Slot| {
        let them = scene.card(*other);
        let theirs = &scene.printed(*other).definition;
        them.controller == card.controller
            && theirs.name == definition.name
            && theirs.subtitle == definition.subtitle
    };
    scene.board.play.iter().copied().filter(same)
}

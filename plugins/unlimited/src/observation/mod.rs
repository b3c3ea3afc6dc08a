//! Tables as rows of numbers. Rows are written from a [`View`], so that nothing hidden can reach
//! them.

mod columns;
mod effects;
mod facts;
mod features;

use bevy_app::App;
use cardmill_harness::observation::schema::Columns;
use cardmill_harness::observation::{
    Action, Event, Facts, History, HistoryPlugin, Observed, Schema, Sheet, Shows,
};
use cardmill_harness::session::Session;
use cardmill_kernel::rules::At;
use core::ops::Range;

use self::effects::Kinds;
use crate::board::{Attack, AttackStage, History as Past, Outcome};
use crate::card::DUEL as SLOTS;
use crate::driver::Tabletop;
use crate::prelude::*;
use crate::question::kind;
use crate::view::{Answer, Costs, Hidden, Sighted, View};

pub use crate::question::{ACTS, KINDS};
pub use columns::{Entity, Globals};

impl Observed for Unlimited {
    fn schema() -> Schema {
        let own = Columns {
            game: Tabletop::NAME,
            entities: (Entity::WIDTH, Entity::columns()),
            globals: (Globals::WIDTH, Globals::columns()),
            facts: facts::columns(),
            verbs: ACTS,
        };
        own.into()
    }

    fn encode<L: Shows>(
        at: &At<'_, Self>,
        seat: Seat,
        options: Range<usize>,
        sheet: &mut Sheet<'_>,
    ) -> usize {
        let view = View::<L>::of(at, seat);
        // Written where it stands: it has a kilobyte of lists.
        let mut observer = Observer::new(&view);
        observer.write(options, sheet)
    }

    fn event<L: Shows>(at: &At<'_, Self>, seat: Seat) -> Option<Event> {
        event(&View::<L>::new(at.state.scene(), at.stack, at.decision, seat))
    }

    fn remember(app: &mut App) {
        app.add_plugins(HistoryPlugin::<Self>::default());
    }

    fn history<'s>(at: &'s At<'_, Self>) -> Option<&'s History> {
        at.state.company.history.as_deref()
    }

    fn facts(catalogue: &Catalogue) -> Facts {
        facts::facts(catalogue)
    }
}

/// A view that is being written down, with what is worked out once for all its rows.
struct Observer<'v, 'a, L> {
    view: &'v View<'a, L>,
    costs: Costs<'v, 'a, L>,
    source: Option<Slot>,
    attack: Option<&'a Attack>,
    held: ArrayVec<(Register, Slot), 32>,
    progress: Progress,
    /// HP minus damage of its base and the enemy's.
    left: [u8; 2],
    /// 1 + the row of each card, by slot; 0 for none.
    rows: [u8; SLOTS + 1],
    /// Rows of cards that lie under or on another one, and which that is.
    hosted: ArrayVec<(u8, Slot), SLOTS>,
    /// The cards that it has in play, and those of the enemy.
    sides: [Side; 2],
}

/// The cards that a player has in play, summed up.
#[derive(Clone, Copy, Default)]
struct Side {
    /// Units in the ground arena and in space.
    units: [i16; 2],
    /// Their power, by arena.
    power: [i16; 2],
    /// The Force is with them.
    force: bool,
}

impl Side {
    fn add(&mut self, unit: Sighted<'_>) {
        let arena = usize::from(unit.card.zone == Zone::Space);
        self.units[arena] += 1;
        self.power[arena] += i16::from(byte(unit.stats.power.into()));
    }
}

impl<'v, 'a, L: Shows> Observer<'v, 'a, L> {
    #[inline(always)]
    fn new(view: &'v View<'a, L>) -> Self {
        Self {
            view,
            costs: view.costs(),
            source: view.source(),
            attack: view.attack(),
            held: view.held().collect(),
            progress: view.progress(),
            left: [view.seat(), view.enemy()]
                .map(|seat| view.remaining(view.base(seat)).map_or(0, byte)),
            rows: [0; SLOTS + 1],
            hosted: ArrayVec::new(),
            sides: [Side::default(); 2],
        }
    }

    fn write(&mut self, options: Range<usize>, sheet: &mut Sheet<'_>) -> usize {
        let seen = self.view.seen();
        let there = seen.count().min(sheet.cards.len());
        let (entities, _) = sheet.entities.as_chunks_mut();
        let (cards, entities) = (&mut sheet.cards[..there], &mut entities[..there]);
        let rows = cards.iter_mut().zip(&mut *entities).zip(self.view.sighted(&seen));
        for (row, ((card, cells), sighted)) in rows.enumerate() {
            self.rows[usize::from(sighted.slot)] = 1 + row as u8;
            *card = 1 + sighted.card.definition as i16;
            *cells = [0; Entity::WIDTH];
            self.entity(sighted, row, Entity::of(cells));
        }
        self.relations(entities);
        let [effects, enemy_effects] = self.effects(entities);
        let (mut known, mut hand) = (seen.count(), 0);
        for Hidden { card, top } in self.view.hidden() {
            hand += i16::from(card.zone == Zone::Hand && card.owner == self.view.enemy());
            if let Some(place) = sheet.cards.get_mut(known) {
                *place = 1 + card.definition as i16;
                let me = self.view.seat();
                let (rows, _) = sheet.entities.as_chunks_mut();
                rows[known] = Entity {
                    zone: 1 + card.zone as u8,
                    mine: u8::from(card.owner == me),
                    controlled: u8::from(card.controller == me),
                    known: 1 + u8::from(top),
                    ..Entity::default()
                }
                .cells();
            }
            known += 1;
        }
        let globals = Globals {
            omitted: known.saturating_sub(sheet.cards.len()) as i16,
            enemy_hand_known: hand,
            ..self.globals(&effects, &enemy_effects)
        };
        sheet.globals.copy_from_slice(&globals.cells());
        if let Some(prompt) = self.view.prompt() {
            let choices = &self.view.options()[options];
            for (&choice, row) in choices.iter().zip(&mut *sheet.actions) {
                *row = self.action(prompt, choice).cells();
            }
        }
        known
    }

    /// 1 + the row of a card; 0 for none.
    fn row(&self, slot: Option<Slot>) -> i16 {
        slot.map_or(0, |slot| self.rows[usize::from(slot)].into())
    }

    /// 1 + the index of a card in the catalogue; 0 for none, or if it cannot be seen.
    fn card(&self, slot: Option<Slot>) -> i16 {
        let card = slot.and_then(|slot| self.view.card(slot));
        card.map_or(0, |card| 1 + card.definition as i16)
    }

    /// Writes a card to its row, which is empty.
    #[inline]
    fn entity(&mut self, sighted: Sighted<'_>, row: usize, entity: Entity<&mut u8>) {
        let Sighted { slot, card, stats } = sighted;
        let (view, me) = (self.view, self.view.seat());
        *entity.zone = 1 + card.zone as u8;
        *entity.mine = u8::from(card.owner == me);
        *entity.controlled = u8::from(card.controller == me);
        *entity.damage = card.damage;
        if card.marks != Marks::default() {
            let has = |mark| u8::from(card.marks.has(mark));
            *entity.exhausted = has(Marks::EXHAUSTED);
            *entity.deployed = has(Marks::DEPLOYED);
            *entity.epic_used = has(Marks::EPIC_USED);
            *entity.attacked = has(Marks::ATTACKED);
            *entity.entered = has(Marks::ENTERED);
            *entity.used = has(Marks::USED);
            *entity.defeated = has(Marks::DEFEATED);
            *entity.entered_now = has(Marks::ENTERED_NOW);
            *entity.healed = has(Marks::HEALED);
            *entity.discarded = has(Marks::DISCARDED);
            *entity.struck_base = has(Marks::struck_base(1 - card.controller));
            *entity.met_damage = has(Marks::MET_DAMAGE);
            *entity.upgraded = has(Marks::upgraded(me)) | has(Marks::upgraded(1 - me)) << 1;
            *entity.from_hand = has(Marks::FROM_HAND);
        }
        *entity.uses = card.uses;
        match card.zone {
            Zone::Ground | Zone::Space => {
                let keyword = |keyword| u8::from(stats.keywords.has(keyword));
                *entity.power = byte(stats.power.into());
                *entity.hp = byte(stats.hp.into());
                *entity.left = byte(i16::from(stats.hp) - i16::from(card.damage));
                *entity.raid = stats.raid;
                *entity.restore = stats.restore;
                *entity.shields = stats.shields;
                *entity.upgrades = stats.upgrades;
                if stats.upgrades > 0 {
                    *entity.experience = view.tokens(Token::Experience, slot) as u8;
                }
                *entity.ambush = keyword(Keyword::Ambush);
                *entity.grit = keyword(Keyword::Grit);
                *entity.overwhelm = keyword(Keyword::Overwhelm);
                *entity.saboteur = keyword(Keyword::Saboteur);
                *entity.sentinel = keyword(Keyword::Sentinel);
                *entity.shielded = keyword(Keyword::Shielded);
                if keyword(Keyword::Hidden) != 0 {
                    *entity.hidden = 1;
                    if view.is_hidden(slot) {
                        *entity.permissions |= Permissions::NOT_ATTACKED as u8;
                    }
                }
                if !stats.permissions.is_empty() {
                    let has = |bit| u8::from(stats.permissions.has(bit));
                    *entity.permissions |= stats.permissions.low();
                    *entity.blank = has(Permissions::BLANK);
                    *entity.leader_unit = has(Permissions::LEADER);
                    *entity.cannot_attack = has(Permissions::NO_ATTACK);
                    *entity.no_combat_damage = has(Permissions::NO_COMBAT_DAMAGE);
                    *entity.rare_permissions = stats.permissions.rare();
                }
                *entity.can_attack = u8::from(view.can_attack(slot));
                *entity.bounties = view.bounties(sighted) as u8;
                *entity.gained = stats.gained.len() as u8;
                *entity.protected = stats.protection.bits();
                self.sides[usize::from(card.controller != me)].add(sighted);
            }
            Zone::Base => {
                *entity.blank = u8::from(stats.is_blank());
                if slot == view.base(card.owner) {
                    let left = self.left[usize::from(card.owner != me)];
                    *entity.left = left;
                    *entity.hp = left.saturating_add(card.damage);
                } else if view.is_force(card) {
                    self.sides[usize::from(card.controller != me)].force = true;
                }
            }
            Zone::Attached => {
                *entity.blank = u8::from(stats.is_blank());
                self.hosted.push((row as u8, card.host));
            }
            Zone::Captured => self.hosted.push((row as u8, card.host)),
            Zone::Hand if card.owner == me => {
                *entity.cost = byte(self.costs.of_sighted(sighted));
                *entity.exploit = view.exploitable(slot) as u8;
                if let Some(cost) = self.costs.as_pilot(slot) {
                    (*entity.pilots, *entity.piloting_cost) = (1, byte(cost));
                }
            }
            Zone::Resources if card.controller == me => {
                if let Some(cost) = self.costs.least_smuggling(slot) {
                    (*entity.smuggles, *entity.smuggle_cost) = (1, byte(cost));
                }
                if let Some(cost) = self.costs.plotting(slot) {
                    (*entity.plots, *entity.plot_cost) = (1, byte(cost));
                }
            }
            _ => {}
        }
    }

    /// Adds to the rows of cards what they are to others, to the question and to the attack under way.
    fn relations(&self, entities: &mut [[u8; Entity::WIDTH]]) {
        for &(row, host) in &self.hosted {
            *Entity::of(&mut entities[usize::from(row)]).host = self.rows[usize::from(host)];
        }
        let mut to = |slot: Slot, write: &dyn Fn(Entity<&mut u8>)| {
            let row = usize::from(self.rows[usize::from(slot)]);
            if let Some(row) = row.checked_sub(1) {
                write(Entity::of(&mut entities[row]));
            }
        };
        // A card that is held twice is told by what it is held as first.
        for &(register, slot) in self.held.iter().rev() {
            to(slot, &|entity| *entity.held = 1 + register as u8);
        }
        self.view.exposed().for_each(|slot| to(slot, &|entity| *entity.exposed = 1));
        for (slot, points) in self.progress.given() {
            to(slot, &|entity| *entity.points = points);
        }
        if let Some(attack) = self.attack {
            for (part, card) in [(1, attack.attacker), (2, attack.defender), (2, attack.second)] {
                if let Some(slot) = self.view.current(card) {
                    to(slot, &|entity| *entity.role += part);
                }
            }
        }
    }

    /// The row about the table besides its cards.
    fn globals(&self, effects: &Kinds, enemy_effects: &Kinds) -> Globals {
        let view = self.view;
        let (me, other) = (view.seat(), view.enemy());
        let mine = |seat| i16::from(seat == me);
        let [own, enemy] = &self.sides;
        let [left, enemy_left] = self.left;
        let (past, enemy_past) = (view.history(me), view.history(other));
        let deeds = |deed: Deed| i16::from(past.deeds.count(deed));
        let enemy_deeds = |deed: Deed| i16::from(enemy_past.deeds.count(deed));
        Globals {
            round: view.round() as i16,
            phase: view.phase() as i16,
            asked: i16::from(view.is_asked()),
            prompt: kind(view.prompt()) as i16,
            source: self.row(self.source),
            source_card: self.card(self.source),
            instruction: view.at() as i16,
            left: self.progress.left().into(),
            number: view.number(),
            to_bottom: self.progress.to_bottom().into(),
            active: mine(view.active()),
            initiative: mine(view.initiative()),
            initiative_taken: view.initiative_taken().into(),
            passes: view.passes().into(),
            first: mine(view.first()),
            attack: match view.attack().map(|attack| attack.stage) {
                None => 0,
                Some(AttackStage::Declared) => 1,
                Some(AttackStage::Completed) => 2,
            },
            waiting: view.waiting_of(me) as i16,
            enemy_waiting: view.waiting_of(other) as i16,
            effects: effects.all,
            enemy_effects: enemy_effects.all,
            outcome: match view.outcome() {
                Outcome::Open => 0,
                Outcome::Win(seat) => 2 - mine(seat),
                Outcome::Draw => 3,
            },
            base_left: left.into(),
            enemy_base_left: enemy_left.into(),
            resources: view.resource_count(me) as i16,
            enemy_resources: view.resource_count(other) as i16,
            ready: view.ready(me).into(),
            enemy_ready: view.ready(other).into(),
            hand: view.hand_count(me) as i16,
            enemy_hand: view.hand_count(other) as i16,
            deck: view.deck_count(me) as i16,
            enemy_deck: view.deck_count(other) as i16,
            discard: view.discard(me).len() as i16,
            enemy_discard: view.discard(other).len() as i16,
            ground_units: own.units[0],
            enemy_ground_units: enemy.units[0],
            space_units: own.units[1],
            enemy_space_units: enemy.units[1],
            ground_power: own.power[0],
            enemy_ground_power: enemy.power[0],
            space_power: own.power[1],
            enemy_space_power: enemy.power[1],
            done: view.is_done(me).into(),
            enemy_done: view.is_done(other).into(),
            played: past.played.this_phase().len() as i16,
            enemy_played: enemy_past.played.this_phase().len() as i16,
            units_defeated: past.units_defeated.into(),
            enemy_units_defeated: enemy_past.units_defeated.into(),
            credits: view.credits(me).into(),
            enemy_credits: view.credits(other).into(),
            force: own.force.into(),
            enemy_force: enemy.force.into(),
            played_aspects: aspects(past),
            enemy_played_aspects: aspects(enemy_past),
            played_round: past.played.this_round().len() as i16,
            enemy_played_round: enemy_past.played.this_round().len() as i16,
            events_round: view.events(me).into(),
            enemy_events_round: view.events(other).into(),
            base_damage: past.base_damage.into(),
            enemy_base_damage: enemy_past.base_damage.into(),
            units_left: past.units_left.into(),
            enemy_units_left: enemy_past.units_left.into(),
            attacks: past.attackers.len() as i16,
            enemy_attacks: enemy_past.attackers.len() as i16,
            attacked_base: past.deeds.attacked_base.into(),
            enemy_attacked_base: enemy_past.deeds.attacked_base.into(),
            fell_attacking: past.deeds.fell_attacking.into(),
            enemy_fell_attacking: enemy_past.deeds.fell_attacking.into(),
            drawn: deeds(Deed::CardsDrawn),
            enemy_drawn: enemy_deeds(Deed::CardsDrawn),
            discarded_hand: deeds(Deed::CardsDiscardedFromHand),
            enemy_discarded_hand: enemy_deeds(Deed::CardsDiscardedFromHand),
            discarded_deck: deeds(Deed::CardsDiscardedFromDeck),
            enemy_discarded_deck: enemy_deeds(Deed::CardsDiscardedFromDeck),
            tokens_created: deeds(Deed::TokensCreated),
            enemy_tokens_created: enemy_deeds(Deed::TokensCreated),
            indirect_damage: deeds(Deed::IndirectDamage),
            enemy_indirect_damage: enemy_deeds(Deed::IndirectDamage),
            actions_taken: deeds(Deed::Actions),
            enemy_actions_taken: enemy_deeds(Deed::Actions),
            force_uses: deeds(Deed::ForceUses),
            enemy_force_uses: enemy_deeds(Deed::ForceUses),
            enemies_defeated: deeds(Deed::EnemyUnitsDefeated),
            enemy_enemies_defeated: enemy_deeds(Deed::EnemyUnitsDefeated),
            price_effects: effects.prices,
            enemy_price_effects: enemy_effects.prices,
            delayed_effects: effects.delayed,
            enemy_delayed_effects: enemy_effects.delayed,
            extra_actions: effects.extra_actions,
            enemy_extra_actions: enemy_effects.extra_actions,
            promises: effects.promises,
            enemy_promises: enemy_effects.promises,
            ongoing_effects: effects.ongoing,
            enemy_ongoing_effects: enemy_effects.ongoing,
            ambushing: view.attack().is_some_and(|attack| attack.ambush).into(),
            omitted: 0,
            enemy_hand_known: 0,
        }
    }

    fn action(&self, prompt: Prompt, choice: Choice) -> Action {
        let (act, card, target) = self.view.act(prompt, choice, self.source);
        let Detail { number, mode, flags } = Detail::of(choice, self.view.seat());
        let [source, target_row] = [card, target].map(|card| self.row(card));
        let mut action = Action {
            verb: act as i16,
            source,
            target: target_row,
            card: self.card(target.or(card)),
            number,
            mode,
            flags,
            page: 0,
        };
        match choice {
            Choice::Smuggle(slot, n) => {
                action.number = self.costs.smuggling(slot, n).unwrap_or(0);
            }
            Choice::Pilot(slot) => action.number = self.costs.piloting(slot).unwrap_or(0),
            Choice::Name(title) => action.card = 1 + title as i16,
            _ => {}
        }
        action
    }
}

/// The row about the choice that was made, as far as it is known.
fn event<L: Shows>(view: &View<'_, L>) -> Option<Event> {
    let Answer { choice, act, card, target } = view.answer()?;
    let Detail { number, mode, flags } = Detail::of(choice, view.seat());
    let named = |card: Option<u16>| card.map_or(0, |card| 1 + card as i16);
    let target = match choice {
        Choice::Name(title) => Some(title),
        _ => target,
    };
    Some(Event {
        verb: act as i16,
        player: 0,
        source: named(card),
        target: named(target),
        number,
        mode,
        round: view.round() as i16,
        flags,
    })
}

/// The parts of an option besides cards.
struct Detail {
    number: i16,
    mode: i16,
    flags: i16,
}

impl Detail {
    fn of(choice: Choice, seat: Seat) -> Self {
        let mut detail = Self { number: 0, mode: 0, flags: 0 };
        match choice {
            Choice::Use(_, n)
            | Choice::Instead(_, n)
            | Choice::Mode(n)
            | Choice::Resolve(n)
            | Choice::Smuggle(_, n) => detail.mode = n.into(),
            Choice::Number(n) => detail.number = n.into(),
            // As an upgrade, not as a unit.
            Choice::Pilot(_) => detail.mode = 1,
            Choice::In(arena) => detail.mode = arena as i16,
            // Its own side first.
            Choice::First(first) => detail.mode = i16::from(first != seat),
            Choice::Decline | Choice::Pass | Choice::No => detail.flags = Action::DECLINES,
            Choice::Done => detail.flags = Action::ENDS,
            _ => {}
        }
        detail
    }
}

/// The aspects of the cards that were played this phase, a bit each.
fn aspects(past: &Past) -> i16 {
    let played = past.played.this_phase().iter();
    let set = played.fold(AspectSet::default(), |set, played| set.with(played.aspects));
    let there = (0..).zip(Aspect::ALL).filter(|(_, aspect)| set.has(*aspect));
    there.fold(0, |bits, (place, _)| bits | 1 << place)
}

/// A number as a byte: what lies beyond is the bound.
fn byte(number: i16) -> u8 {
    number.clamp(0, 255) as u8
}

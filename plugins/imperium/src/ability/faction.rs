//! The steps that faction sheets, faction technologies and their notes have and nobody else.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::board::Pool;
use crate::choice::{Choice, Prompt, Target};
use crate::piece::Place;
use crate::procedure::{Assignment, Limits, Production};
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{By, Gain, UnitType};

impl Ability {
    /// The exchange of the two cards that were chosen last: each goes to who has the other.
    pub(super) fn exchange(&self, by: &Resolver<'_>) -> Vec<Proposal> {
        let pieces: Vec<_> = self.picked.iter().filter_map(|target| target.piece()).collect();
        let [.., one, other] = *pieces else { return Vec::new() };
        let holder = |slot: Slot| by.scene.piece(slot).holder;
        let to = |seat: Seat| Proposal::new(Verb::ToPlace(Place::Area), seat);
        vec![to(holder(other.slot)).of(one), to(holder(one.slot)).of(other)]
    }

    /// The way of the player's units out of the active system to the chosen one: ships, and what
    /// they transport.
    pub(super) fn flee(&self, by: &Resolver<'_>) -> Vec<Proposal> {
        let Resolver { scene, seat, .. } = *by;
        let (Target::System(to), Some(from)) = (self.chosen, scene.board.system) else {
            return Vec::new();
        };
        let there = |slot: Slot| {
            let piece = scene.piece(slot);
            piece.owner == seat && piece.place == Place::Space(from)
        };
        let go = Proposal::new(Verb::Move(Place::Space(to)), seat);
        let all = scene.figures().map(|(slot, _)| slot).filter(|&slot| there(slot));
        all.map(|slot| go.of(scene.reference(slot))).collect()
    }

    /// The gain of the upgrade of a type of unit that the player can have.
    pub(super) fn upgrade(unit: UnitType, by: &Resolver<'_>) -> Vec<Proposal> {
        let upgrade = by.scene.upgrade_of(by.seat, unit).into_iter();
        let gain = Proposal::new(Verb::GainTechnology, by.seat);
        upgrade.map(|definition| gain.amount(definition as i16)).collect()
    }

    /// Takes a token out of a pool of each of these; a fleet pool may then be too small (LRR 37.3).
    pub(super) fn lose_token(&mut self, who: By, pool: Pool, run: &mut Run<'_>) -> Flow {
        let seats = self.players(who, run).into_iter();
        if self.part == 0 {
            self.part = 1;
            run.propose(seats.map(|seat| Proposal::new(Verb::SpendToken(pool), seat)));
            return Flow::Again;
        }
        self.part = 0;
        if pool == Pool::Fleet {
            seats.for_each(|seat| Limits::everywhere(run, seat));
        }
        Flow::Then
    }

    /// Lets the opponent assign hits to ships that are no fighters, if there are any.
    pub(super) fn hit_ships(hits: u8, run: &mut Run<'_>) {
        let (scene, seat) = (run.scene, run.seat);
        if let (Some(opponent), Some(system)) = (scene.opponent(seat), scene.board.system) {
            let hits = i16::from(hits);
            let assigned = Assignment::of(hits, Hits::Ability, seat, system);
            run.call(opponent, assigned.aimed(hits));
        }
    }

    /// Lets the player produce a ship of a type of which one was destroyed in the combat.
    pub(super) fn salvage(&self, run: &mut Run<'_>) {
        if let Some(system) = self.event.and_then(|(_, event)| event.system) {
            run.call(run.seat, Production::one_of(run.scene.board.wrecks, system));
        }
    }

    /// Lets the player produce a unit in the chosen system.
    pub(super) fn produce_one(&self, run: &mut Run<'_>) {
        if let Target::System(system) = self.chosen {
            run.call(run.seat, Production::one_of(u16::MAX, system));
        }
    }

    /// The goods of the player of the event of which the player can take one.
    pub(super) fn takeable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let Some((_, event)) = self.event else { return Vec::new() };
        let player = by.scene.board.player(event.seat);
        let goods = (player.trade_goods > 0).then_some(Choice::TradeGood(true));
        let commodities = (player.commodities > 0).then_some(Choice::Commodity(true));
        goods.into_iter().chain(commodities).collect()
    }

    /// Takes a trade good or a commodity of the player of the event, which is a trade good then
    /// (LRR 21.5).
    pub(super) fn take_good(&self, run: &mut Run<'_>) -> Flow {
        let Some((_, event)) = self.event else { return Flow::Then };
        let taken = match run.answer {
            Some(Choice::TradeGood(_)) => Gain::TradeGoods,
            Some(_) => Gain::Commodities,
            None if self.takeable(run).is_empty() => return Flow::Then,
            None => return run.ask(run.seat, Prompt::Step),
        };
        let of = |verb, seat| Proposal::new(verb, seat).with(event.seat).amount(1);
        run.propose([
            of(Verb::Lose(taken), event.seat),
            of(Verb::Gain(Gain::TradeGoods), run.seat),
        ]);
        Flow::Then
    }
}

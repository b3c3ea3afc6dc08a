//! What became of each card of a game, counted as facts happen.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::tally::{Fate, Keeper, Tally};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;

use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::driver::play::scores;
use crate::library::full_name;
use crate::proposal::{Fact, Verb};
use crate::state::State;
use crate::vocabulary::{Kind, Window};

/// Tallies of dealt games: leaders and all cards of the decks.
pub const KEEPER: Keeper<Catalogue> = Keeper { add, begin, end, name };

/// The tallies of the tables of a World that keep one: those on which searches try things do not.
/// The cards of a game are in the order of their slots: tokens come behind them.
#[derive(Resource, Clone, Default)]
struct Tallies(Arc<Mutex<Vec<(Entity, Tally)>>>);

impl Tallies {
    fn lock(&self) -> MutexGuard<'_, Vec<(Entity, Tally)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add(app: &mut App) {
    let tallies = Tallies::default();
    app.insert_resource(tallies.clone());
    let mut resolution = app.world_mut().resource_mut::<Resolution<Unlimited>>();
    resolution.add(Stage::Commit, move |at| {
        if let Some((_, tally)) = tallies.lock().iter_mut().find(|(table, _)| *table == at.entity) {
            count(tally, at);
        }
    });
}

fn begin(batch: &mut Batch, table: usize) {
    let (entity, world) = (batch.table(table), batch.world());
    let board = world.get::<Board>(entity).expect("a table has a board");
    let cards = board.slots - board.aside.len() as Slot;
    let roster = world.get::<Roster>(entity).expect("a table has a roster");
    let fate = |slot| {
        let card = world.get::<Card>(roster.card(slot)).expect("a slot is a card");
        let opening = board.players[usize::from(card.owner)].hand.contains(&slot);
        Fate { seat: card.owner, card: card.definition, opening, ..Fate::default() }
    };
    let tally = Tally { fates: (0..cards).map(fate).collect(), scores: Vec::new() };
    let mut tallies = world.resource::<Tallies>().lock();
    tallies.retain(|(table, _)| *table != entity);
    tallies.push((entity, tally));
}

fn end(batch: &mut Batch, table: usize) -> Tally {
    let (entity, world) = (batch.table(table), batch.world());
    let mut tallies = world.resource::<Tallies>().lock();
    let place = tallies.iter().position(|(table, _)| *table == entity);
    let (_, mut tally) = tallies.swap_remove(place.expect("the tally was begun"));
    let catalogue = world.resource::<Catalogue>();
    tally.fates.retain(|fate| catalogue.card(fate.card).kind() != Kind::Base);
    tally
}

fn name(catalogue: &Catalogue, card: u16) -> [String; 2] {
    let definition = &catalogue.card(card).definition;
    [definition.id.clone(), full_name(&definition.name, &definition.subtitle)]
}

/// Counts what has just happened.
fn count(tally: &mut Tally, at: &At<'_, Unlimited>) {
    let State { board, catalogue, cards, .. } = &at.state;
    // The set-up belongs to the first round.
    let round = u8::try_from(board.round.max(1)).unwrap_or(u8::MAX);
    for Fact { what, .. } in &at.facts {
        match what.verb {
            Verb::Mulligan => {
                let hand = &board.players[usize::from(what.seat)].hand;
                for (slot, fate) in (0..).zip(&mut tally.fates) {
                    if fate.seat == what.seat {
                        fate.opening = hand.contains(&slot);
                    }
                }
            }
            Verb::Start(Window::ActionPhase) if round > 1 => {
                tally.scores.push(scores(board, |slot| cards[usize::from(slot)].damage));
            }
            Verb::Draw | Verb::ToHand => {
                if let Some(fate) = of(tally, what.subject)
                    && !fate.is_seen()
                {
                    fate.drawn = round;
                }
            }
            Verb::ToResources => first(of(tally, what.subject), |fate| &mut fate.resourced, round),
            Verb::PlayUnit | Verb::PlayUpgrade | Verb::PlayEvent | Verb::Deploy => {
                if let Some(fate) = of(tally, what.subject) {
                    fate.plays = fate.plays.saturating_add(1);
                }
                first(of(tally, what.subject), |fate| &mut fate.played, round);
            }
            Verb::BeginAttack => {
                if let Some(fate) = of(tally, what.subject) {
                    fate.attacks = fate.attacks.saturating_add(1);
                }
            }
            Verb::Defeat => {
                if let Some(fate) = of(tally, what.subject) {
                    fate.defeated = fate.defeated.saturating_add(1);
                }
            }
            Verb::Damage => {
                let target = cards[usize::from(what.subject.slot)].definition;
                let base = catalogue.card(target).kind() == Kind::Base;
                if let Some(fate) = of(tally, what.source) {
                    let dealt = if base { &mut fate.base_damage } else { &mut fate.damage };
                    *dealt = dealt.saturating_add_signed(what.amount.max(0));
                }
            }
            _ => {}
        }
    }
}

/// A card of a deck; none where it is a token, or no card.
fn of(tally: &mut Tally, card: Ref) -> Option<&mut Fate> {
    if card.is_some() { tally.fates.get_mut(usize::from(card.slot)) } else { None }
}

/// Writes a round down, where none is.
fn first(fate: Option<&mut Fate>, of: impl Fn(&mut Fate) -> &mut u8, round: u8) {
    if let Some(place) = fate.map(of)
        && *place == 0
    {
        *place = round;
    }
}

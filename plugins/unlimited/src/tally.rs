//! The fate of each card of a game, counted as facts happen.

use bevy_app::App;
use cardmill_harness::tally::{self, Fate, Figure, Harm, Keeper, Measure, Stand, Tallies, Tally};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Ref;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::part;

use crate::driver::play::scores;
use crate::library::full_name;
use crate::prelude::*;
use crate::state::State;

/// Tallies of dealt games: leaders and all cards of the decks.
pub const KEEPER: Keeper<Catalogue> = Keeper {
    add,
    begin,
    end,
    figures: FIGURES,
    explained: EXPLAINED,
    measures: MEASURES,
    name,
    kind,
    cost,
    place: Catalogue::find,
    all: |_| Vec::new(),
};

/// The figures that tables show of cards, by the names that the community knows.
const FIGURES: &[(Figure, &str)] = &[
    (Figure::Played, "played"),
    (Figure::Round, "round"),
    (Figure::WonOpening, "OH"),
    (Figure::WonInHand, "GIH"),
    (Figure::MarginInHand, "±"),
    (Figure::Improvement, "IWD"),
    (Figure::WonPlayed, "PWR"),
];

const EXPLAINED: &str = "\
Shares in %. Won by copies in the kept hand (OH), ever in the hand (GIH), played
(PWR); IWD is GIH less the games in which a copy was not seen. They tell how the
games went, not what a card is worth: long games see more cards, cards are
played where there is time, and finishers where one is ahead.
";

/// The numbers that are measured as an action phase begins.
const MEASURES: &[Measure] = &[
    Measure { name: "base_hp", meaning: "HP that the player's base has left" },
    Measure { name: "hand", meaning: "cards in hand" },
    Measure { name: "deck", meaning: "cards left in the deck" },
    Measure { name: "resources", meaning: "resources" },
    Measure { name: "units", meaning: "units in play that the player controls" },
    Measure { name: "power", meaning: "their power together" },
    Measure { name: "hp", meaning: "the HP that they have left together" },
];

fn add(app: &mut App) {
    Tallies::add::<Unlimited>(app, count);
}

/// Begins a tally with the cards of a game in the order of their slots: tokens come behind them.
fn begin(batch: &mut Batch, table: usize) {
    let (entity, world) = (batch.table(table), batch.world());
    let board = part::<Board>(world, entity);
    let cards = board.slots - board.aside.len() as Slot;
    let roster = part::<Roster>(world, entity);
    let fate = |slot| {
        let card = world.get::<Card>(roster.card(slot)).expect("a slot is a card");
        let opening = board.players[usize::from(card.owner)].hand.contains(&slot);
        Fate { seat: card.owner, card: card.definition, opening, ..Fate::default() }
    };
    let mut fates: Vec<Fate> = (0..cards).map(fate).collect();
    for player in &board.players {
        // Nobody has taken a card back yet, so hands lie as they were drawn.
        for (position, slot) in (1..).zip(player.order()) {
            fates[usize::from(slot)].position = position;
        }
    }
    // Some bases take the mulligan away.
    let can = |base: Slot| {
        let base = world.get::<Card>(roster.card(base)).expect("a slot is a card");
        !world.resource::<Catalogue>().card(base.definition).front.no_mulligan
    };
    let mulligans = board.players.iter().map(|player| can(player.base).then_some(false)).collect();
    let bases = board.players.iter().map(|_| Harm::default()).collect();
    Tallies::begin(batch, table, Tally { fates, mulligans, bases, ..Tally::default() });
}

fn end(batch: &mut Batch, table: usize) -> Tally {
    let mut tally: Tally = Tallies::end(batch, table);
    let world = batch.world();
    let catalogue = world.resource::<Catalogue>();
    let board = part::<Board>(world, batch.table(table));
    for slot in board.players.iter().flat_map(|player| player.hand.iter()) {
        if let Some(fate) = tally.fates.get_mut(usize::from(*slot)) {
            fate.held = true;
        }
    }
    tally.fates.retain(|fate| catalogue.card(fate.card).kind() != Kind::Base);
    tally
}

fn name(catalogue: &Catalogue, card: u16) -> [String; 2] {
    let definition = &catalogue.card(card).definition;
    [definition.id.clone(), full_name(&definition.name, &definition.subtitle)]
}

fn kind(catalogue: &Catalogue, card: u16) -> &'static str {
    match catalogue.card(card).kind() {
        Kind::Unit => "units",
        Kind::Event => "events",
        Kind::Upgrade => "upgrades",
        Kind::Leader => "leaders",
        Kind::Base => "bases",
        Kind::Token | Kind::TokenUnit | Kind::ForceToken | Kind::CreditToken => "tokens",
    }
}

fn cost(catalogue: &Catalogue, card: u16) -> u32 {
    catalogue.card(card).definition.cost.into()
}

/// Counts what has just happened.
fn count(tally: &mut Tally, at: &At<'_, Unlimited>) {
    let State { board, catalogue, cards, .. } = &at.state;
    // The set-up belongs to the first round.
    let round = u8::try_from(board.round.max(1)).unwrap_or(u8::MAX);
    for Fact { what, .. } in &at.facts {
        match what.verb {
            Verb::Mulligan => {
                if let Some(taken) = tally.mulligans.get_mut(usize::from(what.seat)) {
                    *taken = Some(true);
                }
                let hand = &board.players[usize::from(what.seat)].hand;
                for (slot, fate) in (0..).zip(&mut tally.fates) {
                    if fate.seat == what.seat {
                        fate.opening = hand.contains(&slot);
                    }
                }
            }
            Verb::Start(Window::ActionPhase) => {
                let scores = scores(board, |slot| cards[usize::from(slot)].damage);
                let stands = (0..).zip(scores);
                let stands = stands.map(|(seat, score)| Stand {
                    score,
                    measures: measures(&at.state.scene(), seat),
                });
                tally.rounds.push(stands.collect());
            }
            Verb::Draw | Verb::ToHand => {
                if let Some(fate) = of(tally, what.subject)
                    && !fate.is_seen()
                {
                    fate.drawn = round;
                }
            }
            Verb::ToResources => {
                if let Some(fate) = of(tally, what.subject) {
                    fate.set_up |= board.round == 0;
                }
                first(of(tally, what.subject), |fate| &mut fate.resourced, round);
            }
            Verb::Spend => pay(tally, what.seat, board.round, what.amount),
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
                if base {
                    harm(tally, board, what);
                }
                if let Some(fate) = of(tally, what.source) {
                    let dealt = if base { &mut fate.base_damage } else { &mut fate.damage };
                    *dealt = dealt.saturating_add_signed(what.amount.max(0));
                }
            }
            _ => {}
        }
    }
}

/// Counts what a player has paid in a round.
fn pay(tally: &mut Tally, seat: Seat, round: u16, amount: i16) {
    let rounds = usize::from(round.max(1));
    while tally.paid.len() < rounds {
        tally.paid.push(tally.bases.iter().map(|_| 0).collect());
    }
    let paid = &mut tally.paid[rounds - 1][usize::from(seat)];
    *paid = paid.saturating_add_signed(amount.max(0));
}

/// Counts damage to a base. Who draws from an empty deck is dealt some by no card (CR 8.6.1).
fn harm(tally: &mut Tally, board: &Board, what: &Proposal) {
    let owner = board.players.iter().position(|player| player.base == what.subject.slot);
    let Some(owner) = owner else { return };
    let Some(harm) = tally.bases.get_mut(owner) else { return };
    let is_drawn = usize::from(what.seat) == owner && board.players[owner].deck.is_empty();
    let dealt = match what.combat {
        true => &mut harm.combat,
        false if !what.source.is_some() && is_drawn => &mut harm.empty,
        false => &mut harm.abilities,
    };
    *dealt = dealt.saturating_add_signed(what.amount.max(0));
}

/// The numbers measured of a player, in the order of [`MEASURES`].
fn measures(scene: &Scene<'_>, seat: Seat) -> ArrayVec<i16, { tally::MEASURES }> {
    let player = &scene.board.players[usize::from(seat)];
    let units = || {
        scene.board.play.iter().copied().filter(|&slot| {
            let card = scene.card(slot);
            card.controller == seat && card.zone.is_arena()
        })
    };
    let left = |slot| scene.remaining(slot);
    let power = |slot| i16::from(scene.stats(slot).power);
    let counted = |count: usize| i16::try_from(count).unwrap_or(i16::MAX);
    [
        left(player.base),
        counted(player.hand.len()),
        counted(player.deck.len()),
        counted(player.resources.len()),
        counted(units().count()),
        units().map(power).sum(),
        units().map(left).sum(),
    ]
    .into_iter()
    .collect()
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

//! Counts of each ship and each upgrade of a game, made as facts happen.
//!
//! A ship is *used* when it attacks, an upgrade when it is the weapon, when it modifies dice, or when an
//! ability of it does anything.

use arrayvec::ArrayVec;
use bevy_app::App;
use cardmill_harness::tally::{self, Fate, Figure, Keeper, Measure, Stand, Tallies, Tally};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{SEATS, Slot};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::part;

use crate::board::{Armament, Board};
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::proposal::{Proposal, Verb};
use crate::score::Forces;
use crate::ship::SHIPS;
use crate::vocabulary::{Kind, Phase};

/// Tallies of games: the ships of both squads and their upgrades.
pub(crate) const KEEPER: Keeper<Catalogue> = Keeper {
    add,
    begin,
    end,
    figures: FIGURES,
    explained: EXPLAINED,
    measures: MEASURES,
    name,
    kind,
    cost: |_, _| 0,
    place: Catalogue::find,
    all: |_| Vec::new(),
};

/// The figures that tables show of ships and upgrades.
const FIGURES: &[(Figure, &str)] = &[
    (Figure::Played, "used"),
    (Figure::Round, "round"),
    (Figure::WonPlayed, "won"),
    (Figure::MarginPlayed, "±"),
    (Figure::Attacks, "attacks"),
    (Figure::Damage, "damage"),
    (Figure::Defeated, "lost"),
];

const EXPLAINED: &str = "\
Shares in %. A ship is used in a game when it attacks, an upgrade when it is what
a ship attacks with, modifies dice, or does anything else; round: the first such
round; won: of these games. Attacks and damage of a copy in a game, and how often
its ship is destroyed or flees. They tell how the games went, not what a card is
worth: who is ahead has more ships that attack.
";

/// The measures of each player as a round begins.
const MEASURES: &[Measure] = &[
    Measure { name: "ships", meaning: "ships that the player has left" },
    Measure { name: "hull", meaning: "the hull and shields that they have left together" },
];

/// The tally of a table.
struct Kept {
    tally: Tally,
    /// The slots of its fates, in order, each with the last round in which it was used.
    slots: Vec<(Slot, u8)>,
}

fn add(app: &mut App) {
    Tallies::<Kept>::add::<XWing>(app, |kept, at| {
        for fact in &at.facts {
            kept.count(fact, at);
        }
    });
}

fn begin(batch: &mut Batch, table: usize) {
    let (entity, world) = (batch.table(table), batch.world());
    let board = part::<Board>(world, entity);
    let (roster, catalogue) = (part::<Roster>(world, entity), world.resource::<Catalogue>());
    let fates = (0..board.ships).chain(SHIPS as Slot..board.slots).filter_map(|slot| {
        let card = world.get::<Card>(roster.card(slot)).expect("a slot is a card");
        let kind = &catalogue.card(card.definition).definition.kind;
        let counts = matches!(kind, Kind::Pilot { .. } | Kind::Upgrade(_));
        let fate = Fate { seat: card.owner, card: card.definition, ..Fate::default() };
        counts.then_some(((slot, 0), fate))
    });
    let (slots, fates) = fates.unzip();
    Tallies::begin(batch, table, Kept { tally: Tally { fates, ..Tally::default() }, slots });
}

fn end(batch: &mut Batch, table: usize) -> Tally {
    Tallies::<Kept>::end(batch, table).tally
}

fn name(catalogue: &Catalogue, card: u16) -> [String; 2] {
    let definition = &catalogue.card(card).definition;
    [definition.id.clone(), definition.name.clone()]
}

fn kind(catalogue: &Catalogue, card: u16) -> &'static str {
    match catalogue.card(card).definition.kind {
        Kind::Pilot { .. } => "pilots",
        Kind::Upgrade(_) => "upgrades",
        _ => "other cards",
    }
}

impl Kept {
    /// Counts what has just happened.
    fn count(&mut self, fact: &Proposal, at: &At<'_, XWing>) {
        let board = &at.state.board;
        // The set-up belongs to the first round.
        let round = u8::try_from(board.round.max(1)).unwrap_or(u8::MAX);
        match fact.verb {
            Verb::Start(Phase::Planning) => {
                // Games that begin from a position may begin in the middle of a round.
                self.tally.rounds.resize_with(usize::from(round) - 1, ArrayVec::new);
                self.tally.rounds.push(stands(at));
            }
            Verb::BeginAttack { shot, .. } => {
                for card in by(fact.ship, shot.with) {
                    self.used(card, round);
                    self.change(card, |fate| fate.attacks = fate.attacks.saturating_add(1));
                }
            }
            Verb::Modified(_) if usize::from(fact.card) >= SHIPS => self.used(fact.card, round),
            Verb::Destroy | Verb::Flee => self.change(fact.ship, |fate| fate.defeated = 1),
            Verb::Suffered(_) => {
                let hit = board.attack().filter(|it| it.shot.at == fact.ship && !it.over);
                let own = |card: Slot| at.state.scene().host(card) == fact.ship;
                let cards = match hit {
                    Some(attack) => by(attack.attacker, attack.shot.with),
                    None if fact.source == Slot::MAX || own(fact.source) => ArrayVec::new(),
                    None => core::iter::once(fact.source).collect(),
                };
                for card in cards {
                    self.change(card, |fate| fate.damage = fate.damage.saturating_add(1));
                }
            }
            _ => {}
        }
        if usize::from(fact.source) >= SHIPS {
            self.used(fact.source, round);
        }
    }

    fn change(&mut self, card: Slot, change: impl FnOnce(&mut Fate)) {
        if let Some(place) = self.place(card) {
            change(&mut self.tally.fates[place]);
        }
    }

    fn place(&self, card: Slot) -> Option<usize> {
        self.slots.binary_search_by_key(&card, |(slot, _)| *slot).ok()
    }

    /// A card is used, which counts once a round.
    fn used(&mut self, card: Slot, round: u8) {
        let Some(place) = self.place(card) else { return };
        let (fate, (_, last)) = (&mut self.tally.fates[place], &mut self.slots[place]);
        if *last != round {
            *last = round;
            fate.plays = fate.plays.saturating_add(1);
        }
        if fate.played == 0 {
            fate.played = round;
        }
    }
}

/// The cards that attack: the ship, and the upgrade that is its weapon.
fn by(ship: Slot, with: Armament) -> ArrayVec<Slot, 2> {
    let weapon = match with {
        Armament::Upgrade(card) => Some(card),
        Armament::Primary(_) => None,
    };
    core::iter::once(ship).chain(weapon).collect()
}

/// The standings of both players, by seat: their scores and measures.
fn stands(at: &At<'_, XWing>) -> ArrayVec<Stand, SEATS> {
    let state = &at.state;
    let ships = state.ships.iter().zip(state.stats.iter());
    let forces = Forces::of(ships, state.cards.iter(), state.catalogue);
    let scene = state.scene();
    let measures = |seat| -> ArrayVec<i16, { tally::MEASURES }> {
        let own = scene.present().filter(|&ship| scene.ship(ship).owner == seat);
        let hull = own.map(|ship| forces.lefts[usize::from(ship)][1] as i16).sum();
        [scene.fleet(seat) as i16, hull].into_iter().collect()
    };
    let stands = (0..).zip(forces.scores());
    stands.map(|(seat, score)| Stand { score, measures: measures(seat) }).collect()
}

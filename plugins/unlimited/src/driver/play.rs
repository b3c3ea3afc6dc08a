//! Games of this game by the thousand: decks are dealt, or positions laid out.

use bevy_app::{App, Plugin as _};
use bevy_ecs::prelude::*;
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Driver;
use cardmill_harness::observation::Encoder;
use cardmill_harness::plain::plain;
use cardmill_harness::planner::{self, PLAYER};
use cardmill_harness::play::{
    Entry, EntryError, Kind, Opening, Play, SEATS, Shelf, Source, Standing, Touched,
};
use cardmill_harness::session::Problem;
use cardmill_harness::tally::Keeper;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::part;
use core::ops::RangeInclusive;
use serde_json::{Value, json};
use std::path::PathBuf;

use super::{Tabletop, prospect};
use crate::agent::{AgentsPlugin, GREEDY};
use crate::board::{Outcome, Player};
use crate::deck::{Deck, DeckError, Plan, RULE, shelves};
use crate::icons::IconCount;
use crate::knowledge::Knowledge;
use crate::prelude::*;
use crate::vocabulary as cards;
use crate::{deal, picture, seats, tally};

impl Play for Tabletop {
    type Entry = Deck;

    const AGENTS: &'static [Agent] = &[Agent::RANDOM, GREEDY];

    const TALLY: Option<Keeper<Catalogue>> = Some(tally::KEEPER);
    const PLANNERS: &'static [Agent] = planner::PLANNERS;
    const USUAL: Agent = PLAYER;
    const PLANNED: usize = 2;

    fn add_agents(app: &mut App) {
        AgentsPlugin.build(app);
    }

    fn deal(batch: &mut Batch, table: usize, decks: &[&Deck], seed: u64, game: u64) {
        deal::deal(batch, table, decks, seed, game);
    }

    /// The opening hand, then the deck from its top.
    fn order(batch: &Batch, table: usize, seat: Seat) -> Vec<usize> {
        let player = &part::<Board>(batch.world(), batch.table(table)).players[usize::from(seat)];
        player.order().map(|slot| usize::from(slot - player.leader)).collect()
    }

    fn exchange_first(batch: &mut Batch, table: usize) {
        deal::exchange_first(batch, table);
    }

    fn round(world: &World, table: Entity) -> u16 {
        part::<Board>(world, table).round
    }

    fn first(world: &World, table: Entity) -> Seat {
        part::<Board>(world, table).first
    }

    /// The first slots of a table that was dealt to are the cards of its decks. Of more than two it is not kept.
    fn touched(world: &World, table: Entity) -> Touched {
        if part::<Board>(world, table).players.are_many() {
            return Touched([u64::MAX; 2]);
        }
        Touched(part::<Knowledge>(world, table).touched())
    }

    /// The damage on the other player's base is the score; where there are more of them, the remaining HP of
    /// their own base, by which they come in (CR 12.7).
    fn standing(world: &World, table: Entity) -> Standing {
        let board = part::<Board>(world, table);
        let roster = part::<Roster>(world, table);
        let damage = |base| world.get::<Card>(roster.card(base)).expect("a base is a card").damage;
        if board.players.are_many() {
            let left = |player: &Player| {
                let hp =
                    world.get::<Stats>(roster.card(player.base)).expect("a card has numbers").hp;
                if player.out { 0 } else { i16::from(hp) - i16::from(damage(player.base)) }
            };
            let scores = board.players.iter().map(left).collect();
            return match board.outcome {
                Outcome::Win(seat) => Standing::won(seat, scores),
                Outcome::Open | Outcome::Draw => Standing::open(scores),
            };
        }
        Standing::of(board.outcome, scores(board, damage))
    }

    /// A card out of sight of somebody is told by what it is, any other by its slot.
    fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
        let world = batch.world();
        let entity = batch.table(table);
        let decision = part::<Decision<Unlimited>>(world, entity);
        let roster = part::<Roster>(world, entity);
        let told = |slot: Slot| {
            let card = world.get::<Card>(roster.card(slot)).expect("a slot is a card");
            match card.zone {
                Zone::Deck | Zone::Hand | Zone::Resources => {
                    (Some((card.zone, card.owner, card.controller)), card.definition)
                }
                _ => (None, slot),
            }
        };
        let meaning = |&choice: &Choice| match choice.card() {
            Some(slot) => Digest::of(&(choice.about(0), told(slot))),
            None => Digest::of(&choice),
        };
        into.clear();
        into.extend(decision.options.iter().map(meaning));
    }

    fn begins(decision: &Decision<Unlimited>) -> bool {
        let begins = [Prompt::Action, Prompt::Resource, Prompt::FirstResource, Prompt::Mulligan];
        decision.prompt.is_some_and(|prompt| begins.contains(&prompt))
    }

    fn opens(decision: &Decision<Unlimited>) -> Option<Opening> {
        let at = |choice| decision.options.iter().position(|option| *option == choice);
        match decision.prompt? {
            Prompt::Mulligan => {
                Some(Opening::Mulligan { keep: at(Choice::No)?, take: at(Choice::Yes)? })
            }
            Prompt::FirstResource => Some(Opening::Resource),
            _ => None,
        }
    }

    fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
        prospect::prospect(batch, table, seat)
    }

    fn encoder() -> Result<Encoder<Unlimited>, Problem> {
        Ok(Encoder::default())
    }

    fn overview(&mut self, table: usize) -> Vec<String> {
        self.read(table, picture::picture)
    }

    fn opening(&mut self, table: usize) -> Vec<String> {
        let seats = self.board(table).players.len() as Seat;
        let hand = |seat| {
            let hand = self.read(table, |scene| picture::hand(scene, seat));
            format!("P{}'s opening hand: {hand}", seat + 1)
        };
        (0..seats).map(hand).collect()
    }
}

/// The scores as a table of two stands: the damage on the other player's base.
pub(crate) fn scores(board: &Board, damage: impl Fn(Slot) -> u8) -> ArrayVec<i16, SEATS> {
    [1, 0].map(|other: usize| i16::from(damage(board.players[other].base))).into_iter().collect()
}

impl Entry<Catalogue> for Deck {
    const NOUN: &'static str = "deck";
    const ENDINGS: &'static [&'static str] = &["json", "txt"];
    const SEATS: RangeInclusive<usize> = 2..=seats::SEATS;
    const BLANK: Option<&'static str> = Some("cost=99");
    const BUFFS: &'static [&'static str] = &["cost-1", "power+1", "hp+1"];
    /// The usual curve: power and HP together are two, and two more for each resource.
    const CURVE: fn(u32) -> u32 = |cost| 2 + 2 * cost;
    const SIDEBOARDING: Option<&'static str> = Some(RULE);
    const KINDS: Option<[Kind; 2]> =
        Some([Kind { name: "mean cost", width: 25 }, Kind { name: "share of units", width: 6 }]);

    /// Two leaders play Twin Suns, which is for three or four (CR 12.1).
    fn kind_of_game(&self, seats: usize) -> Result<&'static str, String> {
        if let (Some(card), true) = (&self.of_two, seats > 2) {
            return Err(format!("{card} is for two players alone yet"));
        }
        match self.second {
            None => Ok("decks with one leader"),
            Some(_) if seats > 2 => Ok("decks for Twin Suns"),
            Some(_) => Err("a deck for Twin Suns, which is played by three or four".to_owned()),
        }
    }

    /// JSON with a leader and a base; lists of names could be of any game.
    fn claims(text: &str) -> bool {
        let fields = ["leader", "base"];
        let all = fields.iter().all(|field| text.contains(&format!("\"{field}\"")));
        let file = all.then(|| text.trim_start_matches('\u{feff}').parse::<Value>().ok()).flatten();
        file.is_some_and(|file| fields.iter().all(|field| file.get(field).is_some()))
    }

    fn kind(&self, catalogue: &Catalogue) -> [u32; 2] {
        let definitions = || self.cards.iter().map(|&card| &catalogue.card(card).definition);
        let cost: u32 = definitions().map(|card| u32::from(card.cost)).sum();
        let units = definitions().filter(|card| card.kind == cards::Kind::Unit).count() as u32;
        [cost, units].map(|sum| sum * 100 / self.cards.len().max(1) as u32)
    }

    fn printed(catalogue: &Catalogue, card: &str) -> Option<[u32; 2]> {
        let all = catalogue.cards.iter().map(|card| &card.definition);
        let unit = all.into_iter().find(|definition| definition.id == card)?;
        let strength = unit.power.max(0).unsigned_abs() + unit.hp.max(0).unsigned_abs();
        (unit.kind == cards::Kind::Unit).then_some([unit.cost.into(), strength.into()])
    }

    /// All aspects of such a card are those of the leader and the base (CR 1.9).
    fn pool<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        let icons = |card: u16| IconCount::of(&catalogue.card(card).definition.aspects);
        let own = self.leaders().fold(icons(self.base), |own, leader| own.with(icons(leader)));
        let fits = |card: &&Definition| {
            matches!(card.kind, cards::Kind::Unit | cards::Kind::Event | cards::Kind::Upgrade)
                && IconCount::of(&card.aspects).beyond(own).is_empty()
        };
        let all = catalogue.cards.iter().map(|card| &card.definition);
        all.filter(fits).map(|card| card.id.as_str()).collect()
    }

    fn shelves(catalogue: &Catalogue) -> Vec<Shelf> {
        shelves(&catalogue.supplement)
    }

    fn read(catalogue: &Catalogue, sources: &[Source]) -> Vec<Result<Self, EntryError>> {
        let library = catalogue.library();
        let read = |source: &Source| match source {
            Source::File(file) => Self::open(file, library),
            Source::Text(text, file) => Self::parse(text, file, library),
        };
        sources.iter().map(|source| read(source).map_err(EntryError::from)).collect()
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Leader, base, a second leader if there is one, then every other card.
    fn cards<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        let fixed = [self.leader, self.base].into_iter().chain(self.second);
        let cards = fixed.chain(self.cards.iter().copied());
        cards.map(|card| catalogue.card(card).definition.id.as_str()).collect()
    }

    fn with(&self, catalogue: &Catalogue, place: usize, id: &str) -> Result<Self, EntryError> {
        let mut cards = self.cards(catalogue);
        cards[place] = id;
        let file = PathBuf::from(format!("{} with {id}", self.name));
        Ok(Self::of(&self.name, &cards, self.limited, &file, catalogue.library())?)
    }

    fn written(&self, catalogue: &Catalogue) -> Value {
        let mut deck = written(
            &self.name,
            &self.cards(catalogue),
            self.leaders().count() + 1,
            &self.aside(catalogue),
        );
        if self.limited {
            deck["metadata"]["format"] = "limited".into();
        }
        if !self.plans.is_empty() {
            let list = |cards: &[u16]| counted(&ids(cards, catalogue));
            let plan = |plan: &Plan| json!({ "against": plan.against, "out": list(&plan.out), "in": list(&plan.into) });
            deck["metadata"]["plan"] = self.plans.iter().map(plan).collect();
        }
        deck
    }

    fn sideboarded(&self, catalogue: &Catalogue, against: &Self) -> Option<Self> {
        self.sideboarded(catalogue, against)
    }

    fn aside<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        ids(&self.sideboard, catalogue)
    }

    fn boarded(&self, catalogue: &Catalogue, out: &[&str], into: &[&str]) -> Option<Self> {
        let places = |ids: &[&str]| ids.iter().map(|id| catalogue.find(id)).collect();
        let (out, into): (Option<Vec<u16>>, Option<Vec<u16>>) = (places(out), places(into));
        self.boarded(&out?, &into?)
    }
}

/// The ids of cards, in their order.
fn ids<'c>(cards: &[u16], catalogue: &'c Catalogue) -> Vec<&'c str> {
    cards.iter().map(|&card| catalogue.card(card).definition.id.as_str()).collect()
}

/// A deck of these cards, so many leaders and the base first, as a deck file writes it.
fn written(name: &str, cards: &[&str], fixed: usize, sideboard: &[&str]) -> Value {
    let mut deck = json!({
        "metadata": { "name": name },
        "leader": { "id": cards[0], "count": 1 },
        "base": { "id": cards[1], "count": 1 },
        "deck": counted(&cards[fixed..]),
    });
    if fixed > 2 {
        deck["secondleader"] = json!({ "id": cards[2], "count": 1 });
    }
    if !sideboard.is_empty() {
        deck["sideboard"] = counted(sideboard).into();
    }
    deck
}

/// Cards with their numbers, as a deck file lists them.
fn counted(cards: &[&str]) -> Vec<Value> {
    let entry = |copies: &[&str]| json!({ "id": copies[0], "count": copies.len() });
    cards.chunk_by(|one, next| one == next).map(entry).collect()
}

impl From<DeckError> for EntryError {
    fn from(error: DeckError) -> Self {
        Self { file: plain(&error.file.to_string_lossy()), lines: error.lines() }
    }
}

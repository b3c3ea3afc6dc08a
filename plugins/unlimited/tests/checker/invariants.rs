//! Invariants that hold at every decision of every game.

use core::cell::RefCell;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::resolve::work_out;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::table::{Table, Unsettled};
use cardmill_unlimited::board::{Board, Outcome};
use cardmill_unlimited::card::{Card, Marks, Permissions, Stats, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited};
use cardmill_unlimited::deal;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::effect::{Effect, EffectKind};
use cardmill_unlimited::knowledge::{Knowledge, Places};
use cardmill_unlimited::lineup::BASES;
use cardmill_unlimited::relevance::Relevance;
use cardmill_unlimited::vocabulary::{Ability, Keyword, Kind, Register};

/// Decisions and rounds no game may exceed.
const DECISIONS: u32 = 2000;
const ROUNDS: u16 = 60;

/// The invariants that a table that waits for a choice breaks, in words.
pub fn broken(batch: &Batch, table: usize, decks: &[&Deck]) -> Vec<String> {
    let world = batch.world();
    let view = View {
        world,
        catalogue: world.resource::<Catalogue>(),
        board: get(world, batch.table(table)),
        roster: get(world, batch.table(table)),
        stack: get(world, batch.table(table)),
        decision: get(world, batch.table(table)),
        table: get(world, batch.table(table)),
        entity: batch.table(table),
        wrong: RefCell::default(),
    };
    view.all(decks)
}

fn get<C: Component>(world: &World, entity: Entity) -> &C {
    world.get::<C>(entity).expect("every table has all components")
}

struct View<'w> {
    world: &'w World,
    catalogue: &'w Catalogue,
    board: &'w Board,
    roster: &'w Roster,
    stack: &'w Stack<Unlimited>,
    decision: &'w Decision<Unlimited>,
    table: &'w Table,
    entity: Entity,
    wrong: RefCell<Vec<String>>,
}

impl View<'_> {
    fn all(self, decks: &[&Deck]) -> Vec<String> {
        self.conserved(decks);
        self.zones();
        for slot in 0..self.board.slots {
            self.card_is_sound(slot);
        }
        self.players();
        self.clues();
        self.effects();
        self.lineup();
        if self.decision.prompt != Some(Prompt::Unique) {
            self.settled();
        }
        if self.decision.prompt == Some(Prompt::Action) {
            self.between_actions();
        }
        self.bounds();
        if self.table.decisions.is_multiple_of(16) {
            self.registered();
        }
        self.wrong.into_inner()
    }

    fn check(&self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.wrong.borrow_mut().push(what());
        }
    }

    fn card(&self, slot: Slot) -> Card {
        *get(self.world, self.roster.card(slot))
    }

    fn stats(&self, slot: Slot) -> &Stats {
        get(self.world, self.roster.card(slot))
    }

    fn kind(&self, slot: Slot) -> Kind {
        self.catalogue.card(self.card(slot).definition).kind()
    }

    fn name(&self, slot: Slot) -> String {
        let name = &self.catalogue.card(self.card(slot).definition).definition.name;
        format!("{name} (slot {slot}, {:?})", self.card(slot).zone)
    }

    /// Something that holds of a card.
    fn check_card(&self, slot: Slot, holds: bool, what: impl FnOnce() -> String) {
        self.check(holds, || format!("{}: {}", self.name(slot), what()));
    }

    /// Each card of a deck has a slot of its own for the whole game, and its owner; every other
    /// slot is a token's. A card is a copy of another in play alone, and once.
    fn conserved(&self, decks: &[&Deck]) {
        let mut slot = 0;
        for (seat, deck) in decks.iter().enumerate() {
            let fixed = [deck.leader, deck.base].into_iter().chain(deck.second);
            for definition in fixed.chain(deck.cards.iter().copied()) {
                let card = self.card(slot);
                let own = self.board.copies.own(slot).unwrap_or(card.definition);
                let kept = own == definition && usize::from(card.owner) == seat;
                self.check(kept, || format!("slot {slot} has become another card: {card:?}"));
                slot += 1;
            }
        }
        let copies = &self.board.copies.0;
        for (n, &(copy, own)) in copies.iter().enumerate() {
            let once = copies[..n].iter().all(|(other, _)| *other != copy);
            let copies = self.catalogue.card(own).front.enters_as.is_some();
            let holds = once && copies && self.card(copy).zone.is_play();
            self.check_card(copy, holds, || "a copy that is none".into());
        }
        for token in slot..self.board.slots {
            self.check_card(token, self.kind(token).is_token(), || "no token".into());
        }
    }

    /// Checks that the clues of the players are true.
    fn clues(&self) {
        let knowledge: &Knowledge = get(self.world, self.entity);
        for seat in self.board.players.seats() {
            for clue in knowledge.clues(seat) {
                let card = self.card(clue.slot);
                let hidden = match card.zone {
                    Zone::Deck => true,
                    Zone::Hand => card.owner != seat,
                    Zone::Resources => card.controller != seat,
                    _ => false,
                };
                let there = clue.owner == card.owner && clue.places.has(Places::of(&card));
                self.check_card(clue.slot, hidden && there, || format!("seat {seat}: {clue:?}"));
            }
        }
    }

    /// Every slot is on exactly one list, the one that its zone says.
    fn zones(&self) {
        let mut found: Vec<Vec<(Zone, Option<Seat>)>> = vec![Vec::new(); self.board.slots.into()];
        for (seat, player) in (0..).zip(&self.board.players) {
            let lists = [
                (&player.deck, Zone::Deck),
                (&player.hand, Zone::Hand),
                (&player.discard, Zone::Discard),
                (&player.resources, Zone::Resources),
            ];
            for (list, zone) in lists {
                for &slot in list {
                    found[usize::from(slot)].push((zone, Some(seat)));
                }
            }
            if player.out {
                continue;
            }
            found[usize::from(player.base)].push((Zone::Base, Some(seat)));
            for leader in player.leaders().filter(|leader| !self.board.play.contains(leader)) {
                found[usize::from(leader)].push((Zone::Base, Some(seat)));
            }
        }
        for &slot in &self.board.play {
            let zone = self.card(slot).zone;
            let force = zone == Zone::Base && self.kind(slot) == Kind::ForceToken;
            let zone = if zone.is_arena() || force { zone } else { Zone::Attached };
            found[usize::from(slot)].push((zone, None));
        }
        for &slot in &self.board.captured {
            found[usize::from(slot)].push((Zone::Captured, None));
        }
        for &slot in &self.board.aside {
            found[usize::from(slot)].push((Zone::Aside, None));
        }
        for (slot, places) in (0..).zip(found) {
            let card = self.card(slot);
            // What a search found waits for being played, on no list.
            let aside = card.zone == Zone::Aside && places.is_empty();
            let awaited = aside && (self.is_remembered(slot) || self.is_removed(slot));
            let one = matches!(&places[..], [(zone, _)] if *zone == card.zone);
            self.check_card(slot, one || awaited, || format!("on the lists of {places:?}"));
            let whose = if card.zone == Zone::Resources { card.controller } else { card.owner };
            let wrong = places.iter().find(|(_, seat)| seat.is_some_and(|seat| seat != whose));
            self.check_card(slot, wrong.is_none(), || "on the other player's list".into());
        }
    }

    /// Returns `true` for a card of a player who was eliminated.
    fn is_removed(&self, slot: Slot) -> bool {
        self.board.is_out(self.card(slot).owner) && !self.kind(slot).is_token()
    }

    fn is_remembered(&self, slot: Slot) -> bool {
        self.stack.entries.iter().any(|entry| match entry {
            Entry::Frame(frame) => {
                let bound = |register| frame.locals.bound(register).any(|card| card.slot == slot);
                bound(Register::Other) || bound(Register::It)
            }
            _ => false,
        })
    }

    fn card_is_sound(&self, slot: Slot) {
        let (card, kind) = (self.card(slot), self.kind(slot));
        let check = |holds, what: &str| self.check_card(slot, holds, || what.into());
        let deployed = card.marks.has(Marks::DEPLOYED);
        let fits = match card.zone {
            Zone::Ground | Zone::Space => match kind {
                Kind::Leader => deployed,
                kind => kind.is_unit() && !deployed,
            },
            Zone::Attached => {
                let pilots = matches!(kind, Kind::Leader | Kind::Unit);
                matches!(kind, Kind::Upgrade | Kind::Token) || pilots && deployed
            }
            Zone::Base => {
                let turned = self.catalogue.card(card.definition).is_turned(&card);
                matches!(kind, Kind::Leader | Kind::Base | Kind::ForceToken)
                    && (!deployed || turned)
            }
            Zone::Captured => kind == Kind::Unit,
            Zone::Aside => kind == Kind::Unit || kind.is_token() || self.is_removed(slot),
            Zone::Deck | Zone::Hand | Zone::Discard | Zone::Resources => {
                matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade)
            }
        };
        check(fits, "cannot be where it is");
        if card.zone == Zone::Attached {
            let unit = self.board.play.contains(&card.host) && self.card(card.host).zone.is_arena();
            let keywords = &self.catalogue.card(card.definition).definition.keywords;
            let fortifies = keywords.contains(&Keyword::Fortify) && self.board.is_base(card.host);
            check(unit || fortifies, "attached to no unit in play, and it is no Fortify on a base");
        } else if card.zone == Zone::Captured {
            let zone = self.card(card.host).zone;
            let stays = zone.is_arena() || zone == Zone::Attached;
            let guarded = stays || self.board.is_base(card.host);
            let settled = self.decision.prompt != Some(Prompt::Unique);
            check(guarded || !settled, "guarded by nothing in play");
        } else {
            check(card.host == Slot::MAX, "has a host");
        }
        let takes_damage = card.zone.is_arena() || kind == Kind::Base;
        let sound = card.damage < 200 && (takes_damage || card.damage == 0);
        self.check_card(slot, sound, || format!("{} damage", card.damage));
        let stands = card.zone.is_arena() || card.zone == Zone::Base;
        check(stands || !card.is_exhausted(), "exhausted");
        let own =
            card.zone.is_play() || card.zone == Zone::Resources || card.controller == card.owner;
        check(own, "controlled by the other player");
    }

    fn players(&self) {
        for player in &self.board.players {
            let (ready, all) = (player.ready, player.resources.len());
            self.check(usize::from(ready) <= all, || {
                format!("{ready} of {all} resources are ready")
            });
        }
        let board = self.board;
        self.check(board.outcome == Outcome::Open, || "a game that is over goes on".into());
        for attack in &board.attacks {
            let attacker = attack.attacker;
            let gone =
                !attacker.is_some() || self.card(attacker.slot).incarnation != attacker.incarnation;
            let holds = gone || self.card(attacker.slot).controller == attack.seat;
            self.check(holds, || "the attacker is another player's".into());
        }
    }

    fn effects(&self) {
        let board = self.board;
        let mut numbers: Vec<u8> =
            board.effects.used().iter().chain(board.effects.spare()).copied().collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        self.check(numbers.len() == count, || "an effect is on two lists".into());
        for (list, live) in [(board.effects.used(), true), (board.effects.spare(), false)] {
            for &number in list {
                let effect: &Effect =
                    get(self.world, self.roster.lists.effects[usize::from(number)]);
                let is_live = effect.kind != EffectKind::None;
                self.check(is_live == live, || format!("effect {number} is on the wrong list"));
            }
        }
    }

    /// The sets of face-up cards are what is found by looking at card after card.
    fn lineup(&self) {
        let relevance: &Relevance = get(self.world, self.entity);
        let lineup = &relevance.lineup;
        let in_base = |slot: &Slot| self.card(*slot).zone == Zone::Base;
        let fixed = self.board.fixed().filter(|(_, slot)| in_base(slot));
        let mut places = 0;
        for (place, slot) in (0..).zip(self.board.play).chain(fixed) {
            places += 1;
            let (card, stats, kind) = (self.card(slot), self.stats(slot), self.kind(slot));
            let face = self.catalogue.card(card.definition).face(&card);
            let unique = self.catalogue.card(card.definition).definition.unique;
            let copied = self.board.copies.own(slot).is_some();
            let face_up_unique =
                unique && !copied && kind != Kind::Token && card.zone != Zone::Base;
            // Of units alone: what lasts for a unit that became an upgrade is nothing to it.
            let unit = card.zone.is_arena();
            let sentinel = unit && stats.keywords.has(Keyword::Sentinel);
            let hidden = unit && stats.keywords.has(Keyword::Hidden);
            let evasive = unit && stats.permissions.has(Permissions::NOT_ATTACKED);
            let is_action =
                |id: &u16| matches!(self.catalogue.ability(*id).ability, Ability::Action { .. });
            let granted = stats.gained.iter().any(is_action);
            let is_cost =
                |id: &u16| matches!(self.catalogue.ability(*id).ability, Ability::Cost { .. });
            let granted_costs = stats.gained.iter().any(is_cost);
            let sets = [
                ("of the first player", lineup.of[0], card.controller == 0),
                ("of the second player", lineup.of[1], card.controller == 1),
                ("of the third player", lineup.of[2], card.controller == 2),
                ("of the fourth player", lineup.of[3], card.controller == 3),
                ("ground", lineup.ground, card.zone == Zone::Ground),
                ("space", lineup.space, card.zone == Zone::Space),
                ("attached", lineup.attached, card.zone == Zone::Attached),
                ("leaders", lineup.leaders, kind == Kind::Leader),
                ("bases", BASES.and(lineup.all()), kind == Kind::Base),
                ("constants", lineup.constants, !face.constants.is_empty()),
                ("listeners", lineup.listeners, !face.triggered.is_empty()),
                ("actions", lineup.actions, !face.actions.is_empty()),
                ("granted", lineup.granted, granted),
                ("costs", lineup.costs, !face.costs.is_empty()),
                ("granted costs", lineup.granted_costs, granted_costs),
                ("unique", lineup.unique, face_up_unique),
                ("guards", lineup.guards, sentinel),
                ("evasive", lineup.evasive, !sentinel && evasive),
                ("hidden", lineup.hidden, !sentinel && !evasive && hidden),
            ];
            for (name, set, is) in sets {
                self.check_card(slot, set.has(place) == is, || {
                    format!("{name}: {is} is not noted")
                });
                self.check(set.without(lineup.all()).is_empty(), || format!("{name}: nobody"));
            }
        }
        let noted = lineup.all().iter().count();
        self.check(noted == places, || format!("{noted} of {places} cards are noted"));
    }

    /// Consequences have been drawn (CR 1.16.5).
    fn settled(&self) {
        let board = self.board;
        let unsettled: &Unsettled = get(self.world, self.entity);
        let settled = *unsettled == Unsettled::default();
        self.check(settled, || "asked before all was settled".into());
        // A consequence may be what a replacement is asked about.
        if self.decision.prompt == Some(Prompt::Replace) {
            return;
        }
        let mut unique: Vec<(Seat, &str, &str)> = Vec::new();
        for &slot in &board.play {
            let (card, stats) = (self.card(slot), self.stats(slot));
            let definition = &self.catalogue.card(card.definition).definition;
            if definition.unique && board.copies.own(slot).is_none() {
                unique.push((card.controller, &definition.name, &definition.subtitle));
            }
            if card.zone.is_arena() && !stats.permissions.has(Permissions::UNDEFEATED) {
                let left = i16::from(stats.hp) - i16::from(card.damage);
                self.check_card(slot, left > 0, || format!("{left} HP left"));
            }
        }
        unique.sort_unstable();
        let twice = unique.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        self.check(twice.is_none(), || format!("two copies of a unique card: {twice:?}"));
    }

    /// Between two actions nothing is unresolved.
    fn between_actions(&self) {
        let (board, seat) = (self.board, self.decision.seat);
        let idle = self.stack.entries.len() == 1
            && self.stack.waiting.is_empty()
            && self.stack.proposals.is_empty()
            && board.attacks.is_empty();
        self.check(idle, || "something is unresolved between two actions".into());
        self.check(board.active == seat, || "an action of the player whose turn it is not".into());
        let done = board.players[usize::from(seat)].done;
        self.check(!done, || "a player who took the initiative acts".into());
        self.check(board.departures.is_empty(), || "what left play long ago is remembered".into());
    }

    fn bounds(&self) {
        let (decisions, round) = (self.table.decisions, self.board.round);
        self.check(decisions <= DECISIONS, || format!("{decisions} decisions"));
        self.check(round <= ROUNDS, || format!("{round} rounds"));
        let offered = self.decision.options.len();
        self.check(offered >= 2, || format!("{offered} options are no decision"));
        let nothing = self.decision.options.contains(&Choice::Nothing);
        self.check(!nothing, || "nothing to choose from, beside something".into());
    }

    fn registered(&self) {
        let entities = self.roster.entities().chain([self.entity]);
        let unknown: Vec<_> = entities
            .flat_map(|entity| Registry::unregistered(self.world, entity))
            .map(|id| self.world.components().get_name(id).map(|name| name.to_string()))
            .collect();
        self.check(unknown.is_empty(), || format!("nobody registered {unknown:?}"));
    }
}

/// Works out constant abilities from nothing on table `scratch`, and says what is then different.
/// Both tables must wait.
pub fn differs_from_scratch(batch: &mut Batch, table: usize, scratch: usize) -> Vec<String> {
    deal::fork(batch, table, scratch);
    let entity = batch.table(scratch);
    let cards = get::<Roster>(batch.world(), entity).lists.cards.clone();
    let world = batch.world_mut();
    for &card in &cards {
        *world.get_mut::<Stats>(card).expect("every slot is a card") = Stats::default();
    }
    world.get_mut::<Unsettled>(entity).expect("a table is settled or not").constants = true;
    work_out::<Unlimited>(world, entity);
    let world = batch.world();
    let kept = get::<Roster>(world, batch.table(table));
    // A table may have cards to spare, which are as an earlier game left them.
    let slots = get::<Board>(world, batch.table(table)).slots;
    let mut different: Vec<String> = kept
        .lists
        .cards
        .iter()
        .zip(&cards)
        .take(slots.into())
        .filter_map(|(&kept, &fresh)| {
            let card: &Card = get(world, kept);
            let (kept, fresh) = (get::<Stats>(world, kept), get::<Stats>(world, fresh));
            let name = &world.resource::<Catalogue>().card(card.definition).definition.name;
            (card.zone.is_play() && kept != fresh).then(|| {
                format!("{name} in {:?} is {kept:?} and from scratch {fresh:?}", card.zone)
            })
        })
        .collect();
    let [kept, fresh] = [table, scratch].map(|table| get::<Relevance>(world, batch.table(table)));
    if kept != fresh {
        different.push(format!("{kept:?} and from scratch {fresh:?}"));
    }
    if deal::digest(batch, table) != deal::digest(batch, scratch) {
        different.push("the digest is another one from scratch".into());
    }
    different
}

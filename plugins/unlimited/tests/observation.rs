//! Rows say what a view says, within their columns' ranges, and nothing of what is hidden.

use std::collections::{BTreeMap, BTreeSet};

use cardmill_harness::library::Editable;
use cardmill_harness::observation::schema::{Array, Axis, Values};
use cardmill_harness::observation::{
    Action, Answer, Arrays, Encoder, Event, Glance, History, HistoryPlugin, Level, Packed, Page,
    Room, Schema, Written,
};
use cardmill_harness::session::Session;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::resolve::look;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::card::{Card, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::observation::ACTS;
use cardmill_unlimited::reader::read;
use cardmill_unlimited::vocabulary::{Definition, Kind};

use crate::decks::drawn;

/// Room for all there can be.
const ALL: Room = Room { entities: 255, actions: 64, events: 8 };

/// Observes one decision after the other.
pub(crate) struct Observer {
    encoder: Encoder<Unlimited>,
    arrays: Arrays,
}

impl Observer {
    pub(crate) fn new(room: Room) -> Self {
        let encoder = Encoder::default();
        let arrays = Arrays::new(encoder.widths(), room, 1);
        arrays.clone().padded().check(encoder.widths()).unwrap();
        Self { encoder, arrays }
    }

    pub(crate) fn all() -> Self {
        Self::new(ALL)
    }

    fn observe(&mut self, batch: &mut Batch, table: usize, glance: Glance) -> Written {
        let entity = batch.table(table);
        let Self { encoder, arrays } = self;
        look::<Unlimited, _>(batch.world_mut(), entity, |at| {
            encoder.pad(at, glance, &mut arrays.padded(), 0)
        })
    }

    /// All arrays as a table is seen.
    pub(crate) fn seen(
        &mut self,
        batch: &mut Batch,
        table: usize,
        seat: Seat,
        level: Level,
    ) -> Arrays {
        self.observe(batch, table, Glance { seat, level, page: 0 });
        self.arrays.clone()
    }
}

fn schema() -> Schema {
    Encoder::<Unlimited>::default().schema
}

fn asked(batch: &Batch) -> &Decision<Unlimited> {
    batch.world().get(batch.table(0)).unwrap()
}

fn choose(batch: &mut Batch, option: usize) {
    let entity = batch.table(0);
    let mut query = batch.world_mut().query::<(&mut Table, &mut Decision<Unlimited>)>();
    let (mut table, mut decision) = query.get_mut(batch.world_mut(), entity).unwrap();
    decision.choose(&mut table, option).unwrap();
}

/// Plays games of decks of all kinds of cards by a fixed pattern; `with` chooses among so many
/// options. Returns the digests of the games, and the table of the last one.
fn play(games: u64, mut with: impl FnMut(&mut Batch, u64) -> usize) -> (Vec<u64>, Batch) {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let decks = drawn(&library, 2 * games, |_| true);
    let mut batch = Batch::of::<Unlimited>(&catalogue, 2, HistoryPlugin::<Unlimited>::default());
    let mut digests = Vec::new();
    for (game, pair) in (0..).zip(decks.chunks(2)) {
        deal::deal(&mut batch, 0, [&pair[0], &pair[1]], 3, game);
        for table in [0, 1].map(|table| batch.table(table)) {
            batch.world_mut().entity_mut(table).insert(History::new(ALL.events));
        }
        let mut trail = game;
        loop {
            match batch.status(0) {
                Status::Busy => batch.tick(),
                Status::Waiting => {
                    trail = mix(trail, 1);
                    let option = with(&mut batch, trail);
                    choose(&mut batch, option);
                }
                Status::Over => break,
                status => panic!("game {game} is {status:?}"),
            }
        }
        digests.push(deal::digest(&batch, 0));
    }
    (digests, batch)
}

/// The pattern by which options are picked.
fn any(batch: &Batch, trail: u64) -> usize {
    trail as usize % asked(batch).options.len()
}

/// The values of an array, row by row; padding and spare numbers are left out.
fn rows<'a>(array: &Array, cells: &'a [i16], filled: usize) -> impl Iterator<Item = &'a [i16]> {
    let width = array.width.unwrap_or(1);
    let columns = array.columns.len();
    cells.chunks(width).take(filled).map(move |row| &row[..columns])
}

#[test]
fn every_value_is_in_its_range_and_every_row_that_is_named_is_there() {
    let schema = schema();
    let library = Library::load(default_dir()).unwrap();
    let cards = Catalogue::new(&library.definitions).unwrap().cards.len() as i16;
    let mut observer = Observer::all();
    let mut most = 0;
    let mut used = BTreeSet::new();
    play(240, |batch, trail| {
        let all = [0, 1].into_iter().flat_map(|seat| Level::ALL.map(|level| (seat, level)));
        let known = (asked(batch).seat, Level::Seat);
        for (seat, level) in all.filter(|&each| each == known || trail.is_multiple_of(8)) {
            let glance = Glance { seat, level, page: 0 };
            let written = observer.observe(batch, 0, glance);
            most = most.max(written.entities);
            let filled = observer.arrays.filled[0];
            let is_asked = match level {
                Level::Seat => seat == asked(batch).seat,
                Level::Public => false,
                Level::Omniscient => true,
            };
            assert_eq!(filled.actions > 0, is_asked);
            let wide = |cells: &[u8]| cells.iter().map(|&cell| i16::from(cell)).collect();
            let mask: Vec<i16> = observer.arrays.mask.iter().map(|&m| i16::from(m)).collect();
            assert_eq!(mask.iter().map(|&m| m as usize).sum::<usize>(), filled.actions);
            let cells: Vec<Vec<i16>> = vec![
                observer.arrays.cards.clone(),
                wide(&observer.arrays.entities),
                observer.arrays.globals.clone(),
                observer.arrays.actions.clone(),
                mask,
                observer.arrays.events.clone(),
            ];
            for (array, cells) in schema.arrays.iter().zip(&cells) {
                let filled = match array.axis {
                    Axis::Entities => filled.entities,
                    Axis::Actions => filled.actions,
                    Axis::Events => filled.events,
                    _ => 1,
                };
                let width = array.width.unwrap_or(1);
                // Events are the last rows, all others the first.
                let all = match array.axis {
                    Axis::Events => cells.rchunks(width).flatten().copied().collect(),
                    _ => cells.clone(),
                };
                assert!(all[filled * width..].iter().all(|&cell| cell == 0), "{}", array.name);
                for row in rows(array, &all, filled) {
                    for (column, &value) in array.columns.iter().zip(row) {
                        let (least, most) = match column.values {
                            Values::Row => (0, written.entities as i16),
                            Values::Card => (0, cards),
                            values => values.range(),
                        };
                        assert!(
                            (least..=most).contains(&value),
                            "{} {} is {value}",
                            array.name,
                            column.name
                        );
                        if value != 0 {
                            used.insert((array.name, column.name.clone()));
                        }
                    }
                }
            }
        }
        any(batch, trail)
    });
    assert!(most > 60 && most < 255, "{most} rows");
    let idle: Vec<_> = schema
        .arrays
        .iter()
        .filter(|array| array.axis != Axis::Cards)
        .flat_map(|array| array.columns.iter().map(|column| (array.name, column.name.clone())))
        .filter(|column| !used.contains(column))
        .collect();
    // There was room for all, nobody is asked at the end, and few cards ask for a number or give one
    // more action.
    let rare = [
        "outcome",
        "omitted",
        "page",
        "number",
        "extra_actions",
        "enemy_extra_actions",
        "no_combat_damage",
        "leader_unit",
    ];
    assert!(idle.iter().all(|(_, name)| rare.contains(&&**name)), "never anything but 0: {idle:?}");
}

#[test]
fn seats_know_of_choices_what_they_see_of_them() {
    let mut observer = Observer::all();
    // What each seat saw at the last decision, and the events it knew of then.
    let mut before: [(Vec<i16>, Vec<i16>); 2] = Default::default();
    let (mut own, mut others, mut cards) = (0, 0, 0);
    let mut last = None;
    let definitions = Library::load(default_dir()).unwrap().definitions;
    play(12, |batch, trail| {
        if batch.world().get::<Table>(batch.table(0)).unwrap().decisions == 0 {
            (before, last) = (Default::default(), None);
        }
        for seat in 0..2_u8 {
            let seen = observer.seen(batch, 0, seat, Level::Seat);
            let known = seen.events;
            let (cards_before, known_before) = &before[usize::from(seat)];
            let rows = |events: &[i16]| events.as_chunks::<{ Event::WIDTH }>().0.to_vec();
            let (new, old) = (rows(&known), rows(known_before));
            // How far the events have moved up.
            let moved =
                (0..=new.len()).find(|&n| old.is_empty() || old[n..] == new[..new.len() - n]);
            let fresh = &new[new.len() - moved.unwrap()..];
            for &[verb, player, source, target, ..] in fresh.iter().filter(|row| row[0] != 0) {
                if player == 0 {
                    own += 1;
                    continue;
                }
                others += 1;
                // What is played is shown, wherever it goes; any title can be named.
                let act = ACTS[verb as usize];
                let told = ["play", "play_as_upgrade", "play_by_plot", "smuggle", "name"];
                if told.contains(&act) {
                    continue;
                }
                for card in [source, target].into_iter().filter(|&card| card > 0) {
                    cards += 1;
                    // A token that has gone meanwhile was in play.
                    let token = definitions[card as usize - 1].kind.is_token();
                    let visible =
                        token || seen.cards.contains(&card) || cards_before.contains(&card);
                    assert!(visible, "seat {seat} cannot see card {card} ({act})");
                }
            }
            if let Some(chooser) = last
                && chooser == seat
            {
                assert!(new.iter().any(|row| row[0] > 0 && row[1] == 0), "its own choice is told");
            }
            before[usize::from(seat)] = (seen.cards, known);
        }
        last = Some(asked(batch).seat);
        any(batch, trail)
    });
    assert!(own > 1_000 && others > 500 && cards > 500, "{own} {others} {cards}");
}

#[test]
fn who_has_won_is_seen_at_the_end() {
    let (_, mut batch) = play(1, |batch, trail| any(batch, trail));
    let mut observer = Observer::all();
    let schema = schema();
    let globals = schema.array("globals").unwrap();
    let place = globals.columns.iter().position(|column| column.name == "outcome").unwrap();
    let outcomes = [0, 1].map(|seat| {
        let seen = observer.seen(&mut batch, 0, seat, Level::Seat);
        assert_eq!(seen.filled[0].actions, 0);
        seen.globals[place]
    });
    assert!([[1, 2], [2, 1], [3, 3]].contains(&outcomes), "{outcomes:?}");
}

#[test]
fn the_oldest_discards_are_left_out_where_there_is_no_room() {
    let mut whole = Observer::all();
    let mut small = Observer::new(Room { entities: 12, ..ALL });
    let schema = schema();
    let globals = schema.array("globals").unwrap();
    let omitted = globals.columns.iter().position(|column| column.name == "omitted").unwrap();
    let mut most = 0;
    play(1, |batch, trail| {
        let seat = asked(batch).seat;
        let [whole, small] =
            [&mut whole, &mut small].map(|one| one.seen(batch, 0, seat, Level::Seat));
        assert_eq!(small.cards, whole.cards[..12]);
        let left = whole.filled[0].entities.saturating_sub(12);
        assert_eq!(usize::from(small.globals[omitted].unsigned_abs()), left);
        assert_eq!(small.mask, whole.mask);
        most = most.max(left);
        any(batch, trail)
    });
    assert!(most > 10, "{most}");
}

#[test]
fn games_with_three_action_rows_are_those_with_sixty_four() {
    let mut turned = 0;
    let mut by_rows = |actions: usize| {
        let mut observer = Observer::new(Room { actions, ..ALL });
        play(6, |batch, trail| {
            let wanted = any(batch, trail);
            let mut glance = Glance { seat: asked(batch).seat, level: Level::Seat, page: 0 };
            loop {
                let Written { page, .. } = observer.observe(batch, 0, glance);
                let legal = observer.arrays.mask.iter().filter(|&&legal| legal == 1).count();
                let answers = (0..legal).map(|row| page.answer(row).unwrap());
                let mut next = None;
                for (row, answer) in answers.enumerate() {
                    let verb = observer.arrays.actions[row * Action::WIDTH];
                    match answer {
                        Answer::Option(option) if option == wanted => return option,
                        Answer::Option(_) => assert_ne!(verb, Action::MORE),
                        Answer::More(page) => {
                            assert_eq!(verb, Action::MORE);
                            next = Some(page);
                        }
                    }
                }
                glance.page = next.expect("the option is on a later page");
                turned += 1;
            }
        })
        .0
    };
    assert_eq!(by_rows(64), by_rows(3));
    assert_eq!(by_rows(Page::LEAST), by_rows(64));
    assert!(turned > 1_000, "{turned} pages were turned");
}

#[test]
fn a_packed_decision_is_a_padded_one_without_padding() {
    let mut observer = Observer::all();
    let encoder = Encoder::<Unlimited>::default();
    let widths = encoder.widths();
    let (mut cards, mut entities) = (vec![0; 600], vec![0; 600 * widths.entities]);
    let (mut actions, mut globals) =
        (vec![0; 2 * ALL.actions * Action::WIDTH], vec![0; 2 * widths.globals]);
    let mut events = vec![0; 2 * 2 * Event::WIDTH];
    let mut offsets = [[0; 3]; 2];
    let mut full = 0;
    play(2, |batch, trail| {
        // On more pages than one, if it is not packed.
        if asked(batch).options.len() > ALL.actions {
            return any(batch, trail);
        }
        let [entity_offsets, action_offsets] = &mut offsets;
        let mut packed = Packed {
            history: 2,
            cards: &mut cards,
            entities: &mut entities,
            entity_offsets,
            globals: &mut globals,
            actions: &mut actions,
            action_offsets,
            events: &mut events,
        };
        packed.check(widths).unwrap();
        let entity = batch.table(0);
        let seat = asked(batch).seat;
        let glances = [Level::Omniscient, Level::Seat].map(|level| Glance { seat, level, page: 0 });
        for (place, glance) in glances.into_iter().enumerate() {
            let written = look::<Unlimited, _>(batch.world_mut(), entity, |at| {
                encoder.pack(at, glance, &mut packed, place)
            });
            if written.is_err() {
                full += 1;
                return any(batch, trail);
            }
            let one = observer.seen(batch, 0, seat, glance.level);
            let [from, to] = [place, place + 1].map(|at| packed.entity_offsets[at] as usize);
            assert_eq!(packed.cards[from..to], one.cards[..to - from]);
            let [from, to] = [from, to].map(|row| row * widths.entities);
            assert_eq!(packed.entities[from..to], one.entities[..to - from]);
            let [from, to] = [place, place + 1].map(|at| packed.action_offsets[at] as usize);
            let [from, to] = [from, to].map(|row| row * Action::WIDTH);
            assert_eq!(packed.actions[from..to], one.actions[..to - from]);
            let globals = &packed.globals[place * widths.globals..][..widths.globals];
            assert_eq!(globals, one.globals);
            let events = &packed.events[2 * place * Event::WIDTH..][..2 * Event::WIDTH];
            assert_eq!(events, &one.events[(ALL.events - 2) * Event::WIDTH..]);
        }
        any(batch, trail)
    });
    assert_eq!(full, 0);
}

#[test]
fn copies_and_saved_tables_are_seen_alike() {
    let mut observer = Observer::all();
    let catalogue = {
        let library = Library::load(default_dir()).unwrap();
        Catalogue::new(&library.definitions).unwrap()
    };
    let mut other = Batch::of::<Unlimited>(&catalogue, 1, HistoryPlugin::<Unlimited>::default());
    let place = other.table(0);
    other.world_mut().entity_mut(place).insert(History::default());
    play(3, |batch, trail| {
        let sizes = Tabletop::sizes(batch, 0);
        let saved = batch.save(0, sizes);
        other.load(0, saved, Tabletop::grow).unwrap();
        deal::fork(batch, 0, 1);
        for (seat, level) in
            [0, 1].into_iter().flat_map(|seat| Level::ALL.map(|level| (seat, level)))
        {
            let seen = observer.seen(batch, 0, seat, level);
            assert!(observer.seen(batch, 1, seat, level) == seen, "a copy");
            assert!(observer.seen(&mut other, 0, seat, level) == seen, "a saved table");
        }
        any(batch, trail)
    });
}

#[test]
fn facts_are_of_all_cards_and_in_range() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let encoder = Encoder::<Unlimited>::default();
    let facts = encoder.facts(&catalogue);
    let array = encoder.schema.array("facts").unwrap();
    let cards = catalogue.cards.len() + 1;
    let width = array.width.unwrap();
    assert_eq!((facts.ids.len(), facts.names.len(), facts.texts.len()), (cards, cards, cards));
    assert_eq!(facts.rows.len(), cards * width);
    assert!(facts.rows[..width].iter().all(|&cell| cell == 0), "no card");
    let mut used = vec![false; width];
    for row in facts.rows.chunks(width) {
        for ((column, &value), used) in array.columns.iter().zip(row).zip(&mut used) {
            let (least, most) = column.values.range();
            assert!((least..=most).contains(&value), "{} is {value}", column.name);
            *used |= value != 0;
        }
    }
    let idle = array.columns.iter().zip(used).filter(|(_, used)| !used);
    // Of sets whose cards are still to come, and words that no card says.
    let words = ["when_enters_play", "when_captured", "step_use_action"];
    let today = ["support", "fortify", "step_distribute", "about_support", "about_fortify"];
    let words = [&words[..], &today].concat();
    let idle: Vec<_> = idle.map(|(column, _)| &*column.name).collect();
    let unsaid = |name: &&str| name.starts_with("trait_") || words.contains(name);
    assert!(idle.iter().all(unsaid), "{idle:?}");
}

/// The numbers of a card's facts, by the names of their columns.
fn facts_of(definition: &Definition) -> BTreeMap<String, i16> {
    let library = Library::load(default_dir()).unwrap();
    let tokens = library.definitions.iter().filter(|card| card.kind.is_token());
    let cards: Vec<Definition> = tokens.chain([definition]).cloned().collect();
    let catalogue = Catalogue::new(&cards).unwrap();
    let encoder = Encoder::<Unlimited>::default();
    let facts = encoder.facts(&catalogue);
    let columns = &encoder.schema.array("facts").unwrap().columns;
    let place = facts.ids.iter().position(|id| *id == definition.id).unwrap();
    let row = facts.rows.chunks(columns.len()).nth(place).unwrap();
    columns.iter().map(|column| column.name.to_string()).zip(row.iter().copied()).collect()
}

/// A card that says this.
fn saying(kind: Kind, text: &str) -> Definition {
    let side = read(kind, text).unwrap();
    let library = Library::load(default_dir()).unwrap();
    let card = library.definitions.iter().find(|card| card.kind == kind).unwrap();
    Definition { keywords: side.keywords, abilities: side.abilities, ..card.clone() }
}

#[test]
fn cards_are_known_by_what_they_say() {
    let library = Library::load(default_dir()).unwrap();
    let card = |id: &str| library.definitions.iter().find(|card| card.id == id).unwrap();
    let open_fire = card("SOR_172");
    let facts = facts_of(open_fire);
    let told = ["ability_event", "step_choose", "step_damage", "to_any", "to_enemy", "step_draw"];
    assert_eq!(told.map(|name| facts[name]), [1, 1, 4, 2, 0, 0]);
    // Edited, it deals another damage, and nothing else of it changes but by how much.
    let mut plain = open_fire.plain();
    let amount = plain.pointer_mut("/abilities/0/Event/steps/1/Damage/amount").unwrap();
    *amount = 7.into();
    let edited = facts_of(&Definition::of_plain(&plain).unwrap());
    assert_eq!(edited["step_damage"], 7);
    let differs = |name: &&String| facts[*name] != edited[*name];
    assert!(
        facts
            .keys()
            .filter(differs)
            .all(|name| *name == "step_damage" || name.starts_with("said_"))
    );
    // Typed in plain words, it says the same.
    let typed = facts_of(&saying(Kind::Event, "Deal 4 damage to a unit."));
    let said = |name: &&String| {
        ["ability_", "when_", "step_", "grant_", "about_", "to_", "said_"]
            .iter()
            .any(|begin| name.starts_with(begin))
    };
    for name in facts.keys().filter(said) {
        assert_eq!(facts[name], typed[name], "{name}");
    }
    // Whose unit it is makes a difference.
    let enemy = facts_of(&saying(Kind::Event, "Deal 4 damage to an enemy unit."));
    let friendly = facts_of(&saying(Kind::Event, "Deal 4 damage to a friendly unit."));
    assert!(enemy["to_enemy"] > 0 && friendly["to_friendly"] > 0);
    assert!(enemy["to_any"] == 0 && friendly["to_enemy"] == 0);
    assert_ne!(enemy, friendly);
    // So does the occasion.
    let text = ["When Played", "When Defeated", "On Attack"];
    let units = text.map(|when| facts_of(&saying(Kind::Unit, &format!("{when}: Draw a card."))));
    for (unit, when) in units.iter().zip(["when_played", "when_defeated", "when_attacks"]) {
        assert_eq!([unit["ability_triggered"], unit["step_draw"], unit[when]], [1, 1, 1]);
    }
    // Keywords that are printed or given are told, with their numbers.
    let unit = facts_of(&saying(Kind::Unit, "Raid 2\nEach other friendly unit gains Raid 1."));
    assert_eq!([unit["raid"], unit["about_raid"], unit["to_all"]], [2, 1, 1]);
}

#[test]
fn columns_are_named_once_and_fit_in_where_they_are() {
    let schema = schema();
    for array in &schema.arrays {
        let names: BTreeSet<&str> = array.columns.iter().map(|column| &*column.name).collect();
        assert_eq!(names.len(), array.columns.len(), "{}", array.name);
        assert!(array.width.is_none_or(|width| width >= array.columns.len()), "{}", array.name);
    }
    let width = |name: &str| schema.array(name).unwrap().width.unwrap();
    assert!(width("entities") <= 64 && width("globals") <= 96 && width("facts") <= 400);
}

#[test]
fn what_is_known_of_hidden_cards_has_rows() {
    let (mut hands, mut tops, mut exposed) = (0, 0, 0);
    let mut observer = Observer::all();
    let schema = schema();
    let width = schema.widths().entities;
    let place = |array: &str, name: &str| {
        let columns = &schema.array(array).unwrap().columns;
        columns.iter().position(|column| column.name == name).unwrap()
    };
    let [zone, mine, known, shown] =
        ["zone", "mine", "known", "exposed"].map(|name| place("entities", name));
    let counted = place("globals", "enemy_hand_known");
    play(24, |batch, trail| {
        for seat in 0..2_u8 {
            let seen = observer.seen(batch, 0, seat, Level::Seat);
            let rows = seen.entities.chunks(width).take(seen.filled[0].entities);
            let rows: Vec<(&[u8], i16)> = rows.zip(seen.cards.iter().copied()).collect();
            let truth = &batch.world().get::<Board>(batch.table(0)).unwrap().players;
            let enemy = &truth[usize::from(1 - seat)];
            let definitions = |slots: &[Slot]| -> Vec<i16> {
                let roster = batch.world().get::<Roster>(batch.table(0)).unwrap();
                let card = |slot: &Slot| batch.world().get::<Card>(roster.card(*slot)).unwrap();
                slots.iter().map(|slot| 1 + card(slot).definition as i16).collect()
            };
            let theirs = definitions(&enemy.hand);
            let mut hand = 0;
            for &(row, card) in rows.iter().filter(|(row, _)| row[known] > 0) {
                if row[zone] == 1 + Zone::Hand as u8 && row[mine] == 0 {
                    assert!(theirs.contains(&card));
                    hand += 1;
                }
                if row[known] == 2 {
                    let whose = if row[mine] == 1 { seat } else { 1 - seat };
                    let deck = &truth[usize::from(whose)].deck;
                    assert_eq!(definitions(&deck[deck.len() - 1..]), [card]);
                    tops += 1;
                }
            }
            assert_eq!(seen.globals[counted], hand);
            hands += hand;
            for (row, _) in rows.iter().filter(|(row, _)| row[shown] > 0) {
                let places = [Zone::Hand, Zone::Resources].map(|zone| 1 + zone as u8);
                assert!(places.contains(&row[zone]) && row[known] == 0);
                exposed += 1;
            }
        }
        any(batch, trail)
    });
    assert!(hands > 10 && tops > 0 && exposed > 10, "{hands} {tops} {exposed}");
}

#[test]
fn cards_that_say_something_else_have_other_facts() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let encoder = Encoder::<Unlimited>::default();
    let facts = encoder.facts(&catalogue);
    let columns = &encoder.schema.array("facts").unwrap().columns;
    let said = columns.iter().position(|column| column.name == "ability_constant").unwrap();
    let mut by_facts: BTreeMap<&[i16], BTreeSet<String>> = BTreeMap::new();
    let mut texts = BTreeSet::new();
    for (card, row) in catalogue.cards.iter().zip(facts.rows.chunks(columns.len()).skip(1)) {
        let abilities: Vec<_> = card.definition.all_abilities().collect();
        if abilities.is_empty() {
            let attaches = matches!(card.kind(), Kind::Upgrade | Kind::Token);
            assert!(attaches || row[said..].iter().all(|&cell| cell == 0));
            continue;
        }
        let text = format!("{abilities:?}");
        by_facts.entry(&row[said..]).or_default().insert(text.clone());
        texts.insert(text);
    }
    let alike: Vec<_> = by_facts.values().filter(|texts| texts.len() > 1).collect();
    assert!(100 * alike.len() < texts.len(), "{} of {}", alike.len(), texts.len());
}

//! Tallies of cards agree with the tables that they were counted on.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::mix;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::table::{Status, Table};
use cardmill_unlimited::board::Board;
use cardmill_unlimited::card::{Card, Zone};
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;
use cardmill_unlimited::library::{Library, default_dir};
use cardmill_unlimited::tally::KEEPER;

use crate::decks::drawn;

/// Plays a game to its end by a fixed pattern of choices.
fn play(batch: &mut Batch) {
    let (entity, mut trail) = (batch.table(0), 1);
    loop {
        match batch.status(0) {
            Status::Busy => batch.tick(),
            Status::Waiting => {
                trail = mix(trail, 1);
                let world = batch.world_mut();
                let mut query = world.query::<(&mut Table, &mut Decision<Unlimited>)>();
                let (mut table, mut decision) = query.get_mut(world, entity).unwrap();
                let option = trail as usize % decision.options.len();
                decision.choose(&mut table, option).unwrap();
            }
            Status::Over => return,
            status => panic!("the game is {status:?}"),
        }
    }
}

#[test]
fn what_is_counted_agrees_with_the_table() {
    let library = Library::load(default_dir()).unwrap();
    let catalogue = Catalogue::new(&library.definitions).unwrap();
    let mut plain = Batch::of::<Unlimited>(&catalogue, 1, |_: &mut bevy_app::App| ());
    let mut batch = Batch::of::<Unlimited>(&catalogue, 1, |app: &mut bevy_app::App| {
        (KEEPER.add)(app);
    });
    let decks = drawn(&library, 12, |_| false);
    let (mut attacks, mut damage, mut rounds) = (0, 0, 0);
    for (game, pair) in (0..).zip(decks.windows(2)) {
        let pair = [&pair[0], &pair[1]];
        deal::deal(&mut plain, 0, pair, 5, game);
        play(&mut plain);
        deal::deal(&mut batch, 0, pair, 5, game);
        (KEEPER.begin)(&mut batch, 0);
        play(&mut batch);
        assert_eq!(deal::digest(&batch, 0), deal::digest(&plain, 0), "game {game}");

        let tally = (KEEPER.end)(&mut batch, 0);
        let (world, table) = (batch.world(), batch.table(0));
        let board = world.get::<Board>(table).unwrap();
        let roster = world.get::<Roster>(table).unwrap();
        assert_eq!(tally.rounds.len(), usize::from(board.round));
        let begun: Vec<[i16; 7]> =
            tally.rounds[0].iter().map(|stand| stand.measures[..].try_into().unwrap()).collect();
        for (seat, measures) in begun.into_iter().enumerate() {
            let base = world.get::<Card>(roster.card(board.players[seat].base)).unwrap();
            let hp = catalogue.card(base.definition).definition.hp;
            let drawn = catalogue.starting_hand(base.definition);
            let (hand, deck) = (drawn as i16 - 2, (pair[seat].cards.len() - drawn) as i16);
            assert_eq!(measures, [i16::from(hp), hand, deck, 2, 0, 0, 0], "game {game}");
        }
        for seat in 0..2 {
            let own = || tally.fates.iter().filter(|fate| fate.seat == seat);
            let deck = &pair[usize::from(seat)];
            assert_eq!(own().count(), deck.cards.len() + 1, "the deck and the leader");
            let base =
                world.get::<Card>(roster.card(board.players[usize::from(seat)].base)).unwrap();
            let drawn = catalogue.starting_hand(base.definition);
            assert_eq!(own().filter(|fate| fate.opening).count(), drawn);
            let mut positions: Vec<u8> = own().map(|fate| fate.position).collect();
            positions.sort_unstable();
            assert!(positions.iter().copied().eq(0..=deck.cards.len() as u8), "{positions:?}");
        }
        // Leaders come first of a player's cards, and bases behind them are left out.
        let slots = (0..board.slots).filter(|&slot| {
            let card = world.get::<Card>(roster.card(slot)).unwrap();
            card.zone != Zone::Aside && board.players.iter().all(|player| player.base != slot)
        });
        for slot in slots {
            let card = world.get::<Card>(roster.card(slot)).unwrap();
            let before = board.players.iter().filter(|player| player.base < slot).count();
            let Some(fate) = tally.fates.get(usize::from(slot) - before) else { continue };
            assert_eq!((fate.card, fate.seat), (card.definition, card.owner));
            let told = format!("game {game}, slot {slot}: {fate:?}");
            assert_eq!(fate.held, card.zone == Zone::Hand, "{told}");
            match card.zone {
                Zone::Hand => assert!(fate.is_seen(), "{told}"),
                Zone::Resources => assert!(fate.resourced > 0, "{told}"),
                Zone::Ground | Zone::Space | Zone::Attached => assert!(fate.played > 0, "{told}"),
                _ => {}
            }
        }
        for fate in &tally.fates {
            assert_eq!(fate.played > 0, fate.plays > 0, "{fate:?}");
            assert!(fate.attacks == 0 || fate.played > 0, "{fate:?}");
            attacks += u32::from(fate.attacks);
            damage += u32::from(fate.base_damage);
        }
        rounds += u32::from(board.round);
    }
    assert!(attacks > rounds && damage > 100, "{attacks} attacks, {damage} damage to bases");
}

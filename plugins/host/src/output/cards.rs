//! The table of cards: a row for each card that a player brought to a game.

use std::rc::Rc;

use cardmill_harness::tally::Fate;

use super::column::{Column, Sheet};
use super::manifest::Manifest;
use crate::stats::{Brought, Copies, Side};

/// Rows that are written at once: those of more than a thousand games.
const GROUP: usize = 64 * 1024;

/// Makes the columns that say which game and player a row is of.
pub(super) fn side<R: 'static>(
    manifest: &Manifest,
    of: impl Fn(&R) -> Side + Copy + 'static,
) -> Vec<Column<R>> {
    let listed = manifest.entries.iter().chain(&manifest.positions);
    let names: Vec<String> = listed.map(|listed| listed.name.clone()).collect();
    let others = names.clone();
    vec![
        Column::new("game", "number of the game: `index` of the table of games", move |row| {
            of(row).game
        })
        .spread(),
        Column::new("seat", "the player's seat, from 1", move |row| of(row).seat + 1),
        Column::new("entry", "what the player entered, or the position", move |row| {
            names[usize::from(of(row).entry)].clone()
        }),
        Column::new("opponent", "what the other player entered", move |row| {
            of(row).opponent.map(|other| others[usize::from(other)].clone())
        }),
        Column::new("result", "1 for a game that they won, 0.5 for a draw, 0 for any other", {
            move |row| f64::from(of(row).halves) / 2.0
        }),
    ]
}

/// Makes the columns of cards; `called` gives the id and the name of a card by its place in the
/// catalogue, and `kind` the plural word for cards of its kind.
#[must_use]
pub fn sheet(
    manifest: &Manifest,
    called: impl Fn(u16) -> [String; 2] + 'static,
    kind: impl Fn(u16) -> &'static str + 'static,
) -> Sheet<Brought> {
    let called = Rc::new(called);
    let named = Rc::clone(&called);
    let id = move |brought: &Brought| {
        let [id, _] = called(brought.card());
        id
    };
    let name = move |brought: &Brought| {
        let [_, name] = named(brought.card());
        name
    };
    let mut columns = side(manifest, |brought: &Brought| brought.side);
    columns.extend([
        Column::new("card", "its id", id),
        Column::new("name", "its name", name),
        Column::new("kind", "what cards of its kind are called, such as `events`", {
            move |brought: &Brought| kind(brought.card()).to_owned()
        }),
        count("copies", "copies in the deck, or 1 for a leader", Copies::All),
        count("opening", "copies in the hand that was kept, after any mulligan", Copies::Opening),
        count("drawn", "copies that came to the hand later", Copies::Drawn),
        count("in_hand", "copies that were ever in the hand: both of these", Copies::InHand),
        count("played", "copies that were played, or deployed", Copies::Played),
        count("resourced", "copies that became resources", Copies::Resourced),
        sum("in_hand_at_end", "copies in the hand as the game ended", |fate| fate.held.into()),
        sum("plays", "how often they were played, or deployed", |fate| fate.plays.into()),
        sum("attacks", "attacks that they made", |fate| fate.attacks.into()),
        sum("defeated", "how often they were defeated", |fate| fate.defeated.into()),
        sum("damage", "damage that they dealt to units", |fate| fate.damage),
        sum("base_damage", "damage that they dealt to bases", |fate| fate.base_damage),
        first(
            "first_position",
            "place of the first copy in the shuffled deck, from 1 at the top, before any card was \
             drawn. Nothing for a leader",
            |fate| fate.position,
        ),
        first(
            "first_drawn",
            "first round in which one came to the hand after the opening hand",
            |fate| fate.drawn,
        ),
        first("first_played", "first round in which one was played, or deployed", |fate| {
            fate.played
        }),
        first("first_resourced", "first round in which one became a resource", |fate| {
            fate.resourced
        }),
    ]);
    Sheet { name: "cards", group: GROUP, columns }
}

fn count(stem: &'static str, meaning: &'static str, copies: Copies) -> Column<Brought> {
    let count = move |brought: &Brought| signed(brought.count(copies));
    Column::new(stem, meaning, count)
}

fn sum(stem: &'static str, meaning: &'static str, of: fn(&Fate) -> u16) -> Column<Brought> {
    Column::new(stem, meaning, move |brought: &Brought| {
        signed(brought.fates.iter().map(of).map(usize::from).sum())
    })
}

/// Makes a column of the least number over a card's copies; a copy with 0 has no number.
fn first(stem: &'static str, meaning: &'static str, of: fn(&Fate) -> u8) -> Column<Brought> {
    Column::new(stem, meaning, move |brought: &Brought| {
        brought.fates.iter().map(of).filter(|&number| number > 0).min().map(i16::from)
    })
}

/// A count as a number that columns can hold; the greatest such number where it is beyond.
fn signed(count: usize) -> i16 {
    count.try_into().unwrap_or(i16::MAX)
}

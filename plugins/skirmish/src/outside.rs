//! Tables of the game from outside: set up, and told in the players' words.

use cardmill_harness::player::name;
use cardmill_harness::prelude::*;
use cardmill_kernel::prelude::*;
use serde::{Deserialize, Serialize};

use crate::state::{Board, Card, Catalogue, Effect, Place, Scene, State};
use crate::vocabulary::Definition;
use crate::words::{Choice, Proposal, Skirmish, Target};

/// A World of tables.
pub type Tabletop = tabletop::Tabletop<Skirmish>;

/// A position: the players, two to four, by seat. The first has the turn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub(crate) players: Vec<Side>,
}

/// A player in a position. Cards are named by their ids.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Side {
    /// Without it, ten.
    life: Option<i16>,
    /// Without it, all cards of the game in their numbers.
    deck: Option<Vec<String>>,
    hand: Vec<String>,
    /// In play, ready.
    units: Vec<String>,
}

forms! {
    /// The form of the line about a fact.
    LINES: fn form(fact: Proposal) = match fact => {
        Proposal::Draw(_) => "{who} draws a card",
        Proposal::Play(_) => "{card} is played",
        Proposal::Attack(_) => "{card} attacks",
        Proposal::Damage(Target::Unit(_), _) => "{card} takes {n} damage",
        Proposal::Damage(Target::Player(_), _) => "{who} loses {n} life",
        Proposal::Defeat(_) => "{card} is defeated",
        Proposal::Rally(..) => "{card} has {n} more power this turn",
        Proposal::Turn(_) => "== turn of {who}",
    }
}

impl Plain for Skirmish {
    const NAME: &'static str = "skirmish";
    const LINES: &'static [&'static str] = LINES;
    type Definition = Definition;
    type Position = Position;
    type Board = Board;
    type Card = Card;
    type Effect = Effect;

    fn lay(catalogue: &Catalogue, position: &Position) -> Result<(Vec<Card>, Board, u8), Problem> {
        if !(2..=4).contains(&position.players.len()) {
            return Err(Problem::at("players", "expected two to four"));
        }
        let copies = catalogue.0.iter().map(|card| vec![card.id.clone(); card.copies.into()]);
        let whole = copies.flatten().collect::<Vec<_>>();
        let (mut board, mut cards) = (Board::default(), Vec::new());
        for (owner, Side { life, deck, hand, units }) in (0..).zip(&position.players) {
            board.life.push(life.unwrap_or(10));
            let deck = deck.as_ref().unwrap_or(&whole);
            for (ids, place) in [(deck, Place::Deck), (hand, Place::Hand), (units, Place::Play)] {
                for id in ids {
                    let found = catalogue.0.iter().position(|card| card.id == *id);
                    let wrong = || Problem::at("players", format!("{id:?} is no card"));
                    let (definition, ready) =
                        (found.ok_or_else(wrong)? as u16, place == Place::Play);
                    cards.push(Card { definition, owner, place, ready, damage: 0 });
                }
            }
        }
        Ok((cards, board, position.players.len() as u8))
    }

    fn company<'s>(state: &'s mut State<'_>) -> Company<'s> {
        state.company.reborrow()
    }

    fn card(scene: Scene<'_>, slot: Slot) -> Labelled {
        let (label, holder) = (scene.printed(slot).name.clone(), Some(scene.card(slot).owner));
        Labelled { label, holder }
    }

    fn option(scene: Scene<'_>, choice: Choice) -> (String, Option<Slot>) {
        let card = |slot| &*scene.printed(slot).name;
        match choice {
            Choice::Done | Choice::Kernel(_) => ("Done".into(), None),
            Choice::Play(slot) => (format!("Play {}", card(slot)), Some(slot)),
            Choice::Unit(slot) => (card(slot).into(), Some(slot)),
            Choice::Attack(unit, Target::Player(seat)) => {
                (format!("{} attacks {}", card(unit), name(seat)), Some(unit))
            }
            Choice::Attack(unit, Target::Unit(slot)) => {
                (format!("{} attacks {}", card(unit), card(slot)), Some(slot))
            }
        }
    }

    fn line(fact: &Proposal) -> (&'static str, Option<Seat>, Option<Slot>, i16) {
        let (who, card, n) = match *fact {
            Proposal::Draw(seat) | Proposal::Turn(seat) => (Some(seat), None, 0),
            Proposal::Play(slot) | Proposal::Attack(slot) | Proposal::Defeat(slot) => {
                (None, Some(slot), 0)
            }
            Proposal::Damage(Target::Player(seat), n) => (Some(seat), None, n),
            Proposal::Damage(Target::Unit(slot), n) | Proposal::Rally(slot, n) => {
                (None, Some(slot), n)
            }
        };
        (form(*fact), who, card, n.into())
    }

    fn picture(scene: Scene<'_>, seat: Option<Seat>) -> Vec<String> {
        let mut lines = vec![format!("turn of {}", name(scene.board.turn))];
        for (of, life) in (0..).zip(&scene.board.life) {
            let (who, card) = (name(of), |slot| &*scene.printed(slot).name);
            let [deck, hand] = [Place::Deck, Place::Hand].map(|place| scene.own(of, place).count());
            lines.push(format!("{who}: {life} life, deck {deck}, hand {hand}"));
            let held = scene.own(of, Place::Hand).filter(|_| seat.is_none_or(|seat| seat == of));
            lines.extend(held.map(|slot| format!("{who} holds {}", card(slot))));
            let stats = |slot| format!("{}/{}", scene.power(slot), scene.health(slot));
            let units = scene.own(of, Place::Play);
            lines.extend(units.map(|slot| format!("{who}: {} {}", card(slot), stats(slot))));
        }
        lines
    }

    fn scores(board: &Board) -> Vec<i16> {
        board.life.to_vec()
    }
}

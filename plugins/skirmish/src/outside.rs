//! Tables of the game from outside: set up, and told in the players' words.

use cardmill_harness::forms;
use cardmill_harness::log::Chronicle;
use cardmill_harness::names::Labelled;
use cardmill_harness::player::name;
use cardmill_harness::session::Problem;
use cardmill_harness::tabletop::{self, Plain, State};
use cardmill_kernel::prelude::*;
use serde::{Deserialize, Serialize};

use crate::constant::{abilities, lasting, printed};
use crate::state::{Board, Card, Catalogue, EFFECTS, Effect, Place, Power, SEATS, Scene};
use crate::vocabulary::{Definition, Kind};
use crate::words::{Choice, Proposal, Skirmish, Target};

/// A World of tables.
pub type Tabletop = tabletop::Tabletop<Skirmish>;

/// A position: the players, two to four, by seat. The first has the turn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The players.
    pub players: Vec<Side>,
}

/// A player in a position. Cards are named by their ids.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Side {
    /// The life that is left.
    pub life: i16,
    /// The deck; without it, all cards of the game in their numbers.
    pub deck: Option<Vec<String>>,
    /// The hand.
    pub hand: Vec<String>,
    /// Units in play, ready.
    pub units: Vec<String>,
}

/// As a game begins.
impl Default for Side {
    fn default() -> Self {
        Self { life: 10, deck: None, hand: Vec::new(), units: Vec::new() }
    }
}

forms! {
    /// The form of the line about a fact.
    LINES: fn form(fact: Proposal) = match fact => {
        Proposal::Draw(_) => "{who} draws a card",
        Proposal::Play(..) => "{who} plays {card}",
        Proposal::Attack(_) => "{card} attacks",
        Proposal::Damage(Target::Unit(_), _) => "{card} takes {n} damage",
        Proposal::Damage(Target::Player(_), _) => "{who} loses {n} life",
        Proposal::Defeat(_) => "{card} is defeated",
        Proposal::Rally(..) => "{card} has {n} more power this turn",
        Proposal::Pass(_) => "== turn of {who}",
    }
}

impl Plain for Skirmish {
    const NAME: &'static str = "skirmish";
    const LINES: &'static [&'static str] = LINES;
    const CARDS: usize = 96;
    const EFFECTS: usize = EFFECTS;
    type Definition = Definition;
    type Position = Position;
    type Board = Board;
    type Card = Card;
    type Derived = Power;
    type Effect = Effect;

    fn layers(resolution: &mut Resolution<Self>) {
        resolution
            .add_layer(Layer::Printed, |state, _| printed(state))
            .add_layer(Layer::Numbers, |state, _| abilities(state))
            .add_layer(Layer::Numbers, |state, _| lasting(state));
    }

    fn lay(catalogue: &Catalogue, position: &Position) -> Result<(Vec<Card>, Board, u8), Problem> {
        if !(2..=SEATS).contains(&position.players.len()) {
            return Err(Problem::at("players", "expected two to four"));
        }
        let copies = catalogue.0.iter().map(|card| vec![card.id.clone(); card.copies.into()]);
        let whole = copies.flatten().collect::<Vec<_>>();
        let mut cards = Vec::new();
        for (seat, Side { deck, hand, units, .. }) in position.players.iter().enumerate() {
            let deck = deck.as_ref().unwrap_or(&whole);
            for (ids, place) in [(deck, Place::Deck), (hand, Place::Hand), (units, Place::Play)] {
                for id in ids {
                    let fits = |card: &Definition| {
                        card.id == *id && (place != Place::Play || card.kind != Kind::Order)
                    };
                    let Some(definition) = catalogue.0.iter().position(fits) else {
                        let reason = format!("no card for {place:?} is called {id:?}");
                        return Err(Problem::at(format!("players[{seat}]"), reason));
                    };
                    let (definition, owner) = (definition as u16, seat as Seat);
                    let ready = place == Place::Play;
                    cards.push(Card { definition, owner, place, ready, damage: 0 });
                }
            }
        }
        let life = position.players.iter().map(|side| side.life).collect();
        Ok((cards, Board { life, ..Board::default() }, position.players.len() as u8))
    }

    fn procedure(_: Scene<'_>) -> Frame<()> {
        Frame { collects: Some(0), ..Frame::new(0, 0, ()) }
    }

    fn chronicle<'s>(state: &'s mut State<'_, Self>) -> Chronicle<'s> {
        state.chronicle.reborrow()
    }

    fn card(scene: Scene<'_>, slot: Slot) -> Labelled {
        let (label, holder) = (scene.printed(slot).name.clone(), Some(scene.card(slot).owner));
        Labelled { label, holder }
    }

    fn option(scene: Scene<'_>, choice: Choice) -> (String, Option<Slot>) {
        let card = |slot| &*scene.printed(slot).name;
        match choice {
            Choice::Done | Choice::Order(_) => ("Done".into(), None),
            Choice::Play(slot) => (format!("Play {}", card(slot)), Some(slot)),
            Choice::Attack(unit, Target::Player(seat)) => {
                (format!("{} attacks {}", card(unit), name(seat)), Some(unit))
            }
            Choice::Attack(unit, Target::Unit(slot)) => {
                (format!("{} attacks {}", card(unit), card(slot)), Some(slot))
            }
            Choice::Unit(slot) => (card(slot).into(), Some(slot)),
            Choice::Use(slot) => (format!("Use {}", card(slot)), Some(slot)),
        }
    }

    fn line(fact: &Proposal) -> (&'static str, Option<Seat>, Option<Slot>, i16) {
        let (who, card, n) = match *fact {
            Proposal::Draw(seat) | Proposal::Pass(seat) => (Some(seat), None, 0),
            Proposal::Play(slot, seat) => (Some(seat), Some(slot), 0),
            Proposal::Attack(slot) | Proposal::Defeat(slot) => (None, Some(slot), 0),
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
            let who = name(of);
            let [deck, hand] = [Place::Deck, Place::Hand].map(|place| scene.own(of, place).count());
            lines.push(format!("{who}: {life} life, deck {deck}, hand {hand}"));
            for slot in scene.own(of, Place::Hand).filter(|_| seat.is_none_or(|seat| seat == of)) {
                lines.push(format!("{who} holds {}", scene.printed(slot).name));
            }
            for slot in scene.own(of, Place::Play) {
                let (card, power) = (&scene.printed(slot).name, scene.power(slot));
                lines.push(format!("{who}: {card} {power}/{}", scene.health(slot)));
            }
        }
        lines
    }

    fn scores(board: &Board) -> Vec<i16> {
        board.life.to_vec()
    }
}

//! Options and cards in the players' words.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::window::Waiting;

use crate::board::Outcome;
use crate::card::Zone;
use crate::choice::{Choice, Prompt};
use crate::cost::{Paying, smuggles};
use crate::options::Offer;
use crate::program::{AMBUSH, Compiled, Op, RESTORE, SABOTEUR, SHIELDED};
use crate::scene::Scene;
use crate::text::{ability_text, step_text};
use crate::vocabulary::{Ability, Arena, Filter, Kind, KindSet, Step};

/// `P1` or `P2`.
#[must_use]
pub const fn player(seat: Seat) -> &'static str {
    if seat == 0 { "P1" } else { "P2" }
}

/// How a game ended; `None` while it goes on.
#[must_use]
pub const fn outcome(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Open => None,
        Outcome::Win(0) => Some("P1 wins"),
        Outcome::Win(_) => Some("P2 wins"),
        Outcome::Draw => Some("the game is a draw"),
    }
}

/// A card by its title; a base by its player.
#[must_use]
pub fn card(scene: &Scene, slot: Slot) -> String {
    let printed = scene.printed(slot);
    match printed.kind() {
        Kind::Base => format!("{}'s base", player(scene.card(slot).owner)),
        _ => printed.definition.name.clone(),
    }
}

/// A card with its title and subtitle, for logs.
#[must_use]
pub fn full(scene: &Scene, slot: Slot) -> String {
    let definition = &scene.printed(slot).definition;
    if definition.subtitle.is_empty() || definition.kind == Kind::Base {
        card(scene, slot)
    } else {
        format!("{}, {}", definition.name, definition.subtitle)
    }
}

/// An ability that waits: the card it is on, and the keyword when it is one.
#[must_use]
pub fn waiting(scene: &Scene, ability: &Waiting) -> String {
    let name = card(scene, ability.source.slot);
    let keyword = match ability.program {
        AMBUSH => ": Ambush",
        SHIELDED => ": Shielded",
        RESTORE => ": Restore",
        SABOTEUR => ": Saboteur",
        program => return format!("{name}{}", bounty(scene, program)),
    };
    format!("{name}{keyword}")
}

/// That an ability is the next one.
#[must_use]
pub fn resolve(ability: &str) -> String {
    format!("Resolve {ability}")
}

/// What sets a Bounty apart from what else a card has: a unit can have several.
fn bounty(scene: &Scene, program: u16) -> String {
    let abilities = &scene.catalogue.tables.abilities;
    let bounty = |ability: &&Compiled| {
        ability.program == program && matches!(ability.ability, Ability::Bounty { .. })
    };
    let text = |ability: &Compiled| format!(": {}", ability_text(&ability.ability));
    abilities.iter().find(bounty).map(text).unwrap_or_default()
}

impl Offer<'_, '_, '_> {
    /// An option in the players' words.
    #[must_use]
    pub fn label(&self, prompt: Prompt, choice: Choice, list: &[Waiting]) -> String {
        let scene = &self.scene;
        match choice {
            Choice::Nothing => "Nothing".into(),
            Choice::Pass => "Pass".into(),
            Choice::Initiative => "Take the initiative".into(),
            Choice::Play(slot) => format!("Play {}", card(scene, slot)),
            Choice::Smuggle(slot, n) => {
                let name = card(scene, slot);
                let many = smuggles(scene, slot).len() > 1;
                let price = || self.payer().cost(slot, Paying::smuggle(n));
                let price = if many { format!(" for {}", price()) } else { String::new() };
                format!("Smuggle {name}{price}")
            }
            Choice::Attack(slot) => format!("Attack with {}", card(scene, slot)),
            Choice::Use(slot, index) => {
                let name = &scene.printed(slot).definition.name;
                let many = scene.face(slot).actions.len() > 1;
                if many { format!("Use {name}: {}", index + 1) } else { format!("Use {name}") }
            }
            Choice::Deploy(slot) => format!("Deploy {}", card(scene, slot)),
            Choice::DeployAsUpgrade(slot) => {
                format!("Deploy {} as an upgrade", card(scene, slot))
            }
            Choice::Card(slot) => self.card_label(prompt, slot),
            Choice::Decline => "Decline".into(),
            Choice::Done => "Done".into(),
            Choice::Yes => "Yes".into(),
            Choice::No => "No".into(),
            Choice::Mode(mode) => self.mode(mode),
            Choice::In(Arena::Ground) => "Ground".into(),
            Choice::In(Arena::Space) => "Space".into(),
            Choice::Number(n) => n.to_string(),
            Choice::Name(card) => scene.catalogue.card(card).definition.name.clone(),
            Choice::First(seat) => format!("{} first", player(seat)),
            Choice::Instead(slot, _) => format!("Apply {}", card(scene, slot)),
            Choice::Resolve(index) => match list.get(usize::from(index)) {
                Some(ability) => resolve(&waiting(scene, ability)),
                None => "Resolve".into(),
            },
        }
    }

    fn card_label(&self, prompt: Prompt, slot: Slot) -> String {
        let name = card(&self.scene, slot);
        match prompt {
            Prompt::Resource | Prompt::FirstResource => format!("Resource {name}"),
            Prompt::Step => match self.op().step() {
                Some(Step::Arrange(_)) if self.frame.locals.left > 0 => format!("Bottom {name}"),
                Some(Step::Arrange(_)) => format!("Top {name}"),
                Some(Step::Choose(choice)) if is_player(&choice.what) => {
                    player(self.scene.card(slot).owner).into()
                }
                _ => name,
            },
            _ => name,
        }
    }

    /// An option of a list by its number, with what it does.
    fn mode(&self, mode: u8) -> String {
        let number = mode + 1;
        let unknown = format!("Option {number}");
        let Op::Modes { starts, end, .. } = self.op() else { return unknown };
        let Some(&from) = starts.get(usize::from(mode)) else { return unknown };
        let from = usize::from(from);
        let to = starts.get(usize::from(mode) + 1).map_or(usize::from(*end), |&next| next.into());
        let ops = &self.scene.catalogue.program(self.frame.program)[from..to];
        let steps: Vec<_> = ops.iter().filter_map(|op| op.step().map(step_text)).collect();
        if steps.is_empty() {
            format!("Option {number}")
        } else {
            format!("Option {number}: {}", steps.join("; "))
        }
    }
}

fn is_player(filter: &Filter) -> bool {
    filter.is.contains(&KindSet::Player)
}

/// Who has a card: its controller in play and as a resource, its owner elsewhere.
#[must_use]
pub fn holder(scene: &Scene, slot: Slot) -> Seat {
    let state = scene.card(slot);
    if state.zone.is_play() || state.zone == Zone::Resources {
        state.controller
    } else {
        state.owner
    }
}

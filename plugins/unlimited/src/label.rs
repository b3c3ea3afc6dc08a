//! Options and cards in the players' words.

use cardmill_harness::names::repeated;

use crate::board::Player;
use crate::cost::{Paying, Way, payment, smuggles};
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::{Ambush, Numbered, Plot, Restore, SUPPORT, Saboteur, Shielded};
use crate::program::Compiled;
use crate::text::step::counted;
use crate::text::{ability_text, mode_text};
use crate::words::step::arrange::Aside;
use crate::words::step::{Arrange, Choose, Step};

/// The name of a player in labels: `P1` or `P2`.
#[must_use]
pub const fn player(seat: Seat) -> &'static str {
    ["P1", "P2", "P3", "P4"][seat as usize]
}

/// A card by its title; a base by its player.
#[must_use]
pub fn card(scene: &Scene, slot: Slot) -> String {
    called(scene.printed(slot), scene.card(slot))
}

/// A card with its title and subtitle.
#[must_use]
pub fn full(scene: &Scene, slot: Slot) -> String {
    titled(scene.printed(slot), scene.card(slot))
}

/// A card in such a state with the title and the subtitle that are printed on it.
pub(crate) fn titled(printed: &Printed, card: &Card) -> String {
    let name = called(printed, card);
    let subtitle = printed.subtitle_of(card);
    if subtitle.is_empty() || printed.kind() == Kind::Base {
        return name;
    }
    [&name, subtitle].join(", ")
}

/// A card in such a state with the title that is printed on it.
fn called(printed: &Printed, card: &Card) -> String {
    match printed.kind() {
        Kind::Base => format!("{}'s base", player(card.owner)),
        _ => printed.name_of(card).to_owned(),
    }
}

/// The length of a label. A longer one is used where shorter ones would be alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Titles, and the names of keywords that wait to be resolved.
    Title,
    /// Subtitles, and the texts of abilities.
    Text,
    /// The cards that waiting abilities are about, as well.
    About,
}

impl Detail {
    /// A card; a base by its player.
    fn card(self, scene: &Scene, slot: Slot) -> String {
        if self == Self::Title { card(scene, slot) } else { full(scene, slot) }
    }
}

/// An ability that waits: the card it is on, and the keyword when it is one.
#[must_use]
pub fn waiting(scene: &Scene, ability: &Waiting) -> String {
    format!("{}{}", card(scene, ability.source.slot), kind_of(scene, ability, Detail::Title))
}

/// The label of the option that an ability is resolved next.
#[must_use]
pub fn resolve(ability: &str) -> String {
    format!("Resolve {ability}")
}

/// The part of a label that sets a waiting ability apart from others of its card. Of those with a
/// text a Bounty is always told by it: a unit can have several.
fn kind_of(scene: &Scene, waiting: &Waiting, detail: Detail) -> String {
    match waiting.program {
        Ambush::PROGRAM => return ": Ambush".into(),
        Shielded::PROGRAM => return ": Shielded".into(),
        Restore::PROGRAM => return ": Restore".into(),
        Saboteur::PROGRAM => return ": Saboteur".into(),
        Plot::PROGRAM => return ": Plot".into(),
        SUPPORT => return ": Support".into(),
        _ => {}
    }
    let told = |compiled: &&Compiled| {
        let bounty = matches!(compiled.ability, Ability::Bounty { .. });
        compiled.program == waiting.program && (bounty || detail != Detail::Title)
    };
    let text = |compiled: &Compiled| format!(": {}", ability_text(&compiled.ability));
    let abilities = &scene.catalogue.tables.abilities;
    match abilities.iter().find(told) {
        Some(compiled) => text(compiled),
        None if waiting.delayed && detail != Detail::Title => ": a delayed effect".into(),
        None => String::new(),
    }
}

impl Offer<'_> {
    /// The label of an option, in the players' words.
    #[must_use]
    pub fn label(&self, prompt: Prompt, choice: Choice, list: &[Waiting]) -> String {
        self.words(prompt, choice, list, Detail::Title)
    }

    /// The labels of all options, longer where they would be called alike.
    #[must_use]
    pub fn labels(&self, prompt: Prompt, choices: &[Choice], list: &[Waiting]) -> Vec<String> {
        let words = |choice, detail| self.words(prompt, choice, list, detail);
        let mut labels: Vec<_> = choices.iter().map(|&c| words(c, Detail::Title)).collect();
        for detail in [Detail::Text, Detail::About] {
            let alike = repeated(&labels);
            if !alike.contains(&true) {
                break;
            }
            for (n, _) in alike.into_iter().enumerate().filter(|(_, alike)| *alike) {
                labels[n] = words(choices[n], detail);
            }
        }
        labels
    }

    fn words(&self, prompt: Prompt, choice: Choice, list: &[Waiting], detail: Detail) -> String {
        let scene = &self.scene;
        let card = |scene, slot| detail.card(scene, slot);
        match choice {
            Choice::Nothing => "Nothing".into(),
            Choice::Pass => "Pass".into(),
            Choice::Initiative => "Take the initiative".into(),
            Choice::Blast => "Take the blast counter".into(),
            Choice::Plan => "Take the plan counter".into(),
            Choice::Play(slot) => ["Play ", &card(scene, slot)].concat(),
            Choice::Smuggle(slot, n) => {
                let name = card(scene, slot);
                let many = smuggles(scene, slot).len() > 1;
                let price = || self.payer().cost(slot, self.smuggling(slot, n));
                let price = if many { format!(" for {}", price()) } else { String::new() };
                format!("Smuggle {name}{price}")
            }
            Choice::Pilot(slot) => ["Play ", &card(scene, slot), " as an upgrade"].concat(),
            Choice::Attack(slot) => ["Attack with ", &card(scene, slot)].concat(),
            Choice::Use(slot, index) => {
                let name = scene.printed(slot).name_of(scene.card(slot));
                let many = match self.op().and_then(Op::step) {
                    Some(Step::UseTriggered(used)) => used.is_one_of_several(self, slot),
                    _ => scene.actions(slot).count() > 1,
                };
                if many { format!("Use {name}: {}", index + 1) } else { format!("Use {name}") }
            }
            Choice::Deploy(slot) => format!("Deploy {}", card(scene, slot)),
            Choice::DeployAsUpgrade(slot) => {
                format!("Deploy {} as an upgrade", card(scene, slot))
            }
            Choice::Card(slot) => self.card_label(prompt, slot, detail),
            Choice::Decline => "Decline".into(),
            Choice::Done => "Done".into(),
            Choice::Yes => "Yes".into(),
            Choice::No => "No".into(),
            Choice::Mode(mode) => self.mode(mode),
            Choice::In(Arena::Ground) => "Ground".into(),
            Choice::In(Arena::Space) => "Space".into(),
            Choice::Number(n) => match self.op().and_then(Op::step) {
                Some(Step::Pay(pay)) => pay.label(n),
                _ => n.to_string(),
            },
            Choice::Credit => "Credit".into(),
            Choice::Name(card) => scene.catalogue.card(card).definition.name.clone(),
            Choice::First(seat) if self.asks_for_opponent(prompt) => player(seat).into(),
            Choice::First(seat) => format!("{} first", player(seat)),
            Choice::Instead(slot, _) => format!("Apply {}", card(scene, slot)),
            Choice::InsteadWith(slot, with) => {
                format!("Apply {}: {}", card(scene, slot), card(scene, with.0))
            }
            Choice::Resolve(index) => match list.get(usize::from(index)) {
                Some(ability) => self.resolve(ability, detail),
                None => "Resolve".into(),
            },
        }
    }

    /// The way a resource is paid for by one of its Smuggle abilities, as an action or by a step.
    fn smuggling(&self, slot: Slot, n: u8) -> Paying {
        let by = Paying::by(Way::Smuggle(n));
        match self.op() {
            Some(Op::Play(play)) => {
                let pay = payment(&self.scene, &play.of(&self.scene).step, slot, &self.cx());
                Paying { pay, ..by }
            }
            _ => by,
        }
    }

    fn resolve(&self, ability: &Waiting, detail: Detail) -> String {
        let scene = &self.scene;
        let name = detail.card(scene, ability.source.slot);
        let kind = kind_of(scene, ability, detail);
        let about = if detail == Detail::About { self.about(ability) } else { String::new() };
        resolve(&format!("{name}{kind}{about}"))
    }

    /// The cards that a waiting ability is about, in brackets: the one its event happened to, and
    /// those it remembers. Empty for an ability about no card.
    fn about(&self, ability: &Waiting) -> String {
        let mut cards = Vec::new();
        if ability.delayed {
            cards.extend(self.scene.effect(ability.number as u16).it);
        }
        cards.extend(Some(ability.subject).filter(|card| card.is_some()));
        let names: Vec<_> = cards.iter().map(|card: &Ref| full(&self.scene, card.slot)).collect();
        if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) }
    }

    fn card_label(&self, prompt: Prompt, slot: Slot, detail: Detail) -> String {
        let name = detail.card(&self.scene, slot);
        match prompt {
            Prompt::Resource | Prompt::FirstResource => ["Resource ", &name].concat(),
            Prompt::Step => match self.op().and_then(Op::step) {
                Some(Step::Arrange(Arrange(_, Aside::Discard(_))))
                    if self.progress().to_bottom() =>
                {
                    format!("Discard {name}")
                }
                Some(Step::Arrange(_)) if self.progress().to_bottom() => format!("Bottom {name}"),
                Some(Step::Arrange(_)) => format!("Top {name}"),
                Some(Step::Choose(Choose(choice))) if is_player(&choice.what) => {
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
        let Some(Op::Modes(list)) = self.op() else {
            return format!("Option {number}");
        };
        if usize::from(mode) >= list.starts.len() {
            return format!("Option {number}");
        }
        let modes = &self.scene.catalogue.tables.modes;
        let mode = &modes[usize::from(list.first) + usize::from(mode)];
        let you = (self.seat != self.frame.seat).then(|| player(self.frame.seat));
        format!("Option {number}: {}", mode_text(mode, you))
    }
}

fn is_player(filter: &Filter) -> bool {
    filter.is.contains(&KindSet::Player)
}

/// The player who has a card: its controller in play and as a resource, its owner elsewhere.
#[must_use]
pub fn holder(scene: &Scene, slot: Slot) -> Seat {
    let state = scene.card(slot);
    if state.zone.is_play() || state.zone == Zone::Resources {
        state.controller
    } else {
        state.owner
    }
}

/// The number of Credit tokens that a player has, after `before`; empty when there are none.
pub(crate) fn credits(player: &Player, before: &str) -> String {
    match player.credits {
        0 => String::new(),
        n => format!("{before}{}", counted(n, "Credit token")),
    }
}

//! A file's game played again by our rules.
//!
//! Decks lie as the file says, and whoever takes an action takes the file's. What is asked in between is answered as
//! the file says where it does; else each answer is tried until the table stands as the file's events have it before
//! the next action.

use std::collections::BTreeMap;
use std::fmt;

use cardmill_harness::driver::Driver as _;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Table;
use serde::Serialize;

use super::board::State;
use super::check::is_newer;
use super::compare::{Depth, Difference, differences};
use super::file::{CHOSEN, File, Record, Version, whole};
use super::fold::{base_id, is_token};
use super::ids::{Ids, in_library};
use super::snapshot::snapshot;
use crate::board::Outcome;
use crate::catalogue::Catalogue;
use crate::deal::{deal_as, fork, rearrange};
use crate::deck::Deck;
use crate::driver::Tabletop;
use crate::prelude::*;

/// The most answers that are tried between two actions.
const TRIALS: usize = 600;
/// The number of answers behind each other up to which several are tried.
const DEPTH: usize = 24;
/// The number of times that what is left to chance is tried.
const CHANCES: u64 = 24;
/// The most differences that are told of one place.
const TOLD: usize = 3;

/// The verdict of our rules on a file: its word is the field `verdict`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Verdict {
    /// The game cannot be played again at all.
    Unplayable {
        /// The reason, in words.
        reason: String,
    },
    /// It goes as the file says, to its last event.
    Same {
        /// Actions that were played.
        actions: usize,
    },
    /// The game goes otherwise from some event on.
    Differs {
        /// The line of the event, from 1.
        line: usize,
        /// The event at which it first does.
        seq: String,
        /// The difference there, in words.
        what: String,
        /// Actions that went as the file says.
        actions: usize,
    },
    /// It goes as the file says up to an event behind which nobody can tell.
    Lost {
        /// The line of the event, from 1.
        line: usize,
        /// The place of the event in the game.
        seq: String,
        /// The reason that nobody can tell.
        reason: String,
        /// Actions that went as the file says.
        actions: usize,
    },
}

impl Verdict {
    /// Returns `true` if the game goes otherwise by our rules.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self, Self::Differs { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unplayable { reason } => write!(f, "cannot be played again: {reason}"),
            Self::Same { actions } => write!(f, "the same game, in {actions} actions"),
            Self::Differs { line, seq, what, actions } => {
                write!(
                    f,
                    "after {actions} actions another game from {seq} in line {line} on: {what}"
                )
            }
            Self::Lost { line, seq, reason, actions } => write!(
                f,
                "the same game for {actions} actions; behind {seq} in line {line} nobody can tell: {reason}"
            ),
        }
    }
}

/// An action of the file.
struct Action {
    /// The event that names it.
    event: usize,
    /// The first event that belongs to it.
    start: usize,
}

/// Plays a file's game again.
#[must_use]
pub fn replayed(file: &File, catalogue: &Catalogue) -> Verdict {
    match Player::new(file, catalogue) {
        Ok(player) => player.play(),
        Err(reason) => Verdict::Unplayable { reason },
    }
}

struct Player<'f> {
    file: &'f File,
    tabletop: Tabletop,
    ids: Ids,
    actions: Vec<Action>,
    depth: Depth,
    /// By seat: the order of the deck is still known from its start.
    certain: [bool; 2],
}

/// The results of trying so far.
struct Trying<'g> {
    goal: &'g State,
    /// The events in which the answers are.
    from: usize,
    to: usize,
    left: usize,
    /// The differences of the best end.
    best: Option<Vec<Difference>>,
    /// Not everything could be tried.
    cut: bool,
    /// The streams of chance before anything was tried.
    streams: Streams,
    /// Something was left to chance.
    chance: bool,
}

impl<'f> Player<'f> {
    fn new(file: &'f File, catalogue: &Catalogue) -> Result<Self, String> {
        if file.version() != Some(Version::Current) {
            return Err("it is written in another form than SWU-PGN/1.0".to_owned());
        }
        if let Some(seat) = file.perspective() {
            return Err(format!(
                "it was recorded from the seat of P{}: hidden cards are missing",
                seat + 1
            ));
        }
        let deck = |seat| file.decks.iter().find(|deck| deck.seat("p") == Some(seat));
        let (Some(one), Some(other), Some(init)) = (deck(0), deck(1), file.setup.first()) else {
            return Err("it does not say what the decks are and how they lay".to_owned());
        };
        let orders = ["p1DeckOrder", "p2DeckOrder"]
            .map(|name| init.texts(name).map(str::to_owned).collect::<Vec<String>>());
        let mut unknown = Vec::new();
        let mut known = |id: &str| {
            let card = in_library(id).and_then(|id| catalogue.find(&id));
            if card.is_none() && !unknown.contains(&id.to_owned()) {
                unknown.push(id.to_owned());
            }
            card.unwrap_or_default()
        };
        let mut decks = Vec::new();
        for (seat, (record, order)) in [one, other].into_iter().zip(&orders).enumerate() {
            let (leader, base) = (record.text("leader"), record.text("base"));
            let (Some(leader), Some(base)) = (leader, base) else {
                return Err(format!("the deck of P{} has no leader or no base", seat + 1));
            };
            if order.is_empty() || order.iter().any(String::is_empty) {
                return Err(format!("it does not say how the deck of P{} lay", seat + 1));
            }
            if counted(order) != listed(record) {
                return Err(format!("the deck of P{} is not what lay there", seat + 1));
            }
            let (leader, base) = (known(leader), known(base));
            // The last card is the top of a deck.
            let cards = order.iter().rev().map(|id| known(id)).collect();
            let name = format!("P{}", seat + 1);
            decks.push(Deck { name, leader, base, cards, ..Deck::default() });
        }
        if !unknown.is_empty() {
            let more = unknown.len().saturating_sub(TOLD);
            unknown.truncate(TOLD);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            return Err(format!("cards that are not played here: {}{more}", unknown.join(", ")));
        }
        for (card, kind) in
            decks.iter().flat_map(|deck| [(deck.leader, Kind::Leader), (deck.base, Kind::Base)])
        {
            if catalogue.card(card).kind() != kind {
                return Err("a leader is none, or a base is none".to_owned());
            }
        }
        let actions = actions(file);
        let keyframe = file.events.iter().find_map(|event| super::fold::keyframe(event)?.ok());
        let initiative = keyframe.as_ref().and_then(|keyframe| keyframe.initiative);
        let acts = || file.events[actions.first()?.event].seat("p");
        let Some(first) = initiative.or_else(acts) else {
            return Err("it does not say who goes first".to_owned());
        };
        let mut tabletop = Tabletop::new(catalogue);
        for _ in 0..=DEPTH {
            tabletop.add();
        }
        deal_as(tabletop.batch_mut(), 0, [&decks[0], &decks[1]], first as Seat);
        // An action is one of the file even where there was no other.
        let entity = tabletop.batch().table(0);
        if let Some(mut table) = tabletop.batch_mut().world_mut().get_mut::<Table>(entity) {
            table.asks_all = true;
        }
        let leader = |seat: usize| {
            let recorded = keyframe.as_ref()?.sides[seat].leader.as_ref()?;
            Some(recorded.id.clone())
        };
        let identity = |seat: usize| {
            let tag = |name: &str| {
                file.tag(&format!("P{}{name}", seat + 1)).unwrap_or_default().to_owned()
            };
            vec![leader(seat).unwrap_or_else(|| tag("Leader")), tag("Base")]
        };
        let [order, others] = orders;
        let named = [[identity(0), order], [identity(1), others]];
        let ids = tabletop.read(0, |scene| Ids::given(scene, named));
        tabletop.run(0);
        let depth = Depth { newer: is_newer(file), tokens_alike: true, ..Depth::default() };
        Ok(Self { file, tabletop, ids, actions, depth, certain: [true; 2] })
    }

    /// Plays the game to the first difference or to its end.
    fn play(mut self) -> Verdict {
        let mut state = State::default();
        let mut folded = 0;
        // Before the first action there are the questions of the set-up.
        for number in 0..=self.actions.len() {
            let from = number.checked_sub(1).map_or(0, |last| self.actions[last].start);
            let to = self.actions.get(number).map_or(self.file.events.len(), |next| next.start);
            self.file.events[folded..to].iter().for_each(|event| state.fold(event));
            folded = to;
            let told = match number.checked_sub(1) {
                Some(last) => &self.file.events[self.actions[last].event],
                None => &self.file.events[0],
            };
            let (line, seq) = (told.line, told.seq().to_owned());
            let actions = number.saturating_sub(1);
            let differs = |what: String| Verdict::Differs { line, seq: seq.clone(), what, actions };
            if number > 0 {
                if self.tabletop.asks(0).is_none() {
                    return differs("the game is over by our rules".to_owned());
                }
                self.lay_decks(from, to);
            }
            let mut trying = Trying {
                goal: &state,
                from,
                to,
                left: TRIALS,
                best: None,
                cut: false,
                streams: *self.tabletop.component(0),
                chance: false,
            };
            let action = number.checked_sub(1).map(|last| self.actions[last].event);
            let mut found = match self.follow(action, &mut trying) {
                Ok(found) => found,
                Err(what) => return differs(what),
            };
            for key in 0..CHANCES {
                if found.is_some() || !trying.chance || action.is_none() {
                    break;
                }
                self.tabletop.batch_mut().renew(0, key);
                trying.streams = *self.tabletop.component(0);
                found = self.follow(action, &mut trying).ok().flatten();
            }
            let Some(table) = found else {
                let reason = match trying.chance {
                    true => "something was left to chance, such as a shuffle",
                    false => {
                        "too many answers are possible, and the file does not say which was given"
                    }
                };
                return match trying.best {
                    Some(best) if !trying.cut && !trying.chance => differs(told_of(&best)),
                    _ => Verdict::Lost { line, seq, reason: reason.to_owned(), actions },
                };
            };
            if table > 0 {
                fork(self.tabletop.batch_mut(), table, 0);
            }
            if trying.chance {
                // A deck may have been stirred without a word.
                self.certain = [false; 2];
            }
        }
        let actions = self.actions.len();
        let last = self.file.events.last();
        let (line, seq) =
            last.map_or((1, String::new()), |last| (last.line, last.seq().to_owned()));
        let outcome = match self.tabletop.board(0).outcome {
            Outcome::Open => "Incomplete".to_owned(),
            Outcome::Draw => "Draw".to_owned(),
            Outcome::Win(seat) => format!("P{}", seat + 1),
        };
        let result = self.file.tag("Result").unwrap_or_default();
        // A player may give up at any time; our rules say nothing of it.
        if outcome == result || outcome == "Incomplete" {
            Verdict::Same { actions }
        } else {
            let what = format!("the result is {outcome}, and {result} in the file");
            Verdict::Differs { line, seq, what, actions }
        }
    }

    /// Takes an action of the file, or answers what comes before the first. Says which table stands as the file has
    /// it then.
    ///
    /// # Errors
    /// The reason that it does not go on, such as the options that are offered instead.
    fn follow(
        &mut self,
        action: Option<usize>,
        trying: &mut Trying<'_>,
    ) -> Result<Option<usize>, String> {
        match action {
            Some(event) => self.take(event, trying),
            None => {
                fork(self.tabletop.batch_mut(), 0, 1);
                Ok(self.try_out(1, 0, trying))
            }
        }
    }

    /// The question on a table, the player it is put to, and the options.
    fn asked(&self, table: usize) -> Option<(Prompt, usize, Vec<Choice>)> {
        let seat = self.tabletop.asks(table)?;
        let decision = self.tabletop.component::<Decision<Unlimited>>(table);
        Some((decision.prompt?, seat.into(), decision.options.clone()))
    }

    /// Takes an action of the file. Says which table stands as the file has it then, if one does.
    ///
    /// # Errors
    /// The reason that the action cannot be taken, such as the options that are offered instead.
    fn take(&mut self, event: usize, trying: &mut Trying<'_>) -> Result<Option<usize>, String> {
        let event = &self.file.events[event];
        let Some((_, seat, options)) = self.asked(0) else {
            return Err("nobody is asked by our rules".to_owned());
        };
        if event.seat("p").is_some_and(|p| p != seat) {
            return Err(format!("it is the turn of P{} by our rules", seat + 1));
        }
        let fits: Vec<usize> =
            (0..options.len()).filter(|&option| self.is_action(event, options[option])).collect();
        if fits.is_empty() {
            let names = self.tabletop.names(0);
            return Err(format!(
                "{} is not offered by our rules, but {}",
                told(event),
                names.join(", ")
            ));
        }
        let answers = self.answers(trying).into_iter().filter(|(prompt, ..)| *prompt == "action");
        let said = answers.map(|(_, chose, _)| chose).next().filter(|chose| fits.contains(chose));
        let fits = said.map_or(fits, |chose| vec![chose]);
        Ok(self.branch(0, &fits, 0, trying))
    }

    /// Returns `true` for an option that is the action of an event.
    fn is_action(&self, event: &Record, choice: Choice) -> bool {
        let is = |slot: Slot, field: &str| {
            let (id, given) = (self.ids.card(slot), event.text(field).unwrap_or_default());
            id == given || is_token(given) && base_id(id) == base_id(given)
        };
        match (event.kind(), choice) {
            ("PASS", Choice::Pass) | ("CLAIM_INITIATIVE", Choice::Initiative) => true,
            (
                "PLAY" | "PLAY_SMUGGLE" | "PLAY_EVENT" | "PLAY_UPGRADE",
                Choice::Play(slot) | Choice::Smuggle(slot, _) | Choice::Pilot(slot),
            )
            | ("DEPLOY_LEADER", Choice::Deploy(slot) | Choice::DeployAsUpgrade(slot)) => {
                is(slot, "card")
            }
            ("ATTACK", Choice::Attack(slot)) => is(slot, "atk"),
            ("ABILITY_ACTIVATE", Choice::Use(slot, _) | Choice::Deploy(slot)) => {
                let base = super::fold::base_of(event.text("card").unwrap_or_default());
                is(slot, "card")
                    || base.is_some_and(|seat| self.tabletop.board(0).players[seat].base == slot)
            }
            _ => false,
        }
    }

    /// The choices that the file says were made meanwhile: what was asked, the option, and the options.
    fn answers(&self, trying: &Trying<'_>) -> Vec<(&'f str, usize, Vec<&'f str>)> {
        let events = &self.file.events[trying.from..trying.to];
        let choice = |event: &'f Record| {
            let chose = usize::try_from(event.number("chose")?).ok()?;
            Some((
                event.text("prompt").unwrap_or_default(),
                chose,
                event.texts("offered").collect(),
            ))
        };
        events.iter().filter(|event| event.kind() == "CHOICE").filter_map(choice).collect()
    }

    /// Answers what is asked until the next action. Says which table stands as the file has it then.
    fn try_out(&mut self, table: usize, mut said: usize, trying: &mut Trying<'_>) -> Option<usize> {
        loop {
            let asked = self.asked(table);
            let Some((prompt, seat, options)) =
                asked.filter(|(prompt, ..)| *prompt != Prompt::Action)
            else {
                return self.stands(table, trying).then_some(table);
            };
            let names = self.tabletop.names(table);
            let answers = self.answers(trying);
            let fits = answers.iter().skip(said).position(|(_, _, offered)| *offered == names);
            let fits = match fits {
                Some(behind) => {
                    said += behind + 1;
                    vec![answers[said - 1].1]
                }
                None => self.likely(table, (prompt, seat), &options, trying),
            };
            if fits.len() > 1 {
                return self.branch(table, &fits, said, trying);
            }
            let answer = *fits.first()?;
            self.tabletop.choose(table, answer).ok()?;
            if prompt == Prompt::Mulligan && options.get(answer) == Some(&Choice::Yes) {
                self.redraw(table, seat, trying);
            }
        }
    }

    /// Tries several answers, each on a table of its own.
    fn branch(
        &mut self,
        table: usize,
        fits: &[usize],
        said: usize,
        trying: &mut Trying<'_>,
    ) -> Option<usize> {
        if table == DEPTH {
            trying.cut = true;
            return None;
        }
        for &answer in fits {
            if trying.left == 0 {
                trying.cut = true;
                return None;
            }
            trying.left -= 1;
            let ids = self.ids.clone();
            fork(self.tabletop.batch_mut(), table, table + 1);
            if self.tabletop.choose(table + 1, answer).is_ok()
                && let Some(found) = self.try_out(table + 1, said, trying)
            {
                return Some(found);
            }
            self.ids = ids;
        }
        None
    }

    /// The options that the file speaks for, or all of them: those about cards that it names first.
    fn likely(
        &self,
        table: usize,
        (prompt, seat): (Prompt, usize),
        options: &[Choice],
        trying: &Trying<'_>,
    ) -> Vec<usize> {
        let events = &self.file.events[trying.from..trying.to];
        let own = |kind: &'static str| {
            events.iter().filter(move |event| event.kind() == kind && event.seat("p") == Some(seat))
        };
        let place = |wanted: Choice| options.iter().position(|option| *option == wanted);
        match prompt {
            Prompt::Mulligan => {
                let yes = own("MULLIGAN").next().is_some();
                return place(if yes { Choice::Yes } else { Choice::No }).into_iter().collect();
            }
            Prompt::FirstResource | Prompt::Resource => {
                let resourced: Vec<&str> =
                    own("RESOURCE").filter_map(|event| event.text("card")).collect();
                let fits = |option: &Choice| {
                    option.card().is_some_and(|slot| resourced.contains(&self.ids.card(slot)))
                };
                // Those that are chosen already are not offered again.
                let card = options.iter().position(fits);
                return card.or_else(|| place(Choice::Decline)).into_iter().collect();
            }
            _ => {}
        }
        let mut named: BTreeMap<&str, ()> = BTreeMap::new();
        for event in events {
            for field in ["card", "tgt", "def", "target", "attachedTo", "by"] {
                named.extend(event.text(field).map(|id| (base_id(id), ())));
            }
        }
        let board = self.tabletop.board(table);
        let is_named = |option: &Choice| {
            option.card().is_some_and(|slot| {
                let base = board.players.iter().position(|player| player.base == slot);
                base.is_some_and(|seat| named.contains_key(["base@1", "base@2"][seat]))
                    || named.contains_key(base_id(self.ids.card(slot)))
            })
        };
        let mut all: Vec<usize> = (0..options.len()).collect();
        all.sort_by_key(|&option| !is_named(&options[option]));
        all
    }

    /// Returns `true` if a table stands as the file has it.
    fn stands(&mut self, table: usize, trying: &mut Trying<'_>) -> bool {
        let ids = &mut self.ids;
        let now = self.tabletop.read(table, |scene| {
            ids.see(scene);
            snapshot(scene, ids)
        });
        // Before a keyframe has told the HP of bases, nobody knows them.
        let depth = Depth { first: trying.goal.round == 0, ..self.depth };
        let found = differences(trying.goal, &now, depth);
        let same = found.is_empty();
        trying.chance |= *self.tabletop.component::<Streams>(table) != trying.streams;
        if trying.best.as_ref().is_none_or(|best| found.len() < best.len()) {
            trying.best = Some(found);
        }
        same
    }

    /// The cards that a player takes from the deck in some events, in order.
    fn drawn(&self, seat: usize, from: usize) -> Vec<&'f str> {
        let own = self.file.events[from..].iter().filter(|event| event.seat("p") == Some(seat));
        let unshuffled = own.take_while(|event| event.kind() != "SHUFFLE");
        let moves =
            unshuffled.filter(|event| event.kind() == "MOVE" && event.text("from") == Some("deck"));
        moves.filter_map(|event| event.text("card")).collect()
    }

    /// Decks whose order nobody knows any more lie as the file draws from them.
    fn lay_decks(&mut self, from: usize, to: usize) {
        for seat in 0..2 {
            let stirs = |event: &Record| {
                event.seat("p") == Some(seat)
                    && (matches!(event.kind(), "SHUFFLE" | "SEARCH")
                        || event.kind() == "MOVE" && event.text("to") == Some("deck"))
            };
            if !self.certain[seat] {
                let wanted = self.drawn(seat, from);
                self.lay(0, seat, None, &wanted);
            }
            self.certain[seat] &= !self.file.events[from..to].iter().any(stirs);
        }
    }

    /// A hand that was drawn anew is that of the file.
    fn redraw(&mut self, table: usize, seat: usize, trying: &Trying<'_>) {
        let events = &self.file.events[trying.from..trying.to];
        let is_it = |event: &Record| event.kind() == "MULLIGAN" && event.seat("p") == Some(seat);
        let Some(at) = events.iter().position(is_it) else { return };
        self.certain[seat] = false;
        // What stays in both hands does not move.
        let mut hand: Vec<&str> = Vec::new();
        let mut state = State::default();
        for (number, event) in self.file.events[..trying.to].iter().enumerate() {
            state.fold(event);
            let resourced = event.kind() == "MOVE" && event.text("to") == Some("resource");
            if number > trying.from + at && resourced && event.seat("p") == Some(seat) {
                hand.extend(event.text("card"));
            }
        }
        let held: Vec<String> = state.sides[seat].hand.clone();
        hand.extend(held.iter().map(String::as_str));
        let wanted = self.drawn(seat, trying.to);
        self.lay(table, seat, Some(&hand), &wanted);
    }

    /// Lays the deck of a player so that these cards are on top of it, and the hand, if it is given.
    fn lay(&mut self, table: usize, seat: usize, hand: Option<&[&str]>, top: &[&str]) {
        let entity = self.tabletop.batch().table(table);
        let ids = &self.ids;
        rearrange(self.tabletop.batch_mut().world_mut(), entity, |zones, _| {
            let player = &mut zones.board.players[seat];
            let mut slots: Vec<Slot> = player.deck.iter().copied().collect();
            if hand.is_some() {
                slots.extend(player.hand.iter().copied());
            }
            let rank =
                |slot: &Slot, list: &[&str]| list.iter().position(|id| *id == ids.card(*slot));
            if let Some(hand) = hand {
                let count = player.hand.len();
                slots.sort_by_key(|slot| rank(slot, hand).unwrap_or(usize::MAX));
                let rest = slots.split_off(count.min(slots.len()));
                player.hand.clear();
                player.hand.extend(slots.iter().copied());
                slots = rest;
            }
            // The top is the last.
            slots.sort_by_key(|slot| core::cmp::Reverse(rank(slot, top).unwrap_or(usize::MAX)));
            player.deck.clear();
            player.deck.extend(slots.iter().copied());
            let player = zones.board.players[seat];
            for (list, zone) in [(&player.hand, Zone::Hand), (&player.deck, Zone::Deck)] {
                for &slot in list {
                    zones.card_mut(slot).zone = zone;
                }
            }
        });
    }
}

/// The actions of a file, in order. Whoever took the initiative passes by rule, and is not asked.
fn actions(file: &File) -> Vec<Action> {
    let mut found: Vec<Action> = Vec::new();
    let mut taken = None;
    for (number, event) in file.events.iter().enumerate() {
        if event.kind() == "ROUND_START" {
            taken = None;
        }
        let step = event.seq().split_once(".A.").map_or("", |(_, step)| step);
        let chosen = !step.is_empty() && step.bytes().all(|c| c.is_ascii_digit());
        if !chosen || !CHOSEN.contains(&event.kind()) {
            continue;
        }
        if event.kind() == "PASS" && taken.is_some() && event.seat("p") == taken {
            continue;
        }
        if event.kind() == "CLAIM_INITIATIVE" {
            taken = event.seat("p");
        }
        let belongs = |other: &Record| other.text("for") == Some(event.seq());
        let after = found.last().map_or(0, |last| last.event + 1);
        let first = file.events[after..number].iter().position(belongs);
        found.push(Action { event: number, start: first.map_or(number, |first| after + first) });
    }
    found
}

/// The number of copies of each card, by the id without the number of the copy.
fn counted(order: &[String]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for id in order {
        *counts.entry(base_id(id)).or_default() += 1;
    }
    counts
}

/// The number of copies of each card, by id, as a deck lists them.
fn listed(deck: &Record) -> BTreeMap<&str, u64> {
    let list = deck.fields.get("deck").and_then(|list| list.as_array());
    let mut counts = BTreeMap::new();
    for entry in list.into_iter().flatten().filter_map(|entry| entry.as_array()) {
        if let [id, count] = &entry[..]
            && let Some(id) = id.as_str()
            && let Some(Ok(count)) = whole(count).map(u64::try_from)
        {
            let total: &mut u64 = counts.entry(id).or_default();
            *total = total.saturating_add(count);
        }
    }
    counts
}

fn told(event: &Record) -> String {
    let card = event.text("atk").or_else(|| event.text("card")).unwrap_or_default();
    format!("{} {card}", event.kind()).trim_end().to_owned()
}

fn told_of(found: &[Difference]) -> String {
    let one = |what: &Difference| {
        let Difference { path, expected, got } = what;
        format!("{path} is {got} by our rules and {expected} in the file")
    };
    let more = found.len().saturating_sub(TOLD);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    found.iter().take(TOLD).map(one).collect::<Vec<_>>().join("; ") + &more
}

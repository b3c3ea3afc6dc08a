//! A game, who sits in front of the screen, and what they are told.
//!
//! A seat that no agent has is somebody's in front of the screen. One person sees what their seat sees. Where there are
//! several, the screen is handed over: between two of them it shows nothing of the game. Where there is none, the game is
//! watched, and everything is seen.

use std::sync::atomic::AtomicBool;

use cardmill_harness::agent::Agent;
use cardmill_harness::session::{Question, Value};
use cardmill_host::output::html::viewer::{Rules, called, keyed, read};
use cardmill_host::record::hex;
use cardmill_host::sitting::{Hint, Kept, Mark, Sitting};
use cardmill_kernel::card::Seat;
use serde::Serialize;
use serde_json::json;

use crate::news::changes;
use crate::refusal::Refusal;

/// The most decisions of their own that people can take back: the oldest beyond these are forgotten.
pub const MARKS: usize = 64;

/// The most news that a seat is told again when its page is loaded again.
pub const NEWS: usize = 400;

/// A game and who sits in front of the screen.
pub struct Desk {
    game: Box<dyn Sitting>,
    /// The title of the game in words, as the page shows it.
    title: String,
    /// The names of the players, by seat.
    names: Vec<String>,
    /// Seats that somebody in front of the screen has.
    people: Vec<Person>,
    /// The seat that has the screen; `None` between two people, and in a game that is only watched.
    holder: Option<Seat>,
    /// Goes up whenever the game is another one.
    moment: u64,
    marks: Vec<Marked>,
    taken_back: u32,
    hint: Option<Hinted>,
    /// Of a game that is watched: how many lines of the log were told, what they were, and what is on cards.
    lines: usize,
    watched: Vec<News>,
    rules: Rules,
}

/// Somebody in front of the screen.
struct Person {
    seat: Seat,
    /// The view that they saw last, as their page shows the table.
    seen: Value,
    /// The texts of the cards that they have seen, by the ids of their definitions.
    rules: Rules,
    news: Vec<News>,
    /// The number of what they are told next.
    next: usize,
}

/// Something that has happened, as a seat sees it.
#[derive(Clone, Debug, Serialize)]
struct News {
    /// Goes up from one to the next.
    number: usize,
    decision: u32,
    /// The player who decided, where somebody did.
    player: Option<String>,
    /// The option that they chose; `None` where the seat may not know it.
    chose: Option<String>,
    /// The changes that followed, in words, a line for each.
    lines: Vec<String>,
}

/// A moment that its seat can come back to.
struct Marked {
    seat: Seat,
    mark: Mark,
    /// The number of what each of the people was told next.
    next: Vec<usize>,
}

/// The choice of an agent in the place of whoever has the screen, as a hint.
#[derive(Serialize)]
struct Hinted {
    agent: String,
    #[serde(flatten)]
    hint: Hint,
}

impl Desk {
    /// A game that begins, or goes on.
    #[must_use]
    pub fn new(game: Box<dyn Sitting>, title: String, names: Vec<String>) -> Self {
        let seats = (0..game.seats()).filter(|seat| game.agent(*seat).is_none());
        let person = |seat| Person {
            seat,
            seen: Value::Null,
            rules: Rules::new(),
            news: Vec::new(),
            next: 0,
        };
        let people: Vec<Person> = seats.map(person).collect();
        let holder = match &people[..] {
            [alone] => Some(alone.seat),
            _ => None,
        };
        let mut desk = Self {
            game,
            title,
            names,
            people,
            holder,
            moment: 0,
            marks: Vec::new(),
            taken_back: 0,
            hint: None,
            lines: 0,
            watched: Vec::new(),
            rules: Rules::new(),
        };
        desk.look();
        desk
    }

    /// Returns `true` if the game does not go on by itself: somebody in front of the screen is asked, has to go on
    /// with a
    /// game that is watched, or it has ended.
    #[must_use]
    pub fn waits(&self) -> bool {
        let asks = self.game.asks();
        self.game.has_ended()
            || self.people.is_empty()
            || asks.is_some_and(|seat| self.game.agent(seat).is_none())
    }

    /// Lets the game go on by one decision of an agent. Returns false if it was told to stop.
    pub fn play(&mut self, stop: &AtomicBool) -> bool {
        let decides = self.game.asks();
        if !self.game.step(stop) {
            return false;
        }
        self.tell(decides, None);
        true
    }

    /// Goes on with a game that is watched, by one decision.
    ///
    /// # Errors
    /// When somebody plays, or the page is of another moment.
    pub fn step(&mut self, moment: u64, stop: &AtomicBool) -> Result<(), Refusal> {
        self.is_now(moment)?;
        if !self.people.is_empty() {
            return Err(Refusal::now("somebody plays here; a game goes on by itself"));
        }
        if self.game.has_ended() {
            return Err(Refusal::now("the game is over"));
        }
        self.play(stop);
        Ok(())
    }

    /// Takes an option for whoever sees the screen.
    ///
    /// # Errors
    /// When they are not asked, there is no such option, or the page is of another moment.
    pub fn choose(&mut self, moment: u64, option: usize, stop: &AtomicBool) -> Result<(), Refusal> {
        self.is_now(moment)?;
        let (seat, question) = self.asked()?;
        let label = question.options.get(option).map(|option| option.label.clone());
        let mark = self.game.mark();
        self.game.choose(option)?;
        if self.marks.len() == MARKS {
            self.marks.remove(0);
        }
        let next = self.people.iter().map(|person| person.next).collect();
        self.marks.push(Marked { seat, mark, next });
        self.game.step(stop);
        self.tell(Some(seat), label);
        Ok(())
    }

    /// Takes back the last decision of whoever sees the screen. The table, its chances and its agents are as they
    /// were; what was seen since is still known.
    ///
    /// # Errors
    /// When they have none to take back, somebody else has decided since, or the page is of another moment.
    pub fn undo(&mut self, moment: u64) -> Result<(), Refusal> {
        self.is_now(moment)?;
        let holder = self.holder.ok_or_else(|| Refusal::now("nobody sees the screen"))?;
        let Some(last) = self.marks.pop_if(|last| last.seat == holder) else {
            let reason = match self.marks.last() {
                Some(last) => format!(
                    "{} has decided since; only your own decision is taken back",
                    called(last.seat)
                ),
                None => format!("there is no decision of {} to take back", called(holder)),
            };
            return Err(Refusal::now(reason));
        };
        self.game.back_to(&last.mark)?;
        self.taken_back += 1;
        self.moment += 1;
        self.hint = None;
        for (person, next) in self.people.iter_mut().zip(last.next) {
            person.news.retain(|news| news.number < next);
        }
        self.look();
        let decision = self.game.decisions();
        for person in &mut self.people {
            let lines = vec!["a decision is taken back".to_owned()];
            person.hear(decision, Some(called(holder)), None, lines);
        }
        Ok(())
    }

    /// The screen shows nothing of the game any more, until somebody takes it.
    ///
    /// # Errors
    /// When nobody else is in front of it.
    pub fn hand_over(&mut self) -> Result<(), Refusal> {
        if self.people.len() < 2 {
            return Err(Refusal::now("nobody else is in front of the screen"));
        }
        self.holder = None;
        self.hint = None;
        Ok(())
    }

    /// Somebody takes the screen: who is asked, or anybody once the game has ended.
    ///
    /// # Errors
    /// When somebody else has it, or it is not their turn.
    pub fn take(&mut self, player: &str) -> Result<(), Refusal> {
        let person = self.people.iter().find(|person| called(person.seat) == player);
        let Some(seat) = person.map(|person| person.seat) else {
            return Err(Refusal::at(
                400,
                "player",
                format!("{player:?} is nobody in front of the screen"),
            ));
        };
        match self.holder {
            Some(holder) if holder == seat => return Ok(()),
            Some(holder) => {
                return Err(Refusal::now(format!(
                    "{} has the screen and must hand it over",
                    called(holder)
                )));
            }
            None => {}
        }
        if !self.game.has_ended() && self.game.asks() != Some(seat) {
            return Err(Refusal::now(format!("it is not the turn of {player}")));
        }
        self.holder = Some(seat);
        Ok(())
    }

    /// Checks that a hint can be given now.
    ///
    /// # Errors
    /// When whoever sees the screen is not asked, or the page is of another moment.
    pub fn may_hint(&self, moment: u64) -> Result<(), Refusal> {
        self.is_now(moment)?;
        match self.game.asks() {
            Some(seat) if self.holder == Some(seat) => Ok(()),
            _ => Err(self.not_asked()),
        }
    }

    /// Works out what an agent would choose for whoever is asked.
    ///
    /// # Errors
    /// When the agent does not play this game.
    pub fn work_out(&mut self, agent: Agent, stop: &AtomicBool) -> Result<(), Refusal> {
        if let Some(hint) = self.game.hint(agent, stop)? {
            self.hint = Some(Hinted { agent: agent.to_string(), hint });
        }
        Ok(())
    }

    /// Writes the game down.
    ///
    /// # Errors
    /// When it was set aside.
    pub fn save(&self) -> Result<(Kept, String, Vec<String>), Refusal> {
        Ok((self.game.save()?, self.title.clone(), self.names.clone()))
    }

    /// The number of decisions that have been made in the game.
    #[must_use]
    pub fn decisions(&self) -> u32 {
        self.game.decisions()
    }

    /// The table as the page is told it, as JSON: only things that the seat at the screen may see.
    pub fn told(&mut self, game: &str) -> Value {
        let open = self.people.is_empty();
        let asks = self.game.asks();
        let ended = self.game.has_ended();
        let standing = ended.then(|| self.game.standing());
        let places: Vec<Value> = standing.map_or_else(Vec::new, |standing| {
            let ranked = standing.places.iter().zip(&standing.scores).zip(0..);
            ranked
                .map(|((place, score), seat)| json!({ "player": called(seat), "place": place, "score": score }))
                .collect()
        });
        let players = self.names.iter().zip(0..).map(|(name, seat): (&String, Seat)| {
            let agent = self.game.agent(seat).map(|agent| agent.to_string());
            json!({ "player": called(seat), "name": name, "agent": agent })
        });
        let players: Vec<Value> = players.collect();
        let person = self.people.iter().find(|person| Some(person.seat) == self.holder);
        let mine = asks.is_some() && (open || asks == self.holder);
        let question = if mine { self.game.question() } else { None };
        let fault = self.game.fault();
        let status = match (&fault, ended, self.game.outcome()) {
            (Some(_), ..) => "set aside",
            (None, false, _) => "playing",
            (None, true, Some(_)) => "over",
            (None, true, None) => "cut",
        };
        let state = match person {
            Some(person) => Some(person.seen.clone()),
            None if open => Some(looked(&mut *self.game, None, &mut self.rules)),
            None => None,
        };
        json!({
            "game": game,
            "title": self.title,
            "moment": self.moment,
            "players": players,
            "people": self.people.iter().map(|person| called(person.seat)).collect::<Vec<_>>(),
            "seat": self.holder.map(called),
            "open": open,
            "asks": asks.map(called),
            "thinking": !self.waits(),
            "status": status,
            "outcome": self.game.outcome().or(fault).filter(|_| ended),
            "places": places,
            "round": self.game.round(),
            "decisions": self.game.decisions(),
            "taken_back": self.taken_back,
            "state": state,
            "rules": person.map(|person| &person.rules).or(open.then_some(&self.rules)),
            "question": question,
            "news": person.map(|person| &person.news).or(open.then_some(&self.watched)),
            "undo": self.holder.is_some() && self.marks.last().map(|last| last.seat) == self.holder,
            "hint": self.hint.as_ref().filter(|_| mine),
            "digest": ended.then(|| hex(self.game.digest())),
        })
    }

    fn is_now(&self, moment: u64) -> Result<(), Refusal> {
        if moment == self.moment {
            return Ok(());
        }
        let reason = format!("the game has gone on: it is at moment {}", self.moment);
        Err(Refusal::at(409, "moment", reason))
    }

    fn not_asked(&self) -> Refusal {
        Refusal::now(match self.game.asks() {
            Some(seat) => format!("{} is asked, and has not taken the screen", called(seat)),
            None => "nobody is asked anything".to_owned(),
        })
    }

    /// The seat at the screen and the question that it is asked; a refusal where it is not asked.
    fn asked(&mut self) -> Result<(Seat, Question), Refusal> {
        let question = self.game.question();
        let asked =
            self.holder.zip(question).filter(|(holder, question)| question.player == *holder);
        asked.ok_or_else(|| self.not_asked())
    }

    /// Everybody looks at the table.
    fn look(&mut self) {
        for person in &mut self.people {
            person.seen = looked(&mut *self.game, Some(person.seat), &mut person.rules);
        }
    }

    /// Tells everybody in front of the screen what they see of what has happened.
    fn tell(&mut self, decided: Option<Seat>, chose: Option<String>) {
        self.moment += 1;
        self.hint = None;
        let decision = self.game.decisions();
        let silent = self.game.taken();
        for person in &mut self.people {
            let seen = looked(&mut *self.game, Some(person.seat), &mut person.rules);
            let mut lines = changes(&person.seen, &seen);
            let own = silent.iter().filter(|taken| taken.player == person.seat);
            lines.extend(counted(own.map(|taken| taken.what.label.as_str())));
            person.seen = seen;
            let chose = chose.clone().filter(|_| decided == Some(person.seat));
            if chose.is_some() || !lines.is_empty() {
                person.hear(decision, decided.map(called), chose, lines);
            }
        }
        if self.people.is_empty() {
            let lines: Vec<String> = self.game.log(self.lines).to_vec();
            self.lines += lines.len();
            let number = self.watched.last().map_or(0, |last| last.number + 1);
            let player = decided.map(called);
            self.watched.push(News { number, decision, player, chose: None, lines });
            forget(&mut self.watched);
        }
    }
}

impl Person {
    fn hear(
        &mut self,
        decision: u32,
        player: Option<String>,
        chose: Option<String>,
        lines: Vec<String>,
    ) {
        let number = self.next;
        self.next += 1;
        self.news.push(News { number, decision, player, chose, lines });
        forget(&mut self.news);
    }
}

/// The table as a seat sees it, or as whoever may see everything, to be drawn. What is on its cards is kept.
fn looked(game: &mut dyn Sitting, seat: Option<Seat>, rules: &mut Rules) -> Value {
    let seen = game.drawn(seat);
    read(rules, &seen, |id| game.rules(id));
    keyed(seen)
}

/// The labels of options that were taken silently, each once, with the number of times.
fn counted<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut times: Vec<(&str, u32)> = Vec::new();
    for label in labels {
        match times.iter_mut().find(|(known, _)| *known == label) {
            Some((_, count)) => *count += 1,
            None => times.push((label, 1)),
        }
    }
    let told = |(label, count)| match count {
        1 => format!("{label} (nothing else could be chosen)"),
        _ => format!("{label} ({count} times; nothing else could be chosen)"),
    };
    times.into_iter().map(told).collect()
}

/// Forgets what happened long ago.
fn forget(news: &mut Vec<News>) {
    let old = news.len().saturating_sub(NEWS);
    news.drain(..old);
}

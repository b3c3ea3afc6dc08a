//! The thread of a table, and what is ordered of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::{io, mem};

use bytes::Bytes;
use cardmill_harness::agent::Agent;
use cardmill_harness::session::Value;
use serde_json::json;
use tokio::sync::oneshot;

use crate::desk::Desk;
use crate::refusal::Refusal;

/// The most orders that wait for a table; beyond them a request is refused with 503.
const QUEUE: usize = 16;

/// The stack of a thread, in bytes: a main thread has as much, and searches go deep.
const STACK: usize = 8 << 20;

/// An order to a table from its page. Numbers that come first are of the moment that the page shows.
#[derive(Debug)]
pub enum Order {
    /// An option is taken at a moment.
    Choose(u64, usize),
    /// A decision is taken back.
    Undo(u64),
    /// An agent is asked what it would choose.
    Hint(u64, Agent),
    /// A game that is watched goes on by a decision.
    Step(u64),
    /// The screen is handed over.
    HandOver,
    /// Somebody takes it.
    Take(String),
    /// The game is written down.
    Save,
}

/// The result of an order, for the page that gave it.
pub type Done = Result<Value, Refusal>;

/// Writes a game down, and says where.
pub type Keeper = Box<dyn Fn(&Desk) -> Done + Send>;

/// The state of a table as its page is told it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Goes up whenever something else is told.
    pub version: u64,
    /// The state as JSON: that of [`Desk::told`], or that the table is lost.
    pub body: Bytes,
    /// The reason for which orders about the game have to wait; `None` where they do not.
    pub busy: Option<&'static str>,
}

/// A table and its thread.
pub struct Table {
    shown: Arc<Mutex<Shown>>,
    orders: Mutex<Option<SyncSender<(Order, oneshot::Sender<Done>)>>>,
    stop: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Table {
    /// Opens a table in a thread of its own, and says through the channel when the game has begun.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn open(
        name: &'static str,
        begin: impl FnOnce() -> Result<Desk, Refusal> + Send + 'static,
        keeper: Keeper,
    ) -> io::Result<(Self, oneshot::Receiver<Result<(), Refusal>>)> {
        let (orders, ordered) = sync_channel(QUEUE);
        let (began, begun) = oneshot::channel();
        let (shown, stop) = (Arc::<Mutex<Shown>>::default(), Arc::<AtomicBool>::default());
        let (screen, told) = (Arc::clone(&shown), Arc::clone(&stop));
        let work = move || {
            let place = Screen { shown: &screen, name };
            let played = catch_unwind(AssertUnwindSafe(|| match begin() {
                Ok(mut desk) => {
                    place.show(&mut desk, None);
                    // Whoever asked for the table may have gone away.
                    let _ = began.send(Ok(()));
                    play(&mut desk, &ordered, &place, &told, &keeper);
                }
                Err(refusal) => {
                    let _ = began.send(Err(refusal));
                }
            }));
            if played.is_err() {
                place.lose();
            }
        };
        let thread = thread::Builder::new().name("table".into()).stack_size(STACK).spawn(work)?;
        let table = Self {
            shown,
            stop,
            orders: Mutex::new(Some(orders)),
            thread: Mutex::new(Some(thread)),
        };
        Ok((table, begun))
    }

    /// The state that its page is told, as it was last shown.
    #[must_use]
    pub fn shown(&self) -> Shown {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Orders something. What comes of it is said through the channel.
    ///
    /// # Errors
    /// When the table is at work and cannot be asked, or is closed.
    pub fn order(&self, order: Order) -> Result<oneshot::Receiver<Done>, Refusal> {
        if let Some(busy) = self.shown().busy
            && !matches!(order, Order::Save)
        {
            return Err(Refusal::now(busy));
        }
        let (reply, done) = oneshot::channel();
        let orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = match &*orders {
            Some(orders) => orders.try_send((order, reply)),
            None => Err(TrySendError::Disconnected((order, reply))),
        };
        match sent {
            Ok(()) => Ok(done),
            Err(TrySendError::Full(_)) => {
                Err(Refusal::at(503, "", format!("{QUEUE} orders wait for this table already")))
            }
            Err(TrySendError::Disconnected(_)) => Err(lost()),
        }
    }

    /// Tells the table to end what it is about.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Without anybody to order something its thread ends.
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Waits until its thread has ended.
    pub fn join(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            // A panic was told when it happened.
            let _ = thread.join();
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The refusal of an order to a table that is no more, since its engine failed.
#[must_use]
pub fn lost() -> Refusal {
    Refusal::at(
        410,
        "",
        "the engine failed at this table, and its game is lost; other tables go on",
    )
}

/// The place where a table is shown, and the name of its game.
struct Screen<'a> {
    shown: &'a Mutex<Shown>,
    name: &'static str,
}

impl Screen<'_> {
    fn show(&self, desk: &mut Desk, works: Option<&'static str>) {
        let mut told = desk.told(self.name);
        let thinks = (!desk.waits()).then_some("an agent is thinking; its turn is not over");
        told["hinting"] = works.is_some().into();
        self.put(&told, works.or(thinks));
    }

    fn lose(&self) {
        self.put(&json!({ "status": "lost", "outcome": lost().reason }), None);
    }

    fn put(&self, told: &Value, busy: Option<&'static str>) {
        let body = Bytes::from(told.to_string());
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if body != shown.body {
            shown.version += 1;
            shown.body = body;
        }
        shown.busy = busy;
    }
}

/// Plays a table that is shown until it is told to stop.
fn play(
    desk: &mut Desk,
    orders: &Receiver<(Order, oneshot::Sender<Done>)>,
    screen: &Screen<'_>,
    stop: &AtomicBool,
    keeper: &Keeper,
) {
    let mut hint: Option<Agent> = None;
    while !stop.load(Ordering::Relaxed) {
        if let Some(agent) = mem::take(&mut hint) {
            // It was asked whether it plays this game.
            let _ = desk.work_out(agent, stop);
            screen.show(desk, None);
            continue;
        }
        let ordered = if desk.waits() {
            orders.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            orders.try_recv()
        };
        match ordered {
            Ok((order, reply)) => {
                let done = match order {
                    Order::Choose(moment, option) => desk.choose(moment, option, stop),
                    Order::Undo(moment) => desk.undo(moment),
                    Order::Hint(moment, agent) => {
                        desk.may_hint(moment).inspect(|()| hint = Some(agent))
                    }
                    Order::Step(moment) => desk.step(moment, stop),
                    Order::HandOver => desk.hand_over(),
                    Order::Take(player) => desk.take(&player),
                    Order::Save => {
                        // Whoever asked may have gone away.
                        let _ = reply.send(keeper(desk));
                        continue;
                    }
                };
                screen.show(desk, hint.map(|_| "a hint is being worked out"));
                let _ = reply.send(done.map(|()| json!({ "done": true })));
            }
            Err(TryRecvError::Empty) => {
                desk.play(stop);
                screen.show(desk, None);
            }
            Err(TryRecvError::Disconnected) => return,
        }
    }
}

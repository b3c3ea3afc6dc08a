//! Threads that move blocks.

use std::process;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use cardmill_harness::play::Play;

use super::Shared;
use super::block::Block;
use crate::error::Error;

/// A block and its place among all.
type Numbered<G> = (usize, Block<G>);

/// Threads, each with blocks of its own: block `n` is moved by thread `n % threads`. They end when
/// this is dropped.
pub(super) struct Crew<G: Play> {
    orders: Vec<Sender<Numbered<G>>>,
    /// Never locked: who waits has it alone.
    done: Mutex<Receiver<Numbered<G>>>,
    /// The process that they are in. A fork of it has none of them.
    process: u32,
}

impl<G: Play> Crew<G> {
    pub(super) fn new(shared: &Arc<Shared>, threads: usize) -> Self {
        let (send, done) = channel();
        let order = |_| {
            let (orders, receive) = channel::<Numbered<G>>();
            let (send, shared) = (send.clone(), Arc::clone(shared));
            thread::spawn(move || {
                for (at, mut block) in receive {
                    // Whoever takes it moves it on where that fails, and hears why.
                    let _ = block.advance(&shared);
                    if send.send((at, block)).is_err() {
                        return;
                    }
                }
            });
            orders
        };
        Self {
            orders: (0..threads).map(order).collect(),
            done: Mutex::new(done),
            process: process::id(),
        }
    }

    /// Whether the threads are there.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.is_here() { Ok(()) } else { Err(Error::Forked) }
    }

    pub(super) fn send(&self, at: usize, block: Block<G>) {
        let sent = self.orders[at % self.orders.len()].send((at, block));
        assert!(sent.is_ok(), "a thread waits for orders as long as there are senders");
    }

    /// The next block that is done.
    pub(super) fn wait(&mut self) -> Result<Numbered<G>, Error> {
        self.check()?;
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        Ok(done.recv().expect("threads hand back what they were given"))
    }
}

impl<G: Play> Crew<G> {
    fn is_here(&self) -> bool {
        self.process == process::id()
    }
}

impl<G: Play> Drop for Crew<G> {
    fn drop(&mut self) {
        if !self.is_here() {
            // A thread may have been at work on a channel when the process was forked.
            core::mem::forget(core::mem::take(&mut self.orders));
        }
    }
}

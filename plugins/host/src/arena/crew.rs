//! Threads that move blocks, and write rows.

use std::process;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use cardmill_harness::observation::Padded;
use cardmill_harness::play::Play;
use cardmill_kernel::rules::At;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::block::Block;
use super::{Row, Shared, place};
use crate::error::Error;

/// A block and its place among all.
type Numbered<G> = (usize, Block<G>);

/// Threads, each with blocks of its own: block `n` is moved by thread `n % threads`. They end when
/// this is dropped.
pub(super) struct Crew<G: Play> {
    orders: Vec<Sender<Numbered<G>>>,
    /// Never locked: who waits has it alone.
    done: Mutex<Receiver<Numbered<G>>>,
    /// Threads that write rows, as many.
    writers: Arc<ThreadPool>,
    /// The process that they are in. A fork of it has none of them.
    process: u32,
}

impl<G: Play> Crew<G> {
    pub(super) fn new(shared: &Arc<Shared>, threads: usize) -> Self {
        let (send, done) = channel();
        let writers = ThreadPoolBuilder::new().num_threads(threads).build();
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
            writers: Arc::new(writers.expect("as many threads start as those that move blocks")),
            process: process::id(),
        }
    }

    /// Checks that the threads are in this process.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.is_here() { Ok(()) } else { Err(Error::Forked) }
    }

    /// Writes rows, those of each block on a thread: each to the place of its number.
    pub(super) fn write(
        &self,
        parts: Vec<(&mut Block<G>, Vec<(usize, Row)>)>,
        arrays: Padded<'_>,
        write: impl Fn(&At<'_, G::Game>, Row, &mut Padded<'_>, usize) + Sync,
    ) {
        let write = &write;
        self.writers.in_place_scope(|threads| {
            let (mut left, mut begins) = (arrays, 0);
            for (block, rows) in parts {
                let ends = rows.last().map_or(begins, |(number, _)| number + 1);
                let (mut own, others) = left.split(ends - begins);
                left = others;
                threads.spawn(move |_| {
                    let mut next = rows.iter();
                    block.look(rows.iter().map(|(_, row)| place(row.table).1), |seen| {
                        if let Some(&(number, row)) = next.next() {
                            write(seen, row, &mut own, number - begins);
                        }
                    });
                });
                begins = ends;
            }
        });
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
            core::mem::forget(Arc::clone(&self.writers));
        }
    }
}

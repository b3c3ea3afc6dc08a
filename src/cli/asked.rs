//! The three questions of `cardmill whatif`: what a change does, which change is wanted, or what a new card is
//! worth.

use cardmill_harness::files::CardFiles;

use super::experiment::Inquiry;
use super::run::InGame;
use super::whatif::WhatIf;
use super::{goal, newcomer};
use crate::error::Error;
use crate::host::Host;

impl InGame for WhatIf {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        match self.goal {
            Some(share) => goal::play(self, share, game, cards),
            None if self.asks_nothing() => {
                let Inquiry { course, format, .. } = &self.inquiry;
                self.bands.each(course, *format, |course| {
                    let inquiry = Inquiry { course, ..self.inquiry.clone() };
                    newcomer::answer(&Self { inquiry, ..self.clone() }, game, cards)
                })
            }
            None => self.answer(game, cards, None),
        }
    }
}

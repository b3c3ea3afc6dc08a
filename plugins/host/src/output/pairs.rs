//! The table of pairs: a row for each deal of a question, with both of its games.

use std::rc::Rc;

use super::column::{Cells, Column, Sheet};
use super::manifest::{Manifest, Question};
use super::rows::Played;
use crate::error::Error;
use crate::experiment::Pair;
use crate::record::hex;

/// Rows that are written at once.
const GROUP: usize = 64 * 1024;

/// The columns of the pairs of games of an experiment.
#[must_use]
pub fn sheet(manifest: &Manifest) -> Sheet<Pair> {
    let questions = manifest.asked.iter().flat_map(|asked| &asked.questions).cloned();
    let questions: Rc<[Question]> = questions.collect();
    let told = |stem, meaning, of: fn(&Question, &Pair) -> String| {
        let questions = Rc::clone(&questions);
        Column::new(stem, meaning, move |pair: &Pair| of(&questions[pair.question], pair))
    };
    let columns = vec![
        Column::new("question", "number of the question, from 0", |pair: &Pair| {
            u16::try_from(pair.question).unwrap_or(u16::MAX)
        }),
        Column::new(
            "game",
            "number of the deal, from 0: that of the game in both arms",
            |pair: &Pair| pair.game,
        )
        .spread(),
        told("player", "who is asked about", |question, _| question.player.clone()),
        Column::new("seat", "their seat, from 1", {
            let questions = Rc::clone(&questions);
            move |pair: &Pair| questions[pair.question].seat as u8 + 1
        }),
        told("against", "the opponents, or what is played", |question, pair| {
            let setup = pair.game as usize % question.against.len();
            question.against[setup].clone()
        }),
        told("arm", "what is compared: the change, the deck or the agent", |question, _| {
            question.arms[1].name.clone()
        }),
        Column::new(
            "base",
            "how well the player came in without it, from 0 (last) to 1 (first). Nothing where a game \
             was set aside",
            |pair: &Pair| pair.shares.map(|[base, _]| base),
        ),
        Column::new("score", "and with it", |pair: &Pair| pair.shares.map(|[_, score]| score)),
        Column::new("differs", "whether these differ", |pair: &Pair| {
            pair.shares.map(|[base, score]| base != score)
        }),
        Column::new("quarantined", "a game of the deal was set aside", |pair: &Pair| {
            pair.shares.is_none()
        }),
        Column::new("base_digest", "digest of the game without it", |pair: &Pair| {
            hex(pair.digests[0])
        })
        .spread(),
        Column::new(
            "digest",
            "and with it; the same where both went alike to the last choice. Nothing where that was \
             known without playing it",
            |pair: &Pair| (pair.digests[1] != 0).then(|| hex(pair.digests[1])),
        )
        .spread(),
    ];
    Sheet { name: "pairs", group: GROUP, columns }
}

/// Reads a pair from its row; an error names the cell that was not expected.
fn pair(cells: &mut Cells) -> Result<Pair, String> {
    let question: u16 = cells.take()?;
    let game = cells.take()?;
    let (_player, _seat): (String, u8) = (cells.take()?, cells.take()?);
    let (_against, _arm): (String, String) = (cells.take()?, cells.take()?);
    let shares: [Option<f64>; 2] = [cells.take()?, cells.take()?];
    let (_differs, _quarantined): (Option<bool>, bool) = (cells.take()?, cells.take()?);
    let digests: [Option<String>; 2] = [Some(cells.take()?), cells.take()?];
    let [base, new] = digests.map(|digest| {
        let digest = digest.unwrap_or_else(|| hex(0));
        let number = u64::from_str_radix(&digest, 16);
        number.map_err(|_| format!("digest: {digest:?} was not expected"))
    });
    let shares = shares[0].zip(shares[1]).map(|(base, score)| [base, score]);
    Ok(Pair { question: question.into(), game, shares, digests: [base?, new?] })
}

impl Played {
    /// Reads a pair by the number of its row, and the question that it belongs to.
    ///
    /// # Errors
    ///
    /// There is no such row, it belongs to no question, or the file cannot be read.
    pub fn pair(&self, row: u64) -> Result<(Pair, &Question), Error> {
        let mut rows = self.rows(&sheet(&self.manifest), row)?;
        let Some((_, cells)) = rows.find(|(number, _)| *number == row) else {
            let problem = format!("there is no row {row}");
            return Err(Error::file(self.path(), problem, "the number of one of its rows, from 0"));
        };
        let pair = cells.and_then(|mut cells| pair(&mut cells)).map_err(|error| self.odd(error))?;
        let asked = self.manifest.asked.as_ref();
        let question = asked.and_then(|asked| asked.questions.get(pair.question));
        let unknown = || self.odd(format!("question: there is none of number {}", pair.question));
        Ok((pair.clone(), question.ok_or_else(unknown)?))
    }
}

//! `cardmill session`: tables for other programs.

use std::io;
use std::path::Path;

use clap::Args;

use super::CardsFolder;
use crate::error::Error;
use crate::session::pipe::serve;
use crate::session::server::Server;

/// The arguments of `session`, which has none of its own.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Session {}

const EXAMPLES: &str = r#"Each line on standard input is a JSON-RPC 2.0 message, each answer a line on standard output. The
session ends with its input.

Examples:
  cardmill session

Then, a line each:
  {"jsonrpc":"2.0","id":1,"method":"methods"}
  {"jsonrpc":"2.0","id":2,"method":"setup","params":{"given":{"p1":{"resources":3}}}}

A whole conversation: docs/sessions.md. All methods: docs/reference/session.md. A client: docs/examples/client.py"#;

impl Session {
    /// Answers requests, a line each, until the input ends.
    ///
    /// # Errors
    ///
    /// When the cards do not load, or a stream breaks.
    pub fn run(&self, cards: &CardsFolder) -> Result<u8, Error> {
        let mut server = Server::open(cards.files()?).map_err(Error::Usage)?;
        match serve(&mut server, io::stdin().lock(), io::stdout().lock()) {
            Err(source) if source.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::Write { path: Path::new("standard input and output").into(), source })
            }
            _ => Ok(0),
        }
    }
}

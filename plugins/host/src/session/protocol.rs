//! JSON-RPC 2.0: what a line of input is, and how it is answered.

use core::fmt;
use std::borrow::Cow;
use std::io::{self, Write};

use cardmill_harness::session::Problem;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The reason for which a request was not done. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RpcError {
    /// The number of the kind of error; one of [`CODES`].
    pub code: i32,
    /// The error in words.
    pub message: String,
    /// The same in parts.
    pub data: Place,
}

/// The place of an error, and the complaint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The column of a message, or a path into its parameters, such as `given.p1.units[0].card`; empty
    /// for all of them.
    pub place: String,
    /// The complaint about it, and what was expected.
    pub reason: String,
}

macro_rules! codes {
    ($($(#[doc = $told:literal])+ $name:ident = $code:literal, $called:literal;)*) => {
        $($(#[doc = $told])+ pub const $name: i32 = $code;)*

        /// The codes of errors, each with its name in messages and with its meaning.
        pub const CODES: &[(i32, &str, &str)] = &[$(($code, $called, concat!($($told),+))),*];
    };
}

codes! {
    /// The line is no JSON.
    PARSE = -32700, "Parse error";
    /// The JSON is no request.
    INVALID = -32600, "Invalid Request";
    /// There is no such method.
    NO_METHOD = -32601, "Method not found";
    /// The parameters are none that the method takes.
    PARAMETERS = -32602, "Invalid params";
    /// The engine failed. Every table of the session is lost; please report it.
    INTERNAL = -32603, "Internal error";
    /// It was understood, and the game does not allow it now.
    REFUSED = -32000, "Refused";
    /// There is no such table.
    NO_TABLE = -32001, "No such table";
    /// The saved game does not fit this program or its cards, or is not as it was written.
    MISFIT = -32002, "Saved game does not fit";
    /// Sessions do not play this game.
    NO_GAME = -32003, "No such game";
}

impl RpcError {
    /// An error about the whole of a request.
    pub fn new(code: i32, reason: impl Into<String>) -> Self {
        Self::at(code, "", reason)
    }

    /// An error about a part of a request.
    pub fn at(code: i32, place: impl Into<String>, reason: impl Into<String>) -> Self {
        let (place, reason) = (place.into(), reason.into());
        let named = CODES.iter().find(|(of, ..)| *of == code);
        let what = named.map_or("Error", |(_, called, _)| called);
        let message = match place.is_empty() {
            true => format!("{what}: {reason}"),
            false => format!("{what}: {place}: {reason}"),
        };
        Self { code, message, data: Place { place, reason } }
    }
}

impl From<Problem> for RpcError {
    fn from(problem: Problem) -> Self {
        let code = if problem.refused { REFUSED } else { PARAMETERS };
        Self::at(code, problem.place, problem.reason)
    }
}

/// The most requests of a batch: a line must not keep the others waiting for long.
pub const MOST_IN_BATCH: usize = 1024;

/// A request, or a notification when it has no id. Each field is there as it was sent: whatever is
/// wrong with the others, an id can be answered to.
#[derive(Deserialize)]
struct Request<'m> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'m RawValue>,
}

/// `null` is something that is there.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// A text, as it was sent.
#[derive(Deserialize)]
struct Text<'m>(#[serde(borrow)] Cow<'m, str>);

fn text(value: Option<&RawValue>) -> Option<Cow<'_, str>> {
    serde_json::from_str(value?.get()).ok().map(|Text(text)| text)
}

/// The messages of a batch; of too many none is read.
struct Messages<'m>(Vec<&'m RawValue>);

impl<'de> Deserialize<'de> for Messages<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Messages<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of requests")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut messages = Vec::new();
                while let Some(message) = list.next_element()? {
                    if messages.len() == MOST_IN_BATCH {
                        return Err(A::Error::custom(format_args!(
                            "a batch of more than {MOST_IN_BATCH} requests"
                        )));
                    }
                    messages.push(message);
                }
                Ok(Messages(messages))
            }
        }
        deserializer.deserialize_seq(Reader)
    }
}

/// The answer to a message.
#[derive(Serialize)]
struct Answer<'m, T> {
    jsonrpc: &'static str,
    id: &'m RawValue,
    #[serde(flatten)]
    done: Said<T>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Said<T> {
    Result(T),
    Error(RpcError),
}

/// The side that does the requests.
pub trait Handler {
    /// The reply to a request that is done.
    type Reply: Serialize;

    /// Does a request.
    ///
    /// # Errors
    /// The reason for which it was not done; then nothing changed.
    fn handle(&mut self, method: &str, params: Option<&RawValue>) -> Result<Self::Reply, RpcError>;
}

/// Answers a line of input: writes one line, or nothing if nothing is to be said.
///
/// # Errors
/// When it cannot be written.
pub fn answer(handler: &mut impl Handler, line: &[u8], out: &mut impl Write) -> io::Result<()> {
    let line = line.trim_ascii_end();
    if line.is_empty() {
        return Ok(());
    }
    // Nearly every line is one request, and need not be read twice.
    if line[0] == b'{'
        && let Ok(request) = serde_json::from_slice(line)
    {
        return say(respond(handler, request), out);
    }
    let message: &RawValue = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => return fail(unreadable(PARSE, &error), out),
    };
    if !message.get().starts_with('[') {
        return say(one(handler, message), out);
    }
    let Messages(batch) = match serde_json::from_str(message.get()) {
        Ok(batch) => batch,
        Err(error) => return fail(unreadable(INVALID, &error), out),
    };
    if batch.is_empty() {
        return fail(RpcError::new(INVALID, "an empty batch"), out);
    }
    let mut any = false;
    for message in batch {
        let Some(answer) = one(handler, message) else { continue };
        out.write_all(if any { b"," } else { b"[" })?;
        write(&answer, out)?;
        any = true;
    }
    if any { out.write_all(b"]\n") } else { Ok(()) }
}

/// Writes an error that answers no request, as a line.
///
/// # Errors
/// When it cannot be written.
pub fn fail(error: RpcError, out: &mut impl Write) -> io::Result<()> {
    say(Some(refuse::<()>(None, error)), out)
}

/// Writes what is to be said to a message, if anything, as a line.
fn say(answer: Option<Answer<impl Serialize>>, out: &mut impl Write) -> io::Result<()> {
    let Some(answer) = answer else { return Ok(()) };
    write(&answer, out)?;
    out.write_all(b"\n")
}

/// Does what a message asks for. Returns what is to be said to it, if anything.
fn one<'m, H: Handler>(handler: &mut H, message: &'m RawValue) -> Option<Answer<'m, H::Reply>> {
    if !message.get().starts_with('{') {
        return Some(refuse(None, RpcError::new(INVALID, "expected an object")));
    }
    match serde_json::from_str(message.get()) {
        Ok(request) => respond(handler, request),
        Err(error) => Some(refuse(None, unreadable(INVALID, &error))),
    }
}

/// Does a request. Returns what is to be said to it, if anything.
fn respond<'m, H: Handler>(handler: &mut H, request: Request<'m>) -> Option<Answer<'m, H::Reply>> {
    let Request { jsonrpc, method, params, id } = request;
    let invalid = |id, place, reason| Some(refuse(id, RpcError::at(INVALID, place, reason)));
    let first = id.and_then(|id| id.get().bytes().next());
    if !matches!(first, None | Some(b'"' | b'-' | b'0'..=b'9' | b'n')) {
        return invalid(None, "id", "expected a text, a number or null");
    }
    if text(jsonrpc).as_deref() != Some("2.0") {
        return invalid(id, "jsonrpc", "expected \"2.0\"");
    }
    let Some(method) = text(method) else {
        return invalid(id, "method", "expected the name of a method");
    };
    let structured = |params: &RawValue| matches!(params.get().as_bytes()[0], b'{' | b'[');
    if !params.is_none_or(structured) {
        return invalid(id, "params", "expected an object");
    }
    let done = handler.handle(&method, params);
    let done = done.map_or_else(Said::Error, Said::Result);
    id.map(|id| Answer { jsonrpc: "2.0", id, done })
}

/// An error; where nobody knows the id of what it answers, to none.
fn refuse<T>(id: Option<&RawValue>, error: RpcError) -> Answer<'_, T> {
    Answer { jsonrpc: "2.0", id: id.unwrap_or(RawValue::NULL), done: Said::Error(error) }
}

fn write(answer: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(out, answer).map_err(io::Error::from)
}

fn unreadable(code: i32, error: &serde_json::Error) -> RpcError {
    let place = format!("line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let reason = text.strip_suffix(&format!(" at {place}")).unwrap_or(&text);
    RpcError::at(code, format!("column {}", error.column()), reason)
}

#[cfg(test)]
mod tests;

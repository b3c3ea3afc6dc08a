//! JSON-RPC 2.0: what a line of input is, and how it is answered.

use std::borrow::Cow;

use cardmill_kernel::session::Problem;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// Why a request was not done. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RpcError {
    /// What kind of error it is; see `docs/session.md`.
    pub code: i32,
    /// The error in words.
    pub message: String,
    /// The same in parts.
    pub data: Place,
}

/// Where something is wrong, and what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The line and column of a message, or a path into its parameters; empty for all of them.
    pub place: String,
    /// What is wrong there, and what was expected.
    pub reason: String,
}

/// The line is no JSON.
pub const PARSE: i32 = -32700;
/// It is no request.
pub const INVALID: i32 = -32600;
/// There is no such method.
pub const NO_METHOD: i32 = -32601;
/// The parameters are not what the method takes.
pub const PARAMETERS: i32 = -32602;
/// The engine failed.
pub const INTERNAL: i32 = -32603;
/// It was understood, and the game does not allow it now.
pub const REFUSED: i32 = -32000;
/// There is no such table.
pub const NO_TABLE: i32 = -32001;
/// A saved game that does not fit this program or its cards.
pub const MISFIT: i32 = -32002;
/// Sessions do not play this game.
pub const NO_GAME: i32 = -32003;

impl RpcError {
    /// An error about the whole of a request.
    pub fn new(code: i32, reason: impl Into<String>) -> Self {
        Self::at(code, "", reason)
    }

    /// An error about a part of a request.
    pub fn at(code: i32, place: impl Into<String>, reason: impl Into<String>) -> Self {
        let (place, reason) = (place.into(), reason.into());
        let what = match code {
            PARSE => "Parse error",
            INVALID => "Invalid Request",
            NO_METHOD => "Method not found",
            PARAMETERS => "Invalid params",
            INTERNAL => "Internal error",
            REFUSED => "Refused",
            NO_TABLE => "No such table",
            MISFIT => "Saved game does not fit",
            _ => "No such game",
        };
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

/// A request, or a notification when it has no id.
#[derive(Deserialize)]
struct Request<'m> {
    #[serde(borrow)]
    jsonrpc: Cow<'m, str>,
    #[serde(borrow)]
    method: Cow<'m, str>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'m RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'m RawValue>,
}

/// `null` is something that is there.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[derive(Serialize)]
struct Success<'a, T> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    result: T,
}

#[derive(Serialize)]
struct Failure<'a> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    error: &'a RpcError,
}

/// What does the requests.
pub trait Handler {
    /// What comes of a request that is done.
    type Reply: Serialize;

    /// Does a request.
    ///
    /// # Errors
    /// Why it was not done; then nothing changed.
    fn handle(&mut self, method: &str, params: Option<&RawValue>) -> Result<Self::Reply, RpcError>;
}

/// Answers a line of input: adds one line to `out`, or nothing if nothing is to be said.
pub fn answer(handler: &mut impl Handler, line: &[u8], out: &mut Vec<u8>) {
    let line = line.trim_ascii_end();
    if line.is_empty() {
        return;
    }
    let message: &RawValue = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(error) => return fail(None, &unreadable(PARSE, &error), out),
    };
    if !message.get().starts_with('[') {
        if one(handler, message, out) {
            out.push(b'\n');
        }
        return;
    }
    let batch: Vec<&RawValue> = match serde_json::from_str(message.get()) {
        Ok(batch) => batch,
        Err(error) => return fail(None, &unreadable(PARSE, &error), out),
    };
    if batch.is_empty() {
        return fail(None, &RpcError::new(INVALID, "an empty batch"), out);
    }
    let start = out.len();
    for message in batch {
        out.push(if out.len() == start { b'[' } else { b',' });
        if !one(handler, message, out) {
            out.pop();
        }
    }
    if out.len() > start {
        out.extend(b"]\n");
    }
}

/// An error that answers no request, as a line.
pub fn fail(id: Option<&RawValue>, error: &RpcError, out: &mut Vec<u8>) {
    write(out, &Failure { jsonrpc: "2.0", id: id.unwrap_or(RawValue::NULL), error });
    out.push(b'\n');
}

/// Answers one message. Returns whether there was anything to say.
fn one(handler: &mut impl Handler, message: &RawValue, out: &mut Vec<u8>) -> bool {
    let request: Request = match serde_json::from_str(message.get()) {
        Ok(request) => request,
        Err(error) => return refuse(&unreadable(INVALID, &error), out),
    };
    if request.jsonrpc != "2.0" {
        return refuse(&RpcError::at(INVALID, "jsonrpc", "expected \"2.0\""), out);
    }
    let first = request.id.and_then(|id| id.get().bytes().next());
    if !matches!(first, None | Some(b'"' | b'-' | b'0'..=b'9' | b'n')) {
        return refuse(&RpcError::at(INVALID, "id", "expected a text, a number or null"), out);
    }
    let structured = |params: &RawValue| matches!(params.get().as_bytes()[0], b'{' | b'[');
    if !request.params.is_none_or(structured) {
        return refuse(&RpcError::at(INVALID, "params", "expected an object"), out);
    }
    let done = handler.handle(&request.method, request.params);
    let Some(id) = request.id else { return false };
    match done {
        Ok(result) => write(out, &Success { jsonrpc: "2.0", id, result }),
        Err(error) => write(out, &Failure { jsonrpc: "2.0", id, error: &error }),
    }
    true
}

/// Answers what is no request, so that nobody knows its id.
fn refuse(error: &RpcError, out: &mut Vec<u8>) -> bool {
    write(out, &Failure { jsonrpc: "2.0", id: RawValue::NULL, error });
    true
}

fn write(out: &mut Vec<u8>, answer: &impl Serialize) {
    serde_json::to_writer(out, answer).expect("an answer is plain data with names for keys");
}

fn unreadable(code: i32, error: &serde_json::Error) -> RpcError {
    let place = format!("line {} column {}", error.line(), error.column());
    let text = error.to_string();
    let reason = text.strip_suffix(&format!(" at {place}")).unwrap_or(&text);
    RpcError::at(code, format!("column {}", error.column()), reason)
}

#[cfg(test)]
mod tests;

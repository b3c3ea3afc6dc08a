//! Requests and answers, on this machine alone.
//!
//! A connection carries one request, so that nobody holds one for nothing; there are so many at a time, and each for so
//! long. Games are played by the threads of their tables: here nothing is waited for but their answers.

use std::convert::Infallible;
use std::io;
use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use cardmill_harness::session::{Problem, Value, read_json};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{ALLOW, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::door::Door;
use crate::house::{House, Wanted};
use crate::page;
use crate::refusal::Refusal;
use crate::table::{Order, lost};

/// Connections at a time. Others wait until one ends.
pub const CONNECTIONS: usize = 128;

/// The largest body of a request, in bytes.
pub const LARGEST: usize = 16 << 10;

/// The longest head of a request, in bytes.
const HEAD: usize = 16 << 10;

/// The longest time that a request may take to come in.
const COMING: Duration = Duration::from_secs(10);

/// The longest time that a connection lasts. No game ends with it: what was ordered is done, and the page asks again.
const LASTING: Duration = Duration::from_secs(60);

/// The time between two checks of whether the server is to end.
const PAUSE: Duration = Duration::from_millis(100);

/// The table that is opened as the server begins.
pub enum First {
    /// A new game with these players.
    Wanted(Wanted),
    /// A game that was written down in a file.
    Written(PathBuf),
}

/// Serves a house at a port of this machine, or at one that is free, until it is told to stop. `ready` is told the
/// address, and the number of the first table if one is opened.
///
/// # Errors
/// When the port cannot be had, or the first table not be opened.
pub fn serve(
    house: House,
    port: u16,
    first: Option<First>,
    stop: &AtomicBool,
    ready: &mut dyn FnMut(&str, Option<u64>),
) -> Result<(), Refusal> {
    let failed = |error: io::Error| Refusal::at(500, "port", error.to_string());
    let runtime =
        Builder::new_current_thread().enable_io().enable_time().build().map_err(failed)?;
    let house = Arc::new(house);
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let door = Door::new(port).map_err(|error| Refusal::at(500, "token", error.to_string()))?;
        let number = match first {
            Some(First::Wanted(wanted)) => Some(house.open(&wanted).await?),
            Some(First::Written(path)) => Some(house.load_file(path).await?),
            None => None,
        };
        ready(&door.address(), number);
        accept(&listener, &Arc::new(Guard { door, house: Arc::clone(&house) }), stop).await;
        Ok(())
    });
    house.close();
    served
}

/// Takes connections until it is told to stop.
async fn accept(listener: &TcpListener, guard: &Arc<Guard>, stop: &AtomicBool) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    while !stop.load(Ordering::Relaxed) {
        let Ok(permit) = timeout(PAUSE, Arc::clone(&room).acquire_owned()).await else { continue };
        let stream = match timeout(PAUSE, listener.accept()).await {
            Ok(Ok((stream, _))) => stream,
            Ok(Err(_)) => {
                // The system is short of something; that passes.
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            Err(_) => continue,
        };
        let guard = Arc::clone(guard);
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let guard = Arc::clone(&guard);
                async move { Ok::<_, Infallible>(guard.answer(request).await) }
            });
            let connection = http1::Builder::new()
                .keep_alive(false)
                .half_close(true)
                .timer(TokioTimer::new())
                .header_read_timeout(COMING)
                .max_buf_size(HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // Whoever breaks off has nobody to be told.
            let _ = timeout(LASTING, connection).await;
            drop(permit);
        });
    }
}

/// The house behind its door.
struct Guard {
    door: Door,
    house: Arc<House>,
}

/// An answer to a request: its status, media type and body, and the methods of a path that allows no other.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Bytes,
    allows: Option<&'static str>,
}

const JSON: &str = "application/json";

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let body = Bytes::from(json!({ "error": refusal }).to_string());
        Self { status: refusal.status, kind: JSON, body, allows: None }
    }
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Self { status: 200, kind: JSON, body: Bytes::from(value.to_string()), allows: None }
    }
}

/// The places that a path can lead to, with the numbers and words in it.
enum Way {
    Page,
    Script,
    Style,
    House,
    Tables,
    Load,
    Table(u64),
    Order(u64, String),
}

impl Way {
    fn of(path: &str) -> Option<Self> {
        let number = |text: &str| {
            text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let parts: Vec<&str> = path.split('/').collect();
        Some(match parts[..] {
            [""] => Self::Page,
            ["table", text] => {
                number(text)?;
                Self::Page
            }
            ["play.js"] => Self::Script,
            ["play.css"] => Self::Style,
            ["api", "house"] => Self::House,
            ["api", "tables"] => Self::Tables,
            ["api", "load"] => Self::Load,
            ["api", "table", text] => Self::Table(number(text)?),
            ["api", "table", text, order] => Self::Order(number(text)?, order.to_owned()),
            _ => return None,
        })
    }

    const fn writes(&self) -> bool {
        matches!(self, Self::Tables | Self::Load | Self::Order(..))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Choose {
    moment: u64,
    option: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AtMoment {
    moment: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hint {
    moment: u64,
    agent: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Take {
    player: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Load {
    save: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Guard {
    async fn answer(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let answer = match self.find(&request) {
            Err(answer) => answer,
            Ok(way) => self.follow(way, request).await.unwrap_or_else(Answer::from),
        };
        let mut response = Response::new(Full::new(answer.body));
        *response.status_mut() =
            StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(answer.kind));
        for (name, value) in HEADERS {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        if let Some(allows) = answer.allows {
            headers.insert(ALLOW, HeaderValue::from_static(allows));
        }
        response
    }

    /// Finds the place that a request leads to, if it is let in.
    fn find(&self, request: &Request<Incoming>) -> Result<Way, Answer> {
        let uri = request.uri();
        if uri.authority().is_some() {
            return Err(Refusal::at(400, "path", "expected a path").into());
        }
        let reads = request.method() == Method::GET;
        self.door.admit(request.headers(), !reads)?;
        let behind = self.door.behind(uri.path())?;
        let unknown = || Refusal::at(404, "path", format!("there is nothing at {behind:?}"));
        let way = Way::of(behind).ok_or_else(unknown)?;
        let (method, allows) = match way.writes() {
            true => (Method::POST, "POST"),
            false => (Method::GET, "GET"),
        };
        if request.method() != method {
            let refusal = Refusal::at(405, "method", format!("expected {allows}"));
            return Err(Answer { allows: Some(allows), ..refusal.into() });
        }
        Ok(way)
    }

    async fn follow(&self, way: Way, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let page =
            |kind, body: String| Answer { status: 200, kind, body: body.into(), allows: None };
        match way {
            Way::Page => Ok(page("text/html; charset=utf-8", page::page(self.door.token()))),
            Way::Script => Ok(page("text/javascript; charset=utf-8", page::script())),
            Way::Style => Ok(page("text/css; charset=utf-8", page::style())),
            Way::House => Ok(self.house.told().into()),
            Way::Table(number) => {
                let since = since(request.uri().query())?;
                let shown = self.house.table(number)?.shown();
                if since == Some(shown.version) {
                    return Ok(json!({ "version": shown.version }).into());
                }
                // As it was written by the table.
                let (head, tail) =
                    (format!("{{\"version\":{},\"table\":", shown.version), shown.body);
                let body = [head.as_bytes(), &tail, b"}"].concat();
                Ok(Answer { status: 200, kind: JSON, body: body.into(), allows: None })
            }
            Way::Tables => {
                let number = self.house.open(&read::<Wanted>(request).await?).await?;
                Ok(json!({ "table": number }).into())
            }
            Way::Load => {
                let Load { save } = read(request).await?;
                Ok(json!({ "table": self.house.load(&save).await? }).into())
            }
            Way::Order(number, order) => self.order(number, &order, request).await,
        }
    }

    async fn order(
        &self,
        number: u64,
        order: &str,
        request: Request<Incoming>,
    ) -> Result<Answer, Refusal> {
        let table = self.house.table(number)?;
        let order = match order {
            "choose" => {
                let Choose { moment, option } = read(request).await?;
                Order::Choose(moment, option)
            }
            "undo" => Order::Undo(read::<AtMoment>(request).await?.moment),
            "step" => Order::Step(read::<AtMoment>(request).await?.moment),
            "hint" => {
                let Hint { moment, agent } = read(request).await?;
                Order::Hint(moment, self.house.agent(&agent)?)
            }
            "take" => Order::Take(read::<Take>(request).await?.player),
            "hand_over" => {
                let Nothing {} = read(request).await?;
                Order::HandOver
            }
            "save" => {
                let Nothing {} = read(request).await?;
                Order::Save
            }
            "close" => {
                let Nothing {} = read(request).await?;
                self.house.drop_table(number)?;
                return Ok(json!({ "closed": number }).into());
            }
            _ => {
                let expected = "choose, undo, hint, step, take, hand_over, save or close";
                return Err(Refusal::at(404, "path", format!("expected {expected}")));
            }
        };
        Ok(table.order(order)?.await.unwrap_or_else(|_| Err(lost()))?.into())
    }
}

/// The headers of every answer: it is nobody else's, and nothing else is fetched.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The version of the table that a page has, from the query of its address; `None` of a page that has none yet.
fn since(query: Option<&str>) -> Result<Option<u64>, Refusal> {
    let Some(query) = query else { return Ok(None) };
    let number = query.strip_prefix("since=").and_then(|number| number.parse().ok());
    number.map(Some).ok_or_else(|| Refusal::at(400, "query", "expected since= and a whole number"))
}

/// Reads the body of a request as JSON of a given form.
async fn read<T: for<'t> Deserialize<'t>>(request: Request<Incoming>) -> Result<T, Refusal> {
    let kind = request.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    if kind != Some(JSON.as_bytes()) {
        return Err(Refusal::at(415, "content-type", format!("expected {JSON}")));
    }
    let body = Limited::new(request.into_body(), LARGEST).collect();
    let body = match timeout(COMING, body).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(_)) => {
            let expected = format!("expected it whole, and {LARGEST} bytes at most");
            return Err(Refusal::at(413, "body", expected));
        }
        Err(_) => return Err(Refusal::at(408, "body", "it did not come")),
    };
    let wrong = |reason: String| Refusal::at(400, "body", reason);
    let text = std::str::from_utf8(&body).map_err(|error| wrong(error.to_string()))?;
    let unread = |problem: Problem| {
        let refusal = Refusal::from(problem);
        // Where a text breaks off there is no place in it.
        if refusal.place == "?" { wrong(refusal.reason) } else { refusal }
    };
    read_json(text).map_err(unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_few() {
        assert!(matches!(Way::of(""), Some(Way::Page)));
        assert!(matches!(Way::of("table/7"), Some(Way::Page)));
        assert!(matches!(Way::of("api/table/7"), Some(Way::Table(7))));
        assert!(matches!(Way::of("api/table/7/undo"), Some(Way::Order(7, _))));
        for path in [
            "table",
            "table/",
            "table/+7",
            "table/-1",
            "api",
            "api/",
            "api/table/x",
            "api/table/7/a/b",
            "../x",
            "PLAY.JS",
        ] {
            assert!(Way::of(path).is_none(), "{path}");
        }
        assert_eq!((since(None), since(Some("since=7"))), (Ok(None), Ok(Some(7))));
        for query in ["", "since=", "since=x", "since=7&a=b", "a=b"] {
            assert_eq!(since(Some(query)).unwrap_err().status, 400, "{query}");
        }
    }
}

//! A house of games at a port of this machine, and who knocks at it.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle, sleep};
use std::time::Duration;

use cardmill::cli::play::Planned;
use cardmill::cli::{Cli, Command};
use cardmill_harness::session::Value;
use cardmill_play::house::Wanted;
use cardmill_play::server::First;
use cardmill_play::{House, Offer, serve};
use clap::Parser as _;
use serde_json::json;
use tempfile::TempDir;

/// A game of each kind that is played, by its name and what `cardmill play` is given.
pub const GAMES: [(&str, &[&str]); 4] = [
    ("skirmish", &["tests/positions/skirmish-two.ron"]),
    ("xwing", &["tests/positions/duel.ron"]),
    ("unlimited", &["luke", "vader"]),
    ("imperium", &["tests/positions/three-table.ron"]),
];

/// The plan that `cardmill play` makes of some arguments.
pub fn planned(arguments: &[&str]) -> Planned {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let full = |word: &&str| match word.ends_with(".ron") {
        true => root.join(word).display().to_string(),
        false => (*word).to_owned(),
    };
    let words = ["cardmill", "play"].map(str::to_owned).into_iter();
    let cli = Cli::try_parse_from(words.chain(arguments.iter().map(full))).unwrap();
    let Command::Play(play) = cli.command else { unreachable!("it is play") };
    play.plan(&cli.cards).unwrap()
}

/// A house that is served.
pub struct Served {
    pub port: u16,
    /// The token, which is the first part of every path.
    pub token: String,
    /// The first table, if one was opened.
    pub first: Option<u64>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    _saves: TempDir,
    pub saves: PathBuf,
}

/// An answer of the server, as it came over the line.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Served {
    /// A house with the first table that these arguments name.
    pub fn new(arguments: &[&str]) -> Self {
        let Planned { catalogue, setups, names, rounds, agents, seats } = planned(arguments);
        let saves = tempfile::tempdir().unwrap();
        let folder = saves.path().join("games");
        let offer = Offer { catalogue, setups, names, rounds, agents, saves: folder.clone() };
        let stop = Arc::new(AtomicBool::new(false));
        let (told, ready) = channel();
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let first = First::Wanted(Wanted { seats, setup: 0, seed: Some(7) });
            let served =
                serve(House::new(offer), 0, Some(first), &stopped, &mut |address, table| {
                    told.send((address.to_owned(), table)).unwrap();
                });
            served.unwrap();
        });
        let (address, first) = ready.recv().unwrap();
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once('/').unwrap();
        Self {
            port: port.parse().unwrap(),
            token: token.trim_end_matches('/').to_owned(),
            first,
            stop,
            thread: Some(thread),
            _saves: saves,
            saves: folder,
        }
    }

    /// The address of a page.
    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{}/{path}", self.port, self.token)
    }

    /// Sends bytes as they are, and reads what comes.
    pub fn raw(&self, bytes: &[u8]) -> Option<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // Whoever is refused before all is read is cut off.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut read = Vec::new();
        let _ = stream.read_to_end(&mut read);
        let text = String::from_utf8_lossy(&read).into_owned();
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
    }

    /// A request of the page itself.
    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        let Self { port, token, .. } = self;
        format!(
            "{method} /{token}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len(),
        )
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = self.request("GET", path, "");
        self.raw(request.as_bytes()).expect("it is answered")
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.request("POST", path, &body.to_string());
        self.raw(request.as_bytes()).expect("it is answered")
    }

    /// Orders something of a table that is done.
    pub fn order(&self, table: u64, order: &str, body: &Value) -> Value {
        let answer = self.post(&format!("api/table/{table}/{order}"), body);
        assert_eq!(answer.status, 200, "{order}: {answer:?}");
        answer.json()
    }

    /// The table as its page is told it.
    pub fn told(&self, table: u64) -> Value {
        self.get(&format!("api/table/{table}")).json()["table"].clone()
    }

    /// The same once nobody is thinking.
    pub fn settled(&self, table: u64) -> Value {
        for _ in 0..2_000 {
            let told = self.told(table);
            if told["thinking"] != true && told["hinting"] != true {
                return told;
            }
            sleep(Duration::from_millis(5));
        }
        panic!("somebody thinks for ever at table {table}");
    }

    /// Opens a table.
    pub fn open(&self, wanted: &Value) -> u64 {
        let answer = self.post("api/tables", wanted);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["table"].as_u64().unwrap()
    }

    /// Takes an option of whoever is asked at a table.
    pub fn choose(&self, table: u64, told: &Value, option: usize) {
        self.order(table, "choose", &json!({ "moment": told["moment"], "option": option }));
    }
}

/// The number of options of somebody in front of the screen; 0 where nobody is asked.
pub fn count(told: &Value) -> usize {
    told["question"]["options"].as_array().map_or(0, Vec::len)
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !thread::panicking() {
            ended.expect("it was served").expect("it ended well");
        }
    }
}

/// Numbers that look random, the same ones every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count as u64) as usize
    }
}

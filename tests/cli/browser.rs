//! A real browser, driven over a pipe (the protocol of its own tools): keys are pressed, pages are looked at.

use std::cell::Cell;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// The time that an answer may take: machines that test are busy.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Browser {
    child: Child,
    pipe: ChildStdin,
    heard: Receiver<Value>,
    asked: u64,
    session: Option<String>,
    loaded: Cell<u32>,
    /// The folder of the browser's profile, which is removed with it.
    _profile: TempDir,
}

impl Browser {
    /// A browser with one empty page; nothing, and a message, where there is none that runs.
    pub(super) fn open() -> Option<Self> {
        let names = ["chromium", "chromium-browser", "google-chrome"];
        let runs = |name: &&str| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        let Some(name) = names.into_iter().find(runs) else {
            println!("skipped: there is no Chromium that runs");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        // What it hears and says is at its third and fourth streams.
        let command = format!(
            "exec {name} --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
             --no-first-run --disable-background-networking --user-data-dir={} \
             --remote-debugging-pipe 3<&0 4>&1 >/dev/null 2>&1",
            profile.path().display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let pipe = child.stdin.take().unwrap();
        let mut from = BufReader::new(child.stdout.take().unwrap());
        let (tell, heard) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while from.read_until(0, &mut message).is_ok_and(|read| read > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if tell.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let loaded = Cell::new(0);
        let mut browser =
            Self { child, pipe, heard, asked: 0, session: None, loaded, _profile: profile };
        let page = browser.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = json!({ "targetId": page["targetId"], "flatten": true });
        let attached = browser.ask("Target.attachToTarget", attached);
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        browser.ask("Page.enable", json!({}));
        Some(browser)
    }

    /// Calls a method of the browser, and returns its result; an error of the browser fails the test.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.pipe.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.pipe.flush().unwrap();
        loop {
            let heard = self.next(method);
            if heard["id"] == json!(id) {
                assert!(heard["error"].is_null(), "{method}: {}", heard["error"]);
                return heard["result"].clone();
            }
        }
    }

    fn next(&self, waits_for: &str) -> Value {
        let heard = self.heard.recv_timeout(PATIENCE);
        let heard = heard.unwrap_or_else(|error| panic!("no answer to {waits_for}: {error}"));
        if heard["method"] == "Page.loadEventFired" {
            self.loaded.set(self.loaded.get() + 1);
        }
        heard
    }

    /// Goes to an address and waits until all of it is there.
    pub(super) fn go(&mut self, address: &str) {
        // A page that differs in nothing but its moment would not be loaded again.
        for address in ["about:blank", address] {
            self.loaded.set(0);
            self.ask("Page.navigate", json!({ "url": address }));
            self.arrive();
        }
    }

    pub(super) fn reload(&mut self) {
        self.loaded.set(0);
        self.ask("Page.reload", json!({}));
        self.arrive();
    }

    fn arrive(&self) {
        while self.loaded.get() == 0 {
            self.next("the page");
        }
    }

    /// The value of a script, or of what it promises.
    pub(super) fn run(&mut self, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let found = self.ask("Runtime.evaluate", params);
        assert!(found["exceptionDetails"].is_null(), "{script}: {}", found["exceptionDetails"]);
        found["result"]["value"].clone()
    }

    /// Serious barriers of the page for people who see or use it otherwise, in the words of axe; nothing, and a
    /// message, where nobody has fetched it (`npm install --prefix target/axe axe-core`).
    pub(super) fn barriers(&mut self) -> Vec<String> {
        let file = "target/axe/node_modules/axe-core/axe.min.js";
        let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let Some(axe) = folders.find_map(|folder| fs::read_to_string(folder.join(file)).ok())
        else {
            println!("axe is not asked: npm install --prefix target/axe axe-core");
            return Vec::new();
        };
        self.run(&format!("{axe}; 0"));
        let found = self.run(
            "axe.run().then((found) => found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))
              .map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html).join(' ')}`))",
        );
        let found = found.as_array().expect("it says what it found");
        found.iter().map(ToString::to_string).collect()
    }

    /// Presses a key, as a hand does.
    pub(super) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "ArrowLeft" => (37, ""),
            "ArrowRight" => (39, ""),
            "Home" => (36, ""),
            "End" => (35, ""),
            "PageDown" => (34, ""),
            "PageUp" => (33, ""),
            "Escape" => (27, ""),
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            " " => (32, " "),
            letter => (u32::from(letter.to_uppercase().as_bytes()[0]), letter),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = json!(text);
            }
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    /// Writes into what has the focus.
    pub(super) fn write(&mut self, text: &str) {
        self.ask("Input.insertText", json!({ "text": text }));
    }

    /// Sets the width of the window in pixels; below 600 it is that of a telephone.
    pub(super) fn wide(&mut self, width: u32) {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1,
            "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }

    /// Sets the medium of the page, `screen` or `print`, and the preferences of its reader, such as a colour
    /// scheme.
    pub(super) fn media(&mut self, media: &str, prefers: &[(&str, &str)]) {
        let features: Vec<Value> =
            prefers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let media = json!({ "media": media, "features": features });
        self.ask("Emulation.setEmulatedMedia", media);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

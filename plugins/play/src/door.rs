//! The door of the server: it lets in the page that was opened by its address, on this machine, and nobody else.
//!
//! A name that somebody else has resolve to this machine is told by `Host` (DNS rebinding), a page of another
//! site by `Origin` and `Sec-Fetch-Site` (requests forged across sites), and whoever does not know the address by the
//! token in it.

use hyper::HeaderMap;
use hyper::header::{HOST, HeaderName, ORIGIN};

use crate::refusal::Refusal;

/// The host and the token by which requests of the page are known from all others.
#[derive(Clone, Debug)]
pub struct Door {
    /// The host and port, as they stand in the address.
    host: String,
    /// The token, which is the first part of every path.
    token: String,
}

/// Bytes of a token.
const TOKEN: usize = 16;

impl Door {
    /// The door of a server at a port of this machine, with a token that nobody can guess.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut token = [0; TOKEN];
        getrandom::fill(&mut token)?;
        let token = token.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { host: format!("127.0.0.1:{port}"), token })
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://{}/{}/", self.host, self.token)
    }

    /// The token of this server, which is the first part of every path.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Lets a request in by its headers. `writes` says that it may change something.
    ///
    /// # Errors
    /// When it is not from the page that was opened here.
    pub fn admit(&self, headers: &HeaderMap, writes: bool) -> Result<(), Refusal> {
        let one = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            match (values.next(), values.next()) {
                (Some(one), None) => Ok(Some(one.as_bytes())),
                (None, _) => Ok(None),
                _ => Err(Refusal::at(400, name.as_str(), "expected it once")),
            }
        };
        if one(&HOST)? != Some(self.host.as_bytes()) {
            return Err(Refusal::at(403, "host", format!("expected {}", self.host)));
        }
        let own = format!("http://{}", self.host);
        match one(&ORIGIN)? {
            Some(origin) if origin == own.as_bytes() => {}
            None if !writes => {}
            _ => return Err(Refusal::at(403, "origin", format!("expected {own}"))),
        }
        match one(&HeaderName::from_static("sec-fetch-site"))? {
            None | Some(b"same-origin" | b"none") => Ok(()),
            Some(_) => {
                Err(Refusal::at(403, "sec-fetch-site", "expected a request of the page itself"))
            }
        }
    }

    /// The rest of a path behind the token.
    ///
    /// # Errors
    /// When it is another token, or none.
    pub fn behind<'p>(&self, path: &'p str) -> Result<&'p str, Refusal> {
        let behind = path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let known = |given: &str| {
            // As long for a token that is nearly right.
            let differs =
                given.bytes().zip(self.token.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
            given.len() == self.token.len() && differs == 0
        };
        match behind {
            Some((token, rest)) if known(token) => Ok(rest),
            _ => Err(Refusal::at(
                404,
                "path",
                "nothing is here; use the address that cardmill printed",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(given: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn only_the_own_page_is_let_in() {
        let door = Door::new(4711).unwrap();
        let own = ("host", "127.0.0.1:4711");
        let origin = ("origin", "http://127.0.0.1:4711");
        for (given, reads, writes) in [
            (&[own][..], true, false),
            (&[own, origin], true, true),
            (&[own, origin, ("sec-fetch-site", "same-origin")], true, true),
            (&[own, origin, ("sec-fetch-site", "cross-site")], false, false),
            (&[own, origin, ("sec-fetch-site", "same-site")], false, false),
            (&[own, ("origin", "null")], false, false),
            (&[own, ("origin", "http://127.0.0.1:4712")], false, false),
            (&[own, ("origin", "https://127.0.0.1:4711")], false, false),
            (&[own, origin, ("origin", "http://evil.example")], false, false),
            (&[], false, false),
            (&[origin], false, false),
            (&[("host", "127.0.0.1"), origin], false, false),
            (&[("host", "localhost:4711"), origin], false, false),
            (&[("host", "evil.example:4711"), origin], false, false),
            (&[own, own, origin], false, false),
        ] {
            let headers = headers(given);
            assert_eq!(door.admit(&headers, false).is_ok(), reads, "{given:?}");
            assert_eq!(door.admit(&headers, true).is_ok(), writes, "{given:?}");
        }
    }

    #[test]
    fn a_path_begins_with_the_token() {
        let door = Door::new(1).unwrap();
        let token = door.token().to_owned();
        assert_eq!((token.len(), door.behind(&format!("/{token}/table/1"))), (32, Ok("table/1")));
        assert_eq!(door.behind(&format!("/{token}/")), Ok(""));
        let nearly = format!("/{}x/", &token[1..]);
        for path in
            ["", "/", "//", "/table/1", &format!("/{token}"), &format!("{token}/"), &nearly, "/0/"]
        {
            assert_eq!(door.behind(path).unwrap_err().status, 404, "{path}");
        }
        assert_ne!(Door::new(1).unwrap().token(), token);
    }
}

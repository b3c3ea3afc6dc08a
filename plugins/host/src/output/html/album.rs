//! Games that a report shows step by step: pages in a folder beside it, to which it links.

use std::ffi::OsStr;
use std::fmt::Write as _;

use crate::output::command::Command;

/// A function that plays the games of commands again and writes them as one page, side by side,
/// under the given name into the folder. It gives the size of the page in bytes; `None` where they
/// cannot be shown.
pub type Show<'a> = &'a mut dyn FnMut(&str, &[Command]) -> Option<usize>;

/// The pages of a report. They are made as they are asked for: what cannot be shown is not linked to.
pub struct Album<'a> {
    /// The folder, as an address.
    folder: String,
    /// The number of pages that may still be tried.
    left: usize,
    /// The number of pages that were made.
    made: usize,
    show: Show<'a>,
}

/// A page that is linked to.
pub(super) struct Link {
    /// The address of the page, as a path that begins at the report.
    pub(super) address: String,
    /// The size of the page, such as `310 kB`.
    pub(super) size: String,
}

impl<'a> Album<'a> {
    /// Begins an album without pages, in a folder beside the report, for `most` pages at most.
    #[must_use]
    pub fn new(folder: &OsStr, most: usize, show: Show<'a>) -> Self {
        Self { folder: address(folder), left: most, made: 0, show }
    }

    /// Makes a page of the games of these commands; `None` where there is no room for it, or they
    /// cannot be shown.
    pub(super) fn link(&mut self, commands: &[Command]) -> Option<Link> {
        self.left = self.left.checked_sub(1)?;
        let name = format!("{}.html", self.made + 1);
        let size = match (self.show)(&name, commands)? {
            bytes @ ..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
            bytes => format!("{:.1} MB", bytes as f64 / 1e6),
        };
        self.made += 1;
        Some(Link { address: format!("{}/{name}", self.folder), size })
    }
}

/// The name of a file as a browser takes it (RFC 3986, 2.3).
fn address(name: &OsStr) -> String {
    let mut address = String::new();
    for &byte in name.as_encoded_bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => {
                address.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            byte => _ = write!(address, "%{byte:02X}"),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_so_many_pages_and_none_for_what_cannot_be_shown() {
        let mut asked = Vec::new();
        let mut show = |name: &str, commands: &[Command]| {
            asked.push(format!("{name}: {}", commands[0]));
            (commands[0].words()[1] != "gone").then_some(if name == "1.html" {
                310
            } else {
                1_234_567
            })
        };
        let mut album = Album::new(OsStr::new("my report: 100%.games"), 3, &mut show);
        let mut link = |word| {
            let link = album.link(&[Command::new().word(word)]);
            link.map(|link| (link.address, link.size))
        };
        let page = |number: u8, size: &str| {
            Some((format!("my%20report%3A%20100%25.games/{number}.html"), size.to_owned()))
        };
        let expected = [page(1, "1 kB"), None, page(2, "1.2 MB"), None];
        assert_eq!(["one", "gone", "two", "three"].map(&mut link), expected);
        assert_eq!(
            asked,
            ["1.html: cardmill one", "2.html: cardmill gone", "2.html: cardmill two"]
        );
    }
}

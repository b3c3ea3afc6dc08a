//! Lists the files of `cards/`, so that they become part of the program.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=cards");
    // Cargo runs a build script in the folder of its package.
    let cards = Path::new("cards");
    let mut files = Vec::new();
    collect(cards, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(cards).map_err(io::Error::other)?;
        let name = name.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/cards/{name}"));
        list.push_str(&format!("({name:?}, include_str!({path})),\n"));
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&out).join("cards.rs"), list)
}

/// Collects the card files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "ron" || e == "csv" || e == "json") {
            files.push(path);
        }
    }
    Ok(())
}

//! Files of a crate rest on each other one way: a circle of imports has two files at most, of which
//! one reads as the other's other half, or three with a reason. What the door of a folder (`mod.rs`)
//! hands on from its own files is the door's: who names that rests on the door.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates, and the files of the largest circle that each may have.
const CRATES: [(&str, usize); 8] = [
    ("plugins/kernel/src", 1),
    ("plugins/harness/src", 1),
    // Cards read entries, and what entries are is asked with cards.
    ("plugins/host/src", 2),
    ("plugins/skirmish/src", 1),
    // What a program remembers names its procedures; they remember.
    ("plugins/xwing/src", 2),
    // An ability begins procedures, and some of them begin abilities.
    ("plugins/imperium/src", 2),
    // Cards are listed by the command that shows them.
    ("src", 2),
    // A frame remembers a procedure, which is given a program that runs or asks, which has a frame.
    ("plugins/unlimited/src", 3),
];

/// The module of every file, by its path in the crate.
fn modules(folder: &Path, inside: &[String], found: &mut BTreeMap<Vec<String>, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let module = [inside, &[name.clone()][..]].concat();
        match path.extension() {
            None => modules(&path, &module, found),
            Some(_) if name == "mod" => drop(found.insert(inside.to_vec(), path)),
            Some(_) if matches!(&*name, "lib" | "main" | "tests") => {}
            Some(_) => drop(found.insert(module, path)),
        }
    }
}

/// The paths of a `use`, braces written out.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, list)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let list = list.strip_suffix('}').expect("a list ends");
    let (mut deep, mut parts) = (0, vec![String::new()]);
    for c in list.chars() {
        deep += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && deep == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("there is one").push(c);
        }
    }
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.flat_map(|part| paths(part)).map(|path| format!("{before}{path}")).collect()
}

/// The modules that a file names in its `use` lines, its unit tests left out.
fn imports<'m>(
    module: &[String],
    text: &str,
    modules: &'m BTreeMap<Vec<String>, PathBuf>,
) -> BTreeSet<&'m Vec<String>> {
    let text = text.split("mod tests {").next().expect("a part");
    let lines = text.split(';').filter_map(|line| line.trim_start().rsplit_once("use "));
    let trees = lines.map(|(_, tree)| tree.split_whitespace().collect::<String>());
    let mut found = BTreeSet::new();
    let own = |tree: &String| tree.starts_with("crate::") || tree.starts_with("super::");
    for path in trees.filter(own).flat_map(|tree| paths(&tree)) {
        let mut words: Vec<String> = path.split("::").map(str::to_owned).collect();
        let above = words.iter().take_while(|word| *word == "super").count();
        match &*words[0] {
            "crate" => drop(words.remove(0)),
            "super" => {
                let base = &module[..module.len() - above.min(module.len())];
                words = [base, &words[above..]].concat();
            }
            _ => continue,
        }
        while !words.is_empty() && !modules.contains_key(&words) {
            words.pop();
        }
        found.extend(modules.get_key_value(&words).map(|(named, _)| named));
    }
    found.retain(|named| *named != module);
    found
}

/// The modules that can be reached from a module by imports.
fn reach<'m>(
    from: &'m Vec<String>,
    imports: &BTreeMap<&'m Vec<String>, BTreeSet<&'m Vec<String>>>,
) -> BTreeSet<&'m Vec<String>> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let named = imports[module].iter().filter(|named| reached.insert(**named));
        next.extend(named.copied().collect::<Vec<_>>());
    }
    reached
}

#[test]
fn files_rest_on_each_other_one_way() {
    for (folder, most) in CRATES {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut all = BTreeMap::new();
        modules(&root, &[], &mut all);
        let read = |path: &PathBuf| fs::read_to_string(path).expect("text");
        let named = all.iter().map(|(module, path)| (module, imports(module, &read(path), &all)));
        let named: BTreeMap<_, _> = named.collect();
        let reached: BTreeMap<_, _> = all.keys().map(|of| (of, reach(of, &named))).collect();
        for module in all.keys() {
            let back = |other: &&&Vec<String>| reached[**other].contains(module);
            let circle: Vec<String> =
                reached[module].iter().filter(back).map(|file| file.join("/")).collect();
            assert!(circle.len() <= most, "{folder}: a circle of {}", circle.join(", "));
        }
        assert!(named.values().map(BTreeSet::len).sum::<usize>() > 5, "{folder}: nothing is read");
    }
}

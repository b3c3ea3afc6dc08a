//! The workflow files of `.github/workflows` against the repository: no runner reads them here, so what they name is
//! looked for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The words of the shell that begin a command of another file.
const SHELLS: [&str; 2] = ["bash", "python3"];

/// The files of the repository that a line runs.
fn scripts(line: &str) -> Vec<&str> {
    let words: Vec<_> = line.split([' ', '"', '\'']).collect();
    let pairs = words.windows(2).filter(|pair| SHELLS.contains(&pair[0]));
    pairs.map(|pair| pair[1]).filter(|name| !name.starts_with('-')).collect()
}

/// The names in a line that begin so, such as `matrix.` in `${{ matrix.how }}`.
fn names<'t>(line: &'t str, head: &str) -> Vec<&'t str> {
    let name = |rest: &'t str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    line.split(head).skip(1).filter_map(name).collect()
}

/// A job of a workflow: its name and its lines.
struct Job<'t> {
    name: &'t str,
    lines: Vec<&'t str>,
}

/// The jobs of a workflow, which stand one step below `jobs:`.
fn jobs(text: &str) -> Vec<Job<'_>> {
    let mut jobs: Vec<Job<'_>> = Vec::new();
    let lines = text.lines().skip_while(|line| *line != "jobs:").skip(1);
    for line in lines {
        let name = line.strip_prefix("  ").and_then(|line| line.strip_suffix(':'));
        match name.filter(|name| !name.starts_with([' ', '#'])) {
            Some(name) => jobs.push(Job { name, lines: Vec::new() }),
            None => jobs.last_mut().expect("a job").lines.push(line),
        }
    }
    jobs
}

/// The keys of a row of a matrix, each with its value.
fn fields(row: &str) -> Vec<(&str, &str)> {
    row.trim_end_matches(" }").split(", ").filter_map(|field| field.split_once(": ")).collect()
}

impl<'t> Job<'t> {
    /// The rows of its matrix.
    fn rows(&self) -> Vec<Vec<(&'t str, &'t str)>> {
        let rows = self.lines.iter().filter_map(|line| line.trim_start().strip_prefix("- { "));
        rows.map(fields).collect()
    }

    /// The values of a key in the rows of its matrix.
    fn values(&self, key: &str) -> BTreeSet<&'t str> {
        let all = self.rows().into_iter().flatten();
        all.filter(|(name, _)| *name == key).map(|(_, value)| value).collect()
    }
}

/// The flaws of a workflow.
fn flaws(text: &str) -> Vec<String> {
    let mut flaws = Vec::new();
    let jobs = jobs(text);
    let known: BTreeSet<&str> = jobs.iter().map(|job| job.name).collect();
    for job in &jobs {
        let flaw = |what: &str| format!("job {}: {what}", job.name);
        for line in job.lines.iter().filter(|line| !line.trim_start().starts_with('#')) {
            for script in
                scripts(line).iter().filter(|script| !Path::new(ROOT).join(script).is_file())
            {
                flaws.push(flaw(&format!("no script {script}")));
            }
            for name in names(line, "matrix.") {
                let rows = job.rows();
                if rows.is_empty() || rows.iter().any(|row| row.iter().all(|(key, _)| *key != name))
                {
                    flaws.push(flaw(&format!("a row of the matrix has no {name}")));
                }
            }
            for name in names(line, "needs: ").iter().filter(|name| !known.contains(*name)) {
                flaws.push(flaw(&format!("no job {name}")));
            }
            if line.contains("uses: ") && !line.contains("@v") {
                flaws.push(flaw(&format!("{}: no version", line.trim())));
            }
            if line.contains('\t') || line.matches("${{").count() != line.matches("}}").count() {
                flaws.push(flaw(&format!("{}: not well formed", line.trim())));
            }
        }
        let timed = job.lines.iter().any(|line| line.contains("runs-on: "));
        if !timed {
            flaws.push(flaw("it runs nowhere"));
        }
    }
    flaws
}

#[test]
fn workflows_name_what_is_there() {
    let folder = Path::new(ROOT).join(".github/workflows");
    let files = fs::read_dir(folder).expect("there are workflows");
    let mut found = 0;
    for file in files {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        let told = flaws(&text);
        assert!(told.is_empty(), "{}:\n{}", path.display(), told.join("\n"));
        found += jobs(&text).len();
    }
    assert!(found >= 6, "only {found} jobs were found");
}

#[test]
fn what_is_built_is_what_is_tried() {
    let path = Path::new(ROOT).join(".github/workflows/release.yml");
    let text = fs::read_to_string(path).expect("text");
    let jobs = jobs(&text);
    let of = |name: &str| {
        let job = jobs.iter().find(|job| job.name == name).expect("the job");
        job.values("name")
    };
    assert_eq!(of("build"), of("try"));
    assert_eq!(of("build").len(), 4);
}

#[test]
fn the_compiler_of_the_workflows_is_that_of_the_package() {
    let read = |path: &str| fs::read_to_string(Path::new(ROOT).join(path)).expect("text");
    let package = read("Cargo.toml");
    let version = package.split("rust-version = \"").nth(1).expect("a version");
    let version = version.split('"').next().expect("it ends");
    for file in ["ci.yml", "pages.yml", "release.yml"] {
        let text = read(&format!(".github/workflows/{file}"));
        let installed = text.split("rustup toolchain install ").nth(1).expect("a toolchain");
        assert_eq!(installed.split(' ').next(), Some(version), "{file}");
    }
}

#[test]
fn what_a_workflow_names_in_vain_is_found() {
    let good = "jobs:\n  one:\n    runs-on: a\n    steps:\n      - run: bash .ci/run\n";
    assert!(flaws(good).is_empty());
    for (text, flaw) in [
        ("jobs:\n  one:\n    runs-on: a\n      - run: bash .ci/no\n", "no script .ci/no"),
        ("jobs:\n  one:\n    runs-on: a\n    needs: two\n", "no job two"),
        ("jobs:\n  one:\n    runs-on: ${{ matrix.os }}\n", "a row of the matrix has no os"),
        ("jobs:\n  one:\n    runs-on: ${{ matrix.os\n      - { os: a }\n", "not well formed"),
        ("jobs:\n  one:\n    steps:\n", "it runs nowhere"),
        ("jobs:\n  one:\n    runs-on: a\n      - uses: b/c@main\n", "no version"),
    ] {
        let found = flaws(text);
        assert!(found.len() == 1 && found[0].contains(flaw), "{text}: {found:?}");
    }
}

//! `--bands`: the same question, put to several agents one after another.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::value::RawValue;

use super::experiment::Course;
use super::run::Conduct;
use super::{Agents, Format, print};
use crate::error::Error;
use crate::interrupt;
use crate::output::csv;
use crate::output::json::pretty;

/// The agents that are asked, one after another.
#[derive(Clone, Debug, Args)]
pub struct Bands {
    /// Ask the same of these agents, one after another, and tell what each of them says. Several are for
    /// all seats, and stand behind everything else: --bands greedy ismcts:sims=64
    #[arg(id = "bands", long, value_name = "NAME", num_args = 1.., conflicts_with = "agents")]
    pub list: Vec<Agents>,
}

/// The outcome of a command that can be put to several agents: its answer, and how it ended.
pub struct Told {
    /// The answer in one line, for the summary of all agents.
    pub headline: String,
    /// The whole answer as it is printed: a table, JSON or CSV, by `--format`.
    pub text: String,
    /// The number of games that were played.
    pub games: u64,
    /// The time that the games took, in seconds.
    pub seconds: f64,
    /// `true` if the command ended before all was played, as by Ctrl-C; agents behind this one are not asked
    /// then.
    pub stopped: bool,
    /// The exit code of the process, as the help of the command lists them.
    pub code: u8,
}

impl Bands {
    /// The ways in which the question is played: with each agent of `--bands` in turn, or the given one alone
    /// where none is named.
    #[must_use]
    pub fn conducts(&self, conduct: &Conduct) -> Vec<Conduct> {
        if self.list.is_empty() {
            return vec![conduct.clone()];
        }
        let with = |agents: &Agents| Conduct { agents: Some(agents.clone()), ..conduct.clone() };
        self.list.iter().map(with).collect()
    }

    /// Carries a command out as each of the agents plays, and prints what is told: one answer after
    /// another, and then in a line what each of them says. A report and games that are kept go to a file
    /// for each of them: the name that was given with a number, but for the first.
    ///
    /// # Errors
    ///
    /// Those of `answer`, or when standard output cannot be written to.
    pub fn each(
        &self,
        course: &Course,
        format: Format,
        mut answer: impl FnMut(Course) -> Result<Told, Error>,
    ) -> Result<u8, Error> {
        if self.list.is_empty() {
            let told = answer(course.clone())?;
            print(&told.text)?;
            course.tell(told.games, told.seconds, told.stopped);
            return Ok(told.code);
        }
        let mut all: Vec<(String, Told)> = Vec::new();
        for (number, conduct) in (1..).zip(self.conducts(&course.conduct)) {
            let mut own = Course { conduct, ..course.clone() };
            for file in [&mut own.publication.report, &mut own.keeping.resume] {
                *file = file.take().map(|file| numbered(&file, number));
            }
            let told = answer(own.clone())?;
            if format == Format::Table {
                print(&format!("{}\n", told.text))?;
            }
            own.tell(told.games, told.seconds, told.stopped);
            let stopped = told.stopped;
            all.push((self.list[number - 1].to_string(), told));
            if stopped {
                break;
            }
        }
        print(&match format {
            Format::Table => together(&all),
            Format::Json => json(&all)?,
            Format::Csv => rows(&all)?,
        })?;
        let code = all.iter().map(|(_, told)| told.code).max().unwrap_or(0);
        Ok(if all.iter().any(|(_, told)| told.stopped) { interrupt::EXIT_CODE } else { code })
    }
}

/// The file of an answer, by its number from 1.
fn numbered(file: &Path, number: usize) -> PathBuf {
    if number == 1 {
        return file.to_owned();
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name = match file.extension() {
        Some(ending) => format!("{stem}.{number}.{}", ending.to_string_lossy()),
        None => format!("{stem}.{number}"),
    };
    file.with_file_name(name)
}

/// A heading, and a line for each agent with its headline.
fn together(all: &[(String, Told)]) -> String {
    let line = |(agents, told): &(String, Told)| format!("{agents}: {}\n", told.headline);
    format!("by those who were asked\n{}", all.iter().map(line).collect::<String>())
}

/// The answers as one JSON object: a list named `bands`.
fn json(all: &[(String, Told)]) -> Result<String, Error> {
    let read = |(_, told): &(String, Told)| RawValue::from_string(told.text.trim_end().to_owned());
    let bands: Result<Vec<Box<RawValue>>, _> = all.iter().map(read).collect();
    let bands = bands.map_err(|error| Error::Engine(error.to_string()))?;
    Ok(pretty(&BTreeMap::from([("bands", bands)])))
}

/// The answers as one table, with who played in its first column.
fn rows(all: &[(String, Told)]) -> Result<String, Error> {
    let failed = |error: ::csv::Error| Error::Engine(error.to_string());
    let mut heading = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (agents, told) in all {
        let mut read = ::csv::Reader::from_reader(told.text.as_bytes());
        heading = read.headers().map_err(failed)?.iter().map(str::to_owned).collect();
        for row in read.records() {
            let row = row.map_err(failed)?;
            let cells = core::iter::once(agents.as_str()).chain(row.iter());
            rows.push(cells.map(str::to_owned).collect());
        }
    }
    let heading = core::iter::once("agents").chain(heading.iter().map(String::as_str));
    Ok(csv::text(heading.collect::<Vec<_>>(), rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_later_answers_have_numbers() {
        let named = |file: &str, number| numbered(Path::new(file), number).display().to_string();
        assert_eq!(named("out/field.html", 1), "out/field.html");
        assert_eq!(named("out/field.html", 2), "out/field.2.html");
        assert_eq!(named("kept", 3), "kept.3");
    }

    #[test]
    fn rows_say_who_played() {
        let told = |text: &str| Told {
            headline: text.to_owned(),
            text: text.to_owned(),
            games: 1,
            seconds: 1.0,
            stopped: false,
            code: 0,
        };
        let all = [
            ("greedy".to_owned(), told("a,b\n1,\"x,y\"\n")),
            ("ismcts:sims=4".to_owned(), told("a,b\n2,z\n")),
        ];
        assert_eq!(rows(&all).unwrap(), "agents,a,b\ngreedy,1,\"x,y\"\nismcts:sims=4,2,z\n");
    }
}

//! Agents that look ahead with a net.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use cardmill_harness::agent::{Agent, Kind};
use cardmill_harness::planner::PLAYER;
use cardmill_net::{Net, fits};

use crate::host::Host;

/// The ending of the names of files that have a net.
const ENDING: &str = ".net";

/// The net of [`PLAYER`]: the program's own, whatever cards it plays with.
static OWN: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let net = Net::read(include_bytes!("../../../cards/unlimited/player.net"));
    Arc::new(net.expect("the net of the program is one"))
});

/// The nets that were read last, by the names of their files.
static NETS: Mutex<BTreeMap<&'static str, (Agent, Arc<Net>)>> = Mutex::new(BTreeMap::new());

/// Tells whether an agent that is written like this plays with a net of a file.
#[must_use]
pub fn is_net(text: &str) -> bool {
    file(text).ends_with(ENDING)
}

/// Tells whether an agent looks ahead with a net.
#[must_use]
pub fn has_net(agent: Agent) -> bool {
    agent.is(PLAYER) || is_net(agent.name())
}

/// The file of an agent that is written like this.
fn file(text: &str) -> &str {
    text.find(".net:").map_or(text, |at| &text[..at + ENDING.len()])
}

/// The agent that is written like this, such as `my.net` or `my.net:worlds=2`. The file is read.
///
/// # Errors
/// When nobody looks ahead in the game, there is no net for it in the file, or the agent has no such
/// parameters: what was expected.
pub fn agent(game: &dyn Host, text: &str) -> Result<Agent, String> {
    let file = file(text);
    let wrong = |why: String| format!("{file}: {why}");
    if game.planners().is_empty() {
        return Err(wrong(format!("agents that look ahead do not play {}", game.name())));
    }
    let schema = game.schema().map_err(|problem| wrong(problem.reason))?;
    let bytes = fs::read(file).map_err(|why| wrong(format!("cannot be read: {why}")))?;
    let net = Arc::new(Net::read(&bytes).map_err(wrong)?);
    fits(&net, &schema).map_err(wrong)?;
    let mut nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    let agent = match nets.get_mut(file) {
        Some((agent, known)) => {
            *known = net;
            *agent
        }
        None => {
            // Agents are copied about and live as long as the program.
            let name: &'static str = file.to_owned().leak();
            let kind = Kind { name, parameters: PLAYER.parameters() };
            let agent = Agent::of(Box::leak(Box::new(kind)));
            nets.insert(name, (agent, net));
            agent
        }
    };
    Agent::read(text, game.name(), &[agent], game.agents(), &[])
}

/// An agent of a game that is written like this, such as `ismcts:leaf=my.net`. Files of nets that it
/// names are read.
///
/// # Errors
/// When the game has no such agent: what was expected; or there is no net for the game in a file.
pub fn planner(game: &dyn Host, text: &str) -> Result<Agent, String> {
    let named = text.split([',', ':']).filter_map(|part| part.trim().strip_prefix("leaf="));
    let nets = named.filter(|name| is_net(name)).map(|name| agent(game, name));
    game.agent_with(text, &nets.collect::<Result<Vec<Agent>, String>>()?)
}

/// The agent of this name that looks ahead with a net.
#[must_use]
pub fn named(name: &str) -> Option<Agent> {
    if name == PLAYER.name() {
        return Some(PLAYER);
    }
    let nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    nets.get(name).map(|(agent, _)| *agent)
}

/// The net that an agent looks ahead with.
#[must_use]
pub fn net(agent: Agent) -> Option<Arc<Net>> {
    if agent.is(PLAYER) {
        return Some(Arc::clone(&OWN));
    }
    let nets = NETS.lock().unwrap_or_else(PoisonError::into_inner);
    nets.get(agent.name()).map(|(_, net)| Arc::clone(net))
}

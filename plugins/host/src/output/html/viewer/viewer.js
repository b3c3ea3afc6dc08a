// Steps through the moments of a game. Each moment is a change of the one before it (RFC 7396), so that a long game
// is a small file.

const game = JSON.parse(document.getElementById("data").textContent);
const moments = game.moments;
const KEPT = 16;
const kept = [{}];
let now = 0;
let seat = game.seat;
let playing = null;

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function merge(target, change) {
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete target[name];
    else if (isObject(value)) target[name] = merge(isObject(target[name]) ? target[name] : {}, value);
    else target[name] = value;
  }
  return target;
}

// The state at a moment; every KEPT-th is kept, the others are worked out from there.
function stateAt(number) {
  const from = Math.min(Math.floor(number / KEPT), kept.length - 1);
  let state = structuredClone(kept[from]);
  for (let at = from * KEPT; at <= number; at++) {
    if (at % KEPT === 0 && at / KEPT === kept.length) kept.push(structuredClone(state));
    merge(state, moments[at].change);
  }
  return state;
}

// An element with attributes and what is in it.
function element(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...inside.flat().filter((part) => part != null && part !== false));
  return made;
}

// A list, whether it is one or an object by ids.
function list(value) {
  return Array.isArray(value) ? value : Object.values(value ?? {});
}

function byId(id) {
  return document.getElementById(id);
}


// How the states of a game are drawn, by its name.
const boards = {};

// The side that is shown at the bottom: whose eyes we see with, or the first player's.
function near() {
  return seat ?? game.players[0].player;
}

// What a state says, for games that have no board of their own here.
function sheet(value, depth = 0) {
  if (Array.isArray(value)) {
    if (value.every((part) => !isObject(part) && !Array.isArray(part))) return value.join(", ") || "none";
    return element("ol", { class: "sheet" }, value.map((part) => element("li", {}, sheet(part, depth + 1))));
  }
  if (!isObject(value)) return String(value ?? "none");
  const rows = Object.entries(value).filter(([, part]) => part != null && !(Array.isArray(part) && !part.length));
  return element("dl", { class: "sheet" }, rows.map(([name, part]) => {
    const inner = sheet(part, depth + 1);
    const nested = typeof inner !== "string";
    const shown = nested ? element("details", { open: depth < 2 }, element("summary", {}, name), inner) : inner;
    return nested ? [element("dd", { class: "nested" }, shown)] : [element("dt", {}, name), element("dd", {}, shown)];
  }));
}

function chosenOption(moment) {
  return moment.asked && moment.asked.chosen != null ? moment.asked.options[moment.asked.chosen] : null;
}

// Arrows from card to card, over the board.
function drawArrows(board, arrows) {
  const NS = "http://www.w3.org/2000/svg";
  for (const [from, to] of arrows) {
    const [a, b] = [from, to].map((id) => board.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect());
    if (!a || !b) continue;
    const place = board.getBoundingClientRect();
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("class", "arrows");
    svg.setAttribute("aria-hidden", "true");
    const mid = (box) => [box.left + box.width / 2 - place.left, box.top + box.height / 2 - place.top];
    const [[x1, y1], [x2, y2]] = [mid(a), mid(b)];
    const turn = Math.atan2(y2 - y1, x2 - x1);
    const head = [0.4, -0.4].map((by) => `${x2 - 16 * Math.cos(turn + by)},${y2 - 16 * Math.sin(turn + by)}`);
    for (const [name, points] of [["polyline", `${x1},${y1} ${x2},${y2}`], ["polygon", `${x2},${y2} ${head.join(" ")}`]]) {
      const part = document.createElementNS(NS, name);
      part.setAttribute("points", points);
      svg.append(part);
    }
    board.append(svg);
  }
}

function notes() {
  try {
    return JSON.parse(localStorage.getItem(`cardmill ${game.digest}`) ?? "{}");
  } catch {
    return {};
  }
}

function keepNotes(all) {
  try {
    localStorage.setItem(`cardmill ${game.digest}`, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

function show(number, { moves = true } = {}) {
  now = Math.max(0, Math.min(moments.length - 1, number));
  const moment = moments[now];
  const state = stateAt(now);
  const place = byId("board");
  const draw = boards[game.game];
  const shown = draw ? draw(state, moment) : { board: sheet(state), arrows: [] };
  place.replaceChildren(shown.board ?? shown);
  drawArrows(place, shown.arrows ?? []);
  const title = moment.asked ? `Decision ${moment.decision}, round ${moment.round}` : `The end, round ${moment.round}`;
  byId("moment").textContent = `${title} (${now + 1} of ${moments.length})`;
  byId("scrub").value = now;
  byId("scrub").setAttribute("aria-valuetext", title);
  showAsked(moment);
  const mark = document.getElementById("now");
  const along = (1000 * now) / Math.max(1, moments.length - 1);
  for (const end of ["x1", "x2"]) mark?.setAttribute(end, along);
  for (const line of document.querySelectorAll("#log [aria-current]")) line.removeAttribute("aria-current");
  const current = byId(`d${now}`);
  current?.setAttribute("aria-current", "step");
  const log = byId("log");
  // The page itself stays where it is.
  if (moves && current) log.scrollTop = current.offsetTop - log.clientHeight / 3;
  byId("note").value = notes()[now] ?? "";
  history.replaceState(null, "", `#d=${now}`);
  byId("link").href = `#d=${now}`;
}

function showAsked(moment) {
  const place = byId("asked");
  const { asked } = moment;
  if (!asked) return place.replaceChildren(element("p", {}, game.ending));
  const closed = seat && seat !== asked.player;
  place.replaceChildren(
    element("h2", {}, `${asked.player}: ${closed ? "chooses" : asked.prompt}`),
    closed ? element("p", {}, "What they could choose is hidden from here.")
      : element("ol", { class: "options" }, asked.options.map((option, at) => element("li", {
        class: at === asked.chosen ? "chosen" : null,
      }, option.label, worth(asked, at), at === asked.chosen ? element("strong", {}, " ← chosen") : null))));
}

// What the reviewer says of an option.
function worth(asked, at) {
  const value = asked.values?.[at];
  if (value == null) return null;
  return ` (${(value / 10).toFixed(0)} %${at === asked.best ? `, ${game.reviewer}'s choice` : ""})`;
}

// The chance of the first player before each decision that was looked at, and what was given away by it.
function reviewed() {
  const looked = [];
  for (const [number, { asked }] of moments.entries()) {
    const best = asked?.values?.[asked.best];
    if (best == null) continue;
    const first = asked.player === game.players[0].player;
    const chosen = asked.values[asked.chosen] ?? null;
    looked.push({ number, asked, chance: first ? best : 1000 - best, lost: chosen == null ? 0 : best - chosen });
  }
  return looked;
}

// Draws the chances once: a line to be clicked, and the choices that cost the most.
function drawReview() {
  const looked = reviewed();
  if (!looked.length) return;
  const NS = "http://www.w3.org/2000/svg";
  const place = byId("review");
  const lines = [element("h2", {}, `What ${game.reviewer} thinks of it`)];
  if (game.players.length === 2 && !game.seat) {
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("viewBox", "0 0 1000 220");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `The chance of ${game.players[0].player} to win, decision by decision`);
    const x = (number) => (1000 * number) / Math.max(1, moments.length - 1);
    const y = (chance) => 10 + (200 * (1000 - chance)) / 1000;
    for (const [name, attributes] of [
      ["line", { x1: 0, x2: 1000, y1: y(500), y2: y(500), class: "even" }],
      ["polyline", { points: looked.map(({ number, chance }) => `${x(number)},${y(chance)}`).join(" ") }],
      ["line", { id: "now", y1: 0, y2: 220, x1: 0, x2: 0 }],
    ]) {
      const part = document.createElementNS(NS, name);
      for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
      svg.append(part);
    }
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round(((event.clientX - box.left) / box.width) * (moments.length - 1)));
    });
    lines.push(element("p", {}, `${game.players[0].player} above, ${game.players[1].player} below; the line in the middle is even.`), svg);
  }
  const costly = looked.filter(({ lost }) => lost >= 50).sort((one, other) => other.lost - one.lost).slice(0, 6);
  lines.push(element("h3", {}, costly.length ? "Choices that cost the most" : "No choice cost 5 points or more"),
    element("ol", {}, costly.map(({ number, asked, lost }) => element("li", {},
      element("a", { href: `#d=${number}` }, `Decision ${moments[number].decision}`),
      `: ${asked.player} chose ${asked.options[asked.chosen].label}, ${asked.options[asked.best].label} was ${(lost / 10).toFixed(0)} points better`))));
  place.replaceChildren(...lines);
}

// The first moment behind this one, or before it, of which something holds.
function seek(step, holds) {
  for (let at = now + step; at >= 0 && at < moments.length; at += step) {
    if (holds(moments[at], at)) return show(at);
  }
}

function find() {
  const words = byId("find").value.trim().toLowerCase();
  if (!words) return;
  const holds = (moment) => [...moment.lines, ...(moment.asked && !(seat && seat !== moment.asked.player)
    ? [chosenOption(moment)?.label ?? ""] : [])].some((line) => line.toLowerCase().includes(words));
  const before = now;
  seek(1, holds);
  if (now === before) {
    now = -1;
    seek(1, holds);
    if (now < 0) show(before);
  }
}

function play() {
  const button = byId("play");
  if (playing) {
    clearInterval(playing);
    playing = null;
  } else {
    playing = setInterval(() => (now + 1 < moments.length ? show(now + 1) : play()), 900);
  }
  button.textContent = playing ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(Boolean(playing)));
}

const isAttack = (moment) => chosenOption(moment)?.verb === "attack";
const commands = {
  first: () => show(0),
  back: () => show(now - 1),
  play,
  on: () => show(now + 1),
  last: () => show(moments.length - 1),
  "round-back": () => seek(-1, (moment, at) => at === 0 || moments[at - 1].round < moment.round),
  "round-on": () => seek(1, (moment, at) => moments[at - 1].round < moment.round),
  attack: () => seek(1, isAttack),
  find,
  export: () => {
    const all = Object.entries(notes()).map(([moment, note]) => ({ moment: Number(moment), note }));
    const file = new Blob([JSON.stringify({ game: game.title, digest: game.digest, notes: all }, null, 2)]);
    const link = element("a", { href: URL.createObjectURL(file), download: "notes.json" });
    link.click();
  },
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", PageUp: "round-back", PageDown: "round-on", a: "attack",
};

for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => commands[button.dataset.do]());
}
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select, button, summary, a");
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey || (typing && event.target.id !== "scrub")) return;
  event.preventDefault();
  commands[name]();
});
byId("scrub").max = moments.length - 1;
byId("scrub").addEventListener("input", (event) => show(Number(event.target.value)));
byId("find").addEventListener("keydown", (event) => event.key === "Enter" && find());
byId("note").addEventListener("input", (event) => {
  const all = notes();
  if (event.target.value) all[now] = event.target.value;
  else delete all[now];
  keepNotes(all);
});
const eyes = byId("eyes");
if (game.seat) {
  eyes.closest("label").hidden = true;
} else {
  eyes.append(element("option", { value: "" }, "everything"),
    ...game.players.map(({ player }) => element("option", { value: player }, player)));
  eyes.addEventListener("change", () => {
    seat = eyes.value || null;
    document.body.dataset.eyes = seat ?? "";
    show(now);
  });
}
document.querySelector("#log").addEventListener("click", (event) => {
  const line = event.target.closest("[data-moment]");
  if (line) show(Number(line.dataset.moment), { moves: false });
});
function fromLink() {
  const number = /^#d=?(\d+)$/.exec(location.hash);
  show(number ? Number(number[1]) : 0);
}
window.addEventListener("hashchange", fromLink);
window.addEventListener("resize", () => show(now, { moves: false }));

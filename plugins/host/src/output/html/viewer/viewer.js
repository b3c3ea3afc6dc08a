// Steps through the moments of a game. Each moment is a change of the one before it (RFC 7396), so that a long game
// is a small file.

const game = JSON.parse(document.getElementById("data").textContent);
const moments = game.moments;
// What is offered again and again is in the file once.
for (const { options, moments: all } of [game, game.beside].filter(Boolean)) {
  for (const { asked } of all) if (asked) asked.options = asked.options.map((place) => options[place]);
}
const KEPT = 16;
let now = 0;
let seat = game.seat;
let playing = null;
let settles = null;

function merge(target, change) {
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete target[name];
    else if (isObject(value)) target[name] = merge(isObject(target[name]) ? target[name] : {}, value);
    else target[name] = value;
  }
  return target;
}

// The tables of a game, by number of the moment; every KEPT-th is kept, the others are worked out from there.
function reel({ moments }) {
  const kept = [{}];
  return (number) => {
    const from = Math.min(Math.floor(number / KEPT), kept.length - 1);
    let state = structuredClone(kept[from]);
    for (let at = from * KEPT; at <= number; at++) {
      if (at % KEPT === 0 && at / KEPT === kept.length) kept.push(structuredClone(state));
      const { change } = moments[at];
      // A table in words is a list, and is told anew.
      state = isObject(change) ? merge(isObject(state) ? state : {}, change) : change;
    }
    return state;
  };
}

const stateAt = reel(game);
const beside = game.beside && reel(game.beside);
// The first moment at which something else is chosen in the game beside this one, or by somebody else.
const parts = game.beside && moments.findIndex((moment, at) => {
  const there = game.beside.moments[at];
  return moment.asked?.player !== there?.asked?.player || chosenOption(moment)?.label !== (there && chosenOption(there)?.label);
});

function byId(id) {
  return document.getElementById(id);
}

function chosenOption(moment) {
  return moment.asked && moment.asked.chosen != null ? moment.asked.options[moment.asked.chosen] : null;
}

function closed(moment) {
  return Boolean(seat && moment.asked && seat !== moment.asked.player);
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

function drawMoment(place, of, states, number) {
  const moment = of.moments[number];
  drawBoard(place, of.game, states(number), {
    players: of.players, seat, rules: of.rules, option: closed(moment) ? null : chosenOption(moment),
    before: number > 0 ? states(number - 1) : null,
  });
}

function titleOf(moment) {
  return moment.asked ? `Decision ${moment.decision}, round ${moment.round}` : `The end, round ${moment.round}`;
}

function show(number, { moves = true } = {}) {
  now = Math.max(0, Math.min(moments.length - 1, number));
  const moment = moments[now];
  drawMoment(byId("board"), game, stateAt, now);
  if (beside) {
    const there = Math.min(now, game.beside.moments.length - 1);
    drawMoment(byId("beside-board"), game.beside, beside, there);
    const apart = parts < 0 || now < parts ? "as in the first one" : `they part at moment ${parts + 1}`;
    byId("beside-moment").textContent = `${game.beside.title}: ${titleOf(game.beside.moments[there])} (${apart})`;
  }
  byId("moment").textContent = `${titleOf(moment)} (${now + 1} of ${moments.length})`;
  byId("scrub").value = now;
  byId("scrub").setAttribute("aria-valuetext", titleOf(moment));
  byId("rounds").value = moment.round;
  showAsked(moment);
  showNotes();
  const along = (1000 * now) / Math.max(1, moments.length - 1);
  for (const end of ["x1", "x2"]) byId("now")?.setAttribute(end, along);
  for (const line of document.querySelectorAll("#log [aria-current]")) line.removeAttribute("aria-current");
  const current = byId(`d${now}`);
  current?.setAttribute("aria-current", "step");
  const log = byId("log");
  // The page itself stays where it is.
  if (moves && current) log.scrollTop = current.offsetTop - log.clientHeight / 3;
  byId("link").href = `#d=${now}`;
  clearTimeout(settles);
  settles = setTimeout(settle, 150);
}

// The address follows when a moment is stayed at: browsers take it amiss to be told of every one.
function settle() {
  clearTimeout(settles);
  history.replaceState(null, "", `#d=${now}`);
}

function showAsked(moment) {
  const place = byId("asked");
  const { asked } = moment;
  if (!asked) return place.replaceChildren(element("h2", {}, "The end"), element("p", {}, game.ending));
  const name = element("span", { class: `badge ${asked.player.toLowerCase()}` }, asked.player);
  if (closed(moment)) {
    return place.replaceChildren(element("h2", {}, name, " chooses"), element("p", {}, "What they could choose is hidden from here."));
  }
  const most = Math.max(...(asked.values ?? []).filter((value) => value != null), 0);
  const bar = (value) => value != null && element("meter", { min: 0, max: 1000, value, "aria-label": "chance", class: value === most ? "most" : null });
  const refused = list(asked.refused);
  place.replaceChildren(
    element("h2", {}, name, ` ${asked.prompt}`),
    element("ol", { class: "options", tabindex: "0", "aria-label": "Options" }, asked.options.map((option, at) => element("li", {
      class: at === asked.chosen ? "chosen" : null,
    }, element("span", {}, option.label, worth(asked, at), at === asked.chosen ? element("strong", {}, " ← chosen") : null), bar(asked.values?.[at])))),
    refused.length ? element("details", { id: "refused" }, element("summary", {}, "Why not …?"),
      element("ul", {}, refused.map(([label, reason]) => element("li", {}, element("strong", {}, label), `: ${reason}`)))) : "");
}

// What the reviewer says of an option.
function worth(asked, at) {
  const value = asked.values?.[at];
  if (value == null) return null;
  return ` (${(value / 10).toFixed(0)} %${at === asked.best ? `, ${game.reviewer}'s choice` : ""})`;
}

function showNotes() {
  const all = notes();
  byId("note").value = all[now] ?? "";
  byId("noted").replaceChildren(...Object.entries(all).map(([number, note]) => element("li", {},
    element("a", { href: `#d=${number}` }, titleOf(moments[number] ?? moments[0])), `: ${note}`)));
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
  const lines = [element("h2", {}, `What ${game.reviewer} thinks of it`)];
  if (game.players.length === 2 && !game.seat) {
    const x = (number) => (1000 * number) / Math.max(1, moments.length - 1);
    const y = (chance) => 10 + (200 * (1000 - chance)) / 1000;
    const points = looked.map(({ number, chance }) => `${x(number)},${y(chance)}`);
    const svg = shape("svg", { viewBox: "0 0 1000 220", preserveAspectRatio: "none", role: "img", "aria-label": `The chance of ${game.players[0].player} to win, decision by decision` },
      shape("polygon", { points: [`0,${y(500)}`, `${x(looked[0].number)},${y(500)}`, ...points, `${x(looked.at(-1).number)},${y(500)}`].join(" "), class: "area" }),
      shape("line", { x1: 0, x2: 1000, y1: y(500), y2: y(500), class: "even" }),
      shape("polyline", { points: points.join(" ") }),
      shape("line", { id: "now", y1: 0, y2: 220, x1: 0, x2: 0 }));
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round(((event.clientX - box.left) / box.width) * (moments.length - 1)));
    });
    lines.push(element("p", { class: "soft" }, `${game.players[0].player} above, ${game.players[1].player} below; the line in the middle is even.`), svg);
  }
  const costly = looked.filter(({ lost }) => lost >= 50).sort((one, other) => other.lost - one.lost).slice(0, 6);
  lines.push(element("h3", {}, costly.length ? "Choices that cost the most" : "No choice cost 5 points or more"),
    element("ol", {}, costly.map(({ number, asked, lost }) => element("li", {},
      element("a", { href: `#d=${number}` }, `Decision ${moments[number].decision}`),
      `: ${asked.player} chose ${asked.options[asked.chosen].label}, ${asked.options[asked.best].label} was ${(lost / 10).toFixed(0)} points better`))));
  byId("review").replaceChildren(...lines);
}

// The first moment behind this one, or before it, of which something holds.
function seek(step, holds) {
  for (let at = now + step; at >= 0 && at < moments.length; at += step) {
    if (holds(moments[at], at)) {
      show(at);
      return true;
    }
  }
  return false;
}

function find() {
  const words = byId("find").value.trim().toLowerCase();
  if (!words) return;
  const holds = (moment) => [...moment.lines, closed(moment) ? "" : chosenOption(moment)?.label ?? ""].some((line) => line.toLowerCase().includes(words));
  const before = now;
  if (seek(1, holds)) return;
  now = -1;
  if (seek(1, holds)) return;
  show(before);
  byId("moment").textContent += `; nothing is said of “${byId("find").value.trim()}”`;
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

const isAttack = (moment) => {
  const option = closed(moment) ? null : chosenOption(moment);
  return option?.verb === "attack" || /^Attack\b/.test(option?.label ?? "");
};
const commands = {
  first: () => show(0),
  back: () => show(now - 1),
  play,
  on: () => show(now + 1),
  last: () => show(moments.length - 1),
  "round-back": () => seek(-1, (moment, at) => at === 0 || moments[at - 1].round < moment.round),
  "round-on": () => seek(1, (moment, at) => moments[at - 1].round < moment.round),
  attack: () => seek(1, isAttack),
  "attack-back": () => seek(-1, isAttack),
  find,
  export: () => {
    const all = Object.entries(notes()).map(([moment, note]) => ({ moment: Number(moment), note }));
    const file = new Blob([JSON.stringify({ game: game.title, digest: game.digest, notes: all }, null, 2)]);
    const link = element("a", { href: URL.createObjectURL(file), download: "notes.json" });
    link.click();
  },
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", PageUp: "round-back", PageDown: "round-on", a: "attack", A: "attack-back",
};

for (const button of document.querySelectorAll("button[data-do]")) {
  button.addEventListener("click", () => commands[button.dataset.do]());
}
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input, textarea, select");
  const pressing = event.key === " " && event.target.closest?.("button, summary, a");
  const name = keys[event.key];
  if (!name || event.ctrlKey || event.metaKey || event.altKey || pressing || (typing && event.target.id !== "scrub")) return;
  event.preventDefault();
  commands[name]();
});
byId("scrub").max = moments.length - 1;
byId("scrub").addEventListener("input", (event) => show(Number(event.target.value)));
byId("find").addEventListener("keydown", (event) => event.key === "Enter" && find());
byId("note").addEventListener("change", (event) => {
  const all = notes();
  if (event.target.value) all[now] = event.target.value;
  else delete all[now];
  keepNotes(all);
  showNotes();
});
for (const round of new Set(moments.map((moment) => moment.round))) byId("rounds").append(element("option", { value: round }, round));
byId("rounds").addEventListener("change", (event) => show(moments.findIndex(({ round }) => round === Number(event.target.value))));
const names = new Set(Object.values(stateAt(moments.length - 1).cards ?? {}).map((card) => card.name?.split(", ")[0]));
byId("names").append(...[...names].filter(Boolean).sort().map((name) => element("option", { value: name })));
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
byId("log").addEventListener("click", (event) => {
  const line = event.target.closest("[data-moment]");
  if (line) show(Number(line.dataset.moment), { moves: false });
});
function fromLink() {
  const number = /^#d=?(\d+)$/.exec(location.hash);
  show(number ? Number(number[1]) : 0);
}
window.addEventListener("hashchange", fromLink);
window.addEventListener("pagehide", settle);
window.addEventListener("resize", () => show(now, { moves: false }));

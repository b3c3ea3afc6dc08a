// How a table is drawn: `drawBoard(place, name, table, how)` puts it into an element. It keeps nothing and asks for
// nothing but its arguments, so that any page can use it.
//
// `table` is what a game tells of itself (lists of things may be objects by their ids, as patches need them). `how`:
//   players  [{ player: "P1", name: "…" }]
//   seat     whose eyes it is seen with, "P1"; null where all is seen
//   option   what is chosen there: { card, targets }; null where nothing is
//   before   the table before, for what has moved; null where nothing has
//   rules    what is on cards, in lines, by the ids of their definitions

const SVG = "http://www.w3.org/2000/svg";

// How the tables of a game are drawn, by its name: each gives the board, and arrows from card to card.
const boards = {};

function made(part, attributes, inside) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) part.setAttribute(key, "");
    else if (value !== false && value != null) part.setAttribute(key, value);
  }
  part.append(...inside.flat(2).filter((one) => one != null && one !== false));
  return part;
}

// An element with attributes and what is in it.
function element(name, attributes, ...inside) {
  return made(document.createElement(name), attributes, inside);
}

// A part of a picture.
function shape(name, attributes, ...inside) {
  return made(document.createElementNS(SVG, name), attributes, inside);
}

// Words for whoever does not see the picture.
function unseen(text) {
  return element("span", { class: "unseen" }, text);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// A list, whether it is one or an object by ids.
function list(value) {
  return Array.isArray(value) ? value : Object.values(value ?? {});
}

function named(player, how) {
  return how.players.find((one) => one.player === player)?.name ?? "";
}

// Equal ones together, with how many there are.
function counted(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts];
}

// Words of a name that is written in one: "AsteroidField".
function spaced(name) {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
}

// The side that is shown at the bottom: whose eyes we see with, or the first player's.
function near(how) {
  return how.seat ?? how.players[0]?.player ?? "P1";
}

// What a table says, for games that have no board of their own here.
function sheet(value, depth = 0) {
  if (Array.isArray(value)) {
    if (value.every((part) => !isObject(part) && !Array.isArray(part))) {
      const lines = depth === 0 || value.some((part) => typeof part === "string" && part.length > 40);
      return lines ? element("ul", { class: "sheet" }, value.map((line) => element("li", {}, line))) : value.join(", ") || "none";
    }
    return element("ol", { class: "sheet" }, value.map((part) => element("li", {}, sheet(part, depth + 1))));
  }
  if (!isObject(value)) return String(value ?? "none");
  const rows = Object.entries(value).filter(([, part]) => part != null && !(Array.isArray(part) && !part.length));
  const inside = rows.map(([name, part]) => {
    const inner = sheet(part, depth + 1);
    const nested = typeof inner !== "string";
    const shown = nested ? element("details", { open: depth < 2 }, element("summary", {}, name), inner) : inner;
    return [element("dt", { class: nested && "unseen" }, name), element("dd", { class: nested && "nested" }, shown)];
  });
  return element("dl", { class: "sheet" }, inside);
}

// Arrows from card to card, over the board.
function drawArrows(board, arrows) {
  const place = board.getBoundingClientRect();
  for (const [from, to] of arrows) {
    const [a, b] = [from, to].map((id) => board.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect());
    if (!a || !b) continue;
    const mid = (box) => [box.left + box.width / 2 - place.left, box.top + box.height / 2 - place.top];
    const [[x1, y1], [x2, y2]] = [mid(a), mid(b)];
    const turn = Math.atan2(y2 - y1, x2 - x1);
    const head = [0.42, -0.42].map((by) => `${x2 - 22 * Math.cos(turn + by)},${y2 - 22 * Math.sin(turn + by)}`);
    board.append(shape("svg", { class: "arrows", "aria-hidden": "true" },
      shape("line", { x1, y1, x2: x2 - 14 * Math.cos(turn), y2: y2 - 14 * Math.sin(turn), pathLength: 100 }),
      shape("polygon", { points: `${x2},${y2} ${head.join(" ")}` }),
      shape("circle", { cx: x1, cy: y1, r: 6 })));
  }
}

function drawBoard(place, name, table, how) {
  const { board, arrows } = boards[name]?.(table, how) ?? { board: sheet(table), arrows: [] };
  place.replaceChildren(board);
  drawArrows(place, arrows);
}

// What lies over a card goes away as it came.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.activeElement?.closest("[data-card], [data-tile]")) document.activeElement.blur();
});

// The mat of X-Wing to scale, in millimetres; the squads beside it.

boards.xwing = function xwing(table, how) {
  const HALF = { Small: 20, Medium: 30, Large: 40 };
  // Where the lines of the arcs cross the front edge of a base, from its middle.
  const LINE = { Small: 17.2, Medium: 26.4, Large: 35.8 };
  const BANKS = [80, 130, 180];
  const TURNS = [35, 62.5, 90];
  const KINDS = {
    F: ["straight"], B: ["bank", -1], N: ["bank", 1], T: ["turn", -1], Y: ["turn", 1], K: ["straight"], L: ["bank", -1], P: ["bank", 1],
    E: ["turn", -1], R: ["turn", 1], A: ["bank", -1, true], S: ["straight", 0, true], D: ["bank", 1, true],
  };
  const WAYS = {
    F: "straight", B: "bank left", N: "bank right", T: "turn left", Y: "turn right", K: "Koiogran turn", L: "Segnor's loop left",
    P: "Segnor's loop right", E: "Tallon roll left", R: "Tallon roll right", O: "stationary", A: "reverse bank left", S: "reverse",
    D: "reverse bank right",
  };
  const ARROWS = { F: "↑", B: "↖", N: "↗", T: "↰", Y: "↱", K: "⇅", L: "↫", P: "↬", E: "⤹", R: "⤸", O: "■", A: "↙", S: "↓", D: "↘" };
  const SIDES = { Front: 0, Right: 90, Rear: 180, Left: -90 };
  const COLOURS = { B: "blue", W: "white", R: "red", P: "purple" };
  const ships = list(table.ships);
  const before = new Map(list(how.before?.ships).map((ship) => [ship.id, ship]));
  const byId = new Map(ships.map((ship) => [ship.id, ship]));
  const numbers = new Map();
  for (const player of ["P1", "P2"]) {
    ships.filter((ship) => ship.player === player).forEach((ship, at) => numbers.set(ship.id, at + 1));
  }
  const targets = new Set(list(how.option?.targets));
  const mat = table.mat;
  const turned = near(how) === "P2";
  const number = (ship) => `${ship.player === "P1" ? "A" : "B"}${numbers.get(ship.id)}`;
  // Whoever looks with other eyes sees that a dial is set.
  const known = (ship) => (how.seat && how.seat !== ship.player && !ship.revealed ? null : ship.dial);
  const said = (dial) => `${dial[0]} ${WAYS[dial[1]] ?? ""} (${COLOURS[dial[2]] ?? dial[2]})`;

  // The way of a template from where the front of a base is, seen from the base, ahead being up.
  function course(dial, half) {
    const [kind, side, back] = KINDS[dial?.[1]] ?? [];
    const speed = Number(dial?.[0]);
    if (!kind || !speed) return null;
    const flip = back ? 1 : -1;
    const from = [0, flip * half];
    if (kind === "straight") {
      return { path: `M${from} v${flip * 40 * speed}`, end: [0, flip * (40 * speed + 2 * half)], turn: 0 };
    }
    const radius = (kind === "bank" ? BANKS : TURNS)[speed - 1];
    if (!radius) return null;
    const angle = kind === "bank" ? Math.PI / 4 : Math.PI / 2;
    const [x, y] = [side * radius * (1 - Math.cos(angle)), radius * Math.sin(angle)];
    const ahead = [x + side * half * Math.sin(angle), half + y + half * Math.cos(angle)];
    return {
      path: `M${from} a${radius} ${radius} 0 0 ${(side > 0) === !back ? 1 : 0} ${x} ${flip * y}`,
      end: [ahead[0], flip * ahead[1]], turn: (back ? -1 : 1) * side * (angle * 180) / Math.PI,
    };
  }

  const place = ([x, y, heading]) => `translate(${x} ${mat - y}) rotate(${heading})`;

  // What is within an arc of a base, out to range 3, in bands.
  function reach(ship, arc) {
    const [h, w] = [HALF[ship.size], LINE[ship.size]];
    if (arc === "Bullseye") return [shape("rect", { x: -10, y: -h - 300, width: 20, height: 300, class: "reach" })];
    const facing = SIDES[ship.facing ?? "Front"];
    const ways = { Turret: [facing], DoubleTurret: [facing, facing + 180], FullFront: [0], FullRear: [180] }[arc] ?? [SIDES[arc] ?? 0];
    // How far aside the line of the arc goes for each step ahead.
    const slope = Math.abs(ways[0]) === 90 ? h / w : w / h;
    const edge = (range) => {
      if (arc.startsWith("Full")) {
        return `M${-h - range} 0 V${-h} A${range} ${range} 0 0 1 ${-h} ${-h - range} H${h} A${range} ${range} 0 0 1 ${h + range} ${-h} V0 Z`;
      }
      // Where the line meets the circle about the corner of the base.
      const over = h * slope - h;
      const part = slope * slope + 1;
      const ahead = (-over * slope + Math.sqrt(part * range * range - over * over)) / part;
      const [x, y] = [h + over + slope * ahead, h + ahead];
      return `M0 0 L${-x} ${-y} A${range} ${range} 0 0 1 ${-h} ${-h - range} H${h} A${range} ${range} 0 0 1 ${x} ${-y} Z`;
    };
    return ways.flatMap((at) => [300, 200, 100].map((range) => shape("path", { d: edge(range), class: "reach", transform: `rotate(${at})` })));
  }

  function base(ship, kind) {
    const [h, w] = [HALF[ship.size], LINE[ship.size]];
    return [
      shape("rect", { x: -h, y: -h, width: 2 * h, height: 2 * h, rx: 2, class: kind }),
      shape("path", { d: `M${-w} ${-h} L0 0 L${w} ${-h} Z`, class: "front" }),
      shape("path", { d: `M${-h} ${-h} h6 M${h - 6} ${-h} h6 M${-w} ${h} L0 0 L${w} ${h}`, class: "lines" }),
    ];
  }

  // A ship with its number upright; its arcs show while it is looked at.
  function model(ship) {
    const h = HALF[ship.size];
    const fights = table.attack?.attacker === ship.id;
    const aimed = table.attack?.defender === ship.id || targets.has(ship.id);
    const arcs = list(ship.weapons).map(([arc]) => arc);
    return shape("g", {
      class: ["ship", ship.player.toLowerCase(), how.option?.card === ship.id && "acts", fights && "fights", aimed && "target"].filter(Boolean).join(" "),
      "data-card": ship.id, tabindex: "0", role: "img", "aria-label": about(ship), transform: `translate(${ship.at[0]} ${mat - ship.at[1]})`,
    },
      shape("g", { transform: `rotate(${ship.at[2]})` },
        shape("g", { class: "arcs" }, [...new Set(arcs)].map((arc) => reach(ship, arc))),
        base(ship, "base"),
        shape("path", { d: `M0 ${-0.62 * h} L${0.3 * h} ${0.2 * h} L0 ${0.05 * h} L${-0.3 * h} ${0.2 * h} Z`, class: "hull" }),
        ship.facing && shape("path", { d: `M0 ${-h - 7} l6 8 h-12 Z`, class: "turret", transform: `rotate(${SIDES[ship.facing]})` })),
      shape("circle", { r: 12, class: "badge" }),
      shape("text", { y: 5, "text-anchor": "middle", transform: turned ? "rotate(180)" : null }, number(ship)));
  }

  function about(ship) {
    return [`${number(ship)}: ${ship.name}`, ship.ship, ship.at && `at ${ship.at.map(Math.round).join(", ")}`,
      `${ship.shields[0]} of ${ship.shields[1]} shields`, `hull ${ship.hull}`, ship.damage > 0 && `${ship.damage} damage`,
      list(ship.tokens).join(", ")].filter(Boolean).join(", ");
  }

  // The way that a ship has come since the moment before: by its template, if it ends there; else straight.
  function trail(ship) {
    const from = before.get(ship.id)?.at;
    if (!from || !ship.at || from.every((n, at) => Math.abs(n - ship.at[at]) < 0.01)) return null;
    const way = course(ship.maneuver, HALF[ship.size]);
    const turn = (from[2] * Math.PI) / 180;
    const ends = way && [from[0] + way.end[0] * Math.cos(turn) - way.end[1] * Math.sin(turn),
      from[1] - way.end[0] * Math.sin(turn) - way.end[1] * Math.cos(turn)];
    const exact = ends && Math.hypot(ends[0] - ship.at[0], ends[1] - ship.at[1]) < 3;
    return shape("g", { class: `trail ${ship.player.toLowerCase()}` },
      shape("g", { transform: place(from) },
        shape("rect", { x: -HALF[ship.size], y: -HALF[ship.size], width: 2 * HALF[ship.size], height: 2 * HALF[ship.size], rx: 2, class: "ghost" }),
        exact && shape("path", { d: way.path, class: "template" })),
      !exact && shape("line", { x1: from[0], y1: mat - from[1], x2: ship.at[0], y2: mat - ship.at[1], class: "slide" }));
  }

  function drawMat() {
    const lines = [];
    for (let at = 100; at < mat; at += 100) {
      lines.push(shape("path", { d: `M${at} 0 V${mat} M0 ${at} H${mat}`, class: at === 100 || at > mat - 115 ? "edge" : "grid" }));
    }
    const attacker = byId.get(table.attack?.attacker);
    const defender = byId.get(table.attack?.defender);
    const middle = `rotate(180 ${mat / 2} ${mat / 2})`;
    return shape("svg", { class: "mat", viewBox: `-6 -6 ${mat + 12} ${mat + 12}`, role: "group", "aria-label": `The mat, ${Math.round(mat)} millimetres wide; ${near(how)}'s edge is below` },
      shape("g", { transform: turned ? middle : null },
        shape("rect", { x: 0, y: 0, width: mat, height: mat, class: "space", rx: 6 }),
        Array.from({ length: 90 }, (_, at) => shape("circle", {
          cx: (at * 397 + 53) % mat, cy: (at * at * 61 + at * 211 + 97) % mat, r: 0.7 + (at % 3) * 0.5, class: "star",
        })),
        lines,
        shape("path", { d: `M0 ${mat - 100} H${mat}`, class: "home p1" }), shape("path", { d: `M0 100 H${mat}`, class: "home p2" }),
        list(table.obstacles).map((rock) => shape("g", { class: `rock ${rock.kind.toLowerCase().split(" ")[0]}`, transform: place(rock.at), role: "img", "aria-label": rock.kind },
          shape("polygon", { points: list(rock.outline).map(([x, y]) => `${x},${-y}`).join(" ") }),
          shape("text", { y: 5, "text-anchor": "middle", transform: `rotate(${-rock.at[2] + (turned ? 180 : 0)})` }, rock.kind.split(" ")[0]))),
        list(table.devices).map((device) => shape("g", { class: `device ${device.player.toLowerCase()}`, transform: place(device.at), role: "img", "aria-label": `${device.name} of ${device.player}` },
          shape("rect", { x: -15, y: -15, width: 30, height: 30, rx: 8 }), shape("text", { y: 5, "text-anchor": "middle" }, "✸"))),
        ships.map(trail),
        attacker?.at && defender?.at && shape("line", { x1: attacker.at[0], y1: mat - attacker.at[1], x2: defender.at[0], y2: mat - defender.at[1], class: "fire" }),
        ships.filter((ship) => ship.at).map(model)));
  }

  // So many marks, of which some are used up.
  const pips = (kind, left, most) => most > 0 && element("span", { class: `pips ${kind}` }, unseen(`${left} of ${most} ${kind}`),
    Array.from({ length: most }, (_, at) => element("i", { class: at < left && "full", "aria-hidden": "true" })));

  function card(ship) {
    const gone = ship.presence === "Removed";
    const dice = list(ship.dice);
    const state = { Waiting: "to be placed", Reserve: "in reserve", Removed: "removed" }[ship.presence] ?? (ship.destroyed ? "destroyed" : null);
    return element("li", { class: ["pilot", gone && "gone", how.option?.card === ship.id && "acts", targets.has(ship.id) && "target"].filter(Boolean).join(" "), "data-pilot": ship.id },
      element("p", { class: "line" }, element("span", { class: "badge" }, number(ship)), element("strong", {}, ship.name),
        element("span", { class: "soft" }, ` ${ship.ship}, initiative ${ship.initiative}`), state && element("span", { class: "state" }, ` ${state}`)),
      !gone && element("p", { class: "line" },
        element("span", { class: "stat attack" }, list(ship.weapons).map(([arc, dice]) => `${spaced(arc)} ${dice}`).join(", ")),
        element("span", { class: "stat agility" }, `agility ${ship.agility}`),
        pips("hull", Math.max(0, ship.hull - ship.damage), ship.hull), pips("shields", ...ship.shields), pips("Force", ...ship.force), pips("charges", ...ship.charges)),
      !gone && element("p", { class: "line chips" },
        known(ship) ? element("span", { class: `dial ${COLOURS[ship.dial[2]] ?? ""}` }, element("span", { "aria-hidden": "true" }, `${ship.dial[0]} ${ARROWS[ship.dial[1]]}`), unseen(said(ship.dial)))
          : ship.set && element("span", { class: "dial" }, "dial set"),
        counted(list(ship.tokens)).map(([name, count]) => element("span", { class: "chip", "data-token": name }, count > 1 ? `${count} ${name}` : name)),
        ship.lock != null && element("span", { class: "chip", "data-token": "Lock" }, `locks ${byId.has(ship.lock) ? number(byId.get(ship.lock)) : "a ship"}`),
        dice.length > 0 && element("span", { class: "dice" }, counted(dice).map(([face, count]) => `${count} ${face}`).join(", ")),
        list(ship.cards).map((name) => element("span", { class: "chip bad" }, name))),
      !gone && list(ship.upgrades).length > 0 && element("p", { class: "soft" },
        list(ship.upgrades).map(({ name, charges: [left, most] }) => (most > 0 ? `${name} (${left} of ${most})` : name)).join(" · ")));
  }

  const squads = ["P1", "P2"].map((player) => element("section", { class: `squad ${player.toLowerCase()}` },
    element("h3", {}, `${player} `, element("span", { class: "soft" }, named(player, how))),
    element("ol", {}, ships.filter((ship) => ship.player === player).map(card)),
    element("p", { class: "soft" }, `${list(table.decks)[Number(player[1]) - 1]} damage cards left`)));
  if (turned) squads.reverse();
  const duel = table.attack && byId.has(table.attack.attacker) && byId.has(table.attack.defender)
    && `${number(byId.get(table.attack.attacker))} attacks ${number(byId.get(table.attack.defender))} with ${table.attack.with}`;
  return {
    board: element("div", { class: "xwing" },
      element("p", { class: "facts" }, [`Round ${table.round}`, `${table.phase} Phase`, `${table.first} is first player`, duel].filter(Boolean).map((fact) => element("span", {}, fact))),
      mat && element("div", { class: "flat" }, drawMat()), element("div", { class: "squads" }, squads)),
    arrows: [],
  };
};

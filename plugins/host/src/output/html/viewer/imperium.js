// The galaxy of Twilight Imperium: hexes where they lie, with planets and figures; the players' sheets.

boards.imperium = function imperium(table, how) {
  const R = 100;
  const H = (Math.sqrt(3) * R) / 2;
  const SIGNS = { Alpha: "α", Beta: "β", Delta: "δ" };
  // The outlines of figures, about a middle.
  const FIGURES = {
    Fighter: "M0 -5 L4 4 L0 2 L-4 4 Z",
    Destroyer: "M0 -8 L4 6 H-4 Z",
    Cruiser: "M0 -9 L3 -2 L7 6 L0 3 L-7 6 L-3 -2 Z",
    Carrier: "M-4 -8 H4 L6 8 H-6 Z",
    Dreadnought: "M0 -10 L8 8 L3 6 V9 H-3 V6 L-8 8 Z",
    "War Sun": "M0 -9 A9 9 0 1 1 -0.1 -9 Z M0 -4 A4 4 0 1 0 0.1 -4 Z",
    Flagship: "M0 -10 L3 -3 L10 -3 L4 2 L7 9 L0 5 L-7 9 L-4 2 L-10 -3 L-3 -3 Z",
    Infantry: "M0 -7 A3 3 0 1 1 -0.1 -7 Z M-4 7 L-2 0 H2 L4 7 Z",
    Mech: "M-5 -7 H5 V1 H2 V8 H6 V8 H2 V3 H-2 V8 H-6 V8 H-2 V1 H-5 Z",
    PDS: "M-7 6 A7 7 0 0 1 7 6 Z M-1 -1 L4 -8 L6 -7 L1 0 Z",
    "Space Dock": "M-8 -3 L0 -9 L8 -3 V7 H3 V1 H-3 V7 H-8 Z",
  };
  const systems = list(table.systems);
  const players = list(table.players);
  const colour = (player) => player && player.toLowerCase();
  const count = ([name, all, damaged]) => `${all} ${name}${damaged > 0 ? ` (${damaged} damaged)` : ""}`;
  const forces = (units) => list(units).map(({ player, figures }) => `${player}: ${list(figures).map(count).join(", ")}`);

  function about(system) {
    const facts = [system.name, system.home && `home of ${system.home}`, system.anomaly && spaced(system.anomaly).toLowerCase(),
      list(system.wormholes).length > 0 && `wormhole ${list(system.wormholes).join(", ").toLowerCase()}`,
      list(system.tokens).length > 0 && `command tokens of ${list(system.tokens).join(", ")}`, ...forces(system.units)];
    const worlds = list(system.planets).map((planet) => [`${planet.name}, ${planet.resources} resources, ${planet.influence} influence`,
      planet.trait && planet.trait.toLowerCase(), planet.specialty && `${planet.specialty.toLowerCase()} specialty`,
      planet.owner ? `of ${planet.owner}${planet.ready ? "" : ", exhausted"}` : null, ...forces(planet.units)].filter(Boolean).join(", "));
    return [facts.filter(Boolean).join(", "), ...worlds];
  }

  // The figures of each player in a line, each type with how many there are.
  function fleet(units, x, y, size = 1) {
    return list(units).map(({ player, figures }, row) => {
      const parts = list(figures);
      const step = 27;
      const width = parts.length * step + 18;
      return shape("g", { class: `fleet ${colour(player)}`, transform: `translate(${x - (width * size) / 2} ${y + row * 25 * size}) scale(${size})` },
        shape("rect", { x: 0, y: -12, width, height: 24, rx: 12 }),
        shape("text", { x: 11, y: 5, class: "who", "text-anchor": "middle" }, player[1]),
        parts.map(([name, all, damaged], at) => shape("g", { transform: `translate(${28 + at * step} 0)`, class: damaged > 0 && "hit" },
          shape("path", { d: FIGURES[name] ?? FIGURES.Fighter, transform: all > 1 ? "translate(-4 0) scale(0.95)" : "scale(1.05)" }),
          all > 1 && shape("text", { x: 5, y: 8, class: "number" }, all),
          damaged > 0 && shape("path", { d: "M4 -11 l6 6 m0 -6 l-6 6", class: "scar" }))));
    });
  }

  function world(planet, x, y, small) {
    const r = small ? 19 : 25;
    return shape("g", { class: ["world", planet.trait?.toLowerCase(), planet.mecatol && "mecatol", planet.owner && !planet.ready && "spent"].filter(Boolean).join(" "), transform: `translate(${x} ${y})` },
      planet.owner && shape("circle", { r: r + 5, class: `owner ${colour(planet.owner)}` }),
      shape("circle", { r, class: "globe" }),
      planet.specialty && shape("circle", { r: 6, cx: r * 0.75, cy: -r * 0.75, class: `specialty ${planet.specialty.toLowerCase()}` }),
      shape("text", { x: -7, y: 5, "text-anchor": "middle", class: "resources" }, planet.resources),
      shape("text", { x: 7, y: 5, "text-anchor": "middle", class: "influence" }, planet.influence),
      shape("text", { y: r + 13, "text-anchor": "middle", class: small ? "called small" : "called" }, planet.name));
  }

  function hex(system, [q, r]) {
    const [x, y] = [1.5 * R * q, 2 * H * (r + q / 2)];
    const corners = [0, 1, 2, 3, 4, 5].map((at) => [Math.cos((at * Math.PI) / 3) * (R - 2), Math.sin((at * Math.PI) / 3) * (R - 2)].map((n) => n.toFixed(1)).join(","));
    const worlds = list(system.planets);
    const spots = { 1: [[0, -4]], 2: [[-38, -8], [38, -8]], 3: [[-40, -26], [40, -26], [-6, 26]] }[worlds.length] ?? [];
    const active = table.system === system.name;
    return shape("g", {
      class: ["hex", system.home && `home ${colour(system.home)}`, system.anomaly?.toLowerCase(), active && "active"].filter(Boolean).join(" "),
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, "data-tile": system.name, tabindex: "0", role: "img", "aria-label": about(system).join("; "),
    },
      shape("polygon", { points: corners.join(" "), class: "tile" }),
      system.anomaly && shape("polygon", { points: corners.join(" "), class: "veil", transform: "scale(0.93)" }),
      worlds.length === 0 && shape("text", { y: -12, "text-anchor": "middle", class: "title" }, system.name.replace(/ \d+$/, "")),
      worlds.length > 0 && system.anomaly && shape("text", { y: 54, "text-anchor": "middle", class: "title" }, spaced(system.anomaly)),
      system.home && shape("text", { y: -70, "text-anchor": "middle", class: "title" }, `${system.home} home`),
      list(system.wormholes).map((kind, at) => shape("g", { transform: `translate(${(worlds.length === 1 ? -66 : -12) + at * 24} ${[-44, -4, -58, -62][worlds.length] ?? -44})`, class: "wormhole" }, shape("circle", { r: 11 }), shape("text", { y: 5, "text-anchor": "middle" }, SIGNS[kind] ?? kind[0]))),
      worlds.map((planet, at) => spots[at] && world(planet, ...spots[at], worlds.length > 1)),
      fleet([...list(system.units)], 0, list(system.units).length > 1 ? 48 : worlds.length > 2 ? 75 : 66),
      worlds.map((planet, at) => spots[at] && (worlds.length > 2 && at === 2 ? fleet(planet.units, 48, 30, 0.7) : fleet(planet.units, spots[at][0] * 0.92, spots[at][1] - (worlds.length > 1 ? 37 : 46), worlds.length > 1 ? 0.72 : 0.9))),
      list(system.tokens).map((player, at) => shape("g", { transform: `translate(${at < 3 ? 80 : -80} ${-10 + (at % 3) * 18})`, class: `token ${colour(player)}` },
        shape("path", { d: "M0 -9 L8 6 H-8 Z" }), shape("text", { y: 4, "text-anchor": "middle" }, player[1]))));
  }

  function galaxy() {
    const placed = systems.filter((system) => system.at);
    if (placed.length < systems.length) return null;
    const spots = placed.map(({ at: [q, r] }) => [1.5 * R * q, 2 * H * (r + q / 2)]);
    const [left, top] = [0, 1].map((n) => Math.min(...spots.map((spot) => spot[n])) - R - 6);
    const [right, low] = [0, 1].map((n) => Math.max(...spots.map((spot) => spot[n])) + R + 6);
    // What is looked at or moved over lies above the others.
    return element("div", { class: "flat", tabindex: "0", role: "region", "aria-label": "The galaxy; it can be scrolled" },
      shape("svg", { class: "map", viewBox: `${left} ${top} ${right - left} ${low - top}`, role: "group", "aria-label": "The galaxy" },
        placed.map((system) => hex(system, system.at))));
  }

  // Tiles one after the other, of a galaxy that lies on no plane.
  function tiles() {
    return element("div", { class: "tiles" }, systems.map((system) => element("article", { class: `tile ${colour(system.home) ?? ""}`, "data-tile": system.name },
      about(system).map((line, at) => element(at ? "p" : "h4", {}, line)))));
  }

  function victory() {
    const most = table.victory ?? 10;
    return element("ol", { class: "victory", "aria-label": "Victory points" }, Array.from({ length: most + 1 }, (_, at) => element("li", { class: at === most && "goal" },
      element("span", { class: "at" }, at),
      players.filter((player) => Math.min(Math.max(player.points, 0), most) === at).map(({ player }) => element("span", { class: `chip ${colour(player)}` }, player)))));
  }

  function sheetOf(player) {
    const [tactic, fleet, strategy] = player.tokens;
    const [actions, secrets, notes] = player.hand_count;
    const number = (value, label) => element("div", {}, element("dt", {}, label), element("dd", {}, value));
    const hand = [...list(player.notes), ...(how.seat && how.seat !== player.player ? [] : list(player.hand))];
    const cards = (title, all) => all.length > 0 && element("p", {}, element("strong", {}, `${title} `), all);
    const marks = [table.speaker === player.player && "speaker", table.active === player.player && "active", player.passed && "passed", player.eliminated && "eliminated"].filter(Boolean);
    return element("section", { class: `sheet-of ${colour(player.player)}`, "data-player": player.player },
      element("h3", {}, element("span", { class: "badge" }, player.player), ` ${player.faction} `, element("span", { class: "points" }, `${player.points} points`)),
      element("p", { class: "soft" }, [named(player.player, how), ...marks].filter(Boolean).join(" · ")),
      element("dl", { class: "numbers" }, number(`${tactic}/${fleet}/${strategy}`, "tactic/fleet/strategy"), number(player.trade_goods, "trade goods"), number(player.commodities, "commodities"),
        number(`${player.resources[0]} of ${player.resources[1]}`, "resources"), number(`${player.influence[0]} of ${player.influence[1]}`, "influence")),
      cards("Strategy", list(player.strategy).map(([name, ready]) => element("span", { class: ready ? "chip" : "chip spent" }, ready ? name : `${name}, used`))),
      cards("Technologies", list(player.technologies).map((card) => element("span", { class: ["chip", card.colour?.toLowerCase(), !card.ready && "spent"].filter(Boolean).join(" ") }, card.ready ? card.name : `${card.name}, exhausted`))),
      cards("In play", list(player.others).map((card) => element("span", { class: "chip" }, card.name))),
      element("p", { class: "soft" }, `In hand: ${actions} action cards, ${secrets} secret objectives, ${notes} notes`),
      hand.length > 0
        && element("details", { open: how.seat === player.player }, element("summary", {}, "Hand"), element("p", {}, hand.map((name) => element("span", { class: "chip" }, name)))));
  }

  const [actions, agendas, secrets, publics] = list(table.decks);
  const combat = table.combat && `combat of ${table.combat.attacker} and ${table.combat.defender}${table.combat.planet ? ` on ${table.combat.planet}` : ""}, round ${table.combat.round}`;
  const facts = [`Round ${table.round}`, `${table.phase} phase`, `${table.active} is active`, table.system && `active system ${table.system}`, combat,
    table.agenda && `agenda ${table.agenda}`, table.custodians && "custodians on Mecatol Rex"];
  const objectives = element("section", { class: "objectives" }, element("h3", {}, "Objectives"),
    element("ul", {}, list(table.objectives).map(({ name, points, secret, scored }) => element("li", {},
      element("span", { class: "worth" }, points), ` ${name}${secret ? " (secret)" : ""} `,
      list(scored).map((player) => element("span", { class: `chip ${colour(player)}` }, player))))),
    list(table.laws).length > 0 && element("p", {}, `Laws: ${list(table.laws).join(", ")}`),
    list(table.strategy).length > 0 && element("p", {}, "Strategy cards that nobody has: ", list(table.strategy).map(([name, goods]) => (goods > 0 ? `${name} (${goods} trade goods)` : name)).join(", ")),
    element("p", { class: "soft" }, `Decks: ${actions} action cards, ${agendas} agendas, ${secrets} secret objectives, ${publics} public objectives`));
  const legend = element("details", { class: "legend" }, element("summary", {}, "What the figures are"),
    element("ul", {}, Object.entries(FIGURES).map(([name, d]) => element("li", {}, shape("svg", { viewBox: "-12 -12 24 24", "aria-hidden": "true" }, shape("path", { d })), ` ${name}`))));
  return {
    board: element("div", { class: "imperium" },
      element("p", { class: "facts" }, facts.filter(Boolean).map((fact) => element("span", {}, fact))),
      victory(), galaxy() ?? tiles(), legend, objectives, element("div", { class: "sheets" }, players.map(sheetOf))),
    arrows: [],
  };
};

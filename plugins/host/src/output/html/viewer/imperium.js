// The galaxy of Twilight Imperium: hexes where they lie if the state says so, or else tile by tile; the players' sheets.

function imperiumBoard(state) {
  const NAMES = { tokens: "command tokens", trade_goods: "trade goods", commodities: "commodities" };
  const figures = (units) => list(units).map(([player, types]) => {
    const counts = new Map();
    for (const type of list(types)) counts.set(type, (counts.get(type) ?? 0) + 1);
    return `${player}: ${[...counts].map(([type, count]) => (count > 1 ? `${count} ${type}` : type)).join(", ")}`;
  });
  const lines = (parts, kind) => parts.map((part) => element("p", { class: kind }, part));
  const tiles = list(state.systems).map((system) => element("article", {
    class: "tile", "data-owner": list(system.planets).find((planet) => planet.owner)?.owner ?? system.home,
  },
    element("h4", {}, system.name),
    system.anomaly && element("p", { class: "state" }, String(system.anomaly)),
    list(system.wormholes).length > 0 && element("p", {}, `wormhole ${list(system.wormholes).join(", ")}`),
    lines(figures(system.units), "strength"),
    lines(figures(system.damaged).map((text) => `damaged ${text}`), "damage"),
    list(system.tokens).length > 0 && element("p", { class: "words" }, `tokens of ${list(system.tokens).join(", ")}`),
    list(system.planets).map((planet) => element("div", { class: "planet" },
      element("p", {}, `${planet.name} ${planet.resources ?? 0}/${planet.influence ?? 0}${planet.owner ? `, ${planet.owner}` : ""}${planet.ready === false ? ", exhausted" : ""}`),
      lines(figures(planet.units), "strength")))));
  const sheets = list(state.players).map((player, seat) => element("section", { class: "squad" },
    element("h3", {}, `P${seat + 1} ${player.faction}: ${player.points} points`),
    element("p", { class: "words" }, [
      ...Object.entries(NAMES).map(([field, text]) => `${[player[field]].flat().join("/")} ${text}`),
      player.passed && "passed",
    ].filter(Boolean).join(" · ")),
    ["strategy", "hand", "cards", "scored"].map((field) => list(player[field]).length > 0
      && element("p", { class: "words" }, `${field}: ${list(player[field]).join(", ")}`))));
  const facts = [state.phase && `${state.phase} phase`, state.active && `${state.active} is active`, state.speaker && `${state.speaker} is speaker`,
    list(state.objectives).length && `objectives: ${list(state.objectives).join(", ")}`, list(state.laws).length && `laws: ${list(state.laws).join(", ")}`];
  return {
    board: element("div", { class: "galaxy" }, element("p", {}, facts.filter(Boolean).join(" · ")),
      element("div", { class: "squads" }, sheets), element("div", { class: "tiles" }, tiles)),
    arrows: [],
  };
}

boards.imperium = imperiumBoard;

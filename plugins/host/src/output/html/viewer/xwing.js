// The mat of X-Wing to scale, in millimetres, with the first player's edge below; the squads beside it.

function xwingBoard(state) {
  const NS = "http://www.w3.org/2000/svg";
  const MAT = 914.4;
  const BASES = { Small: 40, Medium: 60, Large: 80 };
  const made = (name, attributes, ...inside) => {
    const part = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value);
    part.append(...inside);
    return part;
  };
  const name = (ship) => ship.name ?? ship.pilot;
  const squads = ["p1", "p2"].map((player) => ({ player, ships: list(state[player]?.ships) }));
  const mat = made("svg", { class: "mat", viewBox: `0 0 ${MAT} ${MAT}`, role: "img", "aria-label": "The mat" });
  for (const at of [1, 2]) {
    mat.append(made("line", { x1: at * MAT / 3, x2: at * MAT / 3, y1: 0, y2: MAT, class: "grid" }),
      made("line", { y1: at * MAT / 3, y2: at * MAT / 3, x1: 0, x2: MAT, class: "grid" }));
  }
  for (const obstacle of list(state.obstacles)) {
    const [x, y, heading] = obstacle.at;
    const shape = obstacle.outline
      ? made("polygon", { points: obstacle.outline.map(([a, b]) => `${a},${-b}`).join(" ") })
      : made("circle", { r: 30 });
    mat.append(made("g", { class: "obstacle", transform: `translate(${x} ${MAT - y}) rotate(${heading})` },
      shape, made("title", {}, obstacle.id)));
  }
  for (const { player, ships } of squads) {
    for (const [number, ship] of ships.entries()) {
      if (!Array.isArray(ship.at) || ship.removed) continue;
      const [x, y, heading] = ship.at;
      const half = (BASES[ship.size] ?? 40) / 2;
      mat.append(made("g", { class: `ship ${player}`, transform: `translate(${x} ${MAT - y})` },
        made("title", {}, `${name(ship)}, ${player.toUpperCase()}`),
        made("g", { transform: `rotate(${heading})` },
          made("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 2 }),
          made("path", { d: `M${-half * 0.86} ${-half} L0 0 L${half * 0.86} ${-half}`, class: "arc" }),
          made("path", { d: `M0 ${-half + 4} l-6 10 h12 z`, class: "nose" })),
        made("text", { y: half * 0.6, "text-anchor": "middle" }, `${player === "p1" ? "" : "∙"}${number + 1}`)));
    }
  }
  const placed = mat.querySelector(".ship");
  const sheets = squads.map(({ player, ships }) => element("section", { class: "squad" },
    element("h3", {}, `${player.toUpperCase()} ${game.players.find((one) => one.player.toLowerCase() === player)?.name ?? ""}`),
    element("ol", {}, ships.map((ship) => element("li", { class: ship.removed ? "none" : null },
      element("strong", {}, name(ship)), ship.removed ? " (removed)" : "",
      element("p", { class: "words" }, [
        ship.shields != null && `${ship.shields} shields`,
        ship.hull != null && `hull ${ship.hull}`,
        ship.damage > 0 && `${ship.damage} damage cards`,
        list(ship.faceup).length && `faceup: ${list(ship.faceup).join(", ")}`,
        list(ship.tokens).length && list(ship.tokens).join(", "),
        ship.lock && `lock on ${ship.lock}`,
        ship.dial && `dial ${ship.dial}`,
        list(ship.upgrades).length && list(ship.upgrades).join(", "),
      ].filter(Boolean).join(" · ")))))));
  const facts = element("p", {}, [state.phase && `${state.phase} Phase`, state.first && `${state.first} is first player`]
    .filter(Boolean).join(", "));
  return { board: element("div", { class: "flight" }, facts, placed ? mat : null, element("div", { class: "squads" }, sheets)), arrows: [] };
}

boards.xwing = xwingBoard;

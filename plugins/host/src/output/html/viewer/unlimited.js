// The table of Star Wars: Unlimited: arenas between the players, whose cards lie before them.

function unlimitedBoard(state, moment) {
  const cards = state.cards ?? {};
  const option = chosenOption(moment);
  const marked = new Map();
  if (option) {
    if (option.card != null) marked.set(option.card, "acts");
    for (const target of option.targets ?? []) marked.set(target, "target");
  }
  const hides = (player) => seat && seat !== player;

  function face(id, { small = false } = {}) {
    const card = cards[id];
    if (!card) return back();
    const shown = card.now ?? {};
    const power = shown.power ?? card.printed?.power;
    const hp = shown.hp ?? card.printed?.hp;
    const fights = power != null && hp != null && ["Unit", "Leader", "TokenUnit"].includes(card.kind);
    const aspects = card.printed?.aspects ?? [];
    const words = [...(shown.keywords ?? card.printed?.keywords ?? [])];
    const under = [...list(shown.upgrades), ...list(shown.captured)];
    const title = `${card.name}: ${[card.kind, ...aspects, ...words].join(", ")}`;
    return element("article", {
      class: ["card", small && "small", shown.exhausted && "exhausted", marked.get(Number(id))].filter(Boolean).join(" "),
      "data-card": id, title, "data-aspect": aspects[0] ?? "none",
    },
      element("h4", {}, card.name),
      element("p", { class: "facts" },
        card.printed?.cost != null && element("span", { class: "cost", "aria-label": "cost" }, `◈${card.printed.cost}`),
        element("span", { class: "aspects" }, aspects.map((aspect) => aspect.slice(0, 2)).join(" "))),
      !small && words.length > 0 && element("p", { class: "words" }, words.join(", ")),
      fights && element("p", { class: "strength" },
        element("span", { "aria-label": "power" }, `⚔${power}`),
        element("span", { "aria-label": "remaining HP" }, `♥${hp - (shown.damage ?? 0)}/${hp}`)),
      !small && shown.damage > 0 && element("p", { class: "damage" }, `${shown.damage} damage`),
      shown.exhausted && element("p", { class: "state" }, "exhausted"),
      marked.has(Number(id)) && element("p", { class: "state" }, marked.get(Number(id))),
      !small && under.map((other) => element("p", { class: "under" }, `↳ ${cards[other]?.name ?? "a card"}`)),
      !small && list(shown.tokens).map((token) => element("p", { class: "under" }, `↳ ${token.name ?? token}`)));
  }

  function back() {
    return element("article", { class: "card small back" }, element("h4", {}, "hidden"));
  }

  function arena(player, zone) {
    const own = (state.play ?? []).filter((id) => cards[id]?.zone === zone && cards[id].controller === player.player);
    const units = own.filter((id) => cards[id].now?.host == null);
    return element("div", { class: "units", "aria-label": `${player.player}, ${zone}` },
      units.length ? units.map((id) => face(id)) : element("p", { class: "none" }, "—"));
  }

  function zones(player) {
    const shut = hides(player.player);
    const base = cards[player.base];
    const hp = base?.printed?.hp ?? 30;
    const left = hp - player.base_damage;
    const leader = cards[player.leader];
    const hand = shut || !player.hand ? null : player.hand;
    const resources = shut || !player.resource_cards ? null : player.resource_cards;
    const pile = (name, ids, count) => element("details", { open: name === "Hand" },
      element("summary", {}, `${name}: ${count}`),
      ids ? element("div", { class: "fan" }, ids.map((id) => face(id, { small: true })))
        : element("div", { class: "fan" }, Array.from({ length: Math.min(count, 12) }, back)));
    return element("div", { class: "zones" },
      element("div", { class: "base", "data-card": player.base },
        element("h3", {}, `${player.player} ${game.players.find((one) => one.player === player.player)?.name ?? ""}`),
        element("p", {}, base?.name ?? "base"),
        element("meter", { min: 0, max: hp, value: left, "aria-label": "remaining HP of the base" }),
        element("p", {}, `${left} of ${hp} HP`),
        element("p", {}, `${player.ready_resources} of ${player.resources} resources ready`),
        player.credits > 0 && element("p", {}, `${player.credits} Credits`),
        state.initiative === player.player && element("p", { class: "state" }, "has the initiative"),
        state.active === player.player && element("p", { class: "state" }, "active")),
      leader?.zone === "Base" ? face(player.leader) : null,
      pile("Hand", hand, player.hand_count),
      pile("Resources", resources, player.resources),
      pile("Discard", player.discard, player.discard.length),
      pile("Deck", null, player.deck_count));
  }

  const players = list(state.players);
  const own = players.find((player) => player.player === near()) ?? players[0];
  const other = players.find((player) => player !== own);
  if (!own || !other) return element("p", {}, "nothing is there yet");
  const rows = ["Ground", "Space"].map((zone) => element("section", { class: "arena" },
    element("h3", {}, `${zone} arena`), arena(other, zone), arena(own, zone)));
  const attack = list(state.attacks).at(-1);
  const arrows = attack ? [[attack.attacker, attack.defender]] : [];
  return { board: element("div", { class: "table" }, zones(other), element("div", { class: "arenas" }, rows), zones(own)), arrows };
}

boards.unlimited = unlimitedBoard;

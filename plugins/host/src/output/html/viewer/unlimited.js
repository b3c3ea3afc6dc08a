// The table of Star Wars: Unlimited: arenas between the players, whose cards lie before them.

boards.unlimited = function unlimited(table, how) {
  const cards = table.cards ?? {};
  const marked = new Map();
  if (how.option) {
    if (how.option.card != null) marked.set(how.option.card, "acts");
    for (const target of list(how.option.targets)) marked.set(target, "target");
  }
  const attack = list(table.attacks).at(-1);
  if (attack) {
    marked.set(attack.attacker, "acts");
    marked.set(attack.defender, "target");
  }
  const MARKS = { acts: "acting", target: "target" };

  // A name and what comes after its comma.
  function title(name) {
    const [first, ...rest] = name.split(", ");
    return [element("h4", {}, first), rest.length > 0 && element("p", { class: "subtitle" }, rest.join(", "))];
  }

  function aspectsOf(card) {
    const aspects = list(card.printed?.aspects);
    return element("span", { class: "aspects" }, aspects.map((aspect) => element("span", { class: "aspect", "data-aspect": aspect, title: aspect },
      element("span", { "aria-hidden": "true" }, aspect.slice(0, 3)), unseen(`${aspect} `))));
  }

  function rulesOf(card) {
    const lines = list(how.rules?.[card.definition]);
    const traits = list(card.now?.traits ?? card.printed?.traits);
    return element("div", { class: "rules" },
      element("p", { class: "kind" }, spaced(card.kind ?? "card"), traits.length > 0 && ` · ${traits.join(", ")}`),
      lines.map((line) => element("p", {}, line)),
      card.now?.blank && element("p", {}, "It has lost its abilities."));
  }

  function face(id, { small = false } = {}) {
    const card = cards[id];
    if (!card) return back();
    const now = card.now ?? {};
    const power = now.power ?? card.printed?.power;
    const hp = now.hp ?? card.printed?.hp;
    const leads = card.kind === "Leader" && !now.deployed && card.zone === "Base";
    const fights = ["Unit", "Leader", "TokenUnit"].includes(card.kind) && !leads;
    const words = list(now.keywords ?? card.printed?.keywords);
    const aspects = list(card.printed?.aspects);
    const damage = now.damage ?? 0;
    const mark = marked.get(Number(id));
    const under = (text, kind) => element("li", { class: kind }, text);
    return element("article", {
      class: ["card", small && "small", leads && "leader", now.exhausted && "exhausted", mark].filter(Boolean).join(" "),
      "data-card": id, tabindex: "0", "data-first": aspects[0] ?? "None", "data-second": aspects[1] ?? aspects[0] ?? "None",
    },
      element("div", { class: "head" },
        element("div", { class: "side" },
          card.printed?.cost != null && !leads && element("span", { class: "cost" }, unseen("cost "), card.printed.cost), aspectsOf(card)),
        element("div", { class: "name" }, title(card.name))),
      !small && words.length > 0 && element("p", { class: "words" }, words.map((word) => element("span", {}, word))),
      !small && element("ul", { class: "under" },
        list(now.upgrades).map((other) => under(`+ ${cards[other]?.name ?? "a card"}`)),
        counted(list(now.tokens).map((token) => token.name ?? token)).map(([name, count]) => under(count > 1 ? `${count} ${name}` : name, "token")),
        list(now.captured).map((other) => under(`holds ${cards[other]?.name ?? "a card"}`))),
      (mark || now.exhausted || now.epic_used) && !small && element("p", { class: "state" },
        [MARKS[mark], now.exhausted && "exhausted", leads && now.epic_used && "Epic Action used"].filter(Boolean).join(" · ")),
      fights && element("p", { class: "strength" },
        element("span", { class: "power" }, unseen("power "), power),
        damage > 0 && element("span", { class: "damage" }, element("span", { "aria-hidden": "true" }, `−${damage}`), unseen(`${damage} damage `)),
        element("span", { class: "hp" }, unseen("remaining HP "), hp - damage, damage > 0 && element("small", {}, `/${hp}`))),
      rulesOf(card));
  }

  function back() {
    return element("span", { class: "back" });
  }

  const lies = (zone, player) => list(table.play).filter((id) => cards[id]?.zone === zone && cards[id].controller === player.player
    && cards[id].now?.host == null);

  function arena(player, zone, whose) {
    const units = lies(zone, player);
    return element("div", { class: `units ${whose}` },
      element("h4", { class: "unseen" }, `${player.player} in the ${zone.toLowerCase()} arena`),
      units.length ? units.map((id) => face(id)) : element("p", { class: "none" }, `${player.player} has no unit here`));
  }

  // A pile of cards: those that are known, or as many backs.
  function pile(name, ids, count, open) {
    const known = ids != null && list(ids).length > 0;
    return element("details", { class: "pile", open: open && count > 0, "data-pile": name.toLowerCase() },
      element("summary", {}, element("span", { class: "count" }, count), ` ${name}`),
      count > 0 && element("div", { class: known ? "fan" : "fan backs" },
        known ? list(ids).map((id) => face(id, { small: true })) : Array.from({ length: Math.min(count, 12) }, back)));
  }

  function zones(player, whose) {
    const shut = how.seat && how.seat !== player.player;
    const base = cards[player.base];
    const hp = base?.printed?.hp ?? 30;
    const left = hp - player.base_damage;
    const own = (ids) => (shut ? null : ids);
    const mark = marked.get(player.base);
    const flags = [table.initiative === player.player && "has the initiative", table.active === player.player && "active",
      player.done && "has passed for this phase"].filter(Boolean);
    return element("section", { class: `zones ${whose}`, "data-player": player.player },
      element("div", { class: ["base", mark].filter(Boolean).join(" "), "data-card": player.base, "data-first": list(base?.printed?.aspects)[0] ?? "None" },
        element("h3", {}, `${player.player} `, element("span", { class: "soft" }, named(player.player, how))),
        element("p", { class: "health" }, element("strong", {}, Math.max(0, left)), element("span", {}, `${left} of ${hp} HP`)),
        element("meter", { min: 0, max: hp, low: hp / 3, high: hp / 2, optimum: hp, value: Math.max(0, left), "aria-label": `HP of the base of ${player.player}` }),
        element("p", { class: "pips", "aria-hidden": "true" }, Array.from({ length: player.resources }, (_, at) => element("i", { class: at < player.ready_resources && "ready" }))),
        element("p", {}, `${player.ready_resources} of ${player.resources} resources ready`),
        player.credits > 0 && element("p", {}, `${player.credits} Credits`),
        flags.length > 0 && element("p", { class: "flags" }, flags.map((flag) => element("span", {}, flag)))),
      cards[player.leader]?.zone === "Base" ? face(player.leader) : null,
      element("div", { class: "piles" },
        pile("Hand", own(player.hand), player.hand_count, true),
        pile("Resources", own(player.resource_cards), player.resources, false),
        pile("Discard", player.discard, list(player.discard).length, false),
        pile("Deck", null, player.deck_count, false)));
  }

  const players = list(table.players);
  const own = players.find((player) => player.player === near(how)) ?? players[0];
  const other = players.find((player) => player !== own);
  if (!own || !other) return null;
  const rows = ["Ground", "Space"].map((zone) => element("section", { class: `arena ${zone.toLowerCase()}` },
    element("h3", {}, `${zone} arena`), arena(other, zone, "theirs"), arena(own, zone, "ours")));
  const waiting = list(table.waiting);
  return {
    board: element("div", { class: "unlimited" },
      zones(other, "theirs"), element("div", { class: "arenas" }, rows),
      waiting.length > 0 && element("p", { class: "waiting" }, `To be resolved: ${waiting.join(", ")}`),
      zones(own, "ours")),
    arrows: [...(attack ? [[attack.attacker, attack.defender]] : []),
      ...(how.option?.card == null ? [] : list(how.option.targets).map((target) => [how.option.card, target]))],
  };
};

// The page that people play on. It knows what the server tells its seat and nothing else, and keeps nothing: loaded
// again, it asks again.

(() => {
  const base = document.body.dataset.base;
  const path = /\/table\/(\d+)$/.exec(location.pathname);
  const table = path ? Number(path[1]) : null;
  const byId = (id) => document.getElementById(id);
  const SOON = 120;
  const LATER = 3000;
  const PACE = 700;
  let shown = null;
  let version = null;
  let drawn = null;
  let announced = -1;
  let runs = false;
  let waits = null;
  let looks = 0;

  async function ask(place, body) {
    const request = body === undefined ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    };
    let answer;
    try {
      answer = await fetch(`${base}/api/${place}`, request);
    } catch {
      throw new Error("cardmill does not answer: it was ended, or is busy");
    }
    const told = await answer.json();
    if (!answer.ok) throw new Error([told.error.place, told.error.reason].filter(Boolean).join(": "));
    return told;
  }

  function complain(error) {
    byId("trouble").textContent = error ? error.message : "";
  }

  // Does something, and says what went wrong.
  async function attempt(act) {
    try {
      complain(null);
      return await act();
    } catch (error) {
      complain(error);
      return null;
    }
  }

  // The house: its tables, a new one, and games that were saved.

  async function lobby() {
    const house = await ask("house");
    byId("lobby").hidden = false;
    byId("title").textContent = `Cardmill: ${house.game}`;
    const link = (number) => element("li", {},
      element("a", { href: `${base}/table/${number}` }, `Table ${number}`), " ",
      button("Close", async () => {
        await ask(`table/${number}/close`, {});
        await lobby();
      }, `Close table ${number}; its game is lost unless it was saved`));
    byId("tables").replaceChildren(...(house.tables.length ? house.tables.map(link) : [element("li", {}, "none yet")]));
    const saved = (save) => element("li", {}, save, " ", button("Go on", () => go(ask("load", { save })), `Go on with ${save}`));
    byId("saves").replaceChildren(...(house.saves.length ? house.saves.map(saved) : [element("li", {}, "none yet")]));
    const setup = byId("setup");
    const kept = setup.value;
    setup.replaceChildren(...house.setups.map(({ name }, at) => element("option", { value: at }, name)));
    if (kept) setup.value = kept;
    byId("levels").replaceChildren(...house.levels.map((level) => element("option", { value: level })));
    byId("new").hidden = house.setups.length === 0;
    const seats = () => {
      const { seats: count } = house.setups[Number(setup.value)] ?? { seats: 0 };
      byId("seats").replaceChildren(...Array.from({ length: count }, (_, seat) => element("label", {}, `P${seat + 1} is `,
        element("input", { list: "levels", autocomplete: "off", placeholder: "a person", value: seat ? house.levels[0] : "" }))));
    };
    setup.onchange = seats;
    seats();
    byId("new").onsubmit = (event) => {
      event.preventDefault();
      const who = [...byId("seats").querySelectorAll("input")].map((input) => input.value.trim() || null);
      attempt(() => go(ask("tables", { setup: Number(setup.value), seats: who })));
    };
  }

  async function go(opened) {
    location.href = `${base}/table/${(await opened).table}`;
  }

  function button(text, act, label) {
    const made = element("button", { type: "button", "aria-label": label ?? null }, text);
    made.addEventListener("click", () => attempt(act));
    return made;
  }

  // A table.

  async function order(name, body) {
    await ask(`table/${table}/${name}`, body);
    await look();
  }

  const choose = (option) => order("choose", { moment: shown.moment, option });

  async function look() {
    clearTimeout(waits);
    const mine = ++looks;
    const since = version === null ? "" : `?since=${version}`;
    try {
      const told = await ask(`table/${table}${since}`);
      if (told.table && !(told.version <= version)) {
        version = told.version;
        show(told.table);
      }
      if (byId("trouble").dataset.asks) {
        delete byId("trouble").dataset.asks;
        complain(null);
      }
    } catch (error) {
      byId("trouble").dataset.asks = "yes";
      complain(error);
    }
    const soon = shown && (shown.thinking || shown.hinting);
    if (mine === looks) waits = setTimeout(look, soon ? SOON : LATER);
  }

  function show(told) {
    const first = shown === null;
    const moved = first || shown.moment !== told.moment || shown.seat !== told.seat;
    const taken = !first && told.taken_back !== shown.taken_back;
    shown = told;
    byId("table").hidden = false;
    // For whoever drives the page from outside.
    Object.assign(document.body.dataset, { status: told.status, moment: told.moment, thinking: told.thinking || told.hinting });
    if (told.status === "lost") {
      byId("status").textContent = told.outcome;
      byId("asked").replaceChildren();
      return;
    }
    byId("title").textContent = `Table ${table}: ${told.title}`;
    document.title = `${told.title} · Cardmill`;
    byId("status").textContent = standing(told);
    if (moved) draw(told);
    showAsked(told, moved && !first);
    showNews(told, first || taken);
    showTools(told);
  }

  function standing(told) {
    const parts = [`round ${told.round}`, `decision ${told.decisions}`];
    if (told.taken_back) parts.push(`${told.taken_back} taken back`);
    const ended = told.status !== "playing";
    if (ended) {
      const places = told.places.map(({ player, place }) => `${player} ${place}`).join(", ");
      const how = told.outcome ?? (told.status === "cut" ? "the round limit is reached" : "the game is over");
      return `${how} (places: ${places}; ${parts.join(", ")}; digest ${told.digest})`;
    }
    const turn = told.thinking ? `${told.asks ?? "an agent"} is thinking` : told.open ? "the game is watched"
      : told.seat && told.asks === told.seat ? `${told.asks}, it is your turn` : `it is the turn of ${told.asks}`;
    return `${turn} (${parts.join(", ")})`;
  }

  function draw(told) {
    const place = byId("board");
    const before = drawn && drawn.seat === told.seat ? drawn.state : null;
    drawn = told;
    if (told.state === null) {
      const next = told.status === "playing" ? [told.asks] : told.people;
      place.replaceChildren(element("p", { class: "handed" }, "Nothing is shown until the screen is taken."),
        ...next.filter(Boolean).map((player) => {
          const take = button(`${player} takes the screen`, () => order("take", { player }));
          take.className = "takes";
          return take;
        }));
      place.querySelector(".takes")?.focus();
      return;
    }
    const players = told.players.map(({ player, name, agent }) => ({
      player, name: [name, agent ?? "a person"].filter(Boolean).join(", "),
    }));
    const how = { players, seat: told.seat, option: null, before, rules: told.rules ?? {} };
    try {
      drawBoard(place, told.game, told.state, how);
    } catch {
      // A board that cannot be drawn is told.
      place.replaceChildren(element("pre", {}, JSON.stringify(told.state, null, 1)));
    }
  }

  function worth(told, option) {
    const value = told.hint?.values?.[option];
    return value == null ? "" : ` (${(value / 10).toFixed(0)} %)`;
  }

  function showAsked(told, moved) {
    const place = byId("asked");
    const { question, hint } = told;
    if (!question) {
      const over = told.status !== "playing";
      place.replaceChildren(element("h2", { id: "prompt", tabindex: "-1" }, over ? "The game is over"
        : told.thinking ? "Wait" : told.open ? "Go on" : told.asks ? `${told.asks} is asked` : "Go on"));
      return;
    }
    const range = question.maximum > 1 ? ` (${question.minimum} to ${question.maximum}, one after the other)` : "";
    const parts = [element("h2", { id: "prompt", tabindex: "-1" }, `${question.player}: ${question.prompt}${range}`)];
    if (question.looked_at?.length) {
      parts.push(element("p", {}, "Looked at: ", question.looked_at.map(({ label, fits }) => (fits ? label : `${label} (does not fit)`)).join(", ")));
    }
    if (hint) {
      parts.push(element("p", { class: "hinted", role: "status" },
        `${hint.agent} would choose ${question.options[hint.option]?.label}${worth(told, hint.option)}`));
    }
    const options = question.options.map((option, at) => {
      const made = element("button", {
        type: "button", class: hint?.option === at ? "option hinted" : "option", disabled: told.open || told.hinting,
        "data-option": at, "data-cards": [option.card, ...option.targets].filter((card) => card != null).join(" "),
      }, element("span", { class: "key", "aria-hidden": "true" }, at < 9 ? at + 1 : ""), option.label, worth(told, at));
      made.addEventListener("click", () => attempt(() => choose(at)));
      return element("li", {}, made);
    });
    parts.push(element("ol", { class: "options" }, options));
    place.replaceChildren(...parts);
    mark(question);
    if (moved) byId("prompt").focus({ preventScroll: true });
  }

  // Cards that something can be done with.
  function mark(question) {
    const cards = new Set(question.options.flatMap((option) => [option.card, ...option.targets]).filter((card) => card != null).map(String));
    for (const card of byId("board").querySelectorAll("[data-card]")) {
      card.classList.toggle("offered", !shown.open && cards.has(card.dataset.card));
    }
  }

  // A card that is clicked leads to what can be done with it.
  byId("board").addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    if (card === undefined) return;
    const own = [...byId("asked").querySelectorAll("[data-option]")].filter((option) => option.dataset.cards.split(" ").includes(card));
    own[0]?.focus();
  });

  function showNews(told, anew) {
    const news = told.news ?? [];
    const words = ({ player, chose, lines }) => [
      player && (chose ? `${player}: ${chose}` : player), ...lines,
    ].filter(Boolean);
    byId("news").replaceChildren(...news.toReversed().map((one) => {
      const [head, ...rest] = words(one);
      return element("li", {}, element("strong", {}, head ?? ""), rest.length > 0 && element("ul", {}, rest.map((line) => element("li", {}, line))));
    }));
    const last = news.at(-1)?.number ?? -1;
    if (!anew && last > announced) {
      const fresh = news.filter(({ number }) => number > announced).slice(-3);
      byId("told").replaceChildren(...fresh.map((one) => element("p", {}, words(one).slice(0, 6).join("; "))));
    }
    announced = last;
  }

  function showTools(told) {
    const playing = told.status === "playing";
    const mine = Boolean(told.question) && !told.open;
    byId("undo").hidden = byId("hint").hidden = byId("adviser").parentElement.hidden = told.open;
    byId("undo").disabled = !told.undo || told.thinking || told.hinting;
    byId("hint").disabled = !mine || told.hinting;
    byId("hint").textContent = told.hinting ? "Working it out…" : "Hint";
    byId("step").hidden = byId("run").hidden = !told.open;
    byId("step").disabled = byId("run").disabled = !playing;
    byId("run").textContent = runs && playing ? "Pause" : "Run";
    byId("run").setAttribute("aria-pressed", String(runs && playing));
    byId("hand-over").hidden = told.people.length < 2 || !told.seat;
    byId("hand-over").textContent = told.asks && told.asks !== told.seat ? `Hand over to ${told.asks}` : "Hand over";
  }

  async function next() {
    await order("step", { moment: shown.moment });
  }

  async function run() {
    runs = !runs;
    showTools(shown);
    while (runs && shown.status === "playing") {
      if (await attempt(async () => { await next(); return true; }) === null) break;
      await new Promise((done) => setTimeout(done, PACE));
    }
    runs = false;
    showTools(shown);
  }

  const tools = {
    undo: () => order("undo", { moment: shown.moment }),
    hint: () => order("hint", { moment: shown.moment, agent: byId("adviser").value.trim() }),
    step: next,
    run,
    "hand-over": () => order("hand_over", {}),
    save: async () => {
      const { saved } = await ask(`table/${table}/save`, {});
      byId("status").textContent = `Saved as ${saved}.`;
    },
  };
  const keys = { u: "undo", h: "hint", n: "step", " ": "run", s: "save" };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) return;
    const options = [...byId("asked").querySelectorAll("[data-option]:not(:disabled)")];
    if (/^[1-9]$/.test(event.key)) {
      options[Number(event.key) - 1]?.click();
      return;
    }
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && options.length && (event.target === document.body || byId("asked").contains(event.target))) {
      event.preventDefault();
      const at = options.indexOf(document.activeElement);
      const to = at < 0 ? (steps[event.key] > 0 ? 0 : options.length - 1) : (at + steps[event.key] + options.length) % options.length;
      options[to].focus();
      return;
    }
    const tool = keys[event.key.toLowerCase()];
    if (!tool || event.repeat || event.target.closest?.("button, a, summary") && event.key === " ") return;
    const place = byId(tool);
    if (place.hidden || place.disabled) return;
    event.preventDefault();
    place.click();
  }

  if (table === null) {
    attempt(lobby);
  } else {
    for (const [name, act] of Object.entries(tools)) byId(name).addEventListener("click", () => attempt(act));
    document.addEventListener("keydown", pressed);
    attempt(async () => {
      const { levels, usual } = await ask("house");
      byId("adviser").value = usual;
      byId("advisers").append(...levels.map((level) => element("option", { value: level })));
    });
    look();
  }
})();

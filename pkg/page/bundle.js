// web/shape.js
var SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";
var MOST = 30;
var symbol = (digit) => digit ? SYMBOLS[digit - 1] : ".";
var digitOf = (char) => SYMBOLS.indexOf(char) + 1;
function digitOfKey(key, side) {
  const digit = key.length === 1 ? digitOf(key.toUpperCase()) : 0;
  return digit <= side ? digit : 0;
}
function digitsOf(mask) {
  const all = [];
  for (let left = mask; left; left &= left - 1) {
    all.push(32 - Math.clz32(left & -left));
  }
  return all;
}
var single = (mask) => mask !== 0 && (mask & mask - 1) === 0;
function blocks(side, rows, columns) {
  return Array.from({ length: side * side }, (_, c) => Math.floor(Math.floor(c / side) / rows) * (side / columns) + Math.floor(c % side / columns));
}
function makeShape(side, { regions = "", diagonals = false } = {}) {
  if (!Number.isInteger(side) || side < 4 || side > MOST) {
    throw new Error(`A board of side ${side}: this page shows sides from 4 to ${MOST}.`);
  }
  const root = Math.sqrt(side);
  const square = Number.isInteger(root) ? blocks(side, root, root) : null;
  let region = square;
  if (regions) {
    region = readRegions(regions, side);
  } else if (!square) {
    region = blocks(side, boxOf(side), side / boxOf(side));
  }
  const plain = square !== null && region.every((r, c) => r === square[c]);
  const rows = plain ? root : boxOf(side);
  const even = rows > 1 && blocks(side, rows, side / rows).every((r, c) => r === region[c]);
  const shape = {
    side,
    cells: side * side,
    boxRows: even ? rows : 0,
    boxColumns: even ? side / rows : 0,
    region,
    regions: plain ? "" : region.map((r) => symbol(r + 1)).join(""),
    diagonals,
    all: 2 ** side - 1
  };
  shape.units = unitsOf(shape);
  shape.peers = peersOf(shape);
  return shape;
}
function boxOf(side) {
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows) {
    rows--;
  }
  return rows;
}
function readRegions(text, side) {
  const seen = /* @__PURE__ */ new Map();
  const region = [...text].map((c) => {
    if (!seen.has(c)) {
      seen.set(c, seen.size);
    }
    return seen.get(c);
  });
  if (region.length !== side * side) {
    throw new Error(`The regions are for ${region.length} cells, and the board has ${side * side}.`);
  }
  for (let r = 0; r < Math.max(seen.size, side); r++) {
    const size = region.filter((x) => x === r).length;
    if (size !== side) {
      throw new Error(`Region ${r + 1} has ${size} cells instead of ${side}.`);
    }
  }
  return region;
}
function unitsOf({ side, region, diagonals, boxRows }) {
  const range = Array.from({ length: side }, (_, i) => i);
  const word = boxRows ? "box" : "region";
  const units = [
    ...range.map((r) => ({ name: `row ${r + 1}`, cells: range.map((c) => r * side + c) })),
    ...range.map((c) => ({ name: `column ${c + 1}`, cells: range.map((r) => r * side + c) })),
    ...range.map((b) => ({ name: `${word} ${b + 1}`, cells: region.flatMap((r, cell) => r === b ? [cell] : []) }))
  ];
  if (diagonals) {
    units.push({ name: "diagonal 1", cells: range.map((i) => i * side + i) });
    units.push({ name: "diagonal 2", cells: range.map((i) => i * side + side - 1 - i) });
  }
  return units;
}
function peersOf({ cells, units }) {
  const peers = Array.from({ length: cells }, () => /* @__PURE__ */ new Set());
  for (const unit of units) {
    for (const a of unit.cells) {
      for (const b of unit.cells) {
        if (a !== b) {
          peers[a].add(b);
        }
      }
    }
  }
  return peers.map((set) => [...set].sort((a, b) => a - b));
}
var cellName = (shape, cell) => `r${Math.floor(cell / shape.side) + 1}c${cell % shape.side + 1}`;
function shapeOf(board) {
  return makeShape(Math.round(Math.sqrt(board.cells.length)), { regions: board.regions ?? "", diagonals: board.diagonals ?? false });
}
function toBoard(shape, cells) {
  const board = { cells: Array.from(cells, symbol).join("") };
  if (shape.diagonals) {
    board.diagonals = true;
  }
  if (shape.regions) {
    board.regions = shape.regions;
  }
  return board;
}
var readCells = (text) => Uint8Array.from(text, digitOf);

// web/rules.js
function conflictsOf(shape, cells) {
  const found = /* @__PURE__ */ new Map();
  const first = new Int32Array(shape.side + 1);
  const note = (cell, unit) => {
    if (!found.has(cell)) {
      found.set(cell, /* @__PURE__ */ new Set());
    }
    found.get(cell).add(unit);
  };
  for (const unit of shape.units) {
    first.fill(-1);
    for (const cell of unit.cells) {
      const digit = cells[cell];
      if (!digit) {
        continue;
      }
      if (first[digit] < 0) {
        first[digit] = cell;
      } else {
        note(first[digit], unit.name);
        note(cell, unit.name);
      }
    }
  }
  return found;
}
function domainsOf(shape, cells) {
  const domains = new Uint32Array(shape.cells).fill(shape.all);
  const queue = [];
  for (let c = 0; c < shape.cells; c++) {
    if (cells[c]) {
      domains[c] = 1 << cells[c] - 1;
      queue.push(c);
    }
  }
  for (let at = 0; at < queue.length; at++) {
    const digit = domains[queue[at]];
    for (const peer of shape.peers[queue[at]]) {
      const before = domains[peer];
      if (!(before & digit)) {
        continue;
      }
      const after = before & ~digit;
      domains[peer] = after;
      if (after === 0) {
        return { domains, emptied: peer };
      }
      if (single(after)) {
        queue.push(peer);
      }
    }
  }
  return { domains, emptied: -1 };
}
function candidatesOf(shape, cells) {
  return Uint32Array.from({ length: shape.cells }, (_, c) => {
    if (cells[c]) {
      return 0;
    }
    let left = shape.all;
    for (const peer of shape.peers[c]) {
      if (cells[peer]) {
        left &= ~(1 << cells[peer] - 1);
      }
    }
    return left;
  });
}

// web/tasks.js
var byId = (id) => document.getElementById(id);
var START = "Type a puzzle, or generate one.";
var PATIENCE = 150;
var TICK = 200;
var Status = class {
  #line = byId("status");
  /** @param {string} text @param {"plain" | "good" | "bad"} [tone] */
  say(text, tone = "plain") {
    this.#line.dataset.tone = tone;
    const mark = { plain: "", good: "\u2713 ", bad: "! " }[tone];
    this.#line.textContent = mark + text;
  }
};
var Tasks = class {
  #now = null;
  #status;
  /** @param {Status} status */
  constructor(status2) {
    this.#status = status2;
    byId("stop").addEventListener("click", () => this.stop());
  }
  /** @param {{quiet?: boolean}} [how] quiet where something else has the word */
  stop({ quiet = false } = {}) {
    if (this.#now) {
      this.#now.quiet = quiet;
      this.#now.stop();
    }
  }
  get busy() {
    return this.#now !== null;
  }
  /** @param {string} name what goes on, such as "Solving" @returns {Task} */
  start(name) {
    this.stop({ quiet: true });
    const control = new AbortController();
    const begun = performance.now();
    const bar = byId("progress");
    const work = byId("work");
    let known = null;
    let text = "";
    const show = () => {
      const seconds = ((performance.now() - begun) / 1e3).toFixed(1);
      work.classList.add("on");
      if (known === null) {
        bar.removeAttribute("value");
      } else {
        bar.value = known;
      }
      byId("work-text").textContent = known === null ? [text, `${seconds} s`].filter(Boolean).join(", ") : text;
    };
    let shown = false;
    const first = setTimeout(() => {
      shown = true;
      this.#status.say(`${name} \u2026`);
      show();
    }, PATIENCE);
    const tick = setInterval(() => known === null && shown && show(), TICK);
    const over = () => {
      clearTimeout(first);
      clearInterval(tick);
      if (this.#now === task) {
        this.#now = null;
        work.classList.remove("on");
        byId("work-text").textContent = "";
      }
    };
    const task = {
      quiet: false,
      signal: control.signal,
      progress: (fraction, said) => {
        known = fraction === null ? null : Math.max(0, Math.min(1, fraction));
        text = said ?? text;
        if (shown && this.#now === task) {
          show();
        }
      },
      done: over,
      stop: () => {
        control.abort();
        over();
      }
    };
    this.#now = task;
    return task;
  }
};

// web/able.js
var byId2 = (id) => document.getElementById(id);
function able(id, on) {
  byId2(id).setAttribute("aria-disabled", String(!on));
}
function press(id, does) {
  byId2(id).addEventListener("click", () => {
    if (byId2(id).getAttribute("aria-disabled") !== "true") {
      does();
    }
  });
}

// web/run.js
async function run({ tasks: tasks2, status: status2 }, name, does) {
  const task = tasks2.start(name);
  try {
    const end = await does(task);
    if (end && !task.signal.aborted) {
      status2.say(end.text, end.tone);
    }
  } catch (err) {
    if (task.signal.aborted) {
      if (!task.quiet) {
        status2.say(`${name} was stopped.`);
      }
    } else {
      status2.say(`${name} failed: ${sentence(err.message)}`, "bad");
    }
  } finally {
    task.done();
  }
}
function sentence(text) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

// web/bar.js
var byId3 = (id) => document.getElementById(id);
function wireBar(page2) {
  const { game: game2, desk: desk2, status: status2, settings: settings2, tasks: tasks2, lab: lab2 } = page2;
  const at = (id, does) => byId3(id).addEventListener("click", does);
  at("undo", () => undo());
  at("redo", () => redo());
  at("pencil", () => desk2.setPencil(!desk2.pencil));
  at("erase", () => desk2.enter(desk2.grid.selected, 0));
  at("clear", () => {
    tasks2.stop({ quiet: true });
    game2.clear();
    desk2.tell("reset");
    if (desk2.pencil) {
      desk2.setPencil(false);
    }
    status2.say(START);
  });
  at("restart", () => {
    const { shape, givens } = game2.position;
    tasks2.stop({ quiet: true });
    game2.replace({ shape, givens, entries: new Uint8Array(shape.cells), marks: new Uint32Array(shape.cells) });
    status2.say("Back to the puzzle as it was given.");
  });
  at("mistakes", () => run(page2, "Checking", (task) => mistakes(page2, task)));
  const domains = byId3("domains");
  const show = (on) => {
    domains.setAttribute("aria-pressed", String(on));
    domains.textContent = on ? "Hide domains" : "Show domains";
    desk2.showDomains(on);
  };
  show(settings2.get("domains", false) === true);
  desk2.on("reset", () => show(false));
  domains.addEventListener("click", () => {
    const on = domains.getAttribute("aria-pressed") !== "true";
    settings2.set("domains", on);
    show(on);
    const { emptied, open: open2 } = desk2.left();
    const found = emptied >= 0 ? `AC-3 leaves ${cellName(game2.shape, emptied)} no digit` : `AC-3 leaves ${open2} cells open`;
    status2.say(on ? `Domains are shown: ${found}.` : "Domains are hidden.");
  });
  function undo() {
    status2.say(game2.undo() ? "Taken back." : "There is nothing to take back.");
  }
  function redo() {
    status2.say(game2.redo() ? "Done again." : "There is nothing to do again.");
  }
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key) || /^(input|textarea)$/i.test(event.target.tagName)) {
      return;
    }
    event.preventDefault();
    if (key === "y" || event.shiftKey) {
      redo();
    } else {
      undo();
    }
  });
  desk2.on("change", () => {
    able("undo", game2.canUndo);
    able("redo", game2.canRedo);
  });
  desk2.on("pencil", (on) => {
    byId3("pencil").setAttribute("aria-pressed", String(on));
    byId3("pad").classList.toggle("pencil", on);
  });
  const pad = byId3("pad");
  const digits = ({ side }) => {
    pad.style.setProperty("--side", side);
    pad.replaceChildren(...Array.from({ length: side }, (_, i) => {
      const key = document.createElement("button");
      key.type = "button";
      key.id = `pad-${i + 1}`;
      key.textContent = symbol(i + 1);
      key.addEventListener("click", () => desk2.enter(desk2.grid.selected, i + 1));
      return key;
    }));
  };
  digits(game2.shape);
  desk2.on("shape", digits);
  lab2.candidates = () => candidatesOf(game2.shape, game2.cells());
}
async function mistakes({ lab: lab2, game: game2, desk: desk2 }, task) {
  const { shape, givens, entries, marks } = game2.position;
  if (!entries.some(Boolean) && !marks.some(Boolean)) {
    return { text: "There is nothing of yours on the board yet.", tone: "plain" };
  }
  const puzzle = givens.some(Boolean);
  const answer = await lab2.engine.call("solve", { board: lab2.givens(), seconds: 30 }, { signal: task.signal });
  if (answer.status === "unsat") {
    return { text: puzzle ? "The puzzle itself has no solution." : "These digits have no solution.", tone: "bad" };
  }
  if (answer.status !== "unique") {
    const several = answer.status === "multiple";
    return { text: several ? "There are several solutions, so no single digit is wrong by itself." : "The limits of this check came first: nothing is known.", tone: several ? "plain" : "bad" };
  }
  const grid = [...answer.grid];
  const wrong = /* @__PURE__ */ new Set();
  let lost = 0;
  for (let c = 0; c < shape.cells; c++) {
    const digit = grid[c];
    if (entries[c] && symbol(entries[c]) !== digit) {
      wrong.add(c);
    } else if (marks[c] && !Array.from({ length: shape.side }, (_, i) => marks[c] & 1 << i ? symbol(i + 1) : "").includes(digit)) {
      wrong.add(c);
      lost++;
    }
  }
  desk2.wrong = wrong;
  desk2.draw();
  const digits = wrong.size - lost;
  if (wrong.size === 0) {
    return { text: "No mistake so far.", tone: "good" };
  }
  const parts = [];
  if (digits) {
    parts.push(`${digits} ${digits === 1 ? "digit is" : "digits are"} wrong`);
  }
  if (lost) {
    parts.push(`the marks of ${lost} ${lost === 1 ? "cell lack" : "cells lack"} the right digit`);
  }
  return { text: `${parts.join(", and ")}: see the cells marked \u201C?\u201D.`, tone: "bad" };
}

// web/variants.js
var ATTEMPTS = 12;
var LEVELS = { easy: [42 / 81, 45 / 81], medium: [36 / 81, 40 / 81], hard: [32 / 81, 36 / 81] };
function shuffled(n) {
  const all = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}
async function makeVariant(engine2, shape, wish, task) {
  if (wish.technique) {
    throw new Error("by technique, puzzles are made for boards with square boxes and without diagonals only");
  }
  const [low, high] = wish.level ? LEVELS[wish.level].map((share) => Math.round(share * shape.cells)) : wish.givens ? [wish.givens.low, wish.givens.high] : [1, shape.cells];
  if (!(low >= 1 && low <= high && high <= shape.cells)) {
    throw new Error(`${low} to ${high} givens: want a range within 1 to ${shape.cells}`);
  }
  let best = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const grid = await fullGrid(engine2, shape, task);
    const unique = wish.level ? (cells2) => domainsOf(shape, cells2).domains.every(single) : async (cells2) => {
      const { status: status2 } = await engine2.call("classify", { board: toBoard(shape, cells2) }, { signal: task.signal });
      return status2 === "unique";
    };
    const cells = grid.slice();
    let givens = shape.cells;
    const order = shuffled(shape.cells);
    const stop = wish.minimal ? 0 : low + Math.floor(Math.random() * (high - low + 1));
    for (let i = 0; i < order.length && givens > stop; i++) {
      const digit = cells[order[i]];
      cells[order[i]] = 0;
      if (await unique(cells)) {
        givens--;
      } else {
        cells[order[i]] = digit;
      }
      task.progress((attempt + (i + 1) / order.length) / ATTEMPTS, `grid ${attempt + 1}, ${givens} givens`);
    }
    if (!best || givens < best.givens) {
      best = { board: toBoard(shape, cells), givens };
    }
    if (wish.minimal || givens <= high) {
      return best;
    }
  }
  return { ...best, note: ` Fewer were not reached in ${ATTEMPTS} grids.` };
}
async function fullGrid(engine2, shape, task) {
  const cells = new Uint8Array(shape.cells);
  const ask = () => engine2.call("solve", { board: toBoard(shape, cells) }, { signal: task.signal });
  let solved = await ask();
  if (!solved.grid) {
    throw new Error("these regions and diagonals leave no way to fill the board");
  }
  let placed = 0;
  for (const cell of shuffled(shape.cells)) {
    if (placed >= 2 * shape.side) {
      break;
    }
    cells[cell] = 1 + Math.floor(Math.random() * shape.side);
    const tried = conflictsOf(shape, cells).size === 0 ? await ask() : null;
    if (tried?.grid) {
      solved = tried;
      placed++;
    } else {
      cells[cell] = 0;
    }
  }
  return readCells(solved.grid);
}
function irregular({ side, cells, region }) {
  const of = region.slice();
  const beside = (c) => [...c % side ? [c - 1] : [], ...(c + 1) % side ? [c + 1] : [], ...c >= side ? [c - side] : [], ...c + side < cells ? [c + side] : []];
  const whole = (r) => {
    const start = of.indexOf(r);
    const seen = /* @__PURE__ */ new Set([start]);
    const open2 = [start];
    while (open2.length) {
      for (const n of beside(open2.pop())) {
        if (of[n] === r && !seen.has(n)) {
          seen.add(n);
          open2.push(n);
        }
      }
    }
    return seen.size === side;
  };
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  for (let done = 0, tries = 0; done < 2 * side && tries < 5e3; tries++) {
    const a = Math.floor(Math.random() * cells);
    const b = pick(beside(a));
    const [x, y] = [of[a], of[b]];
    if (x === y) {
      continue;
    }
    const back = pick([...of.keys()].filter((c) => c !== b && of[c] === y && beside(c).some((n) => n !== a && of[n] === x)));
    if (back === void 0) {
      continue;
    }
    [of[a], of[back]] = [y, x];
    if (whole(x) && whole(y)) {
      done++;
    } else {
      [of[a], of[back]] = [x, y];
    }
  }
  return of;
}

// web/boards.js
var DRAWINGS = 30;
var byId4 = (id) => document.getElementById(id);
function wireBoards(page2) {
  const { game: game2, desk: desk2, status: status2 } = page2;
  const side = byId4("shape-side");
  const regions = byId4("shape-regions");
  const own = byId4("shape-own");
  const diagonals = byId4("shape-diagonals");
  regions.addEventListener("change", () => {
    byId4("shape-own-field").hidden = regions.value !== "own";
    if (regions.value === "own" && !own.value.trim()) {
      own.value = written(makeShape(Number(side.value)));
    }
  });
  byId4("shape").addEventListener("click", () => run(page2, "Making the board", async (task) => {
    const shape = regions.value === "irregular" ? await drawn(task) : makeShape(Number(side.value), {
      regions: regions.value === "own" ? own.value.replace(/\s/g, "") : "",
      diagonals: diagonals.checked
    });
    game2.clear(shape);
    own.value = written(shape);
    return { text: `An empty board: ${shape.side} \xD7 ${shape.side}${shape.diagonals ? ", diagonals count" : ""}${regions.value === "boxes" ? "" : ", other regions"}.` };
  }));
  async function drawn(task) {
    const boxes = makeShape(Number(side.value));
    for (let i = 0; i < DRAWINGS; i++) {
      const text = irregular(boxes).map((r) => symbol(r + 1)).join("");
      const shape = makeShape(boxes.side, { regions: text, diagonals: diagonals.checked });
      const board = toBoard(shape, new Uint8Array(shape.cells));
      const { status: found } = await page2.engine.call("solve", { board, seconds: 5, nodes: 1e5 }, { signal: task.signal });
      if (found === "unique" || found === "multiple" || found === "found") {
        return shape;
      }
    }
    throw new Error(`none of ${DRAWINGS} drawings can be filled: try again, or without diagonals`);
  }
  const fix = byId4("fix");
  fix.addEventListener("click", () => {
    if (game2.position.givens.some(Boolean) && !game2.position.entries.some(Boolean)) {
      game2.free();
      status2.say("Every digit can be changed now.");
    } else if (game2.position.entries.some(Boolean)) {
      game2.fix();
      status2.say("These digits are the puzzle now.");
    } else {
      status2.say("There is no digit on the board.", "bad");
    }
  });
  const name = () => {
    const { givens, entries } = game2.position;
    fix.textContent = givens.some(Boolean) && !entries.some(Boolean) ? "Let the givens be changed" : "Make these digits the puzzle";
  };
  name();
  desk2.on("change", name);
  const follow = (shape) => {
    document.querySelector(".lab").classList.toggle("large", shape.side > 9);
    if (![...side.options].some((o) => Number(o.value) === shape.side)) {
      side.append(new Option(`${shape.side} \xD7 ${shape.side}`, String(shape.side)));
    }
    side.value = String(shape.side);
    diagonals.checked = shape.diagonals;
    own.value = written(shape);
    if (shape.boxRows) {
      regions.value = "boxes";
      byId4("shape-own-field").hidden = true;
    } else if (regions.value === "boxes") {
      regions.value = "own";
      byId4("shape-own-field").hidden = false;
    }
  };
  desk2.on("shape", follow);
  follow(game2.shape);
}
function written({ side, region }) {
  return Array.from({ length: side }, (_, r) => region.slice(r * side, (r + 1) * side).map((x) => symbol(x + 1)).join("")).join("\n");
}

// web/grid.js
var Grid = class {
  #root;
  #deeds;
  /** @type {import("./shape.js").Shape} */
  #shape;
  #cells = [];
  #shown = [];
  #texts = /* @__PURE__ */ new Map();
  #selected = 0;
  /** @param {HTMLElement} root @param {Deeds} deeds */
  constructor(root, deeds) {
    this.#root = root;
    this.#deeds = deeds;
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => {
      const cell = this.#cells.indexOf(target);
      if (cell >= 0) {
        this.#choose(cell);
      }
    });
  }
  get selected() {
    return this.#selected;
  }
  /** focus puts the keyboard on a cell. */
  focus(cell = this.#selected) {
    this.#cells[cell]?.focus();
  }
  /** select chooses a cell without taking the keyboard from where it is. */
  select(cell) {
    if (this.#cells[cell]) {
      this.#choose(cell);
    }
  }
  #choose(cell) {
    const before = this.#cells[this.#selected];
    if (before) {
      before.tabIndex = -1;
      before.setAttribute("aria-selected", "false");
    }
    const changed = cell !== this.#selected;
    this.#selected = cell;
    this.#cells[cell].tabIndex = 0;
    this.#cells[cell].setAttribute("aria-selected", "true");
    if (changed) {
      this.#same();
      this.#deeds.select(cell);
    }
  }
  /** same sets off the cells with the digit of the selected one. */
  #same() {
    const digit = this.#shown[this.#selected]?.digit;
    this.#cells.forEach((cell, c) => cell.classList.toggle("same", Boolean(digit) && this.#shown[c].digit === digit));
  }
  /** build makes the cells of a shape. @param {import("./shape.js").Shape} shape */
  build(shape) {
    this.#shape = shape;
    this.#shown = [];
    this.#texts.clear();
    const { side } = shape;
    const tint = tints(shape);
    this.#root.style.setProperty("--side", side);
    this.#root.style.setProperty("--places", Math.ceil(Math.sqrt(side)));
    this.#root.setAttribute("aria-rowcount", side);
    this.#root.setAttribute("aria-colcount", side);
    this.#cells = [];
    const rows = Array.from({ length: side }, (_, r) => {
      const row = element("div", "row");
      row.setAttribute("role", "row");
      for (let c = 0; c < side; c++) {
        row.append(this.#cell(r * side + c, tint[r * side + c]));
      }
      return row;
    });
    this.#root.replaceChildren(...rows);
    this.#selected = Math.min(this.#selected, shape.cells - 1);
    this.#choose(this.#selected);
  }
  #cell(c, tint) {
    const { side, region, diagonals } = this.#shape;
    const [row, column] = [Math.floor(c / side), c % side];
    const cell = element("div", `cell tint-${tint}`);
    cell.id = `cell-${c}`;
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-selected", "false");
    cell.tabIndex = -1;
    cell.classList.toggle("edge-right", column < side - 1 && region[c] !== region[c + 1]);
    cell.classList.toggle("edge-below", row < side - 1 && region[c] !== region[c + side]);
    cell.classList.toggle("falling", diagonals && row === column);
    cell.classList.toggle("rising", diagonals && row + column === side - 1);
    const seen = ["digit", "domain", "marks"].map((name) => element("span", name));
    seen.forEach((part) => part.setAttribute("aria-hidden", "true"));
    cell.append(...seen, element("span", "unseen"));
    this.#cells.push(cell);
    return cell;
  }
  /** render shows a view. Only what has changed is written. @param {View} view */
  render(view) {
    for (let c = 0; c < this.#cells.length; c++) {
      const fresh = this.#look(view, c);
      const old = this.#shown[c];
      if (old && old.key === fresh.key) {
        continue;
      }
      this.#shown[c] = fresh;
      const cell = this.#cells[c];
      const [digit, domain, marks, label] = cell.children;
      write(digit, fresh.digit);
      write(domain, fresh.domain);
      write(marks, fresh.marks);
      domain.className = `domain ${fresh.kind}`;
      for (const name of ["given", "entry", "conflict", "wrong", "guessed"]) {
        cell.classList.toggle(name, fresh.is.includes(name));
      }
      write(label, fresh.label);
      cell.setAttribute("aria-readonly", String(fresh.is.includes("given")));
    }
    this.#same();
  }
  /** look says how a cell looks and what it is called. */
  #look({ cells, givens, marks, domains, conflicts, wrong, guessed }, c) {
    const { side } = this.#shape;
    const digit = cells[c] ? symbol(cells[c]) : "";
    const is = [];
    if (digit) {
      is.push(givens[c] ? "given" : "entry");
    }
    const units = conflicts.get(c);
    for (const [name, on] of [["conflict", units], ["wrong", wrong.has(c)], ["guessed", guessed.has(c)]]) {
      if (on) {
        is.push(name);
      }
    }
    const label = [`row ${Math.floor(c / side) + 1}, column ${c % side + 1}`];
    label.push(digit ? givens[c] ? `given ${digit}` : digit : "empty");
    if (units) {
      label.push(`conflict in ${[...units].join(" and ")}`);
    }
    if (is.includes("wrong")) {
      label.push("mistake");
    }
    const noted = !digit && marks[c];
    if (noted) {
      label.push(`pencil marks ${digitsOf(marks[c]).map(symbol).join(" ")}`);
    }
    let kind = "hidden";
    let domain = "";
    if (domains) {
      kind = domains[c] === 0 ? "none" : single(domains[c]) ? "single" : "several";
      domain = kind === "none" ? "X" : kind === "single" ? symbol(digitsOf(domains[c])[0]) : this.#places(domains[c]);
      if (kind === "none") {
        label.push("no digit is left");
      } else if (!digit) {
        label.push(`candidates ${digitsOf(domains[c]).map(symbol).join(" ")}`);
      }
    }
    const look = { digit, domain, kind, marks: noted ? this.#places(marks[c]) : "", is, label: label.join(", ") };
    look.key = [look.digit, look.domain, kind, look.marks, is.join(), look.label].join("|");
    return look;
  }
  /** places writes a set of digits in rows, each digit at its own place. */
  #places(mask) {
    let text = this.#texts.get(mask);
    if (text === void 0) {
      const { side } = this.#shape;
      const per = Math.ceil(Math.sqrt(side));
      const lines2 = [];
      for (let from = 0; from < side; from += per) {
        lines2.push(Array.from({ length: per }, (_, i) => from + i < side && mask & 1 << from + i ? symbol(from + i + 1) : " ").join(""));
      }
      text = lines2.join("\n");
      this.#texts.set(mask, text);
    }
    return text;
  }
  #key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey && !["Home", "End"].includes(event.key)) {
      return;
    }
    const { side, cells } = this.#shape;
    const at = this.#selected;
    const column = at % side;
    const moves = {
      ArrowLeft: column > 0 ? at - 1 : at,
      ArrowRight: column < side - 1 ? at + 1 : at,
      ArrowUp: at >= side ? at - side : at,
      ArrowDown: at + side < cells ? at + side : at,
      Home: event.ctrlKey ? 0 : at - column,
      End: event.ctrlKey ? cells - 1 : at - column + side - 1,
      PageUp: column,
      PageDown: cells - side + column
    };
    const digit = digitOfKey(event.key, side);
    if (event.key in moves) {
      this.focus(moves[event.key]);
    } else if (["0", ".", "Delete", "Backspace"].includes(event.key)) {
      this.#deeds.enter(at, 0);
    } else if (digit) {
      this.#deeds.enter(at, digit);
    } else if (event.key === " " || event.key.toLowerCase() === "m") {
      this.#deeds.pencil();
    } else if (event.key.length === 1) {
      this.#deeds.refuse(event.key);
    } else {
      return;
    }
    event.preventDefault();
  }
};
function tints({ side, cells, region, boxRows, boxColumns }) {
  if (boxRows) {
    return region.map((_, c) => (Math.floor(Math.floor(c / side) / boxRows) + Math.floor(c % side / boxColumns)) % 2);
  }
  const of = /* @__PURE__ */ new Map();
  for (let r = 0; r < side; r++) {
    const taken = /* @__PURE__ */ new Set();
    for (let c = 0; c < cells; c++) {
      const beside = [...c % side ? [c - 1] : [], ...(c + 1) % side ? [c + 1] : [], c - side, c + side];
      if (region[c] === r) {
        beside.forEach((x) => region[x] !== void 0 && region[x] !== r && taken.add(of.get(region[x])));
      }
    }
    let tint = 0;
    while (taken.has(tint)) {
      tint++;
    }
    of.set(r, tint);
  }
  return region.map((r) => of.get(r));
}
function element(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}
function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

// web/desk.js
var none = /* @__PURE__ */ new Set();
var noConflicts = /* @__PURE__ */ new Map();
var Desk = class {
  pencil = false;
  /** cells that were found wrong, until the next change */
  wrong = none;
  #game;
  #say;
  #listeners = /* @__PURE__ */ new Map();
  #domains = false;
  #transient = null;
  #shape = null;
  /** @param {import("./state.js").Game} game @param {HTMLElement} root @param {(text: string, tone?: string) => void} say */
  constructor(game2, root, say) {
    this.#game = game2;
    this.#say = say;
    this.grid = new Grid(root, {
      enter: (cell, digit) => this.enter(cell, digit),
      refuse: (key) => say(`${key} is no digit of this board: it takes ${symbol(1)} to ${symbol(game2.shape.side)}.`, "bad"),
      pencil: () => this.setPencil(!this.pencil),
      select: (cell) => this.tell("select", cell)
    });
    game2.listen((why) => {
      this.wrong = none;
      this.#transient = null;
      this.draw();
      this.tell("change", why);
    });
    this.draw();
  }
  /** @param {"change" | "select" | "theme" | "pencil" | "shape" | "reset"} name @param {(what: any) => void} f @returns {() => void} which ends it */
  on(name, f) {
    if (!this.#listeners.has(name)) {
      this.#listeners.set(name, /* @__PURE__ */ new Set());
    }
    this.#listeners.get(name).add(f);
    return () => this.#listeners.get(name).delete(f);
  }
  tell(name, what) {
    for (const f of [...this.#listeners.get(name) ?? []]) {
      f(what);
    }
  }
  setPencil(on) {
    this.pencil = on;
    this.#say(on ? "Pencil on: digits become marks." : "Pencil off: digits are entered.");
    this.tell("pencil", on);
  }
  showDomains(on) {
    this.#domains = on;
    this.draw();
  }
  /** enter does what a person asks for at a cell: a digit, or 0 to clear. */
  enter(cell, digit) {
    const { position, shape } = this.#game;
    if (position.givens[cell]) {
      this.#say(`${cellName(shape, cell)} is given. \u201CBoard and puzzle\u201D can free the digits of a puzzle.`, "bad");
      return;
    }
    if (digit && this.pencil) {
      if (!this.#game.note(cell, digit)) {
        this.#say(`${cellName(shape, cell)} has a digit: clear it to mark candidates.`, "bad");
      }
      return;
    }
    if (!this.#game.place(cell, digit)) {
      return;
    }
    const units = conflictsOf(shape, this.#game.cells()).get(cell);
    if (units) {
      this.#say(`${symbol(digit)} in ${cellName(shape, cell)} stands in ${[...units].join(" and ")} already.`, "bad");
    } else if (digit && this.#full()) {
      this.#say("Every cell is filled without a conflict: solved.", "good");
    } else {
      this.#say(digit ? `${symbol(digit)} in ${cellName(shape, cell)}.` : `${cellName(shape, cell)} cleared.`);
    }
  }
  #full() {
    const cells = this.#game.cells();
    return cells.every(Boolean) && conflictsOf(this.#game.shape, cells).size === 0;
  }
  /**
   * showFor puts other digits and domains on the board until the game changes or null is shown.
   * @param {{cells: ArrayLike<number>, domains?: ArrayLike<number>, guessed?: Set<number>} | null} view
   */
  showFor(view) {
    this.#transient = view;
    this.draw();
  }
  draw() {
    const { shape, givens, marks } = this.#game.position;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.grid.build(shape);
      this.tell("shape", shape);
    }
    const other = this.#transient;
    const cells = other?.cells ?? this.#game.cells();
    const domains = this.#domains ? other?.domains ?? domainsOf(shape, cells).domains : null;
    this.grid.render({
      cells,
      givens,
      domains,
      wrong: this.wrong,
      guessed: other?.guessed ?? none,
      marks: other ? new Uint32Array(shape.cells) : marks,
      conflicts: other ? noConflicts : conflictsOf(shape, cells)
    });
  }
  /** left counts the cells by what AC-3 leaves them. */
  left() {
    const { domains, emptied } = domainsOf(this.#game.shape, this.#game.cells());
    return { emptied, open: domains.filter((set) => !single(set)).length };
  }
};

// web/engine.js
var EngineError = class extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
};
var Server = class {
  name = "server";
  /**
   * @param {string} name
   * @param {object} args
   * @param {{onEvent?: (event: any) => void, signal?: AbortSignal}} [how]
   */
  async call(name, args, { onEvent, signal } = {}) {
    let answer;
    try {
      answer = await fetch(`api/v1/${name}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(args),
        signal
      });
      const kind = answer.headers.get("Content-Type") ?? "";
      if (kind.startsWith("application/x-ndjson")) {
        return await lines(answer.body, onEvent);
      }
      const body = await answer.json();
      if (!answer.ok) {
        throw new EngineError(body.error.code, body.error.message);
      }
      return body;
    } catch (err) {
      if (err instanceof EngineError) {
        throw err;
      }
      if (signal?.aborted) {
        throw new EngineError("cancelled", "stopped");
      }
      throw new EngineError("internal", "the server does not answer");
    }
  }
};
async function lines(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (; ; ) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const whole = rest.split("\n");
    rest = whole.pop();
    for (const line of whole) {
      const said = JSON.parse(line);
      if (said.error) {
        throw new EngineError(said.error.code, said.error.message);
      }
      if ("result" in said) {
        return said.result;
      }
      onEvent?.(said.event);
    }
    if (done) {
      throw new EngineError("internal", "the answer ended before its result");
    }
  }
}
var Local = class {
  name = "worker";
  #make;
  #module;
  #worker;
  #running = null;
  #waiting = [];
  #last = 0;
  /** @param {() => Worker} make @param {WebAssembly.Module} module which is compiled once, so that another worker is ready in moments */
  constructor(make, module) {
    this.#make = make;
    this.#module = module;
    this.#start();
  }
  #start() {
    const worker = this.#make();
    this.#worker = worker;
    worker.onmessage = ({ data }) => worker === this.#worker && this.#said(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.#worker) {
        this.#broken();
      }
    };
    worker.postMessage({ module: this.#module });
  }
  /** restart ends the worker whatever it does. */
  #restart() {
    this.#worker.terminate();
    this.#running = null;
    this.#start();
  }
  #broken() {
    const { reject } = this.#running ?? {};
    this.#restart();
    reject?.(new EngineError("internal", "the engine in this browser came to an end; it has been started again"));
    this.#next();
  }
  #said({ id, kind, text }) {
    if (kind === "dead") {
      this.#broken();
      return;
    }
    const call = this.#running;
    if (!call || call.id !== id) {
      return;
    }
    const value = JSON.parse(text);
    if (kind === "event") {
      try {
        call.onEvent?.(value);
      } catch (err) {
        this.#restart();
        call.reject(err);
        this.#next();
      }
      return;
    }
    this.#running = null;
    if (kind === "result") {
      call.resolve(value);
    } else {
      call.reject(new EngineError(value.code, value.message));
    }
    this.#next();
  }
  #next() {
    if (this.#running || this.#waiting.length === 0) {
      return;
    }
    const call = this.#waiting.shift();
    this.#running = call;
    this.#worker.postMessage({ id: call.id, name: call.name, args: call.args });
  }
  call(name, args, { onEvent, signal } = {}) {
    return new Promise((resolve, reject) => {
      const stopped = () => new EngineError("cancelled", "stopped");
      if (signal?.aborted) {
        reject(stopped());
        return;
      }
      const call = { id: ++this.#last, name, args: JSON.stringify(args), onEvent };
      const abort = () => {
        if (this.#running === call) {
          this.#restart();
        } else {
          this.#waiting = this.#waiting.filter((c) => c !== call);
        }
        call.reject(stopped());
        this.#next();
      };
      call.resolve = (value) => {
        signal?.removeEventListener("abort", abort);
        resolve(value);
      };
      call.reject = (err) => {
        signal?.removeEventListener("abort", abort);
        reject(err);
      };
      signal?.addEventListener("abort", abort);
      this.#waiting.push(call);
      this.#next();
    });
  }
};
var Both = class {
  name = "worker and server";
  #local;
  #server;
  #here;
  constructor(local, server, here) {
    this.#local = local;
    this.#server = server;
    this.#here = here;
  }
  async call(name, args, how) {
    if (name === "methods") {
      return this.#server.call(name, args, how);
    }
    const there = args.method && args.method !== "auto" && !this.#here.has(args.method);
    return (there ? this.#server : this.#local).call(name, args, how);
  }
};
function bytes(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const out = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    out[i] = text.charCodeAt(i);
  }
  return out;
}
async function embedded() {
  const packed = new Blob([bytes("sudokulab-wasm")]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(packed).arrayBuffer());
  const script = URL.createObjectURL(new Blob([bytes("sudokulab-worker")], { type: "text/javascript" }));
  return new Local(() => new Worker(script), module);
}
async function open() {
  if (document.getElementById("sudokulab-wasm")) {
    return embedded();
  }
  const asked = new URLSearchParams(location.search).get("engine");
  const server = new Server();
  if (asked === "server") {
    return server;
  }
  const has = await (await fetch("engine.json")).json();
  if (!has.worker) {
    if (asked === "worker") {
      throw new EngineError("refused", "this server has no engine for the browser");
    }
    return server;
  }
  const module = await WebAssembly.compileStreaming(fetch("engine.wasm"));
  const local = new Local(() => new Worker("worker.js"), module);
  if (asked === "worker") {
    return local;
  }
  const { methods } = await local.call("methods", {});
  return new Both(local, server, new Set(methods.map((m) => m.name)));
}

// web/generate.js
var byId5 = (id) => document.getElementById(id);
function seed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return high % 2 ** 21 * 2 ** 32 + low;
}
function wireGenerate(page2) {
  const { lab: lab2, game: game2 } = page2;
  const make = (name, wish, said) => run(page2, name, (task) => generate(wish, said, task));
  for (const level of ["easy", "medium", "hard"]) {
    byId5(`generate-${level}`).addEventListener("click", () => make(`Generating (${level})`, { level }, (p) => `A new puzzle, ${level}: ${p.givens} givens.`));
  }
  const givens = ({ cells }) => {
    byId5("make-low").value = String(Math.round(cells * 0.35));
    byId5("make-high").value = String(Math.round(cells * 0.38));
    byId5("make-low").max = byId5("make-high").max = String(cells);
  };
  givens(game2.shape);
  page2.desk.on("shape", givens);
  const kind = byId5("make-kind");
  const fields = () => document.querySelectorAll("[data-kind]").forEach((field) => {
    field.hidden = field.dataset.kind !== kind.value;
  });
  kind.addEventListener("change", fields);
  fields();
  byId5("make").addEventListener("click", () => {
    const technique = byId5("make-technique");
    if (kind.value === "givens") {
      const [low, high] = [Number(byId5("make-low").value), Number(byId5("make-high").value)];
      make("Generating", { givens: { low, high } }, (p) => `A new puzzle with ${p.givens} givens.`);
    } else if (kind.value === "minimal") {
      make("Generating", { minimal: true }, (p) => `A new puzzle with ${p.givens} givens, none of which can be spared.`);
    } else {
      const title = technique.selectedOptions[0]?.textContent ?? technique.value;
      make("Generating", { technique: technique.value }, (p) => `A new puzzle whose hardest step is: ${title}. ${p.givens} givens.`);
    }
  });
  async function generate(wish, said, task) {
    const { shape } = game2;
    if (shape.regions || shape.diagonals) {
      const made = await makeVariant(page2.engine, shape, wish, task);
      lab2.setPuzzle(made.board);
      return { text: `${said(made)}${made.note ?? ""}`, tone: "good" };
    }
    let puzzle = null;
    await page2.engine.call("generate", { side: shape.side, seed: seed(), ...wish }, {
      signal: task.signal,
      onEvent: (made) => {
        puzzle = made;
      }
    });
    if (!puzzle) {
      return { text: "No puzzle was made.", tone: "bad" };
    }
    lab2.setPuzzle(puzzle.board);
    return { text: said(puzzle), tone: "good" };
  }
  techniques(page2).catch((err) => page2.status.say(`The techniques are not known: ${err.message}`, "bad"));
}
async function techniques({ engine: engine2 }) {
  const { techniques: all } = await engine2.call("techniques", {});
  const groups = /* @__PURE__ */ new Map();
  for (const t of all) {
    if (!groups.has(t.level)) {
      const group = document.createElement("optgroup");
      group.label = t.level;
      groups.set(t.level, group);
    }
    const option = new Option(t.title, t.name);
    option.title = t.definition;
    groups.get(t.level).append(option);
  }
  const select = byId5("make-technique");
  select.replaceChildren(...groups.values());
  select.value = all.some((t) => t.name === "x-wing") ? "x-wing" : all[0].name;
}

// web/judge.js
var byId6 = (id) => document.getElementById(id);
var PATIENCE2 = 20;
var NODES = 2e4;
var EXACT = {
  unsat: "no solution",
  unique: "one solution",
  multiple: "several solutions",
  found: "at least one solution",
  capped: "not known: the search came to its limit",
  cancelled: "not known: the search was stopped"
};
function wireJudge(page2) {
  const { desk: desk2, lab: lab2 } = page2;
  byId6("validate").addEventListener("click", () => run(page2, "Validating", (task) => validate(lab2, task)));
  facts({});
  desk2.on("change", () => facts({}));
  wireOutcomes(page2);
}
async function judged(lab2, task) {
  const board = lab2.board();
  const late = AbortSignal.timeout(PATIENCE2 * 1e3);
  try {
    return await lab2.engine.call("validate", { board }, { signal: AbortSignal.any([task.signal, late]) });
  } catch (err) {
    if (!late.aborted || task.signal.aborted) {
      throw err;
    }
    return lab2.engine.call("validate", { board, nodes: 1 }, { signal: task.signal });
  }
}
async function validate(lab2, task) {
  const found = await judged(lab2, task);
  const exact = EXACT[found.exact.status] ?? found.exact.status;
  facts({
    verdict: found.verdict,
    open: found.open,
    arcs: found.ac3.arcs,
    nodes: 0,
    exact,
    conflicts: found.conflicts?.length ? found.conflicts.map((c) => `${c.digit} twice in ${c.unit}`).join(", ") : "none"
  });
  if (found.verdict === "contradictory") {
    const where = found.conflicts?.length ? "two equal digits see each other" : `AC-3 leaves ${found.emptied} no digit`;
    return { text: `Contradictory: ${where}. Exact answer: ${exact}.`, tone: "bad" };
  }
  if (found.open > 0) {
    return { text: `Not decided by AC-3 alone, which leaves ${found.open} cells open. Exact answer: ${exact}.`, tone: "plain" };
  }
  return { text: `The solution is unique: AC-3 alone fills every cell. Exact answer: ${exact}.`, tone: "good" };
}
function facts({ verdict, conflicts, open: open2, arcs, nodes, exact }) {
  const rows = [["By AC-3 alone", verdict], ["Conflicts", conflicts], ["Cells left open", open2], ["Arcs revised", arcs], ["Nodes of search", nodes], ["Exact answer", exact]];
  byId6("validation").replaceChildren(...rows.flatMap(([name, value]) => {
    const [term, said] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    said.textContent = value === void 0 ? "\u2013" : value.toLocaleString("en");
    return [term, said];
  }));
}
function wireOutcomes(page2) {
  const { desk: desk2, lab: lab2, status: status2, tasks: tasks2 } = page2;
  const button = byId6("outcomes");
  let timer = 0;
  let on = false;
  const press2 = (down) => {
    on = down;
    button.setAttribute("aria-pressed", String(down));
  };
  const colour = () => run(page2, "Trying the candidates", async (task) => {
    const late = AbortSignal.timeout(PATIENCE2 * 1e3);
    try {
      const found = await lab2.engine.call("outcomes", { board: lab2.board(), nodes: NODES }, { signal: AbortSignal.any([task.signal, late]) });
      if (!on) {
        return void 0;
      }
      const sum = (...lists) => lists[0].map((_, c) => lists.reduce((set, list) => set | list[c], 0));
      const count = (list) => list.reduce((n, set) => n + set.toString(2).replaceAll("0", "").length, 0);
      lab2.overlay({
        board: lab2.board(),
        givens: lab2.givens().cells,
        candidates: sum(found.one, found.several, found.unknown),
        removed: found.none,
        strong: found.one,
        caption: "candidates: ringed ones leave exactly one solution, struck ones none"
      });
      if (!lab2.board().cells.includes(".")) {
        return { text: "Every cell is filled: there is no candidate to colour." };
      }
      const unknown = count(found.unknown);
      return { text: `Ringed: ${count(found.one)} candidates leave exactly one solution. Struck: ${count(found.none)} leave none. Plain: ${count(found.several)} leave several.${unknown ? ` ${unknown} are not known.` : ""}` };
    } catch (err) {
      press2(false);
      if (late.aborted && !task.signal.aborted) {
        return { text: `Not known within ${PATIENCE2} s: with more digits on the board there is less to try.`, tone: "bad" };
      }
      throw err;
    }
  });
  button.addEventListener("click", () => {
    press2(!on);
    clearTimeout(timer);
    if (on) {
      colour();
    } else {
      tasks2.stop();
      lab2.overlay(null);
      status2.say("Candidates are not coloured any more.");
    }
  });
  desk2.on("reset", () => {
    press2(false);
    lab2.overlay(null);
  });
  desk2.on("change", () => {
    clearTimeout(timer);
    if (on) {
      timer = setTimeout(() => on && colour(), 200);
    }
  });
}

// web/picture.js
var CELL = 100;
var MARGIN = 4;
var INKS = ["given", "filled", "open", "single", "guess", "removed", "conflict"];
var HIGHLIGHT = 128;
var FOCUS = 256;
function svg(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
function picture(frame, shape = shapeOf(frame.board)) {
  const size = shape.side * CELL + 2 * MARGIN;
  const said = [frame.title, frame.caption, ...legend(frame)].filter(Boolean).join(". ") || "board";
  const drawing = new Drawing(frame, shape);
  return svg("svg", { class: "picture", viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`, role: "img", "aria-label": said }, ...drawing.layers());
}
function legend(frame) {
  const words = new Map((frame.tags ?? []).map((t) => [t.letter, t.word ?? t.letter]));
  const lines2 = [...words].map(([letter, word]) => `${letter}: ${word}`);
  if (frame.heat && (frame.heat_low || frame.heat_high)) {
    lines2.push(`shades: from ${frame.heat_low} to ${frame.heat_high}`);
  }
  return lines2;
}
var Drawing = class {
  constructor(frame, shape) {
    this.frame = frame;
    this.shape = shape;
    this.cells = readCells(frame.board.cells);
    this.givens = frame.givens ? readCells(frame.givens) : this.cells;
    this.places = Math.ceil(Math.sqrt(shape.side));
    this.step = 84 / this.places;
  }
  layers() {
    const { frame, shape } = this;
    const tint = tints(shape);
    const each = Array.from({ length: shape.cells }, (_, c) => c);
    return [
      ...each.map((c) => svg("rect", { class: `pic-cell tint-${tint[c]}`, ...this.square(c) })),
      ...each.flatMap((c) => this.beds(c)),
      ...shape.diagonals ? [this.stripe(0, 0, 1, 1), this.stripe(0, 1, 1, 0)] : [],
      this.lines(),
      ...frame.heat ? each.flatMap((c) => this.heat(c)) : [],
      ...each.flatMap((c) => this.cells[c] ? [this.digit(c)] : this.candidates(c)),
      ...(frame.squares ?? []).map((s) => this.small(s)),
      ...(frame.tags ?? []).flatMap((t) => this.tag(t)),
      ...each.filter((c) => this.mark(c) & FOCUS).map((c) => svg("rect", { class: "pic-focus", ...this.square(c, 5) })),
      ...(frame.links ?? []).flatMap((l) => this.link(l))
    ];
  }
  mark(c) {
    return this.frame.marks?.[c] ?? 0;
  }
  at(c) {
    const { side } = this.shape;
    return { x: c % side * CELL, y: Math.floor(c / side) * CELL };
  }
  square(c, inset = 0) {
    const { x, y } = this.at(c);
    return { x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset };
  }
  /** spot is the middle of a candidate's place, or of the cell for digit 0. */
  spot(c, digit) {
    const { x, y } = this.at(c);
    const offset = (i) => CELL / 2 + (i - (this.places - 1) / 2) * this.step;
    return digit ? { x: x + offset((digit - 1) % this.places), y: y + offset(Math.floor((digit - 1) / this.places)) } : { x: x + CELL / 2, y: y + CELL / 2 };
  }
  has(sets, c, digit) {
    return Boolean(sets && sets[c] & 1 << digit - 1);
  }
  beds(c) {
    const marks = this.mark(c);
    const beds = [];
    if (marks & HIGHLIGHT) {
      beds.push(svg("rect", { class: "pic-highlight", ...this.square(c) }));
    }
    if (marks & 64) {
      beds.push(svg("rect", { class: "pic-conflict-bed", ...this.square(c) }));
    }
    return beds;
  }
  stripe(x1, y1, x2, y2) {
    const all = this.shape.side * CELL;
    return svg("line", { class: "pic-diagonal", x1: x1 * all, y1: y1 * all, x2: x2 * all, y2: y2 * all });
  }
  /** lines are the edges of cells, thick between regions. */
  lines() {
    const { side, region } = this.shape;
    const all = side * CELL;
    let thin = "";
    let thick = `M0 0H${all}V${all}H0Z`;
    for (let i = 1; i < side; i++) {
      thin += `M0 ${i * CELL}H${all}M${i * CELL} 0V${all}`;
    }
    for (let c = 0; c < region.length; c++) {
      const { x, y } = this.at(c);
      if ((c + 1) % side && region[c] !== region[c + 1]) {
        thick += `M${x + CELL} ${y}v${CELL}`;
      }
      if (c + side < region.length && region[c] !== region[c + side]) {
        thick += `M${x} ${y + CELL}h${CELL}`;
      }
    }
    return svg("g", {}, svg("path", { class: "pic-rule", d: thin }), svg("path", { class: "pic-frame", d: thick }));
  }
  /** ink is the class of a cell's digit or candidates. */
  ink(c, otherwise) {
    const marks = this.mark(c);
    for (let i = INKS.length - 1; i >= 0; i--) {
      if (marks & 1 << i) {
        return INKS[i];
      }
    }
    return otherwise;
  }
  text(at, size, name, content) {
    return svg("text", { class: `pic-text ${name}`, x: at.x, y: at.y, "font-size": size }, content);
  }
  digit(c) {
    const name = this.ink(c, this.cells[c] === this.givens[c] ? "given" : "filled");
    const { x, y } = this.spot(c, 0);
    const parts = [this.text({ x, y }, 58, name, symbol(this.cells[c]))];
    if (name === "conflict" || name === "removed") {
      parts.push(svg("path", { class: `pic-strike ${name}`, d: `M${x - 26} ${y + 26}L${x + 26} ${y - 26}` }));
    } else if (name === "single") {
      parts.push(svg("path", { class: "pic-strike single", d: `M${x - 18} ${y + 34}h36` }));
    }
    return svg("g", {}, ...parts);
  }
  candidates(c) {
    const { candidates, removed, strong, heat } = this.frame;
    if (!candidates && !removed) {
      return [];
    }
    const left = candidates?.[c] ?? 0;
    const gone = removed?.[c] ?? 0;
    const name = this.ink(c, left === 0 ? "conflict" : single(left) ? "single" : "open");
    if (!left && !gone) {
      return candidates ? [this.text(this.spot(c, 0), 58, "conflict", "X")] : [];
    }
    return digitsOf(left | gone).flatMap((digit) => {
      const at = this.spot(c, digit);
      const struck = this.has(removed, c, digit) || name === "removed";
      const set = this.has(strong, c, digit);
      const parts = [];
      if (set) {
        parts.push(svg("circle", { class: heat ? "pic-ring" : "pic-strong", cx: at.x, cy: at.y, r: this.step * 0.46 }));
      }
      const shade = Number(heat?.[c * this.shape.side + digit - 1] ?? 0);
      const ink = shade > 3 ? "on-heat" : shade > 0 ? "on-pale-heat" : set ? "strong" : name;
      parts.push(this.text(at, this.step * 0.82, struck ? "removed" : ink, symbol(digit)));
      if (struck) {
        const r = this.step * 0.36;
        parts.push(svg("path", { class: "pic-strike removed", d: `M${at.x - r} ${at.y + r}L${at.x + r} ${at.y - r}` }));
      }
      return parts;
    });
  }
  heat(c) {
    const { heat, candidates } = this.frame;
    const { side } = this.shape;
    return this.cells[c] ? [] : digitsOf(candidates?.[c] ?? this.shape.all).flatMap((digit) => {
      const shade = heat[c * side + digit - 1];
      const { x, y } = this.spot(c, digit);
      const half = this.step / 2 - 1;
      return shade === "0" ? [] : [svg("rect", { class: `pic-heat-${shade}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 4 })];
    });
  }
  small({ cell, digit, number, hollow }) {
    const full = this.cells[cell] !== 0;
    const middle = this.places % 2 === 1 && digit === (this.places * this.places + 1) / 2;
    const { x, y } = this.spot(cell, full && middle ? this.cells[cell] : digit);
    const half = this.step * (this.has(this.frame.removed, cell, digit) ? 0.16 : 0.28);
    return svg("rect", { class: `pic-square-${(number - 1) % 4 + 1}${hollow ? " hollow" : ""}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  }
  tag({ cell, digit, letter, outline, word }) {
    const { x, y } = this.spot(cell, digit);
    const r = this.step * 0.46;
    const around = [
      () => svg("circle", { class: "pic-ring", cx: x, cy: y, r }),
      () => svg("rect", { class: "pic-ring", x: x - r, y: y - r, width: 2 * r, height: 2 * r }),
      () => svg("path", { class: "pic-ring", d: `M${x} ${y - 1.15 * r}l${1.15 * r} ${1.15 * r}l${-1.15 * r} ${1.15 * r}l${-1.15 * r} ${-1.15 * r}Z` })
    ][outline]?.();
    const said = svg("title", {}, word ?? letter);
    return [svg("g", {}, said, ...around ? [around] : [], this.text({ x: x + r * 0.95, y: y - r * 0.8 }, this.step * 0.5, "tag", letter))];
  }
  link({ from, from_digit: fromDigit = 0, to, to_digit: toDigit = 0, weak }) {
    const a = this.spot(from, fromDigit);
    const b = this.spot(to, toDigit);
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const gap = toDigit ? this.step * 0.5 : 24;
    if (length < gap * 1.5) {
      return [];
    }
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const bend = Math.min(40, length * 0.12);
    const middle = { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend };
    const start = { x: a.x + ux * gap, y: a.y + uy * gap };
    const away = Math.hypot(b.x - middle.x, b.y - middle.y);
    const [vx, vy] = [(b.x - middle.x) / away, (b.y - middle.y) / away];
    const tip = { x: b.x - vx * gap, y: b.y - vy * gap };
    const head = `M${tip.x} ${tip.y}L${tip.x - vx * 16 - vy * 7} ${tip.y - vy * 16 + vx * 7}L${tip.x - vx * 16 + vy * 7} ${tip.y - vy * 16 - vx * 7}Z`;
    return [
      svg("path", { class: weak ? "pic-link weak" : "pic-link", d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${tip.x - vx * 12} ${tip.y - vy * 12}` }),
      svg("path", { class: "pic-head", d: head })
    ];
  }
};

// web/state.js
function empty(shape) {
  return { shape, givens: new Uint8Array(shape.cells), entries: new Uint8Array(shape.cells), marks: new Uint32Array(shape.cells) };
}
var Game = class {
  /** @type {Position} */
  #now = empty(makeShape(9));
  #past = [];
  #future = [];
  #listeners = /* @__PURE__ */ new Set();
  get position() {
    return this.#now;
  }
  get shape() {
    return this.#now.shape;
  }
  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }
  /** @returns {Uint8Array} the digits that are on the board */
  cells() {
    const { givens, entries } = this.#now;
    return givens.map((digit, c) => digit || entries[c]);
  }
  /** @param {(why: {puzzle: boolean, step: boolean}) => void} f hears whether there is another puzzle, and whether by undo or redo */
  listen(f) {
    this.#listeners.add(f);
    return () => this.#listeners.delete(f);
  }
  /** @param {Partial<Position>} change */
  #go(change, puzzle = false) {
    this.#past.push(this.#now);
    this.#future = [];
    this.#now = { ...this.#now, ...change };
    this.#tell(puzzle);
  }
  #tell(puzzle, step = false) {
    for (const f of [...this.#listeners]) {
      f({ puzzle, step });
    }
  }
  #step(from, to) {
    if (from.length === 0) {
      return false;
    }
    const before = this.#now;
    to.push(before);
    this.#now = from.pop();
    this.#tell(this.#now.givens !== before.givens, true);
    return true;
  }
  undo() {
    return this.#step(this.#past, this.#future);
  }
  redo() {
    return this.#step(this.#future, this.#past);
  }
  /** replace puts another position there. @param {Position} position */
  replace(position) {
    this.#go(position, true);
  }
  /** restart puts a position there that has no past. @param {Position} position */
  restart(position) {
    this.#past = [];
    this.#future = [];
    this.#now = position;
    this.#tell(true);
  }
  /** @param {import("./shape.js").Shape} shape */
  clear(shape = this.shape) {
    this.replace(empty(shape));
  }
  /**
   * place enters a digit, or takes one away with 0. Pencil marks of the digit go from the cells that see it.
   * @returns {boolean} false if the cell is a given, or already so
   */
  place(cell, digit) {
    const { givens, entries, marks, shape } = this.#now;
    if (givens[cell] || entries[cell] === digit && (digit || !marks[cell])) {
      return false;
    }
    const change = { entries: entries.slice(), marks: marks.slice() };
    change.entries[cell] = digit;
    change.marks[cell] = 0;
    if (digit) {
      for (const peer of shape.peers[cell]) {
        change.marks[peer] &= ~(1 << digit - 1);
      }
    }
    this.#go(change);
    return true;
  }
  /** note turns a pencil mark on or off. @returns {boolean} false if the cell has a digit */
  note(cell, digit) {
    return this.setMarks([[cell, this.#now.marks[cell] ^ 1 << digit - 1]]);
  }
  /** setMarks sets the pencil marks of empty cells. @param {[number, number][]} all cells with sets */
  setMarks(all) {
    const { givens, entries, marks } = this.#now;
    const fresh = marks.slice();
    for (const [cell, set] of all) {
      if (!givens[cell] && !entries[cell]) {
        fresh[cell] = set;
      }
    }
    if (fresh.every((set, c) => set === marks[c])) {
      return false;
    }
    this.#go({ marks: fresh });
    return true;
  }
  /** fill enters the digits of a solution into the cells that have none given. @param {ArrayLike<number>} cells */
  fill(cells) {
    const { givens } = this.#now;
    this.#go({ entries: givens.map((digit, c) => digit ? 0 : cells[c]), marks: new Uint32Array(givens.length) });
  }
  /** fix makes a puzzle of the digits on the board; free makes them all changeable. */
  fix() {
    this.#go({ givens: this.cells(), entries: new Uint8Array(this.shape.cells) }, true);
  }
  free() {
    this.#go({ givens: new Uint8Array(this.shape.cells), entries: this.cells() }, true);
  }
};
function positionOf(board, { entries, marks } = {}) {
  const position = empty(shapeOf(board));
  position.givens = readCells(board.cells);
  if (entries) {
    position.entries = readCells(entries);
  }
  if (marks) {
    position.marks = Uint32Array.from(marks);
  }
  const { cells, side, all } = position.shape;
  const wrong = [position.givens, position.entries].some((list) => list.length !== cells || list.some((digit) => digit > side));
  if (wrong || position.marks.length !== cells || position.marks.some((set) => set & ~all)) {
    throw new Error("The parts of the position do not fit together.");
  }
  for (let c = 0; c < cells; c++) {
    if (position.givens[c]) {
      position.entries[c] = 0;
    }
    if (position.givens[c] || position.entries[c]) {
      position.marks[c] = 0;
    }
  }
  return position;
}
var puzzleOf = ({ shape, givens }) => toBoard(shape, givens);

// web/lab.js
function makeLab({ engine: engine2, game: game2, desk: desk2, status: status2, tasks: tasks2, settings: settings2 }) {
  const cover = document.getElementById("overlay");
  const lab2 = {
    engine: engine2,
    settings: settings2,
    /** the board as it is, for calls */
    board: () => toBoard(game2.shape, game2.cells()),
    /** the puzzle, for calls: the digits that are given, or all if none is */
    givens: () => game2.position.givens.some(Boolean) ? puzzleOf(game2.position) : lab2.board(),
    /** the person's pencil marks, for calls; null if there are none */
    marks: () => game2.position.marks.some(Boolean) ? [...game2.position.marks] : null,
    shape: () => game2.shape,
    selected: () => desk2.grid.selected,
    /** @param {{cells: string}} board @param {{marks?: number[], say?: string, entries?: string}} [more] */
    setPuzzle(board, { marks, say, entries } = {}) {
      game2.replace(positionOf(board, { marks, entries }));
      if (say) {
        status2.say(say);
      }
    },
    place: (cell, digit) => game2.place(cell, digit),
    /**
     * strike takes candidates from a cell. If the person has marked nothing there, it is marked first with what its peers leave.
     * @param {number} cell @param {number | number[]} digits
     */
    strike(cell, digits) {
      const struck = [digits].flat().reduce((set, digit) => set | 1 << digit - 1, 0);
      let left = game2.position.marks[cell];
      if (left === 0) {
        const cells = game2.cells();
        left = game2.shape.peers[cell].reduce((set, peer) => cells[peer] ? set & ~(1 << cells[peer] - 1) : set, game2.shape.all);
      }
      return game2.setMarks([[cell, left & ~struck]]);
    },
    /** @param {string | ArrayLike<number>} cells a solution */
    fill: (cells) => game2.fill(typeof cells === "string" ? readCells(cells) : cells),
    select(cell) {
      desk2.grid.select(cell);
      desk2.grid.focus(cell);
    },
    say: (text, tone) => status2.say(text, tone),
    task: (name) => tasks2.start(name),
    on: (name, f) => desk2.on(name, f),
    /** overlay draws a frame over the board, which stays beneath; null takes it away, as does any change of the board. */
    overlay(frame) {
      cover.hidden = !frame;
      cover.parentElement.classList.toggle("covered", Boolean(frame));
      cover.replaceChildren(...frame ? [picture(frame)] : []);
    },
    picture,
    legend,
    makeShape,
    cellName: (cell) => cellName(game2.shape, cell),
    symbol,
    section
  };
  desk2.on("change", () => lab2.overlay(null));
  return lab2;
  function section(title, { id, open: open2 = false } = {}) {
    const element2 = document.createElement("details");
    element2.className = "section";
    if (id) {
      element2.id = id;
    }
    element2.open = open2;
    const head = document.createElement("summary");
    const heading = document.createElement("h2");
    heading.textContent = title;
    head.append(heading);
    const body = document.createElement("div");
    body.className = "body";
    element2.append(head, body);
    document.getElementById("panels").append(element2);
    return { element: element2, body };
  }
}

// web/panels.js
function mount(lab2) {
}

// web/place.js
function toHash({ shape, givens, entries, marks }, selected) {
  const text = (cells) => Array.from(cells, symbol).join("");
  const parts = new URLSearchParams({ p: text(givens) });
  if (entries.some(Boolean)) {
    parts.set("e", text(entries));
  }
  if (marks.some(Boolean)) {
    parts.set("m", Array.from(marks, (set) => set ? set.toString(36) : "").join("."));
  }
  if (shape.regions) {
    parts.set("r", shape.regions);
  }
  if (shape.diagonals) {
    parts.set("d", "1");
  }
  if (selected) {
    parts.set("c", String(selected));
  }
  return `#${parts}`;
}
function fromHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const cells = parts.get("p");
  if (!cells) {
    return null;
  }
  const board = { cells, regions: parts.get("r") ?? "", diagonals: parts.get("d") === "1" };
  const marks = parts.get("m")?.split(".").map((set) => parseInt(set || "0", 36) || 0);
  const position = positionOf(board, { entries: parts.get("e") ?? void 0, marks });
  const selected = Number(parts.get("c") ?? 0);
  return { position, selected: Number.isInteger(selected) && selected >= 0 && selected < position.shape.cells ? selected : 0 };
}
var Place = class {
  #game;
  #grid;
  #say;
  #timer = 0;
  #last = "";
  #reading = false;
  /** @param {import("./state.js").Game} game @param {import("./grid.js").Grid} grid @param {(text: string, tone?: string) => void} say */
  constructor(game2, grid, say) {
    this.#game = game2;
    this.#grid = grid;
    this.#say = say;
    this.#read(true);
    addEventListener("popstate", () => this.#read(false));
    addEventListener("pagehide", () => this.#write(false));
    game2.listen(({ puzzle, step }) => {
      if (this.#reading) {
        return;
      }
      if (puzzle && !step) {
        this.#write(true);
      } else {
        this.later();
      }
    });
  }
  /** later writes the address soon: browsers take only so many changes in a second. */
  later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(false), 250);
  }
  #write(push) {
    clearTimeout(this.#timer);
    const hash = toHash(this.#game.position, this.#grid.selected);
    if (hash === this.#last) {
      return;
    }
    this.#last = hash;
    try {
      history[push ? "pushState" : "replaceState"](null, "", hash);
    } catch {
    }
  }
  #read(first) {
    clearTimeout(this.#timer);
    this.#reading = true;
    try {
      const found = fromHash(location.hash);
      if (found) {
        this.#last = location.hash;
        this.#game[first ? "restart" : "replace"](found.position);
        this.#grid.select(found.selected);
        this.#say(`A board from the address, with ${found.position.givens.filter(Boolean).length} givens.`);
      }
    } catch (err) {
      this.#say(`The address holds no board: ${err.message}`, "bad");
    } finally {
      this.#reading = false;
    }
  }
};

// web/settings.js
var PREFIX = "sudokulab.";
var Settings = class {
  #held = /* @__PURE__ */ new Map();
  /** @template T @param {string} name @param {T} otherwise @returns {T} */
  get(name, otherwise) {
    if (this.#held.has(name)) {
      return this.#held.get(name);
    }
    try {
      const text = localStorage.getItem(PREFIX + name);
      return text === null ? otherwise : JSON.parse(text);
    } catch {
      return otherwise;
    }
  }
  set(name, value) {
    this.#held.set(name, value);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
    }
  }
};

// web/replay.js
var byId7 = (id) => document.getElementById(id);
var SLOW = 1;
var FAST = 200;
var Replay = class {
  #page;
  #frames = [];
  #at = 0;
  #playing = false;
  #keeping = false;
  #ended = null;
  #task = null;
  #owed = 0;
  #last = 0;
  #whole = false;
  #hurried = false;
  constructor(page2) {
    this.#page = page2;
    const { desk: desk2, settings: settings2 } = page2;
    const speed = byId7("speed");
    const kept = Number(settings2.get("speed", 50));
    speed.value = String(kept >= 0 && kept <= 100 ? kept : 50);
    const said = () => {
      const rate = this.#rate();
      const text = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} steps a second`;
      speed.setAttribute("aria-valuetext", text);
      byId7("speed-text").textContent = text;
    };
    said();
    speed.addEventListener("input", () => {
      settings2.set("speed", Number(speed.value));
      said();
    });
    press("pause", () => this.#run(!this.#playing));
    press("step-back", () => this.#step(-1));
    press("step-forward", () => this.#step(1));
    press("finish", () => this.#end());
    desk2.on("change", () => this.#keeping || this.drop());
  }
  #rate() {
    return SLOW * (FAST / SLOW) ** (Number(byId7("speed").value) / 100);
  }
  /**
   * play shows frames one after another, and returns after the last one.
   * @param {object[]} frames which may still grow
   * @param {import("./tasks.js").Task} task
   * @param {Promise<any>} coming which is there when the frames are whole
   */
  play(frames, task, coming) {
    this.#frames = frames;
    this.#at = -1;
    this.#task = task;
    this.#owed = 1;
    this.#whole = this.#hurried = false;
    return new Promise((resolve, reject) => {
      this.#ended = resolve;
      const over = (err) => {
        this.#ended = null;
        this.drop();
        this.#page.desk.showFor(null);
        reject(err);
      };
      task.signal.addEventListener("abort", () => over(new Error("stopped")));
      coming.then(() => {
        this.#whole = true;
        if (frames.length === 0 || this.#hurried) {
          this.#end();
        }
      }, over);
      this.#run(true);
    });
  }
  /** keep lets a change happen without forgetting the frames, so that they can be gone through once more. */
  keep(change) {
    this.#keeping = true;
    try {
      change();
    } finally {
      this.#keeping = false;
    }
  }
  /** drop forgets the frames. */
  drop() {
    const task = this.#ended && this.#task;
    this.#frames = [];
    this.#playing = false;
    this.#ended = null;
    this.#task = null;
    byId7("step-text").textContent = "";
    this.#buttons();
    if (task) {
      this.#page.tasks.stop({ quiet: true });
    }
  }
  #run(on) {
    this.#playing = on;
    byId7("step-text").setAttribute("aria-live", on ? "off" : "polite");
    this.#buttons();
    if (on) {
      this.#last = performance.now();
      requestAnimationFrame((now) => this.#tick(now));
    }
  }
  #tick(now) {
    if (!this.#playing) {
      return;
    }
    this.#owed += (now - this.#last) / 1e3 * this.#rate();
    this.#last = now;
    const steps = Math.floor(this.#owed);
    if (steps > 0) {
      this.#owed -= steps;
      const left = this.#frames.length - 1 - this.#at;
      if (steps > left && this.#whole) {
        this.#end();
        return;
      }
      if (left > 0) {
        this.#at += Math.min(steps, left);
        this.#show();
      }
    }
    requestAnimationFrame((later) => this.#tick(later));
  }
  #step(by) {
    if (this.#playing) {
      this.#run(false);
    }
    const to = this.#at + by;
    if (to >= this.#frames.length) {
      if (this.#whole) {
        this.#end();
      }
    } else if (to >= 0) {
      this.#at = to;
      this.#show();
    }
  }
  /** end is after the last frame: the caller of play goes on, or the board is as it was before a second look. */
  #end() {
    if (!this.#whole) {
      this.#hurried = true;
      this.#at = this.#frames.length - 1;
      this.#run(false);
      return;
    }
    this.#at = this.#frames.length;
    this.#playing = false;
    const ended = this.#ended;
    this.#ended = null;
    this.#page.desk.showFor(null);
    this.#buttons();
    ended?.();
  }
  #show() {
    const frame = this.#frames[this.#at];
    const cells = readCells(frame.board.cells);
    const domains = frame.candidates && Uint32Array.from(frame.candidates, (set, c) => cells[c] ? 1 << cells[c] - 1 : set);
    const guessed = new Set((frame.marks ?? []).flatMap((bits, c) => bits & 16 ? [c] : []));
    this.#page.desk.showFor({ cells, domains, guessed });
    byId7("step-text").textContent = frame.caption ?? frame.title ?? "";
    if (this.#ended) {
      const step = `step ${this.#at + 1}`;
      this.#task.progress(this.#whole ? (this.#at + 1) / this.#frames.length : null, this.#whole ? `${step} of ${this.#frames.length}` : step);
    }
    this.#buttons();
  }
  #buttons() {
    const any = this.#frames.length > 0;
    const before = any && this.#at < this.#frames.length;
    able("pause", before);
    byId7("pause").textContent = this.#playing || !any ? "Pause" : "Play";
    able("step-back", any && this.#at > 0);
    able("step-forward", before);
    able("finish", before || this.#ended !== null);
  }
};

// web/solve.js
var byId8 = (id) => document.getElementById(id);
var ENDS = {
  unique: ["Solved: there is one solution.", "good"],
  multiple: ["Solved, but this is one of several solutions.", "good"],
  found: ["Solved. Whether there are other solutions, this method does not say.", "good"],
  unsat: ["There is no solution.", "bad"],
  capped: ["The method came to its limits without an answer.", "bad"],
  cancelled: ["The solve was stopped before it had an answer.", "plain"]
};
function wireSolve(page2) {
  const { lab: lab2, game: game2, desk: desk2, settings: settings2 } = page2;
  const select = byId8("method");
  const methods = /* @__PURE__ */ new Map();
  const replay = new Replay(page2);
  byId8("solve").addEventListener("click", () => run(page2, "Solving", (task) => solve(task)));
  byId8("animate").checked = settings2.get("animate", true) !== false;
  byId8("animate").addEventListener("change", ({ target }) => settings2.set("animate", target.checked));
  select.addEventListener("change", () => {
    settings2.set("method", select.value);
    about();
  });
  function about() {
    const m = methods.get(select.value);
    byId8("method-about").textContent = m ? m.about + (m.watched ? "" : " Its steps are not shown here.") : "";
  }
  async function list(shape) {
    const { methods: all, fastest } = await page2.engine.call("methods", { board: toBoard(shape, new Uint8Array(shape.cells)) });
    if (shape !== game2.shape) {
      return;
    }
    methods.clear();
    const groups = /* @__PURE__ */ new Map();
    for (const m of all) {
      methods.set(m.name, m);
      const option = new Option(m.name === fastest ? `${m.name} (fastest)` : m.name, m.name);
      option.disabled = Boolean(m.refuses);
      option.title = m.refuses ?? m.about;
      if (!groups.has(m.family)) {
        const group = document.createElement("optgroup");
        group.label = m.family;
        groups.set(m.family, group);
      }
      groups.get(m.family).append(option);
    }
    const kept = settings2.get("method", "csp");
    select.replaceChildren(...groups.values());
    select.value = methods.has(kept) && !methods.get(kept).refuses ? kept : "csp";
    about();
  }
  const listed = (shape) => list(shape).catch((err) => page2.status.say(`The methods are not known: ${err.message}`, "bad"));
  desk2.on("shape", listed);
  select.addEventListener("focus", () => methods.size === 0 && listed(game2.shape));
  listed(game2.shape);
  async function solve(task) {
    const board = lab2.board();
    const method = select.value;
    replay.drop();
    const how = { board, method };
    if (!byId8("animate").checked || !(methods.get(method)?.watched ?? method === "csp")) {
      return finish(await lab2.engine.call("solve", how, { signal: task.signal }));
    }
    const frames = [];
    const onEvent = (frame) => frames.push(frame);
    const solving = lab2.engine.call("watch", how, { onEvent, signal: task.signal });
    await replay.play(frames, task, solving);
    return finish(await solving);
  }
  function finish(solved) {
    if (solved.grid) {
      replay.keep(() => lab2.fill(solved.grid));
    } else {
      desk2.showFor(null);
    }
    const [text, tone] = solved.status === "capped" && solved.grid && short() || (ENDS[solved.status] ?? [`It ended as ${solved.status}.`, "plain"]);
    const [nodes, backtracks] = [solved.nodes, solved.backtracks].map((n) => n.toLocaleString("en"));
    return { text: `${text} ${solved.method}: ${nodes} nodes, ${backtracks} backtracks, ${duration(solved.seconds)}.`, tone };
  }
  function short() {
    const cells = game2.cells();
    const empty2 = cells.filter((digit) => !digit).length;
    const clashing = conflictsOf(game2.shape, cells).size;
    if (clashing) {
      return [`Not solved: the method's digits contradict each other in ${clashing} cells.`, "bad"];
    }
    return empty2 ? [`Not solved: the method left ${empty2} cells empty.`, "bad"] : null;
  }
}
function duration(seconds) {
  const [value, unit] = seconds < 1 ? [seconds * 1e3, "ms"] : [seconds, "s"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

// web/theme.js
function wireTheme({ desk: desk2, settings: settings2 }) {
  const choice = document.getElementById("theme");
  const apply = () => {
    const { theme } = document.documentElement.dataset;
    if (choice.value === "auto") {
      delete document.documentElement.dataset.theme;
    } else {
      document.documentElement.dataset.theme = choice.value;
    }
    if (theme !== document.documentElement.dataset.theme) {
      desk2.tell("theme", choice.value);
    }
  };
  const kept = settings2.get("theme", "auto");
  choice.value = ["light", "dark"].includes(kept) ? kept : "auto";
  apply();
  choice.addEventListener("change", () => {
    settings2.set("theme", choice.value);
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => desk2.tell("theme", choice.value));
}

// web/app.js
var status = new Status();
var tasks = new Tasks(status);
var settings = new Settings();
var game = new Game();
var slipped = (err) => status.say(`Something went wrong in this page: ${err?.message ?? err}`, "bad");
addEventListener("error", (event) => slipped(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => slipped(event.reason));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    tasks.stop();
  }
});
status.say(START);
var desk = new Desk(game, document.getElementById("grid"), (text, tone) => status.say(text, tone));
var place = new Place(game, desk.grid, (text, tone) => status.say(text, tone));
desk.on("select", () => place.later());
var opened = null;
var engine = {
  async call(name, args, how) {
    opened ??= open();
    let by;
    try {
      by = await opened;
    } catch (err) {
      opened = null;
      throw new Error(`the engine did not start: ${err.message}`);
    }
    return by.call(name, args, how);
  }
};
var lab = makeLab({ engine, game, desk, status, tasks, settings });
var page = { lab, game, desk, status, tasks, settings, engine };
wireTheme(page);
wireBar(page);
wireBoards(page);
wireGenerate(page);
wireJudge(page);
wireSolve(page);
mount(lab);

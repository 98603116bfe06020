// web/shape.js
var SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";
var MOST = 30;
var symbol = (digit) => digit ? SYMBOLS[digit - 1] : ".";
var digitOf = (char) => SYMBOLS.indexOf(char) + 1;
function digitOfKey(key2, side) {
  const digit = key2.length === 1 ? digitOf(key2.toUpperCase()) : 0;
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
function blocks(side, rows2, columns) {
  return Array.from({ length: side * side }, (_, c) => Math.floor(Math.floor(c / side) / rows2) * (side / columns) + Math.floor(c % side / columns));
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
  const rows2 = plain ? root : boxOf(side);
  const even = rows2 > 1 && blocks(side, rows2, side / rows2).every((r, c) => r === region[c]);
  const shape = {
    side,
    cells: side * side,
    boxRows: even ? rows2 : 0,
    boxColumns: even ? side / rows2 : 0,
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
  let rows2 = Math.floor(Math.sqrt(side));
  while (side % rows2) {
    rows2--;
  }
  return rows2;
}
function readRegions(text2, side) {
  const seen = /* @__PURE__ */ new Map();
  const region = [...text2].map((c) => {
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
var lastRead = null;
function shapeOf(board) {
  const { cells, regions = "", diagonals = false } = board;
  if (lastRead?.cells !== cells.length || lastRead.regions !== regions || lastRead.diagonals !== diagonals) {
    lastRead = { cells: cells.length, regions, diagonals, shape: makeShape(Math.round(Math.sqrt(cells.length)), { regions, diagonals }) };
  }
  return lastRead.shape;
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
var readCells = (text2) => Uint8Array.from(text2, digitOf);

// web/tasks.js
var byId = (id) => document.getElementById(id);
var START = "Type a puzzle, or generate one.";
var PATIENCE = 150;
var TICK = 200;
var Status = class {
  #line = byId("status");
  /** @param {string} text @param {"plain" | "good" | "bad"} [tone] */
  say(text2, tone = "plain") {
    this.#line.dataset.tone = tone;
    const mark = { plain: "", good: "\u2713 ", bad: "! " }[tone];
    this.#line.textContent = mark + text2;
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
    let text2 = "";
    const show = () => {
      const seconds2 = ((performance.now() - begun) / 1e3).toFixed(1);
      work.classList.add("on");
      if (known === null) {
        bar.removeAttribute("value");
      } else {
        bar.value = known;
      }
      byId("work-text").textContent = known === null ? [text2, `${seconds2} s`].filter(Boolean).join(", ") : text2;
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
        text2 = said ?? text2;
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
function sentence(text2) {
  return /[.!?]$/.test(text2) ? text2 : `${text2}.`;
}

// web/bar.js
var byId3 = (id) => document.getElementById(id);
function wireBar(page3) {
  const { game: game2, desk: desk2, status: status2, tasks: tasks2 } = page3;
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
    tasks2.stop({ quiet: true });
    status2.say(game2.startOver() ? "Back to the puzzle as it was given." : "The board holds the puzzle alone already.");
  });
  press("forget", () => {
    tasks2.stop({ quiet: true });
    game2.forget();
    status2.say("The digits that methods found are gone.");
  });
  at("mistakes", () => run(page3, "Checking", (task) => mistakes(page3, task)));
  const domains = byId3("domains");
  const named2 = () => {
    domains.setAttribute("aria-pressed", String(desk2.domains));
    domains.textContent = desk2.domains ? "Hide domains" : "Show domains";
  };
  const show = (on) => {
    desk2.showDomains(on);
    named2();
  };
  show(false);
  desk2.on("reset", () => show(false));
  desk2.on("change", named2);
  domains.addEventListener("click", () => {
    const on = !desk2.domains;
    show(on);
    const { emptied, open: open2 } = desk2.left();
    const found = emptied >= 0 ? `AC-3 leaves ${cellName(game2.shape, emptied)} no digit` : `AC-3 leaves ${open2} cells open`;
    const bars = byId3("grid").classList.contains("tiny") ? " A bar tells how many digits a cell has left." : "";
    status2.say(on ? `Domains are shown: ${found}.${bars}` : "Domains are hidden.");
  });
  function undo() {
    status2.say(game2.undo() ? "Taken back." : "There is nothing to take back.");
  }
  function redo() {
    status2.say(game2.redo() ? "Done again." : "There is nothing to do again.");
  }
  addEventListener("keydown", (event) => {
    const key2 = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key2) || event.target.closest?.("input, textarea, dialog")) {
      return;
    }
    event.preventDefault();
    if (key2 === "y" || event.shiftKey) {
      redo();
    } else {
      undo();
    }
  });
  desk2.on("change", () => {
    able("undo", game2.canUndo);
    able("redo", game2.canRedo);
    able("forget", game2.hasFound);
  });
  able("forget", game2.hasFound);
  desk2.on("pencil", (on) => {
    byId3("pencil").setAttribute("aria-pressed", String(on));
    byId3("pad").classList.toggle("pencil", on);
  });
  const pad = byId3("pad");
  const digits = ({ side }) => {
    pad.style.setProperty("--side", side);
    pad.replaceChildren(...Array.from({ length: side }, (_, i) => {
      const key2 = document.createElement("button");
      key2.type = "button";
      key2.id = `pad-${i + 1}`;
      key2.textContent = symbol(i + 1);
      key2.addEventListener("click", () => desk2.enter(desk2.grid.selected, i + 1));
      return key2;
    }));
  };
  digits(game2.shape);
  desk2.on("shape", digits);
}
async function mistakes({ lab: lab2, game: game2, desk: desk2 }, task) {
  const { shape, entries, marks } = game2.position;
  if (!entries.some(Boolean) && !marks.some(Boolean)) {
    return { text: "There is nothing of yours on the board yet.", tone: "plain" };
  }
  const puzzle = lab2.subject("puzzle");
  const answer = await lab2.engine.call("solve", { board: puzzle.board, seconds: 30 }, { signal: task.signal, steady: "board" });
  if (answer.status === "unsat") {
    return { text: "The puzzle itself has no solution.", tone: "bad" };
  }
  if (answer.status !== "unique") {
    const several = answer.status === "multiple";
    return { text: several ? "The puzzle has several solutions, so no single digit is wrong by itself." : "The limits of this check came first: nothing is known.", tone: several ? "plain" : "bad" };
  }
  if (!marks.some(Boolean) && [...puzzle.board.cells].every((digit, c) => digit === (entries[c] ? symbol(entries[c]) : "."))) {
    return { text: "These digits are the puzzle, and it has one solution.", tone: "good" };
  }
  const grid2 = [...answer.grid];
  const wrong = /* @__PURE__ */ new Set();
  let lost = 0;
  for (let c = 0; c < shape.cells; c++) {
    const digit = grid2[c];
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

// web/variants.js
var ATTEMPTS = 12;
var LEVELS = { "document-easy": [42 / 81, 45 / 81], "document-medium": [36 / 81, 40 / 81], "document-hard": [32 / 81, 36 / 81] };
function shuffled(n) {
  const all = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}
async function makeVariant(engine2, shape, wish, task) {
  if (wish.technique || wish.level && !LEVELS[wish.level]) {
    return seekVariant(engine2, shape, task, async (board) => {
      const { hardest, level } = await engine2.call("rate", { board }, { signal: task.signal });
      return hardest === (wish.technique ?? hardest) && level === (wish.level ?? level) ? {} : null;
    });
  }
  const [low, high] = wish.level ? LEVELS[wish.level].map((share) => Math.round(share * shape.cells)) : wish.givens ? [wish.givens.low, wish.givens.high] : [1, shape.cells];
  if (!(low >= 1 && low <= high && high <= shape.cells)) {
    throw new Error(`${low} to ${high} givens: want a range within 1 to ${shape.cells}`);
  }
  let best = null;
  for (let attempt2 = 0; attempt2 < ATTEMPTS; attempt2++) {
    const grid2 = await fullGrid(engine2, shape, task);
    const unique = wish.level ? (cells2) => domainsOf(shape, cells2).domains.every(single) : async (cells2) => {
      const { status: status2 } = await engine2.call("classify", { board: toBoard(shape, cells2) }, { signal: task.signal });
      return status2 === "unique";
    };
    const cells = grid2.slice();
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
      task.progress((attempt2 + (i + 1) / order.length) / ATTEMPTS, `grid ${attempt2 + 1}, ${givens} givens`);
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
var LOOKED_AT = 2e3;
async function seekVariant(engine2, shape, task, wanted) {
  for (let looked = 0; looked < LOOKED_AT; looked++) {
    const one = { signal: task.signal, progress: (_, text2) => task.progress(null, `${looked} puzzles looked at; ${text2}`) };
    const made2 = await makeVariant(engine2, shape, { minimal: true }, one);
    const found = await wanted(made2.board);
    if (found) {
      return { ...made2, ...found };
    }
  }
  throw new Error(`none of ${LOOKED_AT} puzzles of this shape is one; try an easier one`);
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
function wireBoards(page3) {
  const { game: game2, desk: desk2, status: status2 } = page3;
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
  byId4("shape").addEventListener("click", () => run(page3, "Making the board", async (task) => {
    const shape = regions.value === "irregular" ? await drawn2(task) : makeShape(Number(side.value), {
      regions: regions.value === "own" ? own.value.replace(/\s/g, "") : "",
      diagonals: diagonals.checked
    });
    game2.clear(shape);
    own.value = written(shape);
    return { text: `An empty board: ${shape.side} \xD7 ${shape.side}${shape.diagonals ? ", diagonals count" : ""}${regions.value === "boxes" ? "" : ", other regions"}.` };
  }));
  async function drawn2(task) {
    const boxes = makeShape(Number(side.value));
    for (let i = 0; i < DRAWINGS; i++) {
      const text2 = irregular(boxes).map((r) => symbol(r + 1)).join("");
      const shape = makeShape(boxes.side, { regions: text2, diagonals: diagonals.checked });
      const board = toBoard(shape, new Uint8Array(shape.cells));
      const { status: found } = await page3.engine.call("solve", { board, seconds: 5, nodes: 1e5 }, { signal: task.signal });
      if (found === "unique" || found === "multiple" || found === "found") {
        return shape;
      }
    }
    throw new Error(`none of ${DRAWINGS} drawings can be filled: try again, or without diagonals`);
  }
  press("fix", () => {
    game2.fix();
    status2.say("These digits are the puzzle now.");
  });
  press("free", () => {
    const more = game2.position.entries.some(Boolean);
    game2.free();
    status2.say(`Every digit of the puzzle can be changed now.${more ? " What was put into it is gone: Undo brings it back." : ""}`);
  });
  const offer = () => {
    able("fix", game2.position.entries.some(Boolean));
    able("free", game2.hasGivens);
  };
  offer();
  desk2.on("change", offer);
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
  /** step chooses the cell that a key leads to, without taking the keyboard from where it is. @param {string} key such as ArrowUp */
  step(key2) {
    this.select(this.#moves(false)[key2]);
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
    this.#deeds.near(this.#cells[cell]);
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
    measureText(this.#root, side);
    this.#root.setAttribute("aria-rowcount", side);
    this.#root.setAttribute("aria-colcount", side);
    this.#cells = [];
    const rows2 = Array.from({ length: side }, (_, r) => {
      const row = element("div", "row");
      row.setAttribute("role", "row");
      for (let c = 0; c < side; c++) {
        row.append(this.#cell(r * side + c, tint[r * side + c]));
      }
      return row;
    });
    this.#root.replaceChildren(...rows2);
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
      domain.style.setProperty("--left", fresh.left);
      write(marks, fresh.marks);
      domain.className = `domain ${fresh.kind}`;
      for (const name of ["given", "entry", "found", "noted", "conflict", "wrong", "guessed"]) {
        cell.classList.toggle(name, fresh.is.includes(name));
      }
      write(label, fresh.label);
      cell.setAttribute("aria-readonly", String(fresh.is.includes("given")));
    }
    this.#same();
    this.#deeds.near(this.#cells[this.#selected]);
  }
  /** look says how a cell looks and what it is called. */
  #look({ cells, givens, yours, marks, domains, conflicts, wrong, guessed }, c) {
    const { side } = this.#shape;
    const digit = cells[c] ? symbol(cells[c]) : "";
    const is = [];
    const by = givens[c] ? "given" : yours[c] === cells[c] ? "your" : guessed.has(c) ? "guessed" : "found";
    if (digit) {
      is.push(...{ given: ["given"], your: ["entry"] }[by] ?? ["entry", "found"]);
    }
    const units = conflicts.get(c);
    for (const [name, on] of [["conflict", units], ["wrong", wrong.has(c)], ["guessed", guessed.has(c)]]) {
      if (on) {
        is.push(name);
      }
    }
    const label = [`row ${Math.floor(c / side) + 1}, column ${c % side + 1}`];
    label.push(digit ? `${by} ${digit}` : "empty");
    if (units) {
      label.push(`conflict in ${[...units].join(" and ")}`);
    }
    if (is.includes("wrong")) {
      label.push("mistake");
    }
    const noted = !digit && marks[c];
    if (noted) {
      is.push("noted");
      label.push(`pencil marks ${digitsOf(marks[c]).map(symbol).join(" ")}`);
    }
    let kind = "hidden";
    let domain = "";
    if (domains) {
      kind = domains[c] === 0 ? "none" : single(domains[c]) ? "single" : "several";
      domain = kind === "none" ? "X" : kind === "single" && !noted ? symbol(digitsOf(domains[c])[0]) : this.#places(domains[c]);
      if (kind === "none") {
        label.push("no digit is left");
      } else if (!digit) {
        label.push(`candidates ${digitsOf(domains[c]).map(symbol).join(" ")}`);
      }
    }
    const left = domains ? digitsOf(domains[c]).length / side : 0;
    const look = { digit, domain, kind, left, marks: noted ? this.#places(marks[c]) : "", is, label: label.join(", ") };
    look.key = [look.digit, look.domain, kind, look.marks, is.join(), look.label].join("|");
    return look;
  }
  /** places writes a set of digits in rows, each digit at its own place. */
  #places(mask) {
    let text2 = this.#texts.get(mask);
    if (text2 === void 0) {
      const { side } = this.#shape;
      const per = Math.ceil(Math.sqrt(side));
      const lines2 = [];
      for (let from = 0; from < side; from += per) {
        lines2.push(Array.from({ length: per }, (_, i) => from + i < side && mask & 1 << from + i ? symbol(from + i + 1) : " ").join(""));
      }
      text2 = lines2.join("\n");
      this.#texts.set(mask, text2);
    }
    return text2;
  }
  /** moves are the cells that keys lead to from the selected one; far goes to the ends of the board. */
  #moves(far) {
    const { side, cells } = this.#shape;
    const at = this.#selected;
    const column = at % side;
    return {
      ArrowLeft: column > 0 ? at - 1 : at,
      ArrowRight: column < side - 1 ? at + 1 : at,
      ArrowUp: at >= side ? at - side : at,
      ArrowDown: at + side < cells ? at + side : at,
      Home: far ? 0 : at - column,
      End: far ? cells - 1 : at - column + side - 1,
      PageUp: column,
      PageDown: cells - side + column
    };
  }
  #key(event) {
    if (event.altKey || event.metaKey || event.ctrlKey && !["Home", "End"].includes(event.key)) {
      return;
    }
    const at = this.#selected;
    const moves = this.#moves(event.ctrlKey);
    const digit = digitOfKey(event.key, this.#shape.side);
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
  const made2 = document.createElement(tag);
  made2.className = className;
  return made2;
}
function measureText(node, side) {
  const places = Math.ceil(Math.sqrt(side));
  node.style.setProperty("--places", places);
  node.style.setProperty("--lines", Math.ceil(side / places));
}
function write(node, text2) {
  if (node.textContent !== text2) {
    node.textContent = text2;
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
  #found = {};
  /** @param {import("./state.js").Game} game @param {HTMLElement} root @param {(text: string, tone?: string) => void} say */
  constructor(game2, root, say) {
    this.#game = game2;
    this.#say = say;
    this.grid = new Grid(root, {
      enter: (cell, digit) => this.enter(cell, digit),
      refuse: (key2) => say(`${key2} is no digit of this board: it takes ${symbol(1)} to ${symbol(game2.shape.side)}.`, "bad"),
      pencil: () => this.setPencil(!this.pencil),
      select: (cell) => this.tell("select", cell),
      near: (cell) => this.tell("near", cell)
    });
    game2.listen((why2) => {
      this.wrong = none;
      this.#transient = null;
      if (why2.other) {
        this.#domains = false;
      }
      this.draw();
      this.tell("change", why2);
    });
    this.draw();
  }
  /** @param {"change" | "select" | "theme" | "pencil" | "shape" | "overlay" | "view" | "reset" | "near"} name @param {(what: any) => void} f @returns {() => void} which ends it */
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
  get domains() {
    return this.#domains;
  }
  showDomains(on) {
    this.#domains = on;
    this.draw();
  }
  /** enter does what a person asks for at a cell: a digit, or 0 to clear. */
  enter(cell, digit) {
    const { position, shape } = this.#game;
    if (position.givens[cell]) {
      this.#say(`${cellName(shape, cell)} is given. \u201CLet the givens be changed\u201D under \u201CBoard and puzzle\u201D frees it.`, "bad");
      return;
    }
    if (digit && this.pencil) {
      if (!this.#game.note(cell, digit)) {
        this.#say(`${cellName(shape, cell)} has a digit: clear it to mark candidates.`, "bad");
      } else {
        const on = this.#game.position.marks[cell] & 1 << digit - 1;
        this.#say(`${symbol(digit)} is ${on ? "" : "no longer "}marked in ${cellName(shape, cell)}.`);
      }
      return;
    }
    if (!this.#game.place(cell, digit)) {
      return;
    }
    const units = this.#conflicts().get(cell);
    if (units) {
      this.#say(`${symbol(digit)} in ${cellName(shape, cell)} stands in ${[...units].join(" and ")} already.`, "bad");
    } else if (digit && this.#full()) {
      this.#say("Every cell is filled without a conflict: solved.", "good");
    } else {
      this.#say(digit ? `${symbol(digit)} in ${cellName(shape, cell)}.` : `${cellName(shape, cell)} cleared.`);
    }
  }
  #full() {
    return this.#game.cells().every(Boolean) && this.#conflicts().size === 0;
  }
  /** known keeps what was found out of the present position. */
  #known() {
    const { position } = this.#game;
    if (this.#found.position !== position) {
      this.#found = { position };
    }
    return this.#found;
  }
  #conflicts() {
    return this.#known().conflicts ??= conflictsOf(this.#game.shape, this.#game.cells());
  }
  #reached() {
    return this.#known().reached ??= domainsOf(this.#game.shape, this.#game.cells());
  }
  /**
   * showFor puts other digits and domains on the board until the game changes or null is shown.
   * @param {{cells: ArrayLike<number>, domains?: ArrayLike<number>, guessed?: Set<number>} | null} view
   */
  showFor(view) {
    this.#transient = view;
    this.draw();
    if (view) {
      this.tell("view", view);
    }
  }
  draw() {
    const { shape, givens, entries, found, marks } = this.#game.position;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.grid.build(shape);
      this.tell("shape", shape);
    }
    const other = this.#transient;
    const cells = other?.cells ?? this.#game.cells();
    const domains = this.#domains ? other?.domains ?? (other ? domainsOf(shape, cells) : this.#reached()).domains : null;
    const yours = entries.map((digit, c) => found[c] ? 0 : digit);
    this.grid.render({
      cells,
      givens,
      yours,
      domains,
      wrong: this.wrong,
      guessed: other?.guessed ?? none,
      marks: other ? new Uint32Array(shape.cells) : marks,
      conflicts: other ? noConflicts : this.#conflicts()
    });
  }
  /** left counts the cells by what AC-3 leaves them. */
  left() {
    const { domains, emptied } = this.#reached();
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
  #said({ id, kind, text: text2 }) {
    if (kind === "dead") {
      this.#broken();
      return;
    }
    const call = this.#running;
    if (!call || call.id !== id) {
      return;
    }
    const value = JSON.parse(text2);
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
    const missing = args.method && args.method !== "auto" && !this.#here.has(args.method);
    const long = name === "practise" || name === "generate" && args.technique;
    return (missing || long ? this.#server : this.#local).call(name, args, how);
  }
};
function bytes(id) {
  const text2 = atob(document.getElementById(id).textContent.trim());
  const out = new Uint8Array(text2.length);
  for (let i = 0; i < text2.length; i++) {
    out[i] = text2.charCodeAt(i);
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
var LEVELS2 = ["easy", "medium", "hard", "expert", "extreme", "document-easy", "document-medium", "document-hard"];
var byId5 = (id) => document.getElementById(id);
function seed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return high % 2 ** 21 * 2 ** 32 + low;
}
function wireGenerate(page3) {
  const { lab: lab2, game: game2 } = page3;
  const make = (name, wish, said) => run(page3, name, (task) => generate(wish, said, task));
  for (const level of LEVELS2) {
    byId5(`generate-${level}`).addEventListener("click", () => make(`Generating (${level})`, { level }, (p) => `A new puzzle, ${level}: ${p.givens} givens.`));
  }
  const givens = ({ cells }) => {
    byId5("make-low").value = String(Math.round(cells * 0.35));
    byId5("make-high").value = String(Math.round(cells * 0.38));
    byId5("make-low").max = byId5("make-high").max = String(cells);
  };
  givens(game2.shape);
  page3.desk.on("shape", givens);
  const kind = byId5("make-kind");
  const fields = () => document.querySelectorAll("[data-kind]").forEach((field2) => {
    field2.hidden = field2.dataset.kind !== kind.value;
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
      const made2 = await makeVariant(page3.engine, shape, wish, task);
      lab2.setPuzzle(made2.board);
      return { text: `${said(made2)}${made2.note ?? ""}`, tone: "good" };
    }
    let puzzle = null;
    await page3.engine.call("generate", { side: shape.side, seed: seed(), ...wish }, {
      signal: task.signal,
      onEvent: (event) => {
        puzzle = event.puzzle ?? puzzle;
        if (event.tried) {
          task.progress(null, `${event.tried} puzzles looked at`);
        }
      }
    });
    if (!puzzle) {
      return { text: "No puzzle was made.", tone: "bad" };
    }
    lab2.setPuzzle(puzzle.board);
    return { text: said(puzzle), tone: "good" };
  }
  techniques(page3).catch((err) => page3.status.say(`The techniques are not known: ${err.message}`, "bad"));
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

// web/picture.js
var CELL = 100;
var MARGIN = 4;
var INKS = ["given", "filled", "open", "single", "guess", "removed", "conflict"];
var HIGHLIGHT = 128;
var FOCUS = 256;
function svg(name, attributes, ...children) {
  const made2 = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key2, value] of Object.entries(attributes)) {
    made2.setAttribute(key2, value);
  }
  made2.append(...children);
  return made2;
}
var made = /* @__PURE__ */ new WeakMap();
function picture(frame, likely = null, before = null) {
  const shape = likely ?? made.get(before)?.shape;
  const { cells: digits, diagonals = false, regions = "" } = frame.board;
  const fits = shape && shape.cells === digits.length && shape.diagonals === diagonals && shape.regions === regions;
  const of = fits ? shape : shapeOf(frame.board);
  const parts = before && made.get(before)?.shape === of ? made.get(before) : null;
  const svgOf = parts ? before : blank(of);
  const { cells, top } = parts ?? made.get(svgOf);
  const drawing = new Drawing(frame, of);
  for (let c = 0; c < of.cells; c++) {
    const shown = drawing.shown(c);
    if (cells[c].shown !== shown) {
      cells[c].shown = shown;
      cells[c].bed.replaceChildren(...drawing.beds(c));
      cells[c].content.replaceChildren(...drawing.content(c));
    }
  }
  top.replaceChildren(...drawing.top());
  svgOf.setAttribute("aria-label", [frame.title, frame.caption, ...legend(frame)].filter(Boolean).join(". ") || "board");
  return svgOf;
}
function closeUp(frame, c) {
  const shape = shapeOf(frame.board);
  const drawing = new Drawing(frame, shape);
  const { x, y } = drawing.at(c);
  return svg(
    "svg",
    { class: "picture", viewBox: `${x} ${y} ${CELL} ${CELL}` },
    svg("rect", { class: `pic-cell tint-${tints(shape)[c]}`, ...drawing.square(c) }),
    ...drawing.beds(c),
    ...drawing.content(c),
    ...drawing.top()
  );
}
function blank(shape) {
  const size = shape.side * CELL + 2 * MARGIN;
  const drawing = new Drawing({ board: { cells: "" } }, shape);
  const each = Array.from({ length: shape.cells }, (_, c) => c);
  const tint = tints(shape);
  const cells = each.map(() => ({ shown: "", bed: svg("g", {}), content: svg("g", {}) }));
  const top = svg("g", {});
  const all = svg(
    "svg",
    { class: "picture", viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`, role: "img" },
    ...each.map((c) => svg("rect", { class: `pic-cell tint-${tint[c]}`, ...drawing.square(c) })),
    ...cells.map((c) => c.bed),
    ...shape.diagonals ? [drawing.stripe(0, 0, 1, 1), drawing.stripe(0, 1, 1, 0)] : [],
    drawing.lines(),
    ...cells.map((c) => c.content),
    top
  );
  made.set(all, { shape, cells, top });
  return all;
}
function legend(frame) {
  const words = new Map((frame.tags ?? []).map((t) => [t.letter, t.word ?? t.letter]));
  const lines2 = [...words].map(([letter, word]) => `${letter} = ${word}`);
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
    this.yours = readCells(frame.yours ?? "");
    this.places = Math.ceil(Math.sqrt(shape.side));
    this.step = 84 / this.places;
  }
  /** shown tells apart what cells show. */
  shown(c) {
    const { heat, candidates, removed, strong } = this.frame;
    const { side } = this.shape;
    return [this.cells[c], this.givens[c], this.yours[c], candidates ? candidates[c] : "-", removed ? removed[c] : "-", strong?.[c], this.mark(c), heat?.slice(c * side, (c + 1) * side)].join(" ");
  }
  content(c) {
    return [...this.frame.heat ? this.heat(c) : [], ...this.cells[c] ? [this.digit(c)] : this.candidates(c)];
  }
  /** top is what stands above the cells. */
  top() {
    const { frame, shape } = this;
    const framed = Array.from({ length: shape.cells }, (_, c) => c).filter((c) => this.mark(c) & FOCUS);
    return [
      ...(frame.squares ?? []).map((s) => this.small(s)),
      ...(frame.tags ?? []).flatMap((t) => this.tag(t)),
      ...framed.map((c) => svg("rect", { class: "pic-focus", ...this.square(c, 5) })),
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
    const by = this.cells[c] === this.givens[c] ? "given" : this.cells[c] === this.yours[c] ? "yours" : "filled";
    const ink = this.ink(c, by);
    const name = ink === "given" || ink === "filled" ? by : ink;
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
      return candidates && name === "conflict" ? [this.text(this.spot(c, 0), 58, "conflict", "X")] : [];
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

// web/parts.js
function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") {
      e.addEventListener(name.slice(2), value);
    } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
      e[name] = value;
    } else if (value !== false && value !== null && value !== void 0) {
      e.setAttribute(name, value === true ? "" : String(value));
    }
  }
  e.append(...children.filter((c) => c !== null && c !== void 0));
  return e;
}
var button = (id, text2, onclick, props = {}) => el("button", { type: "button", id, onclick, ...props }, text2);
var idle = (b, on) => b.setAttribute("aria-disabled", String(on));
var field = (text2, control, props = {}) => el("label", { class: "field", ...props }, text2, control);
function options(select, groups) {
  const before = select.value;
  select.replaceChildren(...groups.flatMap(([name, list]) => {
    const all = list.map(([value, text2]) => el("option", { value }, text2));
    return name ? [el("optgroup", { label: name }, ...all)] : all;
  }));
  const values = [...select.options].map((o) => o.value);
  if (values.includes(before)) {
    select.value = before;
  }
}
function sentence2(text2) {
  const t = text2.trim();
  return t === "" ? t : t[0].toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? "" : ".");
}
function key(frame) {
  const lines2 = frame ? legend(frame) : [];
  return lines2.length ? `Key to the picture: ${lines2.join("; ")}.` : "";
}
async function attempt(lab2, name, work) {
  const task = lab2.task(name);
  try {
    return await work(task);
  } catch (err) {
    if (err.code === "cancelled" && (task.quiet || !task.signal.aborted)) {
      return void 0;
    }
    if (err.code === "cancelled") {
      lab2.say(`${name}: stopped.`, "plain");
    } else {
      lab2.say(sentence2(err.message), "bad");
    }
    return void 0;
  } finally {
    task.done();
  }
}
var plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
var shapeKey = (board) => `${board.cells.length} ${board.diagonals ? "x" : ""} ${board.regions ?? ""}`;
var makeMirror = () => el("div", { class: "mirror", "aria-hidden": "true", hidden: true });
function repaint(place4, picture2) {
  if (place4.firstElementChild !== picture2) {
    place4.replaceChildren(...picture2 ? [picture2] : []);
  }
}
var Stage = class {
  /** frame is the one that is shown, null if it is the person's board. */
  frame = null;
  #lab;
  #release = null;
  #mirror = null;
  constructor(lab2) {
    this.#lab = lab2;
    lab2.on("change", () => this.clear());
    lab2.on("overlay", (frame) => {
      if (frame !== this.frame) {
        this.frame = null;
        this.#blank();
        this.clear();
      }
    });
  }
  /**
   * take gives the stage to a panel until release is called.
   * @param {() => void} release @param {HTMLElement} [mirror] has the picture too where the board does not stay in sight beside the panel
   */
  take(release, mirror = null) {
    if (this.#release !== release) {
      this.#release?.();
      this.#release = release;
    }
    const stays = getComputedStyle(document.querySelector(".desk")).position === "sticky";
    this.#blank();
    this.#mirror = stays ? null : mirror;
  }
  /** draw shows a frame of the panel that has the stage. */
  draw(frame) {
    this.frame = frame;
    this.#lab.overlay(frame);
    const mirror = this.#mirror;
    if (mirror) {
      mirror.hidden = !frame;
      repaint(mirror, frame && this.#lab.picture(frame, this.#lab.shape(), mirror.firstElementChild));
    }
  }
  /** clear shows the person's board again. */
  clear() {
    const release = this.#release;
    this.#release = null;
    if (this.frame) {
      this.draw(null);
    }
    this.#blank();
    release?.();
  }
  #blank() {
    if (this.#mirror) {
      this.#mirror.hidden = true;
      repaint(this.#mirror, null);
    }
  }
};
function deliver(name, data) {
  const href = URL.createObjectURL(data);
  const a = el("a", { href, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(href), 6e4);
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
function wireJudge(page3) {
  const { desk: desk2, lab: lab2 } = page3;
  byId6("validate").addEventListener("click", () => run(page3, "Validating", (task) => validate(lab2, task)));
  facts({});
  desk2.on("change", () => facts({}));
  wireOutcomes(page3);
}
async function judged(lab2, board, task) {
  const late = AbortSignal.timeout(PATIENCE2 * 1e3);
  try {
    return await lab2.engine.call("validate", { board }, { signal: AbortSignal.any([task.signal, late]), steady: "board" });
  } catch (err) {
    if (!late.aborted || task.signal.aborted) {
      throw err;
    }
    return lab2.engine.call("validate", { board, nodes: 1 }, { signal: task.signal, steady: "board" });
  }
}
async function validate(lab2, task) {
  const of = lab2.subject("yours");
  const found = await judged(lab2, of.board, task);
  const exact = EXACT[found.exact.status] ?? found.exact.status;
  facts({
    of: of.name,
    verdict: found.verdict,
    open: found.open,
    arcs: found.ac3.arcs,
    nodes: 0,
    exact,
    conflicts: found.conflicts?.length ? found.conflicts.map((c) => `${c.digit} twice in ${c.unit}`).join(", ") : "none"
  });
  if (found.verdict === "contradictory") {
    const where = found.conflicts?.length ? "two equal digits see each other" : `AC-3 leaves ${found.emptied} no digit`;
    return { text: of.says(`Contradictory: ${where}. Exact answer: ${exact}.`), tone: "bad" };
  }
  if (found.open > 0) {
    return { text: of.says(`Not decided by AC-3 alone, which leaves ${plural(found.open, "cell")} open. Exact answer: ${exact}.`), tone: "plain" };
  }
  return { text: of.says(`The solution is unique: AC-3 alone fills every cell. Exact answer: ${exact}.`), tone: "good" };
}
var leave = (n) => `${plural(n, "candidate")} ${n === 1 ? "leaves" : "leave"}`;
function facts({ of, verdict, conflicts, open: open2, arcs, nodes, exact }) {
  const rows2 = [["Judged", of], ["By AC-3 alone", verdict], ["Conflicts", conflicts], ["Cells left open", open2], ["Arcs revised", arcs], ["Nodes of search", nodes], ["Exact answer", exact]];
  byId6("validation").replaceChildren(...rows2.flatMap(([name, value]) => {
    const [term, said] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    said.textContent = value === void 0 ? "\u2013" : value.toLocaleString("en");
    return [term, said];
  }));
}
function wireOutcomes(page3) {
  const { desk: desk2, lab: lab2, status: status2, tasks: tasks2 } = page3;
  const button2 = byId6("outcomes");
  let timer = 0;
  let on = false;
  let shown = null;
  const press2 = (down) => {
    on = down;
    button2.setAttribute("aria-pressed", String(down));
  };
  let turn = 0;
  const colour2 = (mine = ++turn) => run(page3, "Trying the candidates", async (task) => {
    const of = lab2.subject("board");
    const late = AbortSignal.timeout(PATIENCE2 * 1e3);
    try {
      const found = await lab2.engine.call("outcomes", { board: of.board, nodes: NODES }, { signal: AbortSignal.any([task.signal, late]), steady: "puzzle" });
      if (!on || JSON.stringify(of.board) !== JSON.stringify(lab2.subject("board").board)) {
        return void 0;
      }
      const sum = (...lists) => lists[0].map((_, c) => lists.reduce((set, list) => set | list[c], 0));
      const count3 = (list) => list.reduce((n, set) => n + set.toString(2).replaceAll("0", "").length, 0);
      shown = of.dress({
        board: of.board,
        candidates: sum(found.one, found.several, found.unknown),
        removed: found.none,
        strong: found.one,
        caption: "candidates: ringed ones leave exactly one solution, struck ones none"
      });
      lab2.overlay(shown);
      if (!of.board.cells.includes(".")) {
        return { text: "Every cell is filled: there is no candidate to colour." };
      }
      const unknown = count3(found.unknown);
      if (!unknown && count3(found.one) + count3(found.several) === 0) {
        return { text: of.says("Every candidate is struck: the board has no solution."), tone: "bad" };
      }
      return { text: of.says(`Ringed: ${leave(count3(found.one))} exactly one solution. Struck: ${count3(found.none)} ${count3(found.none) === 1 ? "leaves" : "leave"} none. Plain: ${count3(found.several)} ${count3(found.several) === 1 ? "leaves" : "leave"} several.${unknown ? ` ${unknown} ${unknown === 1 ? "is" : "are"} not known.` : ""}`) };
    } catch (err) {
      if (mine === turn) {
        press2(false);
      }
      if (late.aborted && !task.signal.aborted) {
        return { text: `Not known within ${PATIENCE2} s: with more digits on the board there is less to try.`, tone: "bad" };
      }
      throw err;
    }
  });
  button2.addEventListener("click", () => {
    press2(!on);
    clearTimeout(timer);
    if (on) {
      colour2();
    } else {
      tasks2.stop();
      lab2.overlay(null);
      status2.say("Candidates are not coloured any more.");
    }
  });
  desk2.on("overlay", (frame) => {
    if (on && frame && frame !== shown) {
      press2(false);
    }
  });
  desk2.on("reset", () => {
    press2(false);
    lab2.overlay(null);
  });
  desk2.on("change", ({ other }) => {
    clearTimeout(timer);
    if (other) {
      press2(false);
    }
    if (on) {
      timer = setTimeout(() => on && colour2(), 200);
    }
  });
}

// web/state.js
function empty(shape) {
  const none2 = () => new Uint8Array(shape.cells);
  return { shape, givens: none2(), entries: none2(), found: none2(), marks: new Uint32Array(shape.cells) };
}
var typed = ({ givens, found }) => !givens.some(Boolean) && !found.some(Boolean);
var puzzleDigits = (position) => typed(position) ? position.entries : position.givens;
var yoursOf = (position) => position.entries.map((digit, c) => typed(position) || position.found[c] ? 0 : digit);
var alone = (position) => ({ ...empty(position.shape), givens: puzzleDigits(position) });
var frozen = (position) => typed(position) ? { ...position, givens: position.entries, entries: new Uint8Array(position.shape.cells) } : position;
var sameShape = (a, b) => a.side === b.side && a.regions === b.regions && a.diagonals === b.diagonals;
var differing = (a, b) => a.filter((x, c) => x !== b[c]).length;
var samePuzzle = (a, b) => sameShape(a.shape, b.shape) && differing(puzzleDigits(a), puzzleDigits(b)) === 0;
var another = (a, b) => !sameShape(a.shape, b.shape) || !samePuzzle(a, b) && differing(digitsOn(a), digitsOn(b)) > 1;
var digitsOn = ({ givens, entries }) => givens.map((digit, c) => digit || entries[c]);
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
    return digitsOn(this.#now);
  }
  /**
   * @param {(why: {puzzle: boolean, other: boolean, begins: boolean}) => void} f hears whether the puzzle has changed, whether it is another
   *   one rather than one that is being typed, and whether something begins to which one may want to go back
   */
  listen(f) {
    this.#listeners.add(f);
    return () => this.#listeners.delete(f);
  }
  /** @param {Partial<Position>} change */
  #go(change, begins = false) {
    this.#past.push(this.#now);
    this.#future = [];
    this.#show({ ...this.#now, ...change }, begins);
  }
  #show(position, begins) {
    const before = this.#now;
    this.#now = position;
    const why2 = { puzzle: !samePuzzle(before, position), other: another(before, position), begins };
    for (const f of [...this.#listeners]) {
      f(why2);
    }
  }
  #step(from, to) {
    if (from.length === 0) {
      return false;
    }
    const next = from.pop();
    to.push(this.#now);
    this.#show(next, false);
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
    this.#show(position, true);
  }
  /** startOver leaves the puzzle alone. @returns {boolean} false if there is nothing else */
  startOver() {
    const { entries, marks } = this.#now;
    if (!marks.some(Boolean) && (typed(this.#now) || !entries.some(Boolean))) {
      return false;
    }
    const rest = empty(this.shape);
    this.#go(typed(this.#now) ? { marks: rest.marks } : { entries: rest.entries, found: rest.found, marks: rest.marks }, true);
    return true;
  }
  /** @param {import("./shape.js").Shape} shape */
  clear(shape = this.shape) {
    this.replace(empty(shape));
  }
  /**
   * place enters a person's digit, or takes one away with 0. Pencil marks of the digit go from the cells that see it, unless one of
   * these has the digit already: an entry that breaks a rule proves nothing.
   * @returns {boolean} false if the cell is a given, or already so
   */
  place(cell, digit) {
    const { givens, entries, found, marks } = this.#now;
    if (givens[cell] || entries[cell] === digit && !found[cell] && (digit || !marks[cell])) {
      return false;
    }
    this.#enter(this.#now, cell, digit, false);
    return true;
  }
  /** find enters a digit that a method found. @returns {boolean} false if the cell has it already */
  find(cell, digit) {
    if (this.cells()[cell] === digit) {
      return false;
    }
    this.#enter(frozen(this.#now), cell, digit, true);
    return true;
  }
  /** @param {Position} position the present one, perhaps with its puzzle frozen */
  #enter({ givens, entries, found, marks, shape }, cell, digit, byMethod) {
    const change = { givens, entries: entries.slice(), found: found.slice(), marks: marks.slice() };
    change.entries[cell] = digit;
    change.found[cell] = byMethod ? 1 : 0;
    change.marks[cell] = 0;
    if (digit && !shape.peers[cell].some((peer) => (givens[peer] || entries[peer]) === digit)) {
      for (const peer of shape.peers[cell]) {
        change.marks[peer] &= ~(1 << digit - 1);
      }
    }
    this.#go(change);
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
  /**
   * fill enters the digits that a method found into the cells that have none given. A person's own that are the same stay the person's;
   * a typed puzzle becomes one of givens.
   * @param {ArrayLike<number>} cells 0 where none was found
   */
  fill(cells) {
    const before = frozen(this.#now);
    const yours = yoursOf(before);
    const entries = before.givens.map((digit, c) => digit ? 0 : cells[c] || yours[c]);
    const found = entries.map((digit, c) => digit !== yours[c] ? 1 : 0);
    this.#go({ ...before, entries, found, marks: new Uint32Array(this.shape.cells) });
  }
  /** forget takes away what methods have found. @returns {boolean} false if there is nothing of theirs */
  forget() {
    const { entries, found } = this.#now;
    if (!this.hasFound) {
      return false;
    }
    this.#go({ givens: this.#now.givens, entries: entries.map((digit, c) => found[c] ? 0 : digit), found: new Uint8Array(this.shape.cells) });
    return true;
  }
  get hasFound() {
    return this.#now.found.some(Boolean);
  }
  get hasGivens() {
    return this.#now.givens.some(Boolean);
  }
  /** fix makes a puzzle of the digits on the board; free makes the givens changeable, and leaves them alone on the board. */
  fix() {
    this.#go({ ...empty(this.shape), givens: this.cells(), marks: this.#now.marks }, true);
  }
  free() {
    this.#go({ ...empty(this.shape), entries: this.#now.givens }, true);
  }
};
function positionOf(board, { entries, found, marks } = {}) {
  const strange = [...board.cells, ...entries ?? "", ...found ?? ""].find((c) => c !== "." && c !== "0" && !digitOf(c));
  if (strange) {
    throw new Error(`\u201C${strange}\u201D is no digit.`);
  }
  const position = empty(shapeOf(board));
  position.givens = readCells(board.cells);
  if (entries) {
    position.entries = readCells(entries);
  }
  if (marks) {
    position.marks = Uint32Array.from(marks);
  }
  const { cells, side, all } = position.shape;
  const others = found ? readCells(found) : position.found;
  for (const list of [position.givens, position.entries, others]) {
    if (list.length !== cells) {
      throw new Error(`It has ${plural(list.length, "cell")}, and a board of side ${side} has ${cells}.`);
    }
    const large = list.find((digit) => digit > side);
    if (large) {
      throw new Error(`${symbol(large)} is no digit of a board of side ${side}, which takes ${symbol(1)} to ${symbol(side)}.`);
    }
  }
  if (position.marks.length !== cells || position.marks.some((set) => set & ~all)) {
    throw new Error("The parts of the position do not fit together.");
  }
  for (let c = 0; c < cells; c++) {
    if (position.givens[c]) {
      position.entries[c] = 0;
    } else if (others[c] && !position.entries[c]) {
      position.entries[c] = others[c];
      position.found[c] = 1;
    }
    if (position.givens[c] || position.entries[c]) {
      position.marks[c] = 0;
    }
  }
  return position;
}

// web/place.js
function toHash({ shape, givens, entries, found, marks }, selected) {
  const text2 = (cells) => Array.from(cells, symbol).join("");
  const parts = new URLSearchParams({ p: text2(givens) });
  for (const [name, byMethod] of [["e", 0], ["f", 1]]) {
    const some = entries.map((digit, c) => found[c] === byMethod ? digit : 0);
    if (some.some(Boolean)) {
      parts.set(name, text2(some));
    }
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
  const position = positionOf(board, { entries: parts.get("e") ?? void 0, found: parts.get("f") ?? void 0, marks });
  const selected = Number(parts.get("c") ?? 0);
  return { position, selected: Number.isInteger(selected) && selected >= 0 && selected < position.shape.cells ? selected : 0 };
}
var PAUSE = 250;
var Place = class {
  #game;
  #grid;
  #say;
  #timer = 0;
  #due = "";
  #written = -Infinity;
  #last = "";
  #reading = false;
  /** @param {import("./state.js").Game} game @param {import("./grid.js").Grid} grid @param {(text: string, tone?: string) => void} say */
  constructor(game2, grid2, say) {
    this.#game = game2;
    this.#grid = grid2;
    this.#say = say;
    this.#read(true);
    addEventListener("popstate", () => this.#read(false));
    addEventListener("pagehide", () => this.#write(false));
    game2.listen(({ begins }) => {
      if (this.#reading) {
        return;
      }
      if (begins) {
        this.#write(true);
      } else {
        this.later();
      }
    });
  }
  /** later writes the address soon, but not while a key is answered: it takes a browser a while, and only so many times a second. */
  later() {
    this.#due = toHash(this.#game.position, this.#grid.selected);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(false), Math.max(0, this.#written + PAUSE - performance.now()));
  }
  /** write puts the position into the address, in a new entry of the history or in the present one. */
  #write(push) {
    clearTimeout(this.#timer);
    if (push && this.#due) {
      this.#put("replaceState", this.#due);
    }
    this.#put(push ? "pushState" : "replaceState", toHash(this.#game.position, this.#grid.selected));
  }
  #put(how, hash) {
    this.#due = "";
    if (hash === this.#last) {
      return;
    }
    this.#last = hash;
    this.#written = performance.now();
    try {
      history[how](null, "", hash);
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
        const givens = found.position.givens.filter(Boolean).length;
        this.#say(givens ? `A board from the address, with ${plural(givens, "given")}.` : "A board without givens from the address.");
      }
    } catch (err) {
      this.#say(`The address holds no board: ${err.message}`, "bad");
    } finally {
      this.#reading = false;
    }
  }
};

// web/subject.js
function subjectOf(position, which) {
  const puzzle = puzzleDigits(position);
  const yours = which === "puzzle" ? puzzle.map(() => 0) : yoursOf(position);
  const others = position.entries.map((digit, c) => which === "board" && position.found[c] ? digit : 0);
  const cells = puzzle.map((digit, c) => digit || yours[c] || others[c]);
  const [own, found] = [count(yours), count(others)];
  const words = wordsOf(own, found);
  const givens = text(puzzle);
  const says = (sentence3) => words ? `W${words.slice(1)}: ${sentence3[0].toLowerCase()}${sentence3.slice(1)}` : sentence3;
  const dress = (frame) => Object.assign(frame, { givens, yours: text(yours) });
  return {
    board: toBoard(position.shape, cells),
    givens,
    yours: own,
    found,
    more: own + found > 0,
    says,
    dress,
    name: words ? `the puzzle ${words}` : "the puzzle",
    aside: words ? `, ${words}` : "",
    film: (frame) => Object.assign(dress(frame), /solution/.test(frame.caption) ? { caption: says(frame.caption) } : {})
  };
}
var count = (cells) => cells.filter(Boolean).length;
var text = (cells) => Array.from(cells, symbol).join("");
function wordsOf(yours, found) {
  const parts = [];
  if (yours) {
    parts.push(yours === 1 ? "your digit" : `your ${yours} digits`);
  }
  if (found) {
    parts.push(plural(found, "found digit"));
  }
  return parts.length ? `with ${parts.join(" and ")}` : "";
}

// web/lab.js
function makeLab({ engine: engine2, game: game2, desk: desk2, status: status2, tasks: tasks2, settings: settings2 }) {
  const cover = document.getElementById("overlay");
  const lab2 = {
    engine: engine2,
    settings: settings2,
    /** what a question is about: its board for calls, and words for the answer. @param {"puzzle" | "yours" | "board"} which */
    subject: (which) => subjectOf(game2.position, which),
    /** the address of the board as it stands, or of the puzzle alone */
    link: (which) => location.href.replace(/#.*/, "") + (which === "puzzle" ? toHash(alone(game2.position), 0) : toHash(game2.position, desk2.grid.selected)),
    /** the person's pencil marks, for calls; null if there are none */
    marks: () => game2.position.marks.some(Boolean) ? [...game2.position.marks] : null,
    shape: () => game2.shape,
    selected: () => desk2.grid.selected,
    /** @param {{cells: string}} board @param {{marks?: number[], say?: string, found?: string}} [more] */
    setPuzzle(board, { marks, say, found } = {}) {
      game2.replace(positionOf(board, { marks, found }));
      if (say) {
        status2.say(say);
      }
    },
    /** find enters a digit that a method found */
    find: (cell, digit) => game2.find(cell, digit),
    /**
     * strike takes candidates from a cell. If the person has marked nothing there, it is marked first with what its peers leave.
     * @param {number} cell @param {number | number[]} digits
     */
    strike(cell, digits) {
      const struck = [digits].flat().reduce((set, digit) => set | 1 << digit - 1, 0);
      let left = game2.position.marks[cell];
      if (left === 0) {
        left = candidatesOf(game2.shape, game2.cells())[cell];
      }
      return game2.setMarks([[cell, left & ~struck]]);
    },
    /** @param {string | ArrayLike<number>} cells a solution */
    fill: (cells) => game2.fill(typeof cells === "string" ? readCells(cells) : cells),
    /** answering puts in what a method found, and says in a sentence whether a typed puzzle has become one of givens by it */
    answering(puts) {
      const typed2 = !game2.hasGivens;
      puts();
      return typed2 && game2.hasGivens ? " The digits that you typed are its givens now." : "";
    },
    select(cell) {
      desk2.grid.select(cell);
      desk2.grid.focus(cell);
    },
    say: (text2, tone) => status2.say(text2, tone),
    task: (name) => tasks2.start(name),
    on: (name, f) => desk2.on(name, f),
    /** overlay draws a frame over the board, which stays beneath; null takes it away, as does any change of the board. */
    overlay(frame) {
      cover.hidden = !frame;
      cover.parentElement.classList.toggle("covered", Boolean(frame));
      const before = cover.firstElementChild;
      const shown = frame && picture(frame, game2.shape, before);
      if (shown !== before) {
        cover.replaceChildren(...shown ? [shown] : []);
      }
      desk2.tell("overlay", frame);
    },
    picture,
    legend,
    makeShape,
    cellName: (cell) => cellName(game2.shape, cell),
    symbol,
    section
  };
  desk2.on("change", () => lab2.overlay(null));
  desk2.on("view", () => lab2.overlay(null));
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

// web/lens.js
var LEGIBLE = 6;
var SHARE = 0.8;
var byId7 = (id) => document.getElementById(id);
function wireLens({ lab: lab2, game: game2, desk: desk2 }) {
  const grid2 = byId7("grid");
  const lens = byId7("lens");
  let cell = null;
  let frame = null;
  const show = () => {
    if (!lens.hidden && cell) {
      const shown = cell.cloneNode(true);
      byId7("lens-text").textContent = cell.querySelector(".unseen").textContent;
      for (const name of ["id", "role", "tabindex", "aria-selected", "aria-readonly"]) {
        shown.removeAttribute(name);
      }
      byId7("lens-cell").replaceChildren(frame ? closeUp(frame, lab2.selected()) : shown);
    }
  };
  const fit = () => {
    const { side } = game2.shape;
    const tiny = grid2.clientWidth / side / Math.ceil(Math.sqrt(side)) * SHARE < LEGIBLE;
    grid2.classList.toggle("tiny", tiny);
    lens.hidden = !tiny;
    lens.style.setProperty("--side", side);
    measureText(lens, side);
    show();
  };
  desk2.on("near", (now) => {
    cell = now;
    show();
  });
  desk2.on("overlay", (now) => {
    frame = now;
    show();
  });
  desk2.on("shape", fit);
  new ResizeObserver(fit).observe(grid2);
  for (const [id, key2] of [["lens-left", "ArrowLeft"], ["lens-up", "ArrowUp"], ["lens-down", "ArrowDown"], ["lens-right", "ArrowRight"]]) {
    byId7(id).addEventListener("click", () => desk2.grid.step(key2));
  }
  cell = grid2.querySelector("[aria-selected=true]");
  fit();
}

// web/afloat.js
var STAYS = 8e3;
function float() {
  const status2 = document.getElementById("work");
  const place4 = document.createElement("div");
  status2.before(place4);
  place4.append(status2);
  let away = false;
  let said = 0;
  function settle() {
    const up = away && (status2.classList.contains("on") || performance.now() - said < STAYS);
    if (up !== status2.classList.contains("afloat")) {
      place4.style.minHeight = up ? `${place4.offsetHeight}px` : "";
      status2.classList.toggle("afloat", up);
    }
  }
  new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    settle();
  }).observe(place4);
  new MutationObserver(() => {
    said = performance.now();
    settle();
    setTimeout(settle, STAYS + 50);
  }).observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
  new MutationObserver(settle).observe(status2, { attributes: true, attributeFilter: ["class"] });
}

// web/gif.js
var Bytes = class {
  #data = new Uint8Array(1 << 16);
  length = 0;
  push(...values) {
    for (const v of values) {
      if (this.length === this.#data.length) {
        const larger = new Uint8Array(2 * this.length);
        larger.set(this.#data);
        this.#data = larger;
      }
      this.#data[this.length++] = v;
    }
  }
  /** short writes 16 bits, the low ones first. */
  short(v) {
    this.push(v & 255, v >> 8 & 255);
  }
  text(t) {
    this.push(...[...t].map((c) => c.charCodeAt(0)));
  }
  all() {
    return this.#data.subarray(0, this.length);
  }
};
var SAME = 0;
var COLOURS = 256;
var CODES = 4096;
function pack(indices, out) {
  const clear = COLOURS;
  const end = COLOURS + 1;
  const next = new Int16Array(CODES * COLOURS);
  let block = [];
  let bits = 0;
  let held = 0;
  let size = 9;
  let used = end;
  const flush = () => {
    if (block.length > 0) {
      out.push(block.length, ...block);
      block = [];
    }
  };
  const write2 = (code2) => {
    bits |= code2 << held;
    for (held += size; held >= 8; held -= 8) {
      block.push(bits & 255);
      bits >>>= 8;
      if (block.length === 255) {
        flush();
      }
    }
  };
  out.push(8);
  write2(clear);
  let code = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const index = indices[i];
    const at = code * COLOURS + index;
    if (next[at] !== 0) {
      code = next[at];
      continue;
    }
    write2(code);
    code = index;
    if (used + 1 < CODES) {
      next[at] = ++used;
      if (used === 1 << size && size < 12) {
        size++;
      }
    } else {
      write2(clear);
      next.fill(0);
      used = end;
      size = 9;
    }
  }
  write2(code);
  write2(end);
  if (held > 0) {
    block.push(bits & 255);
  }
  flush();
  out.push(0);
}
var colour = (p, i) => p[i] << 16 | p[i + 1] << 8 | p[i + 2];
var GIF = class {
  #out = new Bytes();
  #width;
  #height;
  #palette;
  #index = /* @__PURE__ */ new Map();
  #before = null;
  /** @param {Uint8ClampedArray[]} samples pixels of frames that have the colours of all */
  constructor(width, height, samples) {
    this.#width = width;
    this.#height = height;
    const count3 = /* @__PURE__ */ new Map();
    for (const p of samples) {
      for (let i = 0; i < p.length; i += 4) {
        const c = colour(p, i);
        count3.set(c, (count3.get(c) ?? 0) + 1);
      }
    }
    this.#palette = [...count3].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, COLOURS - 1).map(([c]) => c);
    this.#palette.forEach((c, i) => this.#index.set(c, i + 1));
    const o = this.#out;
    o.text("GIF89a");
    o.short(width);
    o.short(height);
    o.push(247, 0, 0);
    o.push(0, 0, 0);
    for (let i = 0; i < COLOURS - 1; i++) {
      const c = this.#palette[i] ?? 0;
      o.push(c >> 16, c >> 8 & 255, c & 255);
    }
    o.push(33, 255, 11);
    o.text("NETSCAPE2.0");
    o.push(3, 1, 0, 0, 0);
  }
  /** of is the index of a colour, or of the nearest there is. */
  #of(c) {
    let found = this.#index.get(c);
    if (found === void 0) {
      let best = Infinity;
      this.#palette.forEach((p, i) => {
        const d = ((p >> 16) - (c >> 16)) ** 2 + ((p >> 8 & 255) - (c >> 8 & 255)) ** 2 + ((p & 255) - (c & 255)) ** 2;
        if (d < best) {
          best = d;
          found = i + 1;
        }
      });
      this.#index.set(c, found);
    }
    return found;
  }
  /** add appends a frame. @param {Uint8ClampedArray} pixels @param {number} delay in milliseconds */
  add(pixels, delay) {
    const whole = new Uint8Array(this.#width * this.#height);
    let [left, right, top, bottom] = [this.#width, -1, this.#height, -1];
    for (let i = 0; i < whole.length; i++) {
      whole[i] = this.#of(colour(pixels, 4 * i));
      if (!this.#before || whole[i] !== this.#before[i]) {
        const x = i % this.#width;
        const y = Math.floor(i / this.#width);
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      }
    }
    if (right < 0) {
      [left, right, top, bottom] = [0, 0, 0, 0];
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(w * h);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const i = (top + y) * this.#width + left + x;
        part[y * w + x] = this.#before && whole[i] === this.#before[i] ? SAME : whole[i];
      }
    }
    const o = this.#out;
    o.push(33, 249, 4, 5);
    o.short(Math.round(delay / 10));
    o.push(SAME, 0, 44);
    o.short(left);
    o.short(top);
    o.short(w);
    o.short(h);
    o.push(0);
    pack(part, o);
    this.#before = whole;
  }
  /** finish ends the file. @returns {Blob} */
  finish() {
    this.#out.push(59);
    return new Blob([this.#out.all()], { type: "image/gif" });
  }
};

// web/images.js
var STYLES = {
  fill: "rgb(0, 0, 0)",
  stroke: "none",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  "font-style": "normal",
  "text-anchor": "start",
  "dominant-baseline": "auto",
  "text-decoration-line": "none",
  "marker-end": "none",
  "paint-order": "normal",
  display: "inline",
  visibility: "visible"
};
var OF_TEXT = /* @__PURE__ */ new Set(["font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "text-decoration-line"]);
function place() {
  let e = document.getElementById("drawing");
  if (!e) {
    e = document.createElement("div");
    e.id = "drawing";
    e.setAttribute("aria-hidden", "true");
    document.body.append(e);
  }
  return e;
}
function standalone(svg3, width) {
  const at = place();
  at.replaceChildren(svg3);
  const [x, y, w, h] = svg3.getAttribute("viewBox").split(/[\s,]+/).map(Number);
  const height = Math.round(width * h / w);
  const styles = [...svg3.querySelectorAll("*")].map((e) => {
    const computed = getComputedStyle(e);
    const text3 = e.localName === "text" || e.localName === "tspan";
    return [e, Object.entries(STYLES).filter(([name]) => text3 || !OF_TEXT.has(name)).map(([name, plain]) => [name, computed.getPropertyValue(name), plain])];
  });
  for (const [e, all] of styles) {
    e.removeAttribute("class");
    e.removeAttribute("style");
    for (const [name, value, plain] of all) {
      const attribute = name === "text-decoration-line" ? "text-decoration" : name;
      if (name === "dominant-baseline" && value === "central") {
        e.setAttribute("dy", "0.35em");
        e.removeAttribute(name);
        continue;
      }
      if (value === plain || value === "") {
        e.removeAttribute(attribute);
      } else {
        e.setAttribute(attribute, value);
      }
    }
  }
  const paper = document.createElementNS(svg3.namespaceURI, "rect");
  for (const [name, value] of Object.entries({ x, y, width: w, height: h, fill: getComputedStyle(document.body).backgroundColor })) {
    paper.setAttribute(name, value);
  }
  svg3.prepend(paper);
  for (const name of ["class", "style"]) {
    svg3.removeAttribute(name);
  }
  svg3.setAttribute("width", width);
  svg3.setAttribute("height", height);
  const text2 = new XMLSerializer().serializeToString(svg3);
  at.replaceChildren();
  return { text: text2, width, height };
}
async function canvasOf({ text: text2, width, height }, canvas = document.createElement("canvas")) {
  const href = URL.createObjectURL(new Blob([text2], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = href;
    await image.decode();
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, width, height);
    return canvas;
  } finally {
    URL.revokeObjectURL(href);
  }
}
async function png(svg3, width) {
  const canvas = await canvasOf(standalone(svg3, width));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("this browser makes no PNG of that size")), "image/png");
  });
}
function thinned(count3, most) {
  if (count3 <= most) {
    return Array.from({ length: count3 }, (_, i) => i);
  }
  return Array.from({ length: most }, (_, i) => Math.round(i * (count3 - 1) / (most - 1)));
}
async function gif(film, draw, { width, most, signal, progress }) {
  const chosen = thinned(film.length, most);
  const canvas = document.createElement("canvas");
  const pixels = async (i) => {
    await canvasOf(standalone(draw(i), width), canvas);
    return canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const samples = [];
  for (const i of thinned(chosen.length, 8)) {
    samples.push(await pixels(chosen[i]));
  }
  const out = new GIF(canvas.width, canvas.height, samples);
  for (const [n, i] of chosen.entries()) {
    if (signal.aborted) {
      throw Object.assign(new Error("stopped"), { code: "cancelled" });
    }
    const last = n === chosen.length - 1;
    out.add(await pixels(i), last ? 3e3 : Math.min(2e3, Math.max(40, film.delay(i))));
    progress((n + 1) / chosen.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { blob: out.finish(), frames: chosen.length };
}

// web/texts.js
var forms = { line: "one line", grid: "grid", marks: "grid with pencil marks" };
var DIAGONALS = /^# side (\d+), each digit once on both long diagonals$/;
var REGIONS = /^# regions: (\S+)$/;
function rules(board) {
  const side = Math.round(Math.sqrt(board.cells.length));
  return [...board.diagonals ? [`# side ${side}, each digit once on both long diagonals`] : [], ...board.regions ? [`# regions: ${board.regions}`] : []];
}
function rulesOf(text2) {
  const found = (pattern) => text2.split(/\r?\n/).map((l) => pattern.exec(l)).find(Boolean)?.[1];
  const [side, regions = ""] = [found(DIAGONALS), found(REGIONS)];
  return { side: Number(side ?? Math.round(Math.sqrt(regions.length))), diagonals: side !== void 0, regions };
}
function grid(words, { side, boxRows, boxColumns }) {
  const boxes = boxRows > 0 && boxColumns > 0 && boxRows * boxColumns === side;
  const width = Array.from({ length: side }, (_, x) => Math.max(...words.filter((_2, c) => c % side === x).map((w) => w.length)));
  const ruler = width.map((w, x) => "-".repeat(w + 1) + (boxes && (x + 1) % boxColumns === 0 && x < side - 1 ? "+-" : "")).join("").replace(/-$/, "");
  const out = [];
  for (let y = 0; y < side; y++) {
    if (boxes && y > 0 && y % boxRows === 0) {
      out.push(ruler);
    }
    let line = "";
    for (let x = 0; x < side; x++) {
      line += (boxes && x > 0 && x % boxColumns === 0 ? "| " : "") + words[y * side + x].padEnd(width[x] + 1);
    }
    out.push(line.trimEnd());
  }
  return out;
}
function certain(ch, c, marks, shape) {
  const among = (set) => !single(set) && digitsOf(set).map(symbol).includes(ch);
  return marks && shape.peers[c].some((peer) => among(marks[peer])) ? `u${ch}` : ch;
}
function textOf(board, marks, shape, form) {
  const cells = [...board.cells];
  const lines2 = rules(board);
  if (form === "grid") {
    lines2.push(...grid(cells, shape));
  } else if (form === "marks") {
    lines2.push(...grid(cells.map((ch, c) => ch === "." ? digitsOf(marks?.[c] ?? 0).map(symbol).join("") || "." : certain(ch, c, marks, shape)), shape));
  } else {
    lines2.push(board.cells);
  }
  return lines2.join("\n") + "\n";
}

// web/exchange.js
var OPEN = 4;
var PICTURES = 300;
var FILE = 1 << 20;
function opening(lab2) {
  const { element: element2, body } = lab2.section("Open a puzzle", { id: "section-open" });
  let puzzles = [];
  const text2 = el("textarea", {
    id: "open-text",
    rows: 5,
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "open-note",
    placeholder: "53..7....6..195....98....6.8...6\u2026"
  });
  const own = el("input", { type: "checkbox", id: "open-shape" });
  const ownField = el("label", { class: "check", hidden: true }, own, " with the diagonals and regions of the board now");
  const file = el("input", {
    type: "file",
    id: "open-file",
    accept: ".txt,.sdk,.sdx,.sdm,.csv,.sudoku,text/*",
    async onchange() {
      await take(file.files[0]);
      file.value = "";
    }
  });
  const list = el("select", { id: "open-list", size: 6, ondblclick: () => load(), onkeydown: (e) => e.key === "Enter" && load() });
  const several = el("div", { id: "open-several", hidden: true }, field("Puzzles of the text", list), el("div", { class: "bar" }, button("open-load", "Load this one", () => load())));
  function load(i = Number(list.value)) {
    const p = puzzles[i];
    if (p) {
      const marks = p.marks?.some((m) => m > 0) ? p.marks : null;
      lab2.setPuzzle(p.board, { marks, say: `${p.name || (puzzles.length > 1 ? `Puzzle ${i + 1}` : "The puzzle")} is on the board.` });
    }
  }
  async function read() {
    if (text2.value.trim() === "") {
      lab2.say("There is no text to read.", "bad");
      text2.focus();
      return;
    }
    const { side, diagonals, regions } = own.checked && !ownField.hidden ? lab2.shape() : rulesOf(text2.value);
    const args = { text: text2.value, ...diagonals || regions ? { side, diagonals, regions } : {} };
    const r = await attempt(lab2, "Reading", ({ signal }) => lab2.engine.call("read", args, { signal }).catch((err) => {
      err.message = err.message.replace(/^text:(\d+):(\d+:)?/, "line $1:");
      throw err;
    }));
    if (!r) {
      return;
    }
    puzzles = r.puzzles;
    several.hidden = puzzles.length < 2;
    if (puzzles.length === 1) {
      load(0);
      return;
    }
    options(list, [["", puzzles.map((p, i) => [i, `${i + 1}. ${p.name ? p.name + " " : ""}${p.board.cells.slice(0, 30)}${p.board.cells.length > 30 ? "\u2026" : ""}`])]]);
    list.value = "0";
    lab2.say(`${plural(puzzles.length, "puzzle")}${r.more ? " and more, which are left out" : ""}: choose one.`, "plain");
    list.focus();
  }
  async function take(f) {
    if (!f) {
      return;
    }
    if (f.size > FILE) {
      lab2.say(`${f.name} has ${f.size.toLocaleString("en")} bytes; at most ${FILE.toLocaleString("en")} are read here.`, "bad");
      return;
    }
    element2.open = true;
    text2.value = await f.text();
    await read();
  }
  const shaped = () => {
    const { diagonals, regions } = lab2.shape();
    ownField.hidden = !diagonals && !regions;
  };
  lab2.on("change", shaped);
  shaped();
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget || document.body.classList.remove("dropping"));
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [dropped] = event.dataTransfer.files;
    if (dropped) {
      await take(dropped);
    } else if (event.dataTransfer.getData("text")) {
      element2.open = true;
      text2.value = event.dataTransfer.getData("text");
      await read();
    }
  });
  document.addEventListener("paste", async (event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (event.target.closest?.("input, textarea, select, dialog") || pasted.trim() === "") {
      return;
    }
    event.preventDefault();
    text2.value = pasted;
    await read();
    element2.open ||= puzzles.length > 1;
  });
  body.append(
    field("Text", text2),
    el("p", { class: "note", id: "open-note" }, "Puzzles on lines or as grids, with or without pencil marks, and the files of many programs. A paste on the page or a file dropped on it is read as well."),
    ownField,
    el("div", { class: "bar" }, button("open-read", "Open", read, { class: "chief" })),
    field("Or a file", file),
    several
  );
}
function holding({ givens, yours, found, more }) {
  const parts = [plural([...givens].filter((digit) => digit !== ".").length, "digit") + " of the puzzle"];
  if (yours) {
    parts.push(`${yours} of yours`);
  }
  if (found) {
    parts.push(`${found} that methods found`);
  }
  return `It holds ${parts.join(", ").replace(/,([^,]*)$/, " and$1")}.${more ? " The link tells them apart; read from the text, all are givens." : ""}`;
}
function saving(lab2, stage, film) {
  const { element: element2, body } = lab2.section("Save and share", { id: "section-share" });
  const of = el("select", { id: "share-of", onchange: () => fresh() });
  options(of, [["", [["board", "the board as it stands"], ["puzzle", "the puzzle alone"]]]]);
  const holds = el("p", { class: "note", id: "share-holds" });
  const form = el("select", { id: "share-form", onchange: () => fresh() });
  options(form, [["", Object.entries(forms)]]);
  const text2 = el("textarea", { id: "share-text", rows: 4, readonly: true, spellcheck: "false", class: "fixed" });
  const link = el("input", {
    type: "text",
    id: "share-link",
    readonly: true,
    onfocus() {
      fresh();
      link.select();
    }
  });
  const fresh = () => {
    if (element2.open) {
      const all = lab2.subject(of.value);
      text2.value = textOf(all.board, of.value === "puzzle" ? null : lab2.marks(), lab2.shape(), form.value);
      link.value = lab2.link(of.value);
      holds.textContent = holding(all);
    }
  };
  const frame = () => {
    const all = lab2.subject("board");
    const marks = lab2.marks() ?? void 0;
    return stage.frame ?? all.dress({ board: all.board, candidates: marks, marks: marks?.map((set, c) => set || all.board.cells[c] !== "." ? 0 : OPEN) });
  };
  const width = (small) => Math.round(small * Math.max(1, lab2.shape().side / 12));
  async function copy(from, what) {
    try {
      await navigator.clipboard.writeText(from.value);
      lab2.say(`${what} copied.`, "good");
    } catch {
      from.focus();
      from.select();
      lab2.say(`This browser does not let the page copy; the ${what.toLowerCase()} is selected: copy it by hand.`, "plain");
    }
  }
  const saved = (name) => lab2.say(`Saved as ${name}.`, "good");
  const svg3 = () => {
    deliver("sudoku.svg", new Blob([standalone(lab2.picture(frame(), lab2.shape()), width(540)).text], { type: "image/svg+xml" }));
    saved("sudoku.svg");
  };
  const pixels = () => attempt(lab2, "Drawing", async () => {
    deliver("sudoku.png", await png(lab2.picture(frame(), lab2.shape()), width(1080)));
    saved("sudoku.png");
  });
  const animation = async () => {
    const shown = film();
    if (!shown || shown.length === 0) {
      lab2.say("Watch a method first: its film is what is saved as GIF.", "plain");
      return;
    }
    const shape = lab2.shape();
    await attempt(lab2, "Drawing the film", async ({ signal, progress }) => {
      const made2 = await gif(shown, (i) => lab2.picture(shown.frames[i], shape), { width: width(480), most: PICTURES, signal, progress: (f) => progress(f, `${Math.round(100 * f)} %`) });
      deliver("sudoku.gif", made2.blob);
      const some = made2.frames < shown.length ? `, with ${made2.frames} of its ${shown.length.toLocaleString("en")} pictures` : "";
      lab2.say(`Saved as sudoku.gif${some}.`, "good");
    });
  };
  element2.addEventListener("toggle", fresh);
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(fresh, 500);
  };
  lab2.on("change", later);
  lab2.on("select", later);
  body.append(
    field("What", of),
    holds,
    field("Text as", form),
    field("As text", text2),
    el(
      "div",
      { class: "bar" },
      button("share-copy", "Copy text", () => {
        fresh();
        copy(text2, "Text");
      }),
      button("share-save", "Save text", () => {
        fresh();
        deliver("sudoku.txt", new Blob([text2.value], { type: "text/plain" }));
        saved("sudoku.txt");
      })
    ),
    field("As a link", link),
    el("div", { class: "bar" }, button("share-copy-link", "Copy link", () => {
      fresh();
      copy(link, "Link");
    })),
    el("p", { class: "note" }, "A picture is of what the board shows now; a GIF is of the film that is watched."),
    el(
      "div",
      { class: "bar" },
      button("share-svg", "SVG", svg3),
      button("share-png", "PNG", pixels),
      button("share-gif", "GIF of the film", animation),
      button("share-print", "Print the board", () => print())
    )
  );
}

// web/practise.js
var place2 = ({ side, regions, diagonals }) => regions || diagonals ? "this board's shape" : side === 9 ? "" : "a 9\xD79 board";
function practise(lab2, stage) {
  const { element: element2, body } = lab2.section("Practise a technique", { id: "section-practise" });
  let techniques2 = [];
  let position = null;
  const choice = el("select", { id: "practise-technique", onchange: () => described() });
  const about = el("p", { class: "note", id: "practise-about" });
  const mirror = makeMirror();
  const told = el("p", { class: "told", id: "practise-told", role: "status" });
  const show = button("practise-show", "Show it", () => {
    stage.take(release, mirror);
    stage.draw(lab2.subject("puzzle").dress(position.frame));
    told.textContent = sentence2(position.text);
    off.hidden = false;
  }, { disabled: true });
  const off = button("practise-off", "Back to my board", () => {
    stage.clear();
    show.focus();
  }, { hidden: true });
  const release = () => {
    off.hidden = true;
    told.textContent = "";
  };
  function described() {
    const t = techniques2.find((x) => x.name === choice.value);
    const where = place2(lab2.shape());
    about.textContent = t ? t.definition + (t.unique ? " It rests on the puzzle's having one solution." : "") + ` Positions of rare techniques take a while to find.${where ? ` They are made on ${where}.` : ""}` : "";
  }
  async function list() {
    if (techniques2.length > 0) {
      return;
    }
    try {
      ({ techniques: techniques2 } = await lab2.engine.call("techniques", {}));
    } catch (err) {
      about.textContent = err.message;
      return;
    }
    const levels2 = [...new Set(techniques2.map((t) => t.level))];
    options(choice, levels2.map((level) => [level, techniques2.filter((t) => t.level === level).map((t) => [t.name, t.title])]));
    described();
  }
  async function make() {
    await list();
    const technique = choice.value;
    const shape = lab2.shape();
    const find = shape.regions || shape.diagonals ? onVariant : onPlain;
    const p = await attempt(lab2, "A position for practice", (task) => find(technique, shape, task));
    if (!p) {
      return;
    }
    const title = techniques2.find((t) => t.name === technique)?.title ?? technique;
    lab2.setPuzzle(p.puzzle, { found: p.position.cells, marks: p.marks, say: `Practise: ${title}. It is the next step; find it, or have it shown.` });
    position = p;
    show.disabled = false;
  }
  function onPlain(technique, _, task) {
    const seed2 = crypto.getRandomValues(new Uint32Array(1))[0];
    return lab2.engine.call("practise", { technique, seed: seed2 }, {
      signal: task.signal,
      onEvent: ({ tried }) => task.progress(null, `${tried} puzzles looked at`)
    });
  }
  function onVariant(technique, shape, task) {
    return seekVariant(lab2.engine, shape, task, async (puzzle) => {
      let step = null;
      await lab2.engine.call("path", { board: puzzle }, {
        signal: task.signal,
        onEvent: (event) => {
          step ??= event.technique === technique ? event : null;
        }
      });
      if (!step) {
        return null;
      }
      const { frame, text: text2 } = step;
      const struck = frame.removed ?? [];
      const marks = (frame.candidates ?? []).map((set, cell) => set | (struck[cell] ?? 0));
      return { puzzle, position: frame.board, marks, frame, text: text2 };
    });
  }
  lab2.on("shape", described);
  lab2.on("change", () => {
    position = null;
    show.disabled = true;
  });
  element2.addEventListener("toggle", () => element2.open && list());
  if (element2.open) {
    list();
  }
  body.append(field("Technique", choice), about, el("div", { class: "bar" }, button("practise-new", "New position", make, { class: "chief" }), show, off), told, mirror);
}

// web/reasons.js
var levels = [["where", "Where to look?"], ["which", "Which technique?"], ["why", "Why?"]];
var honest = {
  unsat: "No digits fit: the puzzle has no solution, so no step can be right.",
  multiple: "The puzzle has several solutions, so no reasoning can reach all digits. \u201CAll solutions\u201D lists them.",
  solved: "The puzzle is solved."
};
var contradicted = "No digits fit: the board contradicts itself with what has been put in, so no step can be right. Undo, or ask for mistakes.";
function doing(step) {
  const places = step.places ?? [];
  const strikes = step.strikes ?? [];
  const parts = [places.length ? `put in ${plural(places.length, "digit")}` : "", strikes.length ? `rub out ${plural(strikes.length, "mark")}` : ""];
  return parts.filter(Boolean).join(", ");
}
function apply(lab2, step) {
  for (const { cell, digit } of step.places ?? []) {
    lab2.find(cell, digit);
  }
  const struck = /* @__PURE__ */ new Map();
  for (const { cell, digit } of step.strikes ?? []) {
    struck.set(cell, [...struck.get(cell) ?? [], digit]);
  }
  for (const [cell, digits] of struck) {
    lab2.strike(cell, digits);
  }
  const first = (step.places ?? step.strikes)?.[0];
  if (first) {
    lab2.select(first.cell);
  }
}
function hints(lab2, stage) {
  const { body } = lab2.section("Hint", { id: "section-hint" });
  let step = null;
  const mirror = makeMirror();
  const text2 = el("p", { class: "told", id: "hint-text", role: "status" }, "Three hints to the next step, each telling more than the one before.");
  const act = button("hint-apply", "Apply", () => {
    const done = step;
    const frozen2 = lab2.answering(() => apply(lab2, done));
    lab2.say(`Applied: ${doing(done)}.${frozen2}`, "good");
  }, { hidden: true });
  const asks = levels.map(([name, words], i) => button(`hint-${name}`, words, () => ask(i + 1)));
  const off = button("hint-off", "Back to my board", () => {
    stage.clear();
    asks[0].focus();
  }, { hidden: true });
  const release = () => {
    act.hidden = off.hidden = true;
    step = null;
    text2.textContent = "";
  };
  async function ask(level) {
    const of = lab2.subject("board");
    const h = await attempt(lab2, "Hint", ({ signal }) => lab2.engine.call(
      "hint",
      { board: of.board, givens: of.givens, marks: lab2.marks() ?? void 0, level },
      { signal, steady: "board" }
    ));
    if (!h) {
      return;
    }
    stage.take(release, mirror);
    step = h.places || h.strikes ? h : null;
    const told = h.kind === "unsat" && of.more ? contradicted : honest[h.kind];
    text2.textContent = told ?? [sentence2(h.text), key(h.frame)].join(" ").trim();
    stage.draw(h.frame ? of.dress(h.frame) : null);
    off.hidden = !h.frame;
    act.hidden = !step;
    act.textContent = step ? `Apply: ${doing(step)}` : "";
    lab2.say(h.frame ? `Hint ${level} of ${levels.length} is on the board.` : text2.textContent, h.kind === "unsat" ? "bad" : "plain");
  }
  body.append(
    el("div", { class: "bar" }, ...asks),
    text2,
    mirror,
    el("div", { class: "bar" }, act, off)
  );
}
function rating(lab2, stage) {
  const { body } = lab2.section("How hard is it?", { id: "section-rating" });
  const told = el("div", { id: "rating-told", role: "status" });
  const mirror = makeMirror();
  const list = el("ol", { class: "way", id: "way", onkeydown: keys });
  const off = button("rating-off", "Back to my board", () => {
    stage.clear();
    list.querySelector("button")?.focus();
  }, { hidden: true });
  const release = () => {
    off.hidden = true;
    mark(null);
  };
  let steps = [];
  let rated = "";
  let titles = null;
  const puzzle = () => JSON.stringify(lab2.subject("puzzle").board);
  async function title(name) {
    titles ??= new Map((await lab2.engine.call("techniques", {})).techniques.map((t) => [t.name, t.title]));
    return titles.get(name) ?? name;
  }
  function mark(chosen) {
    for (const b of list.querySelectorAll("[aria-current]")) {
      b.removeAttribute("aria-current");
    }
    chosen?.setAttribute("aria-current", "step");
  }
  function draw(i, b) {
    stage.take(release, mirror);
    mark(b);
    off.hidden = false;
    stage.draw(steps[i].frame);
    lab2.say(`Step ${i + 1} of ${steps.length} is on the board.`, "plain");
  }
  function keys(event) {
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at >= 0 && all[to]) {
      event.preventDefault();
      all[to].focus();
      all[to].click();
    }
  }
  const refused = (r) => Boolean(honest[r.kind]) && r.kind !== "solved";
  const tone = (r) => r.kind === "unsat" ? "bad" : refused(r) ? "plain" : "good";
  async function show(r) {
    if (refused(r)) {
      told.replaceChildren(el("p", {}, honest[r.kind]));
      return true;
    }
    if (r.steps === 0 && r.kind === "solved") {
      told.replaceChildren(el("p", {}, honest.solved));
      return true;
    }
    const fact = (name, value) => [el("dt", {}, name), el("dd", {}, value)];
    const now = rated;
    const hardest = r.hardest && r.hardest !== "none" ? await title(r.hardest) : "none";
    if (now !== rated) {
      return false;
    }
    told.replaceChildren(
      r.kind === "stuck" ? el("p", {}, `The techniques leave ${plural(r.open, "cell")} empty: beyond them it takes guesses. The figures are of the steps before.`) : "",
      el(
        "dl",
        { class: "facts" },
        ...fact("Hardest step", hardest),
        ...fact("Level", r.level || "none"),
        ...fact("Score as HoDoKu counts", r.score.toLocaleString("en")),
        ...fact("Sudoku Explainer scale", r.se.toFixed(1)),
        ...fact("Steps", r.steps.toLocaleString("en"))
      )
    );
    return true;
  }
  async function rate() {
    const { board } = lab2.subject("puzzle");
    const r = await attempt(lab2, "Rating", ({ signal }) => lab2.engine.call("rate", { board }, { signal, steady: "puzzle" }));
    if (r) {
      forget();
      if (await show(r)) {
        lab2.say(refused(r) ? honest[r.kind] : "Rated.", tone(r));
      }
    }
  }
  function forget() {
    steps = [];
    rated = puzzle();
    list.replaceChildren();
    told.replaceChildren();
  }
  async function way() {
    const of = lab2.subject("puzzle");
    forget();
    stage.clear();
    const r = await attempt(lab2, "The way to the solution", ({ signal, progress }) => lab2.engine.call("path", { board: of.board }, {
      signal,
      steady: "puzzle",
      onEvent(step) {
        of.dress(step.frame);
        const i = steps.push(step) - 1;
        list.append(el("li", {}, el("button", { type: "button", onclick: (event) => draw(i, event.currentTarget) }, sentence2(step.text))));
        progress(null, plural(steps.length, "step"));
      }
    }));
    if (r && await show(r)) {
      lab2.say(steps.length ? `${plural(steps.length, "step")}; choose one to see it on the board.` : told.textContent, tone(r));
    }
  }
  lab2.on("change", () => {
    if (rated !== puzzle()) {
      forget();
    }
  });
  body.append(
    el("p", { class: "note" }, "By the steps that a person needs from the givens on, whatever has been put in since."),
    el("div", { class: "bar" }, button("rate", "Rate", rate), button("way-show", "Show the whole way", way), off),
    told,
    mirror,
    list
  );
}

// web/sheet.js
var MOST2 = 60;
var COLUMNS = { 1: 1, 2: 1, 4: 2, 6: 2, 12: 3 };
var BOXES = { 4: [2, 2], 6: [2, 3], 9: [3, 3], 16: [4, 4], 25: [5, 5] };
var svg2 = (name, attributes, text2) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) {
    e.setAttribute(k, v);
  }
  if (text2 !== void 0) {
    e.textContent = text2;
  }
  return e;
};
function drawn(cells, givens, label) {
  const n = Math.sqrt(cells.length);
  const [rows2, columns] = BOXES[n];
  const unit = 20;
  const all = n * unit;
  const g = svg2("svg", { viewBox: `-1 -1 ${all + 2} ${all + 2}`, role: "img", "aria-label": label });
  for (let c = 0; c < cells.length; c++) {
    if (cells[c] !== ".") {
      const given = givens[c] !== ".";
      g.append(svg2("text", {
        x: (c % n + 0.5) * unit,
        y: (Math.floor(c / n) + 0.5) * unit + 5,
        "text-anchor": "middle",
        "font-size": 14,
        fill: given ? "#000" : "#444",
        "font-weight": given && cells !== givens ? 700 : 400
      }, cells[c]));
    }
  }
  for (let i = 0; i <= n; i++) {
    g.append(
      svg2("path", { d: `M0 ${i * unit}H${all}`, stroke: "#000", "stroke-width": i % rows2 === 0 ? 1.6 : 0.4 }),
      svg2("path", { d: `M${i * unit} 0V${all}`, stroke: "#000", "stroke-width": i % columns === 0 ? 1.6 : 0.4 })
    );
  }
  return g;
}
function page({ title, drawings, per }) {
  return el(
    "section",
    { class: `sheet-page sheet-${per}` },
    el("h2", {}, title),
    el("div", { class: `sheet-grid sheet-columns-${COLUMNS[per]}` }, ...drawings.map(([name, drawing]) => el("figure", {}, drawing, el("figcaption", {}, name))))
  );
}
function sheets(lab2) {
  const { element: element2, body } = lab2.section("Sheet to print", { id: "section-sheet" });
  const kind = el("select", { id: "sheet-kind" });
  const side = el("select", { id: "sheet-side", onchange: () => kinds() });
  const count3 = el("input", { type: "number", id: "sheet-count", min: 1, max: MOST2, step: 1, value: 6, inputmode: "numeric" });
  const per = el("select", { id: "sheet-per" });
  const seed2 = el("input", { type: "number", id: "sheet-seed", min: 0, max: 4294967295, step: 1, placeholder: "any", inputmode: "numeric" });
  const told = el("p", { class: "told", id: "sheet-told" });
  const again = button("sheet-print", "Print", () => printed(), { disabled: true });
  const paper = el("div", { class: "sheet", id: "sheet-paper" });
  document.body.append(paper);
  options(side, [["", Object.keys(BOXES).filter((n) => n < 25).map((n) => [n, `${n}\xD7${n}`])]]);
  side.value = "9";
  options(per, [["", Object.keys(COLUMNS).map((n) => [n, n])]]);
  per.value = "6";
  let techniques2 = null;
  function kinds() {
    const steps = ["easy", ...side.value === "4" ? [] : ["medium", "hard", "expert", "extreme"]].map((level) => [`level ${level}`, level]);
    const givens = ["easy", "medium", "hard"].map((level) => [`level document-${level}`, `document's ${level}: single candidates solve it`]);
    options(kind, [["By level", steps], ["By givens", [...givens, ["minimal", "minimal: no given can be spared"]]], ...side.value === "9" && techniques2 ? [["By the hardest step", techniques2.map((t) => [`technique ${t.name}`, t.title])]] : []]);
  }
  async function list() {
    try {
      techniques2 ??= (await lab2.engine.call("techniques", {})).techniques;
    } catch {
      techniques2 = null;
    }
    kinds();
  }
  function printed() {
    document.body.classList.add("printing-sheet");
    addEventListener("afterprint", () => document.body.classList.remove("printing-sheet"), { once: true });
    print();
  }
  async function make() {
    const asked = Number(count3.value);
    if (!Number.isInteger(asked) || asked < 1 || asked > MOST2) {
      told.textContent = `Puzzles: a whole number from 1 to ${MOST2}.`;
      count3.focus();
      return;
    }
    const chosen = seed2.value === "" ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(seed2.value);
    if (!Number.isInteger(chosen) || chosen < 0 || chosen > 4294967295) {
      told.textContent = "Seed: a whole number from 0 to 4,294,967,295.";
      seed2.focus();
      return;
    }
    const [how, value] = kind.value.split(" ");
    const args = { side: Number(side.value), count: asked, seed: chosen, ...how === "minimal" ? { minimal: true } : { [how]: value } };
    const puzzles = [];
    const made2 = await attempt(lab2, "Making a sheet", ({ signal, progress }) => lab2.engine.call("generate", args, {
      signal,
      onEvent({ puzzle, tried }) {
        if (puzzle) {
          puzzles.push(puzzle);
        }
        progress(puzzles.length / asked, `${puzzles.length} of ${asked}${tried ? `, ${tried} looked at` : ""}`);
      }
    }));
    if (!made2 || puzzles.length === 0) {
      return;
    }
    const name = `Sudoku, ${kind.selectedOptions[0].textContent.replace(/[,:].*/, "")}`;
    const size = Number(per.value);
    const pages = [];
    for (let from = 0; from < puzzles.length; from += size) {
      const here = puzzles.slice(from, from + size);
      const title = (what) => `${name}: ${what}${puzzles.length > size ? ` ${from + 1} to ${from + here.length}` : ""}`;
      pages.push(
        page({ title: title("puzzles"), per: size, drawings: here.map((p, i) => [`${from + i + 1}`, drawn(p.board.cells, p.board.cells, `Puzzle ${from + i + 1}, ${p.givens} givens`)]) }),
        page({ title: title("answers"), per: size, drawings: here.map((p, i) => [`Answer ${from + i + 1}`, drawn(p.solution, p.board.cells, `Answer ${from + i + 1}`)]) })
      );
    }
    pages.forEach((p) => p.append(el("p", { class: "sheet-foot" }, `sudokulab, seed ${chosen}`)));
    paper.replaceChildren(...pages);
    again.disabled = false;
    told.textContent = `${plural(puzzles.length, "puzzle")} on ${plural(pages.length, "page")}, the answers on the back of each if printed on both sides. Seed ${chosen} makes the same sheet again.`;
    lab2.say("The sheet is ready to print.", "good");
  }
  element2.addEventListener("toggle", () => element2.open && !techniques2 && list());
  kinds();
  body.append(
    el("div", { class: "form" }, field("Kind", kind), field("Side", side), field("Puzzles", count3), field("On a page", per), field("Seed", seed2)),
    el("div", { class: "bar" }, button("sheet-make", "Make", make, { class: "chief" }), again),
    told
  );
}

// web/solutions.js
var HIGHLIGHT2 = 128;
var FOCUS2 = 256;
var LISTED = 1e4;
var COUNTED = 1e6;
var NAMED = 12;
function named(lab2, cells) {
  const words = cells.slice(0, NAMED).map((c) => lab2.cellName(c)).join(", ");
  return cells.length > NAMED ? `${words} and ${cells.length - NAMED} more` : words;
}
function amount({ status: status2, complete, solutions: solutions2 }, digits) {
  if (status2 === "unsat") {
    return `None is left, so ${digits === 1 ? "it" : "at least one of them"} is wrong.`;
  }
  if (status2 === "unique") {
    return "One is left.";
  }
  return `${complete ? "" : "At least "}${solutions2.toLocaleString("en")} are left.`;
}
function differing2(grids) {
  const out = /* @__PURE__ */ new Set();
  for (const g of grids) {
    for (let c = 0; c < g.length; c++) {
      if (g[c] !== grids[0][c]) {
        out.add(c);
      }
    }
  }
  return out;
}
function solutions(lab2, stage) {
  const { body } = lab2.section("All solutions", { id: "section-solutions" });
  let grids = [];
  let differ = /* @__PURE__ */ new Set();
  let of = null;
  let at = -1;
  let before = -1;
  const most = el("input", { type: "number", id: "solutions-most", min: 1, max: LISTED, step: 1, value: 100, inputmode: "numeric" });
  const told = el("p", { class: "told", id: "solutions-told" });
  const position = el("input", { type: "range", id: "solutions-position", min: 1, max: 1, step: 1, value: 1, oninput: () => go(position.value - 1) });
  const count3 = el("output", { class: "player-count", for: "solutions-position" });
  const first = button("solutions-list", "List them", () => list(), { class: "chief" });
  const back = button("solutions-back", "\u2190 Previous", () => go(at - 1));
  const on = button("solutions-next", "Next \u2192", () => go(at + 1));
  const mirror = makeMirror();
  const words = el("p", { class: "player-caption", id: "solutions-words", "aria-live": "polite" });
  const stepper = el(
    "div",
    { class: "player", role: "group", "aria-label": "The solutions one by one", hidden: true },
    el(
      "div",
      { class: "bar" },
      back,
      on,
      button("solutions-fill", "Fill in this one", () => {
        const which = `Solution ${at + 1} of ${grids.length}`;
        const frozen2 = lab2.answering(() => lab2.fill(grids[at]));
        lab2.say(`${which} is filled in.${frozen2}`);
        first.focus();
      }),
      button("solutions-off", "Back to my board", () => {
        stage.clear();
        first.focus();
      })
    ),
    mirror,
    field("Solution", el("span", { class: "player-slider" }, position, count3)),
    words
  );
  let own = null;
  const release = () => {
    own?.abort();
    stepper.hidden = true;
    grids = [];
    at = before = -1;
  };
  function go(i) {
    before = at;
    at = Math.max(0, Math.min(grids.length - 1, i));
    draw();
  }
  function sign() {
    position.max = Math.max(1, grids.length);
    position.value = at + 1;
    position.setAttribute("aria-valuetext", `${at + 1} of ${grids.length}`);
    count3.textContent = `${at + 1} / ${grids.length}`;
    idle(back, at <= 0);
    idle(on, at >= grids.length - 1);
  }
  function draw() {
    sign();
    const grid2 = grids[at];
    const old = before >= 0 && before !== at ? grids[before] : grid2;
    const changed = [];
    const marks = [...grid2].map((digit, c) => {
      if (digit !== old[c]) {
        changed.push(c);
      }
      return (differ.has(c) ? HIGHLIGHT2 : 0) | (digit !== old[c] ? FOCUS2 : 0);
    });
    words.textContent = changed.length > 0 ? `Changed since solution ${before + 1}, ringed: ${named(lab2, changed)}.` : differ.size > 0 ? `Tinted where the listed ones differ: ${named(lab2, [...differ].sort((a, b) => a - b))}.` : "";
    stage.draw(of.dress({ board: { ...of.board, cells: grid2 }, marks, caption: `Solution ${at + 1} of ${grids.length}${of.aside}.` }));
  }
  async function list() {
    const asked = Number(most.value);
    if (!Number.isInteger(asked) || asked < 1 || asked > LISTED) {
      told.textContent = `Solutions to list: a whole number from 1 to ${LISTED.toLocaleString("en")}.`;
      most.focus();
      return;
    }
    stage.clear();
    of = lab2.subject("yours");
    const { board, says } = of;
    own?.abort();
    own = new AbortController();
    const gone = own.signal;
    stage.take(release, mirror);
    const found = [];
    grids = found;
    differ = /* @__PURE__ */ new Set();
    let wanted = 0;
    const shown = () => {
      wanted = 0;
      if (grids !== found) {
        return;
      }
      stepper.hidden = false;
      if (at < 0) {
        go(0);
      } else {
        sign();
      }
    };
    const done = await attempt(lab2, "Listing solutions", ({ signal, progress }) => lab2.engine.call("enumerate", { board, most: asked }, {
      signal: AbortSignal.any([signal, gone]),
      onEvent({ grid: grid2 }) {
        found.push(grid2);
        wanted ||= requestAnimationFrame(shown);
        progress(found.length / asked, plural(found.length, "solution"));
      }
    }));
    if (grids !== found) {
      return;
    }
    if (found.length > 0) {
      differ = differing2(found);
      shown();
      draw();
    }
    if (!done) {
      told.textContent = says(`Stopped after ${plural(found.length, "solution")}; there may be others.`);
    } else if (found.length === 0) {
      told.textContent = says("There is no solution.");
    } else if (done.complete) {
      told.textContent = says(found.length === 1 ? "There is exactly one solution." : `There are exactly ${plural(found.length, "solution")}; they differ in ${plural(differ.size, "cell")}.`);
    } else {
      told.textContent = says(`These are the first ${plural(found.length, "solution")}; there are others. These differ in ${plural(differ.size, "cell")}.`);
    }
    lab2.say(told.textContent, found.length === 0 ? "bad" : found.length === 1 && done?.complete ? "good" : "plain");
  }
  async function number() {
    const [puzzle, yours] = [lab2.subject("puzzle"), lab2.subject("yours")];
    const counted = await attempt(lab2, "Counting solutions", async ({ signal }) => {
      const count4 = ({ board }) => lab2.engine.call("classify", { board, most: COUNTED }, { signal, steady: "board" });
      return [await count4(puzzle), yours.more ? await count4(yours) : null];
    });
    if (!counted) {
      return;
    }
    const [k, mine] = counted;
    const n = k.solutions.toLocaleString("en");
    told.textContent = {
      unsat: "There is no solution: the puzzle is impossible.",
      unique: "There is exactly one solution: the puzzle is a proper one.",
      multiple: k.complete ? `There are exactly ${n} solutions: the puzzle is ambiguous.` : `There are ${n} solutions or more: the puzzle is ambiguous.`
    }[k.status] ?? `A limit came first: ${plural(k.solutions, "solution")} found, and there may be others.`;
    if (mine && k.solutions > 0) {
      told.textContent += ` ${yours.says(amount(mine, yours.yours))}`;
    }
    lab2.say(told.textContent, mine?.status === "unsat" ? "bad" : { unsat: "bad", unique: "good" }[k.status] ?? "plain");
  }
  lab2.on("change", () => {
    told.textContent = "";
  });
  body.append(
    el("p", { class: "note" }, "Counted are those of the puzzle as it was given, and of the puzzle with your own digits where there are any; listed are the latter. Digits that a method found do not count."),
    el("div", { class: "form" }, field("List at most", most)),
    el("div", { class: "bar" }, first, button("solutions-count", "Count up to a million", number)),
    told,
    stepper
  );
}

// web/beside.js
var dotOf = (across) => across > 100 ? 3 : 8;
function strip(canvas, text2, across) {
  const down = Math.ceil(text2.length / across);
  const dot = dotOf(across);
  const [width, height] = [across * dot, down * dot];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const ink = canvas.getContext("2d");
  const colours = getComputedStyle(canvas);
  ink.clearRect(0, 0, width, height);
  for (const [char, colour2, size] of [["#", colours.getPropertyValue("color"), dot * 0.7], ["*", colours.getPropertyValue("border-top-color"), dot]]) {
    ink.fillStyle = colour2;
    for (let i = text2.indexOf(char); i >= 0; i = text2.indexOf(char, i + 1)) {
      ink.fillRect(i % across * dot, Math.floor(i / across) * dot, size, size);
    }
  }
}
var count2 = (text2, char) => text2.split(char).length - 1;
function makeBeside() {
  const title = el("p", { class: "beside-title" });
  const bars = el("ul", { class: "beside-bars" });
  const tables = ["rows", "columns"].map((name) => {
    const canvas = el("canvas", { class: "beside-strip", role: "img" });
    const words = el("p", { class: "note" });
    return { name, canvas, words, element: el("div", { hidden: true }, words, canvas) };
  });
  const element2 = el("div", { class: "beside", hidden: true }, title, bars, ...tables.map((t) => t.element));
  let names = "";
  function lines2(all) {
    const now = all.map((b) => b.name).join("\n");
    if (now === names) {
      return;
    }
    names = now;
    bars.replaceChildren(...all.map((b) => el("li", {}, el("span", {}, b.name), el("meter", { min: 0, "aria-label": b.name }), el("span", { class: "player-count" }))));
  }
  return {
    element: element2,
    /** show draws what a frame has. @param {any} frame of the protocol */
    show(frame) {
      const { beside } = frame;
      element2.hidden = !beside;
      if (!beside) {
        return;
      }
      const { title: name, bars: all = [] } = beside;
      title.textContent = name;
      lines2(all);
      all.forEach((b, i) => {
        const [, meter, said] = bars.children[i].children;
        meter.max = Math.max(1, b.of);
        meter.value = b.left;
        said.textContent = `${b.left.toLocaleString("en")} / ${b.of.toLocaleString("en")}`;
      });
      for (const t of tables) {
        const text2 = beside[t.name] ?? "";
        t.element.hidden = text2 === "";
        if (text2 !== "") {
          strip(t.canvas, text2, frame.board.cells.length);
          const words = `${beside[`${t.name === "rows" ? "row" : "column"}_names`] ?? t.name}: ${[[count2(text2, "#"), "left"], [count2(text2, "*"), "chosen"]].filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`).join(", ") || "none left"}, of ${text2.length}`;
          t.words.textContent = words;
          t.canvas.setAttribute("aria-label", words);
        }
      }
    }
  };
}

// web/methods.js
var details = { strikes: "every strike", steps: "every step", decisions: "decisions", guesses: "guesses only" };
var methodsFor = (lab2, board) => lab2.engine.call("methods", { board });
function choose(select, methods) {
  const families = /* @__PURE__ */ new Map();
  for (const m of methods) {
    families.set(m.family, [...families.get(m.family) ?? [], m]);
  }
  options(select, [...families].map(([family, list]) => [family, list.map((m) => [m.name, m.name + why(m)])]));
}
function why(m) {
  if (m.refuses) {
    return " (not for this board)";
  }
  return m.watched ? "" : " (no film)";
}
function fineness(select, method) {
  const list = method?.frames ?? [];
  options(select, [["", list.length ? list.map((name) => [name, details[name] ?? name]) : [["", "none"]]]]);
  select.selectedIndex = 0;
  select.disabled = list.length < 2;
}
var statuses = {
  unsat: "no solution",
  unique: "one solution",
  multiple: "several solutions",
  found: "a solution found, others not ruled out",
  capped: "stopped at a limit",
  cancelled: "stopped"
};
function seconds(s) {
  if (s < 1e-3) {
    return `${(s * 1e6).toPrecision(3)} \xB5s`;
  }
  return s < 1 ? `${(s * 1e3).toPrecision(3)} ms` : `${s.toPrecision(3)} s`;
}
function rows(solved, method) {
  const all = /* @__PURE__ */ new Map([["Outcome", statuses[solved.status] ?? solved.status]]);
  all.set(method?.nodes ? `Nodes (${method.nodes})` : "Nodes", solved.nodes.toLocaleString("en"));
  all.set("Backtracks", solved.backtracks.toLocaleString("en"));
  for (const c of solved.counters ?? []) {
    all.set(c.name.replaceAll("_", " "), c.value.toLocaleString("en"));
  }
  all.set("Time of this one run", seconds(solved.seconds));
  return all;
}
function counters(runs) {
  const all = runs.map(({ solved, method }) => {
    const r = rows(solved, method);
    if (runs.length > 1 && method?.nodes) {
      r.delete(`Nodes (${method.nodes})`);
      r.set("Nodes", solved.nodes.toLocaleString("en"));
      r.set("A node is", method.nodes);
    }
    return r;
  });
  const first = (name) => ["Outcome", "Nodes", "A node", "Backtracks", "", "Time"].findIndex((x) => x ? name.startsWith(x) : !name.startsWith("Time"));
  const order = [...new Set(all.flatMap((r) => [...r.keys()]))].sort((a, b) => first(a) - first(b));
  return el(
    "table",
    { class: "counters" },
    el("caption", {}, runs.length > 1 ? "What the two runs counted" : "What the run counted"),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Counter"), ...runs.map(({ solved }) => el("th", { scope: "col" }, solved.method)))),
    el("tbody", {}, ...order.map((name) => el("tr", {}, el("th", { scope: "row" }, name), ...all.map((r) => el("td", {}, r.get(name) ?? "\u2013")))))
  );
}

// web/player.js
var MOST3 = 48 << 20;
function weight(frame) {
  const lists = [frame.candidates, frame.removed, frame.strong, frame.marks];
  return lists.reduce((sum, l) => sum + 8 * (l?.length ?? 0), 500) + 100 * ((frame.links?.length ?? 0) + (frame.squares?.length ?? 0)) + (frame.heat?.length ?? 0);
}
var Film = class {
  frames = [];
  cut = false;
  #bytes = 0;
  get length() {
    return this.frames.length;
  }
  add(frame) {
    this.#bytes += weight(frame);
    this.cut ||= this.#bytes > MOST3;
    if (this.cut && this.frames.length > 1) {
      this.frames.pop();
    }
    this.frames.push(frame);
  }
  /** delay is how long a frame stands at normal speed, in milliseconds. */
  delay(i) {
    return this.frames[i].delay_ms || 600;
  }
  /** words are the title, the caption and the legend of a frame. */
  words(i) {
    const { title = "", caption = "" } = this.frames[i];
    return [title && caption ? title + ":" : title, caption, key(this.frames[i])].filter(Boolean).join(" ");
  }
};
var SLOWEST = -2;
var FASTEST = 7;
function times(x) {
  const v = 2 ** x;
  return v < 1 ? `1/${2 ** -x}\xD7` : `${v}\xD7`;
}
function makePlayer(lab2, { id, label, show }) {
  let film = new Film();
  let index = 0;
  let playing = false;
  let finished = true;
  let wanted = 0;
  let before = 0;
  let due = 0;
  const controls = [
    ["first", "\u21E4", "First picture", () => go(0)],
    ["back", "\u2190", "One picture back", () => go(index - 1)],
    ["play", "Play", "", () => playing ? pause() : play()],
    ["forward", "\u2192", "One picture on", () => go(index + 1)],
    ["last", "\u21E5", "Last picture", () => go(film.length - 1)]
  ].map(([name, text2, title, f]) => button(`${id}-${name}`, title ? el("span", { "aria-hidden": "true" }, text2) : text2, f, { class: `player-${name}`, "aria-label": title || null, title: title || null }));
  const toggle = controls[2];
  const position = el("input", { type: "range", id: `${id}-position`, min: 1, max: 1, step: 1, value: 1, oninput: () => go(position.value - 1) });
  const count3 = el("output", { class: "player-count", for: `${id}-position` });
  const speed = el("input", {
    type: "range",
    id: `${id}-speed`,
    min: SLOWEST,
    max: FASTEST,
    step: 1,
    value: Number(lab2.settings.get("player-speed", 0)) || 0,
    oninput: () => tempo()
  });
  const rate = el("output", { class: "player-count", for: `${id}-speed` });
  const caption = el("p", { class: "player-caption", id: `${id}-caption`, "aria-live": "polite" });
  const element2 = el(
    "div",
    { class: "player", id, role: "group", "aria-label": label, hidden: true, onkeydown: keys },
    el("div", { class: "player-buttons" }, ...controls),
    field("Picture", el("span", { class: "player-slider" }, position, count3)),
    field("Speed", el("span", { class: "player-slider" }, speed, rate)),
    caption
  );
  function tempo() {
    const x = Number(speed.value);
    rate.textContent = times(x);
    speed.setAttribute("aria-valuetext", `${times(x)} normal speed`);
    lab2.settings.set("player-speed", x);
  }
  function sign() {
    const n = film.length;
    position.max = Math.max(1, n);
    position.value = index + 1;
    position.setAttribute("aria-valuetext", `${index + 1} of ${n}`);
    count3.textContent = `${n ? index + 1 : 0} / ${n}${finished ? "" : "\u2026"}`;
    controls.slice(0, 2).forEach((b) => idle(b, index === 0));
    controls.slice(3).forEach((b) => idle(b, index >= n - 1));
  }
  function draw() {
    if (film.length === 0) {
      return;
    }
    show(index);
    sign();
    const words = film.words(index);
    if (caption.textContent !== words) {
      caption.textContent = words;
    }
  }
  function go(i) {
    pause();
    index = Math.max(0, Math.min(film.length - 1, i));
    draw();
  }
  function tick(now) {
    wanted = 0;
    if (!playing) {
      return;
    }
    due += Math.min(now - before, 250) * 2 ** Number(speed.value);
    before = now;
    const from = index;
    while (index < film.length - 1 && due >= film.delay(index)) {
      due -= film.delay(index);
      index++;
    }
    if (index !== from) {
      draw();
    }
    if (index >= film.length - 1) {
      due = Math.min(due, film.length ? film.delay(index) : 0);
      if (finished) {
        pause();
        return;
      }
    }
    wanted = requestAnimationFrame(tick);
  }
  function play() {
    if (playing || film.length === 0) {
      return;
    }
    if (finished && index >= film.length - 1) {
      index = 0;
      draw();
    }
    playing = true;
    caption.setAttribute("aria-live", "off");
    toggle.textContent = "Pause";
    before = performance.now();
    due = 0;
    wanted ||= requestAnimationFrame(tick);
  }
  function pause() {
    if (!playing) {
      return;
    }
    playing = false;
    cancelAnimationFrame(wanted);
    wanted = 0;
    toggle.textContent = "Play";
    caption.setAttribute("aria-live", "polite");
  }
  function keys(event) {
    const step = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: film.length - 1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.type === "range" && event.key !== " ") {
      return;
    }
    if (event.key === " " && (event.target.type === "range" || event.target === element2)) {
      event.preventDefault();
      toggle.click();
    } else if (step !== void 0) {
      event.preventDefault();
      go(step);
    }
  }
  tempo();
  sign();
  return {
    element: element2,
    get index() {
      return index;
    },
    get film() {
      return film;
    },
    /** start takes another film, which may still grow, and plays it unless the person wants no motion. */
    start(other) {
      pause();
      speed.value = Number(lab2.settings.get("player-speed", 0)) || 0;
      tempo();
      film = other;
      index = 0;
      finished = false;
      element2.hidden = false;
      caption.textContent = "";
      sign();
    },
    /** grown is told when the film has more frames. */
    grown() {
      if (film.length === 1) {
        draw();
      }
      if (film.length > 0 && !playing && index === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        play();
      }
      count3.textContent = `${index + 1} / ${film.length}\u2026`;
    },
    /** finish is told when the film is whole. */
    finish() {
      finished = true;
      sign();
    },
    pause,
    stop() {
      pause();
      finished = true;
      element2.hidden = true;
    }
  };
}

// web/compare.js
var Pair = class {
  constructor(films) {
    this.films = films;
  }
  get length() {
    return Math.max(...this.films.map((f) => f.length));
  }
  /** at is the frame of one of them while the pair shows frame i. */
  at(which, i) {
    return Math.min(i, this.films[which].length - 1);
  }
  delay(i) {
    return Math.max(...this.films.map((f) => i < f.length ? f.delay(i) : 0));
  }
  words(i) {
    return this.films.map((f, which) => f.length ? `${["Left", "Right"][which]}: ${f.words(this.at(which, i))}` : "").join(" ");
  }
};
function compare(lab2, methods) {
  let pair = new Pair([new Film(), new Film()]);
  const sides = ["left", "right"].map((name, which) => {
    const side = {
      choice: el("select", { id: `compare-${name}`, onchange: () => fineness(side.detail, methods().find((m) => m.name === side.choice.value)) }),
      detail: el("select", { id: `compare-${name}-detail` }),
      picture: el("div", { class: "compare-picture" }),
      words: el("p", { class: "compare-words" }),
      beside: makeBeside()
    };
    side.element = el(
      "section",
      { class: "compare-side", "aria-label": `The method on the ${name}` },
      el("div", { class: "form" }, field(`Method on the ${name}`, side.choice), field("Detail", side.detail)),
      side.picture,
      side.words,
      side.beside.element
    );
    side.draw = (frame) => {
      repaint(side.picture, lab2.picture(frame, lab2.shape(), side.picture.firstElementChild));
      side.beside.show(frame);
    };
    side.show = (i) => {
      const film = pair.films[which];
      if (film.length > 0) {
        side.draw(film.frames[pair.at(which, i)]);
        side.words.textContent = film.words(pair.at(which, i));
      }
    };
    return side;
  });
  const player = makePlayer(lab2, { id: "pair", label: "Player of both films", show: (i) => sides.forEach((s) => s.show(i)) });
  const counted = el("div", { id: "compare-counters" });
  const said = el("p", { class: "note", role: "status", id: "compare-said" });
  let stop = null;
  const dialog = el(
    "dialog",
    {
      class: "compare",
      id: "compare",
      "aria-labelledby": "compare-title",
      onclose: () => {
        stop?.abort();
        player.stop();
      }
    },
    el("header", {}, el("h2", { id: "compare-title" }, "Two methods side by side"), button("compare-start", "Start both", start, { class: "chief" }), button("compare-close", "Close", () => dialog.close())),
    el("div", { class: "compare-sides" }, ...sides.map((s) => s.element)),
    said,
    player.element,
    counted
  );
  document.body.append(dialog);
  lab2.on("change", () => dialog.close());
  async function one(method, detail, film, of, signal) {
    const { board } = of;
    if (method.watched) {
      const onEvent = (frame) => film.add(of.film(frame));
      return lab2.engine.call("watch", { board, method: method.name, frames: detail || void 0 }, { signal, onEvent });
    }
    const solved = await lab2.engine.call("solve", { board, method: method.name }, { signal });
    film.add(of.dress({
      board: { ...board, cells: solved.grid || board.cells },
      caption: `${sentence2(method.unwatched ?? `${method.name} has no film`)} This is ${solved.grid ? "its solution" : "the board, for which it has no solution"}.`
    }));
    return solved;
  }
  async function start() {
    const of = lab2.subject("yours");
    const films = [new Film(), new Film()];
    const chosen = sides.map((s) => methods().find((m) => m.name === s.choice.value));
    const own = new AbortController();
    stop?.abort();
    stop = own;
    counted.replaceChildren();
    const runs = [];
    for (const [which, method] of chosen.entries()) {
      said.textContent = `${method.name} is running\u2026`;
      try {
        runs.push({ solved: await one(method, sides[which].detail.value, films[which], of, own.signal), method });
      } catch (err) {
        if (!err.code) {
          throw err;
        }
        said.textContent = err.code === "cancelled" ? "Stopped." : `${method.name}: ${err.message}`;
        return;
      }
    }
    pair = new Pair(films);
    said.textContent = films.map((film, i) => `${chosen[i].name}${of.aside}: ${plural(film.length, "picture")}${film.cut ? ", the first ones of a longer film and its last" : ""}.`).join(" ");
    player.start(pair);
    player.grown();
    player.finish();
    sides.forEach((s) => s.show(player.index));
    counted.replaceChildren(counters(runs));
  }
  return {
    /** open shows the dialog with a method on the left. */
    open(name) {
      const all = methods();
      const other = all.find((m) => m.watched && m.family !== all.find((x) => x.name === name)?.family);
      sides.forEach((s, i) => {
        choose(s.choice, all);
        s.choice.value = i === 0 ? name : s.choice.value === name ? other?.name ?? name : s.choice.value;
        fineness(s.detail, all.find((m) => m.name === s.choice.value));
        const of = lab2.subject("yours");
        s.draw(of.dress({ board: of.board }));
        s.words.textContent = "";
      });
      said.textContent = "";
      counted.replaceChildren();
      dialog.showModal();
    }
  };
}

// web/watch.js
function watch(lab2, stage) {
  const { element: element2, body } = lab2.section("Watch a method", { id: "section-watch" });
  let methods = [];
  let known = "";
  let solved = null;
  let own = null;
  const choice = el("select", { id: "watch-method", onchange: () => described() });
  const detail = el("select", { id: "watch-detail" });
  const about = el("p", { class: "note", id: "watch-about" });
  const lacks = el("p", { class: "note", hidden: true }, "No learned methods here: \u201Csudokulab page --networks\u201D and \u201Csudokulab serve\u201D have them.");
  const player = makePlayer(lab2, { id: "film", label: "Player of the film", show });
  const beside = makeBeside();
  const mirror = makeMirror();
  const begin = button("watch-start", "Watch", () => start(), { class: "chief" });
  const off = button("watch-off", "Back to my board", () => {
    stage.clear();
    begin.focus();
  }, { hidden: true });
  const fill = button("watch-fill", "Fill in the solution", () => {
    const { method: by } = solved;
    const frozen2 = lab2.answering(() => lab2.fill(solved.grid));
    lab2.say(`The solution that ${by} found is filled in.${frozen2}`);
    begin.focus();
  }, { hidden: true });
  const counted = el("div", { id: "watch-counters" });
  let of = null;
  const release = () => {
    own?.abort();
    player.stop();
    beside.element.hidden = true;
    off.hidden = fill.hidden = true;
  };
  const both = compare(lab2, () => methods);
  function show(i) {
    const frame = player.film.frames[i];
    stage.draw(frame);
    beside.show(frame);
  }
  const method = () => methods.find((m) => m.name === choice.value);
  function described() {
    const m = method();
    fineness(detail, m);
    about.textContent = m ? `${m.about[0].toUpperCase()}${m.about.slice(1)}.${m.refuses ? ` Not for this board: ${m.refuses}.` : m.unwatched ? ` ${sentence2(m.unwatched)}` : ""}` : "";
  }
  async function list() {
    const { board } = lab2.subject("puzzle");
    const key2 = shapeKey(board);
    if (key2 === known) {
      return;
    }
    known = key2;
    try {
      ({ methods } = await methodsFor(lab2, board));
    } catch (err) {
      known = "";
      about.textContent = err.message;
      return;
    }
    choose(choice, methods);
    lacks.hidden = methods.some((m) => m.learned);
    described();
  }
  async function start() {
    await list();
    const m = method();
    if (!m) {
      return;
    }
    const not = m.refuses ? `Not for this board: ${m.refuses}` : m.unwatched;
    if (not) {
      lab2.say(sentence2(not), "bad");
      return;
    }
    own?.abort();
    own = new AbortController();
    const gone = own.signal;
    stage.take(release, mirror);
    const film = new Film();
    player.start(film);
    const asked = lab2.subject("yours");
    of = asked;
    counted.replaceChildren();
    off.hidden = false;
    fill.hidden = true;
    const done = await attempt(lab2, `Watching ${m.name}`, ({ signal, progress }) => lab2.engine.call(
      "watch",
      { board: asked.board, method: m.name, frames: detail.value || void 0 },
      {
        signal: AbortSignal.any([signal, gone]),
        onEvent(frame) {
          film.add(asked.film(frame));
          if (player.film === film) {
            player.grown();
          }
          progress(null, plural(film.length, "picture"));
        }
      }
    ));
    if (player.film !== film) {
      return;
    }
    player.finish();
    if (!done) {
      if (film.length === 0) {
        stage.clear();
      }
      return;
    }
    solved = done;
    fill.hidden = off.hidden || !done.grid;
    counted.replaceChildren(counters([{ solved: done, method: m }]));
    const cut = film.cut ? ` The film is too long: shown are its first ${plural(film.length - 1, "picture")} and the last.` : "";
    lab2.say(`${m.name}${asked.aside}: ${statuses[done.status] ?? done.status}.${cut}`, done.grid ? "good" : done.status === "unsat" ? "bad" : "plain");
  }
  body.append(
    el("div", { class: "form" }, field("Method", choice), field("Detail", detail)),
    about,
    lacks,
    el(
      "div",
      { class: "bar" },
      begin,
      button("watch-compare", "Compare two\u2026", async () => {
        await list();
        player.pause();
        both.open(choice.value);
      }),
      off,
      fill
    ),
    mirror,
    player.element,
    beside.element,
    counted
  );
  element2.addEventListener("toggle", () => element2.open && list());
  lab2.on("change", () => {
    if (of && JSON.stringify(of.board) !== JSON.stringify(lab2.subject("yours").board)) {
      of = null;
      counted.replaceChildren();
    }
    if (element2.open) {
      list();
    }
  });
  if (element2.open) {
    list();
  }
  return { film: () => player.element.hidden ? null : player.film };
}

// web/panels.js
function mount(lab2) {
  float();
  const stage = new Stage(lab2);
  hints(lab2, stage);
  const { film } = watch(lab2, stage);
  solutions(lab2, stage);
  rating(lab2, stage);
  practise(lab2, stage);
  opening(lab2);
  saving(lab2, stage, film);
  sheets(lab2);
}

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
      const text2 = localStorage.getItem(PREFIX + name);
      return text2 === null ? otherwise : JSON.parse(text2);
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
var byId8 = (id) => document.getElementById(id);
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
  constructor(page3) {
    this.#page = page3;
    const { desk: desk2, settings: settings2 } = page3;
    const speed = byId8("speed");
    const kept = Number(settings2.get("speed", 50));
    speed.value = String(kept >= 0 && kept <= 100 ? kept : 50);
    const said = () => {
      const rate = this.#rate();
      const text2 = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} steps a second`;
      speed.setAttribute("aria-valuetext", text2);
      byId8("speed-text").textContent = text2;
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
    return SLOW * (FAST / SLOW) ** (Number(byId8("speed").value) / 100);
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
    byId8("step-text").textContent = "";
    this.#buttons();
    if (task) {
      this.#page.tasks.stop({ quiet: true });
    }
  }
  #run(on) {
    this.#playing = on;
    byId8("step-text").setAttribute("aria-live", on ? "off" : "polite");
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
    this.#tell(this.#frames.at(-1));
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
    this.#tell(frame);
    if (this.#ended) {
      const step = `step ${this.#at + 1}`;
      this.#task.progress(this.#whole ? (this.#at + 1) / this.#frames.length : null, this.#whole ? `${step} of ${this.#frames.length}` : step);
    }
    this.#buttons();
  }
  #tell(frame) {
    byId8("step-text").textContent = frame?.caption ?? frame?.title ?? "";
  }
  #buttons() {
    const any = this.#frames.length > 0;
    const before = any && this.#at < this.#frames.length;
    able("pause", before);
    byId8("pause").textContent = this.#playing || !any ? "Pause" : "Play";
    able("step-back", any && this.#at > 0);
    able("step-forward", before);
    able("finish", before || this.#ended !== null);
  }
};

// web/solve.js
var byId9 = (id) => document.getElementById(id);
var ENDS = {
  unique: ["Solved: there is one solution.", "good"],
  multiple: ["Solved, but this is one of several solutions.", "good"],
  found: ["Solved. Whether there are other solutions, this method does not say.", "good"],
  unsat: ["There is no solution.", "bad"],
  capped: ["The method came to its limits without an answer.", "bad"],
  cancelled: ["The solve was stopped before it had an answer.", "plain"]
};
function wireSolve(page3) {
  const { lab: lab2, game: game2, desk: desk2, settings: settings2 } = page3;
  const select = byId9("method");
  const methods = /* @__PURE__ */ new Map();
  const replay = new Replay(page3);
  byId9("solve").addEventListener("click", () => run(page3, "Solving", (task) => solve(task)));
  byId9("animate").checked = settings2.get("animate", true) !== false;
  byId9("animate").addEventListener("change", ({ target }) => settings2.set("animate", target.checked));
  select.addEventListener("change", () => {
    settings2.set("method", select.value);
    about();
  });
  function about() {
    const m = methods.get(select.value);
    byId9("method-about").textContent = m ? m.about + (m.watched ? "" : " Its steps are not shown here.") : "";
  }
  async function list(shape) {
    const { methods: all, fastest } = await page3.engine.call("methods", { board: toBoard(shape, new Uint8Array(shape.cells)) });
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
  const listed = (shape) => list(shape).catch((err) => page3.status.say(`The methods are not known: ${err.message}`, "bad"));
  desk2.on("shape", listed);
  select.addEventListener("focus", () => methods.size === 0 && listed(game2.shape));
  listed(game2.shape);
  async function solve(task) {
    const of = lab2.subject("yours");
    const { board } = of;
    const method = select.value;
    replay.drop();
    const how = { board, method };
    if (!byId9("animate").checked || !(methods.get(method)?.watched ?? method === "csp")) {
      return finish(of, await lab2.engine.call("solve", how, { signal: task.signal, steady: "board" }), task);
    }
    const frames = [];
    const onEvent = (frame) => frames.push(of.film(frame));
    const solving = lab2.engine.call("watch", how, { onEvent, signal: task.signal });
    await replay.play(frames, task, solving);
    return finish(of, await solving, task);
  }
  async function finish(of, solved, task) {
    let frozen2 = "";
    if (solved.grid) {
      frozen2 = lab2.answering(() => replay.keep(() => lab2.fill(solved.grid)));
    } else {
      desk2.showFor(null);
    }
    const [text2, tone] = solved.status === "capped" && solved.grid && short() || (ENDS[solved.status] ?? [`It ended as ${solved.status}.`, "plain"]);
    const itself = solved.status === "unsat" && of.yours ? await puzzleItself(task) : "";
    return { text: `${of.says(text2)}${itself}${frozen2} ${solved.method}: ${plural(solved.nodes, "node")}, ${plural(solved.backtracks, "backtrack")}, ${duration(solved.seconds)}.`, tone };
  }
  async function puzzleItself(task) {
    const { status: status2 } = await lab2.engine.call("solve", { board: lab2.subject("puzzle").board, seconds: 10 }, { signal: task.signal, steady: "board" });
    return {
      unsat: " Nor is there one for the puzzle alone.",
      unique: " The puzzle alone has one: \u201CFind mistakes\u201D shows what is wrong.",
      multiple: " The puzzle alone has several."
    }[status2] ?? "";
  }
  function short() {
    const cells = game2.cells();
    const empty2 = cells.filter((digit) => !digit).length;
    const clashing = conflictsOf(game2.shape, cells).size;
    if (clashing) {
      return [`Not solved: the method's digits contradict each other in ${plural(clashing, "cell")}.`, "bad"];
    }
    return empty2 ? [`Not solved: the method left ${plural(empty2, "cell")} empty.`, "bad"] : null;
  }
}
function duration(seconds2) {
  if (seconds2 < 5e-5) {
    return "less than the clock shows";
  }
  const [value, unit] = seconds2 < 1 ? [seconds2 * 1e3, "ms"] : [seconds2, "s"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

// web/theme.js
function wireTheme({ desk: desk2, settings: settings2 }) {
  const choice = document.getElementById("theme");
  const apply2 = () => {
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
  apply2();
  choice.addEventListener("change", () => {
    settings2.set("theme", choice.value);
    apply2();
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
game.listen(() => status.say(""));
var desk = new Desk(game, document.getElementById("grid"), (text2, tone) => status.say(text2, tone));
var place3 = new Place(game, desk.grid, (text2, tone) => status.say(text2, tone));
desk.on("select", () => place3.later());
var opened = null;
var engine = {
  /** @param {{steady?: "board" | "puzzle"}} [how] steady is what may not change meanwhile: the answer would be of another one, and its task is stopped */
  async call(name, args, how) {
    const off = how?.steady && desk.on("change", ({ puzzle }) => {
      if ((puzzle || how.steady === "board") && !how.signal.aborted) {
        tasks.stop({ quiet: true });
      }
    });
    try {
      opened ??= open();
      let by;
      try {
        by = await opened;
      } catch (err) {
        opened = null;
        throw new Error(`the engine did not start: ${err.message}`);
      }
      return await by.call(name, args, how);
    } finally {
      off?.();
    }
  }
};
var lab = makeLab({ engine, game, desk, status, tasks, settings });
var page2 = { lab, game, desk, status, tasks, settings, engine };
wireTheme(page2);
wireBar(page2);
wireBoards(page2);
wireGenerate(page2);
wireJudge(page2);
wireSolve(page2);
wireLens(page2);
mount(lab);
document.body.classList.remove("early");

// The board as people see and use it: a grid of cells, each of which can be focused and says what is in it. It shows what it
// is handed and reports what is done to it; it decides nothing.

import { digitOfKey, digitsOf, single, symbol } from "./shape.js";

/**
 * @typedef {object} View what the grid shows
 * @property {ArrayLike<number>} cells digits
 * @property {ArrayLike<number>} givens
 * @property {ArrayLike<number>} yours the person's digits; what is neither given nor the person's was found
 * @property {ArrayLike<number>} marks the person's pencil marks
 * @property {ArrayLike<number> | null} domains null if they are hidden
 * @property {Map<number, Set<string>>} conflicts names of units by cell
 * @property {Set<number>} wrong cells that were found wrong
 * @property {Set<number>} guessed cells that a search decided
 */

/**
 * @typedef {object} Deeds what is done to the grid
 * @property {(cell: number, digit: number) => void} enter a digit, 0 to clear
 * @property {(key: string) => void} refuse a key that is no digit of the board
 * @property {() => void} pencil
 * @property {(cell: number) => void} select
 * @property {(cell: HTMLElement) => void} near which is selected, as it looks now
 */

export class Grid {
  #root;
  #deeds;
  /** @type {import("./shape.js").Shape} */
  #shape;
  #cells = [];
  #shown = [];
  #texts = new Map();
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
  step(key) {
    this.select(this.#moves(false)[key]);
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
    const label = [`row ${Math.floor(c / side) + 1}, column ${(c % side) + 1}`];
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
    let text = this.#texts.get(mask);
    if (text === undefined) {
      const { side } = this.#shape;
      const per = Math.ceil(Math.sqrt(side));
      const lines = [];
      for (let from = 0; from < side; from += per) {
        lines.push(Array.from({ length: per }, (_, i) => (from + i < side && mask & (1 << (from + i)) ? symbol(from + i + 1) : " ")).join(""));
      }
      text = lines.join("\n");
      this.#texts.set(mask, text);
    }
    return text;
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
      PageDown: cells - side + column,
    };
  }

  #key(event) {
    if (event.altKey || event.metaKey || (event.ctrlKey && !["Home", "End"].includes(event.key))) {
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
}

/** tints gives regions that share an edge different tints; square boxes alternate between two. */
export function tints({ side, cells, region, boxRows, boxColumns }) {
  if (boxRows) {
    return region.map((_, c) => (Math.floor(Math.floor(c / side) / boxRows) + Math.floor((c % side) / boxColumns)) % 2);
  }
  const of = new Map();
  for (let r = 0; r < side; r++) {
    const taken = new Set();
    for (let c = 0; c < cells; c++) {
      const beside = [...(c % side ? [c - 1] : []), ...((c + 1) % side ? [c + 1] : []), c - side, c + side];
      if (region[c] === r) {
        beside.forEach((x) => region[x] !== undefined && region[x] !== r && taken.add(of.get(region[x])));
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

/** measureText tells a style sheet how many candidates stand in a line of a cell, and how many lines there are. */
export function measureText(node, side) {
  const places = Math.ceil(Math.sqrt(side));
  node.style.setProperty("--places", places);
  node.style.setProperty("--lines", Math.ceil(side / places));
}

function write(node, text) {
  if (node.textContent !== text) {
    node.textContent = text;
  }
}

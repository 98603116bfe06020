// The board on the page: it shows the game, with the domains and conflicts of the moment, or for a while something else.

import { Grid } from "./grid.js";
import { conflictsOf, domainsOf } from "./rules.js";
import { cellName, single, symbol } from "./shape.js";

const none = new Set();
const noConflicts = new Map();

/** Desk joins a game and a grid. */
export class Desk {
  pencil = false;
  /** cells that were found wrong, until the next change */
  wrong = none;
  #game;
  #say;
  #listeners = new Map();
  #domains = false;
  #transient = null;
  #shape = null;
  #found = {};

  /** @param {import("./state.js").Game} game @param {HTMLElement} root @param {(text: string, tone?: string) => void} say */
  constructor(game, root, say) {
    this.#game = game;
    this.#say = say;
    this.grid = new Grid(root, {
      enter: (cell, digit) => this.enter(cell, digit),
      refuse: (key) => say(`${key} is no digit of this board: it takes ${symbol(1)} to ${symbol(game.shape.side)}.`, "bad"),
      pencil: () => this.setPencil(!this.pencil),
      select: (cell) => this.tell("select", cell),
      near: (cell) => this.tell("near", cell),
    });
    game.listen((why) => {
      this.wrong = none;
      this.#transient = null;
      if (why.other) {
        this.#domains = false; // nobody has asked for those of this puzzle, which may be its answer
      }
      this.draw();
      this.tell("change", why);
    });
    this.draw();
  }

  /** @param {"change" | "select" | "theme" | "pencil" | "shape" | "overlay" | "view" | "reset" | "near"} name @param {(what: any) => void} f @returns {() => void} which ends it */
  on(name, f) {
    if (!this.#listeners.has(name)) {
      this.#listeners.set(name, new Set());
    }
    this.#listeners.get(name).add(f);
    return () => this.#listeners.get(name).delete(f);
  }

  tell(name, what) {
    for (const f of [...(this.#listeners.get(name) ?? [])]) {
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
      this.#say(`${cellName(shape, cell)} is given. “Let the givens be changed” under “Board and puzzle” frees it.`, "bad");
      return;
    }
    if (digit && this.pencil) {
      if (!this.#game.note(cell, digit)) {
        this.#say(`${cellName(shape, cell)} has a digit: clear it to mark candidates.`, "bad");
      } else {
        const on = this.#game.position.marks[cell] & (1 << (digit - 1));
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
    return (this.#known().conflicts ??= conflictsOf(this.#game.shape, this.#game.cells()));
  }

  #reached() {
    return (this.#known().reached ??= domainsOf(this.#game.shape, this.#game.cells()));
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
    const domains = this.#domains ? (other?.domains ?? (other ? domainsOf(shape, cells) : this.#reached()).domains) : null;
    const yours = entries.map((digit, c) => (found[c] ? 0 : digit));
    this.grid.render({
      cells, givens, yours, domains, wrong: this.wrong, guessed: other?.guessed ?? none,
      marks: other ? new Uint32Array(shape.cells) : marks,
      conflicts: other ? noConflicts : this.#conflicts(),
    });
  }

  /** left counts the cells by what AC-3 leaves them. */
  left() {
    const { domains, emptied } = this.#reached();
    return { emptied, open: domains.filter((set) => !single(set)).length };
  }
}

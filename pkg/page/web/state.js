// The position at the board: the puzzle, what a person has entered and noted, and every position before it.

import { plural } from "./parts.js";
import { digitOf, makeShape, readCells, shapeOf, symbol, toBoard } from "./shape.js";

/**
 * @typedef {object} Position never changed once it is there
 * @property {import("./shape.js").Shape} shape
 * @property {Uint8Array} givens
 * @property {Uint8Array} entries
 * @property {Uint32Array} marks the person's pencil marks, sets of digits
 */

/** @param {import("./shape.js").Shape} shape @returns {Position} */
function empty(shape) {
  return { shape, givens: new Uint8Array(shape.cells), entries: new Uint8Array(shape.cells), marks: new Uint32Array(shape.cells) };
}

/** Game is the position with all that came before it and what was taken back. Its listeners hear of each change. */
export class Game {
  /** @type {Position} */
  #now = empty(makeShape(9));
  #past = [];
  #future = [];
  #listeners = new Set();

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
    if (givens[cell] || (entries[cell] === digit && (digit || !marks[cell]))) {
      return false;
    }
    const change = { entries: entries.slice(), marks: marks.slice() };
    change.entries[cell] = digit;
    change.marks[cell] = 0;
    if (digit) {
      for (const peer of shape.peers[cell]) {
        change.marks[peer] &= ~(1 << (digit - 1));
      }
    }
    this.#go(change);
    return true;
  }

  /** note turns a pencil mark on or off. @returns {boolean} false if the cell has a digit */
  note(cell, digit) {
    return this.setMarks([[cell, this.#now.marks[cell] ^ (1 << (digit - 1))]]);
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
    this.#go({ entries: givens.map((digit, c) => (digit ? 0 : cells[c])), marks: new Uint32Array(givens.length) });
  }

  /** fix makes a puzzle of the digits on the board; free makes them all changeable. */
  fix() {
    this.#go({ givens: this.cells(), entries: new Uint8Array(this.shape.cells) }, true);
  }

  free() {
    this.#go({ givens: new Uint8Array(this.shape.cells), entries: this.cells() }, true);
  }
}

/**
 * positionOf makes a position of a board of the lab, all of whose digits are given.
 * @param {{cells: string, diagonals?: boolean, regions?: string}} board
 * @param {{entries?: string, marks?: ArrayLike<number>}} [more]
 * @returns {Position}
 */
export function positionOf(board, { entries, marks } = {}) {
  const strange = [...board.cells, ...(entries ?? "")].find((c) => c !== "." && c !== "0" && !digitOf(c));
  if (strange) {
    throw new Error(`“${strange}” is no digit.`);
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
  for (const list of [position.givens, position.entries]) {
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
    }
    if (position.givens[c] || position.entries[c]) {
      position.marks[c] = 0;
    }
  }
  return position;
}

/** @param {Position} position @returns the board of its givens */
export const puzzleOf = ({ shape, givens }) => toBoard(shape, givens);

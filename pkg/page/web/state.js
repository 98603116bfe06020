// The position at the board: the puzzle, what a person has entered and noted, what methods have found, and every position before it.

import { plural } from "./parts.js";
import { digitOf, makeShape, readCells, shapeOf, symbol } from "./shape.js";

/**
 * @typedef {object} Position never changed once it is there
 * @property {import("./shape.js").Shape} shape
 * @property {Uint8Array} givens
 * @property {Uint8Array} entries the other digits, a person's and those that methods found
 * @property {Uint8Array} found 1 where the entry is one that a method found
 * @property {Uint32Array} marks the person's pencil marks, sets of digits
 */

/** @param {import("./shape.js").Shape} shape @returns {Position} */
function empty(shape) {
  const none = () => new Uint8Array(shape.cells);
  return { shape, givens: none(), entries: none(), found: none(), marks: new Uint32Array(shape.cells) };
}

/** typed says whether a person has typed a puzzle that nobody has begun to answer: every digit is its own, and can be changed. */
const typed = ({ givens, found }) => !givens.some(Boolean) && !found.some(Boolean);

/** puzzleDigits are the digits of the puzzle: the givens, or what has been typed so far. @param {Position} position */
export const puzzleDigits = (position) => (typed(position) ? position.entries : position.givens);

/** yoursOf are the digits that a person has put into a puzzle, 0 elsewhere. @param {Position} position */
export const yoursOf = (position) => position.entries.map((digit, c) => (typed(position) || position.found[c] ? 0 : digit));

/** alone is the puzzle of a position, all its digits given and nothing put in. @param {Position} position @returns {Position} */
export const alone = (position) => ({ ...empty(position.shape), givens: puzzleDigits(position) });

/** frozen makes givens of a typed puzzle, so that it is told from its answer. @param {Position} position @returns {Position} */
const frozen = (position) => (typed(position) ? { ...position, givens: position.entries, entries: new Uint8Array(position.shape.cells) } : position);

const sameShape = (a, b) => a.side === b.side && a.regions === b.regions && a.diagonals === b.diagonals;

/** differing counts the cells in which lists of digits differ. */
const differing = (a, b) => a.filter((x, c) => x !== b[c]).length;

const samePuzzle = (a, b) => sameShape(a.shape, b.shape) && differing(puzzleDigits(a), puzzleDigits(b)) === 0;

/** another says whether a board shows another puzzle than before, and not the one that is just being typed, a digit more or less. */
const another = (a, b) => !sameShape(a.shape, b.shape) || (!samePuzzle(a, b) && differing(digitsOn(a), digitsOn(b)) > 1);

/** digitsOn are the digits that are on a board. @param {Position} position */
const digitsOn = ({ givens, entries }) => givens.map((digit, c) => digit || entries[c]);

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
    const why = { puzzle: !samePuzzle(before, position), other: another(before, position), begins };
    for (const f of [...this.#listeners]) {
      f(why);
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
    if (givens[cell] || (entries[cell] === digit && !found[cell] && (digit || !marks[cell]))) {
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
        change.marks[peer] &= ~(1 << (digit - 1));
      }
    }
    this.#go(change);
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

  /**
   * fill enters the digits that a method found into the cells that have none given. A person's own that are the same stay the person's;
   * a typed puzzle becomes one of givens.
   * @param {ArrayLike<number>} cells 0 where none was found
   */
  fill(cells) {
    const before = frozen(this.#now);
    const yours = yoursOf(before);
    const entries = before.givens.map((digit, c) => (digit ? 0 : cells[c] || yours[c]));
    const found = entries.map((digit, c) => (digit !== yours[c] ? 1 : 0));
    this.#go({ ...before, entries, found, marks: new Uint32Array(this.shape.cells) });
  }

  /** forget takes away what methods have found. @returns {boolean} false if there is nothing of theirs */
  forget() {
    const { entries, found } = this.#now;
    if (!this.hasFound) {
      return false;
    }
    this.#go({ givens: this.#now.givens, entries: entries.map((digit, c) => (found[c] ? 0 : digit)), found: new Uint8Array(this.shape.cells) });
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
}

/**
 * positionOf makes a position of a board of the lab, all of whose digits are given.
 * @param {{cells: string, diagonals?: boolean, regions?: string}} board
 * @param {{entries?: string, found?: string, marks?: ArrayLike<number>}} [more] entries are the person's, found those of methods
 * @returns {Position}
 */
export function positionOf(board, { entries, found, marks } = {}) {
  const strange = [...board.cells, ...(entries ?? ""), ...(found ?? "")].find((c) => c !== "." && c !== "0" && !digitOf(c));
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

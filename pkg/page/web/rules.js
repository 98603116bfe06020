// What can be said of a board at once, while somebody types: which digits contradict each other, and what arc consistency
// leaves each cell. The engine says the same ("check"); here it takes no message to a worker.

import { single } from "./shape.js";

/**
 * conflictsOf finds the cells that share a digit with a cell of one unit.
 * @param {import("./shape.js").Shape} shape
 * @param {ArrayLike<number>} cells
 * @returns {Map<number, Set<string>>} the names of the units by cell
 */
export function conflictsOf(shape, cells) {
  const found = new Map();
  const first = new Int32Array(shape.side + 1);
  const note = (cell, unit) => {
    if (!found.has(cell)) {
      found.set(cell, new Set());
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

/**
 * domainsOf leaves each cell the digits that AC-3 does. For constraints of "not equal" an arc revises only where a cell has
 * one digit left, so it is enough to queue such cells: the result is the same. Where a cell runs out of digits it stops, in
 * the engine's order, with the domains of that moment.
 * @param {import("./shape.js").Shape} shape
 * @param {ArrayLike<number>} cells
 * @returns {{domains: Uint32Array, emptied: number}} emptied is the cell without digits, −1 if there is none
 */
export function domainsOf(shape, cells) {
  const domains = new Uint32Array(shape.cells).fill(shape.all);
  const queue = [];
  for (let c = 0; c < shape.cells; c++) {
    if (cells[c]) {
      domains[c] = 1 << (cells[c] - 1);
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

/**
 * candidatesOf strikes from each empty cell the digits of its peers, and nothing else.
 * @param {import("./shape.js").Shape} shape
 * @param {ArrayLike<number>} cells
 * @returns {Uint32Array} 0 for cells with a digit
 */
export function candidatesOf(shape, cells) {
  return Uint32Array.from({ length: shape.cells }, (_, c) => {
    if (cells[c]) {
      return 0;
    }
    let left = shape.all;
    for (const peer of shape.peers[c]) {
      if (cells[peer]) {
        left &= ~(1 << (cells[peer] - 1));
      }
    }
    return left;
  });
}

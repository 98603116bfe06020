// What a board is made of: its side, its regions, the groups of cells that hold each digit once, and how digits are written.
// Nothing here knows of the page.

const SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa";

/** SIDES are the sides that the page offers; the lab knows others, which can be read in. */
export const SIDES = [4, 6, 9, 16, 25];

/** MOST is the largest side: its digits fit in the bits of a number. */
export const MOST = 30;

/** @param {number} digit from 1 on, 0 for none @returns {string} as the lab writes it */
export const symbol = (digit) => (digit ? SYMBOLS[digit - 1] : ".");

/** @param {string} char @returns {number} the digit that the lab writes so, 0 for none */
export const digitOf = (char) => SYMBOLS.indexOf(char) + 1;

/** @param {string} key @param {number} side @returns {number} the digit of a key on a board of a side, in either case; 0 for none */
export function digitOfKey(key, side) {
  const digit = key.length === 1 ? digitOf(key.toUpperCase()) : 0;
  return digit <= side ? digit : 0;
}

/** @param {number} mask @returns {number[]} the digits of a set, in which digit d is bit d − 1 */
export function digitsOf(mask) {
  const all = [];
  for (let left = mask; left; left &= left - 1) {
    all.push(32 - Math.clz32(left & -left));
  }
  return all;
}

/** @param {number} mask */
export const single = (mask) => mask !== 0 && (mask & (mask - 1)) === 0;

/** blocks are the regions of a board of boxes of some rows and columns. */
function blocks(side, rows, columns) {
  return Array.from({ length: side * side }, (_, c) => Math.floor(Math.floor(c / side) / rows) * (side / columns) + Math.floor((c % side) / columns));
}

/**
 * @typedef {object} Shape
 * @property {number} side
 * @property {number} cells how many
 * @property {number} boxRows rows of a box, 0 if the regions are irregular
 * @property {number} boxColumns
 * @property {number[]} region of each cell
 * @property {string} regions as the lab takes them, "" for square boxes
 * @property {boolean} diagonals
 * @property {{name: string, cells: number[]}[]} units
 * @property {number[][]} peers of each cell, rising
 * @property {number} all the set of all digits
 */

/**
 * makeShape makes a shape. It throws an Error with a sentence for a person if there is none such.
 * @param {number} side
 * @param {{regions?: string, diagonals?: boolean}} [variant]
 * @returns {Shape}
 */
export function makeShape(side, { regions = "", diagonals = false } = {}) {
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
    side, cells: side * side, boxRows: even ? rows : 0, boxColumns: even ? side / rows : 0, region,
    regions: plain ? "" : region.map((r) => symbol(r + 1)).join(""), diagonals, all: 2 ** side - 1,
  };
  shape.units = unitsOf(shape);
  shape.peers = peersOf(shape);
  return shape;
}

/** boxOf is the number of rows of a box of a side: the largest divisor that is not above its root. */
function boxOf(side) {
  let rows = Math.floor(Math.sqrt(side));
  while (side % rows) {
    rows--;
  }
  return rows;
}

/** readRegions numbers the regions of a text by their first cells. */
function readRegions(text, side) {
  const seen = new Map();
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
    ...range.map((b) => ({ name: `${word} ${b + 1}`, cells: region.flatMap((r, cell) => (r === b ? [cell] : [])) })),
  ];
  if (diagonals) {
    units.push({ name: "diagonal 1", cells: range.map((i) => i * side + i) });
    units.push({ name: "diagonal 2", cells: range.map((i) => i * side + side - 1 - i) });
  }
  return units;
}

function peersOf({ cells, units }) {
  const peers = Array.from({ length: cells }, () => new Set());
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

/** @param {Shape} shape @param {number} cell @returns {string} such as r3c5 */
export const cellName = (shape, cell) => `r${Math.floor(cell / shape.side) + 1}c${(cell % shape.side) + 1}`;

/** The shape that was read last, with what it was read from: the pictures of a film have one. */
let lastRead = null;

/** @param {{cells: string, diagonals?: boolean, regions?: string}} board of the lab @returns {Shape} */
export function shapeOf(board) {
  const { cells, regions = "", diagonals = false } = board;
  if (lastRead?.cells !== cells.length || lastRead.regions !== regions || lastRead.diagonals !== diagonals) {
    lastRead = { cells: cells.length, regions, diagonals, shape: makeShape(Math.round(Math.sqrt(cells.length)), { regions, diagonals }) };
  }
  return lastRead.shape;
}

/** @param {Shape} shape @param {ArrayLike<number>} cells @returns {{cells: string, diagonals?: boolean, regions?: string}} as the lab takes it */
export function toBoard(shape, cells) {
  const board = { cells: Array.from(cells, symbol).join("") };
  if (shape.diagonals) {
    board.diagonals = true;
  }
  if (shape.regions) {
    board.regions = shape.regions;
  }
  return board;
}

/** @param {string} text @returns {Uint8Array} the digits of cells */
export const readCells = (text) => Uint8Array.from(text, digitOf);

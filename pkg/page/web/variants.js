// Boards that the lab's generator does not make: with diagonals, with regions that are no square boxes.

import { conflictsOf, domainsOf } from "./rules.js";
import { readCells, single, toBoard } from "./shape.js";

/** Full grids that are tried for one puzzle. */
const ATTEMPTS = 12;

/** The levels of the document, as shares of all cells. */
const LEVELS = { "document-easy": [42 / 81, 45 / 81], "document-medium": [36 / 81, 40 / 81], "document-hard": [32 / 81, 36 / 81] };

/** shuffled returns the numbers from 0 to n − 1 in random order. */
export function shuffled(n) {
  const all = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/**
 * makeVariant makes a puzzle of a shape. By a level of the document, arc consistency alone solves it; by another level or a technique it
 * is rated; by givens, the engine proves that there is one solution.
 * @param {object} engine @param {import("./shape.js").Shape} shape
 * @param {{level?: string, givens?: {low: number, high: number}, minimal?: boolean, technique?: string}} wish
 * @param {import("./tasks.js").Task} task
 */
export async function makeVariant(engine, shape, wish, task) {
  if (wish.technique || wish.level && !LEVELS[wish.level]) {
    return seekVariant(engine, shape, task, async (board) => {
      const { hardest, level } = await engine.call("rate", { board }, { signal: task.signal });
      return hardest === (wish.technique ?? hardest) && level === (wish.level ?? level) ? {} : null;
    });
  }
  const [low, high] = wish.level ? LEVELS[wish.level].map((share) => Math.round(share * shape.cells)) : wish.givens ? [wish.givens.low, wish.givens.high] : [1, shape.cells];
  if (!(low >= 1 && low <= high && high <= shape.cells)) {
    throw new Error(`${low} to ${high} givens: want a range within 1 to ${shape.cells}`);
  }
  let best = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const grid = await fullGrid(engine, shape, task);
    const unique = wish.level ? (cells) => domainsOf(shape, cells).domains.every(single) : async (cells) => {
      const { status } = await engine.call("classify", { board: toBoard(shape, cells) }, { signal: task.signal });
      return status === "unique";
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

/** Puzzles that are looked at for one that is wanted. */
const LOOKED_AT = 2000;

/**
 * seekVariant makes puzzles of a shape, of which no given can be spared, until one is wanted.
 * @template T
 * @param {object} engine @param {import("./shape.js").Shape} shape @param {import("./tasks.js").Task} task
 * @param {(board: object) => Promise<T | null>} wanted what is told of a puzzle that is, null of another
 * @returns {Promise<{board: object, givens: number} & T>}
 */
export async function seekVariant(engine, shape, task, wanted) {
  for (let looked = 0; looked < LOOKED_AT; looked++) {
    const one = { signal: task.signal, progress: (_, text) => task.progress(null, `${looked} puzzles looked at; ${text}`) };
    const made = await makeVariant(engine, shape, { minimal: true }, one);
    const found = await wanted(made.board);
    if (found) {
      return { ...made, ...found };
    }
  }
  throw new Error(`none of ${LOOKED_AT} puzzles of this shape is one; try an easier one`);
}

/** fullGrid fills a board at random: digits are tried at random cells, and stay if a solution is left. */
async function fullGrid(engine, shape, task) {
  const cells = new Uint8Array(shape.cells);
  const ask = () => engine.call("solve", { board: toBoard(shape, cells) }, { signal: task.signal });
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

/**
 * irregular makes regions by exchanging cells between neighbouring boxes, each region hanging together all the time.
 * @param {import("./shape.js").Shape} from the shape with its boxes
 * @returns {number[]} the region of each cell
 */
export function irregular({ side, cells, region }) {
  const of = region.slice();
  const beside = (c) => [...(c % side ? [c - 1] : []), ...((c + 1) % side ? [c + 1] : []), ...(c >= side ? [c - side] : []), ...(c + side < cells ? [c + side] : [])];
  const whole = (r) => {
    const start = of.indexOf(r);
    const seen = new Set([start]);
    const open = [start];
    while (open.length) {
      for (const n of beside(open.pop())) {
        if (of[n] === r && !seen.has(n)) {
          seen.add(n);
          open.push(n);
        }
      }
    }
    return seen.size === side;
  };
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  for (let done = 0, tries = 0; done < 2 * side && tries < 5000; tries++) {
    const a = Math.floor(Math.random() * cells);
    const b = pick(beside(a));
    const [x, y] = [of[a], of[b]];
    if (x === y) {
      continue;
    }
    // a goes to y, and a cell of y that touches x comes back for it.
    const back = pick([...of.keys()].filter((c) => c !== b && of[c] === y && beside(c).some((n) => n !== a && of[n] === x)));
    if (back === undefined) {
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

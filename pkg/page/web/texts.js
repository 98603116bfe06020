// Boards as text: on a line, as a grid, and as a grid with pencil marks; the lab reads all three again.

import { digitsOf, single, symbol } from "./shape.js";

/** forms are the forms by name, with what they are called. */
export const forms = { line: "one line", grid: "grid", marks: "grid with pencil marks" };

const DIAGONALS = /^# side (\d+), each digit once on both long diagonals$/;
const REGIONS = /^# regions: (\S+)$/;

/** rules are what a text form does not hold, as lines that other readers pass over. */
function rules(board) {
  const side = Math.round(Math.sqrt(board.cells.length));
  return [...(board.diagonals ? [`# side ${side}, each digit once on both long diagonals`] : []), ...(board.regions ? [`# regions: ${board.regions}`] : [])];
}

/** rulesOf reads those lines of a text. @param {string} text @returns {{side: number, diagonals: boolean, regions: string}} */
export function rulesOf(text) {
  const found = (pattern) => text.split(/\r?\n/).map((l) => pattern.exec(l)).find(Boolean)?.[1];
  const [side, regions = ""] = [found(DIAGONALS), found(REGIONS)];
  return { side: Number(side ?? Math.round(Math.sqrt(regions.length))), diagonals: side !== undefined, regions };
}

/**
 * grid lays words out, a cell each, in columns, with bars and rulers between boxes where there are any.
 * @param {string[]} words
 */
function grid(words, { side, boxRows, boxColumns }) {
  const boxes = boxRows > 0 && boxColumns > 0 && boxRows * boxColumns === side;
  const width = Array.from({ length: side }, (_, x) => Math.max(...words.filter((_, c) => c % side === x).map((w) => w.length)));
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

/**
 * certain writes a digit so that readers do not take it for a mark, which they do where a cell that it sees has it among several.
 * A cell with one mark they take for a digit: the form cannot tell these apart.
 */
function certain(ch, c, marks, shape) {
  const among = (set) => !single(set) && digitsOf(set).map(symbol).includes(ch);
  return marks && shape.peers[c].some((peer) => among(marks[peer])) ? `u${ch}` : ch;
}

/**
 * textOf writes a board.
 * @param {{cells: string, diagonals?: boolean, regions?: string}} board @param {number[]|null} marks @param {any} shape @param {string} form
 */
export function textOf(board, marks, shape, form) {
  const cells = [...board.cells];
  const lines = rules(board);
  if (form === "grid") {
    lines.push(...grid(cells, shape));
  } else if (form === "marks") {
    lines.push(...grid(cells.map((ch, c) => (ch === "." ? digitsOf(marks?.[c] ?? 0).map(symbol).join("") || "." : certain(ch, c, marks, shape))), shape));
  } else {
    lines.push(board.cells);
  }
  return lines.join("\n") + "\n";
}

// What a question is about, and how its answer says so. A statement about "the puzzle" is one about its givens; where a person's
// digits or found ones count as well, the answer names them.

import { plural } from "./parts.js";
import { puzzleDigits, yoursOf } from "./state.js";
import { symbol, toBoard } from "./shape.js";

/**
 * @typedef {object} Subject
 * @property {{cells: string, diagonals?: boolean, regions?: string}} board for calls
 * @property {string} givens the puzzle's digits, as the lab writes cells
 * @property {number} yours how many digits of the person count besides
 * @property {number} found how many found digits count besides
 * @property {boolean} more whether either does
 * @property {string} name what it is, such as "the puzzle with your 3 digits"
 * @property {string} aside the same behind a name, such as ", with your 3 digits"; "" for the puzzle alone
 * @property {(text: string) => string} says puts in front of a sentence what it is of; nothing for the puzzle alone
 * @property {<F>(frame: F) => F} dress tells a picture which digits are given and which are the person's
 * @property {<F>(frame: F) => F} film dresses a picture of a method at work, whose caption may speak of the subject's solutions
 */

/**
 * subjectOf is what a question is about.
 * @param {import("./state.js").Position} position
 * @param {"puzzle" | "yours" | "board"} which the puzzle alone, with the person's digits, or with found ones as well
 * @returns {Subject}
 */
export function subjectOf(position, which) {
  const puzzle = puzzleDigits(position);
  const yours = which === "puzzle" ? puzzle.map(() => 0) : yoursOf(position);
  const others = position.entries.map((digit, c) => (which === "board" && position.found[c] ? digit : 0));
  const cells = puzzle.map((digit, c) => digit || yours[c] || others[c]);
  const [own, found] = [count(yours), count(others)];
  const words = wordsOf(own, found);
  const givens = text(puzzle);
  const says = (sentence) => (words ? `W${words.slice(1)}: ${sentence[0].toLowerCase()}${sentence.slice(1)}` : sentence);
  const dress = (frame) => Object.assign(frame, { givens, yours: text(yours) });
  return {
    board: toBoard(position.shape, cells), givens, yours: own, found, more: own + found > 0, says, dress,
    name: words ? `the puzzle ${words}` : "the puzzle",
    aside: words ? `, ${words}` : "",
    film: (frame) => Object.assign(dress(frame), /solution/.test(frame.caption) ? { caption: says(frame.caption) } : {}),
  };
}

const count = (cells) => cells.filter(Boolean).length;

const text = (cells) => Array.from(cells, symbol).join("");

/** wordsOf names digits that count besides the puzzle's, "" if there are none. */
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

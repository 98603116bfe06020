// The position in the page's address, behind the "#": the puzzle, a person's digits and found ones, pencil marks and the selected cell. Who has the
// address has the position; going back leads to the puzzle before.

import { plural } from "./parts.js";
import { positionOf } from "./state.js";
import { symbol } from "./shape.js";

/**
 * toHash writes a position.
 *
 *	p  the givens, as the lab writes cells      e  a person's digits, f  those that methods found, likewise
 *	m  pencil marks: sets of digits by cell in base 36, digit d as bit d − 1, "." between them
 *	r  regions, if they are not square boxes    d  1 if the diagonals count      c  the selected cell
 *
 * @param {import("./state.js").Position} position @param {number} selected
 */
export function toHash({ shape, givens, entries, found, marks }, selected) {
  const text = (cells) => Array.from(cells, symbol).join("");
  const parts = new URLSearchParams({ p: text(givens) });
  for (const [name, byMethod] of [["e", 0], ["f", 1]]) {
    const some = entries.map((digit, c) => (found[c] === byMethod ? digit : 0));
    if (some.some(Boolean)) {
      parts.set(name, text(some));
    }
  }
  if (marks.some(Boolean)) {
    parts.set("m", Array.from(marks, (set) => (set ? set.toString(36) : "")).join("."));
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

/**
 * fromHash reads a position, null if there is none in the text. It throws an Error with a sentence if there is a broken one.
 * @param {string} hash
 * @returns {{position: import("./state.js").Position, selected: number} | null}
 */
export function fromHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const cells = parts.get("p");
  if (!cells) {
    return null;
  }
  const board = { cells, regions: parts.get("r") ?? "", diagonals: parts.get("d") === "1" };
  const marks = parts.get("m")?.split(".").map((set) => parseInt(set || "0", 36) || 0);
  const position = positionOf(board, { entries: parts.get("e") ?? undefined, found: parts.get("f") ?? undefined, marks });
  const selected = Number(parts.get("c") ?? 0);
  return { position, selected: Number.isInteger(selected) && selected >= 0 && selected < position.shape.cells ? selected : 0 };
}

/** Milliseconds between two changes of the address, at least. */
const PAUSE = 250;

/** Place keeps the address in step with a game. */
export class Place {
  #game;
  #grid;
  #say;
  #timer = 0;
  #due = "";
  #written = -Infinity;
  #last = "";
  #reading = false;

  /** @param {import("./state.js").Game} game @param {import("./grid.js").Grid} grid @param {(text: string, tone?: string) => void} say */
  constructor(game, grid, say) {
    this.#game = game;
    this.#grid = grid;
    this.#say = say;
    this.#read(true);
    addEventListener("popstate", () => this.#read(false));
    addEventListener("pagehide", () => this.#write(false));
    game.listen(({ begins }) => {
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
      this.#put("replaceState", this.#due); // what the entry that is left held in the end
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
      // Too many changes in a short time: a later one writes it.
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
}

// What the panels are handed: the board to read and change, the engine, the status line, a place for their controls.

import { legend, picture } from "./picture.js";
import { toHash } from "./place.js";
import { candidatesOf } from "./rules.js";
import { alone, positionOf } from "./state.js";
import { subjectOf } from "./subject.js";
import { cellName, makeShape, readCells, symbol } from "./shape.js";

/**
 * makeLab makes it.
 * @param {{engine: object, game: import("./state.js").Game, desk: import("./desk.js").Desk, status: import("./tasks.js").Status,
 *   tasks: import("./tasks.js").Tasks, settings: import("./settings.js").Settings}} parts
 */
export function makeLab({ engine, game, desk, status, tasks, settings }) {
  const cover = document.getElementById("overlay");
  const lab = {
    engine,
    settings,
    /** what a question is about: its board for calls, and words for the answer. @param {"puzzle" | "yours" | "board"} which */
    subject: (which) => subjectOf(game.position, which),
    /** the address of the board as it stands, or of the puzzle alone */
    link: (which) => location.href.replace(/#.*/, "") + (which === "puzzle" ? toHash(alone(game.position), 0) : toHash(game.position, desk.grid.selected)),
    /** the person's pencil marks, for calls; null if there are none */
    marks: () => (game.position.marks.some(Boolean) ? [...game.position.marks] : null),
    shape: () => game.shape,
    selected: () => desk.grid.selected,
    /** @param {{cells: string}} board @param {{marks?: number[], say?: string, found?: string}} [more] */
    setPuzzle(board, { marks, say, found } = {}) {
      game.replace(positionOf(board, { marks, found }));
      if (say) {
        status.say(say);
      }
    },
    /** find enters a digit that a method found */
    find: (cell, digit) => game.find(cell, digit),
    /**
     * strike takes candidates from a cell. If the person has marked nothing there, it is marked first with what its peers leave.
     * @param {number} cell @param {number | number[]} digits
     */
    strike(cell, digits) {
      const struck = [digits].flat().reduce((set, digit) => set | (1 << (digit - 1)), 0);
      let left = game.position.marks[cell];
      if (left === 0) {
        left = candidatesOf(game.shape, game.cells())[cell];
      }
      return game.setMarks([[cell, left & ~struck]]);
    },
    /** @param {string | ArrayLike<number>} cells a solution */
    fill: (cells) => game.fill(typeof cells === "string" ? readCells(cells) : cells),
    /** answering puts in what a method found, and says in a sentence whether a typed puzzle has become one of givens by it */
    answering(puts) {
      const typed = !game.hasGivens;
      puts();
      return typed && game.hasGivens ? " The digits that you typed are its givens now." : "";
    },
    select(cell) {
      desk.grid.select(cell);
      desk.grid.focus(cell);
    },
    say: (text, tone) => status.say(text, tone),
    task: (name) => tasks.start(name),
    on: (name, f) => desk.on(name, f),
    /** overlay draws a frame over the board, which stays beneath; null takes it away, as does any change of the board. */
    overlay(frame) {
      cover.hidden = !frame;
      cover.parentElement.classList.toggle("covered", Boolean(frame));
      const before = cover.firstElementChild;
      const shown = frame && picture(frame, game.shape, before);
      if (shown !== before) {
        cover.replaceChildren(...(shown ? [shown] : []));
      }
      desk.tell("overlay", frame);
    },
    picture,
    legend,
    makeShape,
    cellName: (cell) => cellName(game.shape, cell),
    symbol,
    section,
  };
  desk.on("change", () => lab.overlay(null));
  desk.on("view", () => lab.overlay(null));
  return lab;

  /** section adds one that opens and closes to the tools. */
  function section(title, { id, open = false } = {}) {
    const element = document.createElement("details");
    element.className = "section";
    if (id) {
      element.id = id;
    }
    element.open = open;
    const head = document.createElement("summary");
    const heading = document.createElement("h2");
    heading.textContent = title;
    head.append(heading);
    const body = document.createElement("div");
    body.className = "body";
    element.append(head, body);
    document.getElementById("panels").append(element);
    return { element, body };
  }
}

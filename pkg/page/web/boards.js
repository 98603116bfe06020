// Choosing a board: side, diagonals, regions; and what on it counts as the puzzle.

import { makeShape, symbol } from "./shape.js";
import { irregular } from "./variants.js";

const byId = (id) => document.getElementById(id);

export function wireBoards({ game, desk, status, tasks }) {
  const side = byId("shape-side");
  const regions = byId("shape-regions");
  const own = byId("shape-own");
  const diagonals = byId("shape-diagonals");

  regions.addEventListener("change", () => {
    byId("shape-own-field").hidden = regions.value !== "own";
    if (regions.value === "own" && !own.value.trim()) {
      own.value = written(makeShape(Number(side.value)));
    }
  });

  byId("shape").addEventListener("click", () => {
    try {
      const n = Number(side.value);
      const boxes = makeShape(n);
      let text = "";
      if (regions.value === "irregular") {
        text = irregular(boxes).map((r) => symbol(r + 1)).join("");
      } else if (regions.value === "own") {
        text = own.value.replace(/\s/g, "");
      }
      const shape = makeShape(n, { regions: text, diagonals: diagonals.checked });
      tasks.stop();
      game.clear(shape);
      own.value = written(shape);
      status.say(`An empty board: ${n} × ${n}${shape.diagonals ? ", diagonals count" : ""}${regions.value === "boxes" ? "" : ", other regions"}.`);
    } catch (err) {
      status.say(err.message, "bad");
    }
  });

  const fix = byId("fix");
  fix.addEventListener("click", () => {
    if (game.position.givens.some(Boolean) && !game.position.entries.some(Boolean)) {
      game.free();
      status.say("Every digit can be changed now.");
    } else if (game.position.entries.some(Boolean)) {
      game.fix();
      status.say("These digits are the puzzle now.");
    } else {
      status.say("There is no digit on the board.", "bad");
    }
  });
  desk.on("change", () => {
    const { givens, entries } = game.position;
    fix.textContent = givens.some(Boolean) && !entries.some(Boolean) ? "Let the givens be changed" : "Make these digits the puzzle";
  });

  const follow = (shape) => {
    if (![...side.options].some((o) => Number(o.value) === shape.side)) {
      side.append(new Option(`${shape.side} × ${shape.side}`, String(shape.side)));
    }
    side.value = String(shape.side);
    diagonals.checked = shape.diagonals;
    own.value = written(shape);
    if (shape.boxRows) {
      regions.value = "boxes";
      byId("shape-own-field").hidden = true;
    } else if (regions.value === "boxes") {
      regions.value = "own";
      byId("shape-own-field").hidden = false;
    }
  };
  desk.on("shape", follow);
  follow(game.shape);
}

/** written are the regions of a shape in rows. */
function written({ side, region }) {
  return Array.from({ length: side }, (_, r) => region.slice(r * side, (r + 1) * side).map((x) => symbol(x + 1)).join("")).join("\n");
}

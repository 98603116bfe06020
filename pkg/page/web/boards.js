// Choosing a board: side, diagonals, regions; and what on it counts as the puzzle.

import { able, press } from "./able.js";
import { run } from "./run.js";
import { makeShape, symbol, toBoard } from "./shape.js";
import { irregular } from "./variants.js";

/** How many irregular drawings are tried. */
const DRAWINGS = 30;

const byId = (id) => document.getElementById(id);

export function wireBoards(page) {
  const { game, desk, status } = page;
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

  byId("shape").addEventListener("click", () => run(page, "Making the board", async (task) => {
    const shape = regions.value === "irregular" ? await drawn(task) : makeShape(Number(side.value), {
      regions: regions.value === "own" ? own.value.replace(/\s/g, "") : "", diagonals: diagonals.checked,
    });
    game.clear(shape);
    own.value = written(shape);
    return { text: `An empty board: ${shape.side} × ${shape.side}${shape.diagonals ? ", diagonals count" : ""}${regions.value === "boxes" ? "" : ", other regions"}.` };
  }));

  /** drawn draws irregular regions that can be filled. */
  async function drawn(task) {
    const boxes = makeShape(Number(side.value));
    for (let i = 0; i < DRAWINGS; i++) {
      const text = irregular(boxes).map((r) => symbol(r + 1)).join("");
      const shape = makeShape(boxes.side, { regions: text, diagonals: diagonals.checked });
      const board = toBoard(shape, new Uint8Array(shape.cells));
      const { status: found } = await page.engine.call("solve", { board, seconds: 5, nodes: 100_000 }, { signal: task.signal });
      if (found === "unique" || found === "multiple" || found === "found") {
        return shape;
      }
    }
    throw new Error(`none of ${DRAWINGS} drawings can be filled: try again, or without diagonals`);
  }

  press("fix", () => {
    game.fix();
    status.say("These digits are the puzzle now.");
  });
  press("free", () => {
    const more = game.position.entries.some(Boolean);
    game.free();
    status.say(`Every digit of the puzzle can be changed now.${more ? " What was put into it is gone: Undo brings it back." : ""}`);
  });
  const offer = () => {
    able("fix", game.position.entries.some(Boolean));
    able("free", game.hasGivens);
  };
  offer();
  desk.on("change", offer);

  const follow = (shape) => {
    document.querySelector(".lab").classList.toggle("large", shape.side > 9);
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

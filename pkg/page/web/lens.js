// The lens: where the cells of a board are too small for candidates, it shows the selected one at a size that can be read,
// and arrows lead a finger to the cell beside it. Boards that are large enough have none.

import { measureText } from "./grid.js";
import { closeUp } from "./picture.js";

/** How small the text of candidates may be, in CSS pixels. */
const LEGIBLE = 6;

/** How much of a cell the text of its candidates takes, as app.css has it. */
const SHARE = 0.8;

const byId = (id) => document.getElementById(id);

/** wireLens watches the board and its size. */
export function wireLens({ lab, game, desk }) {
  const grid = byId("grid");
  const lens = byId("lens");
  let cell = null;
  let frame = null;

  const show = () => {
    if (!lens.hidden && cell) {
      const shown = cell.cloneNode(true);
      byId("lens-text").textContent = cell.querySelector(".unseen").textContent;
      for (const name of ["id", "role", "tabindex", "aria-selected", "aria-readonly"]) {
        shown.removeAttribute(name);
      }
      byId("lens-cell").replaceChildren(frame ? closeUp(frame, lab.selected()) : shown);
    }
  };
  const fit = () => {
    const { side } = game.shape;
    const tiny = (grid.clientWidth / side / Math.ceil(Math.sqrt(side))) * SHARE < LEGIBLE;
    grid.classList.toggle("tiny", tiny);
    lens.hidden = !tiny;
    lens.style.setProperty("--side", side);
    measureText(lens, side);
    show();
  };

  desk.on("near", (now) => {
    cell = now;
    show();
  });
  desk.on("overlay", (now) => {
    frame = now;
    show();
  });
  desk.on("shape", fit);
  new ResizeObserver(fit).observe(grid);
  for (const [id, key] of [["lens-left", "ArrowLeft"], ["lens-up", "ArrowUp"], ["lens-down", "ArrowDown"], ["lens-right", "ArrowRight"]]) {
    byId(id).addEventListener("click", () => desk.grid.step(key));
  }
  cell = grid.querySelector("[aria-selected=true]");
  fit();
}

// The panels beside the board, in the order in which they stand.

import { float } from "./afloat.js";
import { opening, saving } from "./exchange.js";
import { Stage } from "./parts.js";
import { practise } from "./practise.js";
import { hints, rating } from "./reasons.js";
import { sheets } from "./sheet.js";
import { solutions } from "./solutions.js";
import { watch } from "./watch.js";

/** mount adds the panels to a lab. @param {any} lab */
export function mount(lab) {
  float();
  const stage = new Stage(lab);
  hints(lab, stage);
  const { film } = watch(lab, stage);
  solutions(lab, stage);
  rating(lab, stage);
  practise(lab, stage);
  opening(lab);
  saving(lab, stage, film);
  sheets(lab);
}

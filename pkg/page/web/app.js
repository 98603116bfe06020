// The page: it joins the board, the controls and the engine.

import { wireBar } from "./bar.js";
import { wireBoards } from "./boards.js";
import { Desk } from "./desk.js";
import { open } from "./engine.js";
import { wireGenerate } from "./generate.js";
import { wireJudge } from "./judge.js";
import { makeLab } from "./lab.js";
import { wireLens } from "./lens.js";
import { mount } from "./panels.js";
import { Place } from "./place.js";
import { Settings } from "./settings.js";
import { wireSolve } from "./solve.js";
import { Game } from "./state.js";
import { START, Status, Tasks } from "./tasks.js";
import { wireTheme } from "./theme.js";

const status = new Status();
const tasks = new Tasks(status);
const settings = new Settings();
const game = new Game();

// Whatever slips through is said, and the page goes on.
const slipped = (err) => status.say(`Something went wrong in this page: ${err?.message ?? err}`, "bad");
addEventListener("error", (event) => slipped(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => slipped(event.reason));

addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    tasks.stop();
  }
});

status.say(START);
game.listen(() => status.say("")); // what was said of the board before; whoever changes it has the word next
const desk = new Desk(game, document.getElementById("grid"), (text, tone) => status.say(text, tone));
const place = new Place(game, desk.grid, (text, tone) => status.say(text, tone));
desk.on("select", () => place.later());

/** The engine starts while the board can be used already; calls wait for it. A start that failed is tried again by the next call. */
let opened = null;
const engine = {
  /** @param {{steady?: "board" | "puzzle"}} [how] steady is what may not change meanwhile: the answer would be of another one, and its task is stopped */
  async call(name, args, how) {
    const off = how?.steady && desk.on("change", ({ puzzle }) => {
      if ((puzzle || how.steady === "board") && !how.signal.aborted) { // else another task has begun, and changes the board
        tasks.stop({ quiet: true });
      }
    });
    try {
      opened ??= open();
      let by;
      try {
        by = await opened;
      } catch (err) {
        opened = null;
        throw new Error(`the engine did not start: ${err.message}`);
      }
      return await by.call(name, args, how);
    } finally {
      off?.();
    }
  },
};

const lab = makeLab({ engine, game, desk, status, tasks, settings });
const page = { lab, game, desk, status, tasks, settings, engine };
wireTheme(page);
wireBar(page);
wireBoards(page);
wireGenerate(page);
wireJudge(page);
wireSolve(page);
wireLens(page);
mount(lab);
document.body.classList.remove("early"); // so that nothing is seen to change its place while the page is read and wired

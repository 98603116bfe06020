// Solving by any method: at once, or step by step at a speed that the slider sets, with pause and steps in both directions.

import { able, press } from "./able.js";
import { conflictsOf } from "./rules.js";
import { run } from "./run.js";
import { readCells, toBoard } from "./shape.js";

const byId = (id) => document.getElementById(id);

/** Steps a second at the slow and at the fast end of the slider. Between them it goes by factors. */
const SLOW = 1;
const FAST = 200;

/** What a status of a solve means to a person. */
const ENDS = {
  unique: ["Solved: there is one solution.", "good"],
  multiple: ["Solved, but this is one of several solutions.", "good"],
  found: ["Solved. Whether there are other solutions, this method does not say.", "good"],
  unsat: ["There is no solution.", "bad"],
  capped: ["The method came to its limits without an answer.", "bad"],
  cancelled: ["The solve was stopped before it had an answer.", "plain"],
};

export function wireSolve(page) {
  const { lab, game, desk, settings } = page;
  const select = byId("method");
  const methods = new Map();
  const player = new Player(page);

  byId("solve").addEventListener("click", () => run(page, "Solving", (task) => solve(task)));
  byId("animate").checked = settings.get("animate", true) !== false;
  byId("animate").addEventListener("change", ({ target }) => settings.set("animate", target.checked));
  select.addEventListener("change", () => {
    settings.set("method", select.value);
    about();
  });

  function about() {
    const m = methods.get(select.value);
    byId("method-about").textContent = m ? m.about + (m.watched ? "" : " Its steps are not shown here.") : "";
  }

  /** list asks which methods take the boards of a shape. */
  async function list(shape) {
    const { methods: all, fastest } = await page.engine.call("methods", { board: toBoard(shape, new Uint8Array(shape.cells)) });
    if (shape !== game.shape) {
      return;
    }
    methods.clear();
    const groups = new Map();
    for (const m of all) {
      methods.set(m.name, m);
      const option = new Option(m.name === fastest ? `${m.name} (fastest)` : m.name, m.name);
      option.disabled = Boolean(m.refuses);
      option.title = m.refuses ?? m.about;
      if (!groups.has(m.family)) {
        const group = document.createElement("optgroup");
        group.label = m.family;
        groups.set(m.family, group);
      }
      groups.get(m.family).append(option);
    }
    const kept = settings.get("method", "csp");
    select.replaceChildren(...groups.values());
    select.value = methods.has(kept) && !methods.get(kept).refuses ? kept : "csp";
    about();
  }
  const listed = (shape) => list(shape).catch((err) => page.status.say(`The methods are not known: ${err.message}`, "bad"));
  desk.on("shape", listed);
  listed(game.shape);

  async function solve(task) {
    const board = lab.board();
    const method = select.value;
    player.drop();
    const how = { board, method };
    if (!byId("animate").checked || !(methods.get(method)?.watched ?? method === "csp")) {
      return finish(await lab.engine.call("solve", how, { signal: task.signal }));
    }
    const frames = [];
    const onEvent = (frame) => frames.push(frame);
    const solving = lab.engine.call("watch", how, { onEvent, signal: task.signal });
    await player.play(frames, task, solving);
    return finish(await solving);
  }

  function finish(solved) {
    if (solved.grid) {
      player.keep(() => lab.fill(solved.grid));
    } else {
      desk.showFor(null);
    }
    const [text, tone] = (solved.status === "capped" && solved.grid && short()) || (ENDS[solved.status] ?? [`It ended as ${solved.status}.`, "plain"]);
    const [nodes, backtracks] = [solved.nodes, solved.backtracks].map((n) => n.toLocaleString("en"));
    return { text: `${text} ${solved.method}: ${nodes} nodes, ${backtracks} backtracks, ${duration(solved.seconds)}.`, tone };
  }

  /** short says how far a method came whose digits are no solution. */
  function short() {
    const cells = game.cells();
    const empty = cells.filter((digit) => !digit).length;
    const clashing = conflictsOf(game.shape, cells).size;
    if (clashing) {
      return [`Not solved: the method's digits contradict each other in ${clashing} cells.`, "bad"];
    }
    return empty ? [`Not solved: the method left ${empty} cells empty.`, "bad"] : null;
  }
}

/** duration writes seconds to two digits, with a unit that suits. */
function duration(seconds) {
  const [value, unit] = seconds < 1 ? [seconds * 1000, "ms"] : [seconds, "s"];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** Player shows the frames of a solve on the board. */
class Player {
  #page;
  #frames = [];
  #at = 0;
  #playing = false;
  #keeping = false;
  #ended = null;
  #task = null;
  #owed = 0;
  #last = 0;
  #whole = false;
  #hurried = false;

  constructor(page) {
    this.#page = page;
    const { desk, settings } = page;
    const speed = byId("speed");
    const kept = Number(settings.get("speed", 50));
    speed.value = String(kept >= 0 && kept <= 100 ? kept : 50);
    const said = () => speed.setAttribute("aria-valuetext", `${this.#rate().toPrecision(2)} steps a second`);
    said();
    speed.addEventListener("input", () => {
      settings.set("speed", Number(speed.value));
      said();
    });
    press("pause", () => this.#run(!this.#playing));
    press("step-back", () => this.#step(-1));
    press("step-forward", () => this.#step(1));
    press("finish", () => this.#end());
    desk.on("change", () => this.#keeping || this.drop());
  }

  #rate() {
    return SLOW * (FAST / SLOW) ** (Number(byId("speed").value) / 100);
  }

  /**
   * play shows frames one after another, and returns after the last one.
   * @param {object[]} frames which may still grow
   * @param {import("./tasks.js").Task} task
   * @param {Promise<any>} coming which is there when the frames are whole
   */
  play(frames, task, coming) {
    this.#frames = frames;
    this.#at = -1;
    this.#task = task;
    this.#owed = 1;
    this.#whole = this.#hurried = false;
    return new Promise((resolve, reject) => {
      this.#ended = resolve;
      const over = (err) => {
        this.#ended = null;
        this.drop();
        this.#page.desk.showFor(null);
        reject(err);
      };
      task.signal.addEventListener("abort", () => over(new Error("stopped")));
      coming.then(() => {
        this.#whole = true;
        if (frames.length === 0 || this.#hurried) {
          this.#end();
        }
      }, over);
      this.#run(true);
    });
  }

  /** keep lets a change happen without forgetting the frames, so that they can be gone through once more. */
  keep(change) {
    this.#keeping = true;
    try {
      change();
    } finally {
      this.#keeping = false;
    }
  }

  /** drop forgets the frames. */
  drop() {
    const task = this.#ended && this.#task;
    this.#frames = [];
    this.#playing = false;
    this.#ended = null;
    this.#task = null;
    byId("step-text").textContent = "";
    this.#buttons();
    if (task) {
      // A person has changed the board while its solve was shown: the solve is over.
      this.#page.tasks.stop({ quiet: true });
    }
  }

  #run(on) {
    this.#playing = on;
    byId("step-text").setAttribute("aria-live", on ? "off" : "polite");
    this.#buttons();
    if (on) {
      this.#last = performance.now();
      requestAnimationFrame((now) => this.#tick(now));
    }
  }

  #tick(now) {
    if (!this.#playing) {
      return;
    }
    this.#owed += ((now - this.#last) / 1000) * this.#rate();
    this.#last = now;
    const steps = Math.floor(this.#owed);
    if (steps > 0) {
      this.#owed -= steps;
      const left = this.#frames.length - 1 - this.#at;
      if (steps > left && this.#whole) {
        this.#end();
        return;
      }
      if (left > 0) {
        this.#at += Math.min(steps, left);
        this.#show();
      }
    }
    requestAnimationFrame((later) => this.#tick(later));
  }

  #step(by) {
    if (this.#playing) {
      this.#run(false);
    }
    const to = this.#at + by;
    if (to >= this.#frames.length) {
      if (this.#whole) {
        this.#end();
      }
    } else if (to >= 0) {
      this.#at = to;
      this.#show();
    }
  }

  /** end is after the last frame: the caller of play goes on, or the board is as it was before a second look. */
  #end() {
    if (!this.#whole) {
      this.#hurried = true;
      this.#at = this.#frames.length - 1;
      this.#run(false);
      return;
    }
    this.#at = this.#frames.length;
    this.#playing = false;
    const ended = this.#ended;
    this.#ended = null;
    this.#page.desk.showFor(null);
    this.#buttons();
    ended?.();
  }

  #show() {
    const frame = this.#frames[this.#at];
    const cells = readCells(frame.board.cells);
    const domains = frame.candidates && Uint32Array.from(frame.candidates, (set, c) => (cells[c] ? 1 << (cells[c] - 1) : set));
    const guessed = new Set((frame.marks ?? []).flatMap((bits, c) => (bits & 16 ? [c] : [])));
    this.#page.desk.showFor({ cells, domains, guessed });
    byId("step-text").textContent = frame.caption ?? frame.title ?? "";
    if (this.#ended) {
      const step = `step ${this.#at + 1}`;
      this.#task.progress(this.#whole ? (this.#at + 1) / this.#frames.length : null, this.#whole ? `${step} of ${this.#frames.length}` : step);
    }
    this.#buttons();
  }

  #buttons() {
    const any = this.#frames.length > 0;
    const before = any && this.#at < this.#frames.length;
    able("pause", before);
    byId("pause").textContent = this.#playing || !any ? "Pause" : "Play";
    able("step-back", any && this.#at > 0);
    able("step-forward", before);
    able("finish", before);
  }
}

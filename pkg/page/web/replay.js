// Showing the steps of a solve on the board itself, at a speed that the slider sets, with pause and steps in both directions.

import { able, press } from "./able.js";
import { readCells } from "./shape.js";

const byId = (id) => document.getElementById(id);

/** Steps a second at the slow and at the fast end of the slider. Between them it goes by factors. */
const SLOW = 1;
const FAST = 200;

/** Replay shows the frames of a solve on the board. */
export class Replay {
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
    const said = () => {
      const rate = this.#rate();
      const text = `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} steps a second`;
      speed.setAttribute("aria-valuetext", text);
      byId("speed-text").textContent = text;
    };
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
    this.#tell(this.#frames.at(-1));
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
    this.#tell(frame);
    if (this.#ended) {
      const step = `step ${this.#at + 1}`;
      this.#task.progress(this.#whole ? (this.#at + 1) / this.#frames.length : null, this.#whole ? `${step} of ${this.#frames.length}` : step);
    }
    this.#buttons();
  }

  #tell(frame) {
    byId("step-text").textContent = frame?.caption ?? frame?.title ?? "";
  }

  #buttons() {
    const any = this.#frames.length > 0;
    const before = any && this.#at < this.#frames.length;
    able("pause", before);
    byId("pause").textContent = this.#playing || !any ? "Pause" : "Play";
    able("step-back", any && this.#at > 0);
    able("step-forward", before);
    able("finish", before || this.#ended !== null);
  }
}

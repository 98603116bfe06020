// The status line, and the one long action that may be under way, with its progress and its Stop button.

const byId = (id) => document.getElementById(id);

/** What the status says before anything has been done. */
export const START = "Type a puzzle, or generate one.";

/** How long an action runs before its progress is shown, in milliseconds: most end sooner. */
const PATIENCE = 150;

/** How often the time of an action is shown whose end nobody knows, in milliseconds. */
const TICK = 200;

/** Status is the line under the board. */
export class Status {
  #line = byId("status");

  /** @param {string} text @param {"plain" | "good" | "bad"} [tone] */
  say(text, tone = "plain") {
    this.#line.dataset.tone = tone;
    // A mark beside the colour.
    const mark = { plain: "", good: "✓ ", bad: "! " }[tone];
    this.#line.textContent = mark + text;
  }
}

/**
 * @typedef {object} Task
 * @property {AbortSignal} signal
 * @property {(fraction: number | null, text?: string) => void} progress null where nobody knows how far it is
 * @property {() => void} done
 * @property {boolean} quiet whether nothing is to be said of its being stopped
 */

/** Tasks runs one long action at a time; another one stops it. */
export class Tasks {
  #now = null;
  #status;

  /** @param {Status} status */
  constructor(status) {
    this.#status = status;
    byId("stop").addEventListener("click", () => this.stop());
  }

  /** @param {{quiet?: boolean}} [how] quiet where something else has the word */
  stop({ quiet = false } = {}) {
    if (this.#now) {
      this.#now.quiet = quiet;
      this.#now.stop();
    }
  }

  get busy() {
    return this.#now !== null;
  }

  /** @param {string} name what goes on, such as "Solving" @returns {Task} */
  start(name) {
    this.stop({ quiet: true });
    const control = new AbortController();
    const begun = performance.now();
    const bar = byId("progress");
    const work = byId("work");
    let known = null;
    let text = "";
    const show = () => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      work.classList.add("on");
      if (known === null) {
        bar.removeAttribute("value");
      } else {
        bar.value = known;
      }
      byId("work-text").textContent = known === null ? [text, `${seconds} s`].filter(Boolean).join(", ") : text;
    };
    let shown = false;
    const first = setTimeout(() => {
      shown = true;
      this.#status.say(`${name} …`);
      show();
    }, PATIENCE);
    const tick = setInterval(() => known === null && shown && show(), TICK);
    const over = () => {
      clearTimeout(first);
      clearInterval(tick);
      if (this.#now === task) {
        this.#now = null;
        work.classList.remove("on");
        byId("work-text").textContent = "";
      }
    };
    const task = {
      quiet: false,
      signal: control.signal,
      progress: (fraction, said) => {
        known = fraction === null ? null : Math.max(0, Math.min(1, fraction));
        text = said ?? text;
        if (shown && this.#now === task) {
          show();
        }
      },
      done: over,
      stop: () => {
        control.abort();
        over();
      },
    };
    this.#now = task;
    return task;
  }
}

// The status line, and the one long action that may be under way, with its progress and its Stop button.

const byId = (id) => document.getElementById(id);

/** What the status says before anything has been done. */
export const START = "Type a puzzle, or generate one.";

/** How long an action runs before its progress is shown, in milliseconds: most end sooner. */
const PATIENCE = 150;

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

  stop() {
    this.#now?.stop();
  }

  get busy() {
    return this.#now !== null;
  }

  /** @param {string} name what goes on, such as "Solving" @returns {Task} */
  start(name) {
    this.stop();
    const control = new AbortController();
    const begun = performance.now();
    const bar = byId("progress");
    const work = byId("work");
    let known = null;
    let text = "";
    const show = () => {
      const seconds = Math.floor((performance.now() - begun) / 1000);
      work.classList.add("on");
      if (known === null) {
        bar.removeAttribute("value");
      } else {
        bar.value = known;
      }
      byId("work-text").textContent = known === null && seconds > 0 ? `${text} ${seconds} s`.trim() : text;
    };
    let shown = false;
    const first = setTimeout(() => {
      shown = true;
      this.#status.say(`${name} …`);
      show();
    }, PATIENCE);
    const tick = setInterval(() => known === null && show(), 1000);
    const over = () => {
      clearTimeout(first);
      clearInterval(tick);
      if (this.#now === task) {
        this.#now = null;
        work.classList.remove("on");
      }
    };
    const task = {
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

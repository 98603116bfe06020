// Parts of the panels: how they make elements, run tasks, say errors, and share the picture over the board.

import { legend } from "./picture.js";

/**
 * el makes an element. Functions among the properties are listeners ("onclick"), false and null leave one out.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
export function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") {
      e.addEventListener(name.slice(2), value);
    } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
      e[name] = value;
    } else if (value !== false && value !== null && value !== undefined) {
      e.setAttribute(name, value === true ? "" : String(value));
    }
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** button makes a button. @param {string} id @param {string} text @param {(event: Event) => void} onclick */
export const button = (id, text, onclick, props = {}) => el("button", { type: "button", id, onclick, ...props }, text);

/** idle says whether a button has nothing to do now; it keeps the focus. @param {HTMLElement} b @param {boolean} on */
export const idle = (b, on) => b.setAttribute("aria-disabled", String(on));

/** field puts a label around a control. @param {string} text @param {HTMLElement} control */
export const field = (text, control, props = {}) => el("label", { class: "field", ...props }, text, control);

/** options fills a select with groups: lists of [value, text]; a group without a name stands by itself. */
export function options(select, groups) {
  const before = select.value;
  select.replaceChildren(...groups.flatMap(([name, list]) => {
    const all = list.map(([value, text]) => el("option", { value }, text));
    return name ? [el("optgroup", { label: name }, ...all)] : all;
  }));
  const values = [...select.options].map((o) => o.value);
  if (values.includes(before)) {
    select.value = before;
  }
}

/** sentence makes one of a text that says what happened. @param {string} text */
export function sentence(text) {
  const t = text.trim();
  return t === "" ? t : t[0].toUpperCase() + t.slice(1) + (/[.!?]$/.test(t) ? "" : ".");
}

/** key says what the letters and shades of a frame mean, in a sentence; "" if there are none. */
export function key(frame) {
  const lines = frame ? legend(frame) : [];
  return lines.length ? `Key to the picture: ${lines.join("; ")}.` : "";
}

/**
 * attempt runs a task that can be stopped, and says why it failed if it did. It returns undefined then.
 * @template T
 * @param {any} lab @param {string} name what the task does, such as "Rating"
 * @param {(task: {signal: AbortSignal, progress: (fraction: number|null, text?: string) => void}) => Promise<T>} work
 * @returns {Promise<T|undefined>}
 */
export async function attempt(lab, name, work) {
  const task = lab.task(name);
  try {
    return await work(task);
  } catch (err) {
    if (err.code === "cancelled" && (task.quiet || !task.signal.aborted)) {
      return undefined; // something else has the word, or the panel itself has no more use for it
    }
    if (err.code === "cancelled") {
      lab.say(`${name}: stopped.`, "plain");
    } else {
      lab.say(sentence(err.message), "bad");
    }
    return undefined;
  } finally {
    task.done();
  }
}

/** plural writes a number with its noun. @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** shapeKey tells shapes apart. */
export const shapeKey = (board) => `${board.cells.length} ${board.diagonals ? "x" : ""} ${board.regions ?? ""}`;

/** makeMirror is a place within a panel for the picture over the board. Screen readers have the board's. */
export const makeMirror = () => el("div", { class: "mirror", "aria-hidden": "true", hidden: true });

/** repaint puts a picture into a place, where it may stand already. @param {HTMLElement} place @param {SVGElement|null} picture */
export function repaint(place, picture) {
  if (place.firstElementChild !== picture) {
    place.replaceChildren(...(picture ? [picture] : []));
  }
}

/** Stage is the picture over the board, which one panel at a time has. A change of the board, or a picture of another part of the page, takes it away. */
export class Stage {
  /** frame is the one that is shown, null if it is the person's board. */
  frame = null;
  #lab;
  #release = null;
  #mirror = null;

  constructor(lab) {
    this.#lab = lab;
    lab.on("change", () => this.clear());
    lab.on("overlay", (frame) => {
      if (frame !== this.frame) {
        this.frame = null; // another picture is there already
        this.#blank();
        this.clear();
      }
    });
  }

  /**
   * take gives the stage to a panel until release is called.
   * @param {() => void} release @param {HTMLElement} [mirror] has the picture too where the board does not stay in sight beside the panel
   */
  take(release, mirror = null) {
    if (this.#release !== release) {
      this.#release?.();
      this.#release = release;
    }
    const stays = getComputedStyle(document.querySelector(".desk")).position === "sticky";
    this.#blank();
    this.#mirror = stays ? null : mirror;
  }

  /** draw shows a frame of the panel that has the stage. */
  draw(frame) {
    this.frame = frame;
    this.#lab.overlay(frame);
    const mirror = this.#mirror;
    if (mirror) {
      mirror.hidden = !frame;
      repaint(mirror, frame && this.#lab.picture(frame, this.#lab.shape(), mirror.firstElementChild));
    }
  }

  /** clear shows the person's board again. */
  clear() {
    const release = this.#release;
    this.#release = null;
    if (this.frame) {
      this.draw(null);
    }
    this.#blank();
    release?.();
  }

  #blank() {
    if (this.#mirror) {
      this.#mirror.hidden = true;
      repaint(this.#mirror, null);
    }
  }
}

/** deliver has the browser save data as a file. @param {string} name @param {Blob} data */
export function deliver(name, data) {
  const href = URL.createObjectURL(data);
  const a = el("a", { href, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

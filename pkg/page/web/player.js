// A player of films: pictures of one run, played, stepped and searched by slider, by keys and by buttons.

import { button, el, field, idle, key } from "./parts.js";

/** The bytes of numbers that one film may keep; a browser has several times as much. */
const MOST = 48 << 20;

/** @param {any} frame */
function weight(frame) {
  const lists = [frame.candidates, frame.removed, frame.strong, frame.marks];
  return lists.reduce((sum, l) => sum + 8 * (l?.length ?? 0), 500) + 100 * ((frame.links?.length ?? 0) + (frame.squares?.length ?? 0)) + (frame.heat?.length ?? 0);
}

/** Film is the frames of one run. Past its bound the newest one replaces the last, so that the end is always there. */
export class Film {
  frames = [];
  cut = false;
  #bytes = 0;

  get length() {
    return this.frames.length;
  }

  add(frame) {
    this.#bytes += weight(frame);
    this.cut ||= this.#bytes > MOST;
    if (this.cut && this.frames.length > 1) {
      this.frames.pop();
    }
    this.frames.push(frame);
  }

  /** delay is how long a frame stands at normal speed, in milliseconds. */
  delay(i) {
    return this.frames[i].delay_ms || 600;
  }

  /** words are the title, the caption and the legend of a frame. */
  words(i) {
    const { title = "", caption = "" } = this.frames[i];
    return [title && caption ? title + ":" : title, caption, key(this.frames[i])].filter(Boolean).join(" ");
  }
}

const SLOWEST = -2;
const FASTEST = 7;

/** times writes a speed, which is 2 to the power of x. */
function times(x) {
  const v = 2 ** x;
  return v < 1 ? `1/${2 ** -x}×` : `${v}×`;
}

/**
 * makePlayer makes the controls of a film.
 * @param {any} lab
 * @param {{id: string, label: string, show: (i: number) => void}} how show draws frame i; it is called at most once for each
 *   picture of the screen.
 */
export function makePlayer(lab, { id, label, show }) {
  let film = new Film();
  let index = 0;
  let playing = false;
  let finished = true;
  let wanted = 0; // the request of the next picture of the screen, 0 for none
  let before = 0;
  let due = 0; // how long the present frame has stood, at normal speed

  const controls = [
    ["first", "⇤", "First picture", () => go(0)],
    ["back", "←", "One picture back", () => go(index - 1)],
    ["play", "Play", "", () => (playing ? pause() : play())],
    ["forward", "→", "One picture on", () => go(index + 1)],
    ["last", "⇥", "Last picture", () => go(film.length - 1)],
  ].map(([name, text, title, f]) => button(`${id}-${name}`, title ? el("span", { "aria-hidden": "true" }, text) : text, f, { class: `player-${name}`, "aria-label": title || null, title: title || null }));
  const toggle = controls[2];
  const position = el("input", { type: "range", id: `${id}-position`, min: 1, max: 1, step: 1, value: 1, oninput: () => go(position.value - 1) });
  const count = el("output", { class: "player-count", for: `${id}-position` });
  const speed = el("input", {
    type: "range", id: `${id}-speed`, min: SLOWEST, max: FASTEST, step: 1,
    value: Number(lab.settings.get("player-speed", 0)) || 0, oninput: () => tempo(),
  });
  const rate = el("output", { class: "player-count", for: `${id}-speed` });
  const caption = el("p", { class: "player-caption", id: `${id}-caption`, "aria-live": "polite" });
  const element = el("div", { class: "player", id, role: "group", "aria-label": label, hidden: true, onkeydown: keys },
    el("div", { class: "player-buttons" }, ...controls),
    field("Picture", el("span", { class: "player-slider" }, position, count)),
    field("Speed", el("span", { class: "player-slider" }, speed, rate)),
    caption,
  );

  function tempo() {
    const x = Number(speed.value);
    rate.textContent = times(x);
    speed.setAttribute("aria-valuetext", `${times(x)} normal speed`);
    lab.settings.set("player-speed", x);
  }

  /** sign shows where the film is; it changes nothing that is as it was. */
  function sign() {
    const n = film.length;
    position.max = Math.max(1, n);
    position.value = index + 1;
    position.setAttribute("aria-valuetext", `${index + 1} of ${n}`);
    count.textContent = `${n ? index + 1 : 0} / ${n}${finished ? "" : "…"}`;
    controls.slice(0, 2).forEach((b) => idle(b, index === 0));
    controls.slice(3).forEach((b) => idle(b, index >= n - 1));
  }

  function draw() {
    if (film.length === 0) {
      return;
    }
    show(index);
    sign();
    const words = film.words(index);
    if (caption.textContent !== words) {
      caption.textContent = words;
    }
  }

  /** go stops and shows a frame. */
  function go(i) {
    pause();
    index = Math.max(0, Math.min(film.length - 1, i));
    draw();
  }

  function tick(now) {
    wanted = 0;
    if (!playing) {
      return;
    }
    due += Math.min(now - before, 250) * 2 ** Number(speed.value);
    before = now;
    const from = index;
    while (index < film.length - 1 && due >= film.delay(index)) {
      due -= film.delay(index);
      index++;
    }
    if (index !== from) {
      draw();
    }
    if (index >= film.length - 1) {
      due = Math.min(due, film.length ? film.delay(index) : 0);
      if (finished) {
        pause();
        return;
      }
    }
    wanted = requestAnimationFrame(tick);
  }

  function play() {
    if (playing || film.length === 0) {
      return;
    }
    if (finished && index >= film.length - 1) {
      index = 0;
      draw();
    }
    playing = true;
    caption.setAttribute("aria-live", "off"); // a reader cannot keep up with a film
    toggle.textContent = "Pause";
    before = performance.now();
    due = 0;
    wanted ||= requestAnimationFrame(tick);
  }

  function pause() {
    if (!playing) {
      return;
    }
    playing = false;
    cancelAnimationFrame(wanted);
    wanted = 0;
    toggle.textContent = "Play";
    caption.setAttribute("aria-live", "polite");
  }

  /** keys: space plays and pauses, arrows step, Home and End go to the ends, wherever the focus is within the player. */
  function keys(event) {
    const step = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: film.length - 1 }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.type === "range" && event.key !== " ") {
      return;
    }
    if (event.key === " " && (event.target.type === "range" || event.target === element)) {
      event.preventDefault();
      toggle.click();
    } else if (step !== undefined) {
      event.preventDefault();
      go(step);
    }
  }

  tempo();
  sign();
  return {
    element,
    get index() {
      return index;
    },
    get film() {
      return film;
    },
    /** start takes another film, which may still grow, and plays it unless the person wants no motion. */
    start(other) {
      pause();
      speed.value = Number(lab.settings.get("player-speed", 0)) || 0;
      tempo();
      film = other;
      index = 0;
      finished = false;
      element.hidden = false;
      caption.textContent = "";
      sign();
    },
    /** grown is told when the film has more frames. */
    grown() {
      if (film.length === 1) {
        draw();
      }
      if (film.length > 0 && !playing && index === 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        play();
      }
      count.textContent = `${index + 1} / ${film.length}…`;
    },
    /** finish is told when the film is whole. */
    finish() {
      finished = true;
      sign();
    },
    pause,
    stop() {
      pause();
      finished = true;
      element.hidden = true;
    },
  };
}

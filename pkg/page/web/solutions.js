// The panel of all solutions: how many there are, and each of them on the board, with the cells marked in which they differ.

import { attempt, button, el, field, idle, makeMirror, plural } from "./parts.js";

/** Bits of a frame's marks. */
const HIGHLIGHT = 128;
const FOCUS = 256;
/** The most solutions that are listed, and that are counted. */
const LISTED = 10000;
const COUNTED = 1000000;
/** How many cells a sentence names. */
const NAMED = 12;

/** named names cells, the first of them if they are many. @param {number[]} cells */
function named(lab, cells) {
  const words = cells.slice(0, NAMED).map((c) => lab.cellName(c)).join(", ");
  return cells.length > NAMED ? `${words} and ${cells.length - NAMED} more` : words;
}

/** amount says how many solutions of a puzzle that has some are left with a number of a person's digits. */
function amount({ status, complete, solutions }, digits) {
  if (status === "unsat") {
    return `None is left, so ${digits === 1 ? "it" : "at least one of them"} is wrong.`;
  }
  if (status === "unique") {
    return "One is left.";
  }
  return `${complete ? "" : "At least "}${solutions.toLocaleString("en")} are left.`;
}

/** differing is the cells in which grids differ from the first. @param {string[]} grids */
function differing(grids) {
  const out = new Set();
  for (const g of grids) {
    for (let c = 0; c < g.length; c++) {
      if (g[c] !== grids[0][c]) {
        out.add(c);
      }
    }
  }
  return out;
}

/** @param {any} lab @param {import("./parts.js").Stage} stage */
export function solutions(lab, stage) {
  const { body } = lab.section("All solutions", { id: "section-solutions" });
  let grids = [];
  let differ = new Set();
  let of = null; // what the listed ones are solutions of
  let at = -1;
  let before = -1; // the one shown last, to ring what has changed since

  const most = el("input", { type: "number", id: "solutions-most", min: 1, max: LISTED, step: 1, value: 100, inputmode: "numeric" });
  const told = el("p", { class: "told", id: "solutions-told" });
  const position = el("input", { type: "range", id: "solutions-position", min: 1, max: 1, step: 1, value: 1, oninput: () => go(position.value - 1) });
  const count = el("output", { class: "player-count", for: "solutions-position" });
  const first = button("solutions-list", "List them", () => list(), { class: "chief" });
  const back = button("solutions-back", "← Previous", () => go(at - 1));
  const on = button("solutions-next", "Next →", () => go(at + 1));
  const mirror = makeMirror();
  const words = el("p", { class: "player-caption", id: "solutions-words", "aria-live": "polite" });
  const stepper = el("div", { class: "player", role: "group", "aria-label": "The solutions one by one", hidden: true },
    el("div", { class: "bar" }, back, on,
      button("solutions-fill", "Fill in this one", () => {
        const which = `Solution ${at + 1} of ${grids.length}`;
        const frozen = lab.answering(() => lab.fill(grids[at]));
        lab.say(`${which} is filled in.${frozen}`);
        first.focus();
      }),
      button("solutions-off", "Back to my board", () => {
        stage.clear();
        first.focus();
      })),
    mirror, field("Solution", el("span", { class: "player-slider" }, position, count)), words);
  let own = null; // ends the listing when its solutions have left the board
  const release = () => {
    own?.abort();
    stepper.hidden = true;
    grids = [];
    at = before = -1;
  };

  function go(i) {
    before = at;
    at = Math.max(0, Math.min(grids.length - 1, i));
    draw();
  }

  function sign() {
    position.max = Math.max(1, grids.length);
    position.value = at + 1;
    position.setAttribute("aria-valuetext", `${at + 1} of ${grids.length}`);
    count.textContent = `${at + 1} / ${grids.length}`;
    idle(back, at <= 0);
    idle(on, at >= grids.length - 1);
  }

  function draw() {
    sign();
    const grid = grids[at];
    const old = before >= 0 && before !== at ? grids[before] : grid;
    const changed = [];
    const marks = [...grid].map((digit, c) => {
      if (digit !== old[c]) {
        changed.push(c);
      }
      return (differ.has(c) ? HIGHLIGHT : 0) | (digit !== old[c] ? FOCUS : 0);
    });
    words.textContent = changed.length > 0
      ? `Changed since solution ${before + 1}, ringed: ${named(lab, changed)}.`
      : differ.size > 0 ? `Tinted where the listed ones differ: ${named(lab, [...differ].sort((a, b) => a - b))}.` : "";
    stage.draw(of.dress({ board: { ...of.board, cells: grid }, marks, caption: `Solution ${at + 1} of ${grids.length}${of.aside}.` }));
  }

  async function list() {
    const asked = Number(most.value);
    if (!Number.isInteger(asked) || asked < 1 || asked > LISTED) {
      told.textContent = `Solutions to list: a whole number from 1 to ${LISTED.toLocaleString("en")}.`;
      most.focus();
      return;
    }
    stage.clear();
    of = lab.subject("yours");
    const { board, says } = of;
    own?.abort();
    own = new AbortController();
    const gone = own.signal;
    stage.take(release, mirror);
    const found = [];
    grids = found;
    differ = new Set();
    let wanted = 0;
    const shown = () => {
      wanted = 0;
      if (grids !== found) {
        return;
      }
      stepper.hidden = false;
      if (at < 0) {
        go(0);
      } else {
        sign();
      }
    };
    const done = await attempt(lab, "Listing solutions", ({ signal, progress }) => lab.engine.call("enumerate", { board, most: asked }, {
      signal: AbortSignal.any([signal, gone]), onEvent({ grid }) {
        found.push(grid);
        wanted ||= requestAnimationFrame(shown);
        progress(found.length / asked, plural(found.length, "solution"));
      },
    }));
    if (grids !== found) {
      return;
    }
    if (found.length > 0) {
      differ = differing(found);
      shown();
      draw();
    }
    if (!done) {
      told.textContent = says(`Stopped after ${plural(found.length, "solution")}; there may be others.`);
    } else if (found.length === 0) {
      told.textContent = says("There is no solution.");
    } else if (done.complete) {
      told.textContent = says(found.length === 1 ? "There is exactly one solution." : `There are exactly ${plural(found.length, "solution")}; they differ in ${plural(differ.size, "cell")}.`);
    } else {
      told.textContent = says(`These are the first ${plural(found.length, "solution")}; there are others. These differ in ${plural(differ.size, "cell")}.`);
    }
    lab.say(told.textContent, found.length === 0 ? "bad" : found.length === 1 && done?.complete ? "good" : "plain");
  }

  async function number() {
    const [puzzle, yours] = [lab.subject("puzzle"), lab.subject("yours")];
    const counted = await attempt(lab, "Counting solutions", async ({ signal }) => {
      const count = ({ board }) => lab.engine.call("classify", { board, most: COUNTED }, { signal, steady: "board" });
      return [await count(puzzle), yours.more ? await count(yours) : null];
    });
    if (!counted) {
      return;
    }
    const [k, mine] = counted;
    const n = k.solutions.toLocaleString("en");
    told.textContent = {
      unsat: "There is no solution: the puzzle is impossible.",
      unique: "There is exactly one solution: the puzzle is a proper one.",
      multiple: k.complete ? `There are exactly ${n} solutions: the puzzle is ambiguous.` : `There are ${n} solutions or more: the puzzle is ambiguous.`,
    }[k.status] ?? `A limit came first: ${plural(k.solutions, "solution")} found, and there may be others.`;
    if (mine && k.solutions > 0) {
      told.textContent += ` ${yours.says(amount(mine, yours.yours))}`;
    }
    lab.say(told.textContent, mine?.status === "unsat" ? "bad" : { unsat: "bad", unique: "good" }[k.status] ?? "plain");
  }

  lab.on("change", () => {
    told.textContent = "";
  });
  body.append(
    el("p", { class: "note" }, "Counted are those of the puzzle as it was given, and of the puzzle with your own digits where there are any; listed are the latter. Digits that a method found do not count."),
    el("div", { class: "form" }, field("List at most", most)),
    el("div", { class: "bar" }, first, button("solutions-count", "Count up to a million", number)),
    told, stepper,
  );
}

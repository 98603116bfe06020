// The panels of people's reasoning: hints in three levels, how hard a puzzle is, and the whole way to its solution.

import { attempt, button, el, key, makeMirror, plural, sentence } from "./parts.js";

/** What a hint is called at each level, from 1. */
const levels = [["where", "Where to look?"], ["which", "Which technique?"], ["why", "Why?"]];

/** What can be said of a puzzle where there is nothing to reason about. */
const honest = {
  unsat: "No digits fit: the puzzle has no solution, so no step can be right.",
  multiple: "The puzzle has several solutions, so no reasoning can reach all digits. “All solutions” lists them.",
  solved: "The puzzle is solved.",
};

/** What can be said where a person's digits are in the way. */
const contradicted = "No digits fit: the board contradicts itself with what has been put in, so no step can be right. Undo, or ask for mistakes.";

/** doing says what a step does, for the button that does it. */
function doing(step) {
  const places = step.places ?? [];
  const strikes = step.strikes ?? [];
  const parts = [places.length ? `put in ${plural(places.length, "digit")}` : "", strikes.length ? `rub out ${plural(strikes.length, "mark")}` : ""];
  return parts.filter(Boolean).join(", ");
}

/** apply does a step on the person's board. @param {any} lab */
function apply(lab, step) {
  for (const { cell, digit } of step.places ?? []) {
    lab.find(cell, digit);
  }
  const struck = new Map();
  for (const { cell, digit } of step.strikes ?? []) {
    struck.set(cell, [...(struck.get(cell) ?? []), digit]);
  }
  for (const [cell, digits] of struck) {
    lab.strike(cell, digits);
  }
  const first = (step.places ?? step.strikes)?.[0];
  if (first) {
    lab.select(first.cell);
  }
}

/** hints is the panel of the next step. @param {any} lab @param {import("./parts.js").Stage} stage */
export function hints(lab, stage) {
  const { body } = lab.section("Hint", { id: "section-hint" });
  let step = null;
  const mirror = makeMirror();
  const text = el("p", { class: "told", id: "hint-text", role: "status" }, "Three hints to the next step, each telling more than the one before.");
  const act = button("hint-apply", "Apply", () => {
    const done = step;
    const frozen = lab.answering(() => apply(lab, done));
    lab.say(`Applied: ${doing(done)}.${frozen}`, "good");
  }, { hidden: true });
  const asks = levels.map(([name, words], i) => button(`hint-${name}`, words, () => ask(i + 1)));
  const off = button("hint-off", "Back to my board", () => {
    stage.clear();
    asks[0].focus();
  }, { hidden: true });
  const release = () => {
    act.hidden = off.hidden = true;
    step = null;
    text.textContent = "";
  };

  async function ask(level) {
    const of = lab.subject("board");
    const h = await attempt(lab, "Hint", ({ signal }) => lab.engine.call("hint",
      { board: of.board, givens: of.givens, marks: lab.marks() ?? undefined, level }, { signal, steady: "board" }));
    if (!h) {
      return;
    }
    stage.take(release, mirror);
    step = h.places || h.strikes ? h : null;
    const told = h.kind === "unsat" && of.more ? contradicted : honest[h.kind];
    text.textContent = told ?? [sentence(h.text), key(h.frame)].join(" ").trim();
    stage.draw(h.frame ? of.dress(h.frame) : null);
    off.hidden = !h.frame;
    act.hidden = !step;
    act.textContent = step ? `Apply: ${doing(step)}` : "";
    lab.say(h.frame ? `Hint ${level} of ${levels.length} is on the board.` : text.textContent, h.kind === "unsat" ? "bad" : "plain");
  }

  body.append(
    el("div", { class: "bar" }, ...asks),
    text, mirror, el("div", { class: "bar" }, act, off),
  );
}

/** rating is the panel of how hard a puzzle is. @param {any} lab @param {import("./parts.js").Stage} stage */
export function rating(lab, stage) {
  const { body } = lab.section("How hard is it?", { id: "section-rating" });
  const told = el("div", { id: "rating-told", role: "status" });
  const mirror = makeMirror();
  const list = el("ol", { class: "way", id: "way", onkeydown: keys });
  const off = button("rating-off", "Back to my board", () => {
    stage.clear();
    list.querySelector("button")?.focus();
  }, { hidden: true });
  const release = () => {
    off.hidden = true;
    mark(null);
  };
  let steps = [];
  let rated = "";
  let titles = null;
  const puzzle = () => JSON.stringify(lab.subject("puzzle").board);

  /** title is the name of a technique for people. */
  async function title(name) {
    titles ??= new Map((await lab.engine.call("techniques", {})).techniques.map((t) => [t.name, t.title]));
    return titles.get(name) ?? name;
  }

  function mark(chosen) {
    for (const b of list.querySelectorAll("[aria-current]")) {
      b.removeAttribute("aria-current");
    }
    chosen?.setAttribute("aria-current", "step");
  }

  function draw(i, b) {
    stage.take(release, mirror);
    mark(b);
    off.hidden = false;
    stage.draw(steps[i].frame);
    lab.say(`Step ${i + 1} of ${steps.length} is on the board.`, "plain");
  }

  /** keys: the arrows go to the steps before and after. */
  function keys(event) {
    const all = [...list.querySelectorAll("button")];
    const at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at >= 0 && all[to]) {
      event.preventDefault();
      all[to].focus();
      all[to].click();
    }
  }

  /** refused says whether a board has no way of reasoning to its one solution. */
  const refused = (r) => Boolean(honest[r.kind]) && r.kind !== "solved";

  const tone = (r) => (r.kind === "unsat" ? "bad" : refused(r) ? "plain" : "good");

  /** show tells a rating. It returns false if another puzzle has come meanwhile, of which nothing is said. */
  async function show(r) {
    if (refused(r)) {
      told.replaceChildren(el("p", {}, honest[r.kind]));
      return true;
    }
    if (r.steps === 0 && r.kind === "solved") {
      told.replaceChildren(el("p", {}, honest.solved));
      return true;
    }
    const fact = (name, value) => [el("dt", {}, name), el("dd", {}, value)];
    const now = rated;
    const hardest = r.hardest && r.hardest !== "none" ? await title(r.hardest) : "none";
    if (now !== rated) {
      return false; // another puzzle has come meanwhile
    }
    told.replaceChildren(
      r.kind === "stuck" ? el("p", {}, `The techniques leave ${plural(r.open, "cell")} empty: beyond them it takes guesses. The figures are of the steps before.`) : "",
      el("dl", { class: "facts" }, ...fact("Hardest step", hardest), ...fact("Level", r.level || "none"), ...fact("Score as HoDoKu counts", r.score.toLocaleString("en")),
        ...fact("Sudoku Explainer scale", r.se.toFixed(1)), ...fact("Steps", r.steps.toLocaleString("en"))),
    );
    return true;
  }

  async function rate() {
    const { board } = lab.subject("puzzle");
    const r = await attempt(lab, "Rating", ({ signal }) => lab.engine.call("rate", { board }, { signal, steady: "puzzle" }));
    if (r) {
      forget();
      if (await show(r)) {
        lab.say(refused(r) ? honest[r.kind] : "Rated.", tone(r));
      }
    }
  }

  function forget() {
    steps = [];
    rated = puzzle();
    list.replaceChildren();
    told.replaceChildren();
  }

  async function way() {
    const of = lab.subject("puzzle");
    forget();
    stage.clear();
    const r = await attempt(lab, "The way to the solution", ({ signal, progress }) => lab.engine.call("path", { board: of.board }, {
      signal, steady: "puzzle", onEvent(step) {
        of.dress(step.frame);
        const i = steps.push(step) - 1;
        list.append(el("li", {}, el("button", { type: "button", onclick: (event) => draw(i, event.currentTarget) }, sentence(step.text))));
        progress(null, plural(steps.length, "step"));
      },
    }));
    if (r && await show(r)) {
      lab.say(steps.length ? `${plural(steps.length, "step")}; choose one to see it on the board.` : told.textContent, tone(r));
    }
  }

  lab.on("change", () => {
    if (rated !== puzzle()) {
      forget();
    }
  });
  body.append(
    el("p", { class: "note" }, "By the steps that a person needs from the givens on, whatever has been put in since."),
    el("div", { class: "bar" }, button("rate", "Rate", rate), button("way-show", "Show the whole way", way), off),
    told, mirror, list,
  );
}

// The panel in which a technique is practised: a puzzle that needs it, just before it is needed.

import { attempt, button, el, field, makeMirror, options, sentence } from "./parts.js";
import { seekVariant } from "./variants.js";

/** place says on which boards positions are made while a board is shown. @param {import("./shape.js").Shape} shape */
const place = ({ side, regions, diagonals }) => (regions || diagonals ? "this board's shape" : side === 9 ? "" : "a 9×9 board");

/** @param {any} lab @param {import("./parts.js").Stage} stage */
export function practise(lab, stage) {
  const { element, body } = lab.section("Practise a technique", { id: "section-practise" });
  let techniques = [];
  let position = null;
  const choice = el("select", { id: "practise-technique", onchange: () => described() });
  const about = el("p", { class: "note", id: "practise-about" });
  const mirror = makeMirror();
  const told = el("p", { class: "told", id: "practise-told", role: "status" });
  const show = button("practise-show", "Show it", () => {
    stage.take(release, mirror);
    stage.draw(lab.subject("puzzle").dress(position.frame));
    told.textContent = sentence(position.text);
    off.hidden = false;
  }, { disabled: true });
  const off = button("practise-off", "Back to my board", () => {
    stage.clear();
    show.focus();
  }, { hidden: true });
  const release = () => {
    off.hidden = true;
    told.textContent = "";
  };

  function described() {
    const t = techniques.find((x) => x.name === choice.value);
    const where = place(lab.shape());
    about.textContent = t ? t.definition + (t.unique ? " It rests on the puzzle's having one solution." : "") + ` Positions of rare techniques take a while to find.${where ? ` They are made on ${where}.` : ""}` : "";
  }

  async function list() {
    if (techniques.length > 0) {
      return;
    }
    try {
      ({ techniques } = await lab.engine.call("techniques", {}));
    } catch (err) {
      about.textContent = err.message;
      return;
    }
    const levels = [...new Set(techniques.map((t) => t.level))];
    options(choice, levels.map((level) => [level, techniques.filter((t) => t.level === level).map((t) => [t.name, t.title])]));
    described();
  }

  async function make() {
    await list();
    const technique = choice.value;
    const shape = lab.shape();
    const find = shape.regions || shape.diagonals ? onVariant : onPlain;
    const p = await attempt(lab, "A position for practice", (task) => find(technique, shape, task));
    if (!p) {
      return;
    }
    const title = techniques.find((t) => t.name === technique)?.title ?? technique;
    lab.setPuzzle(p.puzzle, { found: p.position.cells, marks: p.marks, say: `Practise: ${title}. It is the next step; find it, or have it shown.` });
    position = p;
    show.disabled = false;
  }

  /** onPlain has the lab's generator make a puzzle whose hardest step is the technique. */
  function onPlain(technique, _, task) {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    return lab.engine.call("practise", { technique, seed }, {
      signal: task.signal,
      onEvent: ({ tried }) => task.progress(null, `${tried} puzzles looked at`),
    });
  }

  /** onVariant looks for a puzzle of the board's shape in whose solution the technique comes up. */
  function onVariant(technique, shape, task) {
    return seekVariant(lab.engine, shape, task, async (puzzle) => {
      let step = null;
      await lab.engine.call("path", { board: puzzle }, {
        signal: task.signal,
        onEvent: (event) => {
          step ??= event.technique === technique ? event : null;
        },
      });
      if (!step) {
        return null;
      }
      const { frame, text } = step;
      const struck = frame.removed ?? [];
      const marks = (frame.candidates ?? []).map((set, cell) => set | (struck[cell] ?? 0));
      return { puzzle, position: frame.board, marks, frame, text };
    });
  }

  lab.on("shape", described);
  lab.on("change", () => {
    position = null;
    show.disabled = true;
  });
  element.addEventListener("toggle", () => element.open && list());
  if (element.open) {
    list();
  }
  body.append(field("Technique", choice), about, el("div", { class: "bar" }, button("practise-new", "New position", make, { class: "chief" }), show, off), told, mirror);
}

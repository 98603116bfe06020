// The panel of sheets to print: pages of new puzzles, each followed by a page with its answers, for printing on both sides.

import { attempt, button, el, field, options, plural } from "./parts.js";

/** How many puzzles a sheet may have. */
const MOST = 60;
/** Columns of a page by the number of puzzles on it. */
const COLUMNS = { 1: 1, 2: 1, 4: 2, 6: 2, 12: 3 };
/** Boxes of the sides that puzzles are made for: rows, columns. */
const BOXES = { 4: [2, 2], 6: [2, 3], 9: [3, 3], 16: [4, 4], 25: [5, 5] };

const svg = (name, attributes, text) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) {
    e.setAttribute(k, v);
  }
  if (text !== undefined) {
    e.textContent = text;
  }
  return e;
};

/** drawn is a grid in black on white; what is not given is light. */
function drawn(cells, givens, label) {
  const n = Math.sqrt(cells.length);
  const [rows, columns] = BOXES[n];
  const unit = 20;
  const all = n * unit;
  const g = svg("svg", { viewBox: `-1 -1 ${all + 2} ${all + 2}`, role: "img", "aria-label": label });
  for (let c = 0; c < cells.length; c++) {
    if (cells[c] !== ".") {
      const given = givens[c] !== ".";
      g.append(svg("text", {
        x: (c % n + 0.5) * unit, y: (Math.floor(c / n) + 0.5) * unit + 5, "text-anchor": "middle", "font-size": 14,
        fill: given ? "#000" : "#444", "font-weight": given && cells !== givens ? 700 : 400,
      }, cells[c]));
    }
  }
  for (let i = 0; i <= n; i++) {
    g.append(svg("path", { d: `M0 ${i * unit}H${all}`, stroke: "#000", "stroke-width": i % rows === 0 ? 1.6 : 0.4 }),
      svg("path", { d: `M${i * unit} 0V${all}`, stroke: "#000", "stroke-width": i % columns === 0 ? 1.6 : 0.4 }));
  }
  return g;
}

/** page is one page of drawings. @param {{title: string, drawings: [string, SVGElement][], per: number}} what */
function page({ title, drawings, per }) {
  return el("section", { class: `sheet-page sheet-${per}` }, el("h2", {}, title),
    el("div", { class: `sheet-grid sheet-columns-${COLUMNS[per]}` }, ...drawings.map(([name, drawing]) => el("figure", {}, drawing, el("figcaption", {}, name)))));
}

/** @param {any} lab */
export function sheets(lab) {
  const { element, body } = lab.section("Sheet to print", { id: "section-sheet" });
  const kind = el("select", { id: "sheet-kind" });
  const side = el("select", { id: "sheet-side", onchange: () => kinds() });
  const count = el("input", { type: "number", id: "sheet-count", min: 1, max: MOST, step: 1, value: 6, inputmode: "numeric" });
  const per = el("select", { id: "sheet-per" });
  const seed = el("input", { type: "number", id: "sheet-seed", min: 0, max: 4294967295, step: 1, placeholder: "any", inputmode: "numeric" });
  const told = el("p", { class: "told", id: "sheet-told" });
  const again = button("sheet-print", "Print", () => printed(), { disabled: true });
  const paper = el("div", { class: "sheet", id: "sheet-paper" });
  document.body.append(paper);
  options(side, [["", Object.keys(BOXES).filter((n) => n < 25).map((n) => [n, `${n}×${n}`])]]);
  side.value = "9";
  options(per, [["", Object.keys(COLUMNS).map((n) => [n, n])]]);
  per.value = "6";
  let techniques = null;

  function kinds() {
    const steps = ["easy", ...(side.value === "4" ? [] : ["medium", "hard", "expert", "extreme"])].map((level) => [`level ${level}`, level]);
    const givens = ["easy", "medium", "hard"].map((level) => [`level document-${level}`, `document's ${level}: single candidates solve it`]);
    options(kind, [["By level", steps], ["By givens", [...givens, ["minimal", "minimal: no given can be spared"]]], ...(side.value === "9" && techniques ? [["By the hardest step", techniques.map((t) => [`technique ${t.name}`, t.title])]] : [])]);
  }

  async function list() {
    try {
      techniques ??= (await lab.engine.call("techniques", {})).techniques;
    } catch {
      techniques = null; // levels are enough
    }
    kinds();
  }

  function printed() {
    document.body.classList.add("printing-sheet");
    addEventListener("afterprint", () => document.body.classList.remove("printing-sheet"), { once: true });
    print();
  }

  async function make() {
    const asked = Number(count.value);
    if (!Number.isInteger(asked) || asked < 1 || asked > MOST) {
      told.textContent = `Puzzles: a whole number from 1 to ${MOST}.`;
      count.focus();
      return;
    }
    const chosen = seed.value === "" ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(seed.value);
    if (!Number.isInteger(chosen) || chosen < 0 || chosen > 4294967295) {
      told.textContent = "Seed: a whole number from 0 to 4,294,967,295.";
      seed.focus();
      return;
    }
    const [how, value] = kind.value.split(" ");
    const args = { side: Number(side.value), count: asked, seed: chosen, ...(how === "minimal" ? { minimal: true } : { [how]: value }) };
    const puzzles = [];
    const made = await attempt(lab, "Making a sheet", ({ signal, progress }) => lab.engine.call("generate", args, {
      signal, onEvent({ puzzle, tried }) {
        if (puzzle) {
          puzzles.push(puzzle);
        }
        progress(puzzles.length / asked, `${puzzles.length} of ${asked}${tried ? `, ${tried} looked at` : ""}`);
      },
    }));
    if (!made || puzzles.length === 0) {
      return;
    }
    const name = `Sudoku, ${kind.selectedOptions[0].textContent.replace(/[,:].*/, "")}`;
    const size = Number(per.value);
    const pages = [];
    for (let from = 0; from < puzzles.length; from += size) {
      const here = puzzles.slice(from, from + size);
      const title = (what) => `${name}: ${what}${puzzles.length > size ? ` ${from + 1} to ${from + here.length}` : ""}`;
      pages.push(
        page({ title: title("puzzles"), per: size, drawings: here.map((p, i) => [`${from + i + 1}`, drawn(p.board.cells, p.board.cells, `Puzzle ${from + i + 1}, ${p.givens} givens`)]) }),
        page({ title: title("answers"), per: size, drawings: here.map((p, i) => [`Answer ${from + i + 1}`, drawn(p.solution, p.board.cells, `Answer ${from + i + 1}`)]) }),
      );
    }
    pages.forEach((p) => p.append(el("p", { class: "sheet-foot" }, `sudokulab, seed ${chosen}`)));
    paper.replaceChildren(...pages);
    again.disabled = false;
    told.textContent = `${plural(puzzles.length, "puzzle")} on ${plural(pages.length, "page")}, the answers on the back of each if printed on both sides. Seed ${chosen} makes the same sheet again.`;
    lab.say("The sheet is ready to print.", "good");
  }

  element.addEventListener("toggle", () => element.open && !techniques && list());
  kinds();
  body.append(
    el("div", { class: "form" }, field("Kind", kind), field("Side", side), field("Puzzles", count), field("On a page", per), field("Seed", seed)),
    el("div", { class: "bar" }, button("sheet-make", "Make", make, { class: "chief" }), again), told,
  );
}

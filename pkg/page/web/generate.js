// Making puzzles: by level, by technique, by number of givens.

import { run } from "./run.js";
import { makeVariant } from "./variants.js";

/** The levels: by the steps that a person needs, as rate names them, and by givens, as the document has them. */
const LEVELS = ["easy", "medium", "hard", "expert", "extreme", "document-easy", "document-medium", "document-hard"];

const byId = (id) => document.getElementById(id);

/** seed is a random whole number that JSON carries exactly. */
function seed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 21) * 2 ** 32 + low;
}

export function wireGenerate(page) {
  const { lab, game } = page;
  const make = (name, wish, said) => run(page, name, (task) => generate(wish, said, task));
  for (const level of LEVELS) {
    byId(`generate-${level}`).addEventListener("click", () => make(`Generating (${level})`, { level }, (p) => `A new puzzle, ${level}: ${p.givens} givens.`));
  }

  const givens = ({ cells }) => {
    byId("make-low").value = String(Math.round(cells * 0.35));
    byId("make-high").value = String(Math.round(cells * 0.38));
    byId("make-low").max = byId("make-high").max = String(cells);
  };
  givens(game.shape);
  page.desk.on("shape", givens);

  const kind = byId("make-kind");
  const fields = () => document.querySelectorAll("[data-kind]").forEach((field) => {
    field.hidden = field.dataset.kind !== kind.value;
  });
  kind.addEventListener("change", fields);
  fields();
  byId("make").addEventListener("click", () => {
    const technique = byId("make-technique");
    if (kind.value === "givens") {
      const [low, high] = [Number(byId("make-low").value), Number(byId("make-high").value)];
      make("Generating", { givens: { low, high } }, (p) => `A new puzzle with ${p.givens} givens.`);
    } else if (kind.value === "minimal") {
      make("Generating", { minimal: true }, (p) => `A new puzzle with ${p.givens} givens, none of which can be spared.`);
    } else {
      const title = technique.selectedOptions[0]?.textContent ?? technique.value;
      make("Generating", { technique: technique.value }, (p) => `A new puzzle whose hardest step is: ${title}. ${p.givens} givens.`);
    }
  });

  async function generate(wish, said, task) {
    const { shape } = game;
    if (shape.regions || shape.diagonals) {
      const made = await makeVariant(page.engine, shape, wish, task);
      lab.setPuzzle(made.board);
      return { text: `${said(made)}${made.note ?? ""}`, tone: "good" };
    }
    let puzzle = null;
    await page.engine.call("generate", { side: shape.side, seed: seed(), ...wish }, {
      signal: task.signal,
      onEvent: (event) => {
        puzzle = event.puzzle ?? puzzle;
        if (event.tried) {
          task.progress(null, `${event.tried} puzzles looked at`);
        }
      },
    });
    if (!puzzle) {
      return { text: "No puzzle was made.", tone: "bad" };
    }
    lab.setPuzzle(puzzle.board);
    return { text: said(puzzle), tone: "good" };
  }

  techniques(page).catch((err) => page.status.say(`The techniques are not known: ${err.message}`, "bad"));
}

/** techniques lists them, by level. */
async function techniques({ engine }) {
  const { techniques: all } = await engine.call("techniques", {});
  const groups = new Map();
  for (const t of all) {
    if (!groups.has(t.level)) {
      const group = document.createElement("optgroup");
      group.label = t.level;
      groups.set(t.level, group);
    }
    const option = new Option(t.title, t.name);
    option.title = t.definition;
    groups.get(t.level).append(option);
  }
  const select = byId("make-technique");
  select.replaceChildren(...groups.values());
  select.value = all.some((t) => t.name === "x-wing") ? "x-wing" : all[0].name;
}

